/**
 * Blends the entries of several bureaus for one account into one line. Current values come from the
 * bureau that reported last, adverse data is the worst of any bureau, and a value that one bureau
 * omits comes from another that has it.
 */
import type { FileAccount } from '../../bureaus/bureau.ts'
import { later, monthOf } from '../../documents/months.ts'
import type { Comment, Liability } from '../../documents/tables/tradelines.ts'
import { visibleLength } from '../account-number.ts'
import { isOpen } from '../account-status.ts'
import { sortShort } from '../comparing.ts'
import { isLoanTypeStated } from '../loan-types.ts'
import { authorizedUserRemark, blendOwnership, type Ownership } from '../ownership.ts'
import { characterOf, isSevere } from '../ratings.ts'
import { contradictionRemarks } from './contradictions.ts'
import { blendHistory } from './history.ts'
import type { Candidate } from './match.ts'
import { firstKnown, largest, repositories, repository, uniteComments } from './provenance.ts'

/** A line of the report: a merged tradeline, and the bureaus' entries it was made from. */
export interface Line {
  /** Its identifiers are set when the line has its position in the report. */
  readonly liability: Unnumbered
  /**
   * By position of the borrower: the borrower's responsibility for the account, or undefined if the
   * account is not the borrower's.
   */
  readonly ownerships: readonly (Ownership | undefined)[]
  /** The blended entries, in the order of bureaus and borrowers. */
  readonly contributors: readonly Candidate[]
}

type Identifiers = 'CreditLiabilityID' | 'CreditTradeReferenceID'
type Unnumbered = Omit<Liability, Identifiers> & {
  -readonly [K in keyof Pick<Liability, Identifiers>]: Liability[K]
}

type Accounts = readonly [FileAccount, ...FileAccount[]]

/** Blends a group of entries, in the order of bureaus and borrowers, into one line. */
export function blendLine(
  group: readonly Candidate[],
  borrowerIds: readonly string[],
  reportMonth: number,
): Line {
  const ownerships = borrowerIds.map((_, position) => ownershipOf(group, position))
  const liability = blendGroup(group, ownerships, borrowerIds, reportMonth)
  return { liability, ownerships, contributors: group }
}

/**
 * Blends the fields. Each field has its own rule, chosen by the harm of an error: an outdated
 * balance is no longer a debt, but a late payment must not be lost.
 */
