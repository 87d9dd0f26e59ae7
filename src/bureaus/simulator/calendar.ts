/**
 * Months as numbers. The simulator counts months from the month of the epoch, which is 0. This file
 * converts them to the dates of a credit file.
 */
import { monthText as textOfMonth, twoDigits } from '../../documents/months.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'

/** Returns the months from year 0 to a time, in UTC. */
export function monthNumber(time: Date): number {
  return time.getUTCFullYear() * 12 + time.getUTCMonth()
}

/** The texts of days. Plans use only days that every month has. */
const DAY_TEXTS = Array.from({ length: 32 }, (_, day) => `-${String(day).padStart(2, '0')}`)

/** The moment at which a life is viewed, with the epoch that dates its months. */
export interface Moment {
  /** The month of the epoch, in months since year 0. */
  readonly epochMonth: number
  /** The month of the request, counted from the epoch. */
  readonly month: number
  /** The day of the request. */
  readonly day: number
}

/** Returns the moment of a request. */
export function momentOf(epoch: Date, askedAt: Date): Moment {
  return momentAfter({ epochMonth: monthNumber(epoch) }, askedAt)
}

/** Returns the moment of a request to a world whose epoch month is known. */
export function momentAfter({ epochMonth }: Pick<Moment, 'epochMonth'>, askedAt: Date): Moment {
  return { epochMonth, month: monthNumber(askedAt) - epochMonth, day: askedAt.getUTCDate() }
}

/** Formats a month of a life as YYYY-MM. */
export function monthText(moment: Moment, month: number): string {
  return textOfMonth(moment.epochMonth + month)
}

/** Formats a day of a life as YYYY-MM-DD. */
export function dayText(moment: Moment, month: number, day: number): string {
  return textOfMonth(moment.epochMonth + month) + DAY_TEXTS[day]
}

/** Formats a date as a bureau reports it: one reports only months, the others report days. */
export function reportedDate(
  bureau: BureauName,
  moment: Moment,
  month: number,
  day: number,
): string {
  return bureau === 'Equifax' ? monthText(moment, month) : dayText(moment, month, day)
}

/** Reports whether a day of a life has arrived. */
export function hasArrived(moment: Moment, month: number, day: number): boolean {
  return month < moment.month || (month === moment.month && day <= moment.day)
}

/** Returns the month of a date in a file (YYYY, YYYY-MM or YYYY-MM-DD), counted from the epoch. */
export function monthOfText(moment: Moment, text: string): number {
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2)
  const month = text.length >= 7 ? twoDigits(text, 5) : 1
  return year * 12 + month - 1 - moment.epochMonth
}
