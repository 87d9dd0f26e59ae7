/** A table of reports. */
import { Link } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Badge } from '../../components/layout.tsx'
import { type Column, Table } from '../../components/table.tsx'
import {
  countText,
  dateTimeText,
  dayText,
  minuteOfYearText,
  minuteText,
  operationText,
} from '../../format.ts'
import { Borrowers } from '../orders/order-table.tsx'

type Listed = ApiResponse<'GET /reports'>['items'][number]
/** Reports related to one are listed without what they have in common. */
type Summary = Pick<
  Listed,
  'id' | 'account' | 'operation' | 'origin' | 'baseReportId' | 'lastUpdatedAt' | 'bureaus'
> &
  Partial<Listed>

const BORROWER: Column<Summary> = {
  title: 'Borrower',
  className: 'strong',
  cell: ({ borrowers = [] }) => <Borrowers borrowers={borrowers} purged={false} />,
}

const REPORT: Column<Summary> = {
  title: 'Report',
  rowHeader: true,
  cell: ({ id, account, borrowers }) => (
    <>
      <Link href={`/reports/${id}`} className="stretched mono">
        {id}
      </Link>
      {borrowers !== undefined && <span className="under">{account}</span>}
    </>
  ),
}

const COLUMNS: readonly (Column<Summary> & { readonly listed?: true })[] = [
  {
    title: 'Issued',
    cell: ({ lastUpdatedAt, ageDays }) => (
      <>
        <time dateTime={lastUpdatedAt} title={dateTimeText(lastUpdatedAt)}>
          {ageDays === undefined
            ? minuteOfYearText(lastUpdatedAt)
            : (ageDays === 0 ? minuteText : dayText)(lastUpdatedAt)}
        </time>
        {ageDays !== undefined && <span className="under"> {ageText(ageDays)}</span>}
      </>
    ),
  },
  {
    title: 'Valid until',
    listed: true,
    cell: ({ actionsUntil, isExpired }) =>
      actionsUntil !== undefined && (
        <>
          <time dateTime={actionsUntil} className={isExpired === true ? 'muted' : undefined}>
            {dayText(actionsUntil)}
          </time>{' '}
          {isExpired === true && <Badge tone="warn">Expired</Badge>}
        </>
      ),
  },
  {
    title: 'Lender case',
    listed: true,
    cell: ({ lenderCase }) =>
      lenderCase !== undefined && (
        <span className="shortened" title={lenderCase}>
          {lenderCase}
        </span>
      ),
  },
]

const BUREAUS: Column<Summary> = {
  title: 'Bureaus',
  cell: ({ bureaus }) => <BureauLetters bureaus={bureaus} />,
}

function ageText(days: number): string {
  return days === 0 ? 'today' : `${countText(days)}d ago`
}

interface OperationProps {
  readonly report: Summary
  /** The report whose page this is. */
  readonly here: string | undefined
}

/** What was ordered; of a report that was made from another, how, with a link to that one. */
function Operation({ report, here }: OperationProps) {
  return (
    <>
      <span className="kept">{operationText(report.operation)}</span>
      {report.origin !== 'new' && (
        <span className="under">
          {' '}
          <Base report={report} here={here} />
        </span>
      )}
    </>
  )
}

/** The report from which this one was made; a refresh is called so by its operation already. */
function Base({ report: { origin, baseReportId: base }, here }: OperationProps) {
  const isRefresh = origin === 'refreshed'
  if (base === undefined) return isRefresh ? '' : origin
  if (base === here) return isRefresh ? 'of this report' : `${origin} from this report`
  return (
    <Link href={`/reports/${base}`} className="above" title={`Report ${base}`}>
      {isRefresh ? `of …${base.slice(-4)}` : origin}
    </Link>
  )
}

/** The score of each borrower by the first model: the middle of three, the lower of two, or the only one. */
function Scores({ scores = [], borrowers = [] }: Summary) {
  return borrowers.map(({ name, ssn }, index) => {
    const found = scores.find(({ borrower }) => borrower === index + 1)
    return (
      <span key={`${name}${ssn}`} className="borrower" title={found?.model}>
        {found === undefined ? <span className="muted">No score</span> : found.score}
      </span>
    )
  })
}

const SCORE: Column<Summary> = { title: 'Credit score', number: true, cell: Scores }

/** One row for each report. */
export function ReportTable({
  reports,
  caption,
  here,
}: {
  readonly reports: readonly Summary[]
  readonly caption: string
  readonly here?: string
}) {
  const isListed = reports.some(({ borrowers }) => borrowers !== undefined)
  return (
    <Table
      caption={caption}
      className={isListed ? 'listed' : 'listed related'}
      rows={reports}
      keyOf={({ id }) => id}
      rowClass="opens"
      columns={[
        ...(isListed ? [BORROWER, SCORE] : []),
        REPORT,
        ...COLUMNS.filter(({ listed }) => isListed || !listed),
        { title: 'Operation', cell: (report) => <Operation report={report} here={here} /> },
        BUREAUS,
      ]}
    />
  )
}
