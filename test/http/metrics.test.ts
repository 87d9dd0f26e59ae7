/** The state of a service in its metrics, which on-call staff check when an alert fires. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import https, { type RequestOptions } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { backUp, recordBackup } from '../../src/app/backup.ts'
import { REAL_ENVIRONMENT } from '../../src/app/environment.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { keepReserve } from '../../src/store/disk-reserve.ts'
import { certificates } from '../bureaus/upstream/certificates.ts'
import { gatewayTo } from '../bureaus/upstream/gateway.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { alertExpressions, dashboardExpressions, knownMetrics, unknownIn } from './promql.ts'

/** The samples of `/metrics`: from name with labels to value. */
type Samples = ReadonlyMap<string, number>

const { ca, good } = certificates()

async function samplesOf(service: Pick<RunningService, 'url'>): Promise<Samples> {
  const response = await requestOver(service, '/metrics', {})
  const lines = response.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

/**
 * Sends a request, also over TLS, because `fetch` does not know the test's certificate authority.
 */
function requestOver(
  { url }: Pick<RunningService, 'url'>,
  path: string,
  { body, ...options }: RequestOptions & { body?: string },
): Promise<string> {
  const { request } = url.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { ca, agent: false, ...options } as RequestOptions)
    sent.on('response', (response) => resolve(text(response))).on('error', reject)
    sent.end(body)
  })
}

function postOver(service: RunningService, body: string): Promise<string> {
  const auth = `${service.account}:${service.secret}`
  const headers = { 'Content-Type': 'application/xml' }
  return requestOver(service, '/credit_report', { method: 'POST', auth, headers, body })
}

/** Waits until the samples are as wanted, because jobs and threads report a moment later. */
async function samplesWhen(service: RunningService, isWanted: (samples: Samples) => boolean) {
  for (let tries = 0; ; tries++) {
    const samples = await samplesOf(service)
    if (isWanted(samples)) return samples
    assert.ok(tries < 200, [...samples].join('\n'))
    await sleep(25)
  }
}

/** A service with its own certificate and vendors that cannot be reached. */
function embedded(t: TestContext): Promise<RunningService> {
  const folder = temporaryFolder()
  const flags = { 'tls-cert': join(folder, 'cert.pem'), 'tls-key': join(folder, 'key.pem') }
  writeFileSync(flags['tls-cert'], good.cert)
  writeFileSync(flags['tls-key'], good.key, { mode: 0o600 })
  return gatewayTo(t, 'https://127.0.0.1:1', { flags })
}

async function shownOnSqlite(service: RunningService): Promise<Samples> {
  const before = await samplesWhen(service, (it) => it.has('trimerge_purge_last_timestamp_seconds'))
  assert.equal(before.get('trimerge_disk_reserve_kept'), 0)
  assert.ok(!before.has('trimerge_backup_last_timestamp_seconds'))
  assert.ok(
    before.has('trimerge_disk_reserve_bytes'),
    'the alert for a missing backup uses this sample',
  )
  assert.ok(![...before.keys()].some((name) => name.startsWith('trimerge_database_connections')))

  const settings = readSettings({ flags: { data: service.data }, environment: {} })
  const madeAt = new Date('2026-03-02T15:04:05Z')
  recordBackup(settings, (await backUp(settings, join(service.data, 'backup.db'), madeAt)).madeAt)
  assert.ok(keepReserve(service.data, 4_096))
  const samples = await samplesOf(service)
  const expected = {
    trimerge_disk_reserve_kept: 1,
    trimerge_disk_reserve_bytes: settings['disk-reserve-bytes'],
    trimerge_certificate_expiry_timestamp_seconds:
      new X509Certificate(good.cert).validToDate.getTime() / 1000,
    trimerge_backup_last_timestamp_seconds: madeAt.getTime() / 1000,
    'trimerge_bureau_breaker_state{bureau="Equifax",state="closed"}': 1,
    'trimerge_bureau_breaker_state{bureau="Equifax",state="open"}': 0,
    'trimerge_bureau_breaker_state{bureau="TransUnion",state="half-open"}': 0,
    'trimerge_purge_last_records{type="order"}': 0,
    trimerge_ready: 1,
    trimerge_orders_interrupted: 0,
    trimerge_orders_taken_over_total: 0,
  }
  for (const [name, value] of Object.entries(expected)) assert.equal(samples.get(name), value, name)
  assert.ok((samples.get('trimerge_disk_free_bytes') ?? 0) > 1_000_000)
  const ahead = samples.get('trimerge_clock_ahead_seconds') ?? Number.NaN
  assert.ok(ahead >= 0 && ahead < 120, String(ahead))
  const purgedAt = samples.get('trimerge_purge_last_timestamp_seconds') ?? 0
  assert.ok(Math.abs(purgedAt - Date.now() / 1000) < 60, String(purgedAt))
  return samples
}

async function shownOnPostgres(service: RunningService): Promise<Samples> {
  const own = service.storage.database.connections
  assert.ok(own)
  const idle = 'trimerge_database_connections{state="idle"}'
  const samples = await samplesWhen(service, (it) => (it.get(idle) ?? 0) > own().idle)
  assert.equal(samples.get('trimerge_database_connections_waiting'), 0)
  assert.ok(!samples.has('trimerge_disk_reserve_bytes'))
  return samples
}

