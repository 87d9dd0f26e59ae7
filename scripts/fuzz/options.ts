/** The options of a run of the fuzzer. */
export interface FuzzOptions {
  /** The maximum time of each part. */
  readonly seconds: number
  /** The maximum number of cases of each part. */
  readonly cases: number
  /** The seed of the cases. The same seed gives the same cases. */
  readonly seed: number
  /** The number of threads that fuzz documents. */
  readonly workers: number
}
