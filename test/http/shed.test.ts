/**
 * Shedding: how an authenticated connection is rejected early, and what this costs other clients.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Admission } from '../../src/http/overload/admission.ts'
import { connectionLimits, createConnections } from '../../src/http/overload/connections.ts'
import { openShedding } from '../../src/http/overload/shed.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { detail } from '../support/detail.ts'
import { type RunningService, runningService } from '../support/running-service.ts'

const FLAGS = { 'log-level': 'info', 'waiting-ms-max': 100, 'orders-in-flight-max': 10_000 }

function orderOf(number: number): string {
  const ssn = `900-80-${String(number).padStart(4, '0')}`
  return orderDocument('credit_report', { people: [{ ...PEOPLE.avery, ssn }] })
}

/** Waits until a line with this message is logged, and returns the first one. */
async function logged(service: RunningService, message: string) {
  for (;;) {
    const lines = service.logged.map((line) => JSON.parse(line))
    const line = lines.find(({ msg }) => msg === message)
    if (line) return line
    await sleep(20)
  }
}

/** Opens a connection that sends requests and returns each response as text. */
function connectionTo(t: TestContext, { url }: Pick<RunningService, 'url'>) {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  t.after(() => socket.destroy())
  let came = ''
  socket.on('data', (chunk: Buffer) => {
    came += chunk.toString('latin1')
  })
  const answer = async () => {
    for (;;) {
      const head = came.slice(0, came.indexOf('\r\n\r\n') + 4)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
      if (came.length >= head.length + length) break
      assert.ok(!socket.closed, `closed after: ${came}`)
      await sleep(2)
    }
    const whole = came
    came = ''
    return whole
  }
  return {
    post: (authorization: string, header = 'Content-Length: 0') => {
      socket.write(
        `POST / HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n${header}\r\n\r\n`,
      )
      return answer()
    },
    order: (secret: string, number: number) => {
      const token = Buffer.from(`sandbox:${secret}`).toString('base64')
      const body = orderOf(number)
      socket.write(
        `POST /credit_report HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${token}\r\n` +
          `Content-Type: application/xml\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
      return answer()
    },
  }
}

detail(
  'an authenticated connection is shed early, and a wrong secret on it still gets 401',
  async (t) => {
    const service = await runningService(t, { flags: FLAGS })
    const connection = connectionTo(t, service)
    assert.match(await connection.order(service.secret, 0), /^HTTP\/1.1 200 /)
    let flooding = true
    const flood = Array.from({ length: 60 }, async (_, lane) => {
      for (let turn = 0; flooding; turn++) {
        await service.post('credit_report', orderOf(1_000 + lane * 100 + (turn % 100)))
      }
    })
    let shed = ''
    // The first may still be rejected after full processing. An early rejection is recognizable by
    // its header names, which have capitals.
    const isEarly = () => shed.startsWith('HTTP/1.1 503') && shed.includes('\r\nRetry-After')
    for (let number = 200; number < 5_000 && !isEarly(); number++) {
      shed = await connection.order(service.secret, number)
    }
    flooding = false
    assert.match(shed, /\r\nRetry-After: [1-9][0-9]*\r\n/)
    assert.match(shed, /\r\nX-Request-Id: \S+\r\n/)
    assert.match(shed, /Overloaded\. Retry after the interval/)
    assert.match(await connection.order('wrong', 900), /^HTTP\/1.1 401 /)
    await Promise.all(flood)
    assert.match(await connection.order(service.secret, 901), /^HTTP\/1.1 200 /)
    const figures = await (await fetch(`${service.url}/metrics`)).text()
    assert.match(figures, /trimerge_orders_shed_total\{reason="wait"\} [1-9]/)
    assert.match(figures, /trimerge_orders_waiting 0/)
    const entry = await logged(service, 'overloaded: rejected orders')
    assert.ok(entry.count >= 1)
  },
)

/**
 * The number of connections of one account that are rejected at once: twice as many as are read at
 * full speed.
 */
const REJECTED = 400

/** Starts a server that rejects every account early, once `fill` was called. */
async function rejectingServer(t: TestContext, trustsProxy: boolean) {
  const gate = new Admission({ waitingMsMax: 5_000, requestsMax: 1 })
  t.after(() => gate.close())
  const shedding = openShedding(new Set(['/']), {
    admission: gate,
    metrics: { answered: () => {}, shed: () => {} },
    logger: { warn: () => {} },
    now: () => new Date(),
    basePath: '',
    headers: {},
    trustsProxy,
    isShuttingDown: () => false,
  })
  const limits = connectionLimits(readSettings({ flags: {}, environment: {} }))
  const connections = { limits, tls: undefined, basePath: '', headers: {}, now: () => new Date() }
  const server = createConnections({ ...connections, rejected: () => {} }, (request, response) => {
    if (shedding.rejectEarly(request, response)) return
    shedding.rememberLogin(request, `${request.headers.authorization}`)
    response.end()
  })
  t.after(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, fill: () => gate.enter('another', () => false) }
}

const FORMATS = [
  ['Content-Type: application/json', 'json'],
  ['Content-Type: Application/JSON; charset=utf-8', 'json'],
  ['Accept: application/json', 'json'],
  ['Content-Type: application/xml', 'xml'],
  ['Accept: */*', 'xml'],
] as const

for (const [header, format] of FORMATS) {
  test(`an early rejection of a request with ${header} is in ${format}`, async (t) => {
    const { url, fill } = await rejectingServer(t, false)
    const client = connectionTo(t, { url })
    assert.match(await client.post('one'), /^HTTP\/1.1 200 /)
    await fill()
    const answer = await client.post('one', `${header}\r\nContent-Length: 0`)
    assert.match(answer, /^HTTP\/1.1 503 /)
    assert.match(answer, new RegExp(`\r\nContent-Type: application/${format}\\b`))
  })
}

/** Returns how long another account waits on a connection whose previous request was rejected. */
async function waitsBehindRejection(t: TestContext, trustsProxy: boolean): Promise<number> {
  const { url, fill } = await rejectingServer(t, trustsProxy)
  const clients = Array.from({ length: REJECTED }, () => connectionTo(t, { url }))
  const flood = () => Promise.all(clients.map(({ post }) => post('flood')))
  for (const answer of await flood()) assert.match(answer, /^HTTP\/1.1 200 /)
  await fill()
  for (const answer of await flood()) assert.match(answer, /^HTTP\/1.1 503 /)
  const began = performance.now()
  assert.match((await clients.at(-1)?.post('other')) ?? '', /^HTTP\/1.1 200 /)
  return performance.now() - began
}

test('another client’s order on a proxy’s connection does not wait because of a flood', async (t) => {
  let own = 0
  // On a busy machine, rejections may be so slow that connections are still read at full speed, so
  // the test tries again.
  for (let tries = 0; tries < 5 && own <= 200; tries++) own = await waitsBehindRejection(t, false)
  const behindProxy = await waitsBehindRejection(t, true)
  t.diagnostic(
    `${Math.round(own)} ms on its own connection, ${Math.round(behindProxy)} ms on one of a proxy`,
  )
  assert.ok(own > 200, 'the connection of a rejected client is read later')
  assert.ok(behindProxy < own / 2)
})
