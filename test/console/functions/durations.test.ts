/** Tests durations as the console shows them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationText } from '../../../console/src/format.ts'

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
