/**
 * The clock of the sandbox. Its time is the machine's time plus the time by which operators
 * advanced it, so that windows, refreshes and aging accounts can be tried in a minute. It only goes
 * forward, so issued reports stay in the past. It exists only while every bureau is simulated:
 * files from real bureaus follow the real time.
 */
import type { BureauName } from '../documents/tables/enumerations.ts'
import type { Actor } from '../store/audit/entry.ts'
import type { FaultRule, InjectedFault, SandboxState } from '../store/records/sandbox.ts'
import type { Store } from '../store/store.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

/** The time and the faults of the simulated world, as far as this process has read them. */
export interface SandboxClock {
  readonly now: () => Date
  /**
   * How far the clock was advanced, as far as this process knows. Other processes may have advanced
   * it since.
   */
  readonly aheadMs: () => number
  /**
   * Reads the changes of other processes. Called before each request, so that no process is behind.
   */
  readonly refresh: () => Promise<void>
  /** The state as this process knows it, for another thread of this process. */
  readonly state: () => SandboxState
  /** Adopts the state that another thread of this process has read. */
  readonly adopt: (state: SandboxState) => void
  /** Advances the world for every process on its database; throws `AdvanceRejected`. */
  readonly advance: (byMs: number, by: Actor) => Promise<void>
  /**
   * Advances the world to a time, and resolves with the length of the advance. Others who advance it
   * at the same moment do not carry it beyond that time; throws `AdvanceRejected`.
   */
  readonly advanceTo: (to: Date, by: Actor) => Promise<number>
  /**
   * Returns the time until `to`. Throws `AdvanceRejected` if `to` is in the past or too far ahead.
   */
  readonly untilMs: (to: Date) => number
  /** The latest fault of a bureau that applies to every order, as far as this process knows. */
  readonly faultOf: (bureau: BureauName) => InjectedFault | undefined
  /** Injects a fault for every order at a bureau, or removes such faults, in every process. */
  readonly setFault: (bureau: BureauName, word: string | undefined, by: Actor) => Promise<void>
  /** Injects a fault, in every process on the database. */
  readonly addFault: (rule: FaultRule, by: Actor) => Promise<InjectedFault>
  /** Removes the matching faults in every process. Resolves with their number. */
  readonly removeFaults: (fits: (fault: InjectedFault) => boolean, by: Actor) => Promise<number>
}

/** An advance that the clock rejects. The message gives the reason. */
export class AdvanceRejected extends Error {
  override readonly name = 'AdvanceRejected'
}

/** The units of an advance. The smallest is an hour, because credit histories change by days. */
const UNITS_MS: Readonly<Record<string, number>> = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS }

/** The maximum of one advance: ten years. */
const ADVANCE_DAYS_MAX = 3_650

/**
 * The maximum of all advances together: thirty years. Simulated histories have activity for the
 * first fifteen; later pulls only show how it ages.
 */
const WORLD_DAYS_MAX = 3 * ADVANCE_DAYS_MAX

/** Parses the length of an advance: `45d`, `36h`, `2w`. Throws `AdvanceRejected`. */
export function advanceMs(text: string): number {
  const [, count, unit = ''] = /^([0-9]{1,9})([hdw])$/.exec(text) ?? []
  const unitMs = UNITS_MS[unit]
  if (unitMs === undefined) {
    throw new AdvanceRejected('give the advance in whole hours, days or weeks: 36h, 45d, 2w')
  }
  const ms = Number(count) * unitMs
  if (ms === 0)
    throw new AdvanceRejected('the clock only goes forward: give an advance of more than 0')
  return withinOneAdvance(ms)
}

function withinOneAdvance(ms: number): number {
  if (ms <= ADVANCE_DAYS_MAX * DAY_MS) return ms
  throw new AdvanceRejected(`one advance is at most ${ADVANCE_DAYS_MAX}d`)
}

const NO_WORLD: SandboxState = {
  epoch: 0,
  frozen: false,
  ids: 'random',
  generation: 0,
  advancedMs: 0,
  faults: [],
  lastFault: 0,
  peopled: false,
}

/** Returns the clock of the world in a store. The world must have begun. */
export function sandboxClock(store: Pick<Store, 'sandbox'>, machineNow: () => Date): SandboxClock {
  let state = NO_WORLD
  const adopt = (found: SandboxState) => {
    // Of two simultaneous reads, the older result may arrive last.
    if (found.generation < state.generation) return
    const isSame = found.generation === state.generation
    const advancedMs = isSame ? Math.max(state.advancedMs, found.advancedMs) : found.advancedMs
    // The last person may have been deleted since. Then a search for one only costs an unnecessary
    // read.
    const peopled = found.peopled || (isSame && state.peopled)
    state = { ...found, advancedMs, peopled }
  }
  const refresh = async () => adopt(await store.sandbox.state())
  // A frozen world does not follow the machine's time, so that the same orders get the same dates.
  const nowMs = () => (state.frozen ? state.epoch : machineNow().getTime()) + state.advancedMs
  const addFault = async (rule: FaultRule, by: Actor) => {
    const fault = await store.sandbox.addFault(rule, nowMs(), by)
    await refresh()
    return fault
  }
  const removeFaults = async (fits: (fault: InjectedFault) => boolean, by: Actor) => {
    const count = await store.sandbox.removeFaults(fits, by)
    await refresh()
    return count
  }
  const untilMs = (to: Date) => {
    const ms = to.getTime() - nowMs()
    if (ms > 0) return withinOneAdvance(ms)
    throw new AdvanceRejected('the clock only goes forward: give a time after the sandbox time')
  }
  return {
    now: () => new Date(nowMs()),
    aheadMs: () => state.advancedMs,
    refresh,
    untilMs,
    state: () => state,
    adopt,
    faultOf: (bureau) => state.faults.findLast((fault) => appliesToEveryOrder(fault, bureau)),
    setFault: async (bureau, word, by) => {
      await removeFaults((fault) => appliesToEveryOrder(fault, bureau), by)
      if (word !== undefined) await addFault({ bureau, word }, by)
    },
    addFault,
    removeFaults,
    advance: async (byMs, by) => {
      if (!(await store.sandbox.advanceClock(byMs, WORLD_DAYS_MAX * DAY_MS, by))) throw tooFar()
      await refresh()
    },
    advanceTo: async (to, by) => {
      for (;;) {
        const known = state
        const byMs = untilMs(to)
        const limit = WORLD_DAYS_MAX * DAY_MS
        const isAdvanced = await store.sandbox.advanceClock(byMs, limit, by, known)
        await refresh()
        if (isAdvanced) return byMs
        const isSame = state.generation === known.generation
        if (isSame && state.advancedMs === known.advancedMs) throw tooFar()
      }
    },
  }
}

function tooFar(): AdvanceRejected {
  return new AdvanceRejected(`the clock can be at most ${WORLD_DAYS_MAX}d ahead`)
}

/** Whether a fault of the bureau applies to every order. */
function appliesToEveryOrder(fault: InjectedFault, bureau: BureauName): boolean {
  const { id: _, since: __, word, bureau: own, ...scope } = fault
  return own === bureau && word !== undefined && Object.keys(scope).length === 0
}
