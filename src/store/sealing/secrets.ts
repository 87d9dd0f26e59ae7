/** Secrets that the service makes: nobody chooses them, and they are shown once. */
import { randomBytes } from 'node:crypto'
import type { AccountSecret } from '../records/accounts.ts'
import type { Vault } from './vault.ts'

/** A machine-made secret of 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** A new secret of an account, and what is kept of it: an identifier and a keyed hash. */
export function newAccountSecret(
  vault: Pick<Vault, 'secretHash'>,
  createdAt: number,
): { readonly secret: string; readonly kept: AccountSecret } {
  const secret = newSecret()
  const id = randomBytes(9).toString('base64url')
  return { secret, kept: { id, hash: vault.secretHash(secret), createdAt } }
}
