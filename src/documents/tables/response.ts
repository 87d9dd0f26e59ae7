/**
 * The response document (interface section 2.2). The responses of the operations are values made of
 * shared parts: M (`/mortgage_only`), R (`/refresh_report`), M with tradelines (`/credit_report`,
 * `/pre_qualification`), and the error document.
 */
import {
  element,
  many,
  maybe,
  one,
  optional,
  required,
  some,
  textElement,
  type Value,
} from '../element.ts'
import {
  anyText,
  emptyableText,
  enumeration,
  enumerationAnyCase,
  flag,
  keyName,
  partialDateOrEmpty,
  ssnOrEmpty,
  text,
} from '../kinds.ts'
import {
  ACTION_TYPES,
  ALERT_CATEGORY_TYPES,
  ALERT_TYPES,
  ANSWER_ORIGINS,
  EMBEDDED_FILE_ENCODING_TYPES,
  ERROR_SOURCE_TYPES,
  FILE_RESULT_STATUS_TYPES,
  FILE_VARIATION_TYPES,
  MARITAL_STATUS_TYPES,
  MERGE_TYPES,
  PRICE_TYPES,
  PRINT_POSITION_TYPES,
  RATING_CODE_TYPES,
  REPORT_TYPES,
  REPOSITORY_SOURCE_TYPES,
  REQUEST_TYPES,
  RESIDENCY_TYPES,
  SCORE_EXCLUSION_REASON_TYPES,
  SCORE_MODEL_NAME_TYPES,
} from './enumerations.ts'
import {
  Comment,
  ContactPoint,
  Inquiry,
  Liability,
  PersonalText,
  PublicRecord,
  Text,
  TradeReference,
} from './tradelines.ts'

const section = '2.2'
const mismo = { origin: 'MISMO' } as const
const personal = { secret: true } as const
const personalMismo = { secret: true, origin: 'MISMO' } as const

// biome-ignore format: a table
const address = {
  _StreetAddress: required(emptyableText(), 'Street address.'),
  _City:          required(emptyableText(), 'City.'),
  _State:         required(emptyableText(), 'State.'),
  _PostalCode:    required(emptyableText(), 'Postal code.'),
}

const PartyContactPoint = element({
  ...ContactPoint,
  origin: 'interface',
  section,
  fields: {
    ...ContactPoint.fields,
    _Type: required(enumeration(['Phone', 'Fax'] as const), 'Phone or Fax.'),
  },
})

const PartyContact = element({
  name: 'CONTACT_DETAIL',
  doc: 'The contact for questions about the report.',
  section,
  fields: { _Name: required(emptyableText(), 'Name of the contact.') },
  children: { CONTACT_POINT: many(PartyContactPoint) },
})

const RespondingParty = element({
  name: 'RESPONDING_PARTY',
  doc: 'The organization that operates this service.',
  section,
  fields: { _Name: required(text(), 'Name of the organization.'), ...address },
  children: { CONTACT_DETAIL: one(PartyContact) },
})

const RespondToContact = element({
  name: 'CONTACT_DETAIL',
  doc: 'The contact at the ordering party.',
  section,
  fields: { _Name: required(emptyableText(), 'Name of the contact.') },
})

const RespondToParty = element({
  name: 'RESPOND_TO_PARTY',
  doc: "The ordering party. Fields missing in the request come from the account's profile.",
  section,
  fields: {
    _Name: required(emptyableText(), 'Name of the ordering party.'),
    ...address,
    LenderCaseIdentifier: optional(text(80), "The lender's loan number, as sent."),
  },
  children: { CONTACT_DETAIL: one(RespondToContact) },
})

/** The KEYs of the service itself, whose values are counts, flags and words from fixed lists. */
const SERVICE_KEY =
  /^(?:ReportOrigin|Simulated|Files(?:Asked|Delivered)|\w.*_M(?:in|ax)imumValue|CreditScore(?:RankPercent|ExclusionReason)_.+)$/
