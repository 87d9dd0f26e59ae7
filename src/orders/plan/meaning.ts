/**
 * What makes two orders mean the same, as keyed blind indexes: reports are found again by borrower,
 * lender case and meaning without anything readable in the database.
 */
import type { Address } from '../../bureaus/bureau.ts'
import { nameKey, nameWords } from '../../documents/names.ts'
import type { BorrowerIndexes, NewReport } from '../../store/records/reports/report-entry.ts'
import { creditRequestOf, type Order, type OrderBorrower } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import { scoresMeaning, wantedScores } from '../intake/wanted-scores.ts'
import type { Tools } from '../tools.ts'

/**
 * Makes blind indexes that compare only within one account. The parts are joined as JSON, so that
 * no choice of texts in one part can look like two parts.
 */
function indexer(account: OrderingAccount, tools: Tools) {
  return (label: string, parts: readonly string[]) =>
    tools.vault.blindIndex(label, JSON.stringify([account.name, ...parts]))
}

/** The indexes under which the report of an order is found again. */
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

/** The indexes of one borrower. */
export function borrowerIndexes(
  borrower: OrderBorrower,
  account: OrderingAccount,
  tools: Tools,
): BorrowerIndexes {
  const index = indexer(account, tools)
  return {
    ssn: index('borrower', [borrower.subject.ssn]),
    identity: index('identity', [identity(borrower)]),
  }
}

/**
 * The index of the lender's case; undefined where the order names none. An empty one counts as
 * none.
 */
export function lenderCaseIndex(
  order: Order,
  account: OrderingAccount,
  tools: Tools,
): Uint8Array | undefined {
  const lenderCase = creditRequestOf(order.document).LenderCaseIdentifier ?? ''
  return lenderCase === '' ? undefined : indexer(account, tools)('case', [lenderCase])
}

/**
 * What a Submit means: the product, and who lives where. The bureaus are compared apart. Borrowers
 * are sorted, so the order in which a joint request names them does not matter.
 */
export function meaningOf(
  order: Order,
  account: OrderingAccount,
  tools: Tools,
  scores = wantedScores(order, account),
): Uint8Array {
  const people = order.borrowers.map((one) => `${identity(one)} ${place(one.residence)}`).sort()
  return indexer(account, tools)('meaning', [
    order.productName,
    ...people,
    ...(order.product.scores ? scoresMeaning(scores) : []),
  ])
}

/** What an Upgrade or Unmerge asks of a report: the same asked again is the same result. */
export function derivationOf(
  order: Order,
  baseReportId: string,
  asked: readonly string[],
  account: OrderingAccount,
  tools: Tools,
): Uint8Array {
  const parts = [order.action, order.productName, baseReportId, ...asked.toSorted()]
  return indexer(account, tools)('derivation', parts)
}

/**
 * Number and name, spelled so that two spellings of the same person agree. The suffix is part of
 * it: it tells father from son.
 */
export function identity({ subject }: OrderBorrower): string {
  const { ssn, firstName, middleName, lastName, suffix } = subject
  return [ssn, ...[firstName, middleName, lastName, suffix].map(nameKey)].join(' ')
}

// ZIP+4 and ZIP are one place: vendors and clients send either for the same address.
function place({ street, city, state, postalCode }: Address): string {
  return [street, city, state, postalCode.slice(0, 5)].flatMap(nameWords).join(' ')
}
