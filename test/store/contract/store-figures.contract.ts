/** The contract of stored statistics, for every database: they equal the counts of the records. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { SERVICE } from '../../../src/store/audit/entry.ts'
import { leaseTime } from '../../../src/store/engine/database.ts'
import { type Counts, statisticsOver } from '../../../src/store/statistics/statistics.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/time.ts'
import { runsOf } from '../../support/length.ts'
import { freshCounts } from '../fresh-counts.ts'
import {
  bytes,
  completion,
  DAY_MS,
  NOW,
  newOrder,
  newPull,
  type Opened,
  type OpenStore,
} from '../store.fixtures.ts'

/** A service with two replicas and its own clock, to which events happen. */
async function replicatedService({ database, vault, store }: Opened) {
  const secret = { id: 's2', hash: vault.secretHash('other'), createdAt: NOW }
  await store.accounts.create({ name: 'other', profile: {}, createdAt: NOW }, secret, SERVICE)
  // The second replica counts so little at once that every few orders take several units.
  const lease = leaseTime(database.engine, Date.now)
  const replicas = [statisticsOver(database, lease), statisticsOver(database, lease, 2)] as const
  const running: string[] = []
  let now = NOW
  let count = 0
  const next = () => {
    count += 1
    return `o${count}`
  }
  const end = (id: string) => ({ ...completion(vault, id), finishedAt: now })
  return {
    move: (ms: number) => {
      now += ms
    },
    begin: async (account: string, agoMs: number, pullInMs: number) => {
      const id = next()
      const order = newOrder(vault, id, { account, receivedAt: now - agoMs })
      const pull = newPull(vault, `p-${id}`, { startedAt: now + pullInMs })
      await store.orders.begin(order, [pull])
      running.push(id)
    },
    complete: async () => {
      const id = running.shift()
      if (id === undefined) return
      const { charge, ...rest } = end(id)
      const pulls = [
        { id: `p-${id}`, state: 'answered', outcome: 'FileReturned', finishedAt: now },
      ] as const
      await store.orders.complete({
        ...rest,
        pulls,
        ...(charge && { charge: { ...charge, chargedAt: now } }),
      })
    },
    fail: async () => {
      const id = running.pop()
      if (id !== undefined) await store.orders.fail({ ...end(id), code: 'E001' })
    },
    reject: async (account: string) => {
      const order = newOrder(vault, next(), { account, receivedAt: now })
      const { runner: _, leaseMs: __, retriesSince: ___, ...entry } = order
      await store.orders.journalRejection({
        ...entry,
        finishedAt: now,
        code: 'E102',
        answer: bytes('<e/>'),
      })
    },
    purge: async (agoMs: number) => {
      const scope = { reportsBefore: 0, refusalsBefore: now - agoMs, inquiriesBefore: now - agoMs }
      const purge = { id: next(), begunAt: now, by: SERVICE, scope }
      await store.retention.purge(purge, { batch: 9, between: async () => true, now: () => now })
    },
    updateStatistics: (replica: 0 | 1) => replicas[replica].update(now),
    /** Returns the stored statistics and the fresh counts, which must be equal. */
    storedAndFresh: async (replica: 0 | 1, hours: number, account: string | undefined) => {
      const to = Math.floor(now / HOUR_MS) + 1
      const from = to - hours
      const range = { from, to }
      const stored = await replicas[replica].between(range, account)
      const fresh = await freshCounts(database, range, account)
      const bars = await replicas[replica].between({ ...range, together: BAR_HOURS }, account)
      assert.deepEqual(comparable(inBars(bars, from)), comparable(inBars(fresh, from)))
      if (account !== undefined) {
        const orders = fresh.orders.reduce((sum, row) => sum + row.count, 0)
        const byAccount = await replicas[replica].ordersByAccount(from)
        assert.equal(byAccount.get(account) ?? 0, orders, `orders of ${account}`)
      }
      return [stored, fresh].map(comparable)
    },
  }
}

