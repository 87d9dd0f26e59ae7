/** The file of one bureau: identity, addresses and accounts as the bureau reports them. */
import { Fragment } from 'react'
import { HIDDEN, words } from '../../../../src/documents/wording.ts'
import { outcomeText, outcomeTone } from '../../components/bureaus.tsx'
import { Button } from '../../components/button.tsx'
import { Badge, Facts, Panel } from '../../components/layout.tsx'
import { dateText, plural } from '../../format.ts'
import { AccountGroups } from './accounts/tradelines.tsx'
import { alertText, isReturned, personOf, type Report } from './report-data.ts'
import { accountFigures } from './summary/summary-figures.tsx'

type File = Report['files'][number]
type Fact = Parameters<typeof Facts>[0]['facts'][number]

/** The URL parameters that contain the account filters of the borrower and the co-borrower. */
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
      <FilePanel report={report} file={file} />
      {file.accounts.length > 0 && (
        <AccountGroups
          report={report}
          accounts={file.accounts}
          isOneBureau
          parameter={FILTER_PARAMETERS[index]}
          {...(report.borrowers.length > 1 ? { of: personOf(report, file) } : {})}
        />
      )}
    </div>
  ))
}

interface FileProps {
  readonly report: Report
  readonly file: File
}

/** The bureau's data about the borrower, or why there is no file. */
function FilePanel({ report, file }: FileProps) {
  const isFile = isReturned(file)
  return (
    <Panel
      title={titleOf(report, file)}
      actions={
        <Badge tone={outcomeTone(file.status)}>
          {isFile ? words(file.status) : `No file: ${outcomeText(file.status)}`}
        </Badge>
      }
    >
      {file.alerts.map(({ text, adverse }) => (
        <p key={text} className={adverse ? 'error' : ''}>
          {alertText(text)}
        </p>
      ))}
      {isFile ? (
        <Contents report={report} file={file} />
      ) : (
        <p className="muted">
          {file.bureau} returned no file
          {report.borrowers.length > 1 && ` for ${personOf(report, file)}`}: the report has none of
          its figures.
        </p>
      )}
    </Panel>
  )
}

/** The figures of the file, and the identity in it. */
function Contents({ report, file }: FileProps) {
  const { clear } = report
  const { name, ssn, birthDate, employment, addresses, remarks, aliases } = file
  const [accounts, open, balance, payment] = accountFigures(file.accounts)
  const facts: Fact[] = [
    ['Score', <Scores key="score" report={report} file={file} />],
    ['Accounts', `${accounts}, ${open} open`],
    ['Balance', balance],
    ['Monthly payments', payment],
    ['Name on file', name || 'none'],
    ['SSN on file', ssn || 'none'],
    ['In file since', dateText(file.inFileSince) || 'not reported'],
    ['Differences from the order', file.variations.map(words).join(', ') || 'none'],
  ]
  const revealed: Fact[] = [
    ['DOB', dateText(birthDate) || 'not reported'],
    ['Employment', employment || 'not reported'],
    ['Also known as', aliases.join('; ') || 'none'],
    ...(addresses.length > 0
      ? [['Addresses', <Addresses key="addresses" file={file} />, 'whole'] as const]
      : []),
  ]
  const shown = remarks.filter(({ text }) => text !== HIDDEN)
  return (
    <>
      <Facts
        facts={[
          ...facts,
          ...(clear ? revealed : []),
          ...(shown.length > 0
            ? [['Remarks', shown.map(({ text }) => text).join(' · '), 'whole'] as const]
            : []),
        ]}
      />
      {!clear && <Masked file={file} />}
    </>
  )
}

/** The scores of the file, with their models. */
function Scores({ report: { scores }, file: { bureau, borrowerId } }: FileProps) {
  const own = scores.filter((score) => score.bureau === bureau && score.borrowerId === borrowerId)
  if (own.length === 0) return 'none'
  return own.map(({ value = 'not scored', model }) => (
    <Fragment key={model}>
      {value} <span className="under">{words(model)}</span>
    </Fragment>
  ))
}

/** A single line that lists the data which only a revealed report shows. */
function Masked({ file }: Pick<FileProps, 'file'>) {
  const { employment, addresses, remarks, aliases } = file
  const hidden = remarks.filter(({ text }) => text === HIDDEN).length
  const dates = addresses.flatMap(({ reported }) => dateText(reported) || [])
  const parts = [
    'date of birth',
    employment !== '' && 'employment',
    aliases.length > 0 && plural(aliases.length, 'other name'),
    hidden > 0 && plural(hidden, 'remark'),
    addresses.length > 0 &&
      plural(addresses.length, 'address', 'addresses') +
        (dates.length > 0 ? ` (reported ${dates.join('; ')})` : ''),
  ]
  return (
    <p className="muted small">
      Masked until the report is revealed: {parts.filter(Boolean).join(', ')}.
    </p>
  )
}

function titleOf(report: Report, file: File): string {
  return report.borrowers.length > 1 ? `${file.bureau}: ${personOf(report, file)}` : file.bureau
}

function Addresses({ file }: { readonly file: File }) {
  return file.addresses.map(({ address, reported }) => (
    <p key={`${address}${reported}`}>
      {address} <span className="muted small">{reported && `reported ${dateText(reported)}`}</span>
    </p>
  ))
}
