/** Under three times the load that it can do, the service does what it can and refuses the rest. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  brokenBesideFlood,
  brokenUnderOverload,
  type FairnessFigures,
  flooded,
  lineOf,
  OVERLOAD_FLAGS,
  type OverloadFigures,
  overload,
} from './overload.ts'
import { sqliteSite } from './support/site.ts'

/** Other tests have the processors too, now more, now less: bars are lower than in the soak. */
const BARS = { goodput: 0.5, shedWithin50Ms: 0.8, acceptedP99MsMax: 8_000 }
const RATIO_MAX = 4
const WAITING_MS_MAX = 1_000

async function started(t: TestContext, waitingMsMax: number) {
  const site = sqliteSite()
  t.after(() => site.remove())
  const flags = { ...OVERLOAD_FLAGS, 'waiting-ms-max': waitingMsMax }
  const service = await site.start({ flags })
  t.after(() => service.kill())
  return { site, service }
}

async function overloaded(
  t: TestContext,
  waitingMsMax: number,
  overloadSeconds: number,
): Promise<OverloadFigures> {
  const { site, service } = await started(t, waitingMsMax)
  const found = await overload(site, service, { capacitySeconds: 2, overloadSeconds })
  t.diagnostic(lineOf('overload', found))
  return found
}

async function besideFlood(t: TestContext, inOneLine: boolean): Promise<FairnessFigures> {
  const { site, service } = await started(t, WAITING_MS_MAX)
  const found = await flooded(site, service, { seconds: 2, inOneLine })
  t.diagnostic(lineOf('flood', found))
  return found
}

test('three times the orders that can be done: as many are done, the rest is refused at once', async (t) => {
  assert.deepEqual(brokenUnderOverload(await overloaded(t, WAITING_MS_MAX, 4), BARS), [])
})

test('a service that takes in everything is caught', async (t) => {
  const found = await overloaded(t, 600_000, 4)
  const broken = brokenUnderOverload(found, BARS)
  assert.ok(broken.includes('what is too much is refused'), broken.join())
  assert.ok(found.acceptedP99Ms > 1.5 * WAITING_MS_MAX, 'orders wait longer than they would')
})

test('an account beside a flood goes on ordering', async (t) => {
  assert.deepEqual(brokenBesideFlood(await besideFlood(t, false), RATIO_MAX), [])
})

test('an account in one line with a flood is slowed or refused, and that is caught', async (t) => {
  assert.notDeepEqual(brokenBesideFlood(await besideFlood(t, true), RATIO_MAX), [])
})
