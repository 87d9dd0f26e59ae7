/**
 * The clock of the sandbox. Its time is the machine's plus what operators advanced it by, so that
 * windows, refreshes and ageing accounts can be tried in a minute. It only goes forward: what was
 * issued stays in the past. There is one only while every bureau is simulated; real files have no
 * other time than the real one.
 */
import type { BureauName } from '../documents/tables/enumerations.ts'
import type { Actor } from '../store/audit/entry.ts'
import type { FaultRule, InjectedFault, SandboxState } from '../store/records/sandbox.ts'
import type { Store } from '../store/store.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

/** The time of the simulated world and its faults, as this process knows them. */
export interface SandboxClock {
  readonly now: () => Date
  /**
   * How far it was advanced, as far as this process knows; other processes may have advanced it
   * since.
   */
  readonly aheadMs: () => number
  /**
   * Reads the changes of other processes. It runs before each request, so that no process is
   * behind.
   */
  readonly refresh: () => Promise<void>
  /** The state as this process knows it, for another thread of it. */
  readonly state: () => SandboxState
  /** Takes over the state that another thread of the process has read. */
  readonly learn: (state: SandboxState) => void
  /** Advances the world for every process on its database; throws `AdvanceRejected`. */
  readonly advance: (byMs: number, by: Actor) => Promise<void>
  /** How long it is until a moment; throws `AdvanceRejected` where that is past or too far. */
  readonly untilMs: (to: Date) => number
  /** The latest fault of a bureau that every order meets, as far as this process has learnt. */
  readonly faultOf: (bureau: BureauName) => InjectedFault | undefined
  /** Injects a fault for every order at a bureau, or removes those, in every process. */
  readonly setFault: (bureau: BureauName, word: string | undefined, by: Actor) => Promise<void>
  /** Injects a fault, in every process on the database. */
  readonly addFault: (rule: FaultRule, by: Actor) => Promise<InjectedFault>
  /** Removes the faults that fit, in every process; how many there were. */
  readonly removeFaults: (fits: (fault: InjectedFault) => boolean, by: Actor) => Promise<number>
}

/** An advance that the clock does not take; the message says why. */
export class AdvanceRejected extends Error {
  override readonly name = 'AdvanceRejected'
}

/** Whole hours at least: credit histories change by days. */
const UNITS_MS: Readonly<Record<string, number>> = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS }

/** The most of one advance: ten years. */
const ADVANCE_DAYS_MAX = 3_650

/**
 * The most of all advances together. Simulated histories run for fifteen years; later pulls show no
 * new activity.
 */
const WORLD_DAYS_MAX = 3 * ADVANCE_DAYS_MAX

/** The length of an advance as people write it: `45d`, `36h`, `2w`. Throws `AdvanceRejected`. */
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
  peopled: false,
}

/** The clock over the world that a store keeps, where it must have begun. */
export function sandboxClock(store: Pick<Store, 'sandbox'>, machineNow: () => Date): SandboxClock {
  let state = NO_WORLD
  const learn = (found: SandboxState) => {
    // Of two reads at once, the later one may end first.
    if (found.generation < state.generation) return
    const isSame = found.generation === state.generation
    const advancedMs = isSame ? Math.max(state.advancedMs, found.advancedMs) : found.advancedMs
    // The last person may be deleted; to look for one all the same costs a read and no more.
    const peopled = found.peopled || (isSame && state.peopled)
    state = { ...found, advancedMs, peopled }
  }
  const refresh = async () => learn(await store.sandbox.state())
  // A frozen world does not follow the machine at all: the same orders then get the same dates.
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
  return {
    now: () => new Date(nowMs()),
    aheadMs: () => state.advancedMs,
    refresh,
    untilMs: (to) => {
      const ms = to.getTime() - nowMs()
      if (ms > 0) return withinOneAdvance(ms)
      throw new AdvanceRejected('the clock only goes forward: give a time after the sandbox time')
    },
    state: () => state,
    learn,
    faultOf: (bureau) => state.faults.findLast((fault) => isPlain(fault, bureau)),
    setFault: async (bureau, word, by) => {
      await removeFaults((fault) => isPlain(fault, bureau), by)
      if (word !== undefined) await addFault({ bureau, word }, by)
    },
    addFault,
    removeFaults,
    advance: async (byMs, by) => {
      if (!(await store.sandbox.advanceClock(byMs, WORLD_DAYS_MAX * DAY_MS, by))) {
        throw new AdvanceRejected(`the clock goes ${WORLD_DAYS_MAX}d ahead at most`)
      }
      await refresh()
    },
  }
}

/** Whether every order meets a fault of one bureau. */
function isPlain(fault: InjectedFault, bureau: BureauName): boolean {
  const { id: _, since: __, word, bureau: own, ...scope } = fault
  return own === bureau && word !== undefined && Object.keys(scope).length === 0
}
