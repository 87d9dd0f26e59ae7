/** The report at a glance: accounts by kind, and the figures of each borrower. */
import { monthOf } from '../../documents/months.ts'
import type { SummaryValue } from '../../documents/tables/response.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'
import { date, dollars, grouped, words } from '../../documents/wording.ts'
import { borrowersOf } from '../../reports/compare/match-over-time.ts'
import { latePayments } from '../../reports/late-payments.ts'
import { isMortgage } from '../../reports/loan-types.ts'
import { isOpen } from '../../reports/merge/blend.ts'
import { CATEGORIES, categoryOf, limitOf } from '../../reports/merge/tallies.ts'
import { borrowerLetters, type Report } from '../../reports/report.ts'
import {
  type Column,
  cell,
  type Fact,
  fact,
  type Panel,
  paragraph,
  type Row,
  row,
  type Section,
  section,
} from '../page.ts'
import { isCollected } from './credit-accounts.ts'
import { scoreLine } from './credit-scores.ts'

// biome-ignore format: a table
const MATRIX: readonly Column[] = [
  { titles: ['Accounts'],     share: 20, align: 'left', lead: true },
  { titles: ['Number'],       share: 10, align: 'right' },
  { titles: ['Open'],         share: 10, align: 'right' },
  { titles: ['Balance > $0'], share: 13, align: 'right' },
  { titles: ['High credit'],  share: 15, align: 'right' },
  { titles: ['Limit'],        share: 15, align: 'right' },
  { titles: ['Balance'],      share: 15, align: 'right' },
  { titles: ['Payment'],      share: 14, align: 'right' },
  { titles: ['Past due'],     share: 14, align: 'right' },
  { titles: ['Late 30'],      share: 10, align: 'right' },
  { titles: ['Late 60'],      share: 10, align: 'right' },
  { titles: ['Late 90+'],     share: 10, align: 'right' },
]

/** How strongly a figure counts against a borrower. */
export const WEIGHTS = ['plain', 'warn', 'bad'] as const
type Weight = (typeof WEIGHTS)[number]

/**
 * Revolving utilization, in percent of the limits, from which it counts against the borrower, and
 * counts strongly.
 */
const UTILIZATION_WARN = 50
const UTILIZATION_BAD = 80

/**
 * Returns the panels of the summary and the revolving utilization, as the console shows them. With
 * a borrower, only the accounts of this borrower count, including joint accounts.
 */
export function consolePanels(
  report: Report,
  borrowerId?: string,
): readonly (Panel & { readonly weight: Weight })[] {
  const liabilities = borrowerId === undefined ? report.liabilities : ownedBy(report, borrowerId)
  const [share = '', amounts = ''] = utilization(liabilities).split(': ')
  const sums = sumsOf(liabilities)
  const weights: Readonly<Record<string, Weight>> = {
    [LATE_TITLE]: weightOfLates(sums, agesOf(report, liabilities)),
    [PAST_DUE_TITLE]: sums.behind > 0 ? 'bad' : 'plain',
    [UTILIZATION_TITLE]: weightOfUtilization(Number.parseInt(share, 10)),
  }
  return [
    ...figurePanels(sums, ageSums(report, liabilities)),
    figurePanel(UTILIZATION_TITLE, share, amounts === '' ? [] : [amounts]),
  ].map((panel) => ({ ...panel, weight: weights[panel.title] ?? 'plain' }))
}

/**
 * Returns the weight of late payments. A late payment in the last 12 months is `bad`; one in the 12
 * months before or at an unknown time, or an older one of 90 days or more, is `warn`.
 */
function weightOfLates({ late90 }: Sums, [months12, months24, , undated]: Ages): Weight {
  if (months12 > 0) return 'bad'
  return months24 > 0 || undated > 0 || late90 > 0 ? 'warn' : 'plain'
}

/** Returns the weight of a utilization in percent; `plain` for NaN, when there is no limit. */
function weightOfUtilization(percent: number): Weight {
  if (percent >= UTILIZATION_BAD) return 'bad'
  return percent >= UTILIZATION_WARN ? 'warn' : 'plain'
}

/**
 * Returns the figures that a reader looks for first: the debt, the monthly payments, and whether
 * they are paid.
 */
