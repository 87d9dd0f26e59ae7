/** The figures in the summaries of a report. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CreditFile, FileAccount, FilePublicRecord } from '../../../src/bureaus/bureau.ts'
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'
import type { MergeInput } from '../../../src/reports/merge/merge.ts'
import { SUMMARY_NAME, SUMMARY_ROWS, summaryReference } from '../../../src/reports/merge/summary.ts'
import { account, file, merged } from './merge-files.ts'

/** Returns the figures of a borrower by name. */
function figures(
  files: readonly (readonly CreditFile[])[],
  borrower = 0,
  changes: Partial<MergeInput> = {},
): Record<string, string> {
  const sets = merged(files, changes).summaries[borrower]?._DATA_SET ?? []
  return Object.fromEntries(sets.map((set) => [set._Name, set._Value]))
}

let numbers = 1000
/** Returns an account that matches no other. */
const other = (changes: Partial<FileAccount>) => {
  numbers += 1
  return account({ _AccountIdentifier: String(numbers), ...changes })
}

const mortgage = { _AccountType: 'Mortgage', CreditLoanType: 'Mortgage' } as const
const auto = { _AccountType: 'Installment', CreditLoanType: 'Automobile' } as const

/** Accounts of one file, and figures of the summary. */
const cases: readonly [string, readonly FileAccount[], Record<string, string>][] = [
  [
    'accounts are counted by category',
    [
      other(mortgage),
      other({ CreditLoanType: 'HomeEquityLineOfCredit' }),
      other(auto),
      other({}),
      other({ _AccountType: 'CreditLine', CreditLoanType: undefined }),
      other({ _AccountType: 'Open', CreditLoanType: undefined }),
      other({ _AccountType: 'Open', CreditLoanType: 'Collection' }),
      other({ _AccountType: 'Unknown', CreditLoanType: undefined }),
    ],
    {
      MortgageAccounts: '2',
      InstallmentAccounts: '1',
      RevolvingAccounts: '2',
      OpenAccounts: '1',
      OtherAccounts: '2',
      TotalAccounts: '8',
    },
  ],
  [
    'without a payment pattern, late payments of a mortgage are those with dated ratings',
    [
      other({
        ...mortgage,
        _LATE_COUNT: { _30Days: 2, _60Days: 1, _90Days: 0 },
        _PRIOR_ADVERSE_RATING: [
          { _Code: '2', _Type: 'Late30Days', _Date: '2024-03' },
          { _Code: '3', _Type: 'Late60Days', _Date: '2024-02' },
          { _Code: '2', _Type: 'Late30Days', _Date: '2023-01' },
        ],
      }),
    ],
    { MortgageLatePayments12Months: '2', MortgageLatePayments13To24Months: '1' },
  ],
  [
    'a late payment dated after the report is not counted',
    [
      other({
        ...mortgage,
        _PRIOR_ADVERSE_RATING: [
          { _Code: '2', _Type: 'Late30Days', _Date: '2024-03' },
          { _Code: '2', _Type: 'Late30Days', _Date: '2099-03' },
        ],
      }),
    ],
    { MortgageLatePayments12Months: '1' },
  ],
  [
    'amounts are added up by category and in total',
    [
      other({
        ...mortgage,
        _UnpaidBalanceAmount: 200_000,
        _MonthlyPaymentAmount: 1500,
        _HighCreditAmount: 250_000,
      }),
      other({
        ...auto,
        _UnpaidBalanceAmount: 8000,
        _MonthlyPaymentAmount: 300,
        _PastDueAmount: 600,
      }),
    ],
    {
      MortgageBalance: '200000',
      MortgageMonthlyPayment: '1500',
      MortgageHighCredit: '250000',
      InstallmentPastDue: '600',
      TotalBalance: '208000',
      TotalMonthlyPayment: '1800',
      TotalPastDue: '600',
      HighestHighCredit: '250000',
      LowestHighCredit: '250000',
    },
  ],
  [
    'late payments are counted as of now and over the history',
    [
      other({ ...auto, _PAYMENT_PATTERN: { _Data: '21CC1', _StartDate: '2024-05' } }),
      other({ ...auto, _PAYMENT_PATTERN: { _Data: 'C43C', _StartDate: '2024-05' } }),
    ],
    {
      InstallmentLate30DaysCurrent: '0',
      InstallmentLate60DaysCurrent: '1',
      InstallmentLate30DaysHistorical: '2',
      InstallmentLate60DaysHistorical: '1',
      InstallmentLate90DaysHistorical: '2',
      TotalLate60DaysCurrent: '1',
      MortgageLate30DaysHistorical: '0',
      AccountsLateNow: '1',
      AccountsPaidAsAgreed: '1',
      AccountsEverAdverse: '2',
      DerogatoryAccounts: '1',
    },
  ],
  [
    'collections, charge-offs, repossessions and bankruptcies are counted',
    [
      other({
        _AccountType: 'Open',
        CreditLoanType: 'Collection',
        _CURRENT_RATING: { _Code: '9', _Type: 'Collection' },
        _UnpaidBalanceAmount: 340,
      }),
      other({ _CURRENT_RATING: { _Code: '9', _Type: 'ChargeOff' } }),
      other({ ...auto, _PAYMENT_PATTERN: { _Data: '8C', _StartDate: '2024-05' } }),
      other({ _CURRENT_RATING: { _Code: '7', _Type: 'WageEarnerPlan' } }),
    ],
    {
      Collections: '1',
      CollectionBalance: '340',
      ChargeOffs: '1',
      RepossessionsAndForeclosures: '1',
      AccountsInBankruptcy: '1',
    },
  ],
  [
    'disputed, counseling, authorized user and joint accounts are counted',
    [
      other({ _ConsumerDisputeIndicator: true }),
      other({ CreditCounselingIndicator: true, _AccountOwnershipType: 'AuthorizedUser' }),
      other({ _AccountOwnershipType: 'JointParticipating' }),
    ],
    {
      DisputedAccounts: '1',
      CounselingAccounts: '1',
      AuthorizedUserAccounts: '1',
      JointAccounts: '1',
      TotalUnratedAccounts: '3',
    },
  ],
  [
    'account ages are based on the opening dates',
    [
      other({ _AccountOpenedDate: '2010-02' }),
      other({ _AccountOpenedDate: '2023-12-01' }),
      other({ _AccountOpenedDate: '2023-11-30' }),
    ],
    {
      OldestAccountDate: '2010-02',
      NewestAccountDate: '2023-12-01',
      AccountsOpenedIn6Months: '1',
    },
  ],
  [
    'available credit includes only open revolving accounts with a limit and a balance',
    [
      other({ _CreditLimitAmount: 1000, _UnpaidBalanceAmount: 300 }),
      other({ _CreditLimitAmount: 2000, _UnpaidBalanceAmount: 375 }),
      other({ _UnpaidBalanceAmount: 5000 }),
      other({ _CreditLimitAmount: 7000 }),
      other({ _CreditLimitAmount: 9000, _AccountStatusType: 'Closed' }),
    ],
    { RevolvingLimit: '3000', RevolvingAvailable: '2325', RevolvingUtilizationPercent: '23' },
  ],
  [
    'an exceeded limit leaves no available credit',
    [other({ _CreditLimitAmount: 1000, _UnpaidBalanceAmount: 1100 })],
    { RevolvingAvailable: '0', RevolvingUtilizationPercent: '110' },
  ],
  [
    'open and closed accounts are counted separately',
    [
      other({ _AccountStatusType: 'Paid' }),
      other({ _AccountStatusType: 'Transferred' }),
      other({}),
    ],
    { RevolvingOpenAccounts: '1', RevolvingClosedAccounts: '2' },
  ],
]

