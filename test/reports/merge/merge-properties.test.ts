/** Properties of every merge, for any content of the files. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CreditFile, FileAccount } from '../../../src/bureaus/bureau.ts'
import type { AnyElement, Child, Field } from '../../../src/documents/element.ts'
import { monthOf, monthText } from '../../../src/documents/months.ts'
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'
import { FullCreditResponse } from '../../../src/documents/tables/response.ts'
import type { Liability } from '../../../src/documents/tables/tradelines.ts'
import { isAdverse, severity } from '../../../src/reports/ratings.ts'
import { account, file, merged } from './merge-files.ts'

/** Few numbers, months and names, so that many accounts are equal or almost equal. */
const accounts: fc.Arbitrary<FileAccount> = fc
  .record(
    {
      _AccountIdentifier: fc.constantFrom(
        '4266841234567890',
        '4266-8412-3456-7890',
        '42668412345678XX',
        '************7890',
        '55501234',
        '5550123*',
        'XXXX',
        undefined,
      ),
      _AccountOpenedDate: fc.constantFrom('2019-03', '2019-03-14', '2019-04-01', '2019-05', '2019'),
      _AccountOwnershipType: fc.constantFrom(
        'Individual',
        'JointContractualLiability',
        'AuthorizedUser',
      ),
      _AccountReportedDate: fc.constantFrom('2024-04-10', '2024-05', '2024-05-10'),
      _AccountStatusType: fc.constantFrom('Open', 'Closed', 'Paid'),
      _AccountType: fc.constantFrom('Revolving', 'CreditLine', 'Unknown', 'Installment'),
      CreditLoanType: fc.constantFrom('CreditCard', 'ChargeAccount', 'UnknownLoanType'),
      _CREDITOR: fc.constantFrom({ _Name: 'HARBOR CARD' }, { _Name: 'HARBOR BK' }),
    },
    { noNullPrototype: true },
  )
  .chain((base) => histories.map((history) => account({ ...base, ...history })))

const rating = fc
  .tuple(
    fc.constantFrom(
      { _Code: '2', _Type: 'Late30Days' } as const,
      { _Code: '3', _Type: 'Late60Days' } as const,
      { _Code: '9', _Type: 'ChargeOff' } as const,
    ),
    fc.constantFrom('2024-03', '2023-12-05', '2017-01'),
  )
  .map(([rated, _Date]) => ({ ...rated, _Date }))

const amount = fc.integer({ min: 0, max: 9000 })

const histories: fc.Arbitrary<Partial<FileAccount>> = fc.record(
  {
    _PAYMENT_PATTERN: fc.record(
      {
        _Data: fc.string({
          unit: fc.constantFrom(...'CCCCXN123456789'),
          minLength: 1,
          maxLength: 30,
        }),
        _StartDate: fc.constantFrom('2024-03', '2024-04', '2024-05-10'),
      },
      { noNullPrototype: true },
    ),
    _CURRENT_RATING: fc.constantFrom(
      { _Code: '1', _Type: 'AsAgreed' },
      { _Code: '2', _Type: 'Late30Days' },
      { _Code: '9', _Type: 'Collection' },
    ),
    _PRIOR_ADVERSE_RATING: fc.array(rating, { maxLength: 2 }),
    _HIGHEST_ADVERSE_RATING: rating,
    _UnpaidBalanceAmount: amount,
    _MonthlyPaymentAmount: amount,
    _HighCreditAmount: amount,
    _PastDueAmount: amount,
  },
  { requiredKeys: [], noNullPrototype: true },
)

/** The accounts of one or two borrowers at each bureau, each with a unique code. */
const orders: fc.Arbitrary<CreditFile[][]> = fc
  .array(fc.tuple(...BUREAUS.map(() => fc.array(accounts, { maxLength: 4 }))), {
    minLength: 1,
    maxLength: 2,
  })
  .map((borrowers) =>
    borrowers.map((bureaus, borrower) =>
      bureaus.map((list, position) => {
        const bureau = BUREAUS[position] ?? 'Equifax'
        return file(bureau, {
          accounts: list.map((one, index) => ({
            ...one,
            subscriberCode: `${borrower}-${position}-${index}`,
          })),
        })
      }),
    ),
  )

