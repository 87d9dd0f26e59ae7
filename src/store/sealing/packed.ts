/** Compresses content before it is sealed, because sealed bytes cannot be compressed. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { DICTIONARIES } from './dictionaries.ts'

// Level 1 has most of the gain and takes a fraction of a millisecond.
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1 }
// The service sealed this content itself, but even a bug must not request unbounded memory.
const UNPACKED_BYTES_MAX = 268_435_456

/** The minimum size: for smaller contents, starting a compressor is not worth the time. */
const PACKED_BYTES_MIN = 2_048
/** The minimum size with a dictionary, which also shrinks smaller contents enough. */
const PACKED_WITH_DICTIONARY_BYTES_MIN = 256

/**
 * The first byte of packed content: how the rest is stored. A release must not yet write a form that
 * it adds: during an upgrade, services of the earlier release read what it writes.
 */
const FORM = { plain: 0, zstd: 1, answer: 2, report: 3, sent: 4, PDF: 5 } as const

/** Kinds of content with so much in common that a dictionary halves their compressed size. */
export type Kind = keyof typeof DICTIONARIES

/** The dictionaries, by form. */
const DICTIONARY: Readonly<Record<number, Buffer>> = {
  [FORM.answer]: Buffer.from(DICTIONARIES.answer, 'base64'),
  [FORM.report]: Buffer.from(DICTIONARIES.report, 'base64'),
  [FORM.sent]: Buffer.from(DICTIONARIES.sent, 'base64'),
  [FORM.PDF]: Buffer.from(DICTIONARIES.PDF, 'base64'),
}

/** Packs the bytes of a content. */
export function pack(bytes: Uint8Array, kind?: Kind): Uint8Array {
  const min = kind === undefined ? PACKED_BYTES_MIN : PACKED_WITH_DICTIONARY_BYTES_MIN
  const form = bytes.length < min ? FORM.plain : FORM[kind ?? 'zstd']
  const content = form === FORM.plain ? bytes : compressed(bytes, DICTIONARY[form])
  const packed = new Uint8Array(1 + content.length)
  packed[0] = form
  packed.set(content, 1)
  return packed
}

function compressed(bytes: Uint8Array, dictionary: Buffer | undefined): Buffer {
  // A compressor that knows the length allocates no larger tables than necessary.
  const options = { params: PARAMS, pledgedSrcSize: bytes.length }
  return zstdCompressSync(bytes, dictionary === undefined ? options : { ...options, dictionary })
}

/** Returns the bytes of a packed content. */
export function unpack(packed: Uint8Array): Uint8Array {
  const [form = FORM.plain] = packed
  const content = packed.subarray(1)
  if (form === FORM.plain) return content.slice()
  const dictionary = DICTIONARY[form]
  const options = { maxOutputLength: UNPACKED_BYTES_MAX }
  const bytes = zstdDecompressSync(
    content,
    dictionary === undefined ? options : { ...options, dictionary },
  )
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Returns a JSON value as bytes. */
export function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}
