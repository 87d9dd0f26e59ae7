/** Bureaus and their pulls, shown with the same codes and colours on every page. */
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'
import { BUREAU_CODES, NO_FILE, words } from '../../../src/documents/wording.ts'
import type { ApiResponse } from '../api/call.ts'

/** Returns the code of a bureau, as on printed reports: EFX, XPN or TUC. */
export const bureauLetters = (bureau: string) => BUREAU_CODES[bureau] ?? bureau

/** The codes of bureaus. Screen readers read the full names. */
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

type Pull = Pick<
  ApiResponse<'GET /orders/:id'>['pulls'][number],
  'bureau' | 'borrower' | 'state' | 'outcome' | 'reason'
>

/** Returns the pulls sorted by borrower, then by bureau in the order of the report. */
export function sortedPulls<P extends Pull>(pulls: readonly P[]): readonly P[] {
  const rank = ({ borrower, bureau }: P) => borrower * BUREAUS.length + BUREAUS.indexOf(bureau)
  return pulls.toSorted((one, other) => rank(one) - rank(other))
}

/** The result of each pull of an order, with one row for each borrower. */
export function PullMarks({ pulls }: { readonly pulls: readonly Pull[] }) {
  if (pulls.length === 0) return null
  const byBorrower = Map.groupBy(sortedPulls(pulls), ({ borrower }) => borrower)
  return (
    <span className="pulls">
      {Array.from(byBorrower, ([borrower, pullsOfBorrower]) => (
        <span key={borrower} className="pulls-of">
          {pullsOfBorrower.map((pull) => (
            <PullMark key={pull.bureau} pull={pull} />
          ))}
        </span>
      ))}
    </span>
  )
}

/** Returns why files are missing: by bureau, or only the reasons if no bureau returned a file. */
export function missingFiles(pulls: readonly Pull[]): string {
  const ended = pulls.filter(hasEnded)
  return ended.every(isMissing)
    ? [...new Set(ended.map(pullText))].join(', ')
    : missingReasons(pulls)
}

/** Returns the pulls that ended without a file. */
export function missingPulls<P extends Pull>(pulls: readonly P[]): readonly P[] {
  return sortedPulls(pulls).filter((pull) => hasEnded(pull) && isMissing(pull))
}

/** Returns the reasons for missing files by bureau; empty if every bureau returned its files. */
export function missingReasons(pulls: readonly Pull[]): string {
  const reasons = missingPulls(pulls).map(
    (pull) => `${bureauLetters(pull.bureau)}: ${pullText(pull)}`,
  )
  return [...new Set(reasons)].join(', ')
}

const hasEnded = ({ state, outcome }: Pull) => state === 'failed' || outcome !== undefined
const isMissing = ({ outcome }: Pull) => outcome !== 'FileReturned'

function PullMark({ pull }: { readonly pull: Pull }) {
  const { bureau, borrower } = pull
  return (
    <span
      className={`pull ${toneOf(pull)}`}
      title={`${bureau}, borrower ${borrower}: ${pullText(pull)}`}
    >
      {bureauLetters(bureau)}
      <span className="hidden">
        {' '}
        borrower {borrower}: {pullText(pull)}
      </span>
    </span>
  )
}

function toneOf({ state, outcome }: Pull): string {
  return state === 'failed' ? 'bad' : outcomeTone(outcome)
}

/** Returns how a pull ended, in one or two words. */
export function pullText(pull: Pick<Pull, 'state' | 'outcome' | 'reason'>): string {
  if (pull.state !== 'failed') return outcomeText(pull.outcome)
  return isUnusable(pull) ? 'unusable data' : 'no response'
}

/** Returns whether the bureau responded with data that is not a usable file of the borrower. */
export function isUnusable({ reason = '' }: Pick<Pull, 'reason'>): boolean {
  // Earlier versions stored texts that begin with "gave an answer" or "answered".
  return /^(sent|gave an answer|answered) /.test(reason)
}

/** Returns what caused a simulated bureau to fail: a magic street or an injected fault. */
export function causeOf({ magicWord }: { readonly magicWord?: string | undefined }): string {
  return magicWord === undefined ? 'fault injected' : `magic street ${magicWord}`
}

/** Returns the result of a pull in one or two words. */
export function outcomeText(outcome: string | undefined): string {
  if (outcome === undefined) return 'pending'
  if (outcome === 'FileReturned') return 'file'
  return NO_FILE[outcome] ?? words(outcome).toLowerCase()
}

/** Returns the tone of an outcome: good for a file, bad for a failure, otherwise a warning. */
export function outcomeTone(outcome: string | undefined): 'good' | 'warn' | 'bad' | 'plain' {
  if (outcome === undefined) return 'plain'
  if (outcome === 'FileReturned') return 'good'
  return /Error|AccessCode|System|TimeOut|Unavailable|failed|late/i.test(outcome) ? 'bad' : 'warn'
}
