/** How content is packed before it is sealed: sealed bytes cannot be compressed any more. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { UnitStatement } from '../engine/database.ts'
import type {
  HeldOrder,
  ListedEnd,
  ListedOrder,
  OrderEntry,
  SeenReports,
} from '../records/orders/order-entry.ts'
import { DICTIONARIES } from './dictionaries.ts'
import type { DataKey, Vault, WrappedKey } from './vault.ts'

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

// The wrapped data keys of orders as they rest. An order without one is purged, or has no secret.

/** The columns of a wrapped key. */
export type KeyRow = { readonly key_id: string; readonly wrapped: Uint8Array }

/** The wrapped key of its columns. */
export function wrappedKeyOf({ key_id, wrapped }: KeyRow): WrappedKey {
  return { keyId: key_id, bytes: wrapped }
}

/**
 * Keeps the key of an order that is journaled in the same unit, with what lists show of it. Where
 * reports are given that its plan has seen, it keeps them only if there are no others by now:
 * PostgreSQL takes a new snapshot for each statement, so this one sees what the insert of the order
 * may have waited for.
 */
export function keepKey(
  order: Pick<OrderEntry, 'id' | 'account' | 'receivedAt' | 'listed'>,
  key: DataKey | undefined,
  vault: Pick<Vault, 'sealListed'>,
  seen?: SeenReports,
): UnitStatement[] {
  if (key === undefined) return []
  const into = 'insert into order_keys (order_id, key_id, wrapped, sealed_at, who)'
  const { keyId, bytes } = key.wrapped
  const params = [order.id, keyId, bytes, order.receivedAt, whoOf(order, vault)]
  if (seen === undefined) return [{ sql: `${into} values ($1, $2, $3, $4, $5)`, params, rows: 1 }]
  const [column, value] =
    'meaning' in seen.by ? ['meaning', seen.by.meaning] : ['derivation', seen.by.derivation]
  const sql = `${into} select $1, $2, $3, $4, $5 where (select count(*)
      from reports r join order_keys k on k.order_id = r.order_id
      where r.account = $6 and r.${column} = $7 and r.first_issued_at >= $8) = $9`
  return [{ sql, params: [...params, order.account, value, seen.issuedSince, seen.count], rows: 1 }]
}

// What lists show of an order, in the column `who`. At first it held the borrowers and nothing else.

type Listed = Pick<OrderEntry, 'id' | 'account' | 'listed'>

function whoOf(order: Listed, vault: Pick<Vault, 'sealListed'>): Uint8Array | null {
  const { listed } = order
  const isEmpty = listed === undefined || (listed.borrowers.length === 0 && !listed.request)
  return isEmpty ? null : vault.sealListed(order, jsonBytes(listed))
}

/** What lists show of an order; throws `SealBroken` where it is of another. */
export function openedListed(
  order: Pick<OrderEntry, 'id' | 'account'>,
  who: Uint8Array | null,
  vault: Pick<Vault, 'openListed'>,
): ListedOrder {
  if (who === null) return { borrowers: [] }
  const listed = JSON.parse(Buffer.from(vault.openListed(order, who)).toString())
  return Array.isArray(listed) ? { borrowers: listed } : listed
}

/** Writes what lists show of an order, if it still is what was read. */
export function keepListed(
  order: Pick<OrderEntry, 'id' | 'account'>,
  listed: ListedOrder,
  vault: Pick<Vault, 'sealListed'>,
  before: Uint8Array,
): UnitStatement {
  const { id, account } = order
  const who = vault.sealListed({ id, account }, jsonBytes(listed))
  return {
    sql: 'update order_keys set who = $2 where order_id = $1 and who = $3',
    params: [id, who, before],
    rows: 1,
  }
}

/** Adds to what lists show of an order that ends; nothing where that was changed past the service. */
export function keepListedEnd(
  id: string,
  { account, listed }: Pick<HeldOrder, 'account' | 'listed'>,
  end: ListedEnd | undefined,
  vault: Pick<Vault, 'sealListed'>,
): UnitStatement[] {
  if (listed === undefined || end === undefined) return []
  const who = vault.sealListed({ id, account }, jsonBytes({ ...listed, ...end }))
  return [{ sql: 'update order_keys set who = $2 where order_id = $1', params: [id, who] }]
}
