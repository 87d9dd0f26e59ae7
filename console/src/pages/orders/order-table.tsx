/** Orders as a table, or as cards on narrow screens. */
import { Link } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { missingFiles, missingPulls, PullMarks } from '../../components/bureaus.tsx'
import { OrderState } from '../../components/state-badge.tsx'
import {
  centsText,
  clockText,
  dateTimeText,
  durationText,
  ORIGINS,
  operationText,
  retriedText,
  sentence,
  shortDayText,
} from '../../format.ts'

type Order = ApiResponse<'GET /orders'>['items'][number]

/** A table with one row for each order. */
export function OrderTable({ orders }: { readonly orders: readonly Order[] }) {
  return (
    <div className="scroll">
      <table className="cards listed">
        <caption className="hidden">Orders, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Received</th>
            <th scope="col">Borrower</th>
            <th scope="col">Operation</th>
            <th scope="col">Result</th>
            <th scope="col">Bureaus</th>
            <th scope="col" className="number">
              Charged<span className="hidden">, </span>
              <span className="under">Duration</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <Row key={order.id} order={order} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ order }: { readonly order: Order }) {
  const missing = missingFiles(order.pulls)
  // Phones hide an origin that the action already implies.
  const isUsual = order.origin !== 'existing' && order.retries === 0 && missing === ''
  return (
    <tr className="opens">
      <th scope="row" data-title="Order">
        <Link href={`/orders/${order.id}`} className="stretched mono">
          {order.id}
        </Link>
        <span className="under">{order.account}</span>
      </th>
      <td data-title="Received">
        <time dateTime={order.receivedAt} title={dateTimeText(order.receivedAt)}>
          {shortDayText(order.receivedAt)}{' '}
          <span className="under">{clockText(new Date(order.receivedAt))}</span>
        </time>
      </td>
      <td data-title="Borrower">
        <Borrowers borrowers={order.borrowers} purged={order.purged} />
      </td>
      <td data-title="Operation">
        <span className="one-line">{operationText(order.operation)}</span>{' '}
        {order.action !== undefined && <span className="under">{order.action}</span>}
      </td>
      <td data-title="Result" className="orders-result">
        <span>
          <OrderState state={order.state} code={order.code} />
        </span>
        {order.origin !== undefined && (
          <span className={isUsual ? 'under usual' : 'under'}>
            {order.reportId === undefined ? (
              ORIGINS[order.origin]
            ) : (
              <Link
                href={`/reports/${order.reportId}`}
                className="above"
                aria-label={`${ORIGINS[order.origin]}, order ${order.id}`}
              >
                {ORIGINS[order.origin]}
              </Link>
            )}
            {order.retries > 0 && `, ${retriedText(order.retries)}`}
            {missing !== '' && `, ${missing}`}
          </span>
        )}
        {order.error !== undefined && (
          <span className="under error-text">
            {order.error}
            {order.errorCount > 1 && ` (+${order.errorCount - 1} more)`}
            {missing !== '' && ` ${sentence(`${missing}${injectedText(order.pulls)}`)}`}
          </span>
        )}
      </td>
      <td data-title="Bureaus">
        <PullMarks pulls={order.pulls} />
      </td>
      <td data-title="Charged" className="number">
        {order.chargedCents > 0 && centsText(order.chargedCents)}
        {order.chargedCents === 0 && order.state !== 'running' && (
          <span className="muted">no charge</span>
        )}
        {order.tookMs !== undefined && <span className="under"> {durationText(order.tookMs)}</span>}
      </td>
    </tr>
  )
}

/** Returns why simulated bureaus returned no file: ` (fault injected)`; empty for other reasons. */
function injectedText(pulls: Order['pulls']): string {
  // A fault from a magic street has no ID.
  const causes = missingPulls(pulls).flatMap(({ fault, faultId }) =>
    fault === undefined ? [] : [faultId === undefined ? 'magic street' : 'fault injected'],
  )
  return causes.length === 0 ? '' : ` (${[...new Set(causes)].join(', ')})`
}

/** The masked borrowers of an order. */
export function Borrowers({ borrowers, purged }: Pick<Order, 'borrowers' | 'purged'>) {
  if (purged) return <span className="muted">purged</span>
  if (borrowers.length === 0) return <span className="muted">not available</span>
  return (
    <span>
      {borrowers.map(({ name, ssn }) => (
        <span key={`${name}${ssn}`} className="borrower">
          {name} <span className="muted">{ssn}</span>
        </span>
      ))}
    </span>
  )
}
