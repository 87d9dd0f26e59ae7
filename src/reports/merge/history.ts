/**
 * Blends the payment histories that bureaus report for one account: each month has the worst rating
 * of any bureau. Current rating, adverse ratings and late counts are derived from the result, so
 * that they agree with it.
 */
import type { FileAccount } from '../../bureaus/bureau.ts'
import { monthText } from '../../documents/months.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'
import {
  characterOf,
  isAdverse,
  type Rating,
  type ReportedRating,
  ratingOf,
  reportedRating,
  severity,
  worse,
} from '../ratings.ts'
import { lateCount, lateCountWithoutPattern } from './late-count.ts'
import {
  type BlendedPattern,
  blendPatterns,
  isClean,
  isReportable,
  type Span,
  startDate,
} from './pattern.ts'
import { largest } from './provenance.ts'

/** The fields of a tradeline that describe how the account was paid. */
export type History = Pick<
  Liability,
  | '_CURRENT_RATING'
  | '_HIGHEST_ADVERSE_RATING'
  | '_LATE_COUNT'
  | '_MonthsReviewedCount'
  | '_MOST_RECENT_ADVERSE_RATING'
  | '_PAYMENT_PATTERN'
  | '_PRIOR_ADVERSE_RATING'
>

type Accounts = readonly [FileAccount, ...FileAccount[]]

/**
 * Blends the histories of one account. Ratings that are too old for a report of the month are left
 * out.
 */
export function blendHistory(accounts: Accounts, reportMonth: number): History {
  const span = blendPatterns(accounts, reportMonth)
  if (span === undefined) return withoutPattern(accounts, reportMonth)
  const known = reportedRatings(accounts, reportMonth)
  const pattern = span.months.join('')
  // Most accounts were never late and skip the work below.
  const clean = isClean(pattern) && span.outside.length === 0
  const prior = clean ? [] : priorRatings(span, known, accounts[0])
  return {
    _PAYMENT_PATTERN: { _Data: pattern, _StartDate: startDate(span, accounts) },
    _MonthsReviewedCount: pattern.length,
    _CURRENT_RATING: currentRating(span, known, accounts),
    ...adverseRatings(prior, known),
    _PRIOR_ADVERSE_RATING: prior.map(({ rating }) => rating),
    _LATE_COUNT: lateCount(accounts, prior, reportMonth),
  }
}

/**
 * Returns all adverse ratings that bureaus report and that a report may show, current ones
 * included.
 */
function reportedRatings(accounts: readonly FileAccount[], reportMonth: number): ReportedRating[] {
  const known: ReportedRating[] = []
  for (const account of accounts) {
    const current = account._CURRENT_RATING
    if (current !== undefined && isAdverse(characterOf(current))) {
      const date = account._PAYMENT_PATTERN?._StartDate ?? account._AccountReportedDate
      known.push(reportedRating({ ...current, _Date: date }))
    }
    for (const rating of adverseOf(account)) known.push(reportedRating(rating))
  }
  return known.filter((each) => isReportable(each, reportMonth))
}

function adverseOf(account: FileAccount): readonly Rating[] {
  if (isWithoutAdverse(account)) return NONE
  return [
    account._HIGHEST_ADVERSE_RATING,
    account._MOST_RECENT_ADVERSE_RATING,
    ...(account._PRIOR_ADVERSE_RATING ?? []),
  ].filter((rating) => rating !== undefined)
}

/** Shared by all accounts without adverse ratings, which are most. */
const NONE: readonly never[] = []

function isWithoutAdverse(account: FileAccount): boolean {
  return (
    account._HIGHEST_ADVERSE_RATING === undefined &&
    account._MOST_RECENT_ADVERSE_RATING === undefined &&
    (account._PRIOR_ADVERSE_RATING ?? NONE).length === 0
  )
}

/** Returns the adverse months of the pattern and the ratings outside it, newest first. */
function priorRatings(
  { start, months, outside }: BlendedPattern,
  known: readonly ReportedRating[],
  account: FileAccount,
): ReportedRating[] {
  const ratings: ReportedRating[] = []
  for (let back = 0; back < months.length; back += 1) {
    const character = months[back] as string
    if (!isAdverse(character)) continue
    const month = start - back
    const { _Code, _Type } = ratingOf(character, month, known, account)
    const rating = { _Code, _Type, _Date: monthText(month) }
    ratings.push({ character, month, rating })
  }
  return outside.length === 0 ? ratings : newestFirst([...ratings, ...worstByMonth(outside)])
}

