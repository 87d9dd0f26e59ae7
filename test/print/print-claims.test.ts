/** Tests that the printed page claims neither more nor less about a borrower than the files say. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertValue, CreditFileValue } from '../../src/documents/tables/response.ts'
import type { PublicRecord } from '../../src/documents/tables/tradelines.ts'
import { describeReport } from '../../src/print/describe-report.ts'
import type { Section } from '../../src/print/page.ts'
import { utilization } from '../../src/print/sections/account-figures.ts'
import { consolePanels } from '../../src/print/sections/console-panels.ts'
import { KIND_ROWS } from '../../src/reports/compare/differences.ts'
import { authorizedUserRemark } from '../../src/reports/ownership.ts'
import type { Refresh, Report } from '../../src/reports/report.ts'
import { emptyReport, fullReport, mortgage, refreshReport } from './print-reports.ts'

/** Returns as JSON the sections of a report whose title begins with this text. */
function said(report: Report, title: string): string {
  const { sections } = describeReport(report)
  return JSON.stringify(sections.filter((section) => section.title.startsWith(title)))
}

const [onFile] = emptyReport.files

function withAlert(alert: AlertValue): Report {
  assert.ok(onFile !== undefined)
  return { ...emptyReport, files: [{ ...onFile, _ALERT_MESSAGE: [alert] }] }
}

const UNCLASSIFIED: readonly AlertValue[] = [
  { _Text: ['SSN REPORTED AS DECEASED. EXTENDED FRAUD ALERT'] },
  { _CategoryType: 'Other', _Text: ['SSN REPORTED AS DECEASED'] },
]

test('the utilization leaves out an account whose balance is unknown', () => {
  const card = { ...mortgage, _AccountType: 'Revolving', CreditLoanType: 'CreditCard' } as const
  const used = { ...card, _CreditLimitAmount: 1000, _UnpaidBalanceAmount: 400 }
  const unknown = { ...card, _CreditLimitAmount: 9000, _UnpaidBalanceAmount: undefined }
  assert.equal(utilization([used, unknown]), '40%: $400 of $1,000')
  assert.equal(utilization([unknown]), 'no balance stated')
})

test('the page of a screened borrower does not say that the report does not screen', () => {
  const unscreened = /this report does not screen/
  const alert = { _CategoryType: 'Other', _CategoryTypeOtherDescription: 'OFAC' } as const
  const screened = withAlert({ ...alert, _Text: ['Hit: POSSIBLE MATCH'] })
  assert.match(said(emptyReport, 'Identity'), unscreened)
  assert.doesNotMatch(said(screened, 'Identity'), unscreened)
  const remark = {
    _SourceType: 'CreditBureau',
    _Type: 'Other',
    _TypeOtherDescription: 'OFAC',
  } as const
  assert.ok(onFile !== undefined)
  const clear = { ...emptyReport, files: [{ ...onFile, CREDIT_COMMENT: [remark] }] }
  assert.doesNotMatch(said(clear, 'Identity'), unscreened)
  assert.match(said(screened, 'Alerts'), /OFAC: Hit: POSSIBLE MATCH/)
  assert.match(said(screened, 'Major items'), /"OFAC alert"/)
  assert.doesNotMatch(said(screened, 'Identity'), /see Alerts/)
})

for (const alert of UNCLASSIFIED) {
  const title = alert._CategoryType ?? 'none'
  test(`an alert of category ${title} is a major item, and the identity section does not deny what it may mean`, () => {
    const report = withAlert(alert)
    const items = said(report, 'Major items')
    assert.ok(items.includes('"Alert"') && items.includes('EFX · see Alerts'), items)
    assert.ok(!items.includes('None reported'), items)
    const verdict = said(report, 'Identity')
    assert.doesNotMatch(verdict, /not reported|no discrepancy|"matches"/)
    assert.match(verdict, /an alert at EFX states no category; see Alerts\./)
  })
}

