/**
 * Computes a score from a credit file by an additive scorecard: every characteristic loses points
 * against the best file there could be, and the reasons given are those that lost most.
 */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { FactorValue } from '../../documents/tables/response.ts'
import type { CreditFile, FileAccount, FileScore } from '../bureau.ts'
import { MORTGAGE_SCORE_MODELS } from '../score-models.ts'
import { dayText, type Moment, monthOfText } from './calendar.ts'

// The scorecard of the simulated bureaus: the reasons for which points are lost. It is ours, and
// resembles the known models in range, order of weight and reasons.

// biome-ignore format: a table
const FACTORS = {
  //                Equifax  Experian  TransUnion
  seriousLateness:  ['00039', '39', '039', 'Account 90 or more days late'],
  derogatory:       ['00040', '40', '040', 'Bankruptcy, collection or charged-off account'],
  recentLateness:   ['00013', '13', '013', 'Time since a late payment'],
  lateAccounts:     ['00018', '18', '018', 'Number of accounts paid late'],
  pastDue:          ['00021', '21', '021', 'Amounts past due'],
  utilization:      ['00010', '10', '010', 'Balances in proportion to card limits'],
  revolvingBalance: ['00011', '11', '011', 'Total balance of revolving accounts'],
  withBalances:     ['00005', '05', '005', 'Number of accounts with balances'],
  loanBalances:     ['00033', '33', '003', 'Loan balances in proportion to original amounts'],
  age:              ['00014', '14', '014', 'Length of time accounts have been open'],
  revolvingAge:     ['00012', '12', '012', 'Length of time revolving accounts have been open'],
  inquiries:        ['00008', '08', '008', 'Number of inquiries in the last 12 months'],
  newAccounts:      ['00009', '09', '009', 'Number of recently opened accounts'],
  newest:           ['00030', '30', '030', 'Time since the newest account was opened'],
  noInstallment:    ['00032', '32', '004', 'Lack of an open installment loan'],
  noRevolving:      ['00016', '15', '016', 'Lack of an open revolving account'],
  established:      ['00028', '28', '028', 'Number of established accounts'],
} as const satisfies Record<string, readonly [string, string, string, string]>

/** The name of a reason for which points are lost. */
export type FactorName = keyof typeof FACTORS

const COLUMNS = { Equifax: 0, Experian: 1, TransUnion: 2 } as const

/** A reason as the bureau codes it. */
export function factorOf(name: FactorName, bureau: BureauName): FactorValue {
  const row = FACTORS[name]
  return { _Code: row[COLUMNS[bureau]], _Text: row[3] }
}

/** The parts of a file that a score is computed from. */
export type ScoredContent = Pick<CreditFile, 'alerts' | 'accounts' | 'publicRecords' | 'inquiries'>

type ExclusionReason = NonNullable<FileScore['exclusionReason']>

type Losses = Record<FactorName, number>

/** Months since the month of a date. */
type Age = (date: string | undefined) => number

const ageIn =
  (moment: Moment): Age =>
  (date) =>
    date === undefined ? 0 : Math.max(0, moment.month - monthOfText(moment, date))

/** A value on a line through points, flat before the first and after the last. */
function interpolated(points: readonly (readonly [number, number])[], at: number): number {
  let [x0, y0] = points[0] ?? [0, 0]
  for (const [x, y] of points) {
    if (at <= x) return x === x0 ? y : y0 + ((y - y0) * (at - x0)) / (x - x0)
    ;[x0, y0] = [x, y]
  }
  return y0
}

// biome-ignore format: points
const FADING_POINTS = [[0, 1], [6, 1], [24, 0.65], [48, 0.35], [84, 0.15]] as const
const FADED_MONTHS = 84

/** Share of the full loss that remains after so many months. */
const FADING = Array.from({ length: FADED_MONTHS + 1 }, (_, months) =>
  interpolated(FADING_POINTS, months),
)

const fading = (months: number) => FADING[Math.min(FADED_MONTHS, Math.floor(months))] ?? 0

/** Points lost by the share of limits in use. */
// biome-ignore format: points
const UTILIZATION = [[0, 0], [0.05, 4], [0.1, 12], [0.3, 46], [0.5, 76], [0.75, 105], [1, 130]] as const

