/** The first start creates an account, an operator and the file with their credentials. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { prepareFirstStart, readSandboxCredentials } from '../../src/app/first-start.ts'
import { openStorage } from '../../src/app/open-storage.ts'
import { openedAccount } from '../../src/http/auth/account-login.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { DatabaseUnavailable } from '../../src/store/engine/database.ts'
import { isPassword } from '../../src/store/sealing/secrets.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('if the credentials cannot be stored, no account exists, and the next start creates it', async (t) => {
  const data = temporaryFolder()
  const now = new Date()
  const storage = await openStorage(readSettings({ flags: { data }, environment: {} }), now)
  t.after(() => storage.store.close())
  const absent = join(data, 'absent')
  await assert.rejects(prepareFirstStart(storage, absent, now), { code: 'ENOENT' })
  assert.deepEqual(await storage.store.accounts.list(), [])
  assert.deepEqual(await storage.store.operators.list(), [])

  const created = await prepareFirstStart(storage, data, now)
  assert.equal(created?.account.name, 'sandbox')
  const kept = readdirSync(data).filter((name) => name.startsWith('sandbox-credentials'))
  assert.deepEqual(kept, ['sandbox-credentials.json'])
  assert.equal(await prepareFirstStart(storage, data, now), undefined)
})

test('a first start that ends before it shows the credentials is finished by the next', async (t) => {
  const data = temporaryFolder()
  const now = new Date()
  const storage = await openStorage(readSettings({ flags: { data }, environment: {} }), now)
  t.after(() => storage.store.close())
  const { store, vault } = storage
  const fails = () => Promise.reject(new DatabaseUnavailable('the disk failed'))
  const broken = { ...store, operators: { ...store.operators, create: fails } }
  await assert.rejects(prepareFirstStart({ ...storage, store: broken }, data, now))
  const useless = { account: { name: 'sandbox', secret: 'x' }, operator: { password: 'x' } }
  writeFileSync(join(data, 'sandbox-credentials.json.1'), JSON.stringify(useless))
  writeFileSync(join(data, 'sandbox-credentials.json.2'), '{"account":')
  assert.equal(readSandboxCredentials(data), undefined)

  const found = await prepareFirstStart(storage, data, now)
  assert.deepEqual(readSandboxCredentials(data), found)
  const account = await store.accounts.find('sandbox', now.getTime())
  assert.ok(openedAccount(account, found?.account.secret ?? '', vault))
  const operator = await store.operators.find('admin')
  assert.ok(await isPassword(found?.operator.password ?? '', operator?.passwordHash ?? ''))
  const kept = readdirSync(data).filter((name) => name.startsWith('sandbox-credentials'))
  assert.deepEqual(kept, ['sandbox-credentials.json'])
})

test('a start without the database of its data folder is an error that keeps the credentials', async () => {
  const data = temporaryFolder()
  const now = new Date()
  const settings = readSettings({ flags: { data }, environment: {} })
  const first = await openStorage(settings, now)
  await prepareFirstStart(first, data, now)
  await first.store.close()
  const credentials = join(data, 'sandbox-credentials.json')
  const before = readFileSync(credentials, 'utf8')

  const database = join(data, 'trimerge.db')
  truncateSync(database)
  await assert.rejects(openStorage(settings, now), /trimerge.db is empty, .*restore a backup/)
  rmSync(database)
  await assert.rejects(openStorage(settings, now), /trimerge.db is missing, .*restore a backup/)
  assert.equal(readFileSync(credentials, 'utf8'), before)
  // A production folder has no credentials, only the anchors of its audit trail.
  rmSync(credentials)
  writeFileSync(join(data, 'audit-anchors.jsonl'), '')
  await assert.rejects(openStorage(settings, now), /audit-anchors.jsonl in the same folder/)
  assert.ok(!readdirSync(data).includes('trimerge.db'), 'no new database')
})
