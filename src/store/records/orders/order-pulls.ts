/** The types of the pulls of an order, which are also its inquiry records. */

/**
 * One pull of a consumer's file: the inquiry record. It is written before the bureau is called and
 * is retained longest, so that a consumer can learn who requested the file.
 */
export interface PullIntent {
  /** Also the reference number of the request to the bureau. */
  readonly id: string
  readonly bureau: string
  /** From 1, in the order of the request. */
  readonly borrowerPosition: number
  /** Whether the pull leaves a hard inquiry. */
  readonly hard: boolean
  /** The permissible purpose that the account certified (FCRA 604). */
  readonly purpose: string
  /** The end user on whose behalf the file is requested (FCRA 607(e)). */
  readonly endUser: string
  /** The keyed hash of the social security number, the same in all accounts. */
  readonly ssnIndex: Uint8Array
  /** The time when the order intended the pull, in sandbox time. */
  readonly startedAt: number
}

/** The result of a pull. */
export interface PullOutcome {
  readonly id: string
  /** `answered` even if the bureau has no file. */
  readonly state: 'answered' | 'failed'
  /** The status of the file: returned, not found, frozen, unanswered and the like. */
  readonly outcome: string
  /** Present if there was no usable response. */
  readonly failed?: FailedPull | undefined
  readonly finishedAt: number
}

/** A failed pull. The texts are the service's own, never the bureau's. */
export interface FailedPull {
  /** A kind of failure from `bureaus/pull-failure.ts`. */
  readonly failure: string
  /** Whether the bureau may have been asked, with an inquiry and a charge that no report shows. */
  readonly mayHaveAsked: boolean
}

/** A pull as it is stored. */
export interface Pull extends PullIntent {
  readonly orderId: string
  readonly account: string
  /** `intended` until the order has ended. After a crash, this may never change. */
  readonly state: 'intended' | 'answered' | 'failed'
  readonly outcome: string | undefined
  /** Undefined if the bureau answered. */
  readonly failed: FailedPull | undefined
  readonly finishedAt: number | undefined
}

/** A pull as shown with its order, without the data that identifies requester and borrower. */
export type ShownPull = Omit<Pull, 'account' | 'purpose' | 'endUser' | 'ssnIndex'>

/** A hard pull as the consumer's later files show it. */
export type RecordedInquiry = Pick<Pull, 'bureau' | 'endUser' | 'startedAt'>
