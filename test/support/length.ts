/**
 * How long tests are. By default proofs, fuzzing and properties are short enough for every change;
 * `TEST_LENGTH=full npm test` runs all of them at full length, `npm run proof -- NAME` one proof.
 */

/** Names the length to tests, and to the programs that they start. */
export const LENGTH_VARIABLE = 'TEST_LENGTH'

export const isFull = process.env[LENGTH_VARIABLE] === 'full'

/** What a test takes: `full` at full length, else `short`. */
export function lengthOf<T>({ short, full }: { readonly short: T; readonly full: T }): T {
  return isFull ? full : short
}

/** What is tried of a list: all of it at full length, else one of so many, beginning with `first`. */
export function partOf<T>(all: readonly T[], every: number, first = 0): readonly T[] {
  return isFull ? all : all.filter((_, index) => index % every === first)
}

const PART = 0.15

/** How many cases of a property are tried: all of them at full length, else a part. */
export function runsOf(full: number, part = PART): number {
  return isFull ? full : Math.ceil(full * part)
}

const PROGRESS_EVERY_MS = 10_000
let progressAt = 0

/** Says now and then how far a proof at full length has come. */
export function progress(line: string): void {
  if (!isFull || performance.now() < progressAt + PROGRESS_EVERY_MS) return
  progressAt = performance.now()
  console.log(`  ${line}`)
}
