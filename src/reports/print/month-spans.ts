/** Months in a row as spans. */

import { date } from '../../documents/wording.ts'
import { monthOf } from '../months.ts'

/** Dates, three or more months in a row as a span: a long collection is one line. */
export function monthSpans(dates: readonly string[]): string[] {
  const spans: string[] = []
  for (let first = 0; first < dates.length; ) {
    let last = first
    while (last + 1 < dates.length && isMonthBefore(dates[last + 1], dates[last])) last += 1
    if (last - first >= 2) {
      spans.push(`${date(dates[last])} to ${date(dates[first])}`)
      first = last + 1
    }
    for (; first <= last; first += 1) spans.push(date(dates[first]))
  }
  return spans
}

function isMonthBefore(earlier: string | undefined, later: string | undefined): boolean {
  return monthNumber(earlier) + 1 === monthNumber(later)
}

/** Months since year 0; not a number where the date is no month. */
function monthNumber(value: string | undefined): number {
  return value?.length === 7 ? (monthOf(value) ?? Number.NaN) : Number.NaN
}
