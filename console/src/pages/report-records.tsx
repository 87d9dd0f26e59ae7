/** Public records and inquiries of a report. */
import { date, words } from '../../../src/reports/print/wording.ts'
import { BureauLetters } from '../parts/bureaus.tsx'
import { Empty, Panel } from '../parts/layout.tsx'
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
      <div className="scroll">
        <table className="cards">
          <caption className="hidden">Public records</caption>
          <thead>
            <tr>
              <th scope="col">Record</th>
              <th scope="col">Court and docket</th>
              <th scope="col">Filed</th>
              <th scope="col">Disposition</th>
              <th scope="col" className="number">
                Amount
              </th>
              <th scope="col">Bureaus</th>
            </tr>
          </thead>
          <tbody>
            {report.publicRecords.map((record) => (
              <tr key={`${record.type}${record.docket}${record.filed}`}>
                <th scope="row" data-title="Record">
                  {words(record.type)}
                  <span className="under">{record.plaintiff}</span>
                </th>
                <td data-title="Court and docket">
                  {record.court}
                  <span className="under mono">{record.docket}</span>
                </td>
                <td data-title="Filed">{date(record.filed)}</td>
                <td data-title="Disposition">
                  {words(record.disposition)}
                  <span className="under">{date(record.dispositionDate)}</span>
                </td>
                <td data-title="Amount" className="number">
                  {dollarsText(record.amount)}
                </td>
                <td data-title="Bureaus">
                  <BureauLetters bureaus={record.bureaus} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
      <div className="scroll">
        <table className="cards">
          <caption className="hidden">Inquiries</caption>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Who asked</th>
              <th scope="col">Business</th>
              <th scope="col">For</th>
              <th scope="col">Bureaus</th>
            </tr>
          </thead>
          <tbody>
            {report.inquiries.map((inquiry) => (
              <tr key={`${inquiry.date}${inquiry.name}${inquiry.bureaus}`}>
                <td data-title="Date">{date(inquiry.date)}</td>
                <th scope="row" data-title="Who asked">
                  {inquiry.name}
                </th>
                <td data-title="Business">{words(inquiry.businessType)}</td>
                <td data-title="For">{words(inquiry.loanType)}</td>
                <td data-title="Bureaus">
                  <BureauLetters bureaus={inquiry.bureaus} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
