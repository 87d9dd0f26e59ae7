/** Two orders: their results, and the fields of their requests. */

import { Link } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { outcomeText } from '../../components/bureaus.tsx'
import { LinkButton } from '../../components/button.tsx'
import { LoadError, Loading, Note, Panel } from '../../components/layout.tsx'
import { Path } from '../../components/path.tsx'
import { OrderState } from '../../components/state-badge.tsx'
import { centsText, dateTimeText, durationText, ORIGINS, operationText } from '../../format.ts'
import { Borrowers } from '../orders/order-table.tsx'
import { type ComparedRow, ComparisonTable, numberRow, textRow } from './comparison-table.tsx'

type Order = ApiResponse<'GET /orders/:id'>
type Documents = ApiResponse<'GET /orders/:id/documents'>
type Pair<T> = readonly [T, T]

/** The comparison. */
export function OrdersCompared({ ids }: { readonly ids: Pair<string> }) {
  const one = useOrder(ids[0])
  const other = useOrder(ids[1])
  const failed = [one, other].find(({ error }) => error !== null)
  if (failed !== undefined) return <LoadError error={failed.error} />
  if (one.order === undefined || other.order === undefined)
    return <Loading what="Loading both orders" />
  const orders: Pair<Order> = [one.order, other.order]
  const heads = ids.map((id) => (
    <Link key={id} href={`/orders/${id}`} className="mono">
      {id}
    </Link>
  )) as unknown as Pair<React.ReactNode>
  return (
    <>
      <Panel title="Result" flush actions={<ReportsLink orders={orders} />}>
        <ComparisonTable caption="Result" heads={heads} rows={resultRows(orders)} />
      </Panel>
      <Panel title="Request" flush>
        <div className="compare-filter">
          <Note>
            <p>Values are masked: fields that differ only in masked characters look the same.</p>
          </Note>
        </div>
        {one.documents === undefined || other.documents === undefined ? (
          <Loading what="Loading both requests" />
        ) : (
          <ComparisonTable
            caption="Field"
            heads={heads}
            rows={fieldRows(one.documents, other.documents)}
            onlyDifferent
          />
        )}
      </Panel>
    </>
  )
}

function useOrder(id: string) {
  const order = useApiQuery('order', 'GET /orders/:id', { params: { id } })
  const documents = useApiQuery('order', 'GET /orders/:id/documents', { params: { id } })
  return {
    order: order.data,
    documents: documents.data,
    error: order.error ?? documents.error,
  }
}

function ReportsLink({ orders: [one, other] }: { readonly orders: Pair<Order> }) {
  if (one.reportId === undefined || other.reportId === undefined) return null
  if (one.reportId === other.reportId)
    return <p className="muted small">Both returned the same report.</p>
  return (
    <LinkButton to={`/compare/reports?one=${one.reportId}&other=${other.reportId}`} kind="small">
      Compare their reports
    </LinkButton>
  )
}

function resultRows([one, other]: Pair<Order>): ComparedRow[] {
  const text = (title: string, of: (order: Order) => string | undefined) =>
    textRow(title, of(one), of(other))
  const node = (
    title: string,
    of: (order: Order) => React.ReactNode,
    keyOf: (order: Order) => string,
  ) => ({
    title,
    sides: [of(one), of(other)] as const,
    differs: keyOf(one) !== keyOf(other),
  })
  const pulls = [...new Set([one, other].flatMap((order) => order.pulls.map(pullName)))]
  return [
    node(
      'State',
      ({ state, code }) => <OrderState state={state} code={code} />,
      ({ state, code }) => `${state} ${code}`,
    ),
    text('Outcome', ({ origin, error }) => (origin === undefined ? error : ORIGINS[origin])),
    node(
      'Borrower',
      (order) => <Borrowers {...order} />,
      ({ borrowers }) => JSON.stringify(borrowers),
    ),
    text('Operation', ({ operation, action }) =>
      [operationText(operation), action].filter(Boolean).join(', '),
    ),
    text('Account', ({ account }) => account),
    text('Lender case', ({ lenderCase }) => lenderCase),
    text('Report', ({ reportId }) => reportId),
    text('Received', ({ receivedAt }) => dateTimeText(receivedAt)),
    numberRow('Duration', one.tookMs, other.tookMs, durationText),
    numberRow('Charged', one.chargedCents, other.chargedCents, centsText),
    text('HTTP status', ({ status }) => status?.toString()),
    text('Client network', ({ request }) => request?.network),
    text('Validation errors', ({ errors }) =>
      errors.map(({ path, rule }) => `${path}: ${rule}`).join('; '),
    ),
    ...pulls.map((name) =>
      text(name, (order) => {
        const pull = order.pulls.find((each) => pullName(each) === name)
        return pull && (pull.state === 'failed' ? 'no response' : outcomeText(pull.outcome))
      }),
    ),
  ]
}

function pullName({ bureau, borrower }: Order['pulls'][number]): string {
  return borrower === 1 ? bureau : `${bureau}, co-borrower`
}

/** The fields of both requests, in the order of the first. Repeated elements have the same path. */
function fieldRows(one: Documents, other: Documents): ComparedRow[] {
  const [first, second] = [sentFields(one), sentFields(other)]
  return [...new Set([...first.keys(), ...second.keys()])].map((key) => ({
    ...textRow(key, first.get(key), second.get(key)),
    shown: (
      <span className="mono wrap compare-path">
        <Path
          text={key.replace(FRAME, '')}
          last={(name) => <span className="strong">{name}</span>}
        />
      </span>
    ),
  }))
}

/** What every request begins with. */
const FRAME = /^REQUEST_GROUP\/(?:REQUEST\/(?:REQUEST_DATA\/)?)?/

function sentFields({ fields }: Documents): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { path, sent } of fields) {
    // The first of several has the same name as the only one.
    const name = path.replaceAll('[1]', '')
    let key = name
    for (let copy = 2; found.has(key); copy += 1) key = `${name} (${copy})`
    found.set(key, sent)
  }
  return found
}
