/**
 * Counts how often an account was paid late: the months that ratings date, plus late payments that
 * bureaus count but do not date. No month counts twice.
 */
import type { FileAccount } from '../../bureaus/bureau.ts'
import { monthOf } from '../../documents/months.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'
import { isLateMonth, type ReportedRating, reportedRating, worse } from '../ratings.ts'
import { largest } from './provenance.ts'

type LateCount = NonNullable<Liability['_LATE_COUNT']>
type Counts = Pick<LateCount, '_30Days' | '_60Days' | '_90Days'>

/** Late months by month. All undated ones have the key undefined. */
type LateMonths = ReadonlyMap<number | undefined, string>

/**
 * The range of ages, in months, of each year. The first year has the report's own month and the 12
 * before it.
 */
const YEARS = [
  ['FirstYear', 0, 12],
  ['SecondYear', 13, 24],
  ['ThirdYear', 25, 36],
] as const

/**
 * Returns the late count of a line with a pattern, from its dated adverse months and the counts of
 * bureaus. Adds counts by year if a bureau has them.
 */
export function lateCount(
  accounts: readonly FileAccount[],
  adverse: readonly ReportedRating[],
  reportMonth: number,
): LateCount {
  const byYear = accounts.some(({ _LATE_COUNT: count }) => count?.PERIODIC_LATE_COUNT?.length)
  const isNever = adverse.length === 0 && accounts.every(isNeverLate)
  if (isNever) return byYear ? NEVER_LATE_BY_YEAR : NEVER_LATE
  const counts = countsOf(accounts, adverse)
  if (!byYear) return counts
  const years = YEARS.map(([type, from, to]) => {
    const inYear = adverse.filter(({ month }) => {
      const age = month === undefined ? -1 : reportMonth - month
      return age >= from && age <= to
    })
    const characters = inYear.map(({ character }) => character)
    return { _Type: type, ...bucketsOf(atLeast(characters)) }
  })
  return { ...counts, PERIODIC_LATE_COUNT: years }
}

// Shared values for accounts that were never late, which are most.
const NEVER_LATE: LateCount = bucketsOf([0, 0, 0])
const NEVER_LATE_BY_YEAR: LateCount = {
  ...NEVER_LATE,
  PERIODIC_LATE_COUNT: YEARS.map(([type]) => ({ _Type: type, ...NEVER_LATE })),
}

function isNeverLate({ _LATE_COUNT: count }: FileAccount): boolean {
  return count === undefined || !isLate(count)
}

/**
 * Returns the late count of a line without a pattern, or undefined if nothing is late and no bureau
 * has a count.
 */
export function lateCountWithoutPattern(
  accounts: readonly FileAccount[],
  adverse: readonly ReportedRating[],
): LateCount | undefined {
  const reportedCounts = accounts.flatMap(({ _LATE_COUNT: count }) => (count ? [count] : []))
  const counts = countsOf(accounts, adverse)
  if (reportedCounts.length === 0) return isLate(counts) ? counts : undefined
  const details = reportedCounts.length === 1 ? reportedCounts[0] : undefined
  return { ...details, ...counts, _120Days: largest(reportedCounts, '_120Days') }
}

function isLate({ _30Days, _60Days, _90Days }: Counts): boolean {
  return _30Days + _60Days + _90Days > 0
}

/** How often the account was at least 30, 60 and 90 days late. */
type AtLeast = readonly [number, number, number]

function countsOf(accounts: readonly FileAccount[], adverse: readonly ReportedRating[]): Counts {
  const dated = new Map(adverse.map(({ character, month }) => [month, character]))
  const bounds = accounts.flatMap((account) => boundOf(account, dated))
  // Bureaus that count more than they date may count the same months, so the largest count of each
  // kind is used, not the sum.
  const undatedCounts = cumulative(
    Math.max(0, ...bounds.map(({ _30Days }) => _30Days)),
    Math.max(0, ...bounds.map(({ _60Days }) => _60Days)),
    Math.max(0, ...bounds.map(({ _90Days }) => _90Days)),
  )
  return bucketsOf(larger(atLeast([...dated.values()]), undatedCounts))
}

/**
 * Returns the count of a bureau that counts more late months than it dates: the months that it
 * dates, with the ratings of the blended line, plus the undated ones. Empty if the bureau dates all
 * months that it counts.
 */
function boundOf(account: FileAccount, dated: LateMonths): Counts[] {
  const { _LATE_COUNT: count } = account
  if (count === undefined || !isLate(count)) return []
  const own = lateMonthsOf(account)
  const counted = cumulative(count._30Days, count._60Days, count._90Days)
  const ownCounts = atLeast([...own.values()])
  const undated = counted.map((times, kind) => Math.max(0, times - (ownCounts[kind] as number)))
  if (undated.every((times) => times === 0)) return []
  const datedCounts = atLeast([...own.keys()].flatMap((month) => dated.get(month) ?? []))
  const [late30, late60, late90] = undated.map(
    (times, kind) => times + (datedCounts[kind] as number),
  )
  return [bucketsOf([late30 as number, late60 as number, late90 as number])]
}

/** Returns the late months that a bureau dates, including those that are too old for a report. */
function lateMonthsOf(account: FileAccount): LateMonths {
  const { _PAYMENT_PATTERN: pattern, _PRIOR_ADVERSE_RATING: prior = [] } = account
  const months = new Map<number | undefined, string>()
  const newest = monthOf(pattern?._StartDate)
  if (pattern !== undefined && newest !== undefined) {
    ;[...pattern._Data].forEach((character, back) => {
      if (bucketIndexOf(character) >= 0) months.set(newest - back, character)
    })
  }
  for (const { character, month } of prior.map(reportedRating)) {
    months.set(month, worse(months.get(month) ?? 'X', character))
  }
  return months
}

/**
 * Returns the bucket of a late month, as real reports count: 90 days and more share one, and
 * bankruptcy, loss and collection have none (-1).
 */
function bucketIndexOf(character: string): number {
  if (!isLateMonth(character)) return -1
  return Math.min(2, Number(character) - 1)
}

function atLeast(characters: readonly string[]): AtLeast {
  const counts: [number, number, number] = [0, 0, 0]
  for (const character of characters) {
    for (let kind = bucketIndexOf(character); kind >= 0; kind -= 1) counts[kind as 0 | 1 | 2] += 1
  }
  return counts
}

function cumulative(late30: number, late60: number, late90: number): AtLeast {
  return [late30 + late60 + late90, late60 + late90, late90]
}

/**
 * Converts cumulative counts to buckets: months that are late by more days are among those late by
 * fewer.
 */
function bucketsOf([late30, late60, late90]: AtLeast): Counts {
  const [atLeast60, atLeast90] = [Math.max(late60, late90), late90]
  return {
    _30Days: Math.max(late30, atLeast60) - atLeast60,
    _60Days: atLeast60 - atLeast90,
    _90Days: atLeast90,
  }
}

function larger(one: AtLeast, other: AtLeast): AtLeast {
  return [Math.max(one[0], other[0]), Math.max(one[1], other[1]), Math.max(one[2], other[2])]
}
