import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountOf } from '../support/account-of.ts'
import { chargesOf } from '../support/ledger-of.ts'
import { type OperationPath, orderDocument, PEOPLE } from '../support/order-document.ts'
import { rejected, reported, reportIdOf } from '../support/ordered.ts'
import { DAY_MS, dataOf, originOf, priceOf, pullsOf, worldOf } from './world.ts'

const { avery, rowan, juno } = PEOPLE

test('a reissue returns the same report for the reissue fee, without a pull', async (t) => {
  const { service, at } = await worldOf(t)
  for (const [index, operation] of (
    ['credit_report', 'pre_qualification', 'mortgage_only'] as const
  ).entries()) {
    for (const people of [[avery], [rowan, juno]]) {
      const numbers = people.map(({ ssn }) => ssn)
      at(index * DAY_MS)
      const first = await reported(service, operation, { people })
      const pulls = await pullsOf(service, ...numbers)
      at((index + 3) * DAY_MS)
      const again = await reported(service, operation, {
        action: 'Reissue',
        people,
        reportId: reportIdOf(first),
        bureaus: 'NNY',
      })
      assert.equal(dataOf(again), dataOf(first))
      assert.equal(
        again.answer.text('RESPONSE._ResponseDateTime'),
        `2026-03-0${index + 5}T15:04:05Z`,
      )
      assert.equal(priceOf(again), '5.00')
      assert.deepEqual((await chargesOf(service)).at(-1)?.items, [
        { what: 'reissue', count: 1, cents: 500 },
      ])
      assert.deepEqual(await pullsOf(service, ...numbers), pulls)
    }
  }
})

test('a reissued report uses the borrower identifiers of its order', async (t) => {
  const { service } = await worldOf(t)
  const first = await reported(service, 'credit_report', { people: [rowan, juno] })
  const renamed = await reported(service, 'credit_report', {
    action: 'Reissue',
    people: [
      { ...rowan, id: '1' },
      { ...juno, id: '2' },
    ],
  })
  const expected = dataOf(first)
    .replaceAll('BorrowerID="B1"', 'BorrowerID="1"')
    .replaceAll('BorrowerID="C1"', 'BorrowerID="2"')
    .replaceAll('BorrowerID="B1 C1"', 'BorrowerID="1 2"')
  assert.equal(dataOf(renamed), expected)
  const swapped = await reported(service, 'credit_report', {
    action: 'Reissue',
    people: [
      { ...juno, id: 'B1' },
      { ...rowan, id: 'C1' },
    ],
  })
  const numbers = ({ answer }: typeof first, id: string) =>
    answer
      .texts('CREDIT_FILE._BorrowerID')
      .flatMap((one, index) =>
        one === id ? [answer.texts('CREDIT_FILE._BORROWER.__SSN')[index]] : [],
      )
  assert.deepEqual(numbers(swapped, 'B1'), numbers(first, 'C1'))
  assert.deepEqual(numbers(swapped, 'C1'), numbers(first, 'B1'))
  assert.deepEqual(swapped.answer.texts('CREDIT_RESPONSE.BORROWER._BorrowerID'), ['B1', 'C1'])
})

test('without a number, Reissue returns the latest report of the lender case and borrowers', async (t) => {
  const { service, at } = await worldOf(t)
  const one = await reported(service, 'credit_report', { lenderCase: 'ONE', bureaus: 'YNN' })
  at(1)
  const asked = { action: 'ForceNew', lenderCase: 'TWO' }
  await reported(service, 'credit_report', asked)
  at(2)
  const two = await reported(service, 'credit_report', { ...asked, requestId: 'CR2' })
  at(3)
  const none = await reported(service, 'credit_report', { ...asked, lenderCase: '' })
  const latest = async (lenderCase: string) =>
    reportIdOf(await reported(service, 'credit_report', { action: 'Reissue', lenderCase }))
  assert.deepEqual(
    [await latest('ONE'), await latest('TWO'), await latest('')],
    [one, two, none].map(reportIdOf),
  )
  at(4)
  const upgraded = await reported(service, 'credit_report', {
    action: 'Upgrade',
    lenderCase: 'ONE',
  })
  at(5)
  const after = { action: 'Reissue', lenderCase: 'ONE', requestId: 'CR3' }
  const again = await reported(service, 'credit_report', after)
  assert.equal(reportIdOf(again), reportIdOf(upgraded))
  const elsewhere = { action: 'Reissue', lenderCase: 'THREE' }
  await rejected(service, 'credit_report', elsewhere, 'E061')
})

