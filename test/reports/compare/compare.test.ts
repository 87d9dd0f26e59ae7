/**
 * The differences that a refresh lists, case by case: small base files, current files, and the
 * expected texts.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CreditFile, FileInquiry, FilePublicRecord } from '../../../src/bureaus/bureau.ts'
import { compareReports } from '../../../src/reports/compare/compare.ts'
import { DIFFERENCE_KINDS, type Difference } from '../../../src/reports/compare/differences.ts'
import {
  refreshSummaries,
  refreshSummaryReference,
} from '../../../src/reports/compare/differences-summary.ts'
import { differenceText } from '../../../src/reports/compare/differences-text.ts'
import { account, file, filesOf, merged } from '../merge/merge-files.ts'

type Files = readonly (readonly CreditFile[])[]

function differences(base: Files, current: Files): readonly Difference[] {
  return compareReports(merged(base, { scores: false }), merged(current, { scores: false }))
}

/** The differences as sentences. */
function textsOf(base: Files, current: Files): string[] {
  return differences(base, current).map(differenceText)
}

const [E, X, T] = ['Equifax', 'Experian', 'TransUnion'] as const

const owed = (changes: Parameters<typeof account>[0] = {}) =>
  account({ _UnpaidBalanceAmount: 1000, _MonthlyPaymentAmount: 50, ...changes })

const one = (changes: Parameters<typeof account>[0] = {}): Files => [
  filesOf({ [E]: [owed(changes)] }),
]

const NUMBER = '4266841234567890'
const CARD = `HARBOR CARD ${NUMBER}`

const inquiry = (changes: Partial<FileInquiry> = {}): FileInquiry => ({
  subscriberCode: '402BB01234',
  _Name: 'PINE AUTO',
  _Date: '2024-05-20',
  ...changes,
})

const record = (changes: Partial<FilePublicRecord> = {}): FilePublicRecord => ({
  subscriberCode: '960VF00031',
  _ConsumerDisputeIndicator: false,
  _CourtName: 'US BANKRUPTCY COURT',
  _DerogatoryDataIndicator: true,
  _DispositionType: 'Filed',
  _DocketIdentifier: '24-10077',
  _FiledDate: '2024-02-08',
  _Type: 'BankruptcyChapter13',
  ...changes,
})

const person = (changes: Partial<NonNullable<CreditFile['person']>> = {}): Partial<CreditFile> => {
  const known = file(E).person
  assert.ok(known)
  return { person: { ...known, ...changes } }
}

const pattern = (_Data: string, month: string) => ({
  _PAYMENT_PATTERN: { _Data, _StartDate: month },
  _AccountReportedDate: `${month}-10`,
})

const home = {
  _StreetAddress: '12 HARBOR VIEW RD',
  _City: 'CAMDEN',
  _State: 'ME',
  _PostalCode: '04843',
  _DateReported: '2024-04-01',
}

const alert = { _CategoryType: 'FACTAFraudVictimInitial', _Text: ['CALL BEFORE LENDING.'] } as const

