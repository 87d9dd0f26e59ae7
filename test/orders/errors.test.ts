import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CODES, type Reason } from '../../src/errors.ts'
import { requestText, sendRaw } from '../http/raw.ts'
import {
  fixedSurroundings,
  type RunningService,
  runningService,
} from '../support/running-service.ts'
import { accountOf } from './support/account-of.ts'
import { answerDocument } from './support/answer-document.ts'
import {
  type Asked,
  DIALECT_NAMES,
  type OperationPath,
  orderDocument,
  PEOPLE,
} from './support/order-document.ts'
import { ordered, reported, reportIdOf } from './support/ordered.ts'

/** A rejection as received, whether by fetch or over a raw socket. */
interface Rejection {
  readonly status: number
  readonly body: string
}

type Provoke = (service: RunningService, t: TestContext) => Promise<Rejection>

/** A clock that a test moves forward, and a source of identifiers that a test can break. */
const movable = (() => {
  const { newId } = fixedSurroundings()
  let at = Date.parse('2026-03-02T15:04:05Z')
  let broken = false
  return {
    surroundings: {
      now: () => new Date(at),
      newId: (purpose: Parameters<typeof newId>[0]) => {
        if (broken) throw new Error('canary: out of identifiers')
        return newId(purpose)
      },
    },
    forwardDays: (days: number) => {
      at += days * 86_400_000
    },
    breakFor: async <T>(work: () => Promise<T>): Promise<T> => {
      broken = true
      try {
        return await work()
      } finally {
        broken = false
      }
    },
  }
})()

const plain = orderDocument('mortgage_only')

function get(service: RunningService, path: string, method = 'GET'): Promise<Rejection> {
  return fetch(`${service.url}${path}`, { method }).then(async (response) => ({
    status: response.status,
    body: await response.text(),
  }))
}

function asked(operation: OperationPath, order: Asked): Provoke {
  return (service) => ordered(service, operation, order)
}

/** Places two orders: the first must succeed, and the second is the rejected one. */
function after(first: Asked, second: (reportId: string) => Asked): Provoke {
  return async (service) => {
    const id = reportIdOf(await reported(service, 'credit_report', first))
    return ordered(service, 'credit_report', second(id))
  }
}

/**
 * Adds a running order to the journal whose process is dead, with too little data to fulfill it.
 */
async function leftRunning({ storage, account }: RunningService, body: string): Promise<void> {
  const receivedAt = movable.surroundings.now().getTime()
  await storage.store.orders.begin(
    {
      id: 'O-LEFT',
      account,
      operation: 'mortgage_only',
      receivedAt,
      fingerprint: storage.vault.fingerprint(Buffer.from(body)),
      bodyBytes: body.length,
      runner: 'gone',
      leaseMs: -1,
      retriesSince: 0,
    },
    [],
  )
}

