/** A table of reports. */
import { Link } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Badge } from '../../components/layout.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { dateTimeText, operationText, shortDateTimeText } from '../../format.ts'

type Summary = ApiResponse<'GET /reports'>['items'][number]

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

/** One row for each report. */
export function ReportTable({
  reports,
  caption,
}: {
  readonly reports: readonly Summary[]
  readonly caption: string
}) {
  return (
    <Table
      caption={caption}
      rows={reports}
      keyOf={({ id }) => id}
      rowClass="opens"
      columns={COLUMNS}
    />
  )
}
