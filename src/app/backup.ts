/** Makes backups of the embedded database, and records when the newest was made. */
import { hash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { VERSION } from '../package-files.ts'
import type { Settings } from '../settings/settings.ts'
import { DatabaseUnavailable } from '../store/engine/database.ts'
import { FileExists, makeFileWhole, removeDraft, sha256Of } from '../store/engine/durable-file.ts'
import { holdLock } from '../store/engine/file-lock.ts'
import { HOUR_MS } from '../time.ts'
import { databaseFile, hasDatabase } from './data-folder.ts'
import {
  type BackupContent,
  type BackupManifest,
  backupContent,
  checkCopy,
  MANIFEST_FORMAT,
  manifestFile,
  unreadable,
} from './restore.ts'

// The number of pages copied at a time. Other work runs between two batches, and the copied state
// stays the same.
const PAGES_PER_BATCH = 1_000

/**
 * Copies the state of a database at one moment into an empty file, while orders continue. The copy
 * is a single file without a log, and is checked as a whole.
 */
async function copyDatabase(settings: Settings, copy: string): Promise<BackupContent> {
  const path = databaseFile(settings)
  if (!hasDatabase(settings)) throw new DatabaseUnavailable(`no database at ${path}`)
  const source = openForCopy(path)
  let content: BackupContent
  try {
    // A transaction fixes the state: without it, each order would restart the copy.
    source.exec('begin')
    content = backupContent(source)
    await backup(source, copy, { rate: PAGES_PER_BATCH })
    source.exec('commit')
  } catch (error) {
    throw unreadable('the database cannot be copied', error)
  } finally {
    source.close()
  }
  checkCopy(copy, content)
  return content
}

function openForCopy(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  } catch (error) {
    throw unreadable(`the database ${path} cannot be copied`, error)
  }
}

/**
 * Writes a backup and its manifest while the service runs. Does not overwrite existing files. The
 * backup appears last, so that an interrupted command leaves none without its manifest.
 */
export async function backUp(settings: Settings, file: string, now: Date): Promise<BackupManifest> {
  for (const path of [file, manifestFile(file)]) if (existsSync(path)) throw new FileExists(path)
  removeAbandonedDrafts(dirname(file))
  let manifest: BackupManifest | undefined
  const write = async (draft: string) => {
    const content = await copyDatabase(settings, draft)
    manifest = manifestOf(content, await sha256Of(draft), now)
    const lines = `${JSON.stringify(manifest, undefined, 2)}\n`
    await makeFileWhole(manifestFile(file), async (path) => writeFileSync(path, lines))
  }
  await makeFileWhole(file, (draft) => holdingDraft(draft, () => write(draft)))
  if (manifest === undefined) throw new Error(`the content of the backup ${file} was not read`)
  return manifest
}

function manifestOf(content: BackupContent, sha256: string, now: Date): BackupManifest {
  return {
    form: MANIFEST_FORMAT,
    program: VERSION,
    madeAt: now.toISOString(),
    sha256,
    schemaVersion: content.schemaVersion,
    masterKeyIds: [...content.masterKeyIds],
    rows: { ...content.rows },
    auditHead: content.auditHead,
  }
}

/**
 * The file in the data folder with the time of the newest verified backup, for the metrics of the
 * service.
 */
const LAST_BACKUP_FILE = 'last-backup'

/** Records that a backup was made and verified. */
export function recordBackup({ data }: Pick<Settings, 'data'>, madeAt: string): void {
  const path = join(data, LAST_BACKUP_FILE)
  writeFileSync(`${path}.partial`, `${madeAt}\n`, { mode: 0o600 })
  renameSync(`${path}.partial`, path)
}

/**
 * Returns when the newest verified backup of a data folder was made; undefined if there is none.
 */
export function lastBackupAt(data: string): Date | undefined {
  try {
    const madeAt = new Date(readFileSync(join(data, LAST_BACKUP_FILE), 'utf8').trim())
    return Number.isNaN(madeAt.getTime()) ? undefined : madeAt
  } catch {
    return undefined
  }
}

// Drafts of backups. While a process writes one, it holds a lock beside it, which ends with the
// process. A draft without its process may have data that was purged since.

const HOST = hash('sha256', hostname()).slice(0, 4)
const LOCK_FILE = /^((.+\.[0-9a-f]{12}\.partial)-([0-9a-f]{4}))\.held$/

/** Calls `work`, and holds the lock of a draft meanwhile. */
export async function holdingDraft(draft: string, work: () => Promise<void>): Promise<void> {
  const lock = `${draft}-${HOST}`
  const release = holdLock(lock)
  try {
    await work()
  } finally {
    release()
    rmSync(`${lock}.held`, { force: true })
  }
}

/** Removes the drafts of a folder that processes left behind when they were killed. */
function removeAbandonedDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, lock, draft, host] = LOCK_FILE.exec(name) ?? []
    if (lock === undefined || draft === undefined) continue
    // Not every network share has locks that another host sees.
    if (host !== HOST && isRecent(join(folder, draft))) continue
    const release = tryHold(join(folder, lock))
    if (release === undefined) continue
    removeDraft(join(folder, draft))
    release()
    rmSync(join(folder, name), { force: true })
  }
}

function isRecent(draft: string): boolean {
  const { mtimeMs = 0 } = statSync(draft, { throwIfNoEntry: false }) ?? {}
  return mtimeMs > Date.now() - HOUR_MS
}

/** Returns undefined if another process holds the lock, or if it belongs to another user. */
function tryHold(lock: string): (() => void) | undefined {
  try {
    return holdLock(lock)
  } catch {
    return undefined
  }
}
