/**
 * The last space of a disk is reserved for orders under way: when it runs out, new orders are
 * rejected while there is still room for those that were begun to end, and for what an operator
 * must be able to do.
 *
 * A part of it is a file: a service that crashed on a full disk could not start there, because a
 * start writes too. The file is emptied at the start and made again once the disk has room for it.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseUnavailable } from './engine/database.ts'
import type { Store } from './store.ts'

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

/**
 * The bytes free on the disk of a folder; 0 where that cannot be read, because the folder is gone.
 */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

const FILE = 'disk-reserve'
const CHUNK_BYTES = 1_048_576

/** Gives the space to a start: the file stays, without content, until there is room again. */
export function releaseReserve(folder: string): void {
  const path = join(folder, FILE)
  if (existsSync(path)) truncateSync(path)
}

/** Makes the file where the disk has room for it; whether it exists then. */
export function keepReserve(folder: string, reserveBytes: number): boolean {
  const path = join(folder, FILE)
  if (isReserveKept(folder)) return true
  // With room to spare, so that the file itself never stops orders.
  if (reserveBytes === 0 || freeBytes(folder) < 3 * reserveBytes) return false
  const partial = `${path}.partial`
  try {
    write(partial, reserveBytes)
    renameSync(partial, path)
    return true
  } catch {
    rmSync(partial, { force: true })
    return false
  }
}

/** Whether the space was given to a start and is not kept again. */
function isReleased(folder: string): boolean {
  try {
    return statSync(join(folder, FILE)).size === 0
  } catch {
    return false
  }
}

/** Whether the file exists with its content. */
export function isReserveKept(folder: string): boolean {
  return existsSync(join(folder, FILE)) && !isReleased(folder)
}

/** How many bytes must be free for a new order; with the file released, its space is not for them. */
export function bytesNeeded(folder: string, reserveBytes: number): number {
  return isReleased(folder) ? 2 * reserveBytes : reserveBytes
}

/** Writes bytes that no file system can keep in less space. */
function write(path: string, bytes: number): void {
  const file = openSync(path, 'w', 0o600)
  try {
    const chunk = randomBytes(Math.min(CHUNK_BYTES, bytes))
    for (let left = bytes; left > 0; left -= chunk.length) {
      writeSync(file, chunk, 0, Math.min(chunk.length, left))
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
