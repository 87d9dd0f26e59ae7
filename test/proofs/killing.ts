/**
 * Orders while services are killed: clients that order until they are answered, and a reaper that
 * ends one service at a time and starts it anew. Afterwards every promise is counted.
 */
import { randomInt } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { lengthOf, progress } from '../support/length.ts'
import { type Kept, keptOf, underWay } from './support/kept.ts'
import { type Heard, orderMaker, type ProofOrder, post } from './support/orders.ts'
import { REAL_SERVICE, type ServiceProcess } from './support/service-process.ts'
import type { Site } from './support/site.ts'

/** How services are killed. */
export interface Killing {
  readonly site: Site
  readonly replicas: number
  readonly kills: number
  readonly clients: number
  readonly leaseMs: number
  /** The longest that a service runs before it is killed, unless too few orders were answered. */
  readonly livesMsMax: number
  /** How many orders are answered before each kill, at the least. */
  readonly answeredMin: number
  /** How many kills apart the database file is checked; the last is always followed by a check. */
  readonly checkEvery: number
  /** Every how manieth time a service is frozen past its lease in place of being killed. */
  readonly freezeEvery?: number
  readonly program?: readonly string[]
}

/** What the killing did. */
export interface KillingFigures extends Kept {
  readonly kills: number
  readonly freezes: number
  /** Checks of the database file that found damage. */
  readonly damaged: number
  /** The longest that an order was seen under way. */
  readonly slowestSeconds: number
  /** How long after the last start an order from before it was under way. */
  readonly settledSeconds: number
  /** Orders from before the last start that were under way for longer than they may be. */
  readonly late: number
  /** Orders that clients gave up on. */
  readonly unanswered: number
  /** Requests cut off or told to come again, and then sent again. */
  readonly sentAgain: number
  /** Answers that no crash explains, by what they were. */
  readonly unexpected: readonly string[]
}

/** An order that takes longer to be answered than this is given up, and counted. */
const ANSWER_MS_MAX = 90_000
/** A client hears nothing from a frozen service; it goes elsewhere after this. */
const PATIENCE_MS = 4_000
/** How long after a start the orders of the time before it may be under way. */
const SETTLED_MS_MAX = 60_000
const AGAIN_AFTER_MS = lengthOf({ short: 120, full: 40 })
const LOOK_EVERY_MS = 200

interface Tally {
  ending: boolean
  freezes: number
  damaged: number
  slowestMs: number
  settledMs: number
  late: number
  unanswered: number
  answered: number
  sentAgain: number
  readonly unexpected: string[]
}

/** Runs the killing and counts. Services and agents are gone afterwards, the site is not. */
export async function killUnderLoad(killing: Killing): Promise<KillingFigures> {
  const { site, replicas, leaseMs, program = REAL_SERVICE } = killing
  const start = (replica: number) => site.start({ replica, leaseMs, program })
  const services: ServiceProcess[] = []
  for (let replica = 0; replica < replicas; replica++) services.push(await start(replica))
  const tally = newTally()
  const load = clientsOf(services, killing, tally)
  try {
    await reap(killing, services, start, tally)
    // Clients go on: what the killed left is settled beside new orders.
    await settleAll(site, tally)
    tally.ending = true
    await load.ended
    await load.askAllAgain()
    await Promise.all(services.map((service) => service.kill()))
    // Only now may nothing change any more.
    const last = await start(0)
    if (await isDamaged(site)) tally.damaged += 1
    const kept = await keptOf(site, load.orders)
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

function newTally(): Tally {
  return {
    ending: false,
    freezes: 0,
    damaged: 0,
    slowestMs: 0,
    settledMs: 0,
    late: 0,
    unanswered: 0,
    answered: 0,
    sentAgain: 0,
    unexpected: [],
  }
}

async function reap(
  killing: Killing,
  services: ServiceProcess[],
  start: (replica: number) => Promise<ServiceProcess>,
  tally: Tally,
): Promise<void> {
  const { site, kills, livesMsMax, answeredMin, replicas, freezeEvery = 0 } = killing
  const { checkEvery, leaseMs } = killing
  for (let kill = 1; kill <= kills; kill++) {
    const answered = tally.answered + answeredMin
    await livesOn(site, randomInt(livesMsMax), tally)
    await until(() => tally.answered >= answered)
    const replica = randomInt(replicas)
    const service = services[replica]
    if (service === undefined) throw new Error('no service to kill')
    if (freezeEvery > 0 && kill % freezeEvery === 0) {
      tally.freezes += 1
      service.freeze()
      // Long enough that another has taken its orders over when it goes on with them.
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

/** A machine that does other things may take longer than a life for the first orders of a service. */
const ANSWERED_MS_MAX = 60_000

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + ANSWERED_MS_MAX
  while (!holds() && performance.now() < end) await sleep(1)
}

/** Lets services work for a while, watching how long orders are under way. */
async function livesOn(site: Site, forMs: number, tally: Tally): Promise<void> {
  const end = performance.now() + forMs
  while (performance.now() < end) {
    await look(site, tally)
    await sleep(Math.max(0, Math.min(LOOK_EVERY_MS, end - performance.now())))
  }
}

async function look(site: Site, tally: Tally): Promise<void> {
  const { since } = await underWay(site)
  if (since !== null) tally.slowestMs = Math.max(tally.slowestMs, Date.now() - since)
}

/** Watches until no order from before now is under way. */
async function settleAll(site: Site, tally: Tally): Promise<void> {
  const started = Date.now()
  for (;;) {
    await look(site, tally)
    tally.late = (await underWay(site, started)).n
    tally.settledMs = Date.now() - started
    if (tally.late === 0 || tally.settledMs > SETTLED_MS_MAX) return
    await sleep(LOOK_EVERY_MS)
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

/** At full length the services are as busy as they can be; else tests beside have the processors too. */
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
    const end = performance.now() + ANSWER_MS_MAX
    while (performance.now() < end) {
      const heard = await send(order)
      if (heard.kind === 'report' || heard.kind === 'noFile') {
        tally.answered += 1
        return
      }
      tally.sentAgain += 1
      noteUnexpected(heard, tally)
      await sleep(AGAIN_AFTER_MS)
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
    askAllAgain: async () => {
      const all = orders.values()
      const asker = async () => {
        for (const order of all) if (order.answers.size > 0) await untilAnswered(order)
      }
      await Promise.all(Array.from({ length: clients }, asker))
    },
  }
}

/** A client of a killed service hears nothing, or 503 while its order waits to be settled. */
function noteUnexpected(heard: Heard, { unexpected }: Tally): void {
  if (heard.kind === 'other' && heard.status !== 503) {
    unexpected.push(`${heard.status} ${heard.start.slice(-300)}`)
  }
}
