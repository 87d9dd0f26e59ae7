/** Late payments of an account by how long ago they were, as mortgage lenders ask. */
import { monthOf } from '../documents/months.ts'
import type { Liability } from '../documents/tables/tradelines.ts'

/** Months 30 or more days late, by their age at the report. */
export interface LatePayments {
  /** Months of age 0 to 12: the month of the report and the 12 before it. */
  readonly months12: number
  readonly months13To24: number
  readonly months25AndOlder: number
}

/** One value for the usual account, which was never late. */
const NONE: LatePayments = { months12: 0, months13To24: 0, months25AndOlder: 0 }

/** Counts the late months of a payment history; bankruptcy, loss and collection are no late months. */
export function latePayments(
  pattern: Liability['_PAYMENT_PATTERN'],
  reportMonth: number,
): LatePayments {
  const newest = monthOf(pattern?._StartDate)
  if (pattern === undefined || newest === undefined || !/[1-6]/.test(pattern._Data)) return NONE
  const counts = { months12: 0, months13To24: 0, months25AndOlder: 0 }
  for (let back = 0; back < pattern._Data.length; back++) {
    const character = pattern._Data[back] as string
    if (character < '1' || character > '6') continue
    const age = reportMonth - newest + back
    if (age <= 12) counts.months12++
    else if (age <= 24) counts.months13To24++
    else counts.months25AndOlder++
  }
  return counts
}
