/** Two reports: their scores, figures and accounts, and what the later one adds. */
import { Link } from 'wouter'
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { date, words } from '../../../../src/documents/wording.ts'
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { BureauLetters, bureauLetters } from '../../components/bureaus.tsx'
import { Empty, LoadError, Loading, Panel } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { centsText, dateTimeText, dollarsText } from '../../format.ts'
import type { Report } from '../report/report-data.ts'
import { type ComparedRow, ComparisonTable, numberRow, textRow } from './comparison-table.tsx'

type Pair<T> = readonly [T, T]
type Comparison = ApiResponse<'GET /reports/:id/compare/:other'>

/** The comparison. */
export function ReportsCompared({ ids }: { readonly ids: Pair<string> }) {
  const one = useApiQuery('report', 'GET /reports/:id', { params: { id: ids[0] } })
  const other = useApiQuery('report', 'GET /reports/:id', { params: { id: ids[1] } })
  const compared = useApiQuery('report', 'GET /reports/:id/compare/:other', {
    params: { id: ids[0], other: ids[1] },
  })
  const error = one.error ?? other.error ?? compared.error
  if (error !== null) return <LoadError error={error} />
  if (one.data === undefined || other.data === undefined || compared.data === undefined) {
    return <Loading what="Loading both reports" />
  }
  const reports: Pair<Report> = [one.data, other.data]
  const heads = ids.map((id) => (
    <Link key={id} href={`/reports/${id}`} className="mono">
      {id}
    </Link>
  )) as unknown as Pair<React.ReactNode>
  return (
    <>
      <Panel title="Scores" flush>
        <ComparisonTable caption="Score" heads={heads} rows={scoreRows(reports)} />
      </Panel>
      <Panel title="Changes" flush>
        <Changes comparison={compared.data} />
      </Panel>
      <Panel title="Figures" flush>
        <ComparisonTable caption="Figure" heads={heads} rows={figureRows(reports)} />
      </Panel>
      <Panel title="Accounts" flush>
        <ComparisonTable
          caption="Account"
          heads={heads}
          rows={accountRows(reports)}
          onlyDifferent
        />
      </Panel>
      <Panel title="Report" flush>
        <ComparisonTable caption="Report" heads={heads} rows={reportRows(reports)} />
      </Panel>
    </>
  )
}

/** Borrowers are named by position: their identifiers are the client's. */
function roleOf({ borrowers }: Report, id: string): string {
  if (borrowers.length === 1) return ''
  return borrowers.findIndex((each) => each.id === id) === 0 ? 'Borrower, ' : 'Co-borrower, '
}

function scoreRows(reports: Pair<Report>): ComparedRow[] {
  const [one, other] = reports.map(
    (report) =>
      new Map<string, number | undefined>([
        ...report.representativeScores.map(
          ({ borrowerId, model, score }) =>
            [`${roleOf(report, borrowerId)}representative, ${model}`, score] as const,
        ),
        ...BUREAUS.flatMap((bureau) =>
          report.scores
            .filter((score) => score.bureau === bureau)
            .map(
              (score) =>
                [
                  `${roleOf(report, score.borrowerId)}${bureau}, ${words(score.model)}`,
                  score.value,
                ] as const,
            ),
        ),
      ]),
  ) as unknown as Pair<ReadonlyMap<string, number | undefined>>
  return [...new Set([...one.keys(), ...other.keys()])].map((name) =>
    numberRow(name, one.get(name), other.get(name)),
  )
}

function figureRows(reports: Pair<Report>): ComparedRow[] {
  const titles = [...new Set(reports.flatMap(({ tiles }) => tiles.map(({ title }) => title)))]
  const textOf = ({ tiles }: Report, title: string) => {
    const tile = tiles.find((each) => each.title === title)
    return tile && [tile.figure, ...tile.lines].join(', ')
  }
  return titles.map((title) => textRow(title, textOf(reports[0], title), textOf(reports[1], title)))
}

function accountRows(reports: Pair<Report>): ComparedRow[] {
  const [one, other] = reports.map(accountsByName) as unknown as Pair<ReadonlyMap<string, string>>
  return [...new Set([...one.keys(), ...other.keys()])].map((name) =>
    textRow(name, one.get(name), other.get(name)),
  )
}

/** The accounts by creditor, form and opening; a second of the same name is numbered. */
function accountsByName({ accounts }: Report): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const account of accounts) {
    const opened = account.opened === undefined ? '' : `, opened ${date(account.opened)}`
    const name = `${account.creditor}, ${words(account.loanType ?? account.type)}${opened}`
    let key = name
    for (let copy = 2; found.has(key); copy += 1) key = `${name} (${copy})`
    found.set(key, standingOf(account))
  }
  return found
}

function standingOf(account: Report['accounts'][number]): string {
  const { status, balance, pastDue = 0, rating, bureaus } = account
  return [
    words(status),
    balance === undefined ? '' : `balance ${dollarsText(balance)}`,
    pastDue > 0 ? `${dollarsText(pastDue)} past due` : '',
    words(rating?.type).toLowerCase(),
    BUREAUS.filter((bureau) => bureaus.includes(bureau))
      .map(bureauLetters)
      .join(' '),
  ]
    .filter((part) => part !== '')
    .join(', ')
}

function reportRows([one, other]: Pair<Report>): ComparedRow[] {
  const text = (title: string, of: (report: Report) => string) => textRow(title, of(one), of(other))
  const codes = (bureaus: readonly string[]) =>
    BUREAUS.filter((bureau) => bureaus.includes(bureau))
      .map(bureauLetters)
      .join(' ')
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

/** What the later report adds, as a refresh would list it. */
function Changes({ comparison }: { readonly comparison: Comparison }) {
  const { compared, differences, earlierId, laterId } = comparison
  if (compared.every(({ bureaus }) => bureaus.length === 0)) {
    return (
      <Empty title="Nothing to compare">
        <p>The reports have no borrower in common for whom a bureau delivered a file to both.</p>
      </Empty>
    )
  }
  const bureaus = [...new Set(compared.flatMap((each) => each.bureaus))]
  return (
    <>
      <p className="compare-filter muted small">
        What <span className="mono">{laterId}</span> adds in debt or risk to{' '}
        <span className="mono">{earlierId}</span>, in the files of{' '}
        <BureauLetters bureaus={bureaus} />
      </p>
      {differences.length === 0 ? (
        <Empty title="No changes that add debt or risk">{null}</Empty>
      ) : (
        <Table
          caption="Changes"
          rows={differences}
          keyOf={(each) => JSON.stringify(each)}
          columns={[
            { title: 'Change', rowHeader: true, cell: ({ title }) => title },
            { title: 'Account', cell: ({ what }) => what },
            { title: 'Since', cell: ({ since }) => date(since) },
            { title: 'Before', cell: ({ from }) => amount(from) },
            { title: 'Now', className: 'strong', cell: ({ to }) => amount(to) },
            { title: 'Bureaus', cell: (each) => <BureauLetters bureaus={each.bureaus} /> },
          ]}
        />
      )}
    </>
  )
}

function amount(value: string | number | undefined): string {
  return typeof value === 'number' ? dollarsText(value) : (value ?? '')
}
