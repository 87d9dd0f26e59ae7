/** Months in a row as spans. */
import { date } from './wording.ts'

/** Dates, three or more months in a row as a span: a long collection is one line. */
export function monthSpans(dates: readonly string[]): string[] {
  const spans: string[] = []
  for (let first = 0; first < dates.length; ) {
    let last = first
    while (last + 1 < dates.length && isMonthBefore(dates[last + 1], dates[last])) last += 1
    const span = last - first >= 2
    if (span) spans.push(`${date(dates[last])} to ${date(dates[first])}`)
    else spans.push(...dates.slice(first, last + 1).map(date))
    first = last + 1
  }
  return spans
}

function isMonthBefore(earlier: string | undefined, later: string | undefined): boolean {
  return monthNumber(earlier) + 1 === monthNumber(later)
}

/** Months since year 0; not a number where the date is no month. */
function monthNumber(value: string | undefined): number {
  const parts = MONTH.exec(value ?? '')
  return parts === null ? Number.NaN : Number(parts[1]) * 12 + Number(parts[2])
}
const MONTH = /^(\d{4})-(\d{2})$/
