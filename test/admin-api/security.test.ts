/** Tests the permissions of operators, and the protection against pages of other sites. */
import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cursorAfter } from '../../src/admin-api/handler.ts'
import { ROUTES, type Route, type RouteName } from '../../src/admin-api/routes.ts'
import { Problem } from '../../src/admin-api/schemas/common-schemas.ts'
import { ROLES } from '../../src/store/records/operators.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { cookieOf, loggedIn, type Person, person, personOf, send } from './person.ts'

const NAMES = Object.keys(ROUTES) as RouteName[]
const routeOf = (name: RouteName): Route => ROUTES[name]

test('a session cookie cannot be read, sent by another site or found in plain text', async (t) => {
  const service = await runningService(t)
  const visitor = personOf(service, '', '')
  const { name, password } = service.operator
  const reply = await visitor.reply('logIn', { body: { name, password } })
  const cookie = reply.headers['set-cookie'] ?? ''
  assert.match(cookie, /^__Host-sid=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/)
  const [, token = ''] = cookieOf(reply).split('=')
  const { database } = service.storage
  const rows = await database.read({ sql: 'select * from sessions', params: [] })
  assert.equal(rows.length, 1)
  const kept = JSON.stringify(rows.map((row) => Object.values(row).map(String)))
  assert.ok(!kept.includes(token))
  for (const [header, value] of [
    ['content-security-policy', /default-src 'none'/],
    ['x-content-type-options', /nosniff/],
    ['referrer-policy', /no-referrer/],
    ['cross-origin-opener-policy', /same-origin/],
    ['cross-origin-resource-policy', /same-origin/],
    ['cache-control', /no-store/],
  ] as const) {
    assert.match(reply.headers[header] ?? '', value, header)
    assert.match((await visitor.reply('readSession')).headers[header] ?? '', value, header)
  }
  const before = await loggedIn(service, name, password)
  assert.equal((await before.reply('logIn', { body: { name, password } })).status, 200)
  assert.equal(
    await before.refused('readSession'),
    'unauthenticated',
    'a login ends the one before',
  )
  const admin = await loggedIn(service, name, password)
  const out = await admin.reply('logOut')
  assert.equal(out.status, 204)
  // Storage is not cleared, because it has the settings of the user. Cookies are not cleared,
  // because that would affect the whole domain.
  assert.equal(out.headers['clear-site-data'], '"cache"')
  assert.equal(await admin.refused('readSession'), 'unauthenticated')
  assert.ok(service.logged.every((line) => !line.includes(token) && !line.includes(password)))
})

test('the log names the user of a failed login, but no unknown name', async (t) => {
  const service = await runningService(t)
  const { name } = service.operator
  const visitor = personOf(service, '', '')
  for (const tried of [name, 'hunter2'])
    await visitor.refused('logIn', { body: { name: tried, password: 'wrong' } })
  const failed = service.logged
    .map((line) => JSON.parse(line))
    .filter(({ status }) => status === 401)
  assert.deepEqual(
    failed.map(({ operator }) => operator),
    [name, undefined],
  )
  assert.ok(service.logged.every((line) => !line.includes('hunter2')))
})

const MATRIX: readonly (readonly [
  string,
  Readonly<Record<string, string | undefined>>,
  boolean,
])[] = [
  ['of this page', {}, true],
  ['of an old browser, which tells the origin alone', { 'Sec-Fetch-Site': undefined }, true],
  ['of another site', { 'Sec-Fetch-Site': 'cross-site' }, false],
  ['of a sister site', { 'Sec-Fetch-Site': 'same-site' }, false],
  ['of nowhere', { 'Sec-Fetch-Site': 'none' }, false],
  ['of another origin', { Origin: 'http://evil.example' }, false],
  ['of another port', { Origin: 'http://127.0.0.1:1' }, false],
  ['of no origin', { Origin: 'null' }, false],
  ['without any word of origin', { Origin: undefined, 'Sec-Fetch-Site': undefined }, false],
  ['without its token', { 'X-CSRF-Token': undefined }, false],
  ['with another token', { 'X-CSRF-Token': 'A'.repeat(43) }, false],
]

