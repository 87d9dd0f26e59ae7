/** How content is packed before it is sealed: sealed bytes cannot be compressed any more. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { UnitStatement } from '../engine/database.ts'
import type { OrderEntry } from '../records/order-entry.ts'
import type { DataKey, Vault, WrappedKey } from './vault.ts'

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

/** Keeps the key of an order that is journaled in the same unit, with what lists show of it. */
export function keepKey(
  { id, receivedAt, borrowers = [] }: Pick<OrderEntry, 'id' | 'receivedAt' | 'borrowers'>,
  key: DataKey | undefined,
  vault: Pick<Vault, 'sealListed'>,
): UnitStatement[] {
  if (key === undefined) return []
  const { keyId, bytes } = key.wrapped
  const who =
    borrowers.length === 0 ? null : vault.sealListed(id, Buffer.from(JSON.stringify(borrowers)))
  const sql =
    'insert into order_keys (order_id, key_id, wrapped, sealed_at, who) values ($1, $2, $3, $4, $5)'
  return [{ sql, params: [id, keyId, bytes, receivedAt, who], rows: 1 }]
}
