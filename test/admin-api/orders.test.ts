/** Tests orders in the operator API: the list, searches, and one order with its documents. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { runningService } from '../support/running-service.ts'
import { person } from './person.ts'

test('an order can be listed, found and shown in detail, masked', async (t) => {
  const service = await runningService(t)
  await service.post('credit_report', orderDocument('credit_report', { people: [PEOPLE.avery] }))
  await service.post(
    'credit_report',
    orderDocument('credit_report', {
      people: [PEOPLE.avery],
      edit: (group) => {
        delete group.REQUESTING_PARTY
      },
    }),
  )
  const admin = await person(service, 'operator')
  const { items } = await admin.call('listOrders')
  assert.deepEqual(
    items.map(({ state, code }) => [state, code]),
    [
      ['rejected', 'E102'],
      ['done', undefined],
    ],
  )
  assert.deepEqual(
    items.map(({ origin, error }) => [origin, error]),
    [
      [undefined, 'REQUESTING_PARTY is required'],
      ['new', undefined],
    ],
  )
  const [, done] = items
  assert.ok(done)
  assert.deepEqual(done.borrowers, [{ name: 'A. S.', ssn: '•••-••-1234' }])
  assert.equal(done.pulls.length, 3)
  assert.ok(done.chargedCents > 0)
  for (const text of [
    'sandford',
    'Avery Sandford',
    'SANDFORD, Avery',
    '1234',
    done.id,
    done.reportId ?? '',
  ]) {
    const found = await admin.call('searchOrders', { body: { text, filters: { state: 'done' } } })
    assert.deepEqual(
      found.items.map(({ id }) => id),
      [done.id],
      text,
    )
  }
  const detail = await admin.call('readOrder', { params: { id: done.id } })
  assert.deepEqual(
    detail.timeline.map(({ what }) => what),
    [
      'received',
      'parsed',
      'journaled',
      'asked',
      'asked',
      'asked',
      ...Array(3).fill('answered by bureau'),
      'charged',
      'answered',
    ],
  )
  assert.equal(done.lenderCase, 'LHL-2026-0019')
  assert.equal(detail.status, 200)
  assert.match(detail.request?.id ?? '', /^[0-9a-f-]{36}$/)
  assert.match(detail.request?.traceId ?? '', /^[0-9a-f]{32}$/)
  assert.equal(detail.request?.network, '127.0.0.0/24')
  assert.deepEqual(
    detail.request?.headers.find(({ name }) => name === 'content-type')?.value,
    'application/xml',
  )
  const names = detail.steps.map(({ name }) => name)
  assert.deepEqual(
    names.filter((name) => name !== 'wait'),
    ['parse', 'plan', 'store', 'pull', 'merge', 'print', 'write'],
  )
  // Each step begins where the previous one ended, and the last step ends with the order.
  let endMs = 0
  for (const { name, fromMs, ms } of detail.steps) {
    assert.equal(fromMs, endMs, name)
    endMs += ms
  }
  assert.ok(Math.abs(endMs - (detail.tookMs ?? 0)) < 1 || names[0] !== 'wait', `${endMs}`)
  assert.deepEqual(
    detail.scores.map(({ borrower, model }) => [borrower, model]),
    [[1, 'Classic FICO']],
  )
  // The representative score is one of the scores of the files.
  const ofFiles = detail.pulls.flatMap(({ scores = [] }) => scores.map(({ score }) => score))
  assert.deepEqual([ofFiles.length, ofFiles.includes(detail.scores[0]?.score ?? 0)], [3, true])
  const documents = await admin.call('readDocuments', { params: { id: done.id } })
  const shown = JSON.stringify(documents)
  assert.doesNotMatch(shown, /Sandford|900-?12|Harbor View|Camden|04843/i)
  assert.match(documents.sent ?? '', /_LastName="S\."/)
  assert.match(documents.answered ?? '', /_SSN="•••-••-1234"/)
  assert.match(documents.answered ?? '', /<CREDIT_SCORE /)
  assert.ok(
    documents.fields.some(({ path, parsed }) => path.endsWith('@_SSN') && parsed === '•••-••-1234'),
  )
  const reason = 'a borrower asked'
  const clear = await admin.call('revealDocuments', { params: { id: done.id }, body: { reason } })
  assert.match(clear.sent ?? '', /_LastName="Sandford"/)
  assert.equal(clear.clear, true)
})

test('an order in JSON is shown masked with its JSON paths, and can be sent again', async (t) => {
  const service = await runningService(t)
  await service.post('credit_report', orderDocument('credit_report', { dialect: 'json' }))
  const admin = await person(service, 'operator')
  const [order] = (await admin.call('listOrders')).items
  const params = { id: order?.id ?? '' }
  const documents = await admin.call('readDocuments', { params })
  assert.doesNotMatch(JSON.stringify(documents), /Sandford|900-?12|Harbor View|Camden|04843/i)
  assert.match(documents.answered ?? '', /"__SSN": "•••-••-1234"/)
  assert.match(documents.curl, /Content-Type: application\/json' --data-binary @order.json/)
  for (const text of [documents.sent, documents.answered]) JSON.parse(text ?? '')
  const field = documents.fields.find(({ path }) => path.endsWith('.BORROWER[0].__SSN'))
  assert.deepEqual([field?.parsed, field?.verdict], ['•••-••-1234', 'unchanged'])
  const again = await admin.call('resendOrder', { params })
  assert.deepEqual([again.retried, again.reportId], [true, order?.reportId])
  assert.deepEqual([order?.retries, order?.lastRetryAt], [0, undefined])
  const { items } = await admin.call('listOrders')
  assert.deepEqual(
    items.map(({ id, origin, retries }) => [id, origin, retries]),
    [[order?.id, 'new', 1]],
  )
  const detail = await admin.call('readOrder', { params })
  assert.ok((detail.lastRetryAt ?? '') >= (detail.finishedAt ?? 'z'))
  const { text } = await admin.reply('exportOrders', { body: { filters: {} } })
  assert.match(text, /,retries,lender_case,inquiry,purged\r?\n[^\n]*,1,[^,\n]*,hard,\r?\n$/)
  const file = await admin.reply('readReportXml', {
    params: { id: order?.reportId ?? '' },
    body: { reason: 'comparison' },
  })
  assert.equal(file.headers['content-type'], 'application/json')
  assert.match(file.headers['content-disposition'] ?? '', /\.json"$/)
  const description = (await (await fetch(`${service.url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, { post: { responses: { 200: { content: object } } } }>
  }
  const responses = description.paths['/reports/{id}/xml']?.post.responses
  assert.deepEqual(Object.keys(responses?.[200].content ?? {}), [
    'application/xml; charset=utf-8',
    'application/json',
  ])
})

test('orders of two dialects are compared field by field, masked, by their unmasked values', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const { street } = PEOPLE.avery
  const changes = [
    { dialect: 'json' },
    { dialect: 'literal', bureaus: 'YYN', lenderCase: 'OTHER-9' },
    { people: [{ ...PEOPLE.avery, street: `${street} Apt 2` }] },
  ] as const
  for (const each of changes) {
    await service.post('credit_report', orderDocument('credit_report', each))
  }
  const [third, second, first] = (await admin.call('listOrders')).items.map(({ id }) => id)
  const differing = async (id = '', other = '') => {
    const { fields } = await admin.call('compareOrders', { params: { id, other } })
    assert.doesNotMatch(JSON.stringify(fields), /Sandford|900-?12|Harbor View|Camden|04843/i)
    assert.ok(fields.length > 25)
    return fields
      .filter(({ differs }) => differs)
      .map(({ field, one, other }) => [field.split('/').at(-1), one, other])
  }
  assert.deepEqual(await differing(first, second), [
    ['@LenderCaseIdentifier', 'LHL-2026-0019', 'OTHER-9'],
    ['@_TransUnionIndicator', 'Y', 'N'],
  ])
  assert.deepEqual(await differing(first, third), [['@_StreetAddress', '•••', '•••']])
  assert.deepEqual(await differing(first, first), [])
})

test('a rejected order shows the error and its line', async (t) => {
  const service = await runningService(t)
  const edit = (group: Record<string, unknown>) => delete group.REQUESTING_PARTY
  await service.post('credit_report', orderDocument('credit_report', { edit }))
  const admin = await person(service, 'operator')
  const { items } = await admin.call('listOrders', { query: { code: 'E102' } })
  const detail = await admin.call('readOrder', { params: { id: items[0]?.id ?? '' } })
  assert.equal(detail.errors[0]?.rule, 'missing')
  assert.equal(detail.errors[0]?.line, 2)
  assert.equal(detail.timeline.at(-1)?.what, 'rejected')
})

test('a page of a list continues where the previous one ended, with the same filters', async (t) => {
  const service = await runningService(t)
  for (let each = 0; each < 5; each++) {
    const id = `case-${each}`
    const operation = each % 2 === 0 ? 'credit_report' : 'pre_qualification'
    await service.post(operation, orderDocument(operation, { requestId: id, action: 'ForceNew' }))
  }
  const admin = await person(service, 'auditor')
  const all = await admin.call('listOrders')
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) }
    const page = await admin.call('listOrders', { query })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next
  } while (cursor !== undefined)
  assert.deepEqual(
    seen,
    all.items.map(({ id }) => id),
  )
  assert.equal(seen.length, 5)
  const soft = await admin.call('listOrders', { query: { operation: 'pre_qualification' } })
  assert.equal(soft.items.length, 2)
  const none = await admin.call('listOrders', { query: { outcome: 'NoFileReturnedNoHit' } })
  assert.deepEqual(none.items, [])
  const hit = await admin.call('listOrders', {
    query: { bureau: 'Experian', outcome: 'FileReturned' },
  })
  assert.equal(hit.items.length, 5)
  assert.equal(await admin.refused('listOrders', { query: { cursor: 'bm9uZQ' } }), 'bad-request')
  assert.equal(await admin.refused('listOrders', { query: { limit: 101 } }), 'bad-request')
})

test('a list and a search are exported, masked and filtered', async (t) => {
  const service = await runningService(t)
  const post = (order: object) =>
    service.post('credit_report', orderDocument('credit_report', order))
  for (let each = 0; each < 3; each++) await post({ requestId: `case-${each}` })
  await post({ action: 'Reissue', reportId: 'R000000000000001' })
  await service.post('pre_qualification', orderDocument('pre_qualification'))
  const admin = await person(service, 'auditor')
  const linesOf = async (body: object) => {
    const { text } = await admin.reply('exportOrders', { body })
    return text.trimEnd().split('\r\n')
  }
  const [head, soft, ...all] = await linesOf({})
  assert.match(soft ?? '', /,soft,$/)
  assert.match(head ?? '', /^order,received,.*,charged,report,retries,lender_case,inquiry,purged$/)
  assert.equal(all.length, 4)
  assert.match(all[0] ?? '', /,rejected,,E061,Report not found\.,A\. S\./)
  assert.match(all[1] ?? '', /,done,existing,,,A\. S\. •••-••-1234,.*,0\.00,R.*,,$/)
  assert.match(all[3] ?? '', /,done,new,,,A\. S\. •••-••-1234,Equifax 1 FileReturned; .*,hard,$/)
  assert.doesNotMatch(all.join(), /Sandford/i)
  assert.equal((await linesOf({ text: 'Sandford', filters: { state: 'done' } })).length, 5)
  assert.equal((await linesOf({ filters: { to: '2020-01-01T00:00:00Z' } })).length, 1)
})

test('the preview of an order states its maximum price', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const priceOf = async (asked: Parameters<typeof orderDocument>[1]) => {
    const body = {
      operation: 'credit_report',
      account: service.account,
      xml: orderDocument('credit_report', asked),
    } as const
    return (await admin.call('checkDocument', { body })).price
  }
  const two = [PEOPLE.rowan, PEOPLE.juno]
  assert.deepEqual(await priceOf({}), { centsMax: 900 + 3 * (800 + 300), hard: true, pulls: true })
  assert.equal((await priceOf({ people: two }))?.centsMax, 900 + 6 * (800 + 300))
  const reissue = await priceOf({ action: 'Reissue', reportId: 'R000000000000001' })
  assert.deepEqual([reissue?.hard, reissue?.pulls], [false, false])
  assert.equal(await priceOf({ people: [{ ...PEOPLE.avery, ssn: '12' }] }), undefined)
})

test('a form with a character that no document can contain is rejected with its path', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const address = { street: '12 Harbor View Rd', city: 'Camden', state: 'ME', postalCode: '04843' }
  for (const character of ['\u0000', '\u000b', '\ufffe', '\ud800']) {
    const people = [{ firstName: `A${character}`, lastName: 'B', ssn: '900-12-1234', address }]
    const body = { operation: 'credit_report' as const, form: { people } }
    const reply = await admin.reply('previewOrder', { body })
    const { errors } = reply.json as { errors: readonly { path: string }[] }
    assert.equal(reply.status, 400, reply.text)
    assert.deepEqual(
      errors.map(({ path }) => path),
      ['form.people.0.firstName'],
    )
  }
})
