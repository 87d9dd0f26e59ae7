/**
 * Measures a service under three times its capacity, and an account beside another that floods the
 * service. Orders are counted at the client and in the database. The duration of rejections is
 * measured at the client and by the service, because clients share the processors of the proof.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { lengthOf } from '../support/length.ts'
import { metric } from '../support/metrics.ts'
import {
  generateLoad,
  type Heard,
  type LoadHeard,
  type LoadPlan,
  quantileOf,
} from './support/load.ts'
import type { ServiceProcess } from './support/service-process.ts'
import type { Site } from './support/site.ts'

/** The duration of each part of the proof. */
export interface OverloadLength {
  readonly capacitySeconds: number
  readonly overloadSeconds: number
  /** How many times the capacity is sent; three times by default. */
  readonly factor?: number
}

/** The figures under three times the capacity. */
export interface OverloadFigures {
  readonly capacityPerSecond: number
  readonly acceptedPerSecond: number
  readonly accepted: number
  readonly shed: number
  /** Requests whose response was neither a report nor a 503, or that got no response. */
  readonly other: number
  /** Orders that were not sent, because the generator had no free connection. */
  readonly unsent: number
  readonly acceptedP99Ms: number
  /**
   * The share of rejections within 50 ms of receiving the head of the request, as the service
   * measured it.
   */
  readonly shedWithin50Ms: number
  readonly shedP99MsAtClient: number
  /** The difference between the orders in the database and the orders that got a report. */
  readonly strayOrders: number
  readonly recoverySeconds: number
  readonly memoryGrowth: number
}

/** The number of connections of a load that measures the capacity of a service. */
const SATURATING_CONNECTIONS = 16
const OVERLOAD_FACTOR = 3
const CONNECTIONS_MAX = 2_000
const RECOVERY_SECONDS_MAX = 10
const CALM_SECONDS = lengthOf({ short: 0.2, full: 1 })
const SHED_MS = 0.05
/** The distance between the first borrowers of two loads. No load has this many orders. */
const BORROWERS_PER_LOAD = 500_000

/** The settings of a service under load. The limit per account must not interfere. */
export const OVERLOAD_FLAGS = { 'orders-in-flight-max': 100_000 }

/** Overloads a newly started service, and returns the figures. */
export async function overload(
  site: Site,
  service: ServiceProcess,
  { capacitySeconds, overloadSeconds, factor = OVERLOAD_FACTOR }: OverloadLength,
): Promise<OverloadFigures> {
  const load = loadsOn(service, site.authorization())
  await load({ seconds: capacitySeconds, connections: SATURATING_CONNECTIONS })
  const alone = await load({ seconds: capacitySeconds / 2, connections: 1 })
  const peak = await load({ seconds: capacitySeconds, connections: SATURATING_CONNECTIONS })
  const capacityPerSecond = perSecond(peak, capacitySeconds)
  const memory = memoryOf(service)
  const before = await countOrders(site)
  const over = await load({
    seconds: overloadSeconds,
    connections: CONNECTIONS_MAX,
    perSecond: Math.ceil(factor * capacityPerSecond),
  })
  const after = await countOrders(site)
  const memoryGrowth = memoryOf(service) / memory - 1
  const shedWithin50Ms = await shedWithin(service)
  const calm = await secondsUntilCalm(load, quantileOf(durationsOf(alone, 200), 0.5))
  const accepted = durationsOf(over, 200)
  const shed = durationsOf(over, 503)
  return {
    capacityPerSecond,
    acceptedPerSecond: perSecond(over, overloadSeconds),
    accepted: accepted.length,
    shed: shed.length,
    other: over.heard.length - accepted.length - shed.length + over.silent,
    unsent: over.unsent,
    acceptedP99Ms: quantileOf(accepted, 0.99),
    shedWithin50Ms,
    shedP99MsAtClient: quantileOf(shed, 0.99),
    strayOrders: Math.abs(after - before - accepted.length),
    recoverySeconds: drainSeconds(over, overloadSeconds) + calm,
    memoryGrowth,
  }
}

/** The durations of an account's orders without and beside a flood. */
export interface FairnessFigures {
  readonly aloneP50Ms: number
  readonly aloneP99Ms: number
  readonly besideP50Ms: number
  readonly besideP99Ms: number
  /** The median number of the flood's reports during an order of the account. */
  readonly floodReportsP50: number
  /** Orders of the account that got no report. */
  readonly rejected: number
  readonly floodShed: number
}

