/** The people and parties of a response, taken from the order and the account. */
import type { BorrowerValue, RespondToPartyValue } from '../../documents/tables/response.ts'
import { creditRequestOf, type Order, type OrderBorrower } from './order.ts'
import type { OrderingAccount } from './ordering-account.ts'

/**
 * Returns `RESPOND_TO_PARTY` (interface section 2.2): each field as sent, or else from the
 * account's profile.
 */
export function respondToParty(order: Order, account: OrderingAccount): RespondToPartyValue {
  const sent = order.document.REQUESTING_PARTY
  const { party } = account.profile
  const request = creditRequestOf(order.document)
  const contact = sent?.CONTACT_DETAIL?._Name ?? request.RequestingPartyRequestedByName
  return {
    _Name: sent?._Name ?? party.name,
    _StreetAddress: sent?._StreetAddress ?? party.street,
    _City: sent?._City ?? party.city,
    _State: sent?._State ?? party.state,
    _PostalCode: sent?._PostalCode ?? party.postalCode,
    LenderCaseIdentifier: request.LenderCaseIdentifier || undefined,
    CONTACT_DETAIL: { _Name: contact ?? party.contact },
  }
}

/**
 * Returns a borrower as the response repeats it. The position on the printed page follows the order
 * of the request: the first is the borrower, the second the co-borrower.
 */
export function borrowerValue(borrower: OrderBorrower, index: number): BorrowerValue {
  const { subject, residence } = borrower
  const { firstName, middleName, lastName, suffix } = subject
  const fullName = [firstName, middleName, lastName, suffix].filter((part) => part !== '').join(' ')
  return {
    BorrowerID: borrower.borrowerId,
    _FirstName: firstName,
    _MiddleName: middleName,
    _LastName: lastName,
    _NameSuffix: suffix || undefined,
    _BirthDate: subject.birthDate,
    _PrintPositionType: index === 0 ? 'Borrower' : 'CoBorrower',
    _SSN: borrower.ssnSent,
    _UnparsedName: fullName,
    MaritalStatusType: borrower.maritalStatus ?? 'NotProvided',
    _RESIDENCE: {
      _StreetAddress: residence.street,
      _City: residence.city,
      _State: residence.state,
      _PostalCode: residence.postalCode,
      _Country: 'US',
      BorrowerResidencyType: 'Current',
      PARSED_STREET_ADDRESS: { _StreetName: streetName(residence.street) },
    },
  }
}

/** A house number, also with a fraction, and not a numbered street such as `5th Ave`. */
const HOUSE_NUMBER = /^\s*\d+(?!(?:st|nd|rd|th)\b)\S*\s+(?:\d\/\d\s+)?/i

/**
 * Returns `PARSED_STREET_ADDRESS._StreetName`: the address line without the house number before it
 * and the unit after it.
 */
function streetName(line: string): string {
  return line
    .replace(HOUSE_NUMBER, '')
    .replace(/[\s,]+(?:#|apt\b|unit\b|ste\b|suite\b).*$/i, '')
    .trim()
}
