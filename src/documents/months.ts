/** Calendar arithmetic on dates as bureaus report them: YYYY, YYYY-MM or YYYY-MM-DD. */
import { codeUnitAt } from '../code-unit.ts'

/** Returns the months since the year 0, or undefined if the date has no month. */
export function monthOf(date: string | undefined): number | undefined {
  if (date === undefined || date.length < 7) return undefined
  return 12 * (100 * twoDigits(date, 0) + twoDigits(date, 2)) + twoDigits(date, 5) - 1
}

/**
 * Returns the number of two digits of a date. Computed from character codes for speed, because
 * every account of every report needs it.
 */
export function twoDigits(date: string, at: number): number {
  return 10 * codeUnitAt(date, at) + codeUnitAt(date, at + 1) - 11 * 48
}

/** The texts of months that were asked for, because reports name the same months many times. */
const MONTH_TEXTS = new Map<number, string>()
const MONTH_TEXTS_MAX = 10_000

/** Returns a month, counted from the year 0, as YYYY-MM. */
export function monthText(month: number): string {
  const known = MONTH_TEXTS.get(month)
  if (known !== undefined) return known
  const year = Math.floor(month / 12)
  const text = `${String(year).padStart(4, '0')}-${String(month - 12 * year + 1).padStart(2, '0')}`
  if (MONTH_TEXTS.size < MONTH_TEXTS_MAX) MONTH_TEXTS.set(month, text)
  return text
}

/** Returns the day that is a number of days before another, both as YYYY-MM-DD. */
export function daysBefore(date: string, days: number): string {
  const year = 100 * twoDigits(date, 0) + twoDigits(date, 2)
  const day = Date.UTC(year, twoDigits(date, 5) - 1, twoDigits(date, 8) - days)
  return new Date(day).toISOString().slice(0, 10)
}

/** Returns the same day of an earlier month, or the last day of that month, as YYYY-MM-DD. */
export function monthsBefore(date: string, months: number): string {
  const month = (monthOf(date) ?? 0) - months
  const lastDay = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate()
  return `${monthText(month)}-${String(Math.min(lastDay, twoDigits(date, 8))).padStart(2, '0')}`
}

/**
 * Returns whether a date is on or after a day. A date without a day or month counts if it may be:
 * an incomplete date never makes an item look older than it is.
 */
export function isSince(date: string | undefined, day: string): boolean {
  return date !== undefined && date >= day.slice(0, date.length)
}

/** Returns the later of two dates, or the more precise one if one is the beginning of the other. */
export function later(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined) return b
  if (b === undefined) return a
  return a >= b ? a : b
}

/**
 * Returns the earlier of two dates, or the more precise one if one is the beginning of the other.
 */
export function earlier(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || a === '') return b
  if (b === undefined || b === '') return a
  if (a.startsWith(b)) return a
  if (b.startsWith(a)) return b
  return a < b ? a : b
}
