/**
 * The digest, in an entry of the audit trail, of the rows that were committed with the entry. It
 * covers every column that must not change later. The entry is authenticated by its keyed hash and
 * its chain, so the digest ties accounts, operators, charges, pulls and reports to the trail.
 */
import { hash } from 'node:crypto'

/**
 * Half of a SHA-256 is enough, because an attacker can hardly choose the input.
 */
const DIGEST_BYTES = 16

/** Returns the digests of groups of rows, concatenated, because each group may be purged alone. */
export function recordsDigest(...groups: readonly (readonly string[])[]): Uint8Array {
  const digests = new Uint8Array(groups.length * DIGEST_BYTES)
  for (const [index, lines] of groups.entries()) {
    // JSON keeps the lines apart, whatever they contain.
    const digest = Uint8Array.fromHex(hash('sha256', JSON.stringify(lines)))
    digests.set(digest.subarray(0, DIGEST_BYTES), index * DIGEST_BYTES)
  }
  return digests
}

/** Returns whether two digests agree about one group. */
export function isSameGroup(one: Uint8Array, other: Uint8Array, group: number): boolean {
  const part = (digests: Uint8Array) =>
    digests.subarray(group * DIGEST_BYTES, (group + 1) * DIGEST_BYTES)
  return one.length === other.length && Buffer.compare(part(one), part(other)) === 0
}
