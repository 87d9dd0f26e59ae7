/** The comparison of two orders: their results, and the fields of their requests. */
import { Link } from 'wouter'
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { causeOf, pullText } from '../../components/bureaus.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Note, Panel } from '../../components/layout.tsx'
import { fieldName } from '../../components/path.tsx'
import { STATES } from '../../components/state-badge.tsx'
import {
  centsText,
  chargedText,
  durationText,
  ORIGINS,
  operationText,
  plural,
  sentence,
} from '../../format.ts'
import { changeText } from './change-text.ts'
import {
  type ComparedRow,
  ComparisonTable,
  headsOf,
  NONE,
  type Pair,
  textRow,
} from './comparison-table.tsx'
import { LoadedSides } from './loaded-sides.tsx'

type Order = ApiResponse<'GET /orders/:id'>
type Field = ApiResponse<'GET /orders/:id/compare/:other'>['fields'][number]

/** The comparison of two orders. */
export function OrdersCompared({ ids }: { readonly ids: Pair<string> }) {
  const one = useApiQuery('order', 'GET /orders/:id', { params: { id: ids[0] } })
  const other = useApiQuery('order', 'GET /orders/:id', { params: { id: ids[1] } })
  // The requests do not change, and the audit trail records each fetch as a view of both orders, so
  // they are fetched once.
  const compared = useApiQuery(
    'documents',
    'GET /orders/:id/compare/:other',
    { params: { id: ids[0], other: ids[1] } },
    { once: true },
  )
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
  const results = resultRows(orders, fields)
  return (
    <>
      <Causes orders={orders} />
      <Panel
        title="Result"
        flush
        actions={
          <div className="row">
            <DifferCount rows={results} row="line" />
            <ReportsLink orders={orders} />
          </div>
        }
      >
        <ComparisonTable caption="Result" heads={heads} rows={results} row="line" />
      </Panel>
      <Panel title="Request" flush actions={<DifferCount rows={fields} row="field" />}>
        {fields.length === 0 ? (
          <p className="compare-unchanged muted">Neither request is stored.</p>
        ) : (
          <ComparisonTable caption="Field" heads={heads} rows={fields.map(fieldRow)} row="field" />
        )}
      </Panel>
    </>
  )
}

interface CountProps {
  readonly rows: readonly Pick<ComparedRow, 'differs'>[]
  /** The noun for a row. */
  readonly row: string
}

function DifferCount({ rows, row }: CountProps) {
  const differing = rows.filter(({ differs }) => differs).length
  return (
    <p className="muted small">
      {differing} of {plural(rows.length, row)} {differing === 1 ? 'differs' : 'differ'}
    </p>
  )
}

