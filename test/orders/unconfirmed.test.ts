/**
 * A commit that the standby did not confirm is not acknowledged, even to a retry that can see it.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownServer } from '../support/postgres-server.ts'
import { runningService } from '../support/running-service.ts'
import { chargesOf } from './support/ledger-of.ts'
import { orderDocument, PEOPLE } from './support/order-document.ts'

const { createDatabase, runSql, withoutStandby } = ownServer()

/** Cancels every wait for the standby, like an operator who wants to continue without it. */
function cancelWaits(t: TestContext): () => Promise<void> {
  let ending = false
  const cancelling = (async () => {
    while (!ending) {
      await runSql(
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
      )
      await sleep(20)
    }
  })()
  const end = async () => {
    ending = true
    await cancelling
  }
  t.after(end)
  return end
}

test('an order whose wait for the standby was cancelled is acknowledged only when the standby has it', async (t) => {
  const service = await runningService(t, { flags: { 'database-url': await createDatabase() } })
  const { store } = service.storage
  const body = orderDocument('credit_report', {
    people: [{ ...PEOPLE.avery, street: 'MAGIC ALL SLOW 2' }],
  })
  const states = async () => (await store.orders.list({}, { limit: 9 })).map((o) => o.state)
  const first = service.post('credit_report', body)
  while ((await states()).length === 0) await sleep(20)
  await withoutStandby(async () => {
    const end = cancelWaits(t)
    assert.equal((await first).status, 503)
    assert.deepEqual(await states(), ['done'], 'the order is visible')
    const retried = await service.post('credit_report', body)
    assert.equal(retried.status, 503, 'the order is not yet acknowledged')
    await end()
  })
  const retried = await service.post('credit_report', body)
  assert.equal(retried.status, 200)
  assert.equal(retried.headers.get('trimerge-retry'), 'yes')
  assert.equal((await chargesOf(service)).length, 1)
})
