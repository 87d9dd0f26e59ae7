/** What an error of `node:sqlite` means for a unit. */
import { StatementFailed } from './engine/database.ts'

const SQLITE_ERROR = 1
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
