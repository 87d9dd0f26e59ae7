/** What is looked at before a service is relied on: each finding with what to do about it. */
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../settings/settings.ts'
import { ANCHORS_FILE, newestAnchorHeld, readAnchors } from '../store/audit/anchors.ts'
import {
  abandonedOrders,
  damageOf,
  isEmpty,
  masterKeyIdsInUse,
  newestMoment,
  type ServerSettings,
  serverSettings,
} from '../store/diagnostics.ts'
import type { Database } from '../store/engine/database.ts'
import { freeBytes } from '../store/engine/disk-reserve.ts'
import { NEWEST_SCHEMA, schemaVersion } from '../store/engine/migrate.ts'
import type { Store } from '../store/store.ts'
import { databaseFile, knownMasterKeys, masterKeyFile, openDatabase } from './open-storage.ts'

/** One thing that was looked at. With `fail`, the service should not run as it is. */
export interface Finding {
  readonly verdict: 'ok' | 'warn' | 'fail'
  /** What was found and, unless all is well, what to do. */
  readonly text: string
}

/** The clock of this machine is behind what was recorded by it. */
export class ClockBehind extends Error {
  override readonly name = 'ClockBehind'
}

const CLOCK_TOLERANCE_MS = 300_000
const OPEN_FILES_MIN = 16_384
const MODE_OF_OTHERS = 0o077

const ok = (text: string): Finding => ({ verdict: 'ok', text })
const warn = (text: string): Finding => ({ verdict: 'warn', text })
const fail = (text: string): Finding => ({ verdict: 'fail', text })

/**
 * Refuses a clock that is behind the newest order: windows, leases and the order of entries would
 * be wrong. An operator who knows better sets the clock, not the service.
 */
export async function rejectClockBehind(
  store: Pick<Store, 'orders' | 'sandbox'>,
  now: Date,
): Promise<void> {
  const [newest] = await store.orders.list({}, { limit: 1 })
  if (newest === undefined) return
  const recorded = newest.receivedAt - (await store.sandbox.state()).advancedMs
  if (isBehind(now, recorded)) throw new ClockBehind(clockText(now, recorded))
}

/** What an operator should know of the database before it is relied on, in a sentence each. */
export async function cautionsOf(database: Database): Promise<readonly string[]> {
  if (database.engine === 'sqlite') return []
  const findings = postgresFindings(await serverSettings(database))
  return findings.filter(({ verdict }) => verdict === 'fail').map(({ text }) => text)
}

/** Looks at everything, in the order in which it should be put right. Nothing is changed. */
export async function examine(settings: Settings, now: Date): Promise<readonly Finding[]> {
  const around = [...networkFindings(settings), ...folderFindings(settings), openFilesFinding()]
  const file = databaseFile(settings)
  if (settings['database-url'] === '' && !existsSync(file)) {
    return [...around, ok('there is no database yet: the first start makes it')]
  }
  try {
    const database = await openDatabase(settings)
    try {
      return [...around, ...(await databaseFindings(database, settings, now))]
    } finally {
      await database.close()
    }
  } catch (error) {
    return [...around, fail(`the database: ${(error as Error).message}`)]
  }
}

function networkFindings(settings: Settings): Finding[] {
  const { host, 'trusted-proxy': behindProxy } = settings
  if (!behindProxy) return [ok(`listens on ${host}`)]
  return [warn(`listens on ${host} behind a proxy: it must end TLS and be the only way in`)]
}

function folderFindings(settings: Settings): Finding[] {
  const { data } = settings
  if (!existsSync(data)) return [ok(`the data folder ${data} is made at the first start`)]
  const files = [masterKeyFile(settings), join(data, 'sandbox-credentials.json')]
  if (settings['database-url'] === '') files.push(databaseFile(settings))
  return [
    modeFinding(data, 'warn', '700'),
    ...files.filter((file) => existsSync(file)).map((file) => modeFinding(file, 'fail', '600')),
    ...(settings['database-url'] === '' ? [diskFinding(settings)] : []),
  ]
}

function modeFinding(path: string, verdict: 'warn' | 'fail', mode: string): Finding {
  // Windows has no such mode.
  const open = process.platform !== 'win32' && (statSync(path).mode & MODE_OF_OTHERS) !== 0
  return open
    ? { verdict, text: `others than its owner may use ${path}: chmod ${mode} ${path}` }
    : ok(`${path} is for its owner alone`)
}

function diskFinding({ data, 'disk-reserve-bytes': reserve }: Settings): Finding {
  const free = freeBytes(data)
  const text = `${Math.floor(free / 1_048_576)} MiB are free on the disk of ${data}`
  if (free < reserve) return fail(`${text}: no order is taken until there is more`)
  return free < 10 * reserve ? warn(`${text}: make room soon`) : ok(text)
}

function openFilesFinding(): Finding {
  const limit = openFilesLimit()
  if (limit === undefined) return ok('the number of open files has no known bound')
  const text = `${limit} files and connections may be open`
  return limit < OPEN_FILES_MIN
    ? warn(`${text}: allow ${OPEN_FILES_MIN} (ulimit -n, LimitNOFILE) where many clients connect`)
    : ok(text)
}

