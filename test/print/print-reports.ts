/** Reports written by hand, for tests of the printed page. */
import type {
  BorrowerValue,
  CreditFileValue,
  OwningBureauValue,
  ScoreValue,
} from '../../src/documents/tables/response.ts'
import type {
  Comment,
  Inquiry,
  Liability,
  PublicRecord,
  TradeReference,
} from '../../src/documents/tables/tradelines.ts'
import type { Report } from '../../src/reports/report.ts'

export const borrower: BorrowerValue = {
  BorrowerID: 'B1',
  _FirstName: 'Avery',
  _MiddleName: 'Q',
  _LastName: "O'Brien & <Sons>",
  _NameSuffix: 'JR',
  _PrintPositionType: 'Borrower',
  _SSN: '900-12-1234',
  _BirthDate: '1975-04-09',
  _UnparsedName: 'AVERY Q O\'BRIEN & <SONS> "ÑANDÚ" ]]> JR',
  MaritalStatusType: 'Married',
  _RESIDENCE: {
    _StreetAddress: '12 Harbor View (Rear) \\ Rd',
    _City: 'Camden',
    _State: 'ME',
    _PostalCode: '04843',
    _Country: 'US',
    BorrowerResidencyType: 'Current',
    PARSED_STREET_ADDRESS: { _StreetName: 'Harbor View Rd' },
  },
}

const coBorrower: BorrowerValue = {
  ...borrower,
  BorrowerID: 'B2',
  _FirstName: 'Juno',
  _MiddleName: '',
  _LastName: 'Castellane',
  _NameSuffix: undefined,
  _PrintPositionType: 'CoBorrower',
  _SSN: '900552222',
  _BirthDate: undefined,
  _UnparsedName: 'JUNO CASTELLANE',
  MaritalStatusType: 'NotProvided',
}

const remark: Comment = {
  _Code: '228',
  _ReportedDate: '2026-02',
  _SourceType: 'Experian',
  _Type: 'BureauRemarks',
  _Text: ['CLOSED BY CONSUMER', 'PAID (EARLY)'],
}

export const mortgage: Liability = {
  CreditLiabilityID: 'L1',
  BorrowerID: 'B1 B2',
  CreditFileID: 'F1',
  CreditTradeReferenceID: 'T1',
  _AccountIdentifier: '4400012345XXXX',
  _AccountOpenedDate: '2016-05-20',
  _AccountOwnershipType: 'JointContractualLiability',
  _AccountReportedDate: '2026-05-04',
  _AccountBalanceDate: '2026-05-03',
  _AccountStatusDate: '2026-05-02',
  _AccountStatusType: 'Open',
  _AccountType: 'Mortgage',
  _CollateralDescription: 'Single family home',
  _ConsumerDisputeIndicator: false,
  _DerogatoryDataIndicator: false,
  _HighCreditAmount: 412_500,
  _LastActivityDate: '2026-04-28',
  _MonthlyPaymentAmount: 2_187,
  _MonthsRemainingCount: 241,
  _MonthsReviewedCount: 48,
  _TermsDescription: 'Fixed rate',
  _TermsMonthsCount: 360,
  _TermsSourceType: 'Provided',
  _UnpaidBalanceAmount: 318_904,
  _PastDueAmount: 0,
  CreditBusinessType: 'Banking',
  CreditCounselingIndicator: false,
  CreditLoanType: 'ConventionalRealEstateMortgage',
  _CREDITOR: { _Name: 'PENOBSCOT BAY SAVINGS AND LOAN ASSOCIATION OF MIDCOAST MAINE' },
  _CURRENT_RATING: { _Code: '1', _Type: 'AsAgreed' },
  _LATE_COUNT: { _30Days: 2, _60Days: 1, _90Days: 0, _120Days: 0 },
  _HIGHEST_ADVERSE_RATING: { _Code: '3', _Date: '2025-08', _Type: 'Late60Days', _Amount: 4_374 },
  _MOST_RECENT_ADVERSE_RATING: { _Code: '2', _Date: '2025-09', _Type: 'Late30Days' },
  _PRIOR_ADVERSE_RATING: [
    { _Code: '2', _Date: '2025-09', _Type: 'Late30Days' },
    { _Code: '3', _Date: '2025-08', _Type: 'Late60Days' },
    { _Code: '2', _Date: '2025-07', _Type: 'Late30Days' },
  ],
  _PAYMENT_PATTERN: {
    _Data: 'CCCCCCCC121CCCCNCXCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC',
    _StartDate: '2026-05',
  },
  CREDIT_COMMENT: [],
  CREDIT_REPOSITORY: [
    { _SourceType: 'Equifax', _SubscriberCode: '906FM1234' },
    { _SourceType: 'Experian', _SubscriberCode: '1947205' },
    { _SourceType: 'TransUnion', _SubscriberCode: '0235019' },
  ],
}

