/** Tests how a statement sums its charges, and where it names a price change. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  byDay,
  byProduct,
  itemsText,
  type Line,
  priceChanges,
} from '../../../console/src/pages/account/statement-lines.ts'

type Items = Readonly<Record<string, readonly [count: number, cents: number]>>

function line(chargedAt: string, operation: string, items: Items): Line {
  const lines = Object.entries(items).map(([what, [count, cents]]) => ({ what, count, cents }))
  const amountCents = lines.reduce((sum, { cents }) => sum + cents, 0)
  const order = { orderId: chargedAt, kind: 'new', borrowers: [] }
  return { chargedAt, operation, items: lines, amountCents, ...order }
}

const FIRST = line('2026-11-23T23:59:59.000Z', 'credit_report', {
  base: [1, 900],
  file: [3, 2_400],
  score: [0, 0],
})
const OTHER = line('2026-11-24T00:00:00.000Z', 'mortgage_only', { base: [1, 600], file: [1, 500] })
const LATER = line('2026-11-24T01:00:00.000Z', 'credit_report', {
  base: [1, 1_250],
  file: [2, 1_600],
  score: [2, 600],
})
const LAST = line('2026-11-24T02:00:00.000Z', 'credit_report', {
  base: [1, 1_250],
  file: [2, 1_600],
  score: [2, 650],
})
const FEE = line('2026-11-24T03:00:00.000Z', 'credit_report', { reissue: [1, 500] })
const LINES = [FIRST, OTHER, LATER, LAST, FEE]

test('charges are summed by day in UTC and by product, with the fees of a product separate', () => {
  const sums = (some: ReturnType<typeof byDay>) =>
    some.map(({ name, lines, cents }) => [name, lines.length, cents])
  assert.deepEqual(sums(byDay(LINES)), [
    ['2026-11-23', 1, 3_300],
    ['2026-11-24', 4, 1_100 + 3_450 + 3_500 + 500],
  ])
  assert.deepEqual(sums(byProduct(LINES)), [
    ['Credit report', 3, 3_300 + 3_450 + 3_500],
    ['Mortgage only', 1, 1_100],
    ['Credit report, reissued', 1, 500],
  ])
})

test('items that were not delivered are not listed', () => {
  assert.equal(
    itemsText(FIRST).replaceAll('\u00a0', ' '),
    'Base price $9.00, Credit file 3 × $8.00',
  )
})

test('scores without a single price are listed with their sum', () => {
  const { items } = line('2026-11-24T04:00:00.000Z', 'credit_report', { score: [2, 423] })
  assert.equal(itemsText({ ...LATER, items }).replaceAll('\u00a0', ' '), 'Score 2, $4.23')
})

test('a changed price is named at the first charge with the new price', () => {
  assert.deepEqual(
    [...priceChanges(LINES, false)],
    [
      [LATER, 'Credit report: base price from $9.00 to $12.50'],
      [LAST, 'Credit report: score from $3.00 to $3.25'],
    ],
  )
})

test('if score models have their own prices, the mean of an order is not taken as a price', () => {
  assert.deepEqual([...priceChanges(LINES, true).keys()], [LATER])
})
