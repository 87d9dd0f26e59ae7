/** A disk that is full costs no order that was acknowledged, and no restart. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fillUnderLoad } from './filling.ts'
import {
  canLimit,
  canStartLimited,
  limitedDisk,
  startedLimitedDisk,
} from './support/filling-disk.ts'
import { brokenPromises, figuresLine } from './support/kept.ts'

const SMALL = { rounds: 1, clients: 3, fullMs: 900, slack: 5 }
const skip = canLimit() ? false : 'this machine has no prlimit'
const skipStarted = canStartLimited() ? false : 'this machine has no sh with ulimit -f'

test('on a full disk orders are refused in time, known ones answered, and all goes on by itself', {
  skip,
}, async (t) => {
  const disk = limitedDisk()
  t.after(() => disk.remove())
  const figures = await fillUnderLoad({ ...SMALL, disk })
  t.diagnostic(figuresLine('full disk', figures))
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.refused > 0, 'orders are refused')
})

test('a full disk catches a service that acknowledges an order before it is durable', {
  skip,
}, async (t) => {
  const disk = limitedDisk()
  t.after(() => disk.remove())
  const program = [join(import.meta.dirname, 'support/broken-service.ts'), 'acknowledgesEarly']
  const figures = await fillUnderLoad({ ...SMALL, disk, program })
  t.diagnostic(figuresLine('full disk, acknowledging early', figures))
  assert.ok(figures.lost > 0, 'orders are lost')
})

test('a service whose files may not grow beyond a bound refuses in time, and goes on without it', {
  skip: skipStarted,
}, async (t) => {
  const disk = startedLimitedDisk()
  t.after(() => disk.remove())
  const figures = await fillUnderLoad({ ...SMALL, disk })
  t.diagnostic(figuresLine('bound reached', figures))
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.refused > 0, 'orders are refused')
})
