/** The contract of limits: orders in flight, consumers, request rates and failed logins. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { SERVICE } from '../../../src/store/audit/entry.ts'
import {
  type LoginFailureStore,
  loginFailuresOver,
} from '../../../src/store/records/login-failures.ts'
import type { NewOrder } from '../../../src/store/records/orders/order-entry.ts'
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

export function limitsContract(open: OpenStore): void {
  inFlight(open)
  consumers(open)
  rates(open)
  failedLogins(open)
}

/** Begins many orders at once. Returns how many began, and why the others did not. */
async function beginMany(
  { store, vault }: Opened,
  count: number,
  changes: Partial<NewOrder>,
  prefix = 'o',
) {
  const begun = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      store.orders.begin(newOrder(vault, `${prefix}${index}`, changes), []),
    ),
  )
  const rejected = begun.flatMap((each) => (each.begun ? [] : [each.because]))
  return { began: count - rejected.length, rejected: [...new Set(rejected)] }
}

function inFlight(open: OpenStore): void {
  for (const inFlightMax of [1, 7, 70]) {
    it(`begins exactly ${inFlightMax} orders of an account, however many arrive at once`, async (t) => {
      const opened = await open(t)
      const found = await beginMany(opened, inFlightMax + 30, { inFlightMax })
      assert.deepEqual(found, { began: inFlightMax, rejected: ['inFlight'] })
      assert.equal(
        (await opened.store.orders.list({ account: 'lender' }, { limit: 200 })).length,
        inFlightMax,
        'a rejected order is not stored',
      )
    })
  }

  it('begins any number of orders without a limit', async (t) => {
    const found = await beginMany(await open(t), 90, {})
    assert.deepEqual(found, { began: 90, rejected: [] })
  })

  it('begins another order when one ends, and counts other accounts separately', async (t) => {
    const opened = await open(t)
    const { store, vault } = opened
    await store.accounts.create(
      { name: 'other', profile: {}, createdAt: NOW },
      { id: 'secret-2', hash: vault.secretHash('two'), createdAt: NOW },
      SERVICE,
    )
    await beginMany(opened, 2, { inFlightMax: 2 })
    const third = newOrder(vault, 'third', { inFlightMax: 2 })
    assert.deepEqual(await store.orders.begin(third, []), { begun: false, because: 'inFlight' })
    const ofOther = newOrder(vault, 'of-other', { account: 'other', inFlightMax: 2 })
    assert.equal((await store.orders.begin(ofOther, [])).begun, true)
    await store.orders.complete(completion(vault, 'o0'))
    assert.equal((await store.orders.begin(third, [])).begun, true)
  })

  it('finds the order of a retry even at the limit', async (t) => {
    const opened = await open(t)
    const { store, vault } = opened
    await beginMany(opened, 1, { inFlightMax: 1 })
    const { fingerprint } = newOrder(vault, 'o0')
    const copy = newOrder(vault, 'copy', { fingerprint, inFlightMax: 1 })
    const begun = await store.orders.begin(copy, [])
    assert.equal(!begun.begun && begun.because, 'retry')
  })
}

const SINCE = NOW - DAY_MS

