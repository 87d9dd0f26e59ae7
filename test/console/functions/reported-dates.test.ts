/** Tests how the console shows dates that are known more or less precisely, and spans of time. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type * as Format from '../../../console/src/format.ts'

// The formats take the time zone when the file is loaded, and other tests of this process have
// loaded it in theirs. The query makes it another module.
const { TZ } = process.env
const inNewYork = () => {
  process.env.TZ = 'America/New_York'
}
const asBefore = () => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
}
inNewYork()
const formats: string = '../../../console/src/format.ts?in=New-York'
const { dateText, setSandboxYear, spanText } = (await import(formats)) as typeof Format
asBefore()

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

const HOUR_MS = 3_600_000
const spans = [
  ['2026-10-31T05:00:00Z', 1, 'Oct 31, 2026, 01:00 to 02:00'],
  ['2026-11-01T05:00:00Z', 1, 'Nov 1, 2026, 01:00 EDT to 01:00 EST'],
  ['2026-11-01T06:00:00Z', 1, 'Nov 1, 2026, 01:00 to 02:00'],
  ['2026-03-08T05:00:00Z', 3, 'Mar 8, 2026, 00:00 EST to 04:00 EDT'],
  ['2026-11-01T03:00:00Z', 6, 'Oct 31, 2026, 23:00 EDT to Nov 1, 2026, 04:00 EST'],
] as const

suite('spans of time', () => {
  before(inNewYork)
  after(asBefore)
  for (const [from, hours, text] of spans) {
    test(`${hours} hours from ${from} in New York are shown as ${text}`, () => {
      setSandboxYear(2000)
      assert.equal(spanText(from, hours * HOUR_MS), text)
    })
  }
})