const { CreditTradeReferenceID: _, _CollateralDescription: __, ...rest } = mortgage

const card: Liability = {
  ...rest,
  CreditLiabilityID: 'L2',
  BorrowerID: 'B1',
  _AccountIdentifier: '51780577XXXX',
  _AccountOwnershipType: 'Individual',
  _AccountType: 'Revolving',
  _CreditLimitAmount: 8_000,
  _HighCreditAmount: undefined,
  _HighBalanceAmount: 5_321,
  _UnpaidBalanceAmount: 1_234,
  _MonthlyPaymentAmount: 37,
  _TermsMonthsCount: undefined,
  _MonthsRemainingCount: undefined,
  _TermsDescription: undefined,
  CreditLoanType: 'CreditCard',
  _CREDITOR: { _Name: 'DIRIGO CARD' },
  _LATE_COUNT: { _30Days: 0, _60Days: 0, _90Days: 0 },
  _HIGHEST_ADVERSE_RATING: undefined,
  _MOST_RECENT_ADVERSE_RATING: undefined,
  _PRIOR_ADVERSE_RATING: [],
  _PAYMENT_PATTERN: { _Data: 'C'.repeat(48), _StartDate: '2026-05' },
  CREDIT_REPOSITORY: [{ _SourceType: 'TransUnion', _SubscriberCode: '0235019' }],
}

const chargedOff: Liability = {
  ...card,
  CreditLiabilityID: 'L3',
  BorrowerID: 'B2',
  _AccountIdentifier: '600100XXXX',
  _AccountStatusType: 'Closed',
  _AccountClosedDate: '2025-11',
  _ChargeOffAmount: 2_950,
  _ChargeOffDate: '2025-12-15',
  _DerogatoryDataIndicator: true,
  _ConsumerDisputeIndicator: true,
  _PastDueAmount: 2_950,
  _CREDITOR: { _Name: 'STORE (CARD) \\ RETAIL' },
  _CURRENT_RATING: { _Code: '9', _Type: 'ChargeOff' },
  _LATE_COUNT: { _30Days: 1, _60Days: 1, _90Days: 3, _120Days: 1 },
  _PAYMENT_PATTERN: { _Data: '99994321CCCCCCCCCCCC', _StartDate: '2026-04' },
  CREDIT_COMMENT: [remark],
}

const closed: Liability = {
  ...card,
  CreditLiabilityID: 'L4',
  _AccountIdentifier: '7788XXXX',
  _AccountStatusType: 'Paid',
  _AccountType: 'Installment',
  _AccountClosedDate: '2022-03-01',
  _AccountPaidDate: '2022-02-27',
  _TermsMonthsCount: 60,
  _UnpaidBalanceAmount: 0,
  CreditLoanType: 'Automobile',
  _CREDITOR: { _Name: 'KENNEBEC MOTOR CREDIT' },
}

const collection: Liability = {
  ...chargedOff,
  CreditLiabilityID: 'L5',
  _AccountIdentifier: 'COL-99817',
  _AccountType: 'Open',
  _OriginalCreditorName: 'MIDCOAST CLINIC',
  _UnpaidBalanceAmount: 417,
  CreditBusinessType: 'CollectionServices',
  CreditLoanType: 'Collection',
  _CREDITOR: { _Name: 'ANDROSCOGGIN RECOVERY' },
  _CURRENT_RATING: { _Code: '9', _Type: 'Collection' },
  _PAYMENT_PATTERN: undefined,
  CREDIT_COMMENT: [],
}

