/** Orders of the client package, and the documents that they are written to. */
import type { RequestBorrower, RequestDocument, RequestResidence } from './document-types.ts'
import { type ACTIONS, BUREAUS, PRODUCTS, SCORE_MODELS } from './tables.ts'

/** An operation of the interface, named by the last part of its path. */
export type Operation = keyof typeof ACTIONS

/** An action that an operation supports. */
export type Action<O extends Operation = Operation> = (typeof ACTIONS)[O][number]

/** A bureau, by its MISMO name. */
export type Bureau = (typeof BUREAUS)[number]

/** A score model, which every bureau offers under its own name. */
export type ScoreModel = keyof typeof SCORE_MODELS

/** An address in the United States. */
export interface Address {
  readonly street: string
  readonly city: string
  /** The two-letter code of the state, such as `ME`. */
  readonly state: string
  /** The ZIP code, of five or nine digits. */
  readonly postalCode: string
}

/** A person whose credit is ordered. */
export interface Borrower {
  /** Your ID of the borrower, which the report repeats; `B1` and `B2` by default. */
  readonly id?: string | undefined
  readonly firstName: string
  readonly middleName?: string | undefined
  readonly lastName: string
  /** The name suffix, such as `JR`. */
  readonly suffix?: string | undefined
  /** The social security number: nine digits, with or without dashes. */
  readonly ssn: string
  /** The birth date as `YYYY-MM-DD`. */
  readonly birthDate?: string | undefined
  /** The current address. */
  readonly address: Address
  readonly priorAddresses?: readonly Address[] | undefined
}

/** The lender that places the order. The report repeats its data. */
export interface Lender extends Partial<Address> {
  readonly name: string
  /** The contact person for questions. */
  readonly contact?: string | undefined
}

/** An order. Omitted members have the stated defaults. */
export interface Order<O extends Operation = Operation> {
  /** One borrower, or two for a joint report. */
  readonly borrowers: readonly Borrower[]
  /**
   * `Submit` by default. Reissue, Upgrade, Unmerge and every refresh refer to an earlier report:
   * they need `reportId`, or `lenderCase` and the borrowers.
   */
  readonly action?: Action<O> | undefined
  /** The bureaus to request files from; all three by default. */
  readonly bureaus?: readonly Bureau[] | undefined
  /** The score models; by default those of the account. */
  readonly models?: readonly ScoreModel[] | undefined
  /** The ID of the earlier report that the order refers to. */
  readonly reportId?: string | undefined
  /** The lender's loan number. */
  readonly lenderCase?: string | undefined
  /** Your ID of the order, which the response repeats; random by default. */
  readonly requestId?: string | undefined
  /** The person who places the order. */
  readonly requestedBy?: string | undefined
  /** The format of the printed report; by default the format that is set for the account. */
  readonly printed?: 'PDF' | 'HTML' | 'none' | undefined
  /** Your own values by name, which the response repeats. */
  readonly keys?: Readonly<Record<string, string>> | undefined
}

/** An order for a mortgage-only report. `scores` and `inquiry` select one of four products. */
export interface MortgageOnlyOrder extends Order<'mortgage_only'> {
  /** Whether the report has scores; `true` by default. */
  readonly scores?: boolean | undefined
  /** `hard` by default. Other lenders do not see a soft inquiry. */
  readonly inquiry?: 'hard' | 'soft' | undefined
}

/** The values that the client adds to every order. */
export interface OrderContext {
  readonly lender: Lender
  readonly version: string
  readonly now: Date
  readonly newId: () => string
}

/** The members of an order. */
const MEMBERS: readonly (keyof Order)[] = [
  'borrowers',
  'action',
  'bureaus',
  'models',
  'reportId',
  'lenderCase',
  'requestId',
  'requestedBy',
  'printed',
  'keys',
]
const MORTGAGE_MEMBERS = [...MEMBERS, 'scores', 'inquiry']

/** Throws for an order that a program in JavaScript has misspelled, before it is sent and charged. */
function checkOrder(operation: Operation, order: Order | MortgageOnlyOrder): void {
  rejectUnknown(order, operation === 'mortgage_only' ? MORTGAGE_MEMBERS : MEMBERS)
  const { borrowers, printed = 'PDF' } = order
  requireOneOf('printed', printed, Object.keys(PREFERRED))
  if (!Array.isArray(borrowers)) throw new TypeError('borrowers: must be a list')
  for (const [index, borrower] of borrowers.entries()) {
    const { address, priorAddresses = [] } = borrower ?? {}
    const places = priorAddresses.map((prior: unknown, at: number) => [
      `priorAddresses[${at}]`,
      prior,
    ])
    for (const [name, place] of [['address', address], ...places]) {
      if (typeof place !== 'object' || place === null) {
        throw new TypeError(`borrowers[${index}].${name}: must be an address`)
      }
    }
  }
}

/** Throws for a member that would have no effect, as in a program in JavaScript. */
function rejectUnknown(given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new TypeError(`${unknown}: unknown; known are ${known.join(', ')}`)
}

/** Returns the document of an order. */
export function orderDocument(
  operation: Operation,
  order: Order | MortgageOnlyOrder,
  { lender, version, now, newId }: OrderContext,
): RequestDocument {
  checkOrder(operation, order)
  const borrowers = order.borrowers.map(borrowerOf)
  const keys = Object.entries(order.keys ?? {})
  return {
    REQUEST_GROUP: {
      _MISMOVersionID: version,
      REQUESTING_PARTY: requestingParty(lender, order.printed),
      REQUEST: {
        _RequestDatetime: now.toISOString(),
        KEY: keys.map(([__Name, __Value]) => ({ __Name, __Value })),
        REQUEST_DATA: {
          CREDIT_REQUEST: {
            _MISMOVersionID: version,
            _LenderCaseIdentifier: order.lenderCase ?? '',
            ...definedMembers({ _RequestingPartyRequestedByName: order.requestedBy }),
            CREDIT_REQUEST_DATA: requestData(operation, order, borrowers, newId),
            SERVICE_PAYMENT: NO_PAYMENT,
            LOAN_APPLICATION: { BORROWER: borrowers },
          },
        },
      },
    },
  }
}

