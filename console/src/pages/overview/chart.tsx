/** Charts. Each chart also shows its figures as a table. */
import { type ReactNode, useState } from 'react'
import { countText, durationText } from '../../format.ts'
import { countScale, type Scale, timeScale } from './chart-scale.ts'

/** A series of a chart, which has its own colour. */
export interface Series {
  readonly key: string
  readonly name: string
}

/** A time interval with the value of each series. A value is absent if nothing was measured. */
export interface Bar {
  readonly label: string
  readonly values: Readonly<Record<string, number | undefined>>
}

interface ChartProps {
  readonly title: string
  readonly series: readonly Series[]
  readonly bars: readonly Bar[]
  /** The labels under the first, the middle and the last bar. */
  readonly ends: readonly [string, string, string]
  /** The length of an interval, such as `Each bar: 1 hour`. */
  readonly note: string
  /** The figures of the whole period, in a sentence. */
  readonly total?: ReactNode
}

const HEIGHT = 168

/** Counts over time, stacked by series. */
export function StackedBars(props: ChartProps) {
  const { series, bars } = props
  const scale = countScale(bars.map((bar) => totalOf(bar, series)))
  return (
    <Chart {...props} scale={scale} text={countText} summary={sumsOf(series, bars)}>
      {(bar, at) =>
        stacked(bar, series).map(({ key, from, value }) => (
          <rect
            key={key}
            className={`series-${key}`}
            {...placeOf(at, bars.length)}
            y={HEIGHT - scale.shareOf(from + value) * HEIGHT}
            height={scale.shareOf(value) * HEIGHT}
          />
        ))
      }
    </Chart>
  )
}

/**
 * Durations over time. In each interval, shorter bars are drawn in front of longer ones, with gaps
 * where nothing was measured. The series are ordered from the shortest to the longest.
 */
export function TimeBars(props: ChartProps) {
  const { series, bars } = props
  const scale = timeScale(
    series.flatMap(({ key }) => bars.flatMap(({ values }) => values[key] ?? [])),
  )
  return (
    <Chart {...props} scale={scale} text={durationText} summary={rangesOf(series, bars)}>
      {(bar, at) =>
        series.toReversed().map(({ key }) => {
          const value = bar.values[key]
          if (value === undefined) return null
          const height = Math.max(HEIGHT_MIN, scale.shareOf(value) * HEIGHT)
          return (
            <rect
              key={key}
              className={`series-${key}`}
              {...placeOf(at, bars.length)}
              y={HEIGHT - height}
              height={height}
            />
          )
        })
      }
    </Chart>
  )
}

/** The minimum height of a bar, so that every measured value is visible. */
const HEIGHT_MIN = 2

/**
 * The maximum width of a bar in percent of the chart, and the share of its interval that it fills.
 * Both prevent the bars from forming a wall of colour.
 */
const BAR_WIDTH_MAX = 4
const BAR_SHARE = 0.6

/** Returns the horizontal position of the bar, centred in its interval. */
function placeOf(at: number, count: number) {
  const interval = 100 / Math.max(1, count)
  const width = Math.min(BAR_WIDTH_MAX, interval * BAR_SHARE)
  return { x: `${at * interval + (interval - width) / 2}%`, width: `${width}%` }
}

interface FrameProps extends ChartProps {
  readonly scale: Scale
  /** Formats a value. */
  readonly text: (value: number) => string
  /** A summary of the chart for screen readers. */
  readonly summary: string
  /** Draws the bar of one interval. */
  readonly children: (bar: Bar, at: number) => ReactNode
}

/** The parts that every chart has: scale, time labels, legend, totals and table. */
function Chart({ title, series, bars, ends, note, total, ...rest }: FrameProps) {
  const { scale, text, summary, children } = rest
  const filled = series.filter(({ key }) => bars.some(({ values }) => (values[key] ?? 0) > 0))
  return (
    <figure className="chart">
      <div className="chart-body">
        <div className="chart-scale muted" aria-hidden="true">
          {scale.ticks.map((value) => (
            <span key={value}>{text(value)}</span>
          ))}
        </div>
        <Plot {...{ title, series, bars, scale, text, summary }}>{children}</Plot>
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
        {total}
        <DataTable title={title} series={series} bars={bars} text={text} />
      </figcaption>
    </figure>
  )
}

/** The grid lines and the bars, with a tip for the interval under the pointer. */
function Plot({
  title,
  series,
  bars,
  scale,
  text,
  summary,
  children,
}: Omit<FrameProps, 'ends' | 'note'>) {
  const [pointed, setPointed] = useState<number>()
  const width = 100 / Math.max(1, bars.length)
  const bar = pointed === undefined ? undefined : bars[pointed]
  const point = (at: number) => setPointed(filledNear(at, bars, series))
  return (
    <div
      className="chart-plot"
      // A touch pointer leaves as soon as the finger is lifted, so the tip stays visible.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setPointed(undefined)}
    >
      <svg role="img" aria-label={`${title}: ${summary}.`} width="100%" height={HEIGHT}>
        {scale.ticks.map((value, index) => {
          const y = (index / (scale.ticks.length - 1)) * (HEIGHT - 1) + 0.5
          return <line key={value} className="chart-line" x2="100%" y1={y} y2={y} />
        })}
        {bars.map((each, at) => (
          <g key={each.label} onPointerEnter={() => point(at)}>
            <rect
              className={at === pointed ? 'chart-hit pointed' : 'chart-hit'}
              x={`${at * width}%`}
              width={`${width}%`}
              height={HEIGHT}
            />
            {children(each, at)}
          </g>
        ))}
      </svg>
      {pointed !== undefined && bar !== undefined && (
        <Tip {...{ bar, series, text }} place={(pointed + 0.5) / bars.length} />
      )}
    </div>
  )
}

/** How far, in intervals, the pointer may be from a bar. Bars of a few pixels are hard to hit. */
const NEAR = 3

/** Returns the nearest interval that has a value. */
function filledNear(at: number, bars: readonly Bar[], series: readonly Series[]) {
  const distance = (index: number) => Math.abs(index - at)
  const near = bars.flatMap((bar, index) =>
    distance(index) <= NEAR && totalOf(bar, series) > 0 ? index : [],
  )
  return near.toSorted((one, other) => distance(one) - distance(other))[0]
}

interface TipProps extends Pick<FrameProps, 'series' | 'text'> {
  readonly bar: Bar
  /** The position of the interval, as a share of the width. */
  readonly place: number
}

/** The values of one interval, shown on the side with more room. */
function Tip({ bar, series, text, place }: TipProps) {
  const shown = series.filter(({ key }) => (bar.values[key] ?? 0) > 0)
  const side = place < 0.5 ? { left: `${place * 100}%` } : { right: `${(1 - place) * 100}%` }
  return (
    <div className="chart-tip" aria-hidden="true" style={side}>
      <p className="strong">{bar.label}</p>
      {shown.map(({ key, name }) => (
        <p key={key}>
          <span className={`swatch series-${key}`} />
          {name} <span className="strong">{text(bar.values[key] ?? 0)}</span>
        </p>
      ))}
    </div>
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

/** Returns the text of a value. Durations are absent if nothing was measured; counts never are. */
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