const bankruptcy: PublicRecord = {
  CreditPublicRecordID: 'P1',
  BorrowerID: 'B2',
  CreditFileID: 'F4',
  _AccountOwnershipType: 'Individual',
  _AttorneyName: 'LANE & LANE',
  _BankruptcyAssetsAmount: 12_345,
  _BankruptcyLiabilitiesAmount: 67_890,
  _BankruptcyType: 'Personal',
  _ConsumerDisputeIndicator: false,
  _CourtName: 'US BANKRUPTCY COURT BANGOR',
  _DerogatoryDataIndicator: true,
  _DispositionDate: '2019-08-01',
  _DispositionType: 'Discharged',
  _DocketIdentifier: '18-20455',
  _FiledDate: '2018-11-30',
  _LegalObligationAmount: 55_555,
  _ReportedDate: '2019-09',
  _Type: 'BankruptcyChapter7',
  CREDIT_REPOSITORY: [{ _SourceType: 'Equifax' }, { _SourceType: 'Experian' }],
}

export const inquiry: Inquiry = {
  CreditInquiryID: 'I1',
  BorrowerID: 'B1',
  CreditFileID: 'F1',
  _Name: 'ALLAGASH AUTO SALES',
  _Date: '2026-03-17',
  CreditBusinessType: 'Automotive',
  CreditLoanType: 'Automobile',
  _PurposeType: 'CreditGranting',
  CREDIT_REPOSITORY: [{ _SourceType: 'Equifax' }],
}

const office: OwningBureauValue = {
  _Identifier: 'X01',
  _Name: 'EXAMPLE BUREAU OFFICE',
  _StreetAddress: 'P.O. BOX 1',
  _StreetAddress2: '',
  _City: 'ATLANTA',
  _State: 'GA',
  _PostalCode: '30374',
  CONTACT_DETAIL: { CONTACT_POINT: [{ _Type: 'Phone', _Value: '(800) 555-0101' }] },
}

function file(source: 'Equifax' | 'Experian' | 'TransUnion', who: BorrowerValue): CreditFileValue {
  return {
    CreditFileID: `${source}-${who.BorrowerID}`,
    BorrowerID: who.BorrowerID,
    CreditRepositorySourceType: source,
    _InfileDate: '1998-07',
    _ResultStatusType: 'FileReturned',
    _BORROWER: {
      _BirthDate: '1975-04',
      _FirstName: who._FirstName,
      _LastName: who._LastName,
      _MiddleName: who._MiddleName,
      _SSN: '900121234',
      _UnparsedName: who._UnparsedName,
      _ALIAS: [{ _FirstName: 'AVE', _LastName: 'OBRIEN', _UnparsedName: 'AVE OBRIEN' }],
      _RESIDENCE: [
        {
          _StreetAddress: '12 HARBOR VIEW RD',
          _City: 'CAMDEN',
          _State: 'ME',
          _PostalCode: '04843',
          _DateReported: '2026-01',
        },
        {
          _StreetAddress: '7 OLD COUNTY RD',
          _City: 'ROCKPORT',
          _State: 'ME',
          _PostalCode: '04856',
          _DateReported: '2015-06-30',
        },
      ],
      _UnparsedEmployment: 'BOAT BUILDER, ROCKLAND MARINE',
    },
    _OWNING_BUREAU: office,
  }
}

const frozen: CreditFileValue = {
  ...file('TransUnion', coBorrower),
  _InfileDate: undefined,
  _ResultStatusType: 'NoFileReturnedCreditFreeze',
  _ALERT_MESSAGE: [{ _Text: ['The consumer has frozen this file.'] }],
  _BORROWER: {
    _BirthDate: '',
    _FirstName: '',
    _LastName: '',
    _MiddleName: '',
    _SSN: '',
    _UnparsedName: '',
    _UnparsedEmployment: '',
  },
}

