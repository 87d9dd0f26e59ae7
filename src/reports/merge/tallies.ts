/** The figures of a summary, gathered from the lines of one borrower in one pass. */
import { earlier, isSince, later } from '../../documents/months.ts'
import type { CATEGORIES } from '../../documents/tables/enumerations.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'
import { isOpen } from '../account-status.ts'
import { latePayments } from '../late-payments.ts'
import { isCollection, isMortgage } from '../loan-types.ts'
import type { Ownership } from '../ownership.ts'
import { isUnratedChargeOff } from '../ratings.ts'
import type { Line } from './blend.ts'

/** A category of accounts. `Total` holds every account. */
export type Category = (typeof CATEGORIES)[number]

/** Sums over the accounts of one category. Amounts are whole dollars. */
export type Tally = ReturnType<typeof noTally>

function noTally() {
  return {
    accounts: 0,
    open: 0,
    closed: 0,
    /** Accounts without a current rating. */
    unrated: 0,
    balance: 0,
    /** Monthly payments. */
    payment: 0,
    highCredit: 0,
    /** Limits of open accounts that have one. */
    limit: 0,
    /** Current amounts past due. */
    pastDue: 0,
    /** Accounts that are late now, by days late. */
    late30Current: 0,
    late60Current: 0,
    late90Current: 0,
    /** Months that were paid late, over all accounts. */
    late30Historical: 0,
    late60Historical: 0,
    late90Historical: 0,
  }
}

/** Sums over all accounts of a borrower. */
export type Tallies = ReturnType<typeof noTallies>

function noTallies() {
  return {
    categories: {
      Mortgage: noTally(),
      Installment: noTally(),
      Revolving: noTally(),
      Open: noTally(),
      Other: noTally(),
      Total: noTally(),
    },
    /** Accounts by current and worst rating. One account can count in several of these. */
    asAgreed: 0,
    lateNow: 0,
    lateEver: 0,
    /** Accounts marked as derogatory: 90 days late or worse at any time. */
    derogatory: 0,
    collections: 0,
    /** In dollars. */
    collectionBalance: 0,
    chargeOffs: 0,
    repossessions: 0,
    bankruptcies: 0,
    disputed: 0,
    counseled: 0,
    /**
     * Accounts of which the borrower is only an authorized user, and which the borrower does not
     * owe.
     */
    authorizedUser: 0,
    joint: 0,
    /** Accounts that are on several files. */
    merged: 0,
    /** Accounts opened within six months before the report. */
    openedRecently: 0,
    /** Late payments of mortgages, by months before the report: 0 to 12, 13 to 24, and older. */
    mortgageLate12: 0,
    mortgageLate24: 0,
    mortgageLateOlder: 0,
    /** Opening dates, as precise as known; undefined if no account has one. */
    oldest: undefined as string | undefined,
    newest: undefined as string | undefined,
    /** 0 if no account has a high credit. */
    highestHighCredit: 0,
    /** Undefined if no account has a high credit. */
    lowestHighCredit: undefined as number | undefined,
    /** Limits of open revolving accounts that have one and a balance, and these balances. */
    revolvingLimit: 0,
    revolvingUsed: 0,
  }
}

/**
 * Returns the category of an account. An account secured by real estate is a mortgage regardless of
 * its form, and a debt in collection is `Other`. All other accounts are categorized by form.
 */
export function categoryOf(account: Liability | Line['liability']): Exclude<Category, 'Total'> {
  if (isMortgage(account)) return 'Mortgage'
  if (isCollection(account)) return 'Other'
  switch (account._AccountType) {
    case 'Installment':
      return 'Installment'
    case 'Revolving':
    case 'CreditLine':
      return 'Revolving'
    case 'Open':
      return 'Open'
    default:
      return 'Other'
  }
}

/**
 * Returns the credit limit that the printed page and the summary use. A closed account offers no
 * credit, and a loan has no limit, so both return 0.
 */
export function limitOf(
  account: Pick<Liability, '_AccountStatusType' | '_CreditLimitAmount' | '_AccountType'>,
): number {
  const isLoan = account._AccountType === 'Installment' || account._AccountType === 'Mortgage'
  return isOpen(account) && !isLoan ? (account._CreditLimitAmount ?? 0) : 0
}

/** The time of the report, in the forms that the figures need. */
export interface ReportTime {
  readonly month: number
  /** Accounts opened on or after this day count as recent. */
  readonly recentSince: string
}

