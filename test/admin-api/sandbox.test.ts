/** Tests the sandbox, figures and references in the operator API. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderDocument } from '../orders/support/order-document.ts'
import { runningService } from '../support/running-service.ts'
import { person } from './person.ts'

test('personas are listed with sample orders that can be placed', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const { items } = await admin.call('listPersonas')
  assert.ok(items.some(({ id, outcome }) => id === 'avery' && outcome.Equifax.score !== undefined))
  const params = { id: 'rowan' }
  const joint = await admin.call('readPersonaOrder', { params })
  assert.match(joint.xml, /CreditRequestType="Joint"/)
  const query = { operation: 'mortgage_only', individual: 'true' }
  const one = await admin.call('readPersonaOrder', { params, query })
  assert.match(one.xml, /CreditRequestType="Individual"/)
  assert.match((await service.post('mortgage_only', one.xml)).body, /CREDIT_SCORE/)
  const nobody = { params: { id: 'nobody' } }
  assert.equal(await admin.refused('readPersonaOrder', nobody), 'not-found')
})

test('a fault of a bureau applies in every process until it is removed', async (t) => {
  const service = await runningService(t)
  const other = await runningService(t, { beside: service })
  const admin = await person(service, 'operator')
  const params = { bureau: 'Experian' }
  const told = await admin.call('setFault', { params, body: { word: 'no hit' } })
  assert.equal(told.current[1]?.word, 'NO HIT')
  const body = { word: 'SLOW 999' }
  assert.equal(await admin.refused('setFault', { params, body }), 'rejected')
  await other.post('credit_report', orderDocument('credit_report', { action: 'ForceNew' }))
  const { items } = await admin.call('listOrders', { query: { bureau: 'Experian' } })
  const outcomes = items[0]?.pulls.map(({ bureau, outcome }) => `${bureau} ${outcome}`)
  assert.deepEqual(outcomes?.sort(), [
    'Equifax FileReturned',
    'Experian NoFileReturnedNoHit',
    'TransUnion FileReturned',
  ])
  const [, experian] = (await admin.call('listBureaus')).items
  assert.deepEqual(
    [experian?.fault, experian?.recent.lastOutcome],
    ['NO HIT', 'NoFileReturnedNoHit'],
  )
  await admin.call('setFault', { params, body: { word: null } })
  assert.equal((await admin.call('readFaults')).current[1]?.word, undefined)
})

test('a bureau some of whose latest pulls failed is neither failing nor well', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  let orders = 0
  const health = async () => {
    orders += 1
    const order = { action: 'ForceNew', requestId: `health-${orders}` } as const
    await service.post('credit_report', orderDocument('credit_report', order))
    return (await admin.call('listBureaus')).items.map((bureau) => bureau.health)
  }
  assert.deepEqual(await health(), ['answering', 'answering', 'answering'])
  const params = { bureau: 'Experian' } as const
  await admin.call('setFault', { params, body: { word: 'UNREACHABLE' } })
  assert.deepEqual(await health(), ['answering', 'unsteady', 'answering'])
  assert.deepEqual(await health(), ['answering', 'unsteady', 'answering'])
  assert.deepEqual(await health(), ['answering', 'failing', 'answering'])
  await admin.call('setFault', { params, body: { word: null } })
  assert.deepEqual(await health(), ['answering', 'unsteady', 'answering'])
})

test('the audit trail shows sandbox times only for the current world', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const advance = (days: number) => admin.call('advanceClock', { body: { advance: `${days}d` } })
  const daysAhead = async () => {
    const { items } = await admin.call('listAudit', { query: { action: 'clock.advanced' } })
    return items.map(({ at, sandboxAt }) =>
      sandboxAt === undefined ? 'unknown' : (Date.parse(sandboxAt) - Date.parse(at)) / 86_400_000,
    )
  }
  await advance(40)
  await advance(5)
  assert.deepEqual(await daysAhead(), [45, 40])
  await admin.call('resetWorld', { body: { confirmed: true } })
  await advance(3)
  assert.deepEqual(await daysAhead(), [3, 'unknown', 'unknown'])
})

test('the overview of a long period begins with the first order', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const arrivedIn = `${new Date().toISOString().slice(0, 13)}:00:00.000Z`
  const hoursOf = async () => {
    const { from, to, firstHour, bucketMs, orders } = await admin.call('readOverview', {
      query: { hours: 24 * 365 },
    })
    assert.equal(firstHour, orders === 0 ? undefined : arrivedIn)
    return [(Date.parse(to) - Date.parse(from)) / 3_600_000, bucketMs / 3_600_000, orders]
  }
  const [year = 0, ofYear = 0, none] = await hoursOf()
  assert.ok(year >= 24 * 365 && year < 24 * 365 + ofYear, `${year}`)
  assert.deepEqual([ofYear, none], [24 * 7, 0])
  await service.post('credit_report', orderDocument('credit_report'))
  assert.deepEqual(await hoursOf(), [24, 1, 1], 'never less than a day')
  await admin.call('advanceClock', { body: { advance: '10d' } })
  await service.post('credit_report', orderDocument('credit_report', { action: 'ForceNew' }))
  const [hours = 0, ofBar = 0, orders] = await hoursOf()
  assert.ok(hours > 240 && hours <= 240 + ofBar, 'from the first of both orders')
  assert.deepEqual([ofBar, orders], [6, 2])
})

test('bars of days begin at midnight UTC, and bars of weeks on Mondays', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  for (const [hours, days] of [
    [24 * 50, 1],
    [24 * 120, 2],
    [24 * 365, 7],
  ] as const) {
    const { from, bucketMs, buckets } = await admin.call('readOverview', { query: { hours } })
    assert.equal(bucketMs, days * 86_400_000)
    assert.ok(buckets.length <= 62, `${buckets.length}`)
    assert.equal(buckets[0]?.from, from)
    assert.ok(buckets.every((each) => each.from.endsWith('T00:00:00.000Z')))
    if (days === 7) assert.ok(buckets.every((each) => new Date(each.from).getUTCDay() === 1))
  }
})

test('the overview counts orders, codes, pulls and charges, and follows the clock', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  assert.equal((await admin.call('readOverview')).orders, 0)
  await service.post('credit_report', orderDocument('credit_report'))
  await service.post('credit_report', '<REQUEST_GROUP')
  const unknown = { action: 'Reissue', reportId: 'R000000000000001' }
  await service.post('credit_report', orderDocument('credit_report', unknown))
  const overview = await admin.call('readOverview')
  assert.equal(overview.orders, 3)
  assert.deepEqual(overview.codes, [
    // E061 has three reasons, and one of them occurred.
    { code: 'E061', count: 1, reasons: [{ reason: 'reportUnknown', count: 1 }], injected: 0 },
    { code: 'E101', count: 1, reasons: [{ reason: 'unreadable' }], injected: 0 },
  ])
  // With one order, the median and the p95 are its duration.
  const [order] = (await admin.call('listOrders', { query: { state: 'done' } })).items
  assert.deepEqual(overview.latency, { p50Ms: order?.tookMs, p95Ms: order?.tookMs })
  const timed = overview.buckets.filter(({ p50Ms }) => p50Ms !== undefined)
  assert.deepEqual(
    timed.map(({ done, p50Ms, p95Ms }) => ({ done, p50Ms, p95Ms })),
    [{ done: 1, ...overview.latency }],
    'a part of the time in which no order ended took none',
  )
  assert.equal(overview.bureaus[0]?.hit, 1)
  const { lines, totalCents } = await admin.call('readStatement', {
    params: { name: service.account },
    query: { month: new Date().toISOString().slice(0, 7) },
  })
  assert.equal(lines.length, 1)
  assert.equal(overview.spendCents, totalCents)
  const clock = await admin.call('advanceClock', { body: { advance: '5h' } })
  assert.equal(clock.advancedMs, 5 * 3_600_000)
  assert.equal(await admin.refused('advanceClock', { body: { advance: '5 hours' } }), 'rejected')
  await service.post('credit_report', orderDocument('credit_report', { action: 'ForceNew' }))
  assert.equal((await admin.call('readOverview')).orders, 4)
  assert.equal(
    (await admin.call('readOverview')).orders,
    4,
    'from what is kept of hours that are over',
  )
  assert.equal((await admin.call('readOverview', { query: { hours: 2 } })).orders, 1)
})

test('the audit trail, the codes and the fields can be looked up', async (t) => {
  const service = await runningService(t)
  const auditor = await person(service, 'auditor')
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) }
    const page = await auditor.call('listAudit', { query })
    seen.push(...page.items.map(({ action }) => action))
    cursor = page.next
  } while (cursor !== undefined)
  assert.ok(seen.includes('login.succeeded'))
  assert.ok(seen.includes('service.started'))
  const query = { actor: 'auditor', action: 'login.succeeded' }
  const { items } = await auditor.call('listAudit', { query })
  assert.deepEqual(
    items.map(({ actor, action }) => `${actor.kind} ${actor.name} ${action}`),
    ['operator auditor login.succeeded'],
  )
  assert.deepEqual(
    (await auditor.call('listAudit', { query: { ...query, orderId: 'O1' } })).items,
    [],
  )
  const [login] = items
  const from = login?.at ?? ''
  const to = new Date(Date.parse(from) + 1).toISOString()
  for (const [between, found] of [
    [{ from }, 1],
    [{ from, to }, 1],
    [{ to: from }, 0],
  ] as const) {
    const page = await auditor.call('listAudit', { query: { ...query, ...between } })
    assert.equal(page.items.length, found, JSON.stringify(between))
  }
  const { text } = await auditor.reply('exportAudit', { query: { ...query, from } })
  const [columns, line, end] = text.split('\r\n')
  assert.equal(columns?.split(',').length, 13)
  assert.ok(line?.startsWith(`${login?.id},${from},`), `${line}`)
  assert.equal(end, '', 'nothing else matches')
  const unknown = { query: { action: 'login.sighed' } }
  assert.equal(await auditor.refused('listAudit', unknown), 'bad-request')
  assert.ok((await auditor.call('listErrors')).items.some(({ code }) => code === 'E061'))
  const { documents } = await auditor.call('listFields')
  const ssn = documents[0]?.fields.find(({ path }) => path.endsWith('BORROWER/@_SSN'))
  assert.deepEqual([ssn?.secret, ssn?.neverStored], [true, false])
  const passwords = documents.flatMap(({ fields }) =>
    fields.filter(({ path }) => path.endsWith('Password')),
  )
  assert.ok(passwords.length > 0 && passwords.every(({ neverStored }) => neverStored))
})
