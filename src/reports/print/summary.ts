/** The report at a glance: accounts by kind, and the figures of each borrower. */
import type { SummaryValue } from '../../documents/response.ts'
import type { Liability } from '../../documents/tradelines.ts'
import type { Report } from '../report.ts'
import { CATEGORIES, categoryOf } from '../tallies.ts'
import { isCollected } from './accounts.ts'
import {
  type Block,
  type Box,
  type Column,
  cell,
  type Fact,
  fact,
  heading,
  paragraph,
  type Row,
  row,
  type Section,
  section,
} from './page.ts'
import { date, dollars, figureWords, grouped, whose, words } from './wording.ts'

// biome-ignore format: a table
const MATRIX: readonly Column[] = [
  { titles: ['Accounts'],     share: 20, align: 'left', lead: true },
  { titles: ['Number'],       share: 10, align: 'right' },
  { titles: ['Open'],         share: 10, align: 'right' },
  { titles: ['With balance'], share: 13, align: 'right' },
  { titles: ['High credit'],  share: 15, align: 'right' },
  { titles: ['Limit'],        share: 15, align: 'right' },
  { titles: ['Balance'],      share: 15, align: 'right' },
  { titles: ['Payment'],      share: 14, align: 'right' },
  { titles: ['Past due'],     share: 14, align: 'right' },
  { titles: ['Late 30'],      share: 10, align: 'right' },
  { titles: ['Late 60'],      share: 10, align: 'right' },
  { titles: ['Late 90+'],     share: 10, align: 'right' },
]

/** Accounts by kind with their sums, what stands out, and each borrower's figures. */
export function summary(report: Report): Section {
  const groups = Map.groupBy(report.liabilities, categoryOf)
  const kinds = CATEGORIES.flatMap((category) => {
    const members = category === 'Total' ? undefined : groups.get(category)
    return members === undefined ? [] : [[words(category), members] as const]
  })
  const rows = [
    ...kinds.map(([kind, accounts]) => matrixRow(kind, accounts)),
    matrixRow('All accounts', report.liabilities),
  ]
  return section('Summary', [
    { kind: 'boxes', across: 4, boxes: glance(report.liabilities) },
    { kind: 'table', columns: MATRIX, rows },
    { kind: 'facts', columns: 4, facts: highlights(report) },
  ])
}

/** Each borrower's figures in full, as the XML has them; none, no section. */
export function allFigures(report: Report): Section[] {
  if (report.summaries.length === 0) return []
  return [
    section(
      'Figures by borrower',
      report.summaries.flatMap((each) => figures(report, each)),
    ),
  ]
}

/** What is asked of a report first: what is owed, what it takes a month, and whether it is paid. */
function glance(accounts: readonly Liability[]): Box[] {
  const sum = (amount: (account: Liability) => number | undefined) =>
    accounts.reduce((total, account) => total + (amount(account) ?? 0), 0)
  const days30 = sum((account) => account._LATE_COUNT?._30Days)
  const days60 = sum((account) => account._LATE_COUNT?._60Days)
  const days90 = sum((account) => account._LATE_COUNT?._90Days)
  const late = days30 + days60 + days90
  const pastDue = sum((account) => account._PastDueAmount)
  const open = accounts.filter((account) => account._AccountStatusType === 'Open').length
  const owing = accounts.filter((account) => (account._UnpaidBalanceAmount ?? 0) > 0).length
  const behind = accounts.filter((account) => (account._PastDueAmount ?? 0) > 0).length
  const payments = dollars(sum((account) => account._MonthlyPaymentAmount))
  const balance = dollars(sum((account) => account._UnpaidBalanceAmount))
  const counts = `30 days: ${days30} · 60 days: ${days60} · 90 or more: ${days90}`
  return [
    glanceBox('Monthly payments', payments, `${grouped(open)} open`),
    glanceBox('Balance', balance, `${grouped(owing)} with a balance`),
    glanceBox('Late payments', grouped(late), late === 0 ? 'none reported' : counts, late > 0),
    glanceBox('Past due', dollars(pastDue), `${grouped(behind)} behind`, pastDue > 0),
  ]
}

