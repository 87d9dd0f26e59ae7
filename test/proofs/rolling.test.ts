/** A rolling update of the replicas loses no response. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { lengthOf } from '../support/length.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { rollRestarts } from './rolling.ts'
import { rollBehindProxy } from './rolling-behind-proxy.ts'
import { brokenPromises, figuresLine } from './support/order-figures.ts'
import { postgresSite } from './support/site.ts'

const RESTARTS = lengthOf({ short: 2, full: 100 })
const CLIENTS = lengthOf({ short: 4, full: 8 })
const BEHIND_PROXY = { replicas: 2, clients: lengthOf({ short: 3, full: 8 }) }
/** Controls restart services that always have orders in progress, until an order is lost. */
const CONTROL = {
  restarts: 100,
  betweenOrdersMs: lengthOf({ short: 20, full: 0 }),
  isEnough: (errors: number) => errors > 0,
  program: [join(import.meta.dirname, 'support/broken-service.ts'), 'endsAtOnce'],
}

test('replicas that are stopped under load finish their orders and exit with 0', async (t) => {
  const site = postgresSite(await createDatabase())
  t.after(() => site.remove())
  const figures = await rollRestarts({
    site,
    replicas: 2,
    restarts: RESTARTS,
    clients: CLIENTS,
    betweenOrdersMs: lengthOf({ short: 240, full: 0 }),
  })
  t.diagnostic(figuresLine('rolling restarts', figures))
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.acknowledged > 0.9 * figures.orders)
  assert.ok(figures.slowestExitSeconds < 25)
})

test('the proof catches a service that drops its orders on SIGTERM', async (t) => {
  const site = postgresSite(await createDatabase())
  t.after(() => site.remove())
  const figures = await rollRestarts({
    ...CONTROL,
    site,
    replicas: 2,
    clients: CLIENTS,
    leaseMs: 1000,
  })
  t.diagnostic(figuresLine('rolling restarts, dropping orders', figures))
  assert.ok(figures.dropped > 0, 'orders are dropped')
  assert.equal(figures.badExits, figures.restarts)
})

test('clients of a proxy see no errors during a rolling restart of the services behind it', async (t) => {
  const site = postgresSite(await createDatabase())
  t.after(() => site.remove())
  const figures = await rollBehindProxy({
    ...BEHIND_PROXY,
    site,
    restarts: lengthOf({ short: 2, full: 100 }),
    betweenOrdersMs: lengthOf({ short: 500, full: 0 }),
  })
  t.diagnostic(figuresLine('rolling restarts behind a proxy', figures))
  assert.deepEqual(figures.unexpected, [])
  assert.deepEqual(brokenPromises(figures), [])
  assert.equal(figures.clientErrors, 0)
})

test('the proof catches a service that ends before the proxy stops using it', async (t) => {
  const site = postgresSite(await createDatabase())
  t.after(() => site.remove())
  const figures = await rollBehindProxy({ ...BEHIND_PROXY, ...CONTROL, site })
  t.diagnostic(figuresLine('rolling restarts behind a proxy, without draining', figures))
  assert.ok(figures.clientErrors > 0, 'clients see errors')
})
