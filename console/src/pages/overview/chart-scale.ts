/** The scales of charts, which convert values to heights and decide which get a grid line. */

/** A scale of a chart. */
export interface Scale {
  /** The values with a grid line, highest first. */
  readonly ticks: readonly number[]
  /** Returns the share of the chart's height that a value reaches. */
  readonly shareOf: (value: number) => number
}

/** Returns a scale for counts. It ends at a round number whose half is an integer as well. */
export function countScale(counts: readonly number[]): Scale {
  return linearTo(scaleTop(Math.max(2, ...counts), true))
}

function linearTo(top: number): Scale {
  return { ticks: [top, top / 2, 0], shareOf: (value) => value / top }
}

/**
 * The maximum ratio of the highest value to the median on a linear scale. Above it, the other bars
 * would be too low to see.
 */
const SPREAD_MAX = 12

/**
 * Returns a scale for durations. It is logarithmic if one slow order would otherwise make all other
 * bars invisible.
 */
export function timeScale(values: readonly number[]): Scale {
  const sorted = values.toSorted((one, other) => one - other)
  const highest = Math.max(1, ...sorted)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? highest
  return highest > middle * SPREAD_MAX
    ? decadesOf(sorted[0] ?? 1, highest)
    : linearTo(scaleTop(highest))
}

/** Returns a logarithmic scale with a grid line per power of ten, from below the lowest value. */
function decadesOf(lowest: number, highest: number): Scale {
  const from = Math.ceil(Math.log10(Math.max(10, lowest))) - 1
  const to = Math.max(from + 1, Math.ceil(Math.log10(highest)))
  const ticks = Array.from({ length: to - from + 1 }, (_, index) => 10 ** (to - index))
  const shareOf = (value: number) => (Math.log10(Math.max(value, 10 ** from)) - from) / (to - from)
  return { ticks, shareOf }
}

const STEPS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]

/** Returns the next round number for the top of a scale. For counts, it is even. */
function scaleTop(value: number, isCount = false): number {
  const magnitude = 10 ** Math.floor(Math.log10(value))
  const tops = STEPS.map((step) => Math.round(step * magnitude * 10) / 10)
  return tops.find((top) => top >= value && !(isCount && top % 2 > 0)) ?? value
}
