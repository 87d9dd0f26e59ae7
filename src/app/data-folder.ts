/** The data folder: its files, and the locks of the processes that use it. */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import { createFolder } from '../create-folder.ts'
import { CREDENTIALS_FILE } from '../sandbox/first-account.ts'
import type { Settings } from '../settings/settings.ts'
import { DatabaseUnavailable } from '../store/engine/database.ts'
import { removeDrafts } from '../store/engine/durable-file.ts'
import { holdLock } from '../store/engine/file-lock.ts'
import { ANCHORS_FILE } from '../store/verification/anchors.ts'

/**
 * Locks the embedded database for this service, and removes what a killed restore left beside it.
 * Throws if another service holds it, or if the data folder cannot be written. PostgreSQL needs no
 * such lock, because leases separate replicas.
 */
export function lockData(settings: Pick<Settings, 'data' | 'database-url'>): () => void {
  return inDataFolder(settings, () => {
    accessSync(settings.data, constants.W_OK)
    if (settings['database-url'] !== '') return () => undefined
    const release = holdLock(databaseFile(settings))
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

/** Creates the data folder if it does not exist. */
export function createDataFolder(settings: Pick<Settings, 'data'>): void {
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

/** Returns the path of the embedded database. */
export function databaseFile({ data }: Pick<Settings, 'data'>): string {
  return join(data, 'trimerge.db')
}

/** Returns the path of the default master key, which is in the data folder. */
export function masterKeyFile({ data }: Pick<Settings, 'data'>): string {
  return join(data, 'master.key')
}
