/**
 * Tests the simulated bureaus: the contract, determinism, which people have files, and how bureaus
 * differ.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FileAccount } from '../../../src/bureaus/bureau.ts'
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'
import { runsOf } from '../../support/length.ts'
import { bureauContract, fileProblems } from '../bureau.contract.ts'
import {
  anyone,
  anyTime,
  EPOCH,
  persona,
  pullAll,
  request,
  simulated,
} from './simulator-requests.ts'

for (const [index, name] of BUREAUS.entries()) {
  bureauContract(`simulated ${name}`, {
    open: () => {
      const bureau = simulated()[index]
      assert.ok(bureau)
      return bureau
    },
    withFile: request(persona('avery')),
    withoutFile: request(persona('noHit')),
  })
}

test('all three bureaus are simulated, in the order of the interface', () => {
  const bureaus = simulated()
  assert.deepEqual(
    bureaus.map(({ name, simulated: isSimulated, timeoutMs }) => [name, isSimulated, timeoutMs]),
    BUREAUS.map((name) => [name, true, 10_000]),
  )
})

test('the same request gets the same bytes, whatever was requested before', async () => {
  await fc.assert(
    fc.asyncProperty(anyone, anyone, anyTime, async (subject, other, askedAt) => {
      const bureaus = simulated()
      const first = await pullAll(bureaus, subject, { askedAt })
      await pullAll(bureaus, other, { askedAt })
      const again = await pullAll(simulated(), subject, { askedAt })
      assert.equal(JSON.stringify(again), JSON.stringify(first))
      const known = await pullAll(bureaus, subject, { askedAt })
      assert.equal(JSON.stringify(known), JSON.stringify(first))
    }),
    { numRuns: runsOf(100) },
  )
})

test('a soft request gets the same file as a hard one', async () => {
  const hard = await pullAll(simulated(), persona('rowan'))
  const soft = await pullAll(simulated(), persona('rowan'), { hard: false })
  assert.deepEqual(soft, hard)
})

test('equivalent spellings of a name give the same person', async () => {
  const [plain] = await pullAll(simulated(), { ...persona('thin'), ssn: '955002345' })
  const [shouted] = await pullAll(simulated(), {
    ...persona('thin'),
    ssn: '955002345',
    firstName: ' TEO',
    lastName: 'LINDGÅRD',
  })
  assert.ok(plain && shouted)
  assert.notEqual(plain.accounts.length, 0)
  const numbers = (accounts: readonly FileAccount[]) =>
    accounts.map(({ _AccountIdentifier }) => _AccountIdentifier)
  assert.deepEqual(numbers(shouted.accounts), numbers(plain.accounts))
})

test('every file fits the documents, for any person at any time', async () => {
  await fc.assert(
    fc.asyncProperty(anyone, anyTime, async (subject, askedAt) => {
      for (const file of await pullAll(simulated(), subject, { askedAt })) {
        assert.deepEqual(fileProblems(file), [])
      }
    }),
    { numRuns: runsOf(150) },
  )
})

test('no bureau knows an address from before it had the person on file', async () => {
  await fc.assert(
    fc.asyncProperty(anyone, anyTime, async (subject, askedAt) => {
      for (const { person, inFileDate } of await pullAll(simulated(), subject, { askedAt })) {
        for (const { _DateReported } of person?._RESIDENCE ?? []) {
          assert.ok((_DateReported ?? '') >= (inFileDate ?? ''), `${_DateReported}, ${inFileDate}`)
        }
      }
    }),
    { numRuns: runsOf(150) },
  )
})

test('names and streets with any letters and of any length fit the documents', async () => {
  const letters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 })
  await fc.assert(
    fc.asyncProperty(anyone, letters, letters, letters, async (subject, first, last, street) => {
      const named = { ...subject, firstName: first, lastName: last }
      const address = { ...subject.address, street: street.repeat(3).slice(0, 250) }
      for (const file of await pullAll(simulated(), { ...named, address })) {
        assert.deepEqual(fileProblems(file), [])
      }
    }),
    { numRuns: runsOf(100) },
  )
})

test('most people have files at all three bureaus and a score at each', async () => {
  const bureaus = simulated()
  let complete = 0
  const all = fc.sample(anyone, { numRuns: 400, seed: 7 })
  for (const subject of all) {
    const files = await pullAll(bureaus, subject)
    if (files.every(({ score }) => score?.value !== undefined)) complete++
  }
  assert.ok(complete > 0.8 * all.length, `${complete} of ${all.length}`)
  assert.ok(complete < all.length, 'some are not known, frozen or not scored')
})

test('the birth date of the order is on file, and no one has credit before coming of age', async () => {
  const subject = { ...persona('thin'), ssn: '955443322', birthDate: '2003-07-19' }
  for (const file of await pullAll(simulated(), subject)) {
    assert.ok(['2003-07-19', '2003'].includes(file.person?._BirthDate ?? ''))
    for (const { _AccountOpenedDate, _AccountOwnershipType } of file.accounts) {
      if (_AccountOwnershipType === 'AuthorizedUser') continue
      assert.ok((_AccountOpenedDate ?? '').slice(0, 7) >= '2021-07', String(_AccountOpenedDate))
    }
  }
})

test('a minor has no file', async () => {
  const subject = { ...persona('thin'), ssn: '955443322', birthDate: '2010-01-01' }
  for (const { status } of await pullAll(simulated(), subject)) {
    assert.equal(status, 'NoFileReturnedBorrowerIsAMinor')
  }
})

/** Returns an account's number without the characters that bureaus put between its digits. */
const digitsOf = ({ _AccountIdentifier }: FileAccount) =>
  (_AccountIdentifier ?? '').replace(/[^0-9X]/g, '')

