/**
 * The order as planning and pulling need it. It is made only from a document that passed every
 * check, so nothing behind it checks a field again.
 */
import type { Address, Subject } from '../../bureaus/bureau.ts'
import type { ScoreModelWanted } from '../../bureaus/score-models.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { RequestDocument } from '../../documents/tables/request.ts'
import type { Action, Operation } from './operation.ts'
import { PRODUCTS, type Product, type ProductName } from './products.ts'
import { requestedModels } from './wanted-scores.ts'

/** A borrower of an order. */
export interface OrderBorrower {
  /** The client's own identifier (`BorrowerID`); responses refer to the borrower by it. */
  readonly borrowerId: string
  /** The person as bureaus are asked about them. */
  readonly subject: Subject
  /** As sent; the subject has the digits. */
  readonly ssnSent: string
  /** The current one; earlier ones are in `subject.formerAddresses`. */
  readonly residence: Address
  /** Undefined where the request has none; responses then say `NotProvided`. */
  readonly maritalStatus: RequestBorrower['MaritalStatusType']
}

/** A credit order. */
export interface Order {
  readonly operation: Operation
  readonly action: Action
  /** Under this name the product is journaled and found again. */
  readonly productName: ProductName
  readonly product: Product
  /** The bureaus asked, in the order of the indicators. */
  readonly bureaus: readonly BureauName[]
  /** The score models that it requests; undefined where it requests none. */
  readonly scoreModels: readonly ScoreModelWanted[] | undefined
  /** One or two, in the order of the document: the first is printed first. */
  readonly borrowers: readonly OrderBorrower[]
  /** The whole request, of which responses repeat parties, payment and the client's own values. */
  readonly document: RequestDocument
  /** What the order had that is unknown or not a known version; the response repeats it. */
  readonly notes: readonly string[]
}

type CreditRequest = RequestDocument['REQUEST']['REQUEST_DATA']['CREDIT_REQUEST']
/** A `BORROWER` of a valid request, spelled as in the interface. */
export type RequestBorrower = CreditRequest['LOAN_APPLICATION']['BORROWER'][number]
type RequestResidence = RequestBorrower['_RESIDENCE'][number]

/** The credit request inside its envelopes. */
export function creditRequestOf(document: RequestDocument): CreditRequest {
  return document.REQUEST.REQUEST_DATA.CREDIT_REQUEST
}

/** Takes the order out of a document that keeps all rules. */
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

/** The bureaus whose indicator is Y. */
export function bureausAsked(
  indicators: Readonly<Partial<Record<`_${BureauName}Indicator`, boolean>>>,
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

/** Where the borrower lives now. The rules have made sure that there is one. */
function currentResidence(borrower: RequestBorrower): RequestResidence {
  const current = borrower._RESIDENCE.find((one) => one.BorrowerResidencyType === 'Current')
  if (current === undefined) throw new TypeError('a borrower without a current residence')
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
