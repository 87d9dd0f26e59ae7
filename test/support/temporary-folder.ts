/** Folders for tests, below the system's folder for temporary files. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

/**
 * A new folder that goes with the process. It does not go with its test: hooks run in the order
 * they were made, so a service would still write to it.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-test-'))
  if (folders.push(folder) === 1) process.once('exit', removeFolders)
  return folder
}

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
