/**
 * The meaning of PostgreSQL's errors and notices: for a unit, by SQLSTATE, and for a connection that
 * could not be made.
 */
import { type DatabaseFailure, StatementFailed } from './database.ts'

/** Classifies an error by what it means for the unit and the connection. */
export function postgresFailureOf(error: unknown): DatabaseFailure {
  const state = sqlStateOf(error)
  if (state?.startsWith('23')) return 'constraint'
  // Data of the wrong type, unknown names and similar errors, and unsupported features.
  if (/^(22|42|0A)/.test(state ?? '')) return 'statement'
  return 'database'
}

/** Returns whether the server rolled back the unit only because of a concurrent one. */
export function isRepeatable(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === SERIALIZATION_FAILURE || state === DEADLOCK
}

/**
 * Returns whether the server indicated, while it confirmed a commit, that a standby did not receive
 * it. If a time-out or an operator cancels the wait, the commit still reports success, and a
 * failover could lose it. Only the code decides, because the server translates the text.
 */
export function commitDoubt(notices: readonly unknown[]): boolean {
  return notices.some((notice) => {
    const state = sqlStateOf(notice)
    return state === WARNING || state === ADMIN_SHUTDOWN
  })
}

/** Returns the error that a caller gets for a wrong statement. */
export function statementFailed(error: unknown): StatementFailed {
  const state = sqlStateOf(error) ?? 'unknown'
  // Only messages about the text of a statement are free of values.
  const message = state.startsWith('42') ? `: ${(error as Error).message}` : ''
  return new StatementFailed(`SQLSTATE ${state}${message}`)
}

/** The SQLSTATE of a warning, such as that a vacuum skipped a table. */
export const WARNING = '01000'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const ADMIN_SHUTDOWN = '57P01'

/** Returns the SQLSTATE of an error or a notice. Undefined if it has none. */
export function sqlStateOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  // Network errors have codes too, such as ECONNRESET. A SQLSTATE has five characters.
  return /^[0-9A-Z]{5}$/.test(String(error.code)) ? String(error.code) : undefined
}

/** Node's codes for a server certificate that is not trusted. */
const UNTRUSTED =
  /^(?:CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY|GET)_)/

/** Node's codes for a server that cannot be reached. */
const UNREACHABLE = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/

/** Reports whether an error means that the server cannot be reached. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNREACHABLE.test(String(error.code))
}

const SLOW =
  'PostgreSQL did not respond in time: look for locks, a slow disk, or a synchronous standby that is gone'

/** The SQLSTATEs with which a server rejects a connection or every change, or ends a slow one. */
const REJECTED: Readonly<Record<string, string>> = {
  '08P01':
    'PostgreSQL or a pooler rejected the connection parameters: docs/operations.md has the settings of PgBouncer',
  '25006':
    'PostgreSQL is read-only: point database-url to the primary, and leave default_transaction_read_only off',
  '25P04': `${SLOW}, or a short transaction_timeout`,
  '28000':
    'PostgreSQL rejected the connection: check user and sslmode in database-url, and pg_hba.conf of the server',
  '28P01': 'PostgreSQL rejected the user or the password of database-url',
  '3D000': 'PostgreSQL has no database of the name in database-url',
  '3F000':
    'the search_path of the role of database-url has no schema: create the schema, or reset the search_path',
  '42501': 'the role of database-url may not use the database: grant connect on it',
  '53100': 'the disk of PostgreSQL is full: free some space there',
  '53300':
    'PostgreSQL has no free connection: raise max_connections, or the connection limit of the role or the database',
  '55P03': `${SLOW}, or a short lock_timeout`,
  '57014': SLOW,
  '57P03': 'PostgreSQL is starting, stopping or recovering: try again in a moment',
}

/**
 * Returns why no connection was made and what to do, without any part of the URL. Returns undefined
 * if the reason is unknown.
 */
export function connectionProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (/does not support SSL/.test(error.message)) {
    return 'PostgreSQL does not offer TLS: set ssl = on there, or remove sslmode from database-url'
  }
  if (/sslmode=verify-ca requires/.test(error.message)) {
    return 'sslmode=verify-ca needs sslrootcert in database-url'
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'the certificate of PostgreSQL is not for the host in database-url'
  }
  if (UNTRUSTED.test(code)) {
    return `the certificate of PostgreSQL is not trusted (${code}): set sslrootcert in database-url`
  }
  if (syscall === 'open') {
    return `a certificate or key file of database-url cannot be read (${code})`
  }
  if (code === 'ERR_INVALID_URL') {
    return 'database-url is not a valid URL: write special characters of user and password in percent encoding, such as %2F for /'
  }
  if (/^Connection terminated|^timeout expired/.test(error.message)) {
    return 'PostgreSQL does not respond or ended the connection: check host and port in database-url'
  }
  if (error.message === 'Query read timeout') return SLOW
  if (isUnreachable(error)) {
    return `PostgreSQL cannot be reached (${code}): start it, or check host and port in database-url`
  }
  return REJECTED[code]
}