/**
 * Points lost for the freshest late month, by its character in the payment pattern. A serious month
 * loses in both tables, so that a month that turns worse never loses less.
 */
const LATE_POINTS: Readonly<Record<string, number>> = { 1: 45, 2: 70, 3: 70, 4: 70, 5: 70, 6: 70 }
const SERIOUS_POINTS: Readonly<Record<string, number>> = { 3: 55, 4: 68, 5: 76, 6: 84 }

/** What late months lose by their age; charge-offs and the like lose elsewhere. */
function loseByPattern(losses: Losses, pattern: string, monthsOld: number): void {
  if (!/[1-9]/.test(pattern)) return
  losses.lateAccounts += 9
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index] as string
    if (character === 'C' || character === 'X') continue
    const share = fading(index + monthsOld)
    const late = (LATE_POINTS[character] ?? 0) * share
    const serious = (SERIOUS_POINTS[character] ?? 0) * share
    if (late > losses.recentLateness) losses.recentLateness = late
    if (serious > losses.seriousLateness) losses.seriousLateness = serious
  }
}

function derogatoryLossOf(account: FileAccount, age: Age): number {
  const rating = account._CURRENT_RATING?._Type
  if (rating === 'Collection') {
    const paid = account._AccountStatusType === 'Paid' ? 0.8 : 1
    return 85 * paid * fading(age(account._AccountOpenedDate))
  }
  if (rating === 'ChargeOff') return 120 * fading(age(account._ChargeOffDate))
  if (rating === 'Repossession' || rating === 'Foreclosure') {
    return 120 * fading(age(account._AccountClosedDate))
  }
  return 0
}

function loseByDelinquency({ accounts, publicRecords }: ScoredContent, age: Age, losses: Losses) {
  const derogatory: number[] = []
  for (const account of accounts) {
    const pattern = account._PAYMENT_PATTERN?._Data ?? ''
    loseByPattern(losses, pattern, age(account._PAYMENT_PATTERN?._StartDate))
    losses.pastDue += Math.min(30, (account._PastDueAmount ?? 0) / 40)
    const loss = derogatoryLossOf(account, age)
    if (loss > 0) derogatory.push(loss)
  }
  for (const record of publicRecords) derogatory.push(150 * fading(age(record._FiledDate) / 1.4))
  losses.lateAccounts = Math.min(54, losses.lateAccounts)
  losses.pastDue = Math.min(30, losses.pastDue)
  const worst = Math.max(0, ...derogatory)
  losses.derogatory = worst + Math.min(50, (derogatory.reduce((a, b) => a + b, 0) - worst) * 0.2)
}

function isRevolving({ _AccountType }: FileAccount): boolean {
  return _AccountType === 'Revolving' || _AccountType === 'CreditLine'
}

function loseByDebt({ accounts }: ScoredContent, losses: Losses): void {
  const owed = { revolving: 0, limits: 0, loans: 0, originals: 0, withBalance: 0 }
  for (const account of accounts) {
    const balance = account._UnpaidBalanceAmount ?? 0
    if (balance > 0) owed.withBalance++
    if (account._AccountStatusType !== 'Open') continue
    const high = account._HighCreditAmount ?? 0
    // A line secured by a home is judged by its age and presence, not by its use.
    if (account._AccountType === 'Revolving') {
      owed.revolving += balance
      owed.limits += Math.max(account._CreditLimitAmount ?? high, balance, 1)
    } else if (account._AccountType === 'Installment') {
      owed.loans += balance
      owed.originals += Math.max(high, balance, 1)
    }
  }
  if (owed.limits > 0) losses.utilization = interpolated(UTILIZATION, owed.revolving / owed.limits)
  losses.revolvingBalance = Math.min(20, owed.revolving / 2000)
  losses.withBalances = Math.min(24, owed.withBalance * 2)
  if (owed.originals > 0) losses.loanBalances = 24 * (owed.loans / owed.originals)
}

function loseByAge({ accounts }: ScoredContent, age: Age, losses: Losses): void {
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
}