test('a file that differs from the order is a major item, once with an alert about it', () => {
  assert.ok(onFile !== undefined)
  const items = (file: Partial<CreditFileValue>) =>
    said({ ...emptyReport, files: [{ ...onFile, ...file }] }, 'Major items')
  const generation = items({ _VARIATION: [{ _Type: 'DifferentGeneration' }] })
  assert.match(generation, /\["Different generation"\].*\["B"\].*\["EFX"\]/)
  assert.doesNotMatch(generation, /None reported/)
  const _VARIATION = [{ _Type: 'DifferentSSN' }, { _Type: 'DifferentName' }] as const
  const alert = { _CategoryType: 'SSNVerification', _Text: ['SSN DIFFERS'] } as const
  const both = items({ _VARIATION, _ALERT_MESSAGE: [alert] })
  assert.match(both, /"SSN verification".*"Different name"/)
  assert.doesNotMatch(both, /Different SSN/)
  const unclassified = items({ _VARIATION, _ALERT_MESSAGE: [{ _Text: ['CALL US'] }] })
  assert.match(unclassified, /"Alert".*"Different SSN".*"Different name"/)
})

test('an alert names its category in words, and not that there is no file', () => {
  assert.ok(onFile !== undefined)
  const boxed = (alert: AlertValue, _ResultStatusType: CreditFileValue['_ResultStatusType']) =>
    said(
      { ...emptyReport, files: [{ ...onFile, _ResultStatusType, _ALERT_MESSAGE: [alert] }] },
      'Alerts',
    )
  const other = { _CategoryType: 'Other', _Text: ['EFX was late.'] } as const
  const noFile = { ...other, _CategoryTypeOtherDescription: 'NoFile' }
  assert.match(boxed(noFile, 'NoFileReturnedError'), /no response: no file\.".*"EFX was late\."/)
  const named = { ...other, _CategoryTypeOtherDescription: 'IdentityTheft' }
  assert.match(boxed(named, 'FileReturned'), /"Identity theft: EFX was late\."/)
})

test('an alert with a category affects only the statement about this category', () => {
  const verdict = said(withAlert({ _CategoryType: 'DeathClaim', _Text: ['DECEASED'] }), 'Identity')
  assert.match(verdict, /reported as deceased/)
  assert.match(verdict, /no discrepancy/)
})

/** Returns the findings of the first bureau on number, death, name, birth date and address. */
function findings(changes: Partial<CreditFileValue['_BORROWER']>): readonly string[] {
  assert.ok(onFile !== undefined)
  const [borrower] = emptyReport.borrowers
  assert.ok(borrower !== undefined)
  const person = { ...onFile._BORROWER, _FirstName: 'AVERY', _LastName: borrower._LastName }
  const report = { ...emptyReport, files: [{ ...onFile, _BORROWER: { ...person, ...changes } }] }
  const { blocks } = describeReport(report).sections.find(
    ({ title }) => title === 'Identity',
  ) as Section
  return blocks
    .flatMap((block) => (block.kind === 'table' ? block.rows : []))
    .map(({ cells }) => cells[2]?.lines[0] ?? '')
}

const HOME = {
  _StreetAddress: '12 HARBOR VIEW (REAR) \\ RD',
  _City: 'CAMDEN',
  _State: 'ME',
  _PostalCode: '04843-1100',
  _DateReported: '2026-01',
}

test('identity says what the file of a bureau without variations states', () => {
  assert.deepEqual(findings({ _RESIDENCE: [HOME] }), [
    'no discrepancy',
    'not reported',
    'matches',
    'no discrepancy',
    'matches',
  ])
  const [, , , , unparsed] = findings({
    _RESIDENCE: [],
    _UnparsedAddress: ['12 Harbor View (Rear) Rd, Camden ME 04843'],
  })
  assert.equal(unparsed, 'matches')
})

test('identity claims no match of a name or an address that the file does not have', () => {
  const [number, , name, born, address] = findings({
    _FirstName: 'MARIA',
    _ALIAS: [],
    _BirthDate: '1981',
    _RESIDENCE: [{ ...HOME, _StreetAddress: '9 ELSEWHERE RD' }],
    _SSN: '900121235',
  })
  assert.deepEqual([name, address], ['no discrepancy', 'no discrepancy'])
  assert.deepEqual([number, born], ['differs', 'differs'])
  const [masked, , , unknown, nowhere] = findings({
    _BirthDate: '',
    _RESIDENCE: [],
    _SSN: 'XXXXX1234',
  })
  assert.deepEqual([masked, unknown, nowhere], ['no discrepancy', 'not on file', 'not on file'])
})

test('the reason for a missing score is part of its sentence', () => {
  const score = { ...fullReport.scores[0], _Value: '', _ExclusionReasonType: 'ScoringNotAvailable' }
  const scores = [score as Report['scores'][number]]
  assert.match(
    said({ ...emptyReport, scores }, 'Credit scores'),
    /Not scored: scoring not available\./,
  )
})

test('a past foreclosure is a major item, as it is in the figures', () => {
  const liability = {
    ...mortgage,
    _HIGHEST_ADVERSE_RATING: { _Code: '8', _Date: '2025-08', _Type: 'Foreclosure' },
  } as const
  const items = said({ ...emptyReport, liabilities: [liability] }, 'Major items')
  assert.match(items, /"Foreclosure \(1\)".*PENOBSCOT[^"]* 08\/2025"/)
  assert.doesNotMatch(items, /None reported/)
})

test('a public record is a major item with its dispute, and without empty parts', () => {
  const record: PublicRecord = {
    CreditPublicRecordID: 'P1',
    BorrowerID: 'B1',
    CreditFileID: 'F1',
    _Type: 'Judgment',
    _ConsumerDisputeIndicator: false,
    _DerogatoryDataIndicator: true,
  }
  const details = (changes: Partial<PublicRecord>) => {
    const publicRecords = [{ ...record, ...changes }]
    const { blocks } = describeReport({ ...emptyReport, publicRecords }).sections.find(
      ({ title }) => title === 'Major items',
    ) as Section
    return blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))[0]?.cells[2]?.lines
  }
  assert.deepEqual(details({ _DocketIdentifier: '26-1' }), ['docket 26-1'])
  assert.deepEqual(details({ _LegalObligationAmount: 2350, _DocketIdentifier: '26-1' }), [
    '$2,350 · docket 26-1',
  ])
  assert.deepEqual(details({ _DispositionType: 'Filed', _DocketIdentifier: '26-1' }), [
    'not disposed of · docket 26-1',
  ])
  assert.deepEqual(details({}), [''])
  const disputed = { _DocketIdentifier: '26-1', _ConsumerDisputeIndicator: true }
  assert.deepEqual(details(disputed), ['docket 26-1 · disputed by the consumer'])
})