type CreditRequest = RequestDocument['REQUEST_GROUP']['REQUEST']['REQUEST_DATA']['CREDIT_REQUEST']

/** Orders are charged to the account, so the payment has no card. */
const NO_PAYMENT = {
  __AccountIdentifier: '',
  __AccountHolderName: '',
  __AccountExpirationDate: '',
  __SecondaryAccountIdentifier: '',
  __MethodType: '',
} as const

function requestData(
  operation: Operation,
  order: Order | MortgageOnlyOrder,
  borrowers: readonly RequestBorrower[],
  newId: () => string,
): CreditRequest['CREDIT_REQUEST_DATA'] {
  const { bureaus = BUREAUS, models = [] } = order
  for (const bureau of bureaus) requireOneOf('bureaus', bureau, BUREAUS)
  const { type, typeOther, description } = productOf(operation, order)
  return {
    _CreditRequestID: order.requestId ?? newId(),
    _BorrowerID: borrowers.map(({ _BorrowerID }) => _BorrowerID).join(' '),
    ...definedMembers({ _CreditReportIdentifier: order.reportId }),
    ...definedMembers({ _CreditReportProductDescription: description || undefined }),
    _CreditReportRequestActionType: order.action ?? 'Submit',
    _CreditReportType: type,
    ...definedMembers({ _CreditReportTypeOtherDescription: typeOther || undefined }),
    _CreditRequestType: borrowers.length > 1 ? 'Joint' : 'Individual',
    CREDIT_REPOSITORY_INCLUDED: {
      __EquifaxIndicator: indicator(bureaus.includes('Equifax')),
      __ExperianIndicator: indicator(bureaus.includes('Experian')),
      __TransUnionIndicator: indicator(bureaus.includes('TransUnion')),
    },
    CREDIT_SCORE_MODEL_NAME: models.map((model) => ({
      __Type: 'Other',
      // A program in JavaScript can name another model, which the service rejects with the list.
      __TypeOtherDescription: SCORE_MODELS[model]?.requested ?? model,
    })),
  }
}

function productOf(operation: Operation, order: Order | MortgageOnlyOrder) {
  const { inquiry = 'hard', scores = true } = order as MortgageOnlyOrder
  requireOneOf('inquiry', inquiry, ['hard', 'soft'])
  requireOneOf('scores', scores, [true, false])
  const offered = PRODUCTS.filter((product) => product.operation === operation)
  const wanted = offered.find(
    (product) => product.hard === (inquiry === 'hard') && product.scores === scores,
  )
  const found = operation === 'mortgage_only' ? wanted : offered[0]
  if (found === undefined) throw new TypeError(`unknown operation ${operation}`)
  return found
}

/**
 * Throws if a value of an order is none of its type, as in a program in JavaScript. Some values
 * select a part of the document, so another order would be sent, and the service could not notice.
 */
function requireOneOf<T>(field: string, value: T, allowed: readonly T[]): void {
  if (!allowed.includes(value)) throw new TypeError(`${field}: must be ${allowed.join(' or ')}`)
}

function requestingParty({ name, contact, ...address }: Lender, printed: Order['printed']) {
  return {
    __Name: name,
    ...definedMembers({
      __StreetAddress: address.street,
      __City: address.city,
      __State: address.state,
      __PostalCode: address.postalCode,
    }),
    ...(contact === undefined ? {} : { CONTACT_DETAIL: { __Name: contact, CONTACT_POINT: [] } }),
    PREFERRED_RESPONSE: printed === undefined ? [] : [PREFERRED[printed]],
  }
}

const PREFERRED = {
  PDF: { __Format: 'PDF', __UseEmbeddedFileIndicator: 'Y' },
  HTML: { __Format: 'Other', __FormatOtherDescription: 'HTML', __UseEmbeddedFileIndicator: 'Y' },
  none: { __UseEmbeddedFileIndicator: 'N' },
} as const

function borrowerOf(borrower: Borrower, index: number): RequestBorrower {
  const { address, priorAddresses = [] } = borrower
  return {
    _BorrowerID: borrower.id ?? `B${index + 1}`,
    __FirstName: borrower.firstName,
    __MiddleName: borrower.middleName ?? '',
    __LastName: borrower.lastName,
    __NameSuffix: borrower.suffix ?? '',
    __SSN: borrower.ssn,
    ...definedMembers({ __BirthDate: borrower.birthDate }),
    _RESIDENCE: [
      residenceOf(address, 'Current'),
      ...priorAddresses.map((prior) => residenceOf(prior, 'Prior')),
    ],
  }
}

function residenceOf(
  { street, city, state, postalCode }: Address,
  type: RequestResidence['_BorrowerResidencyType'],
): RequestResidence {
  return {
    __StreetAddress: street,
    __City: city,
    // The service validates the state and names the path if it is wrong.
    __State: state as RequestResidence['__State'],
    __PostalCode: postalCode,
    _BorrowerResidencyType: type,
  }
}

function indicator(wanted: boolean): 'Y' | 'N' {
  return wanted ? 'Y' : 'N'
}

/** Returns the members that have a value. */
function definedMembers<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
