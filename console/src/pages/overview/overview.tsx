/** The overview: orders by outcome, response times, bureau health, spend and error codes. */
import { Link, useSearchParams } from 'wouter'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Segments, SelectField } from '../../components/field.tsx'
import { Badge, Heading, LoadError, Loading, Panel } from '../../components/layout.tsx'
import { centsText, countText, minuteText, plural } from '../../format.ts'
import { OrderTable } from '../orders/order-table.tsx'
import { Bureaus } from './bureau-health.tsx'
import { LatencyChart, OrdersChart } from './charts.tsx'
import { GetStarted } from './get-started.tsx'
import { type Figures, useInjectedFaults } from './overview-data.ts'
import './overview.css'

const PERIODS = [
  ['1', '1 hour'],
  ['24', '24 hours'],
  ['168', '7 days'],
  ['720', '30 days'],
  ['8760', '1 year'],
] as const

const PERIOD_NAMES = {
  '1': 'hour',
  '24': '24 hours',
  '168': '7 days',
  '720': '30 days',
  '8760': 'year',
} as const satisfies Readonly<Record<(typeof PERIODS)[number][0], string>>

const HOUR_MS = 3_600_000

/** The first page after signing in. */
export function OverviewPage() {
  const { operator, sandbox } = useSession()
  const [parameters, setParameters] = useSearchParams()
  const requested = parameters.get('hours')
  const { orders, newest } = useRecentOrders()
  const isNew = sandbox && operator.role !== 'auditor' && orders && orders.length < RECENT
  const isStart = isNew && orders.length === 0
  const hours = PERIODS.find(([each]) => each === requested)?.[0] ?? usualPeriod(newest)
  const account = parameters.get('account') ?? ''
  const set = (change: Record<string, string>) =>
    setParameters(
      Object.fromEntries(
        Object.entries({ hours, account, ...change }).filter(([, value]) => value !== ''),
      ),
      { replace: true },
    )
  const query = { hours: Number(hours), ...(account === '' ? {} : { account }) }
  const overview = useApiQuery(
    'overview',
    'GET /overview',
    { query },
    { keep: true, refetchIntervalMs: 60_000 },
  )
  return (
    <>
      <Heading
        title={isStart ? 'Get started' : 'Overview'}
        actions={
          !isStart && (
            <>
              {operator.role !== 'integrator' && (
                <AccountChoice account={account} onAccount={(name) => set({ account: name })} />
              )}
              <Segments
                label="Period"
                value={hours}
                // Figures are kept for 32 days of real time, which are more in an advanced sandbox.
                choices={sandbox ? PERIODS : PERIODS.slice(0, -1)}
                onChoice={(next) => set({ hours: next })}
              />
            </>
          )
        }
      >
        {!isStart && overview.data && <Span figures={overview.data} hours={hours} />}
      </Heading>
      {isNew && <GetStarted orders={orders} />}
      {overview.isPending && <Loading what="Loading the overview" />}
      {overview.isError && (
        <LoadError error={overview.error} onRetry={() => void overview.refetch()} />
      )}
      {overview.data !== undefined && !isStart && (
        <Content figures={overview.data} period={PERIOD_NAMES[hours]} />
      )}
      <Recent orders={orders} />
    </>
  )
}

type Period = (typeof PERIODS)[number][0]

/** When the figures begin: with the period, or with the first order where nothing is earlier. */
function Span({ figures, hours }: { readonly figures: Figures; readonly hours: Period }) {
  const { from, to, buckets } = figures
  const isWhole = Date.parse(to) - Date.parse(from) === Number(hours) * HOUR_MS
  const first = buckets.find((each) => each.done + each.failed + each.rejected + each.running > 0)
  if (isWhole || first === undefined) return <p>From {minuteText(from)} to now</p>
  return <p>No orders before {minuteText(first.from)} in this period</p>
}

/** How many of the newest orders the page lists. */
const RECENT = 6

/** The newest orders, and how long ago the first of them was, by the clock of the service. */
function useRecentOrders() {
  const { sandbox } = useSession()
  const clock = useApiQuery('clock', 'GET /sandbox/clock', {}, { enabled: sandbox })
  const orders = useApiQuery('orders', 'GET /orders', { query: { limit: RECENT } }).data?.items
  const newest =
    orders?.[0] && clock.data && Date.parse(clock.data.now) - Date.parse(orders[0].receivedAt)
  return { orders, newest }
}

/** A day; in a sandbox whose clock was advanced, the shortest period that has the newest order. */
function usualPeriod(agoMs: number | undefined): Period {
  const day: Period = '24'
  if (agoMs === undefined) return day
  const fitting = PERIODS.find(
    ([hours]) => Number(hours) >= Number(day) && Number(hours) * HOUR_MS > agoMs,
  )
  return fitting?.[0] ?? '8760'
}

