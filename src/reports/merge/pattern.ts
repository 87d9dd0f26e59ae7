/** Payment patterns laid over each other: month by month the worst that any bureau says. */
import type { FileAccount } from '../../bureaus/bureau.ts'
import { later, monthOf, monthText } from '../../documents/months.ts'
import {
  characterOf,
  isAdverse,
  isMajor,
  type ReportedRating,
  reported,
  severity,
  worse,
} from '../ratings.ts'

/** Seven years: the longest pattern, and the limit for adverse months (FCRA 605(a)(5)). */
const MONTHS_MAX = 84

/**
 * Whether a report may still list a rating (FCRA 605(a)(5)). An undated rating cannot be shown to
 * be too old, so it stays.
 */
export function isReportable({ month }: ReportedRating, reportMonth: number): boolean {
  return month === undefined || reportMonth - month <= MONTHS_MAX
}

/** The months that any of the patterns covers. */
export interface Span {
  /** The newest month. */
  readonly start: number
  /** Newest first; X where no bureau says anything. */
  readonly months: string[]
}

/** The blended pattern, and the ratings that bureaus report from months outside it. */
export interface BlendedPattern extends Span {
  readonly outside: readonly ReportedRating[]
}

/** Blends the patterns of one account; undefined where no bureau gives one with its month. */
export function blendPatterns(
  accounts: readonly FileAccount[],
  reportMonth: number,
): BlendedPattern | undefined {
  const span = spanOf(accounts, reportMonth)
  if (span === undefined) return undefined
  layAll(span, accounts)
  for (const account of accounts) foldInCurrent(span, account)
  const outside = accounts
    .flatMap((account) => foldInPrior(span, account))
    .filter((each) => isReportable(each, reportMonth))
  // Last, since it must not add what the other ratings already say.
  foldInWorst(span, accounts)
  return { ...span, outside }
}

/**
 * From the newest month of any pattern or rating back to the oldest of a pattern, at most seven
 * years: bureaus report at different times, and their patterns overlap only in part. A bureau that
 * reports last may give its rating without a pattern.
 */
function spanOf(accounts: readonly FileAccount[], reportMonth: number): Span | undefined {
  let start = -1
  let end = Number.POSITIVE_INFINITY
  for (const { _PAYMENT_PATTERN: pattern } of accounts) {
    const first = monthOf(pattern?._StartDate)
    if (pattern === undefined || first === undefined) continue
    start = Math.max(start, first)
    end = Math.min(end, first - pattern._Data.length + 1)
  }
  if (start === -1) return undefined
  for (const month of accounts.flatMap(ratedMonths)) {
    // A month after the report is an error of the source, and would push the history out.
    if (month <= reportMonth) start = Math.max(start, month)
  }
  const oldest = Math.max(end, reportMonth - MONTHS_MAX)
  const count = Math.max(1, Math.min(start - oldest + 1, MONTHS_MAX))
  return { start, months: new Array(count).fill('X') }
}

/** The months of the present rating and of the dated adverse ones. */
function ratedMonths(account: FileAccount): number[] {
  const { _CURRENT_RATING: current, _PRIOR_ADVERSE_RATING: prior = [] } = account
  const months: number[] = []
  const month = currentMonth(account)
  const isRated = current !== undefined && characterOf(current) !== 'X'
  if (isRated && month !== undefined) months.push(month)
  for (const rating of prior.map(reported)) {
    if (isAdverse(rating.character) && rating.month !== undefined) months.push(rating.month)
  }
  return months
}

/** The month that the present rating is about: that of the report where there is no pattern. */
function currentMonth({
  _PAYMENT_PATTERN: pattern,
  _AccountReportedDate: reportedOn,
}: FileAccount): number | undefined {
  return monthOf(pattern?._StartDate ?? reportedOn)
}

/** Lays all patterns over the span. Mostly bureaus agree, and a pattern seen before adds nothing. */
function layAll(span: Span, accounts: readonly FileAccount[]): void {
  let [laid, laidFrom] = ['', -1]
  for (const { _PAYMENT_PATTERN: pattern } of accounts) {
    const first = monthOf(pattern?._StartDate)
    if (pattern === undefined || first === undefined) continue
    if (pattern._Data === laid && first === laidFrom) continue
    layOver(span, pattern._Data, first)
    laid = pattern._Data
    laidFrom = first
  }
}

function layOver({ start, months }: Span, data: string, first: number): void {
  const offset = start - first
  const end = Math.min(data.length, months.length - offset)
  for (let back = 0; back < end; back += 1) {
    const [known, other] = [months[offset + back] as string, data[back] as string]
    // Any rating is better than none: `X` says nothing.
    if (known !== other) months[offset + back] = known === 'X' ? other : worse(known, other)
  }
}

/** Makes a month at least as bad as a rating says; false where the month is not covered. */
function fold({ start, months }: Span, character: string, month: number): boolean {
  const known = months[start - month]
  if (known === undefined) return false
  months[start - month] = worse(known, character)
  return true
}

/**
 * A present rating of the worst kind holds for the account even where another bureau reported
 * last: a charge-off does not heal by silence. Others hold for the month of their own report.
 */
function foldInCurrent(span: Span, account: FileAccount): void {
  const { _CURRENT_RATING: current, _PAYMENT_PATTERN: pattern } = account
  const rated = current === undefined ? 'X' : characterOf(current)
  const character = worse(rated, pattern?._Data[0] ?? 'X')
  const month = currentMonth(account)
  if (isMajor(character)) fold(span, character, span.start)
  else if (month !== undefined) fold(span, character, month)
}

/** The ratings of months that the pattern does not cover. */
function foldInPrior(span: Span, account: FileAccount): ReportedRating[] {
  return (account._PRIOR_ADVERSE_RATING ?? []).map(reported).filter(({ character, month }) => {
    if (!isAdverse(character)) return false
    return month === undefined || !fold(span, character, month)
  })
}

/** Highest and latest ratings often carry the day of the report, so they only count when alone. */
function foldInWorst(span: Span, accounts: readonly FileAccount[]): void {
  const ratings = accounts.flatMap((account) =>
    [account._HIGHEST_ADVERSE_RATING, account._MOST_RECENT_ADVERSE_RATING].filter(
      (rating) => rating !== undefined,
    ),
  )
  if (ratings.length === 0) return
  const worst = Math.max(...span.months.map(severity))
  for (const { character, month } of ratings.map(reported)) {
    if (month !== undefined && severity(character) > worst) fold(span, character, month)
  }
}

/** The fullest date that a bureau gives for the first month. */
export function startDate({ start }: Span, accounts: readonly FileAccount[]): string {
  let date = monthText(start)
  for (const { _PAYMENT_PATTERN: pattern } of accounts) {
    if (monthOf(pattern?._StartDate) === start) date = later(date, pattern?._StartDate) ?? date
  }
  return date
}

/** Whether a pattern holds no month that was not paid as agreed, as most do. */
export function isClean(pattern: string): boolean {
  return !/[1-9]/.test(pattern)
}
