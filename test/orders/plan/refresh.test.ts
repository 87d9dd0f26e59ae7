import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPdf } from '../../print/print-read.ts'
import { accountOf } from '../support/account-of.ts'
import { chargesOf } from '../support/ledger-of.ts'
import { PEOPLE } from '../support/order-document.ts'
import { ordered, rejected, reported, reportIdOf } from '../support/ordered.ts'
import { DAY_MS, dataOf, dataSetOf, originOf, priceOf, pullsOf, worldOf } from './world.ts'

const { avery, rowan, juno } = PEOPLE
const couple = [rowan, juno]

test('a refresh makes soft pulls of the base report’s files and names bureaus it cannot compare', async (t) => {
  const { service, at } = await worldOf(t)
  const base = await reported(service, 'credit_report', { bureaus: 'YYN' })
  at(60 * DAY_MS)
  const refresh = await reported(service, 'refresh_report', { bureaus: 'NYY' })
  assert.equal(originOf(refresh), 'refreshed')
  assert.equal(priceOf(refresh), '5.00')
  const pulls = (await pullsOf(service, avery.ssn)).filter(({ hard }) => !hard)
  assert.deepEqual(
    pulls.map(({ bureau }) => bureau),
    ['Experian'],
  )
  assert.deepEqual(
    ['BaseReport', 'BaseIssued', 'BureausCompared', 'BureausNotCompared'].map((name) =>
      dataSetOf(refresh, name),
    ),
    [reportIdOf(base), '2026-03-02T15:04:05Z', 'XPN', 'TUC'],
  )
  assert.ok(
    Number(dataSetOf(refresh, 'Differences')) > 0,
    'two months of history cause differences',
  )
  const updated = refresh.answer.text('CREDIT_RESPONSE._CreditReportLastUpdatedDate')
  assert.equal(updated, '2026-05-01T15:04:05Z')
  assert.equal(refresh.answer.text('CREDIT_RESPONSE._CreditReportMergeType'), 'Blend')
})

test('a refresh of a refresh compares with the original report, and is a new report', async (t) => {
  const { service, at } = await worldOf(t)
  const base = await reported(service, 'mortgage_only')
  at(10 * DAY_MS)
  const first = await reported(service, 'refresh_report', { reportId: reportIdOf(base) })
  at(20 * DAY_MS)
  const second = await reported(service, 'refresh_report', { reportId: reportIdOf(first) })
  assert.equal(originOf(second), 'refreshed')
  assert.notEqual(reportIdOf(second), reportIdOf(first))
  assert.equal(dataSetOf(second, 'BaseReport'), reportIdOf(base))
  const kinds = (await chargesOf(service)).map(({ kind, amountCents }) => [kind, amountCents])
  assert.deepEqual(kinds.slice(1), [
    ['refreshed', 900],
    ['refreshed', 900],
  ])
})

test('a refresh can be for one borrower of a joint report', async (t) => {
  const { service, at } = await worldOf(t)
  await reported(service, 'credit_report', { people: couple })
  at(DAY_MS)
  const both = await reported(service, 'refresh_report', { people: couple })
  at(2 * DAY_MS)
  const one = await reported(service, 'refresh_report', { people: [juno] })
  assert.equal(originOf(one), 'refreshed')
  assert.deepEqual(one.answer.texts('CREDIT_RESPONSE.BORROWER._BorrowerID'), ['C1'])
  assert.equal(
    dataSetOf(one, 'NewAccounts'),
    '0',
    'joint accounts are not new for one of the borrowers',
  )
  const asked = {
    action: 'Reissue',
    people: couple,
    reportId: String(dataSetOf(both, 'BaseReport')),
  }
  const again = await reported(service, 'refresh_report', asked)
  assert.equal(reportIdOf(again), reportIdOf(both), 'the later refresh is about only one borrower')
})

test('a summary names the compared bureaus of its own borrower, and so does the page', async (t) => {
  const { service, at } = await worldOf(t)
  const magic = { ...juno, street: 'MAGIC EXPERIAN NO HIT' }
  await reported(service, 'credit_report', { people: [rowan, magic] })
  at(DAY_MS)
  const unknownThen = { people: couple }
  const failingNow = { people: [{ ...rowan, street: 'MAGIC TRANSUNION UNREACHABLE' }, juno] }
  for (const [asked, ofRowan, letters] of [
    [unknownThen, ['EFX XPN TUC', ''], 'XPN (C: no file in the base report)'],
    [failingNow, ['EFX XPN', 'TUC'], 'TUC (B), XPN (C: no file in the base report)'],
  ] as const) {
    const { answer } = await reported(service, 'refresh_report', { ...asked, printed: true })
    const [names, values] = ['__Name', '__Value'].map((name) =>
      answer.texts(`CREDIT_SUMMARY._DATA_SET.${name}`),
    ) as [readonly string[], readonly string[]]
    const valuesOf = (wanted: string) => values.filter((_, index) => names[index] === wanted)
    assert.deepEqual(valuesOf('BureausCompared'), [ofRowan[0], 'EFX TUC'])
    assert.deepEqual(valuesOf('BureausNotCompared'), [ofRowan[1], 'XPN'])
    const text = (await readPdf(answer.printed())).sheets.join(' ').replaceAll(/\s+/g, ' ')
    assert.ok(text.includes(`Not compared ${letters} Total changes`), text)
  }
})