function score(
  source: 'Equifax' | 'Experian' | 'TransUnion',
  who: string,
  value: string,
): ScoreValue {
  return {
    CreditScoreID: `S-${source}-${who}`,
    BorrowerID: who,
    CreditFileID: `${source}-${who}`,
    CreditReportIdentifier: 'R-1',
    CreditRepositorySourceType: source,
    _Date: '2026-05-04',
    _FACTAInquiriesIndicator: source === 'Experian',
    _ModelNameType: (
      {
        Equifax: 'EquifaxBeacon5.0',
        Experian: 'ExperianFairIsaac',
        TransUnion: 'FICORiskScoreClassic04',
      } as const
    )[source],
    _Value: value,
    _FACTOR: [
      { _Code: '00038', _Text: 'Serious delinquency, and public record or collection filed' },
      { _Code: '00013', _Text: 'Time since delinquency is too recent or unknown' },
      { _Code: '00010', _Text: 'Proportion of balances to credit limits is too high' },
      { _Code: '00014', _Text: 'Length of time accounts have been established' },
    ],
  }
}

const reference: TradeReference = {
  CreditTradeReferenceID: 'T1',
  _Name: 'PENOBSCOT BAY SAVINGS',
  _StreetAddress: '1 MAIN ST',
  _City: 'ROCKLAND',
  _State: 'ME',
  _PostalCode: '04841',
  CONTACT_DETAIL: { CONTACT_POINT: [{ _Type: 'Phone', _Value: '(207) 555-0142' }] },
  CREDIT_REPOSITORY: [
    { _SourceType: 'Equifax', _SubscriberCode: '906FM1234' },
    { _SourceType: 'Experian', _SubscriberCode: '1947205' },
    { _SourceType: 'TransUnion', _SubscriberCode: '0235019' },
  ],
}

/** A joint report with items of every kind. */
export const fullReport: Report = {
  id: 'R-1',
  responseId: 'CR-1',
  title: 'Merged Credit Report',
  mergeType: 'Blend',
  reportType: 'Merge',
  reportTypeOther: '',
  firstIssuedAt: '2026-05-04T13:22:41Z',
  lastUpdatedAt: '2026-05-06T08:01:02Z',
  requested: ['Equifax', 'Experian', 'TransUnion'],
  delivered: ['Equifax', 'Experian', 'TransUnion'],
  hard: true,
  simulated: true,
  borrowers: [borrower, coBorrower],
  respondingParty: {
    _Name: 'Trimerge Sandbox',
    _StreetAddress: '1 Example Way',
    _City: 'Augusta',
    _State: 'ME',
    _PostalCode: '04330',
    CONTACT_DETAIL: {
      _Name: 'Consumer desk',
      CONTACT_POINT: [{ _Type: 'Phone', _Value: '(207) 555-0100' }],
    },
  },
  respondTo: {
    _Name: 'Katahdin Home Loans',
    _StreetAddress: '44 Exchange St',
    _City: 'Portland',
    _State: 'ME',
    _PostalCode: '04101',
    CONTACT_DETAIL: { _Name: 'Lee Underwriter' },
  },
  lenderCase: 'LN-2026-0042',
  requestedBy: 'Lee Loanofficer',
  account: 'sandbox',
  priceCents: 12_345,
  files: [
    {
      ...file('Equifax', borrower),
      _ALERT_MESSAGE: [
        {
          _CategoryType: 'FACTAFraudVictimInitial',
          _Code: 'FA1',
          _Text: ['Verify the identity by telephone (207) 555-0188.'],
        },
      ],
      _VARIATION: [{ _Type: 'DifferentAddress' }, { _Type: 'DifferentSSN' }],
      CREDIT_COMMENT: [
        {
          _SourceType: 'Borrower',
          _Type: 'ConsumerStatement',
          _ReportedDate: '2025-10',
          _Text: ['I was in hospital when the payments were late.'],
        },
      ],
    },
    file('Experian', borrower),
    file('TransUnion', borrower),
    file('Equifax', coBorrower),
    file('Experian', coBorrower),
    frozen,
  ],
  liabilities: [mortgage, card, chargedOff, closed, collection],
  publicRecords: [bankruptcy],
  inquiries: [
    inquiry,
    { ...inquiry, CreditInquiryID: 'I2', _Name: 'CARRABASSETT BANK', _Date: '2026-04-02' },
  ],
  scores: [
    score('Equifax', 'B1', '688'),
    score('Experian', 'B1', '701'),
    score('TransUnion', 'B1', '695'),
    score('Equifax', 'B2', '655'),
    {
      ...score('Experian', 'B2', ''),
      _FACTOR: [],
      _FACTAInquiriesIndicator: false,
      _ExclusionReasonType: 'NotScoredInsufficientCredit',
    },
  ],
  tradeReferences: [reference],
  comments: [{ _SourceType: 'CreditBureau', _Type: 'Instruction', _Text: ['Files were blended.'] }],
  referrals: [
    { ...office, _Name: 'EXAMPLE BUREAU ONE' },
    { ...office, _Name: 'EXAMPLE BUREAU TWO' },
  ],
  summaries: [
    {
      BorrowerID: 'B1',
      _Name: 'Trimerge_Summary',
      _DATA_SET: [
        { _Name: 'AsOfDate', _Value: '2026-05-04' },
        { _Name: 'TotalBalance', _Value: '320138' },
        { _Name: 'Liens', _Value: '0' },
      ],
    },
    {
      BorrowerID: 'B2',
      _Name: 'Trimerge_Summary',
      _DATA_SET: [{ _Name: 'Bankruptcies', _Value: '1' }],
    },
  ],
  keys: [
    { _Name: 'EquifaxBeacon5.0_MinimumValue', _Value: '334' },
    { _Name: 'EquifaxBeacon5.0_MaximumValue', _Value: '818' },
    { _Name: 'CreditScoreRankPercent_CR-1_S-Equifax-B1', _Value: '47' },
  ],
}

