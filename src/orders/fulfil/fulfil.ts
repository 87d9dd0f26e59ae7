/**
 * Fulfills a journaled order: pull, merge, print, commit, respond. Nothing is acknowledged before
 * the report, the charge and the inquiries are durable in one unit.
 */
import type { PrintedForm } from '../../documents/tables/printed-forms.ts'
import { CODES, OrderError } from '../../errors.ts'
import { isDelivered } from '../../reports/credit-files.ts'
import type { Report } from '../../reports/report.ts'
import type { Charge } from '../../store/records/orders/order-charges.ts'
import type { HeldOrder } from '../../store/records/orders/order-entry.ts'
import type { NewReport } from '../../store/records/reports/report-entry.ts'
import type { Order } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import type { ParsedRequest } from '../intake/parse-request.ts'
import { printedChoice } from '../intake/preferred-form.ts'
import { feeOf, NO_PRICE, type OrderPrice } from '../intake/prices.ts'
import { storedBorrower } from '../plan/existing-reports.ts'
import { lenderCaseIndex } from '../plan/meaning.ts'
import type { ReportPlan, StoredPlan } from '../plan/plan.ts'
import type { FinishedPull } from '../plan/planned-pulls.ts'
import { printedReport, relabelBorrowers, reportContentOf, storedReport } from '../stored-report.ts'
import type { Tools } from '../tools.ts'
import { writeErrorDocument } from './error-document.ts'
import {
  bureauScores,
  listedScores,
  makeReport,
  newReport,
  type ReportDraft,
} from './make-report.ts'
import type { Answer } from './order-handler.ts'
import { injectedFaultsOf, makePulls } from './pull.ts'
import { longestOrderMs, storedAnswer } from './retry.ts'
import { isLeftToOthers } from './running-orders.ts'
import { type AnswerContext, withPrinted, writeAnswer } from './write-response.ts'

/** A journaled order that this process is fulfilling; it holds the lease. */
export interface RunningOrder {
  readonly id: string
  readonly account: OrderingAccount
  /** Parsed from the request, or again from the journal after a crash. */
  readonly parsed: ParsedRequest
  /** The same as `parsed.order`, but never undefined. */
  readonly order: Order
  /**
   * The data that the journal returned when the order began here, which saves a read at its end.
   * Absent if this process took the order over from another one.
   */
  readonly held?: HeldOrder
}

/**
 * Makes the report of an order and responds with it. If no bureau delivers a file, the order ends
 * with an error document and without a charge.
 */
export async function fulfilOrder(
  running: RunningOrder,
  plan: ReportPlan,
  tools: Tools,
): Promise<Answer> {
  const pulls = await makePulls(plan.pulls, running, tools)
  if (pulls.length > 0) tools.steps?.end('pull')
  const nothingDelivered = !pulls.some(({ file }) => isDelivered(file))
  if (pulls.length > 0 && nothingDelivered) {
    const error = new OrderError('noFile', pulls.map(noFileText))
    return endWithError(running, error, pulls, tools)
  }
  let pending: PendingAnswer
  try {
    pending = await completeWithReport(running, plan, pulls, tools)
  } catch (error) {
    return endAfterError(running, error, pulls, tools)
  }
  return answerWhenDurable(pending, running, tools)
}

/**
 * Ends an order after an unexpected error, and records the pulls made until then. Leaves the order
 * unchanged if it has already ended or if another process has taken it over.
 */
export async function endAfterError(
  running: RunningOrder,
  error: unknown,
  pulls: readonly RecordedPull[],
  tools: Tools,
): Promise<Answer> {
  if (isLeftToOthers(error)) throw error
  if (error instanceof OrderError) return endWithError(running, error, pulls, tools)
  // The order ends before the error is thrown, so that equivalent requests that wait for it get a
  // response and can be sent again.
  await endWithError(running, new OrderError('interrupted'), pulls, tools)
  throw error
}

function noFileText({ borrower, file }: FinishedPull): string {
  return `BORROWER ${borrower.borrowerId}: ${file.message ?? file.status} (${file.status})`
}

/** The account of an order. If the account was deleted, only its name is known. */
type EndingAccount = Pick<OrderingAccount, 'name'> & Partial<Pick<OrderingAccount, 'profile'>>

