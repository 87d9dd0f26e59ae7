/** Formats values for display: dates, money, durations, counts and enumerated values. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/time.ts'

const timeFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { hourCycle: 'h23', ...options })

const MOMENT = timeFormat({ dateStyle: 'medium', timeStyle: 'long' })
const SECOND_OF_YEAR = timeFormat({ dateStyle: 'medium', timeStyle: 'medium' })
const REPORTED_DAY = timeFormat({ dateStyle: 'medium', timeZone: 'UTC' })
const REPORTED_MONTH = timeFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' })
const DAY = timeFormat({ dateStyle: 'medium' })
const SHORT_DAY = timeFormat({ month: 'short', day: 'numeric' })
const MINUTE_PARTS = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const
const SHORT = timeFormat({ ...MINUTE_PARTS, second: '2-digit' })
const MINUTE = timeFormat(MINUTE_PARTS)
const MINUTE_OF_YEAR = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })
const CLOCK = timeFormat({ timeStyle: 'medium' })
const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const WHOLE_DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const COUNT = new Intl.NumberFormat('en-US')

let sandboxYear: number | undefined

/** Sets the year of sandbox time, which can be years ahead of real time. */
export function setSandboxYear(year: number | undefined): void {
  sandboxYear = year
}

const isThisYear = (iso: string) =>
  new Date(iso).getFullYear() === (sandboxYear ?? new Date().getFullYear())

/** Returns the browser's time zone, such as `America/New_York`. All times are shown in it. */
export const timeZone = () => MOMENT.resolvedOptions().timeZone

/** `Nov 21, 2026, 13:26:21 EST`. */
export const dateTimeText = (iso: string) => MOMENT.format(new Date(iso))
/** `EST`, or `EDT` in summer. */
export const zoneText = (iso: string) =>
  MOMENT.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** `Nov 21, 13:26:21`, with the year if it differs from the current year of the sandbox. */
export const shortDateTimeText = (iso: string) =>
  (isThisYear(iso) ? SHORT : SECOND_OF_YEAR).format(new Date(iso))
/** `2026-11-21 18:26:21`, in UTC. */
export const utcText = (iso: string) => iso.slice(0, 19).replace('T', ' ')
/** `Nov 21, 13:26`, with the year if it differs from the current year of the sandbox. */
export const minuteText = (iso: string) =>
  (isThisYear(iso) ? MINUTE : MINUTE_OF_YEAR).format(new Date(iso))
/** `Nov 21, 2026, 13:26`. */
export const minuteOfYearText = (iso: string) => MINUTE_OF_YEAR.format(new Date(iso))
/**
 * `Nov 21, 13:00 to 14:00`, with the day of the end if it differs. If daylight saving time begins or
 * ends in between, both times have their zone: one hour of that day can occur twice.
 */
export function spanText(from: string, lengthMs: number): string {
  const [start, end] = [new Date(from), new Date(Date.parse(from) + lengthMs)]
  const to = end.toISOString()
  const isOneDay = start.toDateString() === end.toDateString()
  const until = isOneDay ? clockText(end).slice(0, 'hh:mm'.length) : minuteText(to)
  const isOneZone = start.getTimezoneOffset() === end.getTimezoneOffset()
  const [zone, nextZone] = isOneZone ? ['', ''] : [from, to].map((iso) => ` ${zoneText(iso)}`)
  return `${minuteText(from)}${zone} to ${until}${nextZone}`
}
/** `Nov 21`, with the year if it differs from the current year of the sandbox. */
export const shortDayText = (iso: string) =>
  (isThisYear(iso) ? SHORT_DAY : DAY).format(new Date(iso))
/** `13:26:21`. */
export const clockText = (moment: Date) => CLOCK.format(moment)
/** `Nov 21, 2026`. */
export const dayText = (iso: string) => DAY.format(new Date(iso))
/**
 * A date that a bureau reported or an order states, as precise as it is known: `Nov 21, 2026` or
 * `Nov 2026`. A day that does not exist is shown as it was sent; `Date` would take it for a later
 * one.
 */
