import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountOf } from '../support/account-of.ts'
import { chargesOf } from '../support/ledger-of.ts'
import { type Asked, type OperationPath, orderDocument, PEOPLE } from '../support/order-document.ts'
import { readAnswer, rejected, reported, reportIdOf } from '../support/ordered.ts'
import { DAY_MS, deliveredOf, originOf, priceOf, pullsOf, worldOf } from './world.ts'

const { avery, rowan, juno } = PEOPLE
const couple = [rowan, juno]

/** One order for each action, in a sequence where each finds the report that it needs. */
const ORDERS: readonly (readonly [OperationPath, Asked])[] = [
  ['credit_report', { people: couple, bureaus: 'YYN' }],
  ['credit_report', { people: couple, bureaus: 'YYN', requestId: 'FOUND' }],
  ['credit_report', { people: couple, bureaus: 'YYN', action: 'ForceNew' }],
  ['credit_report', { people: couple, action: 'Reissue' }],
  ['credit_report', { people: couple, action: 'Upgrade' }],
  ['credit_report', { people: [rowan], action: 'Unmerge' }],
  ['refresh_report', { people: couple }],
  ['refresh_report', { people: couple, action: 'Reissue' }],
  ['pre_qualification', { people: couple }],
  ['mortgage_only', { people: couple, dialect: 'elements' }],
]

test('a retry within a day gets the stored response, whatever the action', async (t) => {
  const { service, at } = await worldOf(t)
  const answers: string[] = []
  for (const [operation, asked] of ORDERS) {
    const { body, headers } = await service.post(operation, orderDocument(operation, asked))
    assert.equal(headers.get('trimerge-retry'), null)
    answers.push(body)
  }
  const charges = await chargesOf(service)
  const pulls = await pullsOf(service, rowan.ssn, juno.ssn)
  at(DAY_MS)
  for (const [index, [operation, asked]] of ORDERS.entries()) {
    const { body, headers } = await service.post(operation, orderDocument(operation, asked))
    assert.equal(headers.get('trimerge-retry'), 'yes')
    assert.equal(body, answers[index])
  }
  assert.deepEqual(await chargesOf(service), charges)
  assert.deepEqual(await pullsOf(service, rowan.ssn, juno.ssn), pulls)
  at(DAY_MS + 1)
  const [operation, asked] = ORDERS[2] ?? assert.fail()
  const again = readAnswer(
    operation,
    await service.post(operation, orderDocument(operation, asked)),
  )
  assert.equal(again.headers.get('trimerge-retry'), null)
  assert.equal(originOf(again), 'new')
})

test('the KEY ReportOrigin shows how each report was created', async (t) => {
  const { service } = await worldOf(t)
  const origins = []
  for (const [operation, asked] of ORDERS) {
    origins.push(originOf(await reported(service, operation, asked)))
  }
  assert.deepEqual(origins, [
    'new',
    'existing',
    'new',
    'reissued',
    'upgraded',
    'unmerged',
    'refreshed',
    'reissued',
    'new',
    'new',
  ])
})

test('an account that rejects duplicates gets the number of the existing report', async (t) => {
  const { service, at } = await worldOf(t)
  const account = await accountOf(service, { duplicates: 'refuse' })
  const first = await reported(account, 'credit_report')
  const texts = await rejected(account, 'credit_report', {}, 'E103')
  assert.match(texts.join(), new RegExp(reportIdOf(first)))
  assert.equal((await chargesOf(account)).length, 1)
  const again = await reported(account, 'credit_report', { requestId: 'another' })
  assert.deepEqual([reportIdOf(again), priceOf(again)], [reportIdOf(first), '0.00'])
  at(DAY_MS + 1)
  assert.equal(originOf(await reported(account, 'credit_report')), 'existing')
})

test('Submit finds a matching report in its window, under any lender case', async (t) => {
  const { service } = await worldOf(t)
  const first = await reported(service, 'credit_report', { people: couple, printed: true })
  const [one, two] = [
    { ...rowan, id: '7', zip: '04530-1234', street: '4  mill ln.' },
    { ...juno, id: '8', last: 'CASTELLANE', ssn: '900552222' },
  ]
  const found = await reported(service, 'credit_report', {
    people: [two, one],
    lenderCase: 'ANOTHER',
    bureaus: 'NYN',
    printed: true,
  })
  assert.equal(originOf(found), 'existing')
  assert.equal(reportIdOf(found), reportIdOf(first))
  assert.equal(priceOf(found), '0.00')
  assert.equal(deliveredOf(found), 'YYY')
  assert.equal(found.answer.text('RESPOND_TO_PARTY._LenderCaseIdentifier'), 'ANOTHER')
  assert.deepEqual(found.answer.texts('CREDIT_RESPONSE.BORROWER._BorrowerID'), ['8', '7'])
  assert.ok(found.answer.printed().equals(first.answer.printed()))
})

