/** A database whose calls are timed, so that whoever runs the service sees how it does. */
import type { Database } from './database.ts'

/** One call to the database, when it is over. */
export interface DatabaseCall {
  readonly what: 'read' | 'commit'
  readonly ms: number
  /** Whether it failed. A unit that was refused did not: that is how orders exclude each other. */
  readonly failed: boolean
}

/** Learns of every call. */
export type DatabaseListener = (call: DatabaseCall) => void

/** A database that tells of its calls, once somebody listens. */
export interface TimedDatabase extends Database {
  listen(listener: DatabaseListener): void
}

/** The same database, timed. */
export function timed(database: Database): TimedDatabase {
  let listener: DatabaseListener | undefined
  const call = async <T>(what: DatabaseCall['what'], work: () => Promise<T>): Promise<T> => {
    if (listener === undefined) return work()
    const startedAt = performance.now()
    let failed = false
    try {
      return await work()
    } catch (error) {
      failed = error instanceof Error && error.name !== 'UnitRefused'
      throw error
    } finally {
      listener({ what, ms: performance.now() - startedAt, failed })
    }
  }
  return {
    engine: database.engine,
    read: (statement) => call('read', () => database.read(statement)),
    commit: (unit) => call('commit', () => database.commit(unit)),
    scrub: () => database.scrub(),
    close: () => database.close(),
    listen: (wanted) => {
      listener = wanted
    },
  }
}
