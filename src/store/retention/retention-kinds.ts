/**
 * The kinds of data that a purge destroys: which rows are due, and the statements that destroy one.
 * Purging an order destroys its data key, and with it all sealed content of the order. The
 * remaining rows record only that the order existed and its price.
 */
import type { Database, Row, Statement, UnitStatement, Value } from '../engine/database.ts'
import { deleteTokens } from '../records/orders/order-lists.ts'
import { deleteParts } from '../sealing/contents.ts'
import { uncountOrders, uncountPulls } from '../statistics/statistics.ts'
import type { PurgeCounts, PurgeScope } from './purge-records.ts'

/** One kind of data: which rows are due, and the statements that destroy one. */
export interface Kind {
  readonly due: (scope: PurgeScope) => Due | undefined
  readonly end: (row: DueRow, at: number) => UnitStatement[]
  /**
   * Returns the statements that subtract rows from the statistics. They run before the rows are
   * destroyed.
   */
  readonly uncount: (engine: Database['engine'], rows: readonly DueRow[]) => UnitStatement[]
  /** Returns the counts of a number of rows with the same state, of which a number have reports. */
  readonly counts: (state: string, count: number, reports: number) => Partial<PurgeCounts>
}

/** The part of a query that finds due rows: everything after `from`. */
export interface Due {
  readonly from: string
  readonly params: readonly Value[]
  /** Sorts the oldest orders first. Set if an index has this order. */
  readonly oldestFirst?: true
}

/** A due row. For inquiries, `id` identifies the pull and `order_id` its order. */
export interface DueRow extends Row {
  id: string
  received_at: number
  order_id: string
  state: string
  report_id: string | null
}

/** A report is not on legal hold. A hold also protects all other data of the report's order. */
const NOT_HELD = 'not exists (select 1 from holds h where h.report_id = o.report_id)'
/**
 * The same condition for order $1, in the destroying statements. If a report is put on hold between
 * the read and the unit, the unit is rejected.
 */
const ORDER_NOT_HELD = `not exists (select 1 from orders o join holds h on h.report_id = o.report_id
    where o.id = $1)`
/** Joins the report that order `o` made, not one that it only returned. */
const OWN_REPORT = 'left join reports r on r.id = o.report_id and r.order_id = o.id'
const WITH_KEY = `join order_keys k on k.order_id = o.id ${OWN_REPORT}`
/** The condition for the report that order $1 made. */
const MADE_BY = 'id = (select report_id from orders where id = $1) and order_id = $1'

/** Orders with a report: by age if all accounts are meant, otherwise by account or report. */
const reports: Kind = {
  due: ({ reportsBefore, account, reportId }) => {
    const rest = `o.state = 'done' and ${NOT_HELD}`
    if (reportId !== undefined) {
      const from = `orders o ${WITH_KEY} where o.report_id = $1 and o.received_at < $2 and ${rest}`
      return { from, params: [reportId, reportsBefore] }
    }
    if (account !== undefined) {
      const from = `orders o ${WITH_KEY} where o.account = $1 and o.received_at < $2 and ${rest}`
      return { from, params: [account, reportsBefore], oldestFirst: true }
    }
    const from = `order_keys k join orders o on o.id = k.order_id ${OWN_REPORT}
      where k.key_id in (select id from master_keys) and k.sealed_at < $1 and ${rest}`
    // Finds the orders of one master key after another. To sort all orders by age, the database
    // would have to read all of them.
    return { from, params: [reportsBefore] }
  },
  end: ({ id }, at) => destroyOrder(id, at),
  uncount: () => [],
  counts: (_state, orders, made) => ({ orders, reports: made }),
}

/** Orders without a report. A rejected request never was an order, so its row is deleted too. */
const withoutReport: Kind = {
  due: ({ refusalsBefore, account, reportId }) => {
    if (reportId !== undefined) return undefined
    // The account is compared as an expression, so that no index of the account is used: orders
    // without a report are few, and an account may have millions of orders.
    const own = account === undefined ? '' : "and o.account || '' = $2"
    return {
      from: `orders o ${OWN_REPORT}
        where o.state in ('failed', 'rejected') and o.purged_at is null
          and o.received_at < $1 ${own}`,
      params: account === undefined ? [refusalsBefore] : [refusalsBefore, account],
      oldestFirst: true,
    }
  },
  end: ({ id, state }, at) => {
    if (state === 'failed') return destroyOrder(id, at, false)
    return [
      { sql: 'delete from order_keys where order_id = $1', params: [id] },
      deleteParts(id),
      deleteTokens(id),
      { sql: "delete from orders where id = $1 and state = 'rejected'", params: [id], rows: 1 },
    ]
  },
  uncount: (engine, rows) =>
    uncountOrders(engine, idsOf(rows.filter(({ state }) => state === 'rejected'))),
  counts: (state, count) => (state === 'rejected' ? { refusals: count } : { orders: count }),
}

