/** How content is packed before it is sealed: sealed bytes cannot be compressed any more. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { DICTIONARIES } from './dictionaries.ts'

// Level 1: most of the gain at a fraction of a millisecond.
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1 }
// What was sealed here is ours, but no fault of ours may ask for unbounded memory.
const UNPACKED_BYTES_MAX = 268_435_456

/** Smaller contents are not worth a compressor's start. */
const PACKED_BYTES_MIN = 2_048
/** With a dictionary most is left out of smaller ones, too. */
const PACKED_WITH_DICTIONARY_BYTES_MIN = 256

/** The first byte of what is packed: how the rest is kept. */
const FORM = { plain: 0, zstd: 1, answer: 2, report: 3, sent: 4, PDF: 5 } as const

/** Contents that have much in common, so that a dictionary halves what is left of them. */
export type Kind = keyof typeof DICTIONARIES

/** The dictionaries, by the form of what they are used for. */
const DICTIONARY: Readonly<Record<number, Buffer>> = {
  [FORM.answer]: Buffer.from(DICTIONARIES.answer, 'base64'),
  [FORM.report]: Buffer.from(DICTIONARIES.report, 'base64'),
  [FORM.sent]: Buffer.from(DICTIONARIES.sent, 'base64'),
  [FORM.PDF]: Buffer.from(DICTIONARIES.PDF, 'base64'),
}

/** Bytes of a text, packed. */
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
  // A compressor that knows the length makes its tables no larger than that needs.
  const options = { params: PARAMS, pledgedSrcSize: bytes.length }
  return zstdCompressSync(bytes, dictionary === undefined ? options : { ...options, dictionary })
}

/** The bytes again. */
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

/** A JSON value as bytes. */
export function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}
