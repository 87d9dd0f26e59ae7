/** The payment history of an account, month by month. */
import type { Liability } from '../../documents/tradelines.ts'
import type { Series, SeriesCell, Tone } from './page.ts'

const MONTHS_SHOWN = 24

/** The latest 24 months, newest first; undefined where there is no history. */
export function paymentHistory(pattern: Liability['_PAYMENT_PATTERN']): Series | undefined {
  const start = pattern === undefined ? null : START.exec(pattern._StartDate)
  if (pattern === undefined || start === null || pattern._Data === '') return undefined
  const newest = Number(start[1]) * 12 + Number(start[2]) - 1
  const cells: SeriesCell[] = []
  for (let back = 0; back < MONTHS_SHOWN && back < pattern._Data.length; back += 1) {
    cells.push(month(newest - back, pattern._Data.charAt(back), back === 0))
  }
  return {
    kind: 'series',
    title: 'Payment history',
    cells,
  }
}
const START = /^(\d{4})-(\d{2})/

function month(number: number, code: string, first: boolean): SeriesCell {
  const inYear = number % 12
  const name = MONTHS[inYear] as string
  if (!first && inYear !== 11) return { label: name, code, tone: toneOf(code) }
  const year = Math.floor(number / 12) % 100
  return { label: `${name}/${year < 10 ? '0' : ''}${year}`, code, tone: toneOf(code) }
}
const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'] as const

function toneOf(code: string): Tone {
  if (code >= '1' && code <= '9') return 'alert'
  return code === 'X' || code === 'N' ? 'muted' : 'plain'
}
