/**
 * The length of tests. By default, proofs, fuzzing and property tests are short enough to run for
 * every change. `TEST_LENGTH=full npm test` runs all of them at full length, `npm run proof --
 * NAME` one proof.
 */

/** The environment variable with the length, for tests and the programs that they start. */
export const LENGTH_VARIABLE = 'TEST_LENGTH'

/** Returns whether the environment asks for the full length, also if a script has just set it. */
export function asksForFull(): boolean {
  return process.env[LENGTH_VARIABLE] === 'full'
}

export const isFull = asksForFull()

/** The environment variable that adds the tests of details to a run of short length. */
export const DETAILS_VARIABLE = 'TEST_DETAILS'

/**
 * Returns whether the environment asks for the tests of details (`detail.ts`). `npm test` leaves
 * them out, so that it takes less than five minutes. `npm run t` and `npm test -- --details` run
 * them, and so does the full length.
 */
export function asksForDetails(): boolean {
  return asksForFull() || process.env[DETAILS_VARIABLE] === '1'
}

/** Returns `full` at full length, else `short`. */
export function lengthOf<T>({ short, full }: { readonly short: T; readonly full: T }): T {
  return isFull ? full : short
}

/**
 * Returns all items of a list at full length, else every `every`-th item, beginning with `first`.
 */
export function partOf<T>(all: readonly T[], every: number, first = 0): readonly T[] {
  return isFull ? all : all.filter((_, index) => index % every === first)
}

const PART = 0.15

/** Returns the number of cases of a property test: all at full length, else a part. */
export function runsOf(full: number, part = PART): number {
  return isFull ? full : Math.ceil(full * part)
}

const PROGRESS_EVERY_MS = 10_000
let progressAt = 0

/** Prints the progress of a proof at full length, at most every ten seconds. */
export function progress(line: string): void {
  if (!isFull || performance.now() < progressAt + PROGRESS_EVERY_MS) return
  progressAt = performance.now()
  console.log(`  ${line}`)
}
