import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chargesOf } from '../support/ledger-of.ts'
import { PEOPLE } from '../support/order-document.ts'
import { rejected, reported, reportIdOf } from '../support/ordered.ts'
import {
  DAY_MS,
  dataOf,
  datesOf,
  deliveredOf,
  originOf,
  priceOf,
  pullsOf,
  worldOf,
} from './world.ts'

const { avery, rowan, juno, noHit } = PEOPLE

test('after an upgrade, both reports are reissued as they were issued', async (t) => {
  const { service, at } = await worldOf(t)
  const first = await reported(service, 'credit_report', { bureaus: 'YYN' })
  at(5 * DAY_MS)
  const reportId = reportIdOf(first)
  const upgraded = await reported(service, 'credit_report', {
    action: 'Upgrade',
    bureaus: 'NNY',
    reportId,
  })
  at(9 * DAY_MS)
  const again = async (id: string) =>
    reported(service, 'credit_report', { action: 'Reissue', reportId: id })
  const firstAgain = await again(reportId)
  const upgradedAgain = await again(reportIdOf(upgraded))

  assert.equal(dataOf(firstAgain), dataOf(first))
  assert.equal(dataOf(upgradedAgain), dataOf(upgraded))
  assert.deepEqual([first, upgraded].map(deliveredOf), ['YYN', 'YYY'])
  assert.notEqual(reportIdOf(upgraded), reportId)
  assert.deepEqual(datesOf(firstAgain), ['2026-03-02T15:04:05Z', '2026-03-02T15:04:05Z'])
  assert.deepEqual(datesOf(upgradedAgain), ['2026-03-02T15:04:05Z', '2026-03-07T15:04:05Z'])
  assert.equal(upgraded.answer.text('CREDIT_RESPONSE._CreditReportMergeType'), 'Blend')
  const sources = upgraded.answer.texts('CREDIT_FILE._CreditRepositorySourceType')
  assert.deepEqual(sources, ['Equifax', 'Experian', 'TransUnion'])
})

test('an upgrade without an ID prefers the joint report to a newer unmerged one', async (t) => {
  const { service, at } = await worldOf(t)
  const people = [rowan, juno]
  const joint = await reported(service, 'credit_report', { people })
  at(DAY_MS)
  const named = { people: [rowan], reportId: reportIdOf(joint) }
  await reported(service, 'credit_report', { ...named, action: 'Unmerge' })
  const texts = await rejected(service, 'credit_report', { people, action: 'Upgrade' }, 'E102')
  assert.match(texts.join(), /the report already has everything requested/)
})

test('an upgrade pulls and charges only the addition, whatever the borrower IDs', async (t) => {
  const { service } = await worldOf(t)
  const first = await reported(service, 'credit_report', { people: [rowan], bureaus: 'YYN' })
  const upgraded = await reported(service, 'credit_report', {
    action: 'Upgrade',
    people: [
      { ...juno, id: '1' },
      { ...rowan, id: '2' },
    ],
    reportId: reportIdOf(first),
  })
  const pulls = await pullsOf(service, rowan.ssn, juno.ssn)
  const added = pulls.filter(({ orderId }) => orderId === pulls[0]?.orderId)
  assert.deepEqual(
    added
      .map(({ bureau, borrowerPosition, hard }) => `${borrowerPosition} ${bureau} ${hard}`)
      .sort(),
    ['1 Equifax true', '1 Experian true', '1 TransUnion true', '2 TransUnion true'],
  )
  const charge = (await chargesOf(service)).at(-1)
  assert.deepEqual(charge?.items, [
    { what: 'upgrade', count: 1, cents: 200 },
    { what: 'file', count: 4, cents: 3200 },
    { what: 'score', count: 4, cents: 1200 },
  ])
  assert.equal(priceOf(upgraded), '46.00')
  const files = upgraded.answer.texts('CREDIT_FILE._BorrowerID')
  assert.deepEqual(files.toSorted(), ['1', '1', '1', '2', '2', '2'])
  assert.deepEqual(upgraded.answer.texts('CREDIT_RESPONSE.BORROWER.__LastName').length, 2)
})

test('the same upgrade again, with or without the number, returns the earlier one without a charge', async (t) => {
  const { service } = await worldOf(t)
  const first = await reported(service, 'credit_report', { bureaus: 'YNN' })
  const asked = { action: 'Upgrade', bureaus: 'YYN' }
  const upgraded = await reported(service, 'credit_report', asked)
  const before = await chargesOf(service)
  const repeats = [
    { ...asked, reportId: reportIdOf(first), requestId: 'CR2' },
    { ...asked, requestId: 'CR3' },
    { ...asked, bureaus: 'NYN', requestId: 'CR4' },
  ]
  for (const repeat of repeats) {
    const again = await reported(service, 'credit_report', repeat)
    assert.equal(originOf(again), 'existing')
    assert.equal(reportIdOf(again), reportIdOf(upgraded))
    assert.equal(priceOf(again), '0.00')
  }
  assert.equal((await chargesOf(service)).length, before.length)
  assert.equal((await pullsOf(service, avery.ssn)).length, 2)
  const named = { ...asked, reportId: reportIdOf(upgraded), requestId: 'CR5' }
  const texts = await rejected(service, 'credit_report', named, 'E102')
  assert.match(texts.join(), /already has everything requested/)
})

