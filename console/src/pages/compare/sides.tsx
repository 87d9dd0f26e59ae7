/** One side of a comparison: an order or a report in a few words. */
import { Link } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { OrderState } from '../../components/state-badge.tsx'
import { dateTimeText, minuteOfYearText, ORIGINS, operationText } from '../../format.ts'
import type { Borrowers } from './people.ts'

/** The kinds of what can be compared. */
export type Kind = 'orders' | 'reports'

/** What is known of a side. */
export interface Side {
  readonly borrowers: Borrowers
  readonly at: string
  readonly what: string
  readonly lenderCase: string
  readonly state?: Pick<ApiResponse<'GET /orders/:id'>, 'state' | 'code'>
}

/** An order or a report; undefined until it is read, or where it cannot be. */
export function useSide(kind: Kind, id: string): Side | undefined {
  const isOrder = kind === 'orders' && id !== ''
  const isReport = kind === 'reports' && id !== ''
  const request = { params: { id } }
  const order = useApiQuery('order', 'GET /orders/:id', request, { enabled: isOrder }).data
  const report = useApiQuery('report', 'GET /reports/:id', request, { enabled: isReport }).data
  if (isOrder && order !== undefined) {
    return { ...sideOfOrder(order), state: { state: order.state, code: order.code } }
  }
  if (!isReport || report === undefined) return undefined
  return {
    borrowers: report.borrowers,
    at: report.summary.lastUpdatedAt,
    what: `${report.title}, ${report.summary.origin}`,
    lenderCase: report.lenderCase,
  }
}

function sideOfOrder(order: ApiResponse<'GET /orders/:id'>): Side {
  const { borrowers, receivedAt, operation, action, origin, lenderCase = '' } = order
  const words = [operationText(operation), action, origin && ORIGINS[origin].toLowerCase()]
  return { borrowers, at: receivedAt, what: words.filter(Boolean).join(', '), lenderCase }
}

interface FactsProps {
  readonly kind: Kind
  readonly id: string
  readonly side: Side | undefined
}

/** The identifier, then whose it is, what it is and when it was placed. */
export function SideFacts({ kind, id, side }: FactsProps) {
  return (
    <>
      <p className="row">
        <Link href={`/${kind}/${id}`} className="mono">
          {id}
        </Link>
        {side?.state !== undefined && <OrderState {...side.state} />}
      </p>
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
            {side.what} ·{' '}
            <time dateTime={side.at} title={dateTimeText(side.at)}>
              {minuteOfYearText(side.at)}
            </time>
          </p>
        </>
      )}
    </>
  )
}

/** The last four digits of the first borrower's number, by which lists are searched. */
export function lastFourOf(side: Side | undefined): string {
  return side?.borrowers[0]?.ssn.match(/\d{4}$/)?.[0] ?? ''
}
