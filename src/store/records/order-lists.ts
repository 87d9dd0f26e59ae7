/**
 * Lists of orders: the journal with filters, and searches by keyed words. A page is found in an
 * index, newest first; filters are checked in the same index, so few rows are opened that do not
 * count.
 */
import type { Database, UnitStatement, Value } from '../engine/database.ts'
import type { OrderState, OrderSummary } from './order-entry.ts'
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
export interface OrderPlace {
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
}

/** Lists over a database. */
export function orderListsOver(database: Database): OrderLists {
  return {
    list: (filter, page) => listFiltered(database, filter, page),
    search: (tokens, filter, page) => searchFiltered(database, tokens, filter, page),
    listOfReport: (account, reportId, limit) => ordersOfReport(database, account, reportId, limit),
  }
}

/** Parameters gathered while a statement is written. */
class Parameters {
  readonly values: Value[] = []

  add(value: Value): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

const COLUMNS = ['account', 'state', 'operation', 'action', 'code'] as const

function conditions(filter: OrderFilter, params: Parameters): string[] {
  const { bureau, outcome, from, to } = filter
  const pull = [
    ...(bureau === undefined ? [] : [`p.bureau = ${params.add(bureau)}`]),
    ...(outcome === undefined ? [] : [`p.outcome = ${params.add(outcome)}`]),
  ]
  return [
    ...COLUMNS.flatMap((column) => {
      const value = filter[column]
      return value === undefined ? [] : [`o.${column} = ${params.add(value)}`]
    }),
    ...(from === undefined ? [] : [`o.received_at >= ${params.add(from)}`]),
    ...(to === undefined ? [] : [`o.received_at < ${params.add(to)}`]),
    ...(pull.length === 0
      ? []
      : [`exists (select 1 from pulls p where p.order_id = o.id and ${pull.join(' and ')})`]),
  ]
}

/** The journal, newest first. */
async function listFiltered(
  database: Database,
  filter: OrderFilter,
  { before, limit }: OrderListPage,
): Promise<readonly OrderSummary[]> {
  const params = new Parameters()
  const where = conditions(filter, params)
  if (before !== undefined) {
    const place = `(${params.add(before.receivedAt)}, ${params.add(before.id)})`
    where.push(`(o.received_at, o.id) < ${place}`)
  }
  const sql = `select ${SUMMARY} from orders o
    ${where.length === 0 ? '' : `where ${where.join(' and ')}`}
    order by o.received_at desc, o.id desc limit ${params.add(limit)}`
  const rows = await database.read<SummaryRow>({ sql, params: params.values })
  return rows.map(summaryOf)
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
  if (before !== undefined) {
    const place = `(${params.add(before.receivedAt)}, ${params.add(before.id)})`
    where.push(`(s.received_at, s.order_id) < ${place}`)
  }
  // The account stands in the index too: a word that others use often costs an account nothing.
  if (filter.account !== undefined) where.push(`s.account = ${params.add(filter.account)}`)
  where.push(...conditions(filter, params))
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
