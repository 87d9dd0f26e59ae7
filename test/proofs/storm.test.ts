/**
 * Copies of an order that are sent at the same time are a single order: one response, one charge,
 * one set of pulls.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { lengthOf } from '../support/length.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { STORM_FLAGS, type StormFigures, storm } from './storm.ts'
import { brokenPromises, figuresLine } from './support/order-figures.ts'
import { postgresSite, type Site, sqliteSite } from './support/site.ts'

const LENGTH = lengthOf({
  short: { orders: 10, concurrency: 5 },
  full: { orders: 1000, concurrency: 8 },
})
const CONTROL_ORDERS = lengthOf({ short: 6, full: 60 })

async function blowOver(
  t: TestContext,
  site: Site,
  replicas: number,
  program?: readonly string[],
): Promise<StormFigures> {
  t.after(() => site.remove())
  const services = []
  for (let replica = 0; replica < replicas; replica++) {
    const service = await site.start({ replica, flags: STORM_FLAGS, ...(program && { program }) })
    t.after(() => service.kill())
    services.push(service)
  }
  const figures = await storm({
    ...LENGTH,
    ...(program && { orders: CONTROL_ORDERS }),
    site,
    services,
  })
  t.diagnostic(figuresLine('storm', figures))
  return figures
}

test('copies of an order at two replicas on PostgreSQL get one response and one charge', async (t) => {
  const figures = await blowOver(t, postgresSite(await createDatabase()), 2)
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.acknowledged > 0.9 * LENGTH.orders)
  assert.ok(figures.left > 0, 'some clients disconnected early')
})

test('copies of an order at one service on SQLite get one response and one charge', async (t) => {
  const figures = await blowOver(t, sqliteSite(), 1)
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.acknowledged > 0.9 * LENGTH.orders)
})

test('the proof catches a service that treats copies as different orders', async (t) => {
  const program = [join(import.meta.dirname, 'support/broken-service.ts'), 'forgetsCopies']
  const figures = await blowOver(t, sqliteSite(), 1, program)
  assert.ok(figures.doubleCharges > 0, 'copies are charged')
  assert.ok(figures.changed > 0, 'copies are answered differently')
  assert.ok(figures.pullsBeyond > 0, 'copies ask the bureaus again')
})
