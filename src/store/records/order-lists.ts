/**
 * Lists of orders: the journal with filters, and searches by keyed words. A page is found in an
 * index, newest first; filters are checked in the same index, so few rows are opened that do not
 * count.
 */
import type { Database, Row, UnitStatement } from '../engine/database.ts'
import { openedListed } from '../sealing/packed.ts'
import type { RowGuard } from '../sealing/row-mac.ts'
import { SealBroken, type Vault } from '../sealing/vault.ts'
import { type ChangeLookUp, listChanges, type OrderChange, Parameters } from './order-changes.ts'
import type { ListedOrder, OrderState, OrderSummary } from './order-entry.ts'
import { SUMMARY, type SummaryRow, summaryOf } from './order-rows.ts'

/** Which orders are listed; all of what is named. */
export interface OrderFilter {
  readonly account?: string | undefined
  readonly state?: OrderState | undefined
  readonly operation?: string | undefined
  readonly action?: string | undefined
  readonly code?: string | undefined
  readonly bureau?: string | undefined
  /** How a pull ended; of the bureau, where one is named. */
  readonly outcome?: string | undefined
  /** Received at this moment or later. */
  readonly from?: number | undefined
  /** Received before this moment. */
  readonly to?: number | undefined
}

/** Where a page begins: after this order. */
interface OrderPlace {
  readonly id: string
  readonly receivedAt: number
}

/** A part of a list, newest first. */
export interface OrderListPage {
  readonly before?: OrderPlace | undefined
  readonly limit: number
}

/** Lists of orders, newest first. */
export interface OrderLists {
  /** The journal with filters. */
  list(filter: OrderFilter, page: OrderListPage): Promise<readonly OrderSummary[]>
  /** Orders that left any of these keyed words. */
  search(
    tokens: readonly Uint8Array[],
    filter: OrderFilter,
    page: OrderListPage,
  ): Promise<readonly OrderSummary[]>
  /** The orders that were answered with a report; of every account where none is named. */
  listOfReport(
    account: string | undefined,
    reportId: string,
    limit: number,
  ): Promise<readonly OrderSummary[]>
  /**
   * What changed: the newest orders received since then of each scope, and the named orders as they
   * are now. A scope is an account, or every account where undefined.
   */
  listChanges(changes: ChangeLookUp): Promise<readonly OrderChange[]>
  /** What lists show of some orders, by order; without those of which nothing is left. */
  listedOf(orderIds: readonly string[]): Promise<ReadonlyMap<string, ListedOrder>>
}

/** Lists over a database. */
export function orderListsOver(database: Database, vault: Vault, guard: RowGuard): OrderLists {
  return {
    list: (filter, page) => listFiltered(database, filter, page),
    search: (tokens, filter, page) => searchFiltered(database, tokens, filter, page),
    listOfReport: (account, reportId, limit) => ordersOfReport(database, account, reportId, limit),
    listedOf: (orderIds) => listedOf(database, vault, guard, orderIds),
    listChanges: (changes) => listChanges(database, changes),
  }
}

const COLUMNS = ['account', 'operation', 'action', 'code'] as const

/** The outcome of most pulls; the index of outcomes leaves it out. */
const USUAL_OUTCOME = 'FileReturned'

function isUnusual(outcome: string | undefined): boolean {
  return outcome !== undefined && outcome !== USUAL_OUTCOME
}

function conditions(filter: OrderFilter, params: Parameters): string[] {
  const { state, from, to } = filter
  return [
    ...COLUMNS.flatMap((column) => {
      const value = filter[column]
      return value === undefined ? [] : [`o.${column} = ${params.add(value)}`]
    }),
    ...(state === undefined ? [] : stateIs(state, params)),
    ...(from === undefined ? [] : [`o.received_at >= ${params.add(from)}`]),
    ...(to === undefined ? [] : [`o.received_at < ${params.add(to)}`]),
  ]
}

