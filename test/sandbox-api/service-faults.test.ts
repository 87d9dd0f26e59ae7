/**
 * Faults of the service itself: the client's response, the stored records and charges, and the
 * requests they affect.
 */
import assert from 'node:assert/strict'
import { before, beforeEach, type TestContext, test } from 'node:test'
import { createClient } from '../../src/client/create-client.ts'
import { personaOf, personaOrder } from '../../src/sandbox/persona-order.ts'
import { person } from '../admin-api/person.ts'
import { accountOf } from '../orders/support/account-of.ts'
import { chargesOf } from '../orders/support/ledger-of.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { type Control, controlOf } from './control.ts'

let service: RunningService
let control: Control
before(async (t) => {
  service = await runningService(t as TestContext, { flags: { 'world-start': '2026-01-15' } })
  control = controlOf(service)
})
beforeEach(() => control('DELETE /faults'))

let documents = 0

/** Returns an order that has not been sent before. */
function newOrder(): string {
  documents += 1
  const avery = personaOf('avery') ?? assert.fail()
  return personaOrder(avery, 'credit_report', { lenderCase: `F-${documents}`, action: 'ForceNew' })
}

/** Injects a fault and returns its ID. */
async function inject(fault: string, scope: object = { orders: 1 }): Promise<string> {
  const { status, json } = await control('POST /faults', { fault, ...scope })
  assert.deepEqual([status, json.service], [200, true])
  return json.id
}

/** Returns the number of orders in the request log and the number of charges. */
async function recordCounts(): Promise<readonly [orders: number, charges: number]> {
  const orders = await service.storage.store.orders.list({}, { limit: 100 })
  return [orders.length, (await chargesOf(service)).length]
}

for (const [fault, status] of [
  ['unavailable', 503],
  ['Internal Error', 500],
] as const) {
  test(`${fault}: ${status} without an order, and the next request succeeds`, async () => {
    const order = newOrder()
    const [orders, charges] = await recordCounts()
    await inject(fault)
    const rejected = await service.post('credit_report', order)
    assert.equal(rejected.status, status)
    assert.equal(rejected.headers.get('retry-after'), status === 503 ? '1' : null)
    assert.match(rejected.body, /_Code="E999"/)
    assert.ok(rejected.body.includes(`Injected fault: ${fault.toUpperCase()}`))
    assert.deepEqual(await recordCounts(), [orders, charges])

    const answered = await service.post('credit_report', order)
    assert.match(answered.body, /<CREDIT_SCORE /)
    assert.equal(answered.headers.get('trimerge-retry'), null)
    assert.deepEqual(await recordCounts(), [orders + 1, charges + 1])
  })
}

/** A pull of an interrupted order. */
const INTERRUPTED = {
  state: 'failed',
  outcome: 'Unanswered',
  injected: true,
  fault: 'Interrupts the order',
}

test('interrupted: E001, a failed order that names the fault, no charge, and a retry gets a report', async () => {
  const order = newOrder()
  const [orders, charges] = await recordCounts()
  const injectedId = await inject('INTERRUPTED')
  const rejected = await service.post('credit_report', order)
  assert.equal(rejected.status, 200)
  assert.match(rejected.body, /_Code="E001"/)
  assert.ok(rejected.body.includes('/docs/errors#interrupted'))
  const [last] = await service.storage.store.orders.list({}, { limit: 1 })
  assert.equal(last?.state, 'failed')
  assert.deepEqual(await recordCounts(), [orders + 1, charges])
  const { json } = await control(`GET /orders/${last.id}`)
  for (const { state, outcome, injected, fault, faultId } of json.pulls) {
    const pull = { state, outcome, injected, fault, faultId }
    assert.deepEqual(pull, { ...INTERRUPTED, faultId: injectedId })
  }
  assert.equal(json.pulls.length, 3)

  assert.match((await service.post('credit_report', order)).body, /<CREDIT_SCORE /)
  assert.deepEqual(await recordCounts(), [orders + 2, charges + 1])
})

