/**
 * Random bytes and IDs, drawn for many uses at once, because a draw costs the same for a few bytes
 * as for thousands.
 */
import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 4_096

const pool = new Uint8Array(POOL_BYTES)
let drawn = POOL_BYTES

/**
 * Returns random bytes that cannot be guessed, at most 4,096. No copy of them remains in the pool.
 */
export function randomBytes(count: number): Uint8Array {
  if (drawn + count > POOL_BYTES) {
    randomFillSync(pool)
    drawn = 0
  }
  const bytes = pool.slice(drawn, drawn + count)
  pool.fill(0, drawn, drawn + count)
  drawn += count
  return bytes
}

/**
 * Returns an ID of 72 random bits. It begins with a letter, because a command would take a hyphen
 * for an option, and a spreadsheet for a formula.
 */
export function randomId(): string {
  return `i${Buffer.from(randomBytes(9)).toString('base64url')}`
}
