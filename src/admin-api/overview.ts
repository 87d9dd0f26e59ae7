/** The figures of the overview for recent hours. */
import type { z } from 'zod'
import { BUREAUS, type BureauName } from '../documents/tables/enumerations.ts'
import { reasonsOfCode } from '../errors.ts'
import {
  type Counts,
  type HourRange,
  LATENCY_BUCKETS_MS,
  type OrderCount,
} from '../store/statistics/statistics.ts'
import { HOUR_MS } from '../time.ts'
import { type Api, at, type Handlers, permittedAccount } from './handler.ts'
import { type Quantiles, quantilesOf, quantilesOfBuckets } from './quantiles.ts'
import type { Overview } from './schemas/administration-schemas.ts'

/** The figures come from the hourly statistics, so an overview of a year does not scan orders. */
export const overviewHandlers: Handlers<'readOverview'> = {
  readOverview: async ({ caller, query }, api) => {
    const account = permittedAccount(caller, query.account)
    const now = api.tools.now().getTime()
    const to = Math.floor(now / HOUR_MS) + 1
    const { range, figures } = await sinceFirst(barsFrom(to - query.hours, to), account, api)
    const codes = await codesOf(figures, range, account, api)
    const times = await timesOf(figures, range, account, api)
    const firstHour = await firstHourOf(figures, range, account, api)
    return { ...overviewOf(figures, range, times), codes, firstHour }
  },
}

/** The maximum number of bars, because more could not be distinguished on a page. */
const BUCKETS_MAX = 62

/** The lengths of bars in hours: parts of a day, days and weeks. All begin at midnight UTC. */
const BAR_HOURS = [1, 2, 3, 6, 12, 24, 48, 168] as const

/** A Monday at midnight, in hours since the epoch, which was on a Thursday. */
const MONDAY = 4 * 24

/**
 * Returns bars of equal length for the hours from `hour` up to `to`. The first bar contains `hour`.
 */
function barsFrom(hour: number, to: number): Required<HourRange> {
  // The first bar begins before the hour, so there can be one bar more.
  const together = BAR_HOURS.find((each) => to - hour <= each * (BUCKETS_MAX - 1)) ?? 168
  return { from: MONDAY + Math.floor((hour - MONDAY) / together) * together, to, together }
}

/**
 * The shortest period that begins with its first order. Bars for fewer hours would show no
 * development.
 */
const HOURS_MIN = 24

/**
 * Returns the figures of a period. If a quarter of the period or more is before the first order,
 * returns only the period from the first order on. Otherwise all orders could fall into one bar of
 * a week. Each further read uses shorter bars.
 */
async function sinceFirst(
  range: Required<HourRange>,
  account: string | undefined,
  api: Api,
  emptyMin = (range.to - range.from) / 4,
): Promise<{ readonly range: Required<HourRange>; readonly figures: Counts }> {
  const { from, to } = range
  const figures = await api.tools.store.statistics.between(range, account)
  const first = figures.orders.reduce((least, { hour }) => Math.min(least, hour), Infinity)
  if (first === Infinity) return { range, figures }
  const later = barsFrom(Math.min(first, to - HOURS_MIN), to)
  return later.from - from < emptyMin ? { range, figures } : sinceFirst(later, account, api, 1)
}

/**
 * Returns the hour of the first order. The figures of a long period combine several hours, so they
 * are read again by the hour.
 */
async function firstHourOf(
  { orders }: Counts,
  { together }: Required<HourRange>,
  account: string | undefined,
  { tools: { store } }: Api,
): Promise<string | undefined> {
  if (orders.length === 0) return undefined
  const first = Math.min(...orders.map(({ hour }) => hour))
  const finer =
    together === 1
      ? { orders }
      : await store.statistics.between({ from: first, to: first + together }, account)
  return at(Math.min(...finer.orders.map(({ hour }) => hour)) * HOUR_MS)
}

type Codes = z.infer<typeof Overview>['codes']

/** Returns the error codes of the period, with the number of orders and the reasons of each. */
async function codesOf(
  { orders }: Counts,
  { from }: HourRange,
  account: string | undefined,
  api: Api,
): Promise<Codes> {
  const codes = [...new Set(orders.flatMap(({ code }) => (code === null ? [] : [code])))].sort()
  return Promise.all(
    codes.map(async (code) => ({
      code,
      count: total(orders.filter((row) => row.code === code)),
      ...(await causesOf(code, { account, from: from * HOUR_MS }, api)),
    })),
  )
}

/**
 * The number of newest orders whose reasons are read. Reasons are sealed and not part of the
 * statistics.
 */
const REASONS_OF_MAX = 50

/**
 * Returns why the newest orders ended with a code, and how many of them met an injected fault. A
 * code with only one reason needs no query; its orders were rejected before a bureau was asked.
 */