/** The load of the account, and whether it shares a queue with the flood. */
export interface FloodLength {
  readonly aloneSeconds: number
  readonly beside: Pick<LoadPlan, 'seconds' | 'ordersMax'>
  readonly sharesQueue: boolean
}

/** The numbers of connections of the account, a lender with a few clients, and of the flood. */
const ACCOUNT_CONNECTIONS = lengthOf({ short: 2, full: 4 })
const FLOOD_CONNECTIONS = lengthOf({ short: 100, full: 200 })

/**
 * Measures the orders of an account without and beside a flood from connections that never pause.
 * In the control, the account shares a queue with the flood, which is first come, first served.
 */
export async function orderBesideFlood(
  site: Site,
  service: ServiceProcess,
  { aloneSeconds, beside: besideLoad, sharesQueue }: FloodLength,
): Promise<FairnessFigures> {
  const flood = site.authorization()
  const account = sharesQueue ? flood : await site.addAccount('lender')
  const load = loadsOn(service, account)
  await load({ seconds: aloneSeconds, connections: ACCOUNT_CONNECTIONS })
  const alone = await load({ seconds: aloneSeconds, connections: ACCOUNT_CONNECTIONS })
  const ended = new AbortController()
  const flooding = loadsOn(
    service,
    flood,
    FLOOD_BORROWERS_FROM,
  )({ seconds: FLOOD_SECONDS_MAX, connections: FLOOD_CONNECTIONS }, ended.signal)
  await untilShed(service)
  const beside = await load({ ...besideLoad, connections: ACCOUNT_CONNECTIONS })
  ended.abort()
  const before = durationsOf(alone, 200)
  const during = durationsOf(beside, 200)
  const floods = await flooding
  return {
    aloneP50Ms: quantileOf(before, 0.5),
    aloneP99Ms: quantileOf(before, 0.99),
    besideP50Ms: quantileOf(during, 0.5),
    besideP99Ms: quantileOf(during, 0.99),
    floodReportsP50: quantileOf(reportsMeanwhile(beside, floods), 0.5),
    rejected: beside.heard.length - during.length + beside.silent,
    floodShed: durationsOf(floods, 503).length,
  }
}

/** Returns, for each report of a load, the number of reports of another load during its order. */
function reportsMeanwhile(load: LoadHeard, other: LoadHeard): number[] {
  const ends = reportsOf(other).map(([, end]) => end)
  return reportsOf(load).map(
    ([sent, end]) => ends.filter((other) => other > sent && other < end).length,
  )
}

/** Returns the times at which each order with a report was sent and got its response. */
function reportsOf({ heard, begunAtMs }: LoadHeard): (readonly [sent: number, end: number])[] {
  return heard
    .filter(([status]) => status === 200)
    .map(([, sentMs, ms]) => [begunAtMs + sentMs, begunAtMs + sentMs + ms])
}

/** The flood is ended earlier, after the account's orders. */
const FLOOD_SECONDS_MAX = 300
const SHED_SECONDS_MAX = 30
const FLOOD_BORROWERS_FROM = 50_000_000

/** The limits of the figures. They are looser if other work uses the processors too. */
export interface OverloadLimits {
  readonly goodput: number
  readonly shedWithin50Ms: number
  readonly acceptedP99MsMax: number
}

/** Returns the broken promises about overload. */
export function brokenOverloadPromises(found: OverloadFigures, limits: OverloadLimits): string[] {
  const promises: readonly [kept: boolean, promise: string][] = [
    [
      found.acceptedPerSecond >= limits.goodput * found.capacityPerSecond,
      'orders are processed under overload',
    ],
    [found.shed > 0, 'excess orders are rejected'],
    [found.shedWithin50Ms >= limits.shedWithin50Ms, 'rejections take at most 50 ms'],
    [found.strayOrders === 0, 'rejected orders are not stored'],
    [found.other === 0, 'each request gets a report or a 503'],
    [found.acceptedP99Ms <= limits.acceptedP99MsMax, 'accepted orders wait for a bounded time'],
    [found.recoverySeconds <= 5, 'durations are normal again within 5 seconds'],
  ]
  return promises.filter(([kept]) => !kept).map(([, promise]) => promise)
}

