/** One order: what happened to it, what was wrong with it, and its documents. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { type Answer, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useAnswer } from '../../api/use-api-query.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { CopyButton } from '../../components/code.tsx'
import { FaultTable } from '../../components/error-table.tsx'
import { Facts, Failed, Heading, Panel, said, Waiting } from '../../components/layout.tsx'
import { Path } from '../../components/path.tsx'
import { OrderState } from '../../components/state-badge.tsx'
import { useTell } from '../../components/toast.tsx'
import { centsText, counted, countText, momentText, operationText, tookText } from '../../format.ts'
import { Borrowers } from '../orders/order-table.tsx'
import { OrderDocuments } from './documents.tsx'
import { OrderTimeline } from './timeline.tsx'
import './order.css'

type Detail = Answer<'GET /orders/:id'>

/** An order, live while it runs. */
export function OrderPage({ id }: { readonly id: string }) {
  const order = useAnswer('order', 'GET /orders/:id', { params: { id } })
  const heading = (
    <Heading
      title={`Order ${id}`}
      of={['/orders', 'Orders']}
      actions={order.data !== undefined && <Actions order={order.data} />}
    />
  )
  if (!order.isSuccess) {
    return (
      <>
        {heading}
        {order.isPending && <Waiting what="Fetching the order" />}
        {order.isError && <Failed error={order.error} again={() => void order.refetch()} />}
      </>
    )
  }
  return (
    <>
      {heading}
      <Panel>
        <Facts facts={factsOf(order.data)} />
      </Panel>
      <div className="columns wide-left">
        <div className="stack">
          <Faults order={order.data} />
          <OrderDocuments id={id} faults={order.data.faults} purged={order.data.purged} />
        </div>
        <div className="stack">
          <OrderTimeline order={order.data} />
          <Charges order={order.data} />
        </div>
      </div>
    </>
  )
}

function factsOf(order: Detail) {
  return [
    ['State', <OrderState key="state" state={order.state} code={order.code} />],
    ['What', [operationText(order.operation), order.action].filter(Boolean).join(', ')],
    ['Borrower', <Borrowers key="borrowers" {...order} />],
    ['Account', order.account],
    ['Received', momentText(order.receivedAt)],
    ['Took', tookText(order.tookMs) || 'still running'],
    ['Charged', centsText(order.chargedCents)],
    ['Size', `${countText(order.bodyBytes)} bytes`],
  ] as const
}

function Actions({ order }: { readonly order: Detail }) {
  const { operator } = useSession()
  return (
    <>
      <CopyButton text={order.id} kind="">
        Copy id
      </CopyButton>
      {operator.role === 'operator' && !order.purged && <Resend id={order.id} />}
      {order.reportId !== undefined && (
        <LinkButton to={`/reports/${order.reportId}`} kind="primary" icon="reports">
          Open report
        </LinkButton>
      )}
    </>
  )
}

function Resend({ id }: { readonly id: string }) {
  const [, go] = useLocation()
  const queries = useQueryClient()
  const tell = useTell()
  const resend = useMutation({
    mutationFn: () => call('POST /orders/:id/resend', { params: { id } }),
    onSuccess: (answer) => {
      void queries.invalidateQueries({ queryKey: ['orders'] })
      tell(answer.retried ? 'The same bytes again: the stored answer.' : 'Placed once more.')
      go(`/orders/${answer.orderId}`)
    },
    onError: (error) => tell(said(error)),
  })
  return (
    <Button icon="refresh" busy={resend.isPending} onClick={() => resend.mutate()}>
      Resend
    </Button>
  )
}

function Faults({ order }: { readonly order: Detail }) {
  const { faults, notes } = order
  if (faults.length === 0 && notes.length === 0) return null
  return (
    <Panel
      title={faults.length === 0 ? 'Noted' : `What is wrong: ${counted(faults.length, 'fault')}`}
    >
      {faults.length > 0 && <FaultTable faults={faults} />}
      {notes.length > 0 && (
        <ul className="notes">
          {notes.map((note) => (
            <li key={note}>
              <Path text={note} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Charges({ order }: { readonly order: Detail }) {
  if (order.charges.length === 0) {
    return (
      <Panel title="Charge">
        <p className="muted">Nothing was charged: only what is delivered costs.</p>
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
                  {what}
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
