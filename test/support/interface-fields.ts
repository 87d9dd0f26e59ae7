/**
 * The field paths of the interface document, sections 2.1 and 2.2, copied again by hand as an
 * independent check of the tables. They are spelled as in the document, with dots between levels.
 */

/** The type of a path in the interface document. `any` counts as a string. */
type InterfaceType = 'object' | 'array' | 'string'

/** One path of the interface document. */
export interface InterfaceField {
  readonly path: string
  readonly type: InterfaceType
  readonly required: boolean
  /** The only response with this path: M for `/mortgage_only`, R for `/refresh_report`. */
  readonly only?: 'M' | 'R'
}

type Extras = Partial<Pick<InterfaceField, 'required' | 'only'>>

function field(path: string, type: InterfaceType, extras: Extras = {}): InterfaceField {
  return { path, type, required: true, ...extras }
}

/** Returns rows for the names that the interface lists together under one path. */
function strings(path: string, names: string, extras: Extras = {}): readonly InterfaceField[] {
  return names.split(' ').map((name) => field(`${path}.${name}`, 'string', extras))
}

const CR = 'REQUEST_GROUP.REQUEST.REQUEST_DATA.CREDIT_REQUEST'
const REPOSITORIES = '__BureauAIndicator __BureauBIndicator __BureauCIndicator'

/** Section 2.1: the request of `/mortgage_only` and `/refresh_report`. */
export const REQUEST_FIELDS: readonly InterfaceField[] = [
  field('REQUEST_GROUP', 'object'),
  field('REQUEST_GROUP._StandardVersionID', 'string'),
  field('REQUEST_GROUP.REQUESTING_PARTY', 'object'),
  field('REQUEST_GROUP.REQUESTING_PARTY.__Name', 'string'),
  field('REQUEST_GROUP.REQUEST', 'object'),
  field('REQUEST_GROUP.REQUEST._RequestDatetime', 'string'),
  field('REQUEST_GROUP.REQUEST.REQUEST_DATA', 'object'),
  field(CR, 'object'),
  field(`${CR}._StandardVersionID`, 'string'),
  field(`${CR}._LenderCaseIdentifier`, 'string'),
  field(`${CR}.CREDIT_REQUEST_DATA`, 'object'),
  field(`${CR}.CREDIT_REQUEST_DATA.CREDIT_REPOSITORY_INCLUDED`, 'object'),
  ...strings(`${CR}.CREDIT_REQUEST_DATA.CREDIT_REPOSITORY_INCLUDED`, REPOSITORIES),
  ...strings(
    `${CR}.CREDIT_REQUEST_DATA`,
    '_CreditRequestID _BorrowerID _CreditReportRequestActionType _CreditReportType _CreditRequestType',
  ),
  field(`${CR}.SERVICE_PAYMENT`, 'object'),
  ...strings(
    `${CR}.SERVICE_PAYMENT`,
    '__AccountIdentifier __AccountHolderName __AccountExpirationDate __SecondaryAccountIdentifier __MethodType',
  ),
  field(`${CR}.LOAN_APPLICATION`, 'object'),
  field(`${CR}.LOAN_APPLICATION.BORROWER`, 'object'),
  ...strings(
    `${CR}.LOAN_APPLICATION.BORROWER`,
    '_BorrowerID __FirstName __MiddleName __LastName __NameSuffix __SSN',
  ),
  field(`${CR}.LOAN_APPLICATION.BORROWER._RESIDENCE`, 'object'),
  ...strings(
    `${CR}.LOAN_APPLICATION.BORROWER._RESIDENCE`,
    '__StreetAddress __City __State __PostalCode _BorrowerResidencyType',
  ),
]

const RD = 'RESPONSE_GROUP.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE'
const ADDRESS = '__StreetAddress __City __State __PostalCode'
const PARTY = `__Name ${ADDRESS}`
const M = { only: 'M' } as const
const R = { only: 'R' } as const
const M_OPTIONAL = { only: 'M', required: false } as const