/** A state with the condition of the index that has few orders, in the index's own words. */
function stateIs(state: OrderState, params: Parameters): string[] {
  if (state === 'running') return ["o.state = 'running'"]
  const is = `o.state = ${params.add(state)}`
  return state === 'done' ? [is] : [is, "o.state not in ('running', 'done')"]
}

function pullConditions({ bureau, outcome }: OrderFilter, params: Parameters): string[] {
  // As an expression, the bureau is checked in the index of outcomes and not looked up by itself.
  const column = isUnusual(outcome) ? "p.bureau || ''" : 'p.bureau'
  return [
    ...(bureau === undefined ? [] : [`${column} = ${params.add(bureau)}`]),
    ...(outcome === undefined ? [] : [`p.outcome = ${params.add(outcome)}`]),
  ]
}

/** The journal, newest first. */
async function listFiltered(
  database: Database,
  filter: OrderFilter,
  page: OrderListPage,
): Promise<readonly OrderSummary[]> {
  const { account, bureau, outcome } = filter
  const isRare = isUnusual(outcome)
  const byPulls = isRare || (bureau !== undefined && account === undefined)
  const params = new Parameters()
  const sql = byPulls
    ? listByPulls(filter, isRare, page, params)
    : listByOrders(filter, page, params)
  const rows = await database.read<SummaryRow>({ sql, params: params.values })
  return rows.map(summaryOf)
}

/** Walks the orders, and looks at the pulls of each where the filter is about them. */
function listByOrders(
  filter: OrderFilter,
  { before, limit }: OrderListPage,
  params: Parameters,
): string {
  const where = [...conditions(filter, params), ...hasPull(filter, params)]
  if (before !== undefined) where.push(isAfter('(o.received_at, o.id)', before, params))
  return `select ${SUMMARY} from orders o
    ${where.length === 0 ? '' : `where ${where.join(' and ')}`}
    order by o.received_at desc, o.id desc limit ${params.add(limit)}`
}

function hasPull(filter: OrderFilter, params: Parameters): string[] {
  const pull = pullConditions(filter, params)
  if (pull.length === 0) return []
  return [`exists (select 1 from pulls p where p.order_id = o.id and ${pull.join(' and ')})`]
}

/** Walks the pulls of an outcome or a bureau; an order with several shows with the last of them. */
function listByPulls(
  filter: OrderFilter,
  isRare: boolean,
  { before, limit }: OrderListPage,
  params: Parameters,
): string {
  const pull = pullConditions(filter, params)
  const where = [
    'o.id = p.order_id',
    ...pull,
    ...(isRare ? [`p.outcome <> '${USUAL_OUTCOME}'`] : []),
    ...conditions(filter, params),
    `not exists (select 1 from pulls q where q.order_id = p.order_id and q.id > p.id
      ${pull.map((each) => `and ${each.replace('p.', 'q.')}`).join(' ')})`,
  ]
  const { account, from, to } = filter
  if (account !== undefined) where.push(`p.account = ${params.add(account)}`)
  if (from !== undefined) where.push(`p.received_at >= ${params.add(from)}`)
  if (to !== undefined) where.push(`p.received_at < ${params.add(to)}`)
  if (before !== undefined) where.push(isAfter('(p.received_at, p.order_id)', before, params))
  return `select ${OF_ORDER} from pulls p cross join orders o
    where ${where.join(' and ')}
    order by p.received_at desc, p.order_id desc limit ${params.add(limit)}`
}

function isAfter(columns: string, { receivedAt, id }: OrderPlace, params: Parameters): string {
  return `${columns} < (${params.add(receivedAt)}, ${params.add(id)})`
}

/**
 * Orders that left any of these words, newest first. Each word is looked up on its own, so that a
 * common one is walked in the order of its index and never sorted as a whole.
 */
