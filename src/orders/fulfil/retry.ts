/**
 * Retries: a byte-identical request within the window gets the stored answer of the first, waiting
 * for it where it is still under way, here or at another replica.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { CODES, OrderError, type Reason } from '../../errors.ts'
import type { OrderSummary } from '../../store/records/orders/order-entry.ts'
import type { Store } from '../../store/store.ts'
import type { Operation } from '../intake/operation.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import { printedReport, storedReport } from '../stored-report.ts'
import type { Tools } from '../tools.ts'
import { formAwaited, withPrinted } from './write-response.ts'

/** How often the outcome of an order under way is looked for. */
const LOOK_EVERY_MS = 25

/** A stored answer as it was sent. */
export interface StoredAnswer {
  readonly status: number
  /** Byte for byte as the first response, with the printed report put in again. */
  readonly body: Uint8Array
  /** Undefined where the order ended with an error document. */
  readonly reportId: string | undefined
}

/**
 * The order that these bytes were sent for before, of the same account and operation and within the
 * retry window; undefined if there is none.
 */
export function retriedOrder(
  { account, operation }: { readonly account: OrderingAccount; readonly operation: Operation },
  fingerprint: Uint8Array,
  tools: Tools,
): Promise<OrderSummary | undefined> {
  return tools.store.orders.findRetried({
    account: account.name,
    operation: operation.name,
    fingerprint,
    since: tools.now().getTime() - tools.limits.retryWindowMs,
  })
}

/** Whether the account gets the stored answer again, and no refusal that names its report. */
export function answersDuplicates(
  { profile }: OrderingAccount,
  reportId: string | undefined,
  { limits }: Tools,
): boolean {
  return (profile.duplicates ?? limits.duplicates) === 'answer' || reportId === undefined
}

/**
 * Resolves when an order has ended. It throws `unavailable` where that takes longer than the order
 * could.
 */
export function endOf(
  account: string,
  orderId: string,
  waitMs: number,
  tools: Tools,
): Promise<void> {
  return tools.yieldSlot(() => lookForEnd(account, orderId, waitMs, tools))
}

async function lookForEnd(
  account: string,
  orderId: string,
  waitMs: number,
  { store }: Pick<Tools, 'store'>,
): Promise<void> {
  const until = performance.now() + waitMs
  // By reading the store and not by waiting for an event: the order may run at another replica.
  do {
    if (await hasEnded(account, orderId, store)) return
  } while (performance.now() < until)
  throw new OrderError('unavailable')
}

/** The looks at orders that copies wait for, by order: one serves all copies in this process. */
const looks = new WeakMap<Store, Map<string, Promise<boolean>>>()

/** Whether an order has ended. Where it has not, the next look begins after this one. */
function hasEnded(account: string, orderId: string, store: Store): Promise<boolean> {
  const own = looks.get(store) ?? new Map<string, Promise<boolean>>()
  looks.set(store, own)
  const key = `${account} ${orderId}`
  const look = async () => {
    try {
      const order = await store.orders.findSummary(account, orderId)
      if (order?.state !== 'running') return true
      await sleep(LOOK_EVERY_MS)
      return false
    } finally {
      own.delete(key)
    }
  }
  return own.getOrInsertComputed(key, look)
}

/** The longest that an order takes: its longest pull and what is done with the files. */
export function longestOrderMs({ bureaus, limits }: Pick<Tools, 'bureaus' | 'limits'>): number {
  return Math.max(...Object.values(bureaus).map(({ timeoutMs }) => timeoutMs)) + limits.marginMs
}

/** The answer that an order ended with, at whichever process it ended. */
export async function storedAnswer(
  account: string,
  orderId: string,
  waitMs: number,
  tools: Tools,
): Promise<StoredAnswer> {
  await endOf(account, orderId, waitMs, tools)
  const order = await tools.store.orders.find(account, orderId)
  if (order?.answer === undefined) throw new OrderError('unavailable')
  // The process that ended the order may not know that it is durable: to answer is to acknowledge.
  await tools.store.confirm()
  const { answer, reportId } = order
  if (reportId === undefined) return { status: statusOf(order.code), body: answer, reportId }
  const form = formAwaited(answer)
  // The answer is kept under the key of its own order: without a document, nothing else is read.
  if (form === undefined) return { status: 200, body: answer, reportId }
  const report = await storedReport({ name: account }, reportId, tools)
  if (report === undefined) throw new OrderError('unavailable')
  const printed = await printedReport(report, form, tools)
  return { status: 200, body: withPrinted(answer, form, printed), reportId }
}

// The code is stored and not the status, so that an answer follows the error table.
function statusOf(code: string | undefined): number {
  const reasons = Object.keys(CODES) as Reason[]
  const reason = reasons.find((candidate) => CODES[candidate].code === code)
  return CODES[reason ?? 'internal'].status
}
