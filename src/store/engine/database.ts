/**
 * The seam between the store and a database: two functions. SQL is written once, in the common
 * subset of SQLite and PostgreSQL with `$1` parameters; what differs is inside the two drivers.
 */
import { getEnvironmentData, type MessagePort, setEnvironmentData } from 'node:worker_threads'

/** What a parameter or a column may hold. Flags are 0 or 1, moments are epoch milliseconds. */
export type Value = string | number | Uint8Array | null

/** A row as a driver gives it back: plain columns by name. */
export type Row = Readonly<Record<string, Value>>

/** One SQL statement with its parameters. */
export interface Statement {
  readonly sql: string
  readonly params: readonly Value[]
}

/** A statement of a unit. With `rows`, the unit holds only if exactly that many rows changed. */
export interface UnitStatement extends Statement {
  /** Absent where any number of rows is right. */
  readonly rows?: number
}

/**
 * Statements that take effect together or not at all. A list and not a callback: no code of ours
 * runs while a transaction is open, so a driver may queue, group and repeat units.
 */
export type Unit = readonly UnitStatement[]

/** The connections of a pool, and the calls that wait for one. */
export interface ConnectionCounts {
  /** Connections that run a statement or a transaction. */
  readonly used: number
  readonly idle: number
  /** Calls that wait for a connection; more than none for long means that the pool is too small. */
  readonly waiting: number
}

/**
 * A database that keeps what it has acknowledged. `test/store/store.contract.ts` is its definition.
 */
export interface Database {
  /** For the few places where the dialects differ. */
  readonly engine: 'sqlite' | 'postgres'
  /** Reads what is committed, the caller's own acknowledged units included. */
  read<R extends Row = Row>(statement: Statement): Promise<readonly R[]>
  /**
   * Resolves once the unit is durable. Rejects with `UnitRejected` when nothing of it took effect
   * because of a row count or a constraint, and with `DatabaseUnavailable` when the outcome is
   * unknown.
   */
  commit(unit: Unit): Promise<void>
  /**
   * Sees to it that nothing of what was deleted or overwritten stays in the database's own files,
   * as far as the engine can: SQLite empties its write-ahead log, deleted bytes being overwritten
   * already; PostgreSQL gives up the dead rows of wrapped keys. False: a reader stood in the way, or
   * the role of the connection may not do it.
   */
  scrub(): Promise<boolean>
  /**
   * A port through which another thread of this process commits, to be moved there; only where one
   * thread writes for all.
   */
  readonly writerPort?: () => MessagePort
  /** How busy the pool of connections is; only where there is a pool. */
  readonly connections?: () => ConnectionCounts
  /** Waits for the units under way, then lets go of files and connections. */
  close(): Promise<void>
}

/**
 * A unit was rolled back because one statement did not do exactly what it had to: this is how
 * exclusion between orders, retries and replicas shows. It never carries a value.
 */
export class UnitRejected extends Error {
  override readonly name = 'UnitRejected'
  /** The statement's place in the unit, from 0. */
  readonly statement: number
  /** Another number of rows than demanded, or a constraint of the schema. */
  readonly reason: 'rows' | 'constraint'

  constructor(statement: number, reason: 'rows' | 'constraint') {
    super(`statement ${statement} of the unit was refused: ${reason}`)
    this.statement = statement
    this.reason = reason
  }
}

/**
 * The database cannot answer: disk full, file unreadable, connection gone. For a unit the outcome
 * is unknown: it must not be acknowledged, and it may turn out to be there later.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** The database would not keep what it acknowledges, so the service refuses to use it. */
export class DatabaseUnsafe extends Error {
  override readonly name = 'DatabaseUnsafe'
}

/** A statement that this schema or engine cannot run: a fault of ours. It carries no value. */
export class StatementFailed extends Error {
  override readonly name = 'StatementFailed'
}

// Small words over the seam that every part of the store uses.

/**
 * Commits a unit of which one statement may meet a row that is already there, or none: whether it
 * took effect. A refusal anywhere else is a fault and is thrown.
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

/** Moments by the clock that leases are by, as SQL with one parameter. */
export interface LeaseTime {
  /** The moment that lies a number of milliseconds after now: SQL, given its parameter's name. */
  readonly sql: (parameter: string) => string
  /** The value of that parameter. */
  readonly valueOf: (msFromNow: number) => number
}

const STEADY_CLOCK = 'start of the steady clock'

/** When the machine started, by its clock when the process did; its threads are given the same. */
function steadyStart(): number {
  const given = getEnvironmentData(STEADY_CLOCK)
  if (typeof given === 'number') return given
  const start = Date.now() - uptimeMs()
  setEnvironmentData(STEADY_CLOCK, start)
  return start
}

/** Of the machine, the same for all threads. */
function uptimeMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return Math.floor(seconds * 1_000 + nanoseconds / 1_000_000)
}

const STEADY_START = steadyStart()

/** The time of this process, which goes on evenly whatever the machine's clock is set to. */
function steadyNow(): number {
  return STEADY_START + uptimeMs()
}

/**
 * The clock of a database's leases. Machines differ in their clocks, and one that is a minute ahead
 * must not take over what another works on, so PostgreSQL's own clock is used. SQLite has one
 * process, whose clock may be set while it works.
 */
export function leaseTime(engine: Database['engine'], now = steadyNow): LeaseTime {
  if (engine === 'sqlite') return { sql: (parameter) => parameter, valueOf: (ms) => now() + ms }
  return {
    sql: (parameter) =>
      `((extract(epoch from clock_timestamp()) * 1000)::bigint + ${parameter}::bigint)`,
    valueOf: (ms) => ms,
  }
}

/** Kinds of units that must come one after the other, as PostgreSQL's advisory locks know them. */
const EXCLUSIONS = {
  'holds and purges': 7_246_113_902,
  statistics: 7_246_113_903,
  'fault uses': 7_246_113_904,
} as const

/**
 * Begins a unit that is alone among those of its kind: what it looks at is not changed by another
 * meanwhile. SQLite has one writer, so there is nothing to do.
 */
export function exclusively(
  engine: Database['engine'],
  kind: keyof typeof EXCLUSIONS,
): UnitStatement[] {
  if (engine === 'sqlite') return []
  return [{ sql: 'select pg_advisory_xact_lock($1)', params: [EXCLUSIONS[kind]] }]
}
