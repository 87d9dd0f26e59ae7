/** A folder in memory, for the temporary data of a test run. */
import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const MEMORY_FOLDER = '/dev/shm'
// All tests together create some hundred databases of eight megabytes each. Containers often have
// less shared memory.
const MEMORY_BYTES_MIN = 2_147_483_648

/**
 * Returns a folder in memory, or undefined if it has not enough space. Creating a database there
 * takes a seventh of the time.
 */
export function memoryFolder(): string | undefined {
  if (!existsSync(MEMORY_FOLDER) || !isOpenToAll(MEMORY_FOLDER)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return bavail * bsize < MEMORY_BYTES_MIN ? undefined : MEMORY_FOLDER
}

/** Whether every user of the machine can enter the folder. */
export function isOpenToAll(folder: string): boolean {
  if (!existsSync(folder) || (statSync(folder).mode & 0o001) === 0) return false
  return folder === dirname(folder) || isOpenToAll(dirname(folder))
}
