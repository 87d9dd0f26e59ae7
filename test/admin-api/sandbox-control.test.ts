/**
 * Tests how the operator API controls the world of a sandbox: faults by scope, clock, people,
 * snapshots.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../src/time.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { runningService } from '../support/running-service.ts'
import { person } from './person.ts'

test('the operator API controls the world like the control plane does', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const integrator = await person(service, 'integrator')
  let orders = 0
  const order = () => {
    orders += 1
    const requestId = `Q${orders}`
    return service.post(
      'credit_report',
      orderDocument('credit_report', { action: 'ForceNew', requestId }),
    )
  }
  const outcomeAt = async (bureau: string) => {
    await order()
    const { items } = await admin.call('listOrders', { query: { limit: 1 } })
    return items[0]?.pulls.find((pull) => pull.bureau === bureau)?.outcome
  }

  await t.test('a fault affects its scope and counts the orders that met it', async () => {
    const body = { fault: 'FROZEN', bureau: 'Experian', orders: 1 } as const
    const added = await admin.call('addFault', { body })
    assert.deepEqual([added.fault, added.bureau, added.met], ['FROZEN', 'Experian', 0])
    assert.equal(await outcomeAt('Experian'), 'NoFileReturnedCreditFreeze')
    assert.equal(await outcomeAt('Experian'), 'FileReturned')
    const { items, words } = await admin.call('readFaults')
    assert.deepEqual(
      items.map(({ id, met }) => [id, met]),
      [[added.id, 1]],
    )
    assert.deepEqual(
      words.filter(({ word }) => word === 'FROZEN').map(({ group, title }) => [group, title]),
      [['No file', 'Has a security freeze']],
    )

    await admin.call('removeFault', { params: { id: added.id } })
    assert.notEqual((await admin.call('addFault', { body })).id, added.id)
    assert.equal(
      await outcomeAt('Experian'),
      'NoFileReturnedCreditFreeze',
      'a fault that is injected again counts its own orders',
    )
    await admin.call('removeFaults')
    assert.deepEqual((await admin.call('readFaults')).items, [])
  })

  await t.test('an integrator sees the faults for all accounts and for their own', async () => {
    await admin.call('createAccount', { body: { name: 'elsewhere' } })
    for (const account of [service.account, 'elsewhere', undefined])
      await admin.call('addFault', { body: { fault: 'TIMEOUT', orders: 1, account } })
    const { items } = await integrator.call('readFaults')
    assert.deepEqual(
      items.map(({ account }) => account),
      [service.account, undefined],
    )
    const unknown = { body: { fault: 'TIMEOUT', account: 'nowhere' } }
    const { text } = await admin.reply('addFault', unknown)
    assert.match(text, /problem:bad-request.*"path":"account"/)
    const nobody = await admin.reply('addFault', { body: { fault: 'NO HIT', borrower: 'nobody' } })
    assert.match(nobody.text, /problem:bad-request.*"path":"borrower"/)
    await admin.call('removeFaults')
  })

  await t.test('the preview of a clock advance lists what it ends', async () => {
    await order()
    const reports = (await admin.call('listReports')).items.length
    const soon = await admin.call('previewClock', { query: { advance: '29d' } })
    assert.deepEqual([soon.byMs, soon.reissueEnds, soon.refreshEnds], [29 * DAY_MS, 0, 0])
    const { now } = await admin.call('readClock')
    const to = new Date(Date.parse(now) + 121 * DAY_MS).toISOString()
    await service.post('credit_report', '<REQUEST_GROUP')
    await admin.call('addFault', { body: { fault: 'FROZEN', orders: 1 } })
    await order()
    const far = await admin.call('previewClock', { query: { to } })
    assert.deepEqual(
      [far.reissueEnds, far.refreshEnds, far.purgedReports, far.purgedOrders],
      [reports, reports, 0, 2],
    )
    const years = await admin.call('previewClock', { query: { advance: '800d' } })
    assert.equal(years.purgedReports, reports)
    const past = { query: { to: '2020-01-01T00:00:00Z' } }
    assert.equal(await admin.refused('previewClock', past), 'rejected')
    assert.equal(await admin.refused('advanceClock', { body: past.query }), 'rejected')
  })

  await t.test('a person can be previewed without being added', async () => {
    const params = { id: 'casey' }
    const body = { name: { first: 'Casey', last: 'Whitlock' }, outcome: { middleScore: 641 } }
    const preview = await admin.call('checkPerson', { params, body })
    const scores = preview.bureaus.map(({ score }) => score ?? 0).sort()
    assert.equal(scores[1], 641)
    assert.ok((preview.resolved?.accounts.length ?? 0) > 0)
    const outcome = { collections: 2, chargeOffs: 1, disputed: 1, utilizationPercent: 40 }
    const harmed = await admin.call('checkPerson', { params, body: { outcome } })
    for (const { collections, chargeOffs, disputed, utilizationPercent } of harmed.bureaus) {
      assert.deepEqual({ collections, chargeOffs, disputed, utilizationPercent }, outcome)
    }
    assert.deepEqual((await admin.call('listPeople')).items, [])
    const kept = await admin.call('putPerson', { params, body })
    assert.deepEqual(kept.bureaus, preview.bureaus)
    const [listed] = (await admin.call('listPeople')).items
    const scored = kept.bureaus.map(({ bureau, score }) => [bureau, score])
    const results = Object.entries(listed?.outcome ?? {})
    assert.deepEqual(
      results.map(([bureau, { score }]) => [bureau, score]),
      scored,
    )
    assert.equal((await integrator.call('readPerson', { params })).identity.firstName, 'Casey')
    const wrong = await admin.reply('checkPerson', { params, body: { ssn: '123-45-6789' } })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /"path":"ssn"/)
    await admin.call('deletePerson', { params })
    assert.equal(await admin.refused('readPerson', { params }), 'not-found')
  })

  await t.test('a snapshot restores the world, and a reset empties it', async () => {
    const before = (await admin.call('listOrders')).items.length
    assert.equal((await admin.call('readWorld')).orders, before)
    const params = { name: 'before' }
    await admin.call('saveSnapshot', { params })
    const [saved, ...others] = (await admin.call('listSnapshots')).items
    assert.deepEqual([saved?.name, saved?.orders, others], ['before', before, []])
    const preview = () => admin.call('previewRestore', { params })
    assert.deepEqual(await preview(), { orders: 0, people: 0, faults: 0 })
    await admin.call('addFault', { body: { fault: 'TIMEOUT', orders: 1 } })
    assert.deepEqual(await preview(), { orders: 0, people: 0, faults: 1 })
    const reply = await admin.reply('resetWorld')
    assert.equal(reply.status, 400, 'a request without a body resets nothing')
    await admin.call('resetWorld', { body: { confirmed: true } })
    assert.deepEqual((await admin.call('listOrders')).items, [])
    await admin.call('restoreSnapshot', { params })
    assert.equal((await admin.call('listOrders')).items.length, before)
    await admin.call('deleteSnapshot', { params })
    assert.equal(await admin.refused('restoreSnapshot', { params }), 'not-found')
  })
})

test('the preview of a clock advance ends a window when the report is too old, not before', async (t) => {
  const service = await runningService(t, { flags: { 'world-start': '2028-01-31' } })
  const admin = await person(service, 'operator')
  const answer = await service.post('credit_report', orderDocument('credit_report'))
  const [, reportId = ''] = /CreditReportIdentifier="(R[^"]+)"/.exec(answer.body) ?? []
  const reissued = async (requestId: string) => {
    const changes = { action: 'Reissue', reportId, requestId } as const
    return (await service.post('credit_report', orderDocument('credit_report', changes))).body
  }
  const endsAt = async (to: string) => {
    const { reissueEnds, refreshEnds } = await admin.call('previewClock', { query: { to } })
    return [reissueEnds, refreshEnds]
  }
  const last = '2028-03-01T00:00:00Z'
  assert.deepEqual(await endsAt(last), [0, 0])
  await admin.call('advanceClock', { body: { to: last } })
  assert.doesNotMatch(await reissued('Q2'), /E061/)
  const after = '2028-03-01T00:00:00.001Z'
  assert.deepEqual(await endsAt(after), [1, 0])
  await admin.call('advanceClock', { body: { to: after } })
  assert.match(await reissued('Q3'), /E061/)
  assert.deepEqual(await endsAt('2028-05-30T00:00:00Z'), [0, 0])
  assert.deepEqual(await endsAt('2028-05-30T00:00:00.001Z'), [0, 1])
})
