/** Builds a tradeline: an account of a life as one bureau reports it at a moment. */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { Comment } from '../../documents/tables/tradelines.ts'
import type { FileAccount } from '../bureau.ts'
import { dayText, type Moment, monthText, reportedDate } from './calendar.ts'
import { type Account, accountAtBureau, type Reporting, type Standing } from './life-account.ts'
import { historyOf } from './payment-record.ts'
import {
  endingBy,
  isCleared,
  isDeferred,
  patternCharacter,
  paymentsBehind,
  standingIn,
} from './standing.ts'
import type { Ending, EndingKind } from './story.ts'
import { REMARK_COMMENTS, type RemarkName } from './tables/remarks.ts'

/**
 * Adverse accounts leave the file after seven years (FCRA 605(a)). Other accounts leave ten years
 * after closing, as at real bureaus.
 */
export const ADVERSE_MONTHS = 84
export const CLOSED_MONTHS = 120

/** MISMO's status for each kind of ending. */
const STATUS = {
  Paid: 'Paid',
  Refinanced: 'Refinanced',
  Transferred: 'Transferred',
  ClosedByConsumer: 'Closed',
  ClosedByCreditor: 'Closed',
  ChargedOff: 'Closed',
  ChargedOffAndSold: 'Closed',
  Repossessed: 'Closed',
  Foreclosed: 'Closed',
  IncludedInBankruptcy: 'Closed',
} as const satisfies Record<EndingKind, FileAccount['_AccountStatusType']>

const ENDING_REMARKS = {
  Paid: 'paid',
  Refinanced: 'refinanced',
  Transferred: 'transferred',
  ClosedByConsumer: 'closedByConsumer',
  ClosedByCreditor: 'closedByCreditor',
  ChargedOff: 'chargedOff',
  ChargedOffAndSold: 'sold',
  Repossessed: 'repossessed',
  Foreclosed: 'foreclosed',
  IncludedInBankruptcy: 'bankruptcy',
} as const satisfies Record<EndingKind, RemarkName>

/**
 * Reports whether an ending counts against the borrower: a loss of the creditor, or a bankruptcy.
 */
function isAdverseEnd(how: EndingKind): boolean {
  return ENDING_REMARKS[how] !== 'paid' && STATUS[how] === 'Closed' && !how.startsWith('ClosedBy')
}

/**
 * Returns the last month for which a creditor reports. Creditors report as long as a debt is being
 * paid or still owed.
 */
function lastReported({ ending }: Account): number {
  if (ending === undefined || ending.how === 'ChargedOff') return Infinity
  return ending.planUntil ?? ending.month
}

/** How long a bureau can list an account as open that its creditor has closed. */
const CLOSING_UNKNOWN_MONTHS = 48

/** Returns the month of a bureau's last report of an ended account. */
function lastMonthAtBureau(account: Account, reporting: Reporting, moment: Moment): number {
  const { ending } = account
  if (!reporting.closingUnknown || ending === undefined) return lastReported(account)
  if (isAdverseEnd(ending.how) || moment.month - ending.month >= CLOSING_UNKNOWN_MONTHS) {
    return lastReported(account)
  }
  return ending.month - 1
}

/** Medical debts are reported after one year, as bureaus agreed in 2022. */
const MEDICAL_MONTHS = 12

/**
 * Returns the month of the bureau's last report at a moment, or `undefined` if there is none yet or
 * the bureau has removed the account. Reports for a month are on file from the first day of the
 * next month, so that a file changes only with the month, and personas' outcomes hold for the whole
 * month of the epoch.
 */
function lastReport(account: Account, reporting: Reporting, moment: Moment): number | undefined {
  const due = moment.month - 1 - reporting.lag
  const { ending } = account
  // If a month was not reported, the report of the previous month stays on file.
  const isMissed = due === reporting.missing && due !== ending?.month
  const reported = Math.min(isMissed ? due - 1 : due, reporting.until)
  if (isForgotten(account, reporting, moment)) return undefined
  const ended = endingBy(account, reported)
  if (ended && isRemoved(account, ended.how, ended.month, moment.month)) return undefined
  if (account.kind.form === 'collected' && !isCollectionShown(account, moment)) return undefined
  const month = ended ? Math.min(reported, lastMonthAtBureau(account, reporting, moment)) : reported
  return month > reporting.since ? month : undefined
}

/**
 * Reports whether the bureau has removed an account whose reports stopped: like a closed one, but
 * earlier if it was late in the last report.
 */
