import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import { masterKeySettings } from '../settings/deployment.ts'
import type { Settings } from '../settings/settings.ts'
import { type AuditHead, newestBlock } from '../store/audit/block.ts'
import type { Actor } from '../store/audit/entry.ts'
import { type Sample, sampleReports } from '../store/diagnostics.ts'
import { withReserve } from '../store/disk-reserve.ts'
import type { Database } from '../store/engine/database.ts'
import { type InstrumentedDatabase, instrumented } from '../store/engine/instrumented-database.ts'
import { createSchema, migrate, requireNewest } from '../store/engine/migrate.ts'
import { isUnverified } from '../store/engine/postgres-connection.ts'
import { openSqlite, openSqliteBeside } from '../store/engine/sqlite.ts'
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
import { createDataFolder, databaseFile, hasDatabase, masterKeyFile } from './data-folder.ts'

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
