/**
 * Measures the cost of an order and the throughput of a service. In the same run, measures servers
 * that do almost nothing: a bare Fastify server with responses of the same size, and, if it is
 * installed, a static templated mock. The load comes from a separate process.
 *
 * Run: npm run bench -- [--seconds 10] [--warm 5000] [--connections 16] [--postgres]
 * [--postgres-url URL]
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateLoad, type LoadHeard, quantileOf } from '../test/proofs/support/load.ts'
import { startMock } from './mock.ts'
import {
  peakMemoryMiB,
  type ServerProcess,
  startProcess,
  threadTimes,
  type Written,
  writtenBy,
} from './process.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    warm: { type: 'string', default: '5000' },
    connections: { type: 'string', default: '16' },
    postgres: { type: 'boolean', default: false },
    'postgres-url': { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const warmOrders = Number(values.warm)
const connections = Number(values.connections)

let borrowers = 0

/** Generates a load. Two loads never share a borrower, unless the plan sets `firstBorrower`. */
function loaded(
  address: string,
  authorization: string,
  plan: {
    seconds: number
    connections: number
    ordersMax?: number
    perSecond?: number
    withoutDocument?: boolean
    firstBorrower?: number
  },
): Promise<LoadHeard> {
  return generateLoad({ address, authorization, firstBorrower: newBorrowers(), ...plan })
}

function newBorrowers(): number {
  borrowers += 1_000_000
  return borrowers
}

/** The measurements of a server under a load. */
interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly done: number
  readonly failed: number
  readonly answerBytes: number
  /** Milliseconds of CPU per order, by thread. */
  readonly cpu: ReadonlyMap<string, number>
  /** The share of a core that the load generator used. */
  readonly generatorCores: number
  /** The bytes and calls written per order. */
  readonly written: Written
}

