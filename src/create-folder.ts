/** Creating folders. */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

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

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory()
}