/** Provokes each reason over HTTP. */
const PROVOKE: Readonly<Record<Reason, Provoke>> = {
  unknownPath: (service) => get(service, '/nothing/here'),
  wrongMethod: (service) => get(service, '/mortgage_only'),
  tooManyRequests: async (service) => {
    const rare = await accountOf(service, { requestsPerMinute: 1 })
    await ordered(rare, 'mortgage_only')
    return ordered(rare, 'mortgage_only')
  },
  unauthenticated: (service) => service.post('mortgage_only', plain, { Authorization: '' }),
  wrongMediaType: (service) => service.post('mortgage_only', plain, { 'Content-Type': 'text/csv' }),
  wrongEncoding: (service) => service.post('mortgage_only', plain, { 'Content-Encoding': 'gzip' }),
  tooLarge: (service) => service.post('mortgage_only', `${plain}${' '.repeat(1_048_576)}`),
  badRequest: (service) => {
    const authorization = `Authorization: ${service.authorization}`
    const head = ['POST /mortgage_only HTTP/1.1', 'Host: x', 'Content-Type: text/xml']
    const length = `Content-Length: ${plain.length}`
    return sendRaw(service.url, requestText([...head, authorization, authorization, length], plain))
  },
  wrongExpectation: (service) =>
    sendRaw(service.url, requestText(['POST / HTTP/1.1', 'Host: x', 'Expect: 200-ok'])),
  headersTooLarge: (service) =>
    sendRaw(service.url, requestText(['POST / HTTP/1.1', 'Host: x', `X-A: ${'b'.repeat(20_000)}`])),
  tooSlow: (service) => sendRaw(service.url, 'POST / HTTP/1.1\r\nHost: x\r\n'),
  unreadable: (service) =>
    service.post('mortgage_only', '<REQUEST_GROUP>\n<REQUEST>\n</REQUEST_GROUP>'),
  invalidDocument: asked('mortgage_only', { description: 'Everything' }),
  invalidBorrower: asked('mortgage_only', { people: [{ ...PEOPLE.avery, ssn: '12' }] }),
  notAllowed: async (service) => {
    const narrow = await accountOf(service, { products: ['credit_report'], bureaus: ['Equifax'] })
    return ordered(narrow, 'mortgage_only')
  },
  reportUnknown: asked('credit_report', { action: 'Reissue', reportId: 'R-NONE' }),
  reportOfAnother: after({}, (reportId) => ({
    action: 'Reissue',
    reportId,
    people: [PEOPLE.fraud],
  })),
  reportTooOld: async (service) => {
    const id = reportIdOf(await reported(service, 'credit_report', { action: 'ForceNew' }))
    movable.forwardDays(31)
    return ordered(service, 'credit_report', { action: 'Reissue', reportId: id })
  },
  wrongAction: after({ requestId: 'W' }, (reportId) => ({ action: 'Upgrade', reportId })),
  duplicate: async (service) => {
    const strict = await accountOf(service, { duplicates: 'refuse' })
    await reported(strict, 'credit_report')
    return ordered(strict, 'credit_report')
  },
  noFile: asked('credit_report', { people: [PEOPLE.noHit] }),
  interrupted: async (service, t) => {
    const body = orderDocument('mortgage_only', { requestId: 'cut short' })
    await leftRunning(service, body)
    const answered = service.post('mortgage_only', body)
    // Another process that starts settles the orders of a dead one.
    await runningService(t, { beside: service, surroundings: movable.surroundings })
    return answered
  },
  internal: (service) => movable.breakFor(() => service.post('credit_report', plain)),
  // This must be the last reason, because nothing works after it.
  unavailable: async (service) => {
    await service.storage.store.close()
    return service.post('mortgage_only', plain)
  },
}

test('every reason of the error table is returned over HTTP with its status, code and text', async (t) => {
  const service = await runningService(t, {
    surroundings: movable.surroundings,
    flags: { 'headers-timeout-ms': 1000 },
  })
  for (const [reason, provoke] of Object.entries(PROVOKE)) {
    await t.test(reason, async (t) => {
      const { status, code, text, remedy } = CODES[reason as Reason]
      const rejection = await provoke(service, t)
      assert.equal(rejection.status, status, rejection.body)
      const answer = answerDocument(rejection.body)
      assert.equal(answer.text('STATUS.__Condition'), 'Error')
      assert.equal(answer.text('STATUS.__Code'), code)
      const where = `See /docs/errors#${reason}.`
      assert.equal(answer.text('STATUS.__Description'), `${text} ${remedy} ${where}`)
      assert.equal(answer.text('CREDIT_ERROR_MESSAGE.__Code'), code)
      assert.equal(answer.text('CREDIT_RESPONSE._CreditReportType'), 'Error')
      assert.ok(answer.texts('CREDIT_ERROR_MESSAGE._Text').every((line) => line.length > 10))
      assert.doesNotMatch(rejection.body, /canary|node_modules|src\/|\bat .*:\d+:\d+/)
    })
  }
})

