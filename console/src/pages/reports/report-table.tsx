/** A table of reports. */
import { Link } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { dateTimeText, dayText, operationText, plural, shortDateTimeText } from '../../format.ts'
import { Borrowers } from '../orders/order-table.tsx'

type Listed = ApiResponse<'GET /reports'>['items'][number]
/** Reports related to one are listed without what they have in common. */
type Summary = Pick<
  Listed,
  'id' | 'account' | 'operation' | 'origin' | 'baseReportId' | 'lastUpdatedAt' | 'bureaus'
> &
  Partial<Listed>

const COLUMNS: readonly (Column<Summary> & { readonly listed?: true })[] = [
  {
    title: 'Report',
    rowHeader: true,
    cell: ({ id, account }) => (
      <>
        <Link href={`/reports/${id}`} className="stretched mono">
          {id}
        </Link>
        <span className="under">{account}</span>
      </>
    ),
  },
  {
    title: 'Issued',
    cell: ({ lastUpdatedAt, ageDays }) => (
      <>
        <time dateTime={lastUpdatedAt} title={dateTimeText(lastUpdatedAt)}>
          {shortDateTimeText(lastUpdatedAt)}
        </time>
        {ageDays !== undefined && (
          <span className="under">{ageDays === 0 ? 'today' : `${plural(ageDays, 'day')} ago`}</span>
        )}
      </>
    ),
  },
  {
    title: 'Borrower',
    listed: true,
    cell: ({ borrowers = [] }) => <Borrowers borrowers={borrowers} purged={false} />,
  },
  { title: 'Score', listed: true, number: true, cell: Scores },
  { title: 'Lender case', listed: true, cell: ({ lenderCase }) => lenderCase },
  {
    title: 'Valid until',
    listed: true,
    cell: ({ actionsUntil, isExpired }) =>
      actionsUntil !== undefined && (
        <span className={isExpired === true ? 'muted' : undefined}>
          {isExpired === true && 'Expired '}
          {dayText(actionsUntil)}
        </span>
      ),
  },
  {
    title: 'Operation',
    cell: ({ operation, origin, baseReportId }) => (
      <>
        {operationText(operation)}
        <span className="under">
          {origin}
          {baseReportId !== undefined && (
            <>
              {' from '}
              <Link href={`/reports/${baseReportId}`} className="above mono">
                {baseReportId}
              </Link>
            </>
          )}
        </span>
      </>
    ),
  },
  { title: 'Bureaus', cell: ({ bureaus }) => <BureauLetters bureaus={bureaus} /> },
]

/** The representative score of each borrower, by the first model of the report. */
function Scores({ scores = [], borrowers = [] }: Summary) {
  return borrowers.map(({ name, ssn }, index) => {
    const found = scores.find(({ borrower }) => borrower === index + 1)
    return (
      <span key={`${name}${ssn}`} className="borrower" title={found?.model}>
        {found === undefined ? <span className="muted">none</span> : found.score}
      </span>
    )
  })
}

/** One row for each report. */
export function ReportTable({
  reports,
  caption,
}: {
  readonly reports: readonly Summary[]
  readonly caption: string
}) {
  const isListed = reports.some(({ borrowers }) => borrowers !== undefined)
  return (
    <Table
      caption={caption}
      rows={reports}
      keyOf={({ id }) => id}
      rowClass="opens"
      columns={COLUMNS.filter(({ listed }) => isListed || !listed)}
    />
  )
}
