/** The charges of an account in one month. */
import { useSearchParams } from 'wouter'
import { type ApiResponse, addressOf } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button, Download } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Empty, LoadError, Loading, Panel } from '../../components/layout.tsx'
import { centsText, plural } from '../../format.ts'
import type { Account } from './account-data.ts'
import { ChargeTable } from './charge-table.tsx'
import { byProduct } from './statement-days.ts'

/** The statement of a month; the current month by default. */
export function Statement({ account }: { readonly account: Account }) {
  const [parameters, setParameters] = useSearchParams()
  const { sandbox } = useSession()
  // The sandbox clock may be months ahead, and charges carry its time.
  const clock = useApiQuery('clock', 'GET /sandbox/clock', {}, { enabled: sandbox })
  const current = (clock.data?.now ?? new Date().toISOString()).slice(0, 7)
  const month = parameters.get('month') ?? current
  const params = { name: account.name }
  const query = { month }
  const statement = useApiQuery(
    'statement',
    'GET /accounts/:name/statement',
    { params, query },
    { enabled: !sandbox || !clock.isPending, keep: true },
  )
  const { scores = {} } = account.profile.prices
  return (
    <>
      <Panel
        title="Statement"
        actions={
          <Download href={addressOf('GET /accounts/:name/statement.csv', { params, query })}>
            CSV
          </Download>
        }
      >
        <MonthField
          month={month}
          current={current}
          onMonth={(next) => setParameters({ view: 'statement', month: next }, { replace: true })}
        />
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
          <Totals statement={statement.data} />
        )}
      </Panel>
      {statement.data !== undefined && statement.data.lines.length > 0 && (
        <Panel flush>
          <ChargeTable lines={statement.data.lines} scoresVary={Object.keys(scores).length > 0} />
        </Panel>
      )}
    </>
  )
}

interface MonthProps {
  readonly month: string
  /** The month of now. */
  readonly current: string
  readonly onMonth: (month: string) => void
}

/** The month, with buttons to the ones before and after it. */
function MonthField({ month, current, onMonth }: MonthProps) {
  return (
    <div className="month">
      <Button
        icon="back"
        aria-label="Previous month"
        onClick={() => onMonth(monthAfter(month, -1))}
      />
      <TextField
        label="Month (UTC)"
        type="month"
        value={month}
        onText={(next) => next !== '' && onMonth(next)}
      />
      <Button
        icon="next"
        aria-label="Next month"
        disabled={month >= current}
        onClick={() => onMonth(monthAfter(month, 1))}
      />
    </div>
  )
}

function monthAfter(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** The sum of the month, and that of each product. */
function Totals({
  statement: { lines, totalCents },
}: {
  readonly statement: ApiResponse<'GET /accounts/:name/statement'>
}) {
  const { sandbox } = useSession()
  return (
    <div className="totals">
      <p>
        <span className="figure">{centsText(totalCents)}</span>{' '}
        <span className="muted">
          for {plural(lines.length, 'charge')}. The month and all times are{' '}
          {sandbox && 'sandbox time '}in UTC, as in the CSV file.
        </span>
      </p>
      <table>
        <caption className="hidden">Charges by product</caption>
        <tbody>
          {byProduct(lines).map(({ name, lines: charges, cents }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number muted">{plural(charges.length, 'charge')}</td>
              <td className="number strong">{centsText(cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
