/** Tests how the console shows dates of reports and orders, which are known more or less precisely. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateText } from '../../../console/src/format.ts'

const DATES: readonly (readonly [given: string, shown: string])[] = [
  ['2001-02-28', 'Feb 28, 2001'],
  ['2001-02', 'Feb 2001'],
  ['2001', '2001'],
  ['', ''],
  ['2001-02-29', '2001-02-29'],
  ['2001-13', '2001-13'],
]

test('a date is shown as precisely as it is known, and a day that does not exist as it was sent', () => {
  for (const [given, shown] of DATES) assert.equal(dateText(given), shown)
})
