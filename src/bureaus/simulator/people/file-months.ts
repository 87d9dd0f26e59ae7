/**
 * Months in a person file: calendar months, or months relative to the time at which the file was
 * put. A file with relative months only does not age.
 */

/** A calendar month, or a day of one. */
export const CALENDAR_MONTH = /^(\d{4})-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d))?$/

/** A month relative to the time at which the file was put. */
export const RELATIVE_MONTH =
  /^(?:(\d{1,3}) (month|year)s? ago|in (\d{1,3}) (month|year)s?|(this|last) month)$/

/** The number of months in a year. */
export const CALENDAR_YEAR_MONTHS = 12

/** The times by which the months of a file are resolved, in months since year 0. */
export interface ReadAt {
  /** The month in which the world began, from which the simulator counts. */
  readonly epochMonth: number
  /** The month in which the file was put. */
  readonly month: number
}

/** Converts a month of a file to the months since the beginning of the world. */
export function monthAt({ epochMonth, month }: ReadAt, text: string): number {
  const [, year, ofYear] = CALENDAR_MONTH.exec(text) ?? []
  if (year !== undefined) return Number(year) * 12 + Number(ofYear) - 1 - epochMonth
  return month - epochMonth + relativeMonths(text)
}

function relativeMonths(text: string): number {
  const [, ago, agoUnit, ahead, aheadUnit, near] = RELATIVE_MONTH.exec(text) ?? []
  const months = (count: string, unit: string | undefined) =>
    Number(count) * (unit === 'year' ? 12 : 1)
  if (ago !== undefined) return -months(ago, agoUnit)
  if (ahead !== undefined) return months(ahead, aheadUnit)
  return near === 'last' ? -1 : 0
}

/** Returns the day that a text states, if any. */
export function dayOf(text: string): number | undefined {
  const day = CALENDAR_MONTH.exec(text)?.[3]
  return day === undefined ? undefined : Number(day)
}

/** Formats a month as a file writes it, by its distance from the current month. */
export function monthsAgo(count: number): string {
  if (count === 0) return 'this month'
  if (count < 0) return `in ${-count} months`
  return count === 1 ? 'last month' : `${count} months ago`
}
