/** The master keys: from a setting, a command, a file, or a file that is created on first start. */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createFolder } from '../../create-folder.ts'
import { FileExists, makeFileWhole } from '../engine/durable-file.ts'

const KEY_BYTES = 32

/**
 * The key that encrypts all other keys. A person who has it and the database can read everything.
 */
export interface MasterKey {
  /** Derived from the key, so that a database can state which key it is sealed under. */
  readonly id: string
  /** 32 bytes, for AES-256. */
  readonly bytes: Uint8Array
}

/** The master keys that a service knows. It seals under the first, and opens with all of them. */
export type MasterKeys = readonly [MasterKey, ...MasterKey[]]

/** A master key cannot be used: it is malformed, missing, or not the key of the database. */
export class MasterKeyUnusable extends Error {
  override readonly name = 'MasterKeyUnusable'
}

/** The setting of the master key is wrong, or the file that it names. A restart would not help. */
export class MasterKeySettingWrong extends MasterKeyUnusable {}

/** Parses a master key: 32 bytes as 64 hexadecimal digits or as base64. */
export function masterKeyFromText(text: string): MasterKey {
  const trimmed = text.trim()
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : base64(trimmed)
  if (bytes?.length !== KEY_BYTES) {
    throw new MasterKeySettingWrong(
      'the master key (master-key, master-key-file or master-key-command) must be 32 bytes, as 64 hex digits or as base64',
    )
  }
  return masterKey(bytes)
}

/** Parses master keys that are separated by commas or white space, the newest first. */
export function masterKeysFromText(text: string): MasterKeys {
  const [first = '', ...older] = text.split(/[\s,]+/).filter((part) => part !== '')
  return [masterKeyFromText(first), ...older.map(masterKeyFromText)]
}

/** Reads the master keys from an existing file, which only its owner may be able to read. */
export function masterKeysFromFile(path: string): MasterKeys {
  const found = read(path)
  if (found === undefined)
    throw new MasterKeySettingWrong(`there is no file ${path}: ${FILE_REMEDY}`)
  return masterKeysFromText(found)
}

/**
 * Reads the master keys in the data folder. If there are none, creates one, unless `mayCreate` is
 * false: a new key beside a database that is already sealed would only hide that the old key is
 * lost.
 */
export async function masterKeysBesideData(path: string, mayCreate: boolean): Promise<MasterKeys> {
  const found = read(path)
  if (found !== undefined) return masterKeysFromText(found)
  if (!mayCreate) {
    throw new MasterKeyUnusable(
      `the database is encrypted and its master key is missing: restore it to ${path}, or set it`,
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
  // Node's decoder accepts any text, so the shape is checked first.
  return /^[A-Za-z0-9+/]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

const FILE_REMEDY = 'set master-key-file to the file of the master key'

const MODE_OF_OTHERS = 0o077

function read(path: string): string | undefined {
  const file = opened(path)
  if (file === undefined) return undefined
  try {
    const found = fstatSync(file)
    if (found.isDirectory()) throw new MasterKeySettingWrong(`${path} is a folder: ${FILE_REMEDY}`)
    const mode = found.mode & 0o777
    // Windows has no such mode.
    if (process.platform !== 'win32' && (mode & MODE_OF_OTHERS) !== 0) {
      throw new MasterKeySettingWrong(
        `the master key's file is accessible to other users (mode ${mode.toString(8)}): chmod 600 ${path}`,
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
    throw new MasterKeySettingWrong(`cannot read the master key's file (${code}): ${path}`)
  }
}

/** Creates a key file if there is none. If two processes start at once, both use one file. */
async function create(path: string): Promise<void> {
  createFolder(dirname(path))
  try {
    await makeFileWhole(path, async (draft) => {
      writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
    })
  } catch (error) {
    if (!(error instanceof FileExists)) throw error
  }
}

// The master key from a command: the client of a key service, a hardware module or a secret store.

/** A program with its arguments and its time-out. */
export interface MasterKeyCommand {
  /** Program and arguments, which no shell interprets. */
  readonly words: readonly string[]
  /** A key service that hangs must not block the start. */
  readonly timeoutMs: number
}

// Enough for a few keys. The limit rejects a command that prints pages of help text.
const OUTPUT_BYTES_MAX = 16_384

/**
 * Returns the output of a command. No shell is involved, so special characters in the words have no
 * effect. The error output of the command goes to that of the service. Its standard output is a key
 * and is shown nowhere.
 */
export async function outputOfCommand({ words, timeoutMs }: MasterKeyCommand): Promise<string> {
  const [program = '', ...args] = words
  const timeout = AbortSignal.timeout(timeoutMs)
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal: timeout,
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'close')
  // A program that cannot be started rejects this promise before anything awaits it.
  ended.catch(() => undefined)
  try {
    const output = await readOutput(child.stdout)
    const [code] = await ended
    if (code === 0) return output
  } catch (error) {
    child.kill('SIGKILL')
    throw error instanceof MasterKeyUnusable ? error : failure(timeout, timeoutMs)
  }
  throw failure(timeout, timeoutMs)
}

async function readOutput(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > OUTPUT_BYTES_MAX) {
      throw new MasterKeyUnusable(
        `the output of master-key-command exceeds ${OUTPUT_BYTES_MAX} bytes: it must print only keys`,
      )
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Says only that the command failed. The command may contain a token, and its output a key. */
function failure({ aborted }: AbortSignal, timeoutMs: number): MasterKeyUnusable {
  return new MasterKeyUnusable(
    aborted
      ? `master-key-command returned no key within ${timeoutMs} ms`
      : 'master-key-command failed: it could not be started, or its exit code was not 0',
  )
}
