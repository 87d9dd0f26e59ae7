/**
 * Hourly statistics of orders and pulls: their results, durations and costs. They are stored in a
 * table, which survives restarts and is shared by all replicas. An order is journaled as uncounted,
 * and once it has ended, a job adds it to the table. A query also counts the uncounted orders in
 * the same statement, so the sum is exact at any time.
 */

import { HOUR_MS } from '../../time.ts'
import {
  type Database,
  exclusively,
  type LeaseTime,
  type Row,
  tryCommit,
  type UnitStatement,
} from '../engine/database.ts'
import { placesOf } from '../engine/sql-values.ts'
import { isFarAhead } from '../records/clock-mark.ts'
import { type JobLease, jobLease } from '../records/job-lease.ts'
import type { OrderState } from '../records/orders/order-entry.ts'

/** A range of hours since the epoch: from one (inclusive) to another (exclusive). */
export interface HourRange {
  readonly from: number
  readonly to: number
  /**
   * The number of hours to combine, under the first of them. If undefined, hours are not combined.
   */
  readonly together?: number
}

/** The counts. Each row is of one hour, and several rows may have the same values. */
export interface Counts {
  readonly orders: readonly OrderCount[]
  readonly pulls: readonly PullCount[]
  readonly charges: readonly ChargeSum[]
}

/** Orders with the same end and a similar duration. */
export interface OrderCount {
  readonly hour: number
  readonly state: OrderState
  readonly code: string | null
  /** The index of the first `LATENCY_BUCKETS_MS` value that is not exceeded, or their number. */
  readonly bucket: number
  readonly count: number
}

/** Pulls of a bureau with the same end. */
interface PullCount {
  readonly hour: number
  readonly bureau: string
  readonly outcome: string | null
  readonly count: number
}

/** The sum of charges. */
interface ChargeSum {
  readonly hour: number
  readonly cents: number
}

/** Statistics of the hours that the console requests. */
export interface Statistics {
  /** Returns the current counts of whole hours. Without an account, those of all accounts. */
  between(range: HourRange, account: string | undefined): Promise<Counts>
  /** Returns the number of orders of each account since an hour. Omits accounts without orders. */
  ordersByAccount(since: number): Promise<ReadonlyMap<string, number>>
  /** Counts a batch of the orders that have ended. Returns false if there are none left. */
  update(now: number): Promise<boolean>
  /** Ensures that only one replica counts. */
  readonly job: JobLease
}

/** Returns the statistics of a database. */
export function statisticsOver(
  database: Database,
  lease: LeaseTime,
  ordersAUnitMax = 500,
): Statistics {
  return {
    between: (range, account) => countsBetween(database, range, account),
    ordersByAccount: (since) => ordersByAccount(database, since),
    update: (now) => update(database, now, ordersAUnitMax),
    job: jobLease(database, lease, 'statistics'),
  }
}

/**
 * Latencies are counted by bucket, because sorting all orders for quantiles would take too long.
 */
export const LATENCY_BUCKETS_MS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 55, 75, 100, 140, 200, 300, 450, 700, 1_000, 1_500, 2_200,
  3_000, 4_000, 5_500, 7_500, 10_000, 15_000, 30_000, 75_000,
] as const

/** SQL for the bucket of an order `o`. */
export const BUCKET = `case ${LATENCY_BUCKETS_MS.map(
  (ms, index) => `when o.finished_at - o.received_at <= ${ms} then ${index}`,
).join(' ')} else ${LATENCY_BUCKETS_MS.length} end`

/** How many hours before the current one are stored. Nothing reads earlier ones. */
const HOURS_KEPT = 24 * 32

/**
 * The rows of the table for each kind: the columns, and the records to count. They are joined with
 * `cross join`, which SQLite executes in the written order: from the few orders to their records.
 */
const KINDS = [
  {
    columns: `'order' as kind, o.received_at / ${HOUR_MS} as hour, o.state as name,
      coalesce(o.code, '') as detail, ${BUCKET} as bucket`,
    amount: 'count(*)',
    account: 'o.account',
    moment: 'o.received_at',
    table: '',
    on: '',
  },
  {
    columns: `'pull' as kind, p.started_at / ${HOUR_MS} as hour, p.bureau as name,
      coalesce(p.outcome, '') as detail, 0 as bucket`,
    amount: 'count(*)',
    account: 'p.account',
    moment: 'p.started_at',
    table: 'cross join pulls p',
    on: 'and p.order_id = o.id',
  },
  {
    columns: `'charge' as kind, c.charged_at / ${HOUR_MS} as hour, '' as name, '' as detail,
      0 as bucket`,
    amount: 'sum(c.amount_cents)',
    account: 'c.account',
    moment: 'c.charged_at',
    table: 'cross join charges c',
    on: 'and c.order_id = o.id',
  },
] as const

