/**
 * Proves that under three times its capacity, the service works at capacity and rejects excess
 * orders.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { lengthOf } from '../support/length.ts'
import {
  brokenFairnessPromises,
  brokenOverloadPromises,
  type FairnessFigures,
  lineOf,
  OVERLOAD_FLAGS,
  type OverloadFigures,
  type OverloadLength,
  orderBesideFlood,
  overload,
} from './overload.ts'
import { brokenInEveryTry } from './support/order-figures.ts'
import { sqliteSite } from './support/site.ts'

/**
 * The limits. At short length, other tests and the generator of the flood use the processors too,
 * so only the full length, which has the machine to itself, has strict limits on time.
 */
const { limits: LIMITS, fairness: FAIRNESS_LIMITS } = lengthOf({
  short: {
    limits: { goodput: 0.5, shedWithin50Ms: 0.8, acceptedP99MsMax: 8_000 },
    fairness: { ratioMax: Number.POSITIVE_INFINITY, floodReportsMax: 12 },
  },
  full: {
    limits: { goodput: 0.9, shedWithin50Ms: 0.99, acceptedP99MsMax: 10_000 },
    fairness: { ratioMax: 2, floodReportsMax: 8 },
  },
})
const SECONDS = lengthOf({
  // The durations without a flood are compared at full length only.
  short: { capacity: 0.4, overload: 0.6, control: 0.5, alone: 0.1 },
  full: { capacity: 15, overload: 120, control: 10, alone: 30 },
})
/**
 * The load of the control. At short length, the capacity is measured while other tests run, so the
 * machine can be several times as fast afterwards, and must be overloaded even then.
 */
const CONTROL = { overloadSeconds: SECONDS.control, factor: lengthOf({ short: 6, full: 3 }) }
/**
 * The orders beside the flood. On a slow machine, a short time would measure only the first orders,
 * which wait for orders of the flood that were in progress before.
 */
const BESIDE_FLOOD = lengthOf({ short: { seconds: 60, ordersMax: 10 }, full: { seconds: 30 } })
/** Much shorter than a short overload. */
const WAITING_MS_MAX = lengthOf({ short: 300, full: 1_000 })
/** Enough for an account's own orders, each of which waits for one of the flood. */
const WAITING_MS_MAX_BESIDE_FLOOD = lengthOf({ short: 600, full: 1_000 })

async function started(t: TestContext, waitingMsMax: number) {
  const site = sqliteSite()
  t.after(() => site.remove())
  const flags = { ...OVERLOAD_FLAGS, 'waiting-ms-max': waitingMsMax }
  const service = await site.start({ flags })
  t.after(() => service.kill())
  return { site, service }
}

async function overloadedFigures(
  t: TestContext,
  waitingMsMax: number,
  length: Omit<OverloadLength, 'capacitySeconds'>,
): Promise<OverloadFigures> {
  const { site, service } = await started(t, waitingMsMax)
  const found = await overload(site, service, { capacitySeconds: SECONDS.capacity, ...length })
  await service.kill()
  t.diagnostic(lineOf('overload', found))
  return found
}

async function besideFlood(t: TestContext, sharesQueue: boolean): Promise<FairnessFigures> {
  const { site, service } = await started(t, WAITING_MS_MAX_BESIDE_FLOOD)
  const found = await orderBesideFlood(site, service, {
    aloneSeconds: SECONDS.alone,
    beside: BESIDE_FLOOD,
    sharesQueue,
  })
  await service.kill()
  t.diagnostic(lineOf('flood', found))
  return found
}

test('under three times its capacity, a service works at capacity and rejects excess orders at once', async (t) => {
  const proof = async () =>
    brokenOverloadPromises(
      await overloadedFigures(t, WAITING_MS_MAX, { overloadSeconds: SECONDS.overload }),
      LIMITS,
    )
  assert.deepEqual(await brokenInEveryTry(proof), [])
})

test('the proof catches a service that accepts every order', async (t) => {
  const missed = await brokenInEveryTry(async () => {
    const found = await overloadedFigures(t, 600_000, CONTROL)
    const isRejecting = !brokenOverloadPromises(found, LIMITS).includes(
      'excess orders are rejected',
    )
    const isPrompt = found.acceptedP99Ms <= 1.5 * WAITING_MS_MAX
    return [
      ...(isRejecting ? ['orders are rejected'] : []),
      ...(isPrompt ? ['orders are prompt'] : []),
    ]
  })
  assert.deepEqual(missed, [])
})

test('an account can order while another account floods the service', async (t) => {
  const proof = async () => brokenFairnessPromises(await besideFlood(t, false), FAIRNESS_LIMITS)
  assert.deepEqual(await brokenInEveryTry(proof), [])
})

test('the proof catches a queue that an account shares with a flood', async (t) => {
  assert.notDeepEqual(brokenFairnessPromises(await besideFlood(t, true), FAIRNESS_LIMITS), [])
})