test('an error response uses the dialect of the request and repeats the fields that were understood', async (t) => {
  const service = await runningService(t)
  for (const dialect of DIALECT_NAMES) {
    const { answer, code } = await ordered(service, 'mortgage_only', {
      dialect,
      description: 'Everything',
      requestId: 'ID & 7',
    })
    assert.equal(code, 'E102')
    assert.equal(answer.dialect, dialect)
    assert.equal(answer.text('CREDIT_REQUEST_DATA._CreditRequestID'), 'ID & 7')
    assert.equal(answer.text('CREDIT_REQUEST_DATA._BorrowerID'), 'B1')
    assert.equal(answer.text('CREDIT_REQUEST_DATA._CreditReportRequestActionType'), 'Submit')
  }
})

test('a rejected request gets its version attributes back, each in its original place', async (t) => {
  const service = await runningService(t)
  const { answer } = await ordered(service, 'mortgage_only', {
    description: 'Everything',
    edit: (group) => {
      group._StandardVersionID = '2.4'
      group.REQUEST.REQUEST_DATA.CREDIT_REQUEST._StandardVersionID = '2.4.1'
    },
  })
  assert.equal(answer.text('RESPONSE_GROUP._StandardVersionID'), '2.4')
  assert.equal(answer.text('CREDIT_RESPONSE._StandardVersionID'), '2.4.1')
})

test('a body that is not a valid document gets a MISMO error with line and column', async (t) => {
  const service = await runningService(t)
  const bodies: readonly [string, string | Uint8Array, RegExp][] = [
    ['an end tag that matches no start tag', '<_A>\n  </_B>', /line 2, column \d+/],
    ['a DOCTYPE', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', /line 1/],
    ['an empty body', '', /./],
    ['plain text', 'Dear Sir or Madam', /line 1/],
    ['a document that is cut off', plain.slice(0, 700), /line \d+, column \d+/],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from(plain), Buffer.from([0xc3, 0x28])]),
      /./,
    ],
    [
      'elements nested too deep',
      '<a>'.repeat(40),
      /^too deep at line 1, column \d+: at most 32 levels are accepted$/,
    ],
    [
      'too many elements',
      plain.replace('<REQUEST_DATA>', `${'<KEY/>'.repeat(2000)}<REQUEST_DATA>`),
      /^too many elements at line \d+, column \d+: at most 2000 elements are accepted$/,
    ],
    ['XML 1.1', '<?xml version="1.1"?><a/>', /./],
    [
      'an attribute value that is not closed',
      plain.replace('_Name=', "__Name='").slice(0, 400),
      /line \d+/,
    ],
  ]
  for (const [title, body, place] of bodies) {
    const answered = await service.post('mortgage_only', body)
    const answer = answerDocument(answered.body)
    assert.equal(answered.status, 400, title)
    assert.equal(answer.dialect, 'mismo', title)
    assert.equal(answer.text('STATUS.__Code'), 'E101', title)
    assert.match(answer.texts('_Text').join(), place, title)
  }
})

/** Requests with several problems. The response is about the first check that fails. */
test('a request with several problems is rejected for the first failed check', async (t) => {
  const service = await runningService(t)
  const { authorization } = service
  const large = ' '.repeat(1_100_000)
  const rows: readonly [string, string, Record<string, string>, string | undefined, number][] = [
    ['POST', '/nothing', { 'Content-Type': 'text/csv' }, large, 404],
    ['PUT', '/mortgage_only', { 'Content-Type': 'text/csv' }, large, 405],
    ['POST', '/mortgage_only', { 'Content-Type': 'text/csv' }, large, 401],
    [
      'POST',
      '/mortgage_only',
      { Authorization: authorization, 'Content-Type': 'text/csv' },
      large,
      415,
    ],
    [
      'POST',
      '/mortgage_only',
      { Authorization: authorization, 'Content-Type': 'text/xml' },
      large,
      413,
    ],
    [
      'POST',
      '/mortgage_only',
      { Authorization: authorization, 'Content-Type': 'text/xml' },
      '<',
      400,
    ],
  ]
  for (const [method, path, headers, body, status] of rows) {
    const response = await fetch(service.url + path, { method, headers, body: body ?? null })
    assert.equal(response.status, status, `${method} ${path}`)
    assert.equal(answerDocument(await response.text()).dialect, 'mismo')
  }
})

