/**
 * The request document (interface section 2.1), and what real clients send beyond it.
 * Names are MISMO's attribute names; the dialects derive theirs.
 */
import {
  element,
  many,
  maybe,
  one,
  oneStated,
  optional,
  required,
  some,
  stated,
  type Value,
} from '../element.ts'
import {
  emptyableText,
  enumeration,
  enumerationAnyCase,
  flag,
  keyName,
  partialDate,
  postalCode,
  ssn,
  text,
} from '../kinds.ts'
import {
  ACTION_TYPES,
  CONTACT_POINT_ROLE_TYPES,
  CONTACT_POINT_TYPES,
  MARITAL_STATUS_TYPES,
  PRINT_POSITION_TYPES,
  REPORT_TYPES,
  REQUEST_TYPES,
  RESIDENCY_TYPES,
  RESPONSE_FORMATS,
  SCORE_MODEL_NAME_TYPES,
  STATES,
} from './enumerations.ts'

const section = '2.1'
const mismo = { origin: 'MISMO' } as const
const personal = { secret: true } as const
const personalMismo = { secret: true, origin: 'MISMO' } as const

// biome-ignore format: a table
const PartyContactPoint = element({
  name: 'CONTACT_POINT',
  doc: 'One way to reach the contact.',
  origin: 'MISMO',
  fields: {
    _RoleType: optional(enumeration(CONTACT_POINT_ROLE_TYPES), 'Place of the contact point, such as Work.', mismo),
    _Type:     optional(enumeration(CONTACT_POINT_TYPES), 'Means of contact.', mismo),
    _Value:    optional(text(), 'Number or address.', mismo),
  },
})

const PartyContact = element({
  name: 'CONTACT_DETAIL',
  doc: 'The contact person.',
  origin: 'MISMO',
  fields: { _Name: optional(text(), 'Name of the contact.', mismo) },
  children: { CONTACT_POINT: many(PartyContactPoint) },
})

// biome-ignore format: a table
const PreferredResponse = element({
  name: 'PREFERRED_RESPONSE',
  doc: 'The preferred format of the printed report.',
  origin: 'MISMO',
  fields: {
    _Format:                   optional(enumeration(RESPONSE_FORMATS), 'Format of the printed report.', mismo),
    _FormatOtherDescription:   optional(text(80), 'The format if _Format is Other, such as HTML.', mismo),
    _UseEmbeddedFileIndicator: optional(flag, 'Whether to embed the printed report in the response.', mismo),
  },
})

// biome-ignore format: a table
const partyAddress = {
  _StreetAddress:  optional(text(), 'Street address of the party.', mismo),
  _StreetAddress2: optional(text(), 'Second line of the street address.', mismo),
  _City:           optional(text(), 'City of the party.', mismo),
  _State:          optional(text(), 'State of the party.', mismo),
  _PostalCode:     optional(text(), 'Postal code of the party.', mismo),
  _Identifier:     optional(text(), 'Identifier that the receiver assigned to the party.', mismo),
}

const RequestingParty = element({
  name: 'REQUESTING_PARTY',
  doc: 'The ordering party: the lender. RESPOND_TO_PARTY returns its name and address.',
  section,
  fields: { _Name: required(text(), 'Name of the ordering party.'), ...partyAddress },
  children: {
    CONTACT_DETAIL: maybe(PartyContact),
    PREFERRED_RESPONSE: many(PreferredResponse),
  },
})

const SubmittingParty = element({
  name: 'SUBMITTING_PARTY',
  doc: 'The software or platform that sends the order.',
  origin: 'MISMO',
  fields: { _Name: optional(text(), 'Name of the platform.', mismo), ...partyAddress },
  children: { PREFERRED_RESPONSE: many(PreferredResponse) },
})

const ReceivingParty = element({
  name: 'RECEIVING_PARTY',
  doc: 'The receiver of the order.',
  origin: 'MISMO',
  fields: { _Name: optional(text(), 'Name of the receiver.', mismo), ...partyAddress },
})

const RequestKey = element({
  name: 'KEY',
  doc: 'A custom value of the client, stored with the order and otherwise ignored.',
  origin: 'MISMO',
  fields: {
    _Name: optional(keyName, 'Name of the value.', mismo),
    _Value: optional(text(4000), 'The value.', { ...mismo, secret: true }),
  },
})

