/**
 * The digest that an entry of the audit trail has of the rows that came with it, over every column
 * that must not change later. The entry is vouched for by its key and its chain, so the digest ties
 * accounts, operators, charges, pulls and reports to the trail.
 */
import { hash } from 'node:crypto'

/** Half of a SHA-256: its input cannot be chosen freely enough to need more. */
const DIGEST_BYTES = 16

/** The digests of groups of rows, one after the other; a group may be purged and the others remain. */
export function recordsDigest(...groups: readonly (readonly string[])[]): Uint8Array {
  const digests = new Uint8Array(groups.length * DIGEST_BYTES)
  for (const [index, lines] of groups.entries()) {
    // JSON keeps the lines apart whatever is in them.
    const digest = Uint8Array.fromHex(hash('sha256', JSON.stringify(lines)))
    digests.set(digest.subarray(0, DIGEST_BYTES), index * DIGEST_BYTES)
  }
  return digests
}

/** Whether one group of two digests is the same. */
export function isSameGroup(one: Uint8Array, other: Uint8Array, group: number): boolean {
  const part = (digests: Uint8Array) =>
    digests.subarray(group * DIGEST_BYTES, (group + 1) * DIGEST_BYTES)
  return one.length === other.length && Buffer.compare(part(one), part(other)) === 0
}
