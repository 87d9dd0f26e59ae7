/**
 * Limits on password guessing, beyond the limit for one name from one network: the same name from
 * many networks, many names from one network, and many networks of one IPv6 site. A network from
 * which the name has logged in recently is held only to the limit for name and network, so an
 * attacker elsewhere cannot lock out the owner of the name.
 */
import { SERVICE } from '../../store/audit/entry.ts'
import type { FailurePolicy, LoginFailures } from '../../store/records/login-failures.ts'
import type { Vault } from '../../store/sealing/vault.ts'
import type { Store } from '../../store/store.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../time.ts'
import { siteOf } from './client-network.ts'
import { beginsDelay, delayedLogin, delayMs } from './throttle.ts'

const WINDOW = { windowMs: 30 * MINUTE_MS } as const

/**
 * The limits on guessing. For a name from a network: at most ten attempts, then 30 minutes of delay
 * (PCI DSS 4.0.1, 8.3.4). The others slow attempts down, but never lock out for long.
 */
// biome-ignore format: a table
const LIMITS = {
  'name and network': { ...WINDOW, free: 9, firstDelayMs: 30 * MINUTE_MS, longestDelayMs: 30 * MINUTE_MS },
  name:               { ...WINDOW, free: 20, firstDelayMs: SECOND_MS, longestDelayMs: MINUTE_MS },
  network:            { ...WINDOW, free: 30, firstDelayMs: 30 * SECOND_MS, longestDelayMs: 15 * MINUTE_MS },
  site:               { ...WINDOW, free: 60, firstDelayMs: 30 * SECOND_MS, longestDelayMs: 15 * MINUTE_MS },
} as const satisfies Record<string, FailurePolicy>

/** The name of a limit on guessing. */
export type GuessingLimit = keyof typeof LIMITS
/** The names of the limits, so that each has its metric from the start. */
export const GUESSING_LIMITS = Object.keys(LIMITS) as readonly GuessingLimit[]

/**
 * How long a network is trusted for a name after a login. The login is recorded at most once a day.
 */
const TRUSTED_MS = 30 * DAY_MS

/** Counts failed and delayed logins for metrics. */
export interface LoginObserver {
  failed(): void
  throttled(limit: GuessingLimit): void
}

/** The counts before an attempt. */
interface GuessingState {
  readonly counted: ReadonlyMap<GuessingLimit, LoginFailures | undefined>
  readonly keys: ReadonlyMap<GuessingLimit, Uint8Array>
  readonly trustKey: Uint8Array
  readonly trustedUntil: number
}

/** Limits guessing. */
export interface GuessingLimits {
  /** Returns the counts for an attempt. Throws while the attempt is delayed. */
  check(name: string, network: string): Promise<GuessingState>
  /** Records the result of an attempt. */
  record(state: GuessingState, succeeded: boolean, knownName: string | undefined): Promise<void>
}

/** Creates the limits over the failures in the store. They use the machine's time. */
export function guessingLimits(
  { loginFailures, audit }: Pick<Store, 'loginFailures' | 'audit'>,
  vault: Pick<Vault, 'blindIndex'>,
  machineNow: () => Date,
  observer: LoginObserver,
): GuessingLimits {
  const index = (label: string, text: string) => vault.blindIndex(`login operator${label}`, text)
  const check = async (name: string, network: string): Promise<GuessingState> => {
    const site = siteOf(network)
    const keys = new Map<GuessingLimit, Uint8Array>([
      ['name and network', index('', `${network} ${name}`)],
      ['name', index(' name', name)],
      ['network', index(' network', network)],
      ...(site === undefined ? [] : [['site', index(' site', site)] as const]),
    ])
    const trustKey = index(' trusted', `${network} ${name}`)
    const found = await loginFailures.findAll([...keys.values(), trustKey])
    const counted = new Map([...keys.keys()].map((limit, at) => [limit, found[at]] as const))
    const state = { keys, trustKey, counted, trustedUntil: found.at(-1)?.forgetAt ?? 0 }
    rejectDelayed(state, machineNow().getTime(), observer)
    return state
  }
  const record = async (
    state: GuessingState,
    succeeded: boolean,
    knownName: string | undefined,
  ) => {
    const at = machineNow().getTime()
    if (succeeded) {
      const pair = state.keys.get('name and network')
      if (pair && state.counted.get('name and network')) await loginFailures.forget(pair)
      if (Math.abs(state.trustedUntil - at - TRUSTED_MS) > DAY_MS) {
        await loginFailures.remember(state.trustKey, at + TRUSTED_MS)
      }
      return
    }
    observer.failed()
    const counting = [...state.keys].map(([limit, who]) => ({ who, policy: LIMITS[limit] }))
    await loginFailures.recordAll(counting, at)
    const begun = [...state.counted].filter(([limit, failures]) =>
      beginsDelay(failures, at, LIMITS[limit]),
    )
    if (begun.length === 0) return
    await audit.record({
      actor: SERVICE,
      action: 'login.rejected',
      object: knownName ?? 'unknown',
      fields: begun.map(([limit]) => limit.replaceAll(' ', '-')),
    })
  }
  return { check, record }
}

function rejectDelayed(state: GuessingState, now: number, observer: LoginObserver): void {
  // Ignores trust that lasts longer than a login can grant: it was recorded with a wrong clock.
  const isTrusted = state.trustedUntil > now && state.trustedUntil <= now + TRUSTED_MS + DAY_MS
  for (const [limit, failures] of state.counted) {
    if (isTrusted && limit !== 'name and network') continue
    const waitMs = delayMs(failures, now, LIMITS[limit])
    if (waitMs === 0) continue
    observer.throttled(limit)
    throw delayedLogin(waitMs)
  }
}
