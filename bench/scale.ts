/**
 * Measures what grows with the number of stored orders. For each size it places a few hundred
 * orders through a service, fills its database with copies of them over 25 months (`scale-fill.ts`
 * says how they differ), and starts the service again. It then measures from outside: the start,
 * lists and searches of the console, orders compared with those of an empty database, the live
 * console, and orders while a month is purged.
 *
 * Run: node bench/scale.ts [--orders 20000,200000] [--postgres | --postgres-url URL]
 *   [--load 1500] [--per-second 20] [--folder DIR] [--no-load] [--no-purge]
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { SandboxCredentials } from '../src/app/first-start.ts'
import type { Database } from '../src/store/engine/database.ts'
import { openPostgres } from '../src/store/engine/postgres.ts'
import { openSqlite } from '../src/store/engine/sqlite.ts'
import { masterKeysFromFile } from '../src/store/sealing/master-key.ts'
import { openVault } from '../src/store/sealing/open-vault.ts'
import { openStore, type Store } from '../src/store/store.ts'
import { DAY_MS } from '../src/time.ts'
import { generateLoad, quantileOf } from '../test/proofs/support/load.ts'
import { type ServerProcess, startProcess, threadTimes } from './process.ts'
import { fill } from './scale-fill.ts'
import { measureLists, measureLive, sessionOf } from './scale-lists.ts'
import { authorizationOf, placeOrders } from './scale-orders.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '20000,200000' },
    postgres: { type: 'boolean', default: false },
    'postgres-url': { type: 'string' },
    load: { type: 'string', default: '1500' },
    'per-second': { type: 'string', default: '20' },
    folder: { type: 'string', default: tmpdir() },
    'no-load': { type: 'boolean', default: false },
    'no-purge': { type: 'boolean', default: false },
  },
})
const LOAD_ORDERS = Number(values.load)
const PER_SECOND = Number(values['per-second'])
const MONTHS = 25
const CONNECTIONS = 8

/** A data folder and its database, which services of the benchmark use one after the other. */
interface Place {
  readonly data: string
  readonly url: string
}

async function withStore(
  { data, url }: Place,
  work: (
    store: Store,
    database: Database,
    vault: Awaited<ReturnType<typeof openVault>>,
  ) => Promise<void>,
): Promise<void> {
  const database = await (url === '' ? openSqlite(join(data, 'trimerge.db')) : openPostgres(url))
  try {
    const keys = masterKeysFromFile(join(data, 'master.key'))
    const vault = await openVault(database, keys, Date.now())
    const store = openStore(database, vault, { now: Date.now, anchor: () => undefined })
    await work(store, database, vault)
  } finally {
    await database.close()
  }
}

/** Starts a service. Returns it, and the milliseconds until it listens. */
async function started({ data, url }: Place, ...more: string[]): Promise<[ServerProcess, number]> {
  const flags = ['serve', '--port', '0', '--data', data, '--log-level', 'warn', ...more]
  if (url !== '') flags.push('--database-url', url)
  const begun = performance.now()
  const server = await startProcess('src/main.ts', flags)
  return [server, performance.now() - begun]
}

function credentialsOf({ data }: Place): SandboxCredentials {
  return JSON.parse(readFileSync(join(data, 'sandbox-credentials.json'), 'utf8'))
}

/**
 * Fills the database. The sandbox account has a quarter of all orders. Twenty lenders share the
 * rest, and the last of them has one in a thousand.
 */
async function fillPlace(place: Place, orders: number): Promise<void> {
  const [server] = await started(place)
  await placeOrders(server.address, credentialsOf(place))
  await server.stop()
  const shares = new Map([['sandbox', 0.25]])
  const now = Date.now()
  await withStore(place, async (store, database, vault) => {
    while (await store.statistics.update(now));
    for (let number = 1; number <= 20; number++) {
      const name = `lender-${String(number).padStart(2, '0')}`
      const secret = { id: `${name}-1`, hash: vault.secretHash(name), createdAt: now }
      const by = { kind: 'command', name: 'bench' } as const
      await store.accounts.create({ name, profile: {}, createdAt: now }, secret, by)
      shares.set(name, number === 20 ? 0.001 : 0.75 / 20)
    }
    await store.audit.seal()
    const to = now - 10_000
    const from = to - MONTHS * 30.4 * DAY_MS + 2 * DAY_MS
    if (place.url === '') await database.close()
    await fill({ place: placeOfFill(place), orders, vault, accounts: shares, from, to })
  })
  await withStore(place, async (store) => {
    while (await store.statistics.update(now));
  })
}

