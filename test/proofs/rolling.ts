/**
 * Stops services one after the other under load, like a rolling update. A connection of a client
 * can be refused, and the client then tries the next service, but no accepted order is dropped.
 */
import { randomInt } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { progress } from '../support/length.ts'
import { type OrderFigures, orderFiguresOf } from './support/order-figures.ts'
import { type Heard, orderMaker, type ProofOrder, post } from './support/orders.ts'
import type { ServiceProcess } from './support/service-process.ts'
import type { Site } from './support/site.ts'

/** The options of the proof. */
export interface Rolling {
  readonly site: Site
  readonly replicas: number
  readonly restarts: number
  readonly clients: number
  /**
   * The pause of a client between two orders, so that tests that run at the same time get CPU time.
   */
  readonly betweenOrdersMs: number
  readonly leaseMs?: number
  /** Whether the proof can end early, such as a control that was caught. */
  readonly isEnough?: (lost: number) => boolean
  readonly program?: readonly string[]
}

/** The figures of the proof. */
export interface RollingFigures extends OrderFigures {
  readonly restarts: number
  /** Connections that were refused, or closed before the order was read. They have no effect. */
  readonly closedDoors: number
  /** Orders that were started, but whose response the client did not get. */
  readonly dropped: number
  /** Exits with a code other than 0. */
  readonly badExits: number
  readonly slowestExitSeconds: number
  readonly unexpected: readonly string[]
}

const UPTIME_MS_MAX = 600
const RESEND_AFTER_MS = 20
const TRIES_MAX = 500

type Tally = ReturnType<typeof newTally>

const newTally = () => ({
  ending: false,
  closedDoors: 0,
  dropped: 0,
  badExits: 0,
  slowestExitSeconds: 0,
  unexpected: [] as string[],
})

/** Restarts the services of a site one after the other under load, and counts the results. */
export async function rollRestarts(rolling: Rolling): Promise<RollingFigures> {
  const { site, replicas, clients, leaseMs, program } = rolling
  const options = { ...(leaseMs && { leaseMs }), ...(program && { program }) }
  const services: ServiceProcess[] = []
  for (let replica = 0; replica < replicas; replica++) {
    services.push(await site.start({ replica, ...options }))
  }
  const tally = newTally()
  const orders: ProofOrder[] = []
  const newOrder = orderMaker()
  const take = () => {
    const order = newOrder()
    orders.push(order)
    return order
  }
  const load = Promise.all(
    Array.from({ length: clients }, (_, index) =>
      orderOn(services, rolling, new Agent({ keepAlive: index % 2 === 0 }), take, tally),
    ),
  )
  try {
    const restarts = await restartInTurn(rolling, {
      orders,
      lost: () => tally.dropped,
      end: (replica) => endOne(services[replica] as ServiceProcess, tally),
      start: async (replica) => {
        services[replica] = await site.start({ replica, ...options })
      },
    })
    tally.ending = true
    await load
    const { ending: _, ...counted } = tally
    return { ...(await orderFiguresOf(site, orders)), restarts, ...counted }
  } finally {
    tally.ending = true
    await Promise.all(services.map((service) => service.kill()))
  }
}

/** How a proof ends and starts its replicas, and what it has seen so far. */
interface Turns {
  readonly orders: readonly ProofOrder[]
  lost(): number
  end(replica: number): Promise<void>
  start(replica: number): Promise<void>
}

/**
 * Ends and starts the replicas in turn until the proof is over. The last one that ends does not
 * start again, because the others answer the last orders. Returns the number of ends.
 */
export async function restartInTurn(
  { replicas, restarts: restartsMax, isEnough = () => false }: Rolling,
  { orders, lost, end, start }: Turns,
): Promise<number> {
  let restarts = 0
  const isOver = () => restarts >= restartsMax || isEnough(lost())
  for (;;) {
    await sleep(randomInt(UPTIME_MS_MAX))
    if (isOver()) return restarts
    restarts += 1
    const replica = restarts % replicas
    await end(replica)
    if (isOver()) return restarts
    await start(replica)
    progress(`${restarts} of ${restartsMax} restarts, ${orders.length} orders`)
  }
}

async function endOne(service: ServiceProcess, tally: Tally): Promise<void> {
  const begun = performance.now()
  if ((await service.terminate()) !== 0) tally.badExits += 1
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  tally.slowestExitSeconds = Math.max(tally.slowestExitSeconds, seconds)
}

async function orderOn(
  services: readonly ServiceProcess[],
  { site, betweenOrdersMs }: Rolling,
  agent: Agent,
  newOrder: () => ProofOrder,
  tally: Tally,
): Promise<void> {
  const authorization = site.authorization()
  const send = (order: ProofOrder) => {
    const { address } = services[randomInt(services.length)] as ServiceProcess
    return post(order, { address, authorization, agent })
  }
  while (!tally.ending) {
    await untilAnswered(newOrder(), send, tally)
    await sleep(betweenOrdersMs)
  }
  agent.destroy()
}

async function untilAnswered(
  order: ProofOrder,
  send: (order: ProofOrder) => Promise<Heard>,
  tally: Tally,
): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const heard = await send(order)
    if (heard.kind === 'other') tally.unexpected.push(`${heard.status} ${heard.start.slice(-300)}`)
    if (heard.kind === 'report') {
      // The response is a retry only if the order was started before.
      if (heard.retried) tally.dropped += 1
      return
    }
    if (heard.kind === 'noFile') return
    if (heard.kind === 'nothing') tally.closedDoors += 1
    await sleep(RESEND_AFTER_MS)
  }
  tally.unexpected.push('never answered')
}
