/** Details of one order: its timeline, its validation errors and its documents. */
import type { z } from 'zod'
import { RESPONSE_BOUNDS } from '../documents/codec/parse.ts'
import { formatOf, parseAs } from '../documents/codec/parse-document.ts'
import { read } from '../documents/codec/read.ts'
import type { Requirements } from '../documents/codec/requirements.ts'
import { showing } from '../documents/privacy/describe.ts'
import { maskedDocument } from '../documents/privacy/redact.ts'
import { type SentField, sentFields } from '../documents/privacy/sent-fields.ts'
import { ErrorResponse } from '../documents/tables/error-response.ts'
import { CODES } from '../errors.ts'
import { OPERATIONS, type Operation } from '../orders/intake/operation.ts'
import { checkedProfile } from '../orders/intake/ordering-account.ts'
import { chargedItems } from '../orders/intake/prices.ts'
import type { OperationName } from '../orders/intake/products.ts'
import type { Actor, NewAuditEntry } from '../store/audit/entry.ts'
import type { LedgerCharge } from '../store/records/orders/order-charges.ts'
import type {
  ListedOrder,
  ListedScore,
  Order,
  OrderStep,
  OrderSummary,
  RequestFacts,
} from '../store/records/orders/order-entry.ts'
import type { ShownPull } from '../store/records/orders/order-pulls.ts'
import type { ReportSummary } from '../store/records/reports/report-entry.ts'
import {
  type Api,
  actorOf,
  at,
  type Caller,
  found,
  type Handlers,
  onlyAccountOf,
} from './handler.ts'
import { orderSummary, reasonOfCode } from './order-list.ts'
import { explainedPulls, outcomeOf, shownError } from './order-outcome.ts'
import { ApiProblem } from './problems.ts'
import type { OrderDetail, OrderDocuments, OrderEvent } from './schemas/order-schemas.ts'

/** Each view of documents is recorded in the audit trail before they are returned. */
export const orderDetailHandlers: Handlers<'readOrder' | 'readDocuments' | 'revealDocuments'> = {
  readOrder: async ({ caller, params }, api) =>
    orderDetail(await orderOf(caller, params.id, api), api),
  readDocuments: async ({ caller, params }, api) => {
    const order = await orderOf(caller, params.id, api)
    await api.tools.store.audit.record(viewEntry(order, actorOf(caller), 'order.viewed'))
    return documentsOf(order, false, api)
  },
  revealDocuments: async ({ caller, params, body }, api) => {
    const order = await orderOf(caller, params.id, api)
    if (order.purgedAt !== undefined) throw new ApiProblem('gone')
    const entry = viewEntry(order, actorOf(caller), 'order.revealed')
    await api.tools.store.audit.record({ ...entry, purpose: body.reason })
    return documentsOf(order, true, api)
  },
}

/**
 * Returns the audit entry for a view of an order's documents. It names the documents that are
 * stored: a purged order has none.
 */
export function viewEntry(
  { account, id, reportId, sent, answer }: Order,
  actor: Actor,
  action: 'order.viewed' | 'order.revealed',
): NewAuditEntry {
  const request = sent === undefined ? [] : ['sent', 'parsed']
  const fields = answer === undefined ? request : [...request, 'answer']
  return { actor, action, account, orderId: id, reportId, fields }
}

/** Opens an order that the caller may see. */
export async function orderOf(caller: Caller, id: string, { tools }: Api): Promise<Order> {
  const account = onlyAccountOf(caller) ?? found(await tools.store.orders.accountOf(id))
  return found(await tools.store.orders.find(account, id))
}

type Detail = z.infer<typeof OrderDetail>
type PullOfDetail = Detail['pulls'][number]