test("a change is accepted only from the console's own page with its token", async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator', { name: 'root' })
  const other = await person(service, 'operator', { name: 'other' })
  const body = { word: null }
  const params = { bureau: 'Equifax' }
  for (const [title, headers, taken] of [
    ...MATRIX,
    ['with the token of another session', { 'X-CSRF-Token': other.csrfToken }, false],
  ] as const) {
    const reply = await admin.reply('setFault', { params, body, headers })
    assert.equal(reply.status, taken ? 200 : 403, title)
  }
  const crossRead = { headers: { 'Sec-Fetch-Site': 'cross-site' } }
  assert.equal(await admin.refused('readSession', crossRead), 'cross-site')
  const login = {
    body: { name: 'root', password: 'x' },
    headers: { Origin: 'http://evil.example' },
  }
  assert.equal(await admin.refused('logIn', login), 'cross-site')
  const form = { headers: { 'Content-Type': 'text/plain' } }
  assert.equal(await admin.refused('setFault', { params, body, ...form }), 'wrong-media-type')
  const zipped = { headers: { 'Content-Encoding': 'gzip' } }
  assert.equal(await admin.refused('setFault', { params, body, ...zipped }), 'wrong-media-type')
  // Some clients state a type also with an empty body.
  const empty = { headers: { 'Content-Type': 'application/json', 'Content-Length': '0' } }
  const account = { name: service.account }
  assert.equal((await admin.reply('enableAccount', { params: account, ...empty })).status, 200)
  assert.equal(await admin.refused('setFault', { params, ...empty }), 'bad-request')
  const two = personOf(service, `${admin.cookie}; ${other.cookie}`, admin.csrfToken)
  assert.equal(await two.refused('readSession'), 'unauthenticated')
})

test('each route is open only to the roles in the table', async (t) => {
  const service = await runningService(t)
  const people = { none: personOf(service, '', '') } as Record<string, Person>
  for (const role of ROLES) people[role] = await person(service, role)
  // Excludes routes that end sessions needed by other calls, and the stream that never ends.
  const apart = new Set<RouteName>(['logIn', 'logOut', 'changePassword', 'streamEvents'])
  for (const name of NAMES.filter((each) => !apart.has(each))) {
    const { roles } = routeOf(name)
    for (const [role, one] of Object.entries(people)) {
      const { status } = await one.reply(name, { params: { id: 'none', name: 'none' } })
      if (role === 'none') assert.equal(status, 401, `${name} without session`)
      else if (roles.includes(role as never)) assert.notEqual(status, 403, `${name} as ${role}`)
      else assert.equal(status, 403, `${name} as ${role}`)
      assert.notEqual(status, 500, `${name} as ${role}`)
    }
  }
})

test('a text that PostgreSQL cannot look up is an error of the call', async (t) => {
  const service = await runningService(t, { flags: { 'database-url': await createDatabase() } })
  const admin = await person(service, 'operator')
  const text = 'a\0b'
  const { name, password } = service.operator
  const calls: readonly (readonly [name: RouteName, sent: object])[] = [
    ['logIn', { body: { name: text, password } }],
    ['searchOrders', { body: { text } }],
    ['exportOrders', { body: { text } }],
    ['searchReports', { body: { text } }],
    ['exportReports', { body: { text } }],
    ['listAudit', { query: { actor: text } }],
    ['exportAudit', { query: { actor: text } }],
    ['addFault', { body: { fault: 'TIMEOUT', borrower: text } }],
    ['listOrders', { query: { cursor: cursorAfter(1, text) } }],
    ['listReports', { query: { cursor: cursorAfter(1, text) } }],
    ['listAudit', { query: { cursor: cursorAfter(1, `${text}:1`) } }],
    // The cursor of another list.
    ['listAudit', { query: { cursor: cursorAfter(1, 'O0000000000000000') } }],
  ]
  for (const [route, sent] of calls) {
    assert.equal(await admin.refused(route, sent), 'bad-request', route)
  }
  assert.equal((await admin.reply('logIn', { body: { name, password } })).status, 200)
})

test('a reason with control characters does not reach the audit trail', async (t) => {
  const service = await runningService(t)
  await service.post('credit_report', orderDocument('credit_report'))
  const integrator = await person(service, 'integrator')
  const [report] = (await integrator.call('listReports')).items
  const params = { id: report?.id ?? '' }
  for (const reason of ['matter \u001b[2J', 'matter \0']) {
    const sent = { params, body: { reason } }
    assert.equal(await integrator.refused('revealReport', sent), 'bad-request')
  }
})

