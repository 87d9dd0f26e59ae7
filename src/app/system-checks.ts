/**
 * The checks of `trimerge doctor` that need no database: settings, certificate, files and limits of
 * the system.
 */
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { requireWritable } from '../create-folder.ts'
import { certificateOf } from '../http/tls.ts'
import { CREDENTIALS_FILE } from '../sandbox/first-account.ts'
import { environmentName, type Settings, SettingsWrong } from '../settings/settings.ts'
import { freeBytes } from '../store/disk-reserve.ts'
import { DAY_MS } from '../time.ts'
import { databaseFile, masterKeyFile } from './data-folder.ts'

/** The result of one check. With `fail`, the service should not run in its current state. */
export interface Finding {
  /** With `fail`, the command exits with 1. */
  readonly verdict: 'ok' | 'warn' | 'fail'
  /** The finding and, unless it is good, the remedy. */
  readonly text: string
}

/**
 * The recommended limit of open files. Each connection uses one, to a client or to the database.
 */
const OPEN_FILES_MIN = 16_384
/** The same as in the alert `TrimergeCertificateExpires`. */
const CERTIFICATE_DAYS_MIN = 14
/** The permissions of the group and of other users. */
const MODE_OF_OTHERS = 0o077

export const ok = (text: string): Finding => ({ verdict: 'ok', text })
export const warn = (text: string): Finding => ({ verdict: 'warn', text })
export const fail = (text: string): Finding => ({ verdict: 'fail', text })

/**
 * Returns a warning for each environment variable that sets nothing, for each secret on the command
 * line, and for each vendor that no bureau names: its operator may take simulated files for real.
 */
export function settingWarnings({
  unknownVariables,
  exposedSecrets,
  upstreams,
  bureaus,
}: Pick<
  Settings,
  'unknownVariables' | 'exposedSecrets' | 'upstreams' | 'bureaus'
>): readonly string[] {
  const unused = Object.keys(upstreams).filter((name) => !Object.values(bureaus).includes(name))
  return [
    ...unknownVariables.map(
      (name) => `${name} sets nothing: docs/settings.md has the variables of all settings`,
    ),
    ...exposedSecrets.map(
      (name) =>
        `other users of this machine can read --${name} in the list of processes: set ${environmentName(name)} or a settings file instead`,
    ),
    ...unused.map(
      (name) => `no bureau gets its files from the vendor ${name}: name it in the setting bureaus`,
    ),
  ]
}

/** Checks everything that needs no database. */
export function systemFindings(settings: Settings, now: Date): readonly Finding[] {
  return [
    ...settingWarnings(settings).map(warn),
    ...networkFindings(settings),
    ...certificateFindings(settings, now),
    ...folderFindings(settings),
    openFilesFinding(),
    ...shutdownFindings(settings),
  ]
}

function networkFindings(settings: Settings): Finding[] {
  const { host, 'trusted-proxy': behindProxy } = settings
  if (!behindProxy) return [ok(`listens on ${host}`)]
  return [
    warn(
      `listens on ${host} behind a proxy: make sure that the proxy terminates TLS and that clients cannot bypass it`,
    ),
  ]
}

/** Checks the certificate as a start does, and for how long clients accept it. */
function certificateFindings(settings: Settings, now: Date): Finding[] {
  try {
    const certificate = certificateOf(settings)
    if (certificate === undefined) return []
    const { validFromDate, validToDate } = new X509Certificate(certificate.cert)
    const days = Math.floor((validToDate.getTime() - now.getTime()) / DAY_MS)
    const text = `the TLS certificate is valid from ${validFromDate.toISOString()} to ${validToDate.toISOString()}`
    if (now < validFromDate || now > validToDate) return [fail(`${text}: replace the file`)]
    return [days < CERTIFICATE_DAYS_MIN ? warn(`${text}: renew it soon`) : ok(text)]
  } catch (error) {
    if (!(error instanceof SettingsWrong)) throw error
    return [fail(error.message)]
  }
}

function folderFindings(settings: Settings): Finding[] {
  const { data } = settings
  if (!existsSync(data)) {
    return canCreate(data)
      ? [ok(`the first start creates the data folder ${data}`)]
      : [fail(`the data folder ${data} does not exist, and this user may not create it`)]
  }
  const files = [masterKeyFile(settings), join(data, CREDENTIALS_FILE)]
  if (settings['database-url'] === '') files.push(databaseFile(settings))
  return [
    modeFinding(data, 'warn', '700'),
    ...files.filter((file) => existsSync(file)).map((file) => modeFinding(file, 'fail', '600')),
    ...(settings['database-url'] === '' ? [diskFinding(settings)] : []),
  ]
}

function canCreate(folder: string): boolean {
  try {
    requireWritable(folder)
    return true
  } catch {
    return false
  }
}

function modeFinding(path: string, verdict: 'warn' | 'fail', mode: string): Finding {
  // Windows does not have these permissions.
  const open = process.platform !== 'win32' && (statSync(path).mode & MODE_OF_OTHERS) !== 0
  return open
    ? { verdict, text: `${path} is accessible to other users: chmod ${mode} ${path}` }
    : ok(`${path} is accessible only to its owner`)
}

function diskFinding({ data, 'disk-reserve-bytes': reserve }: Settings): Finding {
  const free = freeBytes(data)
  const text = `${Math.floor(free / 1_048_576)} MiB are free on the disk of ${data}`
  if (free < reserve) return fail(`${text}: orders are rejected until you free disk space`)
  return free < 10 * reserve ? warn(`${text}: free disk space soon`) : ok(text)
}

/**
 * Warns if stopping the service can cut off hard pulls. A hard pull that is cut off leaves an
 * inquiry, and sending the order again makes another.
 */
function shutdownFindings(settings: Pick<Settings, 'upstreams' | 'end-timeout-ms'>): Finding[] {
  const { upstreams, 'end-timeout-ms': endMs } = settings
  return Object.entries(upstreams)
    .filter(([, vendor]) => !vendor.deduplicates && vendor['answer-timeout-ms'] > endMs)
    .map(([name, { 'answer-timeout-ms': answerMs }]) =>
      warn(
        `a service that stops cuts off orders at ${name}, which may take ${answerMs} ms: set end-timeout-ms to more than that`,
      ),
    )
}

function openFilesFinding(): Finding {
  const limit = openFilesLimit()
  if (limit === undefined) return ok('the limit of open files is unknown or unlimited')
  const text = `the limit of open files and connections is ${limit}`
  return limit < OPEN_FILES_MIN
    ? warn(
        `${text}: raise it to ${OPEN_FILES_MIN} (ulimit -n, LimitNOFILE) if many clients connect`,
      )
    : ok(text)
}

function openFilesLimit(): number | undefined {
  try {
    const output = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
    return /^[0-9]+$/.test(output) ? Number(output) : undefined
  } catch {
    return undefined
  }
}
