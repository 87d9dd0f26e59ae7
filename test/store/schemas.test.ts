/**
 * Tests databases of every released schema: each can be migrated to the newest schema, and its
 * content can be decrypted. A released migration step never changes: its hash is stored beside its
 * database. With `UPDATE=1`, the test writes the database of the newest schema again, as long as
 * that schema is not released.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { SERVICE } from '../../src/store/audit/entry.ts'
import {
  MIGRATIONS,
  migrate,
  migrationHash,
  schemaVersion,
} from '../../src/store/engine/migrate.ts'
import { openSqlite } from '../../src/store/engine/sqlite.ts'
import { openVault } from '../../src/store/sealing/open-vault.ts'
import { openStore } from '../../src/store/store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { CANARY_SSN, completion, masterKey, NOW, newOrder, newPull } from './store.fixtures.ts'

const FOLDER = join(import.meta.dirname, 'schemas')
const fileOf = (version: number) => join(FOLDER, `schema-${version}.db.gz`)
const HASHES = join(FOLDER, 'hashes.json')

function placeFor(): string {
  const folder = temporaryFolder()
  return join(folder, 'trimerge.db')
}

/** Creates a database of a schema with one order, as a service leaves it. */
async function databaseOf(version: number): Promise<Uint8Array> {
  const path = placeFor()
  const database = await openSqlite(path)
  await migrate(database, NOW, MIGRATIONS.slice(0, version))
  const vault = await openVault(database, [masterKey], NOW)
  const store = openStore(database, vault)
  const secret = { id: 'secret-1', hash: vault.secretHash('one'), createdAt: NOW }
  await store.accounts.create({ name: 'lender', profile: {}, createdAt: NOW }, secret, SERVICE)
  await store.orders.begin(newOrder(vault, 'o1'), [newPull(vault, 'p1')])
  await store.orders.complete(completion(vault, 'o1'))
  await store.close()
  return readFileSync(path)
}

test('released migration steps are unchanged', async () => {
  const hashes = Object.fromEntries(MIGRATIONS.map((step) => [step.version, migrationHash(step)]))
  if (process.env.UPDATE === '1') {
    writeFileSync(HASHES, `${JSON.stringify(hashes, undefined, 2)}\n`)
    for (const { version } of MIGRATIONS) {
      const isOld = version < MIGRATIONS.length && existsSync(fileOf(version))
      if (!isOld) writeFileSync(fileOf(version), gzipSync(await databaseOf(version)))
    }
  }
  const released: Record<string, string> = JSON.parse(readFileSync(HASHES, 'utf8'))
  for (const [version, hash] of Object.entries(released)) {
    assert.equal(hashes[version], hash, `step ${version} was changed: add a new step instead`)
  }
  const kept = readdirSync(FOLDER).filter((name) => name.endsWith('.db.gz'))
  assert.deepEqual(
    [Object.keys(released).length, kept.length],
    [MIGRATIONS.length, MIGRATIONS.length],
    'store the hash and the database of the new schema: UPDATE=1 npm run t -- test/store/schemas.test.ts',
  )
})

for (const { version } of MIGRATIONS) {
  test(`a database of schema ${version} can be migrated, and its content decrypted`, async (t) => {
    const path = placeFor()
    writeFileSync(path, gunzipSync(readFileSync(fileOf(version))), { mode: 0o600 })
    const database = await openSqlite(path)
    t.after(() => database.close())
    assert.equal(await schemaVersion(database), version)
    await migrate(database, NOW)
    assert.equal(await schemaVersion(database), MIGRATIONS.length)
    const vault = await openVault(database, [masterKey], NOW)
    const store = openStore(database, vault)
    const report = await store.reports.find('lender', 'report-o1')
    assert.deepEqual(report?.content, { files: [{ ssn: CANARY_SSN, scores: [701] }] })
    assert.equal((await store.accounts.find('lender', NOW))?.secrets.length, 1)
    assert.equal((await store.ledger.charges('lender', 0, NOW * 2)).length, 1)
    // These orders were stored without the data that lists show. A service always stores it.
    const listed = new TextEncoder().encode('{"borrowers":[]}')
    const who = vault.sealListed({ id: 'o1', account: 'lender' }, listed)
    await database.commit([{ sql: 'update order_keys set who = $1', params: [who] }])
    const { findings } = await store.audit.verify({ anchors: [], now: NOW })
    assert.deepEqual(findings, [])
    // A new order in the old database.
    await store.orders.begin(newOrder(vault, 'o2'), [newPull(vault, 'p2')])
    assert.equal(await store.orders.complete(completion(vault, 'o2')), true)
  })
}
