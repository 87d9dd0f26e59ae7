/** The result of an order: a summary, the result and reason of each bureau, and what to do next. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { DAY_MS } from '../../../../src/time.ts'
import type { ApiResponse } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { causeOf, isUnusable, missingPulls, pullText } from '../../components/bureaus.tsx'
import { Note, Panel } from '../../components/layout.tsx'
import {
  capitalized,
  chargedText,
  dateTimeText,
  minuteText,
  ORIGINS,
  plural,
  retriedText,
  sentence,
  shortDayText,
} from '../../format.ts'
import { WithLinks } from '../api-reference/with-links.tsx'
import { BureauResults, sharedReason, unscoredText } from './bureau-results.tsx'
import { retryableBureaus, useMetFaults } from './met-faults.ts'
import { useMayResend } from './resend.tsx'

type Detail = ApiResponse<'GET /orders/:id'>
type Pull = Detail['pulls'][number]

interface OutcomeProps {
  readonly order: Detail
  /** The buttons for the next step. */
  readonly children: ReactNode
}

/** The panel with the result. */
export function OrderOutcome({ order, children }: OutcomeProps) {
  return (
    <Panel title="Result">
      <Note tone={toneOf(order)}>
        <p className="strong">{headline(order)}</p>
        <Texts order={order} />
        <Missing order={order} />
        <Scores order={order} />
        <Returned order={order} />
        <Remedy order={order} />
        <Retries order={order} />
        <div className="row">{children}</div>
      </Note>
      {order.pulls.length > 0 && <BureauResults order={order} />}
    </Panel>
  )
}

const TONES = { running: 'accent', done: 'good', failed: 'bad', rejected: 'warn' } as const

/**
 * Returns the tone of the result. A report that lacks a file or a score is incomplete, so its tone
 * is a warning.
 */
function toneOf({ state, pulls }: Detail): (typeof TONES)[keyof typeof TONES] {
  const isLacking = missingPulls(pulls).length > 0 || pulls.some(({ unscored }) => unscored)
  return state === 'done' && isLacking ? 'warn' : TONES[state]
}

function headline({ state, code, outcome, chargedCents, pulls }: Detail): string {
  if (state === 'running') return 'The order is running.'
  if (state === 'done') {
    const { origin = 'new' } = outcome ?? {}
    const missing = missingPulls(pulls).length
    // An upgrade requests only the files that the report lacks, so its files are not counted.
    const isCounted = missing > 0 && origin !== 'upgraded'
    const files = isCounted ? ` with ${pulls.length - missing} of ${pulls.length} files` : ''
    return `${ORIGINS[origin]}${files}, ${chargedText(chargedCents)}`
  }
  const label = state === 'failed' ? 'Order failed' : 'Order rejected'
  return `${label} (${code ?? 'no code'})${outcome?.text === undefined ? '' : `: ${outcome.text}`}`
}

/**
 * The files and scores that a report lacks, and why. For an order without a report, the table of
 * bureaus shows this.
 */
function Missing({ order: { state, pulls } }: { readonly order: Detail }) {
  if (state !== 'done') return null
  const texts = [...missingPulls(pulls).map(missingText), ...unscoredTexts(pulls)]
  return texts.length > 0 && <p>{[...new Set(texts)].join(' ')}</p>
}

function missingText(pull: Pull): string {
  const { bureau, state, injected } = pull
  const failure = isUnusable(pull) ? 'returned unusable data' : 'did not respond'
  const why = state === 'failed' ? `${bureau} ${failure}` : `${bureau}: ${pullText(pull)}`
  return injected === true ? `${why} (${causeOf(pull)}).` : `${why}.`
}

/** Returns sentences such as `No score from Equifax, Experian: file is under review.` */
function unscoredTexts(pulls: readonly Pull[]): readonly string[] {
  const byReason = Map.groupBy(
    pulls.filter(({ unscored }) => unscored !== undefined),
    ({ unscored }) => unscoredText(unscored),
  )
  return Array.from(byReason, ([text, of]) => {
    const bureaus = BUREAUS.filter((bureau) => of.some((pull) => pull.bureau === bureau))
    return `No score from ${bureaus.join(', ')}: ${text}.`
  })
}

/** The number of retries. Duplicate requests do not create orders of their own. */
function Retries({ order: { retries, lastRetryAt } }: { readonly order: Detail }) {
  if (retries === 0 || lastRetryAt === undefined) return null
  return (
    <p>
      {capitalized(retriedText(retries))}, last on {dateTimeText(lastRetryAt)}: each got the stored
      response, no charge.
    </p>
  )
}

