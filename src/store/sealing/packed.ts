/** How content is packed before it is sealed: sealed bytes cannot be compressed any more. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { UnitStatement } from '../engine/database.ts'
import type { OrderEntry } from '../records/order-entry.ts'
import type { DataKey, WrappedKey } from './vault.ts'

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

// The wrapped data keys of orders as they rest. An order without one is purged, or has no secret.

/** The columns of a wrapped key. */
export type KeyRow = { readonly key_id: string; readonly wrapped: Uint8Array }

/** The wrapped key of its columns. */
export function wrappedKeyOf({ key_id, wrapped }: KeyRow): WrappedKey {
  return { keyId: key_id, bytes: wrapped }
}

/** Keeps the key of an order that is journaled in the same unit. */
export function keepKey(
  { id, receivedAt }: Pick<OrderEntry, 'id' | 'receivedAt'>,
  key: DataKey | undefined,
): UnitStatement[] {
  if (key === undefined) return []
  const { keyId, bytes } = key.wrapped
  const sql =
    'insert into order_keys (order_id, key_id, wrapped, sealed_at) values ($1, $2, $3, $4)'
  return [{ sql, params: [id, keyId, bytes, receivedAt], rows: 1 }]
}
