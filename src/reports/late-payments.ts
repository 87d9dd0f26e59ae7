/** Late payments of an account by their age, in the periods that mortgage lenders ask about. */
import type { Liability } from '../documents/tables/tradelines.ts'
import { isLateMonth, reportedRating } from './ratings.ts'

/** Months that were paid 30 or more days late, by their age at the date of the report. */
export interface LatePayments {
  /** Months of age 0 to 12: the month of the report and the 12 before it. */
  readonly months12: number
  readonly months13To24: number
  readonly months25AndOlder: number
  /** Late months that bureaus count but do not date, such as those before the payment pattern. */
  readonly undated: number
}

/** A shared value for accounts that were never late, which are most. */
const NONE: LatePayments = { months12: 0, months13To24: 0, months25AndOlder: 0, undated: 0 }

type Late = Pick<Liability, '_PRIOR_ADVERSE_RATING' | '_LATE_COUNT'>

/**
 * Counts the late months of a merged tradeline by age, from its adverse ratings, which cover its
 * payment pattern and the months outside it, and the rest of its late count. Bankruptcy, loss and
 * collection are not late months.
 */
export function latePayments(
  { _PRIOR_ADVERSE_RATING: prior = [], _LATE_COUNT: count }: Late,
  reportMonth: number,
): LatePayments {
  const counted = count === undefined ? 0 : count._30Days + count._60Days + count._90Days
  if (prior.length === 0 && counted === 0) return NONE
  const late = prior.map(reportedRating).filter(({ character }) => isLateMonth(character))
  const counts = { months12: 0, months13To24: 0, months25AndOlder: 0 }
  let dated = 0
  for (const month of new Set(late.map((rating) => rating.month))) {
    // The age is unknown if a bureau states no month, or one after the report.
    if (month === undefined || month > reportMonth) continue
    const age = reportMonth - month
    dated++
    if (age <= 12) counts.months12++
    else if (age <= 24) counts.months13To24++
    else counts.months25AndOlder++
  }
  return { ...counts, undated: Math.max(0, counted - dated) }
}
