/** Pseudorandom numbers for proofs that report their seed, so that a run can be repeated. */

/** Returns an integer from 0 to below a bound. */
export type Random = (below: number) => number

/** Returns a generator of random numbers that are the same for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