const PARTIES: readonly InterfaceField[] = [
  field('RESPONSE_GROUP', 'object'),
  field('RESPONSE_GROUP._StandardVersionID', 'string'),
  field('RESPONSE_GROUP.RESPONDING_PARTY', 'object'),
  ...strings('RESPONSE_GROUP.RESPONDING_PARTY', PARTY),
  field('RESPONSE_GROUP.RESPONDING_PARTY.CONTACT_DETAIL', 'object'),
  field('RESPONSE_GROUP.RESPONDING_PARTY.CONTACT_DETAIL.__Name', 'string'),
  field('RESPONSE_GROUP.RESPONDING_PARTY.CONTACT_DETAIL.CONTACT_POINT', 'array'),
  ...strings('RESPONSE_GROUP.RESPONDING_PARTY.CONTACT_DETAIL.CONTACT_POINT', '__Type __Value'),
  field('RESPONSE_GROUP.RESPOND_TO_PARTY', 'object'),
  ...strings('RESPONSE_GROUP.RESPOND_TO_PARTY', PARTY),
  field('RESPONSE_GROUP.RESPOND_TO_PARTY.CONTACT_DETAIL', 'object'),
  field('RESPONSE_GROUP.RESPOND_TO_PARTY.CONTACT_DETAIL.__Name', 'string'),
  ...strings('RESPONSE_GROUP.RESPOND_TO_PARTY', '_LenderCaseIdentifier', { required: false }),
  field('RESPONSE_GROUP.RESPONSE', 'object'),
  field('RESPONSE_GROUP.RESPONSE._ResponseDateTime', 'string'),
  field('RESPONSE_GROUP.RESPONSE.KEY', 'array'),
  field('RESPONSE_GROUP.RESPONSE.KEY.__Name', 'string'),
  field('RESPONSE_GROUP.RESPONSE.KEY.__Value', 'string', { required: false }),
  field('RESPONSE_GROUP.RESPONSE.RESPONSE_DATA', 'object'),
  field(RD, 'object'),
]

const HEADER: readonly InterfaceField[] = [
  ...strings(RD, '_StandardVersionID _CreditReportIdentifier _CreditResponseID'),
  ...strings(RD, '_CreditReportFirstIssuedDate', M),
  ...strings(
    RD,
    '_CreditReportLastUpdatedDate _CreditReportMergeType _CreditReportType _CreditReportTypeOtherDescription _CreditRatingCodeType',
  ),
  field(`${RD}.CREDIT_REPORT_PRICE`, 'object'),
  ...strings(`${RD}.CREDIT_REPORT_PRICE`, '__Amount __Type'),
  field(`${RD}.CREDIT_REPOSITORY_INCLUDED`, 'object'),
  ...strings(`${RD}.CREDIT_REPOSITORY_INCLUDED`, REPOSITORIES),
  field(`${RD}.CREDIT_REQUEST_DATA`, 'object'),
  ...strings(
    `${RD}.CREDIT_REQUEST_DATA`,
    '_CreditReportType _CreditReportTypeOtherDescription _CreditRequestDateTime _CreditReportIdentifier _CreditRequestType _CreditRequestID _BorrowerID _CreditReportRequestActionType',
  ),
]

const BORROWER: readonly InterfaceField[] = [
  field(`${RD}.BORROWER`, 'object'),
  ...strings(
    `${RD}.BORROWER`,
    '_BorrowerID __FirstName __LastName __MiddleName __PrintPositionType __SSN __UnparsedName _MaritalStatusType',
  ),
  field(`${RD}.BORROWER._RESIDENCE`, 'object'),
  field(`${RD}.BORROWER._RESIDENCE.PARSED_STREET_ADDRESS`, 'object'),
  field(`${RD}.BORROWER._RESIDENCE.PARSED_STREET_ADDRESS.__StreetName`, 'string'),
  ...strings(`${RD}.BORROWER._RESIDENCE`, `${ADDRESS} __Country _BorrowerResidencyType`),
]

