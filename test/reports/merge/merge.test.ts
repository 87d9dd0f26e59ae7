/** The parts of a merged report besides the accounts, and their order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  FileAccount,
  FileCreditor,
  FileInquiry,
  FilePublicRecord,
  FileScore,
} from '../../../src/bureaus/bureau.ts'
import { CreditReportResponse } from '../../../src/documents/tables/response.ts'
import { mortgageOnlyData, mortgageOnlyFile } from '../../../src/orders/fulfil/write-response.ts'
import { MERGE_TYPE } from '../../../src/reports/merge/merge.ts'
import { keysReference } from '../../../src/reports/merge/report-keys.ts'
import { percentileOf, SCORE_MODELS } from '../../../src/reports/merge/scores.ts'
import { account, file, merged, mergedAccounts } from './merge-files.ts'

const score: FileScore = {
  model: 'EquifaxBeacon5.0',
  value: 712,
  factors: [{ _Code: '00014', _Text: 'LENGTH OF TIME ACCOUNTS HAVE BEEN ESTABLISHED' }],
  inquiriesLowered: true,
  date: '2024-06-01',
}

const frozen = file('Experian', {
  status: 'NoFileReturnedCreditFreeze',
  message: 'CONSUMER REQUESTED SECURITY FREEZE - REPORT UNAVAILABLE',
  person: undefined,
})

test('the merge type of reports is Blend', () => {
  assert.equal(MERGE_TYPE, 'Blend')
})

test('accounts are listed by balance, then open ones without a balance, then the others by name', () => {
  const named = (name: string, number: string, changes: Partial<FileAccount>) =>
    account({ _CREDITOR: { _Name: name }, _AccountIdentifier: number, ...changes })
  const lines = mergedAccounts({
    Equifax: [
      named('CLOSED B', '1001', { _AccountStatusType: 'Paid' }),
      named('OPEN B', '1002', { _UnpaidBalanceAmount: 0 }),
      named('SMALL', '1003', { _UnpaidBalanceAmount: 10 }),
      named('closed a', '1004', { _AccountStatusType: 'Closed', _UnpaidBalanceAmount: 999 }),
      named('LARGE', '1005', { _UnpaidBalanceAmount: 500 }),
      named('OPEN A', '1006', { _AccountStatusType: 'Frozen' }),
    ],
  })
  assert.deepEqual(
    lines.map((line) => [line.CreditLiabilityID, line._CREDITOR?._Name]),
    [
      ['Account1', 'LARGE'],
      ['Account2', 'SMALL'],
      ['Account3', 'OPEN A'],
      ['Account4', 'OPEN B'],
      ['Account5', 'closed a'],
      ['Account6', 'CLOSED B'],
    ],
  )
})

test('files are listed by borrower and bureau, whatever their original order', () => {
  const { files, delivered, referrals } = merged([
    [file('TransUnion'), file('Equifax')],
    [frozen, file('Equifax')],
  ])
  assert.deepEqual(
    files.map((one) => [one.CreditFileID, one.BorrowerID, one.CreditRepositorySourceType]),
    [
      ['File1-EFX', 'B1', 'Equifax'],
      ['File1-TUC', 'B1', 'TransUnion'],
      ['File2-EFX', 'C1', 'Equifax'],
      ['File2-XPN', 'C1', 'Experian'],
    ],
  )
  assert.deepEqual(delivered, ['Equifax', 'TransUnion'])
  assert.deepEqual(
    referrals.map((one) => one._Name),
    ['EQUIFAX INFORMATION SVCS', 'EXPERIAN', 'TRANS UNION'],
  )
})

test('a file that was not returned has the reason, and no data about the person', () => {
  const [found] = merged([[frozen]]).files
  assert.equal(found?._ResultStatusType, 'NoFileReturnedCreditFreeze')
  assert.deepEqual(found?._ALERT_MESSAGE, [
    { _CategoryType: 'CreditFileSuppressed', _Text: [frozen.message] },
  ])
  assert.deepEqual(found?.CREDIT_ERROR_MESSAGE, [
    { _Code: 'ERR', _SourceType: 'Experian', _Text: [frozen.message] },
  ])
  assert.deepEqual(new Set(Object.values(found?._BORROWER ?? { filled: true })), new Set(['']))
})

test('if a bureau gives no reason for a missing file, its status determines the text', () => {
  const [found] = merged([[file('Equifax', { status: 'NoFileReturnedNoHit' })]]).files
  assert.deepEqual(found?.CREDIT_ERROR_MESSAGE?.[0]?._Text, ['No file was found for the person.'])
})

test('alerts, variations and comments of a file are passed on', () => {
  const alert = { _CategoryType: 'FACTAFraudVictimInitial', _Text: ['CALL FIRST'] } as const
  const comment = { _SourceType: 'Equifax', _Type: 'Other', _Text: ['SSN MATCHES'] } as const
  const [found] = merged([
    [
      file('Equifax', {
        alerts: [alert],
        variations: ['DifferentAddress'],
        comments: [comment],
        inFileDate: '2001-10',
      }),
    ],
  ]).files
  assert.deepEqual(found?._ALERT_MESSAGE, [alert])
  assert.deepEqual(found?._VARIATION, [{ _Type: 'DifferentAddress' }])
  assert.deepEqual(found?.CREDIT_COMMENT, [comment])
  assert.equal(found?._InfileDate, '2001-10')
  assert.equal(found?._ResultStatusType, 'FileReturned')
  assert.deepEqual(found?.CREDIT_ERROR_MESSAGE, [])
})

test('a score names its file, and KEYs have its range and percentile', () => {
  const { scores, keys, files } = merged([[file('Equifax', { score })]])
  assert.deepEqual(scores, [
    {
      CreditScoreID: 'Score1-EFX',
      BorrowerID: 'B1',
      CreditFileID: 'File1-EFX',
      CreditReportIdentifier: '700100',
      CreditRepositorySourceType: 'Equifax',
      _Date: '2024-06-01',
      _FACTAInquiriesIndicator: true,
      _ModelNameType: 'EquifaxBeacon5.0',
      _ModelNameTypeOtherDescription: undefined,
      _Value: '712',
      _ExclusionReasonType: undefined,
      _FACTOR: score.factors,
    },
  ])
  assert.equal(files[0]?.CreditScoreID, 'Score1-EFX')
  const values = Object.fromEntries(keys.map((key) => [key._Name, key._Value]))
  assert.equal(values['EquifaxBeacon5.0_MinimumValue'], '334')
  assert.equal(values['EquifaxBeacon5.0_MaximumValue'], '818')
  assert.equal(
    values['CreditScoreRankPercent_CR700100_Score1-EFX'],
    String(percentileOf('EquifaxBeacon5.0', 712)),
  )
})

test('a file without a score has an empty value, and a KEY with the reason', () => {
  const unscored = {
    ...score,
    value: undefined,
    exclusionReason: 'NotScoredInsufficientCredit',
  } as const
  const { scores, keys } = merged([[file('Equifax', { score: unscored })]])
  assert.equal(scores[0]?._Value, '')
  assert.equal(scores[0]?._ExclusionReasonType, 'NotScoredInsufficientCredit')
  const names = keys.map((key) => key._Name)
  assert.ok(!names.some((name) => name.startsWith('CreditScoreRankPercent')))
  assert.equal(
    keys.find((key) => key._Name === 'CreditScoreExclusionReason_CR700100_Score1-EFX')?._Value,
    'NotScoredInsufficientCredit',
  )
})

/** A row of the reference. The groups are the parts of the name before and after the braces. */
const KEY_NAME = /^\| `(?!_Name)([^{`]*)(?:\{[^`]*\})?([^`]*)` \| .*[a-z]/gm

test('a report without scores has no scores and no KEYs about them, and its files name none', () => {
  const { scores, keys, files } = merged([[file('Equifax', { score })]], { scores: false })
  assert.deepEqual(scores, [])
  assert.deepEqual(
    keys.map((key) => key._Name),
    ['FilesAsked', 'FilesDelivered'],
  )
  assert.equal(files[0]?.CreditScoreID, undefined)
})

for (const [model, { minimum, maximum }] of Object.entries(SCORE_MODELS)) {
  test(`percentiles of ${model} rise from 1 to 99 over its range`, () => {
    const name = model as keyof typeof SCORE_MODELS
    let last = 0
    for (let value = minimum; value <= maximum; value += 1) {
      const percent = percentileOf(name, value) ?? 0
      assert.ok(percent >= last && percent >= 1 && percent <= 99 && percent - last <= 2)
      last = percent
    }
    assert.ok((percentileOf(name, minimum) ?? 99) <= 2)
    assert.ok(last >= 90)
  })
}

test('where personal data is masked, KEYs of the service are shown and KEYs of a client are not', () => {
  const unscored = { ...score, exclusionReason: 'NotScoredInsufficientCredit' } as const
  const without = { ...unscored, value: undefined }
  const { keys } = merged([[file('Equifax', { score }), file('Experian', { score: without })]])
  // The response itself adds the last three.
  const names = [...keys.map(({ _Name }) => _Name), 'ReportOrigin', 'Simulated', 'RequestNote']
  for (const [, before = '', after = ''] of keysReference().matchAll(KEY_NAME)) {
    assert.ok(
      names.some((name) => name.startsWith(before) && name.endsWith(after)),
      before + after,
    )
  }
  const { isPlain } = CreditReportResponse.children.RESPONSE.element.children.KEY.element
  const isShown = (name: string, value: string) =>
    isPlain?.(new Map(Object.entries({ _Name: name, _Value: value })))
  for (const { _Name, _Value = '' } of keys) assert.equal(isShown(_Name, _Value), true, _Name)
  assert.equal(isShown('ReportOrigin', 'new') && isShown('Simulated', 'Y'), true)
  assert.equal(isShown('LoanOfficer', 'Taylor Sample'), false)
})

test('a model with an unknown distribution has neither range nor percentile', () => {
  const other = { ...score, model: 'ExperianVantageScore' } as const
  const { keys } = merged([[file('Experian', { score: other })]])
  assert.equal(keys.length, 2)
})

test('the reference of KEYs lists every KEY and every score range', () => {
  const page = keysReference()
  for (const name of [
    'RequestNote',
    'FilesAsked',
    '{Model}_MinimumValue',
    'CreditScoreExclusionReason_',
  ]) {
    assert.ok(page.includes(name), name)
  }
  assert.ok(page.includes('| `FICORiskScoreClassic04` | 309 | 839 |'))
})

const bankruptcy: FilePublicRecord = {
  subscriberCode: '999',
  _ConsumerDisputeIndicator: false,
  _DerogatoryDataIndicator: true,
  _CourtName: 'US BKPT CT ME',
  _DocketIdentifier: '19-20344',
  _FiledDate: '2019-08-02',
  _Type: 'BankruptcyChapter7',
}

/** Changes to the record at Experian, and the number of records. */
const records: readonly [string, Partial<FilePublicRecord>, number][] = [
  ['that agree are one record', {}, 1],
  ['whose docket is punctuated differently are one record', { _DocketIdentifier: '1920344' }, 1],
  ['with different dockets are two records', { _DocketIdentifier: '19-20345' }, 2],
  ['of different types are two records', { _Type: 'BankruptcyChapter13' }, 2],
  [
    'whose court is spelled differently are one record',
    { _CourtName: 'BANKRUPTCY COURT MAINE' },
    1,
  ],
  [
    'of which one states a voluntary petition are one record',
    { _Type: 'BankruptcyChapter7Voluntary' },
    1,
  ],
  ['filed on different days are two records', { _FiledDate: '2019-08-03' }, 2],
  ['of which one has no docket are two records', { _DocketIdentifier: undefined }, 2],
]

test('public records that their source has merged are one record, even without a docket', () => {
  const { _DocketIdentifier: _, ...record } = bankruptcy
  const at = (line: number) => [{ ...record, mergedPlace: { merge: 'M1', line } }]
  const countOf = (one: number, other: number) =>
    merged([
      [file('Equifax', { publicRecords: at(one) }), file('Experian', { publicRecords: at(other) })],
    ]).publicRecords.length
  assert.deepEqual([countOf(0, 0), countOf(0, 1)], [1, 2])
})

for (const [title, changes, count] of records) {
  test(`public records ${title}`, () => {
    const { publicRecords } = merged([
      [
        file('Equifax', { publicRecords: [bankruptcy] }),
        file('Experian', { publicRecords: [{ ...bankruptcy, ...changes }] }),
      ],
    ])
    assert.equal(publicRecords.length, count)
    assert.equal(publicRecords.flatMap((one) => one.CREDIT_REPOSITORY ?? []).length, 2)
  })
}

test('a merged public record has the latest disposition and keeps a dispute', () => {
  const { publicRecords } = merged([
    [
      file('Equifax', {
        publicRecords: [
          {
            ...bankruptcy,
            _ReportedDate: '2019-09',
            _DispositionType: 'Filed',
            _AttorneyName: 'A',
          },
        ],
      }),
      file('TransUnion', {
        publicRecords: [
          {
            ...bankruptcy,
            _ConsumerDisputeIndicator: true,
            _ReportedDate: '2020-01',
            _DispositionType: 'Discharged',
            _DispositionDate: '2019-12',
          },
        ],
      }),
    ],
  ])
  const [record] = publicRecords
  assert.equal(record?.CreditPublicRecordID, 'Record1')
  assert.equal(record?.CreditFileID, 'File1-EFX')
  assert.equal(record?._DispositionType, 'Discharged')
  assert.equal(record?._DispositionDate, '2019-12')
  assert.equal(record?._AttorneyName, 'A')
  assert.equal(record?._ConsumerDisputeIndicator, true)
})

// biome-ignore format: a table
const paidDates: readonly (readonly [title: string, latest: Partial<FilePublicRecord>, paid: string | undefined])[] = [
  ['of another bureau with the same disposition', { _DispositionType: 'Satisfied' }, '2020-03'],
  ['of another bureau if no disposition is newer', {}, '2020-03'],
  ['but not if a later report has vacated the record', { _DispositionType: 'Vacated' }, undefined],
  ['but not if it is unsatisfied according to a later report', { _DispositionType: 'Unsatisfied' }, undefined],
]
for (const [title, latest, paid] of paidDates) {
  test(`a merged public record has the date of payment ${title}`, () => {
    const { _DispositionType: _, ...judgment } = { ...bankruptcy, _Type: 'Judgment' } as const
    const satisfied = { _DispositionType: 'Satisfied', _PaidDate: '2020-03' } as const
    const { publicRecords } = merged([
      [
        file('Equifax', {
          publicRecords: [{ ...judgment, ...satisfied, _ReportedDate: '2020-04' }],
        }),
        file('Experian', { publicRecords: [{ ...judgment, ...latest, _ReportedDate: '2020-05' }] }),
      ],
    ])
    assert.deepEqual(
      publicRecords.map((record) => record._PaidDate),
      [paid],
    )
  })
}

test('a public record on both borrowers’ files is listed for each', () => {
  const files = () => [file('Equifax', { publicRecords: [bankruptcy] })]
  const { publicRecords } = merged([files(), files()])
  assert.deepEqual(publicRecords.map((one) => one.BorrowerID).sort(), ['B1', 'C1'])
})

const inquiry: FileInquiry = { subscriberCode: '77', _Name: 'SOME LENDER', _Date: '2024-05-03' }
const lender: FileCreditor = { subscriberCode: '77', name: 'SOME LENDER', phone: '(207) 555-0100' }

test('inquiries are never merged, and the latest come first', () => {
  const { inquiries } = merged([
    [
      file('Equifax', { inquiries: [{ ...inquiry, _Date: '2024-01-03' }, inquiry] }),
      file('Experian', { inquiries: [inquiry, inquiry] }),
    ],
  ])
  assert.deepEqual(
    inquiries.map((one) => [one.CreditInquiryID, one._Date, one.CreditFileID]),
    [
      ['Inquiry1', '2024-05-03', 'File1-EFX'],
      ['Inquiry2', '2024-05-03', 'File1-XPN'],
      ['Inquiry3', '2024-05-03', 'File1-XPN'],
      ['Inquiry4', '2024-01-03', 'File1-EFX'],
    ],
  )
  assert.deepEqual(inquiries[0]?.CREDIT_REPOSITORY, [
    { _SourceType: 'Equifax', _SubscriberCode: '77' },
  ])
})

test('a creditor that two bureaus list identically is one entry, and items refer to it', () => {
  const { tradeReferences, inquiries, liabilities } = merged([
    [
      file('Equifax', {
        creditors: [lender, { subscriberCode: '88', name: 'ANOTHER BANK' }],
        inquiries: [inquiry],
        accounts: [account({ subscriberCode: '88' })],
      }),
      file('Experian', { creditors: [lender] }),
    ],
  ])
  assert.deepEqual(
    tradeReferences.map((entry) => [
      entry.CreditTradeReferenceID,
      entry._Name,
      entry.CREDIT_REPOSITORY?.length,
    ]),
    [
      ['Creditor1', 'ANOTHER BANK', 1],
      ['Creditor2', 'SOME LENDER', 2],
    ],
  )
  assert.equal(inquiries[0]?.CreditTradeReferenceID, 'Creditor2')
  assert.equal(liabilities[0]?.CreditTradeReferenceID, 'Creditor1')
})

const office = {
  address: { street: '18 COVE ST', city: 'CONCORD', state: 'NH', postalCode: '03301' },
  phone: '(603) 555-0161',
}

test('a creditor that bureaus abbreviate differently is one entry, under its fullest name', () => {
  const named = (name: string, subscriberCode: string) => ({ subscriberCode, name, ...office })
  const shorter = named('GRANITE COVE SVGS BK', '1')
  const { tradeReferences, summaries } = merged([
    [
      file('Equifax', {
        creditors: [shorter],
        inquiries: [{ ...inquiry, subscriberCode: '1', _Name: shorter.name }],
      }),
      file('Experian', {
        creditors: [named('GRANITE COVE SAVINGS BANK', '2'), named('GRANITE COVE INSURANCE', '3')],
        inquiries: [{ ...inquiry, subscriberCode: '2', _Name: 'GRANITE COVE SAVINGS BANK' }],
      }),
    ],
  ])
  assert.deepEqual(
    tradeReferences.map((entry) => [entry._Name, entry.CREDIT_REPOSITORY?.length]),
    [
      ['GRANITE COVE INSURANCE', 1],
      ['GRANITE COVE SAVINGS BANK', 2],
    ],
  )
  const figures = new Map(summaries[0]?._DATA_SET?.map(({ _Name, _Value }) => [_Name, _Value]))
  assert.deepEqual(
    [figures.get('Inquiries30Days'), figures.get('Inquiries30DaysRemaining')],
    ['2', '1'],
  )
})

/** Types of accounts, and whether a mortgage-only report lists them. */
const kinds: readonly [FileAccount['_AccountType'], FileAccount['CreditLoanType'], boolean][] = [
  ['Mortgage', undefined, true],
  ['Mortgage', 'FHARealEstateMortgage', true],
  ['Revolving', 'HomeEquityLineOfCredit', true],
  ['Installment', 'SecondMortgage', true],
  ['Installment', 'Automobile', false],
  ['Revolving', 'CreditCard', false],
  ['Open', 'Collection', false],
]

for (const [type, loan, listed] of kinds) {
  test(`a mortgage-only report ${listed ? 'lists' : 'omits'} an account of type ${type} and loan ${loan}`, () => {
    const accounts = [account({ _AccountType: type, CreditLoanType: loan })]
    const { liabilities } = merged([[file('Equifax', { accounts })]], { scope: 'mortgages' })
    assert.equal(liabilities.length, listed ? 1 : 0)
  })
}

test('a mortgage-only report has no public records or inquiries, and only the creditors of its accounts', () => {
  const found = merged(
    [
      [
        file('Equifax', {
          accounts: [
            account({ subscriberCode: '88', _AccountType: 'Mortgage', CreditLoanType: 'Mortgage' }),
          ],
          publicRecords: [bankruptcy],
          inquiries: [inquiry],
          creditors: [lender, { subscriberCode: '88', name: 'HOME LENDER' }],
        }),
      ],
    ],
    { scope: 'mortgages' },
  )
  assert.deepEqual([found.publicRecords, found.inquiries], [[], []])
  assert.deepEqual(
    found.tradeReferences.map((entry) => entry._Name),
    ['HOME LENDER'],
  )
  assert.equal(found.comments.length, 2)
})

test('shape M has one alert with all texts as sentences', () => {
  const [found] = merged([
    [
      file('Equifax', {
        status: 'NoFileReturnedNoHit',
        alerts: [{ _Code: 'F', _Text: [' FRAUD ALERT', 'CALL (207) 555-0100.'] }, { _Text: [''] }],
      }),
    ],
  ]).files
  assert.ok(found)
  assert.deepEqual(mortgageOnlyFile(found)._ALERT_MESSAGE, [
    { _Text: ['FRAUD ALERT. CALL (207) 555-0100. No file was found for the person.'] },
  ])
})

test('shape M names the category of an alert that only a description states', () => {
  const ofac = { _CategoryType: 'Other', _CategoryTypeOtherDescription: 'OFAC' } as const
  const [found] = merged([[file('Equifax', { alerts: [{ ...ofac, _Text: ['Hit'] }] })]]).files
  assert.ok(found)
  assert.deepEqual(mortgageOnlyFile(found)._ALERT_MESSAGE, [{ _Text: ['OFAC: Hit'] }])
})

test('shape M cuts a long alert between two characters, so that it can be written', () => {
  const alerts = [{ _Text: [`${'x'.repeat(3_998)} 😀`] }]
  const [found] = merged([[file('Equifax', { alerts })]]).files
  assert.ok(found)
  assert.deepEqual(mortgageOnlyFile(found)._ALERT_MESSAGE, [{ _Text: [`${'x'.repeat(3_998)} `] }])
})

test('shape M has no alert if the file has none', () => {
  const [found] = merged([[file('Equifax')]]).files
  assert.ok(found)
  assert.equal(mortgageOnlyFile(found)._ALERT_MESSAGE, undefined)
})

test('shape M names the borrower of a summary in its first data set', () => {
  const full = merged([[file('Equifax')]])
  const narrowed = mortgageOnlyData(full)
  assert.equal(narrowed.summaries[0]?.BorrowerID, undefined)
  assert.deepEqual(narrowed.summaries[0]?._DATA_SET, [
    { _Name: 'BorrowerID', _Value: 'B1' },
    ...(full.summaries[0]?._DATA_SET ?? []),
  ])
})

test('the order of the files makes no difference to a report', () => {
  const files = [file('Equifax', { accounts: [account()] }), frozen, file('TransUnion', { score })]
  assert.deepEqual(merged([files.toReversed()]), merged([files]))
})

test('a borrower without any items has an empty report that still has a summary', () => {
  const found = merged([[frozen]])
  assert.deepEqual([found.liabilities, found.scores, found.delivered], [[], [], []])
  assert.equal(found.summaries.length, 1)
})
