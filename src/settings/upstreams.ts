/**
 * The settings for vendors of credit reports: the source of each bureau's files, and the connection
 * to each vendor. Secrets are in environment variables, never in the file; the file only has the
 * names of the variables.
 */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { parseYaml } from '../yaml.ts'
import { SIMULATED } from './choices.ts'

const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/

/**
 * A structured value: a tree in the settings file, or YAML or JSON on one line in a flag or
 * variable.
 */
function tree<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.preprocess((given) => {
    if (typeof given !== 'string') return given
    try {
      return parseYaml(given)
    } catch {
      return given
    }
  }, schema) as unknown as z.ZodType<T>
}

const milliseconds = (fallback: number) => z.int().min(10).max(600_000).default(fallback)
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must name an environment variable')
const short = z.string().max(250)

const address = z.string().refine(isAddress, {
  message:
    'must be an https URL without user info, query and fragment; http is allowed on loopback only',
})

function isAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.search !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
}

const Product = z.strictObject({
  path: z
    .string()
    .regex(/^(?:\/[A-Za-z0-9._~-]+)*$/, 'must be a path such as /credit_report, or empty')
    .default(''),
  type: z.enum(['Merge', 'Other', 'RMCR', 'RiskScoresOnly', 'NonTraditional']),
  'type-other': short.default(''),
  description: short.default(''),
})

const Upstream = z.strictObject({
  url: address,
  dialect: z.enum(['mismo', 'neutral', 'literal', 'elements']).default('mismo'),
  version: z.string().min(1).max(20).default('2.3.1'),
  credentials: z
    .strictObject({
      as: z.enum(['basic', 'attributes', 'parameters']),
      'login-variable': variable,
      'password-variable': variable,
    })
    .optional(),
  'ca-file': z.string().min(1).optional(),
  'connect-timeout-ms': milliseconds(5_000),
  'headers-timeout-ms': z.int().min(10).max(600_000).optional(),
  'answer-timeout-ms': milliseconds(75_000),
  connections: z.int().min(1).max(1_000).default(16),
  queue: z.int().min(0).max(10_000).default(64),
  'breaker-failures': z.int().min(1).max(10).default(5),
  'breaker-rest-ms': milliseconds(30_000),
  deduplicates: z.boolean().default(false),
  action: z.enum(['Submit', 'ForceNew']).default('ForceNew'),
  products: z
    .strictObject({
      hard: Product.default({
        path: '/credit_report',
        type: 'Merge',
        'type-other': '',
        description: '',
      }),
      soft: Product.default({
        path: '/pre_qualification',
        type: 'Other',
        'type-other': 'SoftCheck',
        description: '',
      }),
    })
    .prefault({}),
  identity: z.enum(['strict', 'lenient']).default('strict'),
  attributes: z
    .strictObject({
      account: short.default(''),
      branch: short.default(''),
      'requesting-party-identifier': short.default(''),
      'submitting-party-identifier': short.default(''),
      'receiving-party': short.default(''),
      'requested-by': short.default(''),
      'preferred-format': z.enum(['', 'XML', 'PDF', 'Text']).default(''),
    })
    .prefault({}),
  keys: z.record(z.string().min(1).max(250), z.string().min(1).max(4000)).default({}),
})

/** The settings of a vendor. */
export type UpstreamSettings = z.infer<typeof Upstream>

const upstreamName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be a name of lower-case letters, digits and dashes')
  .refine((name) => name !== SIMULATED, `must not be ${SIMULATED}`)

/** The setting `upstreams`: vendors by the names that the operator chooses. */
export const UpstreamsSetting = tree<Readonly<Record<string, UpstreamSettings>>>(
  z.record(upstreamName, Upstream) as unknown as z.ZodType<
    Readonly<Record<string, UpstreamSettings>>
  >,
)

const source = z.string().default(SIMULATED)
const Bureaus = z.strictObject({ Equifax: source, Experian: source, TransUnion: source })

/** The source of each bureau's files: a vendor's name, or `simulated`. */
export type BureauSources = Readonly<z.infer<typeof Bureaus>>

/** The setting `bureaus`. */
export const BureausSetting = tree<BureauSources>(Bureaus as unknown as z.ZodType<BureauSources>)

/** The default of the setting `bureaus`. */
export const ALL_SIMULATED: BureauSources = {
  Equifax: SIMULATED,
  Experian: SIMULATED,
  TransUnion: SIMULATED,
}

/** A vendor's secrets and certificates, to which the settings only refer. Never shown. */
export interface UpstreamAccess {
  /** Absent if the vendor requires no login. */
  readonly login?: string
  readonly password?: string
  /** Certificates to trust, as PEM. */
  readonly ca?: string
}

/** The settings for vendors that are checked together. */
export interface UpstreamParts {
  readonly bureaus: BureauSources
  readonly upstreams: Readonly<Record<string, UpstreamSettings>>
}

/**
 * Reads the secrets and files to which the settings for vendors refer. Adds each error, with its
 * path, to `errors`.
 */
export function upstreamAccess(
  { bureaus, upstreams }: UpstreamParts,
  environment: Readonly<Record<string, string | undefined>>,
  errors: string[],
): Readonly<Record<string, UpstreamAccess>> {
  for (const [bureau, name] of Object.entries(bureaus)) {
    if (name === SIMULATED || Object.hasOwn(upstreams, name)) continue
    errors.push(`bureaus.${bureau}: must be ${SIMULATED} or the name of a vendor in upstreams`)
  }
  const entries = Object.entries(upstreams).map(([name, upstream]) => {
    const place = `upstreams.${name}`
    const addError = (text: string) => errors.push(`${place}.${text}`)
    const headersMs = upstream['headers-timeout-ms'] ?? 0
    if (headersMs > upstream['answer-timeout-ms']) {
      addError('headers-timeout-ms: must not be longer than answer-timeout-ms')
    }
    return [
      name,
      { ...loginOf(upstream, environment, addError), ...caOf(upstream, addError) },
    ] as const
  })
  return Object.fromEntries(entries)
}

/** Characters that no credentials contain (RFC 7617), such as the line break at the end of a file. */
const CONTROL = /\p{Cc}/u

function loginOf(
  { credentials }: UpstreamSettings,
  environment: Readonly<Record<string, string | undefined>>,
  addError: (text: string) => void,
): Pick<UpstreamAccess, 'login' | 'password'> {
  if (credentials === undefined) return {}
  const readVariable = (key: 'login-variable' | 'password-variable') => {
    const value = environment[credentials[key]] ?? ''
    if (value === '') addError(`credentials.${key}: names an environment variable that is not set`)
    if (CONTROL.test(value)) {
      addError(
        `credentials.${key}: names an environment variable with a line break or another control character`,
      )
    }
    return value
  }
  const login = readVariable('login-variable')
  const password = readVariable('password-variable')
  if (credentials.as === 'basic' && login.includes(':')) {
    addError(
      'credentials.login-variable: a user name for basic must not contain a colon (RFC 7617)',
    )
  }
  return { login, password }
}

function caOf(upstream: UpstreamSettings, addError: (text: string) => void): { ca?: string } {
  const file = upstream['ca-file']
  if (file === undefined) return {}
  try {
    const ca = readFileSync(file, 'utf8')
    new X509Certificate(ca)
    return { ca }
  } catch {
    addError('ca-file: is unreadable or not a PEM certificate')
    return {}
  }
}
