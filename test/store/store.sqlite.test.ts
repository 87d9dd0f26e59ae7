import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { SERVICE } from '../../src/store/audit/entry.ts'
import {
  type Database,
  DatabaseUnavailable,
  DatabaseUnsafe,
} from '../../src/store/engine/database.ts'
import { migrate } from '../../src/store/engine/migrate.ts'
import { openSqlite } from '../../src/store/engine/sqlite.ts'
import {
  assertDurable,
  openConnection,
  type SqlitePlace,
} from '../../src/store/engine/sqlite-connection.ts'
import { rotateMasterKey } from '../../src/store/sealing/key-rotation.ts'
import { masterKeyFromText } from '../../src/store/sealing/master-key.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { storeContract } from './store.contract.ts'
import {
  bytes,
  CANARY_SSN,
  completion,
  masterKey,
  NOW,
  newOrder,
  newPull,
  newReport,
  openedStore,
  overDatabase,
} from './store.fixtures.ts'

function newPlace(): SqlitePlace {
  return { path: join(temporaryFolder(), 'trimerge.db'), busyTimeoutMs: 100 }
}

let migrated: Promise<string> | undefined

/** Creates the database file with the schema once. Each test of the store gets a copy. */
async function migratedFile(): Promise<string> {
  const folder = temporaryFolder()
  const path = join(folder, 'trimerge.db')
  const database = await openSqlite(path)
  await migrate(database, NOW)
  await database.close()
  return path
}

storeContract('sqlite', {
  empty: async () => {
    const path = join(temporaryFolder(), 'trimerge.db')
    return () => openSqlite(path)
  },
  migrated: async () => {
    migrated ??= migratedFile()
    const path = join(temporaryFolder(), 'trimerge.db')
    copyFileSync(await migrated, path)
    return () => openSqlite(path)
  },
})

it('only the owner can read the files of the database', async (t) => {
  const folder = temporaryFolder()
  const database = await openSqlite(join(folder, 'trimerge.db'))
  t.after(() => database.close())
  await openedStore(database)
  for (const name of readdirSync(folder)) {
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name)
  }
  assert.equal(readdirSync(folder).length, 3)
})

it('no byte of the files contains a social security number', async (t) => {
  const folder = temporaryFolder()
  const database = await openSqlite(join(folder, 'trimerge.db'))
  t.after(() => database.close())
  const { store, vault } = await openedStore(database)
  await store.orders.begin(newOrder(vault, 'o1'), [newPull(vault, 'p1')])
  await store.orders.complete(completion(vault, 'o1'))
  const found = (needle: string) =>
    readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(needle))
  // Text that is not sealed is found, so the search would also find sealed text that leaked.
  assert.deepEqual(found('credit transaction').length > 0, true)
  assert.deepEqual(found(CANARY_SSN), [])
})

it('every connection waits for the disk', (t) => {
  const place = newPlace()
  for (const readOnly of [false, true]) {
    const { database } = openConnection(place, readOnly)
    assert.equal(database.prepare('pragma synchronous').get()?.synchronous, 2)
    t.after(() => database.close())
  }
})

it('after a rotation or a purge, no byte of the old wrapped keys is left in the files', async (t) => {
  const folder = temporaryFolder()
  const database = await openSqlite(join(folder, 'trimerge.db'))
  t.after(() => database.close())
  const { store, vault } = await openedStore(database)
  // Enough orders that the tree of keys is split and balanced on the way.
  for (let index = 0; index < 300; index++) {
    await store.orders.begin(newOrder(vault, `o${index}`), [])
    await store.orders.complete(completion(vault, `o${index}`))
  }
  const wrappedKeys = async () => {
    const sql = 'select wrapped from order_keys union all select wrapped from keys'
    return (await database.read<{ wrapped: Uint8Array }>({ sql, params: [] })).map(
      ({ wrapped }) => wrapped,
    )
  }
  const left = (needles: readonly (Uint8Array | string)[]) => {
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)))
    return needles.filter((needle) => files.some((file) => file.includes(needle))).length
  }
  const first = await wrappedKeys()
  assert.equal(left([...first, masterKey.id]), 302, 'they are found while they are there')
  const next = masterKeyFromText('22'.repeat(32))
  const rotating = { now: 1, onWrapped: () => undefined }
  await rotateMasterKey(database, [next, masterKey], rotating)
  assert.equal(left([...first, masterKey.id]), 0)

  const second = await wrappedKeys()
  const by = { kind: 'command', name: 'tester' } as const
  const scope = { reportsBefore: Number.MAX_SAFE_INTEGER, refusalsBefore: 0, inquiriesBefore: 0 }
  const pace = { batch: 50, between: async () => true, now: () => 1 }
  const done = await store.retention.purge({ id: 'purge-1', begunAt: 1, by, scope }, pace)
  assert.deepEqual([done.orders, done.scrubbed], [300, true])
  // Only the index key is left.
  assert.equal(left(second), 1)
})

