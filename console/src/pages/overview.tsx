/** How the service does: orders and their outcomes, times, bureaus and spend. */
import { Link, useSearchParams } from 'wouter'
import type { Answer } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { useAnswer } from '../api/use-answer.ts'
import { LinkButton } from '../parts/button.tsx'
import { type Bar, ShareBar, StackedBars } from '../parts/chart.tsx'
import { Segments, SelectField } from '../parts/field.tsx'
import { Badge, Empty, Failed, Heading, Panel, Waiting } from '../parts/layout.tsx'
import { centsText, countText, minuteText, momentText, tookText } from '../words.ts'
import { OrderTable } from './order-table.tsx'
import './overview.css'

type Figures = Answer<'GET /overview'>

const PERIODS = [
  ['1', '1 hour'],
  ['24', '24 hours'],
  ['168', '7 days'],
  ['720', '30 days'],
] as const

/** The first page after signing in. */
export function Overview() {
  const { operator } = useSession()
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('hours')
  const hours = PERIODS.find(([each]) => each === asked)?.[0] ?? '24'
  const account = parameters.get('account') ?? ''
  const set = (change: Record<string, string>) =>
    setParameters(
      Object.fromEntries(
        Object.entries({ hours, account, ...change }).filter(([, value]) => value !== ''),
      ),
      { replace: true },
    )
  const query = { hours: Number(hours), ...(account === '' ? {} : { account }) }
  const overview = useAnswer(
    'overview',
    'GET /overview',
    { query },
    { keep: true, everyMs: 60_000 },
  )
  return (
    <>
      <Heading
        title="Overview"
        actions={
          <>
            {operator.role !== 'integrator' && (
              <AccountChoice account={account} onAccount={(name) => set({ account: name })} />
            )}
            <Segments
              label="Period"
              value={hours}
              choices={PERIODS}
              onChoice={(next) => set({ hours: next })}
            />
          </>
        }
      />
      {overview.isPending && <Waiting what="Counting" />}
      {overview.isError && <Failed error={overview.error} again={() => void overview.refetch()} />}
      {overview.data !== undefined && <Content figures={overview.data} />}
      <Recent />
    </>
  )
}

