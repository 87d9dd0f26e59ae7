/** Backups of the embedded database, once or on a schedule, and when the newest was made. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { VERSION } from '../package-files.ts'
import type { Settings } from '../settings/settings.ts'
import { DatabaseUnavailable } from '../store/engine/database.ts'
import { FileThere, makeFileWhole, moveFile, sha256Of } from '../store/engine/durable-file.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { databaseFile, holdBackups } from './open-storage.ts'
import {
  type BackupContent,
  type BackupManifest,
  checkCopy,
  contentOf,
  drillRestore,
  MANIFEST_FORM,
  manifestFile,
  type Restored,
} from './restore.ts'

// Between two batches others may run; the moment that is copied stays the same.
const PAGES_A_BATCH = 1_000

/**
 * Copies a database, as it is at one moment, into an empty file: orders go on meanwhile. The copy
 * is one file without a log beside it, and was checked as a whole.
 */
async function copyDatabase(path: string, copy: string): Promise<BackupContent> {
  if (!existsSync(path)) throw new DatabaseUnavailable(`no database at ${path}`)
  const source = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    // A transaction holds the moment: without it, each order would make the copy start again.
    source.exec('begin')
    const content = contentOf(source)
    await backup(source, copy, { rate: PAGES_A_BATCH })
    source.exec('commit')
    checkCopy(copy, content)
    return content
  } finally {
    source.close()
  }
}

/** Writes a backup and its manifest while the service goes on. Nothing is written over. */
export async function backUp(settings: Settings, file: string, now: Date): Promise<BackupManifest> {
  for (const path of [file, manifestFile(file)]) if (existsSync(path)) throw new FileThere(path)
  let content: BackupContent | undefined
  await makeFileWhole(file, async (draft) => {
    content = await copyDatabase(databaseFile(settings), draft)
  })
  if (content === undefined) throw new Error('the backup is empty')
  const manifest: BackupManifest = {
    form: MANIFEST_FORM,
    program: VERSION,
    madeAt: now.toISOString(),
    sha256: await sha256Of(file),
    schemaVersion: content.schemaVersion,
    masterKeyIds: [...content.masterKeyIds],
    rows: { ...content.rows },
    auditHead: content.auditHead,
  }
  await makeFileWhole(manifestFile(file), async (draft) => {
    writeFileSync(draft, `${JSON.stringify(manifest, undefined, 2)}\n`)
  })
  return manifest
}

/** In the data folder: when its newest verified backup was made, for the metrics of the service. */
const LAST_BACKUP_FILE = 'last-backup'

/** Notes that a backup was made and verified. */
export function noteBackup({ data }: Pick<Settings, 'data'>, madeAt: string): void {
  const path = join(data, LAST_BACKUP_FILE)
  writeFileSync(`${path}.partial`, `${madeAt}\n`, { mode: 0o600 })
  renameSync(`${path}.partial`, path)
}

/** When the newest verified backup of a data folder was made; undefined where there is none. */
export function lastBackupAt(data: string): Date | undefined {
  try {
    const madeAt = new Date(readFileSync(join(data, LAST_BACKUP_FILE), 'utf8').trim())
    return Number.isNaN(madeAt.getTime()) ? undefined : madeAt
  } catch {
    return undefined
  }
}

// Backups on a schedule: each is made beside the others, restored as a trial, and only then counts as a
// backup. Old ones are removed after a newer one was made. Files that a crash left unfinished are
// removed at the next start, and the time of the next backup is read from the existing ones.

/** Where backups are kept, how often one is made, and how many stay. */
export interface BackupSchedule {
  /** Only for backups of one schedule. */
  readonly folder: string
  /** Between two backups, from start to start. */
  readonly everyMs: number
  /** How many backups stay; older ones are removed after a newer one was verified. */
  readonly keep: number
}

/** What happens, for the log. */
export interface BackupEvents {
  /** Called after the trial restore. */
  made(name: string, restored: Restored): void
  removed(name: string): void
  /** The schedule goes on. */
  failed(error: unknown): void
}

/** The time that schedules go by; a test gives its own. */
interface ScheduleTime {
  readonly now: () => Date
  /** Resolves after so long, or when the schedule is stopped. */
  readonly wait: (ms: number, stopped: AbortSignal) => Promise<void>
}

