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