function AccountChoice({
  account,
  onAccount,
}: {
  account: string
  onAccount: (name: string) => void
}) {
  const accounts = useApiQuery('accounts', 'GET /accounts')
  return (
    <SelectField
      label="Account"
      value={account}
      choices={[
        ['', 'All accounts'],
        ...(accounts.data?.items.map(({ name }) => [name, name] as const) ?? []),
      ]}
      onChoice={onAccount}
    />
  )
}

function Content({ figures, period }: { readonly figures: Figures; readonly period: string }) {
  return (
    <>
      <Tiles figures={figures} />
      <div className={figures.orders === 0 ? 'stack' : 'columns even'}>
        <Panel title="Orders by outcome">
          <OrdersChart figures={figures} period={period} />
        </Panel>
        {figures.orders > 0 && (
          <Panel title="Response time">
            <LatencyChart figures={figures} period={period} />
          </Panel>
        )}
      </div>
      <div className="columns even wide-left">
        <Bureaus figures={figures} period={period} />
        <Codes figures={figures} />
      </div>
    </>
  )
}

function Tiles({ figures }: { readonly figures: Figures }) {
  const sum = (key: 'done' | 'failed' | 'rejected' | 'running') =>
    figures.buckets.reduce((total, bucket) => total + bucket[key], 0)
  const done = sum('done')
  const ended = done + sum('failed') + sum('rejected')
  const share =
    ended === 0 ? 'none finished yet' : `${Math.round((done / ended) * 100)}% with a report`
  const running = sum('running')
  const injected = useInjectedFaults().length
  const { sandbox } = useSession()
  return (
    <dl className="tiles">
      <Tile name="Orders" value={countText(figures.orders)} note={share} />
      <Tile
        name="Failed or rejected"
        value={countText(ended - done)}
        note={[
          `${countText(sum('failed'))} failed, ${countText(sum('rejected'))} rejected`,
          ...(injected > 0 ? [plural(injected, 'injected fault')] : []),
        ].join('; ')}
        isWarning={injected > 0}
      />
      <Tile name="Running" value={countText(running)} note="now" />
      <Tile
        name="Spend"
        value={centsText(figures.spendCents)}
        note={sandbox ? 'simulated charges' : 'charged to accounts'}
      />
    </dl>
  )
}

interface TileProps {
  readonly name: string
  readonly value: string
  readonly note: string
  /** What it shows is not what bureaus do by themselves. */
  readonly isWarning?: boolean
}

function Tile({ name, value, note, isWarning = false }: TileProps) {
  return (
    <div className={isWarning ? 'tile warn' : 'tile'}>
      <dt>{name}</dt>
      <dd className="figure">{value}</dd>
      <dd className="muted small">{note}</dd>
    </div>
  )
}

/** Whether orders with the code failed; with any other they were rejected, as in the chart above. */
const isFailure = (code: string) => code === 'E001'

function Codes({ figures }: { readonly figures: Figures }) {
  const codes = figures.codes.toSorted((one, other) => other.count - one.count)
  const top = Math.max(1, codes[0]?.count ?? 0)
  const isInjected = useInjectedFaults().length > 0
  const errors = useApiQuery('errors', 'GET /errors')
  const textsOf = (reasons: readonly string[]) =>
    (errors.data?.items ?? []).filter(({ reason }) => reasons.includes(reason))
  return (
    <Panel
      title="Error codes"
      actions={isInjected && codes.length > 0 && <Badge tone="warn">fault injected</Badge>}
    >
      {codes.length === 0 ? (
        <p className="muted">No errors in this period.</p>
      ) : (
        <table>
          <caption className="hidden">Error codes</caption>
          <tbody>
            {codes.map(({ code, count, reasons }) => (
              <tr key={code}>
                <th scope="row">
                  <Link href={`/orders?code=${code}`}>{code}</Link>
                  {textsOf(reasons).map(({ reason, text }) => (
                    <span key={reason} className="under">
                      {text}
                    </span>
                  ))}
                </th>
                <td className="code-bar">
                  <svg aria-hidden="true" width="100%" height="10">
                    <rect
                      className={
                        isInjected || !isFailure(code) ? 'series-rejected' : 'series-failed'
                      }
                      width={`${(count / top) * 100}%`}
                      height="10"
                      rx="3"
                    />
                  </svg>
                </td>
                <td className="number">{countText(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

function Recent({ orders }: { readonly orders: ReturnType<typeof useRecentOrders>['orders'] }) {
  if (orders === undefined || orders.length === 0) return null
  return (
    <Panel title="Recent orders" flush actions={<Link href="/orders">View all orders</Link>}>
      <OrderTable orders={orders} />
    </Panel>
  )
}
