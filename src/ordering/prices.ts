/** What an order costs: by what was delivered, never for what was not. */
import type { AccountProfile } from './account.ts'
import type { OperationName } from './products.ts'

/** A line of a charge. */
export interface PriceItem {
  readonly what: 'base' | 'file' | 'score'
  readonly count: number
  /** In cents, for all of them. */
  readonly cents: number
}

/** A price with its lines, which add up to it. In cents. */
export interface OrderPrice {
  readonly cents: number
  readonly items: readonly PriceItem[]
}

/** The price of a report with these many files and scores delivered. */
export function priceOf(
  prices: AccountProfile['prices'],
  operation: OperationName,
  delivered: { readonly files: number; readonly scores: number },
): OrderPrice {
  const price = prices[operation]
  const items: PriceItem[] = [
    { what: 'base', count: 1, cents: price.base },
    { what: 'file', count: delivered.files, cents: price.perFile * delivered.files },
    { what: 'score', count: delivered.scores, cents: price.perScore * delivered.scores },
  ]
  return { cents: items.reduce((sum, item) => sum + item.cents, 0), items }
}

/** Cents as the dollars and cents of `CREDIT_REPORT_PRICE`. */
export function dollars(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
