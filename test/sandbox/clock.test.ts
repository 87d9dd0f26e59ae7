/** The sandbox clock: how advances are written, who may advance it, and what this changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSimulatedBureaus } from '../../src/bureaus/simulator/simulator.ts'
import { AccountProfile } from '../../src/orders/intake/ordering-account.ts'
import { settleInterrupted } from '../../src/orders/jobs/jobs.ts'
import type { ReportContent } from '../../src/orders/stored-report.ts'
import type { Tools } from '../../src/orders/tools.ts'
import { AdvanceRejected, advanceMs } from '../../src/sandbox/clock.ts'
import { SERVICE } from '../../src/store/audit/entry.ts'
import { newAccountSecret } from '../../src/store/sealing/secrets.ts'
import { DAY_MS, HOUR_MS } from '../../src/time.ts'
import { run, runProgram } from '../commands/run.ts'
import { type Asked, type OperationPath, PEOPLE } from '../orders/support/order-document.ts'
import { type Ordered, rejected, reported, reportIdOf } from '../orders/support/ordered.ts'
import {
  fixedSurroundings,
  type RunningService,
  runningService,
} from '../support/running-service.ts'

const lengths: readonly [text: string, ms: number][] = [
  ['1h', HOUR_MS],
  ['36h', 36 * HOUR_MS],
  ['45d', 45 * DAY_MS],
  ['045d', 45 * DAY_MS],
  ['2w', 14 * DAY_MS],
  ['3650d', 3650 * DAY_MS],
]
for (const [text, ms] of lengths) {
  test(`an advance of ${text} is ${ms} ms`, () => assert.equal(advanceMs(text), ms))
}

const nonsense: readonly [text: string, why: RegExp][] = [
  ['', /whole hours, days or weeks/],
  ['45', /whole hours, days or weeks/],
  ['d', /whole hours, days or weeks/],
  ['45m', /whole hours, days or weeks/],
  ['45D', /whole hours, days or weeks/],
  ['1.5d', /whole hours, days or weeks/],
  ['1e2d', /whole hours, days or weeks/],
  ['-5d', /whole hours, days or weeks/],
  ['+5d', /whole hours, days or weeks/],
  [' 5d', /whole hours, days or weeks/],
  ['5d\n', /whole hours, days or weeks/],
  ['٤d', /whole hours, days or weeks/],
  ['9999999999999999999d', /whole hours, days or weeks/],
  ['0d', /only goes forward/],
  ['000h', /only goes forward/],
  ['3651d', /at most 3650d/],
  ['522w', /at most 3650d/],
  ['999999999w', /at most 3650d/],
]
for (const [text, why] of nonsense) {
  test(`${JSON.stringify(text)} is not a valid advance`, () => {
    assert.throws(
      () => advanceMs(text),
      (error) => error instanceof AdvanceRejected && why.test(error.message),
    )
  })
}

test('any text is a valid advance within the limits, or is rejected', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9]{1,10}[hdw]$/)), (text) => {
      try {
        const ms = advanceMs(text)
        assert.ok(ms > 0 && ms <= 3650 * DAY_MS && ms % HOUR_MS === 0)
      } catch (error) {
        assert.ok(error instanceof AdvanceRejected)
      }
    }),
  )
})

interface Shown {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly now?: string
    readonly advancedMs?: number
    readonly type?: string
    readonly title?: string
    readonly detail?: string
  }
}

function basic(name: string, secret: string): string {
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
}

/** Calls the clock with the sandbox account's credentials, or with the given `headers`. */
async function clock(
  { url, account, secret }: RunningService,
  method: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  const response = await fetch(`${url}/sandbox/clock`, {
    method,
    headers: {
      Authorization: basic(account, secret),
      ...(body && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const json = /^application\/(?:problem\+)?json/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    body: json ? (JSON.parse(text) as Shown['body']) : {},
  }
}

async function advanced(service: RunningService, by: string): Promise<void> {
  const { status, body } = await clock(service, 'POST', { advance: by })
  assert.equal(status, 200, JSON.stringify(body))
}

test('an account with sandbox control reads the clock and advances it', async (t) => {
  const service = await runningService(t, { surroundings: fixedSurroundings() })
  const before = await clock(service, 'GET')
  assert.equal(before.status, 200)
  assert.deepEqual(before.body, { now: '2026-03-02T15:04:05Z', advancedMs: 0 })
  const after = await clock(service, 'POST', { advance: '45d' })
  const expected = { now: '2026-04-16T15:04:05Z', advancedMs: 45 * DAY_MS }
  assert.deepEqual([after.status, after.body], [200, expected])
  assert.deepEqual((await clock(service, 'GET')).body, expected)
  assert.equal(after.headers.get('cache-control'), 'no-store')
  const line = service.logged.find((logged) => logged.includes('advancedByMs'))
  assert.match(line ?? '', /"account":"sandbox","advancedByMs":3888000000/)
  const to = await clock(service, 'POST', { to: '2026-05-01T00:00:00Z' })
  assert.deepEqual([to.status, to.body.now], [200, '2026-05-01T00:00:00Z'])
})

test('operators and accounts with control can advance the clock, and pages of other sites cannot', async (t) => {
  const service = await runningService(t)
  const { account, secret, operator, storage } = service
  const { store, vault } = storage
  const lender = newAccountSecret(vault, 0)
  await store.accounts.create(
    { name: 'lender', profile: AccountProfile.parse({}), createdAt: 0 },
    lender.stored,
    SERVICE,
  )
  const attempts: [title: string, headers: Record<string, string>, status: number][] = [
    ['a caller without credentials', { Authorization: '' }, 401],
    ['an account without control', { Authorization: basic('lender', lender.secret) }, 403],
    ['an account with the wrong secret', { Authorization: basic(account, 'x') }, 401],
    ['an account without a secret', { Authorization: basic(account, '') }, 401],
    ['an operator with the wrong password', { Authorization: basic(operator.name, 'x') }, 401],
    ['an unknown caller without a password', { Authorization: basic('nobody', '') }, 401],
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a page of another host of the same site', { 'Sec-Fetch-Site': 'same-site' }, 403],
    [
      'a page of another site in a browser without Sec-Fetch-Site',
      { Origin: 'http://evil.example' },
      403,
    ],
    ['a page of no origin in such a browser', { Origin: 'null' }, 403],
  ]
  for (const [title, headers, expected] of attempts) {
    const body = { advance: '1d' }
    const { status, body: problem, headers: sent } = await clock(service, 'POST', body, headers)
    assert.equal(status, expected, title)
    assert.match(problem.type ?? '', /^urn:trimerge:problem:(wrong-basic|forbidden|cross-site)$/)
    if (expected !== 401) continue
    assert.match(problem.title ?? '', /^The credentials are missing or wrong\. Send /)
    assert.match(sent.get('www-authenticate') ?? '', /^Basic realm="/)
  }
  assert.equal((await clock(service, 'GET', undefined, { Authorization: '' })).status, 401)
  assert.equal((await store.sandbox.state()).advancedMs, 0)
  const allowed: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: service.url },
    { Authorization: basic(operator.name, operator.password) },
    { Authorization: basic(account, secret) },
  ]
  for (const headers of allowed) {
    const { status } = await clock(service, 'POST', { advance: '1d' }, headers)
    assert.equal(status, 200, JSON.stringify(headers))
  }
  assert.equal((await store.sandbox.state()).advancedMs, allowed.length * DAY_MS)
})

test('a rejected advance changes nothing and gives the reason', async (t) => {
  const service = await runningService(t)
  const soon = new Date(Date.now() + DAY_MS).toISOString()
  const wrong: (object | undefined)[] = [
    undefined,
    {},
    { advance: '' },
    { advance: '0d' },
    { advance: '-1d' },
    { advance: 1 },
    { to: 'tomorrow' },
    { to: '2020-01-01T00:00:00Z' },
    { to: '2999-01-01T00:00:00Z' },
    { advance: '1d', to: soon },
    { advance: '1d', unknown: true },
  ]
  for (const body of wrong) {
    const { status, body: problem } = await clock(service, 'POST', body)
    assert.equal(status, 400, JSON.stringify(body))
    assert.match(problem.type ?? '', /problem:(rejected|bad-request)$/)
  }
  for (const _ of [1, 2, 3]) await advanced(service, '3650d')
  const beyond = await clock(service, 'POST', { advance: '1h' })
  assert.deepEqual(
    [beyond.status, beyond.body.detail],
    [400, 'the clock can be at most 10950d ahead'],
  )
  assert.equal((await service.storage.store.sandbox.state()).advancedMs, 3 * 3650 * DAY_MS)
  const other = await clock(service, 'DELETE')
  assert.deepEqual([other.status, other.headers.get('allow')], [405, 'GET, POST, HEAD'])
})

test('simultaneous advances all count', async (t) => {
  const service = await runningService(t)
  const beside = await runningService(t, { beside: service })
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => advanced(index % 2 === 0 ? service : beside, '1d')),
  )
  for (const each of [service, beside]) {
    assert.equal((await clock(each, 'GET')).body.advancedMs, 12 * DAY_MS)
  }
})