/** Returns an order with its timeline and charges. */
export async function orderDetail(order: Order, api: Api): Promise<Detail> {
  const { store, bureaus } = api.tools
  const [recorded, charges, listed, requirements] = await Promise.all([
    store.ledger.pullsOf([order.id]),
    store.ledger.chargesOf([order.id]),
    listedOf(order.id, api),
    requirementsOf(order, api),
  ])
  const steps = spansOf(order, listed.steps ?? [])
  const ends = endsOfSteps(order, steps)
  const pulls = recorded.map((pull) => ({ ...pull, startedAt: askedAt(pull, ends) }))
  const summary = orderSummary(order, pulls, charges, listed, bureaus)
  const outcome = await outcomeOf(order, charges, pulls, api.basePath)
  // If the order created its report itself, all displayed data is stored with the order.
  const isExisting = outcome?.origin === 'existing'
  const report =
    isExisting || listed.scores === undefined ? await reportOfOrder(order, api) : undefined
  return {
    ...summary,
    request: listed.request && requestView(listed.request),
    status: statusOf(order, listed.reason),
    steps: [...steps],
    scores: [...(listed.scores ?? (await scoresOfReport(report, api)))],
    pulls: await explainedPulls(
      summary.pulls.map((pull) => ({ ...pull, ...scoresOfFile(pull, listed.bureauScores) })),
      order,
      outcome ?? { texts: [] },
      requirements,
      bureaus,
    ),
    outcome,
    returned: isExisting ? returnedReport(report, api) : undefined,
    timeline: timelineOf(order, pulls, charges, ends),
    errors: order.errors.map(shownError),
    notes: [...(listed.notes ?? [])],
    charges: charges.map(chargeView),
  }
}

function chargeView(charge: LedgerCharge): Detail['charges'][number] {
  const { kind, amountCents } = charge
  return { kind, amountCents, items: [...chargedItems(charge)] }
}

/** Returns the list data of an order. It is empty after the order was purged. */
async function listedOf(id: string, { tools }: Api): Promise<Partial<ListedOrder>> {
  return (await tools.store.orders.listedOf([id])).get(id) ?? {}
}

/** Returns the scores of a report that another order created. */
async function scoresOfReport(
  report: ReportSummary | undefined,
  api: Api,
): Promise<readonly ListedScore[]> {
  return report === undefined ? [] : ((await listedOf(report.orderId, api)).scores ?? [])
}

/** Returns which report an order returned, and until when later orders get it too. */
function returnedReport(report: ReportSummary | undefined, { tools }: Api): Detail['returned'] {
  return (
    report && {
      orderId: report.orderId,
      issuedAt: at(report.firstIssuedAt),
      reusedUntil: at(report.firstIssuedAt + tools.limits.reportWindowMs),
    }
  )
}

async function reportOfOrder({ account, reportId }: OrderSummary, { tools }: Api) {
  return reportId === undefined ? undefined : tools.store.reports.findSummary(account, reportId)
}

function scoresOfFile(
  { bureau, borrower }: PullOfDetail,
  listed: ListedOrder['bureauScores'] = [],
): Pick<PullOfDetail, 'scores' | 'unscored'> {
  const own = listed.filter((each) => each.bureau === bureau && each.borrower === borrower)
  const scores = own.flatMap(({ model, score }) => (score === undefined ? [] : { model, score }))
  return { scores, ...(scores.length === 0 && { unscored: own[0]?.exclusionReason }) }
}

function requestView({ id, traceId, network, headers }: RequestFacts): Detail['request'] {
  const shown = Object.entries(headers).map(([name, value]) => ({ name, value }))
  return { id, traceId, network, headers: shown }
}

/** Returns the HTTP status of the response, or undefined while the order runs. */
function statusOf({ state, code }: OrderSummary, reason: string | undefined): number | undefined {
  if (state === 'running') return undefined
  return code === undefined ? 200 : CODES[reasonOfCode(code, reason)].status
}

type Event = z.infer<typeof OrderEvent>

type StepEnds = ReadonlyMap<string, number>

type StepSpan = Detail['steps'][number]

/**
 * Returns the steps one after the other. The remaining time of the order was spent waiting before
 * the first step.
 */
function spansOf(
  { receivedAt, finishedAt = receivedAt }: OrderSummary,
  steps: readonly OrderStep[],
): readonly StepSpan[] {
  const sum = steps.reduce((before, [, ms]) => before + ms, 0)
  // Steps are measured in tenths of milliseconds, orders in whole milliseconds.
  const waitedMs = finishedAt - receivedAt - sum
  const all: readonly OrderStep[] =
    waitedMs < 1 || sum === 0 ? steps : [['wait', waitedMs], ...steps]
  let fromMs = 0
  return all.map(([name, ms]) => {
    const span = { name, fromMs, ms }
    fromMs += ms
    return span
  })
}

/** Returns the time at which each step ended. */
function endsOfSteps(
  { receivedAt, finishedAt = receivedAt }: OrderSummary,
  steps: readonly StepSpan[],
): StepEnds {
  return new Map(
    steps.map(({ name, fromMs, ms }) => [name, Math.min(receivedAt + fromMs + ms, finishedAt)]),
  )
}

/**
 * Returns when a bureau was asked. A pull is recorded before that, together with all other pulls of
 * its order.
 */
