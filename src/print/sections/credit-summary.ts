/** The report at a glance: accounts by kind, and the figures of each borrower. */
import type { SummaryValue } from '../../documents/tables/response.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'
import { date, dollars, grouped, words } from '../../documents/wording.ts'
import { CATEGORIES, categoryOf } from '../../reports/merge/tallies.ts'
import { type Report, whose } from '../../reports/report.ts'

import {
  type Block,
  type Column,
  cell,
  type Fact,
  fact,
  heading,
  type Panel,
  paragraph,
  type Row,
  row,
  type Section,
  section,
} from '../page.ts'
import { isCollected } from './credit-accounts.ts'

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

/** Accounts by kind with their sums, what stands out, and each borrower's figures. */
export function summary(report: Report): Section {
  const groups = Map.groupBy(report.liabilities, categoryOf)
  const rows: Row[] = []
  for (const category of CATEGORIES) {
    const members = category === 'Total' ? undefined : groups.get(category)
    if (members !== undefined)
      rows.push(matrixRow(words(category), members.length, sumsOf(members)))
  }
  const all = sumsOf(report.liabilities)
  rows.push(matrixRow('All accounts', report.liabilities.length, all))
  return section('Summary', [
    { kind: 'panels', across: 4, panels: glance(all) },
    { kind: 'table', columns: MATRIX, rows },
    { kind: 'facts', columns: 4, facts: highlights(report) },
  ])
}

/** The sums over several accounts. */
type Sums = typeof NOTHING

const NOTHING = {
  open: 0,
  owing: 0,
  behind: 0,
  highCredit: 0,
  limit: 0,
  balance: 0,
  payment: 0,
  pastDue: 0,
  late30: 0,
  late60: 0,
  late90: 0,
}

function sumsOf(accounts: readonly Liability[]): Sums {
  const sums = { ...NOTHING }
  for (const account of accounts) {
    const { _UnpaidBalanceAmount: balance = 0, _PastDueAmount: pastDue = 0 } = account
    const late = account._LATE_COUNT
    if (account._AccountStatusType === 'Open') sums.open += 1
    if (balance > 0) sums.owing += 1
    if (pastDue > 0) sums.behind += 1
    sums.highCredit += account._HighCreditAmount ?? 0
    sums.limit += account._CreditLimitAmount ?? 0
    sums.balance += balance
    sums.payment += account._MonthlyPaymentAmount ?? 0
    sums.pastDue += pastDue
    sums.late30 += late?._30Days ?? 0
    sums.late60 += late?._60Days ?? 0
    sums.late90 += late?._90Days ?? 0
  }
  return sums
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

/** What a reader looks for first: the debt, the monthly payments, and whether they are paid. */
function glance(all: Sums): Panel[] {
  const late = all.late30 + all.late60 + all.late90
  const counts = `30 days: ${all.late30} · 60 days: ${all.late60} · 90 or more: ${all.late90}`
  return [
    glanceBox('Monthly payments', dollars(all.payment), `${grouped(all.open)} open`),
    glanceBox('Balance', dollars(all.balance), `${grouped(all.owing)} with a balance`),
    glanceBox('Late payments', grouped(late), late === 0 ? 'none reported' : counts, late > 0),
    glanceBox('Past due', dollars(all.pastDue), pastDueText(all.behind), all.pastDue > 0),
  ]
}

function pastDueText(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'account' : 'accounts'} past due`
}

function glanceBox(title: string, figure: string, text: string, alert = false): Panel {
  return {
    title,
    subtitle: '',
    figure,
    tone: alert ? 'alert' : 'plain',
    lines: [{ text, tone: alert ? 'plain' : 'muted' }],
  }
}

function matrixRow(kind: string, count: number, sums: Sums): Row {
  return row([
    cell(kind),
    cell(grouped(count)),
    cell(grouped(sums.open)),
    cell(grouped(sums.owing)),
    cell(dollars(sums.highCredit)),
    cell(dollars(sums.limit)),
    cell(dollars(sums.balance)),
    cell(dollars(sums.payment)),
    cell(dollars(sums.pastDue), sums.pastDue > 0 ? 'alert' : 'plain'),
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

/** When the oldest account was opened; empty if unknown. */
function firstOpened(accounts: readonly Liability[]): string {
  let first = ''
  for (const { _AccountOpenedDate: opened = '' } of accounts) {
    if (opened !== '' && (first === '' || opened < first)) first = opened
  }
  return first
}

function utilization(accounts: readonly Liability[]): string {
  const limited = accounts.filter(
    (account) =>
      account._AccountType === 'Revolving' &&
      account._AccountStatusType === 'Open' &&
      (account._CreditLimitAmount ?? 0) > 0,
  )
  const { limit, balance } = sumsOf(limited)
  return limit === 0 ? 'none open' : `${Math.round((balance * 100) / limit)}%`
}

function figures(report: Report, each: SummaryValue): Block[] {
  const facts: Fact[] = []
  for (const { _Name, _Value } of each._DATA_SET ?? []) {
    if (_Value !== '' && _Value !== '0') facts.push(fact(words(_Name), figureValue(_Value)))
  }
  const letters = whose(report, each.BorrowerID ?? '')
  const name = `${words(each._Name)}${letters === '' ? '' : ` (${letters})`}`
  return [
    heading(`${name}: figures other than 0`),
    facts.length === 0 ? NO_FIGURES : { kind: 'facts', columns: 3, facts },
  ]
}
const NO_FIGURES = paragraph('None.', { tone: 'muted' })

function figureValue(value: string): string {
  return /^\d{1,15}$/.test(value) ? grouped(Number(value)) : date(value)
}
