/**
 * Filters of the order list, and the index that finds the orders of each. Most orders are alike:
 * submitted, for the same operation, completed, and with a file from each bureau. The indexes of
 * all other values hold few orders and do not slow the usual order. Each of them also exists by
 * account.
 */
import type { SqlValues } from '../../engine/sql-values.ts'
import type { OrderState } from './order-entry.ts'
import { SUMMARY } from './order-rows.ts'
import type { Walk } from './order-walk.ts'

/** A filter of orders. All given conditions must match. */
export interface OrderFilter {
  /** Absent for all accounts. */
  readonly account?: string | undefined
  readonly state?: OrderState | undefined
  readonly operation?: string | undefined
  readonly action?: string | undefined
  /** The code of the error document. Orders with a report have none. */
  readonly code?: string | undefined
  /** Only orders with a pull at this bureau. */
  readonly bureau?: string | undefined
  /** Only orders with a pull of this outcome. If `bureau` is given too, at that bureau. */
  readonly outcome?: string | undefined
  /** Received at this time or later. */
  readonly from?: number | undefined
  /** Received before this time. */
  readonly to?: number | undefined
}

/** The columns of a summary with a prefix, because other tables have some of the same names. */
const OF_ORDER = SUMMARY.split(',')
  .map((column) => `o.${column.trim()}`)
  .join(', ')

/** The values of most orders, which the indexes omit. */
const USUAL = {
  operation: 'credit_report',
  action: 'Submit',
  outcome: 'FileReturned',
} as const

type Unusual = keyof typeof USUAL

function isUnusual(filter: OrderFilter, name: Unusual): boolean {
  return filter[name] !== undefined && filter[name] !== USUAL[name]
}

/** Returns the condition of a partial index, which queries must repeat to use the index. */
function isNotUsual(name: Unusual, table: string): string {
  return `${table}.${name} <> '${USUAL[name]}'`
}

/** Returns how to walk the orders of a filter. */
export function walkOf(filter: OrderFilter): Walk {
  const { state, code, bureau, account } = filter
  if (state === 'running') return walkRunning(filter)
  if (code !== undefined) return walkOrders(filter, 'code')
  if (state === 'failed' || state === 'rejected') return walkOrders(filter, 'state')
  if (isUnusual(filter, 'outcome')) return walkPulls(filter, 'outcome')
  if (isUnusual(filter, 'action')) return walkOrders(filter, 'action')
  if (isUnusual(filter, 'operation')) return walkOrders(filter, 'operation')
  if (bureau !== undefined && account === undefined) return walkPulls(filter, 'bureau')
  return walkOrders(filter)
}

const COLUMNS = ['operation', 'action', 'code', 'state'] as const
type Column = (typeof COLUMNS)[number]

/** Walks orders by the index of one of their columns, or by the index of all orders. */
function walkOrders(filter: OrderFilter, indexed?: Column): Walk {
  return {
    columns: OF_ORDER,
    table: 'orders o',
    place: ['o.received_at', 'o.id'],
    found: (params) => [
      ...equal('o.account', filter.account, params),
      ...(indexed === undefined ? [] : equal(`o.${indexed}`, filter[indexed], params)),
      ...(indexed === 'state' ? ["o.state not in ('running', 'done')"] : []),
      ...(indexed === 'action' || indexed === 'operation' ? [isNotUsual(indexed, 'o')] : []),
      ...within('o', filter, params),
    ],
    filtered: (params) => [...others(filter, params, indexed), ...hasPull(filter, params)],
  }
}

/** Walks running orders. There are always few, so they are sorted and not walked by an index. */
function walkRunning(filter: OrderFilter): Walk {
  return walkFew(filter, "(select id from orders where state = 'running')")
}

/** Walks the orders that returned a report: the order that made it, copies, and reissues. */
export function walkReport(reportId: string, filter: OrderFilter): Walk {
  return walkFew(filter, 'orders', (params) => equal('few.report_id', reportId, params))
}

/** Reads all orders of a small set, whatever indexes exist for the other filters. */
function walkFew(
  filter: OrderFilter,
  few: string,
  condition: (params: SqlValues) => readonly string[] = () => [],
): Walk {
  return {
    ...walkOrders(filter),
    table: `${few} as few cross join orders o`,
    found: (params) => [
      'o.id = few.id',
      ...condition(params),
      ...equal('o.account', filter.account, params),
      ...others(filter, params),
      ...hasPull(filter, params),
      ...within('o', filter, params),
    ],
    filtered: () => [],
  }
}

/** Walks the pulls of an outcome or a bureau. An order with several is listed at the last. */
function walkPulls(filter: OrderFilter, indexed: 'outcome' | 'bureau'): Walk {
  const rest = indexed === 'outcome' ? 'bureau' : 'outcome'
  return {
    columns: OF_ORDER,
    table: 'pulls p',
    joined: 'cross join orders o',
    place: ['p.received_at', 'p.order_id'],
    found: (params) => [
      ...equal('p.account', filter.account, params),
      ...equal(`p.${indexed}`, filter[indexed], params),
      ...(indexed === 'outcome' ? [isNotUsual('outcome', 'p')] : []),
      ...within('p', filter, params),
    ],
    joinedBy: (params) => [
      'o.id = p.order_id',
      `not exists (select 1 from pulls q where q.order_id = p.order_id and q.id > p.id
        ${pullIs(filter, 'q', params)
          .map((each) => `and ${each}`)
          .join(' ')})`,
    ],
    filtered: (params) => [
      ...pullIs({ [rest]: filter[rest] }, 'p', params),
      ...others(filter, params),
    ],
  }
}

/** Walks the orders that can be found by a keyed word. */
export function walkToken(token: Uint8Array, filter: OrderFilter): Walk {
  return {
    columns: OF_ORDER,
    table: 'order_search s',
    joined: 'join orders o on o.id = s.order_id',
    place: ['s.received_at', 's.order_id'],
    found: (params) => [`s.token = ${params.add(token)}`, ...within('s', filter, params)],
    filtered: (params) => [
      // The index contains the account too, so a word that is common in other accounts costs
      // little.
      ...equal('s.account', filter.account, params),
      ...others(filter, params),
      ...hasPull(filter, params),
    ],
  }
}

function equal(column: string, value: string | undefined, params: SqlValues): string[] {
  return value === undefined ? [] : [`${column} = ${params.add(value)}`]
}

function within(table: string, { from, to }: OrderFilter, params: SqlValues): string[] {
  return [
    ...(from === undefined ? [] : [`${table}.received_at >= ${params.add(from)}`]),
    ...(to === undefined ? [] : [`${table}.received_at < ${params.add(to)}`]),
  ]
}

/** Returns conditions on the columns of an order that the walked index does not cover. */
function others(filter: OrderFilter, params: SqlValues, indexed?: Column): string[] {
  return COLUMNS.filter((column) => column !== indexed).flatMap((column) =>
    equal(`o.${column}`, filter[column], params),
  )
}

/** Returns conditions on a pull. The bureau is an expression, so no plan walks all its pulls. */
function pullIs(
  { bureau, outcome }: Pick<OrderFilter, 'bureau' | 'outcome'>,
  table: string,
  params: SqlValues,
): string[] {
  return [
    ...equal(`${table}.bureau || ''`, bureau, params),
    ...equal(`${table}.outcome`, outcome, params),
  ]
}

function hasPull(filter: OrderFilter, params: SqlValues): string[] {
  const pull = pullIs(filter, 'p', params)
  if (pull.length === 0) return []
  return [`exists (select 1 from pulls p where p.order_id = o.id and ${pull.join(' and ')})`]
}
