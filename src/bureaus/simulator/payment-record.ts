/**
 * Builds payment pattern, ratings and late counts of an account at one bureau. All are derived from
 * the pattern with one table, so that they cannot contradict each other.
 */
import type { FileAccount } from '../bureau.ts'
import { type Moment, monthText } from './calendar.ts'
import type { Account, Reporting } from './life-account.ts'
import { patternCharacter } from './standing.ts'
import { wholeText } from './whole-text.ts'

type CurrentRating = NonNullable<FileAccount['_CURRENT_RATING']>
type LateCount = NonNullable<FileAccount['_LATE_COUNT']>
type PriorRating = NonNullable<FileAccount['_PRIOR_ADVERSE_RATING']>[number]

/**
 * Bureaus show seven years before the report, the period for which late payments may be reported
 * (FCRA 605(a)(5)).
 */
const MONTHS_SHOWN = 84

/** Ratings by the character of the payment pattern. */
// biome-ignore format: a table
const RATINGS = {
  C: { _Code: '1', _Type: 'AsAgreed' },
  X: { _Code: 'U', _Type: 'NoDataAvailable' },
  1: { _Code: '2', _Type: 'Late30Days' },
  2: { _Code: '3', _Type: 'Late60Days' },
  3: { _Code: '4', _Type: 'Late90Days' },
  4: { _Code: '5', _Type: 'LateOver120Days' },
  5: { _Code: '6', _Type: 'LateOver120Days' },
  6: { _Code: '6', _Type: 'LateOver120Days' },
  7: { _Code: '7', _Type: 'BankruptcyOrWageEarnerPlan' },
  8: { _Code: '8', _Type: 'Repossession' },
  9: { _Code: '9', _Type: 'ChargeOff' },
} as const satisfies Record<string, CurrentRating>

const FORECLOSURE = { _Code: '8', _Type: 'Foreclosure' } as const
const COLLECTION = { _Code: '9', _Type: 'Collection' } as const
const TOO_NEW = { _Code: '0', _Type: 'TooNew' } as const

/** The fields of an account about its payments. */
export type History = Pick<
  FileAccount,
  | '_MonthsReviewedCount'
  | '_DerogatoryDataIndicator'
  | '_CURRENT_RATING'
  | '_HIGHEST_ADVERSE_RATING'
  | '_LATE_COUNT'
  | '_MOST_RECENT_ADVERSE_RATING'
  | '_PAYMENT_PATTERN'
  | '_PRIOR_ADVERSE_RATING'
>

// The patterns of accounts that were always paid, by length. They are shared, because most accounts
// have one.
const AS_AGREED = Array.from({ length: MONTHS_SHOWN + 1 }, (_, count) =>
  wholeText(...'C'.repeat(count)),
)
const AS_AGREED_FROM_OPENING = AS_AGREED.map((pattern) => wholeText(...pattern.slice(1), 'X'))

/** Reports whether every month was paid as agreed. The pattern then needs no look at each month. */
function isAlwaysAsAgreed({ kind, lates, ending, deferredUntil, opened }: Account): boolean {
  if (lates.length > 0 || kind.form === 'collected' || deferredUntil > opened) return false
  return ending === undefined || ending.how !== 'IncludedInBankruptcy'
}

/**
 * Returns the pattern up to `month`, one character per month, newest first. For an account that is
 * no longer reported, it becomes shorter each month, until only its end is left.
 */
function patternOf(account: Account, reporting: Reporting, month: number, age: number): string {
  const shown = Math.max(1, Math.min(MONTHS_SHOWN, MONTHS_SHOWN + 1 - age))
  const count = Math.min(shown, month - reporting.since)
  const { missing } = reporting
  const gap = missing !== undefined && missing < month && missing > month - count
  if (!gap && isAlwaysAsAgreed(account)) {
    const fromOpening = month - count < account.opened
    return (fromOpening ? AS_AGREED_FROM_OPENING : AS_AGREED)[count] as string
  }
  const characters: string[] = []
  for (let at = month; at > month - count; at--) {
    const character = patternCharacter(account, at)
    characters.push(gap && at === missing && character < '7' ? 'X' : character)
  }
  return wholeText(...characters)
}

function ratingOf(account: Account, character: string): CurrentRating {
  if (character === '8' && account.kind.type === 'Mortgage') return FORECLOSURE
  if (character === '9' && account.kind.form === 'collected') return COLLECTION
  return RATINGS[character as keyof typeof RATINGS]
}

function countsOf(pattern: string, from: number, to: number) {
  const counts = { _30Days: 0, _60Days: 0, _90Days: 0 }
  for (let index = from; index < Math.min(to, pattern.length); index++) {
    const character = pattern[index] as string
    if (character === '1') counts._30Days++
    else if (character === '2') counts._60Days++
    else if (character >= '3' && character <= '6') counts._90Days++
  }
  return counts
}

/**
 * Counts late months in total and by year before the report, if the newest month of the pattern is
 * `age` months old. Months with 7, 8 and 9 are ratings, not late payments.
 */
function lateCountOf(pattern: string, age: number): LateCount {
  const [first, second, third] = [12, 24, 36].map((months) => Math.max(0, months + 1 - age))
  return {
    ...countsOf(pattern, 0, pattern.length),
    PERIODIC_LATE_COUNT: [
      { _Type: 'FirstYear', ...countsOf(pattern, 0, first as number) },
      { _Type: 'SecondYear', ...countsOf(pattern, first as number, second as number) },
      { _Type: 'ThirdYear', ...countsOf(pattern, second as number, third as number) },
    ],
  }
}

/** Shared by all accounts without a late month, which are most. */
const NEVER_LATE = lateCountOf('', 1)
const NO_RATINGS: readonly PriorRating[] = []

/** Returns the adverse months, newest first. */
function adverseRatings(account: Account, moment: Moment, month: number, pattern: string) {
  const ratings: PriorRating[] = []
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index] as string
    if (character === 'C' || character === 'X') continue
    const { _Code, _Type } = ratingOf(account, character)
    ratings.push({ _Code, _Date: monthText(moment, month - index), _Type })
  }
  return ratings
}

/** Returns the worst rating. Of equal ratings, returns the newest. */
function worstOf(ratings: readonly PriorRating[]): PriorRating | undefined {
  let worst = ratings[0]
  for (const rating of ratings) {
    if (worst !== undefined && rating._Code > worst._Code) worst = rating
  }
  return worst
}

/** Returns the payment history of an account up to the month of the last report. */
export function historyOf(
  account: Account,
  reporting: Reporting,
  moment: Moment,
  month: number,
): History {
  const age = moment.month - month
  const pattern = patternOf(account, reporting, month, age)
  const first = pattern[0] as string
  const clean = !/[1-9]/.test(pattern)
  const ratings = clean ? NO_RATINGS : adverseRatings(account, moment, month, pattern)
  const isNew = first === 'X' && month === account.opened
  return {
    _MonthsReviewedCount: pattern.length,
    _DerogatoryDataIndicator: /[3-9]/.test(pattern),
    _CURRENT_RATING: isNew ? TOO_NEW : ratingOf(account, first),
    _HIGHEST_ADVERSE_RATING: worstOf(ratings),
    _LATE_COUNT: clean ? NEVER_LATE : lateCountOf(pattern, age),
    _MOST_RECENT_ADVERSE_RATING: ratings[0],
    _PAYMENT_PATTERN: { _Data: pattern, _StartDate: monthText(moment, month) },
    _PRIOR_ADVERSE_RATING: ratings,
  }
}