const PLAIN_WORDS: ReadonlySet<string> = new Set([
  'Y',
  ...ANSWER_ORIGINS,
  ...SCORE_EXCLUSION_REASON_TYPES,
])

/**
 * Returns whether a KEY comes from the service. A client may give its own KEY such a name, so the
 * value must have the right form too.
 */
function isServiceKey(fields: ReadonlyMap<string, string>): boolean {
  const value = fields.get('_Value') ?? ''
  const isPlain = /^\d{1,3}$/.test(value) || PLAIN_WORDS.has(value)
  return isPlain && SERVICE_KEY.test(fields.get('_Name') ?? '')
}

const Key = element({
  name: 'KEY',
  doc: 'A named value about the response, listed in docs/keys.md.',
  section,
  isPlain: isServiceKey,
  fields: {
    _Name: required(keyName, 'Name of the value.'),
    _Value: optional(text(4000), 'The value.', { secret: true }),
  },
})

// biome-ignore format: a table
const creditResponseFields = {
  MISMOVersionID:                   required(text(20), 'Version of the credit documents, as in the order.'),
  CreditResponseID:                 required(text(80), 'Identifier of the response; the same each time this report is returned.'),
  CreditReportIdentifier:           required(text(80), 'Report ID. Use it to reissue, upgrade, unmerge or refresh the report.'),
  CreditReportFirstIssuedDate:      required(text(40), 'When the report was first issued.'),
  CreditReportLastUpdatedDate:      required(text(40), 'When the report was last changed.'),
  CreditReportMergeType:            required(enumeration(MERGE_TYPES), 'How the files were merged.'),
  CreditReportType:                 required(enumeration(REPORT_TYPES), 'Type of the report.'),
  CreditReportTypeOtherDescription: required(emptyableText(80), 'The report type if it is Other.'),
  CreditRatingCodeType:             required(enumeration(RATING_CODE_TYPES), 'The code set of the ratings.'),
}

// biome-ignore format: a table
const Price = element({
  name: 'CREDIT_REPORT_PRICE',
  doc: 'The price of this response.',
  section,
  fields: {
    _Amount: required(text(20), 'Amount in dollars and cents.'),
    _Type:   required(enumeration(PRICE_TYPES), 'Meaning of the amount.'),
  },
})

// biome-ignore format: a table
const DeliveredRepositories = element({
  name: 'CREDIT_REPOSITORY_INCLUDED',
  doc: 'The bureaus that delivered a file.',
  section,
  fields: {
    _EquifaxIndicator:    required(flag, 'Whether the first bureau delivered.'),
    _ExperianIndicator:   required(flag, 'Whether the second bureau delivered.'),
    _TransUnionIndicator: required(flag, 'Whether the third bureau delivered.'),
  },
})

// biome-ignore format: a table
const RequestDataEcho = element({
  name: 'CREDIT_REQUEST_DATA',
  doc: 'The order of this response.',
  section,
  fields: {
    CreditRequestID:                  required(emptyableText(80), "The client's identifier of the order, as sent."),
    BorrowerID:                       required(text(161), 'The borrowers, as sent.'),
    CreditReportIdentifier:           required(emptyableText(80), 'The ID of the existing report in the order.'),
    CreditReportRequestActionType:    required(enumeration(ACTION_TYPES), 'The requested action.'),
    CreditReportType:                 required(enumeration(REPORT_TYPES), 'The requested report type.'),
    CreditReportTypeOtherDescription: required(emptyableText(80), 'The report type if it is Other.'),
    CreditRequestDateTime:            required(emptyableText(80), 'When the client made the request, as sent.'),
    CreditRequestType:                required(enumeration(REQUEST_TYPES), 'Individual or Joint.'),
  },
})

const ParsedStreetAddress = element({
  name: 'PARSED_STREET_ADDRESS',
  doc: 'The street address in parts.',
  section,
  fields: {
    _StreetName: required(emptyableText(), 'Name of the street without house number.', personal),
  },
})

