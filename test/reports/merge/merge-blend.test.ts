/** How the bureaus' reports of one account are blended into one line. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileAccount } from '../../../src/bureaus/bureau.ts'
import type { Comment } from '../../../src/documents/tables/tradelines.ts'
import { account, mergedAccounts } from './merge-files.ts'

type Changes = Partial<FileAccount>

/**
 * Merges reports of one account by Equifax, Experian and TransUnion, which must result in one line.
 */
function line(equifax: Changes, experian?: Changes, transUnion?: Changes) {
  const lines = mergedAccounts({
    Equifax: [account(equifax)],
    ...(experian && { Experian: [account(experian)] }),
    ...(transUnion && { TransUnion: [account(transUnion)] }),
  })
  const [only] = lines
  assert.ok(only !== undefined && lines.length === 1)
  return only
}

const late = { _AccountReportedDate: '2024-05-20' } as const
const early = { _AccountReportedDate: '2024-04-20' } as const

/** Reports by Equifax and Experian, and the values of the line. */
// biome-ignore format: a table
const values: readonly [title: string, equifax: Changes, experian: Changes, expected: object][] = [
  ['the balance is that of the latest report', { ...early, _UnpaidBalanceAmount: 900 }, { ...late, _UnpaidBalanceAmount: 100 }, { _UnpaidBalanceAmount: 100, _AccountReportedDate: '2024-05-20' }],
  ['of two reports of the same day, the larger balance is used', { ...late, _UnpaidBalanceAmount: 100 }, { ...late, _UnpaidBalanceAmount: 150 }, { _UnpaidBalanceAmount: 150 }],
  ['the date of the balance is that of the same report', { ...early, _UnpaidBalanceAmount: 900, _AccountBalanceDate: '2024-04-18' }, { ...late, _UnpaidBalanceAmount: 100, _AccountBalanceDate: '2024-05-18' }, { _AccountBalanceDate: '2024-05-18' }],
  ['a balance that the latest report omits is taken from the other', { ...early, _UnpaidBalanceAmount: 900 }, late, { _UnpaidBalanceAmount: 900 }],
  ['an account that was paid later has no earlier balance', { ...early, _UnpaidBalanceAmount: 900, _MonthlyPaymentAmount: 30, _PastDueAmount: 60 }, { ...late, _AccountStatusType: 'Paid', _AccountPaidDate: '2024-05-19' }, { _AccountStatusType: 'Paid', _AccountPaidDate: '2024-05-19', _UnpaidBalanceAmount: undefined, _MonthlyPaymentAmount: undefined, _PastDueAmount: undefined }],
  ['a reopened account has no closing date', { ...early, _AccountStatusType: 'Closed', _AccountClosedDate: '2024-04-01' }, late, { _AccountStatusType: 'Open', _AccountClosedDate: undefined }],
  ['a missing closing date is taken from the other report if the account has ended', { ...early, _AccountStatusType: 'Closed', _AccountClosedDate: '2024-04-01' }, { ...late, _AccountStatusType: 'Paid' }, { _AccountClosedDate: '2024-04-01' }],
  ['a debt that is still owed has no payoff date of another bureau', { ...early, _AccountStatusType: 'Paid', _AccountPaidDate: '2024-04-02' }, { ...late, _AccountStatusType: 'Closed', _UnpaidBalanceAmount: 900 }, { _UnpaidBalanceAmount: 900, _AccountPaidDate: undefined }],
  ['limit and high credit are taken from the bureau that reports them', { ...late, _CreditLimitAmount: 5000 }, { ...early, _HighCreditAmount: 3100 }, { _CreditLimitAmount: 5000, _HighCreditAmount: 3100 }],
  ['the highest credit of a card is the highest of all bureaus', { ...late, _AccountType: 'Revolving', _HighCreditAmount: 419 }, { ...early, _AccountType: 'Revolving', _HighCreditAmount: 1418 }, { _HighCreditAmount: 1418 }],
  ['the amount of a loan is that of the latest entry', { ...late, _AccountType: 'Installment', _HighCreditAmount: 9000 }, { ...early, _AccountType: 'Installment', _HighCreditAmount: 9500 }, { _HighCreditAmount: 9000 }],
  ['the highest balance is the highest of all bureaus', { ...late, _HighBalanceAmount: 10 }, { ...early, _HighBalanceAmount: 20 }, { _HighBalanceAmount: 20 }],
  ['of two reports of the same month, the larger amount past due is used', { ...late, _PastDueAmount: 0 }, { _AccountReportedDate: '2024-05-02', _PastDueAmount: 80 }, { _PastDueAmount: 80 }],
  ['an amount past due from an earlier month is ignored', { ...late, _PastDueAmount: 0 }, { ...early, _PastDueAmount: 80 }, { _PastDueAmount: 0 }],
  ['an amount past due from an earlier month is ignored if the account is paid as agreed now', { ...late, _PAYMENT_PATTERN: { _Data: 'C', _StartDate: '2024-05' } }, { ...early, _PastDueAmount: 80, _PAYMENT_PATTERN: { _Data: '1', _StartDate: '2024-04' } }, { _PastDueAmount: undefined }],
  ['an amount past due that the latest report omits is taken from the other if the account is late', { ...late, _PAYMENT_PATTERN: { _Data: '2', _StartDate: '2024-05' } }, { ...early, _PastDueAmount: 80 }, { _PastDueAmount: 80 }],
  ['the account number with the most visible digits is used', { _AccountIdentifier: '426684XXXXXX' }, {}, { _AccountIdentifier: '4266841234567890' }],
  ['the opening day is taken from the bureau that reports it', { ...late, _AccountOpenedDate: '2019-03' }, { ...early, _AccountOpenedDate: '2019-03-14' }, { _AccountOpenedDate: '2019-03-14' }],
  ['if the opening months differ, that of the latest report is used', { ...late, _AccountOpenedDate: '2019-04' }, { ...early, _AccountOpenedDate: '2019-03-14' }, { _AccountOpenedDate: '2019-04' }],
  ['the last activity is the latest of all bureaus', { ...late, _LastActivityDate: '2024-01' }, { ...early, _LastActivityDate: '2024-03-02' }, { _LastActivityDate: '2024-03-02' }],
  ['a known account type takes precedence over an unknown one', { ...late, _AccountType: 'Unknown' }, early, { _AccountType: 'Revolving' }],
  ['a stated loan type takes precedence over an unknown one', { ...late, CreditLoanType: 'UnknownLoanType' }, early, { CreditLoanType: 'CreditCard' }],
  ['an owner takes precedence over an authorized user', { _AccountOwnershipType: 'AuthorizedUser' }, { _AccountOwnershipType: 'Individual' }, { _AccountOwnershipType: 'Individual' }],
  ['a dispute at one bureau marks the merged account', {}, { _ConsumerDisputeIndicator: true }, { _ConsumerDisputeIndicator: true }],
  ['a derogatory mark of one bureau marks the merged account', { _DerogatoryDataIndicator: true }, {}, { _DerogatoryDataIndicator: true }],
  ['credit counseling at one bureau marks the merged account', {}, { CreditCounselingIndicator: true }, { CreditCounselingIndicator: true }],
  ['a closed account has no minimum payment from before the closing', { ...early, _MonthlyPaymentAmount: 58, _TermsDescription: 'MIN58' }, { ...late, _AccountStatusType: 'Closed' }, { _MonthlyPaymentAmount: undefined, _TermsDescription: undefined }],
  ['terms with a figure are those of the monthly payment', { ...early, _MonthlyPaymentAmount: 25, _TermsDescription: 'MIN25' }, { ...late, _MonthlyPaymentAmount: 0 }, { _MonthlyPaymentAmount: 0, _TermsDescription: undefined }],
  ['terms that the latest report omits are taken from another with its payment', { ...early, _MonthlyPaymentAmount: 25, _TermsDescription: 'MIN25' }, { ...late, _MonthlyPaymentAmount: 25 }, { _TermsDescription: 'MIN25' }],
  ['terms without a figure are taken from any bureau', { ...early, _MonthlyPaymentAmount: 25, _TermsDescription: 'MONTHLY' }, { ...late, _AccountStatusType: 'Paid' }, { _TermsDescription: 'MONTHLY' }],
  ['amount and date of an earlier charge-off are retained', { ...late }, { ...early, _ChargeOffAmount: 700, _ChargeOffDate: '2024-02' }, { _ChargeOffAmount: 700, _ChargeOffDate: '2024-02' }],
]

