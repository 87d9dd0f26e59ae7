/** The first start creates an account, an operator and the file with their credentials. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { prepareFirstStart } from '../../src/app/first-start.ts'
import { openStorage } from '../../src/app/open-storage.ts'
import { readSettings } from '../../src/settings/settings.ts'
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
