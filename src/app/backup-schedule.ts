/**
 * Backups on a schedule. Each backup is made in a folder beside the others and restored as a trial,
 * and only then counts as a backup. Old backups are removed after a newer one was made. Files that a
 * crash left unfinished are removed at the next start. The names of the existing backups determine
 * when the next one is due.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFolder } from '../create-folder.ts'
import type { Settings } from '../settings/settings.ts'
import { moveFile } from '../store/engine/durable-file.ts'
import { holdLock } from '../store/engine/file-lock.ts'
import { compactTimestamp, DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { backUp, recordBackup } from './backup.ts'
import { drillRestore, manifestFile, type Restored } from './restore.ts'

/** The folder of the backups, how often one is made, and how many are retained. */
export interface BackupSchedule {
  /** A folder that only this schedule uses. */
  readonly folder: string
  /** The time between the starts of two backups. */
  readonly everyMs: number
  /** How many backups are retained. Older ones are removed after a newer one was verified. */
  readonly keep: number
}

/** The events of a schedule, for the log. */
export interface BackupEvents {
  /** Called after the trial restore. */
  made(name: string, restored: Restored): void
  removed(name: string): void
  /** Called when a backup fails. The schedule continues. */
  failed(error: unknown): void
}

/** The time of a schedule. Tests use their own. */
interface ScheduleTime {
  readonly now: () => Date
  /** Resolves after the given time, or when the schedule is stopped. */
  readonly wait: (ms: number, stopped: AbortSignal) => Promise<void>
}

const MACHINE_TIME: ScheduleTime = {
  now: () => new Date(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
}

/** The longest single wait: a changed clock or a suspended machine is noticed within this time. */
const WAIT_MS_MAX = MINUTE_MS
/**
 * After a failed backup, the next attempt follows after this time, or when the next backup is due.
 */
const RETRY_MS = MINUTE_MS
const INTERVAL_MS_MAX = 31 * DAY_MS

const UNITS_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

/**
 * Returns the interval of a text such as `30m`, `1h` or `1d`; undefined if the text is not an
 * interval or longer than 31 days.
 */
export function intervalMs(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9][0-9]{0,4})([mhd])$/.exec(text) ?? []
  const ms = Number(count) * (UNITS_MS[unit] ?? Number.NaN)
  return ms <= INTERVAL_MS_MAX ? ms : undefined
}

/** Makes backups until stopped. Only one process at a time can do this in a folder. */
export async function backUpOnSchedule(
  settings: Settings,
  schedule: BackupSchedule,
  events: BackupEvents,
  stopped: AbortSignal,
  time = MACHINE_TIME,
): Promise<void> {
  createFolder(schedule.folder)
  const release = lockBackups(schedule.folder)
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
        await makeScheduledBackup(settings, schedule, events, time.now())
      } catch (error) {
        events.failed(error)
        // The schedule continues after any error: a full disk may have space again in a minute.
        await time.wait(Math.min(RETRY_MS, schedule.everyMs), stopped)
      }
    }
  } finally {
    release()
  }
}

/** The name of a backup is its time, so that names sort by time. */
const NAME = /^trimerge-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/
const UNFINISHED = 'unfinished'

function nameAt(now: Date): string {
  return `trimerge-${compactTimestamp(now)}.db`
}

function timeOf(name: string): number {
  return Date.parse(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z'))
}

/**
 * Returns the names of the backups of a schedule, the oldest first. Backups with a future time come
 * before all others, because they were made before the clock was set back.
 */
function backupsIn(folder: string, now: number): readonly string[] {
  const names = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .toSorted()
  const isFuture = (name: string) => timeOf(name) > now
  return [...names.filter(isFuture), ...names.filter((name) => !isFuture(name))]
}

/**
 * Returns when the next backup is due. A backup with a future time comes from a wrong clock and
 * does not delay it.
 */
function dueAt({ folder, everyMs }: BackupSchedule, now: number): number {
  const newest = Math.max(
    Number.NEGATIVE_INFINITY,
    ...backupsIn(folder, now)
      .map(timeOf)
      .filter((moment) => moment <= now),
  )
  return newest + everyMs
}

async function makeScheduledBackup(
  settings: Settings,
  { folder, keep }: BackupSchedule,
  events: BackupEvents,
  now: Date,
): Promise<void> {
  const name = nameAt(now)
  const unfinished = join(folder, UNFINISHED)
  // An earlier attempt may have failed to remove it, for example on a network share.
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  try {
    // Uses a separate folder, so that anything a crash leaves behind can be removed without
    // checking it.
    const draft = join(unfinished, name)
    await backUp(settings, draft, now)
    const restored = await drillRestore(settings, draft, unfinished, now)
    const file = join(folder, name)
    // The backup is moved last, so that each existing backup has its manifest.
    moveFile(manifestFile(draft), manifestFile(file))
    moveFile(draft, file)
    events.made(name, restored)
    recordBackup(settings, restored.manifest.madeAt)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  for (const old of backupsIn(folder, now.getTime()).slice(0, -keep)) {
    rmSync(join(folder, old))
    rmSync(manifestFile(join(folder, old)), { force: true })
    events.removed(old)
  }
}

/**
 * Removes files that a process left behind when it died: drafts, and manifests without their
 * backups.
 */
function removeUnfinished(folder: string): void {
  rmSync(join(folder, UNFINISHED), { recursive: true, force: true })
  const suffix = manifestFile('')
  for (const name of readdirSync(folder)) {
    const file = name.slice(0, -suffix.length)
    const isManifest = name.endsWith(suffix) && NAME.test(file)
    if (isManifest && !existsSync(join(folder, file))) rmSync(join(folder, name))
  }
}

/** Locks a folder of backups for one schedule. Throws if another process holds it. */
export function lockBackups(folder: string): () => void {
  return holdLock(join(folder, 'schedule'), `another process makes backups in ${folder}`)
}
