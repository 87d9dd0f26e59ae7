/**
 * Admission: the order of turns, rejections, and that orders waiting for a bureau do not block
 * others.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { REAL_ENVIRONMENT } from '../../src/app/environment.ts'
import type { FileRequest } from '../../src/bureaus/bureau.ts'
import { createSimulatedBureaus } from '../../src/bureaus/simulator/simulator.ts'
import { OrderError } from '../../src/errors.ts'
import { Admission, type AdmissionLimits } from '../../src/http/overload/admission.ts'
import { accountOf } from '../orders/support/account-of.ts'
import { journalOf } from '../orders/support/ledger-of.ts'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { ordered, reported } from '../orders/support/ordered.ts'
import { detail } from '../support/detail.ts'
import { ordersInFlight } from '../support/metrics.ts'
import { type Answered, runningService } from '../support/running-service.ts'

function admission(t: TestContext, limits: Partial<AdmissionLimits> = {}): Admission {
  const made = new Admission({ waitingMsMax: 5_000, requestsMax: 2_000, ...limits })
  t.after(() => made.close())
  return made
}

const here = () => false

/** Requests slots until a request has to wait, which shows that none is free. */
async function fill(admission: Admission, account: string, count: number) {
  let turns = 0
  const waiting = Array.from({ length: count }, async () => {
    const turn = await admission.enter(account, here)
    turns += 1
    return turn
  })
  await sleep(1)
  return { taken: turns, turns: waiting }
}

/** A street for whose residents bureaus do not respond until they are released. */
const HELD = '1 Held Street'

/** Starts a service whose bureaus wait with their responses until all orders have arrived. */
async function serviceWithHeldBureaus(t: TestContext) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const all = createSimulatedBureaus({ epoch: new Date(), timeoutMs: 600_000 })
  const bureaus = all.map((bureau) => ({
    ...bureau,
    pull: async (request: FileRequest) => {
      if (request.subject.address.street === HELD) await released
      return bureau.pull(request)
    },
  }))
  const service = await runningService(t, {
    flags: { 'log-level': 'silent', 'waiting-ms-max': 600_000 },
    surroundings: { ...REAL_ENVIRONMENT, bureaus },
  })
  return { service, release }
}

test('an account that floods the service waits for itself, and another account is served next', async (t) => {
  const gate = admission(t)
  const { taken, turns } = await fill(gate, 'flood', 100)
  assert.ok(taken > 0 && taken < 100)
  let served = 0
  for (const turn of turns) turn.then(() => (served += 1)).catch(() => undefined)
  const other = gate.enter('other', here)
  const first = await turns[0]
  first?.end()
  const second = await turns[1]
  second?.end()
  await other
  assert.ok(served <= taken + 2, `${served - taken} requests of the flood came first`)
})

test('control: if all requests share one queue, the other account is served last', async (t) => {
  const gate = admission(t)
  const { taken, turns } = await fill(gate, 'all', 100)
  let otherServed = false
  const other = async () => {
    await gate.enter('all', here)
    otherServed = true
  }
  other().catch(() => undefined)
  for (const turn of turns.slice(0, 99 - taken)) (await turn).end()
  assert.equal(otherServed, false)
})

test('a request that would wait too long is rejected at once, but not one in another queue', async (t) => {
  const gate = admission(t, { waitingMsMax: 300 })
  const ended = await Promise.allSettled([
    ...Array.from({ length: 200 }, () =>
      Promise.race([gate.enter('flood', here), sleep(20).then(() => 'waits')]),
    ),
    Promise.race([gate.enter('other', here), sleep(20).then(() => 'waits')]),
  ])
  const rejected = ended.filter((each) => each.status === 'rejected')
  assert.ok(rejected.length > 100, `${rejected.length} rejected`)
  for (const { reason } of rejected) {
    assert.ok(reason instanceof OrderError)
    assert.equal(reason.reason, 'unavailable')
    assert.ok((reason.retryAfterSeconds ?? 0) >= 1)
  }
  assert.equal(ended.at(-1)?.status, 'fulfilled')
})

