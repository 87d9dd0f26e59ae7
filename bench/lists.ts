/**
 * Measures how long the console's lists, searches and figures take with many orders: `node
 * bench/lists.ts [orders] [postgres or its URL] [hours]`. It fills an empty database with orders
 * spread over the given number of hours, and writes nothing else. For `postgres` it starts its own
 * server.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUREAUS } from '../src/documents/tables/enumerations.ts'
import type { Database, UnitStatement, Value } from '../src/store/engine/database.ts'
import { migrate } from '../src/store/engine/migrate.ts'
import { openPostgres } from '../src/store/engine/postgres.ts'
import { openSqlite } from '../src/store/engine/sqlite.ts'
import { masterKeyFromText } from '../src/store/sealing/master-key.ts'
import { openVault } from '../src/store/sealing/open-vault.ts'
import type { Vault } from '../src/store/sealing/vault.ts'
import { openStore, type Store } from '../src/store/store.ts'
import { freshCounts } from '../test/store/fresh-counts.ts'

const HOUR_MS = 3_600_000
const [orders = '100000', engine = 'sqlite', hours = '24'] = process.argv.slice(2)
const ORDERS = Number(orders)
/**
 * The number of generated orders. The others are SQL copies of these, which are faster to insert.
 */
const UNIQUE_ORDERS = Math.min(ORDERS, 10_000)
/** The end of an hour, so that the newest hour is full. */
const NOW = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS - 1_000
const SPREAD_MS = Number(hours) * HOUR_MS
const WORDS = Array.from({ length: 500 }, () => new Uint8Array(randomBytes(16)))

const TABLES = ['orders', 'pulls', 'charges', 'order_search', 'uncounted', 'order_keys'] as const

/**
 * The columns in which copied rows differ from the originals, by table. `$1` is the number of the
 * copy.
 */
const COPIED_COLUMNS = {
  orders: {
    id: "id || '-' || $1",
    received_at: 'received_at - $1',
    finished_at: 'finished_at - $1',
  },
  pulls: {
    id: "id || '-' || $1",
    order_id: "order_id || '-' || $1",
    received_at: 'received_at - $1',
    started_at: 'started_at - $1',
  },
  charges: {
    id: "id || '-' || $1",
    order_id: "order_id || '-' || $1",
    charged_at: 'charged_at - $1',
  },
  order_search: { order_id: "order_id || '-' || $1", received_at: 'received_at - $1' },
  uncounted: { order_id: "order_id || '-' || $1" },
} as const