function consumers(open: OpenStore): void {
  it('begins only the allowed number of orders with hard pulls for a consumer, however many arrive at once', async (t) => {
    const { store, vault } = await open(t)
    const consumer = { ordersMax: 3, since: SINCE }
    const begun = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        store.orders.begin(newOrder(vault, `o${index}`, { consumer, inFlightMax: 256 }), [
          newPull(vault, `p${index}-1`, { startedAt: NOW + index }),
          newPull(vault, `p${index}-2`, { startedAt: NOW + index }),
        ]),
      ),
    )
    assert.equal(begun.filter((each) => each.begun).length, 3)
    const oldest = Math.min(...begun.flatMap((each, index) => (each.begun ? [NOW + index] : [])))
    const fourth = newOrder(vault, 'fourth', { consumer })
    assert.deepEqual(await store.orders.begin(fourth, [newPull(vault, 'p')]), {
      begun: false,
      because: 'consumer',
      oldestAt: oldest,
    })
  })

  for (const [title, mayHaveAsked, counts] of [
    ['was not asked', false, false],
    ['may have been asked', true, true],
    ['was asked by an order that was cut off', undefined, true],
  ] as const) {
    it(`counts a failed pull if the bureau ${title}: ${counts}`, async (t) => {
      const { store, vault } = await open(t)
      const consumer = { ordersMax: 1, since: SINCE }
      const place = (id: string) =>
        store.orders.begin(newOrder(vault, id, { consumer }), [newPull(vault, `pull-${id}`)])
      await place('o1')
      const pull = { id: 'pull-o1', state: 'failed', outcome: 'x', finishedAt: NOW } as const
      const failed = mayHaveAsked !== undefined && { failure: 'late', mayHaveAsked }
      const pulls = failed ? [{ ...pull, failed }] : []
      const end = { id: 'o1', runner: 'runner-1', finishedAt: NOW, code: 'E001', pulls }
      await store.orders.fail({ ...end, answer: bytes('<x/>') })
      assert.equal((await place('o2')).begun, !counts)
    })
  }

  it('does not count soft, old or failed pulls, or pulls of other consumers', async (t) => {
    const { store, vault } = await open(t)
    const consumer = { ordersMax: 1, since: SINCE }
    const place = async (id: string, changes: Parameters<typeof newPull>[2]) =>
      (
        await store.orders.begin(newOrder(vault, id, { consumer }), [
          newPull(vault, `pull-${id}`, changes),
        ])
      ).begun
    const another = { ssnIndex: vault.blindIndex('ssn', '900000000') }
    assert.equal(await place('soft', { hard: false }), true)
    assert.equal(await place('old', { startedAt: SINCE }), true)
    assert.equal(await place('of a clock that was ahead', { startedAt: NOW + 400 * DAY_MS }), true)
    assert.equal(await place('another', another), true)
    assert.equal(await place('first', {}), true)
    assert.equal(await place('second', {}), false)
    assert.equal(await place('soft again', { hard: false }), true)
    const pulls = [{ id: 'pull-first', state: 'failed' as const, outcome: 'x', finishedAt: NOW }]
    const failed = { id: 'first', runner: 'runner-1', finishedAt: NOW, code: 'E001', pulls }
    await store.orders.fail({ ...failed, answer: bytes('<x/>') })
    assert.equal(await place('third', {}), true)
  })
}

function rates(open: OpenStore): void {
  it('counts requests up to the rate, and says when the next one is allowed', async (t) => {
    const { store } = await open(t)
    const counted = await Promise.all(
      Array.from({ length: 9 }, () => store.requestRates.count('lender', NOW, 5)),
    )
    assert.deepEqual(
      counted.sort((a, b) => a - b),
      [0, 0, 0, 0, 0, 60_000, 60_000, 60_000, 60_000],
    )
    assert.equal(await store.requestRates.count('lender', NOW + 59_000, 5), 1_000)
    assert.equal(await store.requestRates.count('lender', NOW + 60_000, 5), 0)
    assert.equal(await store.requestRates.count('lender', NOW + 60_001, 1), 59_999)
  })

  it('does not wait for a future minute that a clock left before it was set back', async (t) => {
    const { store } = await open(t)
    assert.equal(await store.requestRates.count('lender', NOW + DAY_MS, 1), 0)
    assert.equal(await store.requestRates.count('lender', NOW, 1), 0)
    assert.equal(await store.requestRates.count('lender', NOW, 1), 60_000)
  })
}

const POLICY = { free: 3, firstDelayMs: 1_000, longestDelayMs: 5_000, windowMs: 60_000 }

const fail = (logins: LoginFailureStore, who: Uint8Array, at: number) =>
  logins.recordAll([{ who, policy: POLICY }], at)

async function failuresOf(logins: LoginFailureStore, who: Uint8Array) {
  const [failures] = await logins.findAll([who])
  return failures
}