test('an account whose queue has not emptied for long is shed first, and gets fewer turns', async (t) => {
  const gate = admission(t, { waitingMsMax: 200, utilization: () => 0.9 })
  const { turns } = await fill(gate, 'flood', 16)
  const order: string[] = []
  for (const turn of turns) turn.then(() => order.push('flood')).catch(() => undefined)
  await sleep(250)
  assert.equal(gate.shedding('flood')?.reason, 'wait')
  assert.equal(gate.shedding('other'), undefined)
  order.length = 0
  for (let count = 0; count < 3; count++) {
    const turn = gate.enter('other', here)
    turn.then(() => order.push('other')).catch(() => undefined)
  }
  for (const turn of turns.slice(0, 8)) (await turn).end()
  await sleep(1)
  assert.deepEqual(order.slice(0, 4), ['other', 'other', 'other', 'flood'])
})

test('an account that is being shed gets one slot beside another account, and all slots otherwise', async (t) => {
  const gate = admission(t, { waitingMsMax: 200, utilization: () => 0.9 })
  const { taken, turns } = await fill(gate, 'flood', 18)
  let begun = 0
  for (const turn of turns) turn.then(() => (begun += 1)).catch(() => undefined)
  await sleep(250)
  assert.equal(gate.shedding('flood')?.reason, 'wait')
  const end = async (first: number, count: number) => {
    for (const turn of turns.slice(first, first + count)) (await turn).end()
    await sleep(1)
  }
  await end(0, 2)
  assert.equal(begun, taken + 2, 'without other accounts, the next requests start')
  const other = gate.enter('other', here)
  await end(2, taken - 2)
  await other
  await end(taken, 1)
  assert.equal(begun, taken + 2, 'one request of the flood is left, and no other starts')
  await end(taken + 1, 1)
  assert.equal(begun, taken + 3, 'the next request starts when it ends')
})

test('a request that waits for a bureau gives up its slot and returns before new requests', async (t) => {
  const gate = admission(t)
  const { taken, turns } = await fill(gate, 'a', 40)
  const order: string[] = []
  let answer = () => {}
  const bureau = new Promise<void>((resolve) => {
    answer = resolve
  })
  const first = await turns[0]
  const aside = first?.yieldSlot(() => bureau).then(() => order.push('back'))
  const next = turns[taken]?.then(() => order.push('next'))
  await next
  turns[taken + 1]?.then(() => order.push('new')).catch(() => undefined)
  answer()
  await sleep(5)
  const second = await turns[1]
  second?.end()
  await aside
  assert.deepEqual(order, ['next', 'back'])
})

test('a request that ends while it waits for a bureau does not change the number of slots', async (t) => {
  const gate = admission(t, { utilization: () => 0.9 })
  let answer = () => {}
  const bureau = new Promise<void>((resolve) => {
    answer = resolve
  })
  const permits = await Promise.all(Array.from({ length: 6 }, () => gate.enter('a', here)))
  for (const { yieldSlot } of permits) void yieldSlot(() => bureau)
  await sleep(30)
  const { taken, turns } = await fill(gate, 'b', 20)
  assert.equal(taken, 8)
  for (const { end } of permits.slice(0, 3)) end()
  answer()
  await sleep(1)
  for (const { end } of permits.slice(3)) {
    end()
    end()
  }
  for (const turn of turns) (await turn).end()
  assert.equal((await fill(gate, 'c', 20)).taken, 8)
})

test('the requests of one account that wait without a slot are limited, also if they arrive at once', async (t) => {
  const gate = admission(t, { requestsMax: 40, utilization: () => 0.9 })
  const bureau = Promise.withResolvers<void>()
  const { turns } = await fill(gate, 'copies', 24)
  const ends = turns.map(async (turn) => {
    const { yieldSlot, end } = await turn
    await yieldSlot(() => bureau.promise).finally(end)
  })
  const settled = Promise.allSettled(ends)
  const deadline = performance.now() + 2_000
  while (gate.waiting > 0 && performance.now() < deadline) await sleep(5)
  assert.equal(gate.waiting, 0)
  assert.equal(gate.shedding('copies')?.reason, 'full')
  assert.equal(gate.shedding('other'), undefined)
  const other = await gate.enter('other', here)
  other.end()
  bureau.resolve()
  const rejected = (await settled).filter(({ status }) => status === 'rejected')
  // A quarter of the requests, and those that held a slot when the limit was reached.
  assert.ok(rejected.length >= 24 - 10 - 8 && rejected.length < 24 - 9, `${rejected.length}`)
  assert.equal(gate.shedding('copies'), undefined)
})

