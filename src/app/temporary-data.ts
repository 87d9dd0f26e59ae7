/** Data folders that exist only as long as their process. */
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS } from '../time.ts'
import { lockData } from './data-folder.ts'

/**
 * A data folder that is removed when the process exits. If a signal ends the process, the next one
 * removes it, unless a service holds the lock of its database.
 */
export interface TemporaryData {
  readonly data: string
  remove(): void
}

/**
 * The file that marks a folder as temporary. A user may give a permanent folder a name that begins
 * with the prefix.
 */
export const TEMPORARY_MARK = 'temporary'

const folders = new Set<string>()

/** Creates a folder for temporary files. Its name begins with the prefix. */
export function createTemporaryFolder(prefix: string): string {
  try {
    return mkdtempSync(join(tmpdir(), prefix))
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(
      `cannot create a temporary folder in ${tmpdir()} (${code}): set TMPDIR to a folder that this user can write to`,
      { cause },
    )
  }
}

/**
 * Creates a data folder for one service, whose name begins with the prefix, and removes the folders
 * of others that were killed.
 */
export function createTemporaryData(prefix: string): TemporaryData {
  removeLeftovers(prefix)
  const data = createTemporaryFolder(prefix)
  folders.add(data)
  writeFileSync(join(data, TEMPORARY_MARK), '')
  // One listener for all folders: a program may run many sandboxes, and Node warns about many
  // listeners.
  process.off('exit', removeAll).on('exit', removeAll)
  const remove = () => {
    rmSync(data, { recursive: true, force: true })
    folders.delete(data)
    // jest and watch modes load this module many times into one process.
    if (folders.size === 0) process.off('exit', removeAll)
  }
  return { data, remove }
}

function removeAll(): void {
  for (const data of folders) rmSync(data, { recursive: true, force: true })
}

/**
 * Removes the folders of services that were killed. A running service holds the lock of its
 * database. The system frees the lock when the process ends, regardless of its container.
 */
function removeLeftovers(prefix: string): void {
  for (const name of namesIn(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const data = join(tmpdir(), name)
    if (!existsSync(join(data, TEMPORARY_MARK))) continue
    try {
      const { mtimeMs, uid } = lstatSync(data)
      // In a folder of another user, the file of the lock may be a link to any file.
      if (process.getuid !== undefined && process.getuid() !== uid) continue
      // The service of a newer folder may not have taken its lock yet.
      if (Date.now() - mtimeMs < MINUTE_MS) continue
      lockData({ data, 'database-url': '' })()
      rmSync(data, { recursive: true, force: true })
    } catch {
      // The folder is in use, or deleted meanwhile.
    }
  }
}

/** Returns the names in a folder; none if this user cannot read it, only write to it. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