// biome-ignore format: a table
const BorrowerResidence = element({
  name: '_RESIDENCE',
  doc: 'The current address of the borrower, as ordered.',
  section,
  fields: {
    _StreetAddress:        required(text(), 'House number and street.', personal),
    _City:                 required(text(), 'City.', personal),
    _State:                required(text(), 'State.', personal),
    _PostalCode:           required(text(), 'ZIP code.', personal),
    _Country:              required(text(), 'Country.'),
    BorrowerResidencyType: required(enumerationAnyCase(RESIDENCY_TYPES), 'Current.'),
  },
  children: { PARSED_STREET_ADDRESS: one(ParsedStreetAddress) },
})

// biome-ignore format: a table
const Borrower = element({
  name: 'BORROWER',
  doc: 'A borrower, as ordered.',
  section,
  fields: {
    BorrowerID:         required(text(80), 'Identifier of the borrower, as sent.'),
    _FirstName:         required(text(100), 'Given name.', personal),
    _MiddleName:        required(emptyableText(100), 'Middle name.', personal),
    _LastName:          required(text(100), 'Family name.', personal),
    _PrintPositionType: required(enumeration(PRINT_POSITION_TYPES), 'Whether the person is printed as borrower or co-borrower.'),
    _SSN:               required(text(20), 'Social security number, as sent.', personal),
    _UnparsedName:      required(text(400), 'The whole name, with suffix.', personal),
    MaritalStatusType:  required(enumeration(MARITAL_STATUS_TYPES), 'Marital status.', personal),
  },
  children: { _RESIDENCE: one(BorrowerResidence) },
})

const FullBorrower = element({
  ...Borrower,
  fields: {
    ...Borrower.fields,
    _NameSuffix: optional(text(20), 'Generation suffix.', personalMismo),
    _BirthDate: optional(text(10), 'Date of birth.', personalMismo),
  },
})

const AlertMessage = element({
  name: '_ALERT_MESSAGE',
  doc: 'An alert of the bureau, or the reason why it returned no file.',
  section,
  children: { _Text: one(PersonalText) },
})

// biome-ignore format: a table
const FullAlertMessage = element({
  ...AlertMessage,
  origin: 'MISMO',
  section: '',
  fields: {
    _AdverseIndicator:             optional(flag, 'Whether the alert is adverse.', mismo),
    _CategoryType:                 optional(enumeration(ALERT_CATEGORY_TYPES), 'Category of the alert.', mismo),
    _CategoryTypeOtherDescription: optional(text(80), 'The category if it is Other.', mismo),
    _Code:                         optional(text(20), "The bureau's alert code.", mismo),
    _Type:                         optional(enumeration(ALERT_TYPES), 'The bureau product that raised the alert.', mismo),
  },
  children: { _Text: some(PersonalText) },
})

// biome-ignore format: a table
const FileResidence = element({
  name: '_RESIDENCE',
  doc: 'An address on file; the newest comes first.',
  section,
  fields: {
    _StreetAddress: required(emptyableText(), 'House number and street.', personal),
    _City:          required(emptyableText(), 'City.', personal),
    _State:         required(emptyableText(), 'State.', personal),
    _PostalCode:    required(emptyableText(), 'ZIP code.', personal),
    _DateReported:  required(partialDateOrEmpty, 'Date reported.'),
  },
})

// biome-ignore format: a table
const Alias = element({
  name: '_ALIAS',
  doc: 'Another name on file.',
  section,
  fields: {
    _FirstName:    required(emptyableText(100), 'Given name.', personal),
    _LastName:     required(emptyableText(100), 'Family name.', personal),
    _UnparsedName: required(emptyableText(400), 'The whole name.', personal),
  },
})

const UnparsedEmployment = textElement({
  name: '_UnparsedEmployment',
  doc: 'Employment on file, as one text; empty if none.',
  section,
  kind: emptyableText(1000),
  secret: true,
})

const UnparsedAddress = textElement({
  name: '_UnparsedAddress',
  doc: 'An address on file, as one text.',
  section,
  kind: emptyableText(1000),
  secret: true,
})