test('a request that waits too long is rejected, and a client that left gets no slot', async (t) => {
  const gate = admission(t, { waitingMsMax: 300 })
  const { turns } = await fill(gate, 'a', 22)
  await assert.rejects(Promise.all(turns), OrderError)
  const left = admission(t)
  const { turns: others } = await fill(left, 'a', 8)
  const gone = left.enter('a', () => true)
  const behind = left.enter('a', here)
  const first = await others[0]
  first?.end()
  await assert.rejects(gone, OrderError)
  await behind
})

detail(
  'forty orders that wait for a slow bureau do not block the orders of another account',
  async (t) => {
    const { service, release } = await serviceWithHeldBureaus(t)
    const other = await accountOf(service)
    const slow = Array.from({ length: 40 }, (_, number) => {
      const ssn = `900-78-${String(number).padStart(4, '0')}`
      const people = [{ ...PEOPLE.avery, ssn, street: HELD }]
      return ordered(service, 'credit_report', { people, printed: false })
    })
    await ordersInFlight(service.url, slow.length)
    await reported(other, 'mortgage_only', { printed: false })
    release()
    for (const { status } of await Promise.all(slow)) assert.equal(status, 200)
  },
)

test('copies of one slow order do not take all requests that the service has in progress', async (t) => {
  const { service, release } = await serviceWithHeldBureaus(t)
  const other = await accountOf(service)
  const people = [{ ...PEOPLE.avery, street: HELD }]
  const body = orderDocument('credit_report', { people, printed: false })
  const copies = Promise.all(Array.from({ length: 560 }, () => service.post('credit_report', body)))
  await ordersInFlight(service.url, 500)
  await reported(other, 'mortgage_only', { printed: false })
  release()
  const statuses = Map.groupBy(await copies, ({ status }) => status)
  assert.deepEqual([...statuses.keys()].toSorted(), [200, 503])
  assert.ok((statuses.get(200)?.length ?? 0) >= 500)
  for (const { body } of statuses.get(503) ?? []) assert.match(body, /Overloaded\. Retry/)
})

test('an overloaded service responds with 503 at once, and rejected orders leave nothing', async (t) => {
  const flags = { 'log-level': 'silent', 'waiting-ms-max': 100, 'orders-in-flight-max': 10_000 }
  const service = await runningService(t, { flags })
  const answers: Answered[] = []
  // A busy machine may complete the orders as fast as they arrive, so the flood repeats until one
  // is rejected.
  for (let flood = 0; flood < 10 && answers.every(({ status }) => status !== 503); flood++) {
    const orders = Array.from({ length: 150 }, (_, index) => {
      const ssn = `900-79-${String(150 * flood + index).padStart(4, '0')}`
      const people = [{ ...PEOPLE.avery, ssn }]
      return orderDocument('credit_report', { people, printed: false })
    })
    answers.push(
      ...(await Promise.all(orders.map((order) => service.post('credit_report', order)))),
    )
  }
  const rejected = answers.filter(({ status }) => status === 503)
  const answered = answers.filter(({ status }) => status === 200)
  assert.equal(rejected.length + answered.length, answers.length)
  assert.ok(rejected.length > 0 && answered.length > 0, `${rejected.length} rejected`)
  for (const { headers, body } of rejected) {
    assert.match(headers.get('retry-after') ?? '', /^[0-9]+$/)
    assert.match(body, /Overloaded\. Retry after the interval/)
  }
  assert.equal((await journalOf(service)).length, answered.length)
})