/** An order that is about to end without a report. Its request may not have been parsed. */
export interface EndingOrder extends Pick<RunningOrder, 'id' | 'held'> {
  readonly account: EndingAccount
  /** Undefined if the request could not be parsed again. */
  readonly parsed: ParsedRequest | undefined
}

/**
 * Ends an order without a charge. Records its pulls nevertheless: a hard inquiry happened even if
 * no report was made.
 */
export async function endWithError(
  { id, account, parsed, held }: EndingOrder,
  error: OrderError,
  pulls: readonly Partial<RecordedPull>[],
  tools: Tools,
): Promise<Answer> {
  const finishedAt = tools.now()
  const body = Buffer.from(writeErrorDocument(error, finishedAt, tools.basePath, parsed))
  const { status, code } = CODES[error.reason]
  const ended = await tools.store.orders.fail({
    id,
    runner: tools.runner,
    held,
    finishedAt: finishedAt.getTime(),
    code,
    answer: body,
    pulls: pulls.flatMap(({ outcome }) => outcome ?? []),
    listed: { reason: error.reason, steps: tools.steps?.ended, ...injectedFaultsOf(pulls) },
    purpose: account.profile?.purpose,
  })
  // Another process took the order over and ended it. Only the response of that process counts.
  if (!ended) return answerOfOtherProcess(id, account, tools)
  return { status, body, retried: false, orderId: id, reason: error.reason, texts: error.texts }
}

/** The recorded result of a pull, without its file. */
type RecordedPull = Pick<FinishedPull, 'outcome' | 'injected'>

/** The response to an order whose end is being written to disk. */
interface PendingAnswer {
  /** Whether this process still held the order when its end was stored. */
  readonly ended: Promise<boolean>
  readonly answer: Answer
  readonly pulls: readonly RecordedPull[]
}

/**
 * Waits until the end of an order is durable, and meanwhile holds only the bytes of its response.
 * Otherwise each garbage collection would copy the files and reports of all orders that wait for
 * the disk.
 */
async function answerWhenDurable(
  { ended, answer, pulls }: PendingAnswer,
  running: RunningOrder,
  tools: Tools,
): Promise<Answer> {
  try {
    return (await ended) ? answer : await answerOfOtherProcess(running.id, running.account, tools)
  } catch (error) {
    return endAfterError(running, error, pulls, tools)
  }
}

/**
 * Makes the report and passes it to the store, without waiting for the commit. Reads the clock once
 * for the issue, so that the dates in the report, its charge and its printed page agree.
 */
async function completeWithReport(
  running: RunningOrder,
  plan: ReportPlan,
  pulls: readonly FinishedPull[],
  tools: Tools,
): Promise<PendingAnswer> {
  const draft: ReportDraft = { ...running, plan, pulls, issuedAt: tools.now() }
  const issued = makeReport(draft, tools)
  tools.steps?.end('merge')
  const { report } = issued.content
  const context = contextOf(running, draft.issuedAt, plan.origin, issued.price)
  const print = (form: PrintedForm) => tools.print(report, form)
  const { answer, body, printed } = await written(report, context, print, tools)
  const ended = tools.store.orders.complete({
    ...endOf(running, answer, report, tools),
    report: newReport(draft, issued, printed, tools),
    charge: chargeOf(plan.origin, issued.price, draft.issuedAt, tools),
    pulls: pulls.map((pull) => pull.outcome),
    listed: {
      steps: tools.steps?.ended,
      scores: listedScores(report),
      bureauScores: bureauScores(report),
      ...injectedFaultsOf(pulls),
    },
  })
  const recorded = pulls.map(({ outcome, injected }) => ({ outcome, injected }))
  return { ended, answer: answerWith(report, body, running), pulls: recorded }
}

interface Written {
  /** The response without the printed report, as it is stored. */
  readonly answer: Uint8Array
  /** The response as it is sent. */
  readonly body: Uint8Array
  /** The printed report, by form. Empty if the response embeds none. */
  readonly printed: NewReport['printed']
}

/** Writes the response of a report. `print` is called if the response embeds the printed report. */
async function written(
  report: Report,
  context: AnswerContext,
  print: (form: PrintedForm) => Promise<Uint8Array>,
  tools: Tools,
): Promise<Written> {
  const { form, embedded } = context.choice
  const page = embedded ? await print(form) : undefined
  if (embedded) tools.steps?.end('print')
  const answer = writeAnswer(report, context)
  const body = page === undefined ? answer : withPrinted(answer, form, page)
  tools.steps?.end('write')
  return { answer, body, printed: page === undefined ? {} : { [form]: page } }
}

