/** Charts of order counts and response times. */
import { DAY_MS, HOUR_MS } from '../../../../src/time.ts'
import {
  countText,
  dateText,
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

/** The chart of orders by outcome. */
export function OrdersChart({ figures }: Pick<ChartProps, 'figures'>) {
  const { buckets, bucketMs } = figures
  const bars = buckets.map(({ from: at, done, failed, rejected, running }): Bar => {
    return { label: labelOf(at, bucketMs), values: { done, failed, rejected, running } }
  })
  const only = onlyBar(bars, SERIES)
  const chart = { title: 'Orders by outcome', series: SERIES }
  if (only !== undefined) {
    const { from = '' } = buckets.at(-1) ?? {}
    const within = `${bucketMs === DAY_MS ? 'on' : 'from'} ${only.label}`
    // The last interval has not ended yet.
    const when = only === bars.at(-1) ? `since ${momentText(from, bucketMs)}` : within
    const note = `All orders arrived ${when}.`
    return <SeriesBars {...chart} bar={only} text={countText} note={note} />
  }
  return <StackedBars {...chart} bars={bars} {...axisOf(figures)} />
}

const LATENCIES = [
  { key: 'p50Ms', name: 'Median' },
  { key: 'p95Ms', name: 'p95' },
] as const

/** The chart of the median and the 95th percentile of response times. */
export function LatencyChart({ figures, period }: ChartProps) {
  const { buckets, bucketMs, latency } = figures
  if (latency === undefined) {
    return <p className="muted">No data: no order in this period was fully processed.</p>
  }
  const bars = buckets.map(({ from, p50Ms, p95Ms }): Bar => {
    return { label: labelOf(from, bucketMs), values: { p50Ms, p95Ms } }
  })
  const only = onlyBar(bars, LATENCIES)
  const chart = { title: 'Response time', series: LATENCIES }
  if (only !== undefined) {
    const note =
      '50% of the orders took no longer than the median, and 95% no longer than the p95. Rejected requests are not included.'
    return <SeriesBars {...chart} bar={only} text={durationText} note={note} />
  }
  const total = <Latency latency={latency} period={period} />
  return <TimeBars {...chart} bars={bars} total={total} {...axisOf(figures)} />
}

interface LatencyProps {
  readonly latency: NonNullable<Figures['latency']>
  readonly period: string
}

/** The figures of the whole period. The chart shows those of its intervals. */
function Latency({ latency: { p50Ms, p95Ms }, period }: LatencyProps) {
  return (
    <p className="muted">
      In the last {period}: median <span className="strong">{durationText(p50Ms)}</span> · p95{' '}
      <span className="strong">{durationText(p95Ms)}</span>
    </p>
  )
}

/**
 * Returns whether bars span whole days or weeks. Such bars start at midnight UTC, so they are
 * labeled with UTC dates and no times.
 */
const isDays = (bucketMs: number) => bucketMs >= DAY_MS

/** Returns the UTC date of a moment. */
const utcDayText = (at: number) => dateText(new Date(at).toISOString().slice(0, 10))

/** Returns the label of the moment when a bar starts. */
export const momentText = (iso: string, bucketMs: number) =>
  isDays(bucketMs) ? utcDayText(Date.parse(iso)) : minuteText(iso)

/**
 * Returns a label such as `Nov 21, 13:00 to 14:00`, or the first and the last day:
 * `Nov 16, 2026 to Nov 22, 2026`.
 */
function labelOf(from: string, bucketMs: number): string {
  if (!isDays(bucketMs)) return spanText(from, bucketMs)
  const [first, last] = [0, bucketMs - DAY_MS].map((ms) => utcDayText(Date.parse(from) + ms))
  return first === last ? `${first}` : `${first} to ${last}`
}

/** Returns the labels below the bars, all with the year or none, and the length of a bar. */
function axisOf({ from, to, bucketMs }: Figures) {
  const middle = new Date((Date.parse(from) + Date.parse(to)) / 2).toISOString()
  const isOneYear = new Date(from).getFullYear() === new Date(to).getFullYear()
  const [ofDay, ofMinute] = isOneYear ? [shortDayText, minuteText] : [dayText, minuteOfYearText]
  // Bars longer than an hour cover periods of several days, in which the hours are not useful.
  const ofPart = bucketMs > HOUR_MS ? ofDay : ofMinute
  const textOf = isDays(bucketMs) ? (iso: string) => momentText(iso, bucketMs) : ofPart
  return {
    ends: [textOf(from), textOf(middle), textOf(to)] as const,
    note: `Each bar: ${lengthText(bucketMs)}`,
  }
}

/** Returns `3 hours`, `1 day (UTC)` or `1 week (UTC)`. */
function lengthText(bucketMs: number): string {
  const days = bucketMs / DAY_MS
  if (!isDays(bucketMs)) return plural(bucketMs / HOUR_MS, 'hour')
  return `${days === 7 ? '1 week' : plural(days, 'day')} (UTC)`
}
