import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERSONAS } from '../../src/bureaus/simulator/personas.ts'
import { DIALECT_LIST } from '../../src/documents/dialects.ts'
import { personaOrder } from '../../src/sandbox/persona-order.ts'
import { partOf } from '../support/length.ts'
import { fixedSurroundings, runningService } from '../support/running-service.ts'
import { answerDocument } from './support/answer-document.ts'
import { chargesOf, journalOf } from './support/ledger-of.ts'
import { orderDocument, WORDS } from './support/order-document.ts'
import { ordered, readAnswer, reported, reportIdOf } from './support/ordered.ts'

const TYPES = { xml: 'application/xml; charset=utf-8', json: 'application/json' } as const

/** The content of a response in the neutral words of the interface document, one line per path. */
function saidIn(body: string): readonly string[] {
  return answerDocument(body).written.map(({ path, text }) => {
    if (text === undefined) return path
    const worded = WORDS.reduce((said, [neutral, word]) => said.replaceAll(word, neutral), text)
    return `${path}=${worded}`
  })
}

test('the same order in five dialects gets five responses with the same content', async (t) => {
  const service = await runningService(t, { surroundings: fixedSurroundings() })
  const personas = partOf(PERSONAS, 8)
  const operations = ['credit_report', 'mortgage_only'] as const
  let placeCount = 0
  for (const [index, persona] of personas.entries()) {
    const operation = operations[index % 2] ?? 'credit_report'
    // The first order gets a new report or an error, and later orders get the stored report.
    await service.post(operation, personaOrder(persona, operation, { requestId: 'FIRST' }))
    const bodies = new Map<string, readonly string[]>()
    for (const { name: dialect } of DIALECT_LIST) {
      const { body } = await service.post(operation, personaOrder(persona, operation, { dialect }))
      assert.equal(answerDocument(body).dialect, dialect, persona.id)
      bodies.set(dialect, saidIn(body))
    }
    const expected = bodies.get('mismo') ?? []
    placeCount += expected.length
    for (const [dialect, said] of bodies)
      assert.deepEqual(said, expected, `${persona.id} ${dialect}`)
  }
  assert.ok(placeCount > 20_000 * (personas.length / PERSONAS.length))
})

test('one object is accepted instead of a list of one', async (t) => {
  const service = await runningService(t)
  const order = JSON.parse(orderDocument('credit_report', { dialect: 'json' }))
  const application = order.REQUEST_GROUP.REQUEST.REQUEST_DATA.CREDIT_REQUEST.LOAN_APPLICATION
  const [borrower] = application.BORROWER
  application.BORROWER = { ...borrower, _RESIDENCE: borrower._RESIDENCE[0] }
  const { status, body } = await service.post('credit_report', JSON.stringify(order))
  assert.equal(status, 200)
  assert.match(body, /"__Value": "703"/)
  application.BORROWER._RESIDENCE.__State = 'Maine'
  const wrong = await service.post('credit_report', JSON.stringify(order))
  assert.match(wrong.body, /LOAN_APPLICATION\.BORROWER\._RESIDENCE\.__State must be/)
})