for (const [title, equifax, experian, expected] of values) {
  test(`blending: ${title}`, () => {
    const found = line(equifax, experian)
    const names = Object.keys(expected) as (keyof typeof found)[]
    assert.deepEqual(Object.fromEntries(names.map((name) => [name, found[name]])), expected)
  })
}

const pattern = (_Data: string, _StartDate: string) => ({ _PAYMENT_PATTERN: { _Data, _StartDate } })

/** Patterns with their start months, and the blended pattern. */
// biome-ignore format: a table
const histories: readonly [title: string, ...patterns: (readonly [string, string])[]][] = [
  ['a single pattern is unchanged', ['C1XNC', '2024-05'], ['C1XNC', '2024-05']],
  ['the worse rating of each month is used', ['C1CC', '2024-05'], ['CC2C', '2024-05'], ['C12C', '2024-05']],
  ['patterns are aligned by month', ['CCCC', '2024-05'], ['1CC', '2024-04'], ['C1CC', '2024-05']],
  ['a longer pattern adds its earlier months', ['CC', '2024-05'], ['CC3C', '2024-05'], ['CC3C', '2024-05']],
  ['months that no bureau covers have no data', ['CC', '2024-05'], ['11', '2024-01'], ['CCXX11', '2024-05']],
  ['as agreed takes precedence over no activity, and no activity over no data', ['XNX', '2024-05'], ['NCX', '2024-05'], ['NCX', '2024-05']],
  ['a charge-off takes precedence over late payments', ['69', '2024-05'], ['96', '2024-05'], ['99', '2024-05']],
  ['a current charge-off remains even if another bureau reported later', ['CC', '2024-05'], ['9C', '2024-04'], ['99C', '2024-05']],
  ['a charge-off is not interrupted by the months that another bureau reported later', ['CCCXC', '2024-05'], ['9C', '2024-01'], ['99999C', '2024-05']],
  ['a late payment that another bureau reports after a charge-off is retained', ['CC1CC', '2024-05'], ['9C', '2024-01'], ['99199C', '2024-05']],
  ['a late payment that was made up later is not the current rating', ['CC', '2024-05'], ['1C', '2024-04'], ['C1C', '2024-05']],
]