async function measure(
  server: ServerProcess,
  authorization: string,
  plan: Parameters<typeof loaded>[2],
): Promise<Measured> {
  const before = threadTimes(server.pid)
  const writtenBefore = writtenBy(server.pid)
  const startedAt = performance.now()
  const { heard, unsent, answerBytes, cpuMs } = await loaded(server.address, authorization, plan)
  const tookMs = performance.now() - startedAt
  const written = writtenBy(server.pid)
  const good = heard.filter(([status]) => status === 200)
  const latencies = good.map(([, , ms]) => ms)
  const cpu = [...threadTimes(server.pid)].map(
    ([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / good.length] as const,
  )
  return {
    perSecond: good.length / plan.seconds,
    p50: quantileOf(latencies, 0.5),
    p99: quantileOf(latencies, 0.99),
    done: good.length,
    failed: heard.length - good.length + unsent,
    answerBytes,
    cpu: new Map(cpu),
    generatorCores: cpuMs / tookMs,
    written: {
      bytes: (written.bytes - writtenBefore.bytes) / good.length,
      calls: (written.calls - writtenBefore.calls) / good.length,
    },
  }
}

const rows: string[] = []
function report(what: string, found: Measured): void {
  const total = [...found.cpu.values()].reduce((sum, ms) => sum + ms, 0)
  const threads = [...found.cpu]
    .filter(([, ms]) => ms > 0.02)
    .sort(([, one], [, other]) => other - one)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
  const figures = [found.perSecond.toFixed(0), found.p50.toFixed(1), found.p99.toFixed(1)]
  const line = [what, ...figures, total.toFixed(2), threads.join(', ')].join(' | ')
  rows.push(`| ${line} |`)
  const generator = `the generator used ${found.generatorCores.toFixed(2)} of a core`
  const { bytes, calls } = found.written
  const written = `${calls.toFixed(0)} writes of ${(bytes / 1024).toFixed(0)} KiB`
  console.log(
    `${line} (${written}, ${generator}${found.failed > 0 ? `, ${found.failed} failed` : ''})`,
  )
}

/**
 * Measures services on new databases. `newDatabase` returns the URL of a database, or an empty text
 * for SQLite.
 */
async function service(engine: string, newDatabase: () => Promise<string>): Promise<void> {
  for (const withoutDocument of [true, false]) {
    const databaseUrl = await newDatabase()
    const data = mkdtempSync(join(tmpdir(), 'trimerge-bench-'))
    const flags = ['serve', '--port', '0', '--data', data, '--log-level', 'warn']
    if (databaseUrl !== '') flags.push('--database-url', databaseUrl)
    const server = await startProcess('src/main.ts', flags)
    const { account } = JSON.parse(readFileSync(join(data, 'sandbox-credentials.json'), 'utf8'))
    const authorization = `Basic ${Buffer.from(`${account.name}:${account.secret}`).toString('base64')}`
    const what = `${engine}, ${withoutDocument ? 'without' : 'with'} the printed report`
    const known = { firstBorrower: newBorrowers(), ordersMax: warmOrders }
    const warm = { connections, withoutDocument, seconds: 600, ...known }
    const { heard } = await loaded(server.address, authorization, warm)
    const found = await measure(server, authorization, { connections, withoutDocument, seconds })
    report(what, found)
    const [load, plan] = withoutDocument
      ? ['one client', { connections: 1, withoutDocument, seconds: Math.min(seconds, 5) }]
      : ['100 arrive each second', { connections: 64, perSecond: 100, seconds }]
    const alone = await measure(server, authorization, plan)
    report(`${what}, ${load}`, alone)
    const again = { connections, withoutDocument, seconds: Math.min(seconds, 5), ...known }
    report(`${what}, sent again`, await measure(server, authorization, again))
    const memory = peakMemoryMiB(server.pid).toFixed(0)
    await server.stop()
    const orders = heard.length + found.done + alone.done
    const disk = databaseUrl === '' ? statSync(join(data, 'trimerge.db')).size / orders / 1024 : 0
    console.log(
      `  peak memory ${memory} MiB${disk > 0 ? `, ${disk.toFixed(1)} KiB on disk an order` : ''}`,
    )
    rmSync(data, { recursive: true, force: true })
    await peers(withoutDocument, found)
  }
}

/** Measures the servers that do almost nothing, with responses of the same size. */
async function peers(withoutDocument: boolean, found: Measured): Promise<void> {
  const plan = { connections, withoutDocument, seconds: Math.min(seconds, 6) }
  const echo = await startProcess('bench/bare.ts', [String(found.answerBytes)])
  await loaded(echo.address, 'Basic eDp5', { ...plan, seconds: 1 })
  const echoed = await measure(echo, 'Basic eDp5', plan)
  await echo.stop()
  report(`bare Fastify, ${(found.answerBytes / 1024).toFixed(0)} KB`, echoed)
  console.log(`  the service does ${share(found, echoed)} of it`)
  const mock = await startMock(found.answerBytes)
  if (mock === undefined) return
  await loaded(mock.address, 'Basic eDp5', { ...plan, seconds: 1 })
  const mocked = await measure(mock, 'Basic eDp5', plan)
  await mock.stop()
  report('static templated mock', mocked)
  console.log(`  the service does ${share(found, mocked)} of it`)
}

function share(one: Measured, other: Measured): string {
  return `${((100 * one.perSecond) / other.perSecond).toFixed(1)} %`
}

console.log(`${availableParallelism()} cores, ${cpus()[0]?.model ?? ''}, Node ${process.version}`)
await service('SQLite', async () => '')
const given = values['postgres-url']?.replace(/\/[^/]*$/, '')
if (given !== undefined) {
  const { serverAt } = await import('../test/support/postgres-databases.ts')
  await service('PostgreSQL', serverAt(async () => given).createDatabase)
} else if (values.postgres) {
  const { createDatabase } = await import('./postgres.ts')
  await service('PostgreSQL (without fsync)', createDatabase)
}
console.log('\n| | a second | p50 ms | p99 ms | CPU ms each | by thread |')
console.log('|---|---|---|---|---|---|')
console.log(rows.join('\n'))
