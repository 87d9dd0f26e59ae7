/** Charts, each with the same figures as a table. */
import type { ReactNode } from 'react'
import { countText, durationText } from '../format.ts'

/** One line or one colour of a chart. */
export interface Series {
  readonly key: string
  readonly name: string
}

/** One time interval with the value of each series. A value is absent if nothing was measured. */
export interface Bar {
  readonly label: string
  readonly values: Readonly<Record<string, number | undefined>>
}

interface ChartProps {
  readonly title: string
  readonly series: readonly Series[]
  readonly bars: readonly Bar[]
  /** The labels under the first, a middle and the last bar. */
  readonly ends: readonly [string, string, string]
  /** What one bar shows, such as `Each bar: 1 hour`. */
  readonly note: string
}

const HEIGHT = 168

/** Counts over time, stacked by outcome. */
export function StackedBars(props: ChartProps) {
  const { series, bars } = props
  const top = scaleTop(Math.max(2, ...bars.map((bar) => totalOf(bar, series))), true)
  return (
    <Chart {...props} top={top} text={countText} summary={sumsOf(series, bars)}>
      {(bar, at) =>
        stacked(bar, series).map(({ key, from, value }) => (
          <rect
            key={key}
            className={`series-${key}`}
            {...placeOf(at, bars.length)}
            y={HEIGHT - ((from + value) / top) * HEIGHT}
            height={(value / top) * HEIGHT}
          />
        ))
      }
    </Chart>
  )
}

/**
 * Durations over time: in each interval the shortest in front of the longer ones, with gaps where
 * nothing was measured. The series come shortest first.
 */
export function TimeBars(props: ChartProps) {
  const { series, bars } = props
  const highest = series.flatMap(({ key }) => bars.map(({ values }) => values[key] ?? 0))
  const top = scaleTop(Math.max(1, ...highest))
  return (
    <Chart {...props} top={top} text={durationText} summary={rangesOf(series, bars)}>
      {(bar, at) =>
        series.toReversed().map(({ key }) => {
          const value = bar.values[key]
          return (
            value !== undefined && (
              <rect
                key={key}
                className={`series-${key}`}
                {...placeOf(at, bars.length)}
                y={HEIGHT - (value / top) * HEIGHT}
                height={(value / top) * HEIGHT}
              />
            )
          )
        })
      }
    </Chart>
  )
}

/** The widest bar, in percent of the chart, and its share of the interval: no wall of colour. */
const BAR_WIDTH_MAX = 4
const BAR_SHARE = 0.6

/** Where the bar of an interval is, in its middle. */
function placeOf(at: number, count: number) {
  const interval = 100 / Math.max(1, count)
  const width = Math.min(BAR_WIDTH_MAX, interval * BAR_SHARE)
  return { x: `${at * interval + (interval - width) / 2}%`, width: `${width}%` }
}

interface FrameProps extends ChartProps {
  readonly top: number
  /** Formats a value. */
  readonly text: (value: number) => string
  /** The chart in words, for screen readers. */
  readonly summary: string
  /** Draws one interval. */
  readonly children: (bar: Bar, at: number) => ReactNode
}

