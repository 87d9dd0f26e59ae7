/** Slow clients are dropped in time and with their sockets; honest orders do not notice. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brokenBySlow, type SlowFigures, slowClients } from './slow-clients.ts'
import { figuresLine } from './support/kept.ts'
import { sqliteSite } from './support/site.ts'

const SMALL = { clients: 300, honestPerSecond: 10, baselineMs: 1500 }
const TIMES = { headersTimeoutMs: 1000, requestTimeoutMs: 2000 }

async function slowly(
  t: TestContext,
  flags: Readonly<Record<string, number>>,
  program?: readonly string[],
): Promise<SlowFigures> {
  const site = sqliteSite()
  t.after(() => site.remove())
  const service = await site.start({ flags, ...(program && { program }) })
  t.after(() => service.kill())
  const authorization = site.authorization()
  const figures = await slowClients({ ...SMALL, ...TIMES, service, authorization })
  t.diagnostic(figuresLine('slow clients', figures))
  return figures
}

const IMPATIENT = {
  'headers-timeout-ms': TIMES.headersTimeoutMs,
  'request-timeout-ms': TIMES.requestTimeoutMs,
}

test('slow clients are dropped in time, with their sockets, beside honest orders', async (t) => {
  assert.deepEqual(brokenBySlow(await slowly(t, IMPATIENT)), [])
})

test('a service that waits as long as Node does by itself is caught', async (t) => {
  const patient = { 'headers-timeout-ms': 60_000, 'request-timeout-ms': 300_000 }
  const figures = await slowly(t, { ...patient, 'body-bytes-per-second-min': 0 })
  assert.equal(figures.held, SMALL.clients)
})

test('a service that ends its sockets and keeps them is caught', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const program = [join(import.meta.dirname, 'support/leaking-service.ts'), 'serve']
  const figures = await slowly(t, IMPATIENT, program)
  assert.ok(figures.filesLeft > SMALL.clients / 2, `${figures.filesLeft} files`)
})
