/** The world of a sandbox as a whole: returned to its start, kept under a name, restored. */
import type { Actor } from '../store/audit/entry.ts'
import type { AddedSince, Snapshot, WorldStart } from '../store/records/snapshots.ts'
import type { Store } from '../store/store.ts'
import type { SandboxClock } from './clock.ts'
import type { OrderNumbers } from './order-numbers.ts'

/** Thrown for a change that the world does not permit now; the message says why. */
export class WorldRejected extends Error {
  override readonly name = 'WorldRejected'
}

/** How a world is to begin, where it is not as before. */
interface WorldWanted {
  /** The moment at which the clock is frozen; null: now, and the clock follows real time. */
  readonly start?: Date | null | undefined
  readonly ids?: WorldStart['ids'] | undefined
}

/** What can be done to the world as a whole. Orders that run meanwhile end without a report. */
export interface World {
  /** Removes orders, reports, charges, faults and advances, and begins again as it began. */
  reset(wanted: WorldWanted, by: Actor): Promise<void>
  /** Keeps the world under a name; throws `WorldRejected` while an order runs. */
  save(name: string, by: Actor): Promise<void>
  /** Makes the world what it was. False: nothing is kept under the name. */
  restore(name: string, by: Actor): Promise<boolean>
  /** False: nothing is kept under the name. */
  forget(name: string, by: Actor): Promise<boolean>
  snapshots(): Promise<readonly Snapshot[]>
  /** What the world would lose by a restore. Nothing: nothing is kept under the name. */
  addedSince(name: string): Promise<AddedSince | undefined>
}

/** The world that a store keeps. */
export function openWorld(
  { sandbox }: Pick<Store, 'sandbox'>,
  clock: SandboxClock,
  numbers: Pick<OrderNumbers, 'giveBack'>,
  machineNow: () => Date,
): World {
  return {
    reset: async ({ start, ids }, by) => {
      const before = await sandbox.state()
      await sandbox.reset({ ...begun(start, before, machineNow), ids: ids ?? before.ids }, by)
      await clock.refresh()
    },
    save: async (name, by) => {
      // Numbers that were taken and not used would be skipped after a restore, and identifiers
      // would differ.
      await numbers.giveBack()
      if (await sandbox.saveSnapshot(name, machineNow().getTime(), by)) return
      throw new WorldRejected('an order is running; save the world when it has ended')
    },
    restore: async (name, by) => {
      const outcome = await sandbox.restoreSnapshot(name, by)
      if (outcome === 'unusable') {
        throw new WorldRejected('the snapshot is sealed under a master key that is not in use')
      }
      await clock.refresh()
      return outcome === 'restored'
    },
    forget: (name, by) => sandbox.deleteSnapshot(name, by),
    snapshots: () => sandbox.listSnapshots(),
    addedSince: (name) => sandbox.addedSince(name),
  }
}

/** Where the world begins: at the same set moment, or now where none is set. */
function begun(
  start: Date | null | undefined,
  before: WorldStart,
  machineNow: () => Date,
): Pick<WorldStart, 'epoch' | 'frozen'> {
  if (start instanceof Date) return { epoch: start.getTime(), frozen: true }
  if (start === undefined && before.frozen) return { epoch: before.epoch, frozen: true }
  return { epoch: machineNow().getTime(), frozen: false }
}