async function causesOf(
  code: string,
  since: { readonly account: string | undefined; readonly from: number },
  { tools: { store } }: Api,
): Promise<Pick<Codes[number], 'reasons' | 'injected'>> {
  const possible = reasonsOfCode(code)
  if (possible.length < 2) return { reasons: possible.map((reason) => ({ reason })), injected: 0 }
  const newest = await store.orders.list({ ...since, code }, { limit: REASONS_OF_MAX })
  const listed = [...(await store.orders.listedOf(newest.map(({ id }) => id))).values()]
  const reasons = possible.flatMap((reason) => {
    const count = listed.filter((each) => each.reason === reason).length
    return count === 0 ? [] : { reason, count }
  })
  const injected = listed.filter((each) => each.injected !== undefined && each.injected.length > 0)
  return { reasons, injected: injected.length }
}

/** The duration of an order, and the hour in which it was received. */
interface OrderTime {
  readonly hour: number
  readonly ms: number
}

/**
 * Up to this many orders are timed individually, because the limits of a bucket can exceed the
 * slowest of them.
 */
const TIMED_MAX = 200

/**
 * Returns the duration of each order, or undefined if there are many orders or some were purged.
 */
async function timesOf(
  { orders }: Counts,
  { from, to }: HourRange,
  account: string | undefined,
  { tools: { store } }: Api,
): Promise<readonly OrderTime[] | undefined> {
  if (total(orders) > TIMED_MAX) return undefined
  const filter = { account, from: from * HOUR_MS, to: to * HOUR_MS }
  const listed = await store.orders.list(filter, { limit: TIMED_MAX })
  const times = listed
    .filter(isTimed)
    .flatMap(({ receivedAt, finishedAt }) =>
      finishedAt === undefined
        ? []
        : [{ hour: Math.floor(receivedAt / HOUR_MS), ms: finishedAt - receivedAt }],
    )
  return times.length === total(orders.filter(isTimed)) ? times : undefined
}

/** Returns whether an order counts for durations. Rejected requests waited for no bureau. */
function isTimed({ state }: { readonly state: string }): boolean {
  return state === 'done' || state === 'failed'
}

function overviewOf(
  figures: Counts,
  { from, to, together: width }: Required<HourRange>,
  times: readonly OrderTime[] | undefined,
): Omit<z.infer<typeof Overview>, 'codes' | 'firstHour'> {
  const { orders, pulls, charges } = figures
  const buckets = Array.from({ length: Math.ceil((to - from) / width) }, (_, index) => {
    const first = from + index * width
    const isWithin = ({ hour }: { readonly hour: number }) => hour >= first && hour < first + width
    const rows = orders.filter(isWithin)
    const of = (state: string) => total(rows.filter((row) => row.state === state))
    return {
      from: at(first * HOUR_MS),
      done: of('done'),
      failed: of('failed'),
      rejected: of('rejected'),
      running: of('running'),
      ...latencyOf(rows, times?.filter(isWithin)),
    }
  })
  return {
    from: at(from * HOUR_MS),
    to: at(to * HOUR_MS),
    bucketMs: width * HOUR_MS,
    buckets,
    orders: total(orders),
    latency: latencyOf(orders, times),
    bureaus: BUREAUS.map((bureau) => hitsOf(bureau, pulls)),
    spendCents: charges.reduce((sum, { cents }) => sum + cents, 0),
  }
}

function total(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}

/**
 * Returns the median and p95 of the durations, or undefined if no order ended. Rejected requests
 * never became orders, and running orders have no duration yet.
 */
function latencyOf(
  orders: readonly OrderCount[],
  times: readonly OrderTime[] | undefined,
): Quantiles | undefined {
  if (times !== undefined) return quantilesOf(times.map(({ ms }) => ms))
  const rows = orders.filter(isTimed)
  return quantilesOfBuckets(
    [...LATENCY_BUCKETS_MS, Number.POSITIVE_INFINITY].map((_, bucket) =>
      total(rows.filter((row) => row.bucket === bucket)),
    ),
  )
}

const KIND_OF: Readonly<Record<string, 'hit' | 'noHit' | 'frozen' | 'failed'>> = {
  FileReturned: 'hit',
  NoFileReturnedNoHit: 'noHit',
  NoFileReturnedThinFile: 'noHit',
  NoFileReturnedCreditFreeze: 'frozen',
  NoFileReturnedError: 'failed',
  Unanswered: 'failed',
}

function hitsOf(bureau: BureauName, pulls: Counts['pulls']) {
  const rows = pulls.filter((row) => row.bureau === bureau)
  const counts = { hit: 0, noHit: 0, frozen: 0, failed: 0, other: 0 }
  for (const { outcome, count } of rows) counts[KIND_OF[outcome ?? ''] ?? 'other'] += count
  return { bureau, pulls: total(rows), ...counts }
}