test('for an integrator, other accounts do not exist', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const made = await admin.call('createAccount', { body: { name: 'other' } })
  const authorization = Buffer.from(`other:${made.secret}`).toString('base64')
  await service.post('credit_report', orderDocument('credit_report'), {
    Authorization: `Basic ${authorization}`,
  })
  const [foreign] = (await admin.call('listOrders')).items
  const integrator = await person(service, 'integrator')
  const forIds = [foreign?.id ?? '', foreign?.reportId ?? '', 'O0000000000000000']
  for (const name of NAMES) {
    const { path, roles, body } = routeOf(name)
    if (!roles.includes('integrator' as never) || !/:(id|name)/.test(path)) continue
    if (path.startsWith('/sandbox')) continue
    const answers = await Promise.all(
      forIds.map(async (id) => {
        const params = { id, name: id.startsWith('O000') ? 'nobody' : 'other' }
        const sent = body === undefined ? {} : { body: BODIES[name] as never }
        const query = path.includes('statement') ? { month: '2026-01' } : {}
        const { status, json } = await integrator.reply(name, { params, query, ...sent })
        return [status, (json as { type: string }).type]
      }),
    )
    for (const answer of answers) {
      assert.deepEqual(answer, [404, 'urn:trimerge:problem:not-found'], name)
    }
  }
  assert.deepEqual((await integrator.call('listOrders')).items, [])
  assert.deepEqual((await integrator.call('listReports')).items, [])
  assert.equal((await integrator.call('readOverview')).orders, 0)
  const pulled = async (one: Person) =>
    (await one.call('listBureaus')).items.map(({ health, recent }) => ({ health, ...recent }))
  assert.deepEqual(
    await pulled(integrator),
    Array(3).fill({ health: 'answering', pulls: 0, failed: 0 }),
  )
  assert.deepEqual(
    (await pulled(admin)).map(({ pulls }) => pulls),
    [1, 1, 1],
  )
  for (const text of ['Sandford', foreign?.id ?? '', foreign?.reportId ?? '']) {
    assert.deepEqual((await integrator.call('searchOrders', { body: { text } })).items, [], text)
  }
  const query = { account: 'other' }
  for (const name of ['listOrders', 'listReports', 'readOverview'] as const) {
    assert.equal(await integrator.refused(name, { query }), 'not-found', name)
  }
  const order = { account: 'other', operation: 'credit_report', xml: '<A/>' } as const
  assert.equal(await integrator.refused('placeOrder', { body: order }), 'not-found')
  assert.deepEqual(
    (await integrator.call('listAccounts')).items.map(({ name }) => name),
    [service.account],
  )
})

const BODIES: Partial<Record<RouteName, unknown>> = {
  revealReport: { reason: 'dispute' },
  readReportPdf: { reason: 'dispute' },
  readReportHtml: { reason: 'dispute' },
  readReportXml: { reason: 'dispute' },
  previewAction: { action: 'Reissue' },
  actOnReport: { action: 'Reissue' },
}

test('unknown routes and wrong requests get a problem without personal data', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const headers = { Cookie: admin.cookie }
  const nowhere = await send(new URL(`${service.url}/api/v1/nowhere`), 'GET', undefined, headers)
  assert.equal(nowhere.status, 404)
  assert.match(nowhere.headers['content-type'] ?? '', /problem\+json/)
  const wrong = await send(new URL(`${service.url}/api/v1/orders/O1`), 'DELETE', undefined, {
    ...headers,
    Origin: new URL(service.url).origin,
  })
  assert.equal(wrong.status, 405)
  assert.equal(wrong.headers.allow, 'GET, HEAD')
  const described = await fetch(`${service.url}/api/v1/openapi.json`, { method: 'POST' })
  assert.deepEqual([described.status, described.headers.get('Allow')], [405, 'GET, HEAD'])
  assert.equal(((await described.json()) as { detail?: string }).detail, undefined)
  const misspelled = await admin.reply('readSession', { query: { acount: 'x' } as never })
  assert.partialDeepStrictEqual(
    [misspelled.status, misspelled.json],
    [400, { errors: [{ path: 'acount', expected: 'unknown property' }] }],
  )
  const ssn = '900-12-1234'
  const body = { text: ssn, filters: { state: ssn, surprise: ssn } } as never
  const bad = await admin.reply('searchOrders', { body })
  assert.equal(bad.status, 400)
  assert.doesNotMatch(bad.text, /900-?12/)
  assert.ok(service.logged.every((line) => !/900-?12/.test(line)))
})

