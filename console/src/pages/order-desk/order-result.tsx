/** The result of an order placed on the desk. */
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { LinkButton } from '../../components/button.tsx'
import { Xml } from '../../components/code.tsx'
import { Loading, Note, Panel } from '../../components/layout.tsx'
import { DUPLICATE_TEXT, failureText } from '../../format.ts'
import { OrderOutcome } from '../order/outcome.tsx'
import { RemoveAndResend } from '../order/resend.tsx'
import '../order/order.css'

/** An order that was placed on the desk. */
export type Result = ApiResponse<'POST /manual-order/orders'>

interface ResultProps {
  readonly result: Result
  /**
   * Whether the desk still contains that order. After a change, viewing the report is no longer the
   * primary action.
   */
  readonly isCurrent: boolean
}

/**
 * The result of the order, as on the page of the order. The first link gets the focus, so that
 * keyboard users continue here.
 */
export function OrderResult({ result, isCurrent }: ResultProps) {
  const { reportId, orderId, code, retried } = result
  const order = useApiQuery('order', 'GET /orders/:id', { params: { id: orderId } })
  const isLoading = order.data === undefined && !order.isError
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every result is new, even with equal content
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('.order-desk-links a')?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [result, isLoading])
  if (isLoading) return <Loading what="Loading the result" />
  const links = (
    <span className="row order-desk-links">
      {reportId !== undefined && (
        <LinkButton to={`/reports/${reportId}`} kind={isCurrent ? 'primary' : ''}>
          View report
        </LinkButton>
      )}
      <Link href={`/orders/${orderId}`}>View order</Link>
      {order.data !== undefined && <RemoveAndResend order={order.data} />}
    </span>
  )
  return (
    <div ref={box} className="stack order-desk-result">
      {retried && (
        <Note>
          <p>{DUPLICATE_TEXT}</p>
        </Note>
      )}
      {order.data === undefined ? (
        <Note tone={reportId === undefined ? 'bad' : 'good'}>
          <p className="strong">{reportId === undefined ? failureText(code) : 'Order completed'}</p>
          {links}
        </Note>
      ) : (
        <OrderOutcome order={order.data}>{links}</OrderOutcome>
      )}
    </div>
  )
}

/** The response beside the form, masked as on the page of the order. */
export function OrderResponse({ result }: { readonly result: Result }) {
  const params = { params: { id: result.orderId } }
  // The audit trail records each fetch as a view, so the documents are fetched once.
  const documents = useApiQuery('documents', 'GET /orders/:id/documents', params, { once: true })
  const answered = documents.data?.answered
  if (answered === undefined) return null
  return (
    <Panel title="Response">
      <Xml xml={answered} label="Response document" />
    </Panel>
  )
}
