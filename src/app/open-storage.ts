import { existsSync, mkdirSync } from 'node:fs'
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
import { migrate } from '../store/engine/migrate.ts'
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
 * Opening the storage that the settings name: database, schema, master keys, store. The only module
 * that imports a concrete database.
 */
export interface Storage {
  readonly database: InstrumentedDatabase
  readonly store: Store
  readonly vault: Vault
  /** The master keys that were given, for threads that open the storage beside this one. */
  readonly masterKeys: MasterKeys
  /** Is given rows that were changed past the service, from the first that was met. */
  readonly watchTampering: (listener: (row: TamperedRow) => void) => void
  /** The master keys in use, and rotating to the first of those given. */
  readonly keys: {
    uses(): Promise<readonly KeyUse[]>
    rotate(by: Actor, onWrapped: (wrapped: number) => void): Promise<Rotation>
  }
}

/** Opens database and vault as the settings say, bringing the schema up to date. */
export async function openStorage(settings: Settings, now: Date): Promise<Storage> {
  mkdirSync(settings.data, { recursive: true, mode: 0o700 })
  const database = instrumented(await openDatabase(settings))
  try {
    await migrate(database, now.getTime())
    const keys = await masterKeys(settings, database)
    const vault = await openVault(database, keys, now.getTime())
    const tampering = tamperingWatch()
    const store = storeOver(database, vault, settings, tampering.report)
    // Before the first login, so that an old row that was put back is recognized from the start.
    await store.learnRevisions()
    const rotation = keysOf(database, store, keys, now)
    const watchTampering = tampering.watch
    return { database, store, vault, masterKeys: keys, keys: rotation, watchTampering }
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Opens for another thread what its process has opened already. `connect` gives a port of the
 * thread that writes, where there is one.
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
  const { watch: watchTampering, report } = tamperingWatch()
  return { database, vault, store: storeOver(database, vault, settings, report), watchTampering }
}

/** Most rows that are remembered until a listener is set: more say nothing new. */
const TAMPERED_ROWS_MAX = 100

/** Rows that were changed past the service may be met before there is a log. */
function tamperingWatch() {
  let met: TamperedRow[] = []
  let listener = (row: TamperedRow) => {
    if (met.length < TAMPERED_ROWS_MAX) met.push(row)
  }
  return {
    report: (row: TamperedRow) => listener(row),
    watch: (wanted: (row: TamperedRow) => void) => {
      listener = wanted
      for (const row of met) wanted(row)
      met = []
    },
  }
}

/** The entry is written after the rotation, which is in many units and can be continued. */
function keysOf(database: Database, store: Store, given: MasterKeys, now: Date): Storage['keys'] {
  return {
    uses: () => keyUses(database),
    rotate: async (by, onWrapped) => {
      const rotation = await rotateMasterKey(database, given, { now: now.getTime(), onWrapped })
      await store.audit.record({ actor: by, action: 'key.rotated', object: given[0].id })
      return rotation
    },
  }
}

/** PostgreSQL keeps its own disk; the embedded database is on the disk of the data folder. */
function storeOver(
  database: Database,
  vault: Vault,
  settings: Settings,
  tampered: (row: TamperedRow) => void,
): Store {
  const anchors = join(settings.data, ANCHORS_FILE)
  const anchor = (head: AuditHead) => appendAnchor(anchors, head)
  const store = openStore(database, vault, { now: Date.now, anchor, tampered })
  if (database.engine === 'postgres') return store
  return withReserve(store, settings.data, settings['disk-reserve-bytes'])
}

/** Opens the database that the settings name, as it is. */
export function openDatabase(settings: Settings): Promise<Database> {
  const url = settings['database-url']
  return url === '' ? openSqlite(databaseFile(settings)) : openServer(url)
}

/** PostgreSQL, whose driver is loaded where the settings name a server. */
async function openServer(url: string): Promise<Database> {
  // Loaded when it is needed: most starts use the embedded database.
  const { openPostgres } = await import('../store/engine/postgres.ts')
  return await openPostgres(url)
}

/** Whether the certificate of the server that the settings name is not looked at. */
export function isServerUnverified(settings: Pick<Settings, 'database-url'>): boolean {
  return isUnverified(settings['database-url'])
}

/**
 * Holds the embedded database for this service; throws where another one has it. PostgreSQL needs
 * no such hold, because leases keep replicas apart.
 */
export function holdData(settings: Pick<Settings, 'data' | 'database-url'>): () => void {
  if (settings['database-url'] !== '') return () => undefined
  mkdirSync(settings.data, { recursive: true, mode: 0o700 })
  return holdDatabase(databaseFile(settings))
}

/** Holds a folder of backups for one schedule; throws where another process has it. */
export function holdBackups(folder: string): () => void {
  return holdDatabase(join(folder, 'schedule'), `another process makes backups in ${folder}`)
}

/** Where the embedded database is. */
export function databaseFile({ data }: Pick<Settings, 'data'>): string {
  return join(data, 'trimerge.db')
}

/** What a file of the embedded database was tried with. */
interface Trial {
  readonly sample: Sample | undefined
  /** Whether the newest block of the audit trail that is in the file and was anchored is as it was. */
  readonly anchors: AnchorsHeld
}

/** Tries the keys, where they are known, and the anchors of a data folder on a file. */
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

/** The master keys that are at hand, none of them made; undefined where there are none. */
export async function knownMasterKeys(settings: Settings): Promise<MasterKeys | undefined> {
  const file = masterKeyFile(settings)
  const given = masterKeySettings(settings).length > 0
  return given ? givenMasterKeys(settings) : existsSync(file) ? masterKeysFromFile(file) : undefined
}

async function masterKeys(settings: Settings, database: Database): Promise<MasterKeys> {
  const given = await givenMasterKeys(settings)
  return given ?? masterKeysBesideData(masterKeyFile(settings), !(await isSealed(database)))
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

/** Where the embedded default keeps the master key: beside the data. */
export function masterKeyFile({ data }: Pick<Settings, 'data'>): string {
  return join(data, 'master.key')
}
