/** An account at two times, and what is said of each of its differences. */
import type { Liability } from '../documents/tables/tradelines.ts'
import {
  type Difference,
  type DifferenceKind,
  difference,
  type FoundDifference,
} from './compare/differences.ts'
import { borrowersOf, bureausOf, type Continuation } from './compare/match-over-time.ts'
import { isCollection } from './loan-types.ts'

/** An account of today with what it was. */
export type AccountThenAndNow = Continuation<Liability>

/** A difference of an account, with what identifies the account. */
export function accountDifference(
  account: Liability,
  kind: DifferenceKind,
  found: Partial<FoundDifference> = {},
): Difference {
  return difference({
    kind,
    borrowerIds: borrowersOf(account),
    bureaus: bureausOf(account),
    what: account._CREDITOR?._Name ?? account._OriginalCreditorName ?? '',
    account: account._AccountIdentifier,
    ownership: account._AccountOwnershipType,
    ...found,
  })
}

/** Whether the account was handed over for collection, or is rated so. */
export function isInCollection(account: Liability): boolean {
  return isCollection(account) || account._CURRENT_RATING?._Type === 'Collection'
}
