/**
 * A service that takes longer to check a secret if the account exists, which the timing proof must
 * catch.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { lengthOf } from '../../support/length.ts'

/** Half a millisecond is detectable with many logins, or with few on an otherwise idle machine. */
const LONGER_MS = lengthOf({ short: 2, full: 0.5 })
const { timingSafeEqual } = crypto
const seen = new WeakSet<object>()
crypto.timingSafeEqual = (one, other) => {
  // The hash for unknown accounts is the same object each time. The hash of an account was just
  // read.
  if (!seen.has(one)) {
    const until = performance.now() + LONGER_MS
    while (performance.now() < until);
  }
  seen.add(one)
  return timingSafeEqual(one, other)
}
syncBuiltinESMExports()
await import('../../../src/main.ts')
