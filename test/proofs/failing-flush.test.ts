/** Writes and flushes that fail cost no order that was acknowledged, and no restart. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type FlushCase, failUnderLoad } from './failing-flush.ts'
import { failingIo, whyNoFailingIo } from './support/failing-io.ts'
import { brokenPromises, figuresLine } from './support/kept.ts'

const lasting = Number.POSITIVE_INFINITY
const CASES: readonly FlushCase[] = [
  { kind: 'flush', error: 'EIO', from: 1, times: 1, end: 'lifted' },
  { kind: 'flush', error: 'EIO', from: 4, times: 1, end: 'lifted' },
  { kind: 'write', error: 'ENOSPC', from: 3, times: 1, end: 'lifted' },
  // The failures after the first meet the connection that is opened anew.
  { kind: 'any', error: 'EIO', from: 2, times: 6, end: 'lifted' },
  { kind: 'write', error: 'ENOSPC', from: 5, times: lasting, end: 'lifted' },
  { kind: 'flush', error: 'EIO', from: 2, times: lasting, end: 'killed' },
]
const SMALL = { clients: 3, slack: 5 }
const skip = whyNoFailingIo() ?? false

test('writes and flushes that fail are refused, nothing acknowledged is lost, and all goes on by itself', {
  skip,
}, async (t) => {
  const io = failingIo()
  t.after(() => io.remove())
  const figures = await failUnderLoad({ ...SMALL, io, cases: CASES })
  t.diagnostic(figuresLine('failing flush', figures))
  assert.ok(figures.met > 0, 'the library is never called: SQLite reaches the disk another way')
  assert.equal(figures.unreached, 0, 'every failure happens')
  assert.ok(figures.failedOnLog > 0 && figures.refused > 0)
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
})

test('failing flushes catch a service that acknowledges an order whose commit failed', {
  skip,
}, async (t) => {
  const io = failingIo()
  t.after(() => io.remove())
  const cases: readonly FlushCase[] = [
    { kind: 'flush', error: 'EIO', from: 1, times: lasting, end: 'killed' },
  ]
  const program = [join(import.meta.dirname, 'support/broken-service.ts'), 'acknowledgesFailed']
  const figures = await failUnderLoad({ ...SMALL, io, cases, program })
  t.diagnostic(figuresLine('failing flush, acknowledging what failed', figures))
  assert.ok(figures.lost > 0, 'orders are lost')
})
