/** One connection to an SQLite file, set up so that what it acknowledges stays. */
import { closeSync, openSync, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { DatabaseUnsafe, type Row, type Statement, StatementFailed } from './database.ts'

/** How long a unit waits for another process, a backup say, that holds the file. */
export const BUSY_TIMEOUT_MS = 5_000

const CACHE_KIB = 16_384
// A write-ahead log that grew under a long read is cut back to this.
const LOG_BYTES_MAX = 67_108_864
// Each unit writes the last page of most indexes: the longer the log, the more often it holds such a
// page, which is copied into the file once.
const LOG_PAGES_MAX = 4_000

/** The file, and how long to wait for it. */
export interface SqlitePlace {
  readonly path: string
  readonly busyTimeoutMs: number
  /** Which file the path must lead to; any where none is named. See `fileIdentity`. */
  readonly identity?: string
}

/** A connection with its prepared statements, kept by their text. */
export interface SqliteConnection {
  readonly database: DatabaseSync
  readonly statements: Map<string, StatementSync>
}

/** Which file a path leads to, whatever its name. Throws where there is none. */
export function fileIdentity(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true })
  return `${dev}:${ino}`
}

/**
 * Opens the connection to write by, and brings what a crash or a failed flush may have left in the
 * write-ahead log to the disk before anything is put behind it: a log whose pages the system holds
 * and the disk does not would, after a power cut, end before what was acknowledged later. Where
 * others hold the log open it is not read again, and there is nothing to mend.
 */
export function openToWrite(place: SqlitePlace) {
  const connection = openConnection(place, false)
  try {
    connection.database.exec('pragma wal_checkpoint(truncate)')
    const log = fileIdentity(`${place.path}-wal`)
    const assertInPlace = () => {
      assertSameFile(place.path, place.identity)
      assertSameFile(`${place.path}-wal`, log)
    }
    assertInPlace()
    return { ...connection, assertInPlace }
  } catch (error) {
    connection.database.close()
    throw error
  }
}

function assertSameFile(path: string, identity: string | undefined): void {
  if (identity === undefined) return
  if (statSync(path, { bigint: true, throwIfNoEntry: false }) === undefined) {
    throw new Error('a file of the database was removed')
  }
  if (fileIdentity(path) !== identity) throw new Error('a file of the database was replaced')
}

/** Opens a connection and refuses one that is not durable. */
export function openConnection(
  { path, busyTimeoutMs, identity }: SqlitePlace,
  readOnly: boolean,
): SqliteConnection {
  // SQLite would make a new file in place of one that was removed.
  assertSameFile(path, identity)
  const database = new DatabaseSync(path, {
    readOnly,
    timeout: busyTimeoutMs,
    enableForeignKeyConstraints: true,
  })
  try {
    if (!readOnly) keepLog(database, busyTimeoutMs)
    database.exec('pragma synchronous = full')
    database.exec('pragma secure_delete = on')
    // Or a group keeps the pages that it could roll back to in a file: as much again as it commits.
    database.exec('pragma temp_store = memory')
    database.exec(`pragma cache_size = -${CACHE_KIB}`)
    database.exec(`pragma journal_size_limit = ${LOG_BYTES_MAX}`)
    database.exec(`pragma wal_autocheckpoint = ${LOG_PAGES_MAX}`)
    assertDurable(database)
    return { database, statements: new Map() }
  } catch (error) {
    database.close()
    throw error
  }
}

const LOCKED_AGAIN_MS = 10

/**
 * Has the file keep a write-ahead log. SQLite does not wait for another connection that is making
 * the same change: it says at once that the file is locked.
 */
function keepLog(database: DatabaseSync, busyTimeoutMs: number): void {
  const until = performance.now() + busyTimeoutMs
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      const kind = (errorCodeOf(error) ?? 0) & 0xff
      if (kind !== SQLITE_BUSY || performance.now() > until) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCKED_AGAIN_MS)
  }
}

