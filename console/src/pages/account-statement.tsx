/** What an account was charged in a month. */
import { Link, useSearchParams } from 'wouter'
import { addressOf } from '../api/call.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Download } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Empty, Failed, Panel, Waiting } from '../parts/layout.tsx'
import { centsText, counted, operationText, shortMomentText } from '../words.ts'

/** The statement of a month, the current one at first. */
export function Statement({ name }: { readonly name: string }) {
  const [parameters, setParameters] = useSearchParams()
  const month = parameters.get('month') ?? new Date().toISOString().slice(0, 7)
  const params = { name }
  const query = { month }
  const statement = useAnswer('statement', 'GET /accounts/:name/statement', { params, query })
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
          <div className="scroll">
            <table className="cards">
              <caption className="hidden">Charges</caption>
              <thead>
                <tr>
                  <th scope="col">Charged</th>
                  <th scope="col">Order</th>
                  <th scope="col">What</th>
                  <th scope="col">For</th>
                  <th scope="col" className="number">
                    Amount
                  </th>
                </tr>
              </thead>
              <tbody>
                {statement.data.lines.map((line) => (
                  <tr key={`${line.orderId}${line.kind}`}>
                    <td data-title="Charged">{shortMomentText(line.chargedAt)}</td>
                    <th scope="row" data-title="Order">
                      <Link href={`/orders/${line.orderId}`} className="mono">
                        {line.orderId}
                      </Link>
                    </th>
                    <td data-title="What">
                      {[operationText(line.operation), line.action].filter(Boolean).join(', ')}
                    </td>
                    <td data-title="For">
                      {line.items
                        .map(({ what, count }) => (count > 1 ? `${what} × ${count}` : what))
                        .join(', ')}
                    </td>
                    <td data-title="Amount" className="number strong">
                      {centsText(line.amountCents)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Panel>
  )
}