// biome-ignore format: a table
const FileBorrower = element({
  name: '_BORROWER',
  doc: 'The person on file at the bureau; fields are empty if there is no file.',
  section,
  fields: {
    _BirthDate:    required(partialDateOrEmpty, 'Date of birth, with the known precision.', personal),
    _FirstName:    required(emptyableText(100), 'Given name.', personal),
    _LastName:     required(emptyableText(100), 'Family name.', personal),
    _MiddleName:   required(emptyableText(100), 'Middle name.', personal),
    _SSN:          required(ssnOrEmpty, 'Social security number on file.', personal),
    _UnparsedName: required(emptyableText(400), 'The whole name, with suffix.', personal),
  },
  children: {
    _ALIAS:              many(Alias),
    _RESIDENCE:          many(FileResidence),
    _UnparsedAddress:    many(UnparsedAddress),
    _UnparsedEmployment: one(UnparsedEmployment),
  },
})

const BureauContact = element({
  name: 'CONTACT_DETAIL',
  doc: 'The contact of the bureau.',
  section,
  children: { CONTACT_POINT: many(ContactPoint) },
})

const OwningBureau = element({
  name: '_OWNING_BUREAU',
  doc: 'The bureau office that owns the file.',
  section,
  fields: {
    _Identifier: optional(text(40), 'Code of the office.'),
    _Name: required(text(), 'Name of the office.'),
    ...address,
    _StreetAddress2: required(emptyableText(), 'Second line of the street address.'),
  },
  children: { CONTACT_DETAIL: one(BureauContact) },
})

// biome-ignore format: a table
const File = element({
  name: 'CREDIT_FILE',
  doc: 'The credit file of one borrower at one bureau.',
  section,
  fields: {
    CreditFileID:               required(text(80), 'Identifier of the file within the report.'),
    BorrowerID:                 required(text(80), 'The borrower.'),
    CreditRepositorySourceType: required(enumeration(REPOSITORY_SOURCE_TYPES), 'The bureau.'),
    _InfileDate:                optional(text(10), 'Date since which the bureau has had the person on file.'),
  },
  children: {
    _ALERT_MESSAGE: maybe(AlertMessage),
    _BORROWER:      one(FileBorrower),
    _OWNING_BUREAU: one(OwningBureau),
  },
})

const Variation = element({
  name: '_VARIATION',
  origin: 'MISMO',
  doc: 'A difference between the file and the order.',
  fields: { _Type: required(enumeration(FILE_VARIATION_TYPES), 'Kind of difference.') },
})

/** The errors of an order, or of one bureau's file. */
// biome-ignore format: a table
export const ErrorMessage = element({
  name: 'CREDIT_ERROR_MESSAGE',
  origin: 'MISMO',
  doc: 'The errors, one text each.',
  fields: {
    _Code:       required(text(10), 'Code of the error, listed in docs/errors.md.'),
    _SourceType: required(enumeration(ERROR_SOURCE_TYPES), 'Source of the error.'),
  },
  children: { _Text: some(Text) },
})

// biome-ignore format: a table
const FullFile = element({
  ...File,
  fields: {
    ...File.fields,
    CreditScoreID:     optional(text(80), 'The score computed from the file.', mismo),
    _ResultStatusType: optional(enumeration(FILE_RESULT_STATUS_TYPES), 'Result of the pull.', mismo),
  },
  children: {
    _ALERT_MESSAGE:       many(FullAlertMessage),
    _BORROWER:            one(FileBorrower),
    _OWNING_BUREAU:       one(OwningBureau),
    _VARIATION:           many(Variation),
    CREDIT_COMMENT:       many(Comment),
    CREDIT_ERROR_MESSAGE: many(ErrorMessage),
  },
})

// biome-ignore format: a table
const Factor = element({
  name: '_FACTOR',
  doc: 'A reason why the score is not higher, most important first.',
  section,
  fields: {
    _Code: required(text(10), "The bureau's reason code, with leading zeros."),
    _Text: required(text(), 'The reason in words.'),
  },
})

