/**
 * Tests which fields of an account count as changed between two reports, and which were only
 * reported later.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparedAccounts } from '../../../console/src/pages/compare/account-changes.ts'
import { termsText } from '../../../console/src/pages/report/report-data.ts'

type Reports = Parameters<typeof comparedAccounts>[0]
type Account = Reports[0]['accounts'][number]

const ACCOUNT: Account = {
  id: 'Account1',
  borrowerIds: ['B1'],
  bureaus: ['Equifax', 'Experian'],
  creditor: 'HARBOR CARD',
  number: '426684******7890',
  type: 'Revolving',
  ownership: 'Individual',
  status: 'Open',
  opened: '2019-03-14',
  reported: '2024-05-10',
  balance: 1_000,
  monthsReviewed: 40,
  payments: { start: '2024-05', months: 'CC1C' },
  derogatory: false,
  disputed: false,
  remarks: [],
}

function compared(one: Partial<Account>, other: Partial<Account>, delivered = ['Equifax']) {
  const report = (id: string, change: Partial<Account>, files: readonly string[]) =>
    ({ summary: { id }, delivered: files, accounts: [{ ...ACCOUNT, ...change }] }) as never
  const reports = [report('R1', one, ['Equifax', 'Experian']), report('R2', other, delivered)]
  const accounts = [{ earlier: ['Account1'], later: ['Account1'] }]
  const [account] = comparedAccounts(reports as unknown as Reports, { accounts, earlierId: 'R1' })
  assert.ok(account)
  const titles = (fields: readonly { readonly title: string }[]) => fields.map(({ title }) => title)
  return [account.kind, titles(account.changed), titles(account.reported)]
}

const CASES = [
  ['no difference', {}, {}, ['same', [], []]],
  ['a less exact opening date', {}, { opened: '2019-03' }, ['reported', [], ['Opened']]],
  ['another opening date', {}, { opened: '2019-04' }, ['changed', ['Opened'], []]],
  ['a closing date in only one report', {}, { closed: '2024' }, ['changed', ['Closed'], []]],
  [
    'two more months, paid as agreed',
    {},
    {
      reported: '2024-07-10',
      monthsReviewed: 42,
      payments: { start: '2024-07', months: 'CCCC1C' },
    },
    ['reported', [], ['Reported', 'Months reviewed', 'Payment history']],
  ],
  [
    'a month that became late',
    {},
    { payments: { start: '2024-05', months: 'C11C' } },
    ['changed', ['Payment history'], []],
  ],
  [
    'a bureau whose file is in only one report',
    {},
    { bureaus: ['Equifax'] },
    ['delivered', ['Bureaus'], []],
  ],
  [
    'a bureau of both reports that no longer reports the account',
    {},
    { bureaus: ['Experian'] },
    ['changed', ['Bureaus'], []],
  ],
  ['another balance', {}, { balance: 1_200 }, ['changed', ['Balance'], []]],
] as const

for (const [title, one, other, expected] of CASES) {
  test(`an account of two reports: ${title}`, () => {
    assert.deepEqual(compared(one as Partial<Account>, other as Partial<Account>), expected)
  })
}

test('a changed amount shows the difference', () => {
  const report = (id: string, balance: number) =>
    ({ summary: { id }, delivered: [], accounts: [{ ...ACCOUNT, balance }] }) as never
  const accounts = [{ earlier: ['Account1'], later: ['Account1'] }]
  const reports = [report('R2', 1_200), report('R1', 900)] as unknown as Reports
  const [account] = comparedAccounts(reports, { accounts, earlierId: 'R1' })
  assert.deepEqual(
    account?.changed.map(({ title, one, other, change }) => [title, one, other, change]),
    [['Balance', '$1,200', '$900', '−$300']],
  )
})

test('a date that one report states more exactly is not a contradiction', () => {
  const report = (id: string, opened: string) =>
    ({ summary: { id }, delivered: [], accounts: [{ ...ACCOUNT, opened }] }) as never
  const accounts = [{ earlier: ['Account1'], later: ['Account1'] }]
  const reports = [report('R1', '2024-04'), report('R2', '2024-04-09')] as unknown as Reports
  const [account] = comparedAccounts(reports, { accounts, earlierId: 'R1' })
  assert.deepEqual(
    account?.reported.map(({ one, other, change }) => [one, other, change]),
    [['Apr 2024', 'Apr 9, 2024', 'more precise']],
  )
})

test('an account of a person who is in only one report is neither added nor removed', () => {
  const person = (id: string, name: string, ssn: string) => ({ id, name, ssn: `•••-••-${ssn}` })
  const couple = [person('B1', 'R. O.', '0012'), person('C1', 'J. O.', '0013')]
  const report = (id: string, borrowers: typeof couple, ...owners: readonly string[]) => ({
    summary: { id },
    delivered: ['Equifax'],
    borrowers,
    accounts: owners.map((owner) => ({ ...ACCOUNT, id: `${id} ${owner}`, borrowerIds: [owner] })),
  })
  const reports = [
    report('R1', couple, 'B1', 'C1'),
    report('R2', [person('B1', 'J. O.', '0013')]),
  ] as unknown as Reports
  const accounts = ['R1 B1', 'R1 C1'].map((id) => ({ earlier: [id], later: [] }))
  assert.deepEqual(
    comparedAccounts(reports, { accounts, earlierId: 'R1' }).map(({ kind, note }) => [kind, note]),
    [
      ['removed', ''],
      ['elsewhere', 'R. O. only'],
    ],
  )
})

test('an account that only a bureau of one report knows names that bureau', () => {
  const report = (id: string, delivered: readonly string[], accounts: readonly Account[]) => ({
    summary: { id },
    delivered,
    borrowers: [{ id: 'B1', name: 'J. O.', ssn: '•••-••-0013' }],
    accounts,
  })
  const reports = [
    report('R1', ['Equifax'], []),
    report('R2', ['Equifax', 'TransUnion'], [{ ...ACCOUNT, bureaus: ['TransUnion'] }]),
  ] as unknown as Reports
  const accounts = [{ earlier: [], later: ['Account1'] }]
  const [account] = comparedAccounts(reports, { accounts, earlierId: 'R1' })
  assert.deepEqual([account?.kind, account?.note], ['added', 'added, TransUnion only'])
})

test('an account that one more bureau reports names that bureau', () => {
  const bureaus = ['Equifax', 'Experian', 'TransUnion']
  const reports = [
    { summary: { id: 'R1' }, delivered: ['Equifax', 'Experian'], accounts: [ACCOUNT] },
    { summary: { id: 'R2' }, delivered: bureaus, accounts: [{ ...ACCOUNT, bureaus }] },
  ] as unknown as Reports
  const accounts = [{ earlier: ['Account1'], later: ['Account1'] }]
  const noteOf = (sides: Reports, earlierId: string) =>
    comparedAccounts(sides, { accounts, earlierId })[0]?.note
  assert.equal(noteOf(reports, 'R1'), 'also reported by TransUnion')
  assert.equal(noteOf([reports[1], reports[0]], 'R1'), 'not by TransUnion')
})

test('two accounts of one creditor and type show their opening date and limit', () => {
  const [card, twin] = [
    { ...ACCOUNT, number: undefined, limit: 9_000 },
    { ...ACCOUNT, number: undefined, id: 'Account2', opened: '2011-04', highCredit: 22_500 },
  ]
  const other = { ...ACCOUNT, id: 'Account3', creditor: 'PINE CARD', number: undefined }
  const report = (id: string) => ({
    ...{ summary: { id }, delivered: ['Equifax'] },
    accounts: [card, twin, other],
  })
  const reports = [report('R1'), report('R2')] as unknown as Reports
  const accounts = [card, twin, other].map(({ id }) => ({ earlier: [id], later: [id] }))
  assert.deepEqual(
    comparedAccounts(reports, { accounts, earlierId: 'R1' }).map(({ what }) => what),
    [
      'Revolving · opened Mar 2019, limit $9,000',
      'Revolving · opened Apr 2011, high credit $22,500',
      'Revolving',
    ],
  )
})

test('payment terms that bureaus abbreviate are shown in words', () => {
  const terms = ['MONTHLY', 'MIN95', 'MIN1250', '360 MO $1,535', 'FLEX NO LIMIT', undefined]
  assert.deepEqual(
    terms.map((each) => termsText(each)),
    ['Monthly', 'Minimum $95', 'Minimum $1,250', '360 MO $1,535', 'Flex no limit', ''],
  )
  assert.equal(termsText('MIN95', 95), 'Minimum', 'the amount is in the line above')
})
