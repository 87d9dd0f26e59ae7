/** The parts and the rules of the URL of a PostgreSQL server, which can name several hosts. */

/** Parameters of PostgreSQL's connection URLs, and those of the driver. */
const PARAMETERS: ReadonlySet<string> = new Set([
  'application_name',
  'channel_binding',
  'client_encoding',
  'connect_timeout',
  'dbname',
  'fallback_application_name',
  'gssencmode',
  'host',
  'keepalives',
  'keepalives_idle',
  'load_balance_hosts',
  'options',
  'password',
  'port',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslrootcert',
  'target_session_attrs',
  'uselibpqcompat',
  'user',
])

const TLS_MODES: ReadonlySet<string> = new Set([
  'disable',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
  'no-verify',
])

/** What a URL must be, as the end of a sentence. A value is never repeated, because it is secret. */
export const DATABASE_URL_RULE =
  'a URL of PostgreSQL with percent-encoded user and password, known parameters, and one of the values of sslmode: disable, prefer, require, verify-ca, verify-full or no-verify'

const MULTIPLE = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?@]+)(.*)$/s

/** Returns the URL of each host that a URL names: `postgres://user@one:5432,two:5432/name`. */
export function hostUrls(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = MULTIPLE.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => `${before}${host.trim()}${after}`)
}

/** Reports whether a text is a URL of PostgreSQL with parameters that have an effect. */
export function isDatabaseUrl(text: string): boolean {
  if (text === '') return true
  const [first = ''] = hostUrls(text)
  if (!URL.canParse(first) || first.includes('#')) return false
  const { searchParams } = new URL(first)
  const mode = searchParams.get('sslmode')
  return (
    [...searchParams.keys()].every((name) => PARAMETERS.has(name)) &&
    (mode === null || TLS_MODES.has(mode))
  )
}
