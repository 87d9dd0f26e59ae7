/**
 * Sealing: encrypts personal data for storage, and makes it searchable without being readable.
 *
 * A master key wraps a random data key for each order, and the data key seals the order's content.
 * Rotating the master key therefore re-wraps only small keys, and destroying a wrapped key purges
 * an order. One more random key, the index key, is created with the database and wrapped in the
 * same way. The keyed hashes for look-ups are derived from it, so they survive every rotation.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { randomBytes } from '../../random-bytes.ts'
import { type MasterKey, type MasterKeys, MasterKeyUnusable } from './master-key.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
// The first byte of all sealed bytes, so that another form can replace this one later.
const FORM = 1

/** The place of the data that lists show. */
const LISTED = 'order_keys.who'

/** The place of second factors. */
const FACTOR = 'operators.second_factor'

/** A data key as it is stored: sealed under a master key. */
export interface WrappedKey {
  /** The ID of the master key that wraps it. */
  readonly keyId: string
  readonly bytes: Uint8Array
}

/** The columns of a wrapped key. */
export type KeyRow = { readonly key_id: string; readonly wrapped: Uint8Array }

/** Returns the wrapped key of a row. */
export function wrappedKeyOf({ key_id, wrapped }: KeyRow): WrappedKey {
  return { keyId: key_id, bytes: wrapped }
}

/** The key of one order's content. Destroying its wrapped form purges the order. */
export interface DataKey {
  readonly wrapped: WrappedKey
  /**
   * Sealed bytes open only for the same place and order. `place` is `table.column`, followed by any
   * other data of the row that the seal authenticates.
   */
  seal(place: string, bytes: Uint8Array): Uint8Array
  open(place: string, sealed: Uint8Array): Uint8Array
}

/** The order that data is sealed for. The data opens for no other account and no other order. */
export interface SealedFor {
  readonly id: string
  /** Part of the authenticated data, so that a key moved to another account does not open. */
  readonly account: string
}

/** All operations that need a key. */
export interface Sealing {
  newDataKey(order: SealedFor): DataKey
  openDataKey(order: SealedFor, wrapped: WrappedKey): DataKey
  /**
   * Seals the data that lists show of an order, under one key for all orders, so that a page of a
   * list does not have to unwrap data keys. The result is stored in the row of the order's data
   * key, and is destroyed with it.
   */
  sealListed(order: SealedFor, bytes: Uint8Array): Uint8Array
  openListed(order: SealedFor, sealed: Uint8Array): Uint8Array
  /** Seals the second factor of an operator. It opens for no other operator. */
  sealFactor(operator: string, bytes: Uint8Array): Uint8Array
  openFactor(operator: string, sealed: Uint8Array): Uint8Array
  /** Returns a keyed hash for equality look-ups. The label separates kinds of texts. */
  blindIndex(label: string, text: string): Uint8Array
  /** Returns a keyed hash of a request's bytes. */
  fingerprint(bytes: Uint8Array): Uint8Array
  /** Returns a keyed hash of an account's generated secret. */
  secretHash(secret: string): Uint8Array
  /** Returns the keyed hash that authenticates a line of the audit trail. */
  auditMac(line: string): Uint8Array
  /** Returns the keyed hash that authenticates a row that grants access: see `row-mac.ts`. */
  rowMac(line: string): Uint8Array
}

/** The sealing of a database, whose master key may be rotated while this process runs. */
export interface Vault extends Sealing {
  /** Returns the ID of the master key that wraps new data keys, as far as this process knows. */
  masterKeyId(): string
  /**
   * Reads which master key currently wraps new data keys. Throws `MasterKeyUnusable` if this process
   * does not know the key.
   */
  followMasterKey(): Promise<void>
  /** Returns whether this process knew the key when it last read which one is current. */
  knowsMasterKey(): boolean
}

