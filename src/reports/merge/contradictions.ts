/**
 * Finds facts on which the bureaus of one merged account contradict each other. The line shows one
 * of the values, so a remark has all of them: an underwriter must ask the creditor which is right.
 * Facts that only differ because a bureau reported earlier are not contradictions.
 */
import type { FileAccount } from '../../bureaus/bureau.ts'
import { monthOf, monthText } from '../../documents/months.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { Comment } from '../../documents/tables/tradelines.ts'
import { date, dollars, joined, nonEmpty, words } from '../../documents/wording.ts'
import { isOpen } from '../account-status.ts'
import type { Ownership } from '../ownership.ts'
import { isAdverse, isRated } from '../ratings.ts'

/** An account as one bureau reports it. */
interface Reported {
  readonly source: BureauName
  readonly borrower: number
  readonly account: FileAccount
}

/**
 * Returns a remark about the contradictions of one account, or none. `wasLate` says whether the
 * merged history has a month that was not paid as agreed: without one, the histories agree.
 */
export function contradictionRemarks(
  group: readonly Reported[],
  wasLate: boolean,
): readonly Comment[] {
  const texts = nonEmpty([
    someDiffer(group, isOtherStatus) ? statusContradiction(group) : '',
    someDiffer(group, isOtherBalance) ? balanceContradiction(group) : '',
    someDiffer(group, isOtherOwnership) ? responsibilityContradiction(group) : '',
    wasLate && someDiffer(group, isOtherHistory) ? historyContradiction(group) : '',
  ])
  if (texts.length === 0) return []
  const text = `The bureaus contradict each other: ${texts.join('; ')}.`
  return [{ _SourceType: 'CreditBureau', _Type: 'BureauRemarks', _Text: [text] }]
}

// Bureaus agree about most accounts, so these comparisons come first. They make nothing new.

type Differ = (a: FileAccount, b: FileAccount) => boolean

function someDiffer(group: readonly Reported[], differ: Differ): boolean {
  for (let one = 0; one < group.length; one += 1) {
    for (let other = one + 1; other < group.length; other += 1) {
      if (differ((group[one] as Reported).account, (group[other] as Reported).account)) return true
    }
  }
  return false
}

function isOtherStatus(a: FileAccount, b: FileAccount): boolean {
  return a._AccountStatusType !== b._AccountStatusType
}

function isOtherBalance(a: FileAccount, b: FileAccount): boolean {
  return a._UnpaidBalanceAmount !== b._UnpaidBalanceAmount && balanceDay(a) === balanceDay(b)
}

function isOtherOwnership(a: FileAccount, b: FileAccount): boolean {
  return a._AccountOwnershipType !== b._AccountOwnershipType
}

/** Reports whether a month that both rate was late according to only one of them. */
function isOtherHistory(
  { _PAYMENT_PATTERN: one }: FileAccount,
  { _PAYMENT_PATTERN: other }: FileAccount,
): boolean {
  const [start, otherStart] = [monthOf(one?._StartDate), monthOf(other?._StartDate)]
  if (one === undefined || other === undefined) return false
  if (start === undefined || otherStart === undefined) return false
  const later = otherStart - start
  if (later === 0 && one._Data === other._Data) return false
  for (let back = Math.max(0, -later); back < one._Data.length; back += 1) {
    const [a, b] = [one._Data[back] ?? 'X', other._Data[back + later] ?? 'X']
    if (a !== b && isAdverse(a) !== isAdverse(b) && isRated(a) && isRated(b)) return true
  }
  return false
}

// The words for contradictions.

/** Returns the values of a fact with the bureaus that state them: "$5 (Equifax), $4 (Experian)". */
function stated(group: readonly Reported[], wordsOf: (one: Reported) => string): string {
  const byValue = Map.groupBy(group, wordsOf)
  byValue.delete('')
  if (byValue.size < 2) return ''
  return [...byValue].map(([value, from]) => `${value} (${namesOf(from)})`).join(', ')
}

function namesOf(group: readonly Pick<Reported, 'source'>[]): string {
  return [...new Set(group.map(({ source }) => source))].join(', ')
}