const weakened: [string, string][] = [
  ['that does not wait for the disk', 'pragma synchronous = normal'],
  ['that never waits for the disk', 'pragma synchronous = off'],
  ['without a write-ahead log', 'pragma journal_mode = delete'],
  ['that does not check references', 'pragma foreign_keys = off'],
  ['that leaves deleted bytes', 'pragma secure_delete = off'],
]
for (const [title, pragma] of weakened) {
  it(`a connection ${title} is rejected`, (t) => {
    const { database } = openConnection(newPlace(), false)
    t.after(() => database.close())
    assertDurable(database)
    database.exec(pragma)
    assert.throws(() => assertDurable(database), DatabaseUnsafe)
  })
}

const COUNTED = '/proc/self/io'
const bytesWritten = () =>
  existsSync(COUNTED) ? Number(/^wchar: (\d+)$/m.exec(readFileSync(COUNTED, 'utf8'))?.[1]) : NaN

it('the rollback data of a unit is not written to files', (t) => {
  if (Number.isNaN(bytesWritten())) return t.skip('the system does not count what is written')
  const { database } = openConnection(newPlace(), false)
  t.after(() => database.close())
  const pages = 100
  database.exec('create table t (id integer primary key, text text)')
  const insert = database.prepare('insert into t values (?, ?)')
  for (let page = 0; page < pages; page++) insert.run(page, 'x'.repeat(4_000))
  database.exec('begin; savepoint unit')
  const before = bytesWritten()
  database.exec("update t set text = replace(text, 'x', 'y')")
  assert.ok(bytesWritten() - before < pages * 1_000)
  database.exec('commit')
})

it('a database file that cannot be opened is reported as unavailable', async () => {
  const path = join(temporaryFolder(), 'missing-folder', 'trimerge.db')
  await assert.rejects(openSqlite(path), DatabaseUnavailable)
})

it('while another process locks the file, units are rejected and reads continue', async (t) => {
  const { path, busyTimeoutMs } = newPlace()
  const database = await openSqlite(path, busyTimeoutMs)
  t.after(() => database.close())
  await database.commit([{ sql: 'create table t (b blob) strict', params: [] }])
  const other = new DatabaseSync(path)
  other.exec('begin immediate')
  const insert = { sql: 'insert into t values ($1)', params: [new Uint8Array(9)] }
  await assert.rejects(database.commit([insert]), DatabaseUnavailable)
  assert.deepEqual(await database.read({ sql: 'select b from t', params: [] }), [])
  other.exec('rollback')
  other.close()
  await database.commit([insert])
  assert.equal((await database.read({ sql: 'select b from t', params: [] })).length, 1)
})

/** Wraps the database and records the text of every statement. */
function noting(database: Database, statements: Set<string>): Database {
  return {
    ...overDatabase(database),
    read: (statement) => {
      statements.add(statement.sql)
      return database.read(statement)
    },
    commit: (unit) => {
      for (const { sql } of unit) statements.add(sql)
      return database.commit(unit)
    },
  }
}

async function readLists(store: Store, meaning: Uint8Array): Promise<void> {
  const page = { limit: 1, before: { id: 'o9', receivedAt: NOW } }
  for (const filter of [
    {},
    { account: 'lender' },
    { account: 'lender', bureau: 'equifax' },
    { code: 'E001' },
    { code: 'E001', account: 'lender' },
    { state: 'running' },
    { state: 'failed' },
    { outcome: 'Unanswered' },
    { outcome: 'Unanswered', bureau: 'equifax', account: 'lender' },
    { bureau: 'equifax' },
    { bureau: 'equifax', outcome: 'FileReturned' },
  ] as const) {
    await store.orders.list(filter, { limit: 1 })
    await store.orders.list(filter, page)
    await store.orders.search([meaning], filter, page)
  }
  await store.orders.listedOf(['o1'])
  for (const account of [undefined, 'lender']) {
    const filter = { account, firstIssuedFrom: 1, to: 2 }
    await store.reports.list(filter, { limit: 1 })
    await store.reports.search([meaning], filter, { limit: 1 })
  }
}

