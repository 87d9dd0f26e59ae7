/**
 * All settings of the service. Flags, environment variables, the settings file, the `config`
 * command and docs/settings.md use one table. Order of precedence: flag, environment, file,
 * default.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { inputProblems, readInput } from '../issue-text.ts'
import { LOG_FORMATS } from '../log.ts'
import { isWorldStart, WORLD_START_YEARS } from '../time.ts'
import { parseYaml } from '../yaml.ts'
import { DUPLICATES } from './choices.ts'
import { DATABASE_URL_RULE, isDatabaseUrl } from './database-url.ts'
import {
  DEPLOYMENTS,
  deploymentErrors,
  MasterKeyCommandSetting,
  masterKeyErrors,
  transportErrors,
} from './deployment.ts'
import {
  ALL_SIMULATED,
  BureausSetting,
  type UpstreamAccess,
  UpstreamsSetting,
  upstreamAccess,
} from './upstreams.ts'

interface Setting<T> {
  /** The text in docs/settings.md and in the help. */
  readonly doc: string
  /** Accepts texts too, because flags and variables are texts. */
  readonly schema: z.ZodType<T>
  /** The default, with which a sandbox can run. */
  readonly fallback: T
  /** Masked by the `config` command. */
  readonly secret?: boolean
}

function setting<T>(schema: z.ZodType<T>, fallback: T, doc: string, secret = false): Setting<T> {
  return { schema, fallback, doc, secret }
}

const text = z.string().max(1000)

// The limits of RESPONDING_PARTY: a stored response with any other text could not be read again.
const partyText = z
  .string()
  .trim()
  .max(250)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'a text without control characters')

// A header cannot carry a line break, so no reader could send such a token.
const bearerToken = text.regex(
  /^[!-~]*$/,
  'letters, digits and signs, without spaces and line breaks',
)

