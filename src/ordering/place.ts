/**
 * The pipeline of an order: understand, journal, pull, merge, print, commit, answer.
 *
 * Nothing is asked of a bureau before the order is journaled, and nothing is acknowledged before
 * report, charge and inquiries are durable in one unit.
 */
import { NotReadable } from '../documents/not-readable.ts'
import { CODES, OrderError } from '../errors.ts'
import type { OrderEntry } from '../store/orders.ts'
import type { OrderingAccount } from './account.ts'
import { withPrinted, writeAnswer } from './answer.ts'
import { makeReport } from './make-report.ts'
import { reportIndexes } from './meaning.ts'
import type { Operation } from './operation.ts'
import type { Order } from './order.ts'
import { type FinishedPull, isDelivered, makePulls, planPulls } from './pull.ts'
import { writeRefusal } from './refusal.ts'
import { storedAnswer } from './retry.ts'
import type { Tools } from './tools.ts'
import { refusalOf, type Understanding, understand } from './understand.ts'

/** A request to one of the operations, authenticated. */
export interface PlacedRequest {
  readonly operation: Operation
  readonly account: OrderingAccount
  readonly body: Uint8Array
  readonly charset: string | undefined
  readonly receivedAt: Date
}

/** What goes back to the client. */
export interface Answer {
  readonly status: number
  readonly body: string
  /** Whether it is the stored answer of the same bytes. */
  readonly retried: boolean
  readonly reason?: OrderError['reason']
}

/** An order on its way: what was asked, what was understood, and its number. */
interface Underway {
  readonly id: string
  readonly request: PlacedRequest
  readonly understood: Understanding
  readonly order: Order
}

/** Carries out a request, whatever it is: it always ends with an answer. */
export async function placeOrder(request: PlacedRequest, tools: Tools): Promise<Answer> {
  let understood: Understanding | undefined
  try {
    understood = understand(
      request.operation,
      request.body,
      request.charset,
      request.account.profile.requirements,
    )
    if (understood.order === undefined) throw refusalOf(understood.faults)
    refuseWhatIsNotAllowed(understood.order, request.account)
  } catch (error) {
    const refusal = orderErrorOf(error)
    if (refusal === undefined) throw error
    return refuse(request, understood, refusal, tools)
  }
  return carryOut({ id: tools.newId('order'), request, understood, order: understood.order }, tools)
}

function orderErrorOf(error: unknown): OrderError | undefined {
  if (error instanceof OrderError) return error
  return error instanceof NotReadable ? new OrderError('unreadable', [error.message]) : undefined
}

function refuseWhatIsNotAllowed(order: Order, { profile }: OrderingAccount): void {
  const texts = order.bureaus
    .filter((bureau) => !profile.bureaus.includes(bureau))
    .map((_, index) => `Bureau ${index + 1} of those asked is not allowed for the account`)
  if (!profile.products.includes(order.operation.name)) {
    texts.unshift(`The operation ${order.operation.path} is not allowed for the account`)
  }
  if (texts.length > 0) throw new OrderError('notAllowed', texts)
}

async function refuse(
  request: PlacedRequest,
  understood: Understanding | undefined,
  error: OrderError,
  tools: Tools,
): Promise<Answer> {
  const finishedAt = tools.now()
  const body = writeRefusal(error, finishedAt, understood)
  const { status, code } = CODES[error.reason]
  const id = tools.newId('order')
  try {
    await tools.store.journalRefusal({
      ...entryOf(id, request, understood, tools),
      finishedAt: finishedAt.getTime(),
      code,
      answer: Buffer.from(body),
    })
  } catch (failure) {
    // The refusal stands without its entry: nothing was ordered that could be lost.
    tools.tell({ orderId: id, what: 'a refusal could not be journaled', error: failure })
  }
  return { status, body, retried: false, reason: error.reason }
}

function entryOf(
  id: string,
  request: PlacedRequest,
  understood: Understanding | undefined,
  tools: Tools,
): OrderEntry {
  return {
    id,
    account: request.account.name,
    operation: request.operation.name,
    action: understood?.echo?.CreditReportRequestActionType,
    receivedAt: request.receivedAt.getTime(),
    fingerprint: tools.vault.fingerprint(request.body),
    bodyBytes: request.body.length,
    sent: understood === undefined ? undefined : Buffer.from(understood.sent),
    understood: understood?.kept,
    faults: understood?.faults.map(({ path, rule, expected }) => ({ path, rule, expected })) ?? [],
    notes: understood?.notes ?? [],
  }
}

