/**
 * The parts of a vendor's response that are read: the response of our interface with fewer required
 * fields, and with the contents of error documents. Prices, keys other than the percentiles of
 * scores, and the printed report are the vendor's own and are not used.
 */
import type { PartialValue } from '../../documents/codec/read.ts'
import type { Defaults } from '../../documents/codec/read-tolerantly.ts'
import {
  type AnyElement,
  element,
  many,
  maybe,
  optional,
  required,
  some,
  type Value,
} from '../../documents/element.ts'
import { emptyableText, enumeration, partialDate, text } from '../../documents/kinds.ts'
import {
  ERROR_SOURCE_TYPES,
  FILE_RESULT_STATUS_TYPES,
  MERGE_TYPES,
  RATING_CODE_TYPES,
  REPOSITORY_SOURCE_TYPES,
  SCORE_MODEL_NAME_TYPES,
} from '../../documents/tables/enumerations.ts'
import { FullCreditResponse } from '../../documents/tables/response.ts'
import { Text } from '../../documents/tables/tradelines.ts'
import { openEnumeration, UpstreamLiability } from './answer-liability.ts'
import { UpstreamInquiry, UpstreamPublicRecord } from './answer-record.ts'

const full = FullCreditResponse.children
const file = full.CREDIT_FILE.element
const score = full.CREDIT_SCORE.element
const origin = 'MISMO'

/** MISMO: `RegulatoryProductResultStatusType`. */
const SCREENING_RESULT_TYPES = ['Clear', 'Error', 'Hit', 'Other'] as const

// biome-ignore format: a table
const UpstreamErrorMessage = element({
  name: 'CREDIT_ERROR_MESSAGE', origin,
  doc: 'An error of the order, or of a bureau.',
  fields: {
    _Code:       optional(text(40), "The vendor's code."),
    _SourceType: optional(enumeration(ERROR_SOURCE_TYPES), 'The source of the error.'),
  },
  children: { _Text: many(Text) },
})

const person = file.children._BORROWER.element

const UpstreamEmployer = element({
  name: 'EMPLOYER',
  origin,
  doc: 'An employer of the person, in fields.',
  fields: {
    _Name: optional(text(), 'The name.'),
    EmploymentPositionDescription: optional(text(), 'The position.'),
  },
})

const alias = person.children._ALIAS.element
const residence = person.children._RESIDENCE.element

/** Another name on file, with the parts that ours has only in the whole name. */
const UpstreamAlias = element({
  ...alias,
  fields: {
    ...alias.fields,
    _MiddleName: optional(text(100), 'Middle name.'),
    _NameSuffix: optional(text(20), 'The generation, such as JR.'),
  },
})

/** An address on file, whose street some vendors state only in parts. */
const UpstreamResidence = element({
  ...residence,
  children: {
    PARSED_STREET_ADDRESS: maybe(
      element({
        name: 'PARSED_STREET_ADDRESS',
        origin,
        doc: 'The street address in parts.',
        fields: {
          _HouseNumber: optional(text(40), 'House number.'),
          _DirectionPrefix: optional(text(40), 'Direction before the name.'),
          _StreetName: optional(text(), 'Name of the street.'),
          _StreetSuffix: optional(text(40), 'Kind of street.'),
          _DirectionSuffix: optional(text(40), 'Direction after the name.'),
          _ApartmentOrUnit: optional(text(40), 'Apartment or unit.'),
        },
      }),
    ),
  },
})

/** The person of a file, with the number as sent: its visible digits are compared if it is masked. */
const UpstreamPerson = element({
  ...person,
  children: {
    ...person.children,
    _UnparsedEmployment: many(person.children._UnparsedEmployment.element),
    EMPLOYER: many(UpstreamEmployer),
    _ALIAS: many(UpstreamAlias),
    _RESIDENCE: many(UpstreamResidence),
  },
  fields: {
    ...person.fields,
    _SSN: required(emptyableText(20), 'Social security number on file.'),
    _NameSuffix: optional(text(20), 'The generation, such as JR.'),
  },
})

/** An alert. The standard requires no text: the category may say everything. */
const UpstreamAlert = element({
  ...file.children._ALERT_MESSAGE.element,
  children: { _Text: many(Text) },
})