/** Adds up the lines of one borrower. */
export function tallyLines(
  lines: readonly Line[],
  borrower: number,
  reportTime: ReportTime,
): Tallies {
  const tallies = noTallies()
  for (const { liability, ownerships, contributors } of lines) {
    const ownership = ownerships[borrower]
    if (ownership === undefined) continue
    const category = categoryOf(liability)
    addTo(tallies.categories[category], liability)
    addTo(tallies.categories.Total, liability)
    addMarks(tallies, liability, ownership)
    addHarm(tallies, liability)
    addDates(tallies, liability, reportTime.recentSince)
    if (category === 'Mortgage') addMortgageLates(tallies, liability, reportTime.month)
    if (category === 'Revolving') addRevolving(tallies, liability)
    if (contributors.length > 1) tallies.merged += 1
  }
  return tallies
}

type Account = Line['liability']

function addTo(tally: Tally, account: Account): void {
  tally.accounts += 1
  if (isOpen(account)) tally.open += 1
  else tally.closed += 1
  tally.balance += account._UnpaidBalanceAmount ?? 0
  tally.payment += account._MonthlyPaymentAmount ?? 0
  tally.highCredit += account._HighCreditAmount ?? 0
  tally.limit += limitOf(account)
  tally.pastDue += account._PastDueAmount ?? 0
  addRating(tally, account._CURRENT_RATING?._Type)
  const { _LATE_COUNT: late } = account
  if (late === undefined) return
  tally.late30Historical += late._30Days
  tally.late60Historical += late._60Days
  tally.late90Historical += late._90Days
}

function addRating(tally: Tally, rating: string | undefined): void {
  if (rating === undefined || rating === 'NoDataAvailable' || rating === 'TooNew') {
    tally.unrated += 1
  } else if (rating === 'Late30Days') tally.late30Current += 1
  else if (rating === 'Late60Days') tally.late60Current += 1
  else if (rating === 'Late90Days' || rating === 'LateOver120Days') tally.late90Current += 1
}

function addMarks(tallies: Tallies, account: Account, ownership: Ownership): void {
  if (account._ConsumerDisputeIndicator) tallies.disputed += 1
  if (account.CreditCounselingIndicator) tallies.counseled += 1
  if (account._DerogatoryDataIndicator) tallies.derogatory += 1
  if (ownership === 'AuthorizedUser') tallies.authorizedUser += 1
  if (ownership === 'JointContractualLiability' || ownership === 'JointParticipating') {
    tallies.joint += 1
  }
}

/** Counts how the account is paid or ended, by its current and worst rating. */
function addHarm(tallies: Tallies, account: Account): void {
  const now = account._CURRENT_RATING?._Type ?? 'NoDataAvailable'
  const worst = account._HIGHEST_ADVERSE_RATING?._Type
  if (now === 'AsAgreed') tallies.asAgreed += 1
  if (now.startsWith('Late')) tallies.lateNow += 1
  if (worst !== undefined) tallies.lateEver += 1
  if (isCollection(account) || now === 'Collection') {
    tallies.collections += 1
    tallies.collectionBalance += account._UnpaidBalanceAmount ?? 0
  } else if (
    now === 'ChargeOff' ||
    now === 'CollectionOrChargeOff' ||
    isUnratedChargeOff(account)
  ) {
    tallies.chargeOffs += 1
  }
  if (worst === 'Repossession' || worst === 'Foreclosure' || worst === 'ForeclosureOrRepossession')
    tallies.repossessions += 1
  if (now === 'BankruptcyOrWageEarnerPlan' || now === 'WageEarnerPlan') tallies.bankruptcies += 1
}

function addMortgageLates(tallies: Tallies, account: Account, month: number): void {
  const late = latePayments(account, month)
  tallies.mortgageLate12 += late.months12
  tallies.mortgageLate24 += late.months13To24
  tallies.mortgageLateOlder += late.months25AndOlder
}

function addDates(tallies: Tallies, account: Account, recentSince: string): void {
  const opened = account._AccountOpenedDate
  tallies.oldest = earlier(tallies.oldest, opened)
  tallies.newest = later(tallies.newest, opened)
  if (isSince(opened, recentSince)) tallies.openedRecently += 1
  const credit = account._HighCreditAmount
  if (credit === undefined) return
  tallies.highestHighCredit = Math.max(tallies.highestHighCredit, credit)
  tallies.lowestHighCredit = Math.min(tallies.lowestHighCredit ?? credit, credit)
}

function addRevolving(tallies: Tallies, account: Account): void {
  const limit = limitOf(account)
  const used = account._UnpaidBalanceAmount
  // An account whose balance is unknown would count as unused.
  if (limit === 0 || used === undefined) return
  tallies.revolvingLimit += limit
  tallies.revolvingUsed += used
}
