/** One side of a comparison: an order or a report in a few words. */
import { Link } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { isMissing, LoadError, Note } from '../../components/layout.tsx'
import { OrderState } from '../../components/state-badge.tsx'
import { dateTimeText, minuteOfYearText, ORIGINS, operationText } from '../../format.ts'
import type { Borrowers } from './people.ts'

/** The kinds of what can be compared. */
export type Kind = 'orders' | 'reports'

/** What is known of a side. */
export interface Side {
  readonly account: string
  readonly borrowers: Borrowers
  readonly at: string
  readonly what: string
  readonly lenderCase: string
  readonly state?: Pick<ApiResponse<'GET /orders/:id'>, 'state' | 'code'>
}

/** What is read of a side. */
export interface ReadSide {
  /** Undefined until it is read, or where it cannot be. */
  readonly side?: Side
  readonly error: Error | null
  readonly refetch: () => void
}

/** An order or a report; nothing is read without an identifier. */
export function useSide(kind: Kind, id: string): ReadSide {
  const isOrder = kind === 'orders'
  const isGiven = id !== ''
  const request = { params: { id } }
  const order = useApiQuery('order', 'GET /orders/:id', request, { enabled: isGiven && isOrder })
  const report = useApiQuery('report', 'GET /reports/:id', request, {
    enabled: isGiven && !isOrder,
  })
  const { error, refetch } = isOrder ? order : report
  const side = isOrder
    ? order.data && sideOfOrder(order.data)
    : report.data && sideOfReport(report.data)
  return { ...(isGiven && side && { side }), error, refetch: () => void refetch() }
}

function sideOfReport(report: ApiResponse<'GET /reports/:id'>): Side {
  const { summary, borrowers, title, lenderCase } = report
  const what = `${title}, ${summary.origin}`
  return { account: summary.account, borrowers, at: summary.lastUpdatedAt, what, lenderCase }
}

function sideOfOrder(order: ApiResponse<'GET /orders/:id'>): Side {
  const { account, borrowers, receivedAt, operation, action, origin, lenderCase = '' } = order
  const words = [operationText(operation), action, origin && ORIGINS[origin].toLowerCase()]
  const what = words.filter(Boolean).join(', ')
  const state = { state: order.state, code: order.code }
  return { account, borrowers, at: receivedAt, what, lenderCase, state }
}

interface FactsProps {
  readonly kind: Kind
  readonly id: string
  readonly read: ReadSide
  /** The sides are of two accounts: each names its own. */
  readonly hasAccount: boolean
}

/** The identifier, then whose it is, what it is and when it was placed; or why it cannot be read. */
export function SideFacts({ kind, id, read: { side, error, refetch }, hasAccount }: FactsProps) {
  return (
    <>
      <p className="row">
        {error === null ? (
          <Link href={`/${kind}/${id}`} className="mono">
            {id}
          </Link>
        ) : (
          <span className="mono wrap">{id}</span>
        )}
        {side?.state !== undefined && <OrderState {...side.state} />}
      </p>
      {error !== null && <SideError error={error} onRetry={refetch} />}
      {side !== undefined && (
        <>
          <p>
            {side.borrowers.map(({ name, ssn }) => (
              <span key={`${name}${ssn}`} className="borrower">
                <span className="strong">{name}</span> <span className="muted">{ssn}</span>
              </span>
            ))}
          </p>
          <p className="muted small">
            {side.what} · {hasAccount && `${side.account} · `}
            <time dateTime={side.at} title={dateTimeText(side.at)}>
              {minuteOfYearText(side.at)}
            </time>
          </p>
        </>
      )}
    </>
  )
}

/** The button of the card is the remedy for what is missing. */
function SideError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  if (!isMissing(error)) return <LoadError error={error} onRetry={onRetry} />
  return (
    <Note tone="warn">
      <p>Not found, or you don't have access. Select Change to compare with another.</p>
    </Note>
  )
}

/** The last four digits of the first borrower's number, by which lists are searched. */
export function lastFourOf(side: Side | undefined): string {
  return side?.borrowers[0]?.ssn.match(/\d{4}$/)?.[0] ?? ''
}
