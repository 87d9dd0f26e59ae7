/** The control plane: every call over HTTP, as a script makes it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECT_LIST } from '../../src/documents/dialects.ts'
import { AccountProfile } from '../../src/orders/intake/ordering-account.ts'
import { PRODUCTS } from '../../src/orders/intake/products.ts'
import {
  CONTROL_ROUTES,
  type ControlName,
  type ControlRoute,
} from '../../src/sandbox-api/control-routes.ts'
import { CONTROL_EXAMPLES } from '../../src/sandbox-api/description.ts'
import { SERVICE } from '../../src/store/audit/entry.ts'
import { newAccountSecret } from '../../src/store/sealing/secrets.ts'
import { runningService } from '../support/running-service.ts'
import { controlOf } from './control.ts'

const ROUTES = Object.entries(CONTROL_ROUTES) as [ControlName, ControlRoute][]

for (const [name, route] of ROUTES) {
  test(`the example of ${name} is valid by the schemas of the call`, () => {
    const { params, query, body, answer } = CONTROL_EXAMPLES[name]
    if (route.params !== undefined) route.params.parse(params)
    if (query !== undefined) route.query?.parse(query)
    if (body !== undefined) route.body?.parse(body)
    if (answer !== undefined) route.answer?.parse(answer)
    assert.equal(route.body === undefined, body === undefined, 'a body has an example')
  })
}

test('a script orders for personas and reads its request log', async (t) => {
  const service = await runningService(t)
  const control = controlOf(service)

  await t.test('a persona is available as a complete order in any dialect', async () => {
    const { json } = await control('GET /personas')
    assert.ok(json.items.some(({ id }: { id: string }) => id === 'avery'))
    for (const { name } of DIALECT_LIST) {
      const order = await control(`GET /personas/avery/order?dialect=${name}&requestId=${name}`)
      assert.match(order.type, /^application\/(?:xml|json)/)
      const answer = await service.post('credit_report', order.text, { 'Content-Type': order.type })
      assert.match(answer.body, new RegExp(`\\b${name}\\b`))
      assert.match(answer.body, /CREDIT_SCORE/)
    }
  })

  await t.test('the query determines the contents of the order', async () => {
    const path = '/personas/rowan/order?operation=mortgage_only&action=ForceNew'
    const { text } = await control(
      `GET ${path}&bureaus=Equifax,Experian&lenderCase=C-9&street=MAGIC%20ALL%20FROZEN&individual=true`,
    )
    assert.match(text, /CreditReportRequestActionType="ForceNew"/)
    assert.match(text, /CreditRequestType="Individual"/)
    assert.match(text, /LenderCaseIdentifier="C-9"/)
    assert.match(text, /MAGIC ALL FROZEN/)
    assert.match(text, /_TransUnionIndicator="N"/)
  })

  await t.test('unknown and invalid calls get a problem response', async () => {
    const wrong: [call: string, status: number, type: string][] = [
      ['GET /personas/nobody/order', 404, 'not-found'],
      ['GET /personas/avery/order?dialect=klingon', 400, 'bad-request'],
      ['GET /personas/avery/order?bureaus=Equifax,Acme', 400, 'bad-request'],
      ['GET /personas/avery/order?street=%00', 400, 'bad-request'],
      ['GET /personas/avery/order?lenderCase=%EF%BF%BF&dialect=json', 400, 'bad-request'],
      ['GET /orders?limit=0', 400, 'bad-request'],
      ['GET /orders/O1', 404, 'not-found'],
      [`GET /orders/${'9'.repeat(12_000)}`, 404, 'not-found'],
      [`GET /people/${'9'.repeat(101)}`, 404, 'not-found'],
      [`PUT /snapshots/${'9'.repeat(101)}`, 400, 'bad-request'],
      ['GET /orders?account=another', 404, 'not-found'],
      ['GET /nothing', 404, 'not-found'],
      ['DELETE /orders', 405, 'wrong-method'],
    ]
    for (const [call, status, type] of wrong) {
      const { json, ...called } = await control(call)
      assert.deepEqual([called.status, json.type], [status, `urn:trimerge:problem:${type}`], call)
      assert.match(called.type, /^application\/problem\+json/)
    }
  })

  await t.test('a body that gives a name twice is rejected, wherever it is', async () => {
    const post = async (path: string, body: string) => {
      const headers = { Authorization: service.authorization, 'Content-Type': 'application/json' }
      const sent = await fetch(`${service.url}/sandbox${path}`, { method: 'PUT', headers, body })
      const { detail } = (await sent.json()) as { detail?: string }
      return [sent.status, detail]
    }
    const named = (name: string) => `{"name":${name}}`
    const twice = [400, 'An object of the body gives the same name twice.']
    const once = '{"first":"Casey","last":"Whitlock"}'
    assert.deepEqual(await post('/people/twice', `{"name":${once},"name":${once}}`), twice)
    const inner = '{"first":"Casey","last":"Whitlock","fir\\u0073t":"Robin"}'
    assert.deepEqual(await post('/people/twice', named(inner)), twice)
    assert.deepEqual(await post('/people/twice', `${'['.repeat(9_000)}${']'.repeat(9_000)}`), [
      400,
      undefined,
    ])
    assert.deepEqual(await post('/people/once', named(once)), [200, undefined])
  })

  await t.test('orders are listed with their request, parsed fields and response', async () => {
    const { json } = await control('GET /orders?limit=2')
    assert.equal(json.items.length, 2)
    const [{ id }] = json.items
    const order = (await control(`GET /orders/${id}`)).json
    assert.equal(order.state, 'done')
    assert.match(order.documents.sent, /REQUEST_GROUP/)
    assert.ok(order.documents.fields.length > 10)
    assert.match(order.documents.answered, /RESPONSE_GROUP/)
    assert.doesNotMatch(JSON.stringify(order), /900-?12-?1234/)
    const rest = (await control(`GET /orders?limit=2&cursor=${json.next}`)).json
    assert.notEqual(rest.items[0].id, id)
  })

  await t.test('the orders of a lender case are found, however it is written', async () => {
    const order = await control('GET /personas/clean/order?lenderCase=LC-2026/7')
    await service.post('credit_report', order.text)
    const found = async (lenderCase: string) => {
      const { json } = await control(`GET /orders?lenderCase=${encodeURIComponent(lenderCase)}`)
      return json.items.map((each: { lenderCase: string }) => each.lenderCase)
    }
    assert.deepEqual(await found('LC-2026/7'), ['LC-2026/7'])
    assert.deepEqual(await found('lc 2026 7'), ['LC-2026/7'])
    assert.deepEqual(await found('LC-2026'), [])
    const last = 'GET /orders?lenderCase=LC-2026/7&state=failed'
    assert.deepEqual((await control(last)).json.items, [])
  })

  await t.test('every product can be ordered', async () => {
    for (const [name, { operation, title }] of Object.entries(PRODUCTS)) {
      const path = `/personas/clean/order?operation=${operation}&product=${name}&requestId=${name}`
      const { text } = await control(`GET ${path}`)
      const { body } = await service.post(operation, text)
      assert.ok(body.includes(`_Description="${title} (`), name)
    }
    const other = await control('GET /personas/clean/order?product=MortgageOnlySoft')
    assert.match(
      other.text,
      /"path":"product","rule":"custom","expected":"a product of the operation"/,
    )
  })

  await t.test('an account with control does not see the orders of other accounts', async () => {
    const { store, vault } = service.storage
    const { secret, stored } = newAccountSecret(vault, 0)
    const profile = AccountProfile.parse({ sandboxControl: 'yes' })
    await store.accounts.create({ name: 'other', profile, createdAt: 0 }, stored, SERVICE)
    const other = controlOf({ url: service.url, account: 'other', secret })
    assert.deepEqual((await other('GET /orders')).json, { items: [] })
    const [{ id }] = (await control('GET /orders')).json.items
    assert.equal((await other(`GET /orders/${id}`)).status, 404)
    const admin = service.operator
    const operator = controlOf({ url: service.url, account: admin.name, secret: admin.password })
    assert.equal((await operator(`GET /orders/${id}`)).status, 200)
    assert.equal((await operator('GET /orders?account=other')).json.items.length, 0)
  })
})
