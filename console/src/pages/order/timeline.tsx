/** The timeline of an order, and a waterfall of its pulls. */
import type { ApiResponse } from '../../api/call.ts'
import { bureauLetters, outcomeText, sortedPulls } from '../../components/bureaus.tsx'
import { Panel } from '../../components/layout.tsx'
import { centsText, dateTimeText, durationText, plural } from '../../format.ts'

type Detail = ApiResponse<'GET /orders/:id'>
type Step = Detail['timeline'][number]

/** Steps that the waterfall shows. */
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
  purged: 'Personal data purged',
} as const satisfies Readonly<Record<Step['what'], string>>

/** The steps of an order, each with the time since the order arrived. */
export function OrderTimeline({ order }: { readonly order: Detail }) {
  const begin = Date.parse(order.receivedAt)
  const steps = order.timeline.filter(({ what }) => !IN_WATERFALL.has(what))
  return (
    <Panel title="Timeline">
      {order.pulls.length > 0 && <Waterfall order={order} />}
      {order.steps.length > 0 && <Steps order={order} />}
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
    </Panel>
  )
}

/** The names of the service's own steps. */
const WORK_NAMES: Readonly<Record<string, string>> = {
  wait: 'Wait and hand over',
  parse: 'Parse and validate',
  plan: 'Look for an existing report',
  store: 'Store the order',
  pull: 'Ask the bureaus',
  merge: 'Merge the files',
  print: 'Print the report',
  write: 'Write the response',
}

/** How long each step took until the response was ready, which is the duration of the order. */
function Steps({ order }: { readonly order: Detail }) {
  const sum = order.steps.reduce((before, { ms }) => before + ms, 0)
  // Steps are measured in tenths of milliseconds, orders in whole ones.
  const waited = (order.tookMs ?? 0) - sum
  const steps = waited < 1 ? order.steps : [{ name: 'wait', ms: waited }, ...order.steps]
  const total = steps.reduce((before, { ms }) => before + ms, 0)
  const longest = Math.max(0.1, ...steps.map(({ ms }) => ms))
  return (
    <table className="waterfall">
      <caption>Duration by step</caption>
      <tbody>
        {steps.map(({ name, ms }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps never change their order
          <tr key={index}>
            <th scope="row">{WORK_NAMES[name] ?? name}</th>
            <td className="waterfall-bar">
              <svg aria-hidden="true" width="100%" height="10">
                <rect className="track" width="100%" height="10" rx="3" />
                <rect
                  className="step"
                  width={`${Math.max(1, (ms / longest) * 100)}%`}
                  height="10"
                  rx="3"
                />
              </svg>
            </td>
            <td className="number">{stepText(ms)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="strong">
            Total
          </th>
          <td />
          <td className="number strong">{stepText(total)}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** A step can be shorter than a millisecond. */
const stepText = (ms: number) => (ms < 10 ? `${ms.toFixed(1)} ms` : durationText(ms))

/** A detail of a step: the amount charged, the number of errors, or the report identifier. */
function detailOf({ what, text }: Step, { errors, charges }: Detail): string | undefined {
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

/** The pulls on a common time scale. */
function Waterfall({ order }: { readonly order: Detail }) {
  const begin = Date.parse(order.receivedAt)
  const pulls = sortedPulls(order.pulls)
  const ends = pulls.map(({ finishedAt }) => Date.parse(finishedAt ?? order.receivedAt))
  const people = Math.max(...pulls.map(({ borrower }) => borrower))
  const span = Math.max(1, ...ends.map((end) => end - begin))
  return (
    <table className="waterfall">
      <caption className="hidden">Response time of each bureau</caption>
      <tbody>
        {pulls.map((pull, index) => {
          const from = Date.parse(pull.startedAt) - begin
          const took = Math.max(0, (ends[index] ?? begin) - Date.parse(pull.startedAt))
          return (
            <tr key={`${pull.bureau}${pull.borrower}`}>
              <th scope="row">
                {bureauLetters(pull.bureau)}
                {people > 1 && <span className="muted"> {pull.borrower === 1 ? 'B' : 'C'}</span>}
              </th>
              <td className="waterfall-bar">
                <svg aria-hidden="true" width="100%" height="10">
                  <rect className="track" width="100%" height="10" rx="3" />
                  <rect
                    className={pull.state === 'failed' ? 'failed' : pull.bureau.toLowerCase()}
                    x={`${(from / span) * 100}%`}
                    width={`${Math.max(1, (took / span) * 100)}%`}
                    height="10"
                    rx="3"
                  />
                </svg>
              </td>
              <td className="number">
                {pull.finishedAt === undefined ? 'pending' : durationText(took)}
              </td>
              <td>
                {pull.state === 'failed' ? 'no response' : outcomeText(pull.outcome)}
                <span className="muted">, {pull.hard ? 'hard' : 'soft'}</span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
