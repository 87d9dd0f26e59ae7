/** A service that takes longer over a secret where there is an account: what timing must tell. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const LONGER_MS = 0.5
const { timingSafeEqual } = crypto
const seen = new WeakSet<object>()
crypto.timingSafeEqual = (one, other) => {
  // The hash of nobody is the same one each time; that of an account was just read.
  if (!seen.has(one)) {
    const until = performance.now() + LONGER_MS
    while (performance.now() < until);
  }
  seen.add(one)
  return timingSafeEqual(one, other)
}
syncBuiltinESMExports()
await import('../../../src/main.ts')