for (const [title, ...patterns] of histories) {
  test(`history: ${title}`, () => {
    const reports = patterns.slice(0, -1).map(([data, start]) => pattern(data, start))
    const [data, start] = patterns.at(-1) ?? []
    const found = line(reports[0] ?? {}, reports[1], reports[2])
    assert.deepEqual(found._PAYMENT_PATTERN, { _Data: data, _StartDate: start })
    assert.equal(found._MonthsReviewedCount, data?.length)
  })
}

test('pattern, ratings and counts go back seven years from the report', () => {
  // Merged in June 2024, so the oldest month that may be reported is June 2017.
  const found = line(pattern('C'.repeat(150), '2024-05'), pattern('1'.repeat(100), '2017-07'))
  assert.equal(found._PAYMENT_PATTERN?._Data, `${'C'.repeat(82)}11`)
  assert.equal(found._MonthsReviewedCount, 84)
  assert.deepEqual(
    found._PRIOR_ADVERSE_RATING?.map(({ _Date }) => _Date),
    ['2017-07', '2017-06'],
  )
  assert.equal(found._LATE_COUNT?._30Days, 2)
})

test('a rating older than seven years is omitted, whichever field has it', () => {
  const old = { _Code: '5', _Type: 'LateOver120Days', _Date: '2017-05' } as const
  const found = line(
    account({
      _PAYMENT_PATTERN: { _Data: 'CCC', _StartDate: '2024-05' },
      _PRIOR_ADVERSE_RATING: [old],
      _HIGHEST_ADVERSE_RATING: old,
      _MOST_RECENT_ADVERSE_RATING: old,
    }),
  )
  assert.deepEqual(found._PRIOR_ADVERSE_RATING, [])
  assert.equal(found._HIGHEST_ADVERSE_RATING, undefined)
  assert.equal(found._MOST_RECENT_ADVERSE_RATING, undefined)
})

