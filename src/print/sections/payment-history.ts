/** The payment history of an account, month by month. */
import { codeUnitAt } from '../../code-unit.ts'
import { monthOf } from '../../documents/months.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'
import { date } from '../../documents/wording.ts'
import type { Series, SeriesCell, Tone } from '../page.ts'

/** The meanings of the payment codes of a month. */
// biome-ignore format: a table
export const PAYMENT_CODES: Readonly<Record<string, string>> = {
  C: 'paid as agreed',
  1: '30 days late',
  2: '60 days late',
  3: '90 days late',
  4: '120 days late',
  5: '150 days late',
  6: '180 or more days late',
  7: 'bankruptcy or wage earner plan',
  8: 'repossession or foreclosure',
  9: 'collection or charge-off',
  N: 'no activity in the month',
  X: 'no data for the month',
}

/** The number of months in a row. */
const ROW_MONTHS = 24

/**
 * Returns the latest 24 months, or all months, newest first and 24 in a row. Empty if there is no
 * history.
 */
export function paymentHistory(pattern: Liability['_PAYMENT_PATTERN'], all: boolean): Series[] {
  const rows: Series[] = []
  const months = pattern?._Data.length ?? 0
  for (let from = 0; from < (all ? months : 1); from += ROW_MONTHS) {
    const row = historyRow(pattern, from)
    if (row !== undefined) rows.push(row)
  }
  return rows
}

/**
 * Returns a row of the history; undefined if the pattern has no start month. `credit-accounts.ts`
 * then prints the pattern as text.
 */
function historyRow(pattern: Liability['_PAYMENT_PATTERN'], from: number): Series | undefined {
  const newest = monthOf(pattern?._StartDate)
  if (pattern === undefined || newest === undefined || pattern._Data === '') return undefined
  const cells: SeriesCell[] = []
  const end = Math.min(from + ROW_MONTHS, pattern._Data.length)
  for (let back = from; back < end; back += 1) {
    cells.push(monthCell(newest - back, codeUnitAt(pattern._Data, back), back === from))
  }
  const months = end === from + 1 ? `Month ${end}` : `Months ${from + 1} to ${end}`
  const title = from === 0 ? 'Payment history' : months
  return { kind: 'series', title, cells }
}

/**
 * Returns the cell of a month. The labels of the newest month and of each December include the
 * year.
 */
function monthCell(number: number, code: number, first: boolean): SeriesCell {
  const dated = first || number % 12 === 11
  const cells = CELLS_BY_CODE[code]
  if (cells === undefined) return newMonthCell(number, code, dated)
  const place = dated ? 12 + (number % 1200) : number % 12
  cells[place] ??= newMonthCell(number, code, dated)
  return cells[place]
}

/**
 * A cache of cells by code, because histories repeat the same few cells. For each usual code it has
 * the 12 months without a year, and the months of a century with their year.
 */
const CELLS_BY_CODE: (SeriesCell | undefined)[][] = []
for (const code of 'CNX123456789') CELLS_BY_CODE[codeUnitAt(code, 0)] = new Array(12 + 1200)

function newMonthCell(number: number, code: number, dated: boolean): SeriesCell {
  const name = String((number % 12) + 1).padStart(2, '0')
  const year = String(Math.floor(number / 12) % 100).padStart(2, '0')
  const letter = String.fromCharCode(code)
  return { label: dated ? `${name}/${year}` : name, code: letter, tone: toneOf(letter) }
}

function toneOf(code: string): Tone {
  if (code >= '1' && code <= '9') return 'alert'
  return code === 'X' || code === 'N' ? 'muted' : 'plain'
}

// Consecutive months as spans.

/**
 * Formats dates. Three or more consecutive months become a span, so that a long collection fits on
 * one line.
 */
export function monthSpans(dates: readonly string[]): string[] {
  const spans: string[] = []
  for (let first = 0; first < dates.length; ) {
    let last = first
    while (last + 1 < dates.length && isMonthBefore(dates[last + 1], dates[last])) last += 1
    if (last - first >= 2) {
      spans.push(`${date(dates[last])} to ${date(dates[first])}`)
      first = last + 1
    }
    for (; first <= last; first += 1) spans.push(date(dates[first]))
  }
  return spans
}

function isMonthBefore(earlier: string | undefined, later: string | undefined): boolean {
  return monthNumber(earlier) + 1 === monthNumber(later)
}

/** Returns the number of months since year 0; NaN if the date is not a month. */
function monthNumber(value: string | undefined): number {
  return value?.length === 7 ? (monthOf(value) ?? Number.NaN) : Number.NaN
}
