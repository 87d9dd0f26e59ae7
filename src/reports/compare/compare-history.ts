/** Payment histories at two times: late months and bad ends that the base does not show. */
import { monthText } from '../../documents/months.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'
import { isCollection } from '../loan-types.ts'
import { isAdverse, isMajor, type ReportedRating, reported, severity } from '../ratings.ts'
import {
  type Difference,
  type DifferenceKind,
  difference,
  type FoundDifference,
} from './differences.ts'
import { borrowersOf, bureausOf, type Continuation } from './match-over-time.ts'

// An account at two times, and what is said of each of its differences.

/** An account of today with what it was. */
export type AccountThenAndNow = Continuation<Liability>

/** A difference of an account, with what identifies the account. */
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

/** Whether the account was handed over for collection, or is rated so. */
export function isInCollection(account: Liability): boolean {
  return isCollection(account) || account._CURRENT_RATING?._Type === 'Collection'
}

/** What a report shows of late months and bad ends of an account. */
export function compareHistories(account: AccountThenAndNow): Difference[] {
  return [...newCollection(account), ...newDerogatories(account), ...newLatePayments(account)]
}

/** Of a debt that was handed over before, only amounts can be new. */
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

/** The characters of the bad ends that the account shows. */
function badEnds(account: Liability): string[] {
  const characters = adverseRatings(account).map(({ character }) => character)
  const bad = [...new Set(characters)].filter(isMajor).toSorted()
  // An amount charged off says so by itself, unless it is what a repossession did not bring in.
  return bad.length === 0 && account._ChargeOffAmount ? ['9'] : bad
}

/** The earliest rating of a kind; those without a month come last. */
function firstOf(ratings: readonly ReportedRating[], character: string) {
  return ratings
    .filter((one) => one.character === character)
    .toSorted((a, b) => (a.month ?? Number.MAX_VALUE) - (b.month ?? Number.MAX_VALUE))[0]?.rating
}

/** All adverse ratings of an account, of every month and of the present. */
function adverseRatings(account: Liability): ReportedRating[] {
  const { _CURRENT_RATING: current, _HIGHEST_ADVERSE_RATING: highest } = account
  const present = current && { ...current, _Date: account._AccountReportedDate }
  return [...(account._PRIOR_ADVERSE_RATING ?? []), present, highest]
    .filter((rating) => rating !== undefined)
    .map(reported)
    .filter(({ character }) => isAdverse(character))
}

/** Late months, newest first. */
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

/** The month of ratings without a date, which sorts as the oldest of all. */
const UNDATED = -1

/**
 * The late months by month. Merged lines with a payment pattern have a rating for each late month
 * in it; without one, the present rating is of the month of the report.
 */
function lateMonths(account: Liability): ReadonlyMap<number, ReportedRating> {
  const ratings = (account._PRIOR_ADVERSE_RATING ?? []).map(reported)
  const { _CURRENT_RATING: current, _PAYMENT_PATTERN: pattern } = account
  if (current !== undefined && pattern === undefined) {
    ratings.push(reported({ ...current, _Date: account._AccountReportedDate }))
  }
  const months = new Map<number, ReportedRating>()
  for (const rating of ratings) {
    if (!isLate(rating.character)) continue
    const month = rating.month ?? UNDATED
    const other = months.get(month)
    months.set(month, other === undefined ? rating : (worst([rating, other]) ?? rating))
  }
  return new Map([...months].toSorted(([a], [b]) => b - a))
}

function isLate(character: string): boolean {
  return isAdverse(character) && !isMajor(character)
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
 * Some sources count late payments without their months. What a count has grown by, beyond the late
 * months that are listed, is listed without a date.
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

/** Counts put 90 days and everything above together. */
function bucketOf(type: Difference['to']): string {
  const late = COUNTED.find(([, counted]) => counted === type)
  return late === undefined ? '3' : late[2]
}