const CASES: readonly (readonly [string, Files, Files, readonly string[]])[] = [
  [
    'a new account',
    [filesOf({ [E]: [] })],
    one(),
    [`New account: ${CARD}, opened on 03/14/2019, balance $1,000, $50 a month (EFX).`],
  ],
  [
    'a new account of which the borrower is an authorized user',
    [filesOf({ [E]: [] })],
    one({ _AccountOwnershipType: 'AuthorizedUser' }),
    [
      `New account: ${CARD} (authorized user), opened on 03/14/2019, balance $1,000, $50 a month (EFX).`,
    ],
  ],
  [
    'an account that only other bureaus reported before',
    one(),
    [filesOf({ [X]: [owed()], [T]: [owed({ _AccountIdentifier: '4266-8412-3456-XXXX' })] })],
    [],
  ],
  [
    'an account number with more masked digits than before',
    one(),
    one({ _AccountIdentifier: '42668412XXXXXXXX' }),
    [],
  ],
  [
    'a second account with the same visible digits',
    one({ _AccountIdentifier: '4266XXXXXXXX' }),
    [
      filesOf({
        [E]: [
          owed({ _AccountIdentifier: '4266XXXXXXXX' }),
          owed({ _AccountIdentifier: '4266XXXXXXXX', _UnpaidBalanceAmount: 40 }),
        ],
      }),
    ],
    [
      'New account: HARBOR CARD 4266XXXXXXXX, opened on 03/14/2019, balance $40, $50 a month (EFX).',
    ],
  ],
  [
    'an account with another opening month as new',
    one(),
    one({ _AccountOpenedDate: '2024-04' }),
    [`New account: ${CARD}, opened in 04/2024, balance $1,000, $50 a month (EFX).`],
  ],
  [
    'a known account without a number',
    one({ _AccountIdentifier: undefined }),
    one({ _AccountIdentifier: undefined }),
    [],
  ],
  [
    'an account of another creditor, without a number, as new',
    one({ _AccountIdentifier: undefined }),
    one({ _AccountIdentifier: undefined, _CREDITOR: { _Name: 'PINE CARD' } }),
    ['New account: PINE CARD, opened on 03/14/2019, balance $1,000, $50 a month (EFX).'],
  ],
  ['a missing account', one(), [filesOf({ [E]: [] })], []],
  [
    'accounts of two bureaus that are only now recognized as one',
    [
      filesOf({
        [E]: [owed({ ...pattern('1CCC', '2024-03'), _AccountOpenedDate: undefined })],
        [X]: [owed({ ...pattern('CCCC', '2024-03'), _UnpaidBalanceAmount: 900 })],
      }),
    ],
    [
      filesOf({
        [E]: [owed(pattern('CC1CCC', '2024-05'))],
        [X]: [owed({ ...pattern('CCCCCC', '2024-05'), _UnpaidBalanceAmount: 900 })],
      }),
    ],
    [],
  ],
  [
    'an account with masked digits as new if its opening date is missing now',
    one({ _AccountIdentifier: '42668412XXXX' }),
    one({ _AccountIdentifier: '42668412XXXX', _AccountOpenedDate: undefined }),
    ['New account: HARBOR CARD 42668412XXXX, balance $1,000, $50 a month (EFX).'],
  ],
  [
    'accounts that can no longer be recognized as one account, as new',
    [filesOf({ [E]: [owed()], [X]: [owed()] })],
    [
      filesOf({
        [E]: [owed()],
        [X]: [
          owed({ _AccountIdentifier: '4266XXXX', _CREDITOR: { _Name: 'HBR' } }),
          owed({ _AccountIdentifier: '4266XXXX', _CREDITOR: { _Name: 'HAR CD' } }),
        ],
      }),
    ],
    ['New account: HBR 4266XXXX, opened on 03/14/2019, balance $1,000, $50 a month (XPN).'],
  ],
  [
    'an increased balance',
    one(),
    one({ _UnpaidBalanceAmount: 4200 }),
    [`Balance increased: ${CARD}, from $1,000 to $4,200 (EFX).`],
  ],
  [
    'a decreased balance, payment or amount past due',
    one({ _PastDueAmount: 50 }),
    one({ _UnpaidBalanceAmount: 10, _MonthlyPaymentAmount: 10, _PastDueAmount: 0 }),
    [],
  ],
  [
    'a balance that was not reported before',
    one({ _UnpaidBalanceAmount: undefined }),
    one(),
    [`Balance increased: ${CARD}, now $1,000 (EFX).`],
  ],
  [
    'an increased payment',
    one(),
    one({ _MonthlyPaymentAmount: 80 }),
    [`Monthly payment increased: ${CARD}, from $50 to $80 (EFX).`],
  ],
  ['an amount past due', one(), one({ _PastDueAmount: 50 }), [`Past due: ${CARD}, now $50 (EFX).`]],
  [
    'an account that was paid',
    one(),
    one({ _AccountStatusType: 'Paid', _AccountPaidDate: '2024-05-02', _UnpaidBalanceAmount: 0 }),
    [`Paid: ${CARD} on 05/02/2024 (EFX).`],
  ],
  [
    'an account that was closed',
    one(),
    one({ _AccountStatusType: 'Closed', _AccountClosedDate: '2024-05', _UnpaidBalanceAmount: 0 }),
    [`Closed: ${CARD} in 05/2024 (EFX).`],
  ],
  [
    'an account that was refinanced',
    one(),
    one({ _AccountStatusType: 'Refinanced' }),
    [`Refinanced: ${CARD} (EFX).`],
  ],
  [
    'a closed account that was paid',
    one({ _AccountStatusType: 'Closed' }),
    one({ _AccountStatusType: 'Paid' }),
    [`Paid: ${CARD} (EFX).`],
  ],
  ['a frozen account', one(), one({ _AccountStatusType: 'Frozen' }), []],
  [
    'a reopened account',
    one({ _AccountStatusType: 'Closed' }),
    one(),
    [`Reopened: ${CARD}, from Closed to Open (EFX).`],
  ],
  [
    'months paid late since the base report',
    one(pattern('CCCC', '2024-03')),
    one(pattern('21CCCC', '2024-05')),
    [
      `Late payment: ${CARD}, 60 days late in 05/2024 (EFX).`,
      `Late payment: ${CARD}, 30 days late in 04/2024 (EFX).`,
    ],
  ],
  [
    'a month that is rated worse than before',
    one(pattern('1CCC', '2024-03')),
    one(pattern('CC3CCC', '2024-05')),
    [`Late payment: ${CARD}, 90 days late in 03/2024, reported before as 30 days late (EFX).`],
  ],
  ['a known late month', one(pattern('1CCC', '2024-03')), one(pattern('CC1CCC', '2024-05')), []],
  [
    'a current late rating without a history',
    one(),
    one({ _CURRENT_RATING: { _Code: '2', _Type: 'Late30Days' } }),
    [`Late payment: ${CARD}, 30 days late in 05/2024 (EFX).`],
  ],
  [
    'late payments without a date',
    one(),
    one({ _LATE_COUNT: { _30Days: 2, _60Days: 0, _90Days: 0 } }),
    [`Late payment: ${CARD}, 30 days late (EFX).`, `Late payment: ${CARD}, 30 days late (EFX).`],
  ],
  [
    'a charge-off',
    one(pattern('CCCC', '2024-03')),
    one({ ...pattern('99CCCC', '2024-05'), _ChargeOffAmount: 900 }),
    [`Charge-off: ${CARD} in 04/2024 (EFX).`],
  ],
  ['a known charge-off', one(pattern('9CCC', '2024-03')), one(pattern('999CCC', '2024-05')), []],
  [
    'an amount charged off without a rating',
    one(),
    one({ _ChargeOffAmount: 900, _ChargeOffDate: '2024-05' }),
    [`Charge-off: ${CARD} in 05/2024 (EFX).`],
  ],
  [
    'a new debt in collection',
    [filesOf({ [E]: [] })],
    one({ CreditLoanType: 'Collection', _AccountType: 'Open', _CREDITOR: { _Name: 'STONEGATE' } }),
    [`In collection: STONEGATE ${NUMBER} since 03/14/2019, balance $1,000 (EFX).`],
  ],
  [
    'an account that is now in collection',
    one(pattern('CC', '2024-03')),
    one({ ...pattern('9CCC', '2024-05'), _CURRENT_RATING: { _Code: '9', _Type: 'Collection' } }),
    [`In collection: ${CARD} since 05/2024, balance $1,000 (EFX).`],
  ],
  [
    'an authorized user who now owns the account',
    one({ _AccountOwnershipType: 'AuthorizedUser' }),
    one({ _AccountOwnershipType: 'JointContractualLiability' }),
    [`Ownership changed: ${CARD}, from Authorized user to Joint (EFX).`],
  ],
  [
    'an owner who is now an authorized user',
    one(),
    one({ _AccountOwnershipType: 'AuthorizedUser' }),
    [],
  ],
  [
    'a new dispute',
    one(),
    one({ _ConsumerDisputeIndicator: true }),
    [`Disputed by the consumer: ${CARD} (EFX).`],
  ],
  [
    'new credit counseling',
    one(),
    one({ CreditCounselingIndicator: true }),
    [`Paid through credit counseling: ${CARD} (EFX).`],
  ],
  [
    'a new public record',
    [[file(E)]],
    [[file(E, { publicRecords: [record()] })]],
    [
      'New public record: Bankruptcy chapter 13, US BANKRUPTCY COURT 24-10077, filed on 02/08/2024 (EFX).',
    ],
  ],
  [
    'a new disposition of a public record',
    [[file(E, { publicRecords: [record()] })]],
    [
      [
        file(E, {
          publicRecords: [
            record({ _DispositionType: 'Dismissed', _DispositionDate: '2024-05-15' }),
          ],
        }),
      ],
    ],
    [
      'Public record changed: US BANKRUPTCY COURT 24-10077, from Filed to Dismissed on 05/15/2024 (EFX).',
    ],
  ],
  [
    'a changed bankruptcy chapter',
    [[file(E, { publicRecords: [record()] })]],
    [[file(E, { publicRecords: [record({ _Type: 'BankruptcyChapter7' })] })]],
    [
      'Public record changed: US BANKRUPTCY COURT 24-10077, from Bankruptcy chapter 13 to Bankruptcy chapter 7 (EFX).',
    ],
  ],
  [
    'an increased judgment',
    [[file(E, { publicRecords: [record({ _Type: 'Judgment', _LegalObligationAmount: 100 })] })]],
    [[file(E, { publicRecords: [record({ _Type: 'Judgment', _LegalObligationAmount: 300 })] })]],
    ['Public record changed: US BANKRUPTCY COURT 24-10077, from $100 to $300 (EFX).'],
  ],
  [
    'a known record without a docket',
    [[file(E, { publicRecords: [record({ _DocketIdentifier: undefined })] })]],
    [[file(E, { publicRecords: [record({ _DocketIdentifier: undefined })] })]],
    [],
  ],
  ['a missing public record', [[file(E, { publicRecords: [record()] })]], [[file(E)]], []],
  [
    'new inquiries at two bureaus',
    [[file(E), file(X)]],
    [
      [
        file(E, { inquiries: [inquiry()] }),
        file(X, { inquiries: [inquiry({ CreditLoanType: 'Automobile' })] }),
      ],
    ],
    [
      'New inquiry: PINE AUTO on 05/20/2024 (EFX).',
      'New inquiry: PINE AUTO on 05/20/2024, Automobile (XPN).',
    ],
  ],
  [
    'only the second of two inquiries on the same day',
    [[file(E, { inquiries: [inquiry()] })]],
    [[file(E, { inquiries: [inquiry({ _Name: 'Pine Auto' }), inquiry()] })]],
    ['New inquiry: Pine Auto on 05/20/2024 (EFX).'],
  ],
  [
    'a new alert',
    [[file(E)]],
    [[file(E, { alerts: [alert] })]],
    ['New alert: Initial fraud alert. CALL BEFORE LENDING (EFX).'],
  ],
  [
    'an alert that another bureau had before',
    [[file(E), file(X, { alerts: [alert] })]],
    [[file(E, { alerts: [alert] }), file(X)]],
    [],
  ],
  [
    'a new statement of the consumer',
    [[file(E)]],
    [
      [
        file(E, {
          comments: [
            { _SourceType: 'Borrower', _Type: 'ConsumerStatement', _Text: ['I DISPUTE IT.'] },
          ],
        }),
      ],
    ],
    ['New statement of the consumer: I DISPUTE IT (EFX).'],
  ],
  [
    'a new name',
    [[file(E), file(X)]],
    [
      [
        file(
          E,
          person({
            _ALIAS: [{ _FirstName: 'TEST', _LastName: 'OTHER', _UnparsedName: 'TEST OTHER' }],
          }),
        ),
        file(X, person({ _UnparsedName: 'Test Other' })),
      ],
    ],
    ['New name on file: TEST OTHER (EFX XPN).'],
  ],
  [
    'a new name in another alphabet',
    [[file(E, person({ _UnparsedName: 'ТЕСТ' }))]],
    [[file(E, person({ _UnparsedName: 'ДРУГОЙ' }))]],
    ['New name on file: ДРУГОЙ (EFX).'],
  ],
  [
    'a new address',
    [[file(E)]],
    [[file(E, person({ _RESIDENCE: [home] }))]],
    ['New address on file: 12 HARBOR VIEW RD, CAMDEN, ME 04843, reported on 04/01/2024 (EFX).'],
  ],
  [
    'an address that is only written differently',
    [[file(E, person({ _UnparsedAddress: ['12 Harbor View Rd. Camden ME 04843-1200'] }))]],
    [[file(E, person({ _RESIDENCE: [home] }))]],
    [],
  ],
  [
    'a new employment',
    [[file(E)]],
    [[file(E, person({ _UnparsedEmployment: 'MILL' }))]],
    ['New employment on file: MILL (EFX).'],
  ],
  [
    'a changed date of birth',
    [[file(E)]],
    [[file(E, person({ _BirthDate: '1981-02-03' }))]],
    ['Date of birth on file changed: from 02/03/1980 to 02/03/1981 (EFX).'],
  ],
  ['a more exact date of birth', [[file(E, person({ _BirthDate: '1980' }))]], [[file(E)]], []],
  [
    'a changed social security number',
    [[file(E)]],
    [[file(E, person({ _SSN: '900999999' }))]],
    ['Social security number on file changed (EFX).'],
  ],
  [
    'a file that is now frozen',
    one(),
    [[file(E, { status: 'NoFileReturnedCreditFreeze', person: undefined })]],
    ['No file to compare: The consumer has frozen the file; no file was returned (EFX).'],
  ],
  [
    'a file that was already missing',
    [[file(E, { status: 'NoFileReturnedNoHit', person: undefined })]],
    [[file(E, { status: 'NoFileReturnedNoHit', person: undefined })]],
    [],
  ],
]