test('ratings and counts are computed from the blended pattern', () => {
  const found = line(pattern('1C2C', '2024-05'), pattern('C3C5', '2024-05'))
  assert.deepEqual(found._PAYMENT_PATTERN?._Data, '1325')
  assert.deepEqual(found._CURRENT_RATING, { _Code: '2', _Type: 'Late30Days' })
  assert.deepEqual(found._PRIOR_ADVERSE_RATING, [
    { _Code: '2', _Type: 'Late30Days', _Date: '2024-05' },
    { _Code: '4', _Type: 'Late90Days', _Date: '2024-04' },
    { _Code: '3', _Type: 'Late60Days', _Date: '2024-03' },
    { _Code: '6', _Type: 'LateOver120Days', _Date: '2024-02' },
  ])
  assert.equal(found._MOST_RECENT_ADVERSE_RATING?._Date, '2024-05')
  assert.equal(found._HIGHEST_ADVERSE_RATING?._Date, '2024-02')
  assert.deepEqual(found._LATE_COUNT, { _30Days: 1, _60Days: 1, _90Days: 2 })
  assert.equal(found._DerogatoryDataIndicator, true)
})

/** Pattern characters and the rating of the month, as in real merged reports. */
const meanings: readonly [string, string, string][] = [
  ['X', 'U', 'NoDataAvailable'],
  ['C', '1', 'AsAgreed'],
  ['1', '2', 'Late30Days'],
  ['2', '3', 'Late60Days'],
  ['3', '4', 'Late90Days'],
  ['4', '5', 'LateOver120Days'],
  ['5', '6', 'LateOver120Days'],
  ['6', '6', 'LateOver120Days'],
  ['7', '7', 'BankruptcyOrWageEarnerPlan'],
  ['8', '8', 'Repossession'],
  ['9', '9', 'ChargeOff'],
]

for (const [character, _Code, _Type] of meanings) {
  test(`a first month of ${character} is rated ${_Code}, ${_Type}`, () => {
    assert.deepEqual(line(pattern(`${character}C`, '2024-05'))._CURRENT_RATING, { _Code, _Type })
  })
}

test('an account that is too new to be rated keeps this rating', () => {
  const tooNew = { _Code: '0', _Type: 'TooNew' } as const
  const found = line({ ...pattern('X', '2024-05'), _CURRENT_RATING: tooNew })
  assert.deepEqual(found._CURRENT_RATING, tooNew)
})

test('a rating of 9 has the type that the bureaus report, or a combined type if they differ', () => {
  const rated = (_Type: 'ChargeOff' | 'Collection') => ({
    ...pattern('9C', '2024-05'),
    _CURRENT_RATING: { _Code: '9', _Type },
  })
  assert.equal(line(rated('Collection'))._CURRENT_RATING?._Type, 'Collection')
  assert.equal(
    line(rated('Collection'), rated('ChargeOff'))._CURRENT_RATING?._Type,
    'CollectionOrChargeOff',
  )
})

test('a rating of 8 for a mortgage is a foreclosure if no bureau states the type', () => {
  const found = line({
    ...pattern('8', '2024-05'),
    _AccountType: 'Mortgage',
    CreditLoanType: 'Mortgage',
  })
  assert.equal(found._CURRENT_RATING?._Type, 'Foreclosure')
})

test('a rating that is worse than the pattern of its month replaces the month in the pattern', () => {
  const rating = { _Code: '4', _Type: 'Late90Days', _Date: '2024-04' } as const
  const found = line({ ...pattern('C1C', '2024-05'), _PRIOR_ADVERSE_RATING: [rating] })
  assert.equal(found._PAYMENT_PATTERN?._Data, 'C3C')
  assert.deepEqual(found._PRIOR_ADVERSE_RATING, [rating])
})