const PHONES = ['(207) 555-0142', '207-555-0142', '207.555.0142', '1-207-555-0142']

for (const phone of PHONES) {
  test(`the telephone number of a fraud alert is printed as a bureau writes it: ${phone}`, () => {
    const report = withAlert({ _CategoryType: 'FACTAFraudVictimInitial', _Text: ['FRAUD ALERT'] })
    const _Text = [`CALL ME AT ${phone} BEFORE OPENING AN ACCOUNT.`]
    const statement = { _SourceType: 'Borrower', _Type: 'ConsumerStatement', _Text } as const
    const files = report.files.map((file) => ({ ...file, CREDIT_COMMENT: [statement] }))
    assert.match(
      said({ ...report, files }, 'Major items'),
      /EFX · call 1?-?\(?207\)?[-. ]555[-.]0142"/,
    )
  })
}

test('the telephone number in the text of a fraud alert is printed, and no other number', () => {
  const called = (text: string) => {
    const alert = { _CategoryType: 'FACTAFraudVictimExtended', _Text: [text] } as const
    return said(withAlert(alert), 'Major items')
  }
  assert.match(called('EXTENDED FRAUD ALERT: 207-555-0142'), /EFX · call 207-555-0142"/)
  assert.doesNotMatch(called('SSN 900-12-1234, CASE 4400012345678, ZIP 04843-1234'), /call/)
})

test('the combined rating is a foreclosure for a mortgage, and a repossession for another loan', () => {
  const rated = { _CURRENT_RATING: { _Code: '8', _Type: 'ForeclosureOrRepossession' } } as const
  const loan = { _AccountType: 'Installment', CreditLoanType: 'Automobile' } as const
  const items = (changes: object) =>
    said({ ...emptyReport, liabilities: [{ ...mortgage, ...rated, ...changes }] }, 'Major items')
  assert.match(items({}), /"Foreclosure \(1\)"/)
  assert.doesNotMatch(items({}), /Repossession/)
  assert.match(items(loan), /"Repossession \(1\)"/)
  assert.doesNotMatch(items(loan), /Foreclosure/)
})

test('what is still owed after a foreclosure is a major item, but not the balance of a cured one', () => {
  const closed = { _AccountClosedDate: '2025-08', _UnpaidBalanceAmount: 14_200 } as const
  const current = { _CURRENT_RATING: { _Code: '8', _Type: 'Foreclosure' } } as const
  const cured = {
    _HIGHEST_ADVERSE_RATING: { _Code: '8', _Date: '2024-05', _Type: 'Foreclosure' },
  } as const
  const items = (changes: object) =>
    said({ ...emptyReport, liabilities: [{ ...mortgage, ...closed, ...changes }] }, 'Major items')
  assert.match(items(current), /PENOBSCOT[^"]* 08\/2025 \(\$14,200 owed\)"/)
  assert.match(items({ ...current, _UnpaidBalanceAmount: 0 }), /PENOBSCOT[^"]* 08\/2025"/)
  assert.match(items(cured), /PENOBSCOT[^"]* 05\/2024"/)
})

test('a remark names the authorized user of a shared account as the page names the applicants', () => {
  const { borrowers } = fullReport
  const [first, second] = borrowers.map(({ BorrowerID: id }) => id)
  const texts = [
    authorizedUserRemark(second ?? ''),
    'Borrower B9 is an authorized user of this account.',
  ]
  const comments = texts.map((text) => ({
    ...({ _SourceType: 'CreditBureau', _Type: 'BureauRemarks' } as const),
    _Text: [text],
  }))
  const shared = { ...mortgage, BorrowerID: `${first} ${second}`, CREDIT_COMMENT: comments }
  const page = said({ ...emptyReport, borrowers, liabilities: [shared] }, 'Mortgages')
  assert.match(page, /"Borrower C is an authorized user of this account\."/)
  assert.match(page, /"Borrower B9 is an authorized user of this account\."/)
})

const inCollection = { ...mortgage, _CURRENT_RATING: { _Code: '9', _Type: 'Collection' } } as const

test('a mortgage in collection is listed in a report of mortgages only', () => {
  const report = { ...emptyReport, liabilities: [inCollection], mortgagesOnly: true }
  assert.match(said(report, 'Mortgages (1)'), /PENOBSCOT.*9 Collection/)
})

test('a mortgage in collection is listed once in a full report, among the collections', () => {
  const report = { ...emptyReport, liabilities: [inCollection] }
  assert.match(said(report, 'Collections (1)'), /PENOBSCOT.*9 Collection/)
  assert.equal(said(report, 'Mortgages'), '[]')
})

test('the section of accounts does not deny the collections that the figures count', () => {
  const report = { ...emptyReport, liabilities: [inCollection] }
  assert.match(said(report, 'Accounts'), /No accounts other than collections are reported\./)
  assert.match(said(emptyReport, 'Accounts'), /No accounts are reported\./)
})

test('texts and account numbers show only the last four digits of a social security number', () => {
  assert.ok(onFile !== undefined)
  const _Text = ['NUMBER 900-12-1234 IS THAT OF 666 12 7777, 04843-1234']
  const comment = { _SourceType: 'Equifax', _Type: 'BureauRemarks', _Text } as const
  const report: Report = {
    ...emptyReport,
    comments: [comment],
    files: [
      {
        ...onFile,
        _ALERT_MESSAGE: [{ _Text }],
        CREDIT_COMMENT: [comment],
        CREDIT_ERROR_MESSAGE: [{ _Code: 'E', _SourceType: 'Equifax', _Text: [`${_Text} AGAIN`] }],
      },
    ],
    liabilities: [
      { ...mortgage, _AccountIdentifier: '900121234', CREDIT_COMMENT: [comment] },
      { ...mortgage, _AccountIdentifier: '900-12-1234-01' },
    ],
  }
  const page = JSON.stringify(describeReport(report))
  const quoted = 'NUMBER XXX-XX-1234 IS THAT OF XXX-XX-7777, 04843-1234'
  assert.equal(page.split(quoted).length - 1, 5)
  assert.ok(page.includes('"XXX-XX-1234-01"'))
  assert.doesNotMatch(page, /900-?12-?1234|666 12 7777/)
})

test('late payments from outside the payment pattern are counted by age', () => {
  const liability = {
    ...mortgage,
    _PAYMENT_PATTERN: { _Data: 'CCC', _StartDate: '2026-05' },
  } as const
  const report = { ...emptyReport, liabilities: [liability] }
  assert.match(said(report, 'Summary'), /0–12 months: 3 · 13–24: 0 · 25\+: 0/)
  assert.match(said(report, 'Mortgages'), /3 in 0–12 months/)
})

test('late payments that no bureau dates are counted as undated, not as none', () => {
  const counted = { _LATE_COUNT: { _30Days: 4, _60Days: 1, _90Days: 1 } } as const
  const report = { ...emptyReport, liabilities: [{ ...mortgage, ...counted }] }
  assert.match(said(report, 'Summary'), /0–12 months: 3 · 13–24: 0 · 25\+: 0 · undated: 3/)
  assert.match(said(report, 'Mortgages'), /3 in 0–12 months, 0 in 13–24, 0 in 25\+, 3 undated/)
  const { _PRIOR_ADVERSE_RATING: _, ...undated } = { ...mortgage, ...counted }
  const all = said({ ...emptyReport, liabilities: [undated] }, 'Mortgages')
  assert.match(all, /0 in 25\+, 6 undated","tone":"alert"/)
  assert.doesNotMatch(said({ ...emptyReport, liabilities: [mortgage] }, 'Mortgages'), /undated/)
})

test('a frozen account counts as open on the page, as it does in the figures', () => {
  const card = {
    ...mortgage,
    _AccountStatusType: 'Frozen',
    _AccountType: 'Revolving',
    CreditLoanType: 'CreditCard',
    _CreditLimitAmount: 1000,
    _UnpaidBalanceAmount: 400,
  } as const
  const report = { ...emptyReport, liabilities: [card] }
  assert.match(said(report, 'Open accounts'), /Open accounts \(1\)/)
  assert.match(said(report, 'Summary'), /"1 open"/)
  assert.match(said(report, 'Accounts by type'), /40%: \$400 of \$1,000/)
})

test('an amount that no account states is a dash in the sums, and not $0', () => {
  const {
    _HighCreditAmount: _,
    _UnpaidBalanceAmount: __,
    _MonthlyPaymentAmount: ___,
    _PastDueAmount: ____,
    ...unstated
  } = mortgage
  const unknown = { ...unstated, _AccountType: 'Open', CreditLoanType: 'Other' } as const
  const report = { ...emptyReport, liabilities: [unknown] }
  assert.equal(said(report, 'Accounts by type').split('["–"]').length - 1, 2 * 4)
  assert.doesNotMatch(said(report, 'Accounts by type') + said(report, 'Summary'), /"\$0"/)
  assert.match(said(report, 'Summary'), /"Past due".*"–".*"not reported"/)
  const both = { ...emptyReport, liabilities: [unknown, { ...mortgage, _PastDueAmount: 0 }] }
  assert.match(said(both, 'Accounts by type'), /"All accounts".*"\$412,500".*"\$318,904".*"\$0"/)
  const card = {
    ...unknown,
    _AccountType: 'Revolving',
    _CreditLimitAmount: 1000,
  } as const
  const limited = { ...emptyReport, liabilities: [card] }
  assert.match(said(limited, 'Accounts by type'), /"no balance stated"/)
})

test('no figure says that a borrower without a file has no debt', () => {
  const { borrowers, files } = fullReport
  const [, other] = borrowers
  const [frozen] = files.filter((each) => each._ResultStatusType === 'NoFileReturnedCreditFreeze')
  assert.ok(onFile !== undefined && frozen !== undefined && other !== undefined)
  const report = { ...emptyReport, borrowers, files: [onFile, frozen] }
  const summary = said(report, 'Summary')
  assert.ok(summary.includes(`Monthly payments of ${other._UnparsedName}","value":"no file"`))
  assert.match(summary, /Monthly payments of AVERY.*?"value":"\$0"/)
  const shown = (id: string) => consolePanels(report, id).map(({ figure }) => figure)
  assert.deepEqual(shown(other.BorrowerID), ['–', '–', '–', '–', '–'])
  assert.deepEqual(shown('B1'), ['$0', '$0', '0', '$0', 'none open'])
  const shared = { ...report, liabilities: [mortgage] }
  assert.match(said(shared, 'Summary'), /Monthly payments of JUNO.*?"value":"\$2,187"/)
})

test('inquiries and identity changes are not debt in a refresh', () => {
  const found = { borrowerIds: ['B1'], bureaus: ['Equifax'], what: 'KATAHDIN HOME LOANS' } as const
  const kinds = ['newAccount', 'newInquiry', 'birthDateChanged', 'newAlert', 'accountPaid'] as const
  const boxes = (count: number) => {
    const differences = kinds.slice(count).map((kind) => ({ kind, ...found }))
    const { sections } = describeReport({
      ...refreshReport,
      refresh: { ...(refreshReport.refresh as Refresh), differences },
    })
    return sections
      .flatMap(({ blocks }) => blocks)
      .flatMap((block) => (block.kind === 'panels' ? block.panels : []))
      .filter(({ title }) => /debt|Other changes/.test(title))
      .map(({ title, figure, tone }) => `${title}: ${figure} ${tone}`)
  }
  assert.deepEqual(boxes(0), ['Undisclosed or increased debt: 1 alert', 'Other changes: 4 plain'])
  assert.deepEqual(boxes(1), ['Undisclosed or increased debt: 0 plain', 'Other changes: 4 plain'])
})

/** Returns the page of a refresh, with these changes to what was compared. */
function refreshed(changes: Partial<Refresh>, files = refreshReport.files): string {
  const refresh = { ...(refreshReport.refresh as Refresh), ...changes }
  return JSON.stringify(describeReport({ ...refreshReport, files, refresh }).sections)
}

test('a refresh gives the reason for a missing file in the words of the rest of the page', () => {
  const unavailable = {
    kind: 'fileUnavailable',
    borrowerIds: ['B1'],
    bureaus: ['TransUnion'],
    what: 'TransUnion: the consumer has frozen the file; no report is available.',
    to: 'NoFileReturnedCreditFreeze',
  } as const
  const page = refreshed({ differences: [unavailable] })
  assert.match(page, /\["security freeze"\]/)
  assert.doesNotMatch(page, /No file returned credit freeze/)
})

test('a refresh names its changes as the table of differences does', () => {
  const change = { borrowerIds: ['B1'], bureaus: ['Equifax'], what: 'HARBOR BANK' } as const
  for (const [kind, { singular }] of KIND_ROWS) {
    const page = refreshed({ differences: [{ kind, ...change }] })
    assert.ok(page.includes(`["${singular}","HARBOR BANK"`), kind)
  }
})

test('a refresh says why it did not ask a bureau of which the base report has no file', () => {
  const notCompared = ['Experian', 'TransUnion'] as const
  const files = refreshReport.files.filter(
    ({ CreditRepositorySourceType: bureau }) => bureau !== 'Experian',
  )
  assert.match(refreshed({ notCompared }), /"Not compared","value":"XPN TUC"/)
  assert.match(
    refreshed({ notCompared }, files),
    /"Not compared","value":"TUC, XPN \(no file in the base report\)"/,
  )
  const partly = (present: Report['files']) =>
    refreshed({ partlyCompared: [{ borrowerId: 'B2', bureaus: ['Experian'] }] }, present)
  assert.match(partly(refreshReport.files), /"Not compared","value":"TUC, XPN \(C\)"/)
  assert.match(partly(files), /"value":"TUC, XPN \(C: no file in the base report\)"/)
})

test('the legend explains each rating code of the ratings table, and minimum payments', () => {
  const legend = said(emptyReport, 'Legend')
  for (const code of ['1 as agreed', '2 to 6', '7 to 9', '0 or U not rated', 'MIN436']) {
    assert.ok(legend.includes(code), code)
  }
})

test('a refresh explains its codes of applicants and bureaus, and no others', () => {
  const legend = said(refreshReport, 'Legend')
  assert.match(legend, /B borrower, C co-borrower/)
  assert.match(legend, /EFX Equifax, XPN Experian, TUC TransUnion/)
  assert.doesNotMatch(legend, /Payment history|Rating/)
})

test('a year among the figures is not printed as an amount', () => {
  const figures = [
    { _Name: 'OldestAccountDate', _Value: '1984' },
    { _Name: 'TotalBalance', _Value: '1984' },
  ]
  const summaries = [{ BorrowerID: 'B1', _Name: 'Trimerge_Summary', _DATA_SET: figures }]
  const page = said({ ...emptyReport, summaries }, 'Figures by borrower')
  assert.match(page, /Oldest account date"[^}]*}[^}]*"1984"/)
  assert.match(page, /Total balance"[^}]*}[^}]*"1,984"/)
})

test('the oldest account has the date of the figures, as precise as any account states it', () => {
  const liabilities = ['2010', '2010-05-03', '2011'].map((_AccountOpenedDate) => {
    return { ...mortgage, _AccountOpenedDate }
  })
  const page = said({ ...emptyReport, liabilities }, 'Accounts by type')
  assert.match(page, /"Oldest account"[^}]*"05\/03\/2010"/)
})

test('accounts of type Open are called “Due in full”, because another column counts open accounts', () => {
  const liabilities = [{ ...mortgage, CreditLoanType: undefined, _AccountType: 'Open' as const }]
  const page = said({ ...emptyReport, liabilities }, 'Accounts by type')
  assert.match(page, /"rows":\[\{"cells":\[\{"lines":\["Due in full"\]/)
})