for (const [title, accounts, expected] of cases) {
  test(`summary: ${title}`, () => {
    const found = figures([[file('Equifax', { accounts })]])
    const names = Object.keys(expected)
    assert.deepEqual(Object.fromEntries(names.map((name) => [name, found[name]])), expected)
  })
}

test('files are counted by the status of the bureaus’ responses', () => {
  const found = figures([
    [
      file('Equifax', { inFileDate: '2001-10' }),
      file('Experian', { status: 'NoFileReturnedCreditFreeze' }),
      file('TransUnion', { status: 'NoFileReturnedError', inFileDate: '1999-03-01' }),
    ],
  ])
  assert.equal(found.FilesAsked, '3')
  assert.equal(found.FilesDelivered, '1')
  assert.equal(found.FilesFrozen, '1')
  assert.equal(found.FilesNoHit, '0')
  assert.equal(found.FilesFailed, '1')
  assert.equal(found.IdentityOnFileDate, '1999-03-01')
  assert.equal(found.AsOfDate, '2024-06-01')
})

test('inquiries are counted for 90 days and a year, with and without repetitions on the same day', () => {
  const inquiry = (_Name: string, _Date: string) => ({ subscriberCode: '7', _Name, _Date })
  const inquiries = [
    inquiry('LENDER', '2024-05-01'),
    inquiry('CARDS', '2024-03-03'),
    inquiry('CARDS', '2024-03-02'),
    inquiry('CARDS', '2023-06-02'),
    inquiry('CARDS', '2023-06-01'),
  ]
  const found = figures([
    [
      file('Equifax', { inquiries }),
      file('Experian', { inquiries: [inquiry('Lender.', '2024-05-01')] }),
    ],
  ])
  assert.deepEqual(
    ['90Days', '90DaysSameDay', '90DaysRemaining', '1Year', '1YearSameDay', '1YearRemaining'].map(
      (name) => found[`Inquiries${name}`],
    ),
    ['3', '1', '2', '5', '1', '4'],
  )
})

