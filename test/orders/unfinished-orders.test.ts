/**
 * Orders that their process cannot complete. Each is settled, by this process or another, and is
 * charged once.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVICE } from '../../src/store/audit/entry.ts'
import { DatabaseUnavailable } from '../../src/store/engine/database.ts'
import type { Store } from '../../src/store/store.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { chargesOf, journalOf, pullsOf } from './support/ledger-of.ts'
import { orderDocument, PEOPLE } from './support/order-document.ts'

const LEASE_MS = 1000
const flags = { 'order-lease-ms': LEASE_MS, 'log-level': 'silent' }
const BODY = orderDocument('credit_report')

type Complete = Store['orders']['complete']

/** Passes each of the next completions through one function of the test, in this order. */
function completeBy(service: RunningService, ...ways: ((real: Complete) => Complete)[]): void {
  const { orders } = service.storage.store
  const real = orders.complete
  const complete: Complete = (completion) => (ways.shift()?.(real) ?? real)(completion)
  Object.assign(orders, { complete })
}

/** Waits until the newest order in the journal has ended, and returns it. */
async function ended(service: RunningService) {
  for (;;) {
    const [order] = await journalOf(service)
    if (order !== undefined && order.state !== 'running') return order
    await sleep(50)
  }
}

const lost: (real: Complete) => Complete = () => async () => {
  throw new DatabaseUnavailable('not committed')
}
const unconfirmed: (real: Complete) => Complete = (real) => async (completion) => {
  await real(completion)
  throw new DatabaseUnavailable('committed, but not confirmed')
}
const faulty: (real: Complete) => Complete = () => async () => {
  throw new TypeError('a bug')
}

async function costsOnce(service: RunningService): Promise<void> {
  assert.equal((await chargesOf(service)).length, 1)
  assert.equal((await pullsOf(service, PEOPLE.avery)).length, 3)
}

for (const [name, way] of [
  ['that is not committed', lost],
  ['that is committed but not confirmed', unconfirmed],
] as const) {
  test(`a completion ${name} gets 503 and is settled soon after`, async (t) => {
    const service = await runningService(t, { flags })
    completeBy(service, way)
    const first = await service.post('credit_report', BODY)
    assert.equal(first.status, 503)
    assert.equal(first.headers.get('retry-after'), '5')
    assert.equal((await ended(service)).state, 'done')
    const second = await service.post('credit_report', BODY)
    assert.equal(second.status, 200)
    assert.equal(second.headers.get('trimerge-retry'), 'yes')
    await costsOnce(service)
  })
}

test('an unexpected error ends the order without a charge, and the same bytes start a new order', async (t) => {
  const service = await runningService(t, { flags })
  completeBy(service, faulty)
  assert.equal((await service.post('credit_report', BODY)).status, 500)
  const [failed] = await journalOf(service)
  assert.equal(failed?.state, 'failed')
  assert.deepEqual(await chargesOf(service), [])
  const pulls = await pullsOf(service, PEOPLE.avery)
  assert.deepEqual(
    pulls.map(({ state }) => state),
    ['answered', 'answered', 'answered'],
    'the bureaus were asked before the error',
  )
  const second = await service.post('credit_report', BODY)
  assert.equal(second.status, 200)
  assert.equal(second.headers.get('trimerge-retry'), null)
  assert.equal((await chargesOf(service)).length, 1)
})

test('an interrupted order that cannot be settled fails without a charge, and is not retried forever', async (t) => {
  const service = await runningService(t, { flags })
  completeBy(service, lost, faulty)
  assert.equal((await service.post('credit_report', BODY)).status, 503)
  const order = await ended(service)
  assert.deepEqual([order.state, order.code], ['failed', 'E001'])
  assert.deepEqual(await chargesOf(service), [])
})

test('an interrupted order has the default score models of the account when it began', async (t) => {
  const service = await runningService(t, { flags })
  const { account } = service
  const { accounts } = service.storage.store
  completeBy(service, (real) => async (completion) => {
    const profile = { scoreModels: ['FICO10T'], defaultScoreModels: ['FICO10T'] }
    await accounts.writeProfile(account, profile, SERVICE)
    return lost(real)(completion)
  })
  assert.equal((await service.post('credit_report', BODY)).status, 503)
  assert.equal((await ended(service)).state, 'done')
  const retried = await service.post('credit_report', BODY)
  assert.equal(retried.headers.get('trimerge-retry'), 'yes')
  assert.match(retried.body, /_ModelNameType="[^"]*Classic/)
  assert.doesNotMatch(retried.body, /FICO Score 10 T/)
  await costsOnce(service)
})

/** Starts two services on one data folder, like replicas that share a database. */
async function twoServices(t: TestContext) {
  const one = await runningService(t, { flags })
  return { one, other: await runningService(t, { flags, beside: one }) }
}

test('after a take-over, both processes return the response of the process that ended the order', async (t) => {
  const { one, other } = await twoServices(t)
  // Simulates a long pause of the process: it renews no lease and then continues.
  Object.assign(one.storage.store.orders, {
    renewLeases: async () => undefined,
    listLeased: async () => [],
  })
  completeBy(one, (real) => async (completion) => {
    await ended(other)
    return real(completion)
  })
  const first = await one.post('credit_report', BODY)
  assert.equal(first.status, 200)
  const second = await other.post('credit_report', BODY)
  assert.equal(second.headers.get('trimerge-retry'), 'yes')
  assert.equal(second.body, first.body)
  await costsOnce(one)
})

test('an order that takes longer than its lease stays with the process that is fulfilling it', async (t) => {
  const { one, other } = await twoServices(t)
  let takeOvers = 0
  const { takeOver } = other.storage.store.orders
  const counted: Store['orders']['takeOver'] = (...order) => {
    takeOvers += 1
    return takeOver(...order)
  }
  Object.assign(other.storage.store.orders, { takeOver: counted })
  completeBy(one, (real) => async (completion) => {
    await sleep(LEASE_MS * 3)
    return real(completion)
  })
  assert.equal((await one.post('credit_report', BODY)).status, 200)
  assert.equal(takeOvers, 0)
  await costsOnce(one)
})
