/** What happened to an order, step by step, and how long each bureau took. */
import type { Answer } from '../api/call.ts'
import { bureauLetters } from '../parts/bureaus.tsx'
import { Panel } from '../parts/layout.tsx'
import { momentText, outcomeText, outcomeTone, tookText } from '../words.ts'

type Detail = Answer<'GET /orders/:id'>
type Step = Detail['timeline'][number]

/** The steps of an order, each with the time since it arrived. */
export function OrderTimeline({ order }: { readonly order: Detail }) {
  const begin = Date.parse(order.receivedAt)
  return (
    <Panel title="Timeline">
      {order.pulls.length > 0 && <Waterfall order={order} />}
      <ol className="timeline">
        {order.timeline.map((step, index) => (
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

function wordsOf({ what, bureau, borrower }: Step): string {
  const words = what.charAt(0).toUpperCase() + what.slice(1)
  if (bureau === undefined) return words
  const whose = borrower === undefined || borrower === 1 ? '' : `, borrower ${borrower}`
  return what === 'asked' ? `Asked ${bureau}${whose}` : `${words}: ${bureau}${whose}`
}

function toneOf({ what, text }: Step): string {
  if (what === 'refused') return 'bad'
  if (what === 'answered by bureau') return outcomeTone(text)
  return what === 'answered' || what === 'charged' ? 'good' : 'plain'
}

/** The pulls beside each other on one scale of time. */
function Waterfall({ order }: { readonly order: Detail }) {
  const begin = Date.parse(order.receivedAt)
  const ends = order.pulls.map(({ finishedAt }) => Date.parse(finishedAt ?? order.receivedAt))
  const span = Math.max(1, ...ends.map((end) => end - begin))
  return (
    <table className="waterfall">
      <caption className="hidden">How long each bureau took</caption>
      <tbody>
        {order.pulls.map((pull, index) => {
          const from = Date.parse(pull.startedAt) - begin
          const took = Math.max(0, (ends[index] ?? begin) - Date.parse(pull.startedAt))
          return (
            <tr key={`${pull.bureau}${pull.borrower}`}>
              <th scope="row">
                {bureauLetters(pull.bureau)}
                <span className="muted"> {pull.borrower > 1 ? `/${pull.borrower}` : ''}</span>
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
                <span className="under">{pull.hard ? 'hard' : 'soft'} inquiry</span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
