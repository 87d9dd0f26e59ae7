/**
 * A request to an operation, from its bytes to an answer: understand, plan, journal, carry out.
 * Nothing is asked of a bureau before the order is journaled.
 */

import { NotReadable } from '../../documents/codec/unreadable.ts'
import { ACTION_TYPES } from '../../documents/tables/enumerations.ts'
import { CODES, OrderError } from '../../errors.ts'
import type {
  Begun,
  ConsumerLimit,
  OrderEntry,
  OrderSummary,
} from '../../store/records/order-entry.ts'
import { DAY_MS } from '../../time.ts'
import type { Operation } from '../intake/operation.ts'
import type { Order } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import { refusalOf, type Understanding, understand } from '../intake/parse-request.ts'
import { searchTokens } from '../intake/search-tokens.ts'
import type { Plan } from '../plan/plan.ts'
import { planOrder } from '../plan/plan-order.ts'
import type { Tools } from '../tools.ts'
import { writeRefusal } from './error-document.ts'
import {
  type Answer,
  answerAgain,
  carryOut,
  endWithError,
  isLeftToOthers,
  type Underway,
  workOn,
} from './fulfil.ts'

import { endOf, longestOrderMs, retriedOrder, storedAnswer } from './retry.ts'

/** A request to one of the operations, authenticated. */
export interface PlacedRequest {
  readonly operation: Operation
  readonly account: OrderingAccount
  readonly body: Uint8Array
  readonly charset: string | undefined
  readonly receivedAt: Date
}

/** Carries out a request, whatever it is: it always ends with an answer. */
export async function placeOrder(request: PlacedRequest, tools: Tools): Promise<Answer> {
  const fingerprint = tools.vault.fingerprint(request.body)
  const retried = await retriedOrder(request, fingerprint, tools)
  if (retried !== undefined) return again(request, fingerprint, retried, tools)
  let understood: Understanding | undefined
  try {
    understood = await understand(
      request.operation,
      request.body,
      request.charset,
      request.account.profile.requirements,
    )
    if (understood.order === undefined) throw refusalOf(understood.faults)
    refuseWhatIsNotAllowed(understood.order, request.account)
    const answer = await place(request, fingerprint, understood, understood.order, tools)
    return { ...answer, action: actionOf(understood) }
  } catch (error) {
    const refusal = orderErrorOf(error)
    if (refusal === undefined || isForLater(refusal)) throw error
    return refuse(request, fingerprint, understood, refusal, tools)
  }
}

