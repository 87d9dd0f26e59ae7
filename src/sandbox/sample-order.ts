/**
 * Writes orders for test people, as a client would send them. They are written with the tables that
 * read orders, so they are as valid as their people. Used for personas, custom people and embedding
 * tests.
 */
import type { Address } from '../bureaus/bureau.ts'
import { write } from '../documents/codec/write.ts'
import { DIALECTS, type Dialect } from '../documents/dialects.ts'
import { ACTION_TYPES, BUREAUS, type BureauName, STATES } from '../documents/tables/enumerations.ts'
import type { RequestDocument } from '../documents/tables/request.ts'
import { OPERATIONS } from '../orders/intake/operation.ts'
import type { RequestBorrower } from '../orders/intake/order.ts'
import {
  type Action,
  OPERATION_NAMES,
  type OperationName,
  PRODUCTS,
  type Product,
  type ProductName,
} from '../orders/intake/products.ts'

/** A borrower of a sample order. */
export interface SamplePerson {
  readonly firstName: string
  readonly middleName: string
  readonly lastName: string
  readonly suffix: string
  readonly ssn: string
  readonly birthDate?: string | undefined
  readonly address: Address
}

/** The options of a sample order. */
export interface SampleOrderOptions {
  /** `Submit` by default. */
  readonly action?: Action
  /** The product; by default the operation's product with the most content. */
  readonly product?: ProductName
  /** The requested bureaus; all three by default. */
  readonly bureaus?: readonly BureauName[]
  /** The report that the order refers to. */
  readonly reportId?: string
  /** `SANDBOX-1` by default. */
  readonly lenderCase?: string
  /** The client's identifier of the order. */
  readonly requestId?: string
  /** The name of the ordering party; `Sandbox Lender` by default. */
  readonly party?: string
  /** The street for every borrower instead of their own, such as a magic one. */
  readonly street?: string
  /** `mismo` by default. */
  readonly dialect?: Dialect['name']
  /** `RequestDatetime`; a fixed moment by default, so that the bytes are the same each time. */
  readonly requestedAt?: Date
}

const OPTION_NAMES = Object.keys({
  action: true,
  product: true,
  bureaus: true,
  reportId: true,
  lenderCase: true,
  requestId: true,
  party: true,
  street: true,
  dialect: true,
  requestedAt: true,
} satisfies Record<keyof SampleOrderOptions, true>)

/** The default product of each operation: the one with the most content. */
const DEFAULT_PRODUCTS: Readonly<Record<OperationName, ProductName>> = {
  credit_report: 'CreditReport',
  pre_qualification: 'PreQualification',
  mortgage_only: 'MortgageOnlyWithScore',
  refresh_report: 'Refresh',
}

/** The identifiers that most clients give to borrower and co-borrower. */
const BORROWER_IDS = ['Borrower', 'CoBorrower'] as const

const DEFAULTS = {
  requestedAt: new Date('2026-01-05T09:00:00Z'),
  action: 'Submit',
  bureaus: BUREAUS,
  lenderCase: 'SANDBOX-1',
  requestId: 'CR1',
  party: 'Sandbox Lender',
} as const

/** Writes an order for one person, or for two people jointly. */
export function sampleOrder(
  operation: OperationName,
  people: readonly SamplePerson[],
  options: SampleOrderOptions = {},
): string {
  checkOptions(operation, options)
  const borrowers = people.map((person, index) =>
    borrowerOf(person, BORROWER_IDS[index] ?? `Borrower${index + 1}`, options.street),
  )
  const product: Product = PRODUCTS[options.product ?? DEFAULT_PRODUCTS[operation]]
  const CREDIT_REQUEST: CreditRequest = {
    MISMOVersionID: '2.3.1',
    LenderCaseIdentifier: options.lenderCase ?? DEFAULTS.lenderCase,
    CREDIT_REQUEST_DATA: requestData(product, borrowers, options),
    SERVICE_PAYMENT: NO_PAYMENT,
    LOAN_APPLICATION: { BORROWER: borrowers },
  }
  const document: RequestDocument = {
    MISMOVersionID: '2.3.1',
    REQUESTING_PARTY: { _Name: options.party ?? DEFAULTS.party, PREFERRED_RESPONSE: [] },
    REQUEST: {
      RequestDatetime: (options.requestedAt ?? DEFAULTS.requestedAt).toISOString().slice(0, 19),
      KEY: [],
      REQUEST_DATA: { CREDIT_REQUEST },
    },
  }
  return write(OPERATIONS[operation].request, document, DIALECTS[options.dialect ?? 'mismo'])
}

