/**
 * Computes the meaning of an order and other keyed blind indexes. By them, reports are found by
 * borrower, lender case and meaning without readable personal data in the database.
 */
import type { Address } from '../../bureaus/bureau.ts'
import { nameKey, nameWords } from '../../documents/names.ts'
import type { BorrowerIndexes, NewReport } from '../../store/records/reports/report-entry.ts'
import { creditRequestOf, type Order, type OrderBorrower } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import { scoresMeaning, wantedScores } from '../intake/wanted-scores.ts'
import type { Tools } from '../tools.ts'

/**
 * Returns a function that computes blind indexes, which can be compared only within one account.
 * The parts are joined as JSON, so that no text in one part can look like two parts.
 */
function blindIndexer(account: OrderingAccount, tools: Tools) {
  return (label: string, parts: readonly string[]) =>
    tools.vault.blindIndex(label, JSON.stringify([account.name, ...parts]))
}

/** Returns the indexes by which the report of an order is found again. */
export function reportIndexes(
  order: Order,
  account: OrderingAccount,
  tools: Tools,
): Pick<NewReport, 'borrowers' | 'lenderCase'> {
  return {
    borrowers: order.borrowers.map((borrower) => borrowerIndexes(borrower, account, tools)),
    lenderCase: lenderCaseIndex(order, account, tools),
  }
}

/** Returns the indexes of one borrower. */
export function borrowerIndexes(
  borrower: OrderBorrower,
  account: OrderingAccount,
  tools: Tools,
): BorrowerIndexes {
  const index = blindIndexer(account, tools)
  return {
    ssn: index('borrower', [borrower.subject.ssn]),
    identity: index('identity', [identity(borrower)]),
  }
}

/**
 * Returns the index of the lender's case; undefined if the order names none or an empty one. Blanks
 * around it do not count, because one system of a lender pads it and another does not.
 */
export function lenderCaseIndex(
  order: Order,
  account: OrderingAccount,
  tools: Tools,
): Uint8Array | undefined {
  const lenderCase = creditRequestOf(order.document).LenderCaseIdentifier?.trim() ?? ''
  return lenderCase === '' ? undefined : blindIndexer(account, tools)('case', [lenderCase])
}

/**
 * Returns the meaning of a Submit: the product, and the borrowers with their addresses. Bureaus are
 * compared separately. Borrowers are sorted, so the order in which a joint request names them does
 * not matter.
 */
export function meaningOf(
  order: Order,
  account: OrderingAccount,
  tools: Tools,
  scores = wantedScores(order, account),
): Uint8Array {
  const people = order.borrowers
    .map((one) => `${identity(one)} ${addressKey(one.residence)}`)
    .sort()
  return blindIndexer(account, tools)('meaning', [
    order.productName,
    ...people,
    ...(order.product.scores ? scoresMeaning(scores) : []),
  ])
}

/**
 * Returns the index of an Upgrade or Unmerge. The same request on the same report has the same
 * index, and so the same result.
 */
export function derivationOf(
  order: Order,
  baseReportId: string,
  asked: readonly string[],
  account: OrderingAccount,
  tools: Tools,
): Uint8Array {
  const parts = [order.action, order.productName, baseReportId, ...asked.toSorted()]
  return blindIndexer(account, tools)('derivation', parts)
}

/**
 * Returns number and name, normalized so that different spellings of the same name agree. The
 * suffix is included, because it distinguishes father and son.
 */
export function identity({ subject }: OrderBorrower): string {
  const { ssn, firstName, middleName, lastName, suffix } = subject
  return [ssn, ...[firstName, middleName, lastName, suffix].map(nameKey)].join(' ')
}

// ZIP+4 and ZIP count as the same place: vendors and clients send either for the same address.
function addressKey({ street, city, state, postalCode }: Address): string {
  return [street, city, state, postalCode.slice(0, 5)].flatMap(nameWords).join(' ')
}
