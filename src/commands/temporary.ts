/**
 * A service for the time of a test: its data folder goes with it, and it ends with the process that
 * started it.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holdData } from '../app/open-storage.ts'
import type { Settings } from '../settings/settings.ts'
import { MINUTE_MS } from '../time.ts'
import { ExitCode, Rejected } from './command.ts'

const PREFIX = 'trimerge-temporary-'

/** A data folder that is removed when the process ends, however it ends by itself. */
export interface TemporaryData {
  readonly data: string
  remove(): void
}

/** Makes a folder for the data of one service. */
export function temporaryData(): TemporaryData {
  const data = mkdtempSync(join(tmpdir(), PREFIX))
  const remove = () => rmSync(data, { recursive: true, force: true })
  process.once('exit', remove)
  return { data, remove }
}

/** Throws where a temporary service would leave something behind, or touch what is to stay. */
export function rejectLasting(settings: Settings, givenData: string | undefined): void {
  if (givenData !== undefined) {
    throw new Rejected('--temporary makes its own data folder: leave out --data', ExitCode.wrongUse)
  }
  if (settings.deployment !== 'sandbox') {
    throw new Rejected('--temporary is only for a sandbox', ExitCode.wrongUse)
  }
  if (settings['database-url'] !== '') {
    throw new Rejected(
      '--temporary needs the embedded database: leave out database-url',
      ExitCode.wrongUse,
    )
  }
}

/** The settings of a temporary service: one process of many, so it does with the main thread. */
export function temporarySettings(settings: Settings, data: string): Settings {
  const threads = settings['order-threads']
  return { ...settings, data, 'order-threads': threads === 'auto' ? 0 : threads }
}

/**
 * Removes the folders of services that were killed. A service holds the mark of its database, and
 * the system frees the mark of one that is no more, whichever container it ran in.
 */
export function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const data = join(tmpdir(), name)
    try {
      // A younger one may be about to make its mark.
      if (Date.now() - statSync(data).mtimeMs < MINUTE_MS) continue
      holdData({ data, 'database-url': '' })()
      rmSync(data, { recursive: true, force: true })
    } catch {
      // It is in use, gone meanwhile, or of another user.
    }
  }
}

/** How often the parent is looked for. */
const LOOK_EVERY_MS = 250

/** Resolves when the process that started this one has ended. */
export function parentEnded(): Promise<void> {
  const parent = process.ppid
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent && isAlive(parent)) return
      clearInterval(timer)
      resolve()
    }, LOOK_EVERY_MS)
    timer.unref()
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Of another user; on Windows the parent's number stays when it has ended.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
