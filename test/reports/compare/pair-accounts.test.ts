/** The accounts of two reports that are shown side by side. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairAccounts } from '../../../src/reports/compare/compare-accounts.ts'
import { account, mergedAccounts } from '../merge/merge-files.ts'

type Accounts = Parameters<typeof mergedAccounts>[0]
type Changes = Parameters<typeof account>[0]

const LOAN = { _CREDITOR: { _Name: 'PINE TREE LOANS' }, _AccountType: 'Installment' } as const
const numberless = (changes: Changes) => account({ ...changes, _AccountIdentifier: undefined })

/**
 * The pairs as positions of the accounts: `0-1` is the first account before and the second account
 * now.
 */
function pairs(before: Accounts, now: Accounts): string[] {
  const [base, current] = [mergedAccounts(before), mergedAccounts(now)]
  return pairAccounts(base, current).map((pair) => {
    const earlier = pair.before.map((line) => base.indexOf(line))
    return `${earlier.join('+')}-${pair.now.map((line) => current.indexOf(line)).join('+')}`
  })
}

const card = account()
const other = account({ _AccountIdentifier: '5588000011112222', _CREDITOR: { _Name: 'OAK BANK' } })

const CASES: readonly (readonly [string, Accounts, Accounts, readonly string[]])[] = [
  ['the same accounts', { Equifax: [card, other] }, { Equifax: [card, other] }, ['0-0', '1-1']],
  [
    'one account more and one account fewer',
    { Equifax: [card] },
    { Equifax: [other] },
    ['-0', '0-'],
  ],
  [
    'an opening date that another bureau states less exactly',
    { Equifax: [account({ _AccountOpenedDate: '2019-03' })] },
    { TransUnion: [account({ _AccountOpenedDate: '2019-04-09' })] },
    ['0-0'],
  ],
  [
    'another opening date and type with the same number',
    { Equifax: [account({ _AccountOpenedDate: '2015-01-02' })] },
    { Equifax: [account({ ...LOAN, _CREDITOR: card._CREDITOR })] },
    ['0-0'],
  ],
  [
    'a full and a masked number of the same creditor',
    { Equifax: [account({ _AccountOpenedDate: '2015-01-02' })] },
    { Equifax: [account({ _AccountIdentifier: '426684******7890' })] },
    ['0-0'],
  ],
  [
    'an account without a number, by creditor, type and nearest balance',
    { Equifax: [numberless({ ...LOAN, _UnpaidBalanceAmount: 900 })] },
    {
      Equifax: [
        account({ ...LOAN, _AccountIdentifier: '777001', _UnpaidBalanceAmount: 4_000 }),
        account({ ...LOAN, _AccountIdentifier: '777002', _UnpaidBalanceAmount: 880 }),
      ],
    },
    ['-0', '0-1'],
  ],
  [
    'accounts without a number of different creditors',
    { Equifax: [numberless(LOAN)] },
    { Equifax: [numberless({ ...LOAN, _CREDITOR: { _Name: 'ELM LOANS' } })] },
    ['-0', '0-'],
  ],
]

for (const [title, before, now, expected] of CASES) {
  test(`accounts side by side: ${title}`, () => {
    const found = pairs(before, now)
    assert.deepEqual(found.sort(), [...expected].sort())
  })
}

test('every account is in exactly one pair, whichever report is earlier', () => {
  const before = { Equifax: [card, numberless(LOAN)], Experian: [other] }
  const now = { Equifax: [numberless(LOAN), numberless(LOAN)], TransUnion: [other, card] }
  for (const [one, two] of [
    [before, now],
    [now, before],
  ] as const) {
    const [base, current] = [mergedAccounts(one), mergedAccounts(two)]
    const found = pairAccounts(base, current)
    assert.deepEqual(new Set(found.flatMap((pair) => pair.before)), new Set(base))
    assert.equal(found.flatMap((pair) => pair.before).length, base.length)
    assert.deepEqual(new Set(found.flatMap((pair) => pair.now)), new Set(current))
    assert.equal(found.flatMap((pair) => pair.now).length, current.length)
  }
})

// A vendor can list thousands of accounts. Their facts must not be derived again for each pair.
test('the facts of an account are read once, not for each account of the other report', () => {
  let reads = 0
  const countingReads = (line: Accounts) =>
    mergedAccounts(line).map((each) => {
      const { _CREDITOR: creditor } = each
      return Object.defineProperty({ ...each }, '_CREDITOR', {
        get: () => {
          reads += 1
          return creditor
        },
      })
    })
  const numbered = (first: number) =>
    Array.from({ length: 100 }, (_, index) =>
      account({ _AccountIdentifier: `55880000${first + index}` }),
    )
  const base = countingReads({ Equifax: numbered(1_000) })
  const current = countingReads({ Equifax: numbered(2_000) })
  reads = 0
  assert.equal(pairAccounts(base, current).length, 200)
  assert.ok(reads <= 1_000, `${reads} reads of 200 accounts`)
})
