/** The preview of the results that each bureau would return for a person file. */
import type { BureauName } from '../../../../../src/documents/tables/enumerations.ts'
import { words } from '../../../../../src/documents/wording.ts'
import { representativeScore } from '../../../../../src/reports/representative-score.ts'
import type { ApiResponse } from '../../../api/call.ts'
import { bureauLetters, outcomeText } from '../../../components/bureaus.tsx'
import { Facts, Loading, Note, Panel } from '../../../components/layout.tsx'
import { countText, dollarsText, plural } from '../../../format.ts'
import type { Outcome } from './person-draft.ts'
import type { PersonErrors } from './person-errors.ts'

type Person = ApiResponse<'GET /sandbox/people/:id'>

/** The preview of a person, as far as it is known. */
export interface PreviewProps {
  readonly person: Person | undefined
  /** Whether the file has errors, so that `person` shows the results of the last valid file. */
  readonly isOutdated: boolean
  /** The errors that no field of the form shows. */
  readonly errors: PersonErrors
}

/** The ID of the element that contains the preview. */
export const PREVIEW_ID = 'person-preview'

/** The results of the bureaus, or the errors that make the file impossible. */
export function PersonPreview({ person, isOutdated, errors }: PreviewProps) {
  return (
    <div id={PREVIEW_ID} tabIndex={-1}>
      <Panel title="Preview">
        <div aria-live="polite" className="stack">
          {isOutdated && <Errors errors={errors} />}
          {person === undefined && !isOutdated && <Loading what="Finding a credit history" />}
          {person !== undefined && !isOutdated && <Results person={person} />}
        </div>
      </Panel>
    </div>
  )
}

function Errors({ errors }: Pick<PreviewProps, 'errors'>) {
  return (
    <Note tone="warn">
      <p className="strong">This person is not valid.</p>
      {errors.size === 0 ? (
        <p>Correct the marked fields to see what the bureaus return.</p>
      ) : (
        <ul className="effects">
          {[...errors].map(([path, expected]) => (
            <li key={path}>
              {path !== '' && <span className="mono">{path}: </span>}
              {expected}
            </li>
          ))}
        </ul>
      )}
    </Note>
  )
}

function Results({ person }: { readonly person: Person }) {
  const { identity, bureaus, file, resolved } = person
  const { street, city, state, postalCode } = identity.address
  const found = resolved ?? file
  return (
    <>
      <BureauTable bureaus={bureaus} outcome={file.outcome} />
      <Facts
        facts={[
          ['Name', `${identity.firstName} ${identity.lastName}`],
          [
            'SSN',
            <span key="ssn" className="mono">
              {identity.ssn}
            </span>,
          ],
          ['Address', `${street}, ${city}, ${state} ${postalCode}`],
          ['Credit history', historyText(found)],
        ]}
      />
    </>
  )
}

type AtBureau = Person['bureaus'][number]

interface Row {
  readonly title: string
  readonly text: (file: AtBureau) => string
  /** Whether the preview needs the row; absent for rows that every preview shows. */
  readonly isShown?: (files: readonly AtBureau[], outcome: Outcome | undefined) => boolean
}

const ROWS: readonly Row[] = [
  { title: 'Result', text: resultText },
  { title: 'Accounts', text: ({ accounts }) => countText(accounts) },
  { title: 'Balance', text: ({ balance }) => dollarsText(balance) },
  { title: 'Late payments', text: ({ lates }) => countText(lates) },
  { title: 'Public records', text: ({ publicRecords }) => countText(publicRecords) },
  { title: 'Inquiries', text: ({ inquiries }) => countText(inquiries) },
  { title: 'Alerts', text: ({ alerts }) => countText(alerts) },
  counted('Collections', 'collections'),
  counted('Charge-offs', 'chargeOffs'),
  counted('Repossessed or foreclosed', 'repossessions'),
  counted('Disputed', 'disputed'),
  counted('Open mortgages', 'openMortgages'),
  {
    title: 'Card utilization',
    text: utilizationText,
    isShown: (files, outcome) =>
      outcome?.utilizationPercent !== undefined || differ(files, utilizationText),
  },
  {
    title: 'Oldest account',
    text: ({ oldestMonth = '–' }) => oldestMonth,
    isShown: (_, outcome) => outcome?.oldestAccountYears !== undefined,
  },
]

type Counted = 'collections' | 'chargeOffs' | 'repossessions' | 'disputed' | 'openMortgages'

function counted(title: string, name: Counted): Row {
  return {
    title,
    text: (file) => countText(file[name]),
    isShown: (files) => files.some((file) => file[name] > 0),
  }
}

function utilizationText({ utilizationPercent: percent }: AtBureau): string {
  return percent === undefined ? '–' : `${percent}%`
}

function differ(files: readonly AtBureau[], text: Row['text']): boolean {
  return new Set(files.map(text)).size > 1
}

function resultText({ status, score, exclusionReason }: AtBureau): string {
  if (status !== 'FileReturned') return outcomeText(status)
  return score === undefined ? words(exclusionReason) || 'file without score' : 'file'
}

interface TableProps extends Pick<Person, 'bureaus'> {
  readonly outcome: Outcome | undefined
}

/** The files of the bureaus side by side. Rows in which they differ are highlighted. */
function BureauTable({ bureaus, outcome }: TableProps) {
  const files = bureaus.filter(({ status }) => status === 'FileReturned')
  const rows = ROWS.filter(({ isShown }) => isShown?.(files, outcome) ?? true)
  const differing = rows.filter(({ title, text }) =>
    differ(title === 'Result' ? bureaus : files, text),
  )
  const scores = new Set(files.map(({ score }) => score))
  const middle = representativeScore(bureaus.flatMap(({ score }) => score ?? []))
  return (
    <>
      <table className="preview-bureaus">
        <caption className="hidden">What each bureau returns</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden">Figure</span>
            </th>
            {bureaus.map(({ bureau }) => (
              <th key={bureau} scope="col">
                <abbr title={bureau}>{bureauLetters(bureau)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={scores.size > 1 ? 'differs' : undefined}>
            <th scope="row">Score</th>
            {bureaus.map(({ bureau, score }) => (
              <td key={bureau} className="figure">
                {score ?? '–'}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">Middle</th>
            <td colSpan={bureaus.length}>
              {middle === undefined ? '–' : <span className="strong">{middle.score}</span>}{' '}
              <span className="muted">{middle?.rule}</span>
            </td>
          </tr>
          {rows.map((row) => (
            <tr key={row.title} className={differing.includes(row) ? 'differs' : undefined}>
              <th scope="row">{row.title}</th>
              {bureaus.map((file) => (
                <td key={file.bureau}>
                  {file.status === 'FileReturned' || row.title === 'Result' ? row.text(file) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {(differing.length > 0 || scores.size > 1) && (
        <p className="muted small">Highlighted: what differs between the bureaus.</p>
      )}
    </>
  )
}

/** Returns the scores by bureau. */
export function scoresOf(person: Person | undefined): ReadonlyMap<BureauName, number> {
  const scored = person?.bureaus.flatMap(({ bureau, score }) =>
    score === undefined ? [] : [[bureau, score] as const],
  )
  return new Map(scored)
}

function historyText({ accounts = [], collections = [], bankruptcies = [] }: Person['file']) {
  return [
    plural(accounts.length, 'account'),
    plural(collections.length, 'collection'),
    plural(bankruptcies.length, 'bankruptcy', 'bankruptcies'),
  ].join(', ')
}
