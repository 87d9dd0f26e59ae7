/** The figures, the addresses and the relatives of a report. */

import { words } from '../../../src/documents/wording.ts'
import { Empty, Facts, Panel } from '../parts/layout.tsx'
import { Table } from '../parts/table.tsx'
import type { ReportView } from './report.tsx'
import { ReportTable } from './reports.tsx'

/** Every figure of the summary, as the XML has it. */
export function Figures({ report }: { readonly report: ReportView }) {
  return (
    <>
      {report.summaries.map(({ name, borrowerId, figures }) => (
        <Panel key={`${name}${borrowerId}`} title={titleOf(report, name, borrowerId)}>
          <Facts facts={figures.map((figure) => [words(figure.name), figure.value] as const)} />
        </Panel>
      ))}
      {report.facts.length > 0 && (
        <Panel title="Further facts">
          <Facts facts={report.facts.map(({ name, value }) => [words(name), value] as const)} />
        </Panel>
      )}
    </>
  )
}

function titleOf(report: ReportView, name: string, borrowerId: string | undefined): string {
  const person = report.borrowers.find(({ id }) => id === borrowerId)
  return person === undefined ? words(name) : `${words(name)}: ${person.name}`
}

/** Whom to ask: creditors, and the bureaus for the consumer. */
export function Directory({ report }: { readonly report: ReportView }) {
  return (
    <>
      <Panel title="Creditors" flush>
        <Offices offices={report.creditors} caption="Creditors" />
      </Panel>
      <Panel title="For the consumer: the bureaus" flush>
        <Offices offices={report.referrals} caption="Bureaus" />
      </Panel>
    </>
  )
}

interface OfficesProps {
  readonly offices: ReportView['creditors']
  readonly caption: string
}

function Offices({ offices, caption }: OfficesProps) {
  if (offices.length === 0) return <Empty title="None are named.">{null}</Empty>
  return (
    <Table
      caption={caption}
      rows={offices}
      keyOf={({ name, address }) => `${name}${address}`}
      columns={[
        { title: 'Name', heads: true, cell: ({ name }) => name },
        { title: 'Address', cell: ({ address }) => address },
        { title: 'Telephone', cell: ({ phone }) => phone },
      ]}
    />
  )
}

/** What the report was made from, and what was made from it. */
export function Related({ report }: { readonly report: ReportView }) {
  return (
    <Panel flush>
      {report.related.length === 0 ? (
        <Empty title="Nothing was made from this report yet.">
          <p>Upgrades, unmerged reports and refreshes of it are listed here.</p>
        </Empty>
      ) : (
        <ReportTable reports={report.related} caption="Related reports" />
      )}
    </Panel>
  )
}
