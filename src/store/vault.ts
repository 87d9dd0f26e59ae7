/** Sealing: how personal data rests, and how it is found again without being readable. */

/** A data key as it rests: sealed under a master key. */
export interface WrappedKey {
  readonly keyId: string
  readonly bytes: Uint8Array
}

/** The key of one order's content. Destroying its wrapped form purges the order. */
export interface DataKey {
  readonly wrapped: WrappedKey
  /** `column` is `table.column`: sealed bytes open only in the column and order they are from. */
  seal(column: string, bytes: Uint8Array): Uint8Array
  open(column: string, sealed: Uint8Array): Uint8Array
}

/** Everything that needs a key. */
export interface Vault {
  newDataKey(orderId: string): DataKey
  openDataKey(orderId: string, wrapped: WrappedKey): DataKey
  /** A keyed hash for equality look-ups; the label keeps kinds of text apart. */
  blindIndex(label: string, text: string): Uint8Array
  /** A keyed hash of a request's bytes. */
  fingerprint(bytes: Uint8Array): Uint8Array
  /** A keyed hash of an account's machine-made secret. */
  secretHash(secret: string): Uint8Array
}