function glanceBox(title: string, figure: string, text: string, alert = false): Box {
  return {
    title,
    subtitle: '',
    figure,
    tone: alert ? 'alert' : 'plain',
    lines: [{ text, tone: alert ? 'plain' : 'muted' }],
  }
}

function matrixRow(kind: string, accounts: readonly Liability[]): Row {
  const sum = (amount: (account: Liability) => number | undefined) =>
    accounts.reduce((total, account) => total + (amount(account) ?? 0), 0)
  const open = accounts.filter((account) => account._AccountStatusType === 'Open')
  const owing = accounts.filter((account) => (account._UnpaidBalanceAmount ?? 0) > 0)
  const pastDue = sum((account) => account._PastDueAmount)
  return row([
    cell(kind),
    cell(grouped(accounts.length)),
    cell(grouped(open.length)),
    cell(grouped(owing.length)),
    cell(dollars(sum((account) => account._HighCreditAmount))),
    cell(dollars(sum((account) => account._CreditLimitAmount))),
    cell(dollars(sum((account) => account._UnpaidBalanceAmount))),
    cell(dollars(sum((account) => account._MonthlyPaymentAmount))),
    cell(dollars(pastDue), pastDue > 0 ? 'alert' : 'plain'),
    ...(['_30Days', '_60Days', '_90Days'] as const).map((days) => {
      const late = sum((account) => account._LATE_COUNT?.[days])
      return cell(grouped(late), late > 0 ? 'alert' : 'plain')
    }),
  ])
}

function highlights(report: Report): Fact[] {
  const { liabilities } = report
  const opened = liabilities
    .map((account) => account._AccountOpenedDate ?? '')
    .filter((opening) => opening !== '')
    .sort()
  const many = (accounts: readonly unknown[]) => grouped(accounts.length)
  const besides = [
    fact('Inquiries', many(report.inquiries)),
    fact('Public records', many(report.publicRecords)),
    fact('Collections', many(liabilities.filter(isCollected))),
    fact('Use of revolving limits', utilisation(liabilities)),
  ]
  return [
    fact('Oldest account', date(opened[0]) || 'none'),
    fact('Derogatory', many(liabilities.filter((account) => account._DerogatoryDataIndicator))),
    fact('Disputed', many(liabilities.filter((account) => account._ConsumerDisputeIndicator))),
    ...(report.mortgagesOnly ? [] : besides),
  ]
}

function utilisation(accounts: readonly Liability[]): string {
  const limited = accounts.filter(
    (account) =>
      account._AccountType === 'Revolving' &&
      account._AccountStatusType === 'Open' &&
      (account._CreditLimitAmount ?? 0) > 0,
  )
  const limit = limited.reduce((sum, account) => sum + (account._CreditLimitAmount ?? 0), 0)
  const used = limited.reduce((sum, account) => sum + (account._UnpaidBalanceAmount ?? 0), 0)
  return limit === 0 ? 'none open' : `${Math.round((used * 100) / limit)} %`
}

function figures(report: Report, each: SummaryValue): Block[] {
  const sets = (each._DATA_SET ?? []).filter((set) => !EMPTY_FIGURE.test(set._Value))
  const letters = whose(report, each.BorrowerID ?? '')
  const name = `${figureWords(each._Name)}${letters === '' ? '' : ` (${letters})`}`
  const facts = sets.map((set) => fact(figureWords(set._Name), figureValue(set._Value)))
  return [
    heading(`${name}: figures other than 0`),
    facts.length === 0
      ? paragraph('None.', { tone: 'muted' })
      : { kind: 'facts', columns: 3, facts },
  ]
}
const EMPTY_FIGURE = /^0*$/

function figureValue(value: string): string {
  return /^\d{1,15}$/.test(value) ? grouped(Number(value)) : date(value)
}
