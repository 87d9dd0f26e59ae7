/** Tests how a comparison words the change of a figure and the time between two reports. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figureChange, laterText } from '../../../console/src/pages/compare/change-text.ts'

const FIGURES = [
  ['$2,452', '$2,823', '+$371'],
  ['$310,697', '$9,000', '−$301,697'],
  ['14%', '18%', '+4 points'],
  ['14%', '13%', '−1 point'],
  ['703', '697', '−6'],
  ['1', '1', ''],
  ['none', '18%', ''],
  ['not scored', '697', ''],
] as const

for (const [one, other, expected] of FIGURES) {
  test(`the change from ${one} to ${other} is ${expected || 'not a number'}`, () => {
    assert.equal(figureChange(one, other), expected)
  })
}

test('the time between two reports is given in whole days, or not at all', () => {
  const [first, hours, days] = [
    '2026-11-22T09:00:00Z',
    '2026-11-22T18:00:00Z',
    '2027-02-05T09:00:00Z',
  ]
  assert.equal(laterText(first, days), '75 days later')
  assert.equal(laterText(days, first), '75 days earlier')
  assert.equal(laterText(first, hours), '')
})