const codesOf = (line: Liability) =>
  (line.CREDIT_REPOSITORY ?? []).map((one) => one._SubscriberCode ?? '')

test('every account of every file is part of exactly one line', () => {
  fc.assert(
    fc.property(orders, (files) => {
      const given = files.flat().flatMap((one) => one.accounts.map((item) => item.subscriberCode))
      const shown = merged(files).liabilities.flatMap(codesOf)
      assert.deepEqual(shown.toSorted(), given.toSorted())
    }),
  )
})

test('no line has two accounts of one file', () => {
  fc.assert(
    fc.property(orders, (files) => {
      for (const line of merged(files).liabilities) {
        const places = codesOf(line).map((code) => code.slice(0, 3))
        assert.equal(new Set(places).size, places.length)
      }
    }),
  )
})

test('the order of files and of their items makes no difference', () => {
  const shuffled = orders.chain((files) =>
    fc.tuple(
      fc.constant(files),
      fc.tuple(
        ...files.map((pulls) =>
          fc
            .tuple(
              ...pulls.map((one) =>
                fc
                  .shuffledSubarray([...one.accounts], { minLength: one.accounts.length })
                  .map((items) => ({ ...one, accounts: items })),
              ),
            )
            .chain((list) => fc.shuffledSubarray(list, { minLength: list.length })),
        ),
      ),
    ),
  )
  fc.assert(
    fc.property(shuffled, ([files, others]) => assert.deepEqual(merged(others), merged(files))),
  )
})

test('matching does not depend on which bureau has which file', () => {
  const permuted = fc.tuple(orders, fc.shuffledSubarray([...BUREAUS], { minLength: 3 }))
  const groups = (files: CreditFile[][]) =>
    merged(files)
      .liabilities.map((line) => codesOf(line).sort().join(' '))
      .sort()
  fc.assert(
    fc.property(permuted, ([files, names]) => {
      const renamed = files.map((pulls) =>
        pulls.map((one) => ({ ...one, bureau: names[BUREAUS.indexOf(one.bureau)] ?? one.bureau })),
      )
      assert.deepEqual(groups(renamed), groups(files))
    }),
  )
})

test('merging does not change its input', () => {
  fc.assert(
    fc.property(orders, (files) => {
      const before = structuredClone(files)
      merged(files)
      assert.deepEqual(files, before)
    }),
  )
})

test('ratings and counts agree with the pattern of the line', () => {
  fc.assert(
    fc.property(orders, (files) => {
      for (const line of merged(files).liabilities) agrees(line)
    }),
  )
})

const CODES: Readonly<Record<string, string>> = {
  X: 'U',
  N: 'U',
  C: '1',
  1: '2',
  2: '3',
  3: '4',
  4: '5',
  5: '6',
  6: '6',
  7: '7',
  8: '8',
  9: '9',
}

function agrees(line: Liability): void {
  const pattern = line._PAYMENT_PATTERN
  if (pattern === undefined) return
  const months = [...pattern._Data]
  const start = monthOf(pattern._StartDate) ?? 0
  assert.equal(line._MonthsReviewedCount, months.length)
  assert.equal(line._CURRENT_RATING?._Code, CODES[months[0] ?? ''])
  const expected = months.flatMap((character, back) =>
    isAdverse(character) ? [`${monthText(start - back)} ${CODES[character]}`] : [],
  )
  const prior = (line._PRIOR_ADVERSE_RATING ?? []).map((one) => `${one._Date} ${one._Code}`)
  const oldest = monthText(start - months.length + 1)
  assert.deepEqual(
    prior.filter((text) => text >= oldest),
    expected,
  )
  const codes = (line._PRIOR_ADVERSE_RATING ?? []).map((one) => one._Code)
  const count = (counted: string) => codes.filter((code) => counted.includes(code)).length
  const { _30Days, _60Days, _90Days } = line._LATE_COUNT ?? {}
  assert.deepEqual([_30Days, _60Days, _90Days], [count('2'), count('3'), count('456')])
  // Ratings from outside the pattern can only be worse, or fill in for a missing one.
  if (prior.length === 0) return
  assert.equal(line._MOST_RECENT_ADVERSE_RATING?._Date?.slice(0, 7), prior[0]?.slice(0, 7))
  const worst = (line._PRIOR_ADVERSE_RATING ?? []).map((one) => Number(one._Code))
  assert.ok(Number(line._HIGHEST_ADVERSE_RATING?._Code) >= Math.max(...worst))
}