test('a refresh is reissued by its number, by the number of its base or by lender case', async (t) => {
  const { service, at } = await worldOf(t)
  const base = await reported(service, 'credit_report', { people: couple })
  at(40 * DAY_MS)
  const refresh = await reported(service, 'refresh_report', { people: couple })
  at(60 * DAY_MS)
  const pulls = await pullsOf(service, rowan.ssn, juno.ssn)
  const asked = { action: 'Reissue', people: couple }
  for (const reportId of [reportIdOf(refresh), reportIdOf(base), '', undefined]) {
    const again = await reported(service, 'refresh_report', {
      ...asked,
      ...(reportId === undefined ? {} : { reportId }),
    })
    assert.equal(originOf(again), 'reissued')
    assert.equal(dataOf(again), dataOf(refresh))
    assert.equal(priceOf(again), '5.00')
  }
  const renamed = couple.map((person, index) => ({ ...person, id: String(index + 1) }))
  const again = await reported(service, 'refresh_report', { ...asked, people: renamed })
  assert.equal(dataSetOf(again, 'BorrowerID'), '1')
  assert.deepEqual(again.answer.texts('CREDIT_RESPONSE.BORROWER._BorrowerID'), ['1', '2'])
  assert.deepEqual(await pullsOf(service, rowan.ssn, juno.ssn), pulls)
})

test('a refresh after an upgrade or an unmerge compares with the resulting report', async (t) => {
  const { service, at } = await worldOf(t)
  await reported(service, 'credit_report', { people: couple, bureaus: 'YNN' })
  at(1)
  const upgraded = await reported(service, 'credit_report', {
    action: 'Upgrade',
    people: couple,
    bureaus: 'YYN',
  })
  at(2)
  const unmerged = await reported(service, 'credit_report', { action: 'Unmerge', people: [rowan] })
  at(DAY_MS)
  const joint = await reported(service, 'refresh_report', { people: couple })
  const single = await reported(service, 'refresh_report', { people: [rowan] })
  assert.equal(dataSetOf(joint, 'BaseReport'), reportIdOf(upgraded))
  assert.equal(dataSetOf(single, 'BaseReport'), reportIdOf(unmerged))
})

for (const action of ['Submit', 'Reissue']) {
  for (const [type, people] of [
    ['individual', [avery]],
    ['joint', couple],
  ] as const) {
    test(`${action}, ${type}: a rejected refresh gets an error document with status 200`, async (t) => {
      const { service } = await worldOf(t)
      await reported(service, 'credit_report', { people })
      const other = await accountOf(service)
      const asked = { action, people }
      const invalid = people.map((one) => ({ ...one, ssn: '9' }))
      const rejections = [
        ['E061', await ordered(other, 'refresh_report', asked)],
        ['E061', await ordered(service, 'refresh_report', { ...asked, reportId: 'RNOTTHERE' })],
        ['E002', await ordered(service, 'refresh_report', { ...asked, people: invalid })],
        ['E102', await ordered(service, 'refresh_report', { ...asked, bureaus: 'NNN' })],
        ['E102', await ordered(service, 'refresh_report', { ...asked, action: 'Upgrade' })],
      ] as const
      for (const [code, { status, answer }] of rejections) {
        assert.equal(status, 200)
        assert.equal(answer.text('STATUS.__Condition'), 'Error')
        assert.equal(answer.text('STATUS.__Code'), code)
        assert.equal(answer.text('CREDIT_ERROR_MESSAGE.__Code'), code)
        assert.equal(answer.text('CREDIT_RESPONSE._CreditReportType'), 'Error')
        assert.equal(answer.text('CREDIT_REQUEST_DATA._CreditRequestID'), 'CR1')
      }
    })
  }
}

test('a refresh that no bureau answers fails without a charge', async (t) => {
  const { service, fail } = await worldOf(t)
  await reported(service, 'credit_report')
  fail('Equifax', 'Experian', 'TransUnion')
  await rejected(service, 'refresh_report', {}, 'E001')
  fail('Equifax')
  const partial = await reported(service, 'refresh_report')
  assert.equal(dataSetOf(partial, 'BureausNotCompared'), 'EFX')
  assert.equal(priceOf(partial), '7.00')
  assert.equal((await chargesOf(service)).length, 2)
})