function blendGroup(
  group: readonly Candidate[],
  ownerships: Line['ownerships'],
  borrowerIds: readonly string[],
  reportMonth: number,
): Unnumbered {
  // One object literal, because building the object from parts took most of the time of a merge.
  const inOrder = group.map((candidate) => candidate.account) as unknown as Accounts
  const latestFirst = inOrder.length === 1 ? inOrder : latestThenLargest(inOrder)
  const [latest] = latestFirst
  // The old balance of an account that has been paid since is no longer owed. Current amounts are
  // therefore taken only from entries with the status of the latest one.
  const sameStatus = latestFirst.filter(
    (one) => one._AccountStatusType === latest._AccountStatusType,
  )
  // An open account has no closing date, even if another bureau once reported it as closed.
  const ended = isOpen(latest) ? [latest] : latestFirst
  const withLoanType = latestFirst.find((one) => isLoanTypeStated(one.CreditLoanType)) ?? latest
  const withType = latestFirst.find((one) => one._AccountType !== 'Unknown') ?? latest
  const withTerms = latestFirst.find((one) => one._TermsMonthsCount !== undefined) ?? latest
  const withBalance = sameStatus.find((one) => one._UnpaidBalanceAmount !== undefined) ?? latest
  // One bureau can list as paid what another, which reported later, still lists as owed.
  const isOwed = (withBalance._UnpaidBalanceAmount ?? 0) > 0
  const history = blendHistory(inOrder, reportMonth)
  return {
    CreditLiabilityID: '',
    CreditTradeReferenceID: undefined,
    BorrowerID: borrowerIds.filter((_, position) => ownerships[position]).join(' '),
    CreditFileID: group[0]?.fileId ?? '',
    _AccountIdentifier: fullestNumber(inOrder),
    _AccountOpenedDate: openedDate(latestFirst),
    _AccountClosedDate: firstKnown(ended, '_AccountClosedDate'),
    _AccountPaidDate: firstKnown(isOwed ? [latest] : ended, '_AccountPaidDate'),
    _AccountOwnershipType: blendOwnership(inOrder.map((one) => one._AccountOwnershipType)),
    _AccountReportedDate: latest._AccountReportedDate,
    _AccountBalanceDate:
      withBalance._AccountBalanceDate ?? firstKnown(sameStatus, '_AccountBalanceDate'),
    _AccountStatusDate: firstKnown(sameStatus, '_AccountStatusDate'),
    _AccountStatusType: latest._AccountStatusType,
    _AccountType: withType._AccountType,
    _ChargeOffAmount: largest(latestFirst, '_ChargeOffAmount'),
    _ChargeOffDate: firstKnown(latestFirst, '_ChargeOffDate'),
    _CollateralDescription: firstKnown(inOrder, '_CollateralDescription'),
    _ConsumerDisputeIndicator: inOrder.some((one) => one._ConsumerDisputeIndicator),
    _CreditLimitAmount: firstKnown(latestFirst, '_CreditLimitAmount'),
    _DerogatoryDataIndicator: isDerogatory(history, inOrder),
    _HighBalanceAmount: largest(latestFirst, '_HighBalanceAmount'),
    _HighCreditAmount: highCredit(latestFirst, withType._AccountType),
    _LastActivityDate: latestActivity(inOrder),
    _MonthlyPaymentAmount: firstKnown(sameStatus, '_MonthlyPaymentAmount'),
    _MonthsRemainingCount: firstKnown(sameStatus, '_MonthsRemainingCount'),
    _MonthsReviewedCount: history._MonthsReviewedCount,
    _OriginalCreditorName: firstKnown(inOrder, '_OriginalCreditorName'),
    _PastDueAmount: pastDue(sameStatus, history),
    _TermsDescription: termsDescription(latestFirst, sameStatus),
    _TermsMonthsCount: withTerms._TermsMonthsCount,
    _TermsSourceType: withTerms._TermsSourceType ?? firstKnown(latestFirst, '_TermsSourceType'),
    _UnpaidBalanceAmount: withBalance._UnpaidBalanceAmount,
    CreditBusinessType: firstKnown(inOrder, 'CreditBusinessType'),
    CreditCounselingIndicator: inOrder.some((one) => one.CreditCounselingIndicator),
    CreditLoanType: withLoanType.CreditLoanType,
    CreditLoanTypeOtherDescription: withLoanType.CreditLoanTypeOtherDescription,
    _CREDITOR: firstKnown(inOrder, '_CREDITOR'),
    _CURRENT_RATING: history._CURRENT_RATING,
    _HIGHEST_ADVERSE_RATING: history._HIGHEST_ADVERSE_RATING,
    _LATE_COUNT: history._LATE_COUNT,
    _MOST_RECENT_ADVERSE_RATING: history._MOST_RECENT_ADVERSE_RATING,
    _PAYMENT_PATTERN: history._PAYMENT_PATTERN,
    _PRIOR_ADVERSE_RATING: history._PRIOR_ADVERSE_RATING,
    CREDIT_COMMENT: [
      ...bureauRemarks(group, history),
      ...authorizedUserRemarks(ownerships, borrowerIds),
    ],
    CREDIT_REPOSITORY: repositories(
      group.map(({ source, account }) => repository(source, account.subscriberCode)),
    ),
  }
}

/**
 * Sorts the entry that was reported last first. For the same date, the entry with the larger
 * balance is first, then that of the first bureau.
 */
function latestThenLargest(accounts: Accounts): Accounts {
  return sortShort([...accounts], (a, b) => {
    const [one, other] = [a._AccountReportedDate ?? '', b._AccountReportedDate ?? '']
    if (one !== other) return one < other ? 1 : -1
    return (b._UnpaidBalanceAmount ?? -1) - (a._UnpaidBalanceAmount ?? -1)
  }) as unknown as Accounts
}

/** Returns undefined if the account is on no file of the borrower. */
function ownershipOf(group: readonly Candidate[], borrower: number): Ownership | undefined {
  const own = group.filter((candidate) => candidate.borrower === borrower)
  if (own.length === 0) return undefined
  return blendOwnership(own.map((candidate) => candidate.account._AccountOwnershipType))
}

/** Returns the opening date of the latest entry, with the day if another entry adds it. */
function openedDate(latestFirst: Accounts): string | undefined {
  const date = firstKnown(latestFirst, '_AccountOpenedDate')
  if (date === undefined || date.length === 10) return date
  const fuller = latestFirst.find(({ _AccountOpenedDate: other = '' }) => {
    return other.length > date.length && other.startsWith(date)
  })
  return fuller?._AccountOpenedDate ?? date
}

