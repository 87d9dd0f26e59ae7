/** What proofs about failing storage have in common: clients that order meanwhile, and ask after all. */
import type { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { lengthOf } from '../../support/length.ts'
import { underWay } from './kept.ts'
import { type Heard, orderMaker, type ProofOrder, post } from './orders.ts'
import type { ServiceProcess } from './service-process.ts'
import type { Site } from './site.ts'

const SETTLED_MS_MAX = lengthOf({ short: 120_000, full: 30_000 })
/** Longer than any bound of a service; at short length other tests may have most of the machine. */
const PATIENCE_MS = lengthOf({ short: 60_000, full: 10_000 })
const ASKERS = 8
const PAUSE_MS_MIN = 50
const PAUSE_MS_MAX = 800
/** Every order is asked for again in the end: a few show what hundreds do. */
const BETWEEN_ORDERS_MS = lengthOf({ short: 150, full: 20 })
const AFTER_REFUSAL_MS = lengthOf({ short: 200, full: BETWEEN_ORDERS_MS })

/** Takes what no client should ever hear. */
export interface Noted {
  readonly unexpected: string[]
}

/** Clients of one account, and all that they have ordered. */
export interface Client {
  readonly send: (order: ProofOrder) => Promise<Heard>
  readonly newOrder: () => ProofOrder
  readonly orders: ProofOrder[]
}

/** Clients of whichever service runs at the time. */
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

/** Orders without an end while something is done; what is neither a report nor a refusal is noted. */
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
      if (!isOutcome(heard) && !isRefusal(heard)) note(heard)
      await sleep(isOutcome(heard) ? BETWEEN_ORDERS_MS : AFTER_REFUSAL_MS)
    }
  })
  try {
    await work()
  } finally {
    ending = true
    await Promise.all(load)
  }
}

/** How long it takes until an order is answered and the service is ready; undefined if too long. */
export async function recoveryMs(
  client: Client,
  { address }: ServiceProcess,
  mostMs: number,
): Promise<number | undefined> {
  const begun = performance.now()
  for (;;) {
    const heard = await client.send(client.newOrder())
    const ready = (await fetch(`${address}/health/ready`)).status === 200
    const tookMs = performance.now() - begun
    if (heard.kind === 'report' && ready) return tookMs
    if (tookMs > mostMs) return undefined
    await sleep(50)
  }
}

/** Sends every order again until it is answered. */
export async function askAll(client: Client, noted: Noted): Promise<void> {
  const all = client.orders.values()
  const asker = async () => {
    for (const order of all) await answered(order, client, noted)
  }
  await Promise.all(Array.from({ length: ASKERS }, asker))
}

/** Sends an order until it is answered; orders left by a failure are settled first. */
async function answered(order: ProofOrder, { send }: Client, noted: Noted): Promise<void> {
  const end = performance.now() + SETTLED_MS_MAX
  let pauseMs = PAUSE_MS_MIN
  while (performance.now() < end) {
    const heard = await send(order)
    if (isOutcome(heard)) return
    if (!isRefusal(heard)) noteUnexpected(heard, noted)
    await sleep(pauseMs)
    pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)
  }
  noted.unexpected.push('never answered')
}

/** Waits until no order is under way any more. */
export async function settled(site: Site): Promise<void> {
  const end = performance.now() + SETTLED_MS_MAX
  while ((await underWay(site)).n > 0 && performance.now() < end) await sleep(100)
}

/** Whether the pages of an embedded database contradict each other. */
export async function isDamaged({ engine, read }: Site): Promise<boolean> {
  if (engine === 'postgres') return false
  const rows = await read<{ integrity_check: string }>('pragma integrity_check')
  return rows.length !== 1 || rows[0]?.integrity_check !== 'ok'
}

/** Whether an order ended: with a report, or with the word that there is no file. */
export function isOutcome({ kind }: Heard): boolean {
  return kind === 'report' || kind === 'noFile'
}

/** Whether an order was refused as it should be: for now, and with the time to come again. */
export function isRefusal(heard: Heard): boolean {
  return heard.kind === 'other' && heard.status === 503 && heard.retryAfter
}

/** Notes an answer that is neither. */
export function noteUnexpected(heard: Heard, { unexpected }: Noted): void {
  if (heard.kind === 'other') unexpected.push(`${heard.status} ${heard.start.slice(-300)}`)
  if (heard.kind === 'nothing') unexpected.push(heard.code)
}