describe('comparing reports', () => {
  for (const [title, base, current, expected] of CASES) {
    it(`${expected.length === 0 ? 'does not report' : 'reports'} ${title}`, () => {
      assert.deepEqual(textsOf(base, current), expected)
    })
  }

  it('has a case for every kind of difference', () => {
    const seen = new Set(
      CASES.flatMap(([, base, current]) => differences(base, current).map((d) => d.kind)),
    )
    const unseen = Object.keys(DIFFERENCE_KINDS).filter(
      (kind) => !seen.has(kind as Difference['kind']),
    )
    assert.deepEqual(unseen, ['accountShared'])
  })

  it('lists an account of both borrowers once, and in the summaries of both', () => {
    const joint = owed({ _AccountOwnershipType: 'JointContractualLiability' })
    const found = differences(
      [[file(E)], [file(E)]],
      [filesOf({ [E]: [joint] }), filesOf({ [E]: [joint] })],
    )
    assert.deepEqual(
      found.map(({ kind, borrowerIds }) => [kind, borrowerIds]),
      [['newAccount', ['B1', 'C1']]],
    )
    const summaries = refreshSummaries(found, ['B1', 'C1'])
    assert.deepEqual(
      summaries.map((summary) => figure(summary, 'NewAccounts')),
      ['1', '1'],
    )
  })

  it('reports that an account of one borrower now belongs to both', () => {
    const joint = owed({ _AccountOwnershipType: 'JointContractualLiability' })
    const own = [filesOf({ [E]: [joint] }), [file(E)]]
    const both = [filesOf({ [E]: [joint] }), filesOf({ [E]: [joint] })]
    assert.deepEqual(differences(own, both), [
      {
        kind: 'accountShared',
        borrowerIds: ['C1'],
        bureaus: [E],
        what: 'HARBOR CARD',
        account: NUMBER,
        ownership: 'JointContractualLiability',
        to: 'JointContractualLiability',
      },
    ])
    assert.deepEqual(differences(both, both), [])
  })

  it('does not report accounts as new if a line of two borrowers is split or joined', () => {
    const joint = owed({ _AccountOwnershipType: 'JointContractualLiability' })
    const alone = owed({ _AccountOwnershipType: 'Individual' })
    const both = [filesOf({ [E]: [joint] }), filesOf({ [E]: [joint] })]
    const apart = [filesOf({ [E]: [alone] }), filesOf({ [E]: [alone] })]
    assert.deepEqual(textsOf(both, apart), [])
    assert.deepEqual(
      textsOf(apart, both).filter((text) => text.startsWith('New')),
      [],
    )
  })

  it('masks a social security number in an account number or an alert', () => {
    const found = differences(
      [[file(E)]],
      [
        [
          file(E, {
            accounts: [owed({ _AccountIdentifier: '900-12-3456' })],
            alerts: [{ _Text: ['NUMBER 900 88 7777 IS OF ANOTHER; 900123456 IS THIS ONE'] }],
          }),
        ],
      ],
    )
    assert.deepEqual(
      found.map(({ account: number, what }) => number ?? what),
      ['XXX-XX-3456', 'NUMBER XXX-XX-7777 IS OF ANOTHER; XXX-XX-3456 IS THIS ONE'],
    )
  })
})