function askedAt({ startedAt, finishedAt }: ShownPull, ends: StepEnds): number {
  const asked = Math.max(startedAt, Math.floor(ends.get('store') ?? 0))
  return Math.min(asked, finishedAt ?? asked)
}

function timelineOf(
  order: OrderSummary,
  pulls: readonly ShownPull[],
  charges: readonly LedgerCharge[],
  ends: StepEnds,
): Event[] {
  const { receivedAt, finishedAt, state, code, reportId, errors } = order
  const parsedAt = Math.floor(ends.get('parse') ?? receivedAt)
  const events: (Event | undefined)[] = [
    { at: at(receivedAt), what: 'received' },
    errors.length > 0
      ? {
          at: at(parsedAt),
          what: 'parsed',
          text: errors.length === 1 ? '1 error' : `${errors.length} errors`,
        }
      : { at: at(parsedAt), what: 'parsed' },
    state === 'rejected'
      ? undefined
      : { at: at(Math.floor(ends.get('store') ?? receivedAt)), what: 'journaled' },
    ...pulls.flatMap(pullEvents),
    ...charges.map(
      ({ chargedAt, kind }): Event => ({ at: at(chargedAt), what: 'charged', text: kind }),
    ),
    finishedAt === undefined
      ? undefined
      : {
          at: at(finishedAt),
          what: state === 'rejected' ? 'rejected' : 'answered',
          text: code ?? reportId,
        },
  ]
  return events.filter((event) => event !== undefined).sort(byTime)
}

function pullEvents({
  bureau,
  borrowerPosition,
  startedAt,
  finishedAt,
  outcome,
}: ShownPull): Event[] {
  const who = { bureau: bureau as Event['bureau'], borrower: borrowerPosition }
  return [
    { at: at(startedAt), what: 'asked', ...who },
    ...(finishedAt === undefined
      ? []
      : [{ at: at(finishedAt), what: 'answered by bureau' as const, ...who, text: outcome }]),
  ]
}

function byTime(one: Event, other: Event): number {
  return one.at < other.at ? -1 : Number(one.at > other.at)
}

/**
 * Returns the request, its parsed fields and the response. Personal data is masked unless `clear`
 * is set.
 */
export async function documentsOf(
  order: Order,
  clear: boolean,
  api: Api,
): Promise<z.infer<typeof OrderDocuments>> {
  const operation = operationOf(order)
  const sent = order.sent && Buffer.from(order.sent).toString('utf8')
  const answered = order.answer && Buffer.from(order.answer).toString('utf8')
  const response = order.state === 'done' ? operation.response : ErrorResponse
  const shown = (
    text: string | undefined,
    element: Operation['request' | 'response'] | typeof ErrorResponse,
  ) => (text === undefined || clear ? text : maskedDocument(text, element))
  return {
    clear,
    sent: await shown(sent, operation.request),
    fields: (await sentFieldsOf(order, clear, api)).map(
      ({ path, line, sent, parsed, verdict }) => ({ path, line, sent, parsed, verdict }),
    ),
    answered: await shown(answered, response),
    curl: curlOf(order.operation, order.account, sent),
  }
}

/** Returns the fields of an order's request, or none if the request is not stored. */
export async function sentFieldsOf(
  order: Order,
  clear: boolean,
  api: Api,
): Promise<readonly SentField[]> {
  if (order.sent === undefined) return []
  const sent = Buffer.from(order.sent).toString('utf8')
  const element = operationOf(order).request
  const root = await parseAs(formatOf(sent), sent, RESPONSE_BOUNDS, 'mismo')
  const { dialect, partial } = read(element, root, await requirementsOf(order, api))
  const table = { element, dialect, value: partial }
  return sentFields(sent, root, table, showing(clear))
}

/** Returns how strictly the account's requests are validated. */
async function requirementsOf({ account }: Order, { tools }: Api): Promise<Requirements> {
  const known = await tools.store.accounts.find(account, tools.now().getTime())
  return known === undefined ? 'interface' : checkedProfile(known.profile).requirements
}

/** Returns the operation of an order. */
function operationOf({ operation }: Pick<Order, 'operation'>): Operation {
  return OPERATIONS[operation as OperationName]
}

/**
 * Returns a curl command for the order. curl asks for the secret and reads the document from a
 * file, so neither is in the shell's history.
 */
export function curlOf(operation: string, account: string, sent = ''): string {
  const format = formatOf(sent)
  return `curl -u ${account} -H 'Content-Type: application/${format}' --data-binary @order.${format} "$TRIMERGE_URL/${operation}"`
}
