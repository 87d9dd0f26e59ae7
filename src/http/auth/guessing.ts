/**
 * What bounds guessing passwords, beyond one name from one network: the same name from many
 * networks, many names from one network, and many networks of one IPv6 site. A network from which
 * the name has logged in of late is held to its own failures only, so no attacker locks it out.
 */
import { OrderError } from '../../errors.ts'
import { SERVICE } from '../../store/audit/entry.ts'
import type { FailurePolicy, LoginFailures } from '../../store/records/login-failures.ts'
import type { Vault } from '../../store/sealing/vault.ts'
import type { Store } from '../../store/store.ts'
import { DAY_MS, MINUTE_MS } from '../../time.ts'
import { siteOf } from './client-network.ts'
import { OPERATOR_POLICY } from './throttle.ts'

const SECOND_MS = 1_000
const WINDOW = { windowMs: 30 * MINUTE_MS } as const

/** The limits of guessing. Those beyond the first slow down and never lock for long. */
// biome-ignore format: a table
const LIMITS = {
  'name and network': OPERATOR_POLICY,
  name:               { ...WINDOW, free: 20, firstDelayMs: SECOND_MS, longestDelayMs: MINUTE_MS },
  network:            { ...WINDOW, free: 30, firstDelayMs: 30 * SECOND_MS, longestDelayMs: 15 * MINUTE_MS },
  site:               { ...WINDOW, free: 60, firstDelayMs: 30 * SECOND_MS, longestDelayMs: 15 * MINUTE_MS },
} as const satisfies Record<string, FailurePolicy>

/** A limit of guessing, by name. */
export type GuessingLimit = keyof typeof LIMITS
/** The limits by name, so that each has its metric from the start. */
export const GUESSING_LIMITS = Object.keys(LIMITS) as readonly GuessingLimit[]

/** A network is trusted for a name so long after a login, and that is noted once a day. */
const TRUSTED_MS = 30 * DAY_MS

/** Learns of failed and delayed logins, for metrics. */
export interface LoginObserver {
  failed(): void
  throttled(limit: GuessingLimit): void
}

/** What was counted before an attempt. */
interface GuessingState {
  readonly counted: ReadonlyMap<GuessingLimit, LoginFailures | undefined>
  readonly keys: ReadonlyMap<GuessingLimit, Uint8Array>
  readonly trustKey: Uint8Array
  readonly trustedUntil: number
}

/** Bounds guessing. */
export interface GuessingLimits {
  /** What was counted; throws while the attempt is delayed. */
  look(name: string, network: string): Promise<GuessingState>
  /** Counts an attempt that was tried. */
  note(state: GuessingState, succeeded: boolean, knownName: string | undefined): Promise<void>
}

/** The limits over the failures that the store keeps, by the machine's time. */
export function guessingLimits(
  { loginFailures, audit }: Pick<Store, 'loginFailures' | 'audit'>,
  vault: Pick<Vault, 'blindIndex'>,
  machineNow: () => Date,
  observer: LoginObserver,
): GuessingLimits {
  const index = (label: string, text: string) => vault.blindIndex(`login operator${label}`, text)
  const look = async (name: string, network: string): Promise<GuessingState> => {
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
  const note = async (state: GuessingState, succeeded: boolean, knownName: string | undefined) => {
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
    const begun = [...state.counted].filter(
      ([limit, failures]) =>
        failures !== undefined && failures.forgetAt > at && failures.failures >= LIMITS[limit].free,
    )
    if (begun.length === 0) return
    await audit.record({
      actor: SERVICE,
      action: 'login.rejected',
      object: knownName ?? 'unknown',
      fields: begun.map(([limit]) => limit.replaceAll(' ', '-')),
    })
  }
  return { look, note }
}

function rejectDelayed(state: GuessingState, now: number, observer: LoginObserver): void {
  // No longer than any trust lasts: a clock that was ahead may have given it.
  const isTrusted = state.trustedUntil > now && state.trustedUntil <= now + TRUSTED_MS + DAY_MS
  for (const [limit, failures] of state.counted) {
    if (isTrusted && limit !== 'name and network') continue
    const waitMs = (failures?.blockedUntil ?? 0) - now
    // A clock that was set back must not make a delay longer than any can be.
    if (waitMs <= 0 || waitMs > LIMITS[limit].longestDelayMs) continue
    observer.throttled(limit)
    throw new OrderError('tooManyRequests', ['Too many failed logins'], waitMs / SECOND_MS)
  }
}