/** Returns what the store needs to end any order with a report. */
function endOf(running: RunningOrder, answer: Uint8Array, { id }: Report, tools: Tools) {
  return {
    id: running.id,
    runner: tools.runner,
    held: running.held,
    finishedAt: tools.now().getTime(),
    answer,
    reportId: id,
    purpose: running.account.profile.purpose,
  }
}

function answerWith({ id }: Pick<Report, 'id'>, body: Uint8Array, { id: orderId }: RunningOrder) {
  return { status: 200, body, retried: false, orderId, reportId: id }
}

/** Responds with a stored report, and charges the fee, if any. */
export async function answerFromStored(
  running: RunningOrder,
  plan: StoredPlan,
  tools: Tools,
): Promise<Answer> {
  const { ended, ...pending } = await completeFromStored(running, plan, tools)
  const endedUnlessPurged = ended.then(
    (hasEnded) => hasEnded || rejectPurged(running, plan.report, tools),
  )
  return answerWhenDurable({ ...pending, ended: endedUnlessPurged }, running, tools)
}

/**
 * Throws if the report to respond with was purged after it was read: the order must not store it
 * again. Otherwise another process has taken the order over.
 */
async function rejectPurged(
  { account }: RunningOrder,
  { id }: StoredPlan['report'],
  tools: Tools,
): Promise<false> {
  if ((await storedReport(account, id, tools)) === undefined) throw new OrderError('interrupted')
  return false
}

async function completeFromStored(
  running: RunningOrder,
  { report: stored, origin, fee }: StoredPlan,
  tools: Tools,
): Promise<PendingAnswer> {
  const at = tools.now()
  const price = fee === undefined ? NO_PRICE : feeOf(running.account.profile.prices, fee)
  const content = await reportContentOf(stored)
  const report = relabelBorrowers(content.report, idsOf(running, stored, tools))
  const context = contextOf(running, at, origin, price)
  const print = (form: PrintedForm) => printedReport(stored, form, tools)
  const { answer, body } = await written(report, context, print, tools)
  const ended = tools.store.orders.complete({
    ...endOf(running, answer, report, tools),
    lenderCase: lenderCaseIndex(running.order, running.account, tools) ?? 'none',
    charge: fee === undefined ? undefined : chargeOf(fee, price, at, tools),
    listed: { steps: tools.steps?.ended },
  })
  return { ended, answer: answerWith(report, body, running), pulls: [] }
}

/**
 * Maps the borrower identifiers of a stored report to those of the order. Clients choose the
 * identifiers, so they may differ between two orders of the same people.
 */
function idsOf({ order, account }: RunningOrder, stored: StoredPlan['report'], tools: Tools) {
  return new Map(
    order.borrowers.flatMap((borrower) => {
      const id = storedBorrower(borrower, stored, account, tools)?.borrowerId
      return id === undefined ? [] : [[id, borrower.borrowerId] as const]
    }),
  )
}

function contextOf(
  { order, account, parsed }: RunningOrder,
  respondedAt: Date,
  origin: AnswerContext['origin'],
  price: OrderPrice,
): AnswerContext {
  const { dialect, versions } = parsed
  const choice = printedChoice(order.document, account)
  return { order, account, dialect, versions, respondedAt, origin, priceCents: price.cents, choice }
}

function chargeOf(kind: string, price: OrderPrice, at: Date, tools: Tools): Charge {
  return {
    id: tools.newId('charge'),
    kind,
    amountCents: price.cents,
    items: price.items,
    chargedAt: at.getTime(),
  }
}

/**
 * Returns the response of the process that took the order over, because this process did not renew
 * its lease in time. The work of this process does not count: an order has one report, one charge
 * and one response.
 */
async function answerOfOtherProcess(
  orderId: string,
  { name }: Pick<OrderingAccount, 'name'>,
  tools: Tools,
): Promise<Answer> {
  const stored = await storedAnswer(name, orderId, longestOrderMs(tools), tools)
  return { ...stored, retried: false, orderId }
}