/** What a connection must report of itself: names of pragmas and their values. */
const REQUIRED = [
  ['synchronous', 2],
  ['journal_mode', 'wal'],
  ['foreign_keys', 1],
  ['secure_delete', 1],
] as const

/**
 * Refuses a connection that could lose what it acknowledged or keep what was deleted. Asked of
 * every connection, because these are settings of a connection and not of the file.
 */
export function assertDurable(database: DatabaseSync): void {
  for (const [name, required] of REQUIRED) {
    const found = database.prepare(`pragma ${name}`).get()?.[name]
    if (found !== required) {
      throw new DatabaseUnsafe(`SQLite reports ${name} = ${found}, and ${required} is required`)
    }
  }
}

/** Runs a read. */
export function readRows(connection: SqliteConnection, { sql, params }: Statement): Row[] {
  return prepared(connection, sql).all(...params) as Row[]
}

/** Runs a write: how many rows it changed. */
export function changedRows(connection: SqliteConnection, { sql, params }: Statement): number {
  return Number(prepared(connection, sql).run(...params).changes)
}

function prepared(connection: SqliteConnection, sql: string): StatementSync {
  let statement = connection.statements.get(sql)
  if (statement === undefined) {
    statement = connection.database.prepare(sqliteText(sql))
    connection.statements.set(sql, statement)
  }
  return statement
}

/**
 * A statement as SQLite has it: it would take `$1` for a name, and `?1` is its word for a numbered
 * parameter. It plans a statement again each time that a bare parameter of `limit` is bound, which
 * takes several times as long as an indexed read.
 */
function sqliteText(sql: string): string {
  return sql.replace(/\$(\d+)/g, '?$1').replace(/\blimit (\?\d+)/g, 'limit $1 + 0')
}

// What an error of `node:sqlite` means for a unit.

const SQLITE_ERROR = 1
const SQLITE_BUSY = 5
const SQLITE_TOOBIG = 18
const SQLITE_CONSTRAINT = 19
const SQLITE_MISMATCH = 20
const SQLITE_RANGE = 25
const CONSTRAINT_DATATYPE = 3091

/**
 * `constraint`: the unit met other data. `statement`: the statement is wrong, whatever the data.
 * `database`: the file or the disk failed, and nothing is known of the transaction under way.
 */
export type SqliteFailure = 'constraint' | 'statement' | 'database'

/** Sorts an error by what it says about the unit and about the connection. */
export function failureOf(error: unknown): SqliteFailure {
  const code = errorCodeOf(error)
  if (code === undefined || code === CONSTRAINT_DATATYPE) return 'statement'
  // The low byte is the kind; the rest says which of that kind.
  const kind = code & 0xff
  if (kind === SQLITE_CONSTRAINT) return 'constraint'
  const wrong = [SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_RANGE]
  return wrong.includes(kind) ? 'statement' : 'database'
}

/** The error a caller gets for a wrong statement: SQLite's word for it, which holds no value. */
export function statementFailed(error: unknown): StatementFailed {
  const code = errorCodeOf(error)
  // An error without a code is Node's own about a parameter, and may quote it.
  const message = code === undefined ? 'a parameter is of no known type' : (error as Error).message
  return new StatementFailed(message)
}

function errorCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined
}

// One service works on an embedded database at a time: the system holds the mark, and frees it.

/** Another service has the database; the message says so. */
class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse'
}

/**
 * Holds a database for this process, until it lets go or ends, however it ends: the mark is a lock
 * of the system on a file beside it, so a crash leaves none behind. Commands need no such hold.
 */
export function holdDatabase(path: string, inUse = databaseInUse(path)): () => void {
  const mark = `${path}.held`
  closeSync(openSync(mark, 'a', 0o600))
  const lock = new DatabaseSync(mark, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (cause) {
    lock.close()
    throw new DatabaseInUse(inUse, { cause })
  }
  return () => lock.close()
}

function databaseInUse(path: string): string {
  return `another service is using ${path}: stop it first, or use PostgreSQL for several services`
}
