/** Blends payment patterns: each month has the worst rating of any bureau. */
import type { FileAccount } from '../../bureaus/bureau.ts'
import { later, monthOf, monthText } from '../../documents/months.ts'
import {
  characterOf,
  isAdverse,
  isMajor,
  type Rating,
  type ReportedRating,
  reportedRating,
  severity,
  worse,
} from '../ratings.ts'

/** Seven years: the longest pattern, and the limit for adverse months (FCRA 605(a)(5)). */
const MONTHS_MAX = 84

/**
 * Reports whether a report may still list a rating (FCRA 605(a)(5)). An undated rating stays,
 * because its age cannot be shown to exceed the limit.
 */
export function isReportable({ month }: ReportedRating, reportMonth: number): boolean {
  return month === undefined || reportMonth - month <= MONTHS_MAX
}

/** The months that a blended pattern covers. */
export interface Span {
  /** The newest month. */
  readonly start: number
  /** Newest first; X if no bureau rates the month. */
  readonly months: string[]
}

/** A blended pattern, and the ratings that bureaus report for months outside it. */
export interface BlendedPattern extends Span {
  readonly outside: readonly ReportedRating[]
}

/**
 * Blends the patterns of one account. Returns undefined if no bureau reports a pattern with its
 * month.
 */
export function blendPatterns(
  accounts: readonly FileAccount[],
  reportMonth: number,
): BlendedPattern | undefined {
  const span = spanOf(accounts, reportMonth)
  if (span === undefined) return undefined
  applyPatterns(span, accounts)
  for (const account of accounts) applyCurrentRating(span, account)
  const outside: ReportedRating[] = []
  for (const account of accounts) applyPriorRatings(span, account, reportMonth, outside)
  // Worst ratings are applied last, because they count only if no other rating covers them.
  applyWorstRatings(span, accounts)
  return { ...span, outside }
}

/**
 * Returns the span from the newest month of any pattern or rating to the oldest month of any
 * pattern, at most seven years. Bureaus report at different times, so their patterns overlap only
 * in part. The bureau that reported last may report a rating without a pattern.
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
  for (const account of accounts) start = Math.max(start, newestRated(account, reportMonth))
  const oldest = Math.max(end, reportMonth - MONTHS_MAX)
  const count = Math.max(1, Math.min(start - oldest + 1, MONTHS_MAX))
  return { start, months: new Array(count).fill('X') }
}

/**
 * Returns the newest month of the current rating and of the dated adverse ratings; -1 if there is
 * none. A month after the report is an error of the source, which would push older months out of
 * the span.
 */
function newestRated(account: FileAccount, reportMonth: number): number {
  const { _CURRENT_RATING: current, _PRIOR_ADVERSE_RATING: prior = [] } = account
  const month = currentMonth(account) ?? -1
  const isRated = current !== undefined && characterOf(current) !== 'X' && month <= reportMonth
  let newest = isRated ? month : -1
  for (const rating of prior) {
    const dated = monthOf(rating._Date) ?? -1
    if (dated <= newest || dated > reportMonth || !isAdverse(characterOf(rating))) continue
    newest = dated
  }
  return newest
}

/**
 * Returns the month of the current rating: the start of the pattern, or otherwise the month in
 * which the account was reported.
 */
function currentMonth({
  _PAYMENT_PATTERN: pattern,
  _AccountReportedDate: reportedOn,
}: FileAccount): number | undefined {
  return monthOf(pattern?._StartDate ?? reportedOn)
}

/** Lays all patterns over the span. Skips repeated patterns, because bureaus usually agree. */
function applyPatterns(span: Span, accounts: readonly FileAccount[]): void {
  let [applied, appliedFrom] = ['', -1]
  for (const { _PAYMENT_PATTERN: pattern } of accounts) {
    const first = monthOf(pattern?._StartDate)
    if (pattern === undefined || first === undefined) continue
    if (pattern._Data === applied && first === appliedFrom) continue
    applyPattern(span, pattern._Data, first)
    applied = pattern._Data
    appliedFrom = first
  }
}

function applyPattern({ start, months }: Span, data: string, first: number): void {
  const offset = start - first
  const end = Math.min(data.length, months.length - offset)
  for (let back = 0; back < end; back += 1) {
    const [known, other] = [months[offset + back] as string, data[back] as string]
    // Any rating replaces `X`, which is no rating.
    if (known !== other) months[offset + back] = known === 'X' ? other : worse(known, other)
  }
}

/**
 * Makes a month at least as bad as a rating. Returns false if the span does not cover the month.
 */
function applyRating({ start, months }: Span, character: string, month: number): boolean {
  const known = months[start - month]
  if (known === undefined) return false
  months[start - month] = worse(known, character)
  return true
}

/**
 * Applies a current rating. A bad end also holds for all later months of other bureaus, because a
 * charge-off does not end when its bureau stops reporting; but late payments in between are kept.
 * Other ratings hold for the month of their own report.
 */
function applyCurrentRating(span: Span, account: FileAccount): void {
  const { _CURRENT_RATING: current, _PAYMENT_PATTERN: pattern } = account
  const rated = current === undefined ? 'X' : characterOf(current)
  const character = worse(rated, pattern?._Data[0] ?? 'X')
  const month = currentMonth(account)
  if (isMajor(character)) {
    for (let later = month ?? span.start; later < span.start; later += 1) {
      if (!isAdverse(span.months[span.start - later] ?? 'X')) applyRating(span, character, later)
    }
    applyRating(span, character, span.start)
  } else if (month !== undefined) applyRating(span, character, month)
}

/** Applies prior adverse ratings. Adds those of months that the span does not cover to `outside`. */
function applyPriorRatings(
  span: Span,
  account: FileAccount,
  reportMonth: number,
  outside: ReportedRating[],
): void {
  for (const prior of account._PRIOR_ADVERSE_RATING ?? []) {
    const rating = reportedRating(prior)
    const { character, month } = rating
    if (!isAdverse(character)) continue
    if (month !== undefined && applyRating(span, character, month)) continue
    if (isReportable(rating, reportMonth)) outside.push(rating)
  }
}

/**
 * Applies the highest and most recent adverse ratings, but only those worse than every month of the
 * span: their dates are often those of the report.
 */
function applyWorstRatings(span: Span, accounts: readonly FileAccount[]): void {
  const ratings: Rating[] = []
  for (const account of accounts) {
    const { _HIGHEST_ADVERSE_RATING: highest, _MOST_RECENT_ADVERSE_RATING: newest } = account
    if (highest !== undefined) ratings.push(highest)
    if (newest !== undefined) ratings.push(newest)
  }
  if (ratings.length === 0) return
  const worst = Math.max(...span.months.map(severity))
  for (const { character, month } of ratings.map(reportedRating)) {
    if (month !== undefined && severity(character) > worst) applyRating(span, character, month)
  }
}

/** Returns the most precise date that a bureau reports for the newest month. */
export function startDate({ start }: Span, accounts: readonly FileAccount[]): string {
  let date = monthText(start)
  for (const { _PAYMENT_PATTERN: pattern } of accounts) {
    if (monthOf(pattern?._StartDate) === start) date = later(date, pattern?._StartDate) ?? date
  }
  return date
}

/** Reports whether a pattern has no adverse month, as most do. */
export function isClean(pattern: string): boolean {
  return !/[1-9]/.test(pattern)
}
