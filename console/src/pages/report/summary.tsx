/** The summary figures, contacts and related reports. */

import { words } from '../../../../src/documents/wording.ts'
import { Empty, Facts, Panel } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { ReportTable } from '../reports/report-table.tsx'
import type { Report } from './report-data.ts'

/** Every figure of the summary, as in the XML. */
export function SummaryFigures({ report }: { readonly report: Report }) {
  return (
    <>
      {report.summaries.map(({ name, borrowerId, figures }) => (
        <Panel key={`${name}${borrowerId}`} title={titleOf(report, name, borrowerId)}>
          <Facts facts={figures.map((figure) => [words(figure.name), figure.value] as const)} />
        </Panel>
      ))}
      {report.facts.length > 0 && (
        <Panel title="Additional data">
          <Facts facts={report.facts.map(({ name, value }) => [words(name), value] as const)} />
        </Panel>
      )}
    </>
  )
}

function titleOf(report: Report, name: string, borrowerId: string | undefined): string {
  const person = report.borrowers.find(({ id }) => id === borrowerId)
  return person === undefined ? words(name) : `${words(name)}: ${person.name}`
}

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

/** Reports that this one was created from, or that were created from it. */
export function Related({ report }: { readonly report: Report }) {
  return (
    <Panel flush>
      {report.related.length === 0 ? (
        <Empty title="No related reports">
          <p>Upgrades, unmerged reports and refreshes of this report appear here.</p>
        </Empty>
      ) : (
        <ReportTable reports={report.related} caption="Related reports" />
      )}
    </Panel>
  )
}
