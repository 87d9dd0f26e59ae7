/**
 * The order as planning and pulling need it. It is built only from a document that passed every
 * check, so later code does not check its fields again.
 */
import type { Address, Subject } from '../../bureaus/bureau.ts'
import type { RequestedScoreModel } from '../../bureaus/score-models.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { RequestDocument } from '../../documents/tables/request.ts'
import type { Operation } from './operation.ts'
import { type Action, PRODUCTS, type Product, type ProductName } from './products.ts'
import { requestedModels } from './wanted-scores.ts'

/** A borrower of an order. */
export interface OrderBorrower {
  /** The client's identifier (`BorrowerID`). Responses refer to the borrower by it. */
  readonly borrowerId: string
  /** The person as described to the bureaus. */
  readonly subject: Subject
  /** The social security number as sent; the subject has only its digits. */
  readonly ssnSent: string
  /** The current residence; earlier ones are in `subject.formerAddresses`. */
  readonly residence: Address
  /** Undefined if the request has none; responses then say `NotProvided`. */
  readonly maritalStatus: RequestBorrower['MaritalStatusType']
}

/** A credit order. */
export interface Order {
  readonly operation: Operation
  readonly action: Action
  /** The name under which the product is journaled and reports are searched for. */
  readonly productName: ProductName
  readonly product: Product
  /** The requested bureaus, in the order of the indicators. */
  readonly bureaus: readonly BureauName[]
  /** The requested score models; undefined if the order requests none. */
  readonly scoreModels: readonly RequestedScoreModel[] | undefined
  /** One or two borrowers, in the order of the document. The first is printed first. */
  readonly borrowers: readonly OrderBorrower[]
  /** The whole request. Responses repeat its parties, its payment and the client's own values. */
  readonly document: RequestDocument
  /**
   * Remarks about the request, such as unknown names or an unknown version. The response repeats
   * them.
   */
  readonly notes: readonly string[]
}

type CreditRequest = RequestDocument['REQUEST']['REQUEST_DATA']['CREDIT_REQUEST']
/** A `BORROWER` of a valid request, spelled as in the interface. */
export type RequestBorrower = CreditRequest['LOAN_APPLICATION']['BORROWER'][number]
type RequestResidence = RequestBorrower['_RESIDENCE'][number]

/** Returns the credit request inside its envelopes. */
export function creditRequestOf(document: RequestDocument): CreditRequest {
  return document.REQUEST.REQUEST_DATA.CREDIT_REQUEST
}

/** Builds the order from a document that satisfies all rules. */
export function orderOf(
  operation: Operation,
  productName: ProductName,
  document: RequestDocument,
  notes: readonly string[] = [],
): Order {
  const request = creditRequestOf(document)
  return {
    operation,
    action: request.CREDIT_REQUEST_DATA.CreditReportRequestActionType,
    productName,
    product: PRODUCTS[productName],
    bureaus: bureausAsked(request.CREDIT_REQUEST_DATA.CREDIT_REPOSITORY_INCLUDED),
    scoreModels: requestedModels(request.CREDIT_REQUEST_DATA.CREDIT_SCORE_MODEL_NAME ?? []),
    borrowers: request.LOAN_APPLICATION.BORROWER.map(borrowerOf),
    document,
    notes,
  }
}

/** Returns the bureaus whose indicator is Y. */
export function bureausAsked(
  indicators: Readonly<Partial<Record<`_${BureauName}Indicator`, boolean | undefined>>>,
): BureauName[] {
  return BUREAUS.filter((bureau) => indicators[`_${bureau}Indicator`] === true)
}

function borrowerOf(borrower: RequestBorrower): OrderBorrower {
  const current = currentResidence(borrower)
  const residence = addressOf(current)
  return {
    borrowerId: borrower.BorrowerID,
    ssnSent: borrower._SSN,
    residence,
    maritalStatus: borrower.MaritalStatusType,
    subject: {
      firstName: borrower._FirstName,
      middleName: borrower._MiddleName ?? '',
      lastName: borrower._LastName,
      suffix: borrower._NameSuffix ?? '',
      ssn: borrower._SSN.replaceAll('-', ''),
      birthDate: borrower._BirthDate,
      address: residence,
      formerAddresses: borrower._RESIDENCE.filter((other) => other !== current).map(addressOf),
    },
  }
}

/** Returns the borrower's current residence. The rules have ensured that it exists. */
function currentResidence(borrower: RequestBorrower): RequestResidence {
  const current = borrower._RESIDENCE.find((one) => one.BorrowerResidencyType === 'Current')
  if (current === undefined) throw new TypeError('the borrower has no current residence')
  return current
}

function addressOf(residence: RequestResidence): Address {
  return {
    street: residence._StreetAddress,
    city: residence._City,
    state: residence._State,
    postalCode: residence._PostalCode,
  }
}
