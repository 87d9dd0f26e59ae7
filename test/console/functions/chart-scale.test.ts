/** Tests the scales of the charts of the overview. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeScale } from '../../../console/src/pages/overview/chart-scale.ts'

// In a world whose clock is frozen, every order takes 0 ms.
const durations = [[], [0, 0, 0], [0, 0.4, 0.9], [0, 0, 1], [0, 0, 40], [3, 4, 5], [1, 2, 9000]]

for (const values of durations) {
  test(`a scale for durations of ${values.join(', ') || 'no order'} has two grid lines or more`, () => {
    const { ticks, shareOf } = timeScale(values)
    assert.ok(ticks.length >= 2, String(ticks))
    for (const value of values) assert.ok(shareOf(value) >= 0 && shareOf(value) <= 1, String(value))
  })
}
