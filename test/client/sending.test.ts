/**
 * Tests how the client sends: the same bytes until it gets a response, but no longer than allowed.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { getEventListeners, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  type BatchOrder,
  type Client,
  type ClientOptions,
  createClient,
  NoAnswerError,
  UnexpectedAnswerError,
} from '../../src/client/create-client.ts'
import { ERRORS } from '../../src/client/tables.ts'
import { CODES, type Reason } from '../../src/errors.ts'
import { importGraph } from '../support/import-graph.ts'

const BORROWER = {
  firstName: 'Avery',
  lastName: 'Sandford',
  ssn: '900-12-1234',
  address: { street: '12 Harbor View Rd', city: 'Camden', state: 'ME', postalCode: '04843' },
}
const ORDER = { borrowers: [BORROWER] }

/** The response of the service to one attempt, or the failure instead. */
type Turn = Response | Error | 'silence'

interface Sent {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Creates a client whose attempts get these responses in turn. Returns it with its requests. */
function clientOf(turns: Turn[], options: Partial<ClientOptions> = {}): [Client, Sent[]] {
  const sent: Sent[] = []
  const answer = async (url: string | URL | Request, init: RequestInit = {}) => {
    const { body, headers, signal } = init
    sent.push({ url: String(url), body: String(body), headers: headers as Sent['headers'] })
    const turn = turns.shift()
    if (turn instanceof Response) return turn
    if (turn instanceof Error) throw turn
    return await new Promise<Response>((_, reject) => {
      const abort = () => reject(signal?.reason)
      if (signal?.aborted === true) abort()
      signal?.addEventListener('abort', abort)
    })
  }
  const url = 'https://credit.example.com/base/'
  const own = { url, account: 'lénder', secret: 's:1', backoffMs: 0, fetch: answer }
  return [createClient({ ...own, ...options }), sent]
}

function errorAnswer(reason: Reason, texts: readonly string[] = [], headers = {}): Response {
  const { code, status, text, remedy } = CODES[reason]
  const document = {
    RESPONSE_GROUP: {
      RESPONSE: {
        RESPONSE_DATA: {
          CREDIT_RESPONSE: {
            _CreditReportType: 'Error',
            CREDIT_ERROR_MESSAGE: { __Code: code, _Text: texts },
          },
        },
        STATUS: { __Code: code, __Description: `${text} ${remedy}` },
      },
    },
  }
  return Response.json(document, { status, headers: { 'X-Request-Id': 'q1', ...headers } })
}

test('after lost responses and temporary errors, the same bytes are sent again', async () => {
  const [client, sent] = clientOf([
    new TypeError('fetch failed'),
    new Response('<html>', { status: 502 }),
    errorAnswer('interrupted'),
    errorAnswer('invalidDocument'),
  ])
  const result = await client.creditReport(ORDER)
  assert.equal(result.kind, 'rejection')
  assert.equal(sent.length, 4)
  assert.equal(new Set(sent.map(({ body }) => body)).size, 1)
  const [first] = sent
  assert.equal(first?.url, 'https://credit.example.com/base/credit_report')
  const token = Buffer.from('lénder:s:1').toString('base64')
  assert.equal(first?.headers.Authorization, `Basic ${token}`)
  assert.equal(result.request, first?.body)
})

test('a rejection states the error, its place, and whether to send again', async () => {
  const path = '$.REQUEST_GROUP.REQUEST.REQUEST_DATA.CREDIT_REQUEST.LOAN_APPLICATION'
  const [client] = clientOf([
    errorAnswer('invalidDocument', [
      `${path}.BORROWER[0].__SSN must be nine digits, with or without dashes (line 3)`,
      `${path}.BORROWER[1]._RESIDENCE[2].__State must be the two-letter code of a state (line 9)`,
      'The report was first issued more than 30 days ago',
    ]),
  ])
  const result = await client.creditReport(ORDER)
  assert.ok(result.kind === 'rejection')
  const { code, reason, status, message, remedy, problems, retry, requestId } = result
  const { text, remedy: stated } = CODES.invalidDocument
  assert.deepEqual(
    { code, reason, status, message, remedy, retry, requestId },
    {
      code: 'E102',
      reason: 'invalidDocument',
      status: 200,
      message: text,
      remedy: stated,
      retry: { when: 'never', afterSeconds: undefined },
      requestId: 'q1',
    },
  )
  assert.deepEqual(
    problems.map((problem) => problem.field),
    ['borrowers[0].ssn', 'borrowers[1].priorAddresses[1].state', undefined],
  )
  const [first, , last] = problems
  assert.equal(first?.path, `${path}.BORROWER[0].__SSN`)
  assert.equal(first?.expected, 'must be nine digits, with or without dashes')
  assert.equal(first?.line, 3)
  assert.equal(last?.path, undefined)
})

test('the client knows every error of the service with its retry advice', async () => {
  for (const reason of Object.keys(CODES) as Reason[]) {
    const [client, sent] = clientOf([errorAnswer(reason)], { attempts: 1 })
    const result = await client.preQualification(ORDER)
    assert.ok(result.kind === 'rejection')
    assert.equal(result.reason, reason)
    assert.equal(result.remedy, CODES[reason].remedy)
    assert.equal(result.retry.when, CODES[reason].retry)
    assert.equal(sent.length, 1)
  }
  assert.equal(ERRORS.length, Object.keys(CODES).length)
})

test('only errors that the table marks as retryable are retried automatically', async () => {
  for (const reason of Object.keys(CODES) as Reason[]) {
    const turns = [errorAnswer(reason), errorAnswer('invalidDocument')]
    const [client, sent] = clientOf(turns)
    await client.creditReport(ORDER)
    assert.equal(sent.length, CODES[reason].retry === 'same' ? 2 : 1, reason)
  }
})

test('the client waits for Retry-After, unless it is longer than the allowed time', async () => {
  const busy = (seconds: number) => errorAnswer('unavailable', [], { 'Retry-After': `${seconds}` })
  const [client, sent] = clientOf([busy(0), busy(0), busy(3600)])
  const result = await client.creditReport(ORDER)
  assert.ok(result.kind === 'rejection')
  assert.deepEqual(result.retry, { when: 'same', afterSeconds: 3600 })
  assert.equal(sent.length, 3)
})

test('a Retry-After with a time counts from the Date of the response', async () => {
  const headers = (after: string) => ({
    'Retry-After': after,
    Date: 'Thu, 15 Jan 2026 09:00:00 GMT',
  })
  for (const [after, seconds] of [
    ['Thu, 15 Jan 2026 09:02:00 GMT', 120],
    ['Thu, 15 Jan 2026 08:00:00 GMT', 0],
    ['Thu, 99 Jan 2026 09:00:00 GMT', undefined],
    ['soon', undefined],
  ] as const) {
    const [client] = clientOf([errorAnswer('unavailable', [], headers(after))], { attempts: 1 })
    const result = await client.creditReport(ORDER)
    assert.ok(result.kind === 'rejection')
    assert.equal(result.retry.afterSeconds, seconds, after)
  }
})

test('every attempt is made, however long the own waits would become', async () => {
  const busy = Array.from({ length: 12 }, () => errorAnswer('unavailable'))
  const [client, sent] = clientOf(busy, { attempts: 12, backoffMs: 1, waitMsMax: 3 })
  const result = await client.creditReport(ORDER)
  assert.equal(result.kind, 'rejection')
  assert.equal(sent.length, 12)
})

test('a time-out beyond the longest timer does not end the attempt at once', async () => {
  const slow = () =>
    new Promise<Response>((resolve) => {
      setTimeout(() => resolve(errorAnswer('notAllowed')), 20)
    })
  for (const timeoutMs of [Number.POSITIVE_INFINITY, 2 ** 31]) {
    const answer: typeof fetch = (_url, init) =>
      Promise.race([
        slow(),
        new Promise<never>((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
      ])
    const [client] = clientOf([], { fetch: answer, timeoutMs })
    assert.equal((await client.creditReport(ORDER)).kind, 'rejection')
  }
})

test('without any response the call fails, and the error reveals nothing of the order', async () => {
  const [client, sent] = clientOf(['silence', new TypeError('refused')], {
    attempts: 2,
    timeoutMs: 5,
  })
  await assert.rejects(client.creditReport(ORDER), (error: unknown) => {
    assert.ok(error instanceof NoAnswerError)
    assert.equal(error.attempts, 2)
    assert.doesNotMatch(JSON.stringify(error) + String(error.cause), /900-12-1234|Sandford/)
    return true
  })
  assert.equal(sent.length, 2)
})

test('a response that is not a document of the interface is an error', async () => {
  const part = (CREDIT_RESPONSE: unknown) =>
    Response.json({ RESPONSE_GROUP: { RESPONSE: { RESPONSE_DATA: { CREDIT_RESPONSE } } } })
  const turns = [
    new Response('<html>not found</html>', { status: 404 }),
    Response.json(null),
    part(null),
    part({}),
    part({ _CreditReportType: 'Error' }),
  ]
  const [client] = clientOf(turns)
  for (const status of [404, 200, 200, 200, 200]) {
    await assert.rejects(client.creditReport(ORDER), new UnexpectedAnswerError(status))
  }
})

test('a client of an address that no order can be sent to is not created', () => {
  for (const url of [
    '',
    'credit.example.com:8080',
    '127.0.0.1:8080',
    '/credit',
    'ftp://credit.example.com',
    'https://lender:secret@credit.example.com',
    'https://credit.example.com/?base=1',
    'https://credit.example.com/#base',
  ]) {
    assert.throws(() => clientOf([], { url }), /^TypeError: url: (?!.*secret)/, url)
  }
})

test('an address can be IPv6, and have a base path and spaces around it', async () => {
  for (const [url, address] of [
    ['http://[::1]:8080', 'http://[::1]:8080/credit_report'],
    [' https://credit.example.com/a/b// ', 'https://credit.example.com/a/b/credit_report'],
  ] as const) {
    const [client, sent] = clientOf([errorAnswer('notAllowed')], { url })
    await client.creditReport(ORDER)
    assert.equal(sent[0]?.url, address)
  }
})

test('an order with a value of no type is not sent as another order', async () => {
  const [client, sent] = clientOf([])
  for (const [wrong, error] of [
    [{ bureaus: ['Equifax', 'experian'] }, /bureaus: must be Equifax or Experian or TransUnion/],
    [{ inquiry: 'Hard' }, /inquiry: must be hard or soft/],
    [{ printed: 'pdf' }, /printed: must be PDF or HTML or none/],
    [{ lendercase: 'L1' }, /lendercase: unknown; known are borrowers, action, .*, inquiry$/],
    [{ borrowers: {} }, /borrowers: must be a list/],
    [{ borrowers: [{ firstName: 'Ada' }] }, /borrowers\[0\]\.address: must be an address/],
    [{ scores: 'no' }, /scores: must be true or false/],
  ] as const) {
    const order = { ...ORDER, ...wrong } as unknown as typeof ORDER
    await assert.rejects(client.mortgageOnly(order), error)
  }
  // It would be a hard inquiry all the same.
  const soft = { ...ORDER, inquiry: 'soft' } as unknown as typeof ORDER
  await assert.rejects(client.creditReport(soft), /inquiry: unknown; known are/)
  assert.equal(sent.length, 0)
})

test('a client with which no order could be sent is rejected at once', () => {
  for (const [wrong, error] of [
    [{ secret: '' }, /^TypeError: secret: must be a text$/],
    [{ account: undefined }, /^TypeError: account: must be a text$/],
    [{ timeoutMs: 0 }, /^RangeError: timeoutMs: must be a number, at least 1$/],
    [{ timeoutMs: Number.NaN }, /^RangeError: timeoutMs/],
    [{ attempts: 0 }, /^RangeError: attempts/],
    [{ backoffMs: -1 }, /^RangeError: backoffMs: must be a number, at least 0$/],
  ] as const) {
    assert.throws(() => clientOf([], wrong as Partial<ClientOptions>), error)
  }
})

test('with a fixed time and ID, the same order has the same bytes', () => {
  const now = () => new Date('2026-01-15T12:00:00Z')
  const order = { ...ORDER, operation: 'credit_report', requestId: 'Q-1' } as const
  const [one, other] = [1, 2].map(() => clientOf([], { now })[0].requestOf(order))
  assert.equal(one, other)
  assert.match(one ?? '', /2026-01-15T12:00:00/)
})

test('an abort signal ends an attempt and the wait for the next one', async () => {
  const during = new AbortController()
  const [client, sent] = clientOf(['silence', new TypeError('lost')], { backoffMs: 60_000 })
  const call = client.creditReport(ORDER, { signal: during.signal })
  setImmediate(() => during.abort(new Error('enough')))
  await assert.rejects(call, /enough/)
  assert.equal(sent.length, 1)

  const between = new AbortController()
  const waiting = client.creditReport(ORDER, { signal: between.signal })
  setImmediate(() => between.abort(new Error('enough')))
  await assert.rejects(waiting, /enough/)
  assert.equal(sent.length, 2)

  const before = client.creditReport(ORDER, { signal: AbortSignal.abort(new Error('never')) })
  await assert.rejects(before, /never/)
  assert.equal(sent.length, 2)
})

test('a batch respects its concurrency, yields every order once, and reports progress', async () => {
  let running = 0
  let most = 0
  const answer = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    return errorAnswer('notAllowed')
  }
  const [client] = clientOf([], { fetch: answer })
  const orders = Array.from(
    { length: 20 },
    (_, index): BatchOrder => ({
      operation: index % 2 === 0 ? 'credit_report' : 'mortgage_only',
      ...ORDER,
      requestId: `Q${index}`,
    }),
  )
  const seen: number[] = []
  for await (const { index, result, progress, item } of client.batch(orders, { concurrency: 3 })) {
    seen.push(index)
    assert.equal(result.kind, 'rejection')
    assert.equal(item, orders[index])
    assert.deepEqual(progress, { done: seen.length, total: 20 })
  }
  assert.deepEqual(
    seen.toSorted((a, b) => a - b),
    orders.map((_, index) => index),
  )
  assert.equal(most, 3)
})

test('an order of a batch without a response does not end the others', async () => {
  const turns = [new TypeError('lost'), errorAnswer('notAllowed')]
  const [client] = clientOf(turns, { attempts: 1 })
  const orders: BatchOrder[] = [
    { operation: 'credit_report', ...ORDER },
    { operation: 'refresh_report', ...ORDER },
  ]
  const kinds: string[] = []
  for await (const { result } of client.batch(orders, { concurrency: 1 })) kinds.push(result.kind)
  assert.deepEqual(kinds, ['failure', 'rejection'])
})

test('an aborted batch finishes started orders, takes no further ones, and throws', async () => {
  const abort = new AbortController()
  const turns: Turn[] = [errorAnswer('notAllowed'), 'silence', 'silence']
  const [client, sent] = clientOf(turns)
  const orders = Array.from(
    { length: 9 },
    (): BatchOrder => ({ operation: 'credit_report', ...ORDER }),
  )
  const kinds: string[] = []
  const read = async () => {
    const options = { concurrency: 2, signal: abort.signal }
    for await (const { result } of client.batch(orders, options)) {
      kinds.push(result.kind)
      setImmediate(() => abort.abort(new Error('enough')))
    }
  }
  await assert.rejects(read(), /enough/)
  assert.deepEqual(kinds, ['rejection', 'failure', 'failure'])
  assert.equal(sent.length, 3)
})

test('if the orders of a batch end with an error, the results of sent orders come first', async () => {
  function* broken(): Generator<BatchOrder> {
    yield { operation: 'credit_report', ...ORDER }
    yield { operation: 'refresh_report', ...ORDER }
    throw new Error('the loan file is broken')
  }
  const [client] = clientOf([], { fetch: async () => errorAnswer('notAllowed') })
  const kinds: string[] = []
  const read = async () => {
    for await (const { result } of client.batch(broken())) kinds.push(result.kind)
  }
  await assert.rejects(read(), /the loan file is broken/)
  assert.deepEqual(kinds, ['rejection', 'rejection'])
})

test('a source that is slow to give its next order delays no result, and no abort', async () => {
  const abort = new AbortController()
  let ended = 0
  async function* slow(): AsyncGenerator<BatchOrder> {
    yield { operation: 'credit_report', ...ORDER }
    yield { operation: 'refresh_report', ...ORDER }
    // Like a queue without a next message.
    await new Promise(() => {})
  }
  const [client] = clientOf([], { fetch: async () => errorAnswer('notAllowed') })
  const read = async () => {
    for await (const { result } of client.batch(slow(), { signal: abort.signal })) {
      assert.equal(result.kind, 'rejection')
      ended += 1
      if (ended === 2) setImmediate(() => abort.abort(new Error('enough')))
    }
  }
  await assert.rejects(read(), /enough/)
  assert.equal(ended, 2)
  assert.equal(getEventListeners(abort.signal, 'abort').length, 0)
})

test('all attempts with one signal share one listener, and an abort reaches each', async () => {
  const abort = new AbortController()
  const [client, sent] = clientOf([], { backoffMs: 60_000 })
  const calls = Array.from({ length: 20 }, () =>
    client.creditReport(ORDER, { signal: abort.signal }),
  )
  const ended = Promise.allSettled(calls)
  await new Promise(setImmediate)
  assert.equal(sent.length, 20)
  assert.equal(getEventListeners(abort.signal, 'abort').length, 1)
  abort.abort(new Error('enough'))
  for (const call of await ended) {
    assert.ok(call.status === 'rejected')
    assert.match(String(call.reason), /enough/)
  }
})

test('a redirect is not followed, so that no order is sent elsewhere', async (t) => {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    response.writeHead(307, { Location: '/elsewhere' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createClient({ url, account: 'a', secret: 's' })
  await assert.rejects(client.creditReport(ORDER), new UnexpectedAnswerError(307))
  assert.deepEqual(paths, ['/credit_report'])
})

test('a batch takes no further orders when its reader stops', async () => {
  let taken = 0
  function* endless(): Generator<BatchOrder> {
    for (;;) {
      taken += 1
      yield { operation: 'credit_report', ...ORDER }
    }
  }
  const [client] = clientOf([], { fetch: async () => errorAnswer('notAllowed') })
  for await (const _ of client.batch(endless(), { concurrency: 2 })) break
  assert.equal(taken, 2)
})

test('the client imports only its own files and no Node API', () => {
  const graph = importGraph('src')
  const reached = new Set(['client/create-client.ts'])
  for (const file of reached) for (const target of graph.get(file) ?? []) reached.add(target)
  assert.ok(reached.size > 5)
  assert.deepEqual(
    [...reached].filter((file) => !file.startsWith('client/')),
    [],
  )
  // Without the types of Node, imports of `Buffer`, `process` or `node:` modules do not compile.
  const root = join(import.meta.dirname, '../..')
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const options =
    '--ignoreConfig --noEmit --checkers 1 --strict --allowImportingTsExtensions --module nodenext --target es2023 --lib es2023,dom,dom.iterable --types'
  const args = [tsc, ...options.split(' '), '', join(root, 'src/client/create-client.ts')]
  const checked = spawnSync(process.execPath, args, { encoding: 'utf8' })
  assert.equal(checked.status, 0, checked.stdout)
})
