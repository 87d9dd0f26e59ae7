/**
 * Finds orders by personal data that is not readable in the database. Each order stores a keyed
 * hash of every word that users search by, and a search computes the same hash. Purging the order
 * deletes its hashes.
 */
import { nameKey, nameWords } from '../../documents/names.ts'
import { initials, masked } from '../../documents/privacy/describe.ts'
import type { PartialBorrower, PartialRequest } from '../../documents/tables/request.ts'
import type { ListedOrder } from '../../store/records/orders/order-entry.ts'
import type { Vault } from '../../store/sealing/vault.ts'

type Keys = Pick<Vault, 'blindIndex'>

/**
 * Half of a hash: 128 bits are enough to tell words apart, and they halve the size of the index.
 */
const TOKEN_BYTES = 16

function token(keys: Keys, kind: 'last' | 'name' | 'digits' | 'case', text: string): Uint8Array {
  return keys.blindIndex(`search ${kind}`, text).subarray(0, TOKEN_BYTES)
}

/** Returns the hashes of the words by which an order can be found, as far as it could be parsed. */
export function searchTokens(document: object | undefined, keys: Keys): readonly Uint8Array[] {
  const request = (document as PartialRequest | undefined)?.REQUEST?.REQUEST_DATA?.CREDIT_REQUEST
  const lenderCase = nameKey(request?.LenderCaseIdentifier)
  const tokens = (request?.LOAN_APPLICATION?.BORROWER ?? []).flatMap((borrower) =>
    borrowerTokens(borrower, keys),
  )
  if (lenderCase !== '') tokens.push(token(keys, 'case', lenderCase))
  return distinct(tokens)
}

/** Returns the hash of a lender case. Its case, spaces and punctuation do not matter. */
export function lenderCaseToken(lenderCase: string, keys: Keys): Uint8Array {
  return token(keys, 'case', nameKey(lenderCase))
}

function borrowerTokens(borrower: PartialBorrower, keys: Keys): Uint8Array[] {
  const first = nameKey(borrower._FirstName)
  const last = nameKey(borrower._LastName)
  const digits = (borrower._SSN ?? '').replaceAll(/\D/g, '')
  return [
    ...(last === '' ? [] : [token(keys, 'last', last)]),
    ...(last === '' || first === '' ? [] : [token(keys, 'name', first + last)]),
    ...(digits.length < 4 ? [] : [token(keys, 'digits', digits.slice(-4))]),
  ]
}

/**
 * Returns the hashes of everything that a search text may mean: a last name, a whole name in either
 * order, the last four digits of a number, or a lender case.
 */
export function tokensOfText(text: string, keys: Keys): readonly Uint8Array[] {
  const [before = [], after] = text.split(',', 2).map(nameWords)
  const all = nameKey(text)
  const words = nameWords(text)
  // A whole number is searched by its last four digits only, because no index of whole numbers
  // exists for searches.
  const digits = text.replaceAll(/[\s-]/g, '')
  const tokens = [token(keys, 'case', all), token(keys, 'last', all)]
  if (after !== undefined) tokens.push(token(keys, 'name', `${after[0] ?? ''}${before.join('')}`))
  else if (words.length > 1) {
    tokens.push(token(keys, 'name', all), token(keys, 'name', `${words[0]}${words.at(-1)}`))
  }
  if (/^(?:\d{4}|\d{9})$/.test(digits)) tokens.push(token(keys, 'digits', digits.slice(-4)))
  return distinct(tokens)
}

function distinct(tokens: readonly Uint8Array[]): readonly Uint8Array[] {
  return [...new Map(tokens.map((each) => [Buffer.from(each).toString('hex'), each])).values()]
}

/**
 * Returns the fields of a request that lists of orders show, as far as it could be parsed. Borrowers
 * are masked as the tables define, before they are stored.
 */
export function listedRequest(
  document: object | undefined,
): Pick<ListedOrder, 'borrowers' | 'lenderCase'> {
  const request = (document as PartialRequest | undefined)?.REQUEST?.REQUEST_DATA?.CREDIT_REQUEST
  const borrowers = (request?.LOAN_APPLICATION?.BORROWER ?? []).map((borrower) => ({
    name: initials({ _FirstName: borrower._FirstName, _LastName: borrower._LastName }),
    ssn: borrower._SSN ? masked('_SSN', borrower._SSN) : '',
  }))
  return { borrowers, lenderCase: request?.LenderCaseIdentifier || undefined }
}