function isForgotten(account: Account, { until }: Reporting, moment: Moment): boolean {
  const months = moment.month - until
  if (months < ADVERSE_MONTHS) return false
  return months >= CLOSED_MONTHS || /[1-9]/.test(patternCharacter(account, until))
}

function isCollectionShown({ kind, opened }: Account, moment: Moment): boolean {
  const age = moment.month - opened
  return age < ADVERSE_MONTHS && (kind.remark !== 'medical' || age >= MEDICAL_MONTHS)
}

function isRemoved(account: Account, how: EndingKind, ended: number, month: number): boolean {
  // Paid medical debts are not reported, as bureaus agreed in 2022.
  if (account.kind.remark === 'medical') return true
  return month - ended >= (isAdverseEnd(how) ? ADVERSE_MONTHS : CLOSED_MONTHS)
}

function remarksOf(account: Account, month: number): readonly RemarkName[] {
  const remarks: RemarkName[] = []
  const { kind } = account
  const ending = endingBy(account, month)
  if (isDeferred(account, month)) remarks.push('deferred')
  if (kind.remark !== undefined) remarks.push(kind.remark)
  if (kind.form === 'collected') remarks.push('collection')
  if (account.ownership === 'AuthorizedUser') remarks.push('authorizedUser')
  if (ending !== undefined) remarks.push(ENDING_REMARKS[ending.how])
  if (ending !== undefined && isCleared(ending, month)) remarks.push('bankruptcy')
  if (isDisputed(account, month)) remarks.push('disputed')
  return remarks
}

function commentsOf(account: Account, { bureau, moment, month }: ReportedAt): readonly Comment[] {
  const remarks = REMARK_COMMENTS[bureau]
  const comments = remarksOf(account, month).map((remark) => remarks[remark])
  const since = firstDelinquency(account, month)
  if (since !== undefined) comments.push(firstDelinquencyComment(bureau, monthText(moment, since)))
  return comments
}

/**
 * Returns the month in which a lost debt first fell behind, from which the legal periods count
 * (FCRA 605(c)).
 */
function firstDelinquency(account: Account, month: number): number | undefined {
  // Debts go to collection after some months past due.
  if (account.kind.form === 'collected') return account.opened - 4 - (account.noise % 3)
  const ending = endingBy(account, month)
  const lost = ending !== undefined && isAdverseEnd(ending.how)
  return lost ? account.lates.at(-1)?.from : undefined
}

function firstDelinquencyComment(bureau: BureauName, month: string): Comment {
  return {
    _SourceType: bureau,
    _Type: 'Other',
    _TypeOtherDescription: 'FirstDelinquencyDate',
    _Text: [month],
  }
}

function termsOf(account: Account, standing: Standing): string | undefined {
  switch (account.kind.form) {
    case 'amortised':
      return 'MONTHLY'
    case 'charge':
      return 'PAID IN FULL EACH MONTH'
    case 'collected':
      return undefined
    default:
      return standing.payment > 0 ? `MIN${standing.payment}` : undefined
  }
}

/** Returns the month of the last payment, or of the opening if nothing was ever paid. */
function lastPaymentOf(account: Account, month: number): number {
  const { kind, opened } = account
  const ending = endingBy(account, month)
  if (ending !== undefined && !isAdverseEnd(ending.how)) return ending.month
  // Under a chapter 13 plan, a trustee pays every month.
  if (ending?.planUntil !== undefined) return Math.min(month, ending.planUntil)
  if (kind.form === 'collected' || isDeferred(account, month)) return opened
  return lastPaidUntil(account, ending === undefined ? month : ending.month - 1)
}

/** Returns the last month in which the account did not fall further behind, so a payment was made. */
function lastPaidUntil(account: Account, last: number): number {
  let month = last
  while (
    month > account.opened &&
    paymentsBehind(account, month) > paymentsBehind(account, month - 1)
  ) {
    month--
  }
  return month
}

/**
 * Payments are made on the first, and accounts are closed on the second. Reports are sent later.
 */
const PAYMENT_DAY = 1
const CLOSING_DAY = 2

/**
 * Returns an account as a bureau reports it at a moment, or `undefined` if the bureau does not
 * report it.
 */
