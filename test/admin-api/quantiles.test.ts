import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quantilesOf, quantilesOfBuckets } from '../../src/admin-api/quantiles.ts'
import { LATENCY_BUCKETS_MS } from '../../src/store/statistics/statistics.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => count - index)

const CASES: readonly (readonly [durationsMs: readonly number[], p50Ms: number, p95Ms: number])[] =
  [
    [[7], 7, 7],
    [[9, 4], 4, 9],
    [[9, 100, 4], 9, 100],
    [upTo(20), 10, 19],
    [upTo(100), 50, 95],
  ]

for (const [durationsMs, p50Ms, p95Ms] of CASES) {
  test(`of ${durationsMs.length} durations, the median is ${p50Ms} and p95 is ${p95Ms}`, () =>
    assert.deepEqual(quantilesOf(durationsMs), { p50Ms, p95Ms }))
}

test('no durations have no quantiles', () => {
  assert.equal(quantilesOf([]), undefined)
  assert.equal(quantilesOfBuckets([0, 0]), undefined)
})

test('quantiles of buckets are interpolated', () => {
  const from = LATENCY_BUCKETS_MS.indexOf(100)
  const counts = LATENCY_BUCKETS_MS.map((_, bucket) => (bucket === from + 1 ? 10 : 0))
  assert.deepEqual(quantilesOfBuckets(counts), { p50Ms: 120, p95Ms: 138 })
})
