/** The overview page: orders by outcome, response times, bureau health, spend and error codes. */
import { Link, useSearchParams } from 'wouter'
import { HOUR_MS } from '../../../../src/time.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { Segments, SelectField } from '../../components/field.tsx'
import { Empty, Heading, LoadState, Panel } from '../../components/layout.tsx'
import { timeBound } from '../../components/list/time-bounds.ts'
import { dayText } from '../../format.ts'
import { OrderTable } from '../orders/order-table.tsx'
import { Bureaus } from './bureau-health.tsx'
import { LatencyChart, momentText, OrdersChart } from './charts.tsx'
import { ErrorCodes } from './error-codes.tsx'
import { GetStarted } from './get-started.tsx'
import type { Figures } from './overview-data.ts'
import { Tiles } from './tiles.tsx'
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

/** The overview, which is the first page after the sign-in. */
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
    { keepsPrevious: true, refetchIntervalMs: 60_000 },
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
                choices={periodsOf(sandbox)}
                onChoice={(next) => set({ hours: next })}
              />
            </>
          )
        }
      >
        {!isStart && overview.data && <Span figures={overview.data} hours={hours} />}
      </Heading>
      {isNew && <GetStarted orders={orders} />}
      <LoadState query={overview} what="Loading the overview" />
      {overview.data !== undefined && !isStart && (
        <Content
          figures={overview.data}
          period={PERIOD_NAMES[hours]}
          account={account}
          lastAt={orders?.find((each) => account === '' || each.account === account)?.receivedAt}
          onPeriod={(next) => set({ hours: next })}
        />
      )}
      <Recent orders={orders} />
    </>
  )
}

type Period = (typeof PERIODS)[number][0]

/**
 * Returns the periods to choose from. Figures are stored for 32 days of real time. In a sandbox
 * with an advanced clock these can cover a year.
 */
const periodsOf = (sandbox: boolean) => (sandbox ? PERIODS : PERIODS.slice(0, -1))

/** The start of the figures: that of the period, or the first order if nothing is earlier. */
function Span({ figures, hours }: { readonly figures: Figures; readonly hours: Period }) {
  const { from, to, firstHour, bucketMs } = figures
  // The first bar can start before the period.
  const isWhole = Date.parse(to) - Date.parse(from) >= Number(hours) * HOUR_MS
  if (isWhole || firstHour === undefined) return <p>From {momentText(from, bucketMs)} to now</p>
  return <p>First order {dayText(firstHour)}</p>
}

/** How many of the newest orders the page lists. */
const RECENT = 6

/** Returns the newest orders, and how long ago the newest was received by the sandbox clock. */
function useRecentOrders() {
  const { sandbox } = useSession()
  const clock = useApiQuery('clock', 'GET /sandbox/clock', {}, { enabled: sandbox })
  const orders = useApiQuery('orders', 'GET /orders', { query: { limit: RECENT } }).data?.items
  const newest =
    orders?.[0] && clock.data && Date.parse(clock.data.now) - Date.parse(orders[0].receivedAt)
  return { orders, newest }
}

/**
 * Returns the default period: a day or, in a sandbox with an advanced clock, the shortest longer
 * period that includes the newest order.
 */
function usualPeriod(agoMs: number | undefined): Period {
  const day: Period = '24'
  if (agoMs === undefined) return day
  return periodWith(agoMs, day) ?? '8760'
}

/** Returns the shortest period that reaches back far enough; undefined if none does. */
function periodWith(agoMs: number, shortest: Period): Period | undefined {
  const isLong = ([hours]: (typeof PERIODS)[number]) =>
    Number(hours) >= Number(shortest) && Number(hours) * HOUR_MS > agoMs
  return PERIODS.find(isLong)?.[0]
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

interface ContentProps {
  readonly figures: Figures
  /** The length of the period in words, such as `24 hours`. */
  readonly period: string
  /** Empty for all accounts. */
  readonly account: string
  /** When the newest order of the account was received, if it is known. */
  readonly lastAt: string | undefined
  readonly onPeriod: (period: Period) => void
}

function Content({ figures, period, account, lastAt, onPeriod }: ContentProps) {
  const ordersPath = (filter: Readonly<Record<string, string>>) => {
    const of = { ...filter, from: timeBound(figures.from), ...(account !== '' && { account }) }
    return `/orders?${new URLSearchParams(of)}`
  }
  return (
    <>
      <Tiles figures={figures} ordersPath={ordersPath} />
      <div className={figures.orders === 0 ? 'stack' : 'columns even'}>
        <Panel title="Orders by outcome">
          {figures.orders === 0 ? (
            <NoOrders {...{ figures, period, lastAt, onPeriod }} />
          ) : (
            <OrdersChart figures={figures} />
          )}
        </Panel>
        {figures.orders > 0 && (
          <Panel title="Response time">
            <LatencyChart figures={figures} period={period} />
          </Panel>
        )}
      </div>
      <div className={figures.codes.length === 0 ? 'stack' : 'columns even wide-left'}>
        <Bureaus figures={figures} period={period} />
        {figures.codes.length > 0 && <ErrorCodes codes={figures.codes} ordersPath={ordersPath} />}
      </div>
    </>
  )
}

type NoOrdersProps = Omit<ContentProps, 'account'>

/** A button for the period with the last order, or instructions for sending the first one. */
function NoOrders({ figures, period, lastAt, onPeriod }: NoOrdersProps) {
  const { sandbox } = useSession()
  const title = `No orders in the last ${period}`
  if (lastAt === undefined) {
    return (
      <Empty title={title}>
        <p>
          Orders appear here as they arrive. To send one, run the <code>curl</code> command that the
          service printed at startup, or use the order desk.
        </p>
        <LinkButton to="/order-desk" kind="primary">
          Open the order desk
        </LinkButton>
      </Empty>
    )
  }
  const agoMs = Date.parse(figures.to) - Date.parse(lastAt)
  const longer = periodWith(agoMs, '1')
  const choice = periodsOf(sandbox).find(([each]) => each === longer)
  return (
    <Empty title={title}>
      <p>Last order {dayText(lastAt)}.</p>
      {choice !== undefined && (
        <Button kind="primary" onClick={() => onPeriod(choice[0])}>
          Show {choice[1]}
        </Button>
      )}
    </Empty>
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
