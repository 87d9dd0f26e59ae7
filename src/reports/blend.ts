/**
 * How the reports of several bureaus about one account become one line: values of the present from
 * whoever reported last, the worst of what is derogatory, and what one bureau leaves out from
 * another that has it.
 */
import type { FileAccount } from '../bureaus/bureau.ts'
import type { Comment, Liability } from '../documents/tradelines.ts'
import { visibleLength } from './account-number.ts'
import { firstKnown } from './first-known.ts'
import { blendHistory } from './history.ts'
import { isLoanTypeStated } from './loan-types.ts'
import type { Candidate } from './match.ts'
import { later, monthOf } from './months.ts'
import { blendOwnership, type Ownership } from './ownership.ts'

/** A line of the report before it has its place and identifiers. */
export interface Line {
  readonly liability: Omit<Liability, 'CreditLiabilityID' | 'CreditTradeReferenceID'>
  /** By position of the borrower: the bond to the account, undefined where there is none. */
  readonly ownerships: readonly (Ownership | undefined)[]
  readonly contributors: readonly Candidate[]
}

type Accounts = [FileAccount, ...FileAccount[]]

/** The reports about one account: by bureau, and the latest first. */
interface Reports {
  readonly inOrder: Readonly<Accounts>
  readonly latestFirst: Readonly<Accounts>
}

/** Blends the accounts of a group, given in the order of bureaus and borrowers, into one line. */
export function blendLine(group: readonly Candidate[], borrowerIds: readonly string[]): Line {
  const [first] = group
  if (first === undefined) throw new Error('a line needs an account')
  const accounts = group.map((candidate) => candidate.account) as Accounts
  const reports: Reports = {
    inOrder: accounts,
    latestFirst:
      accounts.length === 1 ? accounts : (accounts.toSorted(latestThenLargest) as Accounts),
  }
  const ownerships = borrowerIds.map((_, position) => ownershipOf(group, position))
  const history = blendHistory(accounts)
  const liability = {
    BorrowerID: borrowerIds.filter((_, position) => ownerships[position]).join(' '),
    CreditFileID: first.fileId,
    ...identity(reports),
    _AccountOwnershipType: blendOwnership(accounts.map((one) => one._AccountOwnershipType)),
    ...terms(reports),
    ...standing(reports),
    ...history,
    ...marks(reports, history),
    CREDIT_COMMENT: [
      ...uniteComments(accounts.map((account) => account.CREDIT_COMMENT)),
      ...authorisedUserRemarks(ownerships, borrowerIds),
    ],
    CREDIT_REPOSITORY: repositories(group.map(repositoryOf)),
  }
  return { liability, ownerships, contributors: group }
}

/** Of equally late reports that with the larger balance, then that of the first bureau. */
function latestThenLargest(a: FileAccount, b: FileAccount): number {
  const [one, other] = [a._AccountReportedDate ?? '', b._AccountReportedDate ?? '']
  if (one !== other) return one < other ? 1 : -1
  return (b._UnpaidBalanceAmount ?? -1) - (a._UnpaidBalanceAmount ?? -1)
}

function ownershipOf(group: readonly Candidate[], borrower: number): Ownership | undefined {
  const own = group.filter((candidate) => candidate.borrower === borrower)
  if (own.length === 0) return undefined
  return blendOwnership(own.map((candidate) => candidate.account._AccountOwnershipType))
}

/** What the account is, which reports can only tell more or less fully. */
function identity({ inOrder, latestFirst }: Reports) {
  const loan = latestFirst.find((one) => isLoanTypeStated(one.CreditLoanType)) ?? latestFirst[0]
  const typed = latestFirst.find((one) => one._AccountType !== 'Unknown') ?? latestFirst[0]
  return {
    _AccountIdentifier: fullestNumber(inOrder),
    _AccountOpenedDate: openedDate(latestFirst),
    _AccountType: typed._AccountType,
    CreditLoanType: loan.CreditLoanType,
    CreditLoanTypeOtherDescription: loan.CreditLoanTypeOtherDescription,
    CreditBusinessType: firstKnown(inOrder, 'CreditBusinessType'),
    _OriginalCreditorName: firstKnown(inOrder, '_OriginalCreditorName'),
    _CollateralDescription: firstKnown(inOrder, '_CollateralDescription'),
    _CREDITOR: firstKnown(inOrder, '_CREDITOR'),
  }
}

/** As the latest report says, with the day where another one adds it. */
function openedDate(latestFirst: readonly FileAccount[]): string | undefined {
  const date = firstKnown(latestFirst, '_AccountOpenedDate')
  if (date === undefined) return undefined
  const dates = latestFirst.map((one) => one._AccountOpenedDate ?? '')
  return dates.find((other) => other.length > date.length && other.startsWith(date)) ?? date
}

function fullestNumber(accounts: Readonly<Accounts>): string | undefined {
  let fullest = accounts[0]._AccountIdentifier
  for (const { _AccountIdentifier: number } of accounts) {
    if (visibleLength(number) > visibleLength(fullest)) fullest = number
  }
  return fullest
}