const MACHINE_TIME: ScheduleTime = {
  now: () => new Date(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
}

/** A clock that is set, or a machine that slept, is noticed within this. */
const WAIT_MS_MAX = MINUTE_MS
/** A backup that failed is tried again after this, or when the next one is due. */
const RETRY_MS = MINUTE_MS
const EVERY_MS_MAX = 31 * DAY_MS

const UNITS_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

/** The interval that a text such as `30m`, `1h` or `1d` gives; undefined where it gives none. */
export function intervalMs(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9][0-9]{0,4})([mhd])$/.exec(text) ?? []
  const ms = Number(count) * (UNITS_MS[unit] ?? Number.NaN)
  return ms <= EVERY_MS_MAX ? ms : undefined
}

/** Makes backups until it is stopped. Only one process at a time does so in a folder. */
export async function backUpOnSchedule(
  settings: Settings,
  schedule: BackupSchedule,
  events: BackupEvents,
  stopped: AbortSignal,
  time = MACHINE_TIME,
): Promise<void> {
  mkdirSync(schedule.folder, { recursive: true, mode: 0o700 })
  const release = holdBackups(schedule.folder)
  try {
    removeUnfinished(schedule.folder)
    while (!stopped.aborted) {
      const now = time.now().getTime()
      const dueInMs = dueAt(schedule, now) - now
      if (dueInMs > 0) {
        await time.wait(Math.min(dueInMs, WAIT_MS_MAX), stopped)
        continue
      }
      try {
        await makeOne(settings, schedule, events, time.now())
      } catch (error) {
        events.failed(error)
        // A schedule outlives any error: a full disk may have room again in a minute.
        await time.wait(Math.min(RETRY_MS, schedule.everyMs), stopped)
      }
    }
  } finally {
    release()
  }
}

/** The name is the moment, so that names sort by it. */
const NAME = /^trimerge-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/
const UNFINISHED = 'unfinished'

function nameAt(now: Date): string {
  return `trimerge-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.db`
}

function momentOf(name: string): number {
  return Date.parse(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z'))
}

/**
 * The names of the backups of a schedule, the oldest first. Those of the future were made before
 * the clock was set back.
 */
function backupsIn(folder: string, now: number): readonly string[] {
  const names = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .toSorted()
  const isFuture = (name: string) => momentOf(name) > now
  return [...names.filter(isFuture), ...names.filter((name) => !isFuture(name))]
}

/** When the next is due. A backup of the future is of a wrong clock and puts nothing off. */
function dueAt({ folder, everyMs }: BackupSchedule, now: number): number {
  const newest = Math.max(
    Number.NEGATIVE_INFINITY,
    ...backupsIn(folder, now)
      .map(momentOf)
      .filter((moment) => moment <= now),
  )
  return newest + everyMs
}

async function makeOne(
  settings: Settings,
  { folder, keep }: BackupSchedule,
  events: BackupEvents,
  now: Date,
): Promise<void> {
  const name = nameAt(now)
  const unfinished = join(folder, UNFINISHED)
  mkdirSync(unfinished, { mode: 0o700 })
  try {
    // In a folder of its own, so that whatever a crash leaves can be removed without a look at it.
    const draft = join(unfinished, name)
    await backUp(settings, draft, now)
    const restored = await drillRestore(settings, draft, unfinished, now)
    const file = join(folder, name)
    // The backup comes last, so that each existing backup has its manifest.
    moveFile(manifestFile(draft), manifestFile(file))
    moveFile(draft, file)
    events.made(name, restored)
    noteBackup(settings, restored.manifest.madeAt)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  for (const old of backupsIn(folder, now.getTime()).slice(0, -keep)) {
    rmSync(join(folder, old))
    rmSync(manifestFile(join(folder, old)), { force: true })
    events.removed(old)
  }
}

/** Removes what a process left that died: drafts, and manifests without their backups. */
function removeUnfinished(folder: string): void {
  rmSync(join(folder, UNFINISHED), { recursive: true, force: true })
  const suffix = manifestFile('')
  for (const name of readdirSync(folder)) {
    const file = name.slice(0, -suffix.length)
    const isManifest = name.endsWith(suffix) && NAME.test(file)
    if (isManifest && !existsSync(join(folder, file))) rmSync(join(folder, name))
  }
}