export function dateText(day = ''): string {
  if (!/^\d{4}(-\d\d){1,2}$/.test(day)) return day
  const date = new Date(day)
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
  return isReal ? (day.length > 7 ? REPORTED_DAY : REPORTED_MONTH).format(date) : day
}
/** `$24.00`. */
export const centsText = (cents: number) => DOLLARS.format(cents / 100)
/** `$24.00`, or `no charge` for zero. */
export const chargedText = (cents: number) => (cents === 0 ? 'no charge' : centsText(cents))
/** `$1,240`. */
export const dollarsText = (dollars: number | undefined) =>
  dollars === undefined ? '' : WHOLE_DOLLARS.format(dollars)
/** `1,240`. */
export const countText = (count: number) => COUNT.format(count)

/** `under 1 ms`, `840 ms`, `3.2 s`, `2 min 5 s`. */
export function durationText(ms: number | undefined): string {
  if (ms === undefined) return ''
  if (ms > 0 && ms < 1) return 'under 1 ms'
  // The limits are those of the rounded values, so that none is shown as `1000 ms` or `60 s`.
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/**
 * `10 minutes`, `3 hours`, `1 day 12 hours` or `10 days`: how far the clock of a sandbox is
 * advanced. Hours are left out from the third day on.
 */
export function advanceText(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  if (ms > 0 && minutes < 60) return plural(Math.max(1, minutes), 'minute')
  const hours = Math.round(ms / HOUR_MS)
  if (hours >= 72) return plural(Math.round(ms / DAY_MS), 'day')
  const parts = [
    ...(hours < 24 ? [] : [plural(Math.floor(hours / 24), 'day')]),
    ...(hours >= 24 && hours % 24 === 0 ? [] : [plural(hours % 24, 'hour')]),
  ]
  return parts.join(' ')
}

/** Returns a text with its first letter capitalized. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns a text with its first letter in lower case. */
export const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Returns a text with its first letter capitalized and a period at its end. */
export function sentence(text: string): string {
  const capital = capitalized(text)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}

/** `1 order`, `2 orders`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}

/** The display names of the operations. */
export const OPERATIONS: Readonly<Record<string, string>> = {
  credit_report: 'Credit report',
  pre_qualification: 'Pre-qualification',
  mortgage_only: 'Mortgage only',
  refresh_report: 'Refresh',
}

/** Returns the display name of an operation. */
export const operationText = (operation: string) => OPERATIONS[operation] ?? operation

/** The display names of charge items. */
const CHARGE_ITEMS: Readonly<Record<string, string>> = {
  base: 'Base price',
  file: 'Credit file',
  score: 'Score',
  reissue: 'Reissue fee',
  unmerge: 'Unmerge fee',
  upgrade: 'Upgrade fee',
}

/** Returns the display name of a charge item. */
export const chargeText = (item: string) => CHARGE_ITEMS[item] ?? item

/** The message for a duplicate request, which gets the stored response. */
export const DUPLICATE_TEXT = 'Duplicate request: returned the stored response, no charge.'

/** Returns the message for an order without a report, with the code of its error document. */
export function failureText(code: string | undefined): string {
  if (code === 'E001') return 'Order failed (E001)'
  return code === undefined ? 'Order rejected' : `Order rejected (${code})`
}

/**
 * `retried once` or `retried 3 times`: how often the same request was sent again and got the stored
 * response.
 */
export function retriedText(count: number): string {
  return count === 1 ? 'retried once' : `retried ${countText(count)} times`
}

/** How a report was produced, as the result of an order. */
export const ORIGINS = {
  new: 'New report',
  upgraded: 'Upgraded report',
  unmerged: 'Unmerged report',
  refreshed: 'Refreshed report',
  reissued: 'Report reissued',
  existing: 'Existing report returned',
} as const
