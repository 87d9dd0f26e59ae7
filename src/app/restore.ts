/**
 * Backups as files: their required content, their manifest, and restoring them; and what a start does
 * on a restored database.
 */
import { constants, copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { createFolder } from '../create-folder.ts'
import type { Settings } from '../settings/settings.ts'
import { SERVICE } from '../store/audit/entry.ts'
import type { Sample } from '../store/diagnostics.ts'
import { DatabaseUnavailable } from '../store/engine/database.ts'
import { FileExists, makeFileWhole, sha256Of } from '../store/engine/durable-file.ts'
import { NEWEST_SCHEMA } from '../store/engine/migrate.ts'
import {
  ANCHORS_FILE,
  newestAnchorHeld,
  readAnchors,
  renameAnchors,
  setAnchorsAside,
} from '../store/verification/anchors.ts'
import type { AuditAnchor } from '../store/verification/verify.ts'
import { databaseFile, lockData } from './data-folder.ts'
import { knownMasterKeys, type Storage, tryDatabase } from './open-storage.ts'

/**
 * A summary of a backup's content, with which a copy is compared. Contains only figures and
 * identifiers.
 */
export interface BackupContent {
  /** The schema version. A release with an older schema cannot restore the backup. */
  readonly schemaVersion: number
  /** The master keys that are needed to read all of the backup. */
  readonly masterKeyIds: readonly string[]
  /** The number of rows in each table. */
  readonly rows: Readonly<Record<string, number>>
  /** The newest block of the audit trail; null if there is none. Old manifests do not have it. */
  readonly auditHead?: AuditAnchor | null | undefined
}

/** A file is not a usable backup. The message gives the reason. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable'
}

/** Copies the file of a backup to a new path, and checks the copy against the required content. */
function copyBackup(file: string, copy: string, content: BackupContent): void {
  copyFileSync(file, copy, constants.COPYFILE_FICLONE)
  checkCopy(copy, content)
}

/** Returns the content of an open database. */
export function backupContent(database: DatabaseSync): BackupContent {
  const column = (sql: string, name: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => row[name])
  const tables = column("select name from sqlite_schema where type = 'table' order by name", 'name')
  const [head] = database
    .prepare('select number, hash from audit_blocks order by number desc limit 1')
    .all()
  const count = (table: unknown) => Number(column(`select count(*) as n from "${table}"`, 'n')[0])
  return {
    schemaVersion: Number(column('select max(version) as v from schema_version', 'v')[0]),
    masterKeyIds: column('select id from master_keys order by id', 'id').map(String),
    rows: Object.fromEntries(tables.map((table) => [String(table), count(table)])),
    auditHead: head
      ? { block: Number(head.number), hash: (head.hash as Uint8Array).toHex() }
      : null,
  }
}

/** Checks a whole copy: its pages, its references and its required content. */
export function checkCopy(copy: string, expected: BackupContent): void {
  const database = openCopy(copy)
  try {
    database.exec('pragma journal_mode = delete')
    const found = database.prepare('pragma integrity_check').all()
    if (found.length !== 1 || found[0]?.integrity_check !== 'ok') {
      throw new BackupUnusable('its database is damaged')
    }
    if (database.prepare('pragma foreign_key_check').all().length > 0) {
      throw new BackupUnusable('some of its rows refer to missing rows')
    }
    const content = backupContent(database)
    const { auditHead = content.auditHead } = expected
    if (!isDeepStrictEqual(content, { ...expected, auditHead })) {
      throw new BackupUnusable('its content differs from its manifest')
    }
  } catch (error) {
    if (error instanceof BackupUnusable) throw error
    if (!isForeign(error)) throw unreadable('the copy cannot be checked', error)
    throw new BackupUnusable('it is not a database of Trimerge', { cause: error })
  } finally {
    database.close()
  }
}

/** The codes of SQLite for a missing table, a damaged file, and a file that is no database. */
const FOREIGN_CODES: readonly number[] = [1, 11, 26]

/** Whether the content of a file is the cause. A full disk or a lock says nothing about it. */
function isForeign(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined
  return code === undefined || FOREIGN_CODES.includes(code & 0xff)
}

/** Returns an error with the reason that SQLite gave, which contains no value. */
export function unreadable(what: string, cause: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable(`${what}: ${(cause as Error).message}`, { cause })
}

function openCopy(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { enableForeignKeyConstraints: false })
  } catch (cause) {
    throw new BackupUnusable('it cannot be opened', { cause })
  }
}

