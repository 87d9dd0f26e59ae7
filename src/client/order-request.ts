/** What a client orders, and the document that says it. */
import type { RequestBorrower, RequestDocument, RequestResidence } from './document-types.ts'
import { type ACTIONS, BUREAUS, PRODUCTS, SCORE_MODELS } from './tables.ts'

/** An operation of the interface, by the last part of its path. */
export type Operation = keyof typeof ACTIONS

/** An action of an operation. */
export type Action<O extends Operation = Operation> = (typeof ACTIONS)[O][number]

/** A bureau by its MISMO name. */
export type Bureau = (typeof BUREAUS)[number]

/** A score model, of every bureau. */
export type ScoreModel = keyof typeof SCORE_MODELS

/** An address in the United States. */
export interface Address {
  readonly street: string
  readonly city: string
  /** Two letters, such as `ME`. */
  readonly state: string
  readonly postalCode: string
}

/** A person whose credit is ordered. */
export interface Borrower {
  /** Your identifier of the borrower in the report; `B1` and `B2` where you give none. */
  readonly id?: string | undefined
  readonly firstName: string
  readonly middleName?: string | undefined
  readonly lastName: string
  readonly suffix?: string | undefined
  /** Nine digits, with or without dashes. */
  readonly ssn: string
  /** `YYYY-MM-DD`. */
  readonly birthDate?: string | undefined
  readonly address: Address
  readonly priorAddresses?: readonly Address[] | undefined
}

/** Who orders, as the report repeats it. */
export interface Lender extends Partial<Address> {
  readonly name: string
  /** The contact for questions. */
  readonly contact?: string | undefined
}

/** An order. What is left out is chosen as stated. */
export interface Order<O extends Operation = Operation> {
  /** One borrower, or two for a joint report. */
  readonly borrowers: readonly Borrower[]
  /** `Submit` by default. The other actions need `reportId`, or `lenderCase` and the borrowers. */
  readonly action?: Action<O> | undefined
  /** All three by default. */
  readonly bureaus?: readonly Bureau[] | undefined
  /** The models of the account by default. */
  readonly models?: readonly ScoreModel[] | undefined
  /** The report that the order is about. */
  readonly reportId?: string | undefined
  /** The lender's loan number. */
  readonly lenderCase?: string | undefined
  /** Your identifier of the order, returned unchanged; a random one by default. */
  readonly requestId?: string | undefined
  /** The person who orders. */
  readonly requestedBy?: string | undefined
  /** The printed report: PDF by default. */
  readonly printed?: 'PDF' | 'HTML' | 'none' | undefined
  /** Values of your own, returned unchanged. */
  readonly keys?: Readonly<Record<string, string>> | undefined
}

/** An order of a mortgage-only report, of which there are four products. */
export interface MortgageOnlyOrder extends Order<'mortgage_only'> {
  /** Whether the report has scores; `true` by default. */
  readonly scores?: boolean | undefined
  /** `hard` by default. Other lenders do not see a soft inquiry. */
  readonly inquiry?: 'hard' | 'soft' | undefined
}

/** What the client adds to every order. */
export interface Surroundings {
  readonly lender: Lender
  readonly version: string
  readonly now: Date
  readonly newId: () => string
}

/** The document of an order. */
export function orderDocument(
  operation: Operation,
  order: Order | MortgageOnlyOrder,
  { lender, version, now, newId }: Surroundings,
): RequestDocument {
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
            ...given({ _RequestingPartyRequestedByName: order.requestedBy }),
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

/** The account is charged, and no card. */
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
  const { type, typeOther, description } = productOf(operation, order)
  return {
    _CreditRequestID: order.requestId ?? newId(),
    _BorrowerID: borrowers.map(({ _BorrowerID }) => _BorrowerID).join(' '),
    ...given({ _CreditReportIdentifier: order.reportId }),
    ...given({ _CreditReportProductDescription: description || undefined }),
    _CreditReportRequestActionType: order.action ?? 'Submit',
    _CreditReportType: type,
    ...given({ _CreditReportTypeOtherDescription: typeOther || undefined }),
    _CreditRequestType: borrowers.length > 1 ? 'Joint' : 'Individual',
    CREDIT_REPOSITORY_INCLUDED: {
      __EquifaxIndicator: indicator(bureaus.includes('Equifax')),
      __ExperianIndicator: indicator(bureaus.includes('Experian')),
      __TransUnionIndicator: indicator(bureaus.includes('TransUnion')),
    },
    CREDIT_SCORE_MODEL_NAME: models.map((model) => ({
      __Type: 'Other',
      __TypeOtherDescription: SCORE_MODELS[model].requested,
    })),
  }
}

function productOf(operation: Operation, order: Order | MortgageOnlyOrder) {
  const { inquiry = 'hard', scores = true } = order as MortgageOnlyOrder
  const offered = PRODUCTS.filter((product) => product.operation === operation)
  const wanted = offered.find(
    (product) => product.hard === (inquiry === 'hard') && product.scores === scores,
  )
  const found = operation === 'mortgage_only' ? wanted : offered[0]
  if (found === undefined) throw new TypeError(`unknown operation ${operation}`)
  return found
}

function requestingParty({ name, contact, ...address }: Lender, printed: Order['printed']) {
  return {
    __Name: name,
    ...given({
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
    ...given({ __BirthDate: borrower.birthDate }),
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
    // The service checks it, and names the path where it is none.
    __State: state as RequestResidence['__State'],
    __PostalCode: postalCode,
    _BorrowerResidencyType: type,
  }
}

function indicator(wanted: boolean): 'Y' | 'N' {
  return wanted ? 'Y' : 'N'
}

/** The members that have a value. */
function given<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