function figure(summary: ReturnType<typeof refreshSummaries>[number], name: string) {
  return summary._DATA_SET?.find((set) => set._Name === name)?._Value
}

describe('summaries of a refresh', () => {
  const found = differences(
    [filesOf({ [E]: [owed()] })],
    [
      filesOf({
        [E]: [
          owed({ _UnpaidBalanceAmount: 1500, _MonthlyPaymentAmount: 75, _PastDueAmount: 20 }),
          owed({ _AccountIdentifier: '55512345', _AccountOpenedDate: '2024-04-02' }),
        ],
      }),
    ],
  )

  it('count and total the differences, including zeros', () => {
    const [summary] = refreshSummaries(found, ['B1'])
    assert.ok(summary)
    assert.equal(summary.BorrowerID, undefined)
    const figures = Object.fromEntries(
      [
        'BorrowerID',
        'Differences',
        'NewAccounts',
        'BalanceIncreases',
        'PaymentIncreases',
        'NewInquiries',
        'NewAccountBalanceTotal',
        'BalanceIncreaseTotal',
        'PastDueIncreaseTotal',
        'MonthlyPaymentIncreaseTotal',
        'BaseReport',
      ].map((name) => [name, figure(summary, name)]),
    )
    assert.deepEqual(figures, {
      BorrowerID: 'B1',
      Differences: '4',
      NewAccounts: '1',
      BalanceIncreases: '1',
      PaymentIncreases: '1',
      NewInquiries: '0',
      NewAccountBalanceTotal: '1000',
      BalanceIncreaseTotal: '500',
      PastDueIncreaseTotal: '20',
      MonthlyPaymentIncreaseTotal: '75',
      BaseReport: '',
    })
  })

  it('list each difference with all its values', () => {
    const [summary] = refreshSummaries(found, ['B1'])
    const first = summary?._DATA_SET?.filter(({ _Name: name }) => name.startsWith('Difference1_'))
    assert.deepEqual(
      first?.map(({ _Name: name, _Value: value }) => [name, value]),
      [
        ['Difference1_Kind', 'newAccount'],
        [
          'Difference1_Text',
          'New account: HARBOR CARD 55512345, opened on 04/02/2024, balance $1,000, $50 a month (EFX).',
        ],
        ['Difference1_Bureaus', 'EFX'],
        ['Difference1_What', 'HARBOR CARD'],
        ['Difference1_Account', '55512345'],
        ['Difference1_Ownership', 'Individual'],
        ['Difference1_Since', '2024-04-02'],
        ['Difference1_From', ''],
        ['Difference1_To', '1000'],
        ['Difference1_MonthlyIncrease', '50'],
      ],
    )
  })

  it('name the base report and the compared bureaus, if they are given', () => {
    const comparison = {
      baseId: '700099',
      baseIssuedAt: '2024-04-01T10:00:00Z',
      compared: [X, T],
      notCompared: [E],
    }
    const [summary] = refreshSummaries([], ['B1'], [comparison])
    assert.ok(summary)
    assert.deepEqual(
      ['BaseReport', 'BaseIssued', 'BureausCompared', 'BureausNotCompared', 'Differences'].map(
        (name) => figure(summary, name),
      ),
      ['700099', '2024-04-01T10:00:00Z', 'XPN TUC', 'EFX', '0'],
    )
  })

  it('shorten texts that are longer than the field, without splitting a character', () => {
    const what = `${'A'.repeat(248)}😀😀`
    const [summary] = refreshSummaries(
      [{ kind: 'newAlert', borrowerIds: ['B1'], bureaus: [E], what }],
      ['B1'],
    )
    assert.ok(summary)
    assert.equal(figure(summary, 'Difference1_What'), `${'A'.repeat(248)}…`)
  })

  it('have a reference that lists every name they use, each once', () => {
    const [summary] = refreshSummaries(found, ['B1'])
    const used =
      summary?._DATA_SET?.map(({ _Name: name }) => name.replace(/^Difference\d+_/, '_')) ?? []
    const listed = [
      ...refreshSummaryReference().matchAll(/^\| `([A-Z_]\w*)` \|(?!.*\n\|---)/gm),
    ].map(([, name]) => name ?? '')
    assert.deepEqual([...new Set(used)].sort(), [...listed].sort())
    assert.equal(new Set(listed).size, listed.length)
  })
})
