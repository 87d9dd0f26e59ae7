/** Folders for tests, in the system's folder for temporary files. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

/**
 * Creates a folder that is removed when the process ends. It is not removed with its test: hooks
 * run in the order in which they were registered, so a service could still write to it.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-test-'))
  if (folders.push(folder) === 1) process.once('exit', removeFolders)
  return folder
}

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