test('a path with an invalid percent-encoding gets the problem of its API, with a base path too', async (t) => {
  for (const basePath of ['', '/credit']) {
    const service = await runningService(t, { flags: { 'base-path': basePath } })
    for (const path of ['/api/v1/orders/%zz', '/sandbox/people/%c0%af', '/api/v1/orders?state=%']) {
      const reply = await fetch(`${service.url}${path}`)
      assert.equal(reply.headers.get('content-type'), 'application/problem+json; charset=utf-8')
      const { type, status } = Problem.parse(await reply.json())
      assert.deepEqual([reply.status, status, type], [400, 400, 'urn:trimerge:problem:bad-request'])
    }
    const order = await fetch(`${service.url}/credit_report%zz`)
    assert.deepEqual(
      [order.status, order.headers.get('content-type')],
      [400, 'application/xml; charset=utf-8'],
    )
  }
})

test('the OpenAPI 3.1 description names every route', async (t) => {
  const service = await runningService(t)
  const reply = await fetch(`${service.url}/api/v1/openapi.json`)
  const description = (await reply.json()) as {
    openapi: string
    tags: { name: string; description: string }[]
    paths: Record<
      string,
      Record<string, { operationId: string; tags: string[]; responses: object }>
    >
  }
  assert.equal(description.openapi, '3.1.0')
  const told = Object.values(description.paths).flatMap((path) => Object.values(path))
  assert.deepEqual(told.map(({ operationId }) => operationId).sort(), NAMES.toSorted())
  const groups = description.tags.map(({ name }) => name)
  assert.deepEqual(groups.toSorted(), [...new Set(told.flatMap(({ tags }) => tags))].sort())
  for (const { operationId, tags, responses } of told) {
    assert.equal(tags.length, 1, operationId)
    assert.ok('400' in responses && 'default' in responses, operationId)
  }
  const ids = JSON.stringify(description).match(/"\$ref":"[^"]+"/g) ?? []
  assert.ok(ids.every((ref) => ref.includes('#/components/schemas/Problem')))
})

test('the event stream reports orders, but to an integrator only those of their account', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const integrator = await person(service, 'integrator')
  await admin.call('createAccount', { body: { name: 'other' } })
  const heard = listen(service, admin)
  const own = listen(service, integrator)
  await heard.until(/listening/)
  await own.until(/listening/)
  const xml = orderDocument('credit_report')
  const body = { operation: 'credit_report', xml } as const
  const foreign = await admin.call('placeOrder', { body: { ...body, account: 'other' } })
  const mine = await admin.call('placeOrder', { body: { ...body, account: service.account } })
  await heard.until(new RegExp(foreign.orderId))
  await heard.until(new RegExp(mine.orderId))
  await own.until(new RegExp(mine.orderId))
  assert.ok(!own.text().includes(foreign.orderId))
  assert.doesNotMatch(heard.text(), /Sandford|900-?12/)
  const events = heard.text().match(/event: order\ndata: (.*)\n/g) ?? []
  assert.ok(events.length >= 2)
})

test('the event stream reports an order again that has the same ID after a reset', async (t) => {
  const service = await runningService(t, { flags: { 'world-start': '2026-01-15' } })
  const admin = await person(service, 'operator')
  const heard = listen(service, admin)
  await heard.until(/listening/)
  const account = service.account
  const body = { operation: 'credit_report', account, xml: orderDocument('credit_report') } as const
  const { orderId = '' } = await admin.call('placeOrder', { body })
  const ended = `event: order\\n.*"${orderId}".*"done"`
  await heard.until(new RegExp(ended))
  await admin.call('resetWorld', { body: { confirmed: true } })
  assert.equal((await admin.call('placeOrder', { body })).orderId, orderId)
  await heard.until(new RegExp(`${ended}[^]*event: sandbox[^]*${ended}`))
})

test('an event stream begins with the orders of the last seconds', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const xml = orderDocument('credit_report')
  const body = { operation: 'credit_report', xml, account: service.account } as const
  const { orderId = '' } = await admin.call('placeOrder', { body })
  const first = listen(service, admin)
  await first.until(new RegExp(`listening[^]*event: order\\n.*"${orderId}".*"done"`))
  // Its order is no news for the second listener, but may be for the page that it has fetched.
  await listen(service, admin).until(new RegExp(`"${orderId}".*"done"`))
  assert.equal(first.text().match(new RegExp(`"${orderId}".*"done"`, 'g'))?.length, 1)
})

test('the first event stream after a while begins with the change of the sandbox since the last', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const earlier = listen(service, admin)
  await earlier.until(/listening/)
  earlier.close()
  await admin.call('addFault', { body: { fault: 'NO HIT', bureau: 'Equifax' } })
  await listen(service, admin).until(/listening.*event: sandbox/s)
})

