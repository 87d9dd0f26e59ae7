/** Login of accounts: finds the account for the HTTP Basic credentials of a request. */
import { timingSafeEqual } from 'node:crypto'
import { checkedProfile, type OrderingAccount } from '../../orders/intake/ordering-account.ts'
import type { AccountWithSecrets } from '../../store/records/account-rows.ts'
import type { Vault } from '../../store/sealing/vault.ts'
import type { Store } from '../../store/store.ts'
import { basicCredentials } from './basic.ts'
import { type AccountLoginObserver, loginThrottle } from './throttle.ts'

/**
 * Finds the account for an `Authorization` header that came from a network. Returns undefined if
 * the credentials are missing or wrong, without saying which. Throws `OrderError` while the name is
 * throttled. Calls `named` with the account that the name belongs to, also if the login then fails.
 */
export type Authenticate = (
  header: string | undefined,
  network: string,
  named?: (account: string) => void,
) => Promise<OrderingAccount | undefined>

interface AuthenticatorTools {
  readonly store: Store
  readonly vault: Vault
  /**
   * Time for the expiry of secrets and for delays after failed logins. A sandbox clock does not
   * move it.
   */
  readonly machineNow: () => Date
  readonly observer?: AccountLoginObserver
}

const UNOBSERVED: AccountLoginObserver = { failed: () => undefined, throttled: () => undefined }

/**
 * Creates authentication against the store. An unknown account and a wrong secret take the same
 * steps: the secret is always hashed and compared, for an unknown account with a hash that no
 * secret has.
 */
export function authenticator({
  store,
  vault,
  machineNow,
  observer = UNOBSERVED,
}: AuthenticatorTools): Authenticate {
  const throttle = loginThrottle(store, vault, machineNow, observer)
  return async (header, network, named) => {
    const credentials = basicCredentials(header)
    if (credentials === undefined) return undefined
    const { name, secret } = credentials
    const key = throttle.keyOf(name, network)
    const now = machineNow().getTime()
    const { account, failures } = await store.accounts.findLogin(name, now, key)
    if (account !== undefined) named?.(account.name)
    throttle.rejectDelayed(failures)
    const opened = openedAccount(account, secret, vault)
    const succeeded = opened !== undefined
    await throttle.record(key, failures, { succeeded, knownName: account?.name })
    if (opened === undefined) return undefined
    store.accounts.noteSecretUse(opened.secretId, now)
    return opened.account
  }
}

/** The hash that an unknown account is compared with. No secret has this hash. */
const UNKNOWN_ACCOUNT_HASH = new Uint8Array(32)

/** An account whose secret was presented. */
interface OpenedAccount {
  readonly account: OrderingAccount
  readonly secretId: string
}

/**
 * Returns the account as it orders, if the secret is one of its own and the account is not
 * disabled.
 */
export function openedAccount(
  account: AccountWithSecrets | undefined,
  secret: string,
  vault: Pick<Vault, 'secretHash'>,
): OpenedAccount | undefined {
  const presented = vault.secretHash(secret)
  const hashes = account?.secrets.map(({ hash }) => hash) ?? [UNKNOWN_ACCOUNT_HASH]
  const matching = hashes.map((hash) => timingSafeEqual(hash, presented)).indexOf(true)
  const secretId = account?.secrets[matching]?.id
  if (secretId === undefined || secret === '' || account === undefined) return undefined
  if (account.disabledAt !== undefined) return undefined
  const { name, profile } = account
  return { account: { name, profile: checkedProfile(profile) }, secretId }
}
