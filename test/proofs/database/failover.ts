/**
 * A PostgreSQL primary is lost repeatedly under load: it is killed or frozen, its standby is
 * promoted, and the old primary returns and still acts as primary. The services connect to both
 * hosts directly, without a proxy.
 */
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFull, lengthOf, progress } from '../../support/length.ts'
import type { PostgresMember, PostgresPair } from '../../support/postgres-pair.ts'
import {
  type Client,
  clientOf,
  isOutcome,
  isRejection,
  resendAll,
  settled,
} from '../support/clients.ts'
import { quantileOf } from '../support/load.ts'
import { type OrderFigures, orderFiguresOf } from '../support/order-figures.ts'
import type { ProofOrder } from '../support/orders.ts'
import { REAL_SERVICE, type ServiceProcess } from '../support/service-process.ts'
import { postgresSite, type Site } from '../support/site.ts'

/** The options of the proof. */
export interface Failover {
  readonly pair: PostgresPair
  readonly database: string
  readonly rounds: number
  /** In every n-th round, the primary is frozen; in the others, it is killed. */
  readonly freezeEvery?: number
  readonly services: number
  readonly clients: number
  /** The minimum number of orders that get a report in a round before the primary is lost. */
  readonly ordersARound: number
  /** Whether commits wait for the standby. */
  readonly isSynchronous: boolean
  /** Whether a service is restarted while the old primary is back. */
  readonly restarts?: boolean
  readonly program?: readonly string[]
}

/** The figures of the proof. */
export interface FailoverFigures extends OrderFigures {
  readonly kills: number
  readonly freezes: number
  /** Transactions that wrote to a replaced primary. */
  readonly zombieWrites: number
  /** The maximum time from a promotion to the first report of the slowest service. */
  readonly firstAnswerMsMax: number
  readonly firstAnswerMsMedian: number
  /**
   * The maximum if the primary was frozen. Its connections stay open, so only a time-out reveals
   * the loss.
   */
  readonly firstAnswerFrozenMsMax: number
  readonly unexpected: readonly string[]
}

const LEASE_MS = 1_000
/** How long the primary runs without its standby before it is lost. */
const WITHOUT_STANDBY_MS = 400
/**
 * The number of orders to acknowledge before the loss. Those acknowledged without a standby are
 * lost with the primary.
 */
const LOST_MIN = 3
const LOST_MS_MAX = 10_000
const RESPONSE_MS_MAX = 30_000
const ROUND_MS_MAX = 120_000
const RESEND_AFTER_MS = 25
/** In a short run, services start while orders arrive. A few orders show as much as many. */
const BETWEEN_ORDERS_MS = lengthOf({ short: 250, full: 0 })
/**
 * The time for a thawed server to finish the statements that it had received before it was
 * replaced.
 */
const DRAINED_AFTER_MS = 300
/** The number of orders that get a report while the old primary is back. */
const ZOMBIE_ORDERS = lengthOf({ short: 4, full: 100 })

interface Tally {
  answered: number
  kills: number
  freezes: number
  zombieWrites: number
  readonly firstAnswersMs: { readonly killed: number[]; readonly frozen: number[] }
  readonly unexpected: string[]
}

/** The current primary, its standby, and the services with their clients. */
interface Stage {
  readonly failover: Failover
  readonly site: Site
  readonly services: ServiceProcess[]
  readonly agent: Agent
  /** One client per service. The first client makes the orders of all. */
  readonly clients: Client[]
  readonly tally: Tally
  primary: PostgresMember
  standby: PostgresMember
}

/**
 * Loses primaries under load, and returns the figures. Afterwards the pair has a primary and a
 * standby again.
 */
export async function failOver(failover: Failover): Promise<FailoverFigures> {
  const stage = await openStage(failover)
  const { site, tally, clients, services, agent } = stage
  try {
    for (let replica = 0; replica < failover.services; replica++) await startService(stage, replica)
    await underLoad(stage, async () => {
      for (let round = 1; round <= failover.rounds; round++) {
        await loseOnce(stage, round)
        progress(`${round} of ${failover.rounds} rounds, ${tally.answered} orders answered`)
      }
    })
    const all = ofAll(clients)
    await resendAll(all, tally)
    await settled(site)
    return { ...(await orderFiguresOf(site, all.orders)), ...figuresOf(tally) }
  } finally {
    agent.destroy()
    await Promise.all(services.map((service) => service.kill()))
    site.remove()
  }
}

async function openStage(failover: Failover): Promise<Stage> {
  const { pair, database, isSynchronous } = failover
  const [primary, standby] = await rolesOf(pair)
  await primary.sql(`create database ${database}`)
  await primary.awaitStandby(isSynchronous)
  // The first primary is listed first. A service that starts after it was replaced therefore tries
  // it first.
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`)
  const serviceUrl = `postgres://postgres@${hosts.join()}/${database}`
  const stage: Stage = {
    failover,
    site: postgresSite(() => stage.primary.url(database), serviceUrl),
    services: [],
    agent: new Agent({ keepAlive: true }),
    clients: [],
    tally: {
      answered: 0,
      kills: 0,
      freezes: 0,
      zombieWrites: 0,
      firstAnswersMs: { killed: [], frozen: [] },
      unexpected: [],
    },
    primary,
    standby,
  }
  return stage
}

function figuresOf({ firstAnswersMs, kills, freezes, zombieWrites, unexpected }: Tally) {
  const firstAnswerMsMax = Math.round(Math.max(0, ...firstAnswersMs.killed))
  const firstAnswerMsMedian = Math.round(quantileOf(firstAnswersMs.killed, 0.5))
  const firstAnswerFrozenMsMax = Math.round(Math.max(0, ...firstAnswersMs.frozen))
  const times = { firstAnswerMsMax, firstAnswerMsMedian, firstAnswerFrozenMsMax }
  return { kills, freezes, zombieWrites, ...times, unexpected }
}