test('lost response: the report and its charge are stored, and a retry gets the report', async () => {
  const order = newOrder()
  const [orders, charges] = await recordCounts()
  await inject('lost-response')
  await assert.rejects(service.post('credit_report', order), /fetch failed/)
  assert.deepEqual(await recordCounts(), [orders + 1, charges + 1])

  const again = await service.post('credit_report', order)
  assert.match(again.body, /<CREDIT_SCORE /)
  assert.equal(again.headers.get('trimerge-retry'), 'yes')
  assert.deepEqual(await recordCounts(), [orders + 1, charges + 1])
})

test('lost response: an order from the console gets none either', async () => {
  const admin = await person(service, 'operator')
  const order = { account: service.account, operation: 'credit_report' as const, xml: newOrder() }
  const [orders, charges] = await recordCounts()
  await inject('lost-response')
  await assert.rejects(admin.call('placeOrder', { body: order }), /hang up/)
  assert.deepEqual(await recordCounts(), [orders + 1, charges + 1])
  assert.equal((await admin.call('placeOrder', { body: order })).retried, true)
})

test('the client gets its report despite all faults, and is charged once', async () => {
  const { url, account, secret } = service
  const client = createClient({
    url,
    account,
    secret,
    lender: 'Lighthouse Home Loans',
    backoffMs: 1,
  })
  const [, charges] = await recordCounts()
  for (const fault of ['LOST RESPONSE', 'INTERRUPTED', 'INTERNAL ERROR']) await inject(fault)
  const { firstName, lastName, ssn, address } = personaOf('avery') ?? assert.fail()
  const borrowers = [{ firstName, lastName, ssn, address }]
  const result = await client.creditReport({ borrowers, action: 'ForceNew' })
  assert.equal(result.kind, 'report')
  assert.equal((await recordCounts())[1], charges + 1)
})

test('a fault affects only requests of its account and its share', async () => {
  const other = await accountOf(service, {})
  await inject('UNAVAILABLE', { account: other.account })
  const order = newOrder()
  assert.equal((await service.post('credit_report', order)).status, 200)

  await inject('UNAVAILABLE', { account: service.account, share: 0.5 })
  const statuses: number[] = []
  for (let sent = 0; sent < 16; sent++) {
    statuses.push((await service.post('credit_report', order)).status)
  }
  const unavailable = statuses.filter((status) => status === 503).length
  assert.ok(unavailable > 2 && unavailable < 14, statuses.join())
})

test('after a reset, a share selects the same requests again', async (t) => {
  const own = await runningService(t, { flags: { 'world-start': '2026-01-15' } })
  const call = controlOf(own)
  const statuses = async () => {
    await call('POST /reset', {})
    await call('POST /faults', { fault: 'UNAVAILABLE', share: 0.5 })
    const picked: number[] = []
    for (let sent = 0; sent < 16; sent++) {
      picked.push((await own.post('credit_report', newOrder())).status)
    }
    return picked.join()
  }
  const first = await statuses()
  assert.match(first, /503/)
  assert.equal(await statuses(), first)
})

test('an earlier fault of a bureau stays in effect beside a fault of the service', async () => {
  await control('POST /faults', { fault: 'FROZEN', bureau: 'Experian' })
  await inject('INTERRUPTED', { account: (await accountOf(service, {})).account })
  const { body } = await service.post('credit_report', newOrder())
  assert.match(body, /NoFileReturnedCreditFreeze/)
})

test('a fault of the service has no bureau, borrower or latency', async () => {
  const latency = { medianMs: 10, p95Ms: 20 }
  for (const scope of [{ bureau: 'Experian' }, { borrower: 'avery' }, { latency }]) {
    const { status, json } = await control('POST /faults', { fault: 'UNAVAILABLE', ...scope })
    assert.equal(status, 400)
    assert.match(json.detail, /takes no bureau, borrower or latency/)
  }
  const { json } = await control('POST /faults', { fault: 'NO SUCH' })
  assert.match(json.detail, /docs\/sandbox-api\.md/)
})
