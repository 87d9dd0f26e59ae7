/** The world of a sandbox as a whole: reset, save and restore. */
import { counted } from '../documents/wording.ts'
import type { Actor } from '../store/audit/entry.ts'
import type { AddedSince, Snapshot, WorldStart } from '../store/records/snapshots.ts'
import type { Store } from '../store/store.ts'
import type { SandboxClock } from './clock.ts'
import type { OrderNumbers } from './order-numbers.ts'

/** A change that the world does not permit now. The message gives the reason. */
export class WorldRejected extends Error {
  override readonly name = 'WorldRejected'
}

/** How a world begins again. Absent values stay as before. */
interface WorldOptions {
  /** The time at which the clock is frozen; null: now, and the clock follows real time. */
  readonly start?: Date | null | undefined
  readonly ids?: WorldStart['ids'] | undefined
}

/**
 * Operations on the world as a whole. Orders in progress end without a report. A reset or a restore
 * that would destroy a report on legal hold throws `WorldRejected`.
 */
export interface World {
  /** Removes orders, reports, charges, faults and advances, and begins the world again. */
  reset(options: WorldOptions, by: Actor): Promise<void>
  /** Saves the world under a name. Throws `WorldRejected` while an order is in progress. */
  save(name: string, by: Actor): Promise<void>
  /** Restores the saved world. Resolves with false if no snapshot has the name. */
  restore(name: string, by: Actor): Promise<boolean>
  /** Deletes a snapshot. Resolves with false if no snapshot has the name. */
  forget(name: string, by: Actor): Promise<boolean>
  snapshots(): Promise<readonly Snapshot[]>
  /** Returns what the world would lose by a restore; undefined if no snapshot has the name. */
  addedSince(name: string): Promise<AddedSince | undefined>
}

/** Returns the world in a store. */
export function openWorld(
  { sandbox }: Pick<Store, 'sandbox'>,
  clock: SandboxClock,
  numbers: Pick<OrderNumbers, 'returnUnused'>,
  machineNow: () => Date,
): World {
  const rejectHeld = async (snapshot?: string) => {
    const held = await sandbox.countHeld(snapshot)
    if (held > 0) throw new WorldRejected(heldText(held))
  }
  return {
    reset: async ({ start, ids }, by) => {
      await rejectHeld()
      const before = await sandbox.state()
      await sandbox.reset(
        { ...startOfWorld(start, before, machineNow), ids: ids ?? before.ids },
        by,
      )
      await clock.refresh()
    },
    save: async (name, by) => {
      // Numbers that were taken but not used would be skipped after a restore, and identifiers
      // would differ.
      await numbers.returnUnused()
      if (await sandbox.saveSnapshot(name, machineNow().getTime(), by)) return
      throw new WorldRejected('an order is running; save the world when it has ended')
    },
    restore: async (name, by) => {
      await rejectHeld(name)
      const outcome = await sandbox.restoreSnapshot(name, by)
      if (outcome === 'unusable') {
        throw new WorldRejected(
          'the snapshot is encrypted with a master key that is no longer in use: rotate to that key again, then restore',
        )
      }
      await clock.refresh()
      return outcome === 'restored'
    },
    forget: (name, by) => sandbox.deleteSnapshot(name, by),
    snapshots: () => sandbox.listSnapshots(),
    addedSince: (name) => sandbox.addedSince(name),
  }
}

function heldText(held: number): string {
  const are = held === 1 ? 'is' : 'are'
  return `${counted(held, 'report')} that this would destroy ${are} on legal hold: trimerge hold list shows the holds, and trimerge hold remove removes one`
}

/** Returns the start of the world: the requested time, the same frozen time as before, or now. */
function startOfWorld(
  start: Date | null | undefined,
  before: WorldStart,
  machineNow: () => Date,
): Pick<WorldStart, 'epoch' | 'frozen'> {
  if (start instanceof Date) return { epoch: start.getTime(), frozen: true }
  if (start === undefined && before.frozen) return { epoch: before.epoch, frozen: true }
  return { epoch: machineNow().getTime(), frozen: false }
}
