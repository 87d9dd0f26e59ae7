/** Wrappers of a database: one times its calls for the metrics, the other probes it. */
import { type Database, DatabaseUnavailable, StatementFailed, type Unit } from './database.ts'
import { tablesWithoutRights } from './guards.ts'

/** A completed call to the database. */
export interface DatabaseCall {
  readonly what: 'read' | 'commit'
  /** The duration of the call, including all waiting for a connection or for the disk. */
  readonly ms: number
  /**
   * Whether the call failed. A rejected unit did not fail, because orders exclude each other by it.
   */
  readonly failed: boolean
}

/** Receives every call. */
type DatabaseListener = (call: DatabaseCall) => void

/** A database that reports its calls to a listener. */
export interface InstrumentedDatabase extends Database {
  listen(listener: DatabaseListener): void
}

/** Returns the same database with timed calls. */
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

// Probes whether a database accepts orders: it must not only respond, but also write.

/** A database that remembers whether its last unit was committed. */
export interface ProbedDatabase extends Database {
  /**
   * Resolves if reads succeed and, after a unit that was not committed, writes succeed again. If
   * commits wait for a standby, every probe commits: without the standby, commits wait and do not
   * fail. Rejects if the probe takes too long, or if rights whose lack failed a statement are still
   * lacking.
   */
  probe(): Promise<void>
  /** Remembers the failure of another thread's database, by the message of its error. */
  doubt(message: string): void
  /**
   * Resolves once everything read so far would survive the loss of the server. PostgreSQL shows
   * commits whose wait for the standby was cancelled, by any process, or cut short by a restart. A
   * later commit that the standby confirms covers all earlier commits.
   */
  confirm(): Promise<void>
}

const STANDBYS = {
  sql: "select current_setting('synchronous_standby_names') as standbys",
  params: [],
}
/** Only writes an entry to the log of the server, which its standby has to confirm. */
const CONFIRMATION: Unit = [
  { sql: "select pg_logical_emit_message(true, 'trimerge', '')", params: [] },
]

/** Changes nothing, but is written and flushed like any change. */
const WRITE_PROBE: Unit = [{ sql: 'update schema_version set applied_at = applied_at', params: [] }]
const READ_PROBE = { sql: 'select version from schema_version', params: [] }

/** A load balancer should learn of a failure within two seconds, and its request must not hang. */
const PROBE_MS_MAX = 1_500

/** The message if the role of PostgreSQL has lost a right since the start, which checks them. */
const LACKS_RIGHTS =
  'the role of database-url lacks rights on a table: run trimerge migrate --grant ROLE with the URL of its owner'

/** Returns the error for a caller. A missing right is a failure of the database, not a bug. */
function errorOfRights(error: unknown): unknown {
  const isOfRights = error instanceof StatementFailed && /^SQLSTATE 42501/.test(error.message)
  return isOfRights ? new DatabaseUnavailable(LACKS_RIGHTS, { cause: error }) : error
}

/** Resolves or rejects like `work`, but rejects if that takes too long. */
async function inTime(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const error = new DatabaseUnavailable('the database does not answer in time')
  const timer = setTimeout(() => late.reject(error), PROBE_MS_MAX)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Returns the database, changed to watch its units. */
export function probed(database: Database): ProbedDatabase {
  let failing = false
  let lacksRights = false
  const doubt = (message: string) => {
    failing = true
    lacksRights ||= message === LACKS_RIGHTS
  }
  const failed = (reason: unknown): never => {
    const error = errorOfRights(reason)
    if (error instanceof DatabaseUnavailable) doubt(error.message)
    throw error
  }
  const commit = async (unit: Unit) => {
    await database.commit(unit).catch(failed)
    // An empty unit says nothing about the disk.
    if (unit.length > 0) failing = false
  }
  /** Commits a unit that only a standby has to confirm, if the server has a synchronous standby. */
  const confirm = async () => {
    // SQLite shows only data that it has flushed.
    if (database.engine === 'sqlite') return
    const [row] = await database.read(STANDBYS)
    if (row?.standbys !== '') await commit(CONFIRMATION)
  }
  const probe = async () => {
    await database.read(READ_PROBE)
    // Asked only after a failure: a later release may have tables that this one does not use.
    if (lacksRights && (await tablesWithoutRights(database)).length > 0)
      throw new DatabaseUnavailable(LACKS_RIGHTS)
    lacksRights = false
    // A full disk can still be read. A probe is worth a flush only after a failure.
    await (failing ? commit(WRITE_PROBE) : confirm())
  }
  // Only one probe at a time, so that probes that wait for a standby do not use up the connections.
  let probing: Promise<void> | undefined
  return {
    engine: database.engine,
    read: (statement) => database.read<never>(statement).catch(failed),
    commit,
    probe: () => {
      probing ??= probe().finally(() => {
        probing = undefined
      })
      return inTime(probing)
    },
    doubt,
    confirm,
    scrub: () => database.scrub(),
    close: () => database.close(),
  }
}
