/** The related reports of a report, and the other reports of its borrowers. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { call } from '../../api/call.ts'
import { Empty, LoadState, Panel } from '../../components/layout.tsx'
import { isSameBorrower } from '../compare/people.ts'
import { ReportTable } from '../reports/report-table.tsx'
import type { Report } from './report-data.ts'

/**
 * The reports that this one was created from or that were created from it, followed by the
 * borrower's other reports.
 */
export function ReportHistory({ report }: { readonly report: Report }) {
  if (report.related.length === 0) return <OtherReports report={report} hasNoRelated />
  return (
    <>
      <Panel title="Related reports" flush>
        <ReportTable
          reports={historyOf(report)}
          caption="Related reports, newest first"
          here={report.summary}
        />
        <div className="list-foot">
          <CompareLink report={report} />
        </div>
      </Panel>
      <OtherReports report={report} />
    </>
  )
}

interface OthersProps {
  readonly report: Report
  /** Whether the report has no related reports. */
  readonly hasNoRelated?: boolean
}

/** The other reports of the same people, which are independent of this report. */
function OtherReports({ report, hasNoRelated = false }: OthersProps) {
  const others = useOtherReports(report)
  const { data } = others
  if (data === undefined) return <LoadState query={others} what="Loading the borrower’s reports" />
  if (data.length === 0) {
    return hasNoRelated ? (
      <Panel>
        <Empty title="No related reports">
          <p>Upgrades, unmerged reports and refreshes of this report appear here.</p>
          <CompareLink report={report} />
        </Empty>
      </Panel>
    ) : null
  }
  return (
    <>
      {hasNoRelated && (
        <p className="muted small">This report has no upgrades, unmerged reports or refreshes.</p>
      )}
      <Panel title={titleOf(report)} flush>
        <ReportTable reports={data} caption={titleOf(report)} here={report.summary} />
        {hasNoRelated && (
          <div className="list-foot">
            <CompareLink report={report} />
          </div>
        )}
      </Panel>
    </>
  )
}

function CompareLink({ report }: { readonly report: Report }) {
  return (
    <p className="small">
      <Link href={`/compare/reports?one=${report.summary.id}`}>
        Compare with another report of the borrower
      </Link>
    </p>
  )
}

function titleOf({ borrowers }: Report): string {
  return `Other reports of the ${borrowers.length > 1 ? 'borrowers' : 'borrower'}`
}

/** The maximum number of reports to search for each borrower. */
const COUNT = 20

/** Returns the borrowers' newest other reports, found by the last four digits of their SSNs. */
export function useOtherReports({ summary, related, borrowers }: Report) {
  const known = new Set([summary.id, ...related.map(({ id }) => id)])
  return useQuery({
    queryKey: ['reports', 'of-borrowers', summary.id],
    queryFn: async ({ signal }): Promise<Report['related']> => {
      const pages = await Promise.all(
        borrowers.map(({ ssn }) =>
          call('POST /reports/search', { body: { text: ssn.slice(-4), limit: COUNT }, signal }),
        ),
      )
      const found = pages.flatMap(({ items }) => items)
      const own = found.filter((each) => isSameBorrower(each.borrowers, borrowers))
      return [...new Map(own.map((each) => [each.id, each])).values()]
        .toSorted((one, other) => Date.parse(other.lastUpdatedAt) - Date.parse(one.lastUpdatedAt))
        .map(({ files, lenderCase, ageDays, actionsUntil, isExpired, ...other }) => other)
    },
    // Only now, because a report may have become related after the search.
    select: (own) => own.filter(({ id }) => !known.has(id)),
    gcTime: 0,
  })
}

/**
 * Returns the report and its related reports, newest first. If several were updated in the same
 * second, the base report is last.
 */
function historyOf(report: Report): Report['related'] {
  const { summary, related, borrowers, representativeScores } = report
  const scores = borrowers.flatMap(({ id }, index) => {
    const found = representativeScores.find(({ borrowerId }) => borrowerId === id)
    return found === undefined ? [] : { ...found, borrower: index + 1 }
  })
  const isBase = ({ id }: Report['summary']) => id === summary.baseReportId
  const here = { ...summary, borrowers, scores }
  return [...related.filter((each) => !isBase(each)), here, ...related.filter(isBase)].sort(
    (one, other) => Date.parse(other.lastUpdatedAt) - Date.parse(one.lastUpdatedAt),
  )
}