/** Whether the same request is to be sent again later: nothing is journaled of it. */
function isForLater({ reason }: OrderError): boolean {
  const { status } = CODES[reason]
  return status >= 500 || status === 429
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

/** How often an order that met another of its meaning plans anew. */
const PLAN_TRIES_MAX = 5

async function place(
  request: PlacedRequest,
  fingerprint: Uint8Array,
  understood: Understanding,
  order: Order,
  tools: Tools,
): Promise<Answer> {
  const { account } = request
  for (let tries = 0; tries < PLAN_TRIES_MAX; tries++) {
    const plan = await planOrder(order, account, tools)
    const underway = { id: tools.newId('order'), account, understood, order }
    const begun = await begin(underway, request, fingerprint, plan, tools)
    if (begun.begun) return await workOn(underway.id, tools, () => finish(underway, plan, tools))
    refuseBeyondLimits(begun, request, tools)
    if (begun.because === 'retry') return again(request, fingerprint, begun.order, tools)
    await endOf(account.name, begun.order.id, waitMs(order, tools), tools)
  }
  throw new OrderError('unavailable')
}

/** Throws where the order met a limit of its account. */
function refuseBeyondLimits(
  begun: Extract<Begun, { readonly begun: false }>,
  { account: { profile } }: PlacedRequest,
  tools: Tools,
): asserts begun is Extract<Begun, { readonly order: unknown }> {
  if (begun.because === 'inFlight') {
    const max = profile.ordersInFlightMax ?? tools.limits.ordersInFlightMax
    throw new OrderError('tooManyRequests', [`${max} orders of the account are in flight`], 1)
  }
  if (begun.because === 'consumer') {
    const text = `${profile.ordersPerConsumerPerDay} orders about a consumer within 24 hours`
    const freeAt = begun.oldestAt + DAY_MS - tools.now().getTime()
    throw new OrderError('tooManyRequests', [text], freeAt / 1000)
  }
}

/** What bounds an account's orders on one consumer: each hard pull is seen by other lenders. */
function consumerLimit({ profile }: OrderingAccount, now: number): ConsumerLimit | undefined {
  const { ordersPerConsumerPerDay: ordersMax } = profile
  return ordersMax === undefined ? undefined : { ordersMax, since: now - DAY_MS }
}

async function finish(underway: Underway, plan: Plan, tools: Tools): Promise<Answer> {
  try {
    return await followPlan(underway, plan, tools)
  } catch (error) {
    if (isLeftToOthers(error)) throw error
    if (error instanceof OrderError) return endWithError(underway, error, [], tools)
    // A fault of ours is answered as such; copies that wait for the order are told to come again.
    await endWithError(underway, new OrderError('interrupted'), [], tools)
    throw error
  }
}

async function followPlan(underway: Underway, plan: Plan, tools: Tools): Promise<Answer> {
  if (plan.kind === 'stored') return answerAgain(underway, plan, tools)
  const meanwhile = await plan.madeMeanwhile?.()
  if (meanwhile !== undefined) return answerAgain(underway, meanwhile, tools, plan.pulls)
  return carryOut(underway, plan, tools)
}

function begin(
  { id, understood }: Underway,
  request: PlacedRequest,
  fingerprint: Uint8Array,
  plan: Plan,
  tools: Tools,
): Promise<Begun> {
  const now = tools.now().getTime()
  const making = plan.kind === 'making' ? plan : undefined
  return tools.store.beginOrder(
    {
      ...entryOf(id, request, fingerprint, understood, tools),
      runner: tools.runner,
      leaseUntil: tools.realNow().getTime() + tools.limits.leaseMs,
      retriesSince: now - tools.limits.retryWindowMs,
      meaning: making?.exclusive,
      inFlightMax: request.account.profile.ordersInFlightMax ?? tools.limits.ordersInFlightMax,
      consumer: consumerLimit(request.account, now),
    },
    making?.pulls.map((pull) => pull.intent) ?? [],
  )
}

/** How long a copy of an order waits for it. */
function waitMs(order: Order, tools: Tools): number {
  const pulls = order.bureaus.map((name) => tools.bureaus[name].timeoutMs)
  return Math.max(...pulls) + tools.limits.marginMs
}

/** The answer to the same bytes, or a refusal that names its report, as the account has it. */
async function again(
  request: PlacedRequest,
  fingerprint: Uint8Array,
  { id: orderId, action }: Pick<OrderSummary, 'id' | 'action'>,
  tools: Tools,
): Promise<Answer> {
  const stored = await storedAnswer(request.account.name, orderId, longestOrderMs(tools), tools)
  const duplicates = request.account.profile.duplicates ?? tools.limits.duplicates
  if (duplicates === 'answer' || stored.reportId === undefined) {
    return { ...stored, retried: true, orderId, action }
  }
  const error = new OrderError('duplicate', [`The report is ${stored.reportId}`])
  const { operation, body, charset, account } = request
  const understood = await understand(operation, body, charset, account.profile.requirements)
  return refuse(request, fingerprint, understood, error, tools)
}

async function refuse(
  request: PlacedRequest,
  fingerprint: Uint8Array,
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
      ...entryOf(id, request, fingerprint, understood, tools),
      finishedAt: finishedAt.getTime(),
      code,
      answer: Buffer.from(body),
      purpose: request.account.profile.purpose,
    })
  } catch (failure) {
    // The refusal stands without its entry: nothing was ordered that could be lost.
    tools.tell({ orderId: id, what: 'a refusal could not be journaled', error: failure })
  }
  const action = actionOf(understood)
  return {
    status,
    body,
    retried: false,
    orderId: id,
    action,
    reason: error.reason,
    texts: error.texts,
  }
}

/** What was asked for, where it is a word of the interface: any other may be anybody's data. */
function actionOf(understood: Understanding | undefined): string | undefined {
  const action = understood?.echo?.CreditReportRequestActionType
  return ACTION_TYPES.find((known) => known === action)
}

function entryOf(
  id: string,
  request: PlacedRequest,
  fingerprint: Uint8Array,
  understood: Understanding | undefined,
  tools: Tools,
): OrderEntry {
  return {
    id,
    account: request.account.name,
    operation: request.operation.name,
    action: actionOf(understood),
    receivedAt: request.receivedAt.getTime(),
    fingerprint,
    bodyBytes: request.body.length,
    sent: understood === undefined ? undefined : Buffer.from(understood.sent),
    understood: understood?.kept,
    faults: understood?.faults.map(({ path, rule, expected }) => ({ path, rule, expected })) ?? [],
    notes: understood?.notes ?? [],
    searchTokens: searchTokens(understood?.kept, tools.vault),
  }
}