/**
 * All bureaus that have pulls. The query jumps from one to the next in the index. The index has the
 * oldest pulls of each bureau first, so orders whose pulls were deleted earlier are not read again.
 */
const EVERY_BUREAU = `with recursive bureaus (bureau) as (
    select min(bureau) from pulls
    union all
    select (select min(p.bureau) from pulls p where p.bureau > bureaus.bureau)
    from bureaus where bureaus.bureau is not null
  ) select bureau from bureaus where bureau is not null`

/**
 * Inquiry records: who requested whose file. They have only keyed hashes, and are retained longest.
 */
const inquiries: Kind = {
  due: ({ inquiriesBefore, account, reportId }) => {
    if (account !== undefined || reportId !== undefined) return undefined
    return {
      from: `pulls p cross join orders o ${OWN_REPORT}
        where p.bureau in (${EVERY_BUREAU}) and p.received_at < $1
          and o.id = p.order_id and o.state <> 'running' and ${NOT_HELD}`,
      params: [inquiriesBefore],
    }
  },
  end: ({ order_id, id }) => [
    {
      sql: `delete from pulls where order_id = $1 and id = $2 and ${ORDER_NOT_HELD}`,
      params: [order_id, id],
      rows: 1,
    },
  ],
  uncount: (engine, rows) =>
    uncountPulls(
      engine,
      rows.map(({ order_id }) => order_id),
      idsOf(rows),
    ),
  counts: (_state, count) => ({ inquiries: count }),
}

function idsOf(rows: readonly DueRow[]): string[] {
  return rows.map(({ id }) => id)
}

/** Orders whose keys were set aside, or only those set aside before a time. */
const setAside: Kind = {
  due: ({ reportsBefore, refusalsBefore, account, reportId, setAsideBefore }) => {
    const before = setAsideBefore ?? Number.MAX_SAFE_INTEGER
    const params: Value[] = [before, reportsBefore, refusalsBefore]
    const only = (column: string, value: Value | undefined) =>
      value === undefined ? '' : `and ${column} || '' = $${params.push(value)}`
    const from = `set_aside_keys k join orders o on o.id = k.order_id ${OWN_REPORT}
      where k.set_aside_at < $1 and ((o.state = 'done' and o.received_at < $2)
        or (o.state = 'failed' and o.received_at < $3))
        ${only('o.account', account)} ${only('o.report_id', reportId)} and ${NOT_HELD}`
    return { from, params }
  },
  end: ({ id }) => [
    {
      sql: `delete from set_aside_keys where order_id = $1 and ${ORDER_NOT_HELD}`,
      params: [id],
      rows: 1,
    },
    {
      sql: 'update orders set answers_retries = null, meaning = null where id = $1',
      params: [id],
    },
    ...deleteContent(id),
  ],
  uncount: () => [],
  // They were counted when they were set aside.
  counts: () => ({}),
}

/**
 * Returns the statements that set an order's key aside. The content can then not be opened, but can
 * be restored. Nothing else is deleted yet, so `restoreKey` needs to return only the key.
 */
function setKeyAside(id: string, at: number): UnitStatement[] {
  return [
    {
      sql: `update orders as o set purged_at = $2
        where o.id = $1 and o.state <> 'running' and o.purged_at is null and ${NOT_HELD}`,
      params: [id, at],
      rows: 1,
    },
    {
      sql: `insert into set_aside_keys (order_id, key_id, wrapped, sealed_at, who, set_aside_at)
        select order_id, key_id, wrapped, sealed_at, who, $2 from order_keys where order_id = $1`,
      params: [id, at],
      rows: 1,
    },
    { sql: 'delete from order_keys where order_id = $1', params: [id], rows: 1 },
  ]
}

/** Returns the statements that restore the key of an order. */
export function restoreKey(id: string): UnitStatement[] {
  return [
    {
      sql: `insert into order_keys (order_id, key_id, wrapped, sealed_at, who)
        select order_id, key_id, wrapped, sealed_at, who from set_aside_keys where order_id = $1`,
      params: [id],
      rows: 1,
    },
    { sql: 'delete from set_aside_keys where order_id = $1', params: [id], rows: 1 },
    { sql: 'update orders set purged_at = null where id = $1', params: [id], rows: 1 },
  ]
}

