/**
 * The last of a disk is kept for what is under way: when it runs out, new orders are refused while
 * there is still room for those that were begun to end, and for what an operator must be able to do.
 */
import { statfsSync } from 'node:fs'
import type { Store } from '../store.ts'
import { DatabaseUnavailable } from './database.ts'

/** The bytes free on the disk of a folder; 0 where nobody can tell, because the folder is gone. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** How soon a disk that fills is noticed; orders take kilobytes, the reserve is far more. */
const LOOK_EVERY_MS = 250

/** The store, which begins no order while the disk of its folder has fewer bytes free. */
export function withReserve(store: Store, folder: string, reserveBytes: number): Store {
  if (reserveBytes === 0) return store
  let lookedAt = Number.NEGATIVE_INFINITY
  let free = 0
  const assertRoom = (lookEveryMs = LOOK_EVERY_MS) => {
    if (performance.now() - lookedAt > lookEveryMs) {
      free = freeBytes(folder)
      lookedAt = performance.now()
    }
    if (free < reserveBytes) throw new DatabaseUnavailable('the disk is nearly full')
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
