/**
 * The two code systems of payment ratings: one character per month in payment patterns, and a code
 * with a type in ratings. The table follows real merged reports, in which both systems agree.
 */
import type { FileAccount } from '../bureaus/bureau.ts'
import { codeUnitAt } from '../code-unit.ts'
import { monthOf } from '../documents/months.ts'
import type { Liability } from '../documents/tables/tradelines.ts'
import { isCollection, isMortgage } from './loan-types.ts'

/** A rating of a report. */
export type Rating = NonNullable<Liability['_HIGHEST_ADVERSE_RATING']>
/** MISMO's `CreditLiabilityRatingType`. */
type RatingType = Rating['_Type']

interface CharacterMeaning {
  /** The rating code that comes with the type. */
  readonly code: string
  readonly type: RatingType
  /** Types with the same character. The first is used if reports do not agree on one. */
  readonly types: readonly RatingType[]
}

const meaningOf = (code: string, type: RatingType): CharacterMeaning => ({
  code,
  type,
  types: [type],
})

const UNRATED: CharacterMeaning = {
  code: 'U',
  type: 'NoDataAvailable',
  types: ['NoDataAvailable', 'TooNew'],
}

/**
 * The meanings of the characters of a payment pattern. N and all other characters are months
 * without a rating.
 */
const MEANINGS: Readonly<Record<string, CharacterMeaning>> = {
  X: UNRATED,
  C: meaningOf('1', 'AsAgreed'),
  '1': meaningOf('2', 'Late30Days'),
  '2': meaningOf('3', 'Late60Days'),
  '3': meaningOf('4', 'Late90Days'),
  '4': meaningOf('5', 'LateOver120Days'),
  '5': meaningOf('6', 'LateOver120Days'),
  '6': meaningOf('6', 'LateOver120Days'),
  '7': {
    code: '7',
    type: 'BankruptcyOrWageEarnerPlan',
    types: ['BankruptcyOrWageEarnerPlan', 'WageEarnerPlan'],
  },
  '8': {
    code: '8',
    type: 'ForeclosureOrRepossession',
    types: ['ForeclosureOrRepossession', 'Foreclosure', 'Repossession'],
  },
  '9': {
    code: '9',
    type: 'CollectionOrChargeOff',
    types: ['CollectionOrChargeOff', 'ChargeOff', 'Collection'],
  },
}

const CHARACTERS = new Map<RatingType, string>(
  Object.entries(MEANINGS).flatMap(([character, { types }]) =>
    types.map((type): [RatingType, string] => [type, character]),
  ),
)

/** Characters by severity, the mildest first. The digits follow in increasing severity. */
const MILDEST_FIRST = 'X?NC123456789'
const AS_AGREED = MILDEST_FIRST.indexOf('C')

/**
 * Severities by character code. A table, because severity is looked up for every month of every
 * report.
 */
const SEVERITIES = Uint8Array.from({ length: 128 }, (_, code) => {
  const position = MILDEST_FIRST.indexOf(String.fromCharCode(code))
  return position === -1 ? 1 : position
})

/** Returns how severe a month is. Months without a rating rank below those paid as agreed. */
export function severity(character: string): number {
  return SEVERITIES[codeUnitAt(character, 0)] ?? 1
}

/** Reports whether the month was not paid as agreed. */
export function isAdverse(character: string): boolean {
  return severity(character) > AS_AGREED
}

/** Reports whether the month has a rating at all. */
export function isRated(character: string): boolean {
  return severity(character) >= AS_AGREED
}

/**
 * Reports whether the month was paid late: 30 days or more, but not yet a bankruptcy, loss or
 * collection.
 */
export function isLateMonth(character: string): boolean {
  return character >= '1' && character <= '6'
}

/**
 * Reports whether the account ended badly: bankruptcy, repossession, foreclosure, collection or
 * charge-off.
 */
export function isMajor(character: string): boolean {
  return character >= '7' && character <= '9'
}

/** Reports whether the industry calls the month derogatory: 90 days late or worse. */
export function isSevere(character: string): boolean {
  return character >= '3' && character <= '9'
}

/** Returns the worse of two months, regardless of their order. */
export function worse(a: string, b: string): string {
  if (a === b) return a
  const difference = severity(a) - severity(b)
  return difference > 0 || (difference === 0 && a <= b) ? a : b
}

/**
 * Returns the character of a rating, so that ratings can be compared and combined with a pattern.
 */
export function characterOf(rating: { _Code: string; _Type: RatingType }): string {
  if (rating._Type === 'LateOver120Days') return rating._Code === '6' ? '5' : '4'
  return CHARACTERS.get(rating._Type) ?? 'X'
}

/**
 * Reports whether an account states an amount or a date charged off, although no rating says how it
 * ended.
 */
export function isUnratedChargeOff(
  account: Omit<Liability, 'BorrowerID' | 'CreditFileID' | 'CreditLiabilityID'>,
): boolean {
  const { _ChargeOffAmount: amount = 0, _ChargeOffDate: date } = account
  if (amount === 0 && date === undefined) return false
  const { _CURRENT_RATING: now, _HIGHEST_ADVERSE_RATING: worst } = account
  return ![now, worst].some((rating) => rating !== undefined && isMajor(characterOf(rating)))
}

/** A rating that a bureau reports, with its month and its character. */
export interface ReportedRating {
  readonly character: string
  /** Months since year 0; undefined if the bureau gives no month. */
  readonly month: number | undefined
  readonly rating: Rating
}

/** Returns a rating with its character and month. */
export function reportedRating(rating: Rating): ReportedRating {
  return { character: characterOf(rating), month: monthOf(rating._Date), rating }
}

/**
 * Returns the code and type of a month. If one character can be several types, uses the type that
 * bureaus report for that month, or otherwise for the account. If bureaus report different types,
 * uses the type that covers them all.
 */
export function ratingOf(
  character: string,
  month: number | undefined,
  known: readonly ReportedRating[],
  account: FileAccount,
): { _Code: string; _Type: RatingType } {
  const meaning = MEANINGS[character] ?? UNRATED
  if (!isMajor(character)) return { _Code: meaning.code, _Type: meaning.type }
  const isOfKind = (other: ReportedRating) => other.character === character
  const ofMonth = typesOf(known, (other) => isOfKind(other) && other.month === month)
  const [only, another] = ofMonth.length > 0 ? ofMonth : typesOf(known, isOfKind)
  const type = another === undefined ? (only ?? assumedType(character, account)) : meaning.type
  return { _Code: meaning.code, _Type: type }
}

/** Returns the different types of the ratings that count. */
function typesOf(
  known: readonly ReportedRating[],
  counts: (rating: ReportedRating) => boolean,
): readonly RatingType[] {
  const types: RatingType[] = []
  for (const each of known) {
    if (counts(each) && !types.includes(each.rating._Type)) types.push(each.rating._Type)
  }
  return types
}

/** Returns the likely type of a bad end from the account itself, if no bureau reports a type. */
function assumedType(character: string, account: FileAccount): RatingType {
  if (character === '9') return isCollection(account) ? 'Collection' : 'ChargeOff'
  if (character === '8') return isMortgage(account) ? 'Foreclosure' : 'Repossession'
  return 'BankruptcyOrWageEarnerPlan'
}