/**
 * Returns the account number with the most visible characters. Removes spaces and dashes, which
 * bureaus set differently, so that the number is the same in every report, whichever bureaus
 * contribute to it.
 */
function fullestNumber(accounts: Accounts): string | undefined {
  let fullest = accounts[0]._AccountIdentifier
  for (const { _AccountIdentifier: number } of accounts) {
    if (number !== fullest && visibleLength(number) > visibleLength(fullest)) fullest = number
  }
  return fullest?.replace(/[\s-]+/g, '')
}

/**
 * Reports whether the account was ever 90 days late or worse, or a bureau says so: a loss can be
 * outside the history.
 */
function isDerogatory(history: Pick<Liability, '_HIGHEST_ADVERSE_RATING'>, accounts: Accounts) {
  const worst = history._HIGHEST_ADVERSE_RATING
  if (worst !== undefined && isSevere(characterOf(worst))) return true
  return accounts.some((one) => one._DerogatoryDataIndicator)
}

/** Returns the latest date of any bureau, because activity that any bureau reports did happen. */
function latestActivity(accounts: Accounts): string | undefined {
  let date: string | undefined
  for (const account of accounts) date = later(date, account._LastActivityDate)
  return date
}

/**
 * Returns the highest credit used, which is at least what any bureau knows of. The amount of a loan
 * is that of the latest entry.
 */
function highCredit(latestFirst: Accounts, type: Liability['_AccountType']): number | undefined {
  return LOANS.has(type)
    ? firstKnown(latestFirst, '_HighCreditAmount')
    : largest(latestFirst, '_HighCreditAmount')
}

/**
 * Returns the terms as text. Terms with a figure, such as MIN107, are those of the payment beside
 * them: a bureau that does not know of the closing still has the minimum payment of before.
 */
function termsDescription(
  latestFirst: Accounts,
  sameStatus: readonly FileAccount[],
): string | undefined {
  const payment = firstKnown(sameStatus, '_MonthlyPaymentAmount')
  for (const one of latestFirst) {
    const terms = one._TermsDescription
    if (terms === undefined) continue
    if (one._MonthlyPaymentAmount === payment && sameStatus.includes(one)) return terms
    if (!/\d/.test(terms)) return terms
  }
  return undefined
}

const LOANS: ReadonlySet<Liability['_AccountType']> = new Set(['Installment', 'Mortgage'])

/**
 * Returns the largest past due amount among the entries of the latest month. If they have none, an
 * account that is paid as agreed now has none of an earlier month: bureaus omit an amount of 0.
 */
function pastDue(
  latestFirst: readonly FileAccount[],
  { _CURRENT_RATING: now }: Pick<Liability, '_CURRENT_RATING'>,
): number | undefined {
  const month = monthOf(latestFirst[0]?._AccountReportedDate)
  const sameMonth = latestFirst.filter((one) => monthOf(one._AccountReportedDate) === month)
  const owed = largest(sameMonth, '_PastDueAmount')
  return owed ?? (now?._Type === 'AsAgreed' ? undefined : firstKnown(latestFirst, '_PastDueAmount'))
}

/** Returns the remarks of the bureaus, and one about facts on which they contradict each other. */
function bureauRemarks(
  group: readonly Candidate[],
  { _HIGHEST_ADVERSE_RATING: worst }: Pick<Liability, '_HIGHEST_ADVERSE_RATING'>,
): readonly Comment[] {
  const own = uniteComments(group.map(({ account }) => account.CREDIT_COMMENT))
  return group.length < 2 ? own : [...own, ...contradictionRemarks(group, worst !== undefined)]
}

/** A line has only one ownership, so remarks name the borrowers who are only authorized users. */
function authorizedUserRemarks(
  ownerships: Line['ownerships'],
  borrowerIds: readonly string[],
): Comment[] {
  // If all borrowers have the same ownership, the line already states it.
  const stated = ownerships.filter((ownership) => ownership !== undefined)
  if (stated.every((ownership) => ownership === stated[0])) return []
  return borrowerIds
    .filter((_, position) => ownerships[position] === 'AuthorizedUser')
    .map((id) => ({
      _SourceType: 'CreditBureau',
      _Type: 'BureauRemarks',
      _Text: [authorizedUserRemark(id)],
    }))
}