// biome-ignore format: a table
const Score = element({
  name: 'CREDIT_SCORE',
  doc: 'The score of one borrower at one bureau.',
  section,
  fields: {
    CreditScoreID:              required(text(80), 'Identifier of the score within the report.'),
    BorrowerID:                 required(text(80), 'The borrower of the score.'),
    CreditFileID:               required(text(80), 'The scored file.'),
    CreditReportIdentifier:     required(text(80), 'The report.'),
    CreditRepositorySourceType: required(enumeration(REPOSITORY_SOURCE_TYPES), 'The bureau.'),
    _Date:                      required(text(10), 'Date on which the score was computed.'),
    _FACTAInquiriesIndicator:   required(flag, 'Whether inquiries lowered the score.'),
    _ModelNameType:             required(enumeration(SCORE_MODEL_NAME_TYPES), 'The score model.'),
    _ModelNameTypeOtherDescription: optional(text(80), 'The score model if _ModelNameType is Other; only in a response to an order that requests such a model.', mismo),
    _Value:                     required(emptyableText(10), 'The score; empty if the file cannot be scored.'),
  },
  children: { _FACTOR: many(Factor) },
})

const FullScore = element({
  ...Score,
  fields: {
    ...Score.fields,
    _ExclusionReasonType: optional(
      enumeration(SCORE_EXCLUSION_REASON_TYPES),
      'Why there is no score.',
      mismo,
    ),
  },
})

const Referral = element({
  name: 'CREDIT_CONSUMER_REFERRAL',
  doc: 'The bureau to which to refer the consumer.',
  section,
  fields: {
    _Name: required(text(), 'Name of the bureau.'),
    ...address,
    _StreetAddress2: required(emptyableText(), 'Second line of the street address.'),
  },
  children: { CONTACT_DETAIL: one(BureauContact) },
})

const DataSet = element({
  name: '_DATA_SET',
  doc: 'One figure of a summary, listed in docs/summary.md.',
  section,
  origin: 'ours',
  fields: {
    _Name: required(text(80), 'Name of the figure.', { origin: 'ours' }),
    _Value: required(emptyableText(), 'The figure.', { origin: 'ours' }),
  },
})

const Summary = element({
  name: 'CREDIT_SUMMARY',
  doc: 'Summary figures of one borrower.',
  section,
  fields: { _Name: required(text(80), 'Name of the summary.') },
  children: { _DATA_SET: many(DataSet) },
})

/** A refresh lists differences, which can contain accounts, names and addresses. */
const RefreshSummary = element({
  ...Summary,
  children: {
    _DATA_SET: many(
      element({
        ...DataSet,
        doc: 'One figure or difference of a refresh, listed in docs/refresh-summary.md.',
        fields: { ...DataSet.fields, _Value: { ...DataSet.fields._Value, secret: true } },
      }),
    ),
  },
})

const FullSummary = element({
  ...Summary,
  fields: {
    BorrowerID: optional(text(161), 'The borrower of the figures.', mismo),
    ...Summary.fields,
  },
})

const EmbeddedDocument = textElement({
  name: 'DOCUMENT',
  doc: 'The printed report in its encoding, as character data.',
  section,
  kind: anyText,
  cdata: true,
  secret: true,
})

// biome-ignore format: a table
const EmbeddedFile = element({
  name: 'EMBEDDED_FILE',
  doc: 'The printed report.',
  section,
  fields: {
    _Type:         required(text(20), 'Format of the document.'),
    _Name:         required(text(), 'File name, without personal data.'),
    _Extension:    required(text(10), 'Extension of the file name.'),
    _Description:  required(text(), 'Description of the document.'),
    MIMEType:      required(text(80), 'Media type of the document.'),
    _EncodingType: required(enumeration(EMBEDDED_FILE_ENCODING_TYPES), 'Encoding of the document.'),
  },
  children: { DOCUMENT: one(EmbeddedDocument) },
})