function AccountChoice({
  account,
  onAccount,
}: {
  account: string
  onAccount: (name: string) => void
}) {
  const accounts = useAnswer('accounts', 'GET /accounts')
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

function Content({ figures }: { readonly figures: Figures }) {
  return (
    <>
      <Tiles figures={figures} />
      <Panel title="Orders by outcome">
        <OrdersChart figures={figures} />
      </Panel>
      <div className="columns even">
        <Bureaus figures={figures} />
        <Codes figures={figures} />
      </div>
    </>
  )
}

function Tiles({ figures }: { readonly figures: Figures }) {
  const sum = (key: 'done' | 'failed' | 'refused' | 'running') =>
    figures.buckets.reduce((total, bucket) => total + bucket[key], 0)
  const done = sum('done')
  const ended = done + sum('failed') + sum('refused')
  const share =
    ended === 0 ? 'no order ended' : `${Math.round((done / ended) * 100)} % with a report`
  const running = sum('running')
  return (
    <dl className="tiles">
      <Tile name="Orders" value={countText(figures.orders)} note={share} />
      <Tile
        name="Without a report"
        value={countText(ended - done)}
        note={`${countText(sum('failed'))} failed, ${countText(sum('refused'))} refused`}
      />
      <Tile name="Running" value={countText(running)} note="at this moment" />
      <Tile
        name="Half take at most"
        value={tookText(figures.latency?.p50Ms) || '–'}
        note={
          figures.latency === undefined ? '' : `95 % at most ${tookText(figures.latency.p95Ms)}`
        }
      />
      <Tile name="Spend" value={centsText(figures.spendCents)} note="charged to accounts" />
    </dl>
  )
}

function Tile({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd className="figure">{value}</dd>
      <dd className="muted small">{note}</dd>
    </div>
  )
}

const SERIES = [
  { key: 'done', name: 'Done' },
  { key: 'failed', name: 'Failed' },
  { key: 'refused', name: 'Refused' },
  { key: 'running', name: 'Running' },
] as const

function OrdersChart({ figures }: { readonly figures: Figures }) {
  const { buckets, from, to } = figures
  if (figures.orders === 0) {
    return (
      <Empty title="No order in this time.">
        <p>
          Orders show here as they arrive. The service printed a <code>curl</code> line to try when
          it started; the order desk places one from a form.
        </p>
        <LinkButton to="/desk" kind="primary">
          Go to the order desk
        </LinkButton>
      </Empty>
    )
  }
  const bars = buckets.map(({ from: at, done, failed, refused, running }): Bar => {
    return { label: momentText(at), values: { done, failed, refused, running } }
  })
  const middle = new Date((Date.parse(from) + Date.parse(to)) / 2).toISOString()
  return (
    <StackedBars
      title="Orders by outcome"
      series={SERIES}
      bars={bars}
      ends={[minuteText(from), minuteText(middle), minuteText(to)]}
    />
  )
}

const HEALTH = {
  answering: ['good', 'answering'],
  failing: ['bad', 'failing'],
  resting: ['warn', 'resting after failures'],
  silent: ['plain', 'not asked lately'],
} as const

function Bureaus({ figures }: { readonly figures: Figures }) {
  const bureaus = useAnswer('bureaus', 'GET /bureaus', {}, { everyMs: 30_000 })
  return (
    <Panel title="Bureaus">
      <table className="cards">
        <caption className="hidden">Bureaus</caption>
        <thead>
          <tr>
            <th scope="col">Bureau</th>
            <th scope="col">Health</th>
            <th scope="col">Outcomes of pulls</th>
            <th scope="col" className="number">
              95 %
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.bureaus.map((each) => {
            const state = bureaus.data?.items.find(({ bureau }) => bureau === each.bureau)
            const [tone, word] = HEALTH[state?.health ?? 'silent']
            return (
              <tr key={each.bureau}>
                <th scope="row" data-title="Bureau">
                  {each.bureau}
                  <span className="under">{state?.vendor ?? state?.source}</span>
                </th>
                <td data-title="Health">
                  <span>
                    <Badge tone={tone}>{word}</Badge>
                  </span>
                  {state?.fault !== undefined && <span className="under">told: {state.fault}</span>}
                </td>
                <td data-title="Pulls">
                  <span>
                    <ShareBar label={each.bureau} parts={partsOf(each)} />
                    <span className="under">{pullsText(each)}</span>
                  </span>
                </td>
                <td data-title="95 %" className="number">
                  {tookText(state?.recent.p95Ms)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Panel>
  )
}

type Pulls = Figures['bureaus'][number]

function partsOf({ hit, noHit, frozen, failed, other }: Pulls) {
  return [
    ['done', 'files', hit],
    ['quiet', 'without a file', noHit + other],
    ['refused', 'frozen', frozen],
    ['failed', 'failed', failed],
  ] as const
}

function pullsText(pulls: Pulls): string {
  if (pulls.pulls === 0) return 'not asked'
  return partsOf(pulls)
    .filter(([, , value]) => value > 0)
    .map(([, name, value]) => `${countText(value)} ${name}`)
    .join(', ')
}

function Codes({ figures }: { readonly figures: Figures }) {
  const top = Math.max(1, ...figures.codes.map(({ count }) => count))
  const errors = useAnswer('errors', 'GET /errors')
  return (
    <Panel title="Error codes">
      {figures.codes.length === 0 ? (
        <p className="muted">No order ended with an error document.</p>
      ) : (
        <table>
          <caption className="hidden">Error codes</caption>
          <tbody>
            {figures.codes.map(({ code, count }) => (
              <tr key={code}>
                <th scope="row">
                  <Link href={`/orders?code=${code}`}>{code}</Link>
                  <span className="under">
                    {errors.data?.items.find((each) => each.code === code)?.text}
                  </span>
                </th>
                <td className="code-bar">
                  <svg aria-hidden="true" width="100%" height="10">
                    <rect
                      className="series-failed"
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

function Recent() {
  const orders = useAnswer('orders', 'GET /orders', { query: { limit: 6 } })
  if (orders.data === undefined || orders.data.items.length === 0) return null
  return (
    <Panel title="Latest orders" flush actions={<Link href="/orders">All orders</Link>}>
      <OrderTable orders={orders.data.items} />
    </Panel>
  )
}
