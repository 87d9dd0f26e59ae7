/**
 * Fills in the scorecard for a file: the points that each characteristic loses compared with the
 * best possible file.
 */
import type { CreditFile, FileAccount, FilePublicRecord } from '../../bureau.ts'
import { type Moment, monthOfText } from '../calendar.ts'
import type { Facts, FilledScorecard, Losses } from './score-reasons.ts'

/** The parts of a file from which a score is computed. */
export type ScoredContent = Pick<CreditFile, 'alerts' | 'accounts' | 'publicRecords' | 'inquiries'>

/** Returns the months since the month of a date. */
type Age = (date: string | undefined) => number

/** Returns a function for the age of a file's dates in months. An absent date has the age 0. */
export const ageIn =
  (moment: Moment): Age =>
  (date) =>
    date === undefined ? 0 : Math.max(0, moment.month - monthOfText(moment, date))

/** Interpolates linearly between points, and is constant before the first and after the last. */
function interpolated(points: readonly (readonly [number, number])[], at: number): number {
  let [x0, y0] = points[0] ?? [0, 0]
  for (const [x, y] of points) {
    if (at <= x) return x === x0 ? y : y0 + ((y - y0) * (at - x0)) / (x - x0)
    ;[x0, y0] = [x, y]
  }
  return y0
}

/**
 * Pairs of months and fraction: a late payment counts in full for half a year, and 15% after seven
 * years.
 */
// biome-ignore format: points
const FADING_POINTS = [[0, 1], [6, 1], [24, 0.65], [48, 0.35], [84, 0.15]] as const
const FADED_MONTHS = 84

/** The fraction of the full loss that remains, by months. */
const FADING = Array.from({ length: FADED_MONTHS + 1 }, (_, months) =>
  interpolated(FADING_POINTS, months),
)

const fading = (months: number) => FADING[Math.min(FADED_MONTHS, Math.floor(months))] ?? 0

/** Points lost by utilization of limits. */
// biome-ignore format: points
const UTILIZATION = [[0, 0], [0.05, 4], [0.1, 12], [0.3, 46], [0.5, 76], [0.75, 105], [1, 130]] as const

/**
 * Points lost for a late month, by its character in the payment pattern. The largest loss counts,
 * after fading. A serious month loses in both tables, so that a month that turns worse never loses
 * less.
 */
const LATE_POINTS: Readonly<Record<string, number>> = { 1: 45, 2: 70, 3: 70, 4: 70, 5: 70, 6: 70 }
const SERIOUS_POINTS: Readonly<Record<string, number>> = { 3: 55, 4: 68, 5: 76, 6: 84 }

/**
 * Adds the losses of late months by their age. Charge-offs and similar ends lose points elsewhere.
 */
function deductForPattern(
  { losses, facts }: FilledScorecard,
  pattern: string,
  monthsOld: number,
): void {
  if (!/[1-9]/.test(pattern)) return
  losses.lateAccounts += 9
  // Lost accounts and collections have reasons of their own.
  if (/[1-6]/.test(pattern)) facts.lateAccounts++
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index] as string
    if (character === 'C' || character === 'X') continue
    if (character < '7') facts.latestLate = Math.min(facts.latestLate, index + monthsOld)
    const share = fading(index + monthsOld)
    const late = (LATE_POINTS[character] ?? 0) * share
    const serious = (SERIOUS_POINTS[character] ?? 0) * share
    if (late > losses.recentLateness) losses.recentLateness = late
    if (serious > losses.seriousLateness) losses.seriousLateness = serious
  }
}

/**
 * Returns the points lost for a derogatory account. A paid collection still loses most of them, as
 * in the classic models. The newer models ignore paid collections.
 */
function derogatoryLoss(account: FileAccount, age: Age): number {
  const rating = account._CURRENT_RATING?._Type
  if (isCollection(account)) {
    const paid = account._AccountStatusType === 'Paid' ? 0.8 : 1
    return 85 * paid * fading(age(account._AccountOpenedDate))
  }
  if (rating === 'ChargeOff') return 120 * fading(age(account._ChargeOffDate))
  if (rating === 'Repossession' || rating === 'Foreclosure') {
    return 120 * fading(age(account._AccountClosedDate))
  }
  return 0
}

/**
 * Returns the points lost for a public record. A bankruptcy loses most, and an unpaid record loses
 * more than a paid one.
 */
function recordLoss({ _Type, _PaidDate }: FilePublicRecord): number {
  if (_Type.startsWith('Bankruptcy')) return 150
  return _PaidDate === undefined ? 110 : 80
}

