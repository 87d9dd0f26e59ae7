/**
 * Every setting of the service: one table, from which flags, environment variables, the file, the
 * `config` command and docs/settings.md are made. Order of precedence: flag, environment, file,
 * default.
 */
import { readFileSync } from 'node:fs'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import {
  DEPLOYMENTS,
  givesMasterKey,
  MasterKeyCommandSetting,
  mayRun,
  transportFaults,
} from './deployment.ts'

import {
  ALL_SIMULATED,
  BureausSetting,
  type UpstreamAccess,
  UpstreamsSetting,
  upstreamAccess,
} from './upstreams.ts'

interface Setting<T> {
  readonly doc: string
  readonly schema: z.ZodType<T>
  readonly fallback: T
  /** Masked by the `config` command. */
  readonly secret?: boolean
}

function setting<T>(schema: z.ZodType<T>, fallback: T, doc: string, secret = false): Setting<T> {
  return { schema, fallback, doc, secret }
}

const text = z.string().max(1000)

function wholeNumber(min: number, max: number) {
  return z
    .union([z.number(), z.string().regex(/^[0-9]+$/)])
    .transform(Number)
    .pipe(z.int().min(min).max(max)) as unknown as z.ZodType<number>
}

const yesOrNo = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => value === true || value === 'true') as unknown as z.ZodType<boolean>

/** What the same bytes get again: the stored answer, or a refusal that names its report (E103). */
export const DUPLICATES = ['answer', 'refuse'] as const

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

