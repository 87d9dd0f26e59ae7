/**
 * The contract of the clock, for every database: which times are stored, and what a clock jump must
 * not cause.
 */
import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startRetentionJob } from '../../../src/orders/jobs/retention-job.ts'
import type { Store } from '../../../src/store/store.ts'
import { HOUR_MS } from '../../../src/time.ts'
import {
  bytes,
  completion,
  DAY_MS,
  newOrder,
  newPull,
  type Opened,
  type OpenStore,
  passTime,
} from '../store.fixtures.ts'

const BY = { kind: 'command', name: 'tester' } as const
const PERIODS = { reportMonths: 25, refusalDays: 90, inquiryMonths: 84, graceDays: 7 }
const BEHIND = /^the clock is behind: it shows \S+, .* set the clock\. .* --accept-clock$/
const AHEAD = /^the clock is more than a week ahead: .* nothing is purged until .* --accept-clock$/

/** Jumps of the clock while a service runs, and what the service logs about each. */
const JUMPS: readonly (readonly [name: string, ms: number, said: RegExp])[] = [
  ['-400 days', -400 * DAY_MS, BEHIND],
  ['-1 hour', -HOUR_MS, BEHIND],
  ['+400 days', 400 * DAY_MS, AHEAD],
]

export function clockContract(open: OpenStore): void {
  it('follows the clock, but not over a jump until it is accepted', async (t) => {
    const { store } = await open(t)
    const week = 7 * DAY_MS
    const now = Date.now()
    assert.equal(await store.clockMarks.follow(now + DAY_MS), true)
    for (const jump of [DAY_MS + week + 1, 400 * DAY_MS]) {
      assert.equal(await store.clockMarks.follow(now + jump), false)
    }
    assert.equal((await store.clockMarks.find())?.trustedAt, now + DAY_MS)
    assert.equal(await store.clockMarks.follow(now), true, 'a little behind another replica')
    await store.clockMarks.accept(now + 400 * DAY_MS, BY)
    assert.equal(await store.clockMarks.follow(now + 401 * DAY_MS), true)
    // The clock is right again. The operator accepts it despite the records of the wrong clock.
    await store.clockMarks.accept(now, BY)
    // The audit entry about the acceptance is a moment younger.
    const { trustedAt = 0 } = (await store.clockMarks.find()) ?? {}
    assert.ok(trustedAt >= now && trustedAt < now + DAY_MS)
    assert.equal(await store.clockMarks.follow(now + 1), true)
  })

  it('does not take a record with a future time as evidence that the clock is right', async (t) => {
    const { store, vault } = await open(t)
    const now = Date.now()
    const jump = 400 * DAY_MS
    await store.clockMarks.follow(now)
    await store.orders.begin(newOrder(vault, 'ahead', { receivedAt: now + jump }), [])
    assert.deepEqual(await store.clockMarks.find(), { trustedAt: now, newestAt: now + jump })
  })

  for (const [name, jump, said] of JUMPS) {
    it(
      `purges nothing while its clock is ${name} off, and continues afterwards`,
      LIMIT,
      async (t) => {
        const { store, now, hours, job } = await withData(t, await open(t))
        const before = await hours()
        await job.purges(1)
        job.setClock(jump)
        // A purge may have begun the moment before.
        await job.looks(1)
        const begun = (await store.retention.purges(99)).length
        await job.looks(3)
        assert.equal((await store.retention.purges(99)).length, begun)
        assert.match(job.logged.join(), said)
        // The statistics that the console shows must also survive.
        while (await store.statistics.update(now + jump));
        job.setClock(0)
        await job.purges(1)
        assert.deepEqual(job.logged.slice(1), ['the clock is right again'])
        assert.deepEqual(await hours(), before)
        await nothingPurged(store)
      },
    )
  }

  it('keeps statistics of a world in the past until a month later is counted', async (t) => {
    const { store, vault } = await open(t)
    const now = Date.now()
    const counted = async (id: string, receivedAt: number) => {
      const order = newOrder(vault, id, { receivedAt })
      const { runner: _, leaseMs: __, retriesSince: ___, ...entry } = order
      const rejection = { finishedAt: receivedAt, code: 'E102', answer: bytes('<e/>') }
      await store.orders.journalRejection({ ...entry, ...rejection })
      while (await store.statistics.update(now));
      const hours = { from: 0, to: Math.floor(now / HOUR_MS) }
      return (await store.statistics.between(hours, undefined)).orders.length
    }
    assert.equal(await counted('one', now - 600 * DAY_MS), 1)
    assert.equal(await counted('two', now - 599 * DAY_MS), 2)
    assert.equal(await counted('three', now - 560 * DAY_MS), 1)
    assert.equal(await store.sandbox.countOrders(), 3)
  })

  it('purges nothing if the clock jumps just after a purge began', LIMIT, async (t) => {
    const { store, job } = await withData(t, await open(t))
    await job.purges(1)
    job.setClockAfterLook(400 * DAY_MS)
    while (job.logged.length === 0) await job.looks(1)
    assert.match(job.logged.join(), AHEAD)
    await job.stop()
    await nothingPurged(store)
  })

  it('follows a clock that is an hour ahead, and reports when it is set back', LIMIT, async (t) => {
    const { store, now, job } = await withData(t, await open(t))
    await job.purges(1)
    job.setClock(HOUR_MS)
    // A purge may have begun the moment before, and ends without checking the clock.
    await job.looks(1)
    await job.purges(1)
    assert.deepEqual(job.logged, [])
    job.setClock(0)
    await job.looks(3)
    assert.match(job.logged.join(), BEHIND)
    await store.clockMarks.accept(now, BY)
    await job.purges(1)
    assert.deepEqual(job.logged.slice(1), ['the clock is right again'])
    await job.stop()
    await nothingPurged(store)
  })
}

