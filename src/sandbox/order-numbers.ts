/**
 * Counted identifiers: the same orders in the same world get the same identifiers. Each request
 * takes the next number, and its records are counted within it, so that it does not matter which
 * thread handles it.
 */
import { ID_PREFIXES, type IdPurpose } from '../orders/tools.ts'
import { serialQueue } from '../serial-queue.ts'
import type { Store } from '../store/store.ts'
import type { SandboxClock } from './clock.ts'

/** Numbers for requests, in the order in which they arrive. */
export interface OrderNumbers {
  /** Takes the next number. Used only if identifiers are counted. */
  take(): Promise<number>
  /** Returns unused numbers to the database, before the world is saved or closed. */
  returnUnused(): Promise<void>
}

/** How many numbers are taken from the database at once. */
const BLOCK_SIZE = 1_000

/** Returns the numbers of the world in a store. */
export function orderNumbers(
  { sandbox }: Pick<Store, 'sandbox'>,
  clock: SandboxClock,
): OrderNumbers {
  let generation = -1
  let lastUsed = 0
  let lastTaken = 0
  const takeBlock = async () => {
    for (;;) {
      const { generation: current } = clock.state()
      const before = await sandbox.takeNumbers(BLOCK_SIZE, current)
      if (before !== undefined) {
        generation = current
        lastUsed = before
        lastTaken = before + BLOCK_SIZE
        return
      }
      // The world was reset a moment ago.
      await clock.refresh()
    }
  }
  const take = async () => {
    const { generation: current } = clock.state()
    if (current !== generation || lastUsed === lastTaken) await takeBlock()
    lastUsed += 1
    return lastUsed
  }
  const returnUnused = async () => {
    if (lastUsed === lastTaken) return
    await sandbox.returnNumbers(lastUsed, lastTaken, generation)
    lastTaken = lastUsed
  }
  // Calls run one after another: two requests that take a block at once would leave a gap between
  // them.
  const inTurn = serialQueue()
  return { take: () => inTurn(take), returnUnused: () => inTurn(returnUnused) }
}

/**
 * Returns a function that creates the identifiers of a request: a letter, the number of the request
 * and a count, in the same length as random ones.
 */
export function countedIds(number: number): (purpose: IdPurpose) => string {
  const counts = new Map<IdPurpose, number>()
  return (purpose) => {
    const count = (counts.get(purpose) ?? 0) + 1
    counts.set(purpose, count)
    return ID_PREFIXES[purpose] + String(number).padStart(13, '0') + String(count).padStart(3, '0')
  }
}
