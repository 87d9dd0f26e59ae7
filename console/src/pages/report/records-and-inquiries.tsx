/** The public records and the inquiries of a report. */
import { words } from '../../../../src/documents/wording.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Badge, Empty, Panel } from '../../components/layout.tsx'
import { Table } from '../../components/list/table.tsx'
import { dateText, dollarsText, plural } from '../../format.ts'
import { inquiriesOf } from './changed-items.ts'
import { applicantsOf, isMortgageOnly, isOwnInquirer, type Report } from './report-data.ts'
import './brief-list.css'

type PublicRecord = Report['publicRecords'][number]

/** The table of bankruptcies, liens and judgments. A column without any value is omitted. */
export function PublicRecords({ report }: { readonly report: Report }) {
  if (isMortgageOnly(report)) return <NotIncluded title="Public records" />
  if (report.publicRecords.length === 0) {
    return (
      <Panel>
        <Empty title="No public records reported">
          <p>The returned files list no bankruptcies, liens or judgments.</p>
        </Empty>
      </Panel>
    )
  }
  const isAny = (of: (record: PublicRecord) => unknown) =>
    report.publicRecords.some((record) => (of(record) ?? '') !== '')
  return (
    <Panel flush>
      <Table
        caption="Public records"
        className="records"
        rows={report.publicRecords}
        keyOf={({ type, docket, filed }) => `${type}${docket}${filed}`}
        columns={[
          {
            title: 'Record',
            rowHeader: true,
            cell: ({ type, plaintiff, disputed }) => (
              <>
                {words(type)}
                <span className="under">{plaintiff}</span>
                {disputed && <Badge tone="warn">Disputed</Badge>}
              </>
            ),
          },
          report.borrowers.length > 1
            ? { title: 'Applicant', cell: (record) => applicantsOf(report, record) }
            : undefined,
          {
            title: 'Court and docket',
            cell: ({ court, docket }) => (
              <>
                {court}
                <span className="under mono">{docket}</span>
              </>
            ),
          },
          isAny(({ filed }) => filed)
            ? { title: 'Filed', cell: ({ filed }) => dateText(filed) }
            : undefined,
          isAny(({ disposition, dispositionDate }) => disposition ?? dispositionDate)
            ? {
                title: 'Disposition',
                cell: ({ disposition, dispositionDate }) => (
                  <>
                    {words(disposition)}
                    <span className="under">{dateText(dispositionDate)}</span>
                  </>
                ),
              }
            : undefined,
          isAny(({ amount }) => amount)
            ? { title: 'Amount', number: true, cell: ({ amount }) => dollarsText(amount) }
            : undefined,
          { title: 'Bureaus', cell: ({ bureaus }) => <BureauLetters bureaus={bureaus} /> },
        ]}
      />
    </Panel>
  )
}

/**
 * The companies that requested the borrower's file. Each inquiry has one row, even if several
 * bureaus list it.
 */
export function Inquiries({ report }: { readonly report: Report }) {
  const entries = report.inquiries.length
  if (isMortgageOnly(report)) return <NotIncluded title="Inquiries" />
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
          one day count as one inquiry here.
        </p>
      )}
    </Panel>
  )
}

/** A part of the files that the product of the report leaves out. */
function NotIncluded({ title }: { readonly title: string }) {
  return (
    <Panel>
      <Empty title={`${title} not included`}>
        <p>A mortgage-only report has only accounts that are secured by real estate.</p>
      </Empty>
    </Panel>
  )
}
