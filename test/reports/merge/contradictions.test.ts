/** Remarks about facts on which the bureaus of one merged account contradict each other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileAccount } from '../../../src/bureaus/bureau.ts'
import { account, mergedAccounts } from './merge-files.ts'

/** Merges one account as Equifax, Experian and TransUnion report it, and returns the remarks. */
function remarksOn(...versions: readonly Partial<FileAccount>[]): readonly string[] {
  const [Equifax = [], Experian = [], TransUnion = []] = versions.map((changes) => [
    account({ _AccountReportedDate: '2026-02-15', ...changes }),
  ])
  const lines = mergedAccounts({ Equifax, Experian, TransUnion })
  assert.equal(lines.length, 1)
  return lines.flatMap(({ CREDIT_COMMENT: comments = [] }) =>
    comments.flatMap(({ _Text: texts = [] }) => texts),
  )
}

const history = (_Data: string, _StartDate = '2026-02') => ({
  _PAYMENT_PATTERN: { _Data, _StartDate },
})
const closed = { _AccountStatusType: 'Closed', _AccountClosedDate: '2025-11-03' } as const

// biome-ignore format: a table
const CONTRADICTIONS: readonly (readonly [what: string, versions: readonly Partial<FileAccount>[], remark: string])[] = [
  ['open, and closed in an earlier month', [{}, closed, {}],
    'status Open (Equifax, TransUnion), Closed (Experian)'],
  ['open and paid on the same day', [{}, { _AccountStatusType: 'Paid' }],
    'status Open (Equifax), Paid (Experian)'],
  ['two balances of the same day', [{ _UnpaidBalanceAmount: 5_000 }, { _UnpaidBalanceAmount: 4_000 }],
    'balance of 02/15/2026 $5,000 (Equifax), $4,000 (Experian)'],
  ['a joint account of an individual', [{ _AccountOwnershipType: 'Individual' }, { _AccountOwnershipType: 'JointContractualLiability' }],
    'responsibility individual (Equifax), joint (Experian)'],
  ['an owner who is an authorized user', [{ _AccountOwnershipType: 'AuthorizedUser' }, { _AccountOwnershipType: 'Maker' }],
    'responsibility authorized user (Equifax), individual (Experian)'],
  ['a late payment that two bureaus do not have', [history('CC1C'), history('CCCC'), history('CCC', '2026-01')],
    'late in 12/2025 (Equifax), as agreed (Experian, TransUnion)'],
  ['many late payments', [history('C11111111C'), history('CCCCCCCCCC')],
    'late in 01/2026, 12/2025, 11/2025, 10/2025, 09/2025, 08/2025 and 2 earlier (Equifax), as agreed (Experian)'],
  ['several facts', [{ _UnpaidBalanceAmount: 5, ...history('CC1C') }, { _UnpaidBalanceAmount: 4, ...history('CCCC') }],
    'balance of 02/15/2026 $5 (Equifax), $4 (Experian); late in 12/2025 (Equifax), as agreed (Experian)'],
]
for (const [what, versions, remark] of CONTRADICTIONS) {
  test(`a remark names the bureaus and their values: ${what}`, () => {
    assert.deepEqual(remarksOn(...versions), [`The bureaus contradict each other: ${remark}.`])
  })
}

// biome-ignore format: a table
const AGREEMENTS: readonly (readonly [what: string, versions: readonly Partial<FileAccount>[]])[] = [
  ['everything', [{}, {}, {}]],
  ['an account that was closed after a bureau reported it', [{ _AccountReportedDate: '2025-10-15' }, closed]],
  ['balances of different days', [{ _UnpaidBalanceAmount: 5_000 }, { _UnpaidBalanceAmount: 4_000, _AccountReportedDate: '2026-02-18' }]],
  ['balances of a month without a day', [{ _UnpaidBalanceAmount: 5, _AccountReportedDate: '2026-02' }, { _UnpaidBalanceAmount: 4, _AccountReportedDate: '2026-02' }]],
  ['a balance that a bureau omits', [{ _UnpaidBalanceAmount: 5 }, { _UnpaidBalanceAmount: undefined }]],
  ['a responsibility that a bureau does not designate', [{ _AccountOwnershipType: 'Individual' }, { _AccountOwnershipType: 'Undesignated' }]],
  ['a late month that another bureau does not rate', [history('C1CC'), history('CXCC')]],
  ['a late month before the history of another bureau', [history('CCC1'), history('CC')]],
  ['a late month of different severity', [history('C1CC'), history('C2CC')]],
]
for (const [what, versions] of AGREEMENTS) {
  test(`there is no remark if bureaus agree or can both be right: ${what}`, () => {
    assert.deepEqual(remarksOn(...versions), [])
  })
}

test('an account of one bureau has no remark', () => {
  assert.deepEqual(remarksOn(history('C1C')), [])
})
