/** The contacts of a report, and related reports. */
import { Link } from 'wouter'
import { Empty, Panel } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { ReportTable } from '../reports/report-table.tsx'
import type { Report } from './report-data.ts'

/** The contact details of creditors and bureaus. */
export function Directory({ report }: { readonly report: Report }) {
  return (
    <>
      <Panel title="Creditors" flush>
        <Offices offices={report.creditors} caption="Creditors" />
      </Panel>
      <Panel title="Bureau contacts for the consumer" flush>
        <Offices offices={report.referrals} caption="Bureaus" />
      </Panel>
    </>
  )
}

interface OfficesProps {
  readonly offices: Report['creditors']
  readonly caption: string
}

function Offices({ offices, caption }: OfficesProps) {
  if (offices.length === 0) return <Empty title="None listed">{null}</Empty>
  return (
    <Table
      caption={caption}
      rows={offices}
      keyOf={({ name, address }) => `${name}${address}`}
      columns={[
        { title: 'Name', rowHeader: true, cell: ({ name }) => name },
        { title: 'Address', cell: ({ address }) => address },
        { title: 'Phone', cell: ({ phone }) => phone },
      ]}
    />
  )
}

/** The reports that this one was created from or that were created from it, and itself among them. */
export function Related({ report }: { readonly report: Report }) {
  const other = (
    <p className="small">
      <Link href={`/compare/reports?one=${report.summary.id}`}>
        Compare with another report of the borrower
      </Link>
    </p>
  )
  return (
    <Panel flush>
      {report.related.length === 0 ? (
        <Empty title="No related reports">
          <p>Upgrades, unmerged reports and refreshes of this report appear here.</p>
          {other}
        </Empty>
      ) : (
        <>
          <ReportTable
            reports={historyOf(report)}
            caption="Related reports, newest first"
            here={report.summary}
          />
          <div className="list-foot">{other}</div>
        </>
      )}
    </Panel>
  )
}

/** Newest first. Of reports of the same second, the base is the oldest. */
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
