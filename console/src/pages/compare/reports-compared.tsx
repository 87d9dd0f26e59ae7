/** Two reports: their scores, accounts and figures, and what the later one adds. */
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { words } from '../../../../src/documents/wording.ts'
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { bureauLetters } from '../../components/bureaus.tsx'
import { Note, Panel } from '../../components/layout.tsx'
import { centsText, dateTimeText } from '../../format.ts'
import { isReturned, type Report } from '../report/report-data.ts'
import { type ComparedAccount, comparedAccounts } from './account-changes.ts'
import { AccountsCompared } from './accounts-compared.tsx'
import { changeText, onlyText } from './change-text.ts'
import { ComparisonSummary, type SummaryLine, summaryTable } from './comparison-summary.tsx'
import {
  type ComparedRow,
  ComparisonTable,
  headsOf,
  numberRow,
  type Pair,
  textRow,
} from './comparison-table.tsx'
import { LoadedSides } from './loaded-sides.tsx'
import { NewDebtAndRisk } from './new-debt-and-risk.tsx'

type Comparison = ApiResponse<'GET /reports/:id/compare/:other'>

/** The comparison. */
export function ReportsCompared({ ids }: { readonly ids: Pair<string> }) {
  const one = useApiQuery('report', 'GET /reports/:id', { params: { id: ids[0] } })
  const other = useApiQuery('report', 'GET /reports/:id', { params: { id: ids[1] } })
  const compared = useApiQuery('report', 'GET /reports/:id/compare/:other', {
    params: { id: ids[0], other: ids[1] },
  })
  return (
    <LoadedSides what="reports" one={one} other={other} compared={compared}>
      {(reports, comparison) => <Parts reports={reports} comparison={comparison} />}
    </LoadedSides>
  )
}

interface PartsProps {
  readonly reports: Pair<Report>
  readonly comparison: Comparison
}

function Parts({ reports, comparison }: PartsProps) {
  const heads = headsOf('/reports', [reports[0].summary.id, reports[1].summary.id])
  const accounts = comparedAccounts(reports, comparison)
  const scores = scoresOf(reports)
  const apart = comparison.compared.length === 0
  return (
    <>
      {apart && (
        <Note tone="warn">
          <p>The reports have no borrower in common.</p>
        </Note>
      )}
      <ComparisonSummary lines={summaryOf(reports, accounts, scores, apart)} />
      <Panel title="Scores" flush>
        <ComparisonTable
          caption="Score"
          heads={heads}
          rows={scores.map(({ name, one, other }) => numberRow(name, one, other))}
          row="score"
          apart={apart}
        />
      </Panel>
      <Panel title="Accounts" flush>
        <AccountsCompared accounts={accounts} heads={heads} apart={apart} />
      </Panel>
      <NewDebtAndRisk comparison={comparison} />
      <Panel title="Figures" flush>
        <ComparisonTable caption="Figure" heads={heads} rows={figureRows(reports)} row="figure" />
      </Panel>
      <Panel title="Report" flush>
        <ComparisonTable caption="Report" heads={heads} rows={reportRows(reports)} row="line" />
      </Panel>
    </>
  )
}

/** The summary, which names each score that has changed. */
function summaryOf(
  [one, other]: Pair<Report>,
  accounts: readonly ComparedAccount[],
  scores: readonly ComparedScore[],
  apart: boolean,
): readonly SummaryLine[] {
  const kinds = (['changed', 'added', 'removed'] as const).flatMap((kind) => {
    const { length } = accounts.filter((account) => account.kind === kind)
    return length === 0 ? [] : [`${length} ${kind}`]
  })
  const count = (
    title: string,
    of: (report: Report) => readonly unknown[],
    textOf: typeof onlyText = apart ? onlyText : changeText,
  ): SummaryLine => {
    const change = textOf(of(one).length, of(other).length)
    return [title, change === '' ? [] : [change]]
  }
  return [
    [
      'Scores',
      summaryTable(
        'Scores',
        'Score',
        scores
          .filter((score) => score.one !== score.other)
          .map(({ short, one: then, other: now }) => ({
            title: short,
            one: then,
            other: now,
            // The scores of two people are not a change.
            ...(apart ? {} : { change: changeText(then, now) }),
          })),
      ),
    ],
    apart ? count('Accounts', (report) => report.accounts) : ['Accounts', kinds],
    [
      'Figures',
      summaryTable(
        'Figures',
        'Figure',
        figuresOf([one, other]).filter((figure) => figure.one !== figure.other),
      ),
    ],
    count('Inquiries', ({ inquiries }) => inquiries),
    count('Public records', ({ publicRecords }) => publicRecords),
    count('Delivered files', ({ files }) => files.filter(isReturned), changeText),
  ]
}

