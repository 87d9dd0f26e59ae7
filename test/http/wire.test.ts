/**
 * Requests with only one possible reading: which ones the service accepts, and how it rejects the
 * others (RFC 9112).
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { connectionLimits, createConnections } from '../../src/http/overload/connections.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { answerDocument } from '../orders/support/answer-document.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import {
  type Conversation,
  converse,
  type RawAnswer,
  requestText,
  type Step,
  sendRaw,
} from './raw.ts'

const ORDER = orderDocument('mortgage_only')

/**
 * A row: the bytes sent, and the statuses received in order. With `open`, the connection stays
 * open.
 */
type Row = readonly [title: string, sent: Sent, statuses: readonly number[], end?: 'open']
type Sent = string | readonly Step[]

/** The head of an order with its credentials, which replace `{AUTH}` when it is sent. */
function post(lines: readonly string[], body = '', version = 'HTTP/1.1'): string {
  const head = [`POST /mortgage_only ${version}`, 'Authorization: {AUTH}', ...lines]
  return requestText(head, body)
}

function get(lines: readonly string[], line = 'GET /health/live HTTP/1.1'): string {
  return requestText([line, ...lines])
}

const host = 'Host: x'
const xml = 'Content-Type: application/xml'
const lengthy = `Content-Length: ${Buffer.byteLength(ORDER)}`
const chunked = 'Transfer-Encoding: chunked'
const whole = [host, xml, lengthy]
const inChunks = [host, xml, chunked]

function chunks(text: string, size: number, extension = ''): string {
  const parts = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
  return parts.map((part) => `${part.length.toString(16)}${extension}\r\n${part}\r\n`).join('')
}

const LAST_CHUNK = '0\r\n\r\n'

