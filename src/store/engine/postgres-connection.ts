/** The TLS of a connection, by the URL of its server. */

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
