/** Tests durations as the console shows them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advanceText, durationText } from '../../../console/src/format.ts'

const durations = [
  [0, '0 ms'],
  [0.4, 'under 1 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min 0 s'],
  [119_400, '1 min 59 s'],
  [119_600, '2 min 0 s'],
] as const

for (const [ms, text] of durations) {
  test(`${ms} ms is shown as ${text}`, () => {
    assert.equal(durationText(ms), text)
  })
}

const advances = [
  [0, '0 hours'],
  [1 / 3_600, '1 minute'],
  [0.75, '45 minutes'],
  [0.999, '1 hour'],
  [1, '1 hour'],
  [23.7, '1 day'],
  [24, '1 day'],
  [36, '1 day 12 hours'],
  [71, '2 days 23 hours'],
  [71.8, '3 days'],
  [85 * 24 + 11, '85 days'],
] as const

for (const [hours, text] of advances) {
  test(`a clock that was advanced by ${hours} hours is shown as advanced by ${text}`, () => {
    assert.equal(advanceText(hours * 3_600_000), text)
  })
}
