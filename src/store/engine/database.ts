/**
 * The interface between the store and a database. Its main functions are `read` and `commit`. SQL
 * is written once, in the common subset of SQLite and PostgreSQL with `$1` parameters, and the two
 * drivers handle the differences.
 */
import { hrtime } from 'node:process'
import { getEnvironmentData, type MessagePort, setEnvironmentData } from 'node:worker_threads'

/** A value of a parameter or a column. Flags are 0 or 1, and times are epoch milliseconds. */
export type Value = string | number | Uint8Array | null

/** A row as a driver returns it: plain columns by name. */
export type Row = Readonly<Record<string, Value>>

/** One SQL statement with its parameters. */
export interface Statement {
  readonly sql: string
  readonly params: readonly Value[]
}

/**
 * A statement of a unit. With `rows`, the unit is committed only if exactly that many rows changed.
 */
export interface UnitStatement extends Statement {
  /** Absent if any number of rows is acceptable. */
  readonly rows?: number
}

/**
 * Statements that take effect together or not at all. A unit is a list and not a callback: no
 * application code runs while a transaction is open, so a driver may queue, group and repeat units.
 */
export type Unit = readonly UnitStatement[]

/** The connections of a pool, and the calls that wait for a connection. */
export interface ConnectionCounts {
  /** Connections that run a statement or a transaction. */
  readonly used: number
  readonly idle: number
  /** Calls that wait for a connection. If this is above 0 for long, the pool is too small. */
  readonly waiting: number
}

/** A database with durable commits. `test/store/store.contract.ts` defines its behavior. */
export interface Database {
  /** For the few places where the dialects differ. */
  readonly engine: 'sqlite' | 'postgres'
  /** Reads committed data, including the caller's own acknowledged units. */
  read<R extends Row = Row>(statement: Statement): Promise<readonly R[]>
  /**
   * Resolves once the unit is durable. Rejects with `UnitRejected` if nothing took effect because
   * of a row count or a constraint, and with `DatabaseUnavailable` if the outcome is unknown.
   */
  commit(unit: Unit): Promise<void>
  /**
   * Removes deleted and overwritten data from the database's own files, as far as the engine can.
   * SQLite empties its write-ahead log, and has already overwritten the deleted bytes. PostgreSQL
   * removes the dead rows of wrapped keys. Returns false if a reader prevented it, or if the role
   * of the connection may not do it.
   */
  scrub(): Promise<boolean>
  /**
   * Returns a port to transfer to another thread of this process, which commits through it. Present
   * only if one thread writes for all.
   */
  readonly writerPort?: () => MessagePort
  /** Returns how busy the connection pool is. Present only if there is a pool. */
  readonly connections?: () => ConnectionCounts
  /** Waits for the units in progress, then closes files and connections. */
  close(): Promise<void>
}

/**
 * A unit was rolled back because one statement did not have exactly the required effect. This is
 * how orders, retries and replicas exclude each other. The error never contains a value.
 */
export class UnitRejected extends Error {
  override readonly name = 'UnitRejected'
  /** The position of the statement in the unit, from 0. */
  readonly statement: number
  /** Whether the number of rows was wrong or a constraint of the schema was violated. */
  readonly reason: 'rows' | 'constraint'

  constructor(statement: number, reason: 'rows' | 'constraint') {
    super(`statement ${statement} of the unit was rejected: ${reason}`)
    this.statement = statement
    this.reason = reason
  }
}

/**
 * The database cannot respond, for example because the disk is full, the file is unreadable or the
 * connection is broken. The outcome of a unit is then unknown. The unit must not be acknowledged,
 * but may still become visible later.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/**
 * Returns what failed and, if the database failed, why. Its message is of this program and says what
 * an operator must do. Other messages may quote data.
 */
export function failureText(what: string, error: unknown): string {
  const reason = error instanceof DatabaseUnavailable ? `: ${error.message}` : ''
  return `${what} failed${reason}`
}

/** The database may lose acknowledged commits, so the service does not use it. */
export class DatabaseUnsafe extends Error {
  override readonly name = 'DatabaseUnsafe'
}