/**
 * Checks the names, which programs in JavaScript can misspell. The order would not be what they
 * want, or could not be written. Throws `RangeError`.
 */
function checkOptions(operation: OperationName, options: SampleOrderOptions): void {
  const { action, product, bureaus = [], dialect } = options
  rejectUnknown(options, OPTION_NAMES)
  checkName('operation', operation, OPERATION_NAMES)
  checkName('action', action, ACTION_TYPES)
  checkName('product', product, Object.keys(PRODUCTS))
  for (const bureau of bureaus) checkName('bureaus', bureau, BUREAUS)
  if (!(options.requestedAt === undefined || options.requestedAt instanceof Date)) {
    throw new RangeError('requestedAt: give a Date')
  }
  checkName('dialect', dialect, Object.keys(DIALECTS))
}

/** Throws `RangeError` for an option that would have no effect. */
export function rejectUnknown(options: object | null, known: readonly string[]): void {
  if (options === null) throw new RangeError('give the options as an object')
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new RangeError(`${unknown}: unknown option; known are ${known.join(', ')}`)
}

/** Throws `RangeError` for a text that is not one of the known ones. */
export function checkName(what: string, name: string | undefined, known: readonly string[]): void {
  if (name === undefined || known.includes(name)) return
  throw new RangeError(`${what}: one of ${known.join(', ')}`)
}

type CreditRequest = RequestDocument['REQUEST']['REQUEST_DATA']['CREDIT_REQUEST']

/** The interface requires these fields, but they may be empty. */
const NO_PAYMENT = {
  _AccountIdentifier: '',
  _AccountHolderName: '',
  _AccountExpirationDate: '',
  _SecondaryAccountIdentifier: '',
  _MethodType: '',
} as const

function requestData(
  { type, typeOther, description }: Product,
  borrowers: readonly RequestBorrower[],
  options: SampleOrderOptions,
): CreditRequest['CREDIT_REQUEST_DATA'] {
  const bureaus = options.bureaus ?? DEFAULTS.bureaus
  return {
    CreditRequestID: options.requestId ?? DEFAULTS.requestId,
    BorrowerID: borrowers.map(({ BorrowerID }) => BorrowerID).join(' '),
    CreditReportIdentifier: options.reportId,
    CreditReportProductDescription: description,
    CreditReportRequestActionType: options.action ?? DEFAULTS.action,
    CreditReportType: type,
    CreditReportTypeOtherDescription: typeOther === '' ? undefined : typeOther,
    CreditRequestType: borrowers.length > 1 ? 'Joint' : 'Individual',
    CREDIT_REPOSITORY_INCLUDED: {
      _EquifaxIndicator: bureaus.includes('Equifax'),
      _ExperianIndicator: bureaus.includes('Experian'),
      _TransUnionIndicator: bureaus.includes('TransUnion'),
    },
    CREDIT_SCORE_MODEL_NAME: [],
  }
}

function borrowerOf(person: SamplePerson, id: string, street: string | undefined): RequestBorrower {
  const { address } = person
  return {
    BorrowerID: id,
    _FirstName: person.firstName,
    _MiddleName: person.middleName,
    _LastName: person.lastName,
    _NameSuffix: person.suffix,
    _SSN: person.ssn,
    _BirthDate: person.birthDate,
    _RESIDENCE: [
      {
        _StreetAddress: street ?? address.street,
        _City: address.city,
        _State: stateOf(address.state),
        _PostalCode: address.postalCode,
        BorrowerResidencyType: 'Current',
      },
    ],
  }
}

/** Returns the state. An unknown one is written unchanged: the check of the document reports it. */
function stateOf(state: string): (typeof STATES)[number] {
  return STATES.find((known) => known === state.toUpperCase()) ?? (state as 'ME')
}
