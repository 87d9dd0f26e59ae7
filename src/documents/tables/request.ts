/**
 * The request document (interface section 2.1), with further fields that real clients send. Names
 * are MISMO's attribute names; the dialects derive theirs from them.
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
  advising,
  birthDate,
  emptyableText,
  enumeration,
  enumerationAnyCase,
  flag,
  type Kind,
  keyName,
  postalCode,
  ssn,
  text,
  trimmed,
} from '../kinds.ts'
import {
  ACTION_TYPES,
  MARITAL_STATUS_TYPES,
  REPORT_TYPES,
  REQUEST_TYPES,
  RESIDENCY_TYPES,
  RESPONSE_FORMATS,
  SCORE_MODEL_NAME_TYPES,
  STATES,
} from './enumerations.ts'

const section = '2.1'
/** A name, or a line of an address. */
const line = trimmed(text())
const mismo = { origin: 'MISMO' } as const
/** Stored with the order and not used for anything else. */
const recorded = { origin: 'MISMO', recorded: true } as const
/** Derived from the path or the borrowers if the account has `requirements: mismo`. */
const derived = { derived: true } as const
const personal = { secret: true } as const
const personalMismo = { secret: true, origin: 'MISMO' } as const
const personalRecorded = { ...personalMismo, recorded: true } as const
/**
 * Credentials inside a document are not used, because HTTP Basic authenticates the account. A
 * password is never stored.
 */
const passwordInside = { ...recorded, secret: true, neverStored: true } as const

// biome-ignore format: a table
const PartyContactPoint = element({
  name: 'CONTACT_POINT',
  doc: 'One way to reach the contact.',
  origin: 'MISMO',
  fields: {
    _RoleType: optional(text(), 'Place of the contact point, such as Work.', recorded),
    _Type:     optional(text(), 'Means of contact.', recorded),
    _Value:    optional(text(), 'Number or address.', recorded),
  },
})

const PartyContact = element({
  name: 'CONTACT_DETAIL',
  doc: 'The contact person.',
  origin: 'MISMO',
  fields: { _Name: optional(text(), 'Name of the contact.', mismo) },
  children: { CONTACT_POINT: many(PartyContactPoint) },
})

const PRINTED_FORMAT = advising(enumeration(RESPONSE_FORMATS), {
  html: 'for HTML, send Other with the description HTML',
})

// biome-ignore format: a table
const PreferredResponse = element({
  name: 'PREFERRED_RESPONSE',
  doc: 'The preferred format of the printed report.',
  origin: 'MISMO',
  fields: {
    _Format:                   optional(PRINTED_FORMAT, 'Format of the printed report.', mismo),
    _FormatOtherDescription:   optional(text(80), 'The format if _Format is Other, such as HTML.', mismo),
    _UseEmbeddedFileIndicator: optional(flag, 'Whether to embed the printed report in the response.', mismo),
  },
})

// biome-ignore format: a table
const partyAddress = {
  _StreetAddress:  optional(line, 'Street address of the party.', mismo),
  _StreetAddress2: optional(text(), 'Second line of the street address.', recorded),
  _City:           optional(line, 'City of the party.', mismo),
  _State:          optional(line, 'State of the party.', mismo),
  _PostalCode:     optional(line, 'Postal code of the party.', mismo),
  _Identifier:     optional(text(), 'Identifier that the receiver assigned to the party.', recorded),
}

// biome-ignore format: a table
const recordedAddress = {
  _StreetAddress:  optional(text(), partyAddress._StreetAddress.doc, recorded),
  _StreetAddress2: partyAddress._StreetAddress2,
  _City:           optional(text(), partyAddress._City.doc, recorded),
  _State:          optional(text(), partyAddress._State.doc, recorded),
  _PostalCode:     optional(text(), partyAddress._PostalCode.doc, recorded),
  _Identifier:     partyAddress._Identifier,
}

const RequestingParty = element({
  name: 'REQUESTING_PARTY',
  doc: 'The ordering party: the lender. RESPOND_TO_PARTY returns its name and address.',
  section,
  fields: {
    _Name: stated(line, 'Name of the ordering party; by default the name in the account.'),
    ...partyAddress,
  },
  children: {
    CONTACT_DETAIL: maybe(PartyContact),
    PREFERRED_RESPONSE: many(PreferredResponse),
  },
})

