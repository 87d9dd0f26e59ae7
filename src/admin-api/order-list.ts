/** Lists of orders: the request log with filters, and searches. */
import type { z } from 'zod'
import { PULL_FAILURES, type PullFailure } from '../bureaus/pull-failure.ts'
import { csv } from '../csv.ts'
import type { BureauName } from '../documents/tables/enumerations.ts'
import { counted } from '../documents/wording.ts'
import { CODES, type Reason, reasonsOfCode } from '../errors.ts'
import { decimalDollars } from '../orders/intake/prices.ts'
import { lenderCaseToken, tokensOfText } from '../orders/intake/search-tokens.ts'
import type { Tools } from '../orders/tools.ts'
import type { LedgerCharge } from '../store/records/orders/order-charges.ts'
import type { ListedOrder, OrderSummary } from '../store/records/orders/order-entry.ts'
import type { OrderFilter } from '../store/records/orders/order-filter.ts'
import type { FailedPull, ShownPull } from '../store/records/orders/order-pulls.ts'
import type { OrderListPage } from '../store/records/orders/order-walk.ts'
import {
  type Api,
  at,
  type Caller,
  cursorAfter,
  cursorPosition,
  type Handlers,
  maybeAt,
  onlyAccountOf,
  periodOf,
  permittedAccount,
} from './handler.ts'
import { everyPage, recordExport } from './list-export.ts'
import type {
  OrderPage,
  OrderSearchBody,
  OrdersQuery,
  PullView,
  OrderSummary as SummarySchema,
} from './schemas/order-schemas.ts'

type Summary = z.infer<typeof SummarySchema>

/**
 * Searches by personal data use POST, so that names and numbers appear in no URL and no log of
 * URLs.
 */
export const orderListHandlers: Handlers<'listOrders' | 'searchOrders' | 'exportOrders'> = {
  listOrders: async ({ caller, query }, api) =>
    ordersPage(query, permittedAccount(caller, query.account), api),
  searchOrders: ({ caller, body }, api) => searchPage(caller, body, api),
  exportOrders: async ({ caller, body: { text, filters } }, api) => {
    const account = permittedAccount(caller, filters.account)
    const orders = await everyPage('orders', (page) =>
      text === undefined
        ? ordersPage({ ...filters, ...page }, account, api)
        : searchPage(caller, { text, filters, ...page }, api),
    )
    await recordExport(caller, counted(orders.length, 'order'), account, api)
    return { name: 'orders.csv', content: csv([COLUMNS, ...orders.map(rowOf)]) }
  },
}

/** Returns a page of the orders that match a search. */
async function searchPage(
  caller: Caller,
  { text, filters, limit, cursor }: z.infer<typeof OrderSearchBody>,
  api: Api,
): Promise<z.infer<typeof OrderPage>> {
  const { orders } = api.tools.store
  const filter = filterOf(filters, permittedAccount(caller, filters.account))
  const page = pageAt(cursor, limit)
  const id = text.trim()
  if (IDENTIFIER.test(id)) {
    const order =
      cursor === undefined ? await orderNamed(id, onlyAccountOf(caller), api) : undefined
    if (order !== undefined) return pageOf([order], limit, api)
    const ofReport = await orders.listOfReport(id, filter, page)
    if (ofReport.length > 0) return pageOf(ofReport, limit, api)
  }
  return pageOf(await orders.search(tokensOfText(text, api.vault), filter, page), limit, api)
}

/** The form of the identifiers of orders and reports. */
const IDENTIFIER = /^[A-Za-z0-9_-]{8,80}$/

/** Returns the order with an identifier, regardless of the filters. */
async function orderNamed(
  id: string,
  onlyAccount: string | undefined,
  { tools: { store } }: Api,
): Promise<OrderSummary | undefined> {
  const account = onlyAccount ?? (await store.orders.accountOf(id))
  return account === undefined ? undefined : await store.orders.findSummary(account, id)
}