it('every row is found by an index, however many are stored', async (t) => {
  const database = await openSqlite(newPlace().path)
  t.after(() => database.close())
  const { vault } = await openedStore(database)
  const statements = new Set<string>()
  const store = openStore(noting(database, statements), vault)
  const { meaning = bytes('') } = newReport(vault, 'x')
  const order = newOrder(vault, 'o1', { meaning })
  await store.orders.begin(order, [newPull(vault, 'p1')])
  await store.orders.begin(newOrder(vault, 'o2', { meaning }), [])
  const outcome = { id: 'p1', state: 'answered', outcome: 'file', finishedAt: 1 } as const
  await store.orders.complete({ ...completion(vault, 'o1'), pulls: [outcome] })
  await store.orders.fail({ id: 'o2', runner: '', finishedAt: 1, code: '', answer: bytes('') })
  await store.orders.findRetried({ ...order, since: 0 })
  await store.orders.find('lender', 'o1')
  await store.orders.findSummary('lender', 'o1')
  await store.reports.find('lender', 'report-o1')
  for (const account of ['lender', undefined]) await store.orders.list({ account }, { limit: 1 })
  const lookUps = [
    { meaning },
    { derivation: meaning },
    { borrowerIdentity: meaning },
    { borrowerIdentity: meaning, lenderCase: meaning },
    { baseReportId: 'report-o1' },
  ]
  for (const by of lookUps) await store.reports.lookUp('lender', by, 0, 1)
  await store.orders.renewLeases('runner-1', ['o1'], 1)
  await store.orders.takeOver({ id: 'o1', runner: 'runner-1', leaseUntil: 1 }, 'runner-2', 1)
  await store.orders.listLeased()
  await readLists(store, meaning)
  const scopes = [undefined, 'lender']
  await store.orders.listChanges({ scopes, from: 1, ordersMax: 1, ids: ['o1'] })
  await store.ledger.recentPulls('equifax', 1, 1)
  await store.ledger.pulls(meaning, 0)
  await store.ledger.inquiries(meaning, 0, 'o1')
  await store.ledger.charges('lender', 0, 1)
  await store.ledger.statement('lender', 0, 1)
  await store.accounts.findLogin('lender', 1, meaning)
  const policy = { free: 1, firstDelayMs: 1, longestDelayMs: 1, windowMs: 1 }
  await store.loginFailures.recordAll([{ who: meaning, policy }], 1)
  await store.loginFailures.findAll([meaning])
  await store.loginFailures.forget(meaning)
  await store.requestRates.count('lender', 1, 1)
  await store.requestRates.count('lender', 1, 1)
  await store.sandbox.begin(1)
  await store.sandbox.advanceClock(1, 2, SERVICE)
  await store.sandbox.state()
  for (const account of [undefined, 'lender'])
    await store.statistics.between({ from: 0, to: 1 }, account)
  while (await store.statistics.update(NOW));
  await store.audit.seal()
  await store.audit.sealAbandoned()
  for (const filter of [
    {},
    { account: 'a' },
    { orderId: 'o' },
    { reportId: 'r' },
    { actor: 'n' },
    { action: 'order.failed' },
    { account: 'a', actor: 'n', action: 'order.failed' },
    { actor: 'n', action: 'order.new' },
  ] as const) {
    await store.audit.list(filter, { limit: 1 })
  }
  const scope = { reportsBefore: 1, refusalsBefore: 1, inquiriesBefore: 1 }
  const by = { kind: 'command', name: 'tester' } as const
  for (const only of [{}, { account: 'lender' }, { reportId: 'report-o1' }]) {
    const purge = { id: JSON.stringify(only), begunAt: 1, by, scope: { ...scope, ...only } }
    await store.retention.count(purge.scope)
    await store.retention.purge(purge, { batch: 1, between: async () => true, now: () => 1 })
  }
  await store.retention.purges(1)
  await store.retention.job.take('runner-1', 1)
  assert.ok(statements.size > 25)
  for (const sql of statements) {
    // Binding a number to every parameter does not change the plan.
    const explained = { sql: `explain query plan ${sql}`, params: Array(highest(sql)).fill(1) }
    const plan = await database.read<{ detail: string }>(explained)
    for (const { detail } of plan) {
      // `writers` and `ends` hold a row for each writer of the trail, `bureaus` one for each bureau;
      // `uncounted` holds the orders of the last seconds, `newest` those that a limit left.
      assert.doesNotMatch(
        detail,
        /^SCAN (?!CONSTANT ROW|\d+-ROW VALUES CLAUSE|login$|writers|ends|bureaus$|scope$|uncounted$|newest$|.*USING (COVERING )?INDEX)/,
        sql,
      )
      // Rows that are sorted before the page is cut would all be read. This is allowed only for few
      // rows: running orders, and the orders of one report.
      const isFew = sql.includes(' as few cross join')
      if (sql.includes('limit') && !isFew) assert.doesNotMatch(detail, /TEMP B-TREE FOR ORDER/, sql)
    }
  }
})

function highest(sql: string): number {
  return Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
}