const LIMIT = { timeout: 60_000 }

/**
 * Stores a report that would look old to a clock far ahead and one of this hour, and starts the
 * purge job.
 */
async function withData(t: TestContext, opened: Opened) {
  const { store, vault } = opened
  const now = Date.now()
  for (const [id, receivedAt] of [
    ['old', now - 600 * DAY_MS],
    ['new', now],
  ] as const) {
    await store.orders.begin(newOrder(vault, id, { receivedAt }), [newPull(vault, `pull-${id}`)])
    await store.orders.complete(completion(vault, id))
  }
  while (await store.statistics.update(now));
  const hour = Math.floor(now / HOUR_MS)
  const hours = () => store.statistics.between({ from: hour, to: hour + 1 }, undefined)
  const job = runningJob(opened, now)
  t.after(() => job.stop())
  return { store, now, hours, job }
}

async function nothingPurged(store: Store): Promise<void> {
  const purges = await store.retention.purges(99)
  assert.deepEqual(
    purges.map(({ orders, inquiries }) => [orders, inquiries]),
    purges.map(() => [0, 0]),
  )
  for (const id of ['report-old', 'report-new']) assert.ok(await store.reports.find('lender', id))
}

/** The daily purge of a running service. Its clock can be set, and days pass quickly for it. */
function runningJob({ store, database }: Opened, startedAt: number) {
  const logged: string[] = []
  let jump = 0
  let jumpAfterLook: number | undefined
  let looked = 0
  const machineNow = () => new Date(startedAt + jump)
  const tools = {
    now: machineNow,
    machineNow,
    refresh: async () => {},
    runner: 'runner-1',
    newId: () => `purge-${looked}`,
    log: ({ what }: { readonly what: string }) => void logged.push(what),
  }
  const clockMarks: Store['clockMarks'] = {
    ...store.clockMarks,
    find: async () => {
      looked += 1
      const mark = await store.clockMarks.find()
      jump = jumpAfterLook ?? jump
      return mark
    },
  }
  const kept = { retention: store.retention, clockMarks }
  const job = startRetentionJob(kept, tools, { periods: PERIODS, checkEveryMs: 5 })
  const endedPurges = async () =>
    (await store.retention.purges(99)).filter(({ endedAt }) => endedAt !== undefined).length
  return {
    logged,
    setClock: (ms: number) => {
      jump = ms
    },
    /** Sets the clock after the next check by the job, before it purges by the checked time. */
    setClockAfterLook: (ms: number) => {
      jumpAfterLook = ms
    },
    /** Waits until the job has checked the clock a number of times from start to end. */
    looks: async (count: number) => {
      const from = looked
      while (looked <= from + count) {
        await passTime(database, DAY_MS)
        await sleep(5)
      }
    },
    /** Waits until a number of further purges have ended. */
    purges: async (count: number) => {
      const before = await endedPurges()
      while ((await endedPurges()) < before + count) {
        await passTime(database, DAY_MS)
        await sleep(5)
      }
    },
    stop: () => job.stop(),
  }
}
