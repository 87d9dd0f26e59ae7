/** The failures of an exchange with a vendor. */
import { PullFailed, type PullFailure } from '../pull-failure.ts'

/**
 * The kind of a failure.
 * - `not sent`: there was no connection, so the order certainly did not reach the vendor.
 * - `broken`: the exchange ended without a whole response; the vendor may have carried the order
 *   out.
 * - `unavailable`: the vendor responded that it is not available now (429, 5xx).
 * - `rejected`: the vendor considers this order invalid (400, 413, 422), which says nothing about
 *   other orders.
 * - `redirected`, `not accepted`: any other status than 200.
 * - `too large`, `unreadable`: the response exceeds the limits, or is not a document of the
 *   standard.
 * - `of another`: the response is about another order or another person.
 * - `resting`: the vendor failed repeatedly, so the order was not sent.
 * - `crowded`: too many orders already wait for the vendor.
 */
export type FailureKind = Exclude<PullFailure, 'late' | 'failed' | 'interrupted' | 'other person'>

/** Failures after which the vendor certainly requested no file from a bureau. */
const NEVER_ASKED: ReadonlySet<FailureKind> = new Set([
  'not sent',
  'rejected',
  'resting',
  'crowded',
])

/** Failures that may be over at the next attempt. */
export const TEMPORARY: ReadonlySet<FailureKind> = new Set(['not sent', 'broken', 'unavailable'])

/**
 * Thrown if a vendor gave no usable response. Name and message give the reason in our own words.
 * They are logged, so they contain no data of the order, the response, the address or the
 * credentials.
 */
export class UpstreamFailed extends PullFailed {
  /**
   * The kind of failure. It decides whether the order may be sent again, and which reason the
   * lender reads.
   */
  readonly kind: FailureKind
  /** Details in our own words, for the log. */
  readonly detail: string

  constructor(kind: FailureKind, upstream: string, detail: string) {
    super(kind, !NEVER_ASKED.has(kind), `${upstream}: ${kind}: ${detail}`)
    this.name = `UpstreamFailed (${this.message})`
    this.kind = kind
    this.detail = detail
  }
}

/** Creates an error that names the vendor and contains no data of the exchange. */
export type MakeFailure = (kind: FailureKind, detail: string) => UpstreamFailed
