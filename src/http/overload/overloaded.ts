/** How an overloaded service rejects a request. */
import { OrderError } from '../../errors.ts'

/** The reasons for shedding a request. */
export const SHED_REASONS = ['wait', 'full'] as const

/** The rejection of a request, and when the client may retry. */
export interface Shed {
  /**
   * `wait`: the request would wait too long. `full`: too many requests are in progress, in total or
   * for its account.
   */
  readonly reason: (typeof SHED_REASONS)[number]
  readonly retryAfterSeconds: number
}

/** Returns the error for a request that would not be served in time. */
export function overloaded(retryAfterSeconds: number): OrderError {
  const text = 'Overloaded. Retry after the interval in Retry-After.'
  return new OrderError('unavailable', [text], retryAfterSeconds)
}
