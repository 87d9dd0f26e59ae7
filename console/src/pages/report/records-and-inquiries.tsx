/** The public records and the inquiries of a report. */

import { words } from '../../../../src/documents/wording.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Empty, Panel } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { dateText, dollarsText, plural } from '../../format.ts'
import { inquiriesOf } from './changed-items.ts'
import { applicantsOf, isOwnInquirer, type Report } from './report-data.ts'
import './brief-list.css'

/** Bankruptcies, liens and judgments. */
export function PublicRecords({ report }: { readonly report: Report }) {
  if (report.publicRecords.length === 0) {
    return (
      <Panel>
        <Empty title="No public records reported">
          <p>The returned files list no bankruptcies, liens or judgments.</p>
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
            rowHeader: true,
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
          { title: 'Filed', cell: ({ filed }) => dateText(filed) },
          {
            title: 'Disposition',
            cell: ({ disposition, dispositionDate }) => (
              <>
                {words(disposition)}
                <span className="under">{dateText(dispositionDate)}</span>
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

/** Companies that requested the borrower's file: a row for each inquiry, whatever number of bureaus list it. */
export function Inquiries({ report }: { readonly report: Report }) {
  const entries = report.inquiries.length
  if (entries === 0) {
    return (
      <Panel>
        <Empty title="No inquiries reported">
          <p>The returned files list no inquiries by other companies.</p>
        </Empty>
      </Panel>
    )
  }
  const inquiries = inquiriesOf(report)
  return (
    <Panel flush>
      <Table
        caption="Inquiries"
        className="brief"
        rows={inquiries}
        keyOf={(inquiry) => `${inquiries.indexOf(inquiry)}`}
        columns={[
          { title: 'Date', cell: (inquiry) => dateText(inquiry.date) },
          {
            title: 'Inquirer',
            rowHeader: true,
            cell: ({ name }) => (
              <>
                {name}
                {isOwnInquirer(name, [report]) && (
                  <span className="under">the lender’s own inquiry</span>
                )}
              </>
            ),
          },
          report.borrowers.length > 1
            ? { title: 'Applicant', cell: (inquiry) => applicantsOf(report, inquiry) }
            : undefined,
          { title: 'Business type', cell: ({ businessType }) => words(businessType) },
          { title: 'Loan type', cell: ({ loanType }) => words(loanType) },
          { title: 'Bureaus', cell: ({ bureaus }) => <BureauLetters bureaus={bureaus} /> },
        ]}
      />
      {inquiries.length < entries && (
        <p className="brief-note muted small">
          The bureaus’ files list {plural(entries, 'entry', 'entries')}. Entries of one company on
          one day are one inquiry here.
        </p>
      )}
    </Panel>
  )
}