async function carryOut(underway: Underway, tools: Tools): Promise<Answer> {
  const { id, request, understood, order } = underway
  const planned = planPulls(order, request.account, request.receivedAt, tools)
  const now = tools.now().getTime()
  const longestPullMs = Math.max(...order.bureaus.map((name) => tools.bureaus[name].timeoutMs))
  const begun = await tools.store.beginOrder(
    {
      ...entryOf(id, request, understood, tools),
      runner: tools.runner,
      leaseUntil: now + longestPullMs + tools.limits.marginMs,
      retriesSince: now - tools.limits.retryWindowMs,
    },
    planned.map((pull) => pull.intent),
  )
  if (!begun.begun) {
    const waitMs = longestPullMs + tools.limits.marginMs
    const stored = await storedAnswer(request.account.name, begun.order.id, waitMs, tools)
    return { ...stored, retried: true }
  }
  const pulls = await makePulls(planned, id, order, tools)
  if (!pulls.some(({ file }) => isDelivered(file))) return endWithoutReport(underway, pulls, tools)
  return endWithReport(underway, pulls, tools)
}

async function endWithoutReport(
  { id, understood }: Underway,
  pulls: readonly FinishedPull[],
  tools: Tools,
): Promise<Answer> {
  const reason = 'noFile'
  const finishedAt = tools.now()
  const error = new OrderError(reason, pulls.map(noFileText))
  const body = writeRefusal(error, finishedAt, understood)
  await mustHold(
    tools.store.failOrder({
      id,
      runner: tools.runner,
      finishedAt: finishedAt.getTime(),
      code: CODES[reason].code,
      answer: Buffer.from(body),
      pulls: pulls.map((pull) => pull.outcome),
    }),
  )
  return { status: CODES[reason].status, body, retried: false, reason }
}

function noFileText({ borrower, file }: FinishedPull): string {
  return `BORROWER ${borrower.borrowerId}: ${file.message ?? file.status} (${file.status})`
}

async function endWithReport(
  { id, request, understood, order }: Underway,
  pulls: readonly FinishedPull[],
  tools: Tools,
): Promise<Answer> {
  const issuedAt = tools.now()
  const { report, price } = makeReport(order, request.account, pulls, issuedAt, tools)
  const printed = await tools.print(report)
  const answer = writeAnswer(report, { ...understood, order, respondedAt: issuedAt })
  const at = issuedAt.getTime()
  await mustHold(
    tools.store.completeOrder({
      id,
      runner: tools.runner,
      finishedAt: at,
      answer: Buffer.from(answer),
      reportId: report.id,
      report: {
        id: report.id,
        operation: order.operation.name,
        product: order.productName,
        origin: 'new',
        firstIssuedAt: at,
        lastUpdatedAt: at,
        ...reportIndexes(order, request.account.name, tools),
        bureaus: answeringBureaus(pulls),
        content: { files: pulls.map(({ file }) => file), report },
        printed,
      },
      charge: {
        id: tools.newId('charge'),
        kind: 'report',
        amountCents: price.cents,
        items: price.items,
        chargedAt: at,
      },
      pulls: pulls.map((pull) => pull.outcome),
    }),
  )
  return { status: 200, body: withPrinted(answer, printed), retried: false }
}

/** Throws where the order was no longer this process's to end: its outcome is another's. */
async function mustHold(ended: Promise<boolean>): Promise<void> {
  if (!(await ended)) throw new Error('the order was ended by another process')
}

/** The bureaus that answered at all: a file, no file or a freeze, but neither failure nor delay. */
function answeringBureaus(pulls: readonly FinishedPull[]): string[] {
  const failed = pulls.filter(({ outcome }) => outcome.state === 'failed')
  const failing = new Set(failed.map(({ file }) => file.bureau))
  return [...new Set(pulls.map(({ file }) => file.bureau))].filter((name) => !failing.has(name))
}
