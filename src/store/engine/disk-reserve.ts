/**
 * The last of a disk is kept for what is under way: when it runs out, new orders are refused while
 * there is still room for those that were begun to end, and for what an operator must be able to do.
 */
import type { Store } from '../store.ts'
import { DatabaseUnavailable } from './database.ts'
import { bytesNeeded, freeBytes } from './reserve-file.ts'

/**
 * How soon a disk that fills is noticed; orders take kilobytes, the reserve is far more. A disk that
 * was full is looked at for every order: threads look for themselves, and an order that follows a
 * ready service must be taken by each.
 */
const LOOK_EVERY_MS = 250

/** The store, which begins no order while the disk of its folder has fewer bytes free. */
export function withReserve(store: Store, folder: string, reserveBytes: number): Store {
  if (reserveBytes === 0) return store
  let lookedAt = Number.NEGATIVE_INFINITY
  let hasRoom = false
  const assertRoom = (lookEveryMs = LOOK_EVERY_MS) => {
    if (!hasRoom || performance.now() - lookedAt > lookEveryMs) {
      hasRoom = freeBytes(folder) >= bytesNeeded(folder, reserveBytes)
      lookedAt = performance.now()
    }
    if (!hasRoom) throw new DatabaseUnavailable('the disk is nearly full')
  }
  return {
    ...store,
    orders: {
      ...store.orders,
      begin: async (order, pulls) => {
        assertRoom()
        return await store.orders.begin(order, pulls)
      },
    },
    ping: async () => {
      assertRoom(0)
      await store.ping()
    },
  }
}
