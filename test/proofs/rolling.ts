/**
 * Services told to end one after the other while they are ordered from, as an update rolls over
 * them. A client may find a closed door and go to the next, but no order that was let in is dropped.
 */
import { randomInt } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { progress } from '../support/length.ts'
import { type Kept, keptOf } from './support/kept.ts'
import { type Heard, orderMaker, type ProofOrder, post } from './support/orders.ts'
import type { ServiceProcess } from './support/service-process.ts'
import type { Site } from './support/site.ts'

/** How the restarts roll. */
export interface Rolling {
  readonly site: Site
  readonly replicas: number
  readonly restarts: number
  readonly clients: number
  /** How long a client rests between two orders, so that tests beside have the processors too. */
  readonly betweenOrdersMs: number
  readonly leaseMs?: number
  /** Ends it before all restarts, such as a control that was caught. */
  readonly isEnough?: (lost: number) => boolean
  readonly program?: readonly string[]
}

/** What they did. */
export interface RollingFigures extends Kept {
  readonly restarts: number
  /** Connections refused, or closed before the order was read: nothing came of them. */
  readonly closedDoors: number
  /** Orders that were begun and whose answer the client did not get. */
  readonly dropped: number
  /** Ends with another exit code than 0. */
  readonly badExits: number
  readonly slowestExitSeconds: number
  readonly unexpected: readonly string[]
}

const LIVES_MS_MAX = 600
const AGAIN_AFTER_MS = 20
const TRIES_MAX = 500

interface Tally {
  ending: boolean
  closedDoors: number
  dropped: number
  badExits: number
  slowestExitSeconds: number
  readonly unexpected: string[]
}

/** Rolls restarts over the services of a site under load, and counts. */
export async function rollRestarts(rolling: Rolling): Promise<RollingFigures> {
  const { site, replicas, clients, leaseMs, program, isEnough = () => false } = rolling
  const options = { ...(leaseMs && { leaseMs }), ...(program && { program }) }
  const services: ServiceProcess[] = []
  for (let replica = 0; replica < replicas; replica++) {
    services.push(await site.start({ replica, ...options }))
  }
  const tally: Tally = {
    ending: false,
    closedDoors: 0,
    dropped: 0,
    badExits: 0,
    slowestExitSeconds: 0,
    unexpected: [],
  }
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
    let restarts = 0
    while (restarts < rolling.restarts && !isEnough(tally.dropped)) {
      restarts += 1
      await sleep(randomInt(LIVES_MS_MAX))
      const replica = restarts % replicas
      await endOne(services[replica] as ServiceProcess, tally)
      services[replica] = await site.start({ replica, ...options })
      progress(`${restarts} of ${rolling.restarts} restarts, ${orders.length} orders`)
    }
    tally.ending = true
    await load
    const { ending: _, ...counted } = tally
    return { ...(await keptOf(site, orders)), restarts, ...counted }
  } finally {
    tally.ending = true
    await Promise.all(services.map((service) => service.kill()))
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
      // Only an order that had begun before makes this one a retry.
      if (heard.retried) tally.dropped += 1
      return
    }
    if (heard.kind === 'noFile') return
    if (heard.kind === 'nothing') tally.closedDoors += 1
    await sleep(AGAIN_AFTER_MS)
  }
  tally.unexpected.push('never answered')
}