test('a known path answers other methods with 405 and its allowed methods', async (t) => {
  const service = await runningService(t)
  for (const path of [
    '/credit_report',
    '/pre_qualification',
    '/mortgage_only',
    '/refresh_report',
  ]) {
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await fetch(service.url + path, { method })
      assert.equal(response.status, 405, `${method} ${path}`)
      assert.equal(response.headers.get('allow'), 'POST')
    }
    const traced = await sendRaw(service.url, `TRACE ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    assert.ok(traced.status >= 400 && traced.status < 500, `TRACE: ${traced.status}`)
  }
  const live = await fetch(`${service.url}/health/live`, { method: 'POST' })
  assert.equal(live.status, 405)
  assert.equal(live.headers.get('allow'), 'GET, HEAD')
})

test('paths match exactly: other cases, trailing slashes and traversal are not found', async (t) => {
  const service = await runningService(t)
  for (const path of [
    '/Credit_Report',
    '/credit_report/',
    '/',
    '/credit_report/1',
    '/favicon.ico',
  ]) {
    const { status } = await service.post(path.slice(1), plain)
    assert.equal(status, 404, path)
  }
  for (const target of ['/%ff', '/../etc/passwd', '/credit_report%2f', '/%', '//credit_report']) {
    const answer = await sendRaw(
      service.url,
      requestText([`POST ${target} HTTP/1.1`, 'Host: x', 'Content-Length: 0']),
    )
    assert.ok([400, 404].includes(answer.status), `${target}: ${answer.status}`)
  }
  const queried = await service.post('mortgage_only?ignored=1', plain)
  assert.equal(queried.status, 200)
})

test('every response forbids caching and content sniffing, and has its own request ID', async (t) => {
  const service = await runningService(t)
  const answers = await Promise.all([
    service.post('mortgage_only', plain),
    service.post('mortgage_only', '<'),
    service.post('mortgage_only', plain, { Authorization: '' }),
    service.post('nothing', plain),
  ])
  for (const { headers } of answers) {
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
  }
  assert.equal(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, 4)
})

test('supported media types, charsets and encodings are accepted, and others get 415', async (t) => {
  const service = await runningService(t)
  const rows: readonly [string, number][] = [
    ['application/xml', 200],
    ['text/xml', 200],
    ['application/xml; charset=utf-8', 200],
    ['Application/XML;charset="UTF-8"', 200],
    ['text/xml; charset=us-ascii', 200],
    ['text/xml; charset=windows-1252', 200],
    ['application/xml; charset=utf-7', 415],
    ['application/xml; charset=ebcdic-cp-us', 415],
    ['application/json; charset=utf-16', 415],
    ['application/problem+json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['text/plain', 415],
    ['application/xml-external-parsed-entity', 415],
    ['application/soap+xml', 415],
    ['', 415],
  ]
  for (const [type, status] of rows) {
    const answered = await service.post('mortgage_only', plain, { 'Content-Type': type })
    assert.equal(answered.status, status, type)
  }
  for (const coding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, identity']) {
    const answered = await service.post('mortgage_only', plain, { 'Content-Encoding': coding })
    assert.equal(answered.status, 415, coding)
  }
  const identity = await service.post('mortgage_only', plain, { 'Content-Encoding': 'identity' })
  assert.equal(identity.status, 200)
})
