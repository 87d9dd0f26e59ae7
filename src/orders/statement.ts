/** An account's statement: the charges of one month as a table, one row per charge. */
import type { Row } from '../csv.ts'
import type { StatementLine } from '../store/records/orders/order-charges.ts'
import type { ListedOrder } from '../store/records/orders/order-entry.ts'
import type { Store } from '../store/store.ts'
import { chargedItems, decimalDollars, type PriceItem } from './intake/prices.ts'

/**
 * Returns the first moment of a month and of the next month, in UTC; undefined if `month` is not of
 * the form YYYY-MM.
 */
export function boundsOfMonth(month: string): readonly [from: number, to: number] | undefined {
  const [, year, number] = /^([12][0-9]{3})-(0[1-9]|1[0-2])$/.exec(month) ?? []
  if (year === undefined) return undefined
  return [Date.UTC(Number(year), Number(number) - 1), Date.UTC(Number(year), Number(number))]
}

/** The columns. `amount` is in dollars and cents, as in a response. */
const HEADER = [
  'date',
  'order',
  'report',
  'lender_case',
  'operation',
  'action',
  'kind',
  'items',
  'amount',
] as const

/** A charge with what lists show of its order: nothing if the order is purged. */
type ListedCharge = StatementLine & { readonly listed: Partial<ListedOrder> }

/** The charges of an account within a period, and their total. */
export interface AccountStatement {
  readonly charges: readonly ListedCharge[]
  readonly totalCents: number
}

/** Reads a statement. The bounds are those of a month. */
export async function readStatement(
  { ledger, orders }: Pick<Store, 'ledger' | 'orders'>,
  account: string,
  [from, to]: readonly [from: number, to: number],
): Promise<AccountStatement> {
  const lines = await ledger.statement(account, from, to)
  const listed = await orders.listedOf(lines.map(({ orderId }) => orderId))
  return {
    charges: lines.map((line) => ({ ...line, listed: listed.get(line.orderId) ?? {} })),
    totalCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }
}

/** Returns the header, a row for each charge, and the total. */
export function statementTable({ charges, totalCents }: AccountStatement): readonly Row[] {
  const blanks = HEADER.slice(2).map(() => '')
  return [HEADER, ...charges.map(rowOf), ['total', ...blanks, decimalDollars(totalCents)]]
}

function rowOf(line: ListedCharge): Row {
  return [
    new Date(line.chargedAt).toISOString(),
    line.orderId,
    line.reportId ?? '',
    line.listed.lenderCase ?? '',
    line.operation,
    line.action ?? '',
    line.kind,
    itemsText(chargedItems(line)),
    decimalDollars(line.amountCents),
  ]
}

/**
 * Returns the items of a charge as text: `base 9.00, 3 files 24.00`. Leaves out items with a count
 * of zero, because they were not delivered.
 */
function itemsText(items: readonly PriceItem[]): string {
  return items
    .filter(({ count }) => count > 0)
    .map(
      ({ what, count, cents }) =>
        `${count === 1 ? what : `${count} ${what}s`} ${decimalDollars(cents)}`,
    )
    .join(', ')
}
