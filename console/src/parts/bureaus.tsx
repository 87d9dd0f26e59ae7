/** How bureaus are shown: by the letters and colours that stand for them everywhere. */
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'
import { BUREAU_CODES } from '../../../src/documents/wording.ts'
import type { Answer } from '../api/call.ts'
import { outcomeText, outcomeTone } from '../words.ts'

/** The letters of a bureau, as reports print them: EFX, XPN or TUC. */
export const bureauLetters = (bureau: string) => BUREAU_CODES[bureau] ?? bureau

/** The names of bureaus as letters, said in full to who listens. */
export function BureauLetters({ bureaus }: { readonly bureaus: readonly string[] }) {
  const ordered = BUREAUS.filter((bureau) => bureaus.includes(bureau))
  return (
    <span className="letters">
      {ordered.map((bureau) => (
        <abbr key={bureau} title={bureau} className={bureau.toLowerCase()}>
          {bureauLetters(bureau)}
        </abbr>
      ))}
    </span>
  )
}

type Pull = Answer<'GET /orders/:id'>['pulls'][number]

/** Pulls as people read them: one borrower after the other, bureaus in the order of the report. */
export function inOrder(pulls: readonly Pull[]): readonly Pull[] {
  const place = ({ borrower, bureau }: Pull) => borrower * BUREAUS.length + BUREAUS.indexOf(bureau)
  return pulls.toSorted((one, other) => place(one) - place(other))
}

/** How the pulls of an order ended, bureau by bureau, a line for each borrower. */
export function PullMarks({ pulls }: { readonly pulls: readonly Pull[] }) {
  if (pulls.length === 0) return null
  const byBorrower = Map.groupBy(inOrder(pulls), ({ borrower }) => borrower)
  return (
    <span className="pulls">
      {Array.from(byBorrower, ([borrower, own]) => (
        <span key={borrower} className="pulls-of">
          {own.map((pull) => (
            <PullMark key={pull.bureau} pull={pull} />
          ))}
        </span>
      ))}
    </span>
  )
}

function PullMark({ pull }: { readonly pull: Pull }) {
  const { bureau, borrower, outcome } = pull
  return (
    <span
      className={`pull ${toneOf(pull)}`}
      title={`${bureau}, borrower ${borrower}: ${outcomeText(outcome)}`}
    >
      {bureauLetters(bureau)}
      <span className="hidden">
        {' '}
        borrower {borrower}: {outcomeText(outcome)}
      </span>
    </span>
  )
}

function toneOf({ state, outcome }: Pull): string {
  return state === 'failed' ? 'bad' : outcomeTone(outcome)
}