/** The reasons why orders have no report. Most readers compare two orders to find them. */
function Causes({ orders }: { readonly orders: Pair<Order> }) {
  if (orders.every(({ error }) => error === undefined)) return null
  return (
    <Note tone="warn">
      {orders.map(
        ({ id, code, error, errors }, index) =>
          error !== undefined && (
            <p key={id}>
              <span className="strong">
                {index === 0 ? 'First' : 'Second'} order{code && `, ${code}`}:
              </span>{' '}
              {sentence(error)}
              {errors.length > 1 && ` (+${errors.length - 1} more)`}
            </p>
          ),
      )}
    </Note>
  )
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

/**
 * Returns the origin of the report, or why there is no report. Validation errors are listed in a
 * row of their own.
 */
function outcomeText({ state, origin, error, errors }: Order): string | undefined {
  if (origin !== undefined) return ORIGINS[origin]
  if (errors.length === 0) return error
  return `${STATES[state][1]}, ${plural(errors.length, 'validation error')}`
}

/**
 * Returns the charge of an order. An order without a charge has no difference to another, and a
 * running order may still be charged.
 */
function chargeOf({ chargedCents }: Order): number | undefined {
  return chargedCents === 0 ? undefined : chargedCents
}

function chargeText({ state, chargedCents }: Order): string | undefined {
  return state === 'running' ? undefined : chargedText(chargedCents)
}

/**
 * Returns a row for each bureau that either order asked or requested, and another for the bureau's
 * pull of a co-borrower.
 */
function pullRows(orders: Pair<Order>, fields: readonly Field[]): ComparedRow[] {
  return BUREAUS.flatMap((bureau) => {
    const { one, other } = fields.find(({ field }) => field.endsWith(`${bureau}Indicator`)) ?? {}
    return [1, 2].flatMap((borrower) => {
      const [pull, another] = orders.map(({ pulls }) =>
        pulls.find((each) => each.bureau === bureau && each.borrower === borrower),
      )
      const isNamed = borrower === 1 && (one === 'Y' || other === 'Y')
      if (!pull && !another && !isNamed) return []
      return textRow(
        borrower === 1 ? bureau : `${bureau}, co-borrower`,
        pull ? resultText(pull) : unaskedText(orders[0], borrower, one),
        another ? resultText(another) : unaskedText(orders[1], borrower, other),
      )
    })
  })
}

/** Returns a text such as `file, 728` or `no response: magic street TIMEOUT`. */
function resultText(pull: Order['pulls'][number]): string {
  const { injected, scores = [] } = pull
  const figures = [pullText(pull), ...scores.map(({ score }) => `${score}`)].join(', ')
  return injected === true ? `${figures}: ${causeOf(pull)}` : figures
}

/** Returns why an order has no pull: it requested none, needed none, or ended before. */
function unaskedText(
  { state, origin, pulls, borrowers }: Order,
  borrower: number,
  requested = pulls.length > 0 ? 'N' : 'Y',
): string {
  if (requested === 'N' || (borrower === 2 && borrowers.length < 2)) return 'not requested'
  return `not asked: ${(origin ? ORIGINS[origin] : `order ${STATES[state][1]}`).toLowerCase()}`
}

function resultRows([one, other]: Pair<Order>, fields: readonly Field[]): ComparedRow[] {
  const text = (title: string, of: (order: Order) => string | readonly string[] | undefined) =>
    textRow(title, of(one), of(other))
  return [
    text('State', ({ state, code }) => [STATES[state][1], code].filter(Boolean).join(' ')),
    text('Outcome', outcomeText),
    text('Validation errors', ({ errors }) => [
      ...new Set(errors.map(({ path }) => fieldName(path))),
    ]),
    {
      ...text('Charged', chargeText),
      notes: ['', changeText(chargeOf(one), chargeOf(other), centsText)],
    },
    text('Operation', ({ operation, action = '' }) => [operationText(operation), action]),
    text('Borrower', ({ borrowers }) => borrowers.map(({ name, ssn }) => `${name} ${ssn}`)),
    ...pullRows([one, other], fields),
    text('Lender case', ({ lenderCase }) => lenderCase),
    text('Account', ({ account }) => account),
    {
      ...text('Report', ({ reportId }) => reportId),
      sides: [
        <ReportLink key="one" id={one.reportId} />,
        <ReportLink key="other" id={other.reportId} />,
      ],
    },
    text('Retries', ({ retries }) => `${retries}`),
    text('HTTP status', ({ status }) => status?.toString()),
    text('Client network', ({ request }) => request?.network),
    // Two orders hardly ever take equally long, so only a difference of at least `DELAY_MS` counts.
    {
      ...textRow('Duration', durationText(one.tookMs), durationText(other.tookMs)),
      differs: Math.abs((one.tookMs ?? 0) - (other.tookMs ?? 0)) >= DELAY_MS,
    },
  ]
}

const DELAY_MS = 1_000

function ReportLink({ id }: { readonly id: string | undefined }) {
  if (id === undefined) return NONE
  return (
    <Link href={`/reports/${id}`} className="mono">
      {id}
    </Link>
  )
}

/** Returns the row of a request field. If only masked characters differ, the row says so. */
function fieldRow({ field, one, other, differs }: Field): ComparedRow {
  const row = textRow(field, one, other)
  const isHidden = differs && !row.differs
  return {
    ...row,
    differs,
    ...(isHidden ? { notes: ['', 'differs in masked characters'] } : {}),
    shown: <span className="mono">{fieldName(field)}</span>,
    group: parentOf(field) || 'REQUEST_GROUP',
  }
}

/** Returns the path of the element of a field, without the elements that all requests share. */
function parentOf(field: string): string {
  return field.replace(FRAME, '').replace(/\/?[^/]*$/, '')
}

/** The elements at the start of the path that all requests share. */
const FRAME = /^REQUEST_GROUP\/(?:REQUEST\/(?:REQUEST_DATA\/)?)?/
