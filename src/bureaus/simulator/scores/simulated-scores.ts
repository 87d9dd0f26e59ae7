/**
 * Computes a score from a credit file by an additive scorecard: every characteristic loses points
 * against the best file there could be, and the reasons given are those that lost most.
 */
import type { BureauName } from '../../../documents/tables/enumerations.ts'
import type { FactorValue } from '../../../documents/tables/response.ts'
import type { CreditFile, FileAccount, FilePublicRecord, FileScore } from '../../bureau.ts'
import { MORTGAGE_SCORE_MODELS } from '../../score-models.ts'
import { dayText, type Moment, monthOfText } from '../calendar.ts'

// The scorecard of the simulated bureaus: the reasons for which points are lost. It is ours, and
// resembles the known models in range, order of weight and reasons.

// biome-ignore format: a table
export const FACTORS = {
  //                Equifax  Experian  TransUnion
  seriousAndRecord: ['00038', '38', '038', 'Serious delinquency, and a public record or collection'],
  seriousLateness:  ['00039', '39', '039', 'Serious delinquency'],
  derogatory:       ['00040', '40', '040', 'Public record or collection'],
  recentRecord:     ['00020', '20', '020', 'Time since a public record or collection'],
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
function factorOf(name: FactorName, bureau: BureauName): FactorValue {
  const row = FACTORS[name]
  return { _Code: row[COLUMNS[bureau]], _Text: row[3] }
}

/** The parts of a file that a score is computed from. */
export type ScoredContent = Pick<CreditFile, 'alerts' | 'accounts' | 'publicRecords' | 'inquiries'>

type ExclusionReason = NonNullable<FileScore['exclusionReason']>

/** Points lost. Records and serious lateness lose by their own rules, and share their reasons. */
export type Losses = Record<Exclude<FactorName, 'seriousAndRecord' | 'recentRecord'>, number>

/** What of a file decides whether a reason is true of it. */
interface Facts {
  /** Months since the latest payment 30 to 180 days late. */
  latestLate: number
  lateAccounts: number
  /** Accounts 90 or more days late or lost, collections left aside. */
  seriousAccounts: number
  collections: number
  records: number
  /** Months since the latest public record or collection. */
  latestRecord: number
  withBalance: number
  /** Share of limits in use, of cards that state a limit. */
  utilization: number
  loanShare: number
  oldest: number
  averageAge: number
  /** Undefined without any revolving account. */
  oldestRevolving: number | undefined
  established: number
  openedInYear: number
  newest: number
}

/** Serious lateness with a record or a collection, or a collection with a record. */
function isSeriousAndRecord({ seriousAccounts, latestRecord, collections, records }: Facts) {
  return (seriousAccounts > 0 && latestRecord < Infinity) || (collections > 0 && records > 0)
}

/** When each reason is true of a file: the thresholds below which nobody would give it. */
const IS_TRUE: Readonly<Record<FactorName, (facts: Facts) => boolean>> = {
  seriousAndRecord: isSeriousAndRecord,
  seriousLateness: ({ seriousAccounts, latestRecord }) =>
    seriousAccounts > 0 && latestRecord === Infinity,
  derogatory: (facts) => facts.latestRecord < Infinity && !isSeriousAndRecord(facts),
  recentRecord: ({ latestRecord }) => latestRecord <= 60,
  recentLateness: ({ latestLate }) => latestLate <= 24,
  lateAccounts: ({ lateAccounts }) => lateAccounts >= 3,
  pastDue: () => true,
  utilization: ({ utilization }) => utilization >= 0.1,
  revolvingBalance: ({ utilization }) => utilization >= 0.1,
  withBalances: ({ withBalance }) => withBalance >= 3,
  loanBalances: ({ loanShare }) => loanShare >= 0.2,
  age: ({ oldest, averageAge }) => oldest < 120 || averageAge < 60,
  revolvingAge: ({ oldestRevolving }) => oldestRevolving !== undefined && oldestRevolving < 120,
  inquiries: () => true,
  newAccounts: ({ openedInYear }) => openedInYear >= 2,
  newest: ({ newest }) => newest <= 12,
  noInstallment: () => true,
  noRevolving: () => true,
  established: ({ established }) => established < 4,
}

/** Months since the month of a date. */
type Age = (date: string | undefined) => number

export const ageIn =
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

/** A scorecard as it is filled in for a file. */
export interface Card {
  readonly losses: Losses
  readonly facts: Facts
}

/** What late months lose by their age; charge-offs and the like lose elsewhere. */
function loseByPattern({ losses, facts }: Card, pattern: string, monthsOld: number): void {
  if (!/[1-9]/.test(pattern)) return
  losses.lateAccounts += 9
  facts.lateAccounts++
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

function derogatoryLossOf(account: FileAccount, age: Age): number {
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

/** A bankruptcy loses most, and what is owed more than what was paid. */
function recordLossOf({ _Type, _PaidDate }: FilePublicRecord): number {
  if (_Type.startsWith('Bankruptcy')) return 150
  return _PaidDate === undefined ? 110 : 80
}

export function isCollection({ CreditLoanType }: FileAccount): boolean {
  return CreditLoanType === 'Collection'
}

function noteSerious(facts: Facts, account: FileAccount, age: Age): void {
  if (isCollection(account)) {
    facts.collections++
    facts.latestRecord = Math.min(facts.latestRecord, age(account._AccountOpenedDate))
  } else if (/[3-9]/.test(account._PAYMENT_PATTERN?._Data ?? '')) facts.seriousAccounts++
}

function loseByDelinquency({ accounts, publicRecords }: ScoredContent, age: Age, card: Card) {
  const { losses, facts } = card
  const derogatory: number[] = []
  for (const account of accounts) {
    const pattern = account._PAYMENT_PATTERN?._Data ?? ''
    loseByPattern(card, pattern, age(account._PAYMENT_PATTERN?._StartDate))
    noteSerious(facts, account, age)
    losses.pastDue += Math.min(30, (account._PastDueAmount ?? 0) / 40)
    const loss = derogatoryLossOf(account, age)
    if (loss > 0) derogatory.push(loss)
  }
  for (const record of publicRecords) {
    if (!record._DerogatoryDataIndicator) continue
    derogatory.push(recordLossOf(record) * fading(age(record._FiledDate) / 1.4))
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

/** What is owed on the accounts of a file. */
const NOTHING_OWED = {
  revolving: 0,
  limits: 0,
  /** Of cards that state a limit: what is owed, and the limit. */
  againstStated: 0,
  stated: 0,
  loans: 0,
  originals: 0,
  /** The same of loans that were reported of late. */
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
  // A line secured by a home is judged by its age and presence, not by its use.
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
    // What is owed on a loan changes little from a report to the next.
    if (months <= 2) {
      owed.freshLoans += balance
      owed.freshOriginals += Math.max(high, balance, 1)
    }
  }
}

function loseByDebt({ accounts }: ScoredContent, age: Age, { losses, facts }: Card): void {
  const owed = { ...NOTHING_OWED }
  for (const account of accounts) {
    const balance = account._UnpaidBalanceAmount ?? 0
    // What is paid under a plan of a court counts as the bankruptcy that it is.
    const counts = balance > 0 && account._CURRENT_RATING?._Code !== '7'
    if (counts) owed.withBalance++
    // A reason rests on what is reported now: an old report may not have heard of the closing.
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

function loseByAge({ accounts }: ScoredContent, age: Age, { losses, facts }: Card): void {
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

function loseByNewCredit({ accounts, inquiries }: ScoredContent, age: Age, card: Card): void {
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

function loseByMix({ accounts }: ScoredContent, losses: Losses): void {
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

/** Points lost, by reason, and what decides whether a reason is given. */
export function cardOf(content: ScoredContent, moment: Moment): Card {
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
  loseByDelinquency(content, age, card)
  loseByDebt(content, age, card)
  loseByAge(content, age, card)
  loseByNewCredit(content, age, card)
  loseByMix(content, losses)
  return card
}

/** Why a file cannot be scored: at least one account must be six months old, and one be current. */
export function exclusionOf(content: ScoredContent, moment: Moment): FileScore['exclusionReason'] {
  if (content.alerts.some(({ _CategoryType }) => _CategoryType === 'DeathClaim')) {
    return 'NotScoredSubjectDeceased'
  }
  const age = ageIn(moment)
  const own = content.accounts.filter((account) => !isCollection(account))
  if (!own.some(({ _AccountOpenedDate }) => age(_AccountOpenedDate) >= 6)) {
    return 'NotScoredInsufficientCredit'
  }
  return own.some(({ _AccountReportedDate }) => age(_AccountReportedDate) < 6)
    ? undefined
    : 'NotScoredNoRecentAccountInformation'
}

/** Lateness and records are one reason where a file has both; how recent a record is, another. */
function sharedReasons({ losses, facts }: Card): Partial<Record<FactorName, number>> {
  const { derogatory, seriousLateness } = losses
  if (facts.latestRecord === Infinity) return { seriousLateness: seriousLateness + derogatory }
  return {
    seriousAndRecord: seriousLateness + 0.6 * derogatory,
    derogatory: 0.6 * derogatory,
    recentRecord: 0.4 * derogatory,
  }
}

/** The true reasons that cost most, the weightiest first. */
export function weightiest(card: Card): readonly FactorName[] {
  const lost = { ...card.losses, seriousLateness: 0, derogatory: 0, ...sharedReasons(card) }
  return (Object.entries(lost) as [FactorName, number][])
    .filter(([name, loss]) => loss >= 0.5 && IS_TRUE[name](card.facts))
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([name]) => name)
}

/** Later points weigh less, so that no score falls out of the model's range. */
export function damped(lost: number, range: number): number {
  return range * (1 - Math.exp(-lost / range))
}

/** A score that the bureau does not give after all, and why. */
export function withoutScore(
  { model, description, date }: FileScore,
  exclusionReason: ExclusionReason,
): FileScore {
  return { model, description, exclusionReason, factors: [], inquiriesLowered: false, date }
}

/** The score of a file, or why there is none. */
export function scoreOf(
  content: ScoredContent,
  bureau: BureauName,
  moment: Moment,
  shift = 0,
): FileScore {
  const { model, minimum, maximum } = MORTGAGE_SCORE_MODELS[bureau]
  const date = dayText(moment, moment.month, moment.day)
  const exclusionReason = exclusionOf(content, moment)
  if (exclusionReason !== undefined) {
    return { model, exclusionReason, factors: [], inquiriesLowered: false, date }
  }
  const card = cardOf(content, moment)
  const { losses } = card
  let lost = 0
  for (const name in losses) lost += losses[name as keyof Losses]
  const reasons = weightiest(card)
  return {
    model,
    value: Math.min(
      maximum,
      Math.max(minimum, Math.round(maximum - damped(lost, maximum - minimum)) + shift),
    ),
    factors: reasons.map((name) => factorOf(name, bureau)),
    // The flag adds the reason where it is not among the four (FCRA 609(f)(9)).
    inquiriesLowered: losses.inquiries > 0 && !reasons.includes('inquiries'),
    date,
  }
}