// biome-ignore format: a table
const RequestedRepositories = element({
  name: 'CREDIT_REPOSITORY_INCLUDED',
  doc: 'The bureaus to pull from; at least one.',
  section,
  fields: {
    _EquifaxIndicator:    required(flag, 'Whether to pull from the first bureau.'),
    _ExperianIndicator:   required(flag, 'Whether to pull from the second bureau.'),
    _TransUnionIndicator: required(flag, 'Whether to pull from the third bureau.'),
  },
})

const ScoreModelName = element({
  name: 'CREDIT_SCORE_MODEL_NAME',
  doc: 'A requested score model. Ignored: reports always have the mortgage models.',
  origin: 'MISMO',
  fields: { _Type: optional(enumeration(SCORE_MODEL_NAME_TYPES), 'The score model.', mismo) },
})

// biome-ignore format: a table
const RequestData = element({
  name: 'CREDIT_REQUEST_DATA',
  doc: 'The product, bureaus and borrowers of the order.',
  section,
  fields: {
    CreditRequestID:                  stated(text(80), "The client's identifier of the order; returned unchanged."),
    BorrowerID:                       required(text(161), 'Identifiers of the borrowers, separated by spaces.'),
    CreditReportIdentifier:           optional(text(80), 'The ID of the existing report; empty counts as absent.', mismo),
    CreditReportProductDescription:   optional(text(80), 'MortgageOnly or MortgageOnlyWithScore on /mortgage_only (section 4.1).'),
    CreditReportRequestActionType:    required(enumeration(ACTION_TYPES), 'The action.'),
    CreditReportType:                 required(enumeration(REPORT_TYPES), 'Type of the report.'),
    CreditReportTypeOtherDescription: optional(text(80), 'The report type if it is Other: Streamline, SoftCheck or Refresh (section 4.1).'),
    CreditRequestDateTime:            optional(text(80), 'When the client made the request; any text.', mismo),
    CreditRequestType:                required(enumeration(REQUEST_TYPES), 'Individual: one borrower. Joint: two.'),
  },
  children: {
    CREDIT_REPOSITORY_INCLUDED: one(RequestedRepositories),
    CREDIT_SCORE_MODEL_NAME:    many(ScoreModelName),
  },
})

// biome-ignore format: a table
const paymentDocs = {
  account:    'Card number. Only brand and last four digits are kept.',
  holder:     'Name on the card.',
  expiration: 'Expiration date of the card; any text.',
  code:       'Card security code. Never stored.',
  method:     'Method of payment.',
} as const
const card = { secret: true, neverStored: true } as const

// biome-ignore format: a table
const Payment = element({
  name: 'SERVICE_PAYMENT',
  doc: "The client's payment method. Recorded only: the account is charged.",
  section,
  fields: {
    _AccountIdentifier:          stated(emptyableText(40), paymentDocs.account, card),
    _AccountHolderName:          stated(emptyableText(), paymentDocs.holder, personal),
    _AccountExpirationDate:      stated(emptyableText(40), paymentDocs.expiration, personal),
    _SecondaryAccountIdentifier: stated(emptyableText(10), paymentDocs.code, card),
    _MethodType:                 stated(emptyableText(80), paymentDocs.method),
  },
})

// biome-ignore format: a table
const PaymentNotShown = element({
  ...Payment,
  origin: 'ours',
  fields: {
    _AccountIdentifier:          optional(emptyableText(40), paymentDocs.account, card),
    _AccountHolderName:          optional(emptyableText(), paymentDocs.holder, personal),
    _AccountExpirationDate:      optional(emptyableText(40), paymentDocs.expiration, personal),
    _SecondaryAccountIdentifier: optional(emptyableText(10), paymentDocs.code, card),
    _MethodType:                 optional(emptyableText(80), paymentDocs.method),
  },
})

// biome-ignore format: a table
const Residence = element({
  name: '_RESIDENCE',
  doc: 'An address of the borrower. The current address identifies the borrower; prior ones are passed on to the bureaus.',
  section,
  fields: {
    _StreetAddress:        required(text(), 'House number and street.', personal),
    _City:                 required(text(), 'City.', personal),
    _State:                required(enumerationAnyCase(STATES), 'State, territory or military mail.', personal),
    _PostalCode:           required(postalCode, 'ZIP code.', personal),
    BorrowerResidencyType: required(enumerationAnyCase(RESIDENCY_TYPES), 'Current or Prior.'),
  },
})

