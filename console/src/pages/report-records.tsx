/** Public records and inquiries of a report. */

import { date, words } from '../../../src/documents/wording.ts'
import { BureauLetters } from '../parts/bureaus.tsx'
import { Empty, Panel } from '../parts/layout.tsx'
import { Table } from '../parts/table.tsx'
import { dollarsText } from '../words.ts'
import type { ReportView } from './report.tsx'

/** Bankruptcies, liens and judgments. */
export function PublicRecords({ report }: { readonly report: ReportView }) {
  if (report.publicRecords.length === 0) {
    return (
      <Panel>
        <Empty title="No public records are reported.">
          <p>No bankruptcy, lien or judgment is on the files that were returned.</p>
        </Empty>
      </Panel>
    )
  }
  return (
    <Panel flush>
      <Table
        caption="Public records"
        rows={report.publicRecords}
        keyOf={({ type, docket, filed }) => `${type}${docket}${filed}`}
        columns={[
          {
            title: 'Record',
            heads: true,
            cell: ({ type, plaintiff }) => (
              <>
                {words(type)}
                <span className="under">{plaintiff}</span>
              </>
            ),
          },
          {
            title: 'Court and docket',
            cell: ({ court, docket }) => (
              <>
                {court}
                <span className="under mono">{docket}</span>
              </>
            ),
          },
          { title: 'Filed', cell: ({ filed }) => date(filed) },
          {
            title: 'Disposition',
            cell: ({ disposition, dispositionDate }) => (
              <>
                {words(disposition)}
                <span className="under">{date(dispositionDate)}</span>
              </>
            ),
          },
          { title: 'Amount', number: true, cell: ({ amount }) => dollarsText(amount) },
          { title: 'Bureaus', cell: ({ bureaus }) => <BureauLetters bureaus={bureaus} /> },
        ]}
      />
    </Panel>
  )
}

/** Who else asked. */
export function Inquiries({ report }: { readonly report: ReportView }) {
  if (report.inquiries.length === 0) {
    return (
      <Panel>
        <Empty title="No inquiries are reported.">
          <p>Nobody else asked for these files in the time that the bureaus report.</p>
        </Empty>
      </Panel>
    )
  }
  return (
    <Panel flush>
      <Table
        caption="Inquiries"
        rows={report.inquiries}
        keyOf={({ date: asked, name, bureaus }) => `${asked}${name}${bureaus}`}
        columns={[
          { title: 'Date', cell: (inquiry) => date(inquiry.date) },
          { title: 'Who asked', heads: true, cell: ({ name }) => name },
          { title: 'Business', cell: ({ businessType }) => words(businessType) },
          { title: 'For', cell: ({ loanType }) => words(loanType) },
          { title: 'Bureaus', cell: ({ bureaus }) => <BureauLetters bureaus={bureaus} /> },
        ]}
      />
    </Panel>
  )
}
