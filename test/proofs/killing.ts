/**
 * Orders while services are killed: clients send each order until it gets a response, and a reaper
 * repeatedly kills one service and starts it again. Afterwards, all promises are checked.
 */
import { randomInt } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { lengthOf, progress } from '../support/length.ts'
import { type OrderFigures, orderFiguresOf, ordersInProgress } from './support/order-figures.ts'
import { type Heard, orderMaker, type ProofOrder, post } from './support/orders.ts'
import { REAL_SERVICE, type ServiceProcess } from './support/service-process.ts'
import type { Site } from './support/site.ts'

/** The options of the proof. */
export interface Killing {
  readonly site: Site
  readonly replicas: number
  readonly kills: number
  readonly clients: number
  readonly leaseMs: number
  /**
   * The maximum time that a service runs before it is killed, unless too few orders got a response.
   */
  readonly uptimeMsMax: number
  /** The minimum number of orders that get a response before each kill. */
  readonly answeredMin: number
  /**
   * The number of kills between two checks of the database file. The file is also checked after the
   * last kill.
   */
  readonly checkEvery: number
  /** In every n-th round, the service is frozen beyond its lease instead of killed. */
  readonly freezeEvery?: number
  readonly program?: readonly string[]
}

/** The figures of the proof. */
export interface KillingFigures extends OrderFigures {
  readonly kills: number
  readonly freezes: number
  /** Checks of the database file that found damage. */
  readonly damaged: number
  /** The maximum time that an order was in progress. */
  readonly slowestSeconds: number
  /** The time from the end of the kills until no earlier order was in progress. */
  readonly settledSeconds: number
  /** Orders from before the end of the kills that were in progress for too long. */
  readonly late: number
  /** Orders that never got a response. */
  readonly unanswered: number
  /** Requests that were interrupted or rejected for now, and sent again. */
  readonly sentAgain: number
  /** Responses that no crash explains. */
  readonly unexpected: readonly string[]
}

/** An order that gets no response for this long is counted as unanswered. */
const RESPONSE_MS_MAX = 90_000
/** A frozen service sends no response, so a client tries another service after this time. */
const PATIENCE_MS = 4_000
/** The maximum time until orders from before the end of the kills are settled. */
const SETTLED_MS_MAX = 60_000
const RESEND_AFTER_MS = lengthOf({ short: 120, full: 40 })
const CHECK_EVERY_MS = 200

type Tally = ReturnType<typeof newTally>

const newTally = () => ({
  ending: false,
  freezes: 0,
  damaged: 0,
  slowestMs: 0,
  settledMs: 0,
  late: 0,
  unanswered: 0,
  answered: 0,
  sentAgain: 0,
  unexpected: [] as string[],
})

/** Runs the proof. The services and the agent are closed afterwards; the site is not removed. */
export async function killUnderLoad(killing: Killing): Promise<KillingFigures> {
  const { site, replicas, leaseMs, program = REAL_SERVICE } = killing
  const start = (replica: number) => site.start({ replica, leaseMs, program })
  const services: ServiceProcess[] = []
  for (let replica = 0; replica < replicas; replica++) services.push(await start(replica))
  const tally = newTally()
  const load = clientsOf(services, killing, tally)
  try {
    await reap(killing, services, start, tally)
    // Clients continue, so that interrupted orders are settled while new ones arrive.
    await settleAll(site, tally)
    tally.ending = true
    await load.ended
    await load.resendAll()
    await Promise.all(services.map((service) => service.kill()))
    // From here on, nothing may change.
    const last = await start(0)
    if (await isDamaged(site)) tally.damaged += 1
    const kept = await orderFiguresOf(site, load.orders)
    await last.kill()
    const { ending: _, answered: __, slowestMs, settledMs, ...counted } = tally
    const times = { slowestSeconds: seconds(slowestMs), settledSeconds: seconds(settledMs) }
    return { ...kept, kills: killing.kills, ...times, ...counted }
  } finally {
    tally.ending = true
    load.agent.destroy()
    await Promise.all(services.map((service) => service.kill()))
  }
}

