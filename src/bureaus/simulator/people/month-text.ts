/**
 * Months as a person file writes them: of the calendar, or counted from the moment at which the file
 * was put. A file that only counts does not age.
 */
import { z } from 'zod'

const CALENDAR = /^(\d{4})-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d))?$/
const COUNTED = /^(?:(\d{1,3}) (month|year)s? ago|in (\d{1,3}) (month|year)s?|(this|last) month)$/

/** A month of a person file. */
export const MonthText = z
  .string()
  .max(20)
  .regex(
    new RegExp(`${CALENDAR.source.replace('(?:-(0[1-9]|[12]\\d))?', '')}|${COUNTED.source}`),
    'a month, such as 2024-05, 41 months ago, 3 years ago, last month, this month or in 2 months',
  )
  .describe('A month: `2024-05`, `41 months ago`, `3 years ago`, `last month`, `in 2 months`.')

/** A month or a day of a person file. */
export const DayText = z
  .string()
  .max(20)
  .regex(
    new RegExp(`${CALENDAR.source}|${COUNTED.source}`),
    'a day up to the 29th or a month, such as 2024-05-14, 2024-05 or 2 months ago',
  )
  .describe('A day, `2024-05-14` up to the 29th of a month, or a month as in `opened`.')

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
