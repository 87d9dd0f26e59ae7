/**
 * The ways in which a pull fails. All sources share one wording, for the order's record and for the
 * lender.
 */
import type { BureauName } from '../documents/tables/enumerations.ts'

/**
 * The failures, each with the text that follows the name of the bureau. Vendors fail in most of
 * these ways (`upstream/failure.ts` explains when).
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
  redirected:     'returned an HTTP error',
  'not accepted': 'returned an HTTP error',
  'too large':    'sent a response that could not be understood',
  unreadable:     'sent a response that could not be understood',
  'of another':   'sent a response about another person or order, which was not used',
  'other person': 'sent the file of another person, which was not used',
  resting:        'was not asked: it failed repeatedly and is paused',
  crowded:        'was not asked: too many orders are waiting for it',
} as const

/** The name of a failure, as stored in the journal. */
export type PullFailure = keyof typeof PULL_FAILURES

/** Follows the reason, because a lender must know of an inquiry that no report shows. */
export const MAY_HAVE_ASKED = 'the bureau may have been asked'

/** Returns what a lender reads about a failed pull. */
export function pullFailureText(
  bureau: BureauName,
  failure: PullFailure,
  mayHaveAsked: boolean,
): string {
  return `${bureau.toUpperCase()} ${PULL_FAILURES[failure]}${mayHaveAsked ? `; ${MAY_HAVE_ASKED}` : ''}`
}

/**
 * Thrown by a source that gave no usable response. It becomes a file without content, because an
 * order does not fail when one bureau does. Name and message contain no data of the order or the
 * response.
 */
export class PullFailed extends Error {
  readonly failure: PullFailure
  /** Whether the bureau may have received the request, with an inquiry and a charge. */
  readonly mayHaveAsked: boolean

  constructor(failure: PullFailure, mayHaveAsked: boolean, message: string) {
    super(message)
    this.failure = failure
    this.mayHaveAsked = mayHaveAsked
  }
}
