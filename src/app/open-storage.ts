import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import type { MessagePort } from 'node:worker_threads'
import { createFolder } from '../create-folder.ts'
import { CREDENTIALS_FILE } from '../sandbox/first-account.ts'
import { masterKeySettings } from '../settings/deployment.ts'
import type { Settings } from '../settings/settings.ts'
import { type AuditHead, newestBlock } from '../store/audit/block.ts'
import type { Actor } from '../store/audit/entry.ts'
import { type Sample, sampleReports } from '../store/diagnostics.ts'
import { withReserve } from '../store/disk-reserve.ts'
import { type Database, DatabaseUnavailable } from '../store/engine/database.ts'
import { removeDrafts } from '../store/engine/durable-file.ts'
import { type InstrumentedDatabase, instrumented } from '../store/engine/instrumented-database.ts'
import { createSchema, migrate, requireNewest } from '../store/engine/migrate.ts'
import { isUnverified } from '../store/engine/postgres-connection.ts'
import { openSqlite, openSqliteBeside } from '../store/engine/sqlite.ts'
import { holdDatabase } from '../store/engine/sqlite-connection.ts'
import {
  type KeyUse,
  keyUses,
  type Rotation,
  rotateMasterKey,
} from '../store/sealing/key-rotation.ts'
import {
  type MasterKeys,
  masterKeysBesideData,
  masterKeysFromFile,
  masterKeysFromText,
  outputOfCommand,
} from '../store/sealing/master-key.ts'
import { isSealed, openVault } from '../store/sealing/open-vault.ts'
import type { TamperedRow } from '../store/sealing/row-mac.ts'
import type { Vault } from '../store/sealing/vault.ts'
import { openStore, type Store } from '../store/store.ts'
import {
  ANCHORS_FILE,
  type AnchorsHeld,
  appendAnchor,
  newestAnchorHeld,
  readAnchors,
} from '../store/verification/anchors.ts'

/**
 * The open storage of the settings: database, schema, master keys, store. Only this module imports
 * a concrete database.
 */
export interface Storage {
  readonly database: InstrumentedDatabase
  readonly store: Store
  readonly vault: Vault
  /** The configured master keys, for other threads that open the same storage. */
  readonly masterKeys: MasterKeys
  /**
   * Sets the listener for rows that were changed outside the service. It also receives rows found
   * earlier.
   */
  readonly watchTampering: (listener: (row: TamperedRow) => void) => void
  /** Lists the master keys in use, and rotates to the first configured one. */
  readonly keys: {
    uses(): Promise<readonly KeyUse[]>
    rotate(by: Actor, onWrapped: (wrapped: number) => void): Promise<Rotation>
  }
}

/** What opening the storage does to a schema that is not the newest. */
const SCHEMA_USES = { migrate, create: createSchema, require: requireNewest }

/**
 * Opens the database and the vault of the settings. By default, it migrates the schema to the newest
 * version. With `create`, it only creates the schema of an empty database, and with `require` none.
 */
