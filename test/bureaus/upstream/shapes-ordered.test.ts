/**
 * Tests the shapes in which a scripted vendor responds, through a whole service with order threads:
 * the response to the lender, the log, and the data for the console.
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { REAL_ENVIRONMENT } from '../../../src/app/environment.ts'
import type { IdentityRule } from '../../../src/bureaus/upstream/options.ts'
import { person } from '../../admin-api/person.ts'
import type { Person } from '../../orders/support/order-document.ts'
import { rejected, reported } from '../../orders/support/ordered.ts'
import type { RunningService } from '../../support/running-service.ts'
import { MARISOL } from './answers.ts'
import { gatewayTo } from './gateway.ts'
import {
  ACCEPTED,
  NOT_ACCEPTED,
  type Scripted,
  type ScriptedVendor,
  scriptedVendor,
} from './shapes.ts'

const { address } = MARISOL
const people: readonly Person[] = [
  {
    id: 'B1',
    first: MARISOL.firstName,
    middle: MARISOL.middleName,
    last: MARISOL.lastName,
    suffix: '',
    ssn: MARISOL.ssn,
    street: address.street,
    city: address.city,
    state: address.state,
    zip: address.postalCode,
  },
]
let orderCount = 0

/** An order that is not a retry of another one. */
function equifax() {
  orderCount += 1
  return { people, bureaus: 'YNN', action: 'ForceNew', requestId: `SHAPE${orderCount}` } as const
}

const ending: (() => unknown)[] = []
// All tests of the file share the services and the vendor.
const file = { after: (end: () => unknown) => ending.unshift(end) } as unknown as TestContext
const gateways = new Map<IdentityRule, RunningService>()
const auditors = new Map<RunningService, Awaited<ReturnType<typeof person>>>()
let vendor: ScriptedVendor

before(async () => {
  vendor = await scriptedVendor(file)
  for (const identity of ['strict', 'lenient'] as const) {
    const upstream = { identity, 'breaker-failures': 10 }
    // With order threads, a vendor's failure must cross threads.
    const orderThreads = identity === 'strict' ? 1 : 0
    const surroundings = { ...REAL_ENVIRONMENT, orderThreads }
    const gateway = await gatewayTo(file, vendor.url, { upstream, surroundings })
    gateways.set(identity, gateway)
    auditors.set(gateway, await person(gateway, 'auditor'))
  }
})
after(async () => {
  for (const end of ending) await end()
})

/** Makes the vendor follow a script. Returns the service that orders from it. */
function given(script: readonly Scripted[], identity: IdentityRule): RunningService {
  vendor.give(script)
  return gateways.get(identity) as RunningService
}

/** Returns the newest order as the console gets it. */
async function newestOrder(service: RunningService) {
  const auditor = auditors.get(service) ?? (await person(service, 'auditor'))
  const { items } = await auditor.call('listOrders', { query: { limit: 1 } })
  assert.ok(items[0])
  return items[0]
}

for (const [what, script, identity = 'strict'] of ACCEPTED) {
  test(`delivered: ${what}`, async () => {
    const service = given(script, identity)
    const logged = service.logged.length
    const { answer } = await reported(service, 'credit_report', equifax())
    assert.deepEqual(answer.texts('CREDIT_FILE.__ResultStatusType'), ['FileReturned'])
    assert.equal(vendor.orders.length, script.length)
    const { state, pulls, chargedCents } = await newestOrder(service)
    assert.equal(state, 'done')
    assert.ok(chargedCents > 0)
    assert.deepEqual(
      pulls.map(({ outcome, reason, mayHaveAsked }) => [outcome, reason, mayHaveAsked]),
      [['FileReturned', undefined, undefined]],
    )
    assert.doesNotMatch(service.logged.slice(logged).join(), /the pull from [A-Z]/)
  })
}

/** The text about each kind of failure for the lender and the console. */
const REASONS: Readonly<Record<string, string>> = {
  'of another': 'sent a response about another person or order, which was not used',
  unreadable: 'sent a response that could not be understood',
}

for (const [what, body, kind, identity = 'strict'] of NOT_ACCEPTED) {
  test(`not delivered: ${what}`, async () => {
    const service = given([{ body, type: 'text/html' }], identity)
    const logged = service.logged.length
    const reason = REASONS[kind]
    const texts = await rejected(service, 'credit_report', equifax(), 'E001')
    assert.deepEqual(texts, [
      `BORROWER B1: EQUIFAX ${reason}; the bureau may have been asked (NoFileReturnedError)`,
    ])
    assert.equal(vendor.orders.length, 1, 'it is not sent again')
    const { id, state, pulls, chargedCents } = await newestOrder(service)
    assert.deepEqual([state, chargedCents], ['failed', 0])
    assert.deepEqual(
      pulls.map((pull) => [pull.reason, pull.mayHaveAsked]),
      [[reason, true]],
    )
    const lines = service.logged.slice(logged).filter((line) => line.includes('the pull from '))
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', new RegExp(`UpstreamFailed \\(vendor: ${kind}: `))
    assert.match(lines[0] ?? '', new RegExp(id))
  })
}

test('for a vendor that was not reached, no text says that the bureau may have been asked', async (t) => {
  const service = await gatewayTo(t, 'http://127.0.0.1:1')
  const texts = await rejected(service, 'credit_report', equifax(), 'E001')
  assert.deepEqual(texts, ['BORROWER B1: EQUIFAX could not be reached (NoFileReturnedError)'])
  const { pulls } = await newestOrder(service)
  assert.deepEqual(
    pulls.map(({ reason, mayHaveAsked }) => [reason, mayHaveAsked]),
    [['could not be reached', false]],
  )
})
