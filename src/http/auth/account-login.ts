/** Who posts: the account behind the credentials of a request. */
import { timingSafeEqual } from 'node:crypto'
import { checkedProfile, type OrderingAccount } from '../../orders/intake/ordering-account.ts'
import type { Vault } from '../../store/sealing/vault.ts'
import type { Store } from '../../store/store.ts'
import { basicCredentials } from './basic.ts'
import { ACCOUNT_POLICY, loginThrottle } from './throttle.ts'

/** Finds the account of an `Authorization` header that came from a network. */
export type Authenticate = (
  header: string | undefined,
  network: string,
) => Promise<OrderingAccount | undefined>

interface AuthenticatorTools {
  readonly store: Store
  readonly vault: Vault
  readonly now: () => Date
  /** For delays after failed logins, which no clock of a sandbox ends. */
  readonly machineNow: () => Date
}

/**
 * Authentication against the store. An unknown account and a wrong secret take the same steps: the
 * secret is always hashed, and compared with the hash of nobody where there is no account.
 */
export function authenticator({ store, vault, now, machineNow }: AuthenticatorTools): Authenticate {
  const nobody = vault.secretHash('')
  const throttle = loginThrottle('account', ACCOUNT_POLICY, store, vault, machineNow)
  return async (header, network) => {
    const credentials = basicCredentials(header)
    if (credentials === undefined) return undefined
    const { name, secret } = credentials
    const presented = vault.secretHash(secret)
    const who = throttle.who(name, network)
    const { account, failures } = await store.accounts.findLogin(name, now().getTime(), who)
    throttle.refuseDelayed(failures)
    const hashes = account?.secrets.map(({ hash }) => hash) ?? [nobody]
    const matches = hashes.map((hash) => timingSafeEqual(hash, presented)).includes(true)
    const succeeded = matches && secret !== '' && account?.disabledAt === undefined
    await throttle.note(who, failures, { succeeded, knownName: account?.name })
    if (!succeeded || account === undefined) return undefined
    return { name: account.name, profile: checkedProfile(account.profile) }
  }
}