test('of simultaneous advances to one time, one counts', async (t) => {
  const service = await runningService(t)
  const beside = await runningService(t, { beside: service })
  const to = new Date(Date.now() + 10 * DAY_MS).toISOString()
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      clock(index % 2 === 0 ? service : beside, 'POST', { to }),
    ),
  )
  const statuses = all.map(({ status }) => status).toSorted()
  assert.deepEqual(statuses, [200, ...Array(7).fill(400)])
  assert.match(all.find(({ status }) => status === 400)?.body.detail ?? '', /only goes forward/)
  const { now } = (await clock(beside, 'GET')).body
  const aheadMs = Date.parse(now ?? '') - Date.parse(to)
  assert.ok(aheadMs > -1000 && aheadMs < 60_000, `${aheadMs} ms after that time`)
})

interface Described {
  readonly security: unknown
  readonly requestBody?: { readonly content: Record<string, { readonly example?: object }> }
}

/** Returns the parts of the OpenAPI description about the clock and about operators. */
async function described({ url }: RunningService) {
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as {
    readonly paths: Record<string, { readonly get: Described; readonly post: Described }>
    readonly components: { readonly securitySchemes: { readonly operator?: object } }
  }
  const { paths, components } = description
  return { clock: paths['/sandbox/clock'], operator: components.securitySchemes.operator }
}