/** The sealed bytes were changed, moved to another place, or sealed under another key. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'

  constructor() {
    super('sealed data does not open: it was changed, moved or sealed under another key')
  }
}

/** Returns the sealing with given keys. `openVault` in `open-vault.ts` reads the index key. */
export function sealingWith(
  masterKeys: MasterKeys,
  indexKey: Uint8Array,
  current: () => MasterKey = () => masterKeys[0],
): Sealing {
  const blindKey = derivedKey(indexKey, 'blind index')
  const fingerprintKey = derivedKey(indexKey, 'request fingerprint')
  const pepper = derivedKey(indexKey, 'account secret')
  const auditKey = derivedKey(indexKey, 'audit trail')
  const listKey = derivedKey(indexKey, 'order list')
  const rowKey = derivedKey(indexKey, 'access rows')
  const factorKey = derivedKey(indexKey, 'second factor')
  return {
    newDataKey: (order) => {
      const key = randomBytes(KEY_BYTES)
      return dataKey(order, key, wrapKey(current(), dataKeyPlace(order), key))
    },
    openDataKey: (order, wrapped) =>
      dataKey(order, unwrapKey(masterKeys, dataKeyPlace(order), wrapped), wrapped),
    sealListed: ({ id, account }, bytes) => seal(listKey, [LISTED, id, account], bytes),
    openListed: ({ id, account }, sealed) => open(listKey, [LISTED, id, account], sealed),
    sealFactor: (operator, bytes) => seal(factorKey, [FACTOR, operator], bytes),
    openFactor: (operator, sealed) => open(factorKey, [FACTOR, operator], sealed),
    // The label ends at a byte that no label contains, so no two pairs have the same input.
    blindIndex: (label, text) => keyedHash(blindKey, `${label}\0${text}`),
    fingerprint: (bytes) => keyedHash(fingerprintKey, bytes),
    secretHash: (secret) => keyedHash(pepper, secret),
    auditMac: (line) => keyedHash(auditKey, line),
    rowMac: (line) => keyedHash(rowKey, line),
  }
}

/** Seals a key under a master key, for one named place. */
export function wrapKey(master: MasterKey, place: string, key: Uint8Array): WrappedKey {
  return { keyId: master.id, bytes: seal(master.bytes, [place, master.id], key) }
}

/** Opens a wrapped key with the master key that it names. */
export function unwrapKey(
  masterKeys: readonly MasterKey[],
  place: string,
  wrapped: WrappedKey,
): Uint8Array {
  const master = masterKeys.find(({ id }) => id === wrapped.keyId)
  if (master === undefined) {
    const configured = masterKeys.map(({ id }) => id).join(', ')
    throw new MasterKeyUnusable(
      `the database is sealed under master key ${wrapped.keyId}, which is not among the configured keys (${configured})`,
    )
  }
  return open(master.bytes, [place, master.id], wrapped.bytes)
}

/** Wraps a data key under another master key. Its content is not changed. */
export function rewrapDataKey(
  order: SealedFor,
  wrapped: WrappedKey,
  from: readonly MasterKey[],
  to: MasterKey,
): WrappedKey {
  const place = dataKeyPlace(order)
  return wrapKey(to, place, unwrapKey(from, place, wrapped))
}

function dataKeyPlace({ id, account }: SealedFor): string {
  // JSON keeps the ID and the account apart, whatever a name contains.
  return `order_keys.wrapped ${JSON.stringify([id, account])}`
}

function dataKey({ id }: SealedFor, key: Uint8Array, wrapped: WrappedKey): DataKey {
  return {
    wrapped,
    seal: (place, bytes) => seal(key, [place, id], bytes),
    open: (place, sealed) => open(key, [place, id], sealed),
  }
}

/** Returns form, nonce, content and tag. The place is authenticated with them. */
function seal(key: Uint8Array, place: readonly string[], bytes: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo(place))
  const content = cipher.update(bytes)
  cipher.final()
  const sealed = new Uint8Array(1 + NONCE_BYTES + content.length + TAG_BYTES)
  sealed[0] = FORM
  sealed.set(nonce, 1)
  sealed.set(content, 1 + NONCE_BYTES)
  sealed.set(cipher.getAuthTag(), 1 + NONCE_BYTES + content.length)
  return sealed
}

function open(key: Uint8Array, place: readonly string[], sealed: Uint8Array): Uint8Array {
  const contentEnd = sealed.length - TAG_BYTES
  if (sealed[0] !== FORM || contentEnd < 1 + NONCE_BYTES) throw new SealBroken()
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo(place))
  decipher.setAuthTag(sealed.subarray(contentEnd))
  // No decrypted byte leaves this function before `final` has verified the tag.
  const content = decipher.update(sealed.subarray(1 + NONCE_BYTES, contentEnd))
  try {
    decipher.final()
  } catch {
    throw new SealBroken()
  }
  return new Uint8Array(content.buffer, content.byteOffset, content.length)
}

function boundTo(place: readonly string[]): Buffer {
  // JSON keeps the parts apart, whatever they contain.
  return Buffer.from(JSON.stringify([FORM, ...place]))
}

/** Derives one key for each use, so that hashes of the same text for two uses differ. */
function derivedKey(indexKey: Uint8Array, use: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', indexKey, '', `trimerge ${use}`, KEY_BYTES))
}

function keyedHash(key: Uint8Array, content: string | Uint8Array): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update(content).digest())
}