export function summary(report: Report): Section {
  const { liabilities } = report
  const mortgages = liabilities.filter(isMortgage)
  const lates = mortgages.length === 0 ? 'no mortgage' : ageSums(report, mortgages)
  return section('Summary', [
    {
      kind: 'panels',
      across: 4,
      panels: figurePanels(sumsOf(liabilities), ageSums(report, liabilities)),
    },
    {
      kind: 'line',
      facts: [...scoreFacts(report), fact('Mortgage late payments', lates), ...debts(report)],
    },
  ])
}

/** Returns the scores of each borrower, so that the first sheet shows them next to the debt. */
function scoreFacts(report: Report): Fact[] {
  return report.borrowers.flatMap(({ BorrowerID: id, _UnparsedName: name }) => {
    const line = scoreLine(report, id)
    const of = report.borrowers.length === 1 ? '' : ` of ${name}`
    return line === '' ? [] : [fact(`Scores${of}`, line, 'strong')]
  })
}

/**
 * Returns the monthly payments of each borrower if there are two. A joint account counts for both.
 */
function debts(report: Report): Fact[] {
  if (report.borrowers.length < 2) return []
  return report.borrowers.map(({ BorrowerID: id, _UnparsedName: name }) =>
    fact(`Monthly payments of ${name}`, sumText(sumsOf(ownedBy(report, id)).payment)),
  )
}

/** Returns the accounts of a borrower. A joint account belongs to each of its borrowers. */
function ownedBy({ liabilities }: Report, borrowerId: string): readonly Liability[] {
  return liabilities.filter((each) => borrowersOf(each).includes(borrowerId))
}

/** Returns the accounts by type with their sums, and the most important figures. */
export function accountsByType(report: Report): Section {
  const groups = Map.groupBy(report.liabilities, categoryOf)
  const rows: Row[] = []
  for (const category of CATEGORIES) {
    const members = category === 'Total' ? undefined : groups.get(category)
    if (members !== undefined)
      rows.push(matrixRow(words(category), members.length, sumsOf(members)))
  }
  rows.push(matrixRow('All accounts', report.liabilities.length, sumsOf(report.liabilities)))
  rows.push(...exclusionRows(report.liabilities))
  return section('Accounts by type', [
    { kind: 'table', columns: MATRIX, rows },
    { kind: 'facts', columns: 4, facts: highlights(report) },
  ])
}

const isDeferred = (account: Liability) => account.CreditLoanType === 'DeferredStudentLoan'
const isAuthorizedUser = (account: Liability) => account._AccountOwnershipType === 'AuthorizedUser'

/**
 * Returns totals without the accounts that a borrower need not pay yet (deferred) or at all
 * (authorized user). The number of excluded accounts is in parentheses.
 */
function exclusionRows(accounts: readonly Liability[]): Row[] {
  const without = (name: string, holds: (account: Liability) => boolean): Row[] => {
    const rest = accounts.filter((account) => !holds(account))
    const left = accounts.length - rest.length
    return left === 0 ? [] : [matrixRow(`Without ${name} (${left})`, rest.length, sumsOf(rest))]
  }
  const either = (account: Liability) => isDeferred(account) || isAuthorizedUser(account)
  const rows = [...without('deferred', isDeferred), ...without('authorized user', isAuthorizedUser)]
  return rows.length < 2 ? rows : [...rows, ...without('both', either)]
}

/**
 * The numbers of late payments in the last 12 months, in the 12 months before, and earlier, and of
 * those without a date.
 */
type Ages = readonly [months12: number, months24: number, older: number, undated: number]

/** Returns the late payments of several accounts by age. */
function agesOf(report: Report, accounts: readonly Liability[]): Ages {
  const month = monthOf(report.lastUpdatedAt) ?? 0
  const sums: [number, number, number, number] = [0, 0, 0, 0]
  for (const account of accounts) {
    const late = latePayments(account, month)
    sums[0] += late.months12
    sums[1] += late.months13To24
    sums[2] += late.months25AndOlder
    sums[3] += late.undated
  }
  return sums
}

/** Returns the late payments of several accounts by age, as text. */
function ageSums(report: Report, accounts: readonly Liability[]): string {
  const [months12, months24, older, undated] = agesOf(report, accounts)
  const dated = `0–12 months: ${months12} · 13–24: ${months24} · 25+: ${older}`
  return undated === 0 ? dated : `${dated} · undated: ${undated}`
}

