/** How long a refused login takes does not tell whether there is such an account. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brokenByTiming, loginTiming, TIMING_FLAGS } from './login-timing.ts'
import { figuresLine } from './support/kept.ts'
import { sqliteSite } from './support/site.ts'

const LOGINS = 1_000
/** Chance alone fails one of so many runs. */
const PROBABILITY_MIN = 1e-5

async function timed(t: TestContext, program?: readonly string[]): Promise<readonly string[]> {
  const site = sqliteSite()
  t.after(() => site.remove())
  const service = await site.start({ flags: TIMING_FLAGS, ...(program && { program }) })
  t.after(() => service.kill())
  await site.addAccount('lender')
  const found = await loginTiming(service, 'lender', LOGINS)
  t.diagnostic(figuresLine('refused logins', found))
  return brokenByTiming(found, PROBABILITY_MIN)
}

test('a wrong secret and an unknown account take the same time', async (t) => {
  assert.deepEqual(await timed(t), [])
})

test('a service that takes longer where there is an account is caught', async (t) => {
  const program = [join(import.meta.dirname, 'support/telling-service.ts'), 'serve']
  assert.deepEqual(await timed(t, program), ['both take the same time'])
})
