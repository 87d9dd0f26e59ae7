/** The timeline of an order: its events, and its steps and pulls on a common time scale. */
import type { ApiResponse } from '../../api/call.ts'
import { bureauLetters, sortedPulls } from '../../components/bureaus.tsx'
import { Panel } from '../../components/layout.tsx'
import { centsText, dateTimeText, durationText, plural } from '../../format.ts'
import { pullSpan, spanText } from './step-times.ts'

type Detail = ApiResponse<'GET /orders/:id'>
type Step = Detail['timeline'][number]

/** Events that the waterfall shows, so that the list omits them. */
const IN_WATERFALL: ReadonlySet<Step['what']> = new Set(['asked', 'answered by bureau'])

const STEP_NAMES = {
  received: 'Received',
  parsed: 'Parsed',
  rejected: 'Rejected',
  journaled: 'Stored',
  asked: 'Bureau contacted',
  'answered by bureau': 'Bureau responded',
  merged: 'Files merged',
  charged: 'Charged',
  answered: 'Ended',
} as const satisfies Readonly<Record<Step['what'], string>>

/** The events of an order, each with the time since the order arrived. */
export function OrderTimeline({ order }: { readonly order: Detail }) {
  const begin = Date.parse(order.receivedAt)
  const steps = order.timeline.filter(({ what }) => !IN_WATERFALL.has(what))
  return (
    <Panel title="Timeline">
      <ol className="timeline">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps never change their order
          <li key={index} className={toneOf(step, order)}>
            <span className="timeline-what">{STEP_NAMES[step.what]}</span>
            <time className="muted mono" dateTime={step.at} title={dateTimeText(step.at)}>
              +{durationText(Math.max(0, Date.parse(step.at) - begin))}
            </time>
            {detailOf(step, order) !== undefined && (
              <span className="timeline-text">{detailOf(step, order)}</span>
            )}
          </li>
        ))}
      </ol>
      <Waterfall order={order} />
    </Panel>
  )
}

/** The names of the service's own steps. */
const WORK_NAMES: Readonly<Record<string, string>> = {
  wait: 'Wait for processing',
  parse: 'Parse and validate',
  plan: 'Look for an existing report',
  store: 'Store the order',
  pull: 'Ask the bureaus',
  merge: 'Merge the files',
  print: 'Print the report',
  write: 'Write the response',
}

/** A bar of the waterfall, with its name, start and duration. */
interface Bar {
  readonly key: string
  readonly name: string
  readonly fromMs: number
  /** Undefined while the step or pull has not ended. */
  readonly ms: number | undefined
  readonly kind: 'step' | 'pull' | 'failed'
}

/** The steps until the response was ready. The pulls are below the step that waits for them. */
function Waterfall({ order }: { readonly order: Detail }) {
  const bars = barsOf(order)
  if (bars.length === 0) return null
  const span = Math.max(0.1, ...bars.map(({ fromMs, ms = 0 }) => fromMs + ms))
  return (
    <table className="waterfall">
      <caption>Duration by step</caption>
      <tbody>
        {bars.map(({ key, name, fromMs, ms, kind }) => (
          <tr key={key} className={kind === 'step' ? undefined : 'waterfall-pull'}>
            <th scope="row">{name}</th>
            <td className="waterfall-bar">
              <svg aria-hidden="true" width="100%" height="10">
                <rect className="track" width="100%" height="10" rx="3" />
                <rect
                  className={kind}
                  x={`${Math.min(99.4, (fromMs / span) * 100)}%`}
                  width={`${Math.max(0.6, ((ms ?? 0) / span) * 100)}%`}
                  height="10"
                  rx="2"
                />
              </svg>
            </td>
            <td className="number">{spanText({ fromMs, ms })}</td>
          </tr>
        ))}
        {order.tookMs !== undefined && (
          <tr>
            <th scope="row" className="strong">
              Total
            </th>
            <td />
            <td className="number strong">{durationText(order.tookMs)}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** Returns the bars of all steps, with the pulls below the step that waits for them. */
function barsOf(order: Detail): readonly Bar[] {
  const { steps } = order
  const bars = steps.flatMap((span, index): readonly Bar[] => {
    const name = WORK_NAMES[span.name] ?? span.name
    const step: Bar = { ...span, key: `${index}`, name, kind: 'step' }
    return span.name === 'pull' ? [step, ...pullBars(order)] : [step]
  })
  return steps.some(({ name }) => name === 'pull') ? bars : [...bars, ...pullBars(order)]
}

function pullBars(order: Detail): readonly Bar[] {
  const isJoint = order.pulls.some(({ borrower }) => borrower > 1)
  return sortedPulls(order.pulls).map((pull) => {
    const { bureau, borrower, state } = pull
    const applicant = borrower === 1 ? ' borrower' : ' co-borrower'
    return {
      ...pullSpan(order, pull),
      key: `${bureau}${borrower}`,
      name: `${bureauLetters(bureau)}${isJoint ? applicant : ''}`,
      kind: state === 'failed' ? 'failed' : 'pull',
    }
  })
}

/** Returns a detail of an event: the amount charged, the number of errors, or the error code. */
function detailOf({ what, text }: Step, { errors, charges, code }: Detail): string | undefined {
  if (what === 'answered') return code
  if (what === 'charged') {
    const charge = charges.find(({ kind }) => kind === text)
    return charge === undefined ? text : centsText(charge.amountCents)
  }
  if (what !== 'parsed') return text
  return errors.length === 0 ? undefined : plural(errors.length, 'validation error')
}

function toneOf({ what }: Step, { state }: Detail): string {
  if (what === 'rejected' || (what === 'answered' && state === 'failed')) return 'bad'
  return what === 'answered' || what === 'charged' ? 'good' : 'plain'
}
