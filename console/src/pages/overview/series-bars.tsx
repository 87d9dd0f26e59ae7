/** The figures of the only interval that has any. A chart over time would show a single bar. */
import { Fragment } from 'react'
import type { Bar, Series } from './chart.tsx'

interface SeriesBarsProps {
  readonly title: string
  readonly series: readonly Series[]
  readonly bar: Bar
  /** Formats a value. */
  readonly text: (value: number) => string
  /** A description of the bars, such as `All orders arrived from Nov 22, 17:00 to 18:00.` */
  readonly note: string
}

/** A bar for each series that has a value, with the value beside it. */
export function SeriesBars({ title, series, bar, text, note }: SeriesBarsProps) {
  const rows = series.flatMap(({ key, name }) => {
    const value = bar.values[key] ?? 0
    return value === 0 ? [] : [{ key, name, value }]
  })
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <figure className="chart">
      <dl className="series-bars">
        {rows.map(({ key, name, value }) => (
          <Fragment key={key}>
            <dt>{name}</dt>
            <dd>
              <svg role="img" aria-label={`${title}, ${name}: ${text(value)}`} height="10">
                <rect
                  className={`series-${key}`}
                  width={`${(value / most) * 100}%`}
                  height="10"
                  rx="3"
                />
              </svg>
              <span className="strong">{text(value)}</span>
            </dd>
          </Fragment>
        ))}
      </dl>
      <figcaption className="muted small">{note}</figcaption>
    </figure>
  )
}

/** Returns the interval with a value if it is the only one. */
export function onlyBar(bars: readonly Bar[], series: readonly Series[]): Bar | undefined {
  const filled = bars.filter(({ values }) => series.some(({ key }) => (values[key] ?? 0) > 0))
  return filled.length === 1 ? filled[0] : undefined
}
