/** A table of reports. */
import { Link } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Badge } from '../../components/layout.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { dateTimeText, dayText, operationText, shortDateTimeText } from '../../format.ts'
import { Borrowers } from '../orders/order-table.tsx'

type Listed = ApiResponse<'GET /reports'>['items'][number]
/** Reports related to one are listed without what they have in common. */
type Summary = Omit<Listed, 'borrowers' | 'actionsUntil' | 'isExpired'> & Partial<Listed>

const COLUMNS: readonly Column<Summary>[] = [
  {
    title: 'Report',
    rowHeader: true,
    cell: ({ id }) => (
      <Link href={`/reports/${id}`} className="stretched mono">
        {id}
      </Link>
    ),
  },
  {
    title: 'Issued',
    cell: ({ lastUpdatedAt }) => (
      <time dateTime={lastUpdatedAt} title={dateTimeText(lastUpdatedAt)}>
        {shortDateTimeText(lastUpdatedAt)}
      </time>
    ),
  },
  {
    title: 'Borrower',
    cell: ({ borrowers }) =>
      borrowers === undefined ? null : <Borrowers borrowers={borrowers} purged={false} />,
  },
  {
    title: 'Valid until',
    cell: ({ actionsUntil, isExpired }) =>
      actionsUntil !== undefined && (
        <span>
          {dayText(actionsUntil)}
          {isExpired === true && <span className="under">expired</span>}
        </span>
      ),
  },
  { title: 'Operation', cell: ({ operation }) => operationText(operation) },
  {
    title: 'Origin',
    cell: ({ baseReportId, origin }) => (
      <Badge tone={baseReportId === undefined ? 'plain' : 'accent'}>{origin}</Badge>
    ),
  },
  { title: 'Bureaus', cell: ({ bureaus }) => <BureauLetters bureaus={bureaus} /> },
  { title: 'Account', cell: ({ account }) => account },
]

/** Columns of the list of all reports. */
const OF_THE_LIST = new Set(['Borrower', 'Valid until'])

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
      columns={COLUMNS.filter(({ title }) => isListed || !OF_THE_LIST.has(title))}
    />
  )
}
