/** The file of one bureau: identity, addresses and accounts as this bureau reports them. */

import { words } from '../../../../src/documents/wording.ts'
import { outcomeTone } from '../../components/bureaus.tsx'
import { Button } from '../../components/button.tsx'
import { Badge, Facts, Panel } from '../../components/layout.tsx'
import { dateText } from '../../format.ts'
import { type Report, shownText } from './report-data.ts'
import { AccountGroups } from './tradelines.tsx'

type File = Report['files'][number]

/** The parameters of the URL that have the filters of the borrowers' accounts. */
const FILTER_PARAMETERS = ['accounts', 'co-borrower'] as const

/** The files of a bureau, one for each borrower. */
export function BureauFile({ report, bureau }: { report: Report; bureau: string }) {
  const files = report.files.filter((file) => file.bureau === bureau)
  const scrollTo = (id: string) => document.getElementById(`file-${id}`)?.scrollIntoView()
  return files.map((file, index) => (
    <div key={file.id} id={`file-${file.id}`} className="stack">
      {index === 0 && (
        <p className="row muted small">
          The figures above are of the merged report. Below is what {bureau} reports.
          {files.slice(1).map(({ id, ...other }) => (
            <Button key={id} kind="plain small" onClick={() => scrollTo(id)}>
              Go to {personOf(report, other)}
            </Button>
          ))}
        </p>
      )}
      <Panel title={titleOf(report, file)} actions={<Status status={file.status} />}>
        {file.alerts.map(({ text, adverse }) => (
          <p key={text} className={adverse ? 'error' : ''}>
            {text}
          </p>
        ))}
        <Facts
          facts={[
            ['Name on file', file.name || 'none'],
            ['SSN on file', file.ssn || 'none'],
            ['DOB', report.clear ? dateText(file.birthDate) || 'not reported' : 'masked'],
            ['In file since', dateText(file.inFileSince) || 'not reported'],
            ['Also known as', file.aliases.join('; ') || 'none'],
            ['Employment', shownText(file.employment) || 'not reported'],
            ['Differences from the order', file.variations.map(words).join(', ') || 'none'],
          ]}
        />
        {file.addresses.length > 0 && <Addresses file={file} />}
        {file.remarks.length > 0 && (
          <Facts
            facts={[
              ['Remarks', file.remarks.map(({ text }) => shownText(text)).join(' · '), 'whole'],
            ]}
          />
        )}
      </Panel>
      {file.accounts.length > 0 && (
        <AccountGroups
          report={report}
          accounts={file.accounts}
          parameter={FILTER_PARAMETERS[index]}
          {...(report.borrowers.length > 1 ? { of: personOf(report, file) } : {})}
        />
      )}
    </div>
  ))
}

function titleOf(report: Report, file: File): string {
  return report.borrowers.length > 1 ? `${file.bureau}: ${personOf(report, file)}` : file.bureau
}

function personOf(report: Report, { borrowerId }: Pick<File, 'borrowerId'>): string {
  return report.borrowers.find(({ id }) => id === borrowerId)?.name ?? ''
}

function Status({ status }: { readonly status: string }) {
  return <Badge tone={outcomeTone(status)}>{words(status)}</Badge>
}

function Addresses({ file }: { readonly file: File }) {
  return (
    <table>
      <caption className="hidden">Addresses on file</caption>
      <thead>
        <tr>
          <th scope="col">Address on file</th>
          <th scope="col">Reported</th>
        </tr>
      </thead>
      <tbody>
        {file.addresses.map(({ address, reported }) => (
          <tr key={`${address}${reported}`}>
            <td>{shownText(address)}</td>
            <td>{dateText(reported)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
