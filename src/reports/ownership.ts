/**
 * Ownership of accounts: how a borrower is responsible (ECOA), and what bureaus' different
 * statements add up to.
 */
import type { Liability } from '../documents/tables/tradelines.ts'

/** How a borrower is bound to an account. MISMO: `CreditLiabilityAccountOwnershipType`. */
export type Ownership = Liability['_AccountOwnershipType']

/** The strongest bond first: where bureaus differ, the borrower owes what any of them says. */
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

/** Bonds that several borrowers of one account can have at once. */
const TOGETHER = new Set<Ownership>([
  'JointContractualLiability',
  'JointParticipating',
  'Maker',
  'Comaker',
  'OnBehalfOf',
  'AuthorizedUser',
])

/** Bonds to an account that someone else owns. */
const BESIDE_AN_OWNER = new Set<Ownership>(['Comaker', 'OnBehalfOf', 'AuthorizedUser'])

/** The bond of several reports about one account; an owner is more than an authorised user. */
export function blendOwnership(reported: readonly Ownership[]): Ownership {
  let strongest: Ownership = 'AuthorizedUser'
  for (const ownership of reported) {
    if ((STRENGTH.get(ownership) ?? 0) < (STRENGTH.get(strongest) ?? 0)) strongest = ownership
  }
  return strongest
}

/** Whether two borrowers so bound can stand on one account. */
export function isShared(a: Ownership, b: Ownership): boolean {
  if (TOGETHER.has(a) && TOGETHER.has(b)) return true
  return (
    (a === 'Individual' && BESIDE_AN_OWNER.has(b)) || (b === 'Individual' && BESIDE_AN_OWNER.has(a))
  )
}