// biome-ignore format: a table
const UpstreamFile = element({
  ...file,
  fields: {
    CreditFileID:               optional(text(80), 'Identifier of the file within the response.'),
    BorrowerID:                 optional(text(80), 'Identifier of the borrower of the file.'),
    CreditRepositorySourceType: required(enumeration(REPOSITORY_SOURCE_TYPES), 'The bureau.'),
    _InfileDate:                optional(partialDate, 'The date since which the bureau has had the person on file.'),
    _ResultStatusType:          optional(enumeration(FILE_RESULT_STATUS_TYPES), 'The result of the request to the bureau.'),
  },
  children: {
    ...file.children,
    _ALERT_MESSAGE:       many(UpstreamAlert),
    _BORROWER:            maybe(UpstreamPerson),
    _OWNING_BUREAU:       maybe(file.children._OWNING_BUREAU.element),
    CREDIT_ERROR_MESSAGE: many(UpstreamErrorMessage),
  },
})

// biome-ignore format: a table
const UpstreamScore = element({
  ...score,
  fields: {
    ...score.fields,
    CreditRepositorySourceType: optional(enumeration(REPOSITORY_SOURCE_TYPES), 'The bureau.'),
    _Date:                      optional(partialDate, 'The date on which the score was computed.'),
    _ModelNameType:             required(openEnumeration(SCORE_MODEL_NAME_TYPES), 'The score model; also one that the standard does not list.'),
  },
})

// biome-ignore format: a table
const Borrower = element({
  name: 'BORROWER', origin,
  doc: 'The person of the response, as ordered.',
  fields: {
    BorrowerID:    optional(text(80), 'Identifier of the borrower, as sent.'),
    _FirstName:    required(emptyableText(100), 'Given name.'),
    _LastName:     required(emptyableText(100), 'Family name.'),
    _SSN:          required(emptyableText(20), 'Social security number, as sent.'),
  },
})

// biome-ignore format: a table
const RegulatoryProduct = element({
  name: 'REGULATORY_PRODUCT', origin,
  doc: 'A check of the borrower against a list, such as that of OFAC.',
  fields: {
    CreditRepositorySourceType:  optional(enumeration(REPOSITORY_SOURCE_TYPES), 'The bureau that made the check.'),
    _SourceType:                 optional(text(80), 'The list.'),
    _SourceTypeOtherDescription: optional(text(80), 'The list if it is Other.'),
    _ResultStatusType:           optional(enumeration(SCREENING_RESULT_TYPES), 'The result.'),
    _ResultText:                 optional(text(1000), 'The result in words.'),
  },
})

// biome-ignore format: a table
const UpstreamResponse = element({
  name: 'CREDIT_RESPONSE', origin,
  doc: 'The report, or the reason for none.',
  fields: {
    CreditResponseID:       optional(text(80), 'The identifier in the names of the KEYs.'),
    CreditReportIdentifier: optional(text(80), "The vendor's number of the report."),
    CreditReportMergeType:  optional(enumeration(MERGE_TYPES), 'How the files were merged.'),
    CreditReportType:       optional(text(40), 'Type of the report.'),
    CreditRatingCodeType:   optional(enumeration(RATING_CODE_TYPES), 'The system of the rating codes.'),
  },
  children: {
    CREDIT_REQUEST_DATA: maybe(
      element({
        name: 'CREDIT_REQUEST_DATA', origin,
        doc: 'The order to which the vendor responds.',
        fields: { CreditRequestID: required(emptyableText(80), 'Our identifier of the request.') },
      }),
    ),
    CREDIT_ERROR_MESSAGE:   many(UpstreamErrorMessage),
    BORROWER:               many(Borrower),
    CREDIT_LIABILITY:       many(UpstreamLiability),
    CREDIT_PUBLIC_RECORD:   many(UpstreamPublicRecord),
    CREDIT_INQUIRY:         many(UpstreamInquiry),
    CREDIT_FILE:            many(UpstreamFile),
    CREDIT_SCORE:           many(UpstreamScore),
    CREDIT_TRADE_REFERENCE: full.CREDIT_TRADE_REFERENCE,
    CREDIT_COMMENT:         full.CREDIT_COMMENT,
    REGULATORY_PRODUCT:     many(RegulatoryProduct),
    _ALERT_MESSAGE:         many(UpstreamAlert),
  },
})

