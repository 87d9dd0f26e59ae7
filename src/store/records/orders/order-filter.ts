/**
 * Filters of the order list, and the index that each is found by. Most orders are alike: submitted,
 * for the same operation, with a file of each bureau, and done. The indexes of everything else hold
 * few orders and cost the usual order nothing; an index of an account has them by account, too.
 */
import type { Parameters } from './order-changes.ts'
import type { OrderState } from './order-entry.ts'
import { SUMMARY } from './order-rows.ts'
import type { Walk } from './order-walk.ts'

/** A filter of orders; all given conditions must hold. */
export interface OrderFilter {
  /** Every account where absent. */
  readonly account?: string | undefined
  readonly state?: OrderState | undefined
  readonly operation?: string | undefined
  readonly action?: string | undefined
  /** The code of the error document; orders with a report have none. */
  readonly code?: string | undefined
  /** Orders with a pull at this bureau. */
  readonly bureau?: string | undefined
  /** How a pull ended; of the bureau, where one is named. */
  readonly outcome?: string | undefined
  /** Received at this moment or later. */
  readonly from?: number | undefined
  /** Received before this moment. */
  readonly to?: number | undefined
}

/** The columns of a summary where another table has some of the same names. */
const OF_ORDER = SUMMARY.split(',')
  .map((column) => `o.${column.trim()}`)
  .join(', ')

/** The values that most orders have; the indexes leave them out. */
const USUAL = {
  operation: 'credit_report',
  action: 'Submit',
  outcome: 'FileReturned',
} as const

type Unusual = keyof typeof USUAL

function isUnusual(filter: OrderFilter, name: Unusual): boolean {
  return filter[name] !== undefined && filter[name] !== USUAL[name]
}

/** Every index of few orders says which by such words, and is found only by the same. */
function isNotUsual(name: Unusual, table: string): string {
  return `${table}.${name} <> '${USUAL[name]}'`
}

/** How the orders of a filter are walked. */
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

/** Walks orders by the index of one of their columns, or of all. */
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

/** Running orders are few in any database, so they are sorted instead of walked by an index. */
function walkRunning(filter: OrderFilter): Walk {
  return walkFew(filter, "(select id from orders where state = 'running')")
}

/** Orders that were answered with a report: the one that made it, copies, reissues. */
export function walkReport(reportId: string, filter: OrderFilter): Walk {
  return walkFew(filter, 'orders', (params) => equal('few.report_id', reportId, params))
}

/** Looks at all orders of a few, whatever indexes the other filters have. */
function walkFew(
  filter: OrderFilter,
  few: string,
  condition: (params: Parameters) => readonly string[] = () => [],
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

/** Walks the pulls of an outcome or a bureau; an order with several shows with the last of them. */
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

/** Walks the orders that left a keyed word. */
export function walkToken(token: Uint8Array, filter: OrderFilter): Walk {
  return {
    columns: OF_ORDER,
    table: 'order_search s',
    joined: 'join orders o on o.id = s.order_id',
    place: ['s.received_at', 's.order_id'],
    found: (params) => [`s.token = ${params.add(token)}`, ...within('s', filter, params)],
    filtered: (params) => [
      // In the index too: a word that others use often costs an account little.
      ...equal('s.account', filter.account, params),
      ...others(filter, params),
      ...hasPull(filter, params),
    ],
  }
}

function equal(column: string, value: string | undefined, params: Parameters): string[] {
  return value === undefined ? [] : [`${column} = ${params.add(value)}`]
}

function within(table: string, { from, to }: OrderFilter, params: Parameters): string[] {
  return [
    ...(from === undefined ? [] : [`${table}.received_at >= ${params.add(from)}`]),
    ...(to === undefined ? [] : [`${table}.received_at < ${params.add(to)}`]),
  ]
}

/** The columns of an order that the walked index does not find by. */
function others(filter: OrderFilter, params: Parameters, indexed?: Column): string[] {
  return COLUMNS.filter((column) => column !== indexed).flatMap((column) =>
    equal(`o.${column}`, filter[column], params),
  )
}

/** What is asked of a pull. As an expression, the bureau is no reason to walk all of its pulls. */
function pullIs(
  { bureau, outcome }: Pick<OrderFilter, 'bureau' | 'outcome'>,
  table: string,
  params: Parameters,
): string[] {
  return [
    ...equal(`${table}.bureau || ''`, bureau, params),
    ...equal(`${table}.outcome`, outcome, params),
  ]
}

function hasPull(filter: OrderFilter, params: Parameters): string[] {
  const pull = pullIs(filter, 'p', params)
  if (pull.length === 0) return []
  return [`exists (select 1 from pulls p where p.order_id = o.id and ${pull.join(' and ')})`]
}
