/**
 * Clients for proofs about failing storage: they order during the failure, and ask for all orders
 * afterwards.
 */
import type { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { lengthOf } from '../../support/length.ts'
import { ordersInProgress } from './order-figures.ts'
import { type Heard, orderMaker, type ProofOrder, post } from './orders.ts'
import type { ServiceProcess } from './service-process.ts'
import type { Site } from './site.ts'

const SETTLED_MS_MAX = lengthOf({ short: 120_000, full: 30_000 })
/**
 * Longer than any time limit of a service. At short length, other tests may use most of the
 * machine.
 */
const PATIENCE_MS = lengthOf({ short: 60_000, full: 10_000 })
const ASKERS = 8
const PAUSE_MS_MIN = 50
const PAUSE_MS_MAX = 800
/** Every order is sent again at the end, and a few orders show as much as hundreds. */
const BETWEEN_ORDERS_MS = lengthOf({ short: 150, full: 20 })
const AFTER_REJECTION_MS = lengthOf({ short: 200, full: BETWEEN_ORDERS_MS })

/** Collects responses that no client should get. */
export interface Noted {
  readonly unexpected: string[]
}

/** A client of one account, and all its orders. */
export interface Client {
  readonly send: (order: ProofOrder) => Promise<Heard>
  readonly newOrder: () => ProofOrder
  readonly orders: ProofOrder[]
}

/** Returns a client of the service that `service` returns at the time of each order. */
export function clientOf(
  service: () => ServiceProcess,
  authorization: string,
  agent: Agent,
): Client {
  const make = orderMaker()
  const orders: ProofOrder[] = []
  return {
    orders,
    newOrder: () => {
      const order = make()
      orders.push(order)
      return order
    },
    send: (order) => post(order, { address: service().address, authorization, agent }, PATIENCE_MS),
  }
}

/**
 * Places orders until `work` is done. `note` gets each response that is neither an outcome nor a
 * rejection.
 */
export async function underLoad(
  { send, newOrder }: Client,
  clients: number,
  work: () => Promise<void>,
  note: (heard: Heard) => void,
): Promise<void> {
  let ending = false
  const load = Array.from({ length: clients }, async () => {
    while (!ending) {
      const heard = await send(newOrder())
      if (!isOutcome(heard) && !isRejection(heard)) note(heard)
      await sleep(isOutcome(heard) ? BETWEEN_ORDERS_MS : AFTER_REJECTION_MS)
    }
  })
  try {
    await work()
  } finally {
    ending = true
    await Promise.all(load)
  }
}

/**
 * Returns the time until an order gets a report and the service is ready; undefined if this takes
 * too long.
 */
export async function recoveryMs(
  client: Client,
  { address }: ServiceProcess,
  timeoutMs: number,
): Promise<number | undefined> {
  const begun = performance.now()
  for (;;) {
    const heard = await client.send(client.newOrder())
    const ready = (await fetch(`${address}/health/ready`)).status === 200
    const tookMs = performance.now() - begun
    if (heard.kind === 'report' && ready) return tookMs
    if (tookMs > timeoutMs) return undefined
    await sleep(50)
  }
}

/** Sends every order again until it has an outcome. */
export async function resendAll(client: Client, noted: Noted): Promise<void> {
  const all = client.orders.values()
  const asker = async () => {
    for (const order of all) await answered(order, client, noted)
  }
  await Promise.all(Array.from({ length: ASKERS }, asker))
}

/**
 * Sends an order until it has an outcome. The service settles orders that a failure interrupted
 * first.
 */
async function answered(order: ProofOrder, { send }: Client, noted: Noted): Promise<void> {
  const end = performance.now() + SETTLED_MS_MAX
  let pauseMs = PAUSE_MS_MIN
  while (performance.now() < end) {
    const heard = await send(order)
    if (isOutcome(heard)) return
    if (!isRejection(heard)) noteUnexpected(heard, noted)
    await sleep(pauseMs)
    pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)
  }
  noted.unexpected.push('never answered')
}

/** Waits until no order is in progress. */
export async function settled(site: Site): Promise<void> {
  const end = performance.now() + SETTLED_MS_MAX
  while ((await ordersInProgress(site)).n > 0 && performance.now() < end) await sleep(100)
}

/** Whether the integrity check of an embedded database finds damage. */
export async function isDamaged({ engine, read }: Site): Promise<boolean> {
  if (engine === 'postgres') return false
  const rows = await read<{ integrity_check: string }>('pragma integrity_check')
  return rows.length !== 1 || rows[0]?.integrity_check !== 'ok'
}

/** Whether an order has ended: with a report, or with the error that no bureau has a file. */
export function isOutcome({ kind }: Heard): boolean {
  return kind === 'report' || kind === 'noFile'
}

/** Whether an order was rejected correctly: temporarily (503), and with the time for a retry. */
export function isRejection(heard: Heard): boolean {
  return heard.kind === 'other' && heard.status === 503 && heard.retryAfter
}

/** Records a response that is neither an outcome nor a rejection. */
export function noteUnexpected(heard: Heard, { unexpected }: Noted): void {
  if (heard.kind === 'other') unexpected.push(`${heard.status} ${heard.start.slice(-300)}`)
  if (heard.kind === 'nothing') unexpected.push(heard.code)
}
