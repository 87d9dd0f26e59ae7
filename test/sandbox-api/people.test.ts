/** Custom people over HTTP, with orders that an order thread fulfills. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REAL_ENVIRONMENT } from '../../src/app/environment.ts'
import { runningService } from '../support/running-service.ts'
import { controlOf } from './control.ts'

const card = { id: 'card', kind: 'creditCard', opened: '4 years ago', limit: 5000, balance: 1234 }

test('a script creates a person, orders reports, and replaces and deletes the person', async (t) => {
  const service = await runningService(t, {
    surroundings: { ...REAL_ENVIRONMENT, orderThreads: 1 },
  })
  const control = controlOf(service)
  let orders = 0
  const accountNumbersOf = async (person: string) => {
    const query = `requestId=${++orders}&action=ForceNew`
    const { text } = await control(`GET /people/${person}/order?${query}`)
    const { body } = await service.post('credit_report', text)
    return [...body.matchAll(/_UnpaidBalanceAmount="(\d+)"/g)].map(([, amount]) => amount)
  }

  await t.test('a created person is known to the thread that fulfills the order', async () => {
    const { status, json } = await control('PUT /people/ada', { accounts: [card] })
    assert.equal(status, 200)
    assert.deepEqual(
      json.bureaus.map((each: { accounts: number }) => each.accounts),
      [1, 1, 1],
    )
    assert.match(json.identity.ssn, /^93\d-\d\d-\d{4}$/)
    assert.deepEqual((await control('GET /people/ada')).json, json)
    assert.deepEqual(await accountNumbersOf('ada'), ['1234'])
  })

  await t.test('a replaced file applies from the next order on', async () => {
    await control('PUT /people/ada', { accounts: [{ ...card, balance: 77 }] })
    assert.deepEqual(await accountNumbersOf('ada'), ['77'])
  })

  await t.test('two people are ordered jointly', async () => {
    await control('PUT /people/bo', { accounts: [{ ...card, balance: 88 }] })
    const { text } = await control('GET /people/ada/order?with=bo')
    assert.match(
      (await service.post('credit_report', text)).body,
      /CreditRequestType="Joint"|BorrowerID="CoBorrower"/,
    )
    const { json } = await control('GET /people')
    assert.deepEqual(
      json.items.map(({ id }: { id: string }) => id),
      ['ada', 'bo'],
    )
  })

  await t.test('an invalid file gets a problem response that names every path', async () => {
    const accounts = [{ ...card, balance: 9000 }, card]
    const { status, json } = await control('PUT /people/cy', { accounts })
    assert.equal(status, 400)
    assert.deepEqual(
      json.errors.map(({ path }: { path: string }) => path),
      ['accounts.1.id', 'accounts.0.balance'],
    )
    const { json: shape } = await control('PUT /people/cy', { acounts: [] })
    assert.equal(shape.type, 'urn:trimerge:problem:bad-request')
    const { json: named } = await control('PUT /people/NOT%20AN%20ID', {})
    assert.equal(named.type, 'urn:trimerge:problem:bad-request')
    assert.deepEqual(
      named.errors.map(({ path }: { path: string }) => path),
      ['id'],
    )
    assert.equal((await control('GET /people/cy')).status, 404)
  })

  await t.test(
    'a stored report becomes a file, and a person with this file has a similar report',
    async () => {
      const { text } = await control('GET /personas/delinquent/order')
      const { body } = await service.post('credit_report', text)
      const number = /CreditReportIdentifier="(\w+)"/.exec(body)?.[1]
      const { json } = await control(`GET /reports/${number}/person`)
      assert.deepEqual(json.notes, [])
      assert.doesNotMatch(JSON.stringify(json.file), /Okafor|Delphine|45701/i)
      const put = await control('PUT /people/like-delinquent', json.file)
      assert.equal(put.status, 200)
      assert.deepEqual(
        put.json.bureaus.map((each: { score: number }) => each.score),
        [498, 506, 504],
      )
      const { audit, reports } = service.storage.store
      const { orderId } = (await reports.findSummary(service.account, number ?? '')) ?? {}
      const viewed = await audit.list({ orderId, action: 'report.viewed' }, { limit: 9 })
      assert.deepEqual([...new Set(viewed.map(({ reportId }) => reportId))], [number])
      assert.equal((await control('GET /reports/R1/person')).status, 404)
      assert.equal((await control(`GET /reports/${number}/person?borrower=2`)).status, 404)
    },
  )

  await t.test('a deleted person is unknown', async () => {
    assert.equal((await control('DELETE /people/ada')).status, 204)
    assert.equal((await control('DELETE /people/ada')).status, 404)
    assert.equal((await control('GET /people/ada/order')).status, 404)
  })
})
