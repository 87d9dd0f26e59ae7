/** The figures behind a summary, gathered from the lines of one borrower in one pass. */

import { earlier, later, monthOf } from '../../documents/months.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'
import { isCollection, isMortgage } from '../loan-types.ts'
import type { Ownership } from '../ownership.ts'
import { isOpen, type Line } from './blend.ts'

/** The groups of accounts that are summed up. */
export const CATEGORIES = [
  'Mortgage',
  'Installment',
  'Revolving',
  'Open',
  'Other',
  'Total',
] as const
export type Category = (typeof CATEGORIES)[number]

/** Sums over the accounts of one category. */
export interface Tally {
  accounts: number
  open: number
  closed: number
  unrated: number
  balance: number
  payment: number
  highCredit: number
  pastDue: number
  late30Current: number
  late60Current: number
  late90Current: number
  late30Historical: number
  late60Historical: number
  late90Historical: number
}

/** Sums over all accounts of a borrower. */
export interface Tallies {
  readonly categories: Readonly<Record<Category, Tally>>
  asAgreed: number
  lateNow: number
  lateEver: number
  derogatory: number
  collections: number
  collectionBalance: number
  chargeOffs: number
  repossessions: number
  bankruptcies: number
  disputed: number
  counselled: number
  authorisedUser: number
  joint: number
  merged: number
  openedRecently: number
  oldest: string | undefined
  newest: string | undefined
  highestHighCredit: number
  lowestHighCredit: number | undefined
  /** Limits of open revolving accounts that state one, and the balances against them. */
  revolvingLimit: number
  revolvingUsed: number
}

/**
 * Whose category an account is. What real estate secures is a mortgage whatever its form, a debt
 * in collection is `Other`, and the rest goes by the form of the account.
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

/** Adds up the lines of one borrower. Accounts opened since `recentMonth` are recent. */
export function tallyLines(lines: readonly Line[], borrower: number, recentMonth: number): Tallies {
  const tallies = noTallies()
  for (const { liability, ownerships, contributors } of lines) {
    const ownership = ownerships[borrower]
    if (ownership === undefined) continue
    const category = categoryOf(liability)
    addTo(tallies.categories[category], liability)
    addTo(tallies.categories.Total, liability)
    addMarks(tallies, liability, ownership)
    addHarm(tallies, liability)
    addDates(tallies, liability, recentMonth)
    if (category === 'Revolving') addRevolving(tallies, liability)
    if (contributors.length > 1) tallies.merged += 1
  }
  return tallies
}

function noTally(): Tally {
  return {
    accounts: 0,
    open: 0,
    closed: 0,
    unrated: 0,
    balance: 0,
    payment: 0,
    highCredit: 0,
    pastDue: 0,
    late30Current: 0,
    late60Current: 0,
    late90Current: 0,
    late30Historical: 0,
    late60Historical: 0,
    late90Historical: 0,
  }
}

function noTallies(): Tallies {
  return {
    categories: {
      Mortgage: noTally(),
      Installment: noTally(),
      Revolving: noTally(),
      Open: noTally(),
      Other: noTally(),
      Total: noTally(),
    },
    asAgreed: 0,
    lateNow: 0,
    lateEver: 0,
    derogatory: 0,
    collections: 0,
    collectionBalance: 0,
    chargeOffs: 0,
    repossessions: 0,
    bankruptcies: 0,
    disputed: 0,
    counselled: 0,
    authorisedUser: 0,
    joint: 0,
    merged: 0,
    openedRecently: 0,
    oldest: undefined,
    newest: undefined,
    highestHighCredit: 0,
    lowestHighCredit: undefined,
    revolvingLimit: 0,
    revolvingUsed: 0,
  }
}

type Account = Line['liability']

function addTo(tally: Tally, account: Account): void {
  tally.accounts += 1
  if (isOpen(account)) tally.open += 1
  else tally.closed += 1
  tally.balance += account._UnpaidBalanceAmount ?? 0
  tally.payment += account._MonthlyPaymentAmount ?? 0
  tally.highCredit += account._HighCreditAmount ?? 0
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
  if (account.CreditCounselingIndicator) tallies.counselled += 1
  if (account._DerogatoryDataIndicator) tallies.derogatory += 1
  if (ownership === 'AuthorizedUser') tallies.authorisedUser += 1
  if (ownership === 'JointContractualLiability' || ownership === 'JointParticipating') {
    tallies.joint += 1
  }
}

/** How the account is or ended, by its present and its worst rating. */
function addHarm(tallies: Tallies, account: Account): void {
  const now = account._CURRENT_RATING?._Type ?? 'NoDataAvailable'
  const worst = account._HIGHEST_ADVERSE_RATING?._Type
  if (now === 'AsAgreed') tallies.asAgreed += 1
  if (now.startsWith('Late')) tallies.lateNow += 1
  if (worst !== undefined) tallies.lateEver += 1
  if (isCollection(account) || now === 'Collection') {
    tallies.collections += 1
    tallies.collectionBalance += account._UnpaidBalanceAmount ?? 0
  } else if (now === 'ChargeOff' || now === 'CollectionOrChargeOff') tallies.chargeOffs += 1
  if (worst === 'Repossession' || worst === 'Foreclosure' || worst === 'ForeclosureOrRepossession')
    tallies.repossessions += 1
  if (now === 'BankruptcyOrWageEarnerPlan' || now === 'WageEarnerPlan') tallies.bankruptcies += 1
}

function addDates(tallies: Tallies, account: Account, recentMonth: number): void {
  const opened = account._AccountOpenedDate
  tallies.oldest = earlier(tallies.oldest, opened)
  tallies.newest = later(tallies.newest, opened)
  if ((monthOf(opened) ?? 0) >= recentMonth) tallies.openedRecently += 1
  const credit = account._HighCreditAmount
  if (credit === undefined) return
  tallies.highestHighCredit = Math.max(tallies.highestHighCredit, credit)
  tallies.lowestHighCredit = Math.min(tallies.lowestHighCredit ?? credit, credit)
}

function addRevolving(tallies: Tallies, account: Account): void {
  const limit = account._CreditLimitAmount
  if (!isOpen(account) || limit === undefined) return
  tallies.revolvingLimit += limit
  tallies.revolvingUsed += account._UnpaidBalanceAmount ?? 0
}
