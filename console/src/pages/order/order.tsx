/** The page of one order: its result, timeline, validation errors, documents and charges. */
import type { ApiResponse } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { LinkButton } from '../../components/button.tsx'
import { CopyButton } from '../../components/code.tsx'
import { Facts, Heading, LoadState, Panel } from '../../components/layout.tsx'
import { OrderState } from '../../components/state-badge.tsx'
import {
  centsText,
  chargeText,
  dateTimeText,
  durationText,
  operationText,
  plural,
} from '../../format.ts'
import { Borrowers } from '../orders/order-table.tsx'
import { AskAgain } from './ask-again.tsx'
import { OrderDocuments } from './documents.tsx'
import { OrderOutcome } from './outcome.tsx'
import { ResendButtons, useMayResend } from './resend.tsx'
import { OrderTimeline } from './timeline.tsx'
import { ValidationErrors } from './validation-errors.tsx'
import './order.css'

type Detail = ApiResponse<'GET /orders/:id'>

/** The page of an order, updated live while the order is running. */
export function OrderPage({ id }: { readonly id: string }) {
  const order = useApiQuery('order', 'GET /orders/:id', { params: { id } })
  const mayResend = useMayResend(order.data)
  const heading = (
    <Heading
      title={`Order ${id}`}
      of={['/orders', 'Orders']}
      actions={order.data !== undefined && <Actions order={order.data} mayResend={mayResend} />}
    />
  )
  const state = <LoadState query={order} what="Loading the order" />
  if (order.data === undefined) {
    return (
      <>
        {heading}
        {state}
      </>
    )
  }
  return (
    <>
      {heading}
      {state}
      <OrderOutcome order={order.data}>
        {isAnswered(order.data) ? (
          <>
            <ReportLink order={order.data} />
            <AskAgain order={order.data} />
          </>
        ) : (
          mayResend && <ResendButtons order={order.data} />
        )}
      </OrderOutcome>
      <ValidationErrors order={order.data} />
      <div className="columns wide-left order-columns">
        <div className="stack">
          <Panel title="Order">
            <Facts facts={factsOf(order.data)} />
          </Panel>
          <Charges order={order.data} />
          <Transport order={order.data} />
        </div>
        <div className="stack order-main">
          <OrderTimeline order={order.data} />
          <OrderDocuments key={order.data.state} order={order.data} />
        </div>
      </div>
    </>
  )
}

function factsOf(order: Detail) {
  return [
    ['State', <OrderState key="state" state={order.state} code={order.code} />],
    ['Operation', [operationText(order.operation), order.action].filter(Boolean).join(', ')],
    ['Borrower', <Borrowers key="borrowers" {...order} />],
    ['Lender case', order.lenderCase ?? (order.purged ? 'purged' : 'none')],
    ['Account', order.account],
    ['Duration', durationText(order.tookMs) || 'still running'],
    ['Received', dateTimeText(order.receivedAt), 'whole'],
  ] as const
}

/** The display names of the header fields that are stored. */
const HEADER_NAMES: Readonly<Record<string, string>> = {
  'content-type': 'Content-Type',
  accept: 'Accept',
  'user-agent': 'User-Agent',
}

/** The HTTP request and its response, for finding both in the logs of client and service. */
function Transport({ order }: { readonly order: Detail }) {
  const { request, status, bodyBytes } = order
  return (
    <Panel title="HTTP">
      <Facts
        facts={[
          ['Response status', status ?? 'still running'],
          ['Request size', plural(bodyBytes, 'byte')],
          ...(request === undefined
            ? []
            : ([
                [
                  'Request ID',
                  <Identifier key="request" what="request ID" text={request.id} />,
                  'whole',
                ],
                ...(request.traceId === undefined
                  ? []
                  : ([
                      [
                        'Trace ID',
                        <Identifier key="trace" what="trace ID" text={request.traceId} />,
                        'whole',
                      ],
                    ] as const)),
                ['Client network', request.network],
                ...request.headers.map(
                  ({ name, value }) => [HEADER_NAMES[name] ?? name, value] as const,
                ),
              ] as const)),
        ]}
      />
    </Panel>
  )
}

/** An ID with a button to copy it. */
function Identifier({ what, text }: { readonly what: string; readonly text: string }) {
  return (
    <span className="row">
      <span className="mono wrap">{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  )
}

/**
 * Returns whether an order has a report or can still get one. For other orders, editing and
 * resending are the main actions.
 */
function isAnswered({ state }: Detail): boolean {
  return state === 'done' || state === 'running'
}

interface ActionsProps {
  readonly order: Detail
  readonly mayResend: boolean
}

function Actions({ order, mayResend }: ActionsProps) {
  const { operator } = useSession()
  return (
    <>
      <CopyButton text={order.id} kind="">
        Copy ID
      </CopyButton>
      <LinkButton to={`/compare/orders?one=${order.id}`}>Compare</LinkButton>
      {operator.role !== 'integrator' && (
        <LinkButton to={`/audit?orderId=${order.id}`}>Audit trail</LinkButton>
      )}
      {mayResend && isAnswered(order) && <ResendButtons order={order} />}
    </>
  )
}

function ReportLink({ order: { reportId, purged } }: { readonly order: Detail }) {
  if (reportId === undefined || purged) return null
  return (
    <LinkButton to={`/reports/${reportId}`} kind="primary" icon="reports">
      View report
    </LinkButton>
  )
}

function Charges({ order }: { readonly order: Detail }) {
  if (order.charges.length === 0) {
    return (
      <Panel title="Charge">
        <p className="muted">
          {order.origin === 'existing'
            ? 'No charge: an existing report was returned.'
            : 'No charge. You pay only for delivered files.'}
        </p>
      </Panel>
    )
  }
  return (
    <Panel title="Charge">
      {order.charges.map(({ kind, amountCents, items }) => (
        <table key={kind}>
          <caption className="hidden">{kind}</caption>
          <tbody>
            {items.map(({ what, count, cents }) => (
              <tr key={what}>
                <th scope="row">
                  {chargeText(what)}
                  {count > 1 ? ` × ${count}` : ''}
                </th>
                <td className="number">{centsText(cents)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row" className="strong">
                Total
              </th>
              <td className="number strong">{centsText(amountCents)}</td>
            </tr>
          </tbody>
        </table>
      ))}
    </Panel>
  )
}
