/**
 * Login to the control plane of a sandbox: an operator, or an account whose profile allows control.
 */
import type { Actor } from '../../store/audit/entry.ts'
import type { Vault } from '../../store/sealing/vault.ts'
import type { Store } from '../../store/store.ts'
import { openedAccount } from './account-login.ts'
import { basicCredentials } from './basic.ts'
import type { AuthenticateOperator } from './operator-login.ts'

/** The caller of the control plane. */
export interface Controller {
  readonly actor: Actor
  /** The account whose orders the caller sees. Undefined for operators, who see all orders. */
  readonly account: string | undefined
  /** Whether the profile of the account allows control. Operators always have control. */
  readonly mayControl: boolean
}

/** Finds the caller for an `Authorization` header that came from a network. */
export type AuthenticateController = (
  header: string | undefined,
  network: string,
) => Promise<Controller | undefined>

/**
 * Creates authentication for the control plane. It tries account secrets first, because they cost
 * little to check and cannot be guessed. Other credentials are checked as an operator's password,
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
