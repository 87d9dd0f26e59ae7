/** If a PostgreSQL server is lost, no acknowledged order is lost, and no restart is needed. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { lengthOf } from '../../support/length.ts'
import { brokenPromises, figuresLine } from '../support/order-figures.ts'
import { fillUnderLoad } from './filling.ts'
import { cutOffServer, readOnlyServer } from './lost-server.ts'

const LENGTH = lengthOf<{ rounds: number; clients: number; fullMs: number; slack?: number }>({
  short: { rounds: 1, clients: 3, fullMs: 900, slack: 10 },
  full: { rounds: 10, clients: 8, fullMs: 3000 },
})
/**
 * A broken service need not recover, so the control does not wait as long as for a working service.
 */
const CONTROL = { ...LENGTH, rounds: lengthOf({ short: 1, full: 2 }), slack: 1 }

test('a service whose database server is cut off rejects orders in time, and recovers on its own', async (t) => {
  const disk = await cutOffServer()
  t.after(() => disk.remove())
  const figures = await fillUnderLoad({ ...LENGTH, disk })
  t.diagnostic(figuresLine('server cut off', figures))
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.rejected > 0, 'orders are rejected')
})

test('a service whose database server is read-only rejects orders, and recovers on its own', async (t) => {
  const disk = await readOnlyServer()
  t.after(() => disk.remove())
  const figures = await fillUnderLoad({ ...LENGTH, disk })
  t.diagnostic(figuresLine('server read-only', figures))
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.rejected > 0, 'orders are rejected')
})

test('the lost-server proof catches a service that acknowledges an order before it is durable', async (t) => {
  const disk = await cutOffServer()
  t.after(() => disk.remove())
  const program = [join(import.meta.dirname, '../support/broken-service.ts'), 'acknowledgesEarly']
  const figures = await fillUnderLoad({ ...CONTROL, disk, program })
  t.diagnostic(figuresLine('server cut off, acknowledging early', figures))
  assert.ok(figures.lost > 0, 'orders are lost')
})