function wholeNumber(min: number, max: number) {
  return z
    .union([z.number(), z.string().regex(/^[0-9]+$/, 'a whole number')], 'a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max)) as unknown as z.ZodType<number>
}

const yesOrNo = z
  .union([z.boolean(), z.enum(['true', 'false'])], 'true or false')
  .transform((value) => value === true || value === 'true') as unknown as z.ZodType<boolean>

/** The kinds of identifiers in a sandbox. */
const ID_KINDS = ['auto', 'random', 'counted'] as const

/** A date in UTC, or a date and time. */
const WORLD_START = `a date or a time in UTC ${WORLD_START_YEARS}, such as 2026-01-15 or 2026-01-15T09:00:00Z`
const WorldStartSetting = z
  .union([z.literal(''), z.iso.date(), z.iso.datetime()], WORLD_START)
  .refine(
    (start) => start === '' || isWorldStart(start),
    WORLD_START,
  ) as unknown as z.ZodType<string>

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

// biome-ignore format: a table
export const SETTINGS = {
  host:              setting(text, '127.0.0.1', 'Address to listen on. An address other than loopback needs tls-cert and tls-key, or trusted-proxy.'),
  port:              setting(wholeNumber(0, 65_535), 8080, 'Port to listen on; 0 picks a free port. While it listens, its address is in the file address in the data folder.'),
  'base-path':       setting(z.string().max(100).regex(/^(?:\/[A-Za-z0-9._~-]+)*$/, 'a path such as /trimerge, or empty'), '', 'Path prefix of all routes, such as /trimerge.'),
  data:              setting(z.string().min(1), './data', 'Data folder: the embedded database, the master key and the sandbox credentials.'),
  'database-url':    setting(z.string().regex(/^(?:$|postgres(?:ql)?:\/\/)/, 'a URL that begins with postgres://').refine(isDatabaseUrl, DATABASE_URL_RULE), '', 'PostgreSQL URL, to use PostgreSQL instead of the embedded database: postgres://…', true),
  deployment:        setting(z.enum(DEPLOYMENTS), 'sandbox', 'Kind of deployment: sandbox or production. A production service starts only with a configured master key and without simulated bureaus (docs/operations.md).'),
  'master-key':      setting(text, '', 'Master key: 32 bytes in base64 or hex. Separate several keys with commas, newest first. If no master key is configured, the first start creates the file master.key in the data folder.', true),
  'master-key-file': setting(text, '', 'File that holds the master key, with mode 0600 or 0400. Put several keys on separate lines, newest first.'),
  'master-key-command': setting(MasterKeyCommandSetting, [], 'Command that prints the master key, run once at startup without a shell: a list of words, or words separated by spaces.'),
  'master-key-command-timeout-ms': setting(wholeNumber(100, 600_000), 10_000, 'Timeout of master-key-command.'),
  'log-level':       setting(z.enum(LOG_LEVELS), 'info', 'Minimum severity of log lines: trace, debug, info, warn, error, fatal or silent.'),
  'log-format':      setting(z.enum(LOG_FORMATS), 'auto', 'Format of log lines: json, pretty for people, or auto: pretty on a terminal and json otherwise. The log goes to standard error.'),
  'operator-second-factor': setting(z.enum(['optional', 'required']), 'optional', 'Whether console users need a second factor: optional or required. If required, a user without one can only set it up.'),
  'metrics-token':   setting(bearerToken, '', 'Bearer token required for /metrics. If empty, anyone who can reach the service can read its metrics.', true),
  'tls-cert':        setting(text, '', 'PEM file with the certificate and its chain, if the service terminates TLS itself. Reloaded when the file changes and on SIGHUP.'),
  'tls-key':         setting(text, '', 'PEM file with the private key of the certificate. It must not be readable by everyone.'),
  'trusted-proxy':   setting(yesOrNo, false, 'Whether a TLS-terminating proxy is in front. If true, the service may listen on any address and takes the last address in X-Forwarded-For as the client.'),
  'body-bytes-max':  setting(wholeNumber(1024, 16_777_216), 1_048_576, 'Maximum size of a request body.'),
  'headers-timeout-ms': setting(wholeNumber(1000, 600_000), 10_000, 'Timeout for receiving the request headers.'),
  'request-timeout-ms': setting(wholeNumber(1000, 600_000), 30_000, 'Timeout for receiving the whole request.'),
  'body-bytes-per-second-min': setting(wholeNumber(0, 1_048_576), 500, 'Minimum upload rate of a request body, as an average after the first 5 seconds; 0 for no minimum.'),
  'keep-alive-timeout-ms': setting(wholeNumber(1000, 3_600_000), 65_000, 'How long an idle connection stays open. Set it longer than the idle timeout of the proxy in front.'),
  'connections-max':  setting(wholeNumber(1, 1_000_000), 12_000, 'Maximum number of open connections; the service closes further ones at once. At most a twelfth may have an incomplete request; beyond that, the service closes those that have waited longest. Allow the process about a thousand more open files.'),
  'world-start':     setting(WorldStartSetting, '', `Date or time, ${WORLD_START_YEARS}, at which the world of the sandbox begins, such as 2026-01-15 or 2026-01-15T09:00:00Z. Its clock is then frozen and changes only when it is advanced, so that the same orders get the same responses on every machine and in every month. If empty, the world begins at the first start and its clock follows real time. Applies when a world begins.`),
  ids:               setting(z.enum(ID_KINDS), 'auto', 'Identifiers of orders and reports in the sandbox: `random`, or `counted` from 1, the same in every world. `auto` counts if world-start is set. Applies when a world begins.'),
  'bureau-timeout-ms':  setting(wholeNumber(100, 600_000), 10_000, 'Timeout for a simulated bureau.'),
  bureaus:           setting(BureausSetting, ALL_SIMULATED, 'Source of the credit files of each bureau: simulated, or the name of a vendor in upstreams (docs/upstream.md).'),
  upstreams:         setting(UpstreamsSetting, {}, 'Vendors of credit reports by name, with the connection settings of each (docs/upstream.md).'),
  duplicates:        setting(z.enum(DUPLICATES), 'answer', 'Response to a byte-identical request within the retry window: `answer` returns the stored response, `refuse` returns an error with the ID of the existing report (E103). Accounts can override it.'),
  'retry-window-ms': setting(wholeNumber(0, 2_678_400_000), 86_400_000, 'How long the service treats a byte-identical request as a retry.'),
  'order-lease-ms':  setting(wholeNumber(1000, 600_000), 20_000, 'How long a running order stays with its process without a renewed lease. After that, another process or the restarted one settles the order.'),
  'report-window-days': setting(wholeNumber(1, 365), 30, 'Days after first issue in which Submit returns an existing report and Reissue, Upgrade and Unmerge are possible.'),
  'refresh-window-days': setting(wholeNumber(1, 365), 120, 'Days after first issue in which Refresh is possible.'),
  'drain-delay-ms':  setting(z.union([z.literal('auto'), wholeNumber(0, 600_000)]), 'auto', 'How long a service that is shutting down still accepts orders while its readiness check fails, so that a load balancer can take it out of rotation. `auto` is 5 seconds with trusted-proxy or in a production deployment, otherwise 0.'),
  'end-timeout-ms':  setting(wholeNumber(1000, 600_000), 25_000, 'How long a service that is shutting down waits for running orders, after drain-delay-ms. Another process or the next start settles unfinished orders.'),
  'disk-reserve-bytes': setting(wholeNumber(0, 1_099_511_627_776), 16_777_216, 'Free disk space kept for running orders. With less space, the embedded database accepts no new orders. 0 for no reserve.'),
  'report-retention-months': setting(wholeNumber(1, 1200), 25, 'Months to keep the content of an order and its report. After that, the service destroys its key (docs/operations.md).'),
  'refusal-retention-days': setting(wholeNumber(1, 36_500), 90, 'Days to keep rejected and failed orders in the request log.'),
  'purge-grace-days': setting(wholeNumber(0, 365), 7, 'Days during which data that the daily purge has set aside can be restored (trimerge purge --restore). After that, it is destroyed.'),
  'inquiry-retention-months': setting(wholeNumber(1, 1200), 84, 'Months to keep inquiry records: which account requested which consumer\'s file. They hold keyed hashes, no names or SSNs.'),
  'waiting-ms-max':  setting(wholeNumber(100, 600_000), 5000, 'Maximum queueing time of an order. The service rejects an order that would wait longer with 503 and Retry-After. During a longer overload, the limit for the account with the longest queue is a fifth of it.'),
  'orders-in-flight-max': setting(wholeNumber(1, 100_000), 256, 'Maximum number of concurrent orders of one account, over all replicas; further orders get 429. Accounts can override it.'),
  'order-threads':  setting(z.union([z.literal('auto'), wholeNumber(0, 64)]), 'auto', 'Maximum number of threads that process orders. `auto` is four for every five CPU cores, rounded down, but at most one for each 100 MiB beyond 400 MiB of a container\'s memory limit, and at least 1. One starts with the service, and another whenever all of them are busy; each takes about 60 MiB of memory. With 0, the main thread processes orders.'),
  'tagged-pdf':      setting(yesOrNo, false, 'Whether report PDFs are tagged for screen readers. A tagged PDF needs over 50% more CPU time and is twice as large.'),
  'score-notice-file': setting(text, '', 'Text file with the notice to home loan applicants for the printed report, in the words that 15 U.S.C. 1681g(g)(1)(D) prescribes. If empty, the report prints a summary.'),
  'operator-name':   setting(partyText.min(1), 'Trimerge Sandbox', 'Name of the organization that operates this service, in RESPONDING_PARTY and on the printed report.'),
  'operator-street': setting(partyText, '1 Example Plaza', 'Street address of the operator.'),
  'operator-city':   setting(partyText, 'Portland', 'City of the operator.'),
  'operator-state':  setting(partyText, 'ME', 'State of the operator.'),
  'operator-postal-code': setting(partyText, '04101', 'Postal code of the operator.'),
  'operator-contact': setting(partyText, 'Credit Desk', 'Contact for questions about reports.'),
  'operator-phone':  setting(partyText.min(1), '(207) 555-0100', 'Phone number of the contact.'),
  'operator-fax':    setting(partyText.min(1), '(207) 555-0101', 'Fax number of the contact.'),
} as const satisfies Record<string, Setting<unknown>>

/** The name of a setting, as in the settings file and as a flag of a command. */
export type SettingName = keyof typeof SETTINGS
type SettingValue<S> = S extends Setting<infer T> ? T : never
/** The values of all settings: configured ones, or their defaults. */
export type Settings = { readonly [K in SettingName]: SettingValue<(typeof SETTINGS)[K]> } & {
  /** The secrets and files to which the settings of vendors refer, by vendor. Never shown. */
  readonly upstreamAccess: Readonly<Record<string, UpstreamAccess>>
  /** The environment variables that look like settings, but set none. */
  readonly unknownVariables: readonly string[]
  /** The settings whose secrets are on the command line, where other users can read them. */
  readonly exposedSecrets: readonly SettingName[]
}

const NAMES = Object.keys(SETTINGS) as SettingName[]

/** Returns the possible values of a setting; none if it is no setting or takes other values. */
export function choicesOfSetting(name: string): readonly string[] {
  const { schema } = Object.entries(SETTINGS).find(([one]) => one === name)?.[1] ?? {}
  return schema instanceof z.ZodEnum ? schema.options.map(String) : []
}

/** Invalid settings: every error with the setting's name, never its value. */
export class SettingsWrong extends Error {
  /** All errors, so that a start fails once and not once for each. */
  readonly errors: readonly string[]

  constructor(errors: readonly string[]) {
    super(errors.join('\n'))
    this.name = 'SettingsWrong'
    this.errors = errors
  }
}

/** Returns the environment variable of a setting: `TRIMERGE_LOG_LEVEL` for `log-level`. */
export function environmentName(name: SettingName): string {
  return `TRIMERGE_${name.replaceAll('-', '_').toUpperCase()}`
}

/** Variables that are no settings, but that commands and the examples of the docs read. */
const OTHER_VARIABLES: readonly string[] = ['CONFIG', 'SECRET', 'URL', 'USER'].map(
  (name) => `TRIMERGE_${name}`,
)

/** Kubernetes sets these in each pod beside a service of the name trimerge. */
const OF_KUBERNETES = /^TRIMERGE_(?:SERVICE|PORT)_/

/**
 * Returns the variables that begin like those of settings, but that nothing reads. They are probably
 * misspelled, and the setting that they mean has another value.
 */
function unknownVariables(
  environment: SettingsSources['environment'],
  upstreams: Settings['upstreams'],
): readonly string[] {
  const ofVendors = Object.values(upstreams).flatMap((vendor) =>
    Object.values(vendor.credentials ?? {}),
  )
  const known = new Set<unknown>([...NAMES.map(environmentName), ...OTHER_VARIABLES, ...ofVendors])
  return Object.keys(environment).filter(
    (name) => name.startsWith('TRIMERGE_') && !known.has(name) && !OF_KUBERNETES.test(name),
  )
}

/** A database URL without a password, which is no secret. */
const WITHOUT_PASSWORD = /^postgres(?:ql)?:\/\/(?![^/@]*:[^/@]*@)(?!.*[?&]password=)/

function exposedSecrets(flags: SettingsSources['flags']): readonly SettingName[] {
  return NAMES.filter((name) => {
    const value = SETTINGS[name].secret ? String(flags[name] ?? '') : ''
    return value !== '' && !WITHOUT_PASSWORD.test(value)
  })
}

/** The sources of the settings. */
export interface SettingsSources {
  /** Values from the command line, by setting name. */
  readonly flags: Readonly<Record<string, unknown>>
  /** The environment variables. If a variable is missing, the setting comes from the file. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** A YAML file of settings by name. */
  readonly file?: string | undefined
}

/** Reads all settings. Throws `SettingsWrong` with all errors. */
export function readSettings({ flags, environment, file }: SettingsSources): Settings {
  const errors: string[] = []
  const inFile = file === undefined ? {} : settingsOfFile(file, errors)
  const values = NAMES.map((name) => {
    const inEnvironment = environment[environmentName(name)]
    const given = flags[name] ?? inEnvironment ?? inFile[name]
    if (given === undefined) return [name, SETTINGS[name].fallback]
    const result = readInput(SETTINGS[name].schema, given)
    if (result.success) return [name, result.data]
    // A variable may come from elsewhere: an orchestrator, a file of a shell.
    const isVariable = flags[name] === undefined && inEnvironment !== undefined
    const source = isVariable ? ` (${environmentName(name)})` : ''
    errors.push(...errorsByPath(name, source, result.error))
    return [name, undefined]
  })
  type Derived = 'upstreamAccess' | 'unknownVariables' | 'exposedSecrets'
  const table = Object.fromEntries(values) as Omit<Settings, Derived>
  if (errors.length === 0)
    errors.push(...transportErrors(table), ...masterKeyErrors(table), ...deploymentErrors(table))
  const { upstreams = {} } = table
  // If upstreams is invalid, its vendors are not known, and no bureau is blamed for naming one.
  const bureaus = (table.upstreams && table.bureaus) ?? ALL_SIMULATED
  const settings = {
    ...table,
    upstreamAccess: upstreamAccess({ bureaus, upstreams }, environment, errors),
    unknownVariables: unknownVariables(environment, upstreams),
    exposedSecrets: exposedSecrets(flags),
  }
  if (errors.length > 0) throw new SettingsWrong(errors)
  return Object.freeze(settings)
}

/** Returns an error for each path in a setting with the source of its value, without the value. */
function errorsByPath(name: string, source: string, error: z.ZodError): string[] {
  const places = new Map<string, string[]>()
  for (const { path, expected } of inputProblems(error)) {
    const place = path === '' ? name : `${name}.${path}`
    places.set(place, [...(places.get(place) ?? []), expected])
  }
  return [...places].map(([place, messages]) => `${place}${source}: ${messages.join('; ')}`)
}

function settingsOfFile(file: string, errors: string[]): Record<string, unknown> {
  const content: unknown = readYaml(file, errors)
  const shape = z.record(z.string(), z.unknown()).safeParse(content ?? {})
  if (!shape.success) {
    errors.push('the settings file must be a YAML mapping of setting names to values')
    return {}
  }
  const unknown = Object.keys(shape.data).filter((name) => !Object.hasOwn(SETTINGS, name))
  errors.push(
    ...unknown.map(
      (name) =>
        `${name}: unknown setting in the settings file; docs/settings.md lists all settings`,
    ),
  )
  return shape.data
}

function readYaml(file: string, errors: string[]): unknown {
  try {
    return parseYaml(readFileSync(file, 'utf8'))
  } catch (error) {
    errors.push(`the settings file ${file} ${unreadableText(error)}`)
    return {}
  }
}

/** Says why a settings file cannot be used, without the parser's message, which quotes the file. */
function unreadableText(error: unknown): string {
  const { code, errno, linePos } = error as NodeJS.ErrnoException & {
    readonly linePos?: readonly [{ readonly line: number }]
  }
  if (errno !== undefined) return `is unreadable (${code})`
  return `is not valid YAML${linePos === undefined ? '' : ` (line ${linePos[0].line})`}`
}

/** Shown in place of a secret that is set. */
export const SECRET_IS_SET = '•••'

/** Returns the settings by name, with secrets masked. */
export function describeSettings(settings: Settings): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    NAMES.map((name) => {
      const value = settings[name]
      return [name, SETTINGS[name].secret && value !== '' ? SECRET_IS_SET : value]
    }),
  )
}

/** Returns the names of the settings that differ from their defaults. */
export function changedSettings(settings: Settings): string[] {
  const text = (value: unknown) => JSON.stringify(value)
  return NAMES.filter((name) => text(settings[name]) !== text(SETTINGS[name].fallback))
}

/**
 * Returns the options for printed reports. Reads `score-notice-file`, and throws `SettingsWrong` if
 * it cannot be read.
 */
export function printOptionsOf({ 'tagged-pdf': tagged, 'score-notice-file': file }: Settings) {
  return { tagged, scoreNotice: scoreNoticeIn(file) }
}

/** Returns the text of the file; empty if no file is set. */
function scoreNoticeIn(file: string): string {
  if (file === '') return ''
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new SettingsWrong([`score-notice-file: cannot read ${file}`])
  }
}

/** Returns the environment of the process. No other code reads it. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env
}
