/** Custom test people: what a file states is what bureaus report, and no report contradicts itself. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  PersonRejected,
  parsePersonText,
  readPersonFile,
} from '../../../../src/bureaus/simulator/people/check-person.ts'
import {
  type CustomPerson,
  identityOfCustom,
} from '../../../../src/bureaus/simulator/people/custom-person.ts'
import { type Element, get, one, readReport } from '../../../underwriter/reading.ts'
import { orderReport } from '../../../underwriter/simulated-reports.ts'
import {
  AT,
  borrower,
  contradictions,
  customPerson,
  PUT,
  reportOf,
  worldOf,
} from './custom-world.ts'

const EXAMPLE = join(import.meta.dirname, '../../../../examples/people/casey.yaml')
const casey = customPerson('casey', parsePersonText(readFileSync(EXAMPLE, 'utf8')))
const byNumber = (accounts: readonly Element[], prefix: string) => {
  const found = accounts.find((each) => get(each, '_AccountIdentifier').startsWith(prefix))
  assert.ok(found, prefix)
  return found
}
const pattern = (account: Element) => get(one(account, '_PAYMENT_PATTERN'), '_Data')
const ofKind = (accounts: readonly Element[], kind: string) => {
  const found = accounts.filter((each) => get(each, 'CreditLoanType') === kind)
  assert.equal(found.length, 1, kind)
  return found[0] as Element
}

describe('a person file', () => {
  test('is reported as it states', async () => {
    const { accounts } = await reportOf(casey)
    const home = ofKind(accounts, 'ConventionalRealEstateMortgage')
    assert.equal(get(home, '_UnpaidBalanceAmount'), '276410')
    assert.equal(get(home, '_MonthlyPaymentAmount'), '1890')
    assert.match(pattern(home), /^CCCC1C+X$/)
    const card = byNumber(accounts, '492900001111')
    assert.equal(get(card, '_CreditLimitAmount'), '12000')
    assert.equal(get(card, '_HighCreditAmount'), '7904')
    assert.match(get(one(card, '_CREDITOR'), '_Name'), /TIDEWATER/)
    assert.match(pattern(ofKind(accounts, 'Automobile')), /^CCCCC1121C+X$/)
    assert.equal(get(ofKind(accounts, 'Collection'), '_UnpaidBalanceAmount'), '412')
    assert.equal(
      get(ofKind(accounts, 'Collection'), '_OriginalCreditorName'),
      'Larch Valley Wireless',
    )
    assert.equal(get(ofKind(accounts, 'ChargeAccount'), '_AccountStatusType'), 'Closed')
  })

  test('differs at the bureaus that it names', async () => {
    const bureaus = worldOf(casey)
    const subject = { ...identityOfCustom(casey), ssn: '930214471', birthDate: undefined }
    const files = await Promise.all(
      bureaus.map((bureau) =>
        bureau.pull({
          orderId: 'order',
          subject,
          hard: true,
          scoreWanted: true,
          purpose: '',
          endUser: '',
          earlierInquiries: [],
          askedAt: PUT,
          signal: new AbortController().signal,
        }),
      ),
    )
    const [equifax, experian, transunion] = files
    const cardOf = (file: (typeof files)[number] | undefined) =>
      file?.accounts.find(({ CreditLoanType }) => CreditLoanType === 'CreditCard')
        ?._UnpaidBalanceAmount
    assert.deepEqual(files.map(cardOf), [3180, 3180, 2950])
    assert.deepEqual(
      files.map((file) => file.accounts.length),
      [4, 5, 3],
    )
    assert.deepEqual(
      files.map((file) => file.inquiries.length),
      [1, 0, 0],
    )
    assert.equal(equifax?.person?._MiddleName, 'J')
    assert.equal(experian?.person?._MiddleName, '')
    assert.equal(experian?.person?._RESIDENCE?.[0]?._City, 'SALEM')
    assert.deepEqual(
      files.map((file) => file.alerts.some(({ _Code }) => _Code === 'FI')),
      [false, false, true],
    )
    assert.equal(transunion?.person?._ALIAS?.[0]?._LastName, 'ORTON')
  })

  test('goes on over time, and an underwriter reads it without a contradiction', async () => {
    const later = ['2027-01-31T12:00:00Z', '2028-02-29T12:00:00Z', '2031-06-15T12:00:00Z']
    const sizes = []
    for (const at of [PUT, ...later.map((text) => new Date(text))]) {
      const report = await reportOf(casey, at)
      assert.deepEqual(contradictions(report), [])
      sizes.push(report.accounts.map((each) => get(each, '_UnpaidBalanceAmount')).join(' '))
    }
    assert.equal(new Set(sizes).size, sizes.length, 'balances move')
  })

  test('is not given to an order for another name', async () => {
    const { accounts, files } = await reportOf(casey, PUT, { last: 'Elsewhere' })
    assert.ok(!accounts.some((each) => get(each, '_AccountIdentifier').startsWith('492900001111')))
    assert.match(JSON.stringify(files), /ASSOCIATED WITH ANOTHER NAME/)
  })

  test('shares accounts with the others of the household', async () => {
    const home = {
      id: 'home',
      kind: 'fhaMortgage',
      opened: '3 years ago',
      amount: 214_000,
      ownership: 'JointContractualLiability',
    }
    const couple = ['ada', 'bo'].map((id) =>
      customPerson(id, {
        household: 'fenwick',
        name: { first: id, last: 'Fenwick' },
        accounts: [home],
      }),
    )
    const [ada, bo] = couple as [CustomPerson, CustomPerson]
    const people = [borrower(ada), borrower(bo, { id: 'C1' })]
    const answered = await orderReport(worldOf(...couple), people, PUT)
    const report = readReport(answered?.xml ?? '')
    assert.equal(report.accounts.length, 1)
    assert.deepEqual(contradictions(report), [])
  })
})

const home = { id: 'home', kind: 'conventionalMortgage', opened: '2 years ago', amount: 200_000 }
const card = { id: 'card', kind: 'creditCard', opened: '2 years ago' }
const late = (month: string, days: number, months = 1) => ({ lates: [{ month, days, months }] })

// biome-ignore format: a table
const REJECTED: readonly (readonly [title: string, file: object, path: string])[] = [
  ['a number that could be issued', { ssn: '123-45-6789' }, 'ssn'],
  ["a persona's number", { ssn: '900-12-1234' }, 'ssn'],
  ['an unknown property', { acounts: [] }, ''],
  ['an unknown kind', { accounts: [{ ...home, kind: 'boat' }] }, 'accounts.0.kind'],
  ['a month that is none', { accounts: [{ ...home, opened: '2024-13' }] }, 'accounts.0.opened'],
  ['two accounts of one ID', { accounts: [home, home] }, 'accounts.1.id'],
  ['a limit of a loan', { accounts: [{ ...home, limit: 5 }] }, 'accounts.0.limit'],
  ['a balance above the amount', { accounts: [{ ...home, balance: 200_001 }] }, 'accounts.0.balance'],
  ['a balance of a card without a limit', { accounts: [{ ...card, balance: 10 }] }, 'accounts.0.limit'],
  ['a balance far above the limit', { accounts: [{ ...card, limit: 100, balance: 121 }] }, 'accounts.0.balance'],
  ['a high credit below the balance', { accounts: [{ ...card, limit: 100, balance: 50, highCredit: 49 }] }, 'accounts.0.highCredit'],
  ['late before the first payment', { accounts: [{ ...home, ...late('23 months ago', 30) }] }, 'accounts.0.lates.0'],
  ['a card half a year late', { accounts: [{ ...card, ...late('3 months ago', 180) }] }, 'accounts.0.lates.0'],
  ['late after the end', { accounts: [{ ...card, ...late('3 months ago', 30), ended: { month: '4 months ago', how: 'ClosedByConsumer' } }] }, 'accounts.0.lates.0'],
  ['90 days late out of nothing', { accounts: [{ ...card, history: 'C3CC' }] }, 'accounts.0.history'],
  ['more history than months', { accounts: [{ ...card, history: 'C'.repeat(25) }] }, 'accounts.0.history'],
  ['lates and a history', { accounts: [{ ...card, history: 'C', ...late('3 months ago', 30) }] }, 'accounts.0.history'],
  ['an amount past due of what is paid', { accounts: [{ ...card, limit: 100, balance: 50, pastDue: 5 }] }, 'accounts.0.pastDue'],
  ['a card foreclosed', { accounts: [{ ...card, ended: { month: 'last month', how: 'Foreclosed' } }] }, 'accounts.0.ended.how'],
  ['a card repossessed', { accounts: [{ ...card, ended: { month: 'last month', how: 'Repossessed' } }] }, 'accounts.0.ended.how'],
  ['an end before the beginning', { accounts: [{ ...card, ended: { month: '3 years ago', how: 'Paid' } }] }, 'accounts.0.ended.month'],
  ['a loan signed by a child', { birthDate: '2010-01-01', accounts: [home] }, 'accounts.0.opened'],
  ['a paid medical collection', { collections: [{ opened: '3 years ago', amount: 900, medical: true, paid: '1 year ago' }] }, 'collections.0.paid'],
  ['a small medical collection', { collections: [{ opened: '3 years ago', amount: 400, medical: true }] }, 'collections.0'],
  ['a collection that has left the file', { collections: [{ opened: '8 years ago', amount: 400 }] }, 'collections.0.opened'],
  ['a chapter 13 plan of a month', { bankruptcies: [{ chapter: 13, filed: '2 years ago', disposed: '23 months ago', disposition: 'Completed' }] }, 'bankruptcies.0.disposed'],
  ['a chapter 7 completed', { bankruptcies: [{ chapter: 7, filed: '2 years ago', disposed: '19 months ago', disposition: 'Completed' }] }, 'bankruptcies.0.disposition'],
  ['an old inquiry', { inquiries: [{ on: '25 months ago', kind: 'creditCard' }] }, 'inquiries.0.on'],
  ['an outcome beside accounts', { accounts: [home], outcome: { middleScore: 700 } }, 'accounts'],
]

describe('a person file is rejected for', () => {
  for (const [title, file, path] of REJECTED) {
    test(title, () => {
      assert.throws(
        () => readPersonFile(file, AT),
        (error) => {
          assert.ok(error instanceof PersonRejected)
          assert.deepEqual(
            error.problems.map((each) => each.path),
            [path],
          )
          return true
        },
      )
    })
  }

  test('a text that is neither YAML nor JSON, without quoting it', () => {
    assert.throws(
      () => parsePersonText('a: [secret'),
      (error) => {
        assert.ok(error instanceof PersonRejected)
        assert.doesNotMatch(error.message, /secret/)
        return true
      },
    )
  })
})