test('the event stream reports a fault that was removed before the stream queried again', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const heard = listen(service, admin)
  await heard.until(/listening/)
  await admin.call('addFault', { body: { fault: 'NO HIT', bureau: 'Equifax' } })
  await admin.call('removeFaults', {})
  await heard.until(/event: sandbox/)
})

function listen(service: RunningService, who: Person) {
  let text = ''
  const url = `${service.url}/api/v1/events`
  const sent = get(url, { headers: { Cookie: who.cookie } }, (incoming) => {
    assert.match(String(incoming.headers['content-security-policy']), /default-src 'none'/)
    assert.match(incoming.headers['content-type'] ?? '', /^text\/event-stream; charset=utf-8$/)
    assert.ok(incoming.headers['x-request-id'])
    incoming.setEncoding('utf8')
    incoming.on('data', (chunk: string) => {
      text += chunk
    })
    incoming.on('error', () => undefined)
  }).on('error', () => undefined)
  return {
    text: () => text,
    close: () => sent.destroy(),
    until: async (pattern: RegExp) => {
      const giveUp = Date.now() + 15_000
      while (!pattern.test(text)) {
        if (Date.now() > giveUp) assert.fail(`never heard ${pattern}: ${text}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}

test('a stream that its client does not read is ended, and does not fill the memory', async (t) => {
  let count = 0
  const service = await runningService(t, {
    changing: (store) => {
      const listChanges = async () => [
        { ...LARGE_CHANGE, id: `O${count++}`, operation: 'x'.repeat(8_000_000) },
      ]
      return { ...store, orders: { ...store.orders, listChanges } }
    },
  })
  const admin = await person(service, 'operator')
  const headers = { Cookie: admin.cookie }
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${service.url}/api/v1/events`, { headers }, resolve).on('error', reject)
  })
  const ended = new Promise<Error>((resolve) => incoming.once('error', resolve))
  // The first event fills the buffers of the system, and the second finds them full.
  await sleep(4_000)
  incoming.resume()
  const late = sleep(10_000, new Error('the stream continues'), { ref: false })
  assert.equal((await Promise.race([ended, late])).message, 'aborted')
})

const LARGE_CHANGE = {
  account: 'sandbox',
  action: 'Submit',
  state: 'running',
  receivedAt: 0,
  finishedAt: undefined,
  code: undefined,
  reportId: undefined,
} as const

test('HEAD of the event stream ends at once, and takes no place of a listener', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const headers = { Cookie: admin.cookie }
  const signal = AbortSignal.timeout(20_000)
  for (let each = 0; each < 10; each++) {
    const url = `${service.url}/api/v1/events`
    const reply = await fetch(url, { method: 'HEAD', headers, signal })
    assert.equal(reply.status, 200)
    assert.match(reply.headers.get('content-type') ?? '', /^text\/event-stream/)
    assert.equal(await reply.text(), '')
  }
})

test('a ninth page of the same user gets no event stream, until another is closed', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const headers = { Cookie: admin.cookie }
  const open = async () => {
    const page = new AbortController()
    t.after(() => page.abort())
    const { status } = await fetch(`${service.url}/api/v1/events`, { headers, signal: page.signal })
    return { status, close: () => page.abort() }
  }
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, open))
  assert.deepEqual(new Set([first, ...others].map((page) => page?.status)), new Set([200]))
  assert.equal((await open()).status, 429)
  first?.close()
  let { status } = await open()
  while (status === 429) status = (await open()).status
  assert.equal(status, 200)
})

test('a page that polls or listens does not extend its session', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const { database } = service.storage
  const seenAt = async () => {
    const [row] = await database.read({ sql: 'select seen_at from sessions', params: [] })
    return Number(row?.seen_at)
  }
  const before = Date.now() - 600_000
  await database.commit([{ sql: 'update sessions set seen_at = $1', params: [before] }])
  await admin.call('readOverview', { headers: { 'Trimerge-Background': 'yes' } })
  const listening = new AbortController()
  const { signal } = listening
  const headers = { Cookie: admin.cookie }
  const stream = await fetch(`${service.url}/api/v1/events`, { headers, signal })
  assert.equal(stream.status, 200)
  listening.abort()
  assert.equal(await seenAt(), before)
  await admin.call('readOverview')
  assert.ok((await seenAt()) > before)
  // A request that changes something never counts as a poll.
  await database.commit([{ sql: 'update sessions set seen_at = $1', params: [before] }])
  await admin.reply('advanceClock', {
    body: { advance: '1h' },
    headers: { 'Trimerge-Background': 'yes' },
  })
  assert.ok((await seenAt()) > before)
})
