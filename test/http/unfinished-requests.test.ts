/**
 * Clients that do not finish their requests: those that wait longest are dropped, and others are
 * served.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { orderDocument } from '../orders/support/order-document.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { sendRaw } from './raw.ts'

/** Three of the 36 connections may wait for their clients. */
const NARROW = { 'connections-max': 36, 'log-level': 'silent' }
const WAITING_MAX = 3
/** A time below every time-out of the service. */
const SOON_MS = 10_000

interface Client {
  readonly socket: Socket
  readonly heard: Buffer[]
  isEnded: boolean
}

async function clientOf(t: TestContext, { url }: RunningService, said: string): Promise<Client> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  t.after(() => socket.destroy())
  const client: Client = { socket, heard: [], isEnded: false }
  const end = () => {
    client.isEnded = true
  }
  socket.on('data', (chunk: Buffer) => client.heard.push(chunk))
  socket.on('end', end).on('error', end)
  await once(socket, 'connect')
  socket.write(said)
  return client
}

async function clientsOf(t: TestContext, service: RunningService, said: string, count: number) {
  const clients: Client[] = []
  for (let index = 0; index < count; index++) clients.push(await clientOf(t, service, said))
  return clients
}

async function soon(isTrue: () => boolean): Promise<void> {
  const until = performance.now() + SOON_MS
  while (!isTrue() && performance.now() < until) await sleep(20)
}

async function ended(clients: readonly Client[], count: number): Promise<readonly boolean[]> {
  const all = () => clients.map(({ isEnded }) => isEnded)
  await soon(() => all().filter(Boolean).length >= count)
  return all()
}

/** Returns how many responses with status 200 a client received. */
function answersOf({ heard }: Client): number {
  return Buffer.concat(heard).toString().split('HTTP/1.1 200').length - 1
}

const head = ['POST /mortgage_only HTTP/1.1', 'Host: x', 'Content-Type: application/xml']

const UNFINISHED: readonly (readonly [string, (service: RunningService) => string])[] = [
  ['send nothing', () => ''],
  ['send only part of their headers', () => `${head.join('\r\n')}\r\nX-Slow: `],
  [
    'send only part of their bodies',
    ({ authorization }) =>
      `${[...head, `Authorization: ${authorization}`, 'Content-Length: 5000'].join('\r\n')}\r\n\r\n<REQUEST`,
  ],
]

for (const [title, said] of UNFINISHED) {
  test(`if too many clients ${title}, those that wait longest are dropped`, async (t) => {
    const service = await runningService(t, { flags: NARROW })
    const clients = await clientsOf(t, service, said(service), WAITING_MAX + 5)
    const expected = clients.map((_, index) => index < 5)
    assert.deepEqual(await ended(clients, 5), expected)
    await sleep(300)
    assert.deepEqual(await ended(clients, 5), expected)
    const isBody = said(service).includes('\r\n\r\n')
    for (const { heard } of clients.slice(0, 5)) {
      const answer = Buffer.concat(heard).toString()
      assert.match(answer, /^HTTP\/1\.1 408 /)
      assert.equal(/it may have fewer bytes than Content-Length/.test(answer), isBody)
    }
  })
}

test('silent clients never occupy all connections', async (t) => {
  const service = await runningService(t, { flags: NARROW })
  for (let round = 0; round < 4; round++) {
    const clients = await clientsOf(t, service, '', 20)
    await ended(clients, 17)
    assert.equal((await service.post('mortgage_only', orderDocument('mortgage_only'))).status, 200)
  }
})

test('connections that wait for their next request stay open, however many clients are silent', async (t) => {
  const service = await runningService(t, { flags: NARROW })
  const question = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'
  const answered = await clientsOf(t, service, question, WAITING_MAX + 2)
  await soon(() => answered.every((client) => answersOf(client) === 1))
  await clientsOf(t, service, '', WAITING_MAX + 5)
  await sleep(1000)
  assert.deepEqual(
    answered.map(({ isEnded }) => isEnded),
    answered.map(() => false),
  )
  for (const { socket } of answered) socket.write(question)
  await soon(() => answered.every((client) => answersOf(client) === 2))
  for (const client of answered) assert.equal(answersOf(client), 2)
  assert.equal((await sendRaw(service.url, question)).status, 200)
})