test('a rating from before the pattern is retained', () => {
  const rating = { _Code: '5', _Type: 'LateOver120Days', _Date: '2020-01' } as const
  const found = line(
    { ...pattern('C1', '2024-05'), _PRIOR_ADVERSE_RATING: [rating] },
    pattern('CC', '2024-05'),
  )
  assert.deepEqual(
    found._PRIOR_ADVERSE_RATING?.map((prior) => prior._Date),
    ['2024-04', '2020-01'],
  )
  assert.equal(found._HIGHEST_ADVERSE_RATING?._Date, '2020-01')
  assert.deepEqual(found._LATE_COUNT, { _30Days: 1, _60Days: 0, _90Days: 1 })
})

test('the highest rating retains the day and amount that a bureau reports', () => {
  const rating = { _Amount: 250, _Code: '3', _Date: '2024-03-17', _Type: 'Late60Days' } as const
  const found = line({ ...pattern('CC2C', '2024-05'), _HIGHEST_ADVERSE_RATING: rating })
  assert.deepEqual(found._HIGHEST_ADVERSE_RATING, rating)
})

test('a highest rating that is missing in the pattern of its month is added to it', () => {
  const rating = { _Code: '4', _Date: '2024-03-17', _Type: 'Late90Days' } as const
  const found = line({ ...pattern('C1CC', '2024-05'), _HIGHEST_ADVERSE_RATING: rating })
  assert.equal(found._PAYMENT_PATTERN?._Data, 'C13C')
  assert.equal(found._LATE_COUNT?._90Days, 1)
})

test('without any pattern, the worst reported values are used', () => {
  const found = line(
    {
      _CURRENT_RATING: { _Code: '1', _Type: 'AsAgreed' },
      _LATE_COUNT: { _30Days: 2, _60Days: 0, _90Days: 0 },
      _MonthsReviewedCount: 40,
    },
    {
      _CURRENT_RATING: { _Code: '2', _Type: 'Late30Days' },
      _LATE_COUNT: { _30Days: 1, _60Days: 1, _90Days: 0 },
      _MonthsReviewedCount: 48,
      _HIGHEST_ADVERSE_RATING: { _Code: '3', _Type: 'Late60Days' },
    },
  )
  assert.equal(found._PAYMENT_PATTERN, undefined)
  assert.deepEqual(found._CURRENT_RATING, { _Code: '2', _Type: 'Late30Days' })
  assert.equal(found._HIGHEST_ADVERSE_RATING?._Type, 'Late60Days')
  assert.deepEqual(
    { ...found._LATE_COUNT, _120Days: undefined },
    { _30Days: 2, _60Days: 1, _90Days: 0, _120Days: undefined },
  )
  assert.equal(found._MonthsReviewedCount, 48)
})

test('the rating of the bureau that reported last is current, even without a pattern', () => {
  const found = line(
    { ...pattern('CCCC', '2024-03'), _AccountReportedDate: '2024-03-10' },
    {
      _AccountReportedDate: '2024-05-20',
      _CURRENT_RATING: { _Code: '4', _Type: 'Late90Days' },
      _PastDueAmount: 240,
    },
  )
  assert.deepEqual(found._PAYMENT_PATTERN, { _Data: '3XCCCC', _StartDate: '2024-05' })
  assert.deepEqual(found._CURRENT_RATING, { _Code: '4', _Type: 'Late90Days' })
  assert.equal(found._MOST_RECENT_ADVERSE_RATING?._Date, '2024-05-20')
})

test('an adverse rating of a month after the patterns is added to the history', () => {
  const found = line({ ...pattern('CC', '2024-03'), ...lateOn('2024-04') })
  assert.deepEqual(found._PAYMENT_PATTERN, { _Data: '1CC', _StartDate: '2024-04' })
})

test('a rating of a month after the report does not extend the history', () => {
  const found = line({ ...pattern('CC', '2024-03'), ...lateOn('2042-04') })
  assert.deepEqual(found._PAYMENT_PATTERN, { _Data: 'CC', _StartDate: '2024-03' })
})

