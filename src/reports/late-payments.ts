/** Late payments of an account by how long ago they were, as mortgage lenders ask. */
import type { Liability } from '../documents/tables/tradelines.ts'
import { reported } from './ratings.ts'

/** Months 30 or more days late, by their age at the report. */
export interface LatePayments {
  /** Months of age 0 to 12: the month of the report and the 12 before it. */
  readonly months12: number
  readonly months13To24: number
  readonly months25AndOlder: number
}

/** One value for the usual account, which was never late. */
const NONE: LatePayments = { months12: 0, months13To24: 0, months25AndOlder: 0 }

/**
 * Counts the late months of a line by its adverse ratings, which hold those of its payment pattern
 * and those from outside of it. Bankruptcy, loss and collection are no late months.
 */
export function latePayments(
  { _PRIOR_ADVERSE_RATING: prior = [] }: Pick<Liability, '_PRIOR_ADVERSE_RATING'>,
  reportMonth: number,
): LatePayments {
  if (prior.length === 0) return NONE
  const late = prior.map(reported).filter(({ character }) => character >= '1' && character <= '6')
  const counts = { months12: 0, months13To24: 0, months25AndOlder: 0 }
  for (const month of new Set(late.map((rating) => rating.month))) {
    // The age of a month that no bureau states is not known.
    if (month === undefined) continue
    const age = reportMonth - month
    if (age <= 12) counts.months12++
    else if (age <= 24) counts.months13To24++
    else counts.months25AndOlder++
  }
  return counts
}