/** Returns a page of the orders of an account, or of all accounts. */
export async function ordersPage(
  { limit, cursor, lenderCase, ...filters }: z.infer<typeof OrdersQuery>,
  account: string | undefined,
  api: Api,
): Promise<z.infer<typeof OrderPage>> {
  const { orders } = api.tools.store
  const filter = filterOf(filters, account)
  const page = pageAt(cursor, limit)
  const found =
    lenderCase === undefined
      ? await orders.list(filter, page)
      : await orders.search([lenderCaseToken(lenderCase, api.vault)], filter, page)
  return pageOf(found, limit, api)
}

type Filters = Omit<z.infer<typeof OrdersQuery>, 'limit' | 'cursor' | 'lenderCase'>

function filterOf(filters: Filters, account: string | undefined): OrderFilter {
  return { ...filters, account, ...periodOf(filters) }
}

/** Requests one order more than is shown, to learn whether there is a further page. */
function pageAt(cursor: string | undefined, limit: number): OrderListPage {
  if (cursor === undefined) return { limit: limit + 1 }
  const position = cursorPosition(cursor)
  return { limit: limit + 1, before: { receivedAt: position.at, id: position.id } }
}

async function pageOf(
  orders: readonly OrderSummary[],
  limit: number,
  api: Api,
): Promise<z.infer<typeof OrderPage>> {
  const shown = orders.slice(0, limit)
  const last = shown.at(-1)
  const next =
    last === undefined || orders.length <= limit ? undefined : cursorAfter(last.receivedAt, last.id)
  return { items: await orderSummaries(shown, api), ...(next === undefined ? {} : { next }) }
}

/**
 * Returns orders for lists, with pulls, charges and masked borrowers. No sealed content is opened.
 */
async function orderSummaries(
  orders: readonly OrderSummary[],
  { tools: { store, bureaus } }: Api,
): Promise<Summary[]> {
  const ids = orders.map(({ id }) => id)
  const [pulls, charges, listed] = await Promise.all([
    store.ledger.pullsOf(ids),
    store.ledger.chargesOf(ids),
    store.orders.listedOf(ids),
  ])
  return orders.map((order) =>
    orderSummary(
      order,
      pulls.filter(({ orderId }) => orderId === order.id),
      charges.filter(({ orderId }) => orderId === order.id),
      listed.get(order.id) ?? {},
      bureaus,
    ),
  )
}

/** Returns an order for lists. Its list data is empty after it was purged. */
export function orderSummary(
  order: OrderSummary,
  pulls: readonly ShownPull[],
  charges: readonly LedgerCharge[],
  listed: Partial<ListedOrder>,
  bureaus: Tools['bureaus'],
): Summary {
  const { receivedAt, finishedAt, errors } = order
  return {
    id: order.id,
    account: order.account,
    operation: order.operation,
    action: order.action,
    state: order.state,
    receivedAt: at(receivedAt),
    finishedAt: maybeAt(finishedAt),
    tookMs: finishedAt === undefined ? undefined : Math.max(0, finishedAt - receivedAt),
    bodyBytes: order.bodyBytes,
    code: order.code,
    reportId: order.reportId,
    borrowers: [...(listed.borrowers ?? [])],
    lenderCase: listed.lenderCase,
    pulls: pulls.map((pull) => pullView(pull, listed, bureaus)),
    error: errorTextOf(order, listed.reason),
    origin: order.state === 'done' ? originOf(charges) : undefined,
    retries: listed.retries?.count ?? 0,
    lastRetryAt: maybeAt(listed.retries?.lastAt),
    chargedCents: charges.reduce((sum, { amountCents }) => sum + amountCents, 0),
    errorCount: errors.length,
    noteCount: listed.notes?.length ?? 0,
    purged: order.purgedAt !== undefined,
    purgedAt: maybeAt(order.purgedAt),
  }
}

/**
 * Returns how the report was obtained. The charge states it, and a report without a charge existed
 * before.
 */
export function originOf(charges: readonly LedgerCharge[]): NonNullable<Summary['origin']> {
  const [charge] = charges
  if (charge === undefined) return 'existing'
  return charge.kind === 'reissue' ? 'reissued' : (charge.kind as NonNullable<Summary['origin']>)
}