/** The ways in which the entries of bureaus about one account can differ. */
const DIFFERENCES: Readonly<Record<string, (account: FileAccount) => unknown>> = {
  name: ({ _CREDITOR }) => _CREDITOR?._Name,
  number: ({ _AccountIdentifier }) => _AccountIdentifier,
  month: ({ _AccountReportedDate }) => _AccountReportedDate?.slice(0, 7),
  balance: ({ _UnpaidBalanceAmount }) => _UnpaidBalanceAmount,
  limitKnown: ({ _CreditLimitAmount }) => _CreditLimitAmount !== undefined,
}

test('the files of one person overlap and differ like the files of real bureaus', async () => {
  const bureaus = simulated()
  const groups: (readonly FileAccount[])[] = []
  for (const subject of fc.sample(anyone, { numRuns: 200, seed: 11 })) {
    const files = await pullAll(bureaus, subject)
    const accounts = files.flatMap((file) => file.accounts)
    groups.push(...Map.groupBy(accounts, digitsOf).values())
  }
  const differing = (of: (account: FileAccount) => unknown) =>
    groups.filter((group) => new Set(group.map(of)).size > 1).length
  assert.ok(groups.every(({ length }) => length <= 3))
  assert.equal(
    differing(({ _AccountOpenedDate }) => _AccountOpenedDate?.slice(0, 7)),
    0,
  )
  assert.equal(
    differing(({ _AccountType }) => _AccountType),
    0,
  )
  assert.equal(
    differing(({ _AccountOwnershipType }) => _AccountOwnershipType),
    0,
  )
  const everywhere = groups.filter(({ length }) => length === 3).length
  assert.ok(everywhere > 0.65 * groups.length && everywhere < 0.95 * groups.length)
  for (const [what, of] of Object.entries(DIFFERENCES)) {
    assert.ok(differing(of) > 0.01 * groups.length, `${what} ${differing(of)} of ${groups.length}`)
  }
})

test('bureaus write a person differently and list different inquiries', async () => {
  const bureaus = simulated()
  let identities = 0
  let inquiries = 0
  for (const subject of fc.sample(anyone, { numRuns: 100, seed: 3 })) {
    const files = await pullAll(bureaus, { ...subject, middleName: 'Marie' })
    const persons = files.map(({ person }) => `${person?._MiddleName} ${person?._BirthDate}`)
    if (new Set(persons).size > 1) identities++
    if (new Set(files.map((file) => file.inquiries.length)).size > 1) inquiries++
  }
  assert.ok(identities > 30 && inquiries > 30, `${identities} ${inquiries}`)
})

test('every kind of account occurs in the population', async () => {
  const bureaus = simulated()
  const kinds = new Set<string>()
  for (const subject of fc.sample(anyone, { numRuns: 600, seed: 5 })) {
    for (const file of await pullAll(bureaus, subject)) {
      for (const { CreditLoanType, _AccountOwnershipType } of file.accounts) {
        kinds.add(`${CreditLoanType} ${_AccountOwnershipType}`)
      }
    }
  }
  const loans = [...kinds].map((kind) => kind.split(' ')[0])
  for (const loan of [
    'ConventionalRealEstateMortgage',
    'FHARealEstateMortgage',
    'VeteransAdministrationRealEstateMortgage',
    'HomeEquityLineOfCredit',
    'Automobile',
    'AutoLease',
    'Educational',
    'DeferredStudentLoan',
    'PersonalLoan',
    'CreditCard',
    'ChargeAccount',
    'SecuredCreditCard',
    'MobilePhone',
    'Collection',
  ]) {
    assert.ok(loans.includes(loan), loan)
  }
  assert.ok(kinds.has('CreditCard AuthorizedUser'))
})

test('telephone numbers of companies are fictional', async () => {
  for (const subject of fc.sample(anyone, { numRuns: 50, seed: 9 })) {
    for (const file of await pullAll(simulated(), subject, { askedAt: EPOCH })) {
      for (const { phone } of file.creditors) {
        if (phone !== undefined) assert.match(phone, /^\(\d{3}\) 555-01\d\d$/)
      }
    }
  }
})