interface CountRow extends Row {
  kind: 'order' | 'pull' | 'charge'
  hour: number
  name: string
  detail: string
  bucket: number
  amount: number
}

/** The name under which the sums of all accounts are stored. No account has an empty name. */
const EVERY_ACCOUNT = ''

async function countsBetween(
  database: Database,
  { from, to, together = 1 }: HourRange,
  account: string | undefined,
): Promise<Counts> {
  // An expression, so that no index of the account is walked for each order.
  const own = account === undefined ? '' : 'and $1 = '
  const waiting = await uncountedIds(database)
  const named = waiting && `o.id in (${placesOf(waiting, 3) || 'null'})`
  const live = KINDS.map(
    (kind) => `select ${kind.columns}, cast(${kind.amount} as bigint) as amount
      from uncounted cross join orders o ${kind.table}
      where o.id = uncounted.order_id ${kind.on} and ${named ?? '1 = 1'} and ${kind.moment} >= $2 * ${HOUR_MS} and ${kind.moment} < $3 * ${HOUR_MS}
        ${own}${account === undefined ? '' : `${kind.account} || ''`}
      group by 1, 2, 3, 4, 5`,
  )
  // One statement, so that an order that is counted meanwhile is in only one of its parts.
  const rows = await database.read<CountRow>({
    sql: `${storedCounts(together)} union all ${live.join(' union all ')}`,
    params: [account ?? EVERY_ACCOUNT, from, to, ...(waiting ?? [])],
  })
  const of = (kind: CountRow['kind']) => rows.filter((row) => row.kind === kind)
  return {
    orders: of('order').map(({ hour, name, detail, bucket, amount }) => ({
      hour,
      state: name as OrderState,
      code: detail || null,
      bucket,
      count: amount,
    })),
    pulls: of('pull').map(({ hour, name, detail, amount }) => ({
      hour,
      bureau: name,
      outcome: detail || null,
      count: amount,
    })),
    charges: of('charge').map(({ hour, amount }) => ({ hour, cents: amount })),
  }
}

async function ordersByAccount(
  database: Database,
  since: number,
): Promise<ReadonlyMap<string, number>> {
  const waiting = await uncountedIds(database)
  const named = waiting && `and o.id in (${placesOf(waiting, 1) || 'null'})`
  // The key of the table begins with the account. With a list of all accounts, it finds the hours
  // of each.
  const rows = await database.read<{ account: string; orders: number }>({
    sql: `select account, cast(sum(amount) as bigint) as orders from (
        select account, amount from statistics
          where account in (select name from accounts) and hour >= $1 and kind = 'order'
        union all
        select o.account, 1 as amount from uncounted cross join orders o
          where o.id = uncounted.order_id and o.received_at >= $1 * ${HOUR_MS} ${named ?? ''}
      ) as counted group by account`,
    params: [since, ...(waiting ?? [])],
  })
  return new Map(rows.map(({ account, orders }) => [account, orders]))
}

/**
 * Returns the query of the stored rows in a range. A month of hours would be many rows, and a page
 * draws only a few. A row from which all orders were subtracted has the amount 0 and is omitted.
 */
function storedCounts(together: number): string {
  const within = 'from statistics where account = $1 and hour >= $2 and hour < $3 and amount <> 0'
  if (together === 1) return `select kind, hour, name, detail, bucket, amount ${within}`
  // A driver may pass an integer as a number with a fraction, which divides differently.
  const first = 'cast($2 as bigint)'
  return `select kind, ${first} + (hour - ${first}) / ${together} * ${together} as hour, name, detail,
    bucket, cast(sum(amount) as bigint) as amount ${within} group by 1, 2, 3, 4, 5`
}

/** The maximum number of orders to list in a query. A larger backlog is joined instead. */
const NAMED_MAX = 5_000

/**
 * Returns the uncounted orders, to list them in a query. PostgreSQL takes a table with many dead
 * rows for a large one and would read all orders to join it. Listed orders are looked up.
 */
