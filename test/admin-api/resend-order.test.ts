/** Tests the preview of sending an order again. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { runningService } from '../support/running-service.ts'
import { person } from './person.ts'

/**
 * Sends two orders with the same meaning: the first gets a new report, the second the same report.
 */
async function orderedTwice(t: TestContext) {
  const service = await runningService(t)
  const post = (order: object) =>
    service.post('credit_report', orderDocument('credit_report', order))
  const admin = await person(service, 'operator')
  await post({})
  await post({ requestId: 'again', lenderCase: 'CASE-7' })
  const [existing, made] = (await admin.call('listOrders')).items
  const paramsOf = (order: typeof made) => ({ params: { id: order?.id ?? '' } })
  return {
    admin,
    post,
    made: paramsOf(made),
    existing: paramsOf(existing),
    preview: (order: typeof made) => admin.call('previewResend', paramsOf(order)),
    orders: async () => (await admin.call('listOrders')).items,
    advance: (days: number) => admin.call('advanceClock', { body: { advance: `${days}d` } }),
  }
}

const FREE = { centsMax: 0, hard: false, pulls: false }

test('the preview of resending depends on the age of the order: retry, existing report or new report', async (t) => {
  const { admin, existing, made, orders, preview, advance } = await orderedTwice(t)
  const before = await orders()
  const [latest, first] = before
  const hard = { centsMax: 900 + 3 * (800 + 300), hard: true, pulls: true }
  for (const order of [latest, first]) {
    assert.deepEqual(await preview(order), { result: 'retried', price: FREE })
  }
  await advance(1)
  for (const order of [latest, first]) {
    assert.deepEqual(await preview(order), { result: 'existing', price: FREE })
  }
  await advance(30)
  // After 30 days, the order that was free at first would ask every bureau.
  for (const order of [latest, first]) {
    assert.deepEqual(await preview(order), { result: 'new', price: hard })
  }
  assert.deepEqual(await orders(), before, 'a preview leaves nothing')
  const sent = await admin.call('resendOrder', existing)
  const again = await admin.call('readOrder', { params: { id: sent.orderId } })
  assert.deepEqual([again.origin, again.chargedCents], ['new', hard.centsMax])
  assert.deepEqual((await admin.call('previewResend', made)).result, 'existing')
})

test('the preview of an order that would be rejected again says so, and an unknown order is not found', async (t) => {
  const { admin, post, preview, orders } = await orderedTwice(t)
  await post({ action: 'Reissue', reportId: 'R000000000000001' })
  const [order] = await orders()
  assert.deepEqual(await preview(order), {
    result: 'rejected',
    code: 'E061',
    text: 'Looked for a report of this account by CreditReportIdentifier for /credit_report; found none',
    price: FREE,
  })
  const unknown = { params: { id: 'O0000000000000001' } }
  assert.equal(await admin.refused('previewResend', unknown), 'not-found')
})

test('an order that returned an existing report names it and the order that created it', async (t) => {
  const { admin, existing, made } = await orderedTwice(t)
  const { returned, receivedAt } = await admin.call('readOrder', existing)
  assert.equal(returned?.orderId, made.params.id)
  const issuedAt = Date.parse(returned?.issuedAt ?? '')
  assert.ok(issuedAt <= Date.parse(receivedAt))
  assert.equal(Date.parse(returned?.reusedUntil ?? ''), issuedAt + 30 * 86_400_000)
  assert.equal((await admin.call('readOrder', made)).returned, undefined)
  const { text } = await admin.reply('exportOrders', { body: { filters: {} } })
  assert.match(text, /,lender_case,inquiry,purged\r\n[^\n]*,CASE-7,,\r\n/)
})

test('if all bureaus give the same reason for having no file, the remedy is for that reason', async (t) => {
  const { admin, post, orders } = await orderedTwice(t)
  const remedyFor = async (order: object) => {
    await post(order)
    const [latest] = await orders()
    const detail = await admin.call('readOrder', { params: { id: latest?.id ?? '' } })
    return detail.outcome?.remedy ?? ''
  }
  assert.equal(
    await remedyFor({ people: [PEOPLE.frozenAll] }),
    'The borrower must lift the freeze at Equifax, Experian and TransUnion. Then order again.',
  )
  assert.match(
    await remedyFor({ people: [PEOPLE.noHit], bureaus: 'NYN' }),
    /^Check name, SSN and address: Experian found no file/,
  )
  const street = 'MAGIC EQUIFAX UNREACHABLE, EXPERIAN UNREACHABLE, TRANSUNION NO-HIT'
  const mixed = await remedyFor({ people: [{ ...PEOPLE.avery, ssn: '901-44-0061', street }] })
  assert.match(mixed, /^Read the message of each bureau/)
})
