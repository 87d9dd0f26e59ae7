/**
 * What a response costs: amounts for what was delivered, none for what was not. Everything is in
 * cents and whole numbers.
 */
import { familiesAt, type ScoreFamily } from '../../bureaus/score-models.ts'
import type { Order } from './order.ts'
import type { AccountProfile, OrderingAccount } from './ordering-account.ts'
import type { OperationName } from './products.ts'
import { wantedScores } from './wanted-scores.ts'

/** A line of a charge. */
export interface PriceItem {
  /** The kind of the item, as statements list it. */
  readonly what: 'base' | 'file' | 'score' | 'reissue' | 'unmerge' | 'upgrade'
  readonly count: number
  /** In cents, for all of them. */
  readonly cents: number
}

/** A price with its lines, which add up to it. In cents. */
export interface OrderPrice {
  readonly cents: number
  readonly items: readonly PriceItem[]
}

/** What was newly delivered. */
export interface Delivered {
  /** Files with content; a bureau that found no one or failed counts nothing. */
  readonly files: number
  /** The family of each score. */
  readonly scores: readonly ScoreFamily[]
}

type Prices = AccountProfile['prices']

/**
 * The price of a stored report that a Submit finds: no bureau delivers anything, so nothing is
 * charged.
 */
export const NO_PRICE: OrderPrice = { cents: 0, items: [] }

/** The price of a new report with these many files and scores delivered. */
export function reportPrice(prices: Prices, operation: OperationName, delivered: Delivered) {
  const { base } = prices.products[operation]
  return total([
    { what: 'base', count: 1, cents: base },
    ...deliveredItems(prices, operation, delivered),
  ])
}

/** The price of an upgrade: its base, and what it added. */
export function upgradePrice(prices: Prices, operation: OperationName, delivered: Delivered) {
  return total([
    { what: 'upgrade', count: 1, cents: prices.upgrade },
    ...deliveredItems(prices, operation, delivered),
  ])
}

/** The fee of an answer for which nothing is pulled. */
export function feeOf(prices: Prices, what: 'reissue' | 'unmerge'): OrderPrice {
  return total([{ what, count: 1, cents: prices[what] }])
}

/**
 * What an order costs if every bureau delivers every file and score, and no report answers it. The
 * console shows it before an order is sent.
 */
export function priceAtMost(order: Order, account: OrderingAccount): OrderPrice {
  const { prices } = account.profile
  const { action, bureaus, borrowers, product } = order
  if (action === 'Reissue') return feeOf(prices, 'reissue')
  if (action === 'Unmerge') return feeOf(prices, 'unmerge')
  const wanted = wantedScores(order, account)
  const scores = product.scores ? bureaus.flatMap((bureau) => familiesAt(wanted, bureau)) : []
  const delivered = {
    files: bureaus.length * borrowers.length,
    scores: borrowers.flatMap(() => scores),
  }
  const priced = action === 'Upgrade' ? upgradePrice : reportPrice
  return priced(prices, order.operation.name, delivered)
}

function deliveredItems(
  prices: Prices,
  operation: OperationName,
  { files, scores }: Delivered,
): PriceItem[] {
  const price = prices.products[operation]
  return [
    { what: 'file', count: files, cents: price.perFile * files },
    { what: 'score', count: scores.length, cents: scoreCents(scores, prices, price.perScore) },
  ]
}

function scoreCents(scores: readonly ScoreFamily[], prices: Prices, perScore: number): number {
  return scores.reduce((sum, family) => sum + (prices.scores?.[family] ?? perScore), 0)
}

function total(items: readonly PriceItem[]): OrderPrice {
  return { cents: items.reduce((sum, item) => sum + item.cents, 0), items }
}

/** Cents as the dollars and cents of `CREDIT_REPORT_PRICE`. */
export function dollars(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
