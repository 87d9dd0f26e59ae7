/** The contact details in a report. */
import { Empty, Panel } from '../../components/layout.tsx'
import { Table } from '../../components/list/table.tsx'
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
