/** Limits of an account: orders in flight, requests per minute, orders for one consumer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountOf } from '../orders/support/account-of.ts'
import { chargesOf, journalOf } from '../orders/support/ledger-of.ts'
import { type Asked, orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { type Ordered, ordered, reported } from '../orders/support/ordered.ts'
import { fixedSurroundings, runningService } from '../support/running-service.ts'

/** An order that takes the bureaus one second. Each number is a different person. */
function slowOrder(number: number): Asked {
  const ssn = `900-77-${String(number).padStart(4, '0')}`
  return { people: [{ ...PEOPLE.avery, ssn, street: 'MAGIC ALL SLOW 1' }] }
}

function waitSeconds({ headers }: Pick<Ordered, 'headers'>): number {
  const text = headers.get('retry-after') ?? ''
  assert.match(text, /^[0-9]+$/)
  return Number(text)
}

test('an account’s orders in flight are limited, and an order beyond the limit leaves nothing', async (t) => {
  const service = await runningService(t, { flags: { 'log-level': 'silent' } })
  const narrow = await accountOf(service, { ordersInFlightMax: 3 })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) => ordered(narrow, 'credit_report', slowOrder(number))),
  )
  const rejected = answers.filter(({ status }) => status === 429)
  assert.equal(answers.filter(({ status }) => status === 200).length, 3)
  assert.equal(rejected.length, 5)
  assert.equal((await journalOf(narrow)).length, 3)
  assert.equal((await chargesOf(narrow)).length, 3)
  for (const each of rejected) {
    assert.equal(each.code, 'E999')
    assert.ok(waitSeconds(each) >= 1)
    assert.deepEqual(each.answer.texts('CREDIT_ERROR_MESSAGE._Text'), [
      'The account may have at most 3 orders in progress',
    ])
  }
  await reported(narrow, 'credit_report', slowOrder(9))
})

test('the limit of the service applies to accounts without their own, and retries do not count', async (t) => {
  const flags = { 'orders-in-flight-max': 1, 'log-level': 'silent' }
  const service = await runningService(t, { flags })
  const body = orderDocument('credit_report', slowOrder(1))
  const copies = Array.from({ length: 5 }, () => service.post('credit_report', body))
  assert.deepEqual(
    (await Promise.all(copies)).map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  const pair = [2, 3].map((number) => ordered(service, 'credit_report', slowOrder(number)))
  const statuses = (await Promise.all(pair)).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [200, 429])
})

test('an account over its rate gets the number of seconds until it may send again', async (t) => {
  const service = await runningService(t)
  const rare = await accountOf(service, { requestsPerMinute: 2 })
  const before = Date.now()
  for (const requestId of ['1', '2']) await reported(rare, 'mortgage_only', { requestId })
  const rejected = await ordered(rare, 'mortgage_only', { requestId: '3' })
  const sinceFirstMs = Date.now() - before
  assert.equal(rejected.status, 429)
  assert.match(rejected.body, /The account may send at most 2 requests a minute/)
  assert.ok(waitSeconds(rejected) <= 60)
  assert.ok(waitSeconds(rejected) >= Math.floor(60 - sinceFirstMs / 1000))
  assert.equal((await journalOf(rare)).length, 2)
  await reported(service, 'mortgage_only')
})

test('two services on one database count requests together', async (t) => {
  const service = await runningService(t)
  const beside = await runningService(t, { beside: service })
  const rare = await accountOf(service, { requestsPerMinute: 4 })
  const headers = { Authorization: rare.authorization }
  const statuses = []
  for (let index = 0; index < 6; index++) {
    const body = orderDocument('mortgage_only', { requestId: `${index}` })
    const at = index % 2 === 0 ? service : beside
    statuses.push((await at.post('mortgage_only', body, headers)).status)
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429])
})

test('an account’s hard pulls for one consumer are limited, and soft pulls are not', async (t) => {
  let at = Date.parse('2026-03-02T15:04:05Z')
  const surroundings = { ...fixedSurroundings(), now: () => new Date(at) }
  const service = await runningService(t, { surroundings })
  const careful = await accountOf(service, { ordersPerConsumerPerDay: 2 })
  const pull = (requestId: string) =>
    ordered(careful, 'credit_report', { action: 'ForceNew', requestId })
  await reported(careful, 'credit_report')
  at += 3_600_000
  assert.equal((await pull('second')).status, 200)
  at += 3_600_000
  const third = await pull('third')
  assert.equal(third.status, 429)
  assert.equal(waitSeconds(third), 22 * 3600)
  assert.match(third.body, /may place at most 2 orders with hard pulls on one consumer/)
  assert.doesNotMatch(third.body, /900-?12-?1234/)
  assert.equal((await journalOf(careful)).length, 2)
  await reported(careful, 'pre_qualification', { requestId: 'soft' })
  await reported(careful, 'credit_report', { people: [PEOPLE.rowan], requestId: 'another' })
  await reported(service, 'credit_report', { action: 'ForceNew', requestId: 'of another account' })
  await reported(careful, 'credit_report', { requestId: 'of the stored report' })
  at += 22 * 3_600_000
  assert.equal((await pull('fourth')).status, 200)
})