const folder = mkdtempSync(join(tmpdir(), 'trimerge-lists-'))
const database = await opened()
try {
  await migrate(database, NOW)
  const vault = await openVault(database, [masterKeyFromText('11'.repeat(32))], NOW)
  const store = openStore(database, vault, { now: () => NOW, anchor: () => undefined })
  await store.accounts.create(
    { name: 'lender', profile: {}, createdAt: NOW },
    { id: 's', hash: vault.secretHash('s'), createdAt: NOW },
    { kind: 'command', name: 'bench' },
  )
  await fill(database, vault)
  await multiply(database, order(0, new Uint8Array(8), vault, ''))
  await count(store)
  await measure(store)
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

async function opened(): Promise<Database> {
  if (engine === 'sqlite') return openSqlite(join(folder, 'lists.db'))
  if (engine !== 'postgres') return openPostgres(engine)
  const { createDatabase } = await import('./postgres.ts')
  return openPostgres(await createDatabase())
}

type Table = (typeof TABLES)[number]
type OrderRows = Readonly<Record<Table, Rows>>
type Rows = readonly Readonly<Record<string, Value>>[]

function insert(table: string, rows: Rows): UnitStatement {
  const names = Object.keys(rows[0] ?? {})
  const places = rows.map(
    (_, row) => `(${names.map((__, index) => `$${row * names.length + index + 1}`).join(', ')})`,
  )
  const sql = `insert into ${table} (${names.join(', ')}) values ${places.join(', ')}`
  return { sql, params: rows.flatMap((row) => Object.values(row)) }
}

async function fill(into: Database, vault: Vault): Promise<void> {
  const keyId = vault.newDataKey({ id: '', account: '' }).wrapped.keyId
  const sealed = new Uint8Array(randomBytes(2_000))
  for (let first = 0; first < UNIQUE_ORDERS; first += 200) {
    const indexes = Array.from(
      { length: Math.min(200, UNIQUE_ORDERS - first) },
      (_, at) => first + at,
    )
    const made = indexes.map((index) => order(index, sealed, vault, keyId))
    await into.commit(
      TABLES.map((table) =>
        insert(
          table,
          made.flatMap((each) => each[table]),
        ),
      ),
    )
  }
}

function idOf(index: number): string {
  return `O${String(index).padStart(9, '0')}`
}

/** Copies the generated orders until the database has the requested number. */
async function multiply(into: Database, made: OrderRows): Promise<void> {
  for (let copy = 1; copy < ORDERS / UNIQUE_ORDERS; copy++) {
    const unit = Object.entries(COPIED_COLUMNS).map(([table, changed]) => {
      const columns = Object.keys(made[table as Table][0] ?? {})
      const values = columns.map((name) => (changed as Record<string, string>)[name] ?? name)
      const own = table === 'pulls' || table === 'charges' || table === 'orders' ? 'id' : 'order_id'
      const sql = `insert into ${table} (${columns.join(', ')})
        select ${values.join(', ').replaceAll('$1', String(copy))} from ${table}
        where ${own} not like '%-%'`
      return { sql, params: [] }
    })
    await into.commit(unit)
  }
}

function order(index: number, sealed: Uint8Array, vault: Vault, keyId: string): OrderRows {
  const id = idOf(index)
  const at = NOW - SPREAD_MS + Math.floor((index / UNIQUE_ORDERS) * SPREAD_MS)
  const failed = index % 50 === 0
  return {
    orders: [
      {
        id,
        account: 'lender',
        operation: index % 3 === 0 ? 'mortgage_only' : 'credit_report',
        action: 'Submit',
        state: failed ? 'failed' : 'done',
        received_at: at,
        finished_at: at + 20 + (index % 400),
        fingerprint: randomBytes(16),
        body_bytes: 2_500,
        code: failed ? 'E001' : null,
        faults: '[]',
        notes: '[]',
        sent: sealed,
        understood: sealed,
        answer: sealed,
      },
    ],
    pulls: BUREAUS.map((bureau) => ({
      id: `${id}${bureau}`,
      order_id: id,
      account: 'lender',
      received_at: at,
      bureau,
      borrower_position: 1,
      hard: 1,
      purpose: 'credit',
      end_user: 'lender',
      ssn_index: randomBytes(32),
      state: 'answered',
      started_at: at,
      finished_at: at + 15,
      outcome: index % 5_000 === 7 ? 'NoFileReturnedCreditFreeze' : 'FileReturned',
    })),
    uncounted: [{ order_id: id }],
    order_keys: [
      {
        order_id: id,
        key_id: keyId,
        wrapped: sealed.subarray(0, 61),
        sealed_at: at,
        who: vault.sealListed(
          { id, account: 'lender' },
          Buffer.from('[{"name":"A B","ssn":"•••-••-0001"}]'),
        ),
      },
    ],
    charges: [
      {
        id,
        order_id: id,
        kind: 'new',
        account: 'lender',
        amount_cents: 4_200,
        items: '[]',
        charged_at: at,
      },
    ],
    order_search: [index % 500, (index * 7 + 1) % 500].map((word, place) => ({
      order_id: id,
      account: 'lender',
      received_at: at,
      token: place === 0 ? (WORDS[word] ?? sealed) : new Uint8Array(randomBytes(16)),
    })),
  }
}

/** Counts all orders, as the job does with orders that have just ended. */
async function count(store: Store): Promise<void> {
  const begun = performance.now()
  while (await store.statistics.update(NOW));
  const microsecondsEach = ((performance.now() - begun) * 1_000) / ORDERS
  console.log(`counting an order for the statistics: ${microsecondsEach.toFixed(0)} µs`)
}

async function measure(store: Store): Promise<void> {
  const page = { limit: 26 }
  const hour = Math.floor(NOW / HOUR_MS) + 1
  const day = { from: hour - 24, to: hour }
  const far = { id: 'O000000100', receivedAt: NOW - SPREAD_MS + 100_000 }
  const ids = Array.from({ length: 25 }, (_, index) => idOf(UNIQUE_ORDERS - 1 - index))
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    'first page': () => store.orders.list({}, page),
    'last page': () => store.orders.list({}, { ...page, before: far }),
    'page by account and state': () =>
      store.orders.list({ account: 'lender', state: 'failed' }, page),
    'page of a code that no order has': () => store.orders.list({ code: 'E103' }, page),
    'page of a rare outcome': () =>
      store.orders.list({ outcome: 'NoFileReturnedCreditFreeze' }, page),
    'page of a rare outcome of a bureau': () =>
      store.orders.list({ bureau: 'Equifax', outcome: 'NoFileReturnedCreditFreeze' }, page),
    'page of an outcome that no order has': () =>
      store.orders.list({ outcome: 'NotMade', account: 'lender' }, page),
    'page of a bureau': () => store.orders.list({ bureau: 'Experian' }, page),
    'page of a bureau that no order has': () => store.orders.list({ bureau: 'None' }, page),
    'page of a state that no order has': () => store.orders.list({ state: 'rejected' }, page),
    'page of running orders': () => store.orders.list({ state: 'running' }, page),
    'what a page shows beside the orders': () =>
      Promise.all([
        store.ledger.pullsOf(ids),
        store.ledger.chargesOf(ids),
        store.orders.listedOf(ids),
      ]),
    'what changed since a look': () =>
      store.orders.listChanges({
        scopes: [undefined],
        from: NOW - 10_000,
        ordersMax: 25,
        ids: ids.slice(0, 5),
      }),
    'search for a name of 200 orders': () =>
      store.orders.search([WORDS[3] as Uint8Array], {}, page),
    'search for a name that no order has': () =>
      store.orders.search([new Uint8Array(16)], {}, page),
    'statistics of 24 hours': () => store.statistics.between(day, undefined),
    'statistics of 24 hours of an account': () => store.statistics.between(day, 'lender'),
    'statistics of 31 days': () =>
      store.statistics.between({ ...day, from: hour - 744 }, undefined),
    'the same of 24 hours, counted afresh': () => freshCounts(database, day, undefined),
  }
  console.log(`${ORDERS} orders of ${hours} hours, ${database.engine}`)
  for (const [title, call] of Object.entries(calls)) {
    const took: number[] = []
    for (let run = 0; run < 5; run++) {
      const begun = performance.now()
      await call()
      took.push(performance.now() - begun)
    }
    const [first = 0] = took
    const median = took.sort((one, other) => one - other)[2] ?? 0
    console.log(`${title.padEnd(38)} first ${first.toFixed(1)} ms, median ${median.toFixed(1)} ms`)
  }
}
