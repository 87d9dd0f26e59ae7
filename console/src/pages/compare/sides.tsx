/** One side of a comparison: a short description of an order or a report. */
import { Link } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { isMissing, LoadError, Note } from '../../components/layout.tsx'
import { OrderState } from '../../components/state-badge.tsx'
import { dateTimeText, minuteOfYearText, ORIGINS, operationText } from '../../format.ts'
import type { Borrowers } from './people.ts'

/** The kinds of items that can be compared. */
export type Kind = 'orders' | 'reports'

/** The description of an order or report. */
export interface Side {
  readonly account: string
  readonly borrowers: Borrowers
  readonly at: string
  readonly what: string
  readonly lenderCase: string
  readonly state?: Pick<ApiResponse<'GET /orders/:id'>, 'state' | 'code'>
}

/** The state of loading a side. */
export interface ReadSide {
  /** Undefined until it has loaded, or if it cannot be loaded. */
  readonly side?: Side
  readonly error: Error | null
  readonly refetch: () => void
}

/** Fetches an order or a report; fetches nothing without an ID. */
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
  /** Whether the sides belong to two accounts, so that each names its account. */
  readonly hasAccount: boolean
}

/**
 * The ID, then the borrowers, the description and the time of the order or report; or why it cannot
 * be loaded.
 */
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

/**
 * The error of a side. A missing order or report has no retry button; the button of the card is the
 * remedy.
 */
function SideError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  if (!isMissing(error)) return <LoadError error={error} onRetry={onRetry} />
  return (
    <Note tone="warn">
      <p>Not found, or you don’t have access. Select Change to compare with another.</p>
    </Note>
  )
}

/** Returns the last four digits of the first borrower's SSN. Lists are searched by these digits. */
export function lastFourOf(side: Side | undefined): string {
  return side?.borrowers[0]?.ssn.match(/\d{4}$/)?.[0] ?? ''
}
