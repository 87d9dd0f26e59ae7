/** One service works on an embedded database at a time: the system holds the mark, and frees it. */
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Another service has the database; the message says so. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse'
}

/**
 * Holds a database for this process, until it lets go or ends, however it ends: the mark is a lock
 * of the system on a file beside it, so a crash leaves none behind. Commands need no such hold.
 */
export function holdDatabase(path: string): () => void {
  const mark = `${path}.held`
  closeSync(openSync(mark, 'a', 0o600))
  const lock = new DatabaseSync(mark, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (cause) {
    lock.close()
    throw new DatabaseInUse(
      `another service works on ${path}: end it first, or use PostgreSQL for several services`,
      { cause },
    )
  }
  return () => lock.close()
}
