/**
 * Handles a request to an operation, from its bytes to its response: parse, plan, journal, fulfill.
 * No bureau is asked before the order is journaled.
 */
import type { ShownFault } from '../../bureaus/bureau.ts'
import { formatOf } from '../../documents/codec/parse-document.ts'
import { UnreadableDocument } from '../../documents/codec/unreadable.ts'
import { ACTION_TYPES } from '../../documents/tables/enumerations.ts'
import { CODES, OrderError } from '../../errors.ts'
import type {
  Begun,
  ListedOrder,
  OrderEntry,
  OrderSummary,
} from '../../store/records/orders/order-entry.ts'
import type { Order } from '../intake/order.ts'
import { invalidOrder, type ParsedRequest, parseRequest } from '../intake/parse-request.ts'
import { listedRequest, searchTokens } from '../intake/search-tokens.ts'
import { OrderSteps } from '../order-steps.ts'
import type { Plan } from '../plan/plan.ts'
import { planOrder } from '../plan/plan-order.ts'
import type { Tools } from '../tools.ts'
import {
  consumerLimit,
  inFlightMax,
  rejectIfNotAllowed,
  rejectIfOverLimit,
} from './account-limits.ts'
import { unknownRequest, writeErrorDocument } from './error-document.ts'
import {
  answerFromStored,
  endAfterError,
  endWithError,
  fulfilOrder,
  type RunningOrder,
} from './fulfil.ts'
import type { Answer, OrderRequest } from './order-handler.ts'
import {
  findRetriedOrder,
  isRetryAnswered,
  longestOrderMs,
  storedAnswer,
  waitForEnd,
} from './retry.ts'
import { runWithLease } from './running-orders.ts'

/**
 * Handles a request. Returns a response for every request, and throws only for errors of the
 * service itself, such as a database that does not respond.
 */
export async function handleOrder(request: OrderRequest, given: Tools): Promise<Answer> {
  const tools = { ...given, steps: new OrderSteps() }
  const fingerprint = tools.vault.fingerprint(request.body)
  let parsed: ParsedRequest | undefined
  try {
    parsed = await parse(request)
    tools.steps.end('parse')
    if (parsed.order === undefined) throw invalidOrder(parsed.errors)
    rejectIfNotAllowed(parsed.order, request.account)
    const answer = await placeOrder(request, fingerprint, parsed, parsed.order, tools)
    return { ...answer, action: actionOf(parsed) }
  } catch (error) {
    const rejection = orderErrorOf(error)
    if (rejection === undefined || isTemporary(rejection)) throw error
    // A retry still gets its stored response, even if the account's permissions or a report's age
    // have changed since the first request.
    const retried = isMislabeled(request)
      ? undefined
      : await findRetriedOrder(request, fingerprint, tools)
    if (retried !== undefined) return answerRetry(request, fingerprint, retried, tools)
    return rejectRequest(request, fingerprint, parsed, rejection, tools)
  }
}

/** Parses a request as its account and its transport say. */
export function parse(request: OrderRequest) {
  const { operation, body, charset, account, receivedAt, format } = request
  return parseRequest(operation, body, charset, account.profile.requirements, receivedAt, format)
}

/**
 * Whether XML was sent as JSON, or JSON as XML. Such a request is not a retry of an earlier request
 * with the same bytes.
 */
function isMislabeled({ format, body }: OrderRequest): boolean {
  return format !== undefined && format !== formatOf(body)
}

/**
 * Whether the client should send the same request again later. Such a rejection is not journaled.
 */
function isTemporary({ reason }: OrderError): boolean {
  const { status } = CODES[reason]
  return status >= 500 || status === 429
}

/**
 * Returns the error for the client; undefined for an error of the service itself, which clients do
 * not see.
 */
export function orderErrorOf(error: unknown): OrderError | undefined {
  if (error instanceof OrderError) return error
  return error instanceof UnreadableDocument
    ? new OrderError('unreadable', [error.message])
    : undefined
}

/**
 * How often an order is planned if other orders of the same meaning keep ending while it is
 * planned.
 */
const PLAN_TRIES_MAX = 5

