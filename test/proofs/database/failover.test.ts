/**
 * If a PostgreSQL primary is lost, no acknowledged order is lost, and the old primary gets no more
 * writes.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { POSTGRES_LIMITS } from '../../../src/store/engine/postgres.ts'
import { isFull, lengthOf } from '../../support/length.ts'
import { startPair } from '../../support/postgres-pair.ts'
import { runningService } from '../../support/running-service.ts'
import { brokenPromises, figuresLine } from '../support/order-figures.ts'
import { failOver, rolesOf } from './failover.ts'

const pair = await startPair()
after(() => pair.stop())

const FULL_ORDERS = 100_000
/** At full length: 50 kills, and 10 freezes between them. */
const ROUNDS = lengthOf({ short: 2, full: 60 })
const FIRST_ANSWER_MS_MAX = 2_000
/** A frozen server is only noticed when a statement gets no response for some time. */
const FIRST_ANSWER_FROZEN_MS_MAX = 5_000
const READINESS_MS_MAX = 2_000
const LENGTH = {
  pair,
  rounds: ROUNDS,
  freezeEvery: lengthOf({ short: 2, full: 6 }),
  services: 2,
  clients: lengthOf({ short: 2, full: 8 }),
  ordersARound: lengthOf({ short: 5, full: FULL_ORDERS / ROUNDS }),
  isSynchronous: true,
}
const CONTROL = { ...LENGTH, rounds: 1, freezeEvery: 0, services: 1, ordersARound: 3 }

test('a primary that is killed or frozen, and returns, loses no order and receives no writes', async (t) => {
  const figures = await failOver({ ...LENGTH, database: 'lost' })
  t.diagnostic(figuresLine('primary lost', figures))
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.acknowledged >= LENGTH.ordersARound * ROUNDS)
  if (!isFull) return
  assert.ok(figures.firstAnswerMsMax <= FIRST_ANSWER_MS_MAX)
  assert.ok(figures.firstAnswerFrozenMsMax <= FIRST_ANSWER_FROZEN_MS_MAX)
})

test('the readiness check fails while the synchronous standby is frozen, and never hangs', async (t) => {
  const [primary, standby] = await rolesOf(pair)
  await primary.sql('create database readiness')
  await primary.awaitStandby(true)
  // Thaws before the service ends, because closing the service would wait for the standby too.
  t.after(() => standby.thaw())
  const flags = { 'database-url': primary.url('readiness'), 'order-threads': 0 }
  const { url } = await runningService(t, { flags })
  const status = async () => (await fetch(`${url}/health/ready`)).status
  assert.equal(await status(), 200)
  standby.freeze()
  const begun = performance.now()
  // The standby is not disconnected yet: commits wait for it, and nothing fails.
  assert.equal(await status(), 503)
  const tookMs = performance.now() - begun
  if (isFull) assert.ok(tookMs <= READINESS_MS_MAX, `${tookMs} ms`)
  assert.ok(tookMs < POSTGRES_LIMITS.statementTimeoutMs, 'before a statement would time out')
  assert.equal(await status(), 503, 'while the first check still waits')
  standby.thaw()
  while ((await status()) !== 200);
})

test('the proof catches a standby for which commits do not wait', async (t) => {
  const control = { ...CONTROL, isSynchronous: false, restarts: false }
  const figures = await failOver({ ...control, database: 'asynchronous' })
  t.diagnostic(figuresLine('primary lost, asynchronous standby', figures))
  assert.ok(figures.lost > 0, 'orders are lost')
})

test('the proof catches a service that does not ask a server for its role', async (t) => {
  const program = [join(import.meta.dirname, '../support/broken-service.ts'), 'asksNoRole']
  const figures = await failOver({ ...CONTROL, database: 'unasked', program })
  t.diagnostic(figuresLine('primary lost, role not asked', figures))
  assert.ok(figures.zombieWrites > 0, 'the old primary is written to')
  assert.ok(figures.lost > 0, 'orders are lost')
})
