/** The wrapped data keys of orders as they rest. An order without one is purged, or has no secret. */
import type { UnitStatement } from './engine/database.ts'
import type { OrderEntry } from './records/order-entry.ts'
import type { DataKey, WrappedKey } from './sealing/vault.ts'

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