/** The value that identifies a file as a manifest. */
export const MANIFEST_FORMAT = 'trimerge backup 1'

/**
 * The manifest beside a backup, as `FILE.json`. It is enough to check later that the backup is
 * complete.
 */
const Manifest = z.object({
  form: z.literal(MANIFEST_FORMAT),
  program: z.string(),
  madeAt: z.iso.datetime(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  schemaVersion: z.number().int(),
  masterKeyIds: z.array(z.string()),
  rows: z.record(z.string(), z.number()),
  auditHead: z.object({ block: z.int(), hash: z.string() }).nullish(),
})

/** The manifest of a backup. */
export type BackupManifest = z.infer<typeof Manifest>

/** The result of a restore, with the master keys that are missing. */
export interface Restored {
  readonly manifest: BackupManifest
  /**
   * Empty if every key is configured, or otherwise all keys of the backup: if another key is
   * configured, the restore is rejected.
   */
  readonly missingKeyIds: readonly string[]
  /** The reports that were decrypted to try the keys; undefined if keys are missing. */
  readonly sample: Sample | undefined
  /** The newest block of the audit trail that the backup has; 0 if there is none. */
  readonly head: number
}

/**
 * Restores a backup into a data folder without a database, after all of it has been checked. It
 * never replaces a database: an operator must move the old one away first. `anchorsAside` is the new
 * name of the anchors of the database before, if some of them are newer than the backup.
 */
export async function restore(
  settings: Settings,
  file: string,
  now: Date,
): Promise<Restored & { readonly anchorsAside: string | undefined }> {
  const target = databaseFile(settings)
  // SQLite would apply a log or journal of the old database to the restored one.
  for (const path of [target, `${target}-wal`, `${target}-journal`]) {
    if (existsSync(path)) throw new FileExists(path)
  }
  // A typing error in the name of the file must not leave a data folder behind.
  const manifest = manifestOf(file)
  // Without the lock, another restore or a service that starts would remove the draft.
  const release = lockData(settings)
  try {
    let anchorsAside: string | undefined
    // Before the database appears, because a restore that is killed cannot be continued.
    const anchors = join(settings.data, ANCHORS_FILE)
    const onTried = (head: number) => {
      anchorsAside = setAnchorsAside(anchors, head, now)
    }
    const source = { file, manifest, onTried }
    const restored = await restoreTo(target, settings, source, now).catch((error: unknown) => {
      if (anchorsAside !== undefined) renameSync(anchorsAside, anchors)
      throw error
    })
    return { ...restored, anchorsAside }
  } finally {
    release()
  }
}

/**
 * Restores a backup as a trial and removes the restored files. Uses the keys of the settings, and
 * the anchors of the audit trail in the data folder. `folder` must have enough space.
 */
export async function drillRestore(
  settings: Settings,
  file: string,
  folder: string,
  now: Date,
): Promise<Restored> {
  const target = join(folder, 'restored.db')
  try {
    return await restoreTo(target, settings, { file, manifest: manifestOf(file) }, now)
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(target + end, { force: true })
  }
}

/** A backup to restore. */
interface Source {
  readonly file: string
  readonly manifest: BackupManifest
  /** Receives the newest block of the audit trail before the restored database appears. */
  readonly onTried?: (head: number) => void
}

async function restoreTo(
  target: string,
  settings: Settings,
  { file, manifest, onTried }: Source,
  now: Date,
): Promise<Restored> {
  if (manifest.schemaVersion > NEWEST_SCHEMA) {
    throw new BackupUnusable(
      `it has schema ${manifest.schemaVersion}; this release supports up to ${NEWEST_SCHEMA}`,
    )
  }
  // Checked before the file is opened: the database engine must not read a damaged file.
  if ((await sha256Of(file)) !== manifest.sha256) {
    throw new BackupUnusable('its checksum differs from that in its manifest')
  }
  const { schemaVersion, masterKeyIds, rows, auditHead } = manifest
  const known = await knownMasterKeys(settings)
  const missingKeyIds = masterKeyIds.filter((id) => !known?.some((key) => key.id === id))
  // If another key is configured, the backup does not belong to this folder or this setting.
  if (known !== undefined && missingKeyIds.length > 0) {
    throw new BackupUnusable(
      `it needs master key ${missingKeyIds.join(', ')}, which is not configured`,
    )
  }
  let sample: Sample | undefined
  let head = 0
  createFolder(dirname(target))
  const fill = async (draft: string) => {
    copyBackup(file, draft, { schemaVersion, masterKeyIds, rows, auditHead })
    const trial = await tryDatabase(draft, known, settings, now)
    if (!trial.anchors.held) {
      throw new BackupUnusable(
        `block ${trial.anchors.block} of its audit trail differs from the anchor`,
      )
    }
    sample = trial.sample
    head = trial.anchors.head
    onTried?.(head)
  }
  await makeFileWhole(target, fill, { ofService: onTried !== undefined })
  return { manifest, missingKeyIds, sample, head }
}

/**
 * Renames the anchors of a data folder if their newest block is missing in the database or another
 * one, as after a recovery to an earlier moment. Otherwise, the new blocks would differ from those
 * anchors forever. The audit trail records it. Returns a text for the log, which names the new file,
 * or undefined.
 */
export async function setAnchorsOfLostBlocksAside(
  { database, store }: Pick<Storage, 'database' | 'store'>,
  { data }: Pick<Settings, 'data'>,
  now: Date,
): Promise<string | undefined> {
  const path = join(data, ANCHORS_FILE)
  // The anchors are read first: another process may seal a block and anchor it meanwhile.
  const anchors = anchorsIn(path)
  if (typeof anchors === 'string') return anchors
  const found = await newestAnchorHeld(database, anchors)
  if (found.held) return undefined
  const block = `block ${found.block}`
  // Recorded first, so that a start that fails here leaves the anchors for the next one.
  await store.audit.record({ actor: SERVICE, action: 'trail.shortened', object: block })
  const aside = renamedAnchors(path, now)
  if (aside === undefined) return undefined
  const what = found.because === 'missing' ? 'is missing' : 'differs from its anchor'
  return `${block} of the audit trail ${what}: the database was restored or recovered to an earlier moment, or its trail was changed. The anchors are now in ${aside}; trimerge audit verify --anchors with that file names what is missing`
}

/** Returns the anchors of a file, or a text that says why it is unusable. */
function anchorsIn(path: string): readonly AuditAnchor[] | string {
  try {
    return existsSync(path) ? readAnchors(path) : []
  } catch (error) {
    return `the anchors file ${path} is unusable: ${(error as Error).message}`
  }
}

/** Returns undefined if another replica that shares the folder has renamed the file. */
function renamedAnchors(path: string, now: Date): string | undefined {
  try {
    return renameAnchors(path, now)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Returns the path of the manifest of a backup. */
export function manifestFile(file: string): string {
  return `${file}.json`
}

function manifestOf(file: string): BackupManifest {
  if (!existsSync(file)) throw new BackupUnusable('file not found')
  const path = manifestFile(file)
  try {
    return Manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    // A file that this user may not read says nothing about the backup.
    const isUnread = code !== undefined && code !== 'ENOENT'
    const what = isUnread ? `cannot be read (${code})` : 'is missing or invalid'
    throw new BackupUnusable(`its manifest ${path} ${what}`, { cause })
  }
}
