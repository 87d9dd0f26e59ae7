/**
 * The checks of `trimerge doctor`. Each finding has its remedy. The checks only read and never
 * repair.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { counted } from '../documents/wording.ts'
import type { Settings } from '../settings/settings.ts'
import {
  abandonedOrders,
  damageOf,
  hasNoSchema,
  isSearchPathEmpty,
  isUnencrypted,
  masterKeyIdsInUse,
  mayMigrate,
  type ServerSettings,
  serverSettings,
} from '../store/diagnostics.ts'
import { type Database, StatementFailed } from '../store/engine/database.ts'
import { guardProblems, tablesWithoutRights } from '../store/engine/guards.ts'
import { driftedSteps, NEWEST_SCHEMA, schemaVersion } from '../store/engine/migrate.ts'
import { clockProblem, findClockMark } from '../store/records/clock-mark.ts'
import { openVault } from '../store/sealing/open-vault.ts'
import { ANCHORS_FILE, newestAnchorHeld, readAnchors } from '../store/verification/anchors.ts'
import { Findings } from '../store/verification/findings.ts'
import { checkAccess } from '../store/verification/verify-access.ts'
import { hasDatabase } from './data-folder.ts'
import { isServerUnverified, knownMasterKeys, openDatabase } from './open-storage.ts'
import { type Finding, fail, ok, systemFindings, warn } from './system-checks.ts'

/**
 * Returns warnings about the database, each in one sentence. They are logged when a service starts.
 */
export async function databaseWarnings(
  database: Database,
  settings: Pick<Settings, 'database-url'>,
): Promise<readonly string[]> {
  if (database.engine === 'sqlite') return []
  const findings = postgresFindings(await serverSettings(database))
  const tls = await tlsFinding(database, settings)
  return [...findings.filter(({ verdict }) => verdict === 'fail'), tls]
    .filter(({ verdict }) => verdict !== 'ok')
    .map(({ text }) => text)
}

/** Checks everything, in the order in which problems should be fixed. Changes nothing. */
export async function runChecks(settings: Settings, now: Date): Promise<readonly Finding[]> {
  const system = systemFindings(settings, now)
  try {
    if (settings['database-url'] === '' && !hasDatabase(settings)) {
      return [...system, ok('no database yet: the first start creates it')]
    }
    const database = await openDatabase(settings)
    try {
      return [...system, ...(await databaseFindings(database, settings, now))]
    } finally {
      await database.close()
    }
  } catch (error) {
    return [...system, fail(`database: ${(error as Error).message}`)]
  }
}

const MAY_NOT_MIGRATE =
  'the role of database-url may not migrate it: run trimerge migrate --grant ROLE with the URL of the owner'

/** Reports a schema that this release supports. */
function schemaFinding(version: number, isOwner: boolean): Finding {
  if (version === NEWEST_SCHEMA) return ok(`schema ${version}`)
  return isOwner
    ? warn(`the next start migrates schema ${version} to ${NEWEST_SCHEMA}: back up first`)
    : fail(`schema ${version} is older than ${NEWEST_SCHEMA}, and ${MAY_NOT_MIGRATE}`)
}

/** Reports whether a service with this role of PostgreSQL could change its own audit trail. */
function roleFinding(isOwner: boolean): Finding {
  return isOwner
    ? warn(
        'the role of database-url owns the tables, so a service could change its audit trail: give services a role of their own with trimerge migrate --grant ROLE',
      )
    : ok('the role of database-url does not own the tables')
}

/** Returns what is wrong if the role of PostgreSQL may not use all tables, and the remedy. */
export async function rightsProblem(database: Database): Promise<string | undefined> {
  const [table] = await tablesWithoutRights(database)
  if (table === undefined) return undefined
  const text = `the role of database-url lacks rights on the table ${table}`
  return `${text}: run trimerge migrate --grant ROLE with the URL of its owner`
}

