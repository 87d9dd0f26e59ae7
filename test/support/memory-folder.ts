/** A folder in memory, for what a run of tests writes and throws away. */
import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const MEMORY_FOLDER = '/dev/shm'
// All tests make some hundred databases of eight megabytes each; containers often give less.
const MEMORY_BYTES_MIN = 2_147_483_648

/** Such a folder, where there is room; making a database there takes a seventh of the time. */
export function memoryFolder(): string | undefined {
  if (!existsSync(MEMORY_FOLDER) || !isOpenToAll(MEMORY_FOLDER)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return bavail * bsize < MEMORY_BYTES_MIN ? undefined : MEMORY_FOLDER
}

/** Whether every user of the machine can enter it. */
export function isOpenToAll(folder: string): boolean {
  if (!existsSync(folder) || (statSync(folder).mode & 0o001) === 0) return false
  return folder === dirname(folder) || isOpenToAll(dirname(folder))
}
