/** What each bureau would return for a person file. */

import { words } from '../../../../src/documents/wording.ts'
import type { ApiResponse } from '../../api/call.ts'
import { outcomeText } from '../../components/bureaus.tsx'
import { Facts, Loading, Note, Panel } from '../../components/layout.tsx'
import { plural } from '../../format.ts'

type Person = ApiResponse<'GET /sandbox/people/:id'>

interface PreviewProps {
  readonly person: Person | undefined
  /** The file has errors, so these are the results of the last valid one. */
  readonly isOutdated: boolean
  readonly errors: ReadonlyMap<string, string>
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
      <p className="strong">This person is not possible as stated.</p>
      <ul className="effects">
        {[...errors].map(([path, expected]) => (
          <li key={path}>
            {path !== '' && <span className="mono">{path}: </span>}
            {expected}
          </li>
        ))}
      </ul>
    </Note>
  )
}

function Results({ person }: { readonly person: Person }) {
  const { identity, bureaus, file, resolved } = person
  const { street, city, state, postalCode } = identity.address
  const found = resolved ?? file
  return (
    <>
      <dl className="preview-scores">
        {bureaus.map(({ bureau, status, score, exclusionReason, accounts }) => (
          <div key={bureau}>
            <dt>{bureau}</dt>
            <dd className="figure">{score ?? '–'}</dd>
            <dd className="muted small">
              {status === 'FileReturned'
                ? score === undefined
                  ? words(exclusionReason) || 'file without score'
                  : plural(accounts, 'account')
                : outcomeText(status)}
            </dd>
          </div>
        ))}
      </dl>
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

/** The scores in one line, for screens on which the preview is out of sight. */
export function scoresText({ bureaus }: Pick<Person, 'bureaus'>): string {
  return bureaus.map(({ bureau, score }) => `${bureau} ${score ?? '–'}`).join(' · ')
}

function historyText({ accounts = [], collections = [], bankruptcies = [] }: Person['file']) {
  return [
    plural(accounts.length, 'account'),
    plural(collections.length, 'collection'),
    plural(bankruptcies.length, 'bankruptcy', 'bankruptcies'),
  ].join(', ')
}