// biome-ignore format: a table
const Status = element({
  name: 'STATUS', origin,
  doc: 'The outcome in one line.',
  fields: {
    _Condition:   optional(text(40), 'Success or error.'),
    _Code:        optional(text(40), "The vendor's code."),
    _Description: optional(text(), 'The meaning of the code.'),
  },
})

const UpstreamKey = element({
  name: 'KEY',
  origin,
  doc: 'A named value, such as the percentile of a score.',
  fields: { _Name: required(text(), 'The name.'), _Value: required(text(), 'The value.') },
})

/** A vendor's response. */
export const UpstreamAnswer = element({
  name: 'RESPONSE_GROUP',
  origin,
  doc: 'The response of a vendor.',
  fields: { MISMOVersionID: optional(text(20), 'Version of the documents.') },
  children: {
    RESPONSE: some(
      element({
        name: 'RESPONSE',
        origin,
        doc: 'The response to one request.',
        fields: { ResponseDateTime: optional(partialDate, 'The day of the response.') },
        children: {
          KEY: many(UpstreamKey),
          RESPONSE_DATA: many(
            element({
              name: 'RESPONSE_DATA',
              origin,
              doc: 'Envelope of the report.',
              children: { CREDIT_RESPONSE: many(UpstreamResponse) },
            }),
          ),
          STATUS: many(Status),
        },
      }),
    ),
  },
})

/** The readable parts of a vendor's report or error. */
export type UpstreamResponse = Value<typeof UpstreamResponse>
/**
 * A vendor's `CREDIT_FILE`. The person may be missing, because some vendors name the borrower only
 * once.
 */
export type UpstreamFile = Value<typeof UpstreamFile>
/** An alert, with or without a text. */
export type UpstreamAlert = Value<typeof UpstreamAlert>
/** An employer of the person, in fields. */
export type UpstreamEmployer = Value<typeof UpstreamEmployer>
/** The person of a vendor's `CREDIT_FILE`. */
export type UpstreamPerson = Value<typeof UpstreamPerson>
/** A `KEY` of a response. */
export type UpstreamKey = Value<typeof UpstreamKey>
/** A vendor's `CREDIT_SCORE`. The bureau may be known only from the file. */
export type UpstreamScore = Value<typeof UpstreamScore>
/** A `CREDIT_ERROR_MESSAGE` about the order or about one bureau. */
export type UpstreamErrorMessage = Value<typeof UpstreamErrorMessage>
/** A `STATUS` of a response, with the vendor's own codes. */
export type UpstreamStatus = Value<typeof Status>

const late = UpstreamLiability.children._LATE_COUNT.element
const noneLate = { _30Days: 0, _60Days: 0, _90Days: 0 }

/** Identifiers and owner of an item. They are empty here, because merging sets its own. */
const unnamed = { BorrowerID: '', CreditFileID: '' }

/**
 * Defaults for fields that vendors omit. A public record without the indicator counts as
 * derogatory.
 */
export const ANSWER_DEFAULTS: Defaults = new Map<AnyElement, PartialValue>([
  [
    UpstreamLiability,
    {
      ...unnamed,
      CreditLiabilityID: '',
      _AccountOwnershipType: 'Undesignated',
      _AccountType: 'Unknown',
      _ConsumerDisputeIndicator: false,
      _DerogatoryDataIndicator: false,
      CreditCounselingIndicator: false,
    },
  ],
  [late, noneLate],
  [late.children.PERIODIC_LATE_COUNT.element, { _Type: 'Other', ...noneLate }],
  [
    UpstreamPublicRecord,
    {
      ...unnamed,
      CreditPublicRecordID: '',
      _ConsumerDisputeIndicator: false,
      _DerogatoryDataIndicator: true,
    },
  ],
  [UpstreamInquiry, { ...unnamed, CreditInquiryID: '', _Name: '' }],
  [
    UpstreamScore,
    {
      ...unnamed,
      CreditScoreID: '',
      CreditReportIdentifier: '',
      _FACTAInquiriesIndicator: false,
      _ModelNameType: 'Other',
    },
  ],
  [score.children._FACTOR.element, { _Code: '', _Text: '' }],
  [full.CREDIT_TRADE_REFERENCE.element, { CreditTradeReferenceID: '' }],
  [full.CREDIT_COMMENT.element, { _SourceType: 'RepositoryBureau', _Type: 'Other' }],
  [file.children._OWNING_BUREAU.element, { CONTACT_DETAIL: { CONTACT_POINT: [] } }],
])