test('a report that is too old does not hide one that is within the window', async (t) => {
  const { service, at } = await worldOf(t)
  await reported(service, 'credit_report', { bureaus: 'YNN' })
  at(20 * DAY_MS)
  const second = await reported(service, 'credit_report', { action: 'ForceNew', bureaus: 'YNN' })
  at(21 * DAY_MS)
  const first = await reported(service, 'credit_report', {
    action: 'Upgrade',
    bureaus: 'NYN',
    reportId: 'R000000000001',
  })
  assert.equal(originOf(first), 'upgraded')
  at(40 * DAY_MS)
  const again = await reported(service, 'credit_report', { action: 'Reissue' })
  assert.equal(reportIdOf(again), reportIdOf(second))
})

test('if a lender case has reports of two products, Reissue returns the ordered product', async (t) => {
  const { service, at } = await worldOf(t)
  const soft = { typeOther: 'SoftCheck' }
  const first = await reported(service, 'mortgage_only', soft)
  at(1000)
  await reported(service, 'mortgage_only')
  const again = await reported(service, 'mortgage_only', { ...soft, action: 'Reissue' })
  assert.equal(reportIdOf(again), reportIdOf(first))
})

test('a report is found however many reports of other lender cases the account has', async (t) => {
  const { service, at } = await worldOf(t)
  const first = await reported(service, 'credit_report', { lenderCase: 'FIRST', bureaus: 'YNN' })
  for (let index = 0; index < 55; index++) {
    at(index + 1)
    const asked = { action: 'ForceNew', lenderCase: `CASE${index}`, bureaus: 'YNN' }
    await service.post('credit_report', orderDocument('credit_report', asked))
  }
  const again = await reported(service, 'credit_report', { action: 'Reissue', lenderCase: 'FIRST' })
  assert.equal(reportIdOf(again), reportIdOf(first))
})

test('unknown numbers, and those of other accounts and other paths, get identical errors', async (t) => {
  const { service } = await worldOf(t)
  const other = await accountOf(service)
  const foreign = reportIdOf(await reported(other, 'credit_report'))
  const otherPath = reportIdOf(await reported(service, 'pre_qualification'))
  const actions: readonly (readonly [OperationPath, string])[] = [
    ['credit_report', 'Reissue'],
    ['credit_report', 'Upgrade'],
    ['credit_report', 'Unmerge'],
    ['refresh_report', 'Submit'],
    ['refresh_report', 'Reissue'],
  ]
  for (const [operation, action] of actions) {
    const answers = []
    for (const reportId of [foreign, 'R000000009999', otherPath]) {
      // Skipped, because a refresh can also be based on a pre-qualification.
      if (reportId === otherPath && operation === 'refresh_report' && action === 'Submit') continue
      const order = orderDocument(operation, { action, reportId })
      const { status, headers, body } = await service.post(operation, order)
      const length = headers.get('content-length')
      answers.push({ status, length, body: body.replaceAll(reportId, '#') })
    }
    assert.match(answers[0]?.body ?? '', /_Code="E061"/)
    for (const answer of answers) assert.deepEqual(answer, answers[0], `${operation} ${action}`)
  }
})

test('a report ID between spaces or on a line of its own names the same report', async (t) => {
  const { service } = await worldOf(t)
  const first = await reported(service, 'credit_report')
  for (const dialect of ['mismo', 'elements', 'json'] as const) {
    for (const reportId of [`${reportIdOf(first)}      `, `\n  ${reportIdOf(first)}\n`]) {
      const again = { action: 'Reissue', dialect, lenderCase: 'ANOTHER', reportId }
      assert.equal(reportIdOf(await reported(service, 'credit_report', again)), reportIdOf(first))
      const refresh = await reported(service, 'refresh_report', { dialect, reportId })
      assert.equal(originOf(refresh), 'refreshed')
    }
  }
})

test('the response has the lender case of the order, and the printed report is unchanged', async (t) => {
  const { service } = await worldOf(t)
  const first = await reported(service, 'credit_report', { lenderCase: 'OLD', printed: true })
  const again = await reported(service, 'credit_report', {
    action: 'Reissue',
    lenderCase: 'NEW',
    reportId: reportIdOf(first),
    printed: true,
  })
  assert.equal(again.answer.text('RESPOND_TO_PARTY._LenderCaseIdentifier'), 'NEW')
  assert.ok(again.answer.printed().equals(first.answer.printed()))
})

test('a name in another spelling is the same borrower, and another name is not', async (t) => {
  const { service } = await worldOf(t)
  await reported(service, 'credit_report')
  const same = { ...avery, first: 'AVERY', last: 'Sandförd', ssn: '900121234' }
  const again = await reported(service, 'credit_report', { action: 'Reissue', people: [same] })
  assert.equal(originOf(again), 'reissued')
  for (const change of [
    { first: 'Ava' },
    { middle: '' },
    { suffix: 'Jr' },
    { ssn: '900-12-1235' },
  ]) {
    const people = [{ ...avery, ...change }]
    const asked = { action: 'Reissue', people, reportId: reportIdOf(again) }
    const texts = await rejected(service, 'credit_report', asked, 'E061')
    assert.deepEqual(texts, ['The borrowers differ from the borrowers of the report'])
  }
})
