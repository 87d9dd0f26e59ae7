/** If writes and flushes fail, no acknowledged order is lost, and no restart is needed. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { isFull, lengthOf } from '../../support/length.ts'
import { failingIo, whyNoFailingIo } from '../support/failing-io.ts'
import { brokenPromises, figuresLine } from '../support/order-figures.ts'
import { type FlushCase, failUnderLoad } from './failing-flush.ts'

const lasting = Number.POSITIVE_INFINITY
const CASES: readonly FlushCase[] = [
  { kind: 'flush', error: 'EIO', from: 1, times: 1, end: 'lifted' },
  { kind: 'flush', error: 'EIO', from: 4, times: 1, end: 'lifted' },
  { kind: 'write', error: 'ENOSPC', from: 3, times: 1, end: 'lifted' },
  // The failures after the first affect the connection that is opened again.
  { kind: 'any', error: 'EIO', from: 2, times: 6, end: 'lifted' },
  { kind: 'write', error: 'ENOSPC', from: 5, times: lasting, end: 'lifted' },
  { kind: 'flush', error: 'EIO', from: 2, times: lasting, end: 'killed' },
]

const FIRST = Array.from({ length: 40 }, (_, index) => index + 1)
const ERRORS = ['EIO', 'ENOSPC'] as const

/**
 * Each of the first calls fails once, or with some of the next calls. Later failures affect the
 * database while it is opened again.
 */
const PASSING: readonly FlushCase[] = FIRST.flatMap((from) => {
  const error = ERRORS[from % 2] ?? 'EIO'
  const flush = { kind: 'flush', error, from, times: 1, end: 'lifted' } as const
  if (from % 3 !== 1) return [flush]
  return [flush, { ...flush, kind: 'write' }, { ...flush, kind: 'any', times: 2 + from }]
})

/** From a given call on, all calls fail until the disk works again or the service is killed. */
const STAYING: readonly FlushCase[] = [1, 4, 9, 30].flatMap((from) =>
  ERRORS.flatMap((error) => [
    { kind: 'flush', error, from, times: lasting, end: 'lifted' } as const,
    { kind: from % 2 ? 'write' : 'flush', error, from, times: lasting, end: 'killed' } as const,
  ]),
)

const LENGTH = lengthOf<{ clients: number; slack?: number }>({
  short: { clients: 3, slack: 5 },
  full: { clients: 8 },
})
const SETS = lengthOf<Readonly<Record<string, readonly FlushCase[]>>>({
  short: { fail: CASES },
  full: { 'fail once or several times': PASSING, 'fail permanently': STAYING },
})
const skip = whyNoFailingIo() ?? false

for (const [fail, cases] of Object.entries(SETS)) {
  test(`if writes and flushes ${fail}, orders are rejected, no acknowledged order is lost, and the service recovers on its own`, {
    skip,
  }, async (t) => {
    const io = failingIo()
    t.after(() => io.remove())
    const figures = await failUnderLoad({ ...LENGTH, io, cases })
    t.diagnostic(figuresLine('failing flush', figures))
    assert.ok(
      figures.met > 0,
      'the library was never called: SQLite reaches the disk in another way',
    )
    if (!isFull) assert.equal(figures.unreached, 0, 'every failure happens')
    assert.ok(figures.failedOnLog > 0 && figures.rejected > 0)
    assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  })
}

test('the proof catches a service that acknowledges an order whose commit failed', {
  skip,
}, async (t) => {
  const io = failingIo()
  t.after(() => io.remove())
  const cases: readonly FlushCase[] = [
    { kind: 'flush', error: 'EIO', from: 1, times: lasting, end: 'killed' },
  ]
  const program = [join(import.meta.dirname, '../support/broken-service.ts'), 'acknowledgesFailed']
  const figures = await failUnderLoad({ ...LENGTH, io, cases, program })
  t.diagnostic(figuresLine('failing flush, acknowledging failed commits', figures))
  assert.ok(figures.lost > 0, 'orders are lost')
})
