/** Tests the bounds of filters by time, in a zone with daylight saving time. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bound, fieldValue, timeBound } from '../../../console/src/components/list/time-bounds.ts'

const { TZ } = process.env
before(() => {
  process.env.TZ = 'America/New_York'
})
after(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

const MOMENTS = [
  ['2026-07-01T12:00:00.000Z', '2026-07-01T08:00', '2026-07-01T08:00'],
  ['2026-03-08T07:30:00.000Z', '2026-03-08T03:30', '2026-03-08T03:30'],
  // The hour from 01:00 to 02:00 occurs twice.
  ['2026-11-01T05:30:00.000Z', '2026-11-01T01:30', '2026-11-01T01:30'],
  ['2026-11-01T06:30:00.000Z', '2026-11-01T06:30Z', '2026-11-01T01:30'],
  ['2026-11-01T07:00:00.000Z', '2026-11-01T02:00', '2026-11-01T02:00'],
] as const

for (const [moment, inUrl, inField] of MOMENTS) {
  test(`the bound of ${moment} in New York is the same moment`, () => {
    assert.equal(timeBound(moment), inUrl)
    assert.deepEqual(bound('from', inUrl, 0), { from: moment })
    assert.equal(fieldValue(inUrl), inField)
  })
}

test('a bound that is no moment is left out, and shown as it is', () => {
  assert.deepEqual(bound('from', 'TZ', 0), {})
  assert.deepEqual(bound('to', undefined, 1), {})
  assert.equal(fieldValue('TZ'), 'TZ')
  assert.equal(fieldValue(undefined), '')
})
