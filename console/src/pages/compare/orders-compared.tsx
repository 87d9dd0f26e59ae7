/** Two orders: their results, and the fields of their requests. */

import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { pullText } from '../../components/bureaus.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Panel } from '../../components/layout.tsx'
import { Path } from '../../components/path.tsx'
import { OrderState, STATES } from '../../components/state-badge.tsx'
import {
  centsText,
  chargedText,
  dateTimeText,
  durationText,
  ORIGINS,
  operationText,
} from '../../format.ts'
import { Borrowers } from '../orders/order-table.tsx'
import { changeText } from './change-text.ts'
import { ComparisonSummary } from './comparison-summary.tsx'
import {
  type ComparedRow,
  ComparisonTable,
  headsOf,
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
  const heads = headsOf('/orders', [orders[0].id, orders[1].id])
  return (
    <>
      <ComparisonSummary lines={summaryOf(orders, fields)} />
      <Panel title="Result" flush actions={<ReportsLink orders={orders} />}>
        <ComparisonTable caption="Result" heads={heads} rows={resultRows(orders)} row="line" />
      </Panel>
      <Panel title="Request" flush>
        {fields.length === 0 ? (
          <p className="compare-unchanged muted">Neither request is stored.</p>
        ) : (
          <ComparisonTable caption="Field" heads={heads} rows={fields.map(fieldRow)} row="field" />
        )}
      </Panel>
    </>
  )
}

function summaryOf([one, other]: Pair<Order>, fields: readonly Field[]) {
  const stateOf = ({ state, code, origin }: Order) =>
    origin === undefined ? [STATES[state][1], code].filter(Boolean).join(' ') : ORIGINS[origin]
  const charge = changeText(one.chargedCents, other.chargedCents, centsText)
  const differing = fields.filter(({ differs }) => differs)
  return [
    ['Result', stateOf(one) === stateOf(other) ? [] : [`${stateOf(one)} → ${stateOf(other)}`]],
    ['Charge', charge === '' ? [] : [charge]],
    [
      'Request',
      differing.length === 0
        ? []
        : [
            `${differing.length} of ${fields.length} fields: ${differing
              .slice(0, NAMED_MAX)
              .map(({ field }) => nameOf(field))
              .join(', ')}${differing.length > NAMED_MAX ? ' and others' : ''}`,
          ],
    ],
  ] as const
}

const NAMED_MAX = 4

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
    numberRow('Charged', chargeOf(one), chargeOf(other), chargedText),
    numberRow('Retries', one.retries, other.retries),
    text('HTTP status', ({ status }) => status?.toString()),
    text('Client network', ({ request }) => request?.network),
    text('Validation errors', ({ errors }) =>
      errors.map(({ path, rule }) => `${nameOf(path)}: ${rule}`).join('; '),
    ),
    ...pulls.map((name) =>
      text(name, (order) => {
        const pull = order.pulls.find((each) => pullName(each) === name)
        return pull && pullText(pull)
      }),
    ),
  ]
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
    ...(isHidden ? { sides: [one, <Hidden key="other" text={other} />] } : {}),
    shown: (
      <>
        <span className="mono">{nameOf(field)}</span>
        <span className="under mono">
          <Path text={parentOf(field)} />
        </span>
      </>
    ),
  }
}

function Hidden({ text }: { readonly text: string | undefined }) {
  return (
    <>
      <mark>{text}</mark>
      <span className="under">differs in masked characters</span>
    </>
  )
}

/** The element of a field, below what every request begins with. */
function parentOf(field: string): string {
  return field.replace(FRAME, '').replace(/\/?[^/]*$/, '')
}

/** What every request begins with. */
const FRAME = /^REQUEST_GROUP\/(?:REQUEST\/(?:REQUEST_DATA\/)?)?/
