/**
 * Overload: what a service still does while three times as many orders arrive as it can do, and what
 * one account notices of another that floods. Orders are counted at the client and in the database;
 * how fast a refusal is told is measured at both, since clients share the processors of the proof.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { lengthOf } from '../support/length.ts'
import { generateLoad, type Heard, type LoadHeard, quantileOf } from './support/load.ts'
import type { ServiceProcess } from './support/service-process.ts'
import type { Site } from './support/site.ts'

/** How long each part of the proof takes. */
export interface OverloadLength {
  readonly capacitySeconds: number
  readonly overloadSeconds: number
}

/** What was measured under three times the capacity. */
export interface OverloadFigures {
  readonly capacityPerSecond: number
  readonly acceptedPerSecond: number
  readonly accepted: number
  readonly shed: number
  /** Answers that were neither a report nor a refusal for lack of time, and requests without any. */
  readonly other: number
  /** Orders that did not even arrive, for the generator had no connection left. */
  readonly unsent: number
  readonly acceptedP99Ms: number
  /** From the whole head of a request to its refusal: the part within 50 ms, by the service. */
  readonly shedWithin50Ms: number
  readonly shedP99MsAtClient: number
  /** Orders in the database beyond those that were answered with a report, or below. */
  readonly strayOrders: number
  readonly recoverySeconds: number
  readonly memoryGrowth: number
}

/** Connections of a load that finds out what a service can do. */
const SATURATING = 16
const OVER = 3
const CONNECTIONS_MAX = 2_000
const RECOVERY_SECONDS_MAX = 10
const CALM_SECONDS = lengthOf({ short: 0.4, full: 1 })
const SHED_MS = 0.05
/** Far more than any load counts; loads begin so far apart. */
const BORROWERS_APART = 500_000

/** Settings of a service under load: the limit of one account is not what is looked at. */
export const OVERLOAD_FLAGS = { 'orders-in-flight-max': 100_000 }

