/** A connection to an SQLite file, configured so that acknowledged commits are durable. */
import { type BigIntStats, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import {
  type DatabaseFailure,
  DatabaseUnsafe,
  type Row,
  type Statement,
  StatementFailed,
} from './database.ts'

/** How long a unit waits for another process that locks the file, such as a backup. */
export const BUSY_TIMEOUT_MS = 5_000

// Of each of the three connections. An order reads few pages, and the others are in the memory of the
// operating system: with 16 MiB, the process is larger after minutes, and as fast.
const CACHE_KIB = 6_144
// A write-ahead log that grew during a long read is truncated to this size.
const LOG_BYTES_MAX = 67_108_864
// Each unit writes the last page of most indexes. The longer the log, the more versions of such a
// page it holds, and only the last one is copied into the file.
const LOG_PAGES_MAX = 4_000

/** The database file, and how long to wait for it. */
export interface SqlitePlace {
  readonly path: string
  readonly busyTimeoutMs: number
  /** The `fileIdentity` that the path must have. If absent, any file is accepted. */
  readonly identity?: string
}

/** A connection with its prepared statements, by their text. */
export interface SqliteConnection {
  readonly database: DatabaseSync
  readonly statements: Map<string, StatementSync>
}

/** Returns which file a path leads to, whatever its name. Throws if there is no file. */
export function fileIdentity(path: string): string {
  return identityOf(statSync(path, { bigint: true }))
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`
}

/**
 * Opens the writing connection. Before anything is appended to the write-ahead log, flushes the
 * pages that a crash or a failed flush may have left in it. Such pages can be in the system's
 * memory but not on the disk. After a power failure, the log would end before them, and thus before
 * units that were acknowledged later. If other connections hold the log open, SQLite does not read
 * it again, and there is nothing to repair.
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
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (file === undefined) throw new Error('a file of the database was removed')
  if (identityOf(file) !== identity) throw new Error('a file of the database was replaced')
}

/** Opens a connection. Throws if the connection is not durable. */
export function openConnection(
  { path, busyTimeoutMs, identity }: SqlitePlace,
  readOnly: boolean,
): SqliteConnection {
  // SQLite would create a new file in place of one that was removed.
  assertSameFile(path, identity)
  const database = new DatabaseSync(path, {
    readOnly,
    timeout: busyTimeoutMs,
    enableForeignKeyConstraints: true,
  })
  try {
    if (!readOnly) enableWriteAheadLog(database, busyTimeoutMs)
    database.exec('pragma synchronous = full')
    database.exec('pragma secure_delete = on')
    // Otherwise a group saves the original pages for a rollback in a file, which doubles the amount
    // of data written.
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
 * Makes the file use a write-ahead log. If another connection is making the same change, SQLite
 * does not wait for it but reports at once that the file is locked.
 */
function enableWriteAheadLog(database: DatabaseSync, busyTimeoutMs: number): void {
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

/** The required settings of a connection: names of pragmas and their values. */
const REQUIRED = [
  ['synchronous', 2],
  ['journal_mode', 'wal'],
  ['foreign_keys', 1],
  ['secure_delete', 1],
] as const

/**
 * Rejects a connection that could lose acknowledged commits or keep deleted data. Checks every
 * connection, because these settings belong to a connection and not to the file.
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

/** Runs a write, and returns the number of rows that it changed. */
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
 * Returns a statement in SQLite's syntax. SQLite would read `$1` as a name, and numbers its
 * parameters as `?1`. It also plans a statement again each time a bare parameter of `limit` is
 * bound, which takes several times as long as an indexed read.
 */
function sqliteText(sql: string): string {
  return sql.replace(/\$(\d+)/g, '?$1').replace(/\blimit (\?\d+)/g, 'limit $1 + 0')
}

// The meaning of errors of `node:sqlite` for a unit.

const SQLITE_ERROR = 1
export const SQLITE_BUSY = 5
const SQLITE_TOOBIG = 18
const SQLITE_CONSTRAINT = 19
const SQLITE_MISMATCH = 20
const SQLITE_RANGE = 25
const CONSTRAINT_DATATYPE = 3091

/** Classifies an error by what it means for the unit and the connection. */
export function failureOf(error: unknown): DatabaseFailure {
  const code = errorCodeOf(error)
  if (code === undefined || code === CONSTRAINT_DATATYPE) return 'statement'
  // The low byte is the kind of error, and the other bytes specify it further.
  const kind = code & 0xff
  if (kind === SQLITE_CONSTRAINT) return 'constraint'
  const wrong = [SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_RANGE]
  return wrong.includes(kind) ? 'statement' : 'database'
}

/** Returns the error for a wrong statement, with SQLite's message, which contains no value. */
export function statementFailed(error: unknown): StatementFailed {
  const code = errorCodeOf(error)
  // An error without a code comes from Node, concerns a parameter, and may quote it.
  const message = code === undefined ? 'a parameter is of no known type' : (error as Error).message
  return new StatementFailed(message)
}

export function errorCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined
}