/** The representative scores of the report. Most orders are placed to get them. */
function Scores({ order: { scores, borrowers } }: { readonly order: Detail }) {
  if (scores.length === 0) return null
  return (
    <ul className="outcome-scores">
      {scores.map(({ borrower, model, score }) => (
        <li key={`${borrower}${model}`}>
          <span className="muted">{borrowers[borrower - 1]?.name}</span>{' '}
          <span className="strong">{score}</span> <span className="muted small">{model}</span>
        </li>
      ))}
    </ul>
  )
}

/** The existing report that an order returned, and how to get a new one. */
function Returned({ order: { reportId, returned, receivedAt } }: { readonly order: Detail }) {
  if (reportId === undefined || returned === undefined) return null
  const { orderId, issuedAt, reusedUntil } = returned
  const ageDays = Math.floor((Date.parse(receivedAt) - Date.parse(issuedAt)) / DAY_MS)
  const ageText = ageDays === 0 ? 'less than a day' : plural(ageDays, 'day')
  return (
    <p>
      Report <IdLink path="reports" id={reportId} /> of {minuteText(issuedAt)} ({ageText} old at
      this order) is from order <IdLink path="orders" id={orderId} />. <Reuse until={reusedUntil} />
    </p>
  )
}

/** How to get a new report. This depends on the time, which is sandbox time in a sandbox. */
function Reuse({ until }: { readonly until: string }) {
  const { sandbox } = useSession()
  const clock = useApiQuery('clock', 'GET /sandbox/clock', {}, { enabled: sandbox })
  const now = sandbox ? clock.data?.now : new Date().toISOString()
  if (now === undefined) return null
  return Date.parse(now) < Date.parse(until)
    ? `Reused until ${shortDayText(until)}. To pull again, order with ForceNew.`
    : `Reuse ended ${shortDayText(until)}: Submit now orders a new report.`
}

function IdLink({ path, id }: { readonly path: 'orders' | 'reports'; readonly id: string }) {
  return (
    <Link href={`/${path}/${id}`} className="mono">
      {id}
    </Link>
  )
}

/**
 * Instructions for an order that failed. If an injected fault or a magic street caused the failure,
 * it recurs until that cause is removed.
 */
function Remedy({ order }: { readonly order: Detail }) {
  const { cause, magicWord } = useMetFaults(order)
  const mayResend = useMayResend(order)
  const { outcome, state } = order
  if (state === 'done') return cause === 'active' ? <RemedyOfReport order={order} /> : null
  if (outcome?.remedy === undefined) return null
  if (cause === undefined) {
    return (
      <p>
        What to do: <WithLinks text={outcome.remedy} />
      </p>
    )
  }
  if (cause === 'removed') {
    return <p>An injected fault caused this. It has been removed. Send the order again.</p>
  }
  if (cause === 'street') {
    return (
      <p>
        The borrower’s street contains{' '}
        {magicWord === undefined ? 'a magic word' : `the word ${magicWord}`}, which causes this
        error in a sandbox. What to do: edit the street, then send the order again.
      </p>
    )
  }
  return (
    <p>
      An injected fault caused this. What to do: remove it {mayResend && 'here or '}under{' '}
      <Link href="/sandbox?view=faults">fault injection</Link>, then send the order again.
    </p>
  )
}

/**
 * Instructions for an order with a report that lacks files. A bureau that responded is asked again
 * only by a new order.
 */
function RemedyOfReport({ order }: { readonly order: Detail }) {
  if (retryableBureaus(order).length > 0) return null
  return (
    <p>
      What to do: remove the injected fault under{' '}
      <Link href="/sandbox?view=faults">fault injection</Link>, then order again with the action
      ForceNew.
    </p>
  )
}

/** The messages of the response. Messages about bureaus and fields are listed elsewhere. */
function Texts({ order: { errors, pulls, outcome } }: { readonly order: Detail }) {
  const shared = sharedReason(pulls)
  if (shared !== undefined) return <p>{sentence(`all bureaus: ${shared}`)}</p>
  if (outcome === undefined || errors.length > 0 || pulls.length > 0) return null
  return outcome.texts
    .filter((text) => text !== outcome.text)
    .map((text) => <p key={text}>{sentence(text)}</p>)
}
