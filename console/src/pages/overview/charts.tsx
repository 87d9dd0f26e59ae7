/** Charts of order counts and response times. */
import { LinkButton } from '../../components/button.tsx'
import { Empty } from '../../components/layout.tsx'
import {
  countText,
  dayText,
  durationText,
  minuteOfYearText,
  minuteText,
  plural,
  shortDayText,
  spanText,
} from '../../format.ts'
import { type Bar, StackedBars, TimeBars } from './chart.tsx'
import type { Figures } from './overview-data.ts'
import { onlyBar, SeriesBars } from './series-bars.tsx'

const SERIES = [
  { key: 'done', name: 'Completed' },
  { key: 'failed', name: 'Failed' },
  { key: 'rejected', name: 'Rejected' },
  { key: 'running', name: 'Running' },
] as const

interface ChartProps {
  readonly figures: Figures
  /** The length of the period in words, such as `24 hours`. */
  readonly period: string
}

/** Orders by outcome, or how to send the first order. */
export function OrdersChart({ figures, period }: ChartProps) {
  const { buckets, bucketMs } = figures
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
    return { label: labelOf(at, bucketMs), values: { done, failed, rejected, running } }
  })
  const only = onlyBar(bars, SERIES)
  const chart = { title: 'Orders by outcome', series: SERIES }
  if (only !== undefined) {
    const { from = '' } = buckets.at(-1) ?? {}
    // The last interval is not over yet.
    const when = only === bars.at(-1) ? `since ${momentText(from, bucketMs)}` : `from ${only.label}`
    const note = `All orders arrived ${when}.`
    return <SeriesBars {...chart} bar={only} text={countText} note={note} />
  }
  return <StackedBars {...chart} bars={bars} {...axisOf(figures)} />
}

const LATENCIES = [
  { key: 'p50Ms', name: 'Median' },
  { key: 'p95Ms', name: 'p95' },
] as const

/** The median and the 95th percentile of response times. */
export function LatencyChart({ figures, period }: ChartProps) {
  const { buckets, bucketMs, latency } = figures
  if (latency === undefined) {
    return <p className="muted">No data: no order of this period was processed to its end.</p>
  }
  const bars = buckets.map(({ from, p50Ms, p95Ms }): Bar => {
    return { label: labelOf(from, bucketMs), values: { p50Ms, p95Ms } }
  })
  const only = onlyBar(bars, LATENCIES)
  const chart = { title: 'Response time', series: LATENCIES }
  if (only !== undefined) {
    const note =
      'Half of the orders took the median or less, 95% the p95 or less. Rejected requests do not count.'
    return <SeriesBars {...chart} bar={only} text={durationText} note={note} />
  }
  const total = <Latency latency={latency} period={period} />
  return <TimeBars {...chart} bars={bars} total={total} {...axisOf(figures)} />
}

interface LatencyProps {
  readonly latency: NonNullable<Figures['latency']>
  readonly period: string
}

/** The figures of the whole period, beside those of its intervals. */
function Latency({ latency: { p50Ms, p95Ms }, period }: LatencyProps) {
  return (
    <p className="muted">
      In the last {period}: median <span className="strong">{durationText(p50Ms)}</span> · p95{' '}
      <span className="strong">{durationText(p95Ms)}</span>
    </p>
  )
}

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** Beside bars of days, the hour says nothing. */
const isDays = (bucketMs: number) => bucketMs >= 2 * DAY_HOURS * HOUR_MS

const momentText = (iso: string, bucketMs: number) =>
  isDays(bucketMs) ? dayText(iso) : minuteText(iso)

/** `Nov 21, 13:00 to 14:00`, or `Nov 17, 2026 to Nov 23, 2026`. */
function labelOf(from: string, bucketMs: number): string {
  if (!isDays(bucketMs)) return spanText(from, bucketMs)
  return `${dayText(from)} to ${dayText(new Date(Date.parse(from) + bucketMs).toISOString())}`
}

/** The labels below the bars, all with their year or none, and how long a bar is. */
function axisOf({ from, to, bucketMs }: Figures) {
  const middle = new Date((Date.parse(from) + Date.parse(to)) / 2).toISOString()
  const hours = bucketMs / HOUR_MS
  const isOneYear = new Date(from).getFullYear() === new Date(to).getFullYear()
  const [ofDay, ofMinute] = isOneYear ? [shortDayText, minuteText] : [dayText, minuteOfYearText]
  const textOf = isDays(bucketMs) ? ofDay : ofMinute
  const length = isDays(bucketMs)
    ? `about ${plural(Math.round(hours / DAY_HOURS), 'day')}`
    : plural(hours, 'hour')
  return {
    ends: [textOf(from), textOf(middle), textOf(to)] as const,
    note: `Each bar: ${length}`,
  }
}
