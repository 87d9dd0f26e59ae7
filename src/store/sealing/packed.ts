/** How content is packed before it is sealed: sealed bytes cannot be compressed any more. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

// Level 1: most of the gain at a fraction of a millisecond on the main thread.
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
// What was sealed here is ours, but no fault of ours may ask for unbounded memory.
const UNPACKED_BYTES_MAX = 268_435_456

/** Bytes of a text, packed. */
export function pack(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, OPTIONS)
}

/** The bytes again. */
export function unpack(packed: Uint8Array): Uint8Array {
  const bytes = zstdDecompressSync(packed, { maxOutputLength: UNPACKED_BYTES_MAX })
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** A JSON value, packed. */
export function packJson(value: unknown): Uint8Array {
  return pack(Buffer.from(JSON.stringify(value)))
}

/** The value again. */
export function unpackJson(packed: Uint8Array): unknown {
  return JSON.parse(Buffer.from(unpack(packed)).toString())
}
