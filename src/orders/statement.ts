/** An account's statement: what it was charged in a month, order by order, as a table. */
import type { StatementLine } from '../store/records/orders/order-entry.ts'
import { dollars, type PriceItem } from './intake/prices.ts'

/** From the first moment of a month, in UTC, up to that of the next; undefined of no month. */
export function boundsOfMonth(month: string): readonly [from: number, to: number] | undefined {
  const [, year, number] = /^([12][0-9]{3})-(0[1-9]|1[0-2])$/.exec(month) ?? []
  if (year === undefined) return undefined
  return [Date.UTC(Number(year), Number(number) - 1), Date.UTC(Number(year), Number(number))]
}

/** The columns; `amount` is in dollars and cents, as in a response. */
const HEAD = ['date', 'order', 'report', 'operation', 'action', 'kind', 'items', 'amount'] as const

/** The head, a row for each charge, and the total. */
export function statementTable(lines: readonly StatementLine[]): readonly (readonly string[])[] {
  const total = lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const blanks = HEAD.slice(2).map(() => '')
  return [HEAD, ...lines.map(rowOf), ['total', ...blanks, dollars(total)]]
}

function rowOf(line: StatementLine): readonly string[] {
  return [
    new Date(line.chargedAt).toISOString(),
    line.orderId,
    line.reportId ?? '',
    line.operation,
    line.action ?? '',
    line.kind,
    itemsText(line.items as readonly PriceItem[]),
    dollars(line.amountCents),
  ]
}

/** The lines of a price: `base 9.00, 3 file 24.00`. What was not delivered is left out. */
function itemsText(items: readonly PriceItem[]): string {
  return items
    .filter(({ count }) => count > 0)
    .map(({ what, count, cents }) => `${count === 1 ? '' : `${count} `}${what} ${dollars(cents)}`)
    .join(', ')
}

/**
 * Rows as CSV (RFC 4180) that a spreadsheet opens as data and never as formulas. Each row ends with
 * CRLF, the last one too.
 */
export function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/**
 * A spreadsheet takes a cell that begins like this for a formula, and some formulas fetch or run
 * something. An apostrophe before it makes it text.
 */
const FORMULA = /^[=+\-@\t\r]/

function cell(text: string): string {
  const guarded = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
