/**
 * Months as numbers. Within the simulator a month is counted from the epoch's month, which is 0;
 * a calendar turns it into the dates of a file.
 */
import { twoDigits } from '../../documents/months.ts'

/** Months since the year 0 of a time, in UTC. */
export function monthNumber(time: Date): number {
  return time.getUTCFullYear() * 12 + time.getUTCMonth()
}

const padded = (value: number) => String(value).padStart(2, '0')

const MONTH_TEXTS = new Map<number, string>()

/** A month as YYYY-MM. */
function textOfMonth(month: number): string {
  const known = MONTH_TEXTS.get(month)
  if (known !== undefined) return known
  const year = String(Math.floor(month / 12)).padStart(4, '0')
  const text = `${year}-${padded((((month % 12) + 12) % 12) + 1)}`
  if (MONTH_TEXTS.size < 10_000) MONTH_TEXTS.set(month, text)
  return text
}

/** Days that every month has; plans use no others. */
const DAY_TEXTS = Array.from({ length: 32 }, (_, day) => `-${padded(day)}`)

/** The moment at which a life is looked at, and how its months are written. */
export interface Moment {
  /** Months since the year 0 of the epoch. */
  readonly epochMonth: number
  /** The month asked in, from the epoch. */
  readonly month: number
  /** The day asked on. */
  readonly day: number
}

/** The moment of a request. */
export function momentOf(epoch: Date, askedAt: Date): Moment {
  return momentAfter({ epochMonth: monthNumber(epoch) }, askedAt)
}

/** The moment of a request to a world that is known. */
export function momentAfter({ epochMonth }: Pick<Moment, 'epochMonth'>, askedAt: Date): Moment {
  return { epochMonth, month: monthNumber(askedAt) - epochMonth, day: askedAt.getUTCDate() }
}

/** A month of a life as YYYY-MM. */
export function monthText(moment: Moment, month: number): string {
  return textOfMonth(moment.epochMonth + month)
}

/** A day of a life as YYYY-MM-DD. */
export function dayText(moment: Moment, month: number, day: number): string {
  return textOfMonth(moment.epochMonth + month) + DAY_TEXTS[day]
}

/** Whether a day of a life has come. */
export function hasCome(moment: Moment, month: number, day: number): boolean {
  return month < moment.month || (month === moment.month && day <= moment.day)
}

/** The month of a date as a file states it (YYYY, YYYY-MM or YYYY-MM-DD), from the epoch. */
export function monthOfText(moment: Moment, text: string): number {
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2)
  const month = text.length >= 7 ? twoDigits(text, 5) : 1
  return year * 12 + month - 1 - moment.epochMonth
}
