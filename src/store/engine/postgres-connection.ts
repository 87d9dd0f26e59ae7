/** Connects to a server by a URL, and gives advice if that fails. */

/**
 * Returns the URL with the meaning that PostgreSQL's own tools give to `sslmode`: `require` only
 * encrypts, and `verify-ca` and `verify-full` also verify the certificate. The driver itself
 * verifies the certificate in all these modes, and warns that its next version will not.
 */
export function withTlsMode(url: string): string {
  const mode = tlsModeOf(url)
  if (mode === undefined || mode === 'no-verify' || /[?&]uselibpqcompat=/.test(url)) return url
  return `${url}&uselibpqcompat=true`
}

function tlsModeOf(url: string): string | undefined {
  return /[?&]sslmode=([^&#]+)/.exec(url)?.[1]
}

/**
 * Returns whether a connection is encrypted without verifying the certificate. Such a connection
 * protects secrets from eavesdroppers, but not from a server that impersonates the real one.
 */
export function isUnverified(url: string): boolean {
  const mode = tlsModeOf(url)
  if (mode === 'require') return !/[?&]sslrootcert=/.test(url)
  return mode === 'no-verify' || mode === 'prefer'
}

/** Node's codes for a server certificate that is not trusted. */
const UNTRUSTED =
  /^(?:CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY|GET)_)/

/** The SQLSTATEs with which a server rejects a connection. */
const REJECTED: Readonly<Record<string, string>> = {
  '28000': 'PostgreSQL rejected the connection: check its pg_hba.conf, and sslmode in database-url',
  '28P01': 'PostgreSQL rejected the user or the password of database-url',
  '3D000': 'PostgreSQL has no database of the name in database-url',
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
  return REJECTED[code]
}
