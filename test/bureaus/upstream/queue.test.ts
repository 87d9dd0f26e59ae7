/** Tests orders that wait for a connection to a vendor: which are sent, and how the others end. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { FileRequest } from '../../../src/bureaus/bureau.ts'
import { UpstreamFailed } from '../../../src/bureaus/upstream/failure.ts'
import type { UpstreamOptions } from '../../../src/bureaus/upstream/options.ts'
import { openUpstream } from '../../../src/bureaus/upstream/vendor.ts'
import { request } from '../simulator/simulator-requests.ts'
import { MARISOL } from './answers.ts'
import {
  answerBytes,
  type Behaviour,
  misbehavingServer,
  wellBehaved,
} from './misbehaving-server.ts'
import { upstreamOptions } from './options.ts'

let orders = 0

/**
 * Starts a vendor that takes one order at a time. Returns it with a function that orders from it.
 */
async function narrowVendor(
  t: TestContext,
  behaviour: Behaviour,
  changes: Partial<UpstreamOptions> = {},
) {
  const server = await misbehavingServer(t, wellBehaved)
  const upstream = openUpstream(upstreamOptions(server.url, { connectionCountMax: 1, ...changes }))
  t.after(() => upstream.close())
  const pull = async (signal: FileRequest['signal'] = new AbortController().signal) => {
    orders += 1
    const asked = request(MARISOL, { orderId: `Q${orders}`, signal })
    const files = await Promise.all(upstream.bureaus.map((bureau) => bureau.pull(asked)))
    return files[0]?.status
  }
  // The reader of responses starts with the first order.
  assert.equal(await pull(), 'FileReturned')
  server.orders.length = 0
  server.behaviour = behaviour
  return { server, pull }
}

/** Responds after a delay. */
function after(ms: number, answer: Behaviour = wellBehaved): Behaviour {
  return (socket, order) => void setTimeout(() => answer(socket, order), ms)
}

/** Returns a check for an error of this kind that says that the order was not sent. */
function isNotAsked(kind: string) {
  return (error: unknown) =>
    error instanceof UpstreamFailed && error.kind === kind && !error.mayHaveAsked
}

test('a waiting order that is given up ends at once, and the next one is sent', async (t) => {
  const { server, pull } = await narrowVendor(t, after(1_000), { failureCountMax: 1 })
  const first = pull()
  await pause(50)
  const givenUp = new AbortController()
  const second = pull(givenUp.signal)
  await pause(50)
  const third = pull()
  await pause(50)
  givenUp.abort()
  await assert.rejects(second, isNotAsked('crowded'))
  assert.equal(server.orders.length, 1, 'it ended before the first')
  assert.equal(await first, 'FileReturned')
  assert.equal(await Promise.race([third, pause(5_000)]), 'FileReturned')
  assert.equal(server.orders.length, 2)
})

test('an order that has given up its wait leaves its place in the queue to the next one', async (t) => {
  const { server, pull } = await narrowVendor(t, after(1_500), {
    queueLengthMax: 1,
    answerTimeoutMs: 2_000,
  })
  const first = pull()
  await pause(20)
  await assert.rejects(pull(), isNotAsked('crowded'))
  const third = pull()
  await pause(20)
  await assert.rejects(pull(), isNotAsked('crowded'), 'the queue is full')
  assert.deepEqual(await Promise.all([first, third]), ['FileReturned', 'FileReturned'])
  assert.equal(server.orders.length, 2)
})

test('an order that waited half of its time is not sent, because the rest may not be enough', async (t) => {
  const { server, pull } = await narrowVendor(t, after(1_000), { answerTimeoutMs: 3_000 })
  const ended: (string | undefined)[] = []
  const end = async (pulled: Promise<string | undefined>) => {
    const status = await pulled.catch((error) => {
      assert.ok(isNotAsked('crowded')(error), error.name)
      return 'crowded'
    })
    ended.push(status)
  }
  await Promise.all([pull(), pull(), pull(), pull()].map(end))
  assert.deepEqual(ended, ['FileReturned', 'crowded', 'crowded', 'FileReturned'])
  assert.equal(server.orders.length, 2)
})

test('orders that wait when the vendor is paused are not sent until an order succeeds', async (t) => {
  const broken = answering('500 Internal Server Error')
  const { server, pull } = await narrowVendor(t, after(300, broken), {
    failureCountMax: 1,
    restMs: 1_000,
  })
  const failing = [pull(), pull(), pull()]
  const kinds = (await Promise.allSettled(failing)).map(
    (end) => end.status === 'rejected' && end.reason.kind,
  )
  assert.deepEqual(kinds, ['unavailable', 'resting', 'resting'])
  assert.equal(server.orders.length, 1)
  server.behaviour = after(300)
  await assert.rejects(pull(), isNotAsked('resting'))
  await pause(1_050)
  const [trial, beside] = await Promise.allSettled([pull(), pull()])
  assert.equal(trial.status === 'fulfilled' && trial.value, 'FileReturned')
  assert.ok(beside.status === 'rejected' && isNotAsked('resting')(beside.reason))
  assert.equal(await pull(), 'FileReturned')
})

test('an order whose second attempt is not sent may still have reached the bureau by its first', async (t) => {
  const { server, pull } = await narrowVendor(t, (socket) => void socket.end(), {
    failureCountMax: 1,
    restMs: 60_000,
    deduplicates: true,
  })
  await assert.rejects(
    pull(),
    (error) => error instanceof UpstreamFailed && error.kind === 'broken' && error.mayHaveAsked,
  )
  assert.equal(server.orders.length, 1)
})

test('an attempt after half of the time prints no warning of Node', async (t) => {
  const warnings: string[] = []
  const note = ({ name }: Error) => void warnings.push(name)
  process.on('warning', note)
  t.after(() => process.off('warning', note))
  const server = await misbehavingServer(t, wellBehaved)
  const upstream = openUpstream(upstreamOptions(server.url, { answerTimeoutMs: 300 }))
  t.after(() => upstream.close())
  await server.close()
  await assert.rejects(
    async () => upstream.bureaus[0]?.pull(request(MARISOL)),
    (error) => error instanceof UpstreamFailed && error.kind === 'not sent',
  )
  assert.deepEqual(warnings, [])
})

/** Responds with a status. */
function answering(status: string): Behaviour {
  return (socket) => void socket.write(answerBytes('', { status }))
}
