/**
 * The kinds of things that a purge ends: which are due, and what ends one of them. The data key of an
 * order is destroyed, and with it everything sealed about the order; what remains says that there
 * was an order, and what it cost.
 */
import type { Database, Row, Statement, UnitStatement, Value } from '../engine/database.ts'
import { forgetTokens } from '../records/orders/order-lists.ts'
import { forgetParts } from '../sealing/contents.ts'
import { uncountOrders, uncountPulls } from '../statistics/statistics.ts'
import type { PurgeCounts, PurgeScope } from './purge-records.ts'

/** One kind of thing that is ended: which are due, and the statements that end one. */
export interface Kind {
  readonly due: (scope: PurgeScope) => Due | undefined
  readonly end: (row: DueRow, at: number) => UnitStatement[]
  /** The statements that take them off the statistics, before those that end them. */
  readonly uncount: (engine: Database['engine'], rows: readonly DueRow[]) => UnitStatement[]
  /** What so many of them in one state, with so many reports, count as. */
  readonly counts: (state: string, count: number, reports: number) => Partial<PurgeCounts>
}

/** The part of a query that finds what is due: everything after `from`. */
export interface Due {
  readonly from: string
  readonly params: readonly Value[]
  /** The oldest order first, where an index has them so. */
  readonly oldestFirst?: true
}

/** A row that is due. For inquiries, `id` is the pull's and `order_id` its order's. */
export interface DueRow extends Row {
  id: string
  received_at: number
  order_id: string
  state: string
  report_id: string | null
}

/** A legal hold is on a report, so everything of its order stays too. */
const NOT_HELD = 'not exists (select 1 from holds h where h.report_id = o.report_id)'
/**
 * The same of the order $1, in the statements that end: a hold may come between what is read and the
 * unit, which is rejected then.
 */
const ORDER_NOT_HELD = `not exists (select 1 from orders o join holds h on h.report_id = o.report_id
    where o.id = $1)`
/** The report that the order `o` made; one that it was only answered with is another order's. */
const OWN_REPORT = 'left join reports r on r.id = o.report_id and r.order_id = o.id'
const WITH_KEY = `join order_keys k on k.order_id = o.id ${OWN_REPORT}`
/** The report that the order $1 made. */
const MADE_BY = 'id = (select report_id from orders where id = $1) and order_id = $1'

/** Orders with a report: by their age where all are meant, else by account or report. */
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
    // Each master key's orders in turn: to have the oldest of all first, all would be read.
    return { from, params: [reportsBefore] }
  },
  end: ({ id }, at) => destroyed(id, at),
  uncount: () => [],
  counts: (_state, orders, made) => ({ orders, reports: made }),
}

/** Orders without a report. A rejected request never was an order, so nothing of it has to remain. */
const refusals: Kind = {
  due: ({ refusalsBefore, account, reportId }) => {
    if (reportId !== undefined) return undefined
    // As an expression: orders without a report are few, and an account may have millions.
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
    if (state === 'failed') return destroyed(id, at, false)
    return [
      { sql: 'delete from order_keys where order_id = $1', params: [id] },
      forgetParts(id),
      forgetTokens(id),
      { sql: "delete from orders where id = $1 and state = 'rejected'", params: [id], rows: 1 },
    ]
  },
  uncount: (engine, rows) =>
    uncountOrders(engine, idsOf(rows.filter(({ state }) => state === 'rejected'))),
  counts: (state, count) => (state === 'rejected' ? { refusals: count } : { orders: count }),
}

/**
 * The bureaus of all pulls, found by leaping from one to the next in the index: with each, its oldest
 * pulls are first, and orders whose pulls were removed before are not passed again.
 */
const EVERY_BUREAU = `with recursive bureaus (bureau) as (
    select min(bureau) from pulls
    union all
    select (select min(p.bureau) from pulls p where p.bureau > bureaus.bureau)
    from bureaus where bureaus.bureau is not null
  ) select bureau from bureaus where bureau is not null`

/** Who asked for whose file: keyed hashes only, and kept longest. */
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

/** Orders whose keys were set aside, long enough ago where that is said. */
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
    ...emptied(id),
  ],
  uncount: () => [],
  // They were counted when they were set aside.
  counts: () => ({}),
}

/**
 * Sets an order's key aside: its content does not open, and can be restored. Nothing else is
 * emptied yet, so `restored` has to give back no more than the key.
 */
function aside(id: string, at: number): UnitStatement[] {
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

/** Gives an order that was set aside its key back. */
export function restored(id: string): UnitStatement[] {
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

/** Orders with a report, set aside and not destroyed. */
const reportsAside: Kind = { ...reports, end: ({ id }, at) => aside(id, at) }

/** Failed orders that have something sealed, set aside and not destroyed. */
const failuresAside: Kind = {
  due: ({ refusalsBefore, reportId }) => {
    if (reportId !== undefined) return undefined
    return {
      // Both states are named, as in the condition of the partial index that has the oldest first.
      from: `orders o join order_keys k on k.order_id = o.id ${OWN_REPORT}
        where o.state in ('failed', 'rejected') and o.state = 'failed' and o.purged_at is null
          and o.received_at < $1`,
      params: [refusalsBefore],
      oldestFirst: true,
    }
  },
  end: ({ id }, at) => aside(id, at),
  uncount: () => [],
  counts: (_state, count) => ({ orders: count }),
}

/** Rejected requests: they never were orders. */
const rejections: Kind = {
  ...refusals,
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

const CLASSES = [
  ['reports', reports],
  ['refusals', refusals],
  ['inquiries', inquiries],
] as const

/** What a purge that an operator asks for destroys. */
export const KINDS: readonly Kind[] = [
  ...CLASSES.map(([, kind]) => kind),
  { ...setAside, counts: reports.counts },
]
/** What an unattended purge sets aside first. */
export const KINDS_SET_ASIDE: readonly Kind[] = [reportsAside, failuresAside]
/** What it destroys once the grace period is over. */
export const KINDS_AFTER_GRACE: readonly Kind[] = [setAside, rejections, inquiries]

/** The statements that leave nothing of an order that could be opened, or found by a person. */
function destroyed(id: string, at: number, hasKey = true): UnitStatement[] {
  const key = { sql: 'delete from order_keys where order_id = $1', params: [id] }
  return [
    {
      sql: `update orders as o set purged_at = $2, answers_retries = null, meaning = null
        where o.id = $1 and o.state <> 'running' and o.purged_at is null and ${NOT_HELD}`,
      params: [id, at],
      rows: 1,
    },
    hasKey ? { ...key, rows: 1 } : key,
    ...emptied(id),
  ]
}

/** The statements that leave nothing by which an order or its report is found. */
function emptied(id: string): UnitStatement[] {
  return [
    forgetParts(id),
    forgetTokens(id),
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

/** Reads so many that are due, after those that were ended before where the oldest come first. */
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
    // What an account has ended keeps its row, and would be passed again with each unit.
    sql: `${all} and (o.received_at, o.id) > ($${at}, $${order}) ${sorted}`,
    params: [...params, ended.received_at, ended.order_id],
  }
}

/** The classes that a purge ends, by name. */
export function classesOf(scope: PurgeScope): string[] {
  return CLASSES.filter(([, kind]) => (kind.due(scope)?.params[0] ?? 0) !== 0).map(([name]) => name)
}