async function databaseFindings(
  database: Database,
  settings: Settings,
  now: Date,
): Promise<readonly Finding[]> {
  const engine = await engineFindings(database, settings)
  if (await isSearchPathEmpty(database)) {
    const text = 'the search_path of the role of database-url has no schema'
    return [...engine, fail(`${text}: create the schema, or reset the search_path`)]
  }
  const isOwner = await mayMigrate(database)
  if (await hasNoSchema(database)) {
    const text = 'the database is empty'
    return [...engine, isOwner ? ok(text) : fail(`${text}, and ${MAY_NOT_MIGRATE}`)]
  }
  const rights = await rightsProblem(database)
  if (rights !== undefined) return [...engine, fail(rights)]
  const version = await schemaVersion(database)
  if (version > NEWEST_SCHEMA) {
    const text = `schema ${version} is from a newer release; this one supports up to ${NEWEST_SCHEMA}`
    return [...engine, fail(`${text}: run the newer release`)]
  }
  const drifted = await driftedSteps(database)
  if (drifted.length > 0) {
    const text = `schema ${drifted.join(', ')} was made by another build`
    return [...engine, fail(`${text}: run the release that made it, or restore a backup`)]
  }
  const schema = schemaFinding(version, isOwner)
  const role = database.engine === 'postgres' ? [roleFinding(isOwner)] : []
  const rest = [
    keyFinding(database, settings),
    clockFinding(database, now),
    guardFinding(database),
    accessFinding(database, settings, now),
    trailFinding(database, settings),
    leaseFinding(database, settings),
  ].map((finding) => (version === NEWEST_SCHEMA ? finding : finding.catch(afterMigration)))
  return [...engine, schema, ...role, ...(await Promise.all(rest))]
}

/** An older schema can lack a column that a check reads. The next start adds it. */
function afterMigration(error: unknown): Finding {
  if (!(error instanceof StatementFailed)) throw error
  return warn('one check needs the newest schema: run the doctor again after the migration')
}

async function engineFindings(database: Database, settings: Settings): Promise<readonly Finding[]> {
  if (database.engine === 'postgres') {
    return [
      ...postgresFindings(await serverSettings(database)),
      await tlsFinding(database, settings),
    ]
  }
  const damage = await damageOf(database)
  return [
    ok('SQLite flushes each commit before it is acknowledged'),
    damage.length === 0
      ? ok('the database file passed the integrity check')
      : fail(`the database file is damaged (${damage[0]}): restore a backup`),
  ]
}

/** Checks whether others on the network could read the traffic to the database. */
async function tlsFinding(
  database: Database,
  settings: Pick<Settings, 'database-url'>,
): Promise<Finding> {
  if (isServerUnverified(settings)) {
    return warn(
      'the certificate of PostgreSQL is not verified: set sslmode=verify-full&sslrootcert=FILE in database-url',
    )
  }
  if (!(await isUnencrypted(database)))
    return ok('the connection to PostgreSQL is encrypted or stays on this machine')
  return warn(
    'the connection to PostgreSQL is not encrypted and leaves this machine: add ?sslmode=verify-full&sslrootcert=FILE to database-url',
  )
}

/** Encodings of a database in which every text of a request can be stored. */
const STORES_ALL_TEXTS: readonly string[] = ['UTF8', 'SQL_ASCII']

/** Checks whether the settings of a PostgreSQL server protect acknowledged orders. */
export function postgresFindings(found: ServerSettings): Finding[] {
  const { synchronous_commit: commit, synchronous_standby_names: standbys } = found
  const findings: Finding[] = []
  if (commit === 'off') {
    findings.push(
      fail('synchronous_commit is off: a crash loses acknowledged orders; set it to on'),
    )
  } else if (standbys === '') {
    findings.push(ok('no synchronous standby: acknowledged orders are on one machine only'))
  } else if (commit === 'local') {
    findings.push(
      warn('synchronous_commit is local: commits do not wait for the standby; set it to on'),
    )
  } else if (commit === 'remote_write') {
    findings.push(
      warn(
        'synchronous_commit is remote_write: a crash of both machines loses acknowledged orders; set it to on',
      ),
    )
  } else if (commit === 'remote_apply') {
    findings.push(
      ok('acknowledged orders are flushed and applied on the standby too (remote_apply)'),
    )
  } else findings.push(ok(`acknowledged orders are flushed on the standby too (${commit})`))
  for (const name of ['fsync', 'full_page_writes'] as const) {
    const set = found[name] === 'on'
    findings.push(
      set ? ok(`${name} is on`) : fail(`${name} is off: a crash can damage data; set it to on`),
    )
  }
  if (found.transaction_read_only === 'on') {
    findings.push(
      fail(
        'PostgreSQL is read-only: point database-url to the primary, and leave default_transaction_read_only off',
      ),
    )
  }
  if (!STORES_ALL_TEXTS.includes(found.server_encoding)) {
    const text = `the database has the encoding ${found.server_encoding}, so requests with other characters fail`
    findings.push(fail(`${text}: move the data to a database with the encoding UTF8`))
  }
  if (found.data_checksums !== 'on') {
    findings.push(
      warn('data_checksums is off: disk damage goes unnoticed; enable it with pg_checksums'),
    )
  }
  return findings
}

