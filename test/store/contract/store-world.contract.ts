/** The contract of resets and snapshots of a world, for every database. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { SERVICE } from '../../../src/store/audit/entry.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { WORLD_TABLES } from '../../../src/store/engine/world-tables.ts'
import { openStore } from '../../../src/store/store.ts'
import {
  bytes,
  completion,
  NOW,
  newOrder,
  newPull,
  type Opened,
  type OpenStore,
  overDatabase,
} from '../store.fixtures.ts'

/** Tables that a reset does not empty. Every new table belongs to this list or to another one. */
const NOT_EMPTIED = [
  'account_secrets',
  'accounts',
  'audit_blocks',
  'audit_entries',
  'clock_marks',
  'jobs',
  'keys',
  'login_failures',
  'master_keys',
  'operators',
  'purges',
  'schema_version',
  'second_factor_steps',
  'sessions',
  'snapshots',
  'world',
]

/** Tables that a reset empties and a snapshot omits: counts of requests within a minute. */
const ONLY_EMPTIED = ['request_rates']

async function tablesOf(database: Database): Promise<string[]> {
  const sql =
    database.engine === 'sqlite'
      ? "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'"
      : 'select tablename as name from pg_tables where schemaname = current_schema()'
  const rows = await database.read<{ name: string }>({ sql, params: [] })
  return rows.map(({ name }) => name).sort()
}

/** Returns every row of the world as text for comparison. */
async function worldRows(database: Database): Promise<string> {
  const parts = await Promise.all(
    WORLD_TABLES.map(async (table) => {
      const rows = await database.read({ sql: `select * from ${table}`, params: [] })
      return rows.map((row) => `${table} ${JSON.stringify(row)}`).sort()
    }),
  )
  return parts.flat().join('\n')
}

/** Places an order with a report, charge and inquiry. Its IDs may repeat those of another world. */
async function order(
  { store, vault }: Opened,
  id: string,
  changes: Parameters<typeof newOrder>[2] = {},
): Promise<void> {
  await store.orders.begin(newOrder(vault, id, changes), [newPull(vault, `pull-${id}`)])
  const pulls = [
    { id: `pull-${id}`, state: 'answered', outcome: 'FileReturned', finishedAt: NOW } as const,
  ]
  assert.equal(await store.orders.complete({ ...completion(vault, id), pulls }), true)
}

async function count(database: Database, table: string): Promise<number> {
  const [row] = await database.read({ sql: `select count(*) as n from ${table}`, params: [] })
  return Number(row?.n)
}

/** Waits until the machine's clock moves on: entries are distinguished by their time. */
async function later(): Promise<void> {
  const before = Date.now()
  while (Date.now() <= before) await setImmediate()
}

const START = { epoch: NOW, frozen: true, ids: 'counted' } as const