async function uncountedIds(database: Database): Promise<readonly string[] | undefined> {
  const rows = await database.read<{ order_id: string }>({
    sql: 'select order_id from uncounted limit $1',
    params: [NAMED_MAX + 1],
  })
  return rows.length > NAMED_MAX ? undefined : rows.map(({ order_id }) => order_id)
}

async function update(database: Database, now: number, ordersMax: number): Promise<boolean> {
  const ended = await database.read<{ order_id: string }>({
    sql: `select uncounted.order_id from uncounted cross join orders o
      where o.id = uncounted.order_id and o.state <> 'running' limit $1`,
    params: [ordersMax],
  })
  const ids = ended.map(({ order_id }) => order_id)
  if (ids.length === 0) return deleteOld(database, now)
  const exclusion = exclusively(database.engine, 'statistics')
  const marks = {
    sql: `delete from uncounted where order_id in (${placesOf(ids)})`,
    params: ids,
    // If two processes count the same orders, only one of them deletes all marks.
    rows: ids.length,
  }
  const where = `o.id in (${placesOf(ids)})`
  const counting = KINDS.map((kind) => added(kind, where, 1, ids))
  const unit = [...exclusion, marks, ...counting]
  return tryCommit(database, unit, exclusion.length)
}

/** Adds or subtracts the records of some orders, for their account and for all accounts. */
function added(
  kind: (typeof KINDS)[number],
  where: string,
  sign: 1 | -1,
  params: readonly string[],
): UnitStatement {
  return {
    sql: `insert into statistics (account, kind, hour, name, detail, bucket, amount)
      select case when scope.own = 1 then ${kind.account} else '${EVERY_ACCOUNT}' end as account,
        ${kind.columns}, cast(${sign} * ${kind.amount} as bigint) as amount
      from orders o ${kind.table} cross join (select 1 as own union all select 0) as scope
      where ${where} ${kind.on}
      group by 1, 2, 3, 4, 5, 6
      on conflict (account, hour, kind, name, detail, bucket)
        do update set amount = statistics.amount + excluded.amount`,
    params,
  }
}

const COUNTED = 'not exists (select 1 from uncounted u where u.order_id = o.id)'

/** Subtracts rejected requests from the statistics, in the unit that deletes them. */
export function uncountOrders(engine: Database['engine'], ids: readonly string[]): UnitStatement[] {
  if (ids.length === 0) return []
  const places = placesOf(ids)
  return [
    ...exclusively(engine, 'statistics'),
    added(KINDS[0], `o.id in (${places}) and ${COUNTED}`, -1, ids),
    { sql: `delete from uncounted where order_id in (${places})`, params: ids },
  ]
}

/** Subtracts pulls from the statistics, in the unit that deletes them. */
export function uncountPulls(
  engine: Database['engine'],
  orderIds: readonly string[],
  ids: readonly string[],
): UnitStatement[] {
  if (ids.length === 0) return []
  const where = `o.id in (${placesOf(orderIds)})
    and p.id in (${placesOf(ids, orderIds.length)}) and ${COUNTED}`
  return [...exclusively(engine, 'statistics'), added(KINDS[1], where, -1, [...orderIds, ...ids])]
}

/**
 * Deletes the hours that nothing reads any more: those long before the present and before the newest
 * counted hour, because the world of a sandbox may be at any time in the past. Returns false because
 * nothing is left to do.
 */
async function deleteOld(database: Database, now: number): Promise<boolean> {
  const params = [Math.floor(now / HOUR_MS) - HOURS_KEPT]
  // Part of each statement, because another world may be restored between the two.
  const isOld = `hour < $1 and hour < (
    select max(newest.hour) - ${HOURS_KEPT} from statistics newest
    where newest.account = '${EVERY_ACCOUNT}')`
  const old = await database.read({
    sql: `select 1 as old from statistics where account = '${EVERY_ACCOUNT}' and ${isOld} limit 1`,
    params,
  })
  // If the clock is far ahead, nothing is deleted: once it is set right, the counts are needed
  // again.
  if (old.length === 0 || (await isFarAhead(database, now))) return false
  // The key of the table begins with the account. With a list of all accounts, the delete walks the
  // key.
  const accounts = `select name from accounts union all select '${EVERY_ACCOUNT}'`
  const sql = `delete from statistics where ${isOld} and account in (${accounts})`
  await database.commit([{ sql, params }])
  return false
}
