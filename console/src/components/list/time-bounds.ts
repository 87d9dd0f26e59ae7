/**
 * The bounds of a filter by time, as they are in the URL: a day, or a time of day, in the browser's
 * time zone.
 */
import { MINUTE_MS } from '../../../../src/time.ts'

/** Returns whether a bound includes a time of day, such as `2026-11-22T14:00`. */
export const isTime = (bound: string) => bound.includes('T')

/** The length of a bound with a time of day: `2026-11-22T14:00`. */
const TIME_LENGTH = 16

/**
 * Returns a moment as a bound, to the minute, in the browser's time zone. The hour that is repeated
 * when daylight saving time ends is ambiguous in local time, where it means the first time. A moment
 * in the repetition is therefore a bound in UTC, such as `2026-11-01T06:30Z`.
 */
export function timeBound(iso: string): string {
  const minute = iso.slice(0, TIME_LENGTH)
  const local = localTime(iso)
  return Date.parse(local) === Date.parse(`${minute}Z`) ? local : `${minute}Z`
}

/** Returns a moment in the browser's time zone, as `datetime-local` inputs expect it. */
function localTime(iso: string): string {
  const at = new Date(iso)
  const local = new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS)
  return local.toISOString().slice(0, TIME_LENGTH)
}

/** Returns the value of the field for a bound. A bound that is no moment is left as it is. */
export function fieldValue(bound = ''): string {
  return bound.endsWith('Z') && !Number.isNaN(Date.parse(bound)) ? localTime(bound) : bound
}

/**
 * Converts a bound to a moment: a time of day exactly, or the first moment of a day plus
 * `daysAfter`, in the browser's time zone.
 */
export function bound(name: 'from' | 'to', day: string | undefined, daysAfter: number) {
  if (day !== undefined && isTime(day)) {
    const at = new Date(day)
    return Number.isNaN(at.getTime()) ? {} : { [name]: at.toISOString() }
  }
  const [year, month, date] = (day ?? '').split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return {}
  const start = new Date(year, month - 1, date + daysAfter)
  return Number.isNaN(start.getTime()) ? {} : { [name]: start.toISOString() }
}
