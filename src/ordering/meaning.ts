/**
 * What makes two orders mean the same, as keyed blind indexes: reports are found again by borrower,
 * lender case and meaning without anything readable in the database.
 */
import type { Address } from '../bureaus/bureau.ts'
import type { NewReport } from '../store/reports.ts'
import { creditRequestOf, type Order, type OrderBorrower } from './order.ts'
import type { Tools } from './tools.ts'

type Indexes = Pick<NewReport, 'borrowers' | 'lenderCase' | 'meaning'>

/** The indexes under which the report of an order is found again. */
export function reportIndexes(order: Order, account: string, tools: Tools): Indexes {
  const index = (label: string, parts: readonly string[]) =>
    tools.vault.blindIndex(label, JSON.stringify([account, ...parts]))
  const lenderCase = creditRequestOf(order.document).LenderCaseIdentifier ?? ''
  const identities = order.borrowers.map(identity).sort()
  const people = order.borrowers.map((one) => `${identity(one)} ${place(one.residence)}`).sort()
  return {
    borrowers: order.borrowers.map((borrower) => ({
      ssn: index('borrower', [borrower.subject.ssn]),
      identity: index('identity', [identity(borrower)]),
    })),
    lenderCase: lenderCase === '' ? undefined : index('case', [lenderCase, ...identities]),
    meaning: index('meaning', [order.productName, ...people]),
  }
}

/** Number and name, so that two spellings of the same person agree. */
function identity({ subject }: OrderBorrower): string {
  const { ssn, firstName, middleName, lastName, suffix } = subject
  return [ssn, ...[firstName, middleName, lastName, suffix].map(normalized)].join(' ')
}

function place({ street, city, state, postalCode }: Address): string {
  return [street, city, state, postalCode.slice(0, 5)].map(normalized).join(' ')
}

/** Letters and digits alone, accents and case aside. */
export function normalized(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