export function tradelineOf(
  account: Account,
  bureau: BureauName,
  moment: Moment,
): FileAccount | undefined {
  const reporting = account.reporting[bureau]
  if (reporting === undefined) return undefined
  const known = accountAtBureau(account, bureau)
  const month = lastReport(known, reporting, moment)
  if (month === undefined) return undefined
  return reportedAt(known, reporting, { bureau, moment, month })
}

function closedOn(
  { month, day = CLOSING_DAY }: Ending,
  bureau: BureauName,
  moment: Moment,
): string {
  return reportedDate(bureau, moment, month, day)
}

interface ReportedAt {
  readonly bureau: BureauName
  readonly moment: Moment
  /** The month of the bureau's last report, which can be before the month of the moment. */
  readonly month: number
}

function reportedAt(
  account: Account,
  reporting: Reporting,
  { bureau, moment, month }: ReportedAt,
): FileAccount {
  // One object literal, because building the object from parts took most of the time of a file.
  const { kind, creditor, opened, openedDay, termMonths } = account
  const ending = endingBy(account, month)
  const closed = ending && closedOn(ending, bureau, moment)
  const reported = dayText(moment, month, reporting.day)
  const lastPaid = lastPaymentOf(account, month)
  const standing = standingIn(account, month)
  const chargedOff = ending !== undefined && standing.chargeOff !== undefined
  const history = historyOf(account, reporting, moment, month)
  return {
    subscriberCode: creditor.entries[bureau].subscriberCode,
    _AccountClosedDate: closed,
    _AccountOpenedDate: reportedDate(bureau, moment, opened, openedDay),
    _AccountPaidDate: ending && STATUS[ending.how] === 'Paid' ? closed : undefined,
    _AccountReportedDate: reported,
    _AccountBalanceDate: reported,
    _AccountStatusDate: closed ?? reported,
    _LastActivityDate: reportedDate(
      bureau,
      moment,
      lastPaid,
      lastPaid === opened ? openedDay : PAYMENT_DAY,
    ),
    _AccountType: kind.type,
    _CollateralDescription: kind.collateral,
    _OriginalCreditorName: account.originalCreditor,
    _TermsMonthsCount: termMonths || undefined,
    _TermsSourceType: termMonths === 0 ? undefined : 'Provided',
    _AccountStatusType: ending ? STATUS[ending.how] : 'Open',
    _ChargeOffAmount: standing.chargeOff,
    _ChargeOffDate: chargedOff ? monthText(moment, ending.month) : undefined,
    _CreditLimitAmount: reporting.limitShown ? standing.limit : undefined,
    _HighBalanceAmount: kind.form === 'revolving' ? standing.highCredit : undefined,
    _HighCreditAmount: standing.highCredit,
    _MonthlyPaymentAmount: ending || kind.form === 'collected' ? undefined : standing.payment,
    _MonthsRemainingCount: standing.monthsRemaining,
    _PastDueAmount: standing.pastDue,
    _TermsDescription: termsOf(account, standing),
    _UnpaidBalanceAmount: standing.balance,
    _AccountIdentifier: reporting.number,
    _AccountOwnershipType: account.ownership,
    _ConsumerDisputeIndicator: isDisputed(account, month),
    CreditBusinessType: creditor.businessType,
    CreditCounselingIndicator: false,
    CreditLoanType: isDeferred(account, month) ? 'DeferredStudentLoan' : kind.loan,
    _CREDITOR: creditor.values[bureau],
    CREDIT_COMMENT: commentsOf(account, { bureau, moment, month }),
    _MonthsReviewedCount: history._MonthsReviewedCount,
    _DerogatoryDataIndicator: history._DerogatoryDataIndicator,
    _CURRENT_RATING: history._CURRENT_RATING,
    _HIGHEST_ADVERSE_RATING: history._HIGHEST_ADVERSE_RATING,
    _LATE_COUNT: history._LATE_COUNT,
    _MOST_RECENT_ADVERSE_RATING: history._MOST_RECENT_ADVERSE_RATING,
    _PAYMENT_PATTERN: history._PAYMENT_PATTERN,
    _PRIOR_ADVERSE_RATING: history._PRIOR_ADVERSE_RATING,
  }
}

/**
 * Bureaus show the remark until the dispute is settled, for at most five years. Here no dispute is
 * settled earlier.
 */
const DISPUTE_MONTHS = 60

function isDisputed({ disputedFrom }: Account, month: number): boolean {
  return (
    disputedFrom !== undefined && month >= disputedFrom && month < disputedFrom + DISPUTE_MONTHS
  )
}
