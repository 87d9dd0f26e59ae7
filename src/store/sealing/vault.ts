/**
 * Sealing: how personal data rests, and how it is found again without being readable.
 *
 * A master key wraps a random data key for each order, and the data key seals the order's content:
 * rotating the master key re-wraps small keys, and destroying a wrapped key purges an order. One
 * more random key, the index key, is made with the database and wrapped likewise; the keyed
 * hashes for look-ups come from it, so they outlive every rotation.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { randomBytes } from '../../random-bytes.ts'
import { type MasterKey, type MasterKeys, MasterKeyUnusable } from './master-key.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
// The first byte of everything sealed, so that another form can follow this one.
const FORM = 1

/** The place of what lists show. */
const LISTED = 'order_keys.who'

/** The place of second factors. */
const FACTOR = 'operators.second_factor'

/** A data key as it rests: sealed under a master key. */
export interface WrappedKey {
  /** The master key that it is wrapped by. */
  readonly keyId: string
  readonly bytes: Uint8Array
}

/** The columns of a wrapped key. */
export type KeyRow = { readonly key_id: string; readonly wrapped: Uint8Array }

/** The wrapped key of its columns. */
export function wrappedKeyOf({ key_id, wrapped }: KeyRow): WrappedKey {
  return { keyId: key_id, bytes: wrapped }
}

/** The key of one order's content. Destroying its wrapped form purges the order. */
export interface DataKey {
  readonly wrapped: WrappedKey
  /**
   * Sealed bytes open only in the place and order that they are from. `place` is `table.column`,
   * followed by what else of the row they vouch for.
   */
  seal(place: string, bytes: Uint8Array): Uint8Array
  open(place: string, sealed: Uint8Array): Uint8Array
}

/** The order that something is sealed for: it opens for no other account and no other order. */
export interface SealedFor {
  readonly id: string
  /** Part of what is authenticated, so that a key moved to another account does not open. */
  readonly account: string
}

/** Everything that needs a key. */
export interface Sealing {
  newDataKey(order: SealedFor): DataKey
  openDataKey(order: SealedFor, wrapped: WrappedKey): DataKey
  /**
   * Seals what lists show of an order, under one key for all orders: a page of a list unwraps no
   * data key. It rests in the row of the order's data key and is destroyed with it.
   */
  sealListed(order: SealedFor, bytes: Uint8Array): Uint8Array
  openListed(order: SealedFor, sealed: Uint8Array): Uint8Array
  /** Seals the second factor of an operator; it opens for no other one. */
  sealFactor(operator: string, bytes: Uint8Array): Uint8Array
  openFactor(operator: string, sealed: Uint8Array): Uint8Array
  /** A keyed hash for equality look-ups; the label keeps kinds of text apart. */
  blindIndex(label: string, text: string): Uint8Array
  /** A keyed hash of a request's bytes. */
  fingerprint(bytes: Uint8Array): Uint8Array
  /** A keyed hash of an account's machine-made secret. */
  secretHash(secret: string): Uint8Array
  /** What vouches for a line of the audit trail. */
  auditMac(line: string): Uint8Array
  /** What vouches for a row that gives access: see `row-mac.ts`. */
  rowMac(line: string): Uint8Array
}

/** The sealing of a database, which may be rotated while this process runs. */
export interface Vault extends Sealing {
  /**
   * Learns under which master key new data keys are wrapped by now: whether it is another one than
   * before. Throws `MasterKeyUnusable` where this process does not know it.
   */
  followMasterKey(): Promise<boolean>
}

/** Sealed bytes were changed, moved to another place, or sealed under another key. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'

  constructor() {
    super('sealed data does not open: it was changed, moved or sealed under another key')
  }
}

/** Sealing with given keys. `openVault` in `open-vault.ts` finds the index key of a database. */
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
    // The label ends at a byte that no label holds, so no two pairs give the same input.
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

/** Opens a wrapped key with the master key it names. */
export function unwrapKey(
  masterKeys: readonly MasterKey[],
  place: string,
  wrapped: WrappedKey,
): Uint8Array {
  const master = masterKeys.find(({ id }) => id === wrapped.keyId)
  if (master === undefined) {
    const known = masterKeys.map(({ id }) => id).join(', ')
    throw new MasterKeyUnusable(
      `the database is sealed under master key ${wrapped.keyId}, and the one given is ${known}`,
    )
  }
  return open(master.bytes, [place, master.id], wrapped.bytes)
}

/** A data key wrapped under another master key; its content is not touched. */
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
  // JSON keeps the two apart, whatever is in a name.
  return `order_keys.wrapped ${JSON.stringify([id, account])}`
}

function dataKey({ id }: SealedFor, key: Uint8Array, wrapped: WrappedKey): DataKey {
  return {
    wrapped,
    seal: (place, bytes) => seal(key, [place, id], bytes),
    open: (place, sealed) => open(key, [place, id], sealed),
  }
}

/** Form, nonce, content and tag, bound to where it rests. */
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
  // No byte of it leaves this function before `final` has verified the tag.
  const content = decipher.update(sealed.subarray(1 + NONCE_BYTES, contentEnd))
  try {
    decipher.final()
  } catch {
    throw new SealBroken()
  }
  return new Uint8Array(content.buffer, content.byteOffset, content.length)
}

function boundTo(place: readonly string[]): Buffer {
  // JSON keeps the parts apart whatever is in them.
  return Buffer.from(JSON.stringify([FORM, ...place]))
}

/**
 * One key for each use: the same text hashed for two uses gives two hashes that cannot be compared.
 */
function derivedKey(indexKey: Uint8Array, use: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', indexKey, '', `trimerge ${use}`, KEY_BYTES))
}

function keyedHash(key: Uint8Array, content: string | Uint8Array): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update(content).digest())
}
