/**
 * Tests that a misbehaving vendor harms only its own orders. Orders to other bureaus go through the
 * same service at a steady rate, in turns while the vendor behaves and while it misbehaves, so that
 * both are measured under the same load of the machine.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { orderDocument } from '../../orders/support/order-document.ts'
import { type Ordered, reported } from '../../orders/support/ordered.ts'
import { quantileOf } from '../../proofs/support/load.ts'
import { lengthOf } from '../../support/length.ts'
import { type RunningService, runningService } from '../../support/running-service.ts'
import { MISBEHAVIOURS, misbehavingServer, wellBehaved } from './misbehaving-server.ts'

const DEADLINE_MS = 1_500
/** The time that an order may take beyond its longest pull. */
const MARGIN_MS = 2_000
const RATIO_MAX = 1.5
/**
 * One of these runs must pass: other work on the machine makes single runs slower, never faster.
 */
const RUNS_MAX = 5
const WINDOW_MS = lengthOf({ short: 160, full: 900 })
const OTHER_EVERY_MS = lengthOf({ short: 40, full: 15 })
const HARMED_EVERY_MS = lengthOf({ short: 80, full: 60 })

async function gateway(t: TestContext) {
  const harmful = await misbehavingServer(t, wellBehaved)
  const good = await misbehavingServer(t, wellBehaved)
  const vendor = { 'answer-timeout-ms': DEADLINE_MS }
  const service = await runningService(t, {
    flags: {
      'log-level': 'silent',
      bureaus: { Equifax: 'harmful', Experian: 'good' },
      upstreams: {
        harmful: { ...vendor, url: harmful.url, 'breaker-failures': 5, 'breaker-rest-ms': 100 },
        good: { ...vendor, url: good.url },
      },
    },
  })
  return { service, harmful, good }
}

let orders = 0

/** Returns an order that no earlier report can answer. */
function orderOf(bureaus: string): string {
  orders += 1
  return orderDocument('pre_qualification', {
    action: 'ForceNew',
    bureaus,
    requestId: `R${orders}`,
  })
}

async function timed(service: RunningService, bureaus: string) {
  const started = performance.now()
  const { body } = await service.post('pre_qualification', orderOf(bureaus))
  return {
    tookMs: performance.now() - started,
    delivered: !body.includes('CREDIT_ERROR_MESSAGE _Code="E'),
  }
}

type Timed = Awaited<ReturnType<typeof timed>>

/** Places orders at a steady rate for a while, however long each takes. */
async function steadily(everyMs: number, place: () => Promise<Timed>): Promise<Timed[]> {
  const placed: Promise<Timed>[] = []
  const until = performance.now() + WINDOW_MS
  while (performance.now() < until) {
    placed.push(place())
    await pause(everyMs)
  }
  return Promise.all(placed)
}

async function oneWindow(service: RunningService) {
  const [others, harmed] = await Promise.all([
    steadily(OTHER_EVERY_MS, () => timed(service, 'NYY')),
    steadily(HARMED_EVERY_MS, () => timed(service, 'YNN')),
  ])
  return { others, harmed }
}

function percentile(timings: readonly Timed[], share: number): number {
  return quantileOf(
    timings.map(({ tookMs }) => tookMs),
    share,
  )
}

test('while a vendor misbehaves in twelve ways, orders to other vendors take no longer', async (t) => {
  const { service, harmful } = await gateway(t)
  await oneWindow(service)
  for (let run = 1; run <= RUNS_MAX; run += 1) {
    const calm: Timed[] = []
    const rough: Timed[] = []
    let inTime = true
    for (const behaviour of Object.values(MISBEHAVIOURS)) {
      harmful.behaviour = wellBehaved
      await pause(150)
      calm.push(...(await oneWindow(service)).others)
      harmful.behaviour = behaviour
      const { others, harmed } = await oneWindow(service)
      rough.push(...others)
      inTime &&= harmed.every(({ tookMs }) => tookMs < DEADLINE_MS + MARGIN_MS)
      assert.ok(harmed.slice(3).every(({ delivered }) => !delivered))
    }
    inTime &&= [...calm, ...rough].every(({ delivered }) => delivered)
    const [before, during] = [percentile(calm, 0.99), percentile(rough, 0.99)]
    const said = `p99 of ${rough.length} orders ${during.toFixed(1)} ms, of ${calm.length} without ${before.toFixed(1)} ms`
    t.diagnostic(
      `run ${run}: ${said}; p50 ${percentile(rough, 0.5).toFixed(1)} and ${percentile(calm, 0.5).toFixed(1)} ms`,
    )
    if (inTime && during <= before * RATIO_MAX) return
  }
  assert.fail(
    `in none of ${RUNS_MAX} runs all was in time and the 99th percentile within ${RATIO_MAX} times`,
  )
})

/** Returns a report that arrived within the deadline of vendors, in one of several runs. */
async function reportedInTime(service: RunningService, what: string): Promise<Ordered> {
  for (let run = 1; run <= RUNS_MAX; run += 1) {
    const started = performance.now()
    const result = await reported(service, 'credit_report', { action: 'ForceNew' })
    if (performance.now() - started < DEADLINE_MS + MARGIN_MS) return result
  }
  assert.fail(`${what}: in none of ${RUNS_MAX} runs the report was in time`)
}

test('an order that includes a misbehaving vendor gets the files of the other bureaus', async (t) => {
  const { service, harmful } = await gateway(t)
  for (const [what, behaviour] of Object.entries(MISBEHAVIOURS)) {
    harmful.behaviour = wellBehaved
    await pause(150)
    await service.post('pre_qualification', orderOf('YNN'))
    harmful.behaviour = behaviour
    const { answer } = await reportedInTime(service, what)
    const delivered = ['A', 'B', 'C'].map((bureau) =>
      answer.text(`CREDIT_RESPONSE.CREDIT_REPOSITORY_INCLUDED.__Bureau${bureau}Indicator`),
    )
    assert.deepEqual(delivered, ['N', 'Y', 'Y'], what)
    const statuses = answer.texts('CREDIT_FILE.__ResultStatusType')
    assert.deepEqual(statuses, ['NoFileReturnedError', 'FileReturned', 'FileReturned'], what)
    assert.equal(answer.texts('CREDIT_SCORE.__Value').length, 2, what)
  }
})