/** The credit response of `/mortgage_only`, shape M. */
// biome-ignore format: a table
const MortgageOnlyCreditResponse = element({
  name: 'CREDIT_RESPONSE',
  doc: 'The credit report.',
  section,
  fields: creditResponseFields,
  children: {
    CREDIT_REPORT_PRICE:        one(Price),
    CREDIT_REPOSITORY_INCLUDED: one(DeliveredRepositories),
    CREDIT_REQUEST_DATA:        one(RequestDataEcho),
    BORROWER:                   some(Borrower, 2),
    CREDIT_FILE:                many(File),
    CREDIT_SCORE:               many(Score),
    CREDIT_CONSUMER_REFERRAL:   many(Referral),
    CREDIT_SUMMARY:             many(Summary),
    EMBEDDED_FILE:              one(EmbeddedFile),
  },
})

/** Shape M with the mortgages as tradelines, for accounts with `liabilities: yes`. */
// biome-ignore format: a table
const MortgageOnlyLiabilities = element({
  ...MortgageOnlyCreditResponse,
  children: {
    CREDIT_REPORT_PRICE:        one(Price),
    CREDIT_REPOSITORY_INCLUDED: one(DeliveredRepositories),
    CREDIT_REQUEST_DATA:        one(RequestDataEcho),
    BORROWER:                   some(Borrower, 2),
    CREDIT_LIABILITY:           many(Liability),
    CREDIT_FILE:                many(File),
    CREDIT_SCORE:               many(Score),
    CREDIT_CONSUMER_REFERRAL:   many(Referral),
    CREDIT_SUMMARY:             many(Summary),
    EMBEDDED_FILE:              one(EmbeddedFile),
  },
})

/** The credit response of `/credit_report` and `/pre_qualification`: M with tradelines. */
// biome-ignore format: a table
export const FullCreditResponse = element({
  ...MortgageOnlyCreditResponse,
  children: {
    CREDIT_REPORT_PRICE:        one(Price),
    CREDIT_REPOSITORY_INCLUDED: one(DeliveredRepositories),
    CREDIT_REQUEST_DATA:        one(RequestDataEcho),
    BORROWER:                   some(FullBorrower, 2),
    CREDIT_LIABILITY:           many(Liability),
    CREDIT_PUBLIC_RECORD:       many(PublicRecord),
    CREDIT_INQUIRY:             many(Inquiry),
    CREDIT_FILE:                many(FullFile),
    CREDIT_SCORE:               many(FullScore),
    CREDIT_TRADE_REFERENCE:     many(TradeReference),
    CREDIT_COMMENT:             many(Comment),
    CREDIT_CONSUMER_REFERRAL:   many(Referral),
    CREDIT_SUMMARY:             many(FullSummary),
    EMBEDDED_FILE:              one(EmbeddedFile),
  },
})

const { CreditReportFirstIssuedDate: _, ...refreshFields } = creditResponseFields

/** The credit response of `/refresh_report`, shape R. */
// biome-ignore format: a table
const RefreshCreditResponse = element({
  name: 'CREDIT_RESPONSE',
  doc: 'The changes since an earlier report.',
  section,
  fields: refreshFields,
  children: {
    CREDIT_REPORT_PRICE:        one(Price),
    CREDIT_REPOSITORY_INCLUDED: one(DeliveredRepositories),
    CREDIT_REQUEST_DATA:        one(RequestDataEcho),
    BORROWER:                   some(Borrower, 2),
    CREDIT_CONSUMER_REFERRAL:   many(Referral),
    CREDIT_SUMMARY:             many(RefreshSummary),
    EMBEDDED_FILE:              one(EmbeddedFile),
  },
})