const FILE = `${RD}.CREDIT_FILE`

const CREDIT_FILE: readonly InterfaceField[] = [
  field(FILE, 'array', M),
  ...strings(FILE, '_CreditFileID _BorrowerID _CreditRepositorySourceType', M),
  ...strings(FILE, '__InfileDate', M_OPTIONAL),
  field(`${FILE}._ALERT_MESSAGE`, 'object', M_OPTIONAL),
  field(`${FILE}._ALERT_MESSAGE._Text`, 'string', M),
  field(`${FILE}._BORROWER`, 'object', M),
  ...strings(
    `${FILE}._BORROWER`,
    '__FirstName __MiddleName __LastName __SSN __UnparsedName __BirthDate _UnparsedEmployment',
    M,
  ),
  field(`${FILE}._BORROWER._UnparsedAddress`, 'array', M),
  field(`${FILE}._BORROWER._RESIDENCE`, 'array', M),
  ...strings(`${FILE}._BORROWER._RESIDENCE`, `${ADDRESS} __DateReported`, M),
  field(`${FILE}._BORROWER._ALIAS`, 'array', M_OPTIONAL),
  ...strings(`${FILE}._BORROWER._ALIAS`, '__FirstName __LastName __UnparsedName', M),
  field(`${FILE}._OWNING_BUREAU`, 'object', M),
  ...strings(`${FILE}._OWNING_BUREAU`, `${PARTY} __StreetAddress2`, M),
  ...strings(`${FILE}._OWNING_BUREAU`, '__Identifier', M_OPTIONAL),
  field(`${FILE}._OWNING_BUREAU.CONTACT_DETAIL`, 'object', M),
]

const CREDIT_SCORE: readonly InterfaceField[] = [
  field(`${RD}.CREDIT_SCORE`, 'array', M),
  ...strings(
    `${RD}.CREDIT_SCORE`,
    '_CreditScoreID _BorrowerID _CreditFileID _CreditReportIdentifier _CreditRepositorySourceType __Date __Value __ModelNameType __FACTAInquiriesIndicator',
    M,
  ),
  field(`${RD}.CREDIT_SCORE._FACTOR`, 'array', M),
  ...strings(`${RD}.CREDIT_SCORE._FACTOR`, '__Code __Text', M),
]

const LAST: readonly InterfaceField[] = [
  field(`${RD}.CREDIT_CONSUMER_REFERRAL`, 'array'),
  field(`${RD}.CREDIT_CONSUMER_REFERRAL.CONTACT_DETAIL`, 'object', R),
  ...strings(`${RD}.CREDIT_CONSUMER_REFERRAL`, `${PARTY} __StreetAddress2`, R),
  field(`${RD}.CREDIT_SUMMARY`, 'array'),
  field(`${RD}.CREDIT_SUMMARY.__Name`, 'string'),
  field(`${RD}.CREDIT_SUMMARY._DATA_SET`, 'array'),
  field(`${RD}.EMBEDDED_FILE`, 'object'),
  field(`${RD}.EMBEDDED_FILE.DOCUMENT`, 'object'),
  field(`${RD}.EMBEDDED_FILE.DOCUMENT.__cdata`, 'string'),
  ...strings(
    `${RD}.EMBEDDED_FILE`,
    '__Type __Name __Extension __Description _MIMEType __EncodingType',
  ),
]

/** Section 2.2: the responses of `/mortgage_only` (M) and `/refresh_report` (R). */
export const RESPONSE_FIELDS: readonly InterfaceField[] = [
  ...PARTIES,
  ...HEADER,
  ...BORROWER,
  ...CREDIT_FILE,
  ...CREDIT_SCORE,
  ...LAST,
]