export async function openStorage(
  settings: Settings,
  now: Date,
  schema: keyof typeof SCHEMA_USES = 'migrate',
): Promise<Storage> {
  // A service has its address and its anchors in the folder, also with PostgreSQL. A command would
  // leave a new folder where it ran.
  if (schema === 'migrate' || settings['database-url'] === '') createDataFolder(settings)
  const database = instrumented(await openDatabase(settings))
  try {
    await SCHEMA_USES[schema](database, now.getTime())
    const keys = await masterKeys(settings, database)
    const vault = await openVault(database, keys, now.getTime())
    const tampering = bufferedTampering()
    const store = openStoreOn(database, vault, settings, tampering.report)
    // Runs before the first login, so that a restored old version of a row is recognized from the
    // start.
    await store.learnRevisions()
    const rotation = masterKeyFunctions(database, store, keys, now)
    const watchTampering = tampering.watch
    return { database, store, vault, masterKeys: keys, keys: rotation, watchTampering }
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Migrates the schema to the newest version, and then calls `work`. Needs no master key and creates
 * none: the first start of a service seals the database under the key of that service.
 */
export async function migrateSchema(
  settings: Settings,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  if (settings['database-url'] === '') createDataFolder(settings)
  const database = await openDatabase(settings)
  try {
    await migrate(database, Date.now())
    await work(database)
  } finally {
    await database.close()
  }
}

/**
 * Opens storage in another thread of a process that has already opened it. `connect` returns a port
 * to the writing thread, if there is one.
 */
export async function openStorageBeside(
  settings: Settings,
  masterKeys: MasterKeys,
  connect: () => Promise<MessagePort>,
): Promise<Pick<Storage, 'database' | 'store' | 'vault' | 'watchTampering'>> {
  const url = settings['database-url']
  const database = instrumented(
    url === '' ? openSqliteBeside(databaseFile(settings), connect) : await openServer(url),
  )
  const vault = await openVault(database, masterKeys, Date.now())
  const { watch: watchTampering, report } = bufferedTampering()
  return { database, vault, store: openStoreOn(database, vault, settings, report), watchTampering }
}

/**
 * The largest number of rows that are held until a listener is set. More rows would tell an
 * operator nothing new.
 */
const TAMPERED_ROWS_MAX = 100

/**
 * Holds rows that were changed outside the service until a listener is set, because the first may
 * be found before the log is ready.
 */
function bufferedTampering() {
  let pending: TamperedRow[] = []
  let listener = (row: TamperedRow) => {
    if (pending.length < TAMPERED_ROWS_MAX) pending.push(row)
  }
  return {
    report: (row: TamperedRow) => listener(row),
    watch: (wanted: (row: TamperedRow) => void) => {
      listener = wanted
      for (const row of pending) wanted(row)
      pending = []
    },
  }
}

/** Builds the functions for master keys. */
function masterKeyFunctions(
  database: Database,
  store: Store,
  given: MasterKeys,
  now: Date,
): Storage['keys'] {
  return {
    uses: () => keyUses(database),
    rotate: (actor, onWrapped) => {
      const removing = store.audit.recording({ actor, action: 'key.rotated', object: given[0].id })
      return rotateMasterKey(database, given, { now: now.getTime(), onWrapped, removing })
    },
  }
}

/**
 * Opens the store. Only the embedded database gets a disk reserve, because it is on the disk of the
 * data folder. PostgreSQL has its own disk.
 */
function openStoreOn(
  database: Database,
  vault: Vault,
  settings: Settings,
  tampered: (row: TamperedRow) => void,
): Store {
  const anchors = join(settings.data, ANCHORS_FILE)
  // The next anchor of a service covers the blocks of a command without a data folder.
  const hasFolder = existsSync(settings.data)
  const anchor = (head: AuditHead) => hasFolder && appendAnchor(anchors, head)
  const store = openStore(database, vault, { now: Date.now, anchor, tampered })
  if (database.engine === 'postgres') return store
  return withReserve(store, settings.data, settings['disk-reserve-bytes'])
}

/** Opens the database of the settings, without a migration. */
export async function openDatabase(settings: Settings): Promise<Database> {
  const url = settings['database-url']
  if (url !== '') return openServer(url)
  // Throws if the database was lost. SQLite would create a new one.
  hasDatabase(settings)
  return openSqlite(databaseFile(settings))
}

/** Opens PostgreSQL. */
async function openServer(url: string): Promise<Database> {
  // The driver is loaded only here, because most services use the embedded database.
  const { openPostgres } = await import('../store/engine/postgres.ts')
  return await openPostgres(url)
}

/** Whether the settings skip the verification of the database server's certificate. */
export function isServerUnverified(settings: Pick<Settings, 'database-url'>): boolean {
  return isUnverified(settings['database-url'])
}

/**
 * Locks the embedded database for this service, and removes what a killed restore left beside it.
 * Throws if another service holds it, or if the data folder cannot be written. PostgreSQL needs no
 * such lock, because leases separate replicas.
 */
export function lockData(settings: Pick<Settings, 'data' | 'database-url'>): () => void {
  return inDataFolder(settings, () => {
    accessSync(settings.data, constants.W_OK)
    if (settings['database-url'] !== '') return () => undefined
    const release = holdDatabase(databaseFile(settings))
    removeDrafts(databaseFile(settings))
    return release
  })
}

/** The data folder cannot be used. The message gives the folder, the reason and the remedy. */
class DataFolderUnusable extends Error {
  override readonly name = 'DataFolderUnusable'

  constructor(what: string, cause: NodeJS.ErrnoException, remedy: string) {
    const { errno = 0, code } = cause
    super(`${what}: ${getSystemErrorMessage(errno)} (${code}); ${remedy}`, { cause })
  }
}

function createDataFolder(settings: Pick<Settings, 'data'>): void {
  inDataFolder(settings, () => undefined)
}

/** Creates the data folder if it does not exist, and calls `work`, which may write to it. */
function inDataFolder<T>({ data }: Pick<Settings, 'data'>, work: () => T): T {
  try {
    createFolder(data)
    return work()
  } catch (cause) {
    const error = cause as NodeJS.ErrnoException
    if (error.syscall === undefined) throw cause
    const what = `cannot use the data folder ${data}`
    throw new DataFolderUnusable(what, error, 'set --data to a folder that this user can write to')
  }
}

/**
 * Whether the data folder has an embedded database. Throws if this user cannot look into the folder,
 * because a missing database would be the wrong diagnosis, or if the database was lost.
 */
export function hasDatabase(settings: Pick<Settings, 'data'>): boolean {
  try {
    accessSync(`${settings.data}/`, constants.R_OK | constants.X_OK)
  } catch (cause) {
    const error = cause as NodeJS.ErrnoException
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
    const what = `cannot open the data folder ${settings.data}`
    throw new DataFolderUnusable(what, error, 'run the command as the user of the service')
  }
  const bytes = statSync(databaseFile(settings), { throwIfNoEntry: false })?.size
  if (!bytes) rejectLostDatabase(settings, bytes === undefined ? 'missing' : 'empty')
  return bytes !== undefined
}

/**
 * Throws if the folder has files of an earlier database. A new one would replace the credentials,
 * and contradict the anchors forever.
 */
function rejectLostDatabase({ data }: Pick<Settings, 'data'>, state: 'missing' | 'empty'): void {
  const trace = [ANCHORS_FILE, CREDENTIALS_FILE].find((name) => existsSync(join(data, name)))
  if (trace === undefined) return
  throw new DatabaseUnavailable(
    `the database file ${databaseFile({ data })} is ${state}, but ${trace} in the same folder is from an earlier database: set data and database-url to those of the service, restore a backup (docs/operations.md), or begin again in another data folder`,
  )
}

/** Locks a folder of backups for one schedule. Throws if another process holds it. */
export function lockBackups(folder: string): () => void {
  return holdDatabase(join(folder, 'schedule'), `another process makes backups in ${folder}`)
}

/** Returns the path of the embedded database. */
export function databaseFile({ data }: Pick<Settings, 'data'>): string {
  return join(data, 'trimerge.db')
}

/** The result of trying a file of the embedded database. */
interface Trial {
  readonly sample: Sample | undefined
  /** Whether the newest anchored block of the audit trail in the file is unchanged. */
  readonly anchors: AnchorsHeld
}

/** Tries a file with the master keys, if they are known, and with the anchors of a data folder. */
export async function tryDatabase(
  file: string,
  keys: MasterKeys | undefined,
  { data }: Pick<Settings, 'data'>,
  now: Date,
): Promise<Trial> {
  const database = await openSqlite(file)
  try {
    await migrate(database, now.getTime())
    const sample =
      keys && (await sampleReports(database, await openVault(database, keys, now.getTime())))
    const head = (await newestBlock(database))?.number ?? 0
    const path = join(data, ANCHORS_FILE)
    const all = existsSync(path) ? readAnchors(path) : []
    const anchors = await newestAnchorHeld(
      database,
      all.filter(({ block }) => block <= head),
    )
    return { sample, anchors }
  } finally {
    await database.close()
  }
}

/** Returns the available master keys, and creates none. Undefined if there are none. */
export async function knownMasterKeys(settings: Settings): Promise<MasterKeys | undefined> {
  const file = masterKeyFile(settings)
  const given = masterKeySettings(settings).length > 0
  return given ? givenMasterKeys(settings) : existsSync(file) ? masterKeysFromFile(file) : undefined
}

async function masterKeys(settings: Settings, database: Database): Promise<MasterKeys> {
  const given = await givenMasterKeys(settings)
  if (given !== undefined) return given
  const isNew = !(await isSealed(database))
  if (isNew) createDataFolder(settings)
  return masterKeysBesideData(masterKeyFile(settings), isNew)
}

async function givenMasterKeys(settings: Settings): Promise<MasterKeys | undefined> {
  const { 'master-key': text, 'master-key-file': file, 'master-key-command': words } = settings
  if (text !== '') return masterKeysFromText(text)
  if (file !== '') return masterKeysFromFile(file)
  if (words.length > 0) {
    const timeoutMs = settings['master-key-command-timeout-ms']
    return masterKeysFromText(await outputOfCommand({ words, timeoutMs }))
  }
  return undefined
}

/** Returns the path of the default master key, which is in the data folder. */
export function masterKeyFile({ data }: Pick<Settings, 'data'>): string {
  return join(data, 'master.key')
}
