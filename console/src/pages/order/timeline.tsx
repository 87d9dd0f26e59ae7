/** What happened to an order, step by step, and how long each bureau took. */
import type { Answer } from '../../api/call.ts'
import { bureauLetters, inOrder } from '../../components/bureaus.tsx'
import { Panel } from '../../components/layout.tsx'
import { momentText, outcomeText, tookText } from '../../format.ts'

type Detail = Answer<'GET /orders/:id'>
type Step = Detail['timeline'][number]

/** What the bureaus did is drawn; the rest is told. */
const DRAWN: ReadonlySet<Step['what']> = new Set(['asked', 'answered by bureau'])

/** The steps of an order, each with the time since it arrived. */
export function OrderTimeline({ order }: { readonly order: Detail }) {
  const begin = Date.parse(order.receivedAt)
  const told = order.timeline.filter(({ what }) => !DRAWN.has(what))
  return (
    <Panel title="Timeline">
      {order.pulls.length > 0 && <Waterfall order={order} />}
      <ol className="timeline">
        {told.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps never change their order
          <li key={index} className={toneOf(step)}>
            <span className="timeline-what">{wordsOf(step)}</span>
            <time className="muted mono" dateTime={step.at} title={momentText(step.at)}>
              +{tookText(Math.max(0, Date.parse(step.at) - begin))}
            </time>
            {step.text !== undefined && <span className="timeline-text">{step.text}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function wordsOf({ what }: Step): string {
  return what.charAt(0).toUpperCase() + what.slice(1)
}

function toneOf({ what }: Step): string {
  if (what === 'refused') return 'bad'
  return what === 'answered' || what === 'charged' ? 'good' : 'plain'
}

/** The pulls beside each other on one scale of time. */
function Waterfall({ order }: { readonly order: Detail }) {
  const begin = Date.parse(order.receivedAt)
  const pulls = inOrder(order.pulls)
  const ends = pulls.map(({ finishedAt }) => Date.parse(finishedAt ?? order.receivedAt))
  const people = Math.max(...pulls.map(({ borrower }) => borrower))
  const span = Math.max(1, ...ends.map((end) => end - begin))
  return (
    <table className="waterfall">
      <caption className="hidden">How long each bureau took</caption>
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
                    className={pull.bureau.toLowerCase()}
                    x={`${(from / span) * 100}%`}
                    width={`${Math.max(1, (took / span) * 100)}%`}
                    height="10"
                    rx="3"
                  />
                </svg>
              </td>
              <td className="number">{pull.finishedAt === undefined ? 'asked' : tookText(took)}</td>
              <td>
                {outcomeText(pull.outcome)}
                <span className="muted">, {pull.hard ? 'hard' : 'soft'}</span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
