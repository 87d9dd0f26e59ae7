/** Tests the limits on the calls of one user, and on the orders that are placed in the console. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, IncomingMessage, request, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { callTurns } from '../../src/admin-api/call-turns.ts'
import { inQueue } from '../../src/http/orders.ts'
import { Admission } from '../../src/http/overload/admission.ts'
import type { Answer, OrderRequest } from '../../src/orders/fulfil/order-handler.ts'
import { AccountProfile } from '../../src/orders/intake/ordering-account.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { type Person, person } from './person.ts'

/** Calls of one user at once. */
const AT_ONCE = 3
const ORDER = { operation: 'credit_report', xml: orderDocument('credit_report') } as const

/** Begins a call whose body does not end, so that it keeps its turn. */
async function openCall({ url }: RunningService, { cookie, csrfToken }: Person) {
  const call = request(`${url}/api/v1/manual-order/check`, {
    method: 'POST',
    headers: {
      Cookie: cookie,
      'X-CSRF-Token': csrfToken,
      Origin: new URL(url).origin,
      'Content-Type': 'application/json',
      'Content-Length': 9,
      Expect: '100-continue',
    },
  })
  call.on('error', () => {})
  call.flushHeaders()
  // The service asks for the body when the call has its turn.
  await once(call, 'continue')
  return call
}

async function openCalls(service: RunningService, user: Person): Promise<readonly ClientRequest[]> {
  const calls: ClientRequest[] = []
  for (let index = 0; index < AT_ONCE; index++) calls.push(await openCall(service, user))
  return calls
}

test('the calls of one account wait for each other, and not those of others', async (t) => {
  const service = await runningService(t)
  const ines = await person(service, 'integrator', { name: 'ines' })
  const iris = await person(service, 'integrator', { name: 'iris' })
  const others = [await person(service, 'operator'), await person(service, 'auditor')]
  const open = await openCalls(service, ines)
  const ended: number[] = []
  const calls = [ines, iris].map(async (user) =>
    ended.push((await user.reply('listOrders')).status),
  )
  for (const other of others) assert.equal((await other.reply('listOrders')).status, 200)
  await pause(50)
  assert.deepEqual(ended, [])
  for (const call of open) call.destroy()
  await Promise.all(calls)
  assert.deepEqual(ended, [200, 200])
})

test('beyond a page of waiting calls, a user gets 429', async (t) => {
  const service = await runningService(t)
  const user = await person(service, 'operator')
  const open = await openCalls(service, user)
  const statuses: number[] = []
  const calls = Array.from({ length: 70 }, async () =>
    statuses.push((await user.reply('readPrices')).status),
  )
  while (statuses.length < 10) await pause(5)
  assert.deepEqual(new Set(statuses), new Set([429]))
  for (const call of open) call.destroy()
  await Promise.all(calls)
  assert.equal(statuses.filter((status) => status === 200).length, 60)
})

test('a client that disconnects before its call has a turn takes none', async () => {
  const takeTurn = callTurns()
  const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()))
  for (let index = 0; index < AT_ONCE; index++) {
    const gone = newResponse()
    gone.destroy()
    await once(gone, 'close')
    await assert.rejects(takeTurn('ines', gone))
  }
  const end = await takeTurn('ines', newResponse())
  end()
})

test('a client that disconnects in the middle of its body is no failure of the service', async (t) => {
  const service = await runningService(t)
  const user = await person(service, 'operator')
  const [call, ...others] = await openCalls(service, user)
  call?.destroy()
  // Begins when the first call has ended.
  others.push(await openCall(service, user))
  for (const other of others) other.destroy()
  assert.deepEqual(
    service.logged.filter((line) => line.includes('"failed"')),
    [],
  )
})

test('an order in the console counts as a request of its account', async (t) => {
  const service = await runningService(t)
  const { account } = service
  const admin = await person(service, 'operator')
  const user = await person(service, 'integrator')
  const params = { name: account }
  const profile = AccountProfile.parse({ requestsPerMinute: 1 })
  await admin.call('writeProfile', { params, body: profile })
  await user.call('placeOrder', { body: { account, ...ORDER } })
  assert.equal(await user.refused('placeOrder', { body: { account, ...ORDER } }), 'too-many')
  const { status, body } = await service.post('credit_report', ORDER.xml)
  assert.equal(status, 429)
  assert.match(body, /\b1 request a minute\b/)
})

test('orders of the console wait for a slot in the queue of their account', async (t) => {
  const admission = new Admission({ waitingMsMax: 5_000, requestsMax: 100 })
  t.after(() => admission.close())
  const running = new Set<() => void>()
  const handle = inQueue(
    () => new Promise<Answer>((end) => running.add(() => end({} as Answer))),
    admission,
  )
  const order = { account: { name: 'lender' } } as OrderRequest
  const orders = Array.from({ length: 9 }, () =>
    handle(order, { yieldSlot: (waiting) => waiting() }),
  )
  await pause(20)
  assert.ok(running.size < 9, `${running.size} at once`)
  for (const end of running) {
    end()
    await pause(1)
  }
  assert.equal((await Promise.all(orders)).length, 9)
})