/**
 * Returns the first validation error as a sentence that begins with the name, or the text of the
 * error table for the reason.
 */
function errorTextOf(
  { code, errors }: OrderSummary,
  reason: string | undefined,
): string | undefined {
  const [first] = errors
  if (first !== undefined) {
    const name = first.path.split(/[/.]/).at(-1)?.replace('@', '')
    const expected = first.expected?.replace(/ \(line \d+\)$/, '')
    return expected === undefined ? `${name}: ${first.rule}` : `${name} ${expected}`
  }
  return code === undefined ? undefined : CODES[reasonOfCode(code, reason)].text
}

/**
 * Returns the row of the error table. If the order has no reason, returns the first row with the
 * code.
 */
export function reasonOfCode(code: string, reason: string | undefined): Reason {
  if (reason !== undefined && Object.hasOwn(CODES, reason)) return reason as Reason
  return reasonsOfCode(code)[0] ?? 'internal'
}

/** Returns how a pull failed. If the pull was interrupted, no further details are known. */
function failureOf({ state, failed, bureau }: ShownPull, bureaus: Tools['bureaus']) {
  if (state !== 'failed' || failed !== undefined) return failed
  const { simulated } = bureaus[bureau as BureauName]
  return { failure: 'interrupted', mayHaveAsked: !simulated }
}

function reasonOf({ failure }: FailedPull): string {
  return PULL_FAILURES[failure as PullFailure]
}

/** Returns a pull as the API shows it. */
function pullView(
  pull: ShownPull,
  { injected }: Partial<ListedOrder>,
  bureaus: Tools['bureaus'],
): z.infer<typeof PullView> {
  const failed = failureOf(pull, bureaus)
  const isSimulated = bureaus[pull.bureau as BureauName].simulated
  const recorded = injected?.find(
    ({ bureau, borrower }) => bureau === pull.bureau && borrower === pull.borrowerPosition,
  )
  return {
    bureau: pull.bureau as z.infer<typeof PullView>['bureau'],
    borrower: pull.borrowerPosition,
    hard: pull.hard,
    state: pull.state,
    outcome: pull.outcome,
    ...(failed && { reason: reasonOf(failed), mayHaveAsked: failed.mayHaveAsked }),
    // A simulated bureau fails only because of a fault. Older orders have no record of the fault.
    ...((recorded || (failed && isSimulated && failed.failure !== 'interrupted')) && {
      injected: true,
    }),
    fault: recorded?.fault,
    faultId: recorded?.faultId,
    startedAt: at(pull.startedAt),
    finishedAt: maybeAt(pull.finishedAt),
  }
}

// The list as a CSV file.

// biome-ignore format: a row
const COLUMNS = [
  'order', 'received', 'finished', 'duration_ms', 'account', 'operation', 'action', 'state', 'outcome', 'code', 'error',
  'borrowers', 'bureaus', 'charged', 'report', 'retries', 'lender_case', 'inquiry', 'purged',
]

/** Returns the kind of inquiry of an order, which its product decides; empty if it asked no bureau. */
function inquiryOf({ pulls: [first] }: Summary): string {
  if (first === undefined) return ''
  return first.hard ? 'hard' : 'soft'
}

function rowOf(order: Summary): readonly string[] {
  const { receivedAt, finishedAt = '', tookMs = '', borrowers, pulls } = order
  return [
    order.id,
    receivedAt,
    finishedAt,
    `${tookMs}`,
    order.account,
    order.operation,
    order.action ?? '',
    order.state,
    order.origin ?? '',
    order.code ?? '',
    order.error ?? '',
    borrowers.map(({ name, ssn }) => `${name} ${ssn}`.trim()).join('; '),
    pulls.map(({ bureau, borrower, outcome }) => `${bureau} ${borrower} ${outcome}`).join('; '),
    decimalDollars(order.chargedCents),
    order.reportId ?? '',
    `${order.retries}`,
    order.lenderCase ?? '',
    inquiryOf(order),
    order.purgedAt ?? '',
  ]
}