/**
 * Plans and journals until the order begins, is recognized as a retry, or meets a limit. `begin`
 * checks all of this in one unit, so two replicas that receive the same order at once make one
 * report.
 */
async function placeOrder(
  request: OrderRequest,
  fingerprint: Uint8Array,
  parsed: ParsedRequest,
  order: Order,
  tools: Tools,
): Promise<Answer> {
  const { account } = request
  for (let tries = 0; tries < PLAN_TRIES_MAX; tries++) {
    const plan = await planOrder(order, account, tools)
    tools.steps?.end('plan')
    const id = tools.newId('order')
    const begun = await beginOrFindRetried({ id, parsed }, request, fingerprint, plan, tools)
    if (begun.begun) {
      tools.steps?.end('store')
      const running = { id, account, parsed, order, held: begun.held }
      return await runWithLease(id, tools, () =>
        request.interruptedBy === undefined
          ? finish(running, plan, tools)
          : interrupt(running, plan, request.interruptedBy, tools),
      )
    }
    if (begun.because === 'report') continue
    if (begun.because === 'world') throw sandboxResetError()
    rejectIfOverLimit(begun, account, tools)
    if (begun.because === 'retry') return answerRetry(request, fingerprint, begun.order, tools)
    await waitForEnd(account.name, begun.order.id, waitMs(order, tools), tools)
  }
  throw new OrderError('unavailable')
}

/** Returns the error of an order whose sandbox was reset meanwhile. */
export function sandboxResetError(): OrderError {
  return new OrderError('unavailable', ['The sandbox was reset while the order ran'])
}

/** Ends the order as a restart does. Its pulls name the injected fault, but have no result. */
function interrupt(
  running: RunningOrder,
  plan: Plan,
  { title: fault, id: faultId }: ShownFault,
  tools: Tools,
): Promise<Answer> {
  const planned = plan.kind === 'report' ? plan.pulls : []
  const pulls = planned.map(({ bureau, intent: { borrowerPosition: borrower } }) => ({
    injected: { bureau, borrower, fault, faultId },
  }))
  return endWithError(running, new OrderError('interrupted'), pulls, tools)
}

async function finish(running: RunningOrder, plan: Plan, tools: Tools): Promise<Answer> {
  try {
    return plan.kind === 'stored'
      ? await answerFromStored(running, plan, tools)
      : await fulfilOrder(running, plan, tools)
  } catch (error) {
    return endAfterError(running, error, [], tools)
  }
}

/**
 * Begins the order. If the store cannot write, for example because the disk is full, a retry of a
 * known order still gets its response.
 */
async function beginOrFindRetried(
  order: Pick<RunningOrder, 'id' | 'parsed'>,
  request: OrderRequest,
  fingerprint: Uint8Array,
  plan: Plan,
  tools: Tools,
): Promise<Begun> {
  try {
    return await begin(order, request, fingerprint, plan, tools)
  } catch (error) {
    const known = await findRetriedOrder(request, fingerprint, tools).catch(() => undefined)
    // The entry is this order's own: the write succeeded and only its confirmation is missing, so
    // the error is reported.
    if (known === undefined || known.id === order.id) throw error
    return { begun: false, because: 'retry', order: known }
  }
}

function begin(
  { id, parsed }: Pick<RunningOrder, 'id' | 'parsed'>,
  request: OrderRequest,
  fingerprint: Uint8Array,
  plan: Plan,
  tools: Tools,
): Promise<Begun> {
  const now = tools.now().getTime()
  /**
   * An order that returns a stored report has no intended pulls, and no other order waits for it.
   */
  const draft = plan.kind === 'report' ? plan : undefined
  const entry = entryOf(id, request, fingerprint, parsed, tools)
  const { defaultScoreModels } = request.account.profile
  return tools.store.orders.begin(
    {
      ...entry,
      listed: { ...entry.listed, defaultScoreModels },
      runner: tools.runner,
      leaseMs: tools.limits.leaseMs,
      retriesSince: now - tools.limits.retryWindowMs,
      meaning: draft?.exclusive,
      seenReports: draft?.seenReports,
      inFlightMax: inFlightMax(request.account, tools),
      consumer: consumerLimit(request.account, now),
    },
    draft?.pulls.map((pull) => pull.intent) ?? [],
  )
}