/** Reports whether the account is a debt in collection, by its loan type. */
export function isCollection({ CreditLoanType }: FileAccount): boolean {
  return CreditLoanType === 'Collection'
}

function countSerious(facts: Facts, account: FileAccount, age: Age): void {
  if (isCollection(account)) {
    facts.collections++
    facts.latestRecord = Math.min(facts.latestRecord, age(account._AccountOpenedDate))
  } else if (/[3-9]/.test(account._PAYMENT_PATTERN?._Data ?? '')) facts.seriousAccounts++
}

function deductForDelinquency(
  { accounts, publicRecords }: ScoredContent,
  age: Age,
  card: FilledScorecard,
) {
  const { losses, facts } = card
  const derogatory: number[] = []
  for (const account of accounts) {
    const pattern = account._PAYMENT_PATTERN?._Data ?? ''
    deductForPattern(card, pattern, age(account._PAYMENT_PATTERN?._StartDate))
    countSerious(facts, account, age)
    losses.pastDue += Math.min(30, (account._PastDueAmount ?? 0) / 40)
    const loss = derogatoryLoss(account, age)
    if (loss > 0) derogatory.push(loss)
  }
  for (const record of publicRecords) {
    if (!record._DerogatoryDataIndicator) continue
    derogatory.push(recordLoss(record) * fading(age(record._FiledDate) / 1.4))
    facts.records++
    facts.latestRecord = Math.min(facts.latestRecord, age(record._FiledDate))
  }
  losses.lateAccounts = Math.min(54, losses.lateAccounts)
  losses.pastDue = Math.min(30, losses.pastDue)
  const worst = Math.max(0, ...derogatory)
  losses.derogatory = worst + Math.min(50, (derogatory.reduce((a, b) => a + b, 0) - worst) * 0.2)
}

function isRevolving({ _AccountType }: FileAccount): boolean {
  return _AccountType === 'Revolving' || _AccountType === 'CreditLine'
}

/** The debts on the accounts of a file. */
const NOTHING_OWED = {
  revolving: 0,
  limits: 0,
  /** Balances and limits of cards that report a limit. */
  againstStated: 0,
  stated: 0,
  loans: 0,
  originals: 0,
  /** The same for loans that were reported recently. */
  freshLoans: 0,
  freshOriginals: 0,
  withBalance: 0,
}

function addOpen(
  owed: typeof NOTHING_OWED,
  account: FileAccount,
  balance: number,
  months: number,
): void {
  const { _CreditLimitAmount: limit, _HighCreditAmount: high = 0 } = account
  // A line of credit secured by a home counts by its age and presence, not by its utilization.
  if (account._AccountType === 'Revolving') {
    owed.revolving += balance
    owed.limits += Math.max(limit ?? high, balance, 1)
    if (limit !== undefined && months <= 1) {
      owed.againstStated += balance
      owed.stated += limit
    }
  } else if (account._AccountType === 'Installment') {
    owed.loans += balance
    owed.originals += Math.max(high, balance, 1)
    // The balance of a loan changes little between reports.
    if (months <= 2) {
      owed.freshLoans += balance
      owed.freshOriginals += Math.max(high, balance, 1)
    }
  }
}

function deductForDebt(
  { accounts }: ScoredContent,
  age: Age,
  { losses, facts }: FilledScorecard,
): void {
  const owed = { ...NOTHING_OWED }
  for (const account of accounts) {
    const balance = account._UnpaidBalanceAmount ?? 0
    // A debt under a court's plan counts as a bankruptcy, not as a balance.
    const counts = balance > 0 && account._CURRENT_RATING?._Code !== '7'
    if (counts) owed.withBalance++
    // Reasons use only recent reports, because an old report may predate the closing.
    const months = age(account._AccountReportedDate)
    if (counts && months <= 1) facts.withBalance++
    if (account._AccountStatusType === 'Open') addOpen(owed, account, balance, months)
  }
  if (owed.limits > 0) losses.utilization = interpolated(UTILIZATION, owed.revolving / owed.limits)
  losses.revolvingBalance = Math.min(20, owed.revolving / 2000)
  losses.withBalances = Math.min(24, owed.withBalance * 2)
  if (owed.originals > 0) losses.loanBalances = 24 * (owed.loans / owed.originals)
  facts.utilization = owed.stated === 0 ? 0 : owed.againstStated / owed.stated
  facts.loanShare = owed.freshOriginals === 0 ? 0 : owed.freshLoans / owed.freshOriginals
}

/**
 * Adds the losses for short histories: the oldest account, the average age and the oldest card each
 * count.
 */
