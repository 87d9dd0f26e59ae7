/** How long a refused login takes does not tell whether there is such an account. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isFull, LENGTH_VARIABLE, lengthOf } from '../support/length.ts'
import { brokenByTiming, loginTiming, TIMING_FLAGS } from './login-timing.ts'
import { figuresLine } from './support/kept.ts'
import { sqliteSite } from './support/site.ts'

const LENGTH = lengthOf({
  // Chance fails one in 100,000 of these runs, and one in a hundred of the long ones.
  short: { logins: 1_000, controlLogins: 1_000, probabilityMin: 1e-5 },
  full: { logins: 10_000, controlLogins: 2_000, probabilityMin: 0.01 },
})

/** Other work on the machine hides what one kind takes longer at times, but not for long. */
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
  const logins = program === undefined ? LENGTH.logins : LENGTH.controlLogins
  const found = await loginTiming(service, 'lender', logins)
  t.diagnostic(figuresLine('refused logins', found))
  return brokenByTiming(found, LENGTH.probabilityMin)
}

test('a wrong secret and an unknown account take the same time', async (t) => {
  assert.deepEqual(await timed(t), [])
})

test('a service that takes longer where there is an account is caught', async (t) => {
  const program = [join(import.meta.dirname, 'support/telling-service.ts'), 'serve']
  for (let run = 1; run < CONTROL_RUNS; run++) {
    if ((await timed(t, program)).length > 0) return
  }
  assert.deepEqual(await timed(t, program), ['both take the same time'])
})
