/**
 * A storm of copies: each order is sent many times at once, to all services, and many clients
 * disconnect before the response. Afterwards, each order has one response and one charge.
 */
import { randomInt } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { progress } from '../support/length.ts'
import { isRejection, noteUnexpected, resendAll, settled } from './support/clients.ts'
import { type OrderFigures, orderFiguresOf } from './support/order-figures.ts'
import { GAVE_UP, type Heard, orderMaker, type ProofOrder, post } from './support/orders.ts'
import type { ServiceProcess } from './support/service-process.ts'
import type { Site } from './support/site.ts'

/** The options of the proof. */
export interface Storm {
  readonly site: Site
  readonly services: readonly ServiceProcess[]
  readonly orders: number
  /** The number of orders whose copies are in flight at once. */
  readonly concurrency: number
}

/** The figures of the proof. */
export interface StormFigures extends OrderFigures {
  readonly copies: number
  /** Copies that were rejected for now, because the machine or its database was too busy. */
  readonly rejected: number
  /** Copies whose client disconnected before the response. */
  readonly left: number
  /** Unexpected responses. */
  readonly unexpected: readonly string[]
}

/**
 * The proof is about copies and not about load: even on a busy machine, no copy should be rejected
 * because of overload.
 */
export const STORM_FLAGS = { 'waiting-ms-max': 60_000 }

const COPIES_MAX = 20
const SPREAD_MS_MAX = 30
const PATIENCE_MS_MAX = 300
const REPORT_EVERY = 100

/** Runs the storm, and returns the figures. */
export async function storm({ site, services, orders, ...how }: Storm): Promise<StormFigures> {
  const agent = new Agent({ keepAlive: true })
  const authorization = site.authorization()
  const tally: Tally = { copies: 0, rejected: 0, left: 0, unexpected: [] }
  const send = async (order: ProofOrder, patienceMs?: number) => {
    const { address } = services[randomInt(services.length)] as ServiceProcess
    tally.copies += 1
    return await post(order, { address, authorization, agent }, patienceMs)
  }
  const newOrder = orderMaker()
  const all = Array.from({ length: orders }, newOrder)
  const waiting = all.entries()
  const blow = async () => {
    for (const [index, order] of waiting) {
      const copies = randomInt(1, COPIES_MAX + 1)
      await Promise.all(Array.from({ length: copies }, () => sendCopy(order, send, tally)))
      if ((index + 1) % REPORT_EVERY === 0) progress(`${index + 1} of ${orders} orders`)
    }
  }
  try {
    await Promise.all(Array.from({ length: how.concurrency }, blow))
    await resendAll({ send, newOrder, orders: all }, tally)
    await settled(site)
    return { ...(await orderFiguresOf(site, all)), ...tally }
  } finally {
    agent.destroy()
  }
}

type Send = (order: ProofOrder, patienceMs?: number) => Promise<Heard>

interface Tally {
  copies: number
  rejected: number
  left: number
  readonly unexpected: string[]
}

/**
 * Sends a copy, a little before or after the others. Every second client does not wait for long.
 */
async function sendCopy(order: ProofOrder, send: Send, tally: Tally): Promise<void> {
  await sleep(randomInt(SPREAD_MS_MAX))
  note(await send(order, randomInt(2) === 0 ? randomInt(1, PATIENCE_MS_MAX) : undefined), tally)
}

function note(heard: Heard, tally: Tally): void {
  if (isRejection(heard)) tally.rejected += 1
  else if (heard.kind === 'nothing' && heard.code === GAVE_UP) tally.left += 1
  else noteUnexpected(heard, tally)
}