/** The sums over several accounts. */
type Sums = ReturnType<typeof sumsOf>

const ZERO_COUNTS = {
  open: 0,
  owing: 0,
  behind: 0,
  limit: 0,
  late30: 0,
  late60: 0,
  late90: 0,
}

function sumsOf(accounts: readonly Liability[]) {
  const sums = {
    ...ZERO_COUNTS,
    highCredit: total(accounts, '_HighCreditAmount'),
    balance: total(accounts, '_UnpaidBalanceAmount'),
    payment: total(accounts, '_MonthlyPaymentAmount'),
    pastDue: total(accounts, '_PastDueAmount'),
  }
  for (const account of accounts) {
    const { _UnpaidBalanceAmount: balance = 0, _PastDueAmount: pastDue = 0 } = account
    const late = account._LATE_COUNT
    if (isOpen(account)) sums.open += 1
    if (balance > 0) sums.owing += 1
    if (pastDue > 0) sums.behind += 1
    sums.limit += limitOf(account)
    sums.late30 += late?._30Days ?? 0
    sums.late60 += late?._60Days ?? 0
    sums.late90 += late?._90Days ?? 0
  }
  return sums
}

type Amount =
  | '_HighCreditAmount'
  | '_UnpaidBalanceAmount'
  | '_MonthlyPaymentAmount'
  | '_PastDueAmount'

/** Returns the sum of the stated amounts, or undefined if no account states one. */
function total(accounts: readonly Liability[], name: Amount): number | undefined {
  let sum = accounts.length === 0 ? 0 : undefined
  for (const { [name]: amount } of accounts) {
    if (amount !== undefined) sum = (sum ?? 0) + amount
  }
  return sum
}

/** Returns a sum in dollars, or a dash if it is unknown. */
function sumText(sum: number | undefined): string {
  return sum === undefined ? '–' : dollars(sum)
}

/**
 * Returns the figures of each borrower as in the XML, side by side; no section if there are none. A
 * figure that is 0 or missing for every borrower is omitted.
 */
export function allFigures(report: Report): Section[] {
  const { summaries } = report
  if (summaries.length === 0) return []
  const sets = summaries.map(valuesByName)
  const names = new Set(sets.flatMap((each) => [...each.keys()]))
  const figures = [...names].flatMap((name) => {
    const values = sets.map((each) => figureValue(name, each.get(name) ?? ''))
    return values.every((value) => value === '' || value === '0') ? [] : [[words(name), ...values]]
  })
  const across = summaries.length === 1 ? 3 : 2
  // The table is filled column by column, so that a reader finds a figure by reading down.
  const height = Math.ceil(figures.length / across)
  const rows = Array.from({ length: height }, (_, index) =>
    row(
      Array.from({ length: across }, (__, part) => figures[index + part * height]).flatMap((each) =>
        (each ?? new Array(1 + summaries.length).fill('')).map((text) => cell(text as string)),
      ),
    ),
  )
  const letters = summaries.map(
    (each) => borrowerLetters(report, each.BorrowerID ?? '') || 'Figure',
  )
  const columns = Array.from({ length: across }, () => figureColumns(letters)).flat()
  return [
    section('Figures by borrower', [
      paragraph('Figures other than 0, as the response has them.', {
        tone: 'muted',
        size: 'small',
        leads: true,
      }),
      figures.length === 0 ? NO_FIGURES : { kind: 'table', columns, rows },
    ]),
  ]
}

function figureColumns(letters: readonly string[]): Column[] {
  return [
    // A figure of one borrower fits on one line with its name.
    { titles: ['Figure'], share: 100, align: 'left', begins: letters.length > 1 },
    ...letters.map((letter) => ({ titles: [letter], share: 46, align: 'right' }) as const),
  ]
}

function valuesByName({ _DATA_SET: sets = [] }: SummaryValue): ReadonlyMap<string, string> {
  return new Map(sets.map(({ _Name, _Value }) => [_Name, _Value]))
}

const LATE_TITLE = 'Late payments'
const PAST_DUE_TITLE = 'Past due'
const UTILIZATION_TITLE = 'Revolving utilization'

