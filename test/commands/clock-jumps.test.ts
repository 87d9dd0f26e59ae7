/** Tests a machine's clock that is wrong at the start, or is set while the service runs. */
import assert from 'node:assert/strict'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '../../src/time.ts'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { machineClock } from '../proofs/support/machine-clock.ts'
import { shiftedDate } from '../proofs/support/shifted-clock.ts'
import { metric, ordersInFlight } from '../support/metrics.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { assertEnded, run, serve, serveHere } from './run.ts'

const BEHIND = /the clock is behind: it shows .* set the clock\. .* start with --accept-clock/
const AHEAD = /the clock is more than a week ahead: .* nothing is purged until .* --accept-clock/

interface Answered {
  readonly status: number
  readonly retried: boolean
  readonly body: string
}

/** Creates a client of the service on a data folder. */
function clientOf(address: string, data: string) {
  const { account, operator } = JSON.parse(
    readFileSync(join(data, 'sandbox-credentials.json'), 'utf8'),
  )
  const send = async (path: string, body?: string, headers: Record<string, string> = {}) => {
    const init = body === undefined ? {} : { method: 'POST', body, headers }
    const response = await fetch(address + path, init)
    const retried = response.headers.get('trimerge-retry') === 'yes'
    return { status: response.status, retried, body: await response.text() }
  }
  const basic = Buffer.from(`${account.name}:${account.secret}`).toString('base64')
  const type = { Authorization: `Basic ${basic}`, 'Content-Type': 'application/xml' }
  let orders = 0
  return {
    order: (body: string) => send('/credit_report', body, type),
    /** Returns an order that no earlier order equals. */
    newOrder: () => {
      orders += 1
      return orderDocument('credit_report', { action: 'ForceNew', requestId: `${data}-${orders}` })
    },
    /** Logs in and reads the new session. Returns the HTTP status. */
    logIn: async () => {
      const { name, password } = operator
      const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
      const body = JSON.stringify({ name, password })
      const begun = await fetch(`${address}/api/v1/session`, { method: 'POST', body, headers })
      const cookie = begun.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
      return (await fetch(`${address}/api/v1/session`, { headers: { cookie } })).status
    },
  }
}

/** Returns an order that waits for a bureau until its time-out. */
function slowOrder(person: keyof typeof PEOPLE, requestId: string): string {
  const people = [{ ...PEOPLE[person], street: 'MAGIC EXPERIAN TIMEOUT' }]
  return orderDocument('credit_report', { people, action: 'ForceNew', requestId })
}