/** A report of one borrower without any items. */
export const emptyReport: Report = {
  ...fullReport,
  id: 'R-0',
  simulated: false,
  borrowers: [borrower],
  files: [file('Equifax', borrower)],
  requested: ['Equifax'],
  delivered: ['Equifax'],
  liabilities: [],
  publicRecords: [],
  inquiries: [],
  scores: [],
  tradeReferences: [],
  comments: [],
  referrals: [],
  summaries: [],
  keys: [],
}

/** A refresh of the full report with different kinds of changes. */
export const refreshReport: Report = {
  ...fullReport,
  id: 'R-2',
  title: 'Refresh Report',
  hard: false,
  scores: [],
  refresh: {
    baseId: 'R-1',
    baseIssuedAt: '2026-05-04T13:22:41Z',
    compared: ['Equifax', 'Experian'],
    notCompared: ['TransUnion'],
    differences: [
      {
        kind: 'newAccount',
        borrowerIds: ['B1', 'B2'],
        bureaus: ['Equifax'],
        what: 'KATAHDIN AUTO FINANCE',
        account: '7712XXXX',
        since: '2026-05-20',
        to: 24_300,
        monthlyIncrease: 467,
      },
      {
        kind: 'balanceIncrease',
        borrowerIds: ['B1'],
        bureaus: ['Equifax', 'Experian'],
        what: 'DIRIGO CARD',
        account: '51780577XXXX',
        from: 1_234,
        to: 4_321,
      },
      {
        kind: 'accountPaid',
        borrowerIds: ['B2'],
        bureaus: ['Experian'],
        what: 'KENNEBEC MOTOR CREDIT',
        since: '2026-05',
      },
    ],
  },
}

const KINDS = [mortgage, card, chargedOff, closed, card, card, closed, collection]

/** Returns the full report with this number of accounts of all kinds, each with its own numbers. */
export function reportOf(accountCount: number): Report {
  const liabilities = Array.from({ length: accountCount }, (_, index) => {
    const kind = KINDS[index % KINDS.length] as Liability
    return {
      ...kind,
      CreditLiabilityID: `L${index}`,
      _AccountIdentifier: `ACCT${String(1000 + index)}XXXX`,
      _UnpaidBalanceAmount: 100_000 + index,
    }
  })
  return { ...fullReport, id: `R-${accountCount}`, liabilities }
}
