/**
 * Turns reports of personas into person files, which give the same figures and contain no personal
 * data.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERSONAS, type Persona } from '../../src/bureaus/simulator/personas.ts'
import { personFromReport } from '../../src/sandbox/person-from-report.ts'
import {
  AT,
  borrower,
  contradictions,
  customPerson,
  PUT,
  reportOf,
  worldOf,
} from '../bureaus/simulator/people/custom-world.ts'
import { all, get, type Reading, readReport } from '../underwriter/reading.ts'
import { bureausOf, EPOCH, orderReport, personaNamed } from '../underwriter/simulated-reports.ts'

const bureaus = bureausOf()

/** Figures that the report of the file must repeat. */
const FIGURES = [
  'TotalAccounts',
  'MortgageOpenAccounts',
  'MortgageBalance',
  'Collections',
  'ChargeOffs',
  'RepossessionsAndForeclosures',
  'Bankruptcies',
  'MortgageLatePayments12Months',
  'TotalLate30DaysHistorical',
  'DisputedAccounts',
  'Inquiries1YearRemaining',
  'FilesDelivered',
  'FilesFrozen',
] as const

function figuresOf({ summaries }: Reading) {
  const [summary] = summaries.values()
  return Object.fromEntries(FIGURES.map((name) => [name, summary?.get(name)]))
}

const alertsOf = ({ files }: Reading) =>
  files.map((each) =>
    all(each, '_ALERT_MESSAGE')
      .map((alert) => get(alert, '_CategoryType'))
      .filter((kind) => /Fraud|Duty|Death/.test(kind)),
  )

const scoresOf = ({ scores }: Reading) => scores.map((each) => get(each, '_Value'))

const paidLastYear = { month: '1 year ago', how: 'Paid' }

/** Turns a persona's report into a file, and orders a report for the file. */
async function madeAgain({ id }: Persona) {
  const answered = await orderReport(bureaus, [personaNamed(id)], EPOCH)
  if (answered === undefined) return undefined
  const { file } = personFromReport(answered.content, 1) ?? assert.fail()
  const putMonth = EPOCH.getUTCFullYear() * 12 + EPOCH.getUTCMonth()
  const again = await reportOf({ id: `from-${id}`, file, putMonth }, EPOCH)
  return { file, before: readReport(answered.xml), again }
}

for (const persona of PERSONAS) {
  test(`the report of ${persona.id} as a file gives the same figures and has no personal data`, async () => {
    const made = await madeAgain(persona)
    if (made === undefined) return
    const { file, before, again } = made
    assert.deepEqual(contradictions(again), [])
    const text = JSON.stringify(file).toLowerCase()
    for (const value of [
      persona.lastName,
      persona.ssn,
      persona.address.street,
      persona.birthDate,
    ]) {
      assert.ok(!text.includes(value.toLowerCase()), 'the file has no personal data')
    }
    assert.deepEqual(figuresOf(again), figuresOf(before))
    assert.deepEqual(scoresOf(again), scoresOf(before))
    assert.deepEqual(alertsOf(again), alertsOf(before))
  })
}

test('loans that lasted longer than their terms are in the file of their report', async () => {
  const loan = { opened: '15 years ago', termMonths: 120 }
  const accounts = [
    { ...loan, id: 'paid', kind: 'studentLoan', deferredMonths: 48, ended: paidLastYear },
    { ...loan, id: 'open', kind: 'studentLoan', deferredMonths: 66, amount: 9000 },
    { ...loan, id: 'car', kind: 'autoLoan', termMonths: 170, ended: paidLastYear },
  ]
  const original = customPerson('termed', { accounts })
  const answered = await orderReport(worldOf(original), [borrower(original)], PUT)
  assert.ok(answered)
  // A vendor can report a shorter term than the loan had in the end.
  const liabilities = answered.content.report.liabilities.map((each) =>
    each._CollateralDescription === undefined ? each : { ...each, _TermsMonthsCount: 72 },
  )
  const report = { ...answered.content.report, liabilities }
  const { file, notes } = personFromReport({ ...answered.content, report }, 1) ?? assert.fail()
  assert.deepEqual(notes, [])
  const again = await reportOf({ id: 'again', file, putMonth: AT.month })
  const shown = ({ accounts: lines }: Reading) =>
    lines
      .map((each) =>
        ['CreditLoanType', '_AccountStatusType', '_AccountOpenedDate', '_MonthsRemainingCount']
          .map((name) => get(each, name).slice(0, 7))
          .join(' '),
      )
      .toSorted()
  assert.deepEqual(shown(again), shown(readReport(answered.xml)))
})

test('an inquiry at several bureaus is one of the file, and notes list what is left out', async () => {
  const answered = await orderReport(bureaus, [personaNamed('avery')], EPOCH)
  const content = answered?.content ?? assert.fail()
  const { report, borrowers } = content
  const [first] = report.inquiries
  assert.ok(first)
  const today = { ...first, _Date: '2026-03-09' }
  const lender = { ...first, _Date: '2026-02-03', CreditLoanType: 'Mortgage' } as const
  const [own] = borrowers
  assert.ok(own)
  const pulls = own.pulls.map((file) =>
    file.bureau === 'Experian' && file.score !== undefined
      ? { ...file, score: { ...file.score, value: 500 } }
      : file,
  )
  const made = personFromReport(
    {
      ...content,
      report: { ...report, inquiries: [today, lender, ...report.inquiries] },
      borrowers: [{ ...own, pulls }],
    },
    1,
  )
  assert.deepEqual(made?.notes, [
    'inquiries of the month of the report were left out: 1',
    'the score of Experian was left out: the other facts lead to no score near it',
  ])
  assert.equal(made.file.inquiries[0]?.kind, 'conventionalMortgage')
  const asked = made.file.inquiries.slice(1)
  assert.ok(asked.length < report.inquiries.length)
  assert.equal(asked.flatMap((one) => one.bureaus ?? []).length, report.inquiries.length)
})

test('a charge-off that a bankruptcy has cleared owes nothing, also in the report of its file', async () => {
  const card = { id: 'card', kind: 'creditCard', opened: '8 years ago', limit: 4000 }
  const person = customPerson('cleared', {
    accounts: [{ ...card, balance: 2700, ended: { month: '5 years ago', how: 'ChargedOff' } }],
    bankruptcies: [{ chapter: 7, filed: '3 years ago', disposed: '31 months ago' }],
  })
  const answered = await orderReport(worldOf(person), [borrower(person)], PUT)
  const { file } = personFromReport(answered?.content ?? assert.fail(), 1) ?? assert.fail()
  const again = await reportOf(customPerson('again', file))
  for (const { accounts } of [readReport(answered?.xml ?? ''), again]) {
    const [only] = accounts
    const figures = ['_ChargeOffAmount', '_UnpaidBalanceAmount', '_PastDueAmount'] as const
    assert.deepEqual(
      figures.map((name) => get(only ?? assert.fail(), name)),
      ['2700', '0', '0'],
    )
    assert.match(JSON.stringify(only), /INCLUDED IN A BANKRUPTCY/)
  }
})
