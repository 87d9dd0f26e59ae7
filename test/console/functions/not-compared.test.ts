/** Tests which bureaus the page of a refresh names as not compared, and why. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notComparedTexts, type Report } from '../../../console/src/pages/report/report-data.ts'

const BORROWERS = [{ id: 'one' }, { id: 'two' }]
const FILES = [
  { borrowerId: 'one', bureau: 'Equifax' },
  { borrowerId: 'two', bureau: 'Equifax' },
  { borrowerId: 'one', bureau: 'Experian' },
  { borrowerId: 'one', bureau: 'TransUnion' },
]

/** Returns what the page of a joint refresh says about bureaus that it did not compare. */
function said(refresh: Partial<NonNullable<Report['refresh']>>, files = FILES): string {
  const report = { borrowers: BORROWERS, files } as unknown as Report
  const whole = { notCompared: [], ...refresh } as unknown as NonNullable<Report['refresh']>
  return notComparedTexts(report, whole).join(', ')
}

test('a bureau that returned no file this time has no further reason, as an alert gives it', () => {
  assert.equal(said({ notCompared: ['Equifax'] }), 'Equifax')
})

test('a bureau of which the base report has no file is named with that reason', () => {
  assert.equal(said({ notCompared: ['Equifax'] }, []), 'Equifax (no file in the base report)')
})

test('a bureau of only one applicant is named with the applicant', () => {
  const partlyCompared = [{ borrowerId: 'two', bureaus: ['Equifax', 'TransUnion'] }]
  assert.equal(said({ partlyCompared }), 'Equifax (C), TransUnion (C: no file in the base report)')
})