/** Orders with a report, to set aside and not to destroy. */
const reportsAside: Kind = { ...reports, end: ({ id }, at) => setKeyAside(id, at) }

/** Failed orders with sealed content, to set aside and not to destroy. */
const failuresAside: Kind = {
  due: ({ refusalsBefore, reportId }) => {
    if (reportId !== undefined) return undefined
    return {
      // The condition names both states so that it matches the condition of the partial index,
      // which has the oldest orders first.
      from: `orders o join order_keys k on k.order_id = o.id ${OWN_REPORT}
        where o.state in ('failed', 'rejected') and o.state = 'failed' and o.purged_at is null
          and o.received_at < $1`,
      params: [refusalsBefore],
      oldestFirst: true,
    }
  },
  end: ({ id }, at) => setKeyAside(id, at),
  uncount: () => [],
  counts: (_state, count) => ({ orders: count }),
}

/** Rejected requests, which never were orders. */
const rejections: Kind = {
  ...withoutReport,
  due: ({ refusalsBefore, reportId }) => {
    if (reportId !== undefined) return undefined
    return {
      from: `orders o ${OWN_REPORT}
        where o.state in ('failed', 'rejected') and o.state = 'rejected' and o.purged_at is null
          and o.received_at < $1`,
      params: [refusalsBefore],
      oldestFirst: true,
    }
  },
}

// The names are in the audit trail.
const CLASSES = [
  ['reports', reports],
  ['refusals', withoutReport],
  ['inquiries', inquiries],
] as const

/** The kinds that a purge by an operator destroys. */
export const KINDS: readonly Kind[] = [
  ...CLASSES.map(([, kind]) => kind),
  { ...setAside, counts: reports.counts },
]
/** The kinds that an unattended purge sets aside first. */
export const KINDS_SET_ASIDE: readonly Kind[] = [reportsAside, failuresAside]
/** The kinds that an unattended purge destroys after the grace period. */
export const KINDS_AFTER_GRACE: readonly Kind[] = [setAside, rejections, inquiries]

/** Returns the statements that destroy an order's content and all data that finds it. */
function destroyOrder(id: string, at: number, hasKey = true): UnitStatement[] {
  const key = { sql: 'delete from order_keys where order_id = $1', params: [id] }
  return [
    {
      sql: `update orders as o set purged_at = $2, answers_retries = null, meaning = null
        where o.id = $1 and o.state <> 'running' and o.purged_at is null and ${NOT_HELD}`,
      params: [id, at],
      rows: 1,
    },
    hasKey ? { ...key, rows: 1 } : key,
    ...deleteContent(id),
  ]
}

/** Returns the statements that delete an order's content and all data to find it or its report. */
function deleteContent(id: string): UnitStatement[] {
  return [
    deleteParts(id),
    deleteTokens(id),
    {
      sql: `update reports set meaning = null, derivation = null, lender_case = null
        where ${MADE_BY}`,
      params: [id],
    },
    {
      sql: `delete from report_borrowers
        where report_id in (select id from reports where ${MADE_BY})`,
      params: [id],
    },
    {
      sql: `delete from report_cases
        where report_id in (select id from reports where ${MADE_BY})`,
      params: [id],
    },
  ]
}

/**
 * Returns a query for a number of due rows. If the oldest come first, it continues after the last
 * row that was destroyed.
 */
export function selectDue(
  { from, params, oldestFirst }: Due,
  limit: number,
  ended: DueRow | undefined,
): Statement {
  const id = from.startsWith('pulls') ? 'p.id' : 'o.id'
  const columns = `${id} as id, o.id as order_id, o.received_at, o.state, r.id as report_id`
  const all = `select ${columns} from ${from}`
  if (oldestFirst === undefined) return { sql: `${all} limit ${limit}`, params }
  const sorted = `order by o.received_at, o.id limit ${limit}`
  if (ended === undefined) return { sql: `${all} ${sorted}`, params }
  const [at, order] = [params.length + 1, params.length + 2]
  return {
    // The purged orders of an account keep their rows. Without this condition, each unit would read
    // them again.
    sql: `${all} and (o.received_at, o.id) > ($${at}, $${order}) ${sorted}`,
    params: [...params, ended.received_at, ended.order_id],
  }
}

/** Returns the names of the classes of data that a purge destroys. */
export function classesOf(scope: PurgeScope): string[] {
  return CLASSES.filter(([, kind]) => (kind.due(scope)?.params[0] ?? 0) !== 0).map(([name]) => name)
}
