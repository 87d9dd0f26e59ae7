/**
 * The last space of a disk is reserved for orders in progress. When the free space falls below the
 * reserve, new orders are rejected. There is then still room to complete the orders in progress,
 * and for the commands that an operator needs.
 *
 * Part of the reserve is a file. A service that crashed on a full disk could not start again,
 * because starting writes too. The file is therefore emptied at start, and written again once the
 * disk has room for it.
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
 * How soon a disk that fills up is noticed. Orders take kilobytes, and the reserve is far larger.
 * Once the disk is found full, it is checked for every order: each thread checks for itself, and
 * after the readiness probe has succeeded, every thread must accept an order.
 */
const CHECK_EVERY_MS = 250

/** Returns the store, changed to reject new orders while the folder's disk has too little space. */
export function withReserve(store: Store, folder: string, reserveBytes: number): Store {
  if (reserveBytes === 0) return store
  let checkedAt = Number.NEGATIVE_INFINITY
  let hasRoom = false
  const assertRoom = (checkEveryMs = CHECK_EVERY_MS) => {
    if (!hasRoom || performance.now() - checkedAt > checkEveryMs) {
      hasRoom = freeBytes(folder) >= bytesNeeded(folder, reserveBytes)
      checkedAt = performance.now()
    }
    if (!hasRoom)
      throw new DatabaseUnavailable(
        'the disk of the data folder is nearly full: free some space there',
      )
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

/** Returns the free bytes on the disk of a folder, or 0 if the folder was deleted. */
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

/** Frees the reserved space for a start. The file remains, but empty, until there is room again. */
export function releaseReserve(folder: string): void {
  const path = join(folder, FILE)
  if (existsSync(path)) truncateSync(path)
}

/** Writes the file if the disk has room for it. Returns whether the file now holds the reserve. */
export function keepReserve(folder: string, reserveBytes: number): boolean {
  const path = join(folder, FILE)
  if (isReserveKept(folder)) return true
  // Requires three times the space, so that the file itself never causes orders to be rejected.
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

/** Returns whether the space was freed for a start and has not been reserved again. */
function isReleased(folder: string): boolean {
  try {
    return statSync(join(folder, FILE)).size === 0
  } catch {
    return false
  }
}

/** Returns whether the file exists with its content. */
export function isReserveKept(folder: string): boolean {
  return existsSync(join(folder, FILE)) && !isReleased(folder)
}

/** Returns the free bytes that a new order requires. A released file's space is not for orders. */
export function bytesNeeded(folder: string, reserveBytes: number): number {
  return isReleased(folder) ? 2 * reserveBytes : reserveBytes
}

/** Writes random bytes, which no file system can compress. */
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