const ACCEPTED: readonly Row[] = [
  ['an order with Content-Length', post(whole, ORDER), [200], 'open'],
  ['an order in chunks', post(inChunks, chunks(ORDER, 500) + LAST_CHUNK), [200], 'open'],
  [
    'an order in chunks of one byte',
    post(inChunks, chunks(ORDER, 1, ';a=b') + LAST_CHUNK),
    [200],
    'open',
  ],
  [
    'trailers, which are ignored',
    post(
      inChunks,
      `${chunks(ORDER, 900)}0\r\nAuthorization: Basic eDp5\r\nContent-Type: text/csv\r\n\r\n`,
    ),
    [200],
    'open',
  ],
  ['an order byte by byte in a few packets', slices(post(whole, ORDER)), [200], 'open'],
  ['HTTP/1.0, which closes the connection', post(whole, ORDER, 'HTTP/1.0'), [200]],
  ['Connection: close', post([...whole, 'Connection: close'], ORDER), [200]],
  [
    'an Accept header that excludes XML',
    post([...whole, 'Accept: application/json;q=1, */*;q=0'], ORDER),
    [200],
    'open',
  ],
  [
    'Content-Encoding: identity',
    post([...whole, 'Content-Encoding: identity'], ORDER),
    [200],
    'open',
  ],
  [
    'Upgrade, which is ignored',
    post([...whole, 'Connection: Upgrade', 'Upgrade: websocket'], ORDER),
    [200],
    'open',
  ],
  [
    'Upgrade to HTTP/2, which is ignored',
    get([host, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAA']),
    [200],
    'open',
  ],
  ['100-continue', [post([...whole, 'Expect: 100-continue']), 100, ORDER], [100, 200], 'open'],
  [
    '100-Continue, and the body without waiting for it',
    post([...whole, 'Expect: 100-Continue'], ORDER),
    [100, 200],
    'open',
  ],
  ['two orders in one packet', post(whole, ORDER) + post(whole, ORDER), [200, 200], 'open'],
  ['an empty line before the request', `\r\n${get([host])}`, [200], 'open'],
  ['a host with a port', get(['Host: credit.example.com:8443']), [200], 'open'],
  ['a host in brackets', get(['Host: [2001:db8::1]:8443']), [200], 'open'],
  ['HTTP/1.0 without a host', get([], 'GET /health/live HTTP/1.0'), [200]],
  ['64 fields', get([host, ...Array(63).fill('X-A: b')]), [200], 'open'],
  ['HEAD', get([host], 'HEAD /nothing/here HTTP/1.0'), [404]],
]

function slices(text: string): Step[] {
  const at = [1, 20, text.indexOf('\r\n\r\n') + 3, text.length - 5]
  return at.flatMap((end, index) => [text.slice(at[index - 1] ?? 0, end), 5]).concat(text.slice(-5))
}

/**
 * Requests that get one response and close the connection, so that no bytes after them are read as
 * another request.
 */
const REJECTED: readonly Row[] = [
  ['two spaces before the path', post(whole, ORDER).replace('POST ', 'POST  '), [400]],
  ['two spaces after the path', post(whole, ORDER).replace(' HTTP/', '  HTTP/'), [400]],
  ['Content-Length before Transfer-Encoding', post([...whole, chunked], LAST_CHUNK), [400]],
  [
    'Transfer-Encoding before Content-Length',
    post([host, xml, chunked, lengthy], LAST_CHUNK),
    [400],
  ],
  ['gzip, then chunked', post([host, xml, 'Transfer-Encoding: gzip, chunked'], LAST_CHUNK), [400]],
  ['chunked, then gzip', post([host, xml, 'Transfer-Encoding: chunked, gzip'], LAST_CHUNK), [400]],
  ['chunked twice', post([host, xml, 'Transfer-Encoding: chunked, chunked'], LAST_CHUNK), [400]],
  ['two Transfer-Encoding fields', post([...inChunks, chunked], LAST_CHUNK), [400]],
  ['identity as Transfer-Encoding', post([host, xml, 'Transfer-Encoding: identity']), [400]],
  ['chunked with a capital', post([host, xml, 'Transfer-Encoding: Chunked'], LAST_CHUNK), [400]],
  ['chunked in quotes', post([host, xml, 'Transfer-Encoding: "chunked"'], LAST_CHUNK), [400]],
  [
    'chunked with a parameter',
    post([host, xml, 'Transfer-Encoding: chunked;q=1'], LAST_CHUNK),
    [400],
  ],
  [
    'a vertical tab before chunked',
    post([host, xml, 'Transfer-Encoding: \vchunked'], LAST_CHUNK),
    [400],
  ],
  ['an empty Transfer-Encoding', post([host, xml, 'Transfer-Encoding:'], LAST_CHUNK), [400]],
  ['chunks over HTTP/1.0', post(inChunks, LAST_CHUNK, 'HTTP/1.0'), [400]],
  ['two equal lengths', post([...whole, lengthy], ORDER), [400]],
  ['two different lengths', post([...whole, 'Content-Length: 3'], ORDER), [400]],
  ['a list of lengths', post([host, xml, 'Content-Length: 3, 3'], 'abc'), [400]],
  ['a length with a sign', post([host, xml, 'Content-Length: +3'], 'abc'), [400]],
  ['a negative length', post([host, xml, 'Content-Length: -3'], 'abc'), [400]],
  ['a length with a leading zero', post([host, xml, 'Content-Length: 03'], 'abc'), [400]],
  ['a length in hexadecimal', post([host, xml, 'Content-Length: 0x3'], 'abc'), [400]],
  [
    'a length too large for a number',
    post([host, xml, 'Content-Length: 99999999999999999999'], ''),
    [400],
  ],
  ['an empty length', post([host, xml, 'Content-Length:'], ''), [400]],
  ['a space before the colon', post([host, xml, 'Content-Length : 3'], 'abc'), [400]],
  ['a chunk size with 0x', post(inChunks, '0x3\r\nabc\r\n0\r\n\r\n'), [400]],
  ['a chunk size with a sign', post(inChunks, '-3\r\nabc\r\n0\r\n\r\n'), [400]],
  ['a chunk size too large for a number', post(inChunks, 'fffffffffffffffff\r\n'), [400]],
  ['a chunk longer than its size', post(inChunks, '2\r\nabc\r\n0\r\n\r\n'), [400]],
  ['bare LF after a chunk size', post(inChunks, '3\nabc\r\n0\r\n\r\n'), [400]],
  ['bare LF in a chunk extension', post(inChunks, '3;\nx\r\nabc\r\n0\r\n\r\n'), [400]],
  ['an endless chunk extension', post(inChunks, `3;${'e'.repeat(20_000)}\r\nabc\r\n`), [413]],
  ['endless trailers', post(inChunks, `0\r\nX-A: ${'b'.repeat(20_000)}\r\n\r\n`), [431]],
  ['a length in the trailers', post(inChunks, '0\r\nContent-Length: 5\r\n\r\n'), [400]],
  ['bare LF after the request line', 'GET /health/live HTTP/1.1\nHost: x\r\n\r\n', [400]],
  ['bare LF after a field', 'GET /health/live HTTP/1.1\r\nHost: x\nX-A: b\r\n\r\n', [400]],
  ['bare LF as the empty line', 'GET /health/live HTTP/1.1\r\nHost: x\r\n\n', [400]],
  ['bare CR in a field', get([host, 'X-A: b\rc']), [400]],
  ['a folded field', get([host, 'X-A: b\r\n c']), [400]],
  ['a field folded with a tab', get([host, 'X-A: b\r\n\tc']), [400]],
  ['a space before the first field', get([' Host: x']), [400]],
  ['NUL in a field', get([host, 'X-A: b\0c']), [400]],
  ['a control character in a field', get([host, 'X-A: b\u0001']), [400]],
  ['a field without a colon', get([host, 'X-A']), [400]],
  ['a field without a name', get([host, ': b']), [400]],
  ['no host', get([]), [400]],
  ['an empty host', get(['Host:']), [400]],
  ['two hosts', get([host, host]), [400]],
  ['a host with a user', get(['Host: user@x']), [400]],
  ['a host with a path', get(['Host: x/health']), [400]],
  ['a host with a query', get(['Host: x?a']), [400]],
  ['a host with a scheme', get(['Host: http://x']), [400]],
  ['a list of hosts', get(['Host: x, y']), [400]],
  ['a host with a space', get(['Host: x y']), [400]],
  ['a host with a port that is not a number', get(['Host: x:http']), [400]],
  ['an absolute URL as target', get([host], 'GET http://x/health/live HTTP/1.1'), [400]],
  [
    'an absolute URL of another host as target',
    get([host], 'GET http://169.254.169.254/ HTTP/1.1'),
    [400],
  ],
  ['a file URL as target', get([host], 'GET file:///etc/passwd HTTP/1.1'), [400]],
  ['* as target', get([host], 'OPTIONS * HTTP/1.1'), [400]],
  ['an authority as target', get([host], 'GET x:80 HTTP/1.1'), [400]],
  ['a fragment in the target', get([host], 'GET /health/live#a HTTP/1.1'), [400]],
  ['a space in the target', get([host], 'GET /health/live a HTTP/1.1'), [400]],
  ['non-ASCII bytes in the target', get([host], 'GET /\u00e4 HTTP/1.1'), [400]],
  ['a target with an invalid percent-encoding', get([host], 'GET /%zz HTTP/1.1'), [400]],
  ['a target whose encoding is not UTF-8', get([host], 'GET /%c0%af HTTP/1.1'), [400]],
  ['a request line without a version, as in HTTP/0.9', 'GET /health/live\r\n\r\n', [400]],
  ['HTTP/0.9', get([host], 'GET /health/live HTTP/0.9'), [400]],
  ['HTTP/1.2', get([host], 'GET /health/live HTTP/1.2'), [400]],
  ['HTTP/2.0', get([host], 'GET /health/live HTTP/2.0'), [400]],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['a version in lower case', get([host], 'GET /health/live http/1.1'), [400]],
  ['a method in lower case', get([host], 'get /health/live HTTP/1.1'), [400]],
  ['an unknown method', get([host], 'ORDER /health/live HTTP/1.1'), [400]],
  ['the beginning of a TLS handshake', '\u0016\u0003\u0001\u0002\0\u0001', [400]],
  ['65 fields', get([host, ...Array(64).fill('X-A: b')]), [431]],
  ['a field of 20,000 bytes', get([host, `X-A: ${'b'.repeat(20_000)}`]), [431]],
  ['a target of 20,000 bytes', get([host], `GET /${'b'.repeat(20_000)} HTTP/1.1`), [431]],
  ['two Authorization fields', post(['Authorization: {AUTH}', ...whole], ORDER), [400]],
  ['two Content-Type fields', post([...whole, xml], ORDER), [400]],
  [
    'two Content-Encoding fields',
    post([...whole, ...Array(2).fill('Content-Encoding: identity')], ORDER),
    [400],
  ],
  ['two Expect fields', post([...whole, ...Array(2).fill('Expect: 100-continue')], ORDER), [400]],
  ['two User-Agent fields', get([host, 'User-Agent: a', 'User-Agent: b']), [400]],
  ['an unsupported expectation', post([...whole, 'Expect: 200-ok'], ORDER), [417]],
  ['CONNECT', get([host], 'CONNECT x:443 HTTP/1.1'), [405]],
]

/**
 * Requests that a route rejects. `open` after the status means that the connection can continue.
 */
const ROUTED: readonly Row[] = [
  [
    'a path with a trailing slash',
    post(whole, ORDER).replace('/mortgage_only', '/mortgage_only/'),
    [404],
    'open',
  ],
  ['a path in another case', post(whole, ORDER).replace('/mortgage', '/Mortgage'), [404], 'open'],
  ['a path with dot segments', get([host], 'GET /health/../mortgage_only HTTP/1.1'), [404], 'open'],
  ['GET', get([host], 'GET /mortgage_only HTTP/1.1'), [405], 'open'],
  ['HEAD on a path for POST', get([host], 'HEAD /mortgage_only HTTP/1.0'), [405]],
  ['TRACE', get([host], 'TRACE /mortgage_only HTTP/1.1'), [405], 'open'],
  ['OPTIONS', get([host], 'OPTIONS /mortgage_only HTTP/1.1'), [405], 'open'],
  ['PUT', post(whole, ORDER).replace('POST', 'PUT'), [405], 'open'],
  ['DELETE', get([host], 'DELETE /mortgage_only HTTP/1.1'), [405], 'open'],
  [
    'POST on a path for GET',
    post(whole, ORDER).replace('/mortgage_only', '/health/live'),
    [405],
    'open',
  ],
  [
    'POST on a path of the documentation',
    post(whole, ORDER).replace('/mortgage_only', '/docs/client.md'),
    [405],
    'open',
  ],
  [
    'DELETE on a page of the console',
    get([host], 'DELETE /console/orders HTTP/1.1'),
    [405],
    'open',
  ],
  ['no credentials', post(whole, ORDER).replace('{AUTH}', ''), [401], 'open'],
  ['another media type', post([host, lengthy, 'Content-Type: text/plain'], ORDER), [415], 'open'],
  [
    'a media type with the same beginning',
    post([host, lengthy, 'Content-Type: text/xmlish'], ORDER),
    [415],
    'open',
  ],
  ['no media type', post([host, lengthy], ORDER), [415], 'open'],
  [
    'an unsupported charset',
    post([host, lengthy, 'Content-Type: text/xml; charset=utf-7'], ORDER),
    [415],
    'open',
  ],
  ['gzip', post([...whole, 'Content-Encoding: gzip'], ORDER), [415], 'open'],
  ['no body', post([host, xml]), [400], 'open'],
  ['an empty body', post([host, xml, 'Content-Length: 0']), [400], 'open'],
  ['an empty body in chunks', post(inChunks, LAST_CHUNK), [400], 'open'],
  ['no body and no media type', post([host]), [400], 'open'],
  ['a length over the limit, unsent', post([host, xml, 'Content-Length: 1048577']), [413]],
  ['a length far over the limit, unsent', post([host, xml, 'Content-Length: 99999999999']), [413]],
  [
    'a length over the limit, before 100 Continue',
    post([host, xml, 'Content-Length: 1048577', 'Expect: 100-continue']),
    [413],
  ],
  [
    'a length over the limit, with the body',
    [post([host, xml, 'Content-Length: 3000000']), ' '.repeat(3_000_000)],
    [413],
  ],
  [
    'chunks over the limit',
    [post(inChunks), chunks(' '.repeat(1_300_000), 65_536) + LAST_CHUNK],
    [413],
  ],
  [
    'another media type, before 100 Continue',
    post([host, lengthy, 'Content-Type: text/csv', 'Expect: 100-continue']),
    [415],
  ],
  [
    'no credentials, before 100 Continue',
    post([...whole, 'Expect: 100-continue']).replace('{AUTH}', ''),
    [401],
  ],
  [
    'no credentials, before the body',
    post(whole, ORDER.slice(0, 100)).replace('{AUTH}', ''),
    [401],
  ],
  ['an unknown path, before the body', post(whole).replace('/mortgage_only', '/else'), [404]],
]

/** Checks the header fields that every response has, whichever part of the service wrote it. */
function assertWell(title: string, { status, headers, body }: RawAnswer): void {
  if (status === 100) return
  assert.equal(headers.get('cache-control'), 'no-store', title)
  assert.equal(headers.get('x-content-type-options'), 'nosniff', title)
  assert.match(headers.get('content-type') ?? '', /; charset=utf-8$/, title)
  assert.ok(headers.has('date'), title)
  assert.equal(
    headers.has('strict-transport-security'),
    false,
    'the service does not terminate TLS here',
  )
  assert.equal(headers.get('allow') !== undefined, status === 405, title)
  assert.equal(headers.get('www-authenticate') !== undefined, status === 401, title)
  assert.equal(headers.get('accept') !== undefined, status === 415, title)
  if (status === 200 || body === '') return
  const document = answerDocument(body)
  assert.equal(document.text('STATUS.__Condition'), 'Error', title)
}

/** The maximum time until the server closes a connection. It closes idle ones only after 65 s. */
const CLOSED_MS_MAX = 20_000

async function assertRow(service: RunningService, row: Row): Promise<Conversation> {
  const [title, sent, statuses, end = 'closed'] = row
  const steps = (typeof sent === 'string' ? [sent] : sent).map((step) =>
    typeof step === 'string'
      ? Buffer.from(step.replaceAll('{AUTH}', service.authorization), 'latin1')
      : step,
  )
  const answerCount = end === 'open' ? statuses.length : undefined
  const heard = await converse(service.url, steps, answerCount)
  const found = heard.answers.map(({ status }) => status)
  assert.deepEqual(found, statuses, `${title}: ${heard.answers.at(-1)?.body.slice(0, 900)}`)
  assert.equal(heard.end, end, title)
  assert.ok(end === 'open' || heard.ms < CLOSED_MS_MAX, `${title}: closed after ${heard.ms} ms`)
  for (const answer of heard.answers) assertWell(title, answer)
  const last = heard.answers.at(-1)
  assert.equal(last?.headers.get('connection') === 'close', end === 'closed', title)
  return heard
}

async function assertRows(service: RunningService, rows: readonly Row[]): Promise<void> {
  // Runs eight rows at a time, because each open connection is observed for a while.
  const waiting = rows.values()
  const some = async () => {
    for (const row of waiting) await assertRow(service, row)
  }
  await Promise.all(Array.from({ length: 8 }, some))
}

async function ordersOf({ storage, account }: RunningService): Promise<number> {
  return (await storage.store.orders.list({ account }, { limit: 1000 })).length
}

test('requests with unambiguous framing are accepted', async (t) => {
  await assertRows(await runningService(t), ACCEPTED)
})

test('extra spaces are detected in a request that arrives together with the one before', async (t) => {
  const service = await runningService(t)
  const spaced = post(whole, ORDER).replace('POST ', 'POST   ')
  await assertRows(service, [
    ['extra spaces in the second request', post(whole, ORDER) + spaced, [200, 400]],
  ])
})

/**
 * Sends the parts of a request, each after the server has read the previous one, and returns the
 * statuses.
 */
async function sendParted(server: Server, parts: readonly string[]): Promise<readonly number[]> {
  const accepted = once(server, 'connection')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [socket] = (await accepted) as [Socket]
  const received = text(client)
  let sent = 0
  for (const part of parts) {
    client.write(part)
    sent += part.length
    while (socket.bytesRead < sent && !socket.destroyed) await setImmediate()
  }
  client.end()
  return [...(await received).matchAll(/^HTTP\/1\.1 ([0-9]{3})/gm)].map(([, status]) =>
    Number(status),
  )
}

test('extra spaces are detected wherever the network splits a request', async (t) => {
  const limits = connectionLimits(readSettings({ flags: {}, environment: {} }))
  const plain = { limits, tls: undefined, basePath: '', headers: {} }
  const options = { ...plain, now: () => new Date(), rejected: () => undefined }
  const server = createConnections(options, (_request, response) => void response.end())
  t.after(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const good = get([host])
  for (const [request, status] of [
    [good, 200],
    [good.replace(' /', '  /'), 400],
    [good.replace(' HTTP/', '   HTTP/'), 400],
  ] as const) {
    for (let place = 1; place < request.length; place++) {
      const [begun, rest] = [request.slice(0, place), request.slice(place)]
      assert.deepEqual(await sendParted(server, [begun, rest]), [status], begun)
      // The same after another request, which ends in the same read.
      assert.deepEqual(await sendParted(server, [good + begun, rest]), [200, status], begun)
    }
    assert.deepEqual(await sendParted(server, [...request]), [status], 'sent byte by byte')
  }
})

test('ambiguous requests are rejected, and their connections are closed', async (t) => {
  const service = await runningService(t)
  // A request after the rejected one must not be read. If it were, it would place an order.
  const behind = post(whole, ORDER).replaceAll('{AUTH}', service.authorization)
  const followed = REJECTED.map(
    ([title, sent, statuses]): Row => [title, `${sent}${behind}`, statuses],
  )
  await assertRows(service, REJECTED)
  await assertRows(service, followed)
  assert.equal(await ordersOf(service), 0)
})

/** The rule that the error names, by the title of a row. */
const RULES: readonly (readonly [title: string, rule: RegExp])[] = [
  ['two spaces before the path', /must have one space before and after the path/],
  ['Content-Length before Transfer-Encoding', /in lower case and without Content-Length/],
  ['Transfer-Encoding before Content-Length', /whole number, without Transfer-Encoding/],
  ['chunked with a capital', /Transfer-Encoding must be chunked, in lower case/],
  ['chunks over HTTP/1.0', /HTTP\/1.0 has no Transfer-Encoding: send Content-Length/],
  ['two equal lengths', /must have only one Content-Length/],
  ['a length with a leading zero', /without a sign or leading zeros/],
  ['a chunk size with 0x', /Each chunk must begin with its length in hexadecimal/],
  ['no host', /HTTP\/1.1 needs the header field Host/],
  ['a host with a path', /Host must be a name or an address/],
  ['an absolute URL as target', /must be a path, not a whole URL/],
  ['a fragment in the target', /a path without a fragment/],
  ['a target with an invalid percent-encoding', /percent-encoding .* must be valid UTF-8/],
  ['HTTP/1.2', /must end with HTTP\/1.1 or HTTP\/1.0, and CR LF/],
  ['bare LF after the request line', /must end with HTTP\/1.1 or HTTP\/1.0, and CR LF/],
  ['bare LF after a field', /Each line of HTTP must end with CR LF/],
  ['a field without a colon', /a name, a colon and a value in one line/],
  ['a space in the target', /a method, a path without spaces, and HTTP\/1.1/],
  ['non-ASCII bytes in the target', /a path in ASCII; percent-encode other characters/],
  ['a method in lower case', /must begin with a method of HTTP in capitals/],
  ['two Authorization fields', /The header field authorization must occur only once/],
  ['an unsupported expectation', /Expect header names an unsupported expectation/],
  ['65 fields', /too large or too many/],
]

/** The rows of which the service reads no head with a media type, so that the format is unknown. */
const UNREAD = /^(?:Content-Length before|Transfer-Encoding before|two equal|65 fields)/

test('a rejection before routing names the broken rule, in the format of the request', async (t) => {
  const { url, authorization } = await runningService(t)
  for (const [title, rule] of RULES) {
    const sent = String(REJECTED.find(([named]) => named === title)?.[1])
    const json = sent.replace(xml, 'Content-Type: application/json')
    const { body, headers } = await sendRaw(url, json.replaceAll('{AUTH}', authorization))
    assert.match(body, rule, title)
    const isJson = json !== sent && !UNREAD.test(title)
    const type = isJson ? 'application/json' : 'application/xml; charset=utf-8'
    assert.equal(headers.get('content-type'), type, title)
    assert.equal(body.startsWith('{'), isJson, title)
  }
  const problem = await sendRaw(url, get([host, host], 'GET /api/v1/orders HTTP/1.1'))
  assert.match(problem.body, /"detail":"The header field host must occur only once\. Check/)
  const unreadBody = requestText(['PUT /sandbox/people/a HTTP/1.1', ...inChunks], '0x3\r\nabc\r\n')
  const other = await sendRaw(url, unreadBody)
  assert.match(other.body, /"detail":"Each chunk must begin with its length in hexadecimal\. Check/)
})

test('a rejection by a route closes the connection only if more of the request was to come', async (t) => {
  const service = await runningService(t)
  await assertRows(service, ROUTED)
  const journal = await service.storage.store.orders.list(
    { account: service.account },
    { limit: 100 },
  )
  assert.ok(
    journal.every(({ state }) => state === 'rejected'),
    'only rejected requests are journaled',
  )
})

test('the error for a document without a length names the length', async (t) => {
  const service = await runningService(t)
  const row = ['no length', post([xml], ORDER, 'HTTP/1.0'), [400]] as const
  const { answers } = await assertRow(service, row)
  assert.match(answers[0]?.body ?? '', /it has no Content-Length; send the length/)
})
