/**
 * Ownership of accounts: how a borrower is responsible (ECOA), and how the different designations
 * of bureaus are combined.
 */
import type { Liability } from '../documents/tables/tradelines.ts'

/** How a borrower is responsible for an account. MISMO: `CreditLiabilityAccountOwnershipType`. */
export type Ownership = Liability['_AccountOwnershipType']

/**
 * The strongest responsibility first: if bureaus differ, the borrower owes what any of them
 * reports.
 */
const BY_STRENGTH: readonly Ownership[] = [
  'JointContractualLiability',
  'JointParticipating',
  'Maker',
  'Comaker',
  'Individual',
  'OnBehalfOf',
  'Deceased',
  'Terminated',
  'Undesignated',
  'AuthorizedUser',
]

const STRENGTH = new Map(BY_STRENGTH.map((ownership, position) => [ownership, position]))

/** Designations that several borrowers of one account can have at once. */
const SHAREABLE = new Set<Ownership>([
  'JointContractualLiability',
  'JointParticipating',
  'Maker',
  'Comaker',
  'OnBehalfOf',
  'AuthorizedUser',
])

/** Designations for an account that someone else owns. */
const NON_OWNERS = new Set<Ownership>(['Comaker', 'OnBehalfOf', 'AuthorizedUser'])

/**
 * Returns the remark about a borrower who is only an authorized user of another person's account.
 */
export function authorizedUserRemark(borrowerId: string): string {
  return `Borrower ${borrowerId} is an authorized user of this account.`
}

const REMARK = /^Borrower (\S+) is an authorized user of this account\.$/

/** Replaces the identifier of the borrower in such a remark. Returns any other text unchanged. */
export function relabelRemark(text: string, ids: ReadonlyMap<string, string>): string {
  const [, id = ''] = REMARK.exec(text) ?? []
  const other = ids.get(id)
  return other === undefined ? text : authorizedUserRemark(other)
}

/**
 * Returns the strongest of the designations that bureaus report for one account. An owner outranks
 * an authorized user.
 */
export function blendOwnership(reported: readonly Ownership[]): Ownership {
  let strongest: Ownership = 'AuthorizedUser'
  for (const ownership of reported) {
    if ((STRENGTH.get(ownership) ?? 0) < (STRENGTH.get(strongest) ?? 0)) strongest = ownership
  }
  return strongest
}

/** Reports whether two borrowers with these designations can be on the same account. */
export function isShared(a: Ownership, b: Ownership): boolean {
  if (SHAREABLE.has(a) && SHAREABLE.has(b)) return true
  return (a === 'Individual' && NON_OWNERS.has(b)) || (b === 'Individual' && NON_OWNERS.has(a))
}
