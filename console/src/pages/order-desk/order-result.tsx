/** The result of a placed order. */
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { LinkButton } from '../../components/button.tsx'
import { Xml } from '../../components/code.tsx'
import { Note, Panel } from '../../components/layout.tsx'
import { chargedText, DUPLICATE_TEXT, failureText } from '../../format.ts'

/** An order that was placed at the desk. */
export type Result = ApiResponse<'POST /manual-order/orders'>

/** The result of the order. Its first link takes the focus, so that keyboard users continue here. */
export function OrderResult({ result }: { readonly result: Result }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every result is new, even with equal content
  useEffect(() => {
    box.current?.querySelector('a')?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [result])
  const { reportId, orderId, code, texts } = result
  return (
    <div ref={box} className="order-desk-result">
      <Note tone={reportId === undefined ? 'bad' : 'good'}>
        <p className="strong">
          {reportId === undefined ? failureText(code) : <Success result={result} />}
        </p>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p className="row">
          {reportId !== undefined && (
            <LinkButton to={`/reports/${reportId}`} kind="primary">
              View report
            </LinkButton>
          )}
          <Link href={`/orders/${orderId}`}>View order</Link>
        </p>
      </Note>
    </div>
  )
}

/** Whether the report is new, and its price; both come from the order. */
function Success({ result: { orderId, retried } }: { readonly result: Result }) {
  const order = useApiQuery('order', 'GET /orders/:id', { params: { id: orderId } })
  if (retried) return DUPLICATE_TEXT
  if (order.data === undefined) return 'Order completed'
  const { pulls, action, chargedCents } = order.data
  const isNew = pulls.length > 0 || action === 'Unmerge'
  return `Order completed: ${isNew ? 'new' : 'existing'} report, ${chargedText(chargedCents)}`
}

/** The response beside the form, masked as on the page of the order. */
export function OrderResponse({ result }: { readonly result: Result | undefined }) {
  const params = { params: { id: result?.orderId ?? '' } }
  const isPlaced = { enabled: result !== undefined }
  const documents = useApiQuery('order', 'GET /orders/:id/documents', params, isPlaced)
  const answered = documents.data?.answered
  if (answered === undefined) return null
  return (
    <Panel title="Response">
      <Xml xml={answered} label="Response document" />
    </Panel>
  )
}
