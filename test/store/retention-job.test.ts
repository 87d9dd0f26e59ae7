/**
 * Tests the purge that a service runs by itself: complete services on one database, a day and years
 * later.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startRetentionJob } from '../../src/orders/jobs/retention-job.ts'
import { type Database, DatabaseUnavailable } from '../../src/store/engine/database.ts'
import { openSqlite } from '../../src/store/engine/sqlite.ts'
import { DAY_MS, MINUTE_MS } from '../../src/time.ts'
import { PEOPLE } from '../orders/support/order-document.ts'
import { reported } from '../orders/support/ordered.ts'
import {
  fixedSurroundings,
  type RunningService,
  runningService,
} from '../support/running-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { completion, newOrder, openedStore, overDatabase, passTime } from './store.fixtures.ts'

const MONTHS_26_MS = 26 * 31 * DAY_MS
const OPERATOR = { kind: 'operator', name: 'mira' } as const

/**
 * Makes the next purge due. It is due by the machine's time, which no test moves, so its due time
 * is moved as if a day had passed.
 */
async function nextPurgeIsDue({ storage: { store, database } }: RunningService): Promise<void> {
  await passTime(database, 2 * DAY_MS)
  while (!(await store.retention.job.take('test', 0))) await sleep(20)
  await store.retention.job.end('test', 0)
}

async function endedPurges({ storage: { store } }: RunningService, count: number) {
  for (;;) {
    const ended = (await store.retention.purges(10)).filter(({ endedAt }) => endedAt !== undefined)
    if (ended.length >= count) return ended
    await sleep(20)
  }
}

test('a service purges expired reports by itself, records the evidence, and spares reports on hold', {
  timeout: 60_000,
}, async (t) => {
  let at = Date.parse('2026-03-02T15:04:05Z')
  const surroundings = { ...fixedSurroundings(), now: () => new Date(at) }
  const service = await runningService(t, { surroundings })
  const { store } = service.storage
  const reportId = async (person: (typeof PEOPLE)[keyof typeof PEOPLE]) =>
    (await reported(service, 'credit_report', { people: [person] })).answer.texts(
      'CREDIT_RESPONSE._CreditReportIdentifier',
    )[0] ?? ''
  const [old, held] = [await reportId(PEOPLE.avery), await reportId(PEOPLE.rowan)]
  assert.ok(old !== '' && held !== '')
  assert.ok(
    await store.retention.addHold({ reportId: held, reason: 'matter 7', heldAt: at }, OPERATOR),
  )
  const before = await endedPurges(service, 1)
  assert.deepEqual([before[0]?.orders, before[0]?.reports], [0, 0], 'nothing is old yet')

  at += MONTHS_26_MS
  await nextPurgeIsDue(service)
  await runningService(t, { surroundings, beside: service })
  const [purge] = await endedPurges(service, before.length + 1)
  assert.deepEqual([purge?.orders, purge?.reports, purge?.by.kind], [1, 1, 'service'])
  assert.equal(await store.reports.find(service.account, old), undefined)
  assert.ok(await store.reports.find(service.account, held), 'the report on hold')

  const taken = await store.retention.job.take('test', 0)
  assert.equal(taken, false, 'no other purge is due before tomorrow')
})

/** A database whose files cannot be scrubbed. */
function unscrubbed(database: Database, tried: () => void): Database {
  return {
    ...overDatabase(database),
    scrub: () => {
      tried()
      return Promise.reject(new DatabaseUnavailable('the disk is full'))
    },
  }
}

test('a purge that cannot scrub the files ends for the day, and warns if it purged anything', async (t) => {
  for (const isAnythingDue of [true, false]) {
    const opened = await openSqlite(join(temporaryFolder(), 'trimerge.db'))
    const tried = Promise.withResolvers<void>()
    const { store, database, vault } = await openedStore(unscrubbed(opened, tried.resolve))
    t.after(() => store.close())
    if (isAnythingDue) {
      await store.orders.begin(newOrder(vault, 'o1', { receivedAt: 0 }), [])
      await store.orders.complete(completion(vault, 'o1'))
    }
    const logged: string[] = []
    const now = () => new Date()
    const tools = {
      now,
      machineNow: now,
      refresh: async () => undefined,
      runner: 'one',
      newId: () => 'purge-1',
      log: ({ what }: { readonly what: string }) => void logged.push(what),
    }
    const periods = { reportMonths: 25, refusalDays: 90, inquiryMonths: 84, graceDays: 7 }
    const job = startRetentionJob(store, tools, { periods, checkEveryMs: DAY_MS })
    t.after(() => job.stop())
    await tried.promise
    await job.stop()
    assert.notEqual((await store.retention.purges(1))[0]?.endedAt, undefined)
    const warning = 'remains of purged keys could not be removed from the database files'
    assert.deepEqual(logged, isAnythingDue ? [warning] : [])
    // By then, the lease of a failed purge would have expired.
    await passTime(database, 11 * MINUTE_MS)
    assert.equal(await store.retention.job.take('other', MINUTE_MS), false)
  }
})
