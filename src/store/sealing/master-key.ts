/** The master keys: from a setting, from a file, or from a file that is made on first start. */
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { FileThere, makeFileWhole } from '../engine/durable-file.ts'

const KEY_BYTES = 32

/** The key above all others. Whoever has it and the database can read everything. */
export interface MasterKey {
  /** Made from the key, so that a database can say under which one it is sealed. */
  readonly id: string
  readonly bytes: Uint8Array
}

/** The master keys a service knows: the first is the one to seal under, all open. */
export type MasterKeys = readonly [MasterKey, ...MasterKey[]]

/** A master key cannot be used: malformed, missing, or not the one the database is sealed under. */
export class MasterKeyUnusable extends Error {
  override readonly name = 'MasterKeyUnusable'
}

/** The master key of a text: 32 bytes as 64 hexadecimal digits or as base64. */
export function masterKeyFromText(text: string): MasterKey {
  const trimmed = text.trim()
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : base64(trimmed)
  if (bytes?.length !== KEY_BYTES) {
    throw new MasterKeyUnusable('the master key must be 32 bytes, as 64 hex digits or as base64')
  }
  return masterKey(bytes)
}

/** The master keys of a text, apart by commas or white space, the newest first. */
export function masterKeysFromText(text: string): MasterKeys {
  const [first = '', ...older] = text.split(/[\s,]+/).filter((part) => part !== '')
  return [masterKeyFromText(first), ...older.map(masterKeyFromText)]
}

/** The master keys in a file that is there, for its owner alone. */
export function masterKeysFromFile(path: string): MasterKeys {
  const found = read(path)
  if (found === undefined) throw new MasterKeyUnusable(`there is no file ${path}`)
  return masterKeysFromText(found)
}

/**
 * The master keys in the data folder. Where there are none one is made, unless `mayCreate` is
 * false: a key made anew beside a database that is already sealed would only hide that the old one
 * is lost.
 */
export async function masterKeysBesideData(path: string, mayCreate: boolean): Promise<MasterKeys> {
  const found = read(path)
  if (found !== undefined) return masterKeysFromText(found)
  if (!mayCreate) {
    throw new MasterKeyUnusable(
      `the database is sealed and its master key is missing: put it back at ${path}, or set it`,
    )
  }
  await create(path)
  return masterKeysFromFile(path)
}

function masterKey(bytes: Uint8Array): MasterKey {
  const digest = createHash('sha256').update('trimerge master key id\0').update(bytes).digest('hex')
  return { id: digest.slice(0, 16), bytes: new Uint8Array(bytes) }
}

function base64(text: string): Buffer | undefined {
  // Node's decoder takes anything, so the shape is checked first.
  return /^[A-Za-z0-9+/]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

const MODE_OF_OTHERS = 0o077

function read(path: string): string | undefined {
  const file = opened(path)
  if (file === undefined) return undefined
  try {
    const mode = fstatSync(file).mode & 0o777
    // Windows has no such mode.
    if (process.platform !== 'win32' && (mode & MODE_OF_OTHERS) !== 0) {
      throw new MasterKeyUnusable(
        `others than its owner may use the master key's file (mode ${mode.toString(8)}): chmod 600 ${path}`,
      )
    }
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

function opened(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new MasterKeyUnusable(`the master key's file cannot be read (${code}): ${path}`)
  }
}

/** Makes a key where there is none; of two processes that start at once, one finds the other's. */
async function create(path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await makeFileWhole(path, async (draft) => {
      writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
    })
  } catch (error) {
    if (!(error instanceof FileThere)) throw error
  }
}