// biome-ignore format: a table
export const SETTINGS = {
  host:              setting(text, '127.0.0.1', 'Address to listen on. One that is not loopback needs tls-cert and tls-key, or trusted-proxy.'),
  port:              setting(wholeNumber(0, 65_535), 8080, 'Port to listen on; 0 takes a free one. The chosen address is also written to the file address in the data folder.'),
  'base-path':       setting(z.string().regex(/^(?:\/[A-Za-z0-9._~-]+)*$/), '', 'Path before all paths of the service, such as /trimerge.'),
  data:              setting(z.string().min(1), './data', 'Folder of the embedded database, the master key and the sandbox credentials.'),
  'database-url':    setting(z.union([z.literal(''), z.string().regex(/^postgres(?:ql)?:\/\//)]), '', 'PostgreSQL to use in place of the embedded database: postgres://…', true),
  deployment:        setting(z.enum(DEPLOYMENTS), 'sandbox', 'What the service is for. In production it makes nothing for itself: it starts only with a master key that is given, and never with simulated bureaus (docs/operations.md).'),
  'master-key':      setting(text, '', 'Master key of 32 bytes in base64 or hex; several apart by commas, the newest first. Where no master key is given, one is made on first start and kept in the file master.key in the data folder.', true),
  'master-key-file': setting(text, '', 'File of the master key, of mode 0600 or 0400; several keys on lines of their own, the newest first.'),
  'master-key-command': setting(MasterKeyCommandSetting, [], 'Command that prints the master key, run once at start without a shell: a list of words, or words apart by spaces.'),
  'master-key-command-timeout-ms': setting(wholeNumber(100, 600_000), 10_000, 'How long that command may take.'),
  'log-level':       setting(z.enum(LOG_LEVELS), 'info', 'Least severe log line that is written.'),
  'metrics-token':   setting(text, '', 'What a reader of /metrics must present as a bearer token. Without it, anyone who reaches the service can read its figures.', true),
  'tls-cert':        setting(text, '', 'PEM file of the certificate and its chain, where the service ends TLS itself. Read again when it changes, and on SIGHUP.'),
  'tls-key':         setting(text, '', 'PEM file of the private key of the certificate, which not everyone on the machine may read.'),
  'trusted-proxy':   setting(yesOrNo, false, 'Whether a proxy that ends TLS stands in front; then other addresses than loopback may be listened on, and the last address of X-Forwarded-For is the client.'),
  'body-bytes-max':  setting(wholeNumber(1024, 16_777_216), 1_048_576, 'Largest request body that is read.'),
  'headers-timeout-ms': setting(wholeNumber(1000, 600_000), 10_000, 'How long a client may take to send its headers.'),
  'request-timeout-ms': setting(wholeNumber(1000, 600_000), 30_000, 'How long a client may take to send its whole request.'),
  'body-bytes-per-second-min': setting(wholeNumber(0, 1_048_576), 500, 'How many bytes of a body a client must send a second, on average after its first 5 seconds; 0 for any.'),
  'keep-alive-timeout-ms': setting(wholeNumber(1000, 3_600_000), 65_000, 'How long an idle connection stays open. Must be longer than the proxy in front keeps its own.'),
  'connections-max':  setting(wholeNumber(1, 1_000_000), 12_000, 'Most connections at a time; further ones are closed at once. A twelfth of them may wait for what their clients have not said yet; beyond it the longest waiting are dropped. The process must be allowed some thousand more open files.'),
  'bureau-timeout-ms':  setting(wholeNumber(100, 600_000), 10_000, 'How long an order waits for a simulated bureau.'),
  bureaus:           setting(BureausSetting, ALL_SIMULATED, 'Where the files of each bureau come from: simulated, or the name of a vendor of upstreams (docs/upstream.md).'),
  upstreams:         setting(UpstreamsSetting, {}, 'Vendors of credit reports by name, and how each wants to be asked (docs/upstream.md).'),
  duplicates:        setting(z.enum(DUPLICATES), 'answer', 'What a byte-identical request gets within the retry window: the stored answer, or a refusal that names its report (E103). An account can have its own.'),
  'retry-window-ms': setting(wholeNumber(0, 2_678_400_000), 86_400_000, 'For how long a byte-identical request is a retry and gets the stored answer.'),
  'order-lease-ms':  setting(wholeNumber(1000, 600_000), 20_000, 'For how long an order belongs to the process that took it without a sign of life; then another process, or this one started anew, settles it.'),
  'report-window-days': setting(wholeNumber(1, 365), 30, 'For how many days after its first issue a report is found by Submit, reissued, upgraded and unmerged.'),
  'refresh-window-days': setting(wholeNumber(1, 365), 120, 'For how many days after its first issue a report can be refreshed.'),
  'drain-delay-ms':  setting(wholeNumber(0, 600_000), 0, 'How long a service that is told to end still takes orders while it says that it is not ready, so that a load balancer notices.'),
  'end-timeout-ms':  setting(wholeNumber(1000, 600_000), 25_000, 'How long after that delay a service that is told to end waits for the orders under way. What is not finished then is settled by another process, or at the next start.'),
  'disk-reserve-bytes': setting(wholeNumber(0, 1_099_511_627_776), 16_777_216, 'With fewer bytes free on the disk of the embedded database, no new order is begun: the rest is for those under way. 0 keeps none.'),
  'report-retention-months': setting(wholeNumber(1, 1200), 25, 'For how many months the content of an order and its report is kept; then its key is destroyed (docs/operations.md).'),
  'refusal-retention-days': setting(wholeNumber(1, 36_500), 90, 'For how many days refused and failed orders are kept in the journal.'),
  'inquiry-retention-months': setting(wholeNumber(1, 1200), 84, 'For how many months it is kept who asked for whose file; these records hold keyed hashes, no names and numbers.'),
  'waiting-ms-max':  setting(wholeNumber(100, 600_000), 5000, 'How long an order may wait for its turn; one that would wait longer is told at once to come again (503). While more comes than can be done for longer than this, a fifth of it for the longest line.'),
  'orders-in-flight-max': setting(wholeNumber(1, 100_000), 256, 'How many orders of one account may run at once, over all replicas; more are answered 429. An account can have its own.'),
  'tagged-pdf':      setting(yesOrNo, false, 'Whether PDFs of reports are tagged, so that programs can read them aloud cell by cell. Drawing one takes over half as much CPU again, and it is twice as large.'),
  'operator-name':   setting(text.min(1), 'Trimerge Sandbox', 'Name of the operator of this service, in RESPONDING_PARTY and on the printed report.'),
  'operator-street': setting(text, '1 Example Plaza', 'Street address of the operator.'),
  'operator-city':   setting(text, 'Portland', 'City of the operator.'),
  'operator-state':  setting(text, 'ME', 'State of the operator.'),
  'operator-postal-code': setting(text, '04101', 'Postal code of the operator.'),
  'operator-contact': setting(text, 'Credit Desk', 'Whom to talk to about reports.'),
  'operator-phone':  setting(text.min(1), '(207) 555-0100', 'Telephone of the contact.'),
  'operator-fax':    setting(text.min(1), '(207) 555-0101', 'Fax of the contact.'),
} as const satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof SETTINGS
type SettingValue<S> = S extends Setting<infer T> ? T : never
export type Settings = { readonly [K in SettingName]: SettingValue<(typeof SETTINGS)[K]> } & {
  /** What the settings of vendors refer to, such as secrets; by vendor, and never shown. */
  readonly upstreamAccess: Readonly<Record<string, UpstreamAccess>>
}

const NAMES = Object.keys(SETTINGS) as SettingName[]

/** Settings that cannot be used: every fault, by name, without the value. */
export class SettingsWrong extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'SettingsWrong'
    this.faults = faults
  }
}

/** The environment variable of a setting: `log-level` is `TRIMERGE_LOG_LEVEL`. */
export function environmentName(name: SettingName): string {
  return `TRIMERGE_${name.replaceAll('-', '_').toUpperCase()}`
}

/** Where settings come from. */
export interface SettingsSources {
  /** By setting name, as the command line gave them. */
  readonly flags: Readonly<Record<string, unknown>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** A YAML file of settings by name. */
  readonly file?: string | undefined
}

/** Reads all settings, or throws `SettingsWrong` with every fault. */
export function readSettings({ flags, environment, file }: SettingsSources): Settings {
  const faults: string[] = []
  const inFile = file === undefined ? {} : settingsOfFile(file, faults)
  const values = NAMES.map((name) => {
    const given = flags[name] ?? environment[environmentName(name)] ?? inFile[name]
    if (given === undefined) return [name, SETTINGS[name].fallback]
    const result = SETTINGS[name].schema.safeParse(given)
    if (result.success) return [name, result.data]
    faults.push(...placedFaults(name, result.error))
    return [name, undefined]
  })
  const table = Object.fromEntries(values) as Omit<Settings, 'upstreamAccess'>
  if (faults.length === 0)
    faults.push(...transportFaults(table), ...givesMasterKey(table), ...mayRun(table))
  const { bureaus = ALL_SIMULATED, upstreams = {} } = table
  const settings = {
    ...table,
    upstreamAccess: upstreamAccess({ bureaus, upstreams }, environment, faults),
  }
  if (faults.length > 0) throw new SettingsWrong(faults)
  return Object.freeze(settings)
}

/** A fault for each place of a setting, without the value. */
function placedFaults(name: string, { issues }: z.ZodError): string[] {
  const places = new Map<string, string[]>()
  for (const { path, message } of issues) {
    const place = [name, ...path].join('.')
    places.set(place, [...(places.get(place) ?? []), message])
  }
  return [...places].map(([place, messages]) => `${place}: ${messages.join('; ')}`)
}

function settingsOfFile(file: string, faults: string[]): Record<string, unknown> {
  const content: unknown = readYaml(file, faults)
  const shape = z.record(z.string(), z.unknown()).safeParse(content ?? {})
  if (!shape.success) {
    faults.push('the settings file must hold a list of names and values')
    return {}
  }
  const unknown = Object.keys(shape.data).filter((name) => !Object.hasOwn(SETTINGS, name))
  faults.push(...unknown.map((name) => `${name}: is no setting (in the settings file)`))
  return shape.data
}

function readYaml(file: string, faults: string[]): unknown {
  try {
    return parseYaml(readFileSync(file, 'utf8'))
  } catch {
    faults.push('the settings file cannot be read as YAML')
    return {}
  }
}

/** The settings as lines of `name: value`, secrets masked. */
export function describeSettings(settings: Settings): string[] {
  return NAMES.map((name) => {
    const value = settings[name]
    const shown = SETTINGS[name].secret && value !== '' ? '•••' : JSON.stringify(value)
    return `${name}: ${shown}`
  })
}

/** The names of the settings that are not as they come. */
export function changedSettings(settings: Settings): string[] {
  const text = (value: unknown) => JSON.stringify(value)
  return NAMES.filter((name) => text(settings[name]) !== text(SETTINGS[name].fallback))
}

/** The process's environment; nothing else reads it. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env
}

/** The reference of settings, as Markdown: `docs/settings.md`. */
export function settingsReference(): string {
  const rows = NAMES.map((name) => {
    const { doc, fallback } = SETTINGS[name]
    const text = typeof fallback === 'object' ? JSON.stringify(fallback) : String(fallback)
    const shown = text === '' ? 'empty' : `\`${text}\``
    return `| \`${name}\` | \`${environmentName(name)}\` | ${shown} | ${doc} |`
  })
  return [
    '# Settings',
    '',
    'Each setting can be given as a flag (`--port 8081`), as an environment variable or in a YAML file',
    '(`--config FILE` or `TRIMERGE_CONFIG`). A flag wins over the environment, the environment over the',
    'file. `trimerge config` prints what is in force, with secrets masked.',
    '',
    '| Setting | Environment | Default | What it is |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
