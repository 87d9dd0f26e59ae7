import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { it } from 'node:test'
import pg from 'pg'
import { SERVICE } from '../../src/store/audit/entry.ts'
import {
  type Database,
  DatabaseUnavailable,
  DatabaseUnsafe,
} from '../../src/store/engine/database.ts'
import { migrate } from '../../src/store/engine/migrate.ts'
import { openPostgres, POSTGRES_LIMITS } from '../../src/store/engine/postgres.ts'
import { openStore } from '../../src/store/store.ts'
import { MINUTE_MS } from '../../src/time.ts'
import { copyDatabase, createDatabase, ownServer, runSql } from '../support/postgres-server.ts'
import { storeContract } from './store.contract.ts'
import { NOW, newOrder, openedStore, passTime } from './store.fixtures.ts'

/** The server whose standby is absent at times. */
const replicated = ownServer()

const limits = { ...POSTGRES_LIMITS, connectionsMax: 5 }

let migrated: Promise<string> | undefined

/** Creates the database with the schema once. Each test of the store gets a copy. */
async function migratedDatabase(): Promise<string> {
  const url = await createDatabase()
  const database = await openPostgres(url, limits)
  await migrate(database, NOW)
  await database.close()
  return url
}

storeContract('postgres', {
  empty: async () => {
    const url = await createDatabase()
    return () => openPostgres(url, limits)
  },
  migrated: async () => {
    migrated ??= migratedDatabase()
    const url = await copyDatabase(await migrated)
    return () => openPostgres(url, limits)
  },
})

it('an order or job is not taken over from a machine whose clock is behind', async (t) => {
  const database = await openPostgres(await createDatabase(), limits)
  t.after(() => database.close())
  const { vault } = await openedStore(database)
  const storeAt = (aheadMs: number) => {
    const now = () => Date.now() + aheadMs
    return openStore(database, vault, { now, anchor: () => undefined })
  }
  const [behind, ahead] = [storeAt(-MINUTE_MS), storeAt(MINUTE_MS)]
  await behind.orders.begin(newOrder(vault, 'o1', { leaseMs: 20_000 }), [])
  assert.equal(await behind.retention.job.take('behind', 20_000), true)
  assert.deepEqual(await ahead.orders.listLeased(), [])
  assert.equal(await ahead.retention.job.take('ahead', 20_000), false)
  await behind.orders.renewLeases('runner-1', ['o1'], 20_000)
  assert.deepEqual(await ahead.orders.listLeased(), [])
  // If the holder does not renew its leases, another machine takes over in time, even with a clock
  // that is behind.
  await ahead.orders.begin(newOrder(vault, 'o2', { leaseMs: 20_000, runner: 'ahead' }), [])
  await passTime(database, 20_001)
  const left = await behind.orders.listLeased()
  assert.deepEqual(left.map(({ id }) => id).toSorted(), ['o1', 'o2'])
  for (const order of left) assert.ok(await behind.orders.takeOver(order, 'behind', 20_000))
  assert.deepEqual(await ahead.orders.listLeased(), [])
})

async function withTable(url: string, changes: Partial<typeof limits> = {}): Promise<Database> {
  const database = await openPostgres(url, { ...limits, ...changes })
  await database.commit([{ sql: 'create table things (id text primary key)', params: [] }])
  return database
}

const insert = (id: string) => ({ sql: 'insert into things values ($1)', params: [id] })

const RECORDED = { actor: SERVICE, action: 'secret.added', account: 'lender' } as const

const ids = async (database: Database) =>
  (await database.read({ sql: 'select id from things order by id', params: [] })).map(
    ({ id }) => id,
  )

it('a commit is not acknowledged if the wait for its standby was cancelled', async (t) => {
  const database = await withTable(await replicated.createDatabase())
  t.after(() => database.close())
  await replicated.withoutStandby(async () => {
    const refusal = assert.rejects(database.commit([insert('unknown')]), (error) => {
      assert.ok(error instanceof DatabaseUnavailable)
      // The server reported success, so the doubt is the service's and not an error of the
      // connection.
      assert.equal(error.message, 'the commit was not confirmed')
      return true
    })
    for (;;) {
      const cancelled = await replicated.runSql(
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
      )
      if (cancelled.length > 0) break
    }
    await refusal
  })
  await database.commit([insert('known')])
  // The row exists after all, which is why the service must not report that it does not.
  assert.deepEqual(await ids(database), ['known', 'unknown'])
})

it('an audit entry is sealed even if the standby was absent longer than the doubt about its unit lasts', async (t) => {
  const quick = { ...limits, statementTimeoutMs: 500, silenceMs: 500 }
  const database = await openPostgres(await replicated.createDatabase(), quick)
  t.after(() => database.close())
  const { vault, store: other } = await openedStore(database)
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const store = openStore(database, vault, { now, anchor: () => undefined })
  await replicated.withoutStandby(async () => {
    await assert.rejects(store.audit.record(RECORDED), DatabaseUnavailable)
    aheadMs = 2 * MINUTE_MS
    for (let round = 0; round < 2; round++) await store.audit.seal().catch(() => undefined)
  })
  while ((await store.audit.list({ action: 'secret.added' }, { limit: 1 })).length === 0);
  await store.audit.record(RECORDED)
  for (const one of [store, other]) await one.audit.seal()
  const { findings, unsealed } = await store.audit.verify({ anchors: [], now: Date.now() })
  assert.deepEqual([findings, unsealed], [[], 0])
})