function assertAnswered({ status, body }: Answered): void {
  assert.equal(status, 200, body)
  assert.match(body, /CreditReportIdentifier="R/)
}

// During the time-out of a bureau, the service checks twice whether a lease has expired.
const FLAGS = ['--bureau-timeout-ms', '2500', '--order-lease-ms', '4000', '--order-threads', '1']

test('orders, retries and logins continue while the clock of a running service is set', {
  timeout: 120_000,
}, async (t) => {
  const data = temporaryFolder()
  const clock = machineClock()
  const service = await serve(t, data, FLAGS, clock.environment)
  const client = clientOf(service.address, data)
  // Each jump places five orders. The jumps of 400 days add one order each, because a stored
  // response is too old for a retry. The jump one hour ahead comes last: a service follows it, and
  // later times would be behind.
  for (const jump of [-400 * DAY_MS, -HOUR_MS, 400 * DAY_MS, HOUR_MS]) {
    const before = client.newOrder()
    assertAnswered(await client.order(before))
    const acrossJump = client.order(slowOrder('rowan', `${jump}`))
    await ordersInFlight(service.address, 1)
    clock.set(jump)
    const acrossReturn = client.order(slowOrder('juno', `${jump}`))
    const during = client.newOrder()
    const answered = await client.order(during)
    assertAnswered(answered)
    const again = await client.order(before)
    assertAnswered(again)
    assert.equal(again.retried, jump < DAY_MS, 'the retry window follows the clock')
    assert.equal(await client.logIn(), 200)
    if (Math.abs(jump) > DAY_MS) {
      const ahead = await metric(service.address, 'trimerge_clock_ahead_seconds')
      assert.ok(Math.abs(ahead - jump / 1000) < DAY_MS / 1000, `${ahead} s ahead`)
    }
    assertAnswered(await acrossJump)
    clock.set(0)
    assertAnswered(await client.order(client.newOrder()))
    const later = await client.order(during)
    if (jump > -DAY_MS) assert.deepEqual(later, { ...answered, retried: true })
    else assert.equal(later.retried, false, 'the retry window followed the clock')
    assert.equal(await client.logIn(), 200)
    assertAnswered(await acrossReturn)
  }
  assert.equal(
    await metric(service.address, 'trimerge_orders_taken_over_total'),
    0,
    'none lost its lease',
  )
  assert.equal(await metric(service.address, 'trimerge_orders_interrupted'), 0)
  assert.deepEqual(await service.stop(), [0, null])
  assertNothingLost(data, 4 * 5 + 2)
})

/** Starts a service in this process with a wrong clock. */
async function serveAt(
  t: TestContext,
  aheadMs: number,
  data: string,
  args: readonly string[] = [],
) {
  const RealDate = globalThis.Date
  globalThis.Date = shiftedDate(() => aheadMs)
  const setRight = () => {
    globalThis.Date = RealDate
  }
  t.after(setRight)
  try {
    const service = await serveHere(t, data, ['--order-threads', '0', ...args])
    const stop = () => service.stop().finally(setRight)
    return { ...service, client: clientOf(service.address, data), stop }
  } catch (error) {
    setRight()
    throw error
  }
}

/** Makes the purge due, as it is when a service starts after a long pause. */
function purgeIsDue(data: string): void {
  const database = new DatabaseSync(join(data, 'trimerge.db'))
  database.exec('update jobs set due_at = 0, lease_until = 0')
  database.close()
}

/** Checks that every order has its content and its charge, and that no purge deleted anything. */
function assertNothingLost(data: string, orders: number): void {
  const database = new DatabaseSync(join(data, 'trimerge.db'), { readOnly: true })
  const count = (sql: string) => database.prepare(`select count(*) as n from ${sql}`).get()?.n
  assert.equal(count("orders where state = 'done' and purged_at is null"), orders)
  assert.equal(count('orders'), orders)
  assert.equal(count('order_keys'), orders)
  assert.equal(count('charges'), orders)
  assert.equal(count('set_aside_keys'), 0)
  assert.equal(count('purges where orders + reports + refusals + inquiries > 0'), 0)
  database.close()
}

test('a clock that is wrong at the start purges nothing, and can be corrected', async (t) => {
  const first = temporaryFolder()
  const made = await serveAt(t, 0, first)
  const order = made.client.newOrder()
  const answered = await made.client.order(order)
  assertAnswered(answered)
  await made.stop()

  for (const jump of [-400 * DAY_MS, -HOUR_MS]) {
    await t.test(`${jump / HOUR_MS} hours`, async () => {
      const data = temporaryFolder()
      cpSync(first, data, { recursive: true })
      purgeIsDue(data)
      await assert.rejects(serveAt(t, jump, data), BEHIND)
      const right = await serveAt(t, 0, data)
      assert.deepEqual(await right.client.order(order), { ...answered, retried: true })
      await right.stop()
      assertNothingLost(data, 1)
    })
  }
  for (const jump of [HOUR_MS, 400 * DAY_MS]) {
    await t.test(`+${jump / HOUR_MS} hours`, async () => {
      const data = temporaryFolder()
      cpSync(first, data, { recursive: true })
      purgeIsDue(data)
      const ahead = await serveAt(t, jump, data)
      const during = ahead.client.newOrder().replace('-1"', '-ahead"')
      const then = await ahead.client.order(during)
      assertAnswered(then)
      if (jump > 7 * DAY_MS) {
        while (!AHEAD.test(ahead.lines.join('\n'))) await sleep(10)
      }
      await ahead.stop()
      await assert.rejects(serveAt(t, 0, data), BEHIND)
      const right = await serveAt(t, 0, data, ['--accept-clock'])
      assert.match(right.lines.join('\n'), /accepted \S+ as the time of this machine/)
      assert.deepEqual(await right.client.order(during), { ...then, retried: true })
      assert.deepEqual(await right.client.order(order), { ...answered, retried: true })
      await right.stop()
      assertEnded(await run(['audit', 'verify', '--data', data]), 0)
      assertNothingLost(data, 2)
    })
  }
})
