/** How a run of the fuzzer is to be. */
export interface FuzzOptions {
  /** Longest time for each part. */
  readonly seconds: number
  /** Most cases of each part. */
  readonly cases: number
  /** The same seed gives the same cases. */
  readonly seed: number
  /** Threads that fuzz documents. */
  readonly workers: number
}
