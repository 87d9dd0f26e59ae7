/** Services are killed while they are ordered from: what was acknowledged stays, once. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createDatabase } from '../support/postgres-server.ts'
import { killUnderLoad } from './killing.ts'
import { brokenPromises, figuresLine } from './support/kept.ts'
import { postgresSite, sqliteSite } from './support/site.ts'

const SMALL = { kills: 10, clients: 8, leaseMs: 1000, livesMsMax: 700, checkEvery: 1 }

test('a service on the embedded database loses no order and charges none twice when it is killed', async (t) => {
  const site = sqliteSite()
  t.after(() => site.remove())
  const figures = await killUnderLoad({ ...SMALL, site, replicas: 1 })
  t.diagnostic(figuresLine('killed, SQLite', figures))
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.acknowledged > SMALL.kills)
})

test('of two replicas one takes over what the other was killed with, or froze over', async (t) => {
  const site = postgresSite(await createDatabase())
  t.after(() => site.remove())
  const figures = await killUnderLoad({ ...SMALL, site, replicas: 2, freezeEvery: 5 })
  t.diagnostic(figuresLine('killed, PostgreSQL', figures))
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.acknowledged > SMALL.kills)
})

test('killing catches a service that acknowledges an order before it is durable', async (t) => {
  const site = sqliteSite()
  t.after(() => site.remove())
  const program = [join(import.meta.dirname, 'support/broken-service.ts'), 'acknowledgesEarly']
  const figures = await killUnderLoad({ ...SMALL, kills: 3, site, replicas: 1, program })
  t.diagnostic(figuresLine('killed, acknowledging early', figures))
  assert.ok(figures.lost > 0, 'orders are lost')
  assert.ok(figures.changed > 0, 'and their answers change')
})
