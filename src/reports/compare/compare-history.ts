/**
 * Compares the payment histories of two reports: finds late months and bad ends that the base does
 * not show.
 */
import { monthText } from '../../documents/months.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'
import { isInCollection } from '../loan-types.ts'
import {
  isAdverse,
  isLateMonth,
  isMajor,
  type ReportedRating,
  reportedRating,
  severity,
} from '../ratings.ts'
import {
  type Difference,
  type DifferenceKind,
  difference,
  type FoundDifference,
} from './differences.ts'
import { borrowersOf, bureausOf, type MatchedItem } from './match-over-time.ts'

// An account in both reports, and the data that each of its differences repeats.

/** A current account with its earlier tradelines. */
export type AccountThenAndNow = MatchedItem<Liability>

/** Creates a difference of an account, with the data that identifies the account. */
export function accountDifference(
  account: Liability,
  kind: DifferenceKind,
  found: Partial<FoundDifference> = {},
): Difference {
  return difference({
    kind,
    borrowerIds: borrowersOf(account),
    bureaus: bureausOf(account),
    what: account._CREDITOR?._Name ?? account._OriginalCreditorName ?? '',
    account: account._AccountIdentifier,
    ownership: account._AccountOwnershipType,
    ...found,
  })
}

/** Finds new collections, derogatory ratings and late payments of an account. */
export function compareHistories(account: AccountThenAndNow): Difference[] {
  return [...newCollection(account), ...newDerogatories(account), ...newLatePayments(account)]
}

/** Returns nothing for a debt that was in collection before: only its amounts can be new. */
function newCollection({ now, before }: AccountThenAndNow): Difference[] {
  if (!isInCollection(now) || before.some(isInCollection)) return []
  const handedOver = firstOf(adverseRatings(now), '9')?._Date
  const since = before.length === 0 ? now._AccountOpenedDate : handedOver
  return [accountDifference(now, 'newCollection', { since, to: now._UnpaidBalanceAmount })]
}

function newDerogatories({ now, before }: AccountThenAndNow): Difference[] {
  const shown = new Set(before.flatMap((one) => badEnds(one)))
  const ratings = adverseRatings(now)
  return badEnds(now)
    .filter((character) => !shown.has(character))
    .filter((character) => character !== '9' || !isInCollection(now))
    .map((character) => {
      const first = firstOf(ratings, character)
      const since = first?._Date ?? (character === '9' ? now._ChargeOffDate : undefined)
      return accountDifference(now, 'newDerogatory', { since, to: first?._Type ?? 'ChargeOff' })
    })
}

/** Returns the characters of the bad ends (7, 8, 9) that the account shows. */
function badEnds(account: Liability): string[] {
  const characters = adverseRatings(account).map(({ character }) => character)
  const bad = [...new Set(characters)].filter(isMajor).toSorted()
  // A charged-off amount implies a charge-off, unless it is the remainder of a repossession.
  return bad.length === 0 && account._ChargeOffAmount ? ['9'] : bad
}

/** Returns the earliest rating with a character. Ratings without a month come last. */
function firstOf(ratings: readonly ReportedRating[], character: string) {
  return ratings
    .filter((one) => one.character === character)
    .toSorted((a, b) => (a.month ?? Number.MAX_VALUE) - (b.month ?? Number.MAX_VALUE))[0]?.rating
}

/** Returns all adverse ratings of an account: prior, current and highest. */
function adverseRatings(account: Liability): ReportedRating[] {
  const { _CURRENT_RATING: current, _HIGHEST_ADVERSE_RATING: highest } = account
  const present = current && { ...current, _Date: account._AccountReportedDate }
  return [...(account._PRIOR_ADVERSE_RATING ?? []), present, highest]
    .filter((rating) => rating !== undefined)
    .map(reportedRating)
    .filter(({ character }) => isAdverse(character))
}

/** Returns the new late payments, newest month first. */
function newLatePayments(account: AccountThenAndNow): Difference[] {
  const { now, before } = account
  const known = before.map(lateMonths)
  const dated = [...lateMonths(now)].flatMap(([month, rating]) => {
    const then = worst(known.flatMap((months) => months.get(month) ?? []))
    if (then !== undefined && severity(then.character) >= severity(rating.character)) return []
    return [lateMonth(now, rating, month, then)]
  })
  return [...dated, ...undatedLates(account, dated)]
}

function lateMonth(
  account: Liability,
  rating: ReportedRating,
  month: number,
  then: ReportedRating | undefined,
): Difference {
  return accountDifference(account, 'newLatePayment', {
    since: month < 0 ? undefined : monthText(month),
    from: then?.rating._Type,
    to: rating.rating._Type,
  })
}

/** The month of ratings without a date. It sorts as the oldest. */
const UNDATED = -1

/**
 * Returns the late months, newest first. A merged tradeline with a payment pattern has a rating for
 * each late month in it. Without a pattern, the current rating counts for the month in which the
 * account was reported.
 */
function lateMonths(account: Liability): ReadonlyMap<number, ReportedRating> {
  const ratings = (account._PRIOR_ADVERSE_RATING ?? []).map(reportedRating)
  const { _CURRENT_RATING: current, _PAYMENT_PATTERN: pattern } = account
  if (current !== undefined && pattern === undefined) {
    ratings.push(reportedRating({ ...current, _Date: account._AccountReportedDate }))
  }
  const months = new Map<number, ReportedRating>()
  for (const rating of ratings) {
    if (!isLateMonth(rating.character)) continue
    const month = rating.month ?? UNDATED
    const other = months.get(month)
    months.set(month, other === undefined ? rating : (worst([rating, other]) ?? rating))
  }
  return new Map([...months].toSorted(([a], [b]) => b - a))
}

function worst(ratings: readonly ReportedRating[]): ReportedRating | undefined {
  return ratings.toSorted((a, b) => severity(b.character) - severity(a.character))[0]
}

const COUNTED = [
  ['_30Days', 'Late30Days', '1'],
  ['_60Days', 'Late60Days', '2'],
  ['_90Days', 'Late90Days', '3'],
] as const

/**
 * Lists late payments without a date. Some sources count late payments but do not date them, so the
 * increase of a count beyond the listed late months is listed without a date.
 */
function undatedLates({ now, before }: AccountThenAndNow, dated: Difference[]): Difference[] {
  if (now._PAYMENT_PATTERN !== undefined) return []
  return COUNTED.flatMap(([field, type, character]) => {
    const then = Math.max(0, ...before.map((one) => one._LATE_COUNT?.[field] ?? 0))
    const listed = dated.filter(({ to }) => bucketOf(to) === character).length
    const grown = (now._LATE_COUNT?.[field] ?? 0) - then - listed
    return Array.from({ length: Math.max(0, grown) }, () =>
      accountDifference(now, 'newLatePayment', { to: type }),
    )
  })
}

/** Maps a rating to its bucket. The counts have one bucket for 90 days and more. */
function bucketOf(type: Difference['to']): string {
  const late = COUNTED.find(([, counted]) => counted === type)
  return late === undefined ? '3' : late[2]
}
