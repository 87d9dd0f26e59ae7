/** Under three times the load that it can do, the service does what it can and refuses the rest. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { lengthOf } from '../support/length.ts'
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
import { brokenInEachTry } from './support/kept.ts'
import { sqliteSite } from './support/site.ts'

/**
 * Other tests have the processors too, now more, now less, and so has the generator of a flood:
 * bars on time are for the full length, which has the machine to itself.
 */
const { bars: BARS, fairness: FAIRNESS } = lengthOf({
  short: {
    bars: { goodput: 0.5, shedWithin50Ms: 0.8, acceptedP99MsMax: 8_000 },
    fairness: { ratioMax: Number.POSITIVE_INFINITY, floodsReportsMax: 12 },
  },
  full: {
    bars: { goodput: 0.9, shedWithin50Ms: 0.99, acceptedP99MsMax: 10_000 },
    fairness: { ratioMax: 2, floodsReportsMax: 8 },
  },
})
const SECONDS = lengthOf({
  // What the account has alone is compared at full length only.
  short: { capacity: 0.6, overload: 0.9, control: 0.9, alone: 0.3, flood: 0.4 },
  full: { capacity: 15, overload: 120, control: 10, alone: 30, flood: 30 },
})
/** So short that a short overload is much longer. */
const WAITING_MS_MAX = lengthOf({ short: 400, full: 1_000 })

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
  const found = await overload(site, service, {
    capacitySeconds: SECONDS.capacity,
    overloadSeconds,
  })
  await service.kill()
  t.diagnostic(lineOf('overload', found))
  return found
}

async function besideFlood(t: TestContext, inOneLine: boolean): Promise<FairnessFigures> {
  const { site, service } = await started(t, WAITING_MS_MAX)
  const found = await flooded(site, service, {
    aloneSeconds: SECONDS.alone,
    seconds: SECONDS.flood,
    inOneLine,
  })
  await service.kill()
  t.diagnostic(lineOf('flood', found))
  return found
}

test('three times the orders that can be done: as many are done, the rest is refused at once', async (t) => {
  const proof = async () =>
    brokenUnderOverload(await overloaded(t, WAITING_MS_MAX, SECONDS.overload), BARS)
  assert.deepEqual(await brokenInEachTry(proof), [])
})

test('a service that takes in everything is caught', async (t) => {
  // Where the machine becomes faster after its capacity was measured, nothing is too much for it.
  const missed = await brokenInEachTry(async () => {
    const found = await overloaded(t, 600_000, SECONDS.control)
    const isRefusing = !brokenUnderOverload(found, BARS).includes('what is too much is refused')
    const isPrompt = found.acceptedP99Ms <= 1.5 * WAITING_MS_MAX
    return [...(isRefusing ? ['it refuses'] : []), ...(isPrompt ? ['orders are prompt'] : [])]
  })
  assert.deepEqual(missed, [])
})

test('an account beside a flood goes on ordering', async (t) => {
  const proof = async () => brokenBesideFlood(await besideFlood(t, false), FAIRNESS)
  assert.deepEqual(await brokenInEachTry(proof), [])
})

test('an account in one line with a flood is slowed or refused, and that is caught', async (t) => {
  assert.notDeepEqual(brokenBesideFlood(await besideFlood(t, true), FAIRNESS), [])
})
