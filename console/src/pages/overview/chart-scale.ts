/** The scales of charts: which value is how high, and which values have a line. */

/** Which value is how high. */
export interface Scale {
  /** The values that have a line, the highest first. */
  readonly ticks: readonly number[]
  /** The share of the height that a value reaches. */
  readonly shareOf: (value: number) => number
}

/** The scale of counts, to a round number whose half is whole too. */
export function countScale(counts: readonly number[]): Scale {
  return linearTo(scaleTop(Math.max(2, ...counts), true))
}

function linearTo(top: number): Scale {
  return { ticks: [top, top / 2, 0], shareOf: (value) => value / top }
}

/** From this multiple of the middle value on, the highest would leave the others no height. */
const SPREAD_MAX = 12

/**
 * The scale of durations: linear, or logarithmic where one slow order would make all others
 * invisible.
 */
export function timeScale(values: readonly number[]): Scale {
  const sorted = values.toSorted((one, other) => one - other)
  const highest = Math.max(1, ...sorted)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? highest
  return highest > middle * SPREAD_MAX
    ? decadesOf(sorted[0] ?? 1, highest)
    : linearTo(scaleTop(highest))
}

/** A logarithmic scale with a line for each power of ten, from below the lowest value. */
function decadesOf(lowest: number, highest: number): Scale {
  const from = Math.ceil(Math.log10(Math.max(10, lowest))) - 1
  const to = Math.ceil(Math.log10(highest))
  const ticks = Array.from({ length: to - from + 1 }, (_, index) => 10 ** (to - index))
  const shareOf = (value: number) => (Math.log10(Math.max(value, 10 ** from)) - from) / (to - from)
  return { ticks, shareOf }
}

const STEPS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]

/** The next round number for the top of a scale; of a scale of counts, its half is whole too. */
function scaleTop(value: number, isCount = false): number {
  const magnitude = 10 ** Math.floor(Math.log10(value))
  const tops = STEPS.map((step) => Math.round(step * magnitude * 10) / 10)
  return tops.find((top) => top >= value && !(isCount && top % 2 > 0)) ?? value
}
