/** Charts of order counts and response times. */
import { LinkButton } from '../../components/button.tsx'
import { type Bar, StackedBars, TimeBars } from '../../components/chart.tsx'
import { Empty } from '../../components/layout.tsx'
import { onlyBar, SeriesBars } from '../../components/series-bars.tsx'
import { countText, dateTimeText, durationText, minuteText } from '../../format.ts'
import type { Figures } from './overview-data.ts'

const SERIES = [
  { key: 'done', name: 'Completed' },
  { key: 'failed', name: 'Failed' },
  { key: 'rejected', name: 'Rejected' },
  { key: 'running', name: 'Running' },
] as const

interface OrdersChartProps {
  readonly figures: Figures
  /** The length of the period in words, such as `24 hours`. */
  readonly period: string
}

/** Orders by outcome, or how to send the first order. */
export function OrdersChart({ figures, period }: OrdersChartProps) {
  const { buckets } = figures
  if (figures.orders === 0) {
    return (
      <Empty title={`No orders in the last ${period}`}>
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
  const bars = buckets.map(({ from: at, done, failed, rejected, running }): Bar => {
    return { label: dateTimeText(at), values: { done, failed, rejected, running } }
  })
  const only = onlyBar(bars, SERIES)
  if (only !== undefined) {
    return <SeriesBars title="Orders by outcome" series={SERIES} bar={only} text={countText} />
  }
  return (
    <StackedBars title="Orders by outcome" series={SERIES} bars={bars} ends={endsOf(figures)} />
  )
}

const LATENCIES = [
  { key: 'p50Ms', name: 'Median' },
  { key: 'p95Ms', name: 'p95' },
] as const

/** The median and the 95th percentile of response times. */
export function LatencyChart({ figures }: { readonly figures: Figures }) {
  const bars = figures.buckets.map(({ from, p50Ms, p95Ms }): Bar => {
    return { label: dateTimeText(from), values: { p50Ms, p95Ms } }
  })
  const only = onlyBar(bars, LATENCIES)
  if (only !== undefined) {
    return <SeriesBars title="Response time" series={LATENCIES} bar={only} text={durationText} />
  }
  return (
    <>
      {figures.latency !== undefined && <Latency {...figures.latency} />}
      <TimeBars title="Response time" series={LATENCIES} bars={bars} ends={endsOf(figures)} />
    </>
  )
}

/** The figures of the whole period, above those of its intervals. */
function Latency({ p50Ms, p95Ms }: NonNullable<Figures['latency']>) {
  return (
    <p className="muted">
      Median <span className="strong">{durationText(p50Ms)}</span> · p95{' '}
      <span className="strong">{durationText(p95Ms)}</span>
    </p>
  )
}

function endsOf({ from, to }: Figures) {
  const middle = new Date((Date.parse(from) + Date.parse(to)) / 2).toISOString()
  return [minuteText(from), minuteText(middle), minuteText(to)] as const
}
