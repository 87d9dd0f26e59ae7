/** The median and p95 of durations, as the console shows them. */
import { LATENCY_BUCKETS_MS } from '../store/statistics/statistics.ts'

/** Half of the durations, and 95% of them, are at most this long. */
export interface Quantiles {
  readonly p50Ms: number
  readonly p95Ms: number
}

/** Returns the quantiles of durations, or undefined if there are none. */
export function quantilesOf(durationsMs: readonly number[]): Quantiles | undefined {
  const sorted = durationsMs.toSorted((one, other) => one - other)
  const atShare = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  return sorted.length === 0 ? undefined : { p50Ms: atShare(0.5), p95Ms: atShare(0.95) }
}

/** Estimates the quantiles from the number of durations in each bucket of the statistics. */
export function quantilesOfBuckets(counts: readonly number[]): Quantiles | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const atShare = (share: number) => interpolated(counts, total * share)
  return total === 0 ? undefined : { p50Ms: atShare(0.5), p95Ms: atShare(0.95) }
}

/** Returns the duration of a rank, by interpolation within its bucket. */
function interpolated(counts: readonly number[], rank: number): number {
  let below = 0
  for (const [bucket, count] of counts.entries()) {
    if (below + count >= rank && count > 0) {
      const low = LATENCY_BUCKETS_MS[bucket - 1] ?? 0
      const high = LATENCY_BUCKETS_MS[bucket] ?? low
      return Math.round((low + ((high - low) * (rank - below)) / count) * 10) / 10
    }
    below += count
  }
  return 0
}