/** Borrowers are named by position: their identifiers are the client's. */
function roleOf({ borrowers }: Report, id: string): string {
  if (borrowers.length === 1) return ''
  return borrowers.findIndex((each) => each.id === id) === 0 ? 'Borrower, ' : 'Co-borrower, '
}

interface ComparedScore {
  readonly name: string
  /** The bureau's letters, or that it is the representative score. */
  readonly short: string
  readonly one: number | undefined
  readonly other: number | undefined
}

type NamedScore = Pick<ComparedScore, 'name' | 'short'> & { readonly value: number | undefined }

function scoresOf(reports: Pair<Report>): readonly ComparedScore[] {
  const [one, other] = [namedScores(reports[0]), namedScores(reports[1])]
  const named = new Map([...one, ...other].map((score) => [score.name, score]))
  const valueIn = (scores: readonly NamedScore[], name: string) =>
    scores.find((score) => score.name === name)?.value
  return Array.from(named.values(), ({ name, short }) => ({
    name,
    short,
    one: valueIn(one, name),
    other: valueIn(other, name),
  }))
}

function namedScores(report: Report): readonly NamedScore[] {
  return [
    ...report.representativeScores.map(({ borrowerId, model, score }) => ({
      name: `${roleOf(report, borrowerId)}Representative, ${model}`,
      short: `${roleOf(report, borrowerId)}Representative`,
      value: score,
    })),
    ...BUREAUS.flatMap((bureau) =>
      report.scores
        .filter((score) => score.bureau === bureau)
        .map(({ borrowerId, model, value }) => ({
          name: `${roleOf(report, borrowerId)}${bureau}, ${words(model)}`,
          short: `${roleOf(report, borrowerId)}${bureauLetters(bureau)}`,
          value,
        })),
    ),
  ]
}

interface ComparedFigure {
  readonly title: string
  readonly one: string
  readonly other: string
}

/** The tiles of both reports, and the lines below their figures. */
function figuresOf(reports: Pair<Report>): readonly ComparedFigure[] {
  const titles = [...new Set(reports.flatMap(({ tiles }) => tiles.map(({ title }) => title)))]
  const figureOf = ({ tiles }: Report, title: string) =>
    tiles.find((tile) => tile.title === title)?.figure ?? 'none'
  return titles.map((title) => ({
    title,
    one: figureOf(reports[0], title),
    other: figureOf(reports[1], title),
  }))
}

function figureRows(reports: Pair<Report>): ComparedRow[] {
  const textOf = ({ tiles }: Report, title: string) => {
    const tile = tiles.find((each) => each.title === title)
    return tile && [tile.figure, ...tile.lines].join(', ')
  }
  return figuresOf(reports).map(({ title }) =>
    textRow(title, textOf(reports[0], title), textOf(reports[1], title)),
  )
}

function reportRows([one, other]: Pair<Report>): ComparedRow[] {
  const text = (title: string, of: (report: Report) => string) => textRow(title, of(one), of(other))
  const codes = (bureaus: readonly string[]) =>
    BUREAUS.filter((bureau) => bureaus.includes(bureau))
      .map(bureauLetters)
      .join(', ')
  return [
    text('Borrower', ({ borrowers }) =>
      borrowers.map(({ name, ssn }) => `${name} ${ssn}`).join('; '),
    ),
    text('Title', ({ title }) => title),
    text('First issued', ({ summary }) => dateTimeText(summary.firstIssuedAt)),
    text('Last updated', ({ summary }) => dateTimeText(summary.lastUpdatedAt)),
    text('Requested', ({ requested }) => codes(requested)),
    text('Delivered', ({ delivered }) => codes(delivered)),
    text('Inquiry', ({ hard }) => (hard ? 'hard' : 'soft')),
    text('Lender case', ({ lenderCase }) => lenderCase),
    text('Accounts', ({ accounts }) => String(accounts.length)),
    text('Inquiries', ({ inquiries }) => String(inquiries.length)),
    text('Public records', ({ publicRecords }) => String(publicRecords.length)),
    numberRow('Price', one.priceCents, other.priceCents, centsText),
  ]
}