function figurePanels(all: Sums, ages: string): Panel[] {
  const late = all.late30 + all.late60 + all.late90
  const counts = `30 days: ${all.late30} · 60 days: ${all.late60} · 90 or more: ${all.late90}`
  return [
    figurePanel('Monthly payments', sumText(all.payment), [`${grouped(all.open)} open`]),
    figurePanel('Balance', sumText(all.balance), [`${grouped(all.owing)} with a balance`]),
    figurePanel(
      LATE_TITLE,
      grouped(late),
      late === 0 ? ['none reported'] : [counts, ages],
      late > 0,
    ),
    figurePanel(PAST_DUE_TITLE, sumText(all.pastDue), [pastDueText(all)], all.behind > 0),
  ]
}

function pastDueText({ behind, pastDue }: Sums): string {
  if (pastDue === undefined) return 'not reported'
  return `${grouped(behind)} ${behind === 1 ? 'account' : 'accounts'} past due`
}

function figurePanel(
  title: string,
  figure: string,
  texts: readonly string[],
  alert = false,
): Panel {
  return {
    title,
    subtitle: '',
    figure,
    tone: alert ? 'alert' : 'plain',
    lines: texts.map((text) => ({ text, tone: alert ? 'plain' : 'muted' })),
  }
}

function matrixRow(kind: string, count: number, sums: Sums): Row {
  return row([
    cell(kind),
    cell(grouped(count)),
    cell(grouped(sums.open)),
    cell(grouped(sums.owing)),
    cell(sumText(sums.highCredit)),
    cell(sums.limit === 0 ? '' : dollars(sums.limit)),
    cell(sumText(sums.balance)),
    cell(sumText(sums.payment)),
    cell(sumText(sums.pastDue), sums.behind > 0 ? 'alert' : 'plain'),
    cell(grouped(sums.late30), sums.late30 > 0 ? 'alert' : 'plain'),
    cell(grouped(sums.late60), sums.late60 > 0 ? 'alert' : 'plain'),
    cell(grouped(sums.late90), sums.late90 > 0 ? 'alert' : 'plain'),
  ])
}

function highlights(report: Report): Fact[] {
  const { liabilities } = report
  const many = (accounts: readonly unknown[]) => grouped(accounts.length)
  const besides = [
    fact('Inquiries', many(report.inquiries)),
    fact('Public records', many(report.publicRecords)),
    fact('Collections', many(liabilities.filter(isCollected))),
    fact('Revolving utilization', utilization(liabilities)),
  ]
  return [
    fact('Oldest account', date(firstOpened(liabilities)) || 'none'),
    fact('Derogatory', many(liabilities.filter((account) => account._DerogatoryDataIndicator))),
    fact('Disputed', many(liabilities.filter((account) => account._ConsumerDisputeIndicator))),
    ...(report.mortgagesOnly ? [] : besides),
  ]
}

/** Returns the date on which the oldest account was opened; empty if unknown. */
function firstOpened(accounts: readonly Liability[]): string {
  let first = ''
  for (const { _AccountOpenedDate: opened = '' } of accounts) {
    if (opened !== '' && (first === '' || opened < first)) first = opened
  }
  return first
}

/**
 * Returns the revolving utilization, as `40%: $400 of $1,000`, or the reason why there is none.
 * Only open revolving accounts with a limit count: the balance of an account without a limit would
 * raise the percentage, although no limit corresponds to it.
 */
function utilization(accounts: readonly Liability[]): string {
  const open = accounts.filter((account) => categoryOf(account) === 'Revolving' && isOpen(account))
  const limited = open.filter((account) => limitOf(account) > 0)
  const { limit, balance } = sumsOf(limited)
  if (limit === 0) return open.length === 0 ? 'none open' : 'no limit stated'
  if (balance === undefined) return 'no balance stated'
  return `${Math.round((balance * 100) / limit)}%: ${dollars(balance)} of ${dollars(limit)}`
}

const NO_FIGURES = paragraph('None.', { tone: 'muted' })

/**
 * Formats a figure: a number with thousands separators, a date (or a year only) as the report
 * writes dates, and any other text unchanged.
 */
function figureValue(name: string, value: string): string {
  const isCount = !name.endsWith('Date') && /^\d{1,15}$/.test(value)
  return isCount ? grouped(Number(value)) : date(value)
}
