/**
 * Measures whether a second service on the same PostgreSQL is worthwhile: the CPU time of an order
 * with one service and with two, and how often a statement waits for a lock of another.
 *
 * Run: node bench/replicas.ts [--orders 4000] [--connections 16] [--postgres-url URL]
 * With a URL, the database must be empty before each run, and only two services are measured.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { generateLoad } from '../test/proofs/support/load.ts'
import { type ServerProcess, startProcess, threadTimes } from './process.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '4000' },
    connections: { type: 'string', default: '16' },
    'postgres-url': { type: 'string' },
  },
})
const orders = Number(values.orders)
const connections = Number(values.connections)
const WARM_ORDERS = Math.ceil(orders / 4)
const SECONDS_MAX = 600
const CHECK_EVERY_MS = 10
let borrowers = 0

/** The observed states of the sessions of the services. */
interface Seen {
  busy: number
  /**
   * Sessions that wait for a lock of another transaction: on a row, a table or an advisory lock.
   */
  waiting: number
}

const ACTIVITY = `select count(*)::int as busy,
    count(*) filter (where wait_event_type = 'Lock')::int as waiting
  from pg_stat_activity
  where application_name = 'trimerge' and state <> 'idle' and datname = current_database()`

/** Samples the sessions repeatedly. The returned function stops this and returns the counts. */
function watchLocks(client: pg.Client): () => Promise<Seen> {
  const seen: Seen = { busy: 0, waiting: 0 }
  let round = Promise.resolve()
  const timer = setInterval(() => {
    round = round.then(async () => {
      const { rows } = await client.query<Seen>(ACTIVITY)
      seen.busy += rows[0]?.busy ?? 0
      seen.waiting += rows[0]?.waiting ?? 0
    })
  }, CHECK_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await round
    return seen
  }
}

function cpuMsOf(servers: readonly ServerProcess[]): number {
  const times = servers.flatMap(({ pid }) => [...threadTimes(pid).values()])
  return times.reduce((sum, ms) => sum + ms, 0)
}

/**
 * Places `ordersMax` orders in total, at all servers at once. Returns the number that returned a
 * report.
 */
async function load(
  servers: readonly ServerProcess[],
  authorization: string,
  ordersMax: number,
): Promise<number> {
  const each = Math.ceil(ordersMax / servers.length)
  const loads = servers.map(({ address }) => {
    borrowers += 5_000_000
    return generateLoad({
      address,
      authorization,
      seconds: SECONDS_MAX,
      ordersMax: each,
      connections: Math.ceil(connections / servers.length),
      firstBorrower: borrowers,
    })
  })
  const heard = (await Promise.all(loads)).flatMap((one) => one.heard)
  return heard.filter(([status]) => status === 200).length
}

async function measure(replicas: number, url: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-bench-'))
  const key = randomBytes(32).toString('hex')
  const servers: ServerProcess[] = []
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (let index = 0; index < replicas; index++) {
      const data = join(folder, `data-${index}`)
      const settings = {
        port: 0,
        data,
        'database-url': url,
        'master-key': key,
        'log-level': 'warn',
      }
      const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`])
      servers.push(await startProcess('src/main.ts', ['serve', ...flags]))
    }
    const file = join(folder, 'data-0', 'sandbox-credentials.json')
    const { account } = JSON.parse(readFileSync(file, 'utf8'))
    const authorization = `Basic ${Buffer.from(`${account.name}:${account.secret}`).toString('base64')}`
    // Each service gets the same number of orders, to warm up and to measure, regardless of the
    // number of services.
    await load(servers, authorization, WARM_ORDERS * replicas)
    const stopWatch = watchLocks(client)
    const before = cpuMsOf(servers)
    const begun = performance.now()
    const done = await load(servers, authorization, orders * replicas)
    const seconds = (performance.now() - begun) / 1_000
    const cpuMs = (cpuMsOf(servers) - before) / done
    const { busy, waiting } = await stopWatch()
    const share = ((100 * waiting) / Math.max(1, busy)).toFixed(2)
    const figures = [cpuMs.toFixed(2), (done / seconds).toFixed(0), `${share} % of ${busy}`]
    console.log(`| ${[replicas, done, ...figures].join(' | ')} |`)
    return cpuMs
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await client.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

console.log(`${availableParallelism()} cores, Node ${process.version}, ${connections} connections`)
console.log('| services | orders | CPU ms each | a second | sessions that wait for a lock |')
console.log('|---|---|---|---|---|')
const given = values['postgres-url']
if (given !== undefined) await measure(2, given)
else {
  const { createDatabase } = await import('./postgres.ts')
  const one = await measure(1, await createDatabase())
  const two = await measure(2, await createDatabase())
  console.log(`with two services, an order takes ${(two / one).toFixed(2)} times the CPU time`)
}
