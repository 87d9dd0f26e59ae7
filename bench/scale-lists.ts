/**
 * Measures the calls of the console over HTTP: their duration, and the CPU time of the main thread.
 */
import type { SandboxCredentials } from '../src/app/first-start.ts'
import { type ServerProcess, threadTimes } from './process.ts'
import { COMMON_NAME, RARE_OUTCOME } from './scale-fill.ts'

/** A call of the console. */
interface Call {
  readonly path: string
  readonly body?: object
}

// biome-ignore format: a table
function callsOf(orders: number): Readonly<Record<string, Call>> {
  return {
    'overview of 24 hours':               { path: '/overview?hours=24' },
    'overview of an account':             { path: '/overview?hours=24&account=lender-20' },
    'overview of 31 days':                { path: '/overview?hours=744' },
    'bureaus':                            { path: '/bureaus' },
    'orders: first page':                 { path: '/orders' },
    'orders of a small account':          { path: '/orders?account=lender-20' },
    'orders: failed':                     { path: '/orders?state=failed' },
    'orders: failed, small account':      { path: '/orders?state=failed&account=lender-20' },
    'orders: running':                    { path: '/orders?state=running' },
    'orders: running, an account':        { path: '/orders?state=running&account=lender-20' },
    'orders: code that none has':         { path: '/orders?code=E103' },
    'orders: action that none has':       { path: '/orders?action=Unmerge' },
    'orders: rare action':                { path: '/orders?action=ForceNew' },
    'orders: action, small account':      { path: '/orders?action=Unmerge&account=sandbox' },
    'orders: operation that none has':    { path: '/orders?operation=refresh_report' },
    'orders: operation, large account':   { path: '/orders?operation=refresh_report&account=sandbox' },
    'orders: rare outcome':               { path: `/orders?outcome=${RARE_OUTCOME}` },
    'orders: rare outcome, small account': { path: `/orders?outcome=${RARE_OUTCOME}&account=lender-20` },
    'orders: rare outcome of a bureau':   { path: `/orders?outcome=${RARE_OUTCOME}&bureau=Equifax` },
    'orders: outcome that none has':      { path: '/orders?outcome=NoFileReturnedNoHit' },
    'orders: common outcome, none of an account': { path: '/orders?outcome=NoFileReturnedCreditFreeze&bureau=Equifax&account=lender-20' },
    'orders: bureau':                     { path: '/orders?bureau=Experian' },
    'orders: bureau, small account':      { path: '/orders?bureau=Experian&account=lender-20' },
    'orders: failed, a bureau, two years ago': { path: '/orders?state=failed&bureau=Experian&to=2024-12-31T00:00:00Z' },
    'search: common name':                { path: '/orders/search', body: { text: COMMON_NAME } },
    'search: common name, small account': { path: '/orders/search', body: { text: COMMON_NAME, filters: { account: 'lender-20' } } },
    'search: common name, failed':        { path: '/orders/search', body: { text: COMMON_NAME, filters: { state: 'failed' } } },
    'search: four digits':                { path: '/orders/search', body: { text: '4321' } },
    'search: lender case':                { path: '/orders/search', body: { text: `SCALE-${orders - 5}` } },
    'search: nothing':                    { path: '/orders/search', body: { text: 'Unheardof' } },
    'reports: first page':                { path: '/reports' },
    'reports of a small account':         { path: '/reports?account=lender-20' },
    'reports: operation that none has':   { path: '/reports?operation=refresh_report' },
    'reports: operation of an account':   { path: '/reports?operation=refresh_report&account=sandbox' },
    'reports: search common name':        { path: '/reports/search', body: { text: COMMON_NAME } },
    'reports: lender case':               { path: '/reports/search', body: { text: `SCALE-${orders - 5}` } },
    'audit: first page':                  { path: '/audit' },
    'audit: of a small account':          { path: '/audit?account=lender-20' },
    'audit: an action':                   { path: '/audit?action=order.failed' },
    'audit: new orders of an account':    { path: '/audit?action=order.new&account=lender-20' },
    'audit: an actor':                    { path: '/audit?actor=admin' },
    'accounts':                           { path: '/accounts' },
  }
}

/** A session of the console. */
export interface Session {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
}

/** Signs in the operator of the sandbox. */
export async function sessionOf(
  server: ServerProcess,
  { operator }: SandboxCredentials,
): Promise<Session> {
  const address = `${server.address}/api/v1`
  const headers = { origin: server.address, 'content-type': 'application/json' }
  const body = JSON.stringify(operator)
  const login = await fetch(`${address}/session`, { method: 'POST', headers, body })
  if (!login.ok) throw new Error(`logging in got ${login.status}`)
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { csrfToken } = (await login.json()) as { csrfToken: string }
  return { address, headers: { ...headers, cookie, 'x-csrf-token': csrfToken } }
}

/** Returns the CPU time of the main thread during `work`, in milliseconds per second. */
async function mainMsPerSecond(server: ServerProcess, work: () => Promise<void>): Promise<number> {
  const [before, begun] = [mainMs(server), performance.now()]
  await work()
  return ((mainMs(server) - before) / (performance.now() - begun)) * 1_000
}

/**
 * Measures the cost of one listener of the live console while orders arrive that other replicas
 * place.
 */
export async function measureLive(
  server: ServerProcess,
  { address, headers }: Session,
  arrive: () => Promise<void>,
): Promise<string> {
  await arrive()
  const without = await mainMsPerSecond(server, arrive)
  const listening = new AbortController()
  const stream = await fetch(`${address}/events`, { headers, signal: listening.signal })
  let bytes = 0
  const reading = (async () => {
    for await (const chunk of stream.body ?? []) bytes += chunk.length
  })().catch(() => undefined)
  await arrive()
  bytes = 0
  const withList = await mainMsPerSecond(server, arrive)
  listening.abort()
  await reading
  const figures = [withList - without, without].map((ms) => ms.toFixed(2))
  return `${figures[0]} ms of the main thread a second (${figures[1]} without it), ${bytes} bytes of events`
}

const RUNS = 5

/**
 * Measures each call five times: the first and the median duration, and the CPU time of the main
 * thread.
 */
export async function measureLists(
  server: ServerProcess,
  { address, headers }: Session,
  orders: number,
): Promise<void> {
  console.log('  | what | rows | first ms | median ms | main thread ms |')
  for (const [title, { path, body }] of Object.entries(callsOf(orders))) {
    const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
    const took: number[] = []
    let rows = 0
    const before = mainMs(server)
    for (let run = 0; run < RUNS; run++) {
      const begun = performance.now()
      const response = await fetch(`${address}${path}`, init)
      const answer = (await response.json()) as { items?: unknown[]; orders?: number }
      took.push(performance.now() - begun)
      if (!response.ok) throw new Error(`${path} got ${response.status} ${JSON.stringify(answer)}`)
      rows = answer.items?.length ?? answer.orders ?? 0
    }
    const cpu = (mainMs(server) - before) / RUNS
    const [first = 0] = took
    const median = took.toSorted((one, other) => one - other)[2] ?? 0
    const mark = median > 20 ? ' **' : ''
    console.log(
      `  | ${title} | ${rows} | ${first.toFixed(1)} | ${median.toFixed(1)} | ${cpu.toFixed(1)} |${mark}`,
    )
  }
}

function mainMs({ pid }: ServerProcess): number {
  return threadTimes(pid).get('main') ?? 0
}
