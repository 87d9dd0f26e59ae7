/** Services are killed under load: acknowledged orders are stored and charged exactly once. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { isFull, lengthOf } from '../support/length.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { killUnderLoad } from './killing.ts'
import { brokenPromises, figuresLine } from './support/order-figures.ts'
import { postgresSite, sqliteSite, withClocksApart } from './support/site.ts'

const LENGTH = lengthOf({
  short: { kills: 2, clients: 4, leaseMs: 1000, uptimeMsMax: 500, answeredMin: 4, checkEvery: 1 },
  // A complete check of a growing file takes longer each time.
  full: {
    kills: 200,
    clients: 8,
    leaseMs: 2000,
    uptimeMsMax: 1500,
    answeredMin: 4,
    checkEvery: 10,
  },
})
/**
 * The number of responses before each kill of a service on the embedded database, such that the run
 * has 50,000 orders in total. About every sixth response is to an order that a client sent again.
 */
const ANSWERED_MIN = lengthOf({ short: LENGTH.answeredMin, full: 320 })
const ACKNOWLEDGED_MIN = lengthOf({ short: LENGTH.kills, full: 50_000 })
const CONTROL_KILLS = lengthOf({ short: 2, full: 10 })
const FREEZE_EVERY = lengthOf({ short: 2, full: 8 })
const DEFAULT_LEASE_MS = 20_000

test('a service on the embedded database loses no order and charges no order twice when it is killed', async (t) => {
  const site = sqliteSite()
  t.after(() => site.remove())
  const length = { ...LENGTH, answeredMin: ANSWERED_MIN }
  const figures = await killUnderLoad({ ...length, site, replicas: 1 })
  t.diagnostic(figuresLine('killed, SQLite', figures))
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.acknowledged >= ACKNOWLEDGED_MIN)
})

test('a killed service with the default lease loses no order either', {
  skip: !isFull && 'at full length',
}, async (t) => {
  const site = sqliteSite()
  t.after(() => site.remove())
  const slow = { ...LENGTH, kills: 3, leaseMs: DEFAULT_LEASE_MS, checkEvery: 1 }
  const figures = await killUnderLoad({ ...slow, site, replicas: 1 })
  t.diagnostic(figuresLine('killed, SQLite, the default lease', figures))
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
})

test('a replica takes over the orders of another replica that is killed or frozen', async (t) => {
  // The clocks of the replicas differ by a minute. Their leases expire by the clock of the database
  // server.
  const site = withClocksApart(postgresSite(await createDatabase()))
  t.after(() => site.remove())
  const figures = await killUnderLoad({ ...LENGTH, site, replicas: 2, freezeEvery: FREEZE_EVERY })
  t.diagnostic(figuresLine('killed, PostgreSQL', figures))
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.acknowledged > LENGTH.kills)
})

test('the kill proof catches a service that acknowledges an order before it is durable', async (t) => {
  const site = sqliteSite()
  t.after(() => site.remove())
  const program = [join(import.meta.dirname, 'support/broken-service.ts'), 'acknowledgesEarly']
  const figures = await killUnderLoad({
    ...LENGTH,
    kills: CONTROL_KILLS,
    site,
    replicas: 1,
    program,
  })
  t.diagnostic(figuresLine('killed, acknowledging early', figures))
  assert.ok(figures.lost > 0, 'orders are lost')
  assert.ok(figures.changed > 0, 'responses change')
})
