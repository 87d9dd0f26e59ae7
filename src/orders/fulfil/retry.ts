/**
 * Retries: a byte-identical request within the retry window gets the stored response of the first.
 * If the first is still in progress, here or at another replica, the retry waits for it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PrintedForm } from '../../documents/tables/printed-forms.ts'
import { CODES, OrderError, reasonsOfCode } from '../../errors.ts'
import type { OrderSummary } from '../../store/records/orders/order-entry.ts'
import type { Store } from '../../store/store.ts'
import type { Operation } from '../intake/operation.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import { printedReport, storedReport } from '../stored-report.ts'
import type { Tools } from '../tools.ts'
import { formToInsert, withPrinted } from './write-response.ts'

/** How often to check whether an order in progress has ended. */
const CHECK_EVERY_MS = 25

/** A stored response as it was sent. */
export interface StoredAnswer {
  readonly status: number
  /** The same bytes as the first response, with the printed report inserted again. */
  readonly body: Uint8Array
  /** Undefined if the order ended with an error document. */
  readonly reportId: string | undefined
}

/**
 * Finds the earlier order with the same bytes, account and operation within the retry window;
 * undefined if there is none.
 */
export function findRetriedOrder(
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

/** Whether a retry gets the stored response, and not an error that names its report. */
export function isRetryAnswered(
  { profile }: OrderingAccount,
  reportId: string | undefined,
  { limits }: Tools,
): boolean {
  return (profile.duplicates ?? limits.duplicates) === 'answer' || reportId === undefined
}

/** Waits until an order has ended. Throws `unavailable` if this takes longer than `waitMs`. */
export function waitForEnd(
  account: string,
  orderId: string,
  waitMs: number,
  { yieldSlot, store }: Tools,
): Promise<void> {
  return yieldSlot(async () => {
    const until = performance.now() + waitMs
    // Reads the store and does not wait for an event, because the order may run at another replica.
    do {
      if (await hasEnded(account, orderId, store)) return
    } while (performance.now() < until)
    throw new OrderError('unavailable')
  })
}

/**
 * The current checks of orders in progress, by order. One check serves all requests in this process
 * that wait for the same order.
 */
const checks = new WeakMap<Store, Map<string, Promise<boolean>>>()

/** Whether an order has ended. If not, the next check begins after this one has paused. */
function hasEnded(account: string, orderId: string, store: Store): Promise<boolean> {
  const ofStore = checks.get(store) ?? new Map<string, Promise<boolean>>()
  checks.set(store, ofStore)
  const key = `${account} ${orderId}`
  const check = async () => {
    try {
      const order = await store.orders.findSummary(account, orderId)
      if (order?.state !== 'running') return true
      await sleep(CHECK_EVERY_MS)
      return false
    } finally {
      ofStore.delete(key)
    }
  }
  return ofStore.getOrInsertComputed(key, check)
}

/**
 * Returns the longest duration of an order: its longest pull, and the time to process the files.
 */
export function longestOrderMs({ bureaus, limits }: Pick<Tools, 'bureaus' | 'limits'>): number {
  return Math.max(...Object.values(bureaus).map(({ timeoutMs }) => timeoutMs)) + limits.marginMs
}

/** Returns the response with which an order ended, at any process. Waits for its end. */
export async function storedAnswer(
  account: string,
  orderId: string,
  waitMs: number,
  tools: Tools,
): Promise<StoredAnswer> {
  await waitForEnd(account, orderId, waitMs, tools)
  const order = await tools.store.orders.find(account, orderId)
  if (order?.answer === undefined) throw new OrderError('unavailable')
  // The process that ended the order may not know that it is durable. A response acknowledges it,
  // so confirm it first.
  await tools.store.confirm()
  const { answer, reportId } = order
  if (reportId === undefined) return { status: statusOf(order.code), body: answer, reportId }
  const form = formToInsert(answer)
  // The response is encrypted with the key of its own order. Without a printed report, nothing else
  // is read.
  if (form === undefined) return { status: 200, body: answer, reportId }
  const printed = await printedFormOf(account, reportId, form, tools)
  return { status: 200, body: withPrinted(answer, form, printed), reportId }
}

/** Returns a printed form of a report. A report that has it already is not opened. */
async function printedFormOf(
  account: string,
  reportId: string,
  form: PrintedForm,
  tools: Tools,
): Promise<Uint8Array> {
  const known = await tools.store.reports.findPrinted(account, reportId, form)
  if (known !== undefined) return known
  const report = await storedReport({ name: account }, reportId, tools)
  if (report === undefined) throw new OrderError('unavailable')
  return printedReport(report, form, tools)
}

// The code is stored and not the status, so that a response follows the current error table.
function statusOf(code: string | undefined): number {
  const [reason = 'internal'] = reasonsOfCode(code)
  return CODES[reason].status
}
