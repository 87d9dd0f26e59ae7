/** A database whose calls are timed for the metrics. */
import { type Database, DatabaseUnavailable, type Unit } from './database.ts'

/** One call to the database, when it is over. */
export interface DatabaseCall {
  readonly what: 'read' | 'commit'
  /** From the call to its end, with all waiting for a connection or for the disk. */
  readonly ms: number
  /** Whether it failed. A unit that was refused did not: that is how orders exclude each other. */
  readonly failed: boolean
}

/** Learns of every call. */
type DatabaseListener = (call: DatabaseCall) => void

/** A database that reports its calls to a listener. */
export interface InstrumentedDatabase extends Database {
  listen(listener: DatabaseListener): void
}

/** The same database, timed. */
export function instrumented(database: Database): InstrumentedDatabase {
  let listener: DatabaseListener | undefined
  const call = async <T>(what: DatabaseCall['what'], work: () => Promise<T>): Promise<T> => {
    // Without a listener, nothing is measured.
    if (listener === undefined) return work()
    const startedAt = performance.now()
    let failed = false
    try {
      return await work()
    } catch (error) {
      failed = error instanceof Error && error.name !== 'UnitRejected'
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
    ...(database.writerPort && { writerPort: database.writerPort }),
    ...(database.connections && { connections: database.connections }),
    close: () => database.close(),
    listen: (wanted) => {
      listener = wanted
    },
  }
}

// Whether a database takes orders: not only whether it answers, but whether it still writes.

/** A database that remembers whether it could keep what it was last given. */
export interface ProbedDatabase extends Database {
  /**
   * Resolves when reads are answered and, after a unit that was not kept, writes are again. Commits
   * that wait for a standby are tried each time: if it is gone, they wait and nothing fails. Rejects
   * where it takes long.
   */
  probe(): Promise<void>
  /** Remembers that a unit of another thread was not kept. */
  doubt(): void
  /**
   * Resolves once all that was read up to now would survive the loss of the server. PostgreSQL
   * shows a commit whose wait for the standby was cancelled, by whichever process, or cut short by
   * a restart; a later commit that the standby confirms vouches for all before it.
   */
  confirm(): Promise<void>
}

const STANDBYS = {
  sql: "select current_setting('synchronous_standby_names') as standbys",
  params: [],
}
/** Nothing but an entry in the log of the server, which its standby has to confirm. */
const CONFIRMATION: Unit = [
  { sql: "select pg_logical_emit_message(true, 'trimerge', '')", params: [] },
]

/** Changes nothing, and yet is written and flushed like any change. */
const WRITE_PROBE: Unit = [{ sql: 'update schema_version set applied_at = applied_at', params: [] }]
const READ_PROBE = { sql: 'select version from schema_version', params: [] }

/** A load balancer should know of a failure within two seconds, and its request must not hang. */
const PROBE_MS_MAX = 1_500

/** The same outcome, if it comes in time. */
async function inTime(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const error = new DatabaseUnavailable('the database does not answer in time')
  const timer = setTimeout(() => late.reject(error), PROBE_MS_MAX)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Watches the units of a database. */
export function probed(database: Database): ProbedDatabase {
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
  /** Commits what only a standby has to confirm, where one is to. */
  const confirm = async () => {
    // SQLite shows nothing that it has not flushed.
    if (database.engine === 'sqlite') return
    const [row] = await database.read(STANDBYS)
    if (row?.standbys !== '') await commit(CONFIRMATION)
  }
  const probe = async () => {
    await database.read(READ_PROBE)
    // A full disk still reads; only after a failure is a probe worth a flush.
    await (failing ? commit(WRITE_PROBE) : confirm())
  }
  // One at a time, so that those that wait for a standby do not use up the connections.
  let probing: Promise<void> | undefined
  return {
    engine: database.engine,
    read: (statement) => database.read(statement),
    commit,
    probe: () => {
      probing ??= probe().finally(() => {
        probing = undefined
      })
      return inTime(probing)
    },
    doubt: () => {
      failing = true
    },
    confirm,
    scrub: () => database.scrub(),
    close: () => database.close(),
  }
}