/** Returns the current primary and its standby. */
export async function rolesOf({
  members,
}: PostgresPair): Promise<[PostgresMember, PostgresMember]> {
  const [one, two] = members
  const [row] = await one.sql('select pg_is_in_recovery() as standby')
  return row?.standby === true ? [two, one] : [one, two]
}

async function startService(stage: Stage, replica: number): Promise<void> {
  const { site, services, clients, agent, failover } = stage
  const { program = REAL_SERVICE } = failover
  services[replica] = await site.start({ replica, leaseMs: LEASE_MS, program })
  const service = () => services[replica] as ServiceProcess
  clients[replica] ??= clientOf(service, site.authorization(), agent)
}

/**
 * Places orders at all services until `work` is done. Each order is sent again until it has an
 * outcome.
 */
async function underLoad(stage: Stage, work: () => Promise<void>): Promise<void> {
  let isEnding = false
  const order = async (_: unknown, index: number) => {
    while (!isEnding) {
      const next = newOrder(stage)
      for (let at = index; !isEnding && !(await isAnswered(next, at, stage)); at++) {
        await sleep(RESEND_AFTER_MS)
      }
      await sleep(BETWEEN_ORDERS_MS)
    }
  }
  const load = Promise.all(Array.from({ length: stage.failover.clients }, order))
  try {
    await work()
  } finally {
    isEnding = true
    await load
  }
}

/** Returns a client that sends orders to the services in turn. */
function ofAll(clients: readonly Client[]): Client {
  let sent = 0
  const send: Client['send'] = (order) => (clients[sent++ % clients.length] as Client).send(order)
  return { ...(clients[0] as Client), send }
}

function newOrder({ clients }: Stage): ProofOrder {
  return (clients[0] as Client).newOrder()
}

/**
 * Sends an order to one of the services, and returns whether it has an outcome. If not, the caller
 * tries another service.
 */
async function isAnswered(order: ProofOrder, at: number, stage: Stage): Promise<boolean> {
  const { clients, tally } = stage
  const heard = await (clients[at % clients.length] as Client).send(order)
  if (heard.kind === 'report') tally.answered += 1
  else if (heard.kind === 'other' && !isRejection(heard)) note(heard.start, tally)
  return isOutcome(heard)
}

function note(text: string, { unexpected }: Tally): void {
  unexpected.push(text.slice(-300))
}

/** Loses the primary once, and makes the old primary the standby of the new one. */
async function loseOnce(stage: Stage, round: number): Promise<void> {
  const { primary, standby, tally, failover, services } = stage
  const { ordersARound, isSynchronous, freezeEvery = 0, restarts = true } = failover
  await until(tally, round * ordersARound - tally.answered, ROUND_MS_MAX)
  const isFreeze = freezeEvery > 0 && round % freezeEvery === 0
  if (isFreeze) freeze(stage)
  else await kill(stage)
  await standby.promote()
  await awaitAnswers(stage, isFreeze)
  stage.primary = standby
  stage.standby = primary
  await returnAsZombie(stage, isFreeze, async () => {
    if (restarts && (!isFreeze || isFull)) await restartOne(stage, round % services.length)
    await until(tally, ZOMBIE_ORDERS, RESPONSE_MS_MAX)
  })
  await primary.stop()
  await primary.follow(standby)
  await standby.awaitStandby(isSynchronous)
}

/** Restarts a service while both servers act as primary. The new process knows neither. */
async function restartOne(stage: Stage, replica: number): Promise<void> {
  await stage.services[replica]?.kill()
  await startService(stage, replica)
}

function freeze({ primary, tally }: Stage): void {
  tally.freezes += 1
  primary.freeze()
}

/** Kills a primary after it has been without its standby for a while. */
async function kill({ primary, standby, tally, failover }: Stage): Promise<void> {
  tally.kills += 1
  standby.freeze()
  await primary.cutOffStandby()
  await until(tally, LOST_MIN, failover.isSynchronous ? WITHOUT_STANDBY_MS : LOST_MS_MAX)
  await primary.kill()
  standby.thaw()
}

/** Waits until this many more orders have a report, but at most `msMax`. */
async function until(tally: Tally, orders: number, msMax: number): Promise<void> {
  const enough = tally.answered + orders
  const end = performance.now() + msMax
  while (tally.answered < enough && performance.now() < end) await sleep(5)
}

/** Measures the time until each service has returned an outcome. */
async function awaitAnswers(stage: Stage, isFreeze: boolean): Promise<void> {
  const { clients, tally } = stage
  const begun = performance.now()
  const answers = clients.map(async (_, at) => {
    const order = newOrder(stage)
    while (performance.now() < begun + RESPONSE_MS_MAX) {
      if (await isAnswered(order, at, stage)) return
      await sleep(RESEND_AFTER_MS)
    }
    note('no answer after the promotion', tally)
  })
  await Promise.all(answers)
  const { killed, frozen } = tally.firstAnswersMs
  const times = isFreeze ? frozen : killed
  times.push(performance.now() - begun)
}

/** Lets the old primary return for a while, and counts the writes to it. */
async function returnAsZombie(
  { standby: zombie, tally }: Stage,
  isFrozen: boolean,
  work: () => Promise<void>,
): Promise<void> {
  if (isFrozen) {
    zombie.thaw()
    await sleep(DRAINED_AFTER_MS)
  } else {
    zombie.forgetStandby()
    await zombie.start()
  }
  const first = await zombie.transactionNumber()
  await work()
  const last = await zombie.transactionNumber()
  tally.zombieWrites += last - first - 1
}