it('a server that does not respond times out, and the error says what to look for', async (t) => {
  const url = await replicated.createDatabase()
  const patient = await withTable(url)
  t.after(() => patient.close())
  const quick = await openPostgres(url, { ...limits, statementTimeoutMs: 500, silenceMs: 500 })
  t.after(() => quick.close())
  await replicated.withoutStandby(() =>
    assert.rejects(quick.commit([insert('unknown')]), {
      name: 'DatabaseUnavailable',
      message: /in time: look for locks.*standby/,
    }),
  )
  await patient.commit([insert('known')])
})

it('a vacuum on a frozen server times out', { timeout: 30_000 }, async (t) => {
  const url = await replicated.createDatabase()
  const quick = { statementTimeoutMs: 500, silenceMs: 500, vacuumTimeoutMs: 500 }
  const database = await openPostgres(url, { ...limits, ...quick })
  t.after(() => database.close())
  await openedStore(database)
  const locker = new pg.Client(url)
  await locker.connect()
  t.after(() => locker.end())
  await locker.query('begin; lock order_keys in access exclusive mode')
  const refusal = assert.rejects(database.scrub(), DatabaseUnavailable)
  const pid = await vacuumProcess()
  process.kill(pid, 'SIGSTOP')
  t.after(() => process.kill(pid, 'SIGCONT'))
  await refusal
})

/** Returns the ID of the server process that vacuums. */
async function vacuumProcess(): Promise<number> {
  for (;;) {
    const [row] = await replicated.runSql(
      "select pid from pg_stat_activity where query like 'vacuum order_keys%'",
    )
    if (row !== undefined) return Number(row.pid)
  }
}

it('connections that the server has broken are replaced', async (t) => {
  const url = await createDatabase()
  const database = await withTable(url)
  t.after(() => database.close())
  await Promise.all([1, 2, 3, 4].map((id) => database.commit([insert(`${id}`)])))
  const name = new URL(url).pathname.slice(1)
  await runSql(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  // Connections that have not noticed yet fail once. Each is used at most once more.
  for (let broken = 0; broken < 4; broken++) {
    await database.commit([insert(`during-${broken}`)]).catch(() => undefined)
  }
  await database.commit([insert('after')])
})

it('a unit whose connection breaks is rejected and leaves nothing behind', async (t) => {
  const url = await createDatabase()
  const database = await withTable(url)
  t.after(() => database.close())
  const kill = 'select pg_terminate_backend(pg_backend_pid())'
  await assert.rejects(
    database.commit([insert('a'), { sql: kill, params: [] }, insert('b')]),
    DatabaseUnavailable,
  )
  assert.deepEqual(await database.read({ sql: 'select id from things', params: [] }), [])
})

it('a statement that takes too long times out', async (t) => {
  const database = await withTable(await createDatabase(), { statementTimeoutMs: 1_000 })
  t.after(() => database.close())
  const slow = { sql: 'select pg_sleep(9)', params: [] }
  await assert.rejects(database.commit([insert('a'), slow]), DatabaseUnavailable)
  await assert.rejects(database.read(slow), DatabaseUnavailable)
  assert.deepEqual(await database.read({ sql: 'select id from things', params: [] }), [])
})

it('a unit is repeated if the server rolled it back because of a deadlock', async (t) => {
  const url = await createDatabase()
  const database = await withTable(url)
  t.after(() => database.close())
  await database.commit([insert('a'), insert('b')])
  const touch = (id: string) => ({
    sql: 'update things set id = id where id = $1',
    params: [id],
    rows: 1,
  })
  const pause = { sql: 'select pg_sleep(0.3)', params: [] }
  await Promise.all([
    database.commit([touch('a'), pause, touch('b')]),
    database.commit([touch('b'), pause, touch('a')]),
  ])
})

it('a server that acknowledges before it flushes is rejected', async () => {
  const url = await createDatabase()
  await runSql(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`)
  await assert.rejects(openPostgres(url, limits), DatabaseUnsafe)
})

it('a missing or silent server is reported as unavailable', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1')
  t.after(() => silent.close())
  await new Promise((resolve) => silent.once('listening', resolve))
  const address = silent.address()
  assert.ok(typeof address === 'object' && address)
  const quick = { ...limits, connectTimeoutMs: 200 }
  const nobody = `postgres://postgres@127.0.0.1:${address.port}/x`
  await assert.rejects(openPostgres(nobody, quick), DatabaseUnavailable)
  await assert.rejects(
    openPostgres('postgres://postgres@127.0.0.1:1/x', quick),
    DatabaseUnavailable,
  )
})

it('the types that other users of the driver get do not change', async (t) => {
  const client = new pg.Client(await createDatabase())
  await client.connect()
  t.after(() => client.end())
  const { rows } = await client.query('select 1::bigint as one')
  assert.equal(rows[0].one, '1')
})