async function keyFinding(database: Database, settings: Settings): Promise<Finding> {
  const used = await masterKeyIdsInUse(database)
  const known = await knownMasterKeys(settings).catch((error: Error) => error)
  if (known instanceof Error) return fail(`master key: ${known.message}`)
  const missing = used.filter((id) => !known?.some((key) => key.id === id))
  if (missing.length === 0) return ok(`all master keys in use are configured: ${used.join(', ')}`)
  return fail(
    `master key ${missing.join(', ')} is missing: restore it, or the data encrypted with it is lost`,
  )
}

async function clockFinding(database: Database, now: Date): Promise<Finding> {
  const mark = await findClockMark(database)
  const problem = mark && clockProblem(now.getTime(), mark)
  if (problem === undefined) return ok('the clock agrees with the recorded times')
  return problem.isBehind ? fail(problem.text) : warn(problem.text)
}

async function trailFinding(database: Database, { data }: Settings): Promise<Finding> {
  const path = join(data, ANCHORS_FILE)
  try {
    const anchors = existsSync(path) ? readAnchors(path) : []
    const found = await newestAnchorHeld(database, anchors)
    if (!found.held) {
      const what = found.because === 'missing' ? 'is missing' : 'differs from its anchor'
      return fail(
        `block ${found.block} of the audit trail ${what}: run trimerge audit verify; if you recovered the database to an earlier moment, then move ${path} to another folder`,
      )
    }
    const { head, anchored } = found
    if (head === 0) return ok('the audit trail has no block yet')
    if (anchored > 0) return ok(`the audit trail has ${head} blocks, anchored up to ${anchored}`)
    return warn(`the end of the audit trail is not anchored: ${path} is missing or empty`)
  } catch (error) {
    return fail(`the anchors file ${path} is unusable: ${(error as Error).message}`)
  }
}

/** Checks the triggers and rights that protect the audit trail from changes. */
async function guardFinding(database: Database): Promise<Finding> {
  const weakened = await guardProblems(database)
  if (weakened.length === 0) return ok('the audit trail is protected by its triggers and rights')
  return fail(
    `the audit trail is not protected: ${weakened.join('; ')}: run trimerge audit verify, restore a backup if it finds anything, and otherwise undo this change`,
  )
}

/** Checks accounts and operators against their hashes and the audit trail. */
async function accessFinding(database: Database, settings: Settings, now: Date): Promise<Finding> {
  const keys = await knownMasterKeys(settings).catch(() => undefined)
  const used = await masterKeyIdsInUse(database)
  // Without the right key, every row would look changed.
  const areAllKnown = used.length > 0 && used.every((id) => keys?.some((key) => key.id === id))
  if (keys === undefined || !areAllKnown) {
    return ok('accounts and console users were not checked: the master key is missing')
  }
  const findings = new Findings()
  await checkAccess(database, await openVault(database, keys, now.getTime()), findings)
  const [first] = findings.named
  if (first === undefined)
    return ok('accounts, console users and legal holds match the audit trail')
  const { place, what } = first
  // A hold or a lender case grants no login.
  const isLogin = /^(?:account|operator|session)/.test(place)
  const effect = isLogin ? '; the service rejects sign-ins with it' : ''
  return fail(
    `${place} ${what} (${counted(findings.count, 'finding')}): run trimerge audit verify${effect}`,
  )
}

async function leaseFinding(database: Database, settings: Settings): Promise<Finding> {
  const count = await abandonedOrders(database, settings['order-lease-ms'])
  if (count === 0) return ok('no interrupted orders')
  return warn(
    `${counted(count, 'interrupted order')} ${count === 1 ? 'is' : 'are'} not settled yet: start the service to settle ${count === 1 ? 'it' : 'them'}`,
  )
}
