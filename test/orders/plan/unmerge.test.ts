import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chargesOf } from '../support/ledger-of.ts'
import { PEOPLE } from '../support/order-document.ts'
import { rejected, reported, reportIdOf } from '../support/ordered.ts'
import { DAY_MS, dataOf, datesOf, originOf, priceOf, pullsOf, worldOf } from './world.ts'

const { rowan, juno, noHit } = PEOPLE
const couple = [rowan, juno]

test('Unmerge splits a joint report from stored data, for its fee and without a pull', async (t) => {
  const { service, at } = await worldOf(t)
  const joint = await reported(service, 'credit_report', { people: couple })
  const pulls = await pullsOf(service, rowan.ssn, juno.ssn)
  at(2 * DAY_MS)
  for (const person of couple) {
    const one = await reported(service, 'credit_report', {
      action: 'Unmerge',
      people: [{ ...person, id: 'X1' }],
      reportId: reportIdOf(joint),
    })
    assert.equal(originOf(one), 'unmerged')
    assert.equal(priceOf(one), '5.00')
    assert.deepEqual((await chargesOf(service)).at(-1)?.items, [
      { what: 'unmerge', count: 1, cents: 500 },
    ])
    assert.notEqual(reportIdOf(one), reportIdOf(joint))
    assert.deepEqual(datesOf(one), ['2026-03-02T15:04:05Z', '2026-03-04T15:04:05Z'])
    assert.equal(one.answer.text('CREDIT_RESPONSE._CreditReportMergeType'), 'Blend')
    const ids = one.answer.written.filter(({ path }) => path.endsWith('._BorrowerID'))
    assert.deepEqual([...new Set(ids.map(({ text }) => text))], ['X1'])
    const ofJoint = joint.answer.texts('CREDIT_FILE._BorrowerID')
    const filesThen = joint.answer
      .texts('CREDIT_FILE._BORROWER.__UnparsedName')
      .filter((_, index) => ofJoint[index] === person.id)
    assert.deepEqual(one.answer.texts('CREDIT_FILE._BORROWER.__UnparsedName'), filesThen)
  }
  assert.deepEqual(await pullsOf(service, rowan.ssn, juno.ssn), pulls)
  const again = await reported(service, 'credit_report', { action: 'Reissue', people: couple })
  assert.equal(dataOf(again), dataOf(joint))
})

test('an unmerged report has the borrower’s scores from the joint report', async (t) => {
  const { service } = await worldOf(t)
  const joint = await reported(service, 'credit_report', { people: couple })
  const one = await reported(service, 'credit_report', { action: 'Unmerge', people: [juno] })
  const jointIds = joint.answer.texts('CREDIT_SCORE._BorrowerID')
  assert.deepEqual(
    one.answer.texts('CREDIT_SCORE.__Value'),
    joint.answer.texts('CREDIT_SCORE.__Value').filter((_, index) => jointIds[index] === 'C1'),
  )
})

test('the same Unmerge again returns the earlier report, and so does a matching Submit', async (t) => {
  const { service } = await worldOf(t)
  const joint = await reported(service, 'credit_report', { people: couple })
  const asked = { action: 'Unmerge', people: [rowan] }
  const one = await reported(service, 'credit_report', asked)
  const charges = await chargesOf(service)
  const repeats = [
    { ...asked, requestId: 'CR2' },
    { ...asked, requestId: 'CR3', reportId: reportIdOf(joint) },
    { people: [rowan], requestId: 'CR4' },
  ]
  for (const repeat of repeats) {
    const again = await reported(service, 'credit_report', repeat)
    assert.equal(originOf(again), 'existing')
    assert.equal(reportIdOf(again), reportIdOf(one))
    assert.equal(priceOf(again), '0.00')
  }
  assert.deepEqual(await chargesOf(service), charges)
  const named = { ...asked, requestId: 'CR5', reportId: reportIdOf(one) }
  const texts = await rejected(service, 'credit_report', named, 'E102')
  assert.match(texts.join(), /exactly one borrower of a joint report/)
})

test('Unmerge fails for a borrower without any file', async (t) => {
  const { service } = await worldOf(t)
  const people = [rowan, { ...noHit, id: 'C1' }]
  await reported(service, 'credit_report', { people })
  const asked = { action: 'Unmerge', people: [noHit] } as const
  const texts = await rejected(service, 'credit_report', asked, 'E001')
  assert.match(texts.join(), /^The joint report has no file of this borrower/)
  assert.equal((await chargesOf(service)).length, 1)
})

test('other paths reject Unmerge', async (t) => {
  const { service } = await worldOf(t)
  for (const operation of ['pre_qualification', 'mortgage_only', 'refresh_report'] as const) {
    const texts = await rejected(service, operation, { action: 'Unmerge' }, 'E102')
    assert.match(texts.join(), /CreditReportRequestActionType must be/)
  }
})
