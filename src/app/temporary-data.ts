/** Data folders that end with their process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A data folder that is removed when the process ends, however it ends by itself. */
export interface TemporaryData {
  readonly data: string
  remove(): void
}

const folders = new Set<string>()

/** Makes a folder for the data of one service; its name begins with the prefix. */
export function temporaryData(prefix: string): TemporaryData {
  const data = mkdtempSync(join(tmpdir(), prefix))
  folders.add(data)
  // One listener for all: a program may run many sandboxes, and Node warns of many listeners.
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