// biome-ignore format: a table
const OTHER_MEANINGS: readonly (readonly [string, OperationPath, Asked])[] = [
  ['another name', 'mortgage_only', { people: [{ ...avery, first: 'Ava' }] }],
  ['another suffix', 'mortgage_only', { people: [{ ...avery, suffix: 'Jr' }] }],
  ['another address', 'mortgage_only', { people: [{ ...avery, street: '14 Harbor View Rd' }] }],
  ['another product', 'mortgage_only', { description: 'MortgageOnly' }],
  ['a soft pull', 'mortgage_only', { typeOther: 'SoftCheck' }],
  ['another path', 'pre_qualification', {}],
  ['one more borrower', 'mortgage_only', { people: [avery, juno] }],
  ['one more bureau', 'mortgage_only', { bureaus: 'YYY' }],
]

test('Submit requests new files if any part of the order differs', async (t) => {
  const { service } = await worldOf(t)
  await reported(service, 'mortgage_only', { bureaus: 'YYN' })
  for (const [title, operation, asked] of OTHER_MEANINGS) {
    const other = await reported(service, operation, { bureaus: 'YYN', ...asked })
    assert.equal(originOf(other), 'new', title)
  }
})

test('a bureau without a file counts as answered, and a bureau that failed does not', async (t) => {
  const { service, fail } = await worldOf(t)
  const people = [PEOPLE.frozenOne]
  await reported(service, 'credit_report', { people })
  const found = await reported(service, 'credit_report', { people, requestId: 'CR2' })
  assert.equal(originOf(found), 'existing')
  fail('TransUnion')
  await reported(service, 'credit_report')
  const part = await reported(service, 'credit_report', { bureaus: 'YYN' })
  assert.equal(originOf(part), 'existing')
  fail()
  const all = await reported(service, 'credit_report', { requestId: 'CR2' })
  assert.equal(originOf(all), 'new')
})

test('a bureau that rejected the access code of the service is asked again', async (t) => {
  const { service } = await worldOf(t)
  const people = [{ ...PEOPLE.avery, street: 'MAGIC EXPERIAN REFUSE' }]
  assert.equal(originOf(await reported(service, 'credit_report', { people })), 'new')
  const next = await reported(service, 'credit_report', { people, requestId: 'CR2' })
  assert.equal(originOf(next), 'new')
})

test('ForceNew finds no earlier report, but later orders find its report', async (t) => {
  const { service, at } = await worldOf(t)
  const first = await reported(service, 'credit_report')
  at(1000)
  const forced = await reported(service, 'credit_report', { action: 'ForceNew' })
  assert.equal(originOf(forced), 'new')
  assert.notEqual(reportIdOf(forced), reportIdOf(first))
  const found = await reported(service, 'credit_report', { requestId: 'CR2' })
  assert.equal(reportIdOf(found), reportIdOf(forced))
})

test('Submit finds no report with a different birth date, if both orders state one', async (t) => {
  const { service } = await worldOf(t)
  let count = 0
  const born = (birthDate?: string): Asked => ({
    requestId: `BORN${++count}`,
    edit: (group) => {
      const { LOAN_APPLICATION } = group.REQUEST.REQUEST_DATA.CREDIT_REQUEST
      if (birthDate !== undefined) LOAN_APPLICATION.BORROWER[0].__BirthDate = birthDate
    },
  })
  const first = await reported(service, 'credit_report', born('1985-04-17'))
  for (const birthDate of [undefined, '1985-04-17', '1985-04', '1985']) {
    const found = await reported(service, 'credit_report', born(birthDate))
    assert.equal(originOf(found), 'existing', birthDate ?? 'none')
    assert.equal(reportIdOf(found), reportIdOf(first))
  }
  const other = await reported(service, 'credit_report', born('1985-04-18'))
  assert.equal(originOf(other), 'new')
  // Each is found again by its own birth date.
  assert.equal(
    reportIdOf(await reported(service, 'credit_report', born('1985-04-17'))),
    reportIdOf(first),
  )
  assert.equal(
    reportIdOf(await reported(service, 'credit_report', born('1985-04-18'))),
    reportIdOf(other),
  )
})

test('simultaneous orders for the same report create one report', async (t) => {
  const { service } = await worldOf(t)
  const orders: readonly (readonly [OperationPath, Asked])[] = [
    ['credit_report', { people: couple, bureaus: 'YYN' }],
    ['credit_report', { people: couple, action: 'Upgrade' }],
    ['credit_report', { people: [rowan], action: 'Unmerge' }],
  ]
  for (const [operation, asked] of orders) {
    const charges = (await chargesOf(service)).length
    const results = await Promise.all(
      ['X1', 'X2', 'X3', 'X4'].map((requestId) =>
        reported(service, operation, { ...asked, requestId }),
      ),
    )
    assert.equal(new Set(results.map(reportIdOf)).size, 1)
    assert.equal(results.filter((one) => originOf(one) === 'existing').length, 3)
    assert.equal((await chargesOf(service)).length, charges + 1)
  }
})
