/**
 * What operators see of a service in metrics, log lines and traces, and data that must never appear
 * there.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import perfHooks from 'node:perf_hooks'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { errorOf, failureOf } from '../../src/app/order-threads.ts'
import { watchStorage } from '../../src/app/service-observation.ts'
import { createMetrics } from '../../src/http/metrics.ts'
import { LOG_FIELDS, openLog, prettyDestination } from '../../src/log.ts'
import { type LogEvent, logErrors } from '../../src/orders/tools.ts'
import { DatabaseUnavailable } from '../../src/store/engine/database.ts'
import { startTrailJob } from '../../src/store/verification/trail.ts'
import { traceHeaders, traceOfRequest } from '../../src/trace.ts'
import { gatewayBefore, gatewayTo } from '../bureaus/upstream/gateway.ts'
import { controlOf } from '../sandbox-api/control.ts'
import { runningService } from '../support/running-service.ts'

const ORDER = readFileSync('examples/credit-report.xml', 'utf8')
const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

async function figuresOf(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text()
}

test('orders are counted by operation, action and outcome, and pulls by bureau and outcome', async (t) => {
  const service = await runningService(t)
  const order = ORDER
  await service.post('credit_report', order)
  await service.post('credit_report', order)
  await service.post('mortgage_only', order)
  const figures = await figuresOf(service.url)
  const expected = [
    'trimerge_orders_total{operation="credit_report",action="Submit",outcome="answered"} 1',
    'trimerge_orders_total{operation="credit_report",action="Submit",outcome="retried"} 1',
    'trimerge_orders_total{operation="mortgage_only",action="Submit",outcome="invalidDocument"} 1',
    'trimerge_orders_in_flight{operation="credit_report"} 0',
    'trimerge_bureau_pull_duration_seconds_count{bureau="Experian",outcome="FileReturned"} 1',
    'trimerge_http_request_duration_seconds_count{method="POST",route="/credit_report",status="200"} 2',
    'trimerge_database_failures_total{call="commit"} 0',
  ]
  for (const line of expected) assert.ok(figures.includes(line), `${line}\n${figures}`)
  assert.match(figures, /trimerge_database_call_duration_seconds_count\{call="commit"\} [1-9]/)
  assert.match(figures, /nodejs_eventloop_lag_seconds [0-9]/)
})

test('all services of a process together observe the process once', async (t) => {
  const { monitorEventLoopDelay } = perfHooks
  t.after(() => {
    perfHooks.monitorEventLoopDelay = monitorEventLoopDelay
  })
  let observers = 0
  perfHooks.monitorEventLoopDelay = (...args) => {
    observers += 1
    return monitorEventLoopDelay(...args)
  }
  const services = [createMetrics('1.0.0'), createMetrics('1.0.0')]
  for (const service of services) assert.match(await service.text(), /\nprocess_cpu_seconds_total /)
  // Another test of this process may have created the first service.
  assert.ok(observers <= 1, `${observers} observers`)
})

test('an unknown action does not become a label of a metric', async (t) => {
  const service = await runningService(t)
  const order = ORDER.replace('"Submit"', '"Sandford"')
  await service.post('credit_report', order)
  const figures = await figuresOf(service.url)
  assert.ok(!figures.includes('Sandford'))
  assert.match(figures, /trimerge_orders_total\{operation="credit_report",action="none"/)
})

test('with a metrics token, only requests that present it get the metrics', async (t) => {
  const service = await runningService(t, { flags: { 'metrics-token': 'read-me' } })
  const read = (headers: Record<string, string>) => fetch(`${service.url}/metrics`, { headers })
  for (const headers of [{}, { authorization: 'Bearer read-m' }, { authorization: 'read-me' }]) {
    const rejected = await read(headers)
    assert.equal(rejected.status, 401)
    assert.equal(rejected.headers.get('www-authenticate'), 'Bearer')
    assert.equal(await rejected.text(), '')
  }
  assert.equal((await read({ authorization: 'Bearer read-me' })).status, 200)
})

interface Line {
  readonly msg: string
  readonly [field: string]: unknown
}

async function lineOfOrder(t: TestContext, headers: Record<string, string>): Promise<Line> {
  const service = await runningService(t)
  await service.post('credit_report', ORDER, headers)
  const lines = service.logged.map((line): Line => JSON.parse(line))
  const line = lines.find(({ route }) => route === '/credit_report')
  assert.ok(line, service.logged.join(''))
  return line
}

test('a log line names the account, action, order and trace, and has only listed fields', async (t) => {
  const line = await lineOfOrder(t, { traceparent: PARENT })
  const { traceId, account, action, status, reason, orderId, reportId } = line
  assert.deepEqual(
    { traceId, account, action, status, reason },
    {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      account: 'sandbox',
      action: 'Submit',
      status: 200,
      reason: 'answered',
    },
  )
  assert.match(String(orderId), /^O/)
  assert.match(String(reportId), /^R/)
  const own = ['level', 'time', 'pid', 'hostname', 'msg']
  const unknown = Object.keys(line).filter((name) => !own.includes(name) && !(name in LOG_FIELDS))
  assert.deepEqual(unknown, [])
})

test('the log has the order whose client did not wait for the response', async (t) => {
  const service = await runningService(t)
  const street = (text: string) =>
    ORDER.replace(/<_RESIDENCE _StreetAddress="[^"]*"/, `<_RESIDENCE _StreetAddress="${text}"`)
  const headers = { Authorization: service.authorization, 'Content-Type': 'application/xml' }
  const post = { method: 'POST', headers, body: street('MAGIC ALL SLOW 1') }
  const signal = AbortSignal.timeout(500)
  await assert.rejects(fetch(`${service.url}/credit_report`, { ...post, signal }))
  const lines = () =>
    service.logged
      .map((line): Line => JSON.parse(line))
      .filter(({ route }) => route === '/credit_report')
  while (lines().length === 0) await sleep(50)
  const [{ msg, account, orderId, reason }, ...others] = lines() as [Line, ...Line[]]
  assert.deepEqual(
    [msg, account, reason, others],
    ['the client closed the connection before its response', 'sandbox', 'answered', []],
  )
  assert.match(String(orderId), /^O/)
})

test('the log names the account and the reason of an order that fails, and so do the metrics', async (t) => {
  const service = await runningService(t, {
    changing: (store) => ({
      ...store,
      orders: { ...store.orders, begin: () => Promise.reject(new DatabaseUnavailable('down')) },
    }),
  })
  const send = async (login: string) => {
    const headers = { Authorization: `Basic ${btoa(login)}`, 'Content-Type': 'application/xml' }
    const post = { method: 'POST', headers, body: ORDER }
    const response = await fetch(`${service.url}/credit_report`, post)
    await response.arrayBuffer()
    const id = response.headers.get('X-Request-Id')
    const lines = service.logged.map((line): Line => JSON.parse(line))
    const line = lines.find(({ requestId, msg }) => requestId === id && msg === 'answered')
    return { status: line?.status, account: line?.account, reason: line?.reason }
  }
  assert.deepEqual(await send(`${service.account}:${service.secret}`), {
    status: 503,
    account: 'sandbox',
    reason: 'unavailable',
  })
  const rejected = { status: 401, account: undefined, reason: 'unauthenticated' }
  assert.deepEqual(await send(`${service.account}:wrong`), { ...rejected, account: 'sandbox' })
  assert.deepEqual(await send('a secret in the wrong field:wrong'), rejected)
  const counted =
    'trimerge_orders_total{operation="credit_report",action="none",outcome="unavailable"} 1'
  assert.ok((await figuresOf(service.url)).includes(counted))
})

test('the metrics count the orders that fail at their login without the database, and no wrong login', async (t) => {
  let isDown = true
  const service = await runningService(t, {
    changing: (store) => ({
      ...store,
      accounts: {
        ...store.accounts,
        findLogin: (...login) =>
          isDown
            ? Promise.reject(new DatabaseUnavailable('down'))
            : store.accounts.findLogin(...login),
      },
    }),
  })
  const post = { method: 'POST', headers: { Authorization: `Basic ${btoa('a:b')}` }, body: ORDER }
  assert.equal((await fetch(`${service.url}/credit_report`, post)).status, 503)
  isDown = false
  assert.equal((await fetch(`${service.url}/credit_report`, post)).status, 401)
  const counted = (await figuresOf(service.url))
    .split('\n')
    .filter((line) => /^trimerge_orders_total\{operation="credit_report".* [1-9]/.test(line))
  assert.deepEqual(counted, [
    'trimerge_orders_total{operation="credit_report",action="none",outcome="unavailable"} 1',
  ])
})

test('the log says why the database rejects orders and calls, from every thread', async (t) => {
  const full = 'the disk of PostgreSQL is full: free some space there'
  const service = await runningService(t, {
    changing: (store) => ({
      ...store,
      orders: {
        ...store.orders,
        begin: () => Promise.reject(errorOf(failureOf(new DatabaseUnavailable(full)))),
      },
    }),
  })
  const login = btoa(`${service.account}:${service.secret}`)
  const headers = { Authorization: `Basic ${login}`, 'Content-Type': 'application/xml' }
  const post = { method: 'POST', headers, body: ORDER }
  const response = await fetch(`${service.url}/credit_report`, post)
  assert.equal(response.status, 503)
  assert.doesNotMatch(await response.text(), /disk/)
  const lines = service.logged.map((line): Line => JSON.parse(line))
  const line = lines.find(({ msg }) => msg === `the database failed: ${full}`)
  assert.deepEqual([line?.level, line?.requestId], [40, response.headers.get('X-Request-Id')])
})

test('the log says where a call of a JSON API failed, without the message', async (t) => {
  // As for a damaged row of the database. The request has no body that could be wrong.
  const listSnapshots = async () => {
    throw new SyntaxError('about 900-55-1234')
  }
  const service = await runningService(t, {
    changing: (store) => ({ ...store, sandbox: { ...store.sandbox, listSnapshots } }),
  })
  const reply = await controlOf(service)('GET /snapshots')
  assert.equal(reply.status, 500)
  const line = service.logged.map((each) => JSON.parse(each)).find(({ msg }) => msg === 'failed')
  assert.equal(line.requestId, reply.json.requestId)
  assert.equal(line.err.kind, 'SyntaxError')
  assert.match(line.err.at, /listSnapshots \(.*observe\.test\.ts/)
  assert.doesNotMatch(JSON.stringify(line), /about/)
})

test('a request to a vendor continues the trace of the client’s request', async (t) => {
  const vendor = await runningService(t)
  const gateway = await gatewayBefore(t, vendor)
  await gateway.post('credit_report', ORDER, { traceparent: PARENT })
  const traces = vendor.logged.map((line): Line => JSON.parse(line)).map(({ traceId }) => traceId)
  assert.deepEqual(traces.filter(Boolean), ['0af7651916cd43dd8448eb211c80319c'])
})

test('the line of a pull that failed has the trace of its request', async (t) => {
  // The line of an order that could not be stored has no order ID, so only the trace joins them.
  const gateway = await gatewayTo(t, 'https://127.0.0.1:1')
  await gateway.post('credit_report', ORDER, { traceparent: PARENT })
  const lines = gateway.logged.map((line): Line => JSON.parse(line))
  const failed = lines.filter(({ msg }) => /^the pull from /.test(String(msg)))
  assert.deepEqual(
    failed.map(({ traceId }) => traceId),
    ['0af7651916cd43dd8448eb211c80319c'],
  )
})

test('log lines have only listed fields, and no numbers that look like SSNs or cards', () => {
  const secret = fc.constantFrom('900-12-1234', '900121234', '900 12 1234', '4111 1111 1111 1111')
  const given = Object.keys(LOG_FIELDS).filter((name) => !/^(?:requestId|spanId)$/.test(name))
  const field = fc.oneof(fc.constantFrom(...given), fc.string())
  fc.assert(
    fc.property(fc.dictionary(field, secret), secret, (fields, number) => {
      const lines: string[] = []
      const log = openLog('trace', { destination: { write: (line) => void lines.push(line) } })
      log.info(fields, `about ${number} here`)
      log.error(new Error(`about ${number}`))
      log.child({ ...fields, account: number }).warn({ err: new TypeError(number) }, 'failed')
      assert.equal(lines.length, 3)
      const pretty: string[] = []
      const readable = prettyDestination({ write: (line) => void pretty.push(line) })
      for (const line of lines) readable.write(line)
      const text = [...lines, ...pretty].join('')
      assert.ok(!text.includes(number), text)
      for (const value of Object.values(fields)) assert.ok(!text.includes(value), text)
      for (const line of lines) {
        const own = ['level', 'time', 'pid', 'hostname', 'msg']
        const names = Object.keys(JSON.parse(line)).filter((name) => !own.includes(name))
        for (const name of names) assert.ok(name in LOG_FIELDS, name)
      }
    }),
  )
})

test('the log has the IDs of every request, even if their digits look like a card number', () => {
  const lines: string[] = []
  const log = openLog('info', { destination: { write: (line) => void lines.push(line) } })
  const drawn = { requestId: '12929243-8962-4921-98b1-a3bbf2e90e72', spanId: '4000056655665556' }
  log.child({ requestId: drawn.requestId }).info({ spanId: drawn.spanId }, 'answered')
  const { requestId, spanId } = JSON.parse(lines[0] ?? '')
  assert.deepEqual({ requestId, spanId }, drawn)
})

test('the log says why the database fails, but gives no message of another error', async () => {
  const said: string[] = []
  const log = ({ what }: LogEvent) => void said.push(what)
  const full = new DatabaseUnavailable('the disk of PostgreSQL is full: free some space there')
  for (const error of [full, new SyntaxError('about 900-55-1234')]) {
    await logErrors({ log }, 'renewing leases', () => Promise.reject(error))
  }
  assert.deepEqual(said, [
    'renewing leases failed: the disk of PostgreSQL is full: free some space there',
    'renewing leases failed',
  ])
})

test('the log says why the audit trail cannot be sealed', async () => {
  const said: string[] = []
  const seal = () => Promise.reject(new DatabaseUnavailable('the disk is full'))
  const events = { head: () => {}, problem: (what: string) => void said.push(what) }
  await startTrailJob({ seal, sealAbandoned: seal } as never, events).stop()
  const expected = 'sealing the audit trail failed: the disk is full'
  assert.deepEqual(said, [expected, expected])
})

test('the log names a row that was changed outside the service', () => {
  const lines: string[] = []
  const log = openLog('info', { destination: { write: (line) => void lines.push(line) } })
  const storage = { database: { listen: () => {} }, watchTampering: () => {} }
  const { tampered } = watchStorage(storage as never, createMetrics('1.0.0'), log)
  tampered({ table: 'accounts', row: 'lender' })
  const { table, row } = JSON.parse(lines[0] ?? '')
  assert.deepEqual({ table, row }, { table: 'accounts', row: 'lender' })
})

const PARENTS: readonly (readonly [string, string | undefined, boolean])[] = [
  ['of version 00 is used', PARENT, true],
  ['of a later version with extra fields is used', `cc${PARENT.slice(2)}-more`, true],
  ['of version 00 with extra fields is ignored', `${PARENT}-more`, false],
  ['of version ff is ignored', `ff${PARENT.slice(2)}`, false],
  ['with a trace ID of zeros is ignored', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, false],
  [
    'with a parent ID of zeros is ignored',
    `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
    false,
  ],
  ['in capitals is ignored', PARENT.toUpperCase(), false],
  ['that is missing starts a new trace', undefined, false],
]
for (const [title, parent, followed] of PARENTS) {
  test(`a traceparent ${title}`, () => {
    const trace = traceOfRequest(parent, 'vendor=1')
    assert.equal(trace.traceId === '0af7651916cd43dd8448eb211c80319c', followed)
    assert.equal(trace.state, followed ? 'vendor=1' : undefined)
    const { traceparent = '' } = traceHeaders(trace)
    assert.match(traceparent, /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/)
    assert.notEqual(traceparent, parent)
  })
}

test('the operations page documents every log field and every metric', async (t) => {
  const page = readFileSync('docs/operations.md', 'utf8')
  const service = await runningService(t)
  const figures = await figuresOf(service.url)
  const names = [...figures.matchAll(/^# HELP (trimerge_\w+)/gm)].map(([, name = '']) => name)
  assert.ok(names.length > 7)
  for (const name of [...names, ...Object.keys(LOG_FIELDS)]) {
    assert.ok(page.includes(`\`${name}\``), `add ${name} to the tables of docs/operations.md`)
  }
})