test('no month of a line is better than reported by any bureau', () => {
  fc.assert(
    fc.property(orders, (files) => {
      const given = new Map(
        files.flat().flatMap((one) => one.accounts.map((item) => [item.subscriberCode, item])),
      )
      for (const line of merged(files).liabilities) {
        for (const code of codesOf(line)) covers(line, given.get(code))
      }
    }),
  )
})

function covers(line: Liability, one: FileAccount | undefined): void {
  const [blended, reported] = [line._PAYMENT_PATTERN, one?._PAYMENT_PATTERN]
  if (reported === undefined) return
  const offset = (monthOf(blended?._StartDate) ?? 0) - (monthOf(reported._StartDate) ?? 0)
  for (const [back, character] of [...reported._Data].entries()) {
    assert.ok(severity(blended?._Data[offset + back] ?? '') >= severity(character))
  }
}

test('the totals of a summary are the sums over the lines of its borrower', () => {
  fc.assert(
    fc.property(orders, (files) => {
      const { liabilities, summaries } = merged(files)
      for (const summary of summaries) {
        const own = liabilities.filter((line) =>
          line.BorrowerID.split(' ').includes(summary.BorrowerID ?? ''),
        )
        const sum = (amountOf: (line: Liability) => number | undefined) =>
          own.reduce((total, line) => total + (amountOf(line) ?? 0), 0)
        const figure = (name: string) =>
          Number(summary._DATA_SET?.find((set) => set._Name === name)?._Value)
        const categories = ['Mortgage', 'Installment', 'Revolving', 'Open', 'Other']
        assert.equal(figure('TotalAccounts'), own.length)
        assert.equal(
          figure('TotalBalance'),
          sum((line) => line._UnpaidBalanceAmount),
        )
        assert.equal(
          figure('TotalMonthlyPayment'),
          sum((line) => line._MonthlyPaymentAmount),
        )
        assert.equal(
          figure('TotalPastDue'),
          sum((line) => line._PastDueAmount),
        )
        assert.equal(
          figure('TotalLate30DaysHistorical'),
          sum((line) => line._LATE_COUNT?._30Days),
        )
        for (const measure of ['Accounts', 'Balance', 'HighCredit', 'Late90DaysHistorical']) {
          const parts = categories.map((category) => figure(`${category}${measure}`))
          assert.equal(
            parts.reduce((a, b) => a + b, 0),
            figure(`Total${measure}`),
          )
        }
      }
    }),
  )
})

test('every value of a merged report fits its field', () => {
  const children = FullCreditResponse.children
  fc.assert(
    fc.property(orders, (files) => {
      const report = merged(files)
      for (const one of report.liabilities) fits(children.CREDIT_LIABILITY.element, one)
      for (const one of report.files) fits(children.CREDIT_FILE.element, one)
      for (const one of report.summaries) fits(children.CREDIT_SUMMARY.element, one)
      for (const one of report.comments) fits(children.CREDIT_COMMENT.element, one)
      for (const one of report.referrals) fits(children.CREDIT_CONSUMER_REFERRAL.element, one)
    }),
  )
})

/** Asserts that each scalar reads back as written, and that no required field is missing. */
function fits(element: AnyElement, value: unknown): void {
  if (element.form === 'text') {
    assert.equal(element.kind.read(String(value)), value)
    return
  }
  const content = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(content)) {
    assert.ok(name in element.fields || name in element.children, `${element.name} has no ${name}`)
  }
  for (const [name, field] of Object.entries(element.fields)) fieldFits(name, field, content[name])
  for (const [name, child] of Object.entries(element.children)) {
    childFits(name, child, content[name])
  }
}

function fieldFits(name: string, { kind, need }: Field<unknown>, scalar: unknown): void {
  if (scalar === undefined) assert.notEqual(need, 'required', name)
  else assert.deepEqual(kind.read(kind.write(scalar)), scalar, name)
}

function childFits(name: string, { element, occurs }: Child, found: unknown): void {
  if (found === undefined) assert.ok(occurs !== 'one' && occurs !== 'some', name)
  else for (const one of Array.isArray(found) ? found : [found]) fits(element, one)
}
