/**
 * Throttling of failed logins, by name and client network: who guesses waits ever longer, and the
 * owner of the name, who comes from another network, notices nothing. While the delay runs every
 * attempt is answered alike, so it does not reveal whether a secret was right or a name is known.
 */
import { OrderError } from '../../errors.ts'
import { SERVICE } from '../../store/audit/entry.ts'
import type { FailurePolicy, LoginFailures } from '../../store/records/login-failures.ts'
import type { Vault } from '../../store/sealing/vault.ts'
import type { Store } from '../../store/store.ts'
import { MINUTE_MS } from '../../time.ts'

const SECOND_MS = 1_000

/** API accounts: secrets cannot be guessed, so this bounds noise more than risk. */
export const ACCOUNT_POLICY: FailurePolicy = {
  free: 10,
  firstDelayMs: SECOND_MS,
  longestDelayMs: 15 * MINUTE_MS,
  windowMs: 10 * MINUTE_MS,
}

/** Operators have passwords: at most ten tries, then half an hour (PCI DSS 4.0.1, 8.3.4). */
export const OPERATOR_POLICY: FailurePolicy = {
  free: 9,
  firstDelayMs: 30 * MINUTE_MS,
  longestDelayMs: 30 * MINUTE_MS,
  windowMs: 30 * MINUTE_MS,
}

/** Learns of failed and delayed logins of accounts, for metrics. */
export interface AccountLoginObserver {
  failed(): void
  throttled(): void
}

/** Throttling of the logins of accounts. */
export interface LoginThrottle {
  /** The key of a name from a network. */
  readonly who: (name: string, network: string) => Uint8Array
  /** Throws while the attempts of `who` are delayed. */
  refuseDelayed(failures: LoginFailures | undefined): void
  /**
   * Notes how an attempt ended; writes nothing for a success that no failure came before. A failure
   * that begins a delay is in the audit trail.
   */
  note(who: Uint8Array, failures: LoginFailures | undefined, attempt: Attempt): Promise<void>
}

/** How an attempt ended. */
interface Attempt {
  readonly succeeded: boolean
  /** The name, if it exists. An unknown name may be a secret in the wrong field. */
  readonly knownName: string | undefined
}

/** The throttle over the failures that the store keeps, by the machine's time. */
export function loginThrottle(
  policy: FailurePolicy,
  store: Pick<Store, 'loginFailures' | 'audit'>,
  vault: Pick<Vault, 'blindIndex'>,
  machineNow: () => Date,
  observer: AccountLoginObserver,
): LoginThrottle {
  return {
    who: (name, network) => vault.blindIndex('login account', `${network} ${name}`),
    refuseDelayed: (failures) => {
      const waitMs = (failures?.blockedUntil ?? 0) - machineNow().getTime()
      // A clock that was set back must not make a delay longer than any can be.
      if (waitMs <= 0 || waitMs > policy.longestDelayMs) return
      observer.throttled()
      throw new OrderError('tooManyRequests', ['Too many failed logins'], waitMs / SECOND_MS)
    },
    note: async (who, failures, { succeeded, knownName }) => {
      if (succeeded) {
        if (failures !== undefined) await store.loginFailures.forget(who)
        return
      }
      observer.failed()
      const at = machineNow().getTime()
      await store.loginFailures.record(who, at, policy)
      if (failures === undefined || failures.forgetAt <= at || failures.failures < policy.free) {
        return
      }
      const object = knownName ?? 'unknown'
      await store.audit.record({
        actor: SERVICE,
        action: 'login.rejected',
        account: knownName,
        object,
      })
    },
  }
}