test('the clock is in the OpenAPI description, with an example', async (t) => {
  const { clock: calls, operator } = await described(await runningService(t))
  assert.deepEqual(calls?.get.security, [{ basic: [] }, { operator: [] }])
  const example = calls?.post.requestBody?.content['application/json']?.example
  assert.deepEqual(example, { advance: '45d' })
  assert.ok(operator)
})

test('with one real bureau, the service uses real time only', async (t) => {
  const simulated = createSimulatedBureaus({ epoch: new Date('2026-03-01'), timeoutMs: 1000 })
  const bureaus = simulated.map((bureau, index) => ({ ...bureau, simulated: index !== 2 }))
  const service = await runningService(t, { surroundings: { ...fixedSurroundings(), bureaus } })
  const { store } = service.storage
  await store.sandbox.begin(0)
  assert.equal(await store.sandbox.advanceClock(45 * DAY_MS, 100 * DAY_MS, SERVICE), true)
  for (const method of ['GET', 'POST']) {
    assert.equal(
      (await clock(service, method, method === 'POST' ? { advance: '1d' } : undefined)).status,
      404,
    )
  }
  assert.deepEqual(await described(service), { clock: undefined, operator: undefined })
  const { answer } = await reported(service, 'credit_report')
  assert.equal(answer.text('RESPONSE._ResponseDateTime'), '2026-03-02T15:04:05Z')
})

/** Places an order whose lender case tells it apart from earlier orders. */
let orders = 0
function ordering(service: RunningService, operation: OperationPath, asked: Asked) {
  orders += 1
  return reported(service, operation, { lenderCase: `CASE-${orders}`, ...asked })
}

test('after a month, a report is too old to reissue, and Submit requests new files', async (t) => {
  const service = await runningService(t)
  const first = await ordering(service, 'credit_report', {})
  const reportId = reportIdOf(first)
  await advanced(service, '29d')
  assert.equal(reportIdOf(await ordering(service, 'credit_report', {})), reportId)
  await ordering(service, 'credit_report', { action: 'Reissue', reportId })
  await advanced(service, '2d')
  const [text = ''] = await rejected(
    service,
    'credit_report',
    { action: 'Reissue', reportId, lenderCase: 'CASE-late' },
    'E061',
  )
  assert.match(text, /more than 30 days ago/)
  const again = await ordering(service, 'credit_report', {})
  assert.notEqual(reportIdOf(again), reportId)
  assert.ok(issuedAt(again) - issuedAt(first) >= 31 * DAY_MS)
})

function issuedAt({ answer }: Ordered): number {
  return Date.parse(answer.text('RESPONSE._ResponseDateTime'))
}

test('after a day, the same bytes are a new order', async (t) => {
  const service = await runningService(t)
  const asked = { action: 'ForceNew' }
  const first = await reported(service, 'credit_report', asked)
  await advanced(service, '23h')
  assert.equal((await reported(service, 'credit_report', asked)).body, first.body)
  await advanced(service, '2h')
  assert.notEqual(reportIdOf(await reported(service, 'credit_report', asked)), reportIdOf(first))
})