/**
 * What an error of a database means. `constraint`: the unit conflicts with existing data.
 * `statement`: the statement is wrong, whatever the data. `database`: the file, the disk, the server
 * or the connection failed, and the outcome of the unit may be unknown.
 */
export type DatabaseFailure = 'constraint' | 'statement' | 'database'

/**
 * A statement that this schema or engine cannot run, which is a bug. The error contains no value.
 */
export class StatementFailed extends Error {
  override readonly name = 'StatementFailed'
}

// Helper functions that every part of the store uses.

/**
 * Commits a unit whose decisive statement may find that a row already exists, or that none does.
 * Returns whether the unit took effect. A rejection of any other statement is a bug and is thrown.
 */
export async function tryCommit(
  database: Pick<Database, 'commit'>,
  unit: Unit,
  decisive = 0,
): Promise<boolean> {
  try {
    await database.commit(unit)
    return true
  } catch (error) {
    if (error instanceof UnitRejected && error.statement === decisive) return false
    throw error
  }
}

/**
 * Scrubs a database after work that has ended. Returns false even if the database does not respond:
 * remains are possible, but the work is done.
 */
export async function tryScrub(database: Pick<Database, 'scrub'>): Promise<boolean> {
  try {
    return await database.scrub()
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return false
    throw error
  }
}

/** Times of the clock that leases use, as SQL with one parameter. */
export interface LeaseTime {
  /** Returns SQL for a time relative to now. The named parameter holds the offset. */
  readonly sql: (parameter: string) => string
  /** Returns the value of that parameter. */
  readonly valueOf: (msFromNow: number) => number
}

const STEADY_CLOCK = 'start of the steady clock'

/**
 * Returns the start time of the machine, by its clock at the start of the process. All threads of
 * the process share the value.
 */
function steadyStart(): number {
  const given = getEnvironmentData(STEADY_CLOCK)
  if (typeof given === 'number') return given
  const start = Date.now() - uptimeMs()
  setEnvironmentData(STEADY_CLOCK, start)
  return start
}

/** Returns the uptime of the machine, which is the same for all threads. */
function uptimeMs(): number {
  const [seconds, nanoseconds] = hrtime()
  return Math.floor(seconds * 1_000 + nanoseconds / 1_000_000)
}

const STEADY_START = steadyStart()

/**
 * Returns the time of this process, which advances evenly even if the machine's clock is changed.
 */
function steadyNow(): number {
  return STEADY_START + uptimeMs()
}

/**
 * Returns the clock of a database's leases. The clocks of machines differ, and a machine that is a
 * minute ahead must not take over work in progress on another machine. PostgreSQL therefore uses
 * the clock of its server. SQLite has one process, and uses a clock that is not affected when the
 * machine's clock is changed.
 */
export function leaseTime(engine: Database['engine'], now = steadyNow): LeaseTime {
  if (engine === 'sqlite') return { sql: (parameter) => parameter, valueOf: (ms) => now() + ms }
  return {
    sql: (parameter) =>
      `((extract(epoch from clock_timestamp()) * 1000)::bigint + ${parameter}::bigint)`,
    valueOf: (ms) => ms,
  }
}

/** Kinds of units that must run one after another, with the keys of PostgreSQL's advisory locks. */
const EXCLUSIONS = {
  migrations: 7_246_113_901,
  'holds and purges': 7_246_113_902,
  statistics: 7_246_113_903,
  'fault uses': 7_246_113_904,
} as const

/**
 * Returns the statements with which a unit starts to exclude other units of its kind, so that they
 * cannot change the rows that it reads. SQLite has only one writer, so for SQLite the list is
 * empty.
 */
export function exclusively(
  engine: Database['engine'],
  kind: keyof typeof EXCLUSIONS,
): UnitStatement[] {
  if (engine === 'sqlite') return []
  return [{ sql: 'select pg_advisory_xact_lock($1)', params: [EXCLUSIONS[kind]] }]
}
