/** The charges of a statement by day and by product, and the price changes in it. */
import type { ApiResponse } from '../../api/call.ts'
import { centsText, chargeText, operationText, uncapitalized, utcText } from '../../format.ts'

/** A charge with its order. */
export type Line = ApiResponse<'GET /accounts/:name/statement'>['lines'][number]

/** A group of charges with their sum. */
export interface Subtotal {
  readonly name: string
  readonly lines: readonly Line[]
  readonly cents: number
}

/** Returns the charges of each day in UTC, such as `2026-11-23`, in the order of the statement. */
export function byDay(lines: readonly Line[]): readonly Subtotal[] {
  return subtotals(lines, ({ chargedAt }) => utcText(chargedAt).slice(0, 'yyyy-mm-dd'.length))
}

/** Groups the charges by product. Actions with a fee of their own form separate groups. */
export function byProduct(lines: readonly Line[]): readonly Subtotal[] {
  return subtotals(lines, ({ operation, items }) => {
    const fee = items.find(({ what }) => what in FEES)
    return [operationText(operation), ...(fee ? [FEES[fee.what]] : [])].join(', ')
  })
}

const FEES: Readonly<Record<string, string>> = {
  reissue: 'reissued',
  unmerge: 'unmerged',
  upgrade: 'upgraded',
}

function subtotals(lines: readonly Line[], nameOf: (line: Line) => string): readonly Subtotal[] {
  return Array.from(Map.groupBy(lines, nameOf), ([name, some]) => ({
    name,
    lines: some,
    cents: some.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }))
}

/**
 * Returns the items of a charge: `Base price $9.00, Credit file 3 × $8.00`. Scores of models with
 * different prices have no single price, so their sum is given: `Score 3, $7.24`. Lines do not
 * break inside an item.
 */
export function itemsText({ items }: Line): string {
  return items
    .filter(({ count }) => count > 0)
    .map(({ what, count, cents }) => {
      const isOnePrice = cents % count === 0
      const times = count === 1 ? '' : `${count}${isOnePrice ? ' ×' : ','} `
      const amount = centsText(isOnePrice ? cents / count : cents)
      return `${chargeText(what)} ${times}${amount}`.replaceAll(' ', '\u00a0')
    })
    .join(', ')
}

/**
 * Finds price changes, by the first charge with the new price:
 * `Credit report: base price from $9.00 to $12.50`. If score models have their own prices, changes
 * of score prices are not reported, because scores then have no single price.
 */
export function priceChanges(
  lines: readonly Line[],
  scoresVary: boolean,
): ReadonlyMap<Line, string> {
  const prices = new Map<string, number>()
  const changes = new Map<Line, string>()
  for (const line of lines) {
    const changed = line.items.flatMap(({ what, count, cents }) => {
      if (count === 0 || (what === 'score' && scoresVary)) return []
      // A fee is the same for all products.
      const name = what in FEES ? what : `${line.operation} ${what}`
      const [before, price] = [prices.get(name), cents / count]
      prices.set(name, price)
      if (before === undefined || before === price) return []
      return [`${uncapitalized(chargeText(what))} from ${centsText(before)} to ${centsText(price)}`]
    })
    if (changed.length > 0) {
      changes.set(line, `${operationText(line.operation)}: ${changed.join(', ')}`)
    }
  }
  return changes
}
