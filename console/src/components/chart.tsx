/** Charts: drawn for who sees, a table for who does not, and for who wants the figures. */
import type { ReactNode } from 'react'
import { countText, tookText } from '../format.ts'

/** What is drawn of each time. */
export interface Series {
  readonly key: string
  readonly name: string
}

/** A time, and how much there is of each series; absent where nothing was measured. */
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
}

const HEIGHT = 168

/** Counts over time, stacked by outcome. */
export function StackedBars(props: ChartProps) {
  const { series, bars } = props
  const top = niceTop(Math.max(1, ...bars.map((bar) => totalOf(bar, series))))
  const width = 100 / Math.max(1, bars.length)
  const gap = Math.min(0.8, width * 0.2)
  return (
    <Chart {...props} top={top} text={countText} summary={sumsOf(series, bars)}>
      {(bar, at) =>
        stacked(bar, series).map(({ key, from, value }) => (
          <rect
            key={key}
            className={`series-${key}`}
            x={`${at * width + gap / 2}%`}
            width={`${width - gap}%`}
            y={HEIGHT - ((from + value) / top) * HEIGHT}
            height={(value / top) * HEIGHT}
          />
        ))
      }
    </Chart>
  )
}

/** How long something took over time: a line for each series, which ends where nothing was measured. */
export function TimeLines(props: ChartProps) {
  const { series, bars } = props
  const highest = series.flatMap(({ key }) => bars.map(({ values }) => values[key] ?? 0))
  const top = niceTop(Math.max(2, ...highest))
  const x = (at: number) => `${((at + 0.5) * 100) / Math.max(1, bars.length)}%`
  const y = (ms: number) => HEIGHT - (ms / top) * HEIGHT
  return (
    <Chart {...props} top={top} text={tookText} summary={rangesOf(series, bars)}>
      {(bar, at) =>
        series.map(({ key }) => {
          const value = bar.values[key]
          const next = bars[at + 1]?.values[key]
          return (
            value !== undefined && (
              <g key={key} className={`line-${key}`}>
                {next !== undefined && (
                  <line x1={x(at)} y1={y(value)} x2={x(at + 1)} y2={y(next)} />
                )}
                <circle cx={x(at)} cy={y(value)} r="2.5" />
              </g>
            )
          )
        })
      }
    </Chart>
  )
}

interface FrameProps extends ChartProps {
  readonly top: number
  /** How a value is said. */
  readonly text: (value: number) => string
  /** What is seen at a glance, for who does not see. */
  readonly summary: string
  /** What is drawn of a bar. */
  readonly children: (bar: Bar, at: number) => ReactNode
}

/** What every chart has around it: scale, times, key and table. */
function Chart({ title, series, bars, ends, top, text, summary, children }: FrameProps) {
  const width = 100 / Math.max(1, bars.length)
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
              <title>{`${bar.label}: ${wordsOf(bar, series, text)}`}</title>
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
      <figcaption className="row spread">
        <ul className="chart-key">
          {series.map(({ key, name }) => (
            <li key={key}>
              <span className={`swatch series-${key}`} />
              {name}
            </li>
          ))}
        </ul>
        <Figures title={title} series={series} bars={bars} text={text} />
      </figcaption>
    </figure>
  )
}

function Figures({
  title,
  series,
  bars,
  text,
}: Omit<ChartProps, 'ends'> & Pick<FrameProps, 'text'>) {
  const told = bars.filter((bar) => totalOf(bar, series) > 0)
  return (
    <details className="more chart-figures">
      <summary>As a table</summary>
      {told.length === 0 ? (
        <p className="muted">Nothing in this time.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className="scroll-box" tabIndex={0} aria-label={`${title}, as a table`}>
          <table>
            <caption className="hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">From</th>
                {series.map(({ key, name }) => (
                  <th key={key} scope="col" className="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {told.map((bar) => (
                <tr key={bar.label}>
                  <th scope="row">{bar.label}</th>
                  {series.map(({ key }) => (
                    <td key={key} className="number">
                      {text(bar.values[key] ?? 0)}
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

function wordsOf(bar: Bar, series: readonly Series[], text: FrameProps['text']): string {
  const told = series.flatMap(({ key, name }) => {
    const value = bar.values[key] ?? 0
    return value > 0 ? [`${text(value)} ${name.toLowerCase()}`] : []
  })
  return told.length === 0 ? 'none' : told.join(', ')
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
      `${name.toLowerCase()} ${tookText(Math.min(...values))} to ${tookText(Math.max(...values))}`,
    ]
  })
  return ranges.length === 0 ? 'nothing measured' : ranges.join(', ')
}

/** The next round number, halves of which are whole. */
function niceTop(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(value))
  const nice = [2, 4, 6, 8, 10].map((step) => step * magnitude).find((step) => step >= value)
  return nice ?? value
}
