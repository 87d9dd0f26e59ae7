/** What an account was charged in a month. */

import { Link, useSearchParams } from 'wouter'
import { type Answer, addressOf } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useAnswer } from '../../api/use-api-query.ts'
import { Download } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Empty, Failed, Panel, Waiting } from '../../components/layout.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { centsText, counted, operationText, shortMomentText } from '../../format.ts'

type Line = Answer<'GET /accounts/:name/statement'>['lines'][number]

const COLUMNS: readonly Column<Line>[] = [
  { title: 'Charged', cell: ({ chargedAt }) => shortMomentText(chargedAt) },
  {
    title: 'Order',
    heads: true,
    cell: ({ orderId }) => (
      <Link href={`/orders/${orderId}`} className="mono">
        {orderId}
      </Link>
    ),
  },
  {
    title: 'What',
    cell: ({ operation, action }) => [operationText(operation), action].filter(Boolean).join(', '),
  },
  {
    title: 'For',
    cell: ({ items }) =>
      items.map(({ what, count }) => (count > 1 ? `${what} × ${count}` : what)).join(', '),
  },
  {
    title: 'Amount',
    number: true,
    className: 'strong',
    cell: ({ amountCents }) => centsText(amountCents),
  },
]

/** The statement of a month, the current one at first. */
export function Statement({ name }: { readonly name: string }) {
  const [parameters, setParameters] = useSearchParams()
  const { sandbox } = useSession()
  // A simulated world may be months ahead, and so are its charges.
  const clock = useAnswer('clock', 'GET /sandbox/clock', {}, { enabled: sandbox })
  const now = clock.data?.now ?? new Date().toISOString()
  const month = parameters.get('month') ?? now.slice(0, 7)
  const params = { name }
  const query = { month }
  const statement = useAnswer(
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
          label="Month, in UTC"
          type="month"
          value={month}
          onText={(next) =>
            next !== '' && setParameters({ view: 'statement', month: next }, { replace: true })
          }
        />
      </div>
      {statement.isPending && <Waiting what="Adding up" />}
      {statement.isError && <Failed error={statement.error} />}
      {statement.data?.lines.length === 0 && (
        <Empty title="Nothing was charged in this month.">
          <p>Retries, refused orders and bureaus that gave no file cost nothing.</p>
        </Empty>
      )}
      {statement.data !== undefined && statement.data.lines.length > 0 && (
        <>
          <p>
            <span className="figure">{centsText(statement.data.totalCents)}</span>{' '}
            <span className="muted">for {counted(statement.data.lines.length, 'charge')}</span>
          </p>
          <Table
            caption="Charges"
            rows={statement.data.lines}
            keyOf={({ orderId, kind }) => `${orderId}${kind}`}
            columns={COLUMNS}
          />
        </>
      )}
    </Panel>
  )
}