test('an upgrade can be upgraded again, and keeps the date of the first issue', async (t) => {
  const { service, at } = await worldOf(t)
  await reported(service, 'pre_qualification', { bureaus: 'YNN' })
  at(DAY_MS)
  await reported(service, 'pre_qualification', { action: 'Upgrade', bureaus: 'YYN' })
  at(2 * DAY_MS)
  const last = await reported(service, 'pre_qualification', { action: 'Upgrade', bureaus: 'YYY' })
  assert.equal(originOf(last), 'upgraded')
  assert.equal(deliveredOf(last), 'YYY')
  assert.equal(priceOf(last), '5.00')
  assert.deepEqual(datesOf(last), ['2026-03-02T15:04:05Z', '2026-03-04T15:04:05Z'])
  assert.ok((await pullsOf(service, avery.ssn)).every(({ hard }) => !hard))
})

test('an upgrade adds scores to a mortgage-only report, and charges only the scores', async (t) => {
  const { service } = await worldOf(t)
  const first = await reported(service, 'mortgage_only', { description: 'MortgageOnly' })
  const asked = { action: 'Upgrade', people: [{ ...avery, id: '1' }], reportId: reportIdOf(first) }
  const one = await reported(service, 'mortgage_only', { ...asked, bureaus: 'NYN' })
  assert.equal(priceOf(one), '5.00')
  assert.equal(one.answer.texts('CREDIT_SCORE.__Value').length, 1)
  const all = await reported(service, 'mortgage_only', { ...asked, reportId: reportIdOf(one) })
  assert.equal(priceOf(all), '8.00')
  assert.equal(all.answer.texts('CREDIT_SCORE.__Value').length, 3)
  assert.equal(all.answer.texts('CREDIT_FILE._CreditFileID').length, 3)
  const submitted = await reported(service, 'mortgage_only', { requestId: 'CR9' })
  assert.equal(reportIdOf(submitted), reportIdOf(all), 'Submit requires all three scores')
  const back = { action: 'Upgrade', description: 'MortgageOnly', reportId: reportIdOf(all) }
  assert.match(
    (await rejected(service, 'mortgage_only', back, 'E102')).join(),
    /product of the order differs/,
  )
})

test('a failed bureau removes nothing from a report, and a later upgrade can add its file', async (t) => {
  const { service, fail } = await worldOf(t)
  const first = await reported(service, 'credit_report', { bureaus: 'YNN' })
  const asked = { action: 'Upgrade', reportId: reportIdOf(first) }
  fail('Experian', 'TransUnion')
  await rejected(service, 'credit_report', asked, 'E001')
  fail('TransUnion')
  const partial = await reported(service, 'credit_report', asked)
  assert.equal(deliveredOf(partial), 'YYN')
  assert.equal(priceOf(partial), '13.00')
  fail()
  const whole = await reported(service, 'credit_report', { ...asked, requestId: 'CR2' })
  assert.equal(originOf(whole), 'upgraded')
  assert.equal(deliveredOf(whole), 'YYY')
  assert.equal(priceOf(whole), '13.00', 'the file that was added before is not charged again')
  const again = await reported(service, 'credit_report', { ...asked, requestId: 'CR3' })
  assert.equal(reportIdOf(again), reportIdOf(whole))
  assert.equal(originOf(again), 'existing')
})

for (const named of [true, false]) {
  test(`an upgrade asks a bureau again whose freeze was lifted, ${named ? 'with' : 'without'} the number`, async (t) => {
    const { service } = await worldOf(t)
    const frozen = { ...avery, street: 'MAGIC EXPERIAN FROZEN' }
    const first = await reported(service, 'credit_report', { people: [frozen] })
    assert.equal(deliveredOf(first), 'YNY')
    const asked = { action: 'Upgrade', ...(named && { reportId: reportIdOf(first) }) }
    await rejected(service, 'credit_report', { ...asked, people: [frozen] }, 'E001')
    const upgraded = await reported(service, 'credit_report', asked)
    assert.deepEqual([originOf(upgraded), deliveredOf(upgraded)], ['upgraded', 'YYY'])
    assert.equal(priceOf(upgraded), '13.00', 'only the added file is charged')
    const again = await reported(service, 'credit_report', { ...asked, requestId: 'CR2' })
    assert.deepEqual([originOf(again), reportIdOf(again)], ['existing', reportIdOf(upgraded)])
    const more = { ...asked, reportId: reportIdOf(upgraded), requestId: 'CR3' }
    await rejected(service, 'credit_report', more, 'E102')
  })
}

test('a file stays in the report if the bureau fails to score it', async (t) => {
  const { service, fail } = await worldOf(t)
  await reported(service, 'mortgage_only', { description: 'MortgageOnly' })
  fail('Equifax')
  const upgraded = await reported(service, 'mortgage_only', { action: 'Upgrade' })
  assert.equal(deliveredOf(upgraded), 'YYY')
  assert.equal(upgraded.answer.texts('CREDIT_SCORE.__Value').filter(Boolean).length, 2)
})

test('Submit does not return an upgrade that lacks a bureau for one borrower', async (t) => {
  const { service } = await worldOf(t)
  const people = [rowan, juno]
  await reported(service, 'credit_report', { people: [rowan] })
  const upgraded = await reported(service, 'credit_report', {
    action: 'Upgrade',
    people,
    bureaus: 'YNN',
  })
  assert.equal(upgraded.answer.texts('CREDIT_FILE._CreditFileID').length, 4)
  const one = await reported(service, 'credit_report', { people, bureaus: 'YNN' })
  assert.equal(reportIdOf(one), reportIdOf(upgraded))
  const all = await reported(service, 'credit_report', { people })
  assert.equal(originOf(all), 'new')
})

test('an upgrade that gets no file fails without a charge', async (t) => {
  const { service } = await worldOf(t)
  await reported(service, 'credit_report', { people: [rowan] })
  const people = [rowan, { ...noHit, id: 'C1' }]
  await rejected(service, 'credit_report', { action: 'Upgrade', people }, 'E001')
  assert.equal((await chargesOf(service)).length, 1)
})