function worstByMonth(ratings: readonly ReportedRating[]): ReportedRating[] {
  const byMonth = new Map<number | undefined, ReportedRating>()
  for (const rating of ratings) {
    const other = byMonth.get(rating.month)
    if (other === undefined || severity(rating.character) > severity(other.character)) {
      byMonth.set(rating.month, rating)
    }
  }
  return [...byMonth.values()].map(({ character, month, rating }) => ({
    character,
    month,
    rating: { _Code: rating._Code, _Date: rating._Date, _Type: rating._Type },
  }))
}

function newestFirst(ratings: ReportedRating[]): ReportedRating[] {
  return ratings.sort((a, b) => (b.month ?? -1) - (a.month ?? -1))
}

function adverseRatings(prior: readonly ReportedRating[], known: readonly ReportedRating[]) {
  if (prior.length === 0 && known.length === 0) return NO_ADVERSE
  const adverse = known.filter(({ character }) => isAdverse(character))
  const candidates = prior.length > 0 ? prior : worstByMonth(adverse)
  const [newest] = newestFirst([...candidates])
  let highest = newest
  for (const rating of [...prior, ...adverse]) {
    if (highest === undefined || severity(rating.character) > severity(highest.character)) {
      highest = rating
    }
  }
  return {
    _HIGHEST_ADVERSE_RATING: highest && withDetails(highest, known),
    _MOST_RECENT_ADVERSE_RATING: newest && withDetails(newest, known),
  }
}

const NO_ADVERSE = { _HIGHEST_ADVERSE_RATING: undefined, _MOST_RECENT_ADVERSE_RATING: undefined }

/** Returns the rating with the day and amount that a bureau reports for it, if any. */
function withDetails(
  { character, month, rating }: ReportedRating,
  known: readonly ReportedRating[],
) {
  const same = known.filter((other) => other.character === character && other.month === month)
  const detail = same.find((other) => other.rating._Amount !== undefined) ?? same[0]
  return { ...rating, _Amount: detail?.rating._Amount, _Date: detail?.rating._Date ?? rating._Date }
}

/**
 * Returns the rating of the newest month. If no bureau rates that month, an account that is too new
 * to be rated keeps that rating.
 */
function currentRating(
  { start, months }: Span,
  known: readonly ReportedRating[],
  accounts: Accounts,
) {
  const character = months[0] as string
  const tooNew = accounts.find((account) => account._CURRENT_RATING?._Type === 'TooNew')
  if (severity(character) < severity('C') && tooNew !== undefined) return tooNew._CURRENT_RATING
  return ratingOf(character, start, known, accounts[0])
}

/** Blends histories without a usable pattern: uses the worst ratings that bureaus report. */
function withoutPattern(accounts: Accounts, reportMonth: number): History {
  const known = reportedRatings(accounts, reportMonth)
  const ratings = accounts.flatMap((account) => account._PRIOR_ADVERSE_RATING ?? [])
  const reportable = ratings.map(reportedRating).filter((each) => isReportable(each, reportMonth))
  const prior = newestFirst(worstByMonth(reportable))
  return {
    _PAYMENT_PATTERN: accounts.find((account) => account._PAYMENT_PATTERN)?._PAYMENT_PATTERN,
    _MonthsReviewedCount: largest(accounts, '_MonthsReviewedCount'),
    _CURRENT_RATING: worstCurrent(known, accounts),
    ...adverseRatings(prior, known),
    _PRIOR_ADVERSE_RATING: prior.map(({ rating }) => rating),
    _LATE_COUNT: lateCountWithoutPattern(accounts, prior),
  }
}

function worstCurrent(
  known: readonly ReportedRating[],
  accounts: Accounts,
): History['_CURRENT_RATING'] {
  const rated = accounts.flatMap(({ _CURRENT_RATING: rating }) => (rating ? [rating] : []))
  const [first] = rated
  if (first === undefined) return undefined
  const worst = rated.map(characterOf).reduce(worse)
  if (worst === 'X') return rated.find((rating) => rating._Type === 'TooNew') ?? first
  return ratingOf(worst, undefined, known, accounts[0])
}
