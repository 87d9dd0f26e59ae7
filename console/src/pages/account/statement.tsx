/** The statement of an account: its charges in one month. */
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
import { byProduct } from './statement-lines.ts'

type Month = ApiResponse<'GET /accounts/:name/statement'>

/** The months that the API accepts. */
const MONTH = /^[12]\d{3}-(0[1-9]|1[0-2])$/

/** The statement of a month; of the current month by default. */
export function Statement({ account }: { readonly account: Account }) {
  const [parameters, setParameters] = useSearchParams()
  const { sandbox } = useSession()
  // The sandbox clock may be months ahead, and charges are dated in sandbox time.
  const clock = useApiQuery('clock', 'GET /sandbox/clock', {}, { enabled: sandbox })
  const current = (clock.data?.now ?? new Date().toISOString()).slice(0, 7)
  const requested = parameters.get('month') ?? ''
  const month = MONTH.test(requested) ? requested : current
  const params = { name: account.name }
  const query = { month }
  const statement = useApiQuery(
    'statement',
    'GET /accounts/:name/statement',
    { params, query },
    { enabled: !sandbox || !clock.isPending, keepsPrevious: true },
  )
  const lines = statement.data?.lines ?? []
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
        <div className="totals">
          <div className="stack tight">
            <MonthField
              month={month}
              current={current}
              onMonth={(next) =>
                setParameters({ view: 'statement', month: next }, { replace: true })
              }
            />
            {lines.length > 0 && (
              <Total cents={statement.data?.totalCents ?? 0} count={lines.length} />
            )}
          </div>
          {lines.length > 0 && <Products lines={lines} />}
        </div>
        {statement.isPending && <Loading what="Loading the statement" />}
        {statement.isError && <LoadError error={statement.error} />}
        {statement.isSuccess && lines.length === 0 && (
          <Empty title="No charges in this month">
            <p>
              Duplicate requests, rejected orders and bureaus that return no file are not charged.
            </p>
          </Empty>
        )}
      </Panel>
      {lines.length > 0 && (
        <Panel flush>
          <ChargeTable lines={lines} scoresVary={Object.keys(scores).length > 0} />
        </Panel>
      )}
    </>
  )
}

interface MonthProps {
  readonly month: string
  /** The current month. */
  readonly current: string
  readonly onMonth: (month: string) => void
}

/** The field for the month, with buttons for the previous and the next month. */
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
        // While a year is being typed, the field has months of years such as 0002.
        onText={(next) => MONTH.test(next) && onMonth(next)}
      />
      <Button
        icon="next"
        aria-label="Next month"
        busy={month >= current}
        onClick={() => onMonth(monthAfter(month, 1))}
      />
    </div>
  )
}

function monthAfter(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** The total of the month. */
function Total({ cents, count }: { readonly cents: number; readonly count: number }) {
  const { sandbox } = useSession()
  return (
    <p>
      <span className="figure">{centsText(cents)}</span>{' '}
      <span className="muted">
        for {plural(count, 'charge')}. The month and all times are {sandbox && 'sandbox time '}in
        UTC, as in the CSV file.
      </span>
    </p>
  )
}

/** The total of each product. */
function Products({ lines }: Pick<Month, 'lines'>) {
  return (
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
  )
}
