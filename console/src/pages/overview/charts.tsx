/** Orders and how long they took, over time. */
import { LinkButton } from '../../components/button.tsx'
import { type Bar, StackedBars, TimeLines } from '../../components/chart.tsx'
import { Empty } from '../../components/layout.tsx'
import { minuteText, momentText } from '../../format.ts'
import type { Figures } from './overview-data.ts'

const SERIES = [
  { key: 'done', name: 'Done' },
  { key: 'failed', name: 'Failed' },
  { key: 'refused', name: 'Refused' },
  { key: 'running', name: 'Running' },
] as const

/** Orders by how they ended; how to place one where there is none. */
export function OrdersChart({ figures }: { readonly figures: Figures }) {
  const { buckets } = figures
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
  return (
    <StackedBars title="Orders by outcome" series={SERIES} bars={bars} ends={endsOf(figures)} />
  )
}

const LATENCIES = [
  { key: 'p50Ms', name: 'Half at most' },
  { key: 'p95Ms', name: '95 % at most' },
] as const

/** How long half of the orders took at most, and all but the slowest. */
export function LatencyChart({ figures }: { readonly figures: Figures }) {
  const bars = figures.buckets.map(({ from, p50Ms, p95Ms }): Bar => {
    return { label: momentText(from), values: { p50Ms, p95Ms } }
  })
  return (
    <TimeLines title="Time to an answer" series={LATENCIES} bars={bars} ends={endsOf(figures)} />
  )
}

function endsOf({ from, to }: Figures) {
  const middle = new Date((Date.parse(from) + Date.parse(to)) / 2).toISOString()
  return [minuteText(from), minuteText(middle), minuteText(to)] as const
}
