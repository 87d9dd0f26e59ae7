/**
 * How long the console's lists, searches and figures take with many orders:
 * `node bench/lists.ts [orders] [postgres url]`. It fills an empty database and writes nothing else.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database, UnitStatement, Value } from '../src/store/database.ts'
import { openVault } from '../src/store/keys.ts'
import { masterKeyFromText } from '../src/store/master-key.ts'
import { migrate } from '../src/store/migrate.ts'
import { openPostgres } from '../src/store/postgres.ts'
import { openSqlite } from '../src/store/sqlite.ts'
import { openStore, type Store } from '../src/store/store.ts'

const [count = '100000', url] = process.argv.slice(2)
const ORDERS = Number(count)
const NOW = Date.now()
/** All within the longest overview, most of them in its hours. */
const SPREAD_MS = 24 * 3_600_000
const BUREAUS = ['Equifax', 'Experian', 'TransUnion']
const WORDS = Array.from({ length: 500 }, () => new Uint8Array(randomBytes(16)))

const folder = mkdtempSync(join(tmpdir(), 'trimerge-lists-'))
const database = await (url === undefined
  ? openSqlite(join(folder, 'lists.db'))
  : openPostgres(url))
try {
  await migrate(database, NOW)
  const vault = await openVault(database, [masterKeyFromText('11'.repeat(32))], NOW)
  const store = openStore(database, vault, { now: () => NOW, anchor: () => undefined })
  await store.createAccount(
    { name: 'lender', profile: {}, createdAt: NOW },
    { id: 's', hash: vault.secretHash('s'), createdAt: NOW },
    { kind: 'command', name: 'bench' },
  )
  await fill(database)
  await measure(store)
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

function insert(table: string, values: Readonly<Record<string, Value>>): UnitStatement {
  const names = Object.keys(values)
  const places = names.map((_, index) => `$${index + 1}`)
  const sql = `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`
  return { sql, params: Object.values(values) }
}

async function fill(into: Database): Promise<void> {
  const sealed = new Uint8Array(randomBytes(2_000))
  for (let first = 0; first < ORDERS; first += 200) {
    const unit: UnitStatement[] = []
    for (let index = first; index < Math.min(first + 200, ORDERS); index++) {
      unit.push(...order(index, sealed))
    }
    await into.commit(unit)
  }
}

function order(index: number, sealed: Uint8Array): UnitStatement[] {
  const id = `O${String(index).padStart(9, '0')}`
  const at = NOW - SPREAD_MS + Math.floor((index / ORDERS) * SPREAD_MS)
  const failed = index % 50 === 0
  return [
    insert('orders', {
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
    }),
    ...BUREAUS.map((bureau) =>
      insert('pulls', {
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
      }),
    ),
    insert('charges', {
      id,
      order_id: id,
      kind: 'new',
      account: 'lender',
      amount_cents: 4_200,
      items: '[]',
      charged_at: at,
    }),
    ...[index % 500, (index * 7 + 1) % 500].map((word, place) =>
      insert('order_search', {
        order_id: id,
        account: 'lender',
        received_at: at,
        token: place === 0 ? (WORDS[word] ?? sealed) : new Uint8Array(randomBytes(16)),
      }),
    ),
  ]
}

async function measure(store: Store): Promise<void> {
  const page = { limit: 26 }
  const hour = Math.floor(NOW / 3_600_000) + 1
  const far = { id: 'O000000100', receivedAt: NOW - SPREAD_MS + 100_000 }
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    'first page': () => store.listFiltered({}, page),
    'last page': () => store.listFiltered({}, { ...page, before: far }),
    'page by account and state': () =>
      store.listFiltered({ account: 'lender', state: 'failed' }, page),
    'page of a code that no order has': () => store.listFiltered({ code: 'E103' }, page),
    'page of a rare outcome': () =>
      store.listFiltered({ outcome: 'NoFileReturnedCreditFreeze' }, page),
    'search for a name of 200 orders': () => store.searchOrders([WORDS[3] as Uint8Array], {}, page),
    'search for a name that no order has': () => store.searchOrders([new Uint8Array(16)], {}, page),
    'figures of 24 hours, none kept': () => store.figures({ from: hour - 24, to: hour }, undefined),
    'figures of the last two hours': () => store.figures({ from: hour - 2, to: hour }, undefined),
  }
  console.log(`${ORDERS} orders, ${url === undefined ? 'SQLite' : 'PostgreSQL'}`)
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
