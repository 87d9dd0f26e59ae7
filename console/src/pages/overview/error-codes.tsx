/** The error codes of the period, with their meanings. */
import { Link } from 'wouter'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Badge, Panel } from '../../components/layout.tsx'
import { countText } from '../../format.ts'
import { type Figures, injectedText, type OrdersPath } from './overview-data.ts'

type Code = Figures['codes'][number]

interface ErrorCodesProps {
  readonly codes: Figures['codes']
  readonly ordersPath: OrdersPath
}

/** The codes by number of orders, most frequent first. */
export function ErrorCodes({ codes, ordersPath }: ErrorCodesProps) {
  const sorted = codes.toSorted((one, other) => other.count - one.count)
  const most = sorted[0]?.count ?? 1
  return (
    <Panel title="Error codes">
      <table>
        <caption className="hidden">Error codes</caption>
        <tbody>
          {sorted.map((each) => (
            <CodeRows
              key={each.code}
              each={each}
              most={most}
              to={ordersPath({ code: each.code })}
            />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

/**
 * Returns whether orders with the code failed. Orders with any other code were rejected, as in the
 * chart above.
 */
const isFailure = (code: string) => code === 'E001'

interface RowProps {
  readonly each: Code
  /** The number of orders with the most frequent code. */
  readonly most: number
  readonly to: string
}

/** The code with its number of orders, followed by a line for each of its reasons. */
function CodeRows({ each: { code, count, reasons, injected }, most, to }: RowProps) {
  const isInjected = injected > 0
  return (
    <>
      <tr className="code-row">
        <th scope="row">
          <Link href={to}>{code}</Link>
        </th>
        <td className="code-bar">
          <svg aria-hidden="true" width="100%" height="10">
            <rect
              className={isFailure(code) ? 'series-failed' : 'series-rejected'}
              width={`${(count / most) * 100}%`}
              height="10"
              rx="3"
            />
          </svg>
        </td>
        <td className="number">{countText(count)}</td>
      </tr>
      {reasons.map((reason) => (
        <ReasonRow key={reason.reason} {...reason} reasons={reasons} total={count} />
      ))}
      {isInjected && (
        <tr className="code-reason">
          <td colSpan={3}>
            <Badge tone="warn">{injectedText(injected)}</Badge>
          </td>
        </tr>
      )}
    </>
  )
}

interface ReasonProps {
  readonly reason: string
  readonly count?: number | undefined
  readonly reasons: Code['reasons']
  readonly total: number
}

/**
 * The meaning of a reason. Its count is shown only if the code has several reasons; otherwise it
 * would repeat the count of the code.
 */
function ReasonRow({ reason, count, reasons, total }: ReasonProps) {
  const errors = useApiQuery('errors', 'GET /errors')
  const text = errors.data?.items.find((each) => each.reason === reason)?.text
  const known = reasons.reduce((sum, each) => sum + (each.count ?? 0), 0)
  const isCounted = count !== undefined && reasons.length > 1
  return (
    <tr className="code-reason">
      <td className="muted small" colSpan={2}>
        {text}
        {isCounted && known < total && ` Of the newest ${countText(known)}:`}
      </td>
      <td className="number muted small">{isCounted && countText(count)}</td>
    </tr>
  )
}
