/** The name of the database and the TLS of a connection, as the driver takes them from a URL. */

/**
 * Returns the URL with its database name as the driver reads it. The driver leaves the characters
 * that separate the parts of a URL encoded, such as `%2F`. It has no way to get `?` and `#`.
 */
export function withDatabaseName(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^/?]*\/)([^?]*)/, (_, server: string, name: string) => {
    return server + name.replaceAll(/%(?:2[46BCF]|3[ABD]|40)/gi, decodeURIComponent)
  })
}

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
