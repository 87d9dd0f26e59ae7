/** Who controls a sandbox: an operator, or an account whose profile allows it. */
import type { Actor } from '../../store/audit/entry.ts'
import type { Vault } from '../../store/sealing/vault.ts'
import type { Store } from '../../store/store.ts'
import { openedAccount } from './account-login.ts'
import { basicCredentials } from './basic.ts'
import type { AuthenticateOperator } from './operator-login.ts'

/** Who calls the control plane. */
export interface Controller {
  readonly actor: Actor
  /** The account whose orders they see; undefined for operators, who see all. */
  readonly account: string | undefined
  /** Whether the profile of the account allows control; operators may always. */
  readonly mayControl: boolean
}

/** Finds the caller of an `Authorization` header that came from a network. */
export type AuthenticateController = (
  header: string | undefined,
  network: string,
) => Promise<Controller | undefined>

/**
 * Authentication for the control plane. The secrets of accounts are tried first, because they cost
 * nothing to try and cannot be guessed; whatever is none takes the steps of an operator's password,
 * which is throttled, so every failure takes the same time.
 */
export function controllerAuthenticator(
  tools: { readonly store: Store; readonly vault: Vault; readonly machineNow: () => Date },
  authenticateOperator: AuthenticateOperator,
): AuthenticateController {
  return async (header, network) => {
    const credentials = basicCredentials(header)
    if (credentials === undefined) return undefined
    const { accounts } = tools.store
    const now = tools.machineNow().getTime()
    const known = await accounts.find(credentials.name, now)
    const opened = openedAccount(known, credentials.secret, tools.vault)
    if (opened !== undefined) {
      accounts.noteSecretUse(opened.secretId, now)
      const { name, profile } = opened.account
      const actor = { kind: 'account', name } as const
      return { actor, account: name, mayControl: profile.sandboxControl === 'yes' }
    }
    const name = await authenticateOperator(header, network)
    if (name === undefined) return undefined
    return { actor: { kind: 'operator', name }, account: undefined, mayControl: true }
  }
}
