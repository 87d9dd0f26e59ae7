/** A table of reports. */
import { Link } from 'wouter'
import { PRODUCTS } from '../../../../src/orders/intake/products.ts'
import type { ApiResponse } from '../../api/call.ts'
import { BureauLetters, missingReasons, PullMarks } from '../../components/bureaus.tsx'
import { Badge } from '../../components/layout.tsx'
import { type Column, Table } from '../../components/list/table.tsx'
import {
  countText,
  dateTimeText,
  dayText,
  minuteOfYearText,
  minuteText,
  operationText,
} from '../../format.ts'
import { Borrowers } from '../orders/order-table.tsx'
import './report-table.css'

type Listed = ApiResponse<'GET /reports'>['items'][number]
/** A report in the table. Related reports lack some of the fields. */
type Summary = Pick<
  Listed,
  | 'id'
  | 'account'
  | 'operation'
  | 'product'
  | 'origin'
  | 'baseReportId'
  | 'lastUpdatedAt'
  | 'bureaus'
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
  cell: ({ id, account, isExpired }) => (
    <>
      <Link href={`/reports/${id}`} className="stretched mono">
        {id}
      </Link>
      {isExpired !== undefined && <span className="under">{account}</span>}
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
          {isExpired === true && <span className="under">Expired</span>}
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
  cell: ({ bureaus, files }) =>
    files === undefined ? (
      <BureauLetters bureaus={bureaus} />
    ) : (
      <>
        <PullMarks pulls={files} />
        <span className="under">{missingReasons(files)}</span>
      </>
    ),
}

function ageText(days: number): string {
  return days === 0 ? 'today' : `${countText(days)}d ago`
}

/** The report whose page contains the table. */
type Here = Pick<Summary, 'id' | 'account' | 'baseReportId' | 'lastUpdatedAt'>

interface OperationProps {
  readonly report: Summary
  readonly here: Here | undefined
}

/** The operation of a report. If it was created from another report, also how, with a link. */
function Operation({ report, here }: OperationProps) {
  return (
    <>
      <span className="one-line">{operationText(report.operation)}</span>
      {report.origin !== 'new' && (
        <span className="under">
          {' '}
          <Base report={report} here={here} />
        </span>
      )}
    </>
  )
}

/** The base report. A refresh is not named again, because its operation already says so. */
function Base({ report: { origin, baseReportId: base }, here }: OperationProps) {
  const isRefresh = origin === 'refreshed'
  if (base === undefined) return isRefresh ? '' : origin
  if (base === here?.id) return isRefresh ? 'of this report' : `${origin} from this report`
  return (
    <Link href={`/reports/${base}`} className="above" title={`Report ${base}`}>
      {isRefresh || here ? `${isRefresh ? 'of' : `${origin} from`} …${base.slice(-4)}` : origin}
    </Link>
  )
}

/**
 * Returns the text that is shown instead of a score: the product has no scores, or the files were
 * not sufficient for one.
 */
export function unscoredText({ product }: Pick<Summary, 'product'>): string {
  const { scores } = PRODUCTS[product as keyof typeof PRODUCTS] ?? {}
  return scores ? 'not scored' : 'no scores'
}

/**
 * The score of each borrower by the first model: the middle of three, the lower of two, or the only
 * one.
 */
function Scores(report: Summary) {
  const { scores = [], borrowers = [] } = report
  return borrowers.map(({ name, ssn }, index) => {
    const found = scores.find(({ borrower }) => borrower === index + 1)
    return (
      <span key={`${name}${ssn}`} className="borrower" title={found?.model}>
        {found?.score ?? <span className="muted">{unscoredText(report)}</span>}
      </span>
    )
  })
}

const SCORE: Column<Summary> = { title: 'Credit score', number: true, cell: Scores }

/**
 * The column of scores of related reports. A row can be about one or both borrowers, so each score
 * is shown with a name.
 */
const RELATED_SCORE: Column<Summary> = {
  title: SCORE.title,
  cell: ({ scores = [], borrowers = [], ...report }) =>
    scores.length === 0 ? (
      <span className="muted">{unscoredText(report)}</span>
    ) : (
      borrowers.map(({ name, ssn }, index) => (
        <span key={`${name}${ssn}`} className="borrower">
          {name}{' '}
          <span className="strong">
            {scores.find(({ borrower }) => borrower === index + 1)?.score ?? 'not scored'}
          </span>
        </span>
      ))
    ),
}

/**
 * Returns the ID of a related report, with its account if it differs from this page's. The ID of
 * this page's report is not a link.
 */
function relatedId(report: Summary, here: Here) {
  return report.id === here.id ? (
    <>
      <span className="mono">{report.id}</span> <Badge tone="accent">This report</Badge>
    </>
  ) : (
    <>
      {REPORT.cell(report)}
      {report.account !== here.account && <span className="under">account {report.account}</span>}
    </>
  )
}

/** A link to the comparison of two reports, with the older one first. */
function CompareLink({ report, here }: { readonly report: Summary; readonly here: Here }) {
  const isOlder = report.id === here.baseReportId || report.lastUpdatedAt < here.lastUpdatedAt
  const [one, other] = isOlder ? [report, here] : [here, report]
  return (
    <Link href={`/compare/reports?one=${one.id}&other=${other.id}`} className="button small above">
      Compare<span className="hidden"> with {report.id}</span>
    </Link>
  )
}

/** A table with one row for each report. */
export function ReportTable({
  reports,
  caption,
  here,
}: {
  readonly reports: readonly Summary[]
  readonly caption: string
  readonly here?: Here
}) {
  const isListed = here === undefined
  return (
    <Table
      caption={caption}
      className={isListed ? 'listed issued' : 'listed related'}
      rows={reports}
      keyOf={({ id }) => id}
      rowClass={({ id }) => (id === here?.id ? 'here' : 'opens')}
      columns={[
        ...(isListed ? [BORROWER, SCORE] : []),
        here === undefined ? REPORT : { ...REPORT, cell: (report) => relatedId(report, here) },
        isListed ? undefined : RELATED_SCORE,
        ...COLUMNS.filter(({ listed }) => isListed || !listed),
        { title: 'Operation', cell: (report) => <Operation report={report} here={here} /> },
        BUREAUS,
        here && {
          title: 'Compare',
          titleHidden: true,
          className: 'actions',
          cell: (report) => report.id !== here.id && <CompareLink report={report} here={here} />,
        },
      ]}
    />
  )
}
