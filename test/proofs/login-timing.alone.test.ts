/** The duration of a rejected login does not reveal whether the account exists. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isFull, LENGTH_VARIABLE, lengthOf } from '../support/length.ts'
import {
  brokenTimingPromises,
  type LoginTiming,
  loginTiming,
  TIMING_FLAGS,
} from './login-timing.ts'
import { figuresLine } from './support/order-figures.ts'
import { sqliteSite } from './support/site.ts'

const LENGTH = lengthOf({
  // By chance, one in 100,000 of the short runs fails, and one in a hundred of the long runs.
  short: { logins: 600, controlLogins: 1_000, probabilityMin: 1e-5 },
  full: { logins: 10_000, controlLogins: 2_000, probabilityMin: 0.01 },
})

/** Other work on the machine can hide the difference at times, but not for long. */
const CONTROL_RUNS = 4

async function timed(t: TestContext, program?: readonly string[]): Promise<readonly string[]> {
  const site = sqliteSite()
  t.after(() => site.remove())
  const environment = isFull ? { [LENGTH_VARIABLE]: 'full' } : {}
  const service = await site.start({
    flags: TIMING_FLAGS,
    environment,
    ...(program && { program }),
  })
  t.after(() => service.kill())
  await site.addAccount('lender')
  const broken = (found: LoginTiming) => brokenTimingPromises(found, LENGTH.probabilityMin)
  const known = 'lender'
  const tried =
    program === undefined
      ? { known, logins: LENGTH.logins }
      : {
          known,
          logins: LENGTH.controlLogins,
          isEnough: (so: LoginTiming) => broken(so).length > 0,
        }
  const found = await loginTiming(service, tried)
  t.diagnostic(figuresLine('rejected logins', found))
  return broken(found)
}

test('a login with a wrong secret takes as long as one with an unknown account', async (t) => {
  assert.deepEqual(await timed(t), [])
})

test('the proof catches a service that takes longer for existing accounts', async (t) => {
  const program = [join(import.meta.dirname, 'support/timing-leak-service.ts'), 'serve']
  for (let run = 1; run < CONTROL_RUNS; run++) {
    if ((await timed(t, program)).length > 0) return
  }
  assert.deepEqual(await timed(t, program), ['both take the same time'])
})