const LIVE_PER_SECOND = 100
const LIVE_SECONDS = 10

async function measureConsole(server: ServerProcess, place: Place, orders: number): Promise<void> {
  const session = await sessionOf(server, credentialsOf(place))
  await measureLists(server, session, orders)
  let filled = orders
  const arrive = () =>
    withStore(place, async (_, __, vault) => {
      await fill({
        place: placeOfFill(place),
        orders: LIVE_PER_SECOND * LIVE_SECONDS,
        vault,
        accounts: new Map([['sandbox', 1]]),
        from: Date.now(),
        to: Date.now(),
        live: { filled, perSecond: LIVE_PER_SECOND },
      })
      filled += LIVE_PER_SECOND * LIVE_SECONDS
    })
  const live = await measureLive(server, session, arrive)
  console.log(`  live console at ${LIVE_PER_SECOND} orders a second: ${live}`)
}

function placeOfFill({ data, url }: Place): string {
  return url === '' ? join(data, 'trimerge.db') : url
}

let borrowers = 20_000_000

/**
 * Returns the CPU milliseconds per order by thread, and the median and p99 at a steady rate of
 * arrivals.
 */
async function measureOrders(server: ServerProcess, place: Place): Promise<string> {
  const authorization = authorizationOf(credentialsOf(place))
  const next = () => {
    borrowers += 1_000_000
    return { address: server.address, authorization, firstBorrower: borrowers }
  }
  const saturating = { ...next(), connections: CONNECTIONS, seconds: 600 }
  await generateLoad({ ...saturating, ordersMax: LOAD_ORDERS })
  const before = threadTimes(server.pid)
  const { heard } = await generateLoad({ ...saturating, ...next(), ordersMax: LOAD_ORDERS })
  const done = heard.filter(([status]) => status === 200).length
  const cpu = [...threadTimes(server.pid)].map(
    ([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / done] as const,
  )
  const total = cpu.reduce((sum, [, ms]) => sum + ms, 0).toFixed(2)
  const threads = cpu.filter(([, ms]) => ms > 0.05).map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
  return `${total} ms of CPU an order (${threads.join(', ')}); ${await steady(server, place, 15)}`
}

/** Measures orders that arrive at a steady rate. */
async function steady(server: ServerProcess, place: Place, seconds: number): Promise<string> {
  borrowers += 1_000_000
  const { heard, unsent } = await generateLoad({
    address: server.address,
    authorization: authorizationOf(credentialsOf(place)),
    firstBorrower: borrowers,
    connections: 64,
    perSecond: PER_SECOND,
    seconds,
  })
  const good = heard.filter(([status]) => status === 200).map(([, , ms]) => ms)
  const failed = heard.length - good.length + unsent
  const [p50, p99] = [0.5, 0.99].map((part) => quantileOf(good, part).toFixed(1))
  return `at ${PER_SECOND}/s p50 ${p50} ms, p99 ${p99} ms${failed > 0 ? `, ${failed} FAILED` : ''}`
}

/** Measures orders at a steady rate, with and without a concurrent purge of the oldest month. */
async function measurePurge(place: Place): Promise<void> {
  const seconds = 20
  const [before] = await started(place)
  await steady(before, place, 5)
  console.log(`  without a purge: ${await steady(before, place, seconds)}`)
  await before.stop()
  await makePurgeDue(place)
  const retention = ['--report-retention-months', String(MONTHS - 1)]
  const [during] = await started(place, ...retention)
  await steady(during, place, 5)
  console.log(`  while a month is set aside: ${await steady(during, place, seconds)}`)
  await during.stop()
  console.log(`    ${await purged(place)}`)
  await makePurgeDue(place)
  const gone = [
    ...retention,
    '--purge-grace-days',
    '0',
    '--inquiry-retention-months',
    String(MONTHS - 1),
  ]
  const [after] = await started(place, ...gone)
  await steady(after, place, 5)
  console.log(`  while a month is destroyed: ${await steady(after, place, seconds)}`)
  await after.stop()
  console.log(`    ${await purged(place)}`)
}

async function makePurgeDue(place: Place): Promise<void> {
  await withStore(place, async (_, database) => {
    const sql = "update jobs set due_at = 0, lease_until = 0 where name = 'retention'"
    await database.commit([
      { sql, params: [] },
      // The next purge destroys only keys that an ended purge has set aside, so this marks all
      // purges as ended.
      { sql: 'update purges set ended_at = begun_at + 1 where ended_at is null', params: [] },
    ])
  })
}

/** Returns the progress of the last purge until the service stopped. */
async function purged(place: Place): Promise<string> {
  let text = ''
  await withStore(place, async (store, database) => {
    const [last] = await store.retention.purges(1)
    const [aside] = await database.read({
      sql: 'select count(*) as n from set_aside_keys',
      params: [],
    })
    const { orders = 0, reports = 0, inquiries = 0, endedAt } = last ?? {}
    const state = endedAt === undefined ? 'so far' : 'to its end'
    text = `${orders} orders with ${reports} reports, ${inquiries} inquiries ${state}; ${aside?.n} keys are set aside`
  })
  return text
}

const SIZES = {
  sqlite: `select tbl_name as name, sum(pgsize) as bytes
    from dbstat d join sqlite_schema s on s.name = d.name where aggregate = 1 group by 1`,
  postgres: `select relname as name, pg_total_relation_size(oid)::bigint as bytes from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
} as const

/** Returns the bytes per order of each table with its indexes, the largest first. */
async function sizesOf(place: Place, orders: number): Promise<string> {
  let text = ''
  await withStore(place, async (_, database) => {
    const rows = await database.read<{ name: string; bytes: number }>({
      sql: `${SIZES[database.engine]} order by 2 desc`,
      params: [],
    })
    const total = rows.reduce((sum, { bytes }) => sum + bytes, 0)
    const each = rows
      .filter(({ bytes }) => bytes / orders > 10)
      .map(({ name, bytes }) => `${name} ${(bytes / orders).toFixed(0)}`)
    text = `${(total / 2 ** 30).toFixed(2)} GiB; bytes an order: ${each.join(', ')}`
  })
  return text
}

async function placeOf(): Promise<Place> {
  mkdirSync(values.folder, { recursive: true })
  const data = mkdtempSync(join(values.folder, 'trimerge-scale-'))
  const given = values['postgres-url']
  if (given !== undefined) return { data, url: given }
  if (!values.postgres) return { data, url: '' }
  const { createDatabase } = await import('./postgres.ts')
  return { data, url: await createDatabase() }
}

async function measure(orders: number): Promise<void> {
  const place = await placeOf()
  try {
    const filling = performance.now()
    if (orders > 0) await fillPlace(place, orders)
    const seconds = ((performance.now() - filling) / 1_000).toFixed(0)
    console.log(`\n${orders} orders${orders > 0 ? `, filled in ${seconds} s` : ''}`)
    if (orders > 0) console.log(`  ${await sizesOf(place, orders)}`)
    const [server, startMs] = await started(place)
    const load = loadavg()[0]?.toFixed(1)
    console.log(`  start ${startMs.toFixed(0)} ms; load of the machine ${load}`)
    if (orders > 0) await measureConsole(server, place, orders)
    if (!values['no-load']) console.log(`  ${await measureOrders(server, place)}`)
    await server.stop()
    if (orders > 0 && !values['no-purge']) await measurePurge(place)
  } finally {
    rmSync(place.data, { recursive: true, force: true })
  }
}

// On exit, the servers of the benchmark end too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

console.log(`${availableParallelism()} cores, ${cpus()[0]?.model ?? ''}, Node ${process.version}`)
if (!values['no-load']) await measure(0)
for (const orders of values.orders.split(',')) await measure(Number(orders))