test('a JSON response uses the words of its request, and its values are only strings and lists', async (t) => {
  const service = await runningService(t)
  const neutral = orderDocument('credit_report', { dialect: 'json' })
  const asked = { dialect: 'json', printed: true } as const
  const { body, answer } = await reported(service, 'credit_report', asked)
  assert.match(body, /^\{\n {2}"RESPONSE_GROUP": \{\n {4}"_StandardVersionID": "2.3.1"/)
  assert.ok(body.includes('"BureauA"') && !body.includes('"Equifax"'))
  assert.equal(answer.printed().subarray(0, 5).toString(), '%PDF-')
  const mismo = WORDS.reduce((text, [one, other]) => text.replaceAll(one, other), neutral)
  const other = readAnswer('credit_report', await service.post('credit_report', mismo))
  assert.equal(reportIdOf(other), answer.text('CREDIT_RESPONSE._CreditReportIdentifier'))
  assert.match(other.body, /"_MISMOVersionID": "2.3.1"/)
  assert.ok(other.body.includes('"Equifax"') && !other.body.includes('"BureauA"'))
  assert.ok(!/: (?:[0-9tfn-])/.test(other.body.replace(/"(?:[^"\\]|\\.)*"/g, '""')))
})

test('the same JSON bytes again get the same response and cost nothing', async (t) => {
  const service = await runningService(t)
  for (const action of ['Submit', 'ForceNew']) {
    const order = orderDocument('credit_report', { dialect: 'json', action })
    const first = await service.post('credit_report', order)
    const charges = await chargesOf(service)
    const again = await service.post('credit_report', order)
    assert.equal(again.headers.get('trimerge-retry'), 'yes')
    assert.equal(again.headers.get('content-type'), TYPES.json)
    assert.equal(again.body, first.body)
    assert.deepEqual(await chargesOf(service), charges)
    // The same bytes with an XML content type are a different request, and it is not valid XML.
    const called = await service.post('credit_report', order, { 'Content-Type': TYPES.xml })
    assert.deepEqual([called.status, called.headers.get('content-type')], [400, TYPES.xml])
    assert.match(called.body, /the body is JSON; send it with Content-Type application\/json/)
  }
})

test('an action finds a report that was ordered in the other format', async (t) => {
  const service = await runningService(t)
  const first = await reported(service, 'credit_report', { dialect: 'json', bureaus: 'YYN' })
  const reportId = reportIdOf(first)
  const reissued = await reported(service, 'credit_report', { action: 'Reissue', reportId })
  assert.equal(reportIdOf(reissued), reportId)
  const upgrade = { dialect: 'json', action: 'Upgrade', reportId } as const
  const upgraded = await reported(service, 'credit_report', upgrade)
  assert.equal(upgraded.answer.texts('CREDIT_FILE._CreditFileID').length, 3)
  const refreshed = await reported(service, 'refresh_report', { reportId: reportIdOf(upgraded) })
  assert.equal(refreshed.answer.key('ReportOrigin'), 'refreshed')
})

test('errors before parsing are JSON for clients that send or accept JSON', async (t) => {
  const service = await runningService(t, { flags: { 'body-bytes-max': '20000' } })
  const order = orderDocument('credit_report', { dialect: 'json' })
  const large = order.padEnd(20_001)
  const rows: readonly [
    operation: string,
    body: string,
    headers: Readonly<Record<string, string>>,
    status: number,
    code: string,
    type: string,
  ][] = [
    ['nothing', order, {}, 404, 'E999', TYPES.json],
    ['nothing', '<a/>', {}, 404, 'E999', TYPES.xml],
    ['nothing', 'a', { 'Content-Type': 'text/plain', Accept: TYPES.json }, 404, 'E999', TYPES.json],
    ['nothing', 'a', { 'Content-Type': 'text/plain', Accept: '*/*' }, 404, 'E999', TYPES.xml],
    ['health/live', order, {}, 405, 'E999', TYPES.json],
    ['credit_report', order, { Authorization: '' }, 401, 'E036', TYPES.json],
    [
      'credit_report',
      'a',
      { 'Content-Type': 'text/plain', Accept: TYPES.json },
      415,
      'E999',
      TYPES.json,
    ],
    [
      'credit_report',
      order,
      { 'Content-Type': `${TYPES.json}; charset=latin1` },
      415,
      'E999',
      TYPES.json,
    ],
    ['credit_report', large, {}, 413, 'E999', TYPES.json],
    ['credit_report', '{', {}, 400, 'E101', TYPES.json],
    ['credit_report', '<a/>', { 'Content-Type': TYPES.json }, 400, 'E101', TYPES.json],
  ]
  for (const [operation, body, headers, status, code, type] of rows) {
    const answered = await service.post(operation, body, headers)
    const title = `${operation} ${status} ${body.slice(0, 5)}`
    assert.equal(answered.status, status, title)
    assert.equal(answered.headers.get('content-type'), type, title)
    assert.equal(answerDocument(answered.body).text('STATUS.__Code'), code, title)
  }
})

test('a rejected JSON document gets the JSON path of each problem, and never a value', async (t) => {
  const service = await runningService(t)
  const { code, answer } = await ordered(service, 'credit_report', {
    dialect: 'json',
    edit: (group) => {
      const { LOAN_APPLICATION: application } = group.REQUEST.REQUEST_DATA.CREDIT_REQUEST
      application.BORROWER[0].__SSN = 900_12_1234
      application.BORROWER[0]._RESIDENCE.__State = 'Quebec'
      group.KEY = { __Name: 'unknown there' }
    },
  })
  assert.equal(code, 'E002')
  const borrower =
    '$.REQUEST_GROUP.REQUEST.REQUEST_DATA.CREDIT_REQUEST.LOAN_APPLICATION.BORROWER[0]'
  const [first = '', second = '', ...more] = answer.texts('CREDIT_ERROR_MESSAGE._Text')
  assert.ok(first.startsWith(`${borrower}.__SSN must be a string, not a number`), first)
  assert.ok(second.startsWith(`${borrower}._RESIDENCE[0].__State must be the two-letter`), second)
  assert.deepEqual(more, [])
})

test('card data in a JSON order is removed before anything is stored, whatever its form', async (t) => {
  const service = await runningService(t)
  const card = '4111111111111111'
  const order = orderDocument('mortgage_only', { dialect: 'json', card, cardCode: '987' })
  const numbers = order.replace(`"${card}"`, card).replace('"987"', '{"a": 987}')
  for (const body of [order, numbers]) {
    await service.post('mortgage_only', body)
  }
  const stored = await journalOf(service)
  assert.equal(stored.length, 2)
  for (const { id } of stored) {
    const found = await service.storage.store.orders.find(service.account, id)
    const sent = Buffer.from(found?.sent ?? '').toString()
    assert.match(sent, /"__AccountIdentifier":"Visa ending 1111"/)
    assert.match(sent, /"__SecondaryAccountIdentifier":"REDACTED"/)
    assert.ok(!sent.includes(card) && !sent.includes('987'))
    JSON.parse(sent)
  }
})
