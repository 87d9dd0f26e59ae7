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

/** What is remarked of a borrower who merely may use an account that another owns. */
export function authorisedUserRemark(borrowerId: string): string {
  return `Borrower ${borrowerId} is an authorized user of this account.`
}

const REMARK = /^Borrower (\S+) is an authorized user of this account\.$/

/** The remark, if a text is one, of the same borrower under another identifier. */
export function relabelRemark(text: string, ids: ReadonlyMap<string, string>): string {
  const [, id = ''] = REMARK.exec(text) ?? []
  const other = ids.get(id)
  return other === undefined ? text : authorisedUserRemark(other)
}

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