/** What was agreed; older reports fill what the latest leaves out. */
function terms({ latestFirst }: Reports) {
  const termed = latestFirst.find((one) => one._TermsMonthsCount !== undefined) ?? latestFirst[0]
  return {
    _CreditLimitAmount: firstKnown(latestFirst, '_CreditLimitAmount'),
    _HighCreditAmount: firstKnown(latestFirst, '_HighCreditAmount'),
    _HighBalanceAmount: largest(latestFirst, '_HighBalanceAmount'),
    _TermsDescription: firstKnown(latestFirst, '_TermsDescription'),
    _TermsMonthsCount: termed._TermsMonthsCount,
    _TermsSourceType: termed._TermsSourceType ?? firstKnown(latestFirst, '_TermsSourceType'),
  }
}

/**
 * How the account stands, as last reported. An amount that the last report leaves out is taken
 * from an earlier one only where that gives the same status: the old balance of an account that
 * has been paid since is not owed.
 */
function standing({ latestFirst }: Reports) {
  const [latest] = latestFirst
  const status = latest._AccountStatusType
  const alike = latestFirst.filter((one) => one._AccountStatusType === status)
  const balanced = alike.find((one) => one._UnpaidBalanceAmount !== undefined) ?? latest
  const ended = status === 'Open' || status === 'Frozen' ? [latest] : latestFirst
  return {
    _AccountStatusType: status,
    _AccountStatusDate: firstKnown(alike, '_AccountStatusDate'),
    _AccountReportedDate: latest._AccountReportedDate,
    _AccountClosedDate: firstKnown(ended, '_AccountClosedDate'),
    _AccountPaidDate: firstKnown(ended, '_AccountPaidDate'),
    _UnpaidBalanceAmount: balanced._UnpaidBalanceAmount,
    _AccountBalanceDate: balanced._AccountBalanceDate ?? firstKnown(alike, '_AccountBalanceDate'),
    _MonthlyPaymentAmount: firstKnown(alike, '_MonthlyPaymentAmount'),
    _MonthsRemainingCount: firstKnown(alike, '_MonthsRemainingCount'),
    _PastDueAmount: pastDue(alike),
    _ChargeOffAmount: largest(latestFirst, '_ChargeOffAmount'),
    _ChargeOffDate: firstKnown(latestFirst, '_ChargeOffDate'),
    _LastActivityDate: latestFirst.map((one) => one._LastActivityDate).reduce(later),
  }
}

/** The largest amount that is past due by the reports of the latest month. */
function pastDue(latestFirst: readonly FileAccount[]): number | undefined {
  const month = monthOf(latestFirst[0]?._AccountReportedDate)
  const sameMonth = latestFirst.filter((one) => monthOf(one._AccountReportedDate) === month)
  return largest(sameMonth, '_PastDueAmount') ?? firstKnown(latestFirst, '_PastDueAmount')
}

function largest(
  accounts: readonly FileAccount[],
  field: '_HighBalanceAmount' | '_ChargeOffAmount' | '_PastDueAmount',
): number | undefined {
  let most: number | undefined
  for (const account of accounts) {
    const amount = account[field]
    if (amount !== undefined && (most === undefined || amount > most)) most = amount
  }
  return most
}

/** What stands if any bureau says so. */
function marks({ inOrder }: Reports, history: ReturnType<typeof blendHistory>) {
  const adverse = history._HIGHEST_ADVERSE_RATING !== undefined
  return {
    _ConsumerDisputeIndicator: inOrder.some((one) => one._ConsumerDisputeIndicator),
    _DerogatoryDataIndicator: adverse || inOrder.some((one) => one._DerogatoryDataIndicator),
    CreditCounselingIndicator: inOrder.some((one) => one.CreditCounselingIndicator),
  }
}

/** All remarks, each text of a kind once, whichever bureau says it first. */
export function uniteComments(
  lists: readonly (readonly Comment[] | undefined)[],
): readonly Comment[] {
  const comments = lists.flatMap((list) => list ?? [])
  if (comments.length < 2) return comments
  const seen = new Set<string>()
  return comments.filter((comment) => {
    const text = (comment._Text ?? []).join(' ').toUpperCase().replace(/\s+/g, ' ').trim()
    const key = `${comment._Type}|${text === '' ? comment._Code : text}`
    return !seen.has(key) && seen.add(key)
  })
}

/** One line has one ownership, so who merely may use the account is said in words. */
function authorisedUserRemarks(
  ownerships: Line['ownerships'],
  borrowerIds: readonly string[],
): Comment[] {
  const bound = ownerships.filter((ownership) => ownership !== undefined)
  if (bound.every((ownership) => ownership === bound[0])) return []
  return borrowerIds
    .filter((_, position) => ownerships[position] === 'AuthorizedUser')
    .map((id) => ({
      _SourceType: 'CreditBureau',
      _Type: 'BureauRemarks',
      _Text: [`Borrower ${id} is an authorized user of this account.`],
    }))
}

type Repository = NonNullable<Liability['CREDIT_REPOSITORY']>[number]

/** Who reports an item, with the bureau's code of the creditor. */
export function repositoryOf(candidate: Candidate): Repository {
  return repository(candidate.source, candidate.account.subscriberCode)
}

/** A bureau and its code of who reported the item, which may be unknown. */
export function repository(source: Repository['_SourceType'], code: string): Repository {
  return { _SourceType: source, _SubscriberCode: code === '' ? undefined : code }
}

/** Each bureau and code once, as both borrowers' files of a bureau name the same. */
export function repositories(all: readonly Repository[]): readonly Repository[] {
  if (all.length < 2) return all
  return all.filter(
    (one, position) =>
      position ===
      all.findIndex(
        (other) =>
          other._SourceType === one._SourceType && other._SubscriberCode === one._SubscriberCode,
      ),
  )
}
