/** How values are said: moments, money, times taken, and the names of the field. */
import { words } from '../../src/documents/wording.ts'

const MOMENT = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
})
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const SHORT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const MINUTE = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const WHOLE_DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const COUNT = new Intl.NumberFormat('en-US')

/** `Nov 21, 2026, 13:26:21`, in the time zone of the reader. */
export const momentText = (iso: string) => MOMENT.format(new Date(iso))
/** `Nov 21, 13:26:21`. */
export const shortMomentText = (iso: string) => SHORT.format(new Date(iso))
/** `Nov 21, 13:26`. */
export const minuteText = (iso: string) => MINUTE.format(new Date(iso))
/** `Nov 21, 2026`. */
export const dayText = (iso: string) => DAY.format(new Date(iso))
/** `$24.00`. */
export const centsText = (cents: number) => DOLLARS.format(cents / 100)
/** `$1,240`. */
export const dollarsText = (dollars: number | undefined) =>
  dollars === undefined ? '' : WHOLE_DOLLARS.format(dollars)
/** `1,240`. */
export const countText = (count: number) => COUNT.format(count)

/** `840 ms`, `3.2 s`, `2 min 5 s`. */
export function tookText(ms: number | undefined): string {
  if (ms === undefined) return ''
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}

/** `1 order`, `2 orders`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}

/** The operations as people call them. */
export const OPERATIONS: Readonly<Record<string, string>> = {
  credit_report: 'Credit report',
  pre_qualification: 'Pre-qualification',
  mortgage_only: 'Mortgage only',
  refresh_report: 'Refresh',
}

/** An operation as people call it. */
export const operationText = (operation: string) => OPERATIONS[operation] ?? operation

/** How a pull ended, in a word or two. */
export function outcomeText(outcome: string | undefined): string {
  if (outcome === undefined) return 'asked'
  if (outcome === 'FileReturned') return 'file'
  return words(outcome.replace(/^NoFileReturned/, '')).toLowerCase()
}

/** The tone of an outcome: a file is good, a failure bad, anything else to be known. */
export function outcomeTone(outcome: string | undefined): 'good' | 'warn' | 'bad' | 'plain' {
  if (outcome === undefined) return 'plain'
  if (outcome === 'FileReturned') return 'good'
  return /Error|AccessCode|System|TimeOut|Unavailable|failed|late/i.test(outcome) ? 'bad' : 'warn'
}