// biome-ignore format: a table
const loginInside = {
  LoginAccountIdentifier: optional(emptyableText(), 'Not used: HTTP Basic authenticates the account.', recorded),
  LoginAccountPassword:   optional(emptyableText(), 'Not used and never stored: HTTP Basic authenticates the account.', passwordInside),
}

const SubmittingParty = element({
  name: 'SUBMITTING_PARTY',
  doc: 'The software or platform that sends the order.',
  origin: 'MISMO',
  fields: {
    _Name: optional(text(), 'Name of the platform.', recorded),
    ...recordedAddress,
    ...loginInside,
  },
  children: { PREFERRED_RESPONSE: many(PreferredResponse) },
})

const ReceivingParty = element({
  name: 'RECEIVING_PARTY',
  doc: 'The receiver of the order.',
  origin: 'MISMO',
  fields: { _Name: optional(text(), 'Name of the receiver.', recorded), ...recordedAddress },
})

const RequestKey = element({
  name: 'KEY',
  doc: 'A custom value of the client, returned unchanged in the response.',
  origin: 'MISMO',
  fields: {
    _Name: optional(keyName, 'Name of the value.', mismo),
    _Value: optional(text(4000), 'The value.', { ...mismo, secret: true }),
  },
})

const AT_ONCE = 'every order is answered at once, send Reissue to get a report again'

/** The action, with advice on actions of the standard that ask for a report later. */
const ACTION = advising(enumeration(ACTION_TYPES), { retrieve: AT_ONCE, statusquery: AT_ONCE })

/** A state. Its hint does not list all values, because the list would hide the rest of an error. */
const STATE = {
  ...enumerationAnyCase(STATES),
  hint: 'the two-letter code of a state, territory or military mail, such as ME',
}

// biome-ignore format: a table
const RequestedRepositories = element({
  name: 'CREDIT_REPOSITORY_INCLUDED',
  doc: 'The bureaus to pull from; at least one.',
  section,
  fields: {
    _EquifaxIndicator:    stated(flag, 'Whether to pull from the first bureau; no if absent.'),
    _ExperianIndicator:   stated(flag, 'Whether to pull from the second bureau; no if absent.'),
    _TransUnionIndicator: stated(flag, 'Whether to pull from the third bureau; no if absent.'),
  },
})

/**
 * Score models. Unlisted names are accepted here, so that the order's rules can name them in an
 * error.
 */
const SCORE_MODEL: Kind<string> = {
  ...enumeration(SCORE_MODEL_NAME_TYPES),
  adviceOn: () => undefined,
  read: trimmed(text(80)).read,
}

const ScoreModelName = element({
  name: 'CREDIT_SCORE_MODEL_NAME',
  doc: 'A requested score model; docs/score-models.md lists them. Without any, the report has the models of the account.',
  origin: 'MISMO',
  fields: {
    _Type: optional(SCORE_MODEL, 'The score model.', mismo),
    _TypeOtherDescription: optional(
      trimmed(text(80)),
      'The score model if _Type is Other, such as VantageScore4.0.',
      mismo,
    ),
  },
})

