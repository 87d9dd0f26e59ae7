/** Two orders: their results, and the fields of their requests. */
import { Link } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { pullText } from '../../components/bureaus.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Panel } from '../../components/layout.tsx'
import { OrderState } from '../../components/state-badge.tsx'
import {
  chargedText,
  dateTimeText,
  durationText,
  ORIGINS,
  operationText,
  plural,
} from '../../format.ts'
import { Borrowers } from '../orders/order-table.tsx'
import { laterText } from './change-text.ts'
import {
  type ComparedRow,
  ComparisonTable,
  headsOf,
  NONE,
  numberRow,
  type Pair,
  textRow,
} from './comparison-table.tsx'
import { LoadedSides } from './loaded-sides.tsx'

type Order = ApiResponse<'GET /orders/:id'>
type Field = ApiResponse<'GET /orders/:id/compare/:other'>['fields'][number]

/** The comparison. */
export function OrdersCompared({ ids }: { readonly ids: Pair<string> }) {
  const one = useApiQuery('order', 'GET /orders/:id', { params: { id: ids[0] } })
  const other = useApiQuery('order', 'GET /orders/:id', { params: { id: ids[1] } })
  const compared = useApiQuery('order', 'GET /orders/:id/compare/:other', {
    params: { id: ids[0], other: ids[1] },
  })
  return (
    <LoadedSides what="orders" one={one} other={other} compared={compared}>
      {(orders, { fields }) => <Parts orders={orders} fields={fields} />}
    </LoadedSides>
  )
}

interface PartsProps {
  readonly orders: Pair<Order>
  readonly fields: readonly Field[]
}

function Parts({ orders, fields }: PartsProps) {
  const heads = headsOf([orders[0].receivedAt, orders[1].receivedAt])
  const differing = fields.filter(({ differs }) => differs).length
  return (
    <>
      <Panel title="Result" flush actions={<ReportsLink orders={orders} />}>
        <ComparisonTable caption="Result" heads={heads} rows={resultRows(orders)} row="line" />
      </Panel>
      <Panel
        title="Request"
        flush
        actions={
          <p className="muted small">
            {differing} of {plural(fields.length, 'field')} differ
          </p>
        }
      >
        {fields.length === 0 ? (
          <p className="compare-unchanged muted">Neither request is stored.</p>
        ) : (
          <ComparisonTable caption="Field" heads={heads} rows={fields.map(fieldRow)} row="field" />
        )}
      </Panel>
    </>
  )
}

/** The last part of a path. */
function nameOf(field: string): string {
  return field.slice(field.lastIndexOf('/') + 1).replace('@', '')
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

/** A running order can still be charged. */
function chargeOf({ state, chargedCents }: Order): number | undefined {
  return state === 'running' ? undefined : chargedCents
}

function resultRows([one, other]: Pair<Order>): ComparedRow[] {
  const text = (title: string, of: (order: Order) => string | readonly string[] | undefined) =>
    textRow(title, of(one), of(other))
  const node = (
    title: string,
    of: (order: Order) => React.ReactNode,
    keyOf: (order: Order) => string,
  ) => ({
    title,
    sides: [of(one) ?? NONE, of(other) ?? NONE] as const,
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
    text('Validation errors', ({ errors }) =>
      errors.map(({ path, rule }) => `${nameOf(path)}: ${rule}`),
    ),
    numberRow('Charged', chargeOf(one), chargeOf(other), chargedText),
    text('Operation', ({ operation, action = '' }) => [operationText(operation), action]),
    node(
      'Borrower',
      (order) => <Borrowers {...order} />,
      ({ borrowers }) => JSON.stringify(borrowers),
    ),
    ...pulls.map((name) =>
      text(name, (order) => {
        const pull = order.pulls.find((each) => pullName(each) === name)
        return pull === undefined ? 'not requested' : pullText(pull)
      }),
    ),
    text('Lender case', ({ lenderCase }) => lenderCase),
    text('Account', ({ account }) => account),
    node(
      'Report',
      ({ reportId }) => reportId && <ReportLink id={reportId} />,
      ({ reportId = '' }) => reportId,
    ),
    {
      ...text('Received', ({ receivedAt }) => dateTimeText(receivedAt)),
      change: laterText(one.receivedAt, other.receivedAt),
    },
    numberRow('Duration', one.tookMs, other.tookMs, durationText),
    numberRow('Retries', one.retries, other.retries),
    text('HTTP status', ({ status }) => status?.toString()),
    text('Client network', ({ request }) => request?.network),
  ]
}

function ReportLink({ id }: { readonly id: string }) {
  return (
    <Link href={`/reports/${id}`} className="mono">
      {id}
    </Link>
  )
}

function pullName({ bureau, borrower }: Order['pulls'][number]): string {
  return borrower === 1 ? bureau : `${bureau}, co-borrower`
}

/** A field of both requests. Where only masked characters differ, the row says so. */
function fieldRow({ field, one, other, differs }: Field): ComparedRow {
  const row = textRow(field, one, other)
  const isHidden = differs && !row.differs
  return {
    ...row,
    differs,
    ...(isHidden ? { notes: ['', 'differs in masked characters'] } : {}),
    shown: <span className="mono">{nameOf(field)}</span>,
    group: parentOf(field) || 'REQUEST_GROUP',
  }
}

/** The element of a field, below what every request begins with. */
function parentOf(field: string): string {
  return field.replace(FRAME, '').replace(/\/?[^/]*$/, '')
}

/** What every request begins with. */
const FRAME = /^REQUEST_GROUP\/(?:REQUEST\/(?:REQUEST_DATA\/)?)?/
