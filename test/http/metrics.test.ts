/** The state of a service in its metrics: what on-call looks at when an alert comes. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { backUp } from '../../src/app/backup.ts'
import { REAL_ENVIRONMENT } from '../../src/app/environment.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { keepReserve } from '../../src/store/engine/reserve-file.ts'
import { certificates } from '../bureaus/upstream/certificates.ts'
import { gatewayTo } from '../bureaus/upstream/gateway.ts'
import { dataFolder } from '../commands/run.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { type RunningService, runningService } from '../support/running-service.ts'

/** The samples of `/metrics`: name with labels to value. */
type Samples = ReadonlyMap<string, number>

const { ca, good } = certificates(new Date())

async function samplesOf({ url }: Pick<RunningService, 'url'>): Promise<Samples> {
  const response = await new Promise<string>((resolve, reject) => {
    if (url.startsWith('http:'))
      fetch(`${url}/metrics`)
        .then((it) => it.text())
        .then(resolve, reject)
    else get(`${url}/metrics`, { ca, agent: false }, (it) => resolve(text(it))).on('error', reject)
  })
  const lines = response.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

/** The samples once they are as wanted: jobs and threads tell of themselves a moment later. */
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
  const folder = dataFolder(t)
  const flags = { 'tls-cert': join(folder, 'cert.pem'), 'tls-key': join(folder, 'key.pem') }
  writeFileSync(flags['tls-cert'], good.cert)
  writeFileSync(flags['tls-key'], good.key, { mode: 0o600 })
  return gatewayTo(t, 'https://127.0.0.1:1', { flags })
}

test('a service on the embedded database shows disk, breakers, certificate, purge and backup', async (t) => {
  const service = await embedded(t)
  const before = await samplesWhen(service, (it) => it.has('trimerge_purge_last_timestamp_seconds'))
  assert.equal(before.get('trimerge_disk_reserve_kept'), 0)
  assert.ok(!before.has('trimerge_backup_last_timestamp_seconds'))
  assert.ok(![...before.keys()].some((name) => name.startsWith('trimerge_database_connections')))

  const settings = readSettings({ flags: { data: service.data }, environment: {} })
  const madeAt = new Date('2026-03-02T15:04:05Z')
  await backUp(settings, join(service.data, 'backup.db'), madeAt)
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
    trimerge_orders_interrupted: 0,
    trimerge_orders_taken_over_total: 0,
  }
  for (const [name, value] of Object.entries(expected)) assert.equal(samples.get(name), value, name)
  assert.ok((samples.get('trimerge_disk_free_bytes') ?? 0) > 1_000_000)
  const purgedAt = samples.get('trimerge_purge_last_timestamp_seconds') ?? 0
  assert.ok(Math.abs(purgedAt - Date.now() / 1000) < 60, String(purgedAt))
})

test('failed logins of accounts are counted, and those that are throttled', async (t) => {
  const service = await runningService(t)
  const guess = `Basic ${Buffer.from(`${service.account}:wrong`).toString('base64')}`
  for (let count = 0; count < 12; count++) {
    await service.post('credit_report', '<', { Authorization: guess })
  }
  const samples = await samplesOf(service)
  assert.equal(samples.get('trimerge_account_login_failures_total'), 11)
  assert.equal(samples.get('trimerge_account_logins_throttled_total'), 1)
})

test('a service on PostgreSQL shows its connections, with those of its order threads', async (t) => {
  const flags = { 'database-url': await createDatabase() }
  const surroundings = { ...REAL_ENVIRONMENT, orderThreads: 1 }
  const service = await runningService(t, { flags, surroundings })
  const own = service.storage.database.connections
  assert.ok(own)
  const idle = 'trimerge_database_connections{state="idle"}'
  const samples = await samplesWhen(service, (it) => (it.get(idle) ?? 0) > own().idle)
  assert.equal(samples.get('trimerge_database_connections_waiting'), 0)
  assert.ok(!samples.has('trimerge_disk_reserve_bytes'))
})

test('entries of an order thread without a block are part of the audit lag', async (t) => {
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

test('a database that fails takes only its own samples from the metrics', async (t) => {
  const service = await runningService(t)
  await service.storage.store.close()
  const samples = await samplesOf(service)
  assert.ok(!samples.has('trimerge_orders_interrupted'))
  assert.ok(samples.has('trimerge_disk_free_bytes'))
})
