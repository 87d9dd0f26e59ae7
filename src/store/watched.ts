/** Whether a database takes orders: not only whether it answers, but whether it still writes. */
import { type Database, DatabaseUnavailable, type Unit } from './database.ts'

/** A database that remembers whether it could keep what it was last given. */
export interface WatchedDatabase extends Database {
  /** Resolves when reads are answered and, after a unit that was not kept, writes are again. */
  probe(): Promise<void>
}

/** Changes nothing, and yet is written and flushed like any change. */
const WRITE_PROBE: Unit = [{ sql: 'update schema_version set applied_at = applied_at', params: [] }]
const READ_PROBE = { sql: 'select version from schema_version', params: [] }

/** Watches the units of a database. */
export function watched(database: Database): WatchedDatabase {
  let failing = false
  const commit = async (unit: Unit) => {
    try {
      await database.commit(unit)
      // An empty unit says nothing about the disk.
      if (unit.length > 0) failing = false
    } catch (error) {
      if (error instanceof DatabaseUnavailable) failing = true
      throw error
    }
  }
  return {
    engine: database.engine,
    read: (statement) => database.read(statement),
    commit,
    probe: async () => {
      await database.read(READ_PROBE)
      // A full disk still reads; only after a failure is a probe worth a flush.
      if (failing) await commit(WRITE_PROBE)
    },
    scrub: () => database.scrub(),
    close: () => database.close(),
  }
}
