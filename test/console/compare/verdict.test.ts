/** Tests the first line of a comparison of two reports. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ComparedAccount } from '../../../console/src/pages/compare/account-changes.ts'
import { pairedPeople } from '../../../console/src/pages/compare/people.ts'
import { verdictOf } from '../../../console/src/pages/compare/verdict.ts'
import type { Report } from '../../../console/src/pages/report/report-data.ts'

interface Facts {
  readonly scores: Readonly<Record<string, number>>
  readonly monthly?: string
  readonly inquirers?: readonly string[]
  readonly lender?: string
}

/** Creates a report of people with one score each. */
function report({ scores, monthly = '$100', inquirers = [], lender = 'LENDER' }: Facts): Report {
  const tiles = [{ title: 'Monthly payments', figure: monthly, lines: [], adverse: false }]
  return {
    preparedFor: lender,
    borrowers: Object.keys(scores).map((id) => ({ id, name: `${id}. O.`, ssn: `•••-••-000${id}` })),
    representativeScores: Object.entries(scores).map(([borrowerId, score]) => ({
      borrowerId,
      score,
      model: 'Classic FICO',
      rule: '',
    })),
    tiles,
    tilesByBorrower: Object.keys(scores).map((borrowerId) => ({ borrowerId, tiles })),
    inquiries: inquirers.map((name) => ({ name, borrowerIds: ['A'], bureaus: ['Equifax'] })),
    accounts: [],
    publicRecords: [],
    files: [],
  } as unknown as Report
}

const NEW = { kind: 'added' } as ComparedAccount
const OWES_MORE = { kind: 'changed', changed: [{ isDebt: true, change: '+$9' }] }
const [MORE, ONE] = [{ monthly: '$417' }, { scores: { A: 717 } }]

// biome-ignore format: a table
const CASES: readonly (readonly [string, Facts, Facts, readonly unknown[], string, string])[] = [
  ['a lower score and a new account', ONE, { scores: { A: 689 }, ...MORE }, [NEW], 'Score 717 → 689 · +$317 a month · 1 new account', 'warn'],
  ['a higher score', ONE, { scores: { A: 720 } }, [], 'Score 717 → 720 · no changes in payments, account list or inquiries', 'good'],
  ['nothing', ONE, ONE, [], 'Score unchanged at 717 · no changes in payments, account list or inquiries', 'accent'],
  ['the lender’s own inquiry', ONE, { ...ONE, inquirers: ['LENDER'] }, [], 'Score unchanged at 717 · 1 more inquiry by the lender', 'accent'],
  ['an inquiry of one of two lenders', ONE, { ...ONE, inquirers: ['LENDER'], lender: 'BROKER' }, [], 'Score unchanged at 717 · 1 more inquiry by these lenders', 'accent'],
  ['another inquiry', ONE, { ...ONE, inquirers: ['BANK'] }, [], 'Score unchanged at 717 · 1 more inquiry', 'warn'],
  ['another inquiry and the lender’s own', ONE, { ...ONE, inquirers: ['LENDER', 'BANK'] }, [], 'Score unchanged at 717 · 1 more inquiry by others', 'warn'],
  ['a lower sum, while an account owes more', { ...ONE, ...MORE }, ONE, [OWES_MORE], 'Score unchanged at 717 · −$317 a month · 1 account owes more', 'accent'],
  ['a new account, while another owes more', ONE, { ...ONE, ...MORE }, [NEW, OWES_MORE], 'Score unchanged at 717 · +$317 a month · 1 new account · 1 account owes more', 'warn'],
  ['two people', { scores: { A: 700, B: 650 } }, { scores: { A: 690, B: 650 } }, [], 'A. O. 700 → 690 · B. O. unchanged at 650 · no changes in payments, account list or inquiries', 'warn'],
  ['a person of both', { scores: { A: 700, B: 650 } }, { scores: { A: 700 } }, [], 'A. O.: score unchanged at 700 · no changes in payments, account list or inquiries', 'accent'],
]

for (const [name, one, other, accounts, text, tone] of CASES) {
  test(`a comparison begins with its verdict: ${name}`, () => {
    const reports = [report(one), report(other)] as const
    const people = pairedPeople(reports[0].borrowers, reports[1].borrowers, false)
    const verdict = verdictOf(reports, people, accounts as readonly ComparedAccount[])
    assert.deepEqual(verdict, { parts: text.split(' · '), tone })
  })
}
