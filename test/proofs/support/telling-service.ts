/** A service that takes longer over a secret where there is an account: what timing must tell. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { lengthOf } from '../../support/length.ts'

/** Half a millisecond is found among many logins, or among few on a machine that does nothing else. */
const LONGER_MS = lengthOf({ short: 2, full: 0.5 })
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
