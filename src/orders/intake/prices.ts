/**
 * Computes the price of a response. Only delivered content has a price. All amounts are whole
 * cents.
 */
import { familiesAt, type ScoreFamily } from '../../bureaus/score-models.ts'
import type { Order } from './order.ts'
import type { AccountProfile, OrderingAccount } from './ordering-account.ts'
import type { OperationName } from './products.ts'
import { wantedScores } from './wanted-scores.ts'

/** An item of a charge. */
export interface PriceItem {
  /** The kind of the item, as statements list it. */
  readonly what: 'base' | 'file' | 'score' | 'reissue' | 'unmerge' | 'upgrade'
  readonly count: number
  /** The price of all of these together, in cents. */
  readonly cents: number
}

/** A price in cents, with the items that add up to it. */
export interface OrderPrice {
  readonly cents: number
  readonly items: readonly PriceItem[]
}

/** Returns the priced items of a stored charge. The store keeps them without reading them. */
export function chargedItems({ items }: { readonly items: unknown }): readonly PriceItem[] {
  return items as readonly PriceItem[]
}

/** The files and scores that an order newly delivered. */
export interface Delivered {
  /** The number of files with content. A bureau that found no file or failed does not count. */
  readonly files: number
  /** The family of each score. */
  readonly scores: readonly ScoreFamily[]
}

type Prices = AccountProfile['prices']

/**
 * The price of a stored report that a Submit finds. No bureau delivers anything, so nothing is
 * charged.
 */
export const NO_PRICE: OrderPrice = { cents: 0, items: [] }

/** Returns the price of a new report with the given files and scores. */
export function reportPrice(prices: Prices, operation: OperationName, delivered: Delivered) {
  const { base } = prices.products[operation]
  return total([
    { what: 'base', count: 1, cents: base },
    ...deliveredItems(prices, operation, delivered),
  ])
}

/** Returns the price of an upgrade: its base, and the added files and scores. */
export function upgradePrice(prices: Prices, operation: OperationName, delivered: Delivered) {
  return total([
    { what: 'upgrade', count: 1, cents: prices.upgrade },
    ...deliveredItems(prices, operation, delivered),
  ])
}

/** Returns the fee of an action that makes no pull. */
export function feeOf(prices: Prices, what: 'reissue' | 'unmerge'): OrderPrice {
  return total([{ what, count: 1, cents: prices[what] }])
}

/**
 * Returns the price of an order if every bureau delivers every file and score, and no existing
 * report answers it. The console shows it before an order is sent.
 */
export function maximumPrice(order: Order, account: OrderingAccount): OrderPrice {
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

/** Formats cents as a decimal amount in dollars, such as the `_Amount` of `CREDIT_REPORT_PRICE`: `42.00`. */
export function decimalDollars(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