function responseGroup<C extends CreditResponseElement>(creditResponse: C) {
  return element({
    name: 'RESPONSE_GROUP',
    doc: 'The response to an order.',
    section,
    fields: { MISMOVersionID: required(text(20), 'Version of the documents, as in the order.') },
    children: {
      RESPONDING_PARTY: one(RespondingParty),
      RESPOND_TO_PARTY: one(RespondToParty),
      RESPONSE: one(
        element({
          name: 'RESPONSE',
          doc: 'The response to one request.',
          section,
          fields: { ResponseDateTime: required(text(40), 'When the service sent the response.') },
          children: {
            KEY: many(Key),
            RESPONSE_DATA: one(
              element({
                name: 'RESPONSE_DATA',
                doc: 'Envelope of the credit report.',
                section,
                children: { CREDIT_RESPONSE: one(creditResponse) },
              }),
            ),
          },
        }),
      ),
    },
  })
}

type CreditResponseElement =
  | typeof MortgageOnlyCreditResponse
  | typeof MortgageOnlyLiabilities
  | typeof FullCreditResponse
  | typeof RefreshCreditResponse

/** The response of `/mortgage_only`. */
export const MortgageOnlyResponse = responseGroup(MortgageOnlyCreditResponse)
/** The response of `/mortgage_only` for an account that requests mortgages as tradelines. */
export const MortgageOnlyLiabilitiesResponse = responseGroup(MortgageOnlyLiabilities)
/** The response of `/credit_report` and `/pre_qualification`. */
export const CreditReportResponse = responseGroup(FullCreditResponse)
/** The response of `/refresh_report`. */
export const RefreshResponse = responseGroup(RefreshCreditResponse)

/** The full credit response. The other shapes are parts of it. */
export type CreditResponse = Value<typeof FullCreditResponse>
/** The complete response of `/credit_report`. */
export type ResponseDocument = Value<typeof CreditReportResponse>
/** The complete response of `/mortgage_only`. */
export type MortgageOnlyDocument = Value<typeof MortgageOnlyResponse>
/** The complete response of `/refresh_report`. */
export type RefreshDocument = Value<typeof RefreshResponse>
/**
 * A `CREDIT_FILE`: the response of one bureau for one borrower (interface section 2.2; only shape M
 * and `/credit_report` have it).
 */
export type CreditFileValue = Value<typeof FullFile>
/**
 * The `_BORROWER` of a file: the person as the bureau knows them, with aliases and former
 * addresses. It may differ from the borrower of the order.
 */
export type FileBorrowerValue = Value<typeof FileBorrower>
/** The `_OWNING_BUREAU` of a file: the office that a consumer writes to. */
export type OwningBureauValue = Value<typeof OwningBureau>
/** An `_ALERT_MESSAGE` of a file, such as a fraud alert or a freeze. */
export type AlertValue = Value<typeof FullAlertMessage>
/**
 * A difference between the person of a file and the person of the order, as the bureau reports it.
 */
export type VariationType = Value<typeof Variation>['_Type']
/** A `CREDIT_SCORE`. It has no value if the bureau gives an exclusion reason instead. */
export type ScoreValue = Value<typeof FullScore>
/**
 * A reason that lowered a score, with the model's code (15 U.S.C. 1681g(f) calls it a key factor).
 */
export type FactorValue = Value<typeof Factor>
/** A `CREDIT_SUMMARY`: named figures about the whole report, or about one borrower. */
export type SummaryValue = Value<typeof FullSummary>
/** A `CREDIT_CONSUMER_REFERRAL`: an agency to which a consumer is referred. */
export type ReferralValue = Value<typeof Referral>
/** The `BORROWER` of a response: the person of the order, as it was sent. */
export type BorrowerValue = Value<typeof FullBorrower>
/** A `KEY` of a response, a named value without a field of its own (docs/keys.md). */
export type KeyValue = Value<typeof Key>
/** `RESPONDING_PARTY`: the operator of the service, from its settings. */
export type RespondingPartyValue = Value<typeof RespondingParty>
/** `RESPOND_TO_PARTY`: the ordering party, from the request or the account's profile. */
export type RespondToPartyValue = Value<typeof RespondToParty>