function failedLogins(open: OpenStore): void {
  const who = (vault: Opened['vault'], name: string) => vault.blindIndex('login', name)

  it('delays logins after the free failures, doubling up to the longest delay', async (t) => {
    const { store, vault } = await open(t)
    const lender = who(vault, 'lender')
    const delays = []
    let at = NOW
    for (let failures = 1; failures <= 8; failures++) {
      await fail(store.loginFailures, lender, at)
      const { blockedUntil = 0 } = (await failuresOf(store.loginFailures, lender)) ?? {}
      delays.push(Math.max(0, blockedUntil - at))
      at = Math.max(at + 1, blockedUntil)
    }
    assert.deepEqual(delays, [0, 0, 0, 1_000, 2_000, 4_000, 5_000, 5_000])
    assert.equal(await failuresOf(store.loginFailures, who(vault, 'other')), undefined)
  })

  it('counts failures that happen at once without making the delay longer', async (t) => {
    const { store, vault } = await open(t)
    const lender = who(vault, 'lender')
    const record = () => fail(store.loginFailures, lender, NOW)
    await Promise.all(Array.from({ length: 20 }, record))
    assert.deepEqual(await failuresOf(store.loginFailures, lender), {
      failures: 20,
      blockedUntil: NOW + 1_000,
      forgetAt: NOW + 61_000,
    })
  })

  it('forgets failures after the window, and a delay a window after its end', async (t) => {
    const { store, vault } = await open(t)
    const lender = who(vault, 'lender')
    await fail(store.loginFailures, lender, NOW)
    await fail(store.loginFailures, lender, NOW + 59_999)
    assert.equal((await failuresOf(store.loginFailures, lender))?.failures, 2)
    await fail(store.loginFailures, lender, NOW + 60_000)
    assert.equal((await failuresOf(store.loginFailures, lender))?.failures, 1)
    for (let count = 0; count < 3; count++) {
      await fail(store.loginFailures, lender, NOW + 70_000)
    }
    const delayed = await failuresOf(store.loginFailures, lender)
    assert.equal(delayed?.forgetAt, NOW + 70_000 + 1_000 + 60_000)
    await store.loginFailures.forget(lender)
    assert.equal(await failuresOf(store.loginFailures, lender), undefined)
  })

  it('starts over after failures recorded by a clock that was ahead', async (t) => {
    const { store, vault } = await open(t)
    const lender = who(vault, 'lender')
    const recorded = async (at: number) => {
      for (let count = 0; count < 4; count++) await fail(store.loginFailures, lender, at)
      const found = await failuresOf(store.loginFailures, lender)
      return [found?.failures, (found?.blockedUntil ?? 0) - at, (found?.forgetAt ?? 0) - at]
    }
    const delayed = [4, 1_000, 61_000]
    assert.deepEqual(await recorded(NOW + 400 * DAY_MS), delayed)
    assert.deepEqual(await recorded(NOW), delayed)
  })

  it('returns failed logins together with the account, or without one', async (t) => {
    const { store, vault } = await open(t)
    const [lender, nobody] = [who(vault, 'lender'), who(vault, 'nobody')]
    assert.deepEqual(await store.accounts.findLogin('nobody', NOW, nobody), {
      account: undefined,
      failures: undefined,
    })
    for (const key of [lender, nobody]) await fail(store.loginFailures, key, NOW)
    const failures = { failures: 1, blockedUntil: 0, forgetAt: NOW + 60_000 }
    assert.deepEqual(await store.accounts.findLogin('nobody', NOW, nobody), {
      account: undefined,
      failures,
    })
    const known = await store.accounts.findLogin('lender', NOW, lender)
    assert.deepEqual(known.failures, failures)
    assert.deepEqual(known.account, await store.accounts.find('lender', NOW))
  })

  it('keeps the names with the most failures when many new names are tried', async (t) => {
    const { database, vault } = await open(t)
    const few = loginFailuresOver(database, 5)
    const lender = who(vault, 'lender')
    for (let count = 0; count < 4; count++) await fail(few, lender, NOW)
    const tries = Array.from({ length: 40 }, (_, index) =>
      fail(few, who(vault, `name-${index}`), NOW + index),
    )
    await Promise.all(tries)
    // Another process deletes surplus rows with the first failure that it records.
    await fail(loginFailuresOver(database, 5), lender, NOW)
    const [row] = await database.read<{ rows: number }>({
      sql: 'select count(*) as rows from login_failures',
      params: [],
    })
    assert.equal(row?.rows, 5)
    assert.equal((await failuresOf(few, lender))?.failures, 5)
    const later = NOW + 10 * DAY_MS
    await fail(loginFailuresOver(database), who(vault, 'x'), later)
    assert.equal(await failuresOf(few, lender), undefined)
  })
}