/** Returns how long an order waits for another one with the same bytes or the same meaning. */
function waitMs(order: Order, tools: Tools): number {
  const pulls = order.bureaus.map((name) => tools.bureaus[name].timeoutMs)
  return Math.max(...pulls) + tools.limits.marginMs
}

/**
 * Responds to a retry, depending on the account: with the stored response, or with an error that
 * names the report.
 */
async function answerRetry(
  request: OrderRequest,
  fingerprint: Uint8Array,
  { id: orderId, action }: Pick<OrderSummary, 'id' | 'action'>,
  tools: Tools,
): Promise<Answer> {
  const stored = await storedAnswer(request.account.name, orderId, longestOrderMs(tools), tools)
  if (isRetryAnswered(request.account, stored.reportId, tools)) {
    await countRetry(orderId, request, tools)
    return { ...stored, retried: true, orderId, action }
  }
  // With `duplicates: refuse`, the error names the report that the client already has.
  const error = new OrderError('duplicate', [`The report is ${stored.reportId}`])
  return rejectRequest(request, fingerprint, await parse(request), error, tools)
}

/**
 * Counts a retry for the console. An error is only logged, because the response does not depend on
 * the count.
 */
async function countRetry(
  orderId: string,
  { receivedAt }: OrderRequest,
  { store, log }: Pick<Tools, 'store' | 'log'>,
): Promise<void> {
  try {
    await store.orders.noteRetry(orderId, receivedAt.getTime())
  } catch (error) {
    log({ orderId, what: 'a retry could not be counted', error })
  }
}

async function rejectRequest(
  request: OrderRequest,
  fingerprint: Uint8Array,
  parsed: ParsedRequest | undefined,
  error: OrderError,
  tools: Tools,
): Promise<Answer> {
  const finishedAt = tools.now()
  const rejected = parsed ?? unknownRequest(request.format ?? formatOf(request.body))
  const body = Buffer.from(writeErrorDocument(error, finishedAt, tools.basePath, rejected))
  const { status, code } = CODES[error.reason]
  const id = tools.newId('order')
  try {
    const entry = entryOf(id, request, fingerprint, parsed, tools)
    const end = { reason: error.reason, steps: tools.steps?.ended }
    await tools.store.orders.journalRejection({
      ...entry,
      listed: { ...entry.listed, ...end },
      finishedAt: finishedAt.getTime(),
      code,
      answer: body,
      purpose: request.account.profile.purpose,
    })
  } catch (failure) {
    // The client gets the rejection even if it could not be journaled: nothing was ordered that
    // could be lost.
    tools.log({ orderId: id, what: 'a rejection could not be journaled', error: failure })
  }
  const action = actionOf(parsed)
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

/**
 * Returns the requested action if the interface has it. Any other value could contain personal
 * data.
 */
function actionOf(parsed: ParsedRequest | undefined): string | undefined {
  const action = parsed?.echo?.CreditReportRequestActionType
  return ACTION_TYPES.find((known) => known === action)
}

function entryOf(
  id: string,
  request: OrderRequest,
  fingerprint: Uint8Array,
  parsed: ParsedRequest | undefined,
  tools: Tools,
): OrderEntry & { readonly listed: ListedOrder } {
  return {
    id,
    account: request.account.name,
    operation: request.operation.name,
    action: actionOf(parsed),
    receivedAt: request.receivedAt.getTime(),
    fingerprint,
    bodyBytes: request.body.length,
    world: tools.world,
    sent: parsed === undefined ? undefined : Buffer.from(parsed.sent),
    listed: {
      ...listedRequest(parsed?.partial),
      request: request.facts,
      ...(request.placedBy && { placedBy: request.placedBy }),
      ...(parsed !== undefined && parsed.notes.length > 0 && { notes: parsed.notes }),
    },
    errors: parsed?.errors.map(({ path, rule, expected }) => ({ path, rule, expected })) ?? [],
    searchTokens: searchTokens(parsed?.partial, tools.vault),
  }
}