async function searchFiltered(
  database: Database,
  tokens: readonly Uint8Array[],
  filter: OrderFilter,
  page: OrderListPage,
): Promise<readonly OrderSummary[]> {
  const found = new Map<string, OrderSummary>()
  for (const token of tokens) {
    for (const order of await ofToken(database, token, filter, page)) found.set(order.id, order)
  }
  return [...found.values()].sort(newestFirst).slice(0, page.limit)
}

function newestFirst(one: OrderPlace, other: OrderPlace): number {
  return other.receivedAt - one.receivedAt || (one.id < other.id ? 1 : -1)
}

/** The columns of a summary where another table has some of the same names. */
const OF_ORDER = SUMMARY.split(',')
  .map((column) => `o.${column.trim()}`)
  .join(', ')

async function ofToken(
  database: Database,
  token: Uint8Array,
  filter: OrderFilter,
  { before, limit }: OrderListPage,
): Promise<readonly OrderSummary[]> {
  const params = new Parameters()
  const where = [`s.token = ${params.add(token)}`]
  if (before !== undefined) where.push(isAfter('(s.received_at, s.order_id)', before, params))
  // The account stands in the index too: a word that others use often costs an account nothing.
  if (filter.account !== undefined) where.push(`s.account = ${params.add(filter.account)}`)
  where.push(...conditions(filter, params), ...hasPull(filter, params))
  const sql = `select ${OF_ORDER} from order_search s join orders o on o.id = s.order_id
    where ${where.join(' and ')}
    order by s.received_at desc, s.order_id desc limit ${params.add(limit)}`
  const rows = await database.read<SummaryRow>({ sql, params: params.values })
  return rows.map(summaryOf)
}

/** The words of an order, kept in the unit that journals it; purging the order deletes them. */
export function keepTokens(
  order: { readonly id: string; readonly account: string; readonly receivedAt: number },
  tokens: readonly Uint8Array[] = [],
): UnitStatement[] {
  if (tokens.length === 0) return []
  const rows = tokens.map((_, index) => `($1, $2, $3, $${index + 4})`)
  return [
    {
      sql: `insert into order_search (order_id, account, received_at, token)
        values ${rows.join(', ')}`,
      params: [order.id, order.account, order.receivedAt, ...tokens],
      rows: tokens.length,
    },
  ]
}

/** Nobody finds an order any more by the words that it left. */
export function forgetTokens(orderId: string): UnitStatement {
  return { sql: 'delete from order_search where order_id = $1', params: [orderId] }
}

/** The orders that were answered with a report, newest first: the one that made it, and reissues. */
async function ordersOfReport(
  database: Database,
  account: string | undefined,
  reportId: string,
  limit: number,
): Promise<readonly OrderSummary[]> {
  const scope = account === undefined ? '' : 'and account = $3'
  const rows = await database.read<SummaryRow>({
    sql: `select ${SUMMARY} from orders where report_id = $1 ${scope}
      order by received_at desc, id desc limit $2`,
    params: account === undefined ? [reportId, limit] : [reportId, limit, account],
  })
  return rows.map(summaryOf)
}

async function listedOf(
  database: Database,
  vault: Vault,
  guard: RowGuard,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, ListedOrder>> {
  if (orderIds.length === 0) return new Map()
  const places = orderIds.map((_, index) => `$${index + 1}`).join(', ')
  const rows = await database.read<ListedRow>({
    sql: `select o.id, o.account, k.who from order_keys k join orders o on o.id = k.order_id
      where k.order_id in (${places}) and k.who is not null`,
    params: orderIds,
  })
  return new Map(
    rows.flatMap((row) => {
      const listed = genuineListed(vault, guard, row)
      return listed === undefined ? [] : [[row.id, listed]]
    }),
  )
}

interface ListedRow extends Row {
  id: string
  account: string
  who: Uint8Array
}

function genuineListed(vault: Vault, guard: RowGuard, row: ListedRow): ListedOrder | undefined {
  try {
    return openedListed(row, row.who, vault)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    guard.report({ table: 'orders', row: row.id })
    return undefined
  }
}