/**
 * Compares open and ended. An account that a bureau reports as open, and another as closed in a later
 * month, was closed meanwhile.
 */
function statusContradiction(group: readonly Reported[]): string {
  const open = group.filter(({ account }) => isOpen(account))
  const ended = group.filter(({ account }) => !isOpen(account))
  const isContradicted = ended.some(({ account: end }) =>
    open.some(({ account: { _AccountReportedDate: reported } }) => {
      if (reported !== undefined && reported === end._AccountReportedDate) return true
      return (monthOf(reported) ?? 0) > (monthOf(endOf(end)) ?? Number.POSITIVE_INFINITY)
    }),
  )
  return isContradicted
    ? `status ${stated(group, ({ account }) => words(account._AccountStatusType))}`
    : ''
}

function endOf(account: FileAccount): string | undefined {
  return account._AccountClosedDate ?? account._AccountPaidDate ?? account._AccountReportedDate
}

/** Compares balances of the same day. Others change from one day to the next. */
function balanceContradiction(group: readonly Reported[]): string {
  const days = Map.groupBy(group, ({ account }) => balanceDay(account))
  const texts = [...days].map(([day, ofDay]) => {
    if (day.length !== 'YYYY-MM-DD'.length) return ''
    const values = stated(ofDay, ({ account }) => dollars(account._UnpaidBalanceAmount))
    return values === '' ? '' : `balance of ${date(day)} ${values}`
  })
  return nonEmpty(texts).join('; ')
}

function balanceDay(account: FileAccount): string {
  return account._AccountBalanceDate ?? account._AccountReportedDate ?? ''
}

/** The responsibilities of which one excludes the other. */
const RESPONSIBILITIES: Readonly<Partial<Record<Ownership, string>>> = {
  AuthorizedUser: 'authorized user',
  Individual: 'individual',
  Maker: 'individual',
  JointContractualLiability: 'joint',
  JointParticipating: 'joint',
  Comaker: 'joint',
}

/** Compares how one borrower is responsible: borrowers can differ in this. */
function responsibilityContradiction(group: readonly Reported[]): string {
  const texts = [...Map.groupBy(group, ({ borrower }) => borrower).values()].map((own) =>
    stated(own, ({ account }) => RESPONSIBILITIES[account._AccountOwnershipType] ?? ''),
  )
  const [first] = nonEmpty(texts)
  return first === undefined ? '' : `responsibility ${first}`
}

/** The most months that a remark names. */
const MONTHS_NAMED_MAX = 6

/** Compares the months that several bureaus rate: late at one of them, as agreed at another. */
function historyContradiction(group: readonly Reported[]): string {
  const disputed = [...ratingsByMonth(group)]
    .filter(([, ratings]) => ratings.some(isLate) && !ratings.every(isLate))
    .sort(([month], [other]) => other - month)
  if (disputed.length === 0) return ''
  const ratings = disputed.flatMap(([, ofMonth]) => ofMonth)
  const named = disputed.slice(0, MONTHS_NAMED_MAX).map(([month]) => date(monthText(month)))
  const more = disputed.length - named.length
  const months = joined(named.join(', '), ' and ', more > 0 ? `${more} earlier` : '')
  const agreed = ratings.filter((rating) => !isLate(rating))
  return `late in ${months} (${namesOf(ratings.filter(isLate))}), as agreed (${namesOf(agreed)})`
}

/** The rating of one month by one bureau. */
interface MonthRating extends Pick<Reported, 'source'> {
  readonly character: string
}

function isLate({ character }: MonthRating): boolean {
  return isAdverse(character)
}

/** Returns the ratings of each month. A month without a rating contradicts nothing. */
function ratingsByMonth(group: readonly Reported[]): ReadonlyMap<number, readonly MonthRating[]> {
  const months = new Map<number, MonthRating[]>()
  for (const { source, account } of group) {
    const first = monthOf(account._PAYMENT_PATTERN?._StartDate)
    if (first === undefined) continue
    for (const [back, character] of [...(account._PAYMENT_PATTERN?._Data ?? '')].entries()) {
      if (!isRated(character)) continue
      months.getOrInsertComputed(first - back, () => []).push({ source, character })
    }
  }
  return months
}
