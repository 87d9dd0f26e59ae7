/**
 * Months as a person file writes them: of the calendar, or counted from the moment at which the file
 * was put. A file that only counts does not age.
 */

/** A month of the calendar, or a day of it. */
export const CALENDAR = /^(\d{4})-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d))?$/

/** A month that is counted from the moment of the file. */
export const COUNTED =
  /^(?:(\d{1,3}) (month|year)s? ago|in (\d{1,3}) (month|year)s?|(this|last) month)$/

/** Months of a year. */
export const CALENDAR_YEAR_MONTHS = 12

/** When a file is read: months since the year 0. */
export interface ReadAt {
  /** Of the beginning of the world, from which the simulator counts. */
  readonly epochMonth: number
  /** Of the moment at which the file was put. */
  readonly month: number
}

/** A month of a file, counted from the beginning of the world. */
export function monthAt({ epochMonth, month }: ReadAt, text: string): number {
  const [, year, ofYear] = CALENDAR.exec(text) ?? []
  if (year !== undefined) return Number(year) * 12 + Number(ofYear) - 1 - epochMonth
  return month - epochMonth + countedIn(text)
}

function countedIn(text: string): number {
  const [, ago, agoUnit, ahead, aheadUnit, near] = COUNTED.exec(text) ?? []
  const months = (count: string, unit: string | undefined) =>
    Number(count) * (unit === 'year' ? 12 : 1)
  if (ago !== undefined) return -months(ago, agoUnit)
  if (ahead !== undefined) return months(ahead, aheadUnit)
  return near === 'last' ? -1 : 0
}

/** The day that a text states, where it states one. */
export function dayOf(text: string): number | undefined {
  const day = CALENDAR.exec(text)?.[3]
  return day === undefined ? undefined : Number(day)
}

/** A month by its distance from the present one, as a file writes it. */
export function monthsAgo(count: number): string {
  if (count === 0) return 'this month'
  if (count < 0) return `in ${-count} months`
  return count === 1 ? 'last month' : `${count} months ago`
}
