/** Data folders that exist only as long as their process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A data folder that is removed when the process exits, unless the process is killed. */
export interface TemporaryData {
  readonly data: string
  remove(): void
}

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

/** Creates a data folder for one service. Its name begins with the prefix. */
export function createTemporaryData(prefix: string): TemporaryData {
  const data = createTemporaryFolder(prefix)
  folders.add(data)
  // One listener for all folders: a program may run many sandboxes, and Node warns about many
  // listeners.
  process.off('exit', removeAll).on('exit', removeAll)
  const remove = () => {
    rmSync(data, { recursive: true, force: true })
    folders.delete(data)
  }
  return { data, remove }
}

function removeAll(): void {
  for (const data of folders) rmSync(data, { recursive: true, force: true })
}