const BAR_HOURS = 7

/** Returns the same counts, each under the first hour of its bar. */
function inBars({ orders, pulls, charges }: Counts, from: number): Counts {
  const inBar = <R extends { readonly hour: number }>(row: R): R => ({
    ...row,
    hour: row.hour - ((row.hour - from) % BAR_HOURS),
  })
  return { orders: orders.map(inBar), pulls: pulls.map(inBar), charges: charges.map(inBar) }
}

/**
 * Sums equal rows and returns one line for each, so that the order of rows and columns does not
 * matter.
 */
function comparable({ orders, pulls, charges }: Counts): readonly string[] {
  const sums = new Map<string, number>()
  const add = (amount: number, row: object) => {
    const alike = JSON.stringify(Object.entries(row).sort())
    sums.set(alike, (sums.get(alike) ?? 0) + amount)
  }
  for (const { count, ...row } of [...orders, ...pulls]) add(count, row)
  for (const { cents, ...row } of charges) add(cents, { ...row, what: 'cents' })
  return [...sums].map((entry) => JSON.stringify(entry)).sort()
}

type ReplicatedService = Awaited<ReturnType<typeof replicatedService>>

const replica = fc.constantFrom(0 as const, 1 as const)
const account = fc.constantFrom('lender', 'other')
const hours = fc.constantFrom(1, 2, 24, 24 * 31)
const agoMs = fc.integer({ min: 0, max: 30 * SECOND_MS })

const event: fc.Arbitrary<(replicatedService: ReplicatedService) => unknown> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(account, agoMs, fc.integer({ min: 0, max: 3 * SECOND_MS }))
      .map((args) => (service: ReplicatedService) => service.begin(...args)),
  },
  { weight: 3, arbitrary: fc.constant((service: ReplicatedService) => service.complete()) },
  fc.constant((service: ReplicatedService) => service.fail()),
  account.map((name) => (service: ReplicatedService) => service.reject(name)),
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(700, 20 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, 26 * HOUR_MS)
      .map((ms) => (service: ReplicatedService) => service.move(ms)),
  },
  fc.constant((service: ReplicatedService) => service.move(40 * DAY_MS)),
  replica.map((which) => (service: ReplicatedService) => service.updateStatistics(which)),
  fc
    .constantFrom(0, 2 * HOUR_MS, 20 * DAY_MS)
    .map((ms) => (service: ReplicatedService) => service.purge(ms)),
  {
    weight: 4,
    arbitrary: fc
      .tuple(replica, hours, fc.option(account, { nil: undefined }))
      .map((args) => async (service: ReplicatedService) => {
        const [stored, counted] = await service.storedAndFresh(...args)
        assert.deepEqual(stored, counted)
      }),
  },
)

export function figuresContract(open: OpenStore): void {
  it('stores figures that equal fresh counts, whatever happens', async (t) => {
    const service = await replicatedService(await open(t))
    const run = fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
      for (const happen of events) await happen(service)
      for (const which of [0, 1] as const) {
        const [stored, counted] = await service.storedAndFresh(which, 24 * 31, undefined)
        assert.deepEqual(stored, counted)
      }
    })
    // Events cannot be undone, so a shorter list of events would not start from the same state.
    await fc.assert(run, { numRuns: runsOf(40), endOnFailure: true })
  })

  it('counts an order that was running when its hour was counted as done once it is done', async (t) => {
    const service = await replicatedService(await open(t))
    await service.begin('lender', 0, 0)
    service.move(2 * DAY_MS)
    while (await service.updateStatistics(0));
    const [running] = await service.storedAndFresh(0, 72, undefined)
    assert.match(running?.join() ?? '', /"running/)
    await service.complete()
    const [stored, counted] = await service.storedAndFresh(0, 72, undefined)
    assert.deepEqual(stored, counted)
    assert.doesNotMatch(stored?.join() ?? '', /"running|outcome\\",null/)
  })
}