const MORTGAGES: readonly FileAccount['CreditLoanType'][] = [
  'Mortgage',
  'ConventionalRealEstateMortgage',
  'FHARealEstateMortgage',
  'VeteransAdministrationRealEstateMortgage',
]

/**
 * Inquiries of the last twelve months. Who shops for a mortgage is asked about by several lenders
 * and applies once: mortgage inquiries of one month count as one, and those of the month of the
 * score not yet. So what is ordered of a persona in the epoch's month changes no stated score.
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

function loseByNewCredit({ accounts, inquiries }: ScoredContent, age: Age, losses: Losses): void {
  let newest = Infinity
  let opened = 0
  for (const account of accounts) {
    if (account._CURRENT_RATING?._Type === 'Collection') continue
    const months = age(account._AccountOpenedDate)
    if (months < newest) newest = months
    if (months < 12) opened++
  }
  const recent = inquiryCountOf(inquiries, age)
  losses.newAccounts = Math.min(32, opened * 8)
  losses.newest = 14 * Math.max(0, 1 - newest / 24)
  losses.inquiries = Math.min(36, Math.max(0, recent - 1) * 6)
}

function loseByMix({ accounts }: ScoredContent, losses: Losses): void {
  const open = accounts.filter(({ _AccountStatusType }) => _AccountStatusType === 'Open')
  if (!open.some(({ _AccountType }) => _AccountType === 'Installment')) losses.noInstallment = 14
  if (!open.some(isRevolving)) losses.noRevolving = 26
}

/** Points lost, by reason. */
function lossesOf(content: ScoredContent, moment: Moment): Losses {
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
  const age = ageIn(moment)
  loseByDelinquency(content, age, losses)
  loseByDebt(content, losses)
  loseByAge(content, age, losses)
  loseByNewCredit(content, age, losses)
  loseByMix(content, losses)
  return losses
}

/** Why a file cannot be scored: at least one account must be six months old, and one be current. */
function exclusionOf(content: ScoredContent, moment: Moment): FileScore['exclusionReason'] {
  if (content.alerts.some(({ _CategoryType }) => _CategoryType === 'DeathClaim')) {
    return 'NotScoredSubjectDeceased'
  }
  const age = ageIn(moment)
  const own = content.accounts.filter(
    ({ _CURRENT_RATING }) => _CURRENT_RATING?._Type !== 'Collection',
  )
  if (!own.some(({ _AccountOpenedDate }) => age(_AccountOpenedDate) >= 6)) {
    return 'NotScoredInsufficientCredit'
  }
  return own.some(({ _AccountReportedDate }) => age(_AccountReportedDate) < 6)
    ? undefined
    : 'NotScoredNoRecentAccountInformation'
}

/** The reasons that cost most, the weightiest first. */
function weightiest(losses: Losses): readonly FactorName[] {
  return (Object.entries(losses) as [FactorName, number][])
    .filter(([, loss]) => loss >= 0.5)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([name]) => name)
}

/** Later points weigh less, so that no score falls out of the model's range. */
function damped(lost: number, range: number): number {
  return range * (1 - Math.exp(-lost / range))
}

/** A score that the bureau does not give after all, and why. */
export function withoutScore(
  { model, date }: FileScore,
  exclusionReason: ExclusionReason,
): FileScore {
  return { model, exclusionReason, factors: [], inquiriesLowered: false, date }
}

/** The score of a file, or why there is none. */
export function scoreOf(content: ScoredContent, bureau: BureauName, moment: Moment): FileScore {
  const { model, minimum, maximum } = MORTGAGE_SCORE_MODELS[bureau]
  const date = dayText(moment, moment.month, moment.day)
  const exclusionReason = exclusionOf(content, moment)
  if (exclusionReason !== undefined) {
    return { model, exclusionReason, factors: [], inquiriesLowered: false, date }
  }
  const losses = lossesOf(content, moment)
  let lost = 0
  for (const name in losses) lost += losses[name as FactorName]
  return {
    model,
    value: Math.round(maximum - damped(lost, maximum - minimum)),
    factors: weightiest(losses).map((name) => factorOf(name, bureau)),
    inquiriesLowered: losses.inquiries > 0,
    date,
  }
}