/** Returns the accounts of a report, by bureau, subscriber code and account number. */
async function standingsOf({ storage, account }: RunningService, id: string) {
  const report = await storage.store.reports.find(account, id)
  assert.ok(report)
  const { borrowers } = report.content as ReportContent
  return new Map(
    borrowers
      .flatMap(({ pulls }) => pulls)
      .flatMap(({ bureau, accounts }) =>
        accounts.map((each) => [
          `${bureau} ${each.subscriberCode} ${each._AccountIdentifier}`,
          each,
        ]),
      ),
  )
}

test('after two months, a refresh has other balances and a new account, the same in any sandbox', async (t) => {
  const refreshes: string[] = []
  for (const _ of ['one sandbox', 'another']) {
    const service = await runningService(t, { surroundings: fixedSurroundings() })
    const first = await reported(service, 'credit_report')
    await advanced(service, '60d')
    const asked = { reportId: reportIdOf(first) }
    const refresh = await reported(service, 'refresh_report', asked)
    refreshes.push(refresh.body)
    const before = await standingsOf(service, reportIdOf(first))
    const after = await standingsOf(service, reportIdOf(refresh))
    const changed = [...before].filter(([key, { _UnpaidBalanceAmount }]) => {
      const later = after.get(key)
      return later !== undefined && later._UnpaidBalanceAmount !== _UnpaidBalanceAmount
    })
    assert.ok(changed.length >= 5, `${changed.length} of ${before.size}`)
    assert.ok([...after.keys()].some((key) => !before.has(key)))
    const months = [...after.values()].map((each) => each._AccountReportedDate?.slice(0, 7))
    assert.ok(months.includes('2026-04') && !months.includes('2026-05'))
  }
  assert.equal(refreshes[0], refreshes[1])
})

test('the scores of a borrower change with the sandbox clock', async (t) => {
  const service = await runningService(t, { surroundings: fixedSurroundings() })
  const scores = new Set<string>()
  for (let quarter = 0; quarter < 4; quarter++) {
    const { answer } = await ordering(service, 'credit_report', { people: [PEOPLE.rowan] })
    scores.add(answer.texts('CREDIT_SCORE.__Value').join(' '))
    await advanced(service, '91d')
  }
  assert.ok(scores.size >= 3, [...scores].join('; '))
})

test('all services on a database see another process’s advance at their next request', async (t) => {
  const one = await runningService(t)
  const other = await runningService(t, { beside: one })
  const start = Date.now()
  const advance = ['clock', 'advance', '45d', '--data', one.data]
  const { code, stdout, stderr } = await runProgram(advance)
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^sandbox time \S+ \d\d:\d\d UTC, 45 days and 0 hours ahead of real time$/m)
  for (const service of [one, other]) {
    const report = await ordering(service, 'credit_report', { action: 'ForceNew' })
    const ahead = issuedAt(report) - start
    assert.ok(ahead >= 45 * DAY_MS - 1000 && ahead < 45 * DAY_MS + 60_000, String(ahead))
    const [charge] = await one.storage.store.ledger.charges(one.account, start + 45 * DAY_MS, 1e15)
    assert.ok(charge)
  }
  await advanced(one, '1w')
  assert.equal((await clock(other, 'GET')).body.advancedMs, 52 * DAY_MS)
})

test('the command shows the time and rejects invalid advances', async (t) => {
  const { data } = await runningService(t)
  const command = (...words: readonly string[]) => run(['clock', ...words, '--data', data])
  const shown = await command()
  assert.equal(shown.code, 0)
  assert.match(shown.stdout, /0 days and 0 hours ahead/)
  for (const words of [['advance'], ['advance', '0d'], ['advance', 'soon'], ['back', '1d']]) {
    const { code, stderr } = await command(...words)
    assert.equal(code, 2, words.join(' '))
    assert.notEqual(stderr, '')
  }
  for (const _ of [1, 2, 3]) await command('advance', '3650d')
  assert.equal((await command('advance', '1h')).code, 1)
})

test('the command says how far a frozen clock was advanced, which is not ahead of real time', async (t) => {
  const { data } = await runningService(t, { flags: { 'world-start': '2026-01-15' } })
  const { stdout } = await run(['clock', 'advance', '36h', '--data', data])
  const text = 'sandbox time 2026-01-16 12:00 UTC, 1 day and 12 hours after its frozen start'
  assert.equal(stdout, `${text}\n`)
})

test('a replica learns of an advance before it settles the orders of a dead process', async () => {
  const did: string[] = []
  const noting = (what: string) => async () => {
    did.push(what)
    return []
  }
  const tools = {
    refresh: noting('caught up'),
    machineNow: () => new Date(0),
    store: { orders: { listLeased: noting('looked') } },
  }
  await settleInterrupted(tools as unknown as Tools, new AbortController().signal)
  assert.deepEqual(did, ['caught up', 'looked'])
})
