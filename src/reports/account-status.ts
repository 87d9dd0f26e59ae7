/** Whether an account is in use, or how it ended. */
import type { Liability } from '../documents/tables/tradelines.ts'

/** Reports whether an account is still in use or being paid. */
export function isOpen(account: Pick<Liability, '_AccountStatusType'>): boolean {
  return account._AccountStatusType === 'Open' || account._AccountStatusType === 'Frozen'
}
