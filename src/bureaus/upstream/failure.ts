/** How an exchange with a vendor fails. */
import { PullFailed, type PullFailure } from '../pull-failure.ts'

/**
 * What went wrong.
 * - `not sent`: there was no connection, so the order surely did not reach the vendor.
 * - `broken`: the exchange ended without a whole answer; the vendor may have carried the order out.
 * - `unavailable`: the vendor said that it cannot answer now (429, 5xx).
 * - `rejected`: the vendor takes this order for wrong (400, 413, 422), whatever it does with others.
 * - `redirected`, `not accepted`: any other status than 200.
 * - `too large`, `unreadable`: the answer is beyond bounds, or no document of the standard.
 * - `of another`: the answer is about another order or another person.
 * - `resting`: the vendor failed repeatedly, so it was not asked.
 * - `crowded`: too many orders wait for the vendor already.
 */
export type FailureKind = Exclude<PullFailure, 'late' | 'failed' | 'interrupted' | 'other person'>

/** Kinds after which the vendor surely asked no bureau. */
const NEVER_ASKED: ReadonlySet<FailureKind> = new Set([
  'not sent',
  'rejected',
  'resting',
  'crowded',
])

/**
 * A vendor gave no answer that can be used. Name and message say why in our own words: they are
 * logged, so they hold nothing of the order, the answer, the address or the credentials.
 */
export class UpstreamFailed extends PullFailed {
  /** The failure, which decides whether the order may be sent again and what the lender reads. */
  readonly kind: FailureKind
  /** More about it in our own words, for the log. */
  readonly detail: string

  constructor(kind: FailureKind, upstream: string, detail: string) {
    super(kind, !NEVER_ASKED.has(kind), `${upstream}: ${kind}: ${detail}`)
    this.name = `UpstreamFailed (${this.message})`
    this.kind = kind
    this.detail = detail
  }
}
