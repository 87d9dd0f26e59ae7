/**
 * Retries: a byte-identical request within the window gets the stored answer of the first, waiting
 * for it where it is still under way, here or at another replica.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { CODES, OrderError, type Reason } from '../errors.ts'
import type { Order as StoredOrder } from '../store/orders.ts'
import { withPrinted } from './answer.ts'
import type { Tools } from './tools.ts'

/** How often the outcome of an order under way is looked for. */
const LOOK_EVERY_MS = 25

/** A stored answer as it was sent. */
export interface StoredAnswer {
  readonly status: number
  readonly body: string
}

/** The answer of the order that a request repeats, once it has one. */
export async function storedAnswer(
  account: string,
  orderId: string,
  waitMs: number,
  tools: Tools,
): Promise<StoredAnswer> {
  for (let waitedMs = 0; waitedMs <= waitMs; waitedMs += LOOK_EVERY_MS) {
    const order = await tools.store.findOrder(account, orderId)
    if (order === undefined) break
    if (order.state !== 'running') return answerOf(order, tools)
    await sleep(LOOK_EVERY_MS)
  }
  throw new OrderError('unavailable')
}

async function answerOf(order: StoredOrder, tools: Tools): Promise<StoredAnswer> {
  if (order.answer === undefined) throw new OrderError('unavailable')
  const text = Buffer.from(order.answer).toString('utf8')
  if (order.reportId === undefined) return { status: statusOf(order.code), body: text }
  const report = await tools.store.findReport(order.account, order.reportId)
  if (report === undefined) throw new OrderError('unavailable')
  return { status: 200, body: withPrinted(text, report.printed) }
}

function statusOf(code: string | undefined): number {
  const reasons = Object.keys(CODES) as Reason[]
  const reason = reasons.find((candidate) => CODES[candidate].code === code)
  return CODES[reason ?? 'internal'].status
}
