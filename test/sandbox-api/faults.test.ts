/** Faults of simulated bureaus by scope: which orders they affect, and how late responses are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedOf, streamOf } from '../../src/bureaus/simulator/random.ts'
import { AccountProfile } from '../../src/orders/intake/ordering-account.ts'
import { latencyMs } from '../../src/sandbox/injected-faults.ts'
import { SERVICE } from '../../src/store/audit/entry.ts'
import { newAccountSecret } from '../../src/store/sealing/secrets.ts'
import { runningService } from '../support/running-service.ts'
import { controlOf } from './control.ts'

test('latencies have the requested median and p95', () => {
  const draw = streamOf(seedOf('latencies'), 'test')
  const drawn = Array.from({ length: 4_000 }, () => latencyMs({ medianMs: 200, p95Ms: 900 }, draw))
  const share = (ms: number) => drawn.filter((each) => each < ms).length / drawn.length
  assert.ok(Math.abs(share(200) - 0.5) < 0.03, String(share(200)))
  assert.ok(Math.abs(share(900) - 0.95) < 0.015, String(share(900)))
})

test('a fault affects only the orders in its scope', async (t) => {
  const service = await runningService(t, { flags: { 'world-start': '2026-01-15' } })
  const control = controlOf(service)
  let orders = 0

  /** Returns the outcome of each bureau's pull for a new order. */
  async function outcomes(persona = 'avery', from = service): Promise<Record<string, string>> {
    const query = 'action=ForceNew&individual=true'
    return await outcomesOf(`GET /personas/${persona}/order?${query}`, from)
  }

  async function outcomesOf(call: string, from = service): Promise<Record<string, string>> {
    orders += 1
    const { text } = await control(`${call}&requestId=Q${orders}`)
    const response = await fetch(`${service.url}/credit_report`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`${from.account}:${from.secret}`).toString('base64')}`,
        'Content-Type': 'application/xml',
      },
      body: text,
    })
    assert.equal(response.status, 200)
    const [order] = await service.storage.store.orders.list({}, { limit: 1 })
    const pulls = await service.storage.store.ledger.pullsOf([order?.id ?? ''])
    return Object.fromEntries(pulls.map(({ bureau, outcome }) => [bureau, outcome ?? '']))
  }

  const frozen = 'NoFileReturnedCreditFreeze'

  await t.test('by bureau, until it is removed', async () => {
    const { json } = await control('POST /faults', { fault: 'frozen', bureau: 'Experian' })
    assert.deepEqual([json.id, json.fault, json.bureau], ['F1', 'FROZEN', 'Experian'])
    const { Equifax, Experian, TransUnion } = await outcomes()
    assert.deepEqual([Equifax, Experian, TransUnion], ['FileReturned', frozen, 'FileReturned'])
    assert.equal((await control('POST /faults', { fault: 'slow' })).json.fault, 'SLOW 3')
    await control('DELETE /faults/F2')
    assert.equal((await control('GET /faults')).json.items.length, 1)
    assert.equal((await control('DELETE /faults/F1')).status, 204)
    assert.equal((await control('DELETE /faults/F1')).status, 404)
    assert.equal((await outcomes()).Experian, 'FileReturned')
  })

  await t.test('by borrower, whose number is not stored in clear', async () => {
    await control('POST /faults', { fault: 'FROZEN', borrower: 'avery' })
    await control('POST /faults', { fault: 'THIN', borrower: '900-55-1111' })
    const { items } = (await control('GET /faults')).json
    assert.deepEqual(
      items.map(({ borrower }: { borrower: string }) => borrower),
      ['avery', '***-**-1111'],
    )
    assert.doesNotMatch(JSON.stringify(await service.storage.store.sandbox.state()), /551111/)
    assert.equal((await outcomes('avery')).Equifax, frozen)
    assert.equal((await outcomes('rowan')).Equifax, 'NoFileReturnedThinFile')
    assert.equal((await outcomes('juno')).Equifax, 'FileReturned')
    await control('DELETE /faults')
  })

  await t.test('by custom person, named by ID', async () => {
    const ordered = (id: string) => outcomesOf(`GET /people/${id}/order?action=ForceNew`)
    await control('PUT /people/sol', { accounts: [] })
    await control('PUT /people/wren', { accounts: [] })
    const { json } = await control('POST /faults', { fault: 'FROZEN', borrower: 'sol' })
    assert.equal(json.borrower, 'sol')
    assert.equal((await ordered('sol')).Equifax, frozen)
    assert.equal((await ordered('wren')).Equifax, 'FileReturned')
    await control('DELETE /faults')
  })

  await t.test('by account', async () => {
    const { store, vault } = service.storage
    const { secret, stored } = newAccountSecret(vault, 0)
    const profile = AccountProfile.parse({})
    await store.accounts.create({ name: 'other', profile, createdAt: 0 }, stored, SERVICE)
    await control('POST /faults', { fault: 'FROZEN', account: 'other' })
    assert.equal((await outcomes()).Equifax, 'FileReturned')
    assert.equal(
      (await outcomes('avery', { ...service, account: 'other', secret })).Equifax,
      frozen,
    )
    await control('DELETE /faults')
  })

  await t.test('the next orders, each counted once for its three files', async () => {
    await control('POST /faults', { fault: 'FROZEN', orders: 2 })
    const met = []
    for (let index = 0; index < 3; index++) met.push(Object.values(await outcomes()))
    assert.deepEqual(met, [
      [frozen, frozen, frozen],
      [frozen, frozen, frozen],
      ['FileReturned', 'FileReturned', 'FileReturned'],
    ])
    await control('DELETE /faults')
  })

  await t.test(
    'a share of the orders, with the same result for all files of an order',
    async () => {
      await control('POST /faults', { fault: 'FROZEN', share: 0.5 })
      const met = []
      for (let index = 0; index < 16; index++) {
        const each = new Set(Object.values(await outcomes()))
        assert.equal(each.size, 1)
        met.push(each.has(frozen))
      }
      const count = met.filter(Boolean).length
      assert.ok(count >= 3 && count <= 13, `${count} of 16`)
      await control('DELETE /faults')
    },
  )

  await t.test('delayed files arrive late, and then have the fault that was set', async () => {
    const latency = { medianMs: 40, p95Ms: 60 }
    await control('POST /faults', { latency, bureau: 'Equifax' })
    await control('POST /faults', { latency, fault: 'FROZEN', bureau: 'Experian' })
    const begun = performance.now()
    const { Equifax, Experian } = await outcomes()
    assert.ok(performance.now() - begun > 15)
    assert.deepEqual([Equifax, Experian], ['FileReturned', frozen])
    assert.deepEqual((await control('DELETE /faults?bureau=Equifax')).json, { removed: 1 })
    await control('DELETE /faults')
  })

  await t.test('the latest fault that fits applies', async () => {
    await control('POST /faults', { fault: 'FROZEN' })
    await control('POST /faults', { fault: 'THIN', bureau: 'Equifax' })
    const { Equifax, Experian } = await outcomes()
    assert.deepEqual([Equifax, Experian], ['NoFileReturnedThinFile', frozen])
    await control('DELETE /faults')
  })

  await t.test('an invalid fault is rejected and changes nothing', async () => {
    const wrong: object[] = [
      {},
      { bureau: 'Equifax' },
      { fault: 'EXPLODE' },
      { fault: 'SLOW 999' },
      { fault: 'FROZEN', bureau: 'Acme' },
      { fault: 'FROZEN', account: 'nobody' },
      { fault: 'FROZEN', borrower: 'nobody' },
      { fault: 'FROZEN', borrower: '12345' },
      { fault: 'FROZEN', orders: 0 },
      { fault: 'FROZEN', share: 0 },
      { fault: 'FROZEN', share: 1.1 },
      { latency: { medianMs: 500, p95Ms: 100 } },
      { fault: 'FROZEN', unknown: true },
    ]
    for (const body of wrong) {
      const { status, json } = await control('POST /faults', body)
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(json.type, /problem:(rejected|bad-request)$/)
      assert.doesNotMatch(JSON.stringify(json), /EXPLODE|Acme|12345/)
    }
    assert.deepEqual((await control('GET /faults')).json.items, [])
  })
})
