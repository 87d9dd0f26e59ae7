/** Figures of whole hours: how orders and pulls ended, how long they took, what they cost. */
import { HOUR_MS } from '../../time.ts'
import type { Database, Row } from '../engine/database.ts'
import type { OrderState } from '../records/order-entry.ts'

/** From an hour up to another, in hours since the epoch. */
export interface HourRange {
  readonly from: number
  readonly to: number
}

/** From a moment up to another. */
export interface MomentRange {
  readonly from: number
  readonly to: number
}

/** What was counted; each row is of one hour. */
export interface Statistics {
  readonly orders: readonly OrderCount[]
  readonly pulls: readonly PullCount[]
  readonly charges: readonly ChargeSum[]
}

/** Orders that ended alike and took about as long. */
export interface OrderCount extends Row {
  readonly hour: number
  readonly state: OrderState
  readonly code: string | null
  /** The index in `LATENCY_BUCKETS_MS`; one more than the last for slower orders. */
  readonly bucket: number
  readonly count: number
}

/** Pulls of a bureau that ended alike. */
export interface PullCount extends Row {
  readonly hour: number
  readonly bureau: string
  readonly outcome: string | null
  readonly count: number
}

/** What was charged. */
export interface ChargeSum extends Row {
  readonly hour: number
  readonly cents: number
}

/** Times are counted by bucket: sorting every order for its quantiles would take too long. */
export const LATENCY_BUCKETS_MS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 55, 75, 100, 140, 200, 300, 450, 700, 1_000, 1_500, 2_200,
  3_000, 4_000, 5_500, 7_500, 10_000, 15_000, 30_000, 75_000,
] as const

const BUCKET = `case ${LATENCY_BUCKETS_MS.map(
  (ms, index) => `when finished_at - received_at <= ${ms} then ${index}`,
).join(' ')} else ${LATENCY_BUCKETS_MS.length} end`

/** What happened from a moment up to another, counted by hour, from indexes alone. */
export async function countStatistics(
  database: Database,
  { from, to }: MomentRange,
  account: string | undefined,
): Promise<Statistics> {
  const params = [from, to, ...(account === undefined ? [] : [account])]
  const within = (moment: string) =>
    `${moment} >= $1 and ${moment} < $2 ${account === undefined ? '' : 'and account = $3'}`
  const hour = (moment: string) => `${moment} / ${HOUR_MS} as hour`
  const orders = await database.read<OrderCount>({
    sql: `select ${hour('received_at')}, state, code, ${BUCKET} as bucket, count(*) as count
      from orders where ${within('received_at')} group by 1, 2, 3, 4`,
    params,
  })
  const pulls = await database.read<PullCount>({
    sql: `select ${hour('started_at')}, bureau, outcome, count(*) as count
      from pulls where ${within('started_at')} group by 1, 2, 3`,
    params,
  })
  const charges = await database.read<ChargeSum>({
    sql: `select ${hour('charged_at')}, cast(sum(amount_cents) as bigint) as cents
      from charges where ${within('charged_at')} group by 1`,
    params,
  })
  return { orders, pulls, charges }
}

/** The figures of several parts; rows that are alike stay beside each other. */
export function joined(parts: readonly Statistics[]): Statistics {
  return {
    orders: parts.flatMap(({ orders }) => orders),
    pulls: parts.flatMap(({ pulls }) => pulls),
    charges: parts.flatMap(({ charges }) => charges),
  }
}

/** The same with one row for those that are alike. */
export function summed(figures: Statistics): Statistics {
  const { orders, pulls, charges } = figures
  return {
    orders: sums(orders, 'count'),
    pulls: sums(pulls, 'count'),
    charges: sums(charges, 'cents'),
  }
}

function sums<M extends string, T extends Row & Readonly<Record<M, number>>>(
  rows: readonly T[],
  measure: M,
): readonly T[] {
  const found = new Map<string, T>()
  for (const row of rows) {
    const alike = JSON.stringify({ ...row, [measure]: 0 })
    const sum = found.get(alike)?.[measure] ?? 0
    found.set(alike, { ...row, [measure]: sum + row[measure] })
  }
  return [...found.values()]
}

/** The rows of some hours. */
export function within(
  { from, to }: HourRange,
  { orders, pulls, charges }: Statistics,
): Statistics {
  const isWithin = ({ hour }: { readonly hour: number }) => hour >= from && hour < to
  return {
    orders: orders.filter(isWithin),
    pulls: pulls.filter(isWithin),
    charges: charges.filter(isWithin),
  }
}
