/** Creating folders, and whether they could be created. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'

/**
 * Creates a folder, and the folders above it, if they do not exist. Only their owner can use them.
 * Node's own recursive mode never returns if a folder rejects new entries with ENOENT, as `/proc`
 * does.
 */
export function createFolder(path: string): void {
  const parent = dirname(path)
  // The root of a drive that does not exist is its own parent.
  if (parent !== path && !existsSync(parent)) createFolder(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!isFolder(path)) throw error
  }
}

/**
 * Throws if this user may not write to a folder. If it does not exist, the nearest existing one above
 * it decides whether it can be created.
 */
export function requireWritable(path: string): void {
  let folder = resolve(path)
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  // The separator rejects a file.
  accessSync(`${folder}${sep}`, constants.W_OK | constants.X_OK)
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory()
}