/** The limits of the figures of an account beside a flood. */
export interface FairnessLimits {
  /** The factor by which its orders may take longer; infinite if other work uses the processors. */
  readonly ratioMax: number
  /** The maximum number of the flood's reports during an order, whatever else the machine does. */
  readonly floodReportsMax: number
}

/** Returns the broken promises to an account beside a flood. */
export function brokenFairnessPromises(found: FairnessFigures, limits: FairnessLimits): string[] {
  const { ratioMax, floodReportsMax } = limits
  const promises: readonly [kept: boolean, promise: string][] = [
    [found.besideP50Ms <= ratioMax * found.aloneP50Ms, `p50 at most ${ratioMax} times`],
    [found.besideP99Ms <= ratioMax * found.aloneP99Ms, `p99 at most ${ratioMax} times`],
    [found.floodReportsP50 <= floodReportsMax, 'the flood waits for its turn'],
    [found.rejected === 0, 'no order of the other account is rejected'],
  ]
  return promises.filter(([kept]) => !kept).map(([, promise]) => promise)
}

/** Returns figures as a line of text. */
export function lineOf(name: string, figures: OverloadFigures | FairnessFigures): string {
  const parts = Object.entries(figures).map(([key, value]) => `${key} ${Number(value.toFixed(3))}`)
  return `${name}: ${parts.join(', ')}`
}

type Load = Omit<Parameters<typeof generateLoad>[0], 'address' | 'authorization' | 'firstBorrower'>

type Loads = (load: Load, ended?: AbortSignal) => Promise<LoadHeard>

function loadsOn({ address }: ServiceProcess, authorization: string, first = 1_000): Loads {
  let firstBorrower = first
  return (load, ended) => {
    firstBorrower += BORROWERS_PER_LOAD
    return generateLoad({ address, authorization, firstBorrower, ...load }, ended)
  }
}

function durationsOf({ heard }: LoadHeard, status: number): number[] {
  return heard.filter(([one]) => one === status).map(([, , ms]) => ms)
}

/** Returns the rate of orders that got a report before the end of the load. */
function perSecond({ heard }: LoadHeard, seconds: number): number {
  const done = ([status, sentMs, ms]: Heard) => status === 200 && sentMs + ms <= seconds * 1000
  return heard.filter(done).length / seconds
}

/** Returns the time from the end of a load to its last response. */
function drainSeconds({ heard }: LoadHeard, seconds: number): number {
  const last = heard.reduce((latest, [, sentMs, ms]) => Math.max(latest, sentMs + ms), 0)
  return Math.max(0, last / 1000 - seconds)
}

/** Waits until single orders take at most twice as long as usual, and returns the time waited. */
async function secondsUntilCalm(load: Loads, usualMs: number): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const seconds = (performance.now() - begun) / 1000
    const now = quantileOf(
      durationsOf(await load({ seconds: CALM_SECONDS, connections: 1 }), 200),
      0.5,
    )
    if ((now > 0 && now <= 2 * usualMs) || seconds > RECOVERY_SECONDS_MAX) return seconds
  }
}

async function countOrders(site: Site): Promise<number> {
  const [row] = await site.read<{ n: number }>('select count(*) as n from orders')
  return row?.n ?? 0
}

/** Returns the share of rejections within the limit, from the metrics of the service. */
async function shedWithin({ address }: ServiceProcess): Promise<number> {
  const figures = await (await fetch(`${address}/metrics`)).text()
  const upTo = (bound: number | '+Inf') =>
    [...figures.matchAll(/^trimerge_http_request_duration_seconds_bucket\{(.+)\} (\d+)$/gm)]
      .filter(([, labels = '']) => labels.includes('status="503"'))
      .filter(([, labels = '']) => labels.includes(`le="${bound}"`))
      .reduce((sum, [, , count]) => sum + Number(count), 0)
  return upTo(SHED_MS) / Math.max(1, upTo('+Inf'))
}

const SHED_FROM_QUEUE = 'trimerge_orders_shed_total{reason="wait"}'

/**
 * Waits until the service rejects orders of a flood, if it ever does. Before that, it serves the
 * flood like any other account.
 */
async function untilShed({ address }: ServiceProcess): Promise<void> {
  const begun = performance.now()
  const isTooLate = () => performance.now() - begun > SHED_SECONDS_MAX * 1000
  while ((await metric(address, SHED_FROM_QUEUE)) === 0 && !isTooLate()) await sleep(50)
}

/** Returns the resident memory of a service in bytes. */
function memoryOf({ pid }: ServiceProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024
}