async function reap(
  killing: Killing,
  services: ServiceProcess[],
  start: (replica: number) => Promise<ServiceProcess>,
  tally: Tally,
): Promise<void> {
  const { site, kills, uptimeMsMax, answeredMin, replicas, freezeEvery = 0 } = killing
  const { checkEvery, leaseMs } = killing
  for (let kill = 1; kill <= kills; kill++) {
    const answered = tally.answered + answeredMin
    await livesOn(site, randomInt(uptimeMsMax), tally)
    await until(() => tally.answered >= answered)
    const replica = randomInt(replicas)
    const service = services[replica]
    if (service === undefined) throw new Error('no service to kill')
    if (freezeEvery > 0 && kill % freezeEvery === 0) {
      tally.freezes += 1
      service.freeze()
      // Long enough for another replica to take over its orders before it continues.
      await sleep(leaseMs * 2)
      service.thaw()
    } else {
      await service.kill()
      services[replica] = await start(replica)
    }
    if (kill % checkEvery === 0 && (await isDamaged(site))) tally.damaged += 1
    progress(
      `${kill} of ${kills} kills, ${tally.answered} orders answered, longest under way ${tally.slowestMs} ms`,
    )
  }
}

/**
 * The maximum wait for responses. On a busy machine, the first orders of a service can take longer
 * than its lifetime.
 */
const ANSWERED_MS_MAX = 60_000

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + ANSWERED_MS_MAX
  while (!holds() && performance.now() < end) await sleep(1)
}

/** Lets services work for a while, and measures how long orders are in progress. */
async function livesOn(site: Site, forMs: number, tally: Tally): Promise<void> {
  const end = performance.now() + forMs
  while (performance.now() < end) {
    await look(site, tally)
    await sleep(Math.max(0, Math.min(CHECK_EVERY_MS, end - performance.now())))
  }
}

async function look(site: Site, tally: Tally): Promise<void> {
  const { since } = await ordersInProgress(site)
  if (since !== null) tally.slowestMs = Math.max(tally.slowestMs, Date.now() - since)
}

/** Waits until no earlier order is in progress. */
async function settleAll(site: Site, tally: Tally): Promise<void> {
  const started = Date.now()
  for (;;) {
    await look(site, tally)
    tally.late = (await ordersInProgress(site, started)).n
    tally.settledMs = Date.now() - started
    if (tally.late === 0 || tally.settledMs > SETTLED_MS_MAX) return
    await sleep(CHECK_EVERY_MS)
  }
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}

async function isDamaged({ engine, read }: Site): Promise<boolean> {
  if (engine !== 'sqlite') return false
  const rows = await read<{ integrity_check: string }>('pragma integrity_check')
  return rows.length !== 1 || rows[0]?.integrity_check !== 'ok'
}

/**
 * At full length, the services work at full load. Otherwise, tests that run at the same time need
 * CPU time too.
 */
const BETWEEN_ORDERS_MS = lengthOf({ short: 60, full: 0 })

function clientsOf(services: readonly ServiceProcess[], { site, clients }: Killing, tally: Tally) {
  const agent = new Agent({ keepAlive: true })
  const authorization = site.authorization()
  const orders: ProofOrder[] = []
  const newOrder = orderMaker()
  const send = (order: ProofOrder) => {
    const { address } = services[randomInt(services.length)] as ServiceProcess
    return post(order, { address, authorization, agent }, PATIENCE_MS)
  }
  const untilAnswered = async (order: ProofOrder) => {
    const end = performance.now() + RESPONSE_MS_MAX
    while (performance.now() < end) {
      const heard = await send(order)
      if (heard.kind === 'report' || heard.kind === 'noFile') {
        tally.answered += 1
        return
      }
      tally.sentAgain += 1
      noteUnexpected(heard, tally)
      await sleep(RESEND_AFTER_MS)
    }
    tally.unanswered += 1
  }
  const client = async () => {
    while (!tally.ending) {
      const order = newOrder()
      orders.push(order)
      await untilAnswered(order)
      await sleep(BETWEEN_ORDERS_MS)
      const earlier = orders[randomInt(orders.length)]
      if (randomInt(5) === 0 && earlier && earlier.answers.size > 0) await untilAnswered(earlier)
    }
  }
  return {
    agent,
    orders,
    ended: Promise.all(Array.from({ length: clients }, client)),
    resendAll: async () => {
      const all = orders.values()
      const asker = async () => {
        for (const order of all) if (order.answers.size > 0) await untilAnswered(order)
      }
      await Promise.all(Array.from({ length: clients }, asker))
    },
  }
}

/**
 * Records an unexpected response. A killed service sends no response, or 503 while its order waits
 * to be settled.
 */
function noteUnexpected(heard: Heard, { unexpected }: Tally): void {
  if (heard.kind === 'other' && heard.status !== 503) {
    unexpected.push(`${heard.status} ${heard.start.slice(-300)}`)
  }
}
