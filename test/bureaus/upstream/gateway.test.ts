/**
 * Tests a service that orders from a vendor: what it stores, what it shows and what it never
 * reveals.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { REAL_ENVIRONMENT } from '../../../src/app/environment.ts'
import { openUpstream } from '../../../src/bureaus/upstream/vendor.ts'
import type { ReportContent } from '../../../src/orders/stored-report.ts'
import { DatabaseUnavailable } from '../../../src/store/engine/database.ts'
import { person } from '../../admin-api/person.ts'
import { journalOf } from '../../orders/support/ledger-of.ts'
import { orderDocument, PEOPLE } from '../../orders/support/order-document.ts'
import { rejected, reported, reportIdOf } from '../../orders/support/ordered.ts'
import { readPdf } from '../../print/print-read.ts'
import { type RunningService, runningService } from '../../support/running-service.ts'
import { persona, request } from '../simulator/simulator-requests.ts'
import { recorded } from './answers.ts'
import { gatewayBefore, gatewayTo } from './gateway.ts'
import {
  answerBytes,
  askedIn,
  misbehavingServer,
  reportFor,
  wellBehaved,
} from './misbehaving-server.ts'
import { upstreamOptions } from './options.ts'
import { scriptedVendor } from './shapes.ts'

async function contentOf(service: RunningService, reportId: string): Promise<ReportContent> {
  const report = await service.storage.store.reports.find(service.account, reportId)
  assert.ok(report)
  return report.content as ReportContent
}

async function printedText(pdf: Buffer): Promise<string> {
  return (await readPdf(pdf)).sheets.join(' ')
}

test('a report is stored with the source of each file', async (t) => {
  const server = await misbehavingServer(t, wellBehaved)
  const gateway = await gatewayTo(t, server.url)
  const report = await reported(gateway, 'credit_report')
  const { borrowers } = await contentOf(gateway, reportIdOf(report))
  const [sent] = server.orders
  assert.ok(sent)
  const asked = askedIn(sent)
  const sha256 = createHash('sha256').update(reportFor(asked)).digest('hex')
  const { requestId } = asked
  assert.deepEqual(
    borrowers.flatMap(({ pulls }) => pulls.map(({ bureau, evidence }) => [bureau, evidence])),
    ['Equifax', 'Experian', 'TransUnion'].map((bureau) => [
      bureau,
      { source: 'vendor', sha256, requestId, reportId: '77' },
    ]),
  )
})

test('each borrower is one order to the vendor, with the number of the order here', async (t) => {
  const server = await misbehavingServer(t, wellBehaved)
  const gateway = await gatewayTo(t, server.url, {
    upstream: { keys: { BranchId: '0042' }, version: '2.4' },
  })
  await reported(gateway, 'credit_report', { people: [PEOPLE.rowan, PEOPLE.juno] })
  const sent = server.orders.map(({ body }) => body)
  assert.deepEqual(sent.map((body) => / _SSN="(\d+)"/.exec(body)?.[1]).toSorted(), [
    '900551111',
    '900552222',
  ])
  for (const body of sent) {
    assert.match(body, / LenderCaseIdentifier="O[0-9A-Z]{16}"/)
    assert.match(body, /<KEY _Name="BranchId" _Value="0042"\/>/)
    assert.match(body, /<REQUEST_GROUP MISMOVersionID="2\.4">/)
    assert.match(body, / CreditReportRequestActionType="ForceNew"/)
  }
})

test('a report is marked as simulated only if it contains a simulated file', async (t) => {
  const server = await misbehavingServer(t, wellBehaved)
  const gateway = await gatewayTo(t, server.url, { bureaus: { Equifax: 'vendor' } })
  const real = await reported(gateway, 'credit_report', { bureaus: 'YNN', printed: true })
  const mixed = await reported(gateway, 'credit_report', { bureaus: 'YYN', printed: true })
  assert.equal(real.answer.key('Simulated'), undefined)
  assert.doesNotMatch(real.body, /SIMULATED/)
  assert.doesNotMatch(await printedText(real.answer.printed()), /SIMULATED/)
  assert.equal(mixed.answer.key('Simulated'), 'Y')
  assert.match(await printedText(mixed.answer.printed()), /SIMULATED/)
})

test('a report is marked as simulated if the bureaus of the vendor are', async (t) => {
  const gateway = await gatewayBefore(t, await runningService(t))
  const { answer, body } = await reported(gateway, 'credit_report', { printed: true })
  assert.equal(answer.key('Simulated'), 'Y')
  assert.match(body, /SIMULATED/)
  assert.match(await printedText(answer.printed()), /SIMULATED/)
})

const JSON_BODY = { 'Content-Type': 'application/json' }

test('the clock cannot be advanced if any bureau is real', async (t) => {
  const server = await misbehavingServer(t, wellBehaved)
  const gateway = await gatewayTo(t, server.url, { bureaus: { Equifax: 'vendor' } })
  const { status } = await gateway.post('sandbox/clock', '{"advance":"1d"}', JSON_BODY)
  assert.equal(status, 404)
})

test('login, number and name are neither in a log nor in plain text in the data folder', async (t) => {
  const vendor = await runningService(t)
  for (const as of ['basic', 'attributes', 'parameters'] as const) {
    const gateway = await gatewayBefore(t, vendor, {
      flags: { 'log-level': 'trace' },
      upstream: {
        credentials: {
          as,
          'login-variable': 'VENDOR_LOGIN',
          'password-variable': 'VENDOR_PASSWORD',
        },
      },
    })
    // A service accepts only Basic, so orders with the other two are rejected.
    if (as === 'basic') await reported(gateway, 'credit_report')
    else await rejected(gateway, 'credit_report', {}, 'E001')
    const files = readdirSync(gateway.data).filter((name) => name !== 'sandbox-credentials.json')
    const kept = files.map((name) => readFileSync(join(gateway.data, name), 'latin1')).join('')
    const everything = [kept, ...gateway.logged, ...vendor.logged].join('\n')
    for (const secret of [vendor.secret, '900121234', '900-12-1234', 'Sandford', 'SANDFORD']) {
      assert.ok(!everything.includes(secret), `${secret} with ${as}`)
    }
  }
})

test('an order fails if the vendor rejects the login, and the log names the reason', async (t) => {
  const vendor = await runningService(t)
  const gateway = await gatewayBefore(t, vendor, { upstream: { credentials: undefined } })
  const texts = await rejected(gateway, 'credit_report', {}, 'E001')
  assert.equal(texts.length, 3)
  assert.match(texts.join(), /EQUIFAX returned an HTTP error; the bureau may have been asked/)
  assert.match(gateway.logged.join(), /UpstreamFailed \(vendor: not accepted: status 401\)/)
})

test('an error document of a vendor is in the log, without its text', async (t) => {
  const body = recorded('error-login').toString('latin1')
  const vendor = await scriptedVendor(t, [{ body }])
  const gateway = await gatewayTo(t, vendor.url)
  await rejected(gateway, 'credit_report', {}, 'E001')
  const logged = gateway.logged.join()
  assert.match(
    logged,
    /vendor returned NoFileReturnedError for Equifax, Experian, TransUnion; the order in the console has the reason/,
  )
  assert.doesNotMatch(logged, /gateway-login/)
})

test('a vendor that is late for all bureaus is one line of the log, which says so', async (t) => {
  const server = await misbehavingServer(t, () => {})
  const gateway = await gatewayTo(t, server.url, { upstream: { 'answer-timeout-ms': 300 } })
  await rejected(gateway, 'credit_report', {}, 'E001')
  const lines = gateway.logged.filter((line) => line.includes('the pull from'))
  assert.equal(lines.length, 1)
  assert.match(
    lines.join(),
    /from Equifax, Experian, TransUnion failed: the source did not answer in time"/,
  )
})

test('an order repeated after an interruption is one order to a vendor that deduplicates', async (t) => {
  const vendor = await runningService(t)
  const { account: login, secret: password } = vendor
  const upstream = openUpstream(
    upstreamOptions(vendor.url, {
      deduplicates: true,
      credentials: { as: 'basic', login, password },
    }),
  )
  t.after(() => upstream.close())
  const intendedAt = new Date('2026-03-15T10:00:00Z')
  const [first, second] = [new Date('2026-03-15T10:00:01Z'), new Date('2026-03-15T10:05:00Z')]
  const files = []
  for (const askedAt of [first, second]) {
    const asked = request(persona('avery'), { orderId: 'O-CRASHED', intendedAt, askedAt })
    files.push(await Promise.all(upstream.bureaus.map((bureau) => bureau.pull(asked))))
  }
  assert.deepEqual(files[0], files[1])
  const { vault, store } = vendor.storage
  const inquiries = await store.ledger.inquiries(vault.blindIndex('ssn', '900121234'), 0, '')
  assert.equal(inquiries.length, 3)
})

for (const deduplicates of [true, false]) {
  const outcome = deduplicates ? 'is repeated' : 'ends, because a repetition would be charged'
  test(`an interrupted soft order ${outcome}, with deduplicates ${deduplicates}`, async (t) => {
    const server = await misbehavingServer(t, wellBehaved)
    const gateway = await gatewayTo(t, server.url, {
      upstream: { deduplicates },
      flags: { 'order-lease-ms': 1_000 },
    })
    const { orders } = gateway.storage.store
    const { complete } = orders
    const lose = async () => {
      Object.assign(orders, { complete })
      throw new DatabaseUnavailable('not committed')
    }
    Object.assign(orders, { complete: lose })
    assert.equal(
      (await gateway.post('pre_qualification', orderDocument('pre_qualification'))).status,
      503,
    )
    let [order] = await journalOf(gateway)
    while (order?.state === 'running') {
      await setTimeout(50)
      order = (await journalOf(gateway))[0]
    }
    assert.equal(order?.state, deduplicates ? 'done' : 'failed')
    assert.equal(server.orders.length, deduplicates ? 2 : 1)
    assert.equal(new Set(server.orders.map(({ body }) => body)).size, 1)
    const stored = await orders.find(gateway.account, order?.id ?? '')
    const text = Buffer.from(stored?.answer ?? []).toString()
    const warning =
      /EQUIFAX was being asked when the order was interrupted; the bureau may have been/
    assert.equal(warning.test(text), !deduplicates)
  })
}

test('a Submit returns the stored report without asking the vendor again', async (t) => {
  const server = await misbehavingServer(t, wellBehaved)
  const gateway = await gatewayTo(t, server.url)
  const first = await reported(gateway, 'credit_report', { requestId: 'R1' })
  const second = await reported(gateway, 'credit_report', { requestId: 'R2' })
  assert.equal(reportIdOf(first), reportIdOf(second))
  assert.equal(server.orders.length, 1)
})

test('a vendor that returns no score is not asked for it again', async (t) => {
  const unscored = (text: string) => text.replaceAll(/<CREDIT_SCORE [^>]*>/g, '')
  const server = await misbehavingServer(t, (socket, order) => {
    socket.write(answerBytes(unscored(reportFor(askedIn(order)))))
  })
  const gateway = await gatewayTo(t, server.url)
  for (const requestId of ['R1', 'R2']) {
    const { answer } = await reported(gateway, 'credit_report', { requestId })
    const reasons = answer.texts('CREDIT_SCORE.__ExclusionReasonType')
    assert.deepEqual(reasons, Array(3).fill('ScoringNotAvailable'))
  }
  assert.equal(server.orders.length, 1)
})

test('closing a service closes its connections to vendors', async (t) => {
  const server = await misbehavingServer(t, wellBehaved)
  const upstream = openUpstream(upstreamOptions(server.url))
  await upstream.bureaus[0]?.pull(request(persona('avery')))
  await upstream.close()
  await assert.rejects(async () => upstream.bureaus[0]?.pull(request(persona('avery'))))
  assert.equal(server.connections(), 1)
})

test('the console shows when a vendor is paused after failures, and when it is back', async (t) => {
  const restMs = 10
  const server = await misbehavingServer(t, (socket) => socket.destroy())
  const gateway = await gatewayTo(t, server.url, {
    bureaus: { Equifax: 'vendor', Experian: 'simulated', TransUnion: 'simulated' },
    upstream: { 'breaker-failures': 2, 'breaker-rest-ms': restMs },
  })
  const admin = await person(gateway, 'operator')
  const states = async () => {
    const { items } = await admin.call('listBureaus')
    return items.map(({ breaker, health }) => `${breaker} ${health}`)
  }
  const order = { bureaus: 'YNN', action: 'ForceNew' }
  assert.deepEqual((await states())[0], 'closed silent')
  for (let failures = 0; failures < 2; failures++)
    await rejected(gateway, 'credit_report', order, 'E001')
  assert.deepEqual(await states(), ['open resting', 'undefined silent', 'undefined silent'])
  // A clock that is set back in the meantime does not prolong the pause.
  const { now } = Date
  t.mock.method(Date, 'now', () => now() - 3_600_000)
  await setTimeout(2 * restMs)
  let seen: readonly string[] = []
  server.behaviour = async (socket, sent) => {
    seen = await states()
    wellBehaved(socket, sent)
  }
  await reported(gateway, 'credit_report', order)
  assert.equal(seen[0], 'half-open unsteady')
  assert.equal((await states())[0], 'closed unsteady')
  const changes = gateway.logged.filter((line) => line.includes('circuit breaker'))
  assert.deepEqual(
    changes.map((line) => JSON.parse(line).msg),
    [
      'the circuit breaker of vendor opened after 2 consecutive failures (broken): no order is sent for 0.01 s, then one order tries the vendor',
      'the circuit breaker of vendor is half-open: one order tries the vendor',
      'the circuit breaker of vendor closed: the vendor responds, and all orders are sent again',
    ],
  )
})

test('an order that timed out before it could be sent says that no bureau was asked', async (t) => {
  const gone = await misbehavingServer(t, wellBehaved)
  await gone.close()
  for (const orderThreads of [0, 1]) {
    const gateway = await gatewayTo(t, gone.url, {
      upstream: { 'answer-timeout-ms': 800 },
      surroundings: { ...REAL_ENVIRONMENT, orderThreads },
    })
    const [text = ''] = await rejected(gateway, 'credit_report', {}, 'E001')
    assert.match(text, /EQUIFAX could not be reached/)
    assert.doesNotMatch(text, /may have been asked/)
  }
})
