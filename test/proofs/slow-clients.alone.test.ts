/**
 * Slow clients are disconnected in time, their sockets are closed, and honest orders are not
 * affected.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isFull, lengthOf } from '../support/length.ts'
import { brokenSlowClientPromises, type SlowFigures, slowClients } from './slow-clients.ts'
import { generateLoad } from './support/load.ts'
import { brokenInEveryTry, figuresLine } from './support/order-figures.ts'
import type { ServiceProcess } from './support/service-process.ts'
import { sqliteSite } from './support/site.ts'

const {
  many: MANY,
  fewer: FEWER,
  times: TIMES,
} = lengthOf({
  short: {
    many: { clients: 200, honestPerSecond: 6, baselineMs: 1500 },
    fewer: { clients: 200, honestPerSecond: 6, baselineMs: 1500 },
    times: { headersTimeoutMs: 1000, requestTimeoutMs: 2000 },
  },
  full: {
    many: { clients: 10_000, honestPerSecond: 100, baselineMs: 10_000 },
    fewer: { clients: 1000, honestPerSecond: 20, baselineMs: 3000 },
    times: { headersTimeoutMs: 10_000, requestTimeoutMs: 30_000 },
  },
})
/** The maximum load of honest orders, as a share of the capacity of the machine. */
const AT_EASE = 0.3
const CAPACITY = { seconds: 8, connections: 8, firstBorrower: 40_000_000 }

async function slowly(
  t: TestContext,
  many: typeof MANY,
  flags: Readonly<Record<string, number>>,
  program?: readonly string[],
): Promise<SlowFigures> {
  const site = sqliteSite()
  t.after(() => site.remove())
  const service = await site.start({ flags, ...(program && { program }) })
  t.after(() => service.kill())
  const authorization = site.authorization()
  const honestPerSecond = isFull
    ? await atEase(service, authorization, many.honestPerSecond)
    : many.honestPerSecond
  const how = { ...many, honestPerSecond, ...TIMES }
  const figures = await slowClients({ ...how, service, authorization })
  await service.kill()
  t.diagnostic(figuresLine('slow clients', figures))
  return figures
}

/** Returns the number of orders per second that the service handles easily, at most `wanted`. */
async function atEase({ address }: ServiceProcess, authorization: string, wanted: number) {
  const { heard } = await generateLoad({ address, authorization, ...CAPACITY })
  const most = Math.floor((AT_EASE * heard.length) / CAPACITY.seconds)
  return Math.max(1, Math.min(wanted, most))
}

const IMPATIENT = {
  'headers-timeout-ms': TIMES.headersTimeoutMs,
  'request-timeout-ms': TIMES.requestTimeoutMs,
}

test('slow clients are disconnected in time, their sockets are closed, and other orders succeed', async (t) => {
  const proof = async () => brokenSlowClientPromises(await slowly(t, MANY, IMPATIENT))
  assert.deepEqual(await brokenInEveryTry(proof), [])
})

test('the proof catches a service that waits as long as Node does by default', async (t) => {
  const patient = { 'headers-timeout-ms': 60_000, 'request-timeout-ms': 300_000 }
  const figures = await slowly(t, FEWER, { ...patient, 'body-bytes-per-second-min': 0 })
  assert.equal(figures.held, FEWER.clients)
})

test('the proof catches a service that ends its sockets without destroying them', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const program = [join(import.meta.dirname, 'support/leaking-service.ts'), 'serve']
  const figures = await slowly(t, FEWER, IMPATIENT, program)
  assert.ok(figures.filesLeft > FEWER.clients / 2, `${figures.filesLeft} files`)
})
