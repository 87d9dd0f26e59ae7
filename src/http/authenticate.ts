/** Who posts: the account behind the credentials of a request. */
import { timingSafeEqual } from 'node:crypto'
import { AccountProfile, type OrderingAccount } from '../ordering/account.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'
import { basicCredentials } from './basic.ts'

/** Finds the account of an `Authorization` header. */
export type Authenticate = (header: string | undefined) => Promise<OrderingAccount | undefined>

/**
 * Authentication against the store. An unknown account and a wrong secret take the same steps: the
 * secret is always hashed, and compared with the hash of nobody where there is no account.
 */
export function authenticator(store: Store, vault: Vault, now: () => Date): Authenticate {
  const nobody = vault.secretHash('')
  return async (header) => {
    const credentials = basicCredentials(header)
    if (credentials === undefined) return undefined
    const presented = vault.secretHash(credentials.secret)
    const account = await store.findAccount(credentials.name, now().getTime())
    const hashes = account?.secrets.map((secret) => secret.hash) ?? [nobody]
    const matches = hashes.map((hash) => timingSafeEqual(hash, presented)).includes(true)
    if (!matches || account === undefined || account.disabledAt !== undefined) return undefined
    if (credentials.secret === '') return undefined
    return { name: account.name, profile: AccountProfile.parse(account.profile) }
  }
}