const countOf = (_30Days: number, _60Days: number, _90Days: number) => ({
  _LATE_COUNT: { _30Days, _60Days, _90Days },
})
const lateOn = (_Date: string) => ({
  _PRIOR_ADVERSE_RATING: [{ _Code: '2', _Type: 'Late30Days', _Date }] as const,
})

/** Reports of the bureaus, and the line's numbers of payments that are 30, 60 and 90 days late. */
const counted: readonly [string, readonly Partial<FileAccount>[], readonly number[]][] = [
  [
    'a rating outside the pattern that the bureau also counts is counted once',
    [{ ...pattern('CCC', '2024-05'), ...countOf(1, 0, 0), ...lateOn('2023-10') }],
    [1, 0, 0],
  ],
  [
    'a count that exceeds the dated late payments is used',
    [{ ...pattern('C1C', '2024-05'), ...countOf(3, 1, 0) }],
    [3, 1, 0],
  ],
  [
    'a month that one bureau dates and another only counts is counted once',
    [pattern('C1C', '2024-05'), countOf(1, 0, 0)],
    [1, 0, 0],
  ],
  [
    'a month that bureaus rate differently is counted by the worse rating',
    [
      { ...pattern('C1C', '2024-05'), ...countOf(1, 0, 0) },
      { ...pattern('C2C', '2024-05'), ...countOf(0, 1, 0) },
    ],
    [0, 1, 0],
  ],
  [
    'a month that another bureau rates as charged off is not late',
    [{ ...pattern('C1C', '2024-05'), ...countOf(1, 0, 0) }, pattern('C9C', '2024-05')],
    [0, 0, 0],
  ],
  [
    'if late payments are only counted, the larger number is used',
    [pattern('C2C', '2024-05'), countOf(3, 0, 0)],
    [2, 1, 0],
  ],
  ['ratings without a pattern or a count are counted', [lateOn('2023-10')], [1, 0, 0]],
]

for (const [title, [one = {}, another], expected] of counted) {
  test(`late payments: ${title}`, () => {
    const { _30Days, _60Days, _90Days } = line(one, another)._LATE_COUNT ?? {}
    assert.deepEqual([_30Days, _60Days, _90Days], expected)
  })
}

test('late payments are counted by year if a bureau counts them by year', () => {
  const years = {
    PERIODIC_LATE_COUNT: [{ _Type: 'FirstYear', _30Days: 0, _60Days: 0, _90Days: 0 }],
  } as const
  const found = line({
    ...pattern(`${'C'.repeat(11)}1${'2'.repeat(12)}${'9'.repeat(3)}C3`, '2024-05'),
    _LATE_COUNT: { _30Days: 0, _60Days: 0, _90Days: 0, ...years },
  })
  assert.deepEqual(found._LATE_COUNT, {
    _30Days: 1,
    _60Days: 12,
    _90Days: 1,
    PERIODIC_LATE_COUNT: [
      { _Type: 'FirstYear', _30Days: 1, _60Days: 0, _90Days: 0 },
      { _Type: 'SecondYear', _30Days: 0, _60Days: 12, _90Days: 0 },
      { _Type: 'ThirdYear', _30Days: 0, _60Days: 0, _90Days: 1 },
    ],
  })
})

test('remarks are combined, each text once', () => {
  const remark = (_SourceType: Comment['_SourceType'], _Code: string, text: string): Comment => ({
    _SourceType,
    _Code,
    _Type: 'BureauRemarks',
    _Text: [text],
  })
  const found = line(
    { CREDIT_COMMENT: [remark('Equifax', '1', 'CREDIT CARD'), remark('Equifax', '2', 'CLOSED')] },
    { CREDIT_COMMENT: [remark('Experian', '9', 'Closed'), remark('Experian', '8', 'DISPUTED')] },
  )
  assert.deepEqual(
    found.CREDIT_COMMENT?.map((comment) => [comment._SourceType, comment._Text?.[0]]),
    [
      ['Equifax', 'CREDIT CARD'],
      ['Equifax', 'CLOSED'],
      ['Experian', 'DISPUTED'],
    ],
  )
})