// biome-ignore format: a table
const RequestData = element({
  name: 'CREDIT_REQUEST_DATA',
  doc: 'The product, bureaus and borrowers of the order.',
  section,
  fields: {
    CreditRequestID:                  stated(text(80), "The client's identifier of the order; returned unchanged."),
    BorrowerID:                       required(trimmed(text(161)), 'Identifiers of the borrowers, separated by spaces.', derived),
    CreditReportIdentifier:           optional(text(80), 'The ID of the existing report; empty counts as absent.', mismo),
    CreditReportProductDescription:   optional(trimmed(text(80)), 'Needed on /mortgage_only: MortgageOnly, or MortgageOnlyWithScore with scores.'),
    CreditReportRequestActionType:    required(ACTION, 'The action.'),
    CreditReportType:                 required(enumeration(REPORT_TYPES), 'Type of the report.', derived),
    CreditReportTypeOtherDescription: optional(trimmed(text(80)), 'The report type if it is Other: Streamline (hard inquiry), SoftCheck (soft inquiry) or Refresh.'),
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
  account:    'Card number. Only the brand and the last four digits are stored.',
  holder:     'Name on the card.',
  expiration: 'Expiration date of the card; any text.',
  code:       'Card security code. Never stored.',
  method:     'Method of payment.',
} as const
const card = { secret: true, neverStored: true } as const
const recordedCard = { ...card, recorded: true } as const
const recordedPayment = { ...personal, recorded: true } as const

// biome-ignore format: a table
const Payment = element({
  name: 'SERVICE_PAYMENT',
  doc: "The client's payment method. Stored but not used: the account is charged.",
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
    _AccountIdentifier:          optional(emptyableText(40), paymentDocs.account, recordedCard),
    _AccountHolderName:          optional(emptyableText(), paymentDocs.holder, recordedPayment),
    _AccountExpirationDate:      optional(emptyableText(40), paymentDocs.expiration, recordedPayment),
    _SecondaryAccountIdentifier: optional(emptyableText(10), paymentDocs.code, recordedCard),
    _MethodType:                 optional(emptyableText(80), paymentDocs.method, { recorded: true }),
  },
})

// biome-ignore format: a table
const Residence = element({
  name: '_RESIDENCE',
  doc: 'An address of the borrower. The current address identifies the borrower; prior ones are passed on to the bureaus.',
  section,
  fields: {
    _StreetAddress:        required(line, 'House number and street.', personal),
    _City:                 required(line, 'City.', personal),
    _State:                required(STATE, 'Code of the state, territory or military mail region.', personal),
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
    BorrowerID:           required(trimmed(text(80)), 'Identifier that CREDIT_REQUEST_DATA refers to; returned unchanged.', derived),
    _FirstName:           required(trimmed(text(100)), 'Given name.', personal),
    _MiddleName:          stated(trimmed(emptyableText(100)), 'Middle name or initial.', personal),
    _LastName:            required(trimmed(text(100)), 'Family name.', personal),
    _NameSuffix:          stated(trimmed(emptyableText(20)), 'Generation suffix, such as JR.', personal),
    _SSN:                 required(ssn, 'Social security number or ITIN.', personal),
    _BirthDate:           optional(birthDate, 'Date of birth, not in the future.', personalMismo),
    _HomeTelephoneNumber: optional(text(40), 'Home phone number.', personalRecorded),
    _PrintPositionType:   optional(text(40), 'Print position; the order of the BORROWER elements decides.', recorded),
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
  MISMOVersionID:                stated(trimmed(text(20)), 'Version of the credit documents; returned in the response.'),
  LenderCaseIdentifier:          stated(emptyableText(80), "The lender's loan number; returned unchanged."),
  RequestingPartyRequestedByName: optional(text(), 'The person who placed the order; the contact of the response if CONTACT_DETAIL is absent.', mismo),
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
  fields: {
    RequestDatetime: stated(text(80), 'When the client sent the request; any text.'),
    InternalAccountIdentifier: optional(
      emptyableText(),
      "The client's account in its own books.",
      recorded,
    ),
    ...loginInside,
    RequestingPartyBranchIdentifier: optional(
      emptyableText(),
      'Branch of the ordering party.',
      recorded,
    ),
  },
  children: { KEY: many(RequestKey), REQUEST_DATA: one(RequestDataEnvelope) },
})

const groupFields = {
  MISMOVersionID: stated(trimmed(text(20)), 'Version of the documents; returned in the response.'),
}

/** The request of `/mortgage_only` and `/refresh_report` (interface section 2.1). */
export const RequestGroup = element({
  name: 'REQUEST_GROUP',
  doc: 'A credit order and its sender.',
  section,
  fields: groupFields,
  children: {
    REQUESTING_PARTY: oneStated(RequestingParty),
    RECEIVING_PARTY: many(ReceivingParty),
    SUBMITTING_PARTY: many(SubmittingParty),
    REQUEST: one(Request),
  },
})

/**
 * The request of `/credit_report` and `/pre_qualification`. The interface document does not show
 * its shape, so this one is the same, with an optional `SERVICE_PAYMENT`.
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

/** A request of any operation, as read. */
export type RequestDocument = Value<typeof RequestGroup> | Value<typeof RequestGroupPaymentOptional>

type Partly<T> = T extends readonly (infer E)[]
  ? readonly Partly<E>[]
  : T extends object
    ? { readonly [K in keyof T]?: Partly<T[K]> }
    : T

/**
 * A request as far as it could be read. A missing or invalid field is absent here and already has an
 * error.
 */
export type PartialRequest = Partly<Value<typeof RequestGroup>>
/** `CREDIT_REQUEST_DATA` as far as it could be read. */
export type PartialRequestData = Partly<Value<typeof RequestData>>
/** A `BORROWER` as far as it could be read. */
export type PartialBorrower = Partly<Value<typeof Borrower>>
