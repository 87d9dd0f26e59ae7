/** What an error or a notice of PostgreSQL means for a unit, by its SQLSTATE. */
import { StatementFailed } from './database.ts'

/**
 * `constraint`: the unit met other data. `statement`: the statement is wrong, whatever the data.
 * `database`: the server or the connection failed, and the outcome may be unknown.
 */
export type PostgresFailure = 'constraint' | 'statement' | 'database'

/** Sorts an error by what it says about the unit and about the connection. */
export function postgresFailureOf(error: unknown): PostgresFailure {
  const state = sqlStateOf(error)
  if (state?.startsWith('23')) return 'constraint'
  // Data of the wrong kind, unknown names and the like, unsupported features.
  if (/^(22|42|0A)/.test(state ?? '')) return 'statement'
  return 'database'
}

/** Whether the server rolled the unit back only because of another one. */
export function isRepeatable(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === SERIALIZATION_FAILURE || state === DEADLOCK
}

/**
 * Whether the server, while it confirmed a commit, let on that a standby did not get it. The wait
 * was cancelled by a time-out or by an operator, the commit still reports success, and a failover
 * could lose it. The text is translated by the server, so the code alone decides.
 */
export function commitDoubt(notices: readonly unknown[]): boolean {
  return notices.some((notice) => {
    const state = sqlStateOf(notice)
    return state === WARNING || state === ADMIN_SHUTDOWN
  })
}

/** The error a caller gets for a wrong statement. */
export function statementFailed(error: unknown): StatementFailed {
  const state = sqlStateOf(error) ?? 'unknown'
  // Only messages about the statement's words are free of values.
  const message = state.startsWith('42') ? `: ${(error as Error).message}` : ''
  return new StatementFailed(`SQLSTATE ${state}${message}`)
}

const WARNING = '01000'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const ADMIN_SHUTDOWN = '57P01'

function sqlStateOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  // Errors of the network have codes too, like ECONNRESET; a SQLSTATE is five characters.
  return /^[0-9A-Z]{5}$/.test(String(error.code)) ? String(error.code) : undefined
}
