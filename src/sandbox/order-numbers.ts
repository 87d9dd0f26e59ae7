/**
 * Counted identifiers: the same orders in the same world get the same ones. Each request takes the
 * next number, and what it makes is counted within it, so that it does not matter which thread
 * carries it out.
 */
import { ID_PREFIXES, type IdPurpose } from '../orders/tools.ts'
import type { Store } from '../store/store.ts'
import type { SandboxClock } from './clock.ts'

/** Numbers for requests, in the order in which they arrive. */
export interface OrderNumbers {
  /** The next number, where identifiers are counted. */
  take(): Promise<number>
  /** Gives back what was taken of the database and not used, before the world is kept or closed. */
  giveBack(): Promise<void>
}

/** Numbers are taken of the database for many requests at once. */
const BLOCK = 1_000

/** The numbers of the world that a store keeps. */
export function orderNumbers(
  { sandbox }: Pick<Store, 'sandbox'>,
  clock: SandboxClock,
): OrderNumbers {
  let generation = -1
  let lastUsed = 0
  let lastTaken = 0
  const takeBlock = async () => {
    for (;;) {
      const { generation: present } = clock.state()
      const before = await sandbox.takeNumbers(BLOCK, present)
      if (before !== undefined) {
        generation = present
        lastUsed = before
        lastTaken = before + BLOCK
        return
      }
      // The world began again a moment ago.
      await clock.refresh()
    }
  }
  const take = async () => {
    const { generation: present } = clock.state()
    if (present !== generation || lastUsed === lastTaken) await takeBlock()
    lastUsed += 1
    return lastUsed
  }
  const giveBack = async () => {
    if (lastUsed === lastTaken) return
    await sandbox.returnNumbers(lastUsed, lastTaken, generation)
    lastTaken = lastUsed
  }
  // In turns: two requests that take a block at once would leave a gap between them.
  const inTurn = turns()
  return { take: () => inTurn(take), giveBack: () => inTurn(giveBack) }
}

/** One after the other, in the order in which they are asked for. */
function turns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const own = last.then(work)
    last = own.catch(() => undefined)
    return own
  }
}

/** The identifiers of a request: a letter, its number and a count, as long as random ones. */
export function countedIds(number: number): (purpose: IdPurpose) => string {
  const counts = new Map<IdPurpose, number>()
  return (purpose) => {
    const count = (counts.get(purpose) ?? 0) + 1
    counts.set(purpose, count)
    return ID_PREFIXES[purpose] + String(number).padStart(13, '0') + String(count).padStart(3, '0')
  }
}