function openFilesLimit(): number | undefined {
  try {
    const said = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
    return /^[0-9]+$/.test(said) ? Number(said) : undefined
  } catch {
    return undefined
  }
}

async function databaseFindings(
  database: Database,
  settings: Settings,
  now: Date,
): Promise<readonly Finding[]> {
  const engine = await engineFindings(database)
  if (await isEmpty(database)) return [...engine, ok('the database is empty')]
  const version = await schemaVersion(database)
  if (version > NEWEST_SCHEMA) {
    const text = `schema ${version} is of a newer program, this one knows ${NEWEST_SCHEMA}`
    return [...engine, fail(`${text}: use the newer one`)]
  }
  const schema =
    version === NEWEST_SCHEMA
      ? ok(`schema ${version}`)
      : warn(`schema ${version} is brought to ${NEWEST_SCHEMA} at the next start: back up first`)
  const rest = [
    keyFinding(database, settings),
    clockFinding(database, now),
    trailFinding(database, settings),
    leaseFinding(database, settings, now),
  ]
  return [...engine, schema, ...(await Promise.all(rest))]
}

async function engineFindings(database: Database): Promise<readonly Finding[]> {
  if (database.engine === 'postgres') return postgresFindings(await serverSettings(database))
  const damage = await damageOf(database)
  return [
    ok('SQLite flushes each commit before it is acknowledged'),
    damage.length === 0
      ? ok('the database file is whole')
      : fail(`the database file is damaged (${damage[0]}): restore a backup`),
  ]
}

/** What the settings of a PostgreSQL server mean for acknowledged orders. */
function postgresFindings(found: ServerSettings): Finding[] {
  const { synchronous_commit: commit, synchronous_standby_names: standbys } = found
  const findings: Finding[] = []
  if (commit === 'off') {
    findings.push(fail('synchronous_commit is off: a crash loses acknowledged orders; set it on'))
  } else if (standbys === '') {
    findings.push(ok('no synchronous standby: an acknowledged order is on one machine'))
  } else if (commit === 'local') {
    findings.push(warn('synchronous_commit is local: the standby is not waited for; set it on'))
  } else findings.push(ok(`an acknowledged order is on the standby too (${commit})`))
  for (const name of ['fsync', 'full_page_writes'] as const) {
    const set = found[name] === 'on'
    findings.push(
      set ? ok(`${name} is on`) : fail(`${name} is off: a crash damages data; set it on`),
    )
  }
  if (found.transaction_read_only === 'on') {
    findings.push(fail('the server takes no writes: it is a standby; point database-url elsewhere'))
  }
  if (found.data_checksums !== 'on') {
    findings.push(warn('data_checksums are off: damage of the disk shows late; see pg_checksums'))
  }
  return findings
}

async function keyFinding(database: Database, settings: Settings): Promise<Finding> {
  const used = await masterKeyIdsInUse(database)
  const known = await knownMasterKeys(settings).catch((error: Error) => error)
  if (known instanceof Error) return fail(`the master key: ${known.message}`)
  const missing = used.filter((id) => !known?.some((key) => key.id === id))
  if (missing.length === 0) return ok(`the master keys in use are at hand: ${used.join(', ')}`)
  return fail(`master key ${missing.join(', ')} is missing: put it back, or what it seals is lost`)
}

async function clockFinding(database: Database, now: Date): Promise<Finding> {
  const recorded = await newestMoment(database)
  if (recorded === undefined || !isBehind(now, recorded)) return ok('the clock is not behind')
  return fail(clockText(now, recorded))
}

async function trailFinding(database: Database, { data }: Settings): Promise<Finding> {
  const path = join(data, ANCHORS_FILE)
  try {
    const anchors = existsSync(path) ? readAnchors(path) : []
    const found = await newestAnchorHeld(database, anchors)
    if (!found.held) {
      const what = found.because === 'gone' ? 'is gone' : 'is another than was anchored'
      return fail(`block ${found.block} of the audit trail ${what}: see trimerge audit verify`)
    }
    const { head, anchored } = found
    if (head === 0) return ok('the audit trail has no block yet')
    if (anchored > 0) return ok(`the audit trail has ${head} blocks, anchored up to ${anchored}`)
    return warn(`nothing vouches for the end of the audit trail: ${path} is not there or empty`)
  } catch (error) {
    return fail(`the anchors ${path} cannot be used: ${(error as Error).message}`)
  }
}

async function leaseFinding(database: Database, settings: Settings, now: Date): Promise<Finding> {
  const since = now.getTime() - settings['order-lease-ms']
  const count = await abandonedOrders(database, since)
  if (count === 0) return ok('no interrupted order waits to be settled')
  return warn(`${count} interrupted orders wait to be settled: a running service does so`)
}

function isBehind(now: Date, recorded: number): boolean {
  return now.getTime() < recorded - CLOCK_TOLERANCE_MS
}

function clockText(now: Date, recorded: number): string {
  const newest = new Date(recorded).toISOString()
  return `the clock says ${now.toISOString()}, and the newest record is of ${newest}: set the clock`
}