export function resetContract(open: OpenStore): void {
  it('knows for every table whether a reset empties it', async (t) => {
    const { database } = await open(t)
    const saved = WORLD_TABLES.map((table) => `saved_${table}`)
    const known = [...NOT_EMPTIED, ...ONLY_EMPTIED, ...WORLD_TABLES, ...saved].sort()
    const tables = await tablesOf(database)
    assert.deepEqual(tables, known, 'add a new table to WORLD_TABLES, or to a list above')
  })

  it('rejects orders and rejections that began before a reset', async (t) => {
    const { store, vault } = await open(t)
    await store.sandbox.begin(NOW)
    const { generation } = await store.sandbox.state()
    const of = (id: string, world: number) => newOrder(vault, id, { world })
    assert.equal((await store.orders.begin(of('o1', generation), [])).begun, true)
    const start = { epoch: NOW, frozen: false, ids: 'random' } as const
    await store.sandbox.reset(start, SERVICE)
    const late = await store.orders.begin(of('o2', generation), [])
    assert.deepEqual(late, { begun: false, because: 'world' })
    const rejection = { finishedAt: NOW, code: 'E102', answer: bytes('<no/>') }
    await assert.rejects(store.orders.journalRejection({ ...of('o3', generation), ...rejection }))
    assert.deepEqual(await store.orders.list({}, { limit: 9 }), [])
    const { generation: next } = await store.sandbox.state()
    const limited = { ...of('o4', next), inFlightMax: 256 }
    assert.equal((await store.orders.begin(limited, [])).begun, true)
    await store.orders.journalRejection({ ...of('o5', next), ...rejection })
  })

  it('a reset returns to the start but keeps accounts, secrets and the audit trail', async (t) => {
    const opened = await open(t)
    const { store, database } = opened
    await store.sandbox.begin(NOW)
    await store.sandbox.advanceClock(5, 10, SERVICE)
    await store.sandbox.addFault({ word: 'FROZEN' }, NOW, SERVICE)
    await order(opened, 'o1')
    assert.equal(await store.sandbox.meets({ id: 'F1', orders: 1 }, 'o1', 0), true)
    assert.equal(await store.sandbox.takeNumbers(1_000, 0), 0)
    const { generation } = await store.sandbox.state()
    await store.sandbox.reset(START, SERVICE)
    assert.equal(await worldRows(database), '')
    assert.deepEqual(await store.sandbox.state(), {
      ...START,
      advancedMs: 0,
      faults: [],
      lastFault: 0,
      peopled: false,
      generation: generation + 1,
    })
    assert.equal((await store.accounts.find('lender', NOW))?.secrets.length, 1)
    assert.equal(await store.sandbox.takeNumbers(1_000, generation), undefined, 'the old world')
    assert.equal(await store.sandbox.takeNumbers(1_000, generation + 1), 0)
    const actions = (await store.audit.list({}, { limit: 9 })).map(({ action }) => action)
    assert.ok(actions.includes('world.reset') && actions.includes('order.new'))
    // The new order has the same identifiers as the first.
    await order(opened, 'o1')
    assert.equal((await store.orders.list({}, { limit: 9 })).length, 1)
  })

  it('the audit trail distinguishes a reset from removed records', async (t) => {
    const opened = await open(t)
    const { store, database } = opened
    const findings = async () => {
      await store.audit.seal()
      const { findings: found } = await store.audit.verify({ anchors: [], now: Date.now() })
      return found.map(({ place, what }) => `${place} ${what}`)
    }
    await store.sandbox.begin(NOW)
    await order(opened, 'o1')
    await order(opened, 'o2')
    assert.deepEqual(await findings(), [])
    await store.sandbox.saveSnapshot('two', NOW, SERVICE)
    await store.sandbox.reset(START, SERVICE)
    await later()
    await order(opened, 'o1')
    assert.deepEqual(await findings(), [])
    await database.commit([
      { sql: "update charges set amount_cents = 1 where order_id = 'o1'", params: [] },
    ])
    assert.equal((await findings()).length, 1)
    await store.sandbox.restoreSnapshot('two', SERVICE)
    assert.deepEqual(await findings(), [])
  })

  it('the audit trail distinguishes a reset from removed legal holds', async (t) => {
    const opened = await open(t)
    const { store, database } = opened
    const held = (id: string) =>
      store.retention.addHold({ reportId: id, reason: 'matter 7', heldAt: NOW }, SERVICE)
    const findings = async () => {
      const { findings: found } = await store.audit.verify({ anchors: [], now: Date.now() })
      return found.map(({ place, what }) => `${place} ${what}`)
    }
    await store.sandbox.begin(NOW)
    await order(opened, 'o1')
    await order(opened, 'o2')
    assert.equal(await held('report-o1'), true)
    await store.sandbox.saveSnapshot('one', NOW, SERVICE)
    assert.equal(await held('report-o2'), true)
    await later()
    await store.sandbox.reset(START, SERVICE)
    assert.deepEqual(await findings(), [], 'the reset has removed the holds')
    await store.sandbox.restoreSnapshot('one', SERVICE)
    await later()
    assert.deepEqual(await findings(), [], 'the hold comes from the snapshot')
    assert.equal(await store.retention.removeHold('report-o1', SERVICE), true)
    assert.deepEqual(await findings(), [])
    await held('report-o2')
    await database.commit([{ sql: 'delete from holds', params: [] }])
    assert.deepEqual(await findings(), ['hold of report report-o2 was removed'])
  })

  it('a world ends later than the orders of a process whose clock is ahead', async (t) => {
    const opened = await open(t)
    const { store, database, vault } = opened
    const ahead = { now: () => Date.now() + 200, anchor: () => {} }
    const other = { ...opened, store: openStore(database, vault, ahead) }
    const findings = async () => (await store.audit.verify({ anchors: [], now: NOW })).findings
    await store.sandbox.begin(NOW)
    await store.sandbox.saveSnapshot('empty', NOW, SERVICE)
    await order(other, 'o1')
    await store.sandbox.reset(START, SERVICE)
    assert.deepEqual(await findings(), [])
    await order(other, 'o2')
    assert.equal(await store.sandbox.restoreSnapshot('empty', SERVICE), 'restored')
    assert.deepEqual(await findings(), [])
    const actions = (await store.audit.list({}, { limit: 99 })).map(({ action }) => action)
    assert.equal(actions.filter((each) => each === 'world.reset').length, 1)
    assert.equal(actions.filter((each) => each === 'snapshot.restored').length, 1)
  })

  it('a world ends even if the clock of another process is an hour ahead', async (t) => {
    const opened = await open(t)
    const { store, database, vault } = opened
    const ahead = { now: () => Date.now() + 3_600_000, anchor: () => {} }
    await store.sandbox.begin(NOW)
    await order({ ...opened, store: openStore(database, vault, ahead) }, 'o1')
    await store.sandbox.reset(START, SERVICE)
    assert.equal(await count(database, 'orders'), 0)
  })

  it('a verification during which the world is reset finds nothing', async (t) => {
    const opened = await open(t)
    const { store, database, vault } = opened
    await store.sandbox.begin(NOW)
    await order(opened, 'o1')
    await later()
    const resetMeanwhile: Database = {
      ...overDatabase(database),
      read: async (statement) => {
        if (statement.sql.startsWith('select * from orders')) {
          await store.sandbox.reset(START, SERVICE)
        }
        return database.read(statement)
      },
    }
    const { audit } = openStore(resetMeanwhile, vault)
    assert.deepEqual((await audit.verify({ anchors: [], now: NOW })).findings, [])
  })

  it('does not restore a snapshot that is deleted meanwhile', async (t) => {
    const opened = await open(t)
    const { store, database, vault } = opened
    await store.sandbox.begin(NOW)
    await store.sandbox.saveSnapshot('one', NOW, SERVICE)
    await order(opened, 'o1')
    const deletedMeanwhile: Database = {
      ...overDatabase(database),
      commit: async (unit) => {
        await store.sandbox.deleteSnapshot('one', SERVICE)
        return database.commit(unit)
      },
    }
    const { sandbox } = openStore(deletedMeanwhile, vault)
    assert.equal(await sandbox.restoreSnapshot('one', SERVICE), 'unknown')
    assert.equal(await count(database, 'orders'), 1)
  })

  it('an order that runs during a reset is not completed, even if a new order has its ID', async (t) => {
    const opened = await open(t)
    const { store, vault } = opened
    await store.sandbox.begin(NOW)
    await store.orders.begin(newOrder(vault, 'o1'), [])
    await store.sandbox.reset(START, SERVICE)
    assert.equal(await store.orders.complete(completion(vault, 'o1')), false)
    const runner = 'runner-2'
    await store.orders.begin(newOrder(vault, 'o1', { runner }), [])
    assert.equal(await store.orders.complete(completion(vault, 'o1')), false)
    assert.equal((await store.orders.findSummary('lender', 'o1'))?.state, 'running')
  })

  it('saves a world under a name and restores it unchanged', async (t) => {
    const opened = await open(t)
    const { store, database } = opened
    await store.sandbox.begin(NOW, START)
    await store.sandbox.advanceClock(5, 10, SERVICE)
    await store.sandbox.addFault({ word: 'FROZEN' }, NOW, SERVICE)
    await store.sandbox.takeNumbers(7, 0)
    await order(opened, 'o1')
    assert.equal(await store.sandbox.saveSnapshot('one', NOW, SERVICE), true)
    const kept = await worldRows(database)
    await order(opened, 'o2')
    assert.equal(await store.sandbox.saveSnapshot('two', NOW + 1, SERVICE), true)
    const none = { orders: 0, people: 0, faults: [] }
    assert.deepEqual(await store.sandbox.addedSince('two'), none)
    assert.equal(await store.sandbox.addedSince('three'), undefined)
    await store.sandbox.addFault({ word: 'TIMEOUT' }, NOW, SERVICE)
    const person = { id: 'casey', ssn: '930214471', putAt: NOW, content: '{}' }
    await store.people.put(person, SERVICE)
    const added = { orders: 1, people: 1, faults: ['F2'] }
    assert.deepEqual(await store.sandbox.addedSince('one'), added)
    assert.deepEqual(await store.sandbox.addedSince('two'), { ...added, orders: 0 })
    await store.sandbox.reset({ ...START, ids: 'random' }, SERVICE)
    await order(opened, 'o3')
    assert.deepEqual(await store.sandbox.addedSince('one'), { ...none, orders: 1 })
    await order(opened, 'o1', { fingerprint: bytes('another request') })
    const sameId = await store.sandbox.addedSince('one')
    assert.equal(sameId?.orders, 2, 'another order can have the same identifier and time')
    assert.equal(await store.sandbox.restoreSnapshot('one', SERVICE), 'restored')
    assert.equal(await worldRows(database), kept)
    const { generation, ...state } = await store.sandbox.state()
    const faults = [{ id: 'F1', since: NOW, word: 'FROZEN' }]
    assert.deepEqual(state, { ...START, advancedMs: 5, faults, lastFault: 1, peopled: false })
    assert.equal(generation, 2)
    assert.equal(await store.sandbox.takeNumbers(1, generation), 7)
    assert.ok((await store.reports.find('lender', 'report-o1'))?.content, 'it still opens')
    assert.deepEqual(await store.sandbox.listSnapshots(), [
      { name: 'one', savedAt: NOW, sandboxAt: START.epoch + 5, orders: 1, people: 0, faults: 1 },
      {
        name: 'two',
        savedAt: NOW + 1,
        sandboxAt: START.epoch + 5,
        orders: 2,
        people: 0,
        faults: 1,
      },
    ])
    // A used-up fault is not counted.
    await store.sandbox.addFault({ word: 'TIMEOUT', orders: 1 }, NOW, SERVICE)
    const countOf = async () => {
      assert.equal(await store.sandbox.saveSnapshot('two', NOW + 2, SERVICE), true)
      return (await store.sandbox.listSnapshots()).find(({ name }) => name === 'two')?.faults
    }
    assert.equal(await countOf(), 2)
    const now = (await store.sandbox.state()).generation
    assert.equal(await store.sandbox.meets({ id: 'F2', orders: 1 }, 'o1', now), true)
    assert.equal(await countOf(), 1)
    // A snapshot with the same name replaces the earlier one.
    await store.sandbox.reset(START, SERVICE)
    assert.equal(await store.sandbox.saveSnapshot('two', NOW + 2, SERVICE), true)
    assert.equal(await store.sandbox.restoreSnapshot('two', SERVICE), 'restored')
    assert.equal(await worldRows(database), '')
  })

  it('saves no world with a running order, and deletes a snapshot completely', async (t) => {
    const opened = await open(t)
    const { store, database, vault } = opened
    await store.sandbox.begin(NOW)
    await order(opened, 'o1')
    await store.orders.begin(newOrder(vault, 'o2'), [])
    assert.equal(await store.sandbox.saveSnapshot('one', NOW, SERVICE), false)
    assert.equal(await store.sandbox.restoreSnapshot('one', SERVICE), 'unknown')
    assert.equal(await store.orders.complete(completion(vault, 'o2')), true)
    assert.equal(await store.sandbox.saveSnapshot('one', NOW, SERVICE), true)
    assert.equal(await store.sandbox.deleteSnapshot('one', SERVICE), true)
    assert.equal(await store.sandbox.deleteSnapshot('one', SERVICE), false)
    for (const table of WORLD_TABLES) {
      const sql = `select * from saved_${table}`
      assert.deepEqual(await database.read({ sql, params: [] }), [], table)
    }
  })

  it('gives no fault the ID of a removed one, except in a world that starts again', async (t) => {
    const { store } = await open(t)
    const { sandbox } = store
    await sandbox.begin(NOW)
    const add = async () => (await sandbox.addFault({ word: 'FROZEN' }, NOW, SERVICE)).id
    assert.deepEqual(new Set(await Promise.all([add(), add()])), new Set(['F1', 'F2']))
    assert.equal(await sandbox.saveSnapshot('one', NOW, SERVICE), true)
    assert.equal(await sandbox.removeFaults(({ id }) => id === 'F2', SERVICE), 1)
    assert.equal(await add(), 'F3')
    assert.equal(await sandbox.removeFaults(() => true, SERVICE), 2)
    assert.equal(await add(), 'F4')
    assert.equal(await sandbox.restoreSnapshot('one', SERVICE), 'restored')
    assert.equal(await sandbox.removeFaults(() => true, SERVICE), 2)
    assert.equal(await add(), 'F3', 'the snapshot has the number of its last fault')
    await sandbox.reset(START, SERVICE)
    assert.equal(await add(), 'F1')
  })

  it('counts the orders that meet a fault, even when they arrive at once', async (t) => {
    const { store } = await open(t)
    await store.sandbox.begin(NOW)
    const asked = ['o1', 'o2', 'o3', 'o1', 'o4', 'o2', 'o5']
    const { meets } = store.sandbox
    const met = await Promise.all(asked.map((id) => meets({ id: 'F1', orders: 3 }, id, 0)))
    const orders = new Set(asked.filter((_, index) => met[index]))
    assert.equal(orders.size, 3)
    // All pulls of an order meet the fault, or none.
    for (const [index, id] of asked.entries()) assert.equal(met[index], orders.has(id), id)
    assert.equal(await meets({ id: 'F2', orders: 1 }, 'o5', 0), true)
    // A fault for every order is counted too.
    for (const id of ['o1', 'o2', 'o1']) assert.ok(await meets({ id: 'F3' }, id, 0))
    assert.deepEqual([...(await store.sandbox.usesOfFaults())].sort(), [
      ['F1', 3],
      ['F2', 1],
      ['F3', 2],
    ])
    // An order that is running during a reset uses up no fault of the next world.
    await store.sandbox.reset(START, SERVICE)
    for (const orders of [1, undefined]) await meets({ id: 'F1', orders }, 'o6', 0)
    assert.equal((await store.sandbox.usesOfFaults()).size, 0)
    assert.equal(await meets({ id: 'F1', orders: 1 }, 'o7', 1), true)
  })

  it('reserves numbers for several processes without overlap, and takes back the last ones', async (t) => {
    const { store } = await open(t)
    await store.sandbox.begin(NOW)
    const taken = await Promise.all([1, 2, 3].map(() => store.sandbox.takeNumbers(10, 0)))
    assert.deepEqual(taken.toSorted(), [0, 10, 20])
    await store.sandbox.returnNumbers(4, 10, 0)
    assert.equal(await store.sandbox.takeNumbers(10, 0), 30, 'others have taken numbers since')
    await store.sandbox.returnNumbers(33, 40, 0)
    assert.equal(await store.sandbox.takeNumbers(10, 0), 33)
  })
}
