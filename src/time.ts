/** A second in milliseconds. */
export const SECOND_MS = 1_000
/** A minute in milliseconds. */
export const MINUTE_MS = 60 * SECOND_MS
/** An hour in milliseconds. */
export const HOUR_MS = 60 * MINUTE_MS
/** A day of 24 hours in milliseconds, as in UTC; a local day can have 23 or 25. */
export const DAY_MS = 24 * HOUR_MS

/** The years in which a world of the sandbox can begin, for errors and descriptions. */
export const WORLD_START_YEARS = 'from 2000 to 2099'

/**
 * Whether a world of the sandbox can begin at a time. In earlier years its test people would be
 * children, and its time must have four digits of the year however far the clock is advanced.
 */
export function isWorldStart(time: Date | string): boolean {
  const year = new Date(time).getUTCFullYear()
  return year >= 2000 && year <= 2099
}

/** Formats a time as documents have it: ISO 8601 in UTC, to the second. */
export function formatTimestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}

/** Formats a time as file names have it: to the second, so that names sort by time. */
export function compactTimestamp(date: Date): string {
  return date.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

const DAY_OR_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)?$/

/**
 * Parses a day or a time in UTC that a person wrote, and returns its milliseconds since 1970;
 * undefined for any other text. A time without Z would differ between machines, and `Date` turns 30
 * February into 2 March.
 */
export function parseUtcTime(text: string): number | undefined {
  const at = DAY_OR_TIME.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) return undefined
  return new Date(at).toISOString().startsWith(text.slice(0, 'YYYY-MM-DD'.length)) ? at : undefined
}

/**
 * Returns the milliseconds since 1970 of the start of a day in UTC; undefined if there is no such
 * day.
 */
export function parseUtcDay(text: string): number | undefined {
  return text.includes('T') ? undefined : parseUtcTime(text)
}