test('public records are counted by kind and age', () => {
  const record = (_Type: FilePublicRecord['_Type'], _FiledDate: string): FilePublicRecord => ({
    subscriberCode: '9',
    _ConsumerDisputeIndicator: false,
    _DerogatoryDataIndicator: true,
    _Type,
    _FiledDate,
  })
  const publicRecords = [
    record('BankruptcyChapter13', '2023-02'),
    record('TaxLienState', '2022-06'),
    record('Judgment', '2020'),
  ]
  const found = figures([[file('Equifax', { publicRecords })]])
  assert.deepEqual(
    ['PublicRecords', 'PublicRecordsIn2Years', 'Bankruptcies', 'Liens', 'Judgments'].map(
      (name) => found[name],
    ),
    ['3', '2', '1', '1', '1'],
  )
})

test('an account of both borrowers counts for each, with the ownership of each', () => {
  const owner = account({ _UnpaidBalanceAmount: 70 })
  const files = [
    [file('Equifax', { accounts: [owner] })],
    [file('Equifax', { accounts: [{ ...owner, _AccountOwnershipType: 'AuthorizedUser' }] })],
  ] as const
  const [first, second] = [figures(files, 0), figures(files, 1)]
  assert.deepEqual([first.TotalBalance, second.TotalBalance], ['70', '70'])
  assert.deepEqual([first.AuthorizedUserAccounts, second.AuthorizedUserAccounts], ['0', '1'])
})

test('an account of one borrower does not count for the other', () => {
  const files = [[file('Equifax', { accounts: [account()] })], [file('Equifax')]]
  assert.deepEqual([figures(files, 0).TotalAccounts, figures(files, 1).TotalAccounts], ['1', '0'])
})

test('an account on several files is counted once, and as merged', () => {
  const found = figures([BUREAUS.map((bureau) => file(bureau, { accounts: [account()] }))])
  assert.deepEqual([found.TotalAccounts, found.MergedAccounts], ['1', '1'])
})

test('the summary of a mortgage-only report includes only mortgages', () => {
  const files = [[file('Equifax', { accounts: [other(mortgage), other(auto)] })]]
  const found = figures(files, 0, { scope: 'mortgages' })
  assert.deepEqual([found.TotalAccounts, found.InstallmentAccounts], ['1', '0'])
})

test('a summary lists every data set by name, including zeros, and no name has a bureau in it', () => {
  const [summary] = merged([[file('Equifax')]]).summaries
  assert.equal(summary?._Name, SUMMARY_NAME)
  assert.deepEqual(
    summary?._DATA_SET?.map((set) => set._Name),
    SUMMARY_ROWS.map((row) => row.name),
  )
  const names = SUMMARY_ROWS.map((row) => row.name)
  assert.equal(new Set(names).size, names.length)
  assert.ok(names.every((name) => !BUREAUS.some((bureau) => name.includes(bureau))))
})

test('the reference of the summary lists every data set with a sentence', () => {
  const page = summaryReference()
  for (const { name, doc } of SUMMARY_ROWS) {
    assert.ok(page.includes(`| \`${name}\` | ${doc} |`), name)
    assert.match(doc, /^[A-Z].*\.$/)
  }
})
