/** Stretches of time in milliseconds. Days are those of a clock that never changes: UTC's. */
export const MINUTE_MS = 60_000
/** An hour; limits of settings and leases are multiples of it. */
export const HOUR_MS = 60 * MINUTE_MS
/** A day of 24 hours, also where a local day has 23 or 25. */
export const DAY_MS = 24 * HOUR_MS

/** A moment as documents carry it: ISO 8601 in UTC, to the second. */
export function moment(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}

const DAY_OR_MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)?$/

/**
 * The milliseconds of a day or moment in UTC that a person wrote; undefined for any other text. A
 * time without Z is another moment on each machine, and `Date` makes 2 March of 30 February.
 */
export function utcMoment(text: string): number | undefined {
  const at = DAY_OR_MOMENT.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) return undefined
  return new Date(at).toISOString().startsWith(text.slice(0, 'YYYY-MM-DD'.length)) ? at : undefined
}

/** The milliseconds of the start of a day in UTC; undefined where there is no such day. */
export function utcDay(text: string): number | undefined {
  return text.includes('T') ? undefined : utcMoment(text)
}