/** The parts that every chart has: scale, time labels, legend and table. */
function Chart({ title, series, bars, ends, note, ...rest }: FrameProps) {
  const { top, text, summary, children } = rest
  const width = 100 / Math.max(1, bars.length)
  const filled = series.filter(({ key }) => bars.some(({ values }) => (values[key] ?? 0) > 0))
  return (
    <figure className="chart">
      <div className="chart-body">
        <div className="chart-scale muted" aria-hidden="true">
          <span>{text(top)}</span>
          <span>{text(top / 2)}</span>
          <span>{text(0)}</span>
        </div>
        <svg role="img" aria-label={`${title}: ${summary}.`} width="100%" height={HEIGHT}>
          {[0, 0.5, 1].map((share) => (
            <line
              key={share}
              className="chart-line"
              x2="100%"
              y1={share * (HEIGHT - 1) + 0.5}
              y2={share * (HEIGHT - 1) + 0.5}
            />
          ))}
          {bars.map((bar, at) => (
            <g key={bar.label}>
              <title>{`${bar.label}: ${summaryOf(bar, series, text)}`}</title>
              <rect
                className="chart-hit"
                x={`${at * width}%`}
                width={`${width}%`}
                height={HEIGHT}
              />
              {children(bar, at)}
            </g>
          ))}
        </svg>
        <div className="chart-ends muted tiny" aria-hidden="true">
          {ends.map((end) => (
            <span key={end}>{end}</span>
          ))}
        </div>
      </div>
      <figcaption className="stack tight">
        <ul className="chart-key">
          {filled.map(({ key, name }) => (
            <li key={key}>
              <span className={`swatch series-${key}`} />
              {name}
            </li>
          ))}
          <li className="muted">{note}</li>
        </ul>
        <DataTable title={title} series={series} bars={bars} text={text} />
      </figcaption>
    </figure>
  )
}

function DataTable({
  title,
  series,
  bars,
  text,
}: Omit<ChartProps, 'ends' | 'note'> & Pick<FrameProps, 'text'>) {
  const filled = bars.filter((bar) => totalOf(bar, series) > 0)
  return (
    <details className="more chart-figures">
      <summary>Show as table</summary>
      {filled.length === 0 ? (
        <p className="muted">No data in this period.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        <section className="scroll-box" tabIndex={0} aria-label={`${title}: table`}>
          <table>
            <caption className="hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">Interval</th>
                {series.map(({ key, name }) => (
                  <th key={key} scope="col" className="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {filled.map((bar) => (
                <tr key={bar.label}>
                  <th scope="row">{bar.label}</th>
                  {series.map(({ key }) => (
                    <td key={key} className="number">
                      {valueText(bar.values[key], text)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}

/** Counts are always there; a duration is absent where nothing was measured. */
function valueText(value: number | undefined, text: FrameProps['text']): string {
  return value === undefined ? 'no data' : text(value)
}

function stacked(bar: Bar, series: readonly Series[]) {
  let from = 0
  return series.flatMap(({ key }) => {
    const value = bar.values[key] ?? 0
    const part = { key, from, value }
    from += value
    return value === 0 ? [] : [part]
  })
}

function totalOf(bar: Bar, series: readonly Series[]): number {
  return series.reduce((sum, { key }) => sum + (bar.values[key] ?? 0), 0)
}

function summaryOf(bar: Bar, series: readonly Series[], text: FrameProps['text']): string {
  const parts = series.flatMap(({ key, name }) => {
    const value = bar.values[key] ?? 0
    return value > 0 ? [`${text(value)} ${name.toLowerCase()}`] : []
  })
  return parts.length === 0 ? 'no data' : parts.join(', ')
}

function sumsOf(series: readonly Series[], bars: readonly Bar[]): string {
  const sums = series.map(({ key, name }) => {
    const sum = bars.reduce((total, bar) => total + (bar.values[key] ?? 0), 0)
    return `${countText(sum)} ${name.toLowerCase()}`
  })
  return sums.join(', ')
}

function rangesOf(series: readonly Series[], bars: readonly Bar[]): string {
  const ranges = series.flatMap(({ key, name }) => {
    const values = bars.flatMap(({ values }) => values[key] ?? [])
    if (values.length === 0) return []
    return [
      `${name.toLowerCase()} ${durationText(Math.min(...values))} to ${durationText(Math.max(...values))}`,
    ]
  })
  return ranges.length === 0 ? 'no data' : ranges.join(', ')
}

const STEPS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]

/** The next round number for the top of a scale; of a scale of counts, its half is whole too. */
function scaleTop(value: number, isCount = false): number {
  const magnitude = 10 ** Math.floor(Math.log10(value))
  const tops = STEPS.map((step) => Math.round(step * magnitude * 10) / 10)
  return tops.find((top) => top >= value && !(isCount && top % 2 > 0)) ?? value
}
