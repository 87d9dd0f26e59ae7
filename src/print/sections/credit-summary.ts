/** The report at a glance: accounts by kind, and the figures of each borrower. */
import { earlier } from '../../documents/months.ts'
import { CATEGORIES } from '../../documents/tables/enumerations.ts'
import type { SummaryValue } from '../../documents/tables/response.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'
import { categoryTitle, date, dollars, grouped, words } from '../../documents/wording.ts'
import { isInCollection, isMortgage } from '../../reports/loan-types.ts'
import { categoryOf } from '../../reports/merge/tallies.ts'
import { borrowerLetters, type Report } from '../../reports/report.ts'
import {
  type Column,
  cell,
  type Fact,
  fact,
  paragraph,
  type Row,
  row,
  type Section,
  section,
} from '../page.ts'
import {
  ageSums,
  figurePanels,
  isUnknown,
  ownedBy,
  type Sums,
  sumsOf,
  sumText,
  UNKNOWN_TEXT,
  utilization,
} from './account-figures.ts'
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
  return report.borrowers.map(({ BorrowerID: id, _UnparsedName: name }) => {
    const payment = sumText(sumsOf(ownedBy(report, id)).payment)
    return fact(`Monthly payments of ${name}`, isUnknown(report, id) ? UNKNOWN_TEXT : payment)
  })
}

/** Returns the accounts by type with their sums, and the most important figures. */
export function accountsByType(report: Report): Section {
  const groups = Map.groupBy(report.liabilities, categoryOf)
  const rows: Row[] = []
  for (const category of CATEGORIES) {
    const members = category === 'Total' ? undefined : groups.get(category)
    if (members !== undefined)
      rows.push(matrixRow(categoryTitle(category), members.length, sumsOf(members)))
  }
  rows.push(matrixRow('All accounts', report.liabilities.length, sumsOf(report.liabilities)))
  rows.push(...exclusionRows(report.liabilities))
  return section('Accounts by type', [
    { kind: 'table', columns: MATRIX, rows, leads: true },
    // In four columns, the revolving utilization would take two lines.
    { kind: 'facts', columns: 3, facts: highlights(report) },
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
 * Returns the figures of each borrower as in the XML, side by side; no section if there are none. A
 * figure that is 0 or missing for every borrower is omitted.
 */
export function allFigures(report: Report): Section[] {
  const { summaries } = report
  if (summaries.length === 0) return []
  const sets = summaries.map(valuesByName)
  const names = new Set<string>()
  for (const set of sets) for (const name of set.keys()) names.add(name)
  const figures: string[][] = []
  for (const name of names) {
    const values = sets.map((each) => each.get(name) ?? '')
    // Most figures are 0, and need no format.
    if (values.every((value) => value === '' || value === '0')) continue
    figures.push([words(name), ...values.map((value) => figureValue(name, value))])
  }
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
  const values = new Map<string, string>()
  for (const { _Name, _Value } of sets) values.set(_Name, _Value)
  return values
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
    fact('Collections', many(liabilities.filter(isInCollection))),
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
  return accounts.map((account) => account._AccountOpenedDate).reduce(earlier, undefined) ?? ''
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
