/**
 * How long the console's lists, searches and figures take with many orders:
 * `node bench/lists.ts [orders] [postgres or its url] [hours]`. It fills an empty database with
 * orders of so many hours and writes nothing else; for `postgres` it starts a server of its own.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database, UnitStatement, Value } from '../src/store/engine/database.ts'
import { migrate } from '../src/store/engine/migrate.ts'
import { openPostgres } from '../src/store/engine/postgres.ts'
import { openSqlite } from '../src/store/engine/sqlite.ts'
import { masterKeyFromText } from '../src/store/sealing/master-key.ts'
import { openVault } from '../src/store/sealing/open-vault.ts'
import { openStore, type Store } from '../src/store/store.ts'
import { freshCounts } from '../test/store/fresh-counts.ts'

const HOUR_MS = 3_600_000
const [orders = '100000', engine = 'sqlite', hours = '24'] = process.argv.slice(2)
const ORDERS = Number(orders)
/** The end of an hour: the newest hour is as full as it gets. */
const NOW = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS - 1_000
const SPREAD_MS = Number(hours) * HOUR_MS
const BUREAUS = ['Equifax', 'Experian', 'TransUnion']
const WORDS = Array.from({ length: 500 }, () => new Uint8Array(randomBytes(16)))

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
  await fill(database)
  await count(store)
  await measure(store)
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

async function opened(): Promise<Database> {
  if (engine === 'sqlite') return openSqlite(join(folder, 'lists.db'))
  if (engine !== 'postgres') return openPostgres(engine)
  const { createDatabase } = await import('../test/support/postgres-server.ts')
  return openPostgres(await createDatabase())
}

type Rows = readonly Readonly<Record<string, Value>>[]

function insert(table: string, rows: Rows): UnitStatement {
  const names = Object.keys(rows[0] ?? {})
  const places = rows.map(
    (_, row) => `(${names.map((__, index) => `$${row * names.length + index + 1}`).join(', ')})`,
  )
  const sql = `insert into ${table} (${names.join(', ')}) values ${places.join(', ')}`
  return { sql, params: rows.flatMap((row) => Object.values(row)) }
}

async function fill(into: Database): Promise<void> {
  const sealed = new Uint8Array(randomBytes(2_000))
  for (let first = 0; first < ORDERS; first += 200) {
    const indexes = Array.from({ length: Math.min(200, ORDERS - first) }, (_, at) => first + at)
    const made = indexes.map((index) => order(index, sealed))
    const tables = ['orders', 'pulls', 'charges', 'order_search', 'uncounted'] as const
    await into.commit(
      tables.map((table) =>
        insert(
          table,
          made.flatMap((each) => each[table]),
        ),
      ),
    )
  }
}

function order(
  index: number,
  sealed: Uint8Array,
): Readonly<Record<'orders' | 'pulls' | 'charges' | 'order_search' | 'uncounted', Rows>> {
  const id = `O${String(index).padStart(9, '0')}`
  const at = NOW - SPREAD_MS + Math.floor((index / ORDERS) * SPREAD_MS)
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

/** Counts all orders, as the job does with those that have just ended. */
async function count(store: Store): Promise<void> {
  const begun = performance.now()
  while (await store.statistics.update(NOW));
  const usEach = ((performance.now() - begun) * 1_000) / ORDERS
  console.log(`counting an order for the statistics: ${usEach.toFixed(0)} µs`)
}

async function measure(store: Store): Promise<void> {
  const page = { limit: 26 }
  const hour = Math.floor(NOW / HOUR_MS) + 1
  const day = { from: hour - 24, to: hour }
  const far = { id: 'O000000100', receivedAt: NOW - SPREAD_MS + 100_000 }
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    'first page': () => store.orders.list({}, page),
    'last page': () => store.orders.list({}, { ...page, before: far }),
    'page by account and state': () =>
      store.orders.list({ account: 'lender', state: 'failed' }, page),
    'page of a code that no order has': () => store.orders.list({ code: 'E103' }, page),
    'page of a rare outcome': () =>
      store.orders.list({ outcome: 'NoFileReturnedCreditFreeze' }, page),
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
