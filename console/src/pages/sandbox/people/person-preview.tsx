/** What each bureau would return for a person file. */

import type { BureauName } from '../../../../../src/documents/tables/enumerations.ts'
import { words } from '../../../../../src/documents/wording.ts'
import { representativeScore } from '../../../../../src/reports/representative-score.ts'
import type { ApiResponse } from '../../../api/call.ts'
import { bureauLetters, outcomeText } from '../../../components/bureaus.tsx'
import { Facts, Loading, Note, Panel } from '../../../components/layout.tsx'
import { countText, dollarsText, plural } from '../../../format.ts'
import type { PersonErrors } from './person-errors.ts'

type Person = ApiResponse<'GET /sandbox/people/:id'>

interface PreviewProps {
  readonly person: Person | undefined
  /** The file has errors, so these are the results of the last valid one. */
  readonly isOutdated: boolean
  /** Those that no field shows. */
  readonly errors: PersonErrors
}

/** The scores, or why the file cannot be. */
export function PersonPreview({ person, isOutdated, errors }: PreviewProps) {
  return (
    <Panel title="Preview">
      <div aria-live="polite" className="stack">
        {isOutdated && <Errors errors={errors} />}
        {person === undefined && !isOutdated && <Loading what="Finding a credit history" />}
        {person !== undefined && !isOutdated && <Results person={person} />}
      </div>
    </Panel>
  )
}

function Errors({ errors }: Pick<PreviewProps, 'errors'>) {
  return (
    <Note tone="warn">
      <p className="strong">This person is not possible.</p>
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
      <BureauTable bureaus={bureaus} />
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

const ROWS: readonly (readonly [title: string, text: (file: AtBureau) => string])[] = [
  ['Result', resultText],
  ['Accounts', ({ accounts }) => countText(accounts)],
  ['Balance', ({ balance }) => dollarsText(balance)],
  ['Late payments', ({ lates }) => countText(lates)],
  ['Public records', ({ publicRecords }) => countText(publicRecords)],
  ['Inquiries', ({ inquiries }) => countText(inquiries)],
  ['Alerts', ({ alerts }) => countText(alerts)],
]

function resultText({ status, score, exclusionReason }: AtBureau): string {
  if (status !== 'FileReturned') return outcomeText(status)
  return score === undefined ? words(exclusionReason) || 'file without score' : 'file'
}

/** The files side by side; a row in which they differ is highlighted. */
function BureauTable({ bureaus }: Pick<Person, 'bureaus'>) {
  const files = bureaus.filter(({ status }) => status === 'FileReturned')
  const differ = ROWS.filter(
    ([title, text]) => new Set((title === 'Result' ? bureaus : files).map(text)).size > 1,
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
          {ROWS.map((row) => (
            <tr key={row[0]} className={differ.includes(row) ? 'differs' : undefined}>
              <th scope="row">{row[0]}</th>
              {bureaus.map((file) => (
                <td key={file.bureau}>
                  {file.status === 'FileReturned' || row[0] === 'Result' ? row[1](file) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {(differ.length > 0 || scores.size > 1) && (
        <p className="muted small">Highlighted: what differs between the bureaus.</p>
      )}
    </>
  )
}

/** The scores by bureau. */
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
