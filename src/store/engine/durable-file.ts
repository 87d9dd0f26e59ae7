/** Files that appear completely or not at all, readable only by their owner, and durable. */
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  createReadStream,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The file, or a draft of it, already exists and is not overwritten. */
export class FileExists extends Error {
  override readonly name = 'FileExists'

  constructor(path: string) {
    super(`${path} already exists and is not overwritten`)
  }
}

/**
 * Creates a file. It is written as a draft in the same folder, flushed, and moved to its final name
 * in one step. An existing file is left unchanged. A file `ofService` belongs to the owner of its
 * folder.
 */
export async function makeFileWhole(
  path: string,
  write: (draft: string) => Promise<void>,
  { ofService = false } = {},
): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.partial`
  try {
    // Created before it is written, so that others can never read it, not even while it grows.
    if (ofService) createOfService(draft)
    else closeSync(openSync(draft, 'wx', 0o600))
    await write(draft)
    chmodSync(draft, 0o600)
    flush(draft, 'r+')
    moveFile(draft, path)
  } finally {
    removeDraft(draft)
  }
}

/** Removes a draft, and the files that SQLite creates beside it if it is a database. */
export function removeDraft(draft: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(draft + end, { force: true })
}

const DRAFT = /^[0-9a-f]{12}\.partial(?:-wal|-shm|-journal)?$/

/** Removes the drafts of a file that processes left behind when they were killed. */
export function removeDrafts(path: string): void {
  const folder = dirname(path)
  const start = `${basename(path)}.`
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(start) || !DRAFT.test(name.slice(start.length))) continue
    rmSync(join(folder, name), { force: true })
  }
}

/**
 * Creates an empty file of a data folder if it does not exist. One that root creates gets the owner
 * of the folder: otherwise, a command that root runs would leave a file that the service cannot
 * write.
 */
export function createOfService(path: string): void {
  let file: number
  try {
    // Fails for a link, too, so that root gives no file elsewhere to another user.
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  try {
    const { uid, gid } = statSync(dirname(path))
    if (process.getuid?.() === 0 && uid !== 0) fchownSync(file, uid, gid)
  } catch {
    // Some containers and network shares do not let root do this.
  } finally {
    closeSync(file)
  }
}

/** Returns the SHA-256 of a file's bytes, in hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Moves a flushed file durably, within its disk. An existing file is left unchanged. */
export function moveFile(draft: string, path: string): void {
  try {
    // Unlike a rename, a link does not replace a file that another process has created meanwhile.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new FileExists(path)
    throw error
  }
  unlinkSync(draft)
  // Windows cannot flush a folder.
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