/** Overloads a service that has just started. */
export async function overload(
  site: Site,
  service: ServiceProcess,
  { capacitySeconds, overloadSeconds }: OverloadLength,
): Promise<OverloadFigures> {
  const load = loadsOn(service, site.authorization())
  await load({ seconds: capacitySeconds, connections: SATURATING })
  const alone = await load({ seconds: capacitySeconds / 2, connections: 1 })
  const most = await load({ seconds: capacitySeconds, connections: SATURATING })
  const capacityPerSecond = perSecond(most, capacitySeconds)
  const memory = memoryOf(service)
  const before = await countOrders(site)
  const over = await load({
    seconds: overloadSeconds,
    connections: CONNECTIONS_MAX,
    perSecond: Math.ceil(OVER * capacityPerSecond),
  })
  const after = await countOrders(site)
  const memoryGrowth = memoryOf(service) / memory - 1
  const shedWithin50Ms = await shedWithin(service)
  const calm = await secondsUntilCalm(load, quantileOf(took(alone, 200), 0.5))
  const accepted = took(over, 200)
  const shed = took(over, 503)
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

/** What one account notices of another: how many times as long its orders take. */
export interface FairnessFigures {
  readonly aloneP50Ms: number
  readonly aloneP99Ms: number
  readonly besideP50Ms: number
  readonly besideP99Ms: number
  /** Reports that the flood has in the time of an order of the account: half of the orders see more. */
  readonly floodsReportsP50: number
  /** Orders of the account that were not answered with a report. */
  readonly refused: number
  readonly floodShed: number
}

/** How long the account orders, and whether it shares its line with the flood. */
export interface FloodLength {
  readonly aloneSeconds: number
  readonly seconds: number
  readonly inOneLine: boolean
}

/** A lender with a few clients. */
const FEW = 4
const FLOOD = lengthOf({ short: 100, full: 200 })

/**
 * Orders of an account alone and beside a flood of connections that know no pause. In one line
 * with the flood, which is the control, the account is served first come, first served.
 */
export async function flooded(
  site: Site,
  service: ServiceProcess,
  { aloneSeconds, seconds, inOneLine }: FloodLength,
): Promise<FairnessFigures> {
  const flood = site.authorization()
  const account = inOneLine ? flood : await site.addAccount('lender')
  const load = loadsOn(service, account)
  await load({ seconds: aloneSeconds, connections: FEW })
  const alone = await load({ seconds: aloneSeconds, connections: FEW })
  const flooding = loadsOn(
    service,
    flood,
    FLOODS_BORROWERS,
  )({
    seconds: seconds + 2 * FLOOD_AHEAD_SECONDS,
    connections: FLOOD,
  })
  await sleep(FLOOD_AHEAD_SECONDS * 1000)
  const beside = await load({ seconds, connections: FEW })
  const before = took(alone, 200)
  const during = took(beside, 200)
  const floods = await flooding
  return {
    aloneP50Ms: quantileOf(before, 0.5),
    aloneP99Ms: quantileOf(before, 0.99),
    besideP50Ms: quantileOf(during, 0.5),
    besideP99Ms: quantileOf(during, 0.99),
    floodsReportsP50: quantileOf(reportsMeanwhile(beside, floods), 0.5),
    refused: beside.heard.length - during.length + beside.silent,
    floodShed: took(floods, 503).length,
  }
}

/** For each report of a load, how many another load had between its order and its answer. */
function reportsMeanwhile(load: LoadHeard, other: LoadHeard): number[] {
  const ends = reportsOf(other).map(([, end]) => end)
  return reportsOf(load).map(
    ([sent, end]) => ends.filter((other) => other > sent && other < end).length,
  )
}

/** When each order that was answered with a report was sent, and when the report came. */
function reportsOf({ heard, begunAtMs }: LoadHeard): (readonly [sent: number, end: number])[] {
  return heard
    .filter(([status]) => status === 200)
    .map(([, sentMs, ms]) => [begunAtMs + sentMs, begunAtMs + sentMs + ms])
}

/** The flood stands before the account's orders are counted, and goes on until they have ended. */
const FLOOD_AHEAD_SECONDS = lengthOf({ short: 0.3, full: 2 })
const FLOODS_BORROWERS = 50_000_000

/** What figures must reach; lower where other work has the processors too. */
export interface OverloadBars {
  readonly goodput: number
  readonly shedWithin50Ms: number
  readonly acceptedP99MsMax: number
}

/** What was promised of overload and not kept. */
export function brokenUnderOverload(found: OverloadFigures, bars: OverloadBars): string[] {
  const promises: readonly [kept: boolean, promise: string][] = [
    [
      found.acceptedPerSecond >= bars.goodput * found.capacityPerSecond,
      'orders are done meanwhile',
    ],
    [found.shed > 0, 'what is too much is refused'],
    [found.shedWithin50Ms >= bars.shedWithin50Ms, 'refusals take 50 ms at most'],
    [found.strayOrders === 0, 'a refused order leaves nothing'],
    [found.other === 0, 'each request has an answer'],
    [found.acceptedP99Ms <= bars.acceptedP99MsMax, 'accepted orders wait for a bounded time'],
    [found.recoverySeconds <= 5, 'all is as before within 5 seconds'],
  ]
  return promises.filter(([kept]) => !kept).map(([, promise]) => promise)
}

/** What must hold of the account beside a flood. */
export interface FairnessBars {
  /** How many times as long its orders may take; infinite where other work has the processors. */
  readonly ratioMax: number
  /** Whatever else the machine does: how many turns of the flood come before one of the account. */
  readonly floodsReportsMax: number
}

/** What was promised to the account beside a flood and not kept. */
export function brokenBesideFlood(found: FairnessFigures, bars: FairnessBars): string[] {
  const { ratioMax, floodsReportsMax } = bars
  const promises: readonly [kept: boolean, promise: string][] = [
    [found.besideP50Ms <= ratioMax * found.aloneP50Ms, `p50 at most ${ratioMax} times`],
    [found.besideP99Ms <= ratioMax * found.aloneP99Ms, `p99 at most ${ratioMax} times`],
    [found.floodsReportsP50 <= floodsReportsMax, 'the flood waits for its turns'],
    [found.refused === 0, 'no order of the other account is refused'],
  ]
  return promises.filter(([kept]) => !kept).map(([, promise]) => promise)
}

/** Figures in one line. */
export function lineOf(name: string, figures: OverloadFigures | FairnessFigures): string {
  const parts = Object.entries(figures).map(([key, value]) => `${key} ${Number(value.toFixed(3))}`)
  return `${name}: ${parts.join(', ')}`
}

type Load = Omit<Parameters<typeof generateLoad>[0], 'address' | 'authorization' | 'firstBorrower'>

type Loads = (load: Load) => Promise<LoadHeard>

function loadsOn({ address }: ServiceProcess, authorization: string, first = 1_000): Loads {
  let firstBorrower = first
  return (load) => {
    firstBorrower += BORROWERS_APART
    return generateLoad({ address, authorization, firstBorrower, ...load })
  }
}

function took({ heard }: LoadHeard, status: number): number[] {
  return heard.filter(([one]) => one === status).map(([, , ms]) => ms)
}

/** Orders answered while the load lasted. */
function perSecond({ heard }: LoadHeard, seconds: number): number {
  const done = ([status, sentMs, ms]: Heard) => status === 200 && sentMs + ms <= seconds * 1000
  return heard.filter(done).length / seconds
}

/** How long after the end of a load its last order was answered. */
function drainSeconds({ heard }: LoadHeard, seconds: number): number {
  const last = heard.reduce((latest, [, sentMs, ms]) => Math.max(latest, sentMs + ms), 0)
  return Math.max(0, last / 1000 - seconds)
}

/** How long it takes until orders, one after the other, take no more than twice what they took. */
async function secondsUntilCalm(load: Loads, usualMs: number): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const seconds = (performance.now() - begun) / 1000
    const now = quantileOf(took(await load({ seconds: CALM_SECONDS, connections: 1 }), 200), 0.5)
    if ((now > 0 && now <= 2 * usualMs) || seconds > RECOVERY_SECONDS_MAX) return seconds
  }
}

async function countOrders(site: Site): Promise<number> {
  const [row] = await site.read<{ n: number }>('select count(*) as n from orders')
  return row?.n ?? 0
}

/** The part of the service's refusals that it answered in time, from its own figures. */
async function shedWithin({ address }: ServiceProcess): Promise<number> {
  const figures = await (await fetch(`${address}/metrics`)).text()
  const upTo = (bound: number | '+Inf') =>
    [...figures.matchAll(/^trimerge_http_request_duration_seconds_bucket\{(.+)\} (\d+)$/gm)]
      .filter(([, labels = '']) => labels.includes('status="503"'))
      .filter(([, labels = '']) => labels.includes(`le="${bound}"`))
      .reduce((sum, [, , count]) => sum + Number(count), 0)
  return upTo(SHED_MS) / Math.max(1, upTo('+Inf'))
}

/** Resident memory in bytes. */
function memoryOf({ pid }: ServiceProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024
}