test('the metrics show the state of a service and cover all alerts and dashboards', async (t) => {
  const onSqlite = await embedded(t)
  const onPostgres = await runningService(t, {
    flags: { 'database-url': await createDatabase() },
    surroundings: { ...REAL_ENVIRONMENT, orderThreads: 1 },
  })
  const seen: Samples[] = []

  await t.test(
    'on the embedded database: disk, circuit breakers, certificate, purge, backup',
    async () => {
      seen.push(await shownOnSqlite(onSqlite))
    },
  )
  await t.test('on PostgreSQL: connections, including those of order threads', async () => {
    seen.push(await shownOnPostgres(onPostgres))
  })
  await t.test('alerts and dashboards use only metrics, labels and values that exist', async () => {
    for (const service of [onSqlite, onPostgres]) {
      await postOver(service, orderDocument('credit_report'))
      seen.push(await samplesOf(service))
    }
    const known = knownMetrics(seen.flatMap((samples) => [...samples.keys()]))
    const expressions = [...alertExpressions().values(), ...dashboardExpressions()]
    assert.ok(expressions.length > 50, String(expressions.length))
    for (const expression of expressions) {
      assert.deepEqual(unknownIn(expression, known), [], expression)
    }
  })
})

test('the operations page says for every alert what to do', () => {
  const page = readFileSync('docs/operations.md', 'utf8')
  for (const name of alertExpressions().keys()) {
    assert.match(page, new RegExp(`^\\| .*\`${name}\`.* \\| .+ \\|$`, 'm'), name)
  }
})

test('alerts see the whole problem, and are not interrupted while it lasts', () => {
  const alerts = alertExpressions()
  // Every pause of a vendor ends with an order that tests it, for up to its answer-timeout-ms.
  assert.match(alerts.get('TrimergeBureauBreakerOpen') ?? '', /state=~"open\|half-open"/)
  // An expired certificate stops every order, so somebody must know before the next working day.
  assert.match(alerts.get('TrimergeCertificateExpired') ?? '', /- time\(\) < 86400$/)
  // A vendor that rejects the credentials can respond with an error document for each order.
  assert.match(alerts.get('TrimergeBureauFails') ?? '', /NoFileReturnedError/)
  // Each thread has its own pool: another thread's idle connections help no waiting call.
  assert.doesNotMatch(alerts.get('TrimergeConnectionsExhausted') ?? '', /idle/)
})

test('the series that alerts watch exist before the first failure', async (t) => {
  const samples = await samplesOf(await runningService(t))
  // A rate needs two samples, so a series that begins with its first failure shows none.
  for (const outcome of ['internal', 'unavailable']) {
    for (const action of ['Submit', 'Reissue', 'none']) {
      const labels = `operation="credit_report",action="${action}",outcome="${outcome}"`
      assert.equal(samples.get(`trimerge_orders_total{${labels}}`), 0, labels)
    }
  }
  for (const outcome of ['failed', 'late', 'NoFileReturnedError']) {
    const labels = `bureau="Equifax",outcome="${outcome}"`
    assert.equal(samples.get(`trimerge_bureau_pull_duration_seconds_count{${labels}}`), 0, labels)
  }
  assert.ok(
    ![...samples.keys()].some((name) => /operation="refresh_report",action="Upg/.test(name)),
  )
})

test('the check finds unknown names and syntax errors in expressions', () => {
  const known = knownMetrics(['orders_total{outcome="answered"}', 'depth'])
  const cases = {
    'sum by (outcome) (rate(orders_total{outcome=~"answered|internal"}[5m]))': [],
    'depth{job="a"} > 1': [],
    'sum(order_total)': ['order_total'],
    'orders_total{result="answered"}': ['orders_total{result}'],
    'orders_total{outcome="anwsered"}': ['orders_total{outcome="anwsered"}'],
    'sum by (bureau) (orders_total)': ['orders_total by bureau'],
    'sum by (outcome (orders_total)': ['syntax'],
  }
  for (const [expression, found] of Object.entries(cases)) {
    assert.deepEqual(unknownIn(expression, known), found, expression)
  }
})

test('failed and throttled logins of accounts are counted', async (t) => {
  const service = await runningService(t)
  const guess = `Basic ${Buffer.from(`${service.account}:wrong`).toString('base64')}`
  for (let count = 0; count < 12; count++) {
    await service.post('credit_report', '<', { Authorization: guess })
  }
  const samples = await samplesOf(service)
  assert.equal(samples.get('trimerge_account_login_failures_total'), 11)
  assert.equal(samples.get('trimerge_account_logins_throttled_total'), 1)
})

test('the audit lag includes entries of order threads that are in no block yet', async (t) => {
  const surroundings = { ...REAL_ENVIRONMENT, orderThreads: 1 }
  const service = await runningService(t, { surroundings })
  const { audit } = service.storage.store
  await audit.seal()
  await service.post('credit_report', orderDocument('credit_report'))
  const entries = 'trimerge_audit_unsealed_entries'
  await samplesWhen(service, (it) => (it.get(entries) ?? 0) > audit.state().unsealed)
  const sealed = await samplesWhen(service, (it) => it.get(entries) === 0)
  assert.equal(sealed.get('trimerge_audit_lag_seconds'), 0)
})

test('if the database fails, the metrics lack only the samples about the database', async (t) => {
  const service = await runningService(t)
  await service.storage.store.close()
  const samples = await samplesOf(service)
  assert.ok(!samples.has('trimerge_orders_interrupted'))
  assert.ok(samples.has('trimerge_disk_free_bytes'))
})
