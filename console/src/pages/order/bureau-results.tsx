/** The results of the bureaus that an order asked. */
import { words } from '../../../../src/documents/wording.ts'
import type { ApiResponse } from '../../api/call.ts'
import { causeOf, outcomeTone, pullText, sortedPulls } from '../../components/bureaus.tsx'
import { Badge } from '../../components/layout.tsx'
import { type Column, Table } from '../../components/list/table.tsx'
import { sentence, uncapitalized } from '../../format.ts'
import { exclusionText } from '../report/report-data.ts'
import { pullSpan, spanText } from './step-times.ts'

type Detail = ApiResponse<'GET /orders/:id'>
type Pull = Detail['pulls'][number]

/** The scores of each bureau, or why there are none. A joint order is grouped by applicant. */
export function BureauResults({ order }: { readonly order: Detail }) {
  const { pulls, borrowers } = order
  const shared = sharedReason(pulls)
  const isJoint = pulls.some(({ borrower }) => borrower > 1)
  const applicantOf = ({ borrower }: Pull) =>
    [borrower === 1 ? 'Borrower' : 'Co-borrower', borrowers[borrower - 1]?.name ?? ''].join(' ')
  const columns: readonly Column<Pull>[] = [
    { title: 'Bureau', rowHeader: true, cell: ({ bureau }) => bureau },
    {
      title: 'Result',
      className: 'long',
      cell: (pull) => <BureauResult pull={pull} isReasonShown={shared === undefined} />,
    },
    { title: 'Inquiry', cell: inquiryText },
    { title: 'Duration', number: true, cell: (pull) => spanText(pullSpan(order, pull)) },
  ]
  return (
    <Table
      caption="Result of each bureau"
      className="bureau-results"
      columns={columns}
      rows={sortedPulls(pulls)}
      keyOf={({ bureau, borrower }) => `${bureau}${borrower}`}
      {...(isJoint && { groupOf: applicantOf })}
    />
  )
}

/**
 * Returns the inquiry that a pull left. A failed pull leaves none, unless the bureau may have
 * received the request.
 */
function inquiryText({ state, hard, mayHaveAsked }: Pull): string {
  const kind = hard ? 'hard inquiry' : 'soft inquiry'
  if (state !== 'failed') return kind
  return mayHaveAsked === true ? `possibly ${kind}` : 'no inquiry'
}

interface BureauResultProps {
  readonly pull: Pull
  readonly isReasonShown: boolean
}

function BureauResult({ pull, isReasonShown }: BureauResultProps) {
  const { injected, mayHaveAsked, scores = [], unscored } = pull
  const reason = isReasonShown ? reasonOf(pull) : undefined
  return (
    <div className="stack tight">
      <div className="row">
        {scores.length === 0 && (
          <Badge tone={toneOf(pull)}>
            {unscored ? `no score: ${unscoredText(unscored)}` : pullText(pull)}
          </Badge>
        )}
        {scores.map(({ model, score }) => (
          <span key={model}>
            <span className="strong">{score}</span>{' '}
            <span className="muted small">{words(model)}</span>
          </span>
        ))}
        {injected === true && <Badge tone="warn">{causeText(pull)}</Badge>}
      </div>
      {reason !== undefined && <p>{sentence(reason)}</p>}
      {mayHaveAsked === true && (
        <p className="strong">
          The bureau may have been asked. Its vendor may charge for the file, and an inquiry may
          appear on the borrower’s later reports.
        </p>
      )}
    </div>
  )
}

function toneOf({ state, outcome, unscored }: Pull) {
  if (state === 'failed') return 'bad'
  return unscored === undefined ? outcomeTone(outcome) : 'warn'
}

/** Returns why a file has no score, such as `file is under review`. */
export function unscoredText(reason: string | undefined): string {
  return uncapitalized(exclusionText(reason))
}

/** Returns the cause of a result, with the effect of the injected fault. */
function causeText(pull: Pull): string {
  const { fault } = pull
  return fault === undefined ? causeOf(pull) : `${causeOf(pull)}: ${uncapitalized(fault)}`
}

/** Returns the reason without the name of the bureau, which the row already shows. */
function reasonOf({ reason, bureau }: Pull): string | undefined {
  const isNamed = reason?.toLowerCase().startsWith(bureau.toLowerCase())
  return isNamed ? reason?.slice(bureau.length).replace(/^:? /, '') : reason
}

/** Returns the reason if all bureaus have the same. It is shown once instead of in each row. */
export function sharedReason(pulls: readonly Pull[]): string | undefined {
  const reasons = new Set(pulls.map(reasonOf))
  return pulls.length > 1 && reasons.size === 1 ? [...reasons][0] : undefined
}
