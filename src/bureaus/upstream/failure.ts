/** How an exchange with a vendor fails. */

/**
 * What went wrong.
 * - `not sent`: there was no connection, so the order surely did not reach the vendor.
 * - `broken`: the exchange ended without a whole answer; the vendor may have carried the order out.
 * - `unavailable`: the vendor said that it cannot answer now (429, 5xx).
 * - `refused`: the vendor takes this order for wrong (400, 413, 422), whatever it does with others.
 * - `redirected`, `not accepted`: any other status than 200.
 * - `too large`, `unreadable`: the answer is beyond bounds, or no document of the standard.
 * - `of another`: the answer is about another order or another person.
 * - `resting`: the vendor failed repeatedly, so it was not asked.
 * - `crowded`: too many orders wait for the vendor already.
 */
export type FailureKind =
  | 'not sent'
  | 'broken'
  | 'unavailable'
  | 'rejected'
  | 'redirected'
  | 'not accepted'
  | 'too large'
  | 'unreadable'
  | 'of another'
  | 'resting'
  | 'crowded'

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
export class UpstreamFailed extends Error {
  readonly kind: FailureKind
  readonly detail: string
  /** Whether the vendor may have carried the order out, with an inquiry and a charge. */
  readonly mayHaveAsked: boolean

  constructor(kind: FailureKind, upstream: string, detail: string) {
    super(`${upstream}: ${kind}: ${detail}`)
    this.name = `UpstreamFailed (${this.message})`
    this.kind = kind
    this.detail = detail
    this.mayHaveAsked = !NEVER_ASKED.has(kind)
  }
}
