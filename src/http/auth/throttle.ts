/**
 * Throttling of failed logins by name and client network. An attacker who guesses waits longer
 * after each failure, while the owner of the name, on another network, notices nothing. During a
 * delay, every attempt gets the same response, which does not reveal whether a secret was right or
 * a name exists.
 */
import { OrderError } from '../../errors.ts'
import { SERVICE } from '../../store/audit/entry.ts'
import type { FailurePolicy, LoginFailures } from '../../store/records/login-failures.ts'
import type { Vault } from '../../store/sealing/vault.ts'
import type { Store } from '../../store/store.ts'
import { MINUTE_MS, SECOND_MS } from '../../time.ts'

/**
 * The policy for accounts. Their secrets cannot be guessed, so it limits noise rather than risk.
 */
export const ACCOUNT_POLICY: FailurePolicy = {
  free: 10,
  firstDelayMs: SECOND_MS,
  longestDelayMs: 15 * MINUTE_MS,
  windowMs: 10 * MINUTE_MS,
}

/** Counts failed and delayed logins of accounts for metrics. */
export interface AccountLoginObserver {
  failed(): void
  throttled(): void
}

/** Throttles the logins of accounts. */
export interface LoginThrottle {
  /** Returns the key for a name from a network. */
  readonly keyOf: (name: string, network: string) => Uint8Array
  /** Throws while attempts are delayed because of these failures. */
  rejectDelayed(failures: LoginFailures | undefined): void
  /**
   * Records the result of an attempt. A success without earlier failures writes nothing. A failure
   * that starts a delay is recorded in the audit trail.
   */
  record(key: Uint8Array, failures: LoginFailures | undefined, attempt: Attempt): Promise<void>
}

/** The result of an attempt. */
interface Attempt {
  readonly succeeded: boolean
  /**
   * The name, if it exists. An unknown name is not recorded, because it may be a secret typed into
   * the wrong field.
   */
  readonly knownName: string | undefined
}

/** Creates the throttle over the failures in the store. It uses the machine's time. */
export function loginThrottle(
  store: Pick<Store, 'loginFailures' | 'audit'>,
  vault: Pick<Vault, 'blindIndex'>,
  machineNow: () => Date,
  observer: AccountLoginObserver,
): LoginThrottle {
  return {
    keyOf: (name, network) => vault.blindIndex('login account', `${network} ${name}`),
    rejectDelayed: (failures) => {
      const waitMs = delayMs(failures, machineNow().getTime(), ACCOUNT_POLICY)
      if (waitMs === 0) return
      observer.throttled()
      throw delayedLogin(waitMs)
    },
    record: async (key, failures, { succeeded, knownName }) => {
      if (succeeded) {
        if (failures !== undefined) await store.loginFailures.forget(key)
        return
      }
      observer.failed()
      const at = machineNow().getTime()
      await store.loginFailures.recordAll([{ who: key, policy: ACCOUNT_POLICY }], at)
      if (!beginsDelay(failures, at, ACCOUNT_POLICY)) return
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

/** Returns how long attempts are still delayed after these failures; 0 if they are not. */
export function delayMs(
  failures: LoginFailures | undefined,
  now: number,
  { longestDelayMs }: FailurePolicy,
): number {
  const waitMs = (failures?.blockedUntil ?? 0) - now
  // Ignores a delay longer than the longest possible one: the clock was set back.
  return waitMs <= 0 || waitMs > longestDelayMs ? 0 : waitMs
}

/** Reports whether another failure after these begins a delay. The audit trail records it then. */
export function beginsDelay(
  failures: LoginFailures | undefined,
  at: number,
  { free }: FailurePolicy,
): boolean {
  return failures !== undefined && failures.forgetAt > at && failures.failures >= free
}

/** Returns the error of a delayed login. */
export function delayedLogin(waitMs: number): OrderError {
  return new OrderError('tooManyRequests', ['Too many failed sign-ins'], waitMs / SECOND_MS)
}
