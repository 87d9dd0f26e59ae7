/** Tests how an operator starts and stops a service. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { drainDelayMs } from '../../src/app/service-options.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { detail } from '../support/detail.ts'
import { ordersInFlight } from '../support/metrics.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type Serving, serve } from './run.ts'

function poster({ address }: Serving, data: string) {
  const { account } = JSON.parse(readFileSync(join(data, 'sandbox-credentials.json'), 'utf8'))
  const authorization = `Basic ${Buffer.from(`${account.name}:${account.secret}`).toString('base64')}`
  return async (body: string) => {
    const headers = { Authorization: authorization, 'Content-Type': 'application/xml' }
    const response = await fetch(`${address}/credit_report`, { method: 'POST', headers, body })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
}

const readiness = async ({ address }: Serving) => (await fetch(`${address}/health/ready`)).status

/** Returns an order whose bureaus respond after a number of seconds. */
const slowOrder = (seconds: number) =>
  orderDocument('credit_report', {
    people: [{ ...PEOPLE.avery, street: `MAGIC ALL SLOW ${seconds}` }],
  })

test('a stopping service with a drain delay fails its readiness check, accepts orders, and exits with 0', async (t) => {
  const stopBy = async (signal: NodeJS.Signals) => {
    const data = temporaryFolder()
    const service = await serve(t, data, ['--drain-delay-ms', '1500'])
    const post = poster(service, data)
    assert.equal(await readiness(service), 200)
    const ended = service.stop(signal)
    while ((await readiness(service)) !== 503) await sleep(20)
    // A terminal that closes can send its signal twice: by the system and by the shell.
    if (signal === 'SIGHUP') service.child.kill(signal)
    assert.equal((await fetch(`${service.address}/health/live`)).status, 200)
    const answered = await post(orderDocument('credit_report'))
    assert.deepEqual([answered.status, answered.headers.get('connection')], [200, 'close'])
    assert.deepEqual(await ended, [0, null])
  }
  await Promise.all([stopBy('SIGTERM'), stopBy('SIGHUP')])
})

test('the drain delay is longer if a load balancer may be in front, and can be set', () => {
  const delay = (changes: Partial<Parameters<typeof drainDelayMs>[0]> = {}) =>
    drainDelayMs({ ...readSettings({ flags: {}, environment: {} }), ...changes })
  assert.equal(delay(), 0)
  assert.equal(delay({ 'trusted-proxy': true }), 5_000)
  assert.equal(delay({ deployment: 'production' }), 5_000)
  assert.equal(delay({ 'trusted-proxy': true, 'drain-delay-ms': 0 }), 0)
  assert.equal(delay({ 'drain-delay-ms': 700 }), 700)
})

test('orders that do not end in time stay journaled and are settled at the next start', async (t) => {
  const data = temporaryFolder()
  // The lease is too long to wait for its end. The lock shows that the process that held it
  // has ended.
  const lease = ['--order-lease-ms', '600000']
  const first = await serve(t, data, ['--end-timeout-ms', '1000', ...lease])
  const cut = poster(first, data)(slowOrder(6)).catch(() => 'cut off')
  await ordersInFlight(first.address, 1)
  const begun = performance.now()
  assert.deepEqual(await first.stop(), [1, null])
  assert.ok(performance.now() - begun < 5000)
  assert.equal(await cut, 'cut off')
  const second = await serve(t, data, lease)
  const retried = await poster(second, data)(slowOrder(6))
  assert.equal(retried.status, 200, retried.body)
  assert.equal(retried.headers.get('trimerge-retry'), 'yes', 'it is the order that was cut off')
})

detail('clients that never finish their requests do not delay the end of a service', async (t) => {
  const service = await serve(t, temporaryFolder())
  const { hostname, port } = new URL(service.address)
  for (const said of ['', 'POST /credit_report HTTP/1.1\r\nHost: x\r\nX-Slow: ']) {
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    socket.write(said)
  }
  const begun = performance.now()
  assert.deepEqual(await service.stop(), [0, null])
  assert.ok(performance.now() - begun < 5000)
})

test('a second signal ends the service at once', async (t) => {
  const data = temporaryFolder()
  const service = await serve(t, data, ['--drain-delay-ms', '60000'])
  const ended = service.stop()
  while ((await readiness(service)) !== 503) await sleep(20)
  service.child.kill('SIGTERM')
  assert.deepEqual(await ended, [1, null])
})

test('a second service on the same embedded database starts only after the first has ended', async (t) => {
  const data = temporaryFolder()
  const first = await serve(t, data)
  await assert.rejects(
    serve(t, data),
    /ended with 1: another service or restore is using .*stop it first/,
  )
  first.child.kill('SIGKILL')
  await first.stop()
  await serve(t, data)
})