function deductForAge(
  { accounts }: ScoredContent,
  age: Age,
  { losses, facts }: FilledScorecard,
): void {
  let oldest = 0
  let oldestRevolving = 0
  let sum = 0
  let established = 0
  for (const account of accounts) {
    const months = age(account._AccountOpenedDate)
    sum += months
    if (months > oldest) oldest = months
    if (months >= 12) established++
    if (isRevolving(account) && months > oldestRevolving) oldestRevolving = months
  }
  const average = accounts.length === 0 ? 0 : sum / accounts.length
  losses.age = 34 * Math.max(0, 1 - oldest / 300) + 20 * Math.max(0, 1 - average / 120)
  losses.revolvingAge = 22 * Math.max(0, 1 - oldestRevolving / 260)
  losses.established = Math.max(0, 4 - established) * 7
  facts.oldestRevolving = accounts.some(isRevolving) ? oldestRevolving : undefined
  facts.established = established
}

/** The loan types of inquiries that people make when they shop for one mortgage. */
const MORTGAGES: readonly FileAccount['CreditLoanType'][] = [
  'Mortgage',
  'ConventionalRealEstateMortgage',
  'FHARealEstateMortgage',
  'VeteransAdministrationRealEstateMortgage',
]

/**
 * Counts the inquiries of the last twelve months. A person who shops for a mortgage asks several
 * lenders for one loan, so the mortgage inquiries of one month count as one. Those in the month of
 * the score do not count yet, so that orders for a persona in the epoch's month do not change its
 * stated scores.
 */
function inquiryCountOf(inquiries: ScoredContent['inquiries'], age: Age): number {
  const mortgageMonths = new Set<number>()
  let others = 0
  for (const { _Date, CreditLoanType } of inquiries) {
    const months = age(_Date)
    if (months >= 12) continue
    if (!MORTGAGES.includes(CreditLoanType)) others++
    else if (months > 0) mortgageMonths.add(months)
  }
  return others + mortgageMonths.size
}

function deductForNewCredit(
  { accounts, inquiries }: ScoredContent,
  age: Age,
  card: FilledScorecard,
): void {
  const { losses, facts } = card
  let newest = Infinity
  let opened = 0
  const own = { count: 0, months: 0 }
  for (const account of accounts) {
    if (isCollection(account)) continue
    const months = age(account._AccountOpenedDate)
    own.count++
    own.months += months
    if (months > facts.oldest) facts.oldest = months
    if (months < newest) newest = months
    if (months < 12) opened++
  }
  const recent = inquiryCountOf(inquiries, age)
  losses.newAccounts = Math.min(32, opened * 8)
  losses.newest = 14 * Math.max(0, 1 - newest / 24)
  losses.inquiries = Math.min(36, Math.max(0, recent - 1) * 6)
  facts.averageAge = own.count === 0 ? 0 : own.months / own.count
  facts.openedInYear = opened
  facts.newest = newest
}

/**
 * Adds the losses for missing kinds of open credit: full points need both an installment loan and
 * revolving credit.
 */
function deductForMix({ accounts }: ScoredContent, losses: Losses): void {
  const open = accounts.filter(({ _AccountStatusType }) => _AccountStatusType === 'Open')
  if (!open.some(({ _AccountType }) => _AccountType === 'Installment')) losses.noInstallment = 14
  if (!open.some(isRevolving)) losses.noRevolving = 26
}

function emptyFacts(): Facts {
  return {
    latestLate: Infinity,
    lateAccounts: 0,
    seriousAccounts: 0,
    collections: 0,
    records: 0,
    latestRecord: Infinity,
    withBalance: 0,
    utilization: 0,
    loanShare: 0,
    oldest: 0,
    averageAge: 0,
    oldestRevolving: undefined,
    established: 0,
    openedInYear: 0,
    newest: Infinity,
  }
}

/** Returns the points lost by reason, and the facts that decide whether a reason is given. */
export function fillScorecard(content: ScoredContent, moment: Moment): FilledScorecard {
  const losses: Losses = {
    seriousLateness: 0,
    derogatory: 0,
    recentLateness: 0,
    lateAccounts: 0,
    pastDue: 0,
    utilization: 0,
    revolvingBalance: 0,
    withBalances: 0,
    loanBalances: 0,
    age: 0,
    revolvingAge: 0,
    inquiries: 0,
    newAccounts: 0,
    newest: 0,
    noInstallment: 0,
    noRevolving: 0,
    established: 0,
  }
  const card = { losses, facts: emptyFacts() }
  const age = ageIn(moment)
  deductForDelinquency(content, age, card)
  deductForDebt(content, age, card)
  deductForAge(content, age, card)
  deductForNewCredit(content, age, card)
  deductForMix(content, losses)
  return card
}
