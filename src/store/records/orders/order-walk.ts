/**
 * Walks orders newest first, by an index in this order, and skips those that a filter excludes. If
 * the index does not cover the whole filter, the walk has steps of a limited length, so that a
 * filter with few matches blocks nothing: a read of the embedded database occupies its thread.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database, Row } from '../../engine/database.ts'
import { SqlValues } from '../../engine/sql-values.ts'

/** The start of a page: the order before it. */
export interface OrderPlace {
  readonly id: string
  readonly receivedAt: number
}

/** A page of a list, newest first. */
export interface OrderListPage {
  /** The last order of the previous page. Absent for the first page. */
  readonly before?: OrderPlace | undefined
  readonly limit: number
}

/** How orders are walked. The conditions are built for each statement. */
export interface Walk {
  readonly columns: string
  /** The walked table, and the table that is looked up for each of its rows. */
  readonly table: string
  readonly joined?: string
  /** Conditions that join the two tables, and exclude no more than a few rows. */
  readonly joinedBy?: (params: SqlValues) => readonly string[]
  /** The columns of the time and the order by which the index sorts. */
  readonly place: readonly [receivedAt: string, id: string]
  /** Conditions that the index covers. */
  readonly found: (params: SqlValues) => readonly string[]
  /** All other conditions, which are checked for each walked row. */
  readonly filtered: (params: SqlValues) => readonly string[]
}

/** The maximum length of a step, in index rows. The first is short: most filters match often. */
const STEP_FIRST = 500
const STEP_MAX = 4_000

/** Reads the rows of a page. */
export async function walk<R extends Row>(
  database: Database,
  how: Walk,
  { before, limit }: OrderListPage,
): Promise<readonly R[]> {
  if (how.filtered(new SqlValues()).length === 0) {
    return await rowsBetween<R>(database, how, before, undefined, limit)
  }
  const rows: R[] = []
  let start = before
  for (let step = STEP_FIRST; ; step = Math.min(2 * step, STEP_MAX)) {
    const end = await placeAfter(database, how, start, step)
    rows.push(...(await rowsBetween<R>(database, how, start, end, limit - rows.length)))
    if (end === undefined || rows.length === limit) return rows
    start = end
    await yieldToEventLoop()
  }
}

/** Reads the rows after one place up to and including another. */
function rowsBetween<R extends Row>(
  database: Database,
  { columns, table, joined = '', joinedBy, place, found, filtered }: Walk,
  before: OrderPlace | undefined,
  last: OrderPlace | undefined,
  limit: number,
): Promise<readonly R[]> {
  const params = new SqlValues()
  const where = [...found(params), ...(joinedBy?.(params) ?? []), ...filtered(params)]
  if (before !== undefined) where.push(compared(place, '<', before, params))
  if (last !== undefined) where.push(compared(place, '>=', last, params))
  const sql = `select ${columns} from ${table} ${joined} ${conjunction(where)}
    ${newestFirst(place)} limit ${params.add(limit)}`
  return database.read<R>({ sql, params: params.list })
}

/** Returns the place a number of rows further in the index. Undefined if there are fewer rows. */
async function placeAfter(
  database: Database,
  { table, place, found }: Walk,
  before: OrderPlace | undefined,
  rows: number,
): Promise<OrderPlace | undefined> {
  const params = new SqlValues()
  const where = [...found(params)]
  if (before !== undefined) where.push(compared(place, '<', before, params))
  const [receivedAt, id] = place
  const sql = `select ${receivedAt} as "receivedAt", ${id} as id from ${table} ${conjunction(where)}
    ${newestFirst(place)} limit 1 offset ${params.add(rows)}`
  const [row] = await database.read<OrderPlace & Row>({ sql, params: params.list })
  return row
}

function conjunction(where: readonly string[]): string {
  return where.length === 0 ? '' : `where ${where.join(' and ')}`
}

function newestFirst([receivedAt, id]: Walk['place']): string {
  return `order by ${receivedAt} desc, ${id} desc`
}

function compared(
  [receivedAt, id]: Walk['place'],
  comparison: '<' | '>=',
  than: OrderPlace,
  params: SqlValues,
): string {
  return `(${receivedAt}, ${id}) ${comparison} (${params.add(than.receivedAt)}, ${params.add(than.id)})`
}
