/** Searches bytes for a secret, in every form in which it could be stored there. */
import { hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync, zstdDecompressSync } from 'node:zlib'

/** A form of a secret, and its name in findings. */
interface Needle {
  readonly name: string
  readonly bytes: Buffer
}

/** Returns all forms of named secrets. */
export function needlesOf(secrets: Readonly<Record<string, string>>): readonly Needle[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    spellings(secret).flatMap((text) => [
      { name: `${name} in clear`, bytes: Buffer.from(text) },
      { name: `${name} in UTF-16`, bytes: Buffer.from(text, 'utf16le') },
      { name: `${name} in UTF-16`, bytes: Buffer.from(text, 'utf16le').swap16() },
      { name: `${name} in hex`, bytes: Buffer.from(Buffer.from(text).toString('hex')) },
      {
        name: `${name} in hex`,
        bytes: Buffer.from(Buffer.from(text).toString('hex').toUpperCase()),
      },
      ...[0, 1, 2].map((shift) => ({ name: `${name} in base64`, bytes: inBase64(text, shift) })),
    ]),
  )
}

/** Returns the spellings of a secret: as sent, grouped as people write numbers, and URL-encoded. */
function spellings(secret: string): readonly string[] {
  const grouped = /^\d{9}$/.test(secret)
    ? [secret.replace(/(...)(..)/, '$1-$2-'), secret.replace(/(...)(..)/, '$1 $2 ')]
    : /^\d{16}$/.test(secret)
      ? [secret.replace(/(....)(?=.)/g, '$1 '), secret.replace(/(....)(?=.)/g, '$1-')]
      : []
  return [...new Set([secret, ...grouped, encodeURIComponent(secret)])]
}

/** Returns the base64 characters of a text that do not depend on the text before and after it. */
function inBase64(text: string, shift: number): Buffer {
  const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString('base64')
  const start = shift === 0 ? 0 : shift + 1
  const whole = Math.floor(((Buffer.byteLength(text) + shift) * 8) / 6)
  return Buffer.from(encoded.slice(start, whole))
}

/** Returns the names of the needles in some bytes, including the content of compressed frames. */
export function foundIn(bytes: Buffer, needles: readonly Needle[]): readonly string[] {
  const found = new Set<string>()
  for (const part of [...written(bytes), ...unpacked(bytes)]) {
    for (const needle of needles) if (part.includes(needle.bytes)) found.add(needle.name)
  }
  return [...found]
}

const NOTHING = Buffer.alloc(4_096)

/**
 * Returns the parts of some bytes that are not only zeros, because most of a preallocated file is
 * zeros. A part includes one adjacent zero on each side: a secret in UTF-16 can begin or end with
 * one.
 */
function written(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = []
  let from: number | undefined
  for (let at = 0; at < bytes.length; at += NOTHING.length) {
    const isNothing = bytes.subarray(at, at + NOTHING.length).equals(NOTHING)
    if (!isNothing) from ??= Math.max(0, at - 1)
    else if (from !== undefined) {
      parts.push(bytes.subarray(from, at + 1))
      from = undefined
    }
  }
  return from === undefined ? parts : [...parts, bytes.subarray(from)]
}

const FRAMES = [
  [
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
    (bytes: Buffer) => zstdDecompressSync(bytes.subarray(0, frameBytes(bytes)), LIMIT),
  ],
  // The stream follows a header of ten bytes. Unlike gunzip, `inflateRaw` ignores bytes after the
  // end of the stream.
  [Buffer.from([0x1f, 0x8b, 0x08]), (bytes: Buffer) => inflateRawSync(bytes.subarray(10), LIMIT)],
] as const

/**
 * Returns the length of a zstd frame (RFC 8878, 3.1.1), because the bytes after it must not be
 * passed to the decompression.
 */
function frameBytes(bytes: Buffer): number {
  const descriptor = bytes.readUInt8(4)
  const single = (descriptor >> 5) & 1
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0
  const contentSize = [single, 2, 4, 8][descriptor >> 6] ?? 0
  let at = 5 + (1 - single) + dictionary + contentSize
  for (let last = false; !last; ) {
    const header = bytes.readUIntLE(at, 3)
    last = (header & 1) === 1
    at += 3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3)
  }
  return at + ((descriptor >> 2) & 1) * 4
}

const LIMIT = { maxOutputLength: 16_777_216 }

function unpacked(bytes: Buffer): Buffer[] {
  const opened: Buffer[] = []
  for (const [magic, open] of FRAMES) {
    for (let at = bytes.indexOf(magic); at !== -1; at = bytes.indexOf(magic, at + 1)) {
      try {
        opened.push(open(bytes.subarray(at)))
      } catch {
        // The bytes only look like the beginning of a frame.
      }
    }
  }
  return opened
}

/**
 * Returns the findings in the files under a folder, except files with the names in `ignored`.
 * Files with the same bytes, such as those of a new database, are searched once.
 */
export function foundBelow(
  folder: string,
  needles: readonly Needle[],
  ignored: ReadonlySet<string>,
  searched = new Map<string, readonly string[]>(),
): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (ignored.has(entry.name)) return []
    if (entry.isDirectory()) return foundBelow(path, needles, ignored, searched)
    if (!entry.isFile() || statSync(path).size === 0) return []
    const bytes = readFileSync(path)
    const digest = hash('sha256', bytes)
    const found = searched.get(digest) ?? foundIn(bytes, needles)
    searched.set(digest, found)
    return found.map((what) => `${what}: ${entry.name}`)
  })
}
