/**
 * Files that appear whole or not at all, are readable only by their owner, and survive a power cut.
 */
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  createReadStream,
  fsyncSync,
  linkSync,
  openSync,
  rmSync,
  unlinkSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** A file, or one that is needed to make it, exists already and is not written over. */
export class FileThere extends Error {
  override readonly name = 'FileThere'

  constructor(path: string) {
    super(`${path} already exists and is not overwritten`)
  }
}

/**
 * Makes a file: it is written beside its place, flushed, and put there under its name in one step.
 * An existing file is left as it is.
 */
export async function makeFileWhole(
  path: string,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.partial`
  try {
    // Made before it is written, so that it is never readable by others, not even while it grows.
    closeSync(openSync(draft, 'wx', 0o600))
    await write(draft)
    chmodSync(draft, 0o600)
    flush(draft, 'r+')
    moveFile(draft, path)
  } finally {
    // SQLite makes files beside a database; they belong to the draft and go with it.
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(draft + end, { force: true })
  }
}

/** The SHA-256 of a file's bytes, in hexadecimal digits. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Moves a flushed file, within its disk and for good. An existing file is left as it is. */
export function moveFile(draft: string, path: string): void {
  try {
    // A link, unlike a renaming, does not replace what another process has put there meanwhile.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new FileThere(path)
    throw error
  }
  unlinkSync(draft)
  // Windows has no such thing as flushing a folder.
  if (process.platform !== 'win32') flush(dirname(path), 'r')
}

function flush(path: string, flags: string): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
