/**
 * The ways in which a pull fails, with one wording for every source: in the order's record and to
 * the lender.
 */

/**
 * What went wrong, and how a text goes on after the name of the bureau. Vendors fail in most of these
 * ways (`upstream/failure.ts` says when).
 */
// biome-ignore format: a table
export const PULL_FAILURES = {
  late:           'did not answer in time',
  failed:         'could not be reached or understood',
  interrupted:    'was being asked when the order was interrupted',
  'not sent':     'could not be reached',
  broken:         'could not be reached or understood: the exchange ended early',
  unavailable:    'was not available',
  rejected:       'did not accept the order',
  redirected:     'gave an answer that could not be understood',
  'not accepted': 'gave an answer that could not be understood',
  'too large':    'gave an answer that could not be understood',
  unreadable:     'gave an answer that could not be understood',
  'of another':   'answered about another person or order, which was not used',
  'other person': 'answered with the file of another person, which was not used',
  resting:        'was not asked: it failed repeatedly and is paused',
  crowded:        'was not asked: too many orders wait for it',
} as const

/** One of these ways, as the journal keeps it. */
export type PullFailure = keyof typeof PULL_FAILURES

/** Goes after the reason: a lender must know of an inquiry that no report shows. */
export const MAY_HAVE_ASKED = 'the bureau may have been asked'

/**
 * A source gave no answer that can be used. Name and message hold nothing of order and answer. It
 * is thrown by sources and becomes a file without content: an order does not fail because one
 * bureau did.
 */
export class PullFailed extends Error {
  readonly failure: PullFailure
  /** Whether the bureau may have been asked all the same, with an inquiry and a charge. */
  readonly mayHaveAsked: boolean

  constructor(failure: PullFailure, mayHaveAsked: boolean, message: string) {
    super(message)
    this.failure = failure
    this.mayHaveAsked = mayHaveAsked
  }
}
