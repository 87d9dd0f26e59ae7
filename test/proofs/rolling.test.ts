/** An update that rolls over the replicas costs no client an answer. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { lengthOf } from '../support/length.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { rollRestarts } from './rolling.ts'
import { rollBehindProxy } from './rolling-behind-proxy.ts'
import { brokenPromises, figuresLine } from './support/kept.ts'
import { postgresSite } from './support/site.ts'

const RESTARTS = lengthOf({ short: 2, full: 100 })
const CLIENTS = lengthOf({ short: 4, full: 8 })
const BEHIND_PROXY = { replicas: 2, clients: lengthOf({ short: 3, full: 8 }) }
/** Controls restart services that are never without an order, until one is lost. */
const CONTROL = {
  restarts: 100,
  betweenOrdersMs: 0,
  isEnough: (errors: number) => errors > 0,
  program: [join(import.meta.dirname, 'support/broken-service.ts'), 'endsAtOnce'],
}

test('replicas told to end under load finish what they were given and exit with 0', async (t) => {
  const site = postgresSite(await createDatabase())
  t.after(() => site.remove())
  const figures = await rollRestarts({
    site,
    replicas: 2,
    restarts: RESTARTS,
    clients: CLIENTS,
    betweenOrdersMs: lengthOf({ short: 120, full: 0 }),
  })
  t.diagnostic(figuresLine('rolling restarts', figures))
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.acknowledged > 0.9 * figures.orders)
  assert.ok(figures.slowestExitSeconds < 25)
})

test('rolling catches a service that drops its orders when it is told to end', async (t) => {
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

test('clients of a proxy see nothing of restarts that roll over the services behind it', async (t) => {
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

test('a service that ends without leaving the proxy first is caught', async (t) => {
  const site = postgresSite(await createDatabase())
  t.after(() => site.remove())
  const figures = await rollBehindProxy({ ...BEHIND_PROXY, ...CONTROL, site })
  t.diagnostic(figuresLine('rolling restarts behind a proxy, without draining', figures))
  assert.ok(figures.clientErrors > 0, 'clients see errors')
})
