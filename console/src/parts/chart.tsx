/** Charts: drawn for who sees, a table for who does not, and for who wants the figures. */
import type { ReactNode } from 'react'
import { countText } from '../words.ts'

/** What is stacked in a bar. */
export interface Series {
  readonly key: string
  readonly name: string
}

/** A bar: when it is, and how much of each series. */
export interface Bar {
  readonly label: string
  readonly values: Readonly<Record<string, number>>
}

interface BarsProps {
  readonly title: string
  readonly series: readonly Series[]
  readonly bars: readonly Bar[]
  /** The labels under the first, a middle and the last bar. */
  readonly ends: readonly [string, string, string]
}

const HEIGHT = 168

/** Counts over time, stacked by outcome. */
export function StackedBars({ title, series, bars, ends }: BarsProps) {
  const top = niceTop(Math.max(1, ...bars.map((bar) => totalOf(bar, series))))
  const width = 100 / Math.max(1, bars.length)
  const gap = Math.min(0.8, width * 0.2)
  return (
    <figure className="chart">
      <div className="chart-body">
        <div className="chart-scale muted" aria-hidden="true">
          <span>{countText(top)}</span>
          <span>{countText(top / 2)}</span>
          <span>0</span>
        </div>
        <svg role="img" aria-label={summaryOf(title, series, bars)} width="100%" height={HEIGHT}>
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
              <title>{`${bar.label}: ${wordsOf(bar, series)}`}</title>
              <rect
                className="chart-hit"
                x={`${at * width}%`}
                width={`${width}%`}
                height={HEIGHT}
              />
              {stacked(bar, series).map(({ key, from, value }) => (
                <rect
                  key={key}
                  className={`series-${key}`}
                  x={`${at * width + gap / 2}%`}
                  width={`${width - gap}%`}
                  y={HEIGHT - ((from + value) / top) * HEIGHT}
                  height={(value / top) * HEIGHT}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <div className="chart-ends muted tiny" aria-hidden="true">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
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
        <Figures title={title} series={series} bars={bars} />
      </figcaption>
    </figure>
  )
}

function Figures({ title, series, bars }: Omit<BarsProps, 'ends'>) {
  const told = bars.filter((bar) => totalOf(bar, series) > 0)
  return (
    <details className="more chart-figures">
      <summary>As a table</summary>
      {told.length === 0 ? (
        <p className="muted">Nothing in this time.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className="scroll-box" tabIndex={0} aria-label={title}>
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
                      {countText(bar.values[key] ?? 0)}
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

function wordsOf(bar: Bar, series: readonly Series[]): string {
  const told = series.filter(({ key }) => (bar.values[key] ?? 0) > 0)
  if (told.length === 0) return 'none'
  return told.map(({ key, name }) => `${bar.values[key]} ${name.toLowerCase()}`).join(', ')
}

function summaryOf(title: string, series: readonly Series[], bars: readonly Bar[]): string {
  const sums = series.map(({ key, name }) => {
    const sum = bars.reduce((total, bar) => total + (bar.values[key] ?? 0), 0)
    return `${countText(sum)} ${name.toLowerCase()}`
  })
  return `${title}: ${sums.join(', ')}.`
}

/** The next round number, halves of which are whole. */
function niceTop(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(value))
  const nice = [2, 4, 6, 8, 10].map((step) => step * magnitude).find((step) => step >= value)
  return nice ?? value
}

interface ShareProps {
  readonly label: string
  readonly parts: readonly (readonly [key: string, name: string, value: number])[]
}

/** Parts of a whole on one line; the figures stand beside it. */
export function ShareBar({ label, parts }: ShareProps): ReactNode {
  const total = parts.reduce((sum, [, , value]) => sum + value, 0)
  const words = parts
    .filter(([, , value]) => value > 0)
    .map(([, name, value]) => `${value} ${name}`)
  let from = 0
  return (
    <svg
      className="share"
      role="img"
      aria-label={`${label}: ${words.join(', ') || 'none'}`}
      width="100%"
      height="10"
    >
      <rect className="share-track" width="100%" height="10" rx="3" />
      {parts.map(([key, name, value]) => {
        const x = (from / Math.max(1, total)) * 100
        from += value
        return (
          value > 0 && (
            <rect
              key={key}
              className={`series-${key}`}
              x={`${x}%`}
              width={`${(value / total) * 100}%`}
              height="10"
            >
              <title>{`${value} ${name}`}</title>
            </rect>
          )
        )
      })}
    </svg>
  )
}
