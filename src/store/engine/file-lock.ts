/** Locks of processes, which the operating system holds and releases. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseUnavailable } from './database.ts'
import { createOfService } from './durable-file.ts'
import { errorCodeOf, SQLITE_BUSY } from './sqlite-connection.ts'

/** Another service uses the database. The message says so. */
class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse'
}

/**
 * Locks a path for this process until the process unlocks it or ends, for whatever reason. The lock
 * is a system lock on a file beside the path, so a crash leaves no lock behind. Only one service at a
 * time uses an embedded database; commands do not need its lock.
 */
export function holdLock(path: string, inUse = databaseInUse(path)): () => void {
  const mark = `${path}.held`
  // A process that closes a file loses its locks on it, so an existing file is left to SQLite.
  if (!existsSync(mark)) createOfService(mark)
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(mark, { timeout: 0 })
    lock.exec('begin exclusive')
  } catch (cause) {
    lock?.close()
    if (errorCodeOf(cause) === SQLITE_BUSY) throw new DatabaseInUse(inUse, { cause })
    throw new DatabaseUnavailable(
      `cannot lock ${mark} (${(cause as Error).message}): this user must be able to write to it, and its disk must have locks`,
      { cause },
    )
  }
  return () => lock.close()
}

function databaseInUse(path: string): string {
  return `another service or restore is using ${path}: stop it first, or use PostgreSQL for several services`
}
