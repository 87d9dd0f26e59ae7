import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../src/store/store.ts'
import { runningService } from '../support/running-service.ts'
import { accountOf } from './support/account-of.ts'
import { chargesOf, journalOf, pullsOf } from './support/ledger-of.ts'
import { orderDocument, PEOPLE } from './support/order-document.ts'
import { ordered, readAnswer, reported, reportIdOf } from './support/ordered.ts'

const { avery, noHit } = PEOPLE

test('the same order with one more byte, on another path, or from another account is a new order', async (t) => {
  const service = await runningService(t)
  const body = orderDocument('credit_report', { action: 'ForceNew' })
  const first = await service.post('credit_report', body)
  const other = await accountOf(service)
  const answers = [
    first,
    await service.post('credit_report', `${body}\n`),
    await other.post('credit_report', body),
  ].map((answered) => readAnswer('credit_report', answered))
  assert.equal(new Set(answers.map(reportIdOf)).size, 3)
  for (const { headers } of answers) assert.equal(headers.get('trimerge-retry'), null)
  const refresh = await service.post('refresh_report', body)
  assert.equal(readAnswer('refresh_report', refresh).code, 'E102')
})

test('copies that wait for the same order poll the database together', async (t) => {
  let looks = 0
  const changing = (store: Store): Store => {
    const findSummary: Store['orders']['findSummary'] = (...args) => {
      looks += 1
      return store.orders.findSummary(...args)
    }
    return { ...store, orders: { ...store.orders, findSummary } }
  }
  const service = await runningService(t, { flags: { 'log-level': 'silent' }, changing })
  const people = [{ ...PEOPLE.avery, street: 'MAGIC ALL SLOW 2' }]
  const body = orderDocument('credit_report', { people, printed: false })
  const copies = Array.from({ length: 20 }, () => service.post('credit_report', body))
  const answers = await Promise.all(copies)
  assert.equal(new Set(answers.map((answer) => answer.body)).size, 1)
  // The copies together make at most 40 look-ups a second for two seconds. If each copy polled on
  // its own, it would make as many.
  assert.ok(looks > 10 && looks < 160, `${looks} look-ups`)
})

test('twenty simultaneous copies are one order: one pull at each bureau, one charge', async (t) => {
  const service = await runningService(t)
  for (const action of ['Submit', 'ForceNew']) {
    const before = {
      pulls: (await pullsOf(service, avery)).length,
      charges: (await chargesOf(service)).length,
    }
    const body = orderDocument('mortgage_only', { action, requestId: action, printed: false })
    const copies = await Promise.all(
      Array.from({ length: 20 }, () => service.post('mortgage_only', body)),
    )
    assert.deepEqual(new Set(copies.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(copies.map((copy) => copy.body)).size, 1)
    const retried = copies.filter(({ headers }) => headers.get('trimerge-retry') === 'yes')
    assert.equal(retried.length, 19)
    assert.equal((await pullsOf(service, avery)).length, before.pulls + 3)
    assert.equal((await chargesOf(service)).length, before.charges + 1)
  }
})

test('simultaneous orders for the same report create one report and one charge', async (t) => {
  const service = await runningService(t)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      reported(service, 'credit_report', { requestId: `same ${number}` }),
    ),
  )
  assert.equal(new Set(answers.map(reportIdOf)).size, 1)
  assert.equal((await pullsOf(service, avery)).length, 3)
  assert.equal((await chargesOf(service)).length, 1)
  const prices = answers.map(({ answer }) => answer.text('CREDIT_REPORT_PRICE.__Amount'))
  assert.equal(prices.filter((price) => price === '0.00').length, 11)
  const ids = answers.map(({ answer }) => answer.text('CREDIT_REQUEST_DATA._CreditRequestID'))
  assert.equal(new Set(ids).size, 12, 'each response repeats its own request ID')
})

test('the same bytes are a new order if the first was rejected or failed', async (t) => {
  const service = await runningService(t)
  const failing = { people: [noHit] }
  for (const attempt of [1, 2]) {
    const result = await ordered(service, 'credit_report', failing)
    assert.equal(result.code, 'E001')
    assert.equal(result.headers.get('trimerge-retry'), null)
    assert.equal((await pullsOf(service, noHit)).length, 3 * attempt)
  }
  const reissue = { action: 'Reissue', lenderCase: 'LC-1' }
  assert.equal((await ordered(service, 'credit_report', reissue)).code, 'E061')
  await reported(service, 'credit_report', { lenderCase: 'LC-1' })
  assert.equal((await ordered(service, 'credit_report', reissue)).code, undefined)
  assert.equal((await journalOf(service)).length, 5)
})
