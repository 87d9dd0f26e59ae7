/** The charges of an account in one month. */

import { Link, useSearchParams } from 'wouter'
import { type ApiResponse, addressOf } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Download } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Empty, LoadError, Loading, Panel } from '../../components/layout.tsx'
import { type Column, Table } from '../../components/table.tsx'
import {
  centsText,
  chargeText,
  dateTimeText,
  operationText,
  plural,
  utcText,
} from '../../format.ts'

type Line = ApiResponse<'GET /accounts/:name/statement'>['lines'][number]

const COLUMNS: readonly Column<Line>[] = [
  {
    title: 'Charged (UTC)',
    cell: ({ chargedAt }) => (
      <time dateTime={chargedAt} title={dateTimeText(chargedAt)}>
        {utcText(chargedAt)}
      </time>
    ),
  },
  {
    title: 'Order',
    rowHeader: true,
    cell: ({ orderId }) => (
      <Link href={`/orders/${orderId}`} className="mono">
        {orderId}
      </Link>
    ),
  },
  {
    title: 'Operation',
    cell: ({ operation, action }) => [operationText(operation), action].filter(Boolean).join(', '),
  },
  {
    title: 'Items',
    className: 'whole',
    cell: ({ items }) =>
      items
        .filter(({ count }) => count > 0)
        .map(({ what, count, cents }) => {
          const times = count === 1 ? '' : `${count} × `
          return `${chargeText(what)} ${times}${centsText(cents / count)}`
        })
        .join(', '),
  },
  {
    title: 'Amount',
    number: true,
    className: 'strong',
    cell: ({ amountCents }) => centsText(amountCents),
  },
]

/** The statement of a month; the current month by default. */
export function Statement({ name }: { readonly name: string }) {
  const [parameters, setParameters] = useSearchParams()
  const { sandbox } = useSession()
  // The sandbox clock may be months ahead, and charges carry its time.
  const clock = useApiQuery('clock', 'GET /sandbox/clock', {}, { enabled: sandbox })
  const now = clock.data?.now ?? new Date().toISOString()
  const month = parameters.get('month') ?? now.slice(0, 7)
  const params = { name }
  const query = { month }
  const statement = useApiQuery(
    'statement',
    'GET /accounts/:name/statement',
    { params, query },
    { enabled: !sandbox || !clock.isPending },
  )
  return (
    <Panel
      title="Statement"
      actions={
        <Download href={addressOf('GET /accounts/:name/statement.csv', { params, query })}>
          CSV
        </Download>
      }
    >
      <div className="fields">
        <TextField
          label="Month (UTC)"
          type="month"
          value={month}
          onText={(next) =>
            next !== '' && setParameters({ view: 'statement', month: next }, { replace: true })
          }
        />
      </div>
      {statement.isPending && <Loading what="Loading the statement" />}
      {statement.isError && <LoadError error={statement.error} />}
      {statement.data?.lines.length === 0 && (
        <Empty title="No charges in this month">
          <p>
            Duplicate requests, rejected orders and bureaus that return no file are not charged.
          </p>
        </Empty>
      )}
      {statement.data !== undefined && statement.data.lines.length > 0 && (
        <>
          <p>
            <span className="figure">{centsText(statement.data.totalCents)}</span>{' '}
            <span className="muted">
              for {plural(statement.data.lines.length, 'charge')}. The month and all times are{' '}
              {sandbox && 'sandbox time '}in UTC, as in the CSV file.
            </span>
          </p>
          <Table
            caption="Charges"
            className="dense"
            rows={statement.data.lines}
            keyOf={({ orderId, kind }) => `${orderId}${kind}`}
            columns={COLUMNS}
          />
        </>
      )}
    </Panel>
  )
}