// biome-ignore format: a table
const Borrower = element({
  name: 'BORROWER',
  doc: 'A borrower.',
  section,
  fields: {
    BorrowerID:           required(text(80), 'Identifier that CREDIT_REQUEST_DATA refers to; returned unchanged.'),
    _FirstName:           required(text(100), 'Given name.', personal),
    _MiddleName:          stated(emptyableText(100), 'Middle name or initial.', personal),
    _LastName:            required(text(100), 'Family name.', personal),
    _NameSuffix:          stated(emptyableText(20), 'Generation suffix, such as JR.', personal),
    _SSN:                 required(ssn, 'Social security number or ITIN.', personal),
    _BirthDate:           optional(partialDate, 'Date of birth.', personalMismo),
    _HomeTelephoneNumber: optional(text(40), 'Home phone number.', personalMismo),
    _PrintPositionType:   optional(enumeration(PRINT_POSITION_TYPES), 'Whether the person is printed as borrower or co-borrower.', mismo),
    MaritalStatusType:    optional(enumeration(MARITAL_STATUS_TYPES), 'Marital status.', personalMismo),
  },
  children: { _RESIDENCE: some(Residence, 10) },
})

const LoanApplication = element({
  name: 'LOAN_APPLICATION',
  doc: 'The loan application.',
  section,
  children: { BORROWER: some(Borrower, 2) },
})

// biome-ignore format: a table
const creditRequestFields = {
  MISMOVersionID:                stated(text(20), 'Version of the credit documents; returned in the response.'),
  LenderCaseIdentifier:          stated(emptyableText(80), "The lender's loan number; returned unchanged."),
  RequestingPartyRequestedByName: optional(text(), 'The person who placed the order.', mismo),
}

const CreditRequest = element({
  name: 'CREDIT_REQUEST',
  doc: 'The credit order.',
  section,
  fields: creditRequestFields,
  children: {
    CREDIT_REQUEST_DATA: one(RequestData),
    SERVICE_PAYMENT: oneStated(Payment),
    LOAN_APPLICATION: one(LoanApplication),
  },
})

const CreditRequestPaymentNotShown = element({
  ...CreditRequest,
  children: {
    CREDIT_REQUEST_DATA: one(RequestData),
    SERVICE_PAYMENT: maybe(PaymentNotShown),
    LOAN_APPLICATION: one(LoanApplication),
  },
})

const RequestDataEnvelope = element({
  name: 'REQUEST_DATA',
  doc: 'Envelope of the credit order.',
  section,
  children: { CREDIT_REQUEST: one(CreditRequest) },
})

const Request = element({
  name: 'REQUEST',
  doc: 'One request of the group.',
  section,
  fields: { RequestDatetime: stated(text(80), 'When the client sent the request; any text.') },
  children: { KEY: many(RequestKey), REQUEST_DATA: one(RequestDataEnvelope) },
})

const groupFields = {
  MISMOVersionID: stated(text(20), 'Version of the documents; returned in the response.'),
}

/** The request of `/mortgage_only` and `/refresh_report` (interface section 2.1). */
export const RequestGroup = element({
  name: 'REQUEST_GROUP',
  doc: 'A credit order and its sender.',
  section,
  fields: groupFields,
  children: {
    REQUESTING_PARTY: oneStated(RequestingParty),
    RECEIVING_PARTY: maybe(ReceivingParty),
    SUBMITTING_PARTY: maybe(SubmittingParty),
    REQUEST: one(Request),
  },
})

/**
 * The request of `/credit_report` and `/pre_qualification`, whose shape is not shown: ours is the
 * same, with `SERVICE_PAYMENT` optional.
 */
export const RequestGroupPaymentOptional = element({
  ...RequestGroup,
  children: {
    ...RequestGroup.children,
    REQUEST: one(
      element({
        ...Request,
        children: {
          ...Request.children,
          REQUEST_DATA: one(
            element({
              ...RequestDataEnvelope,
              children: { CREDIT_REQUEST: one(CreditRequestPaymentNotShown) },
            }),
          ),
        },
      }),
    ),
  },
})

/** A request as it was understood, of any operation. */
export type RequestDocument = Value<typeof RequestGroup> | Value<typeof RequestGroupPaymentOptional>
