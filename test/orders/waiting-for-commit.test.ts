/** Tests that an order holds only its response in memory while it waits for its commit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ReportContent } from '../../src/orders/stored-report.ts'
import type { Store } from '../../src/store/store.ts'
import { runningService } from '../support/running-service.ts'
import { orderDocument } from './support/order-document.ts'

type Complete = Store['orders']['complete']

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

test('an order that waits for its commit holds its response in memory, but not its files and report', async (t) => {
  const service = await runningService(t, { flags: { 'log-level': 'silent' } })
  const { orders } = service.storage.store
  const real = orders.complete
  const begun = Promise.withResolvers<WeakRef<object>>()
  const committed = Promise.withResolvers<void>()
  const complete: Complete = (completion) => {
    const content = completion.report?.content as ReportContent
    begun.resolve(new WeakRef(content.borrowers[0]?.pulls[0] ?? {}))
    const stored = real(completion)
    return committed.promise.then(() => stored)
  }
  Object.assign(orders, { complete })
  const answer = service.post('credit_report', orderDocument('credit_report'))
  const file = await begun.promise
  // The target of a new weak reference stays alive until the end of the current turn.
  await nextTurn()
  collectGarbage()
  const isHeld = file.deref() !== undefined
  committed.resolve()
  assert.equal((await answer).status, 200)
  assert.equal(isHeld, false)
})
