/** Tests a vendor on a plain socket that misbehaves: only its own order is affected. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bureau, FileRequest } from '../../../src/bureaus/bureau.ts'
import { UpstreamFailed } from '../../../src/bureaus/upstream/failure.ts'
import type { UpstreamOptions } from '../../../src/bureaus/upstream/options.ts'
import { openUpstream } from '../../../src/bureaus/upstream/vendor.ts'
import { partOf } from '../../support/length.ts'
import { request } from '../simulator/simulator-requests.ts'
import { MARISOL } from './answers.ts'
import {
  answerBytes,
  askedIn,
  type Behaviour,
  MISBEHAVIOURS,
  type MisbehavingServer,
  MORE_MISBEHAVIOURS,
  misbehavingServer,
  reportFor,
  wellBehaved,
} from './misbehaving-server.ts'
import { upstreamOptions } from './options.ts'

/** Long enough for a well-behaved response on a machine that is busy with other work. */
const DEADLINE_MS = 4_000
const SLACK_MS = 2_000
const FIRST_MS = 30_000

interface Vendor {
  readonly server: MisbehavingServer
  readonly bureau: Bureau
  readonly bureaus: readonly Bureau[]
}

async function vendor(
  t: TestContext,
  behaviour: Behaviour,
  changes: Partial<UpstreamOptions> = {},
): Promise<Vendor> {
  const server = await misbehavingServer(t, behaviour)
  const upstream = openUpstream(
    upstreamOptions(server.url, { answerTimeoutMs: DEADLINE_MS, failureCountMax: 10, ...changes }),
  )
  t.after(() => upstream.close())
  const [bureau] = upstream.bureaus
  assert.ok(bureau)
  return { server, bureau, bureaus: upstream.bureaus }
}

let orders = 0

function order(changes: Partial<FileRequest> = {}): FileRequest {
  orders += 1
  const signal = AbortSignal.timeout(DEADLINE_MS)
  return request(MARISOL, { orderId: `O${orders}`, signal, ...changes })
}

test('a well-behaved vendor is understood, so the other tests are about misbehaviour', async (t) => {
  // This is the first order of the process, so it also starts the reader.
  const { bureaus, server } = await vendor(t, wellBehaved, { answerTimeoutMs: FIRST_MS })
  const asked = order({ signal: AbortSignal.timeout(FIRST_MS) })
  const files = await Promise.all(bureaus.map((bureau) => bureau.pull(asked)))
  assert.deepEqual(
    files.map(({ bureau, status, score }) => [bureau, status, score?.value]),
    [
      ['Equifax', 'FileReturned', 700],
      ['Experian', 'FileReturned', 700],
      ['TransUnion', 'FileReturned', 700],
    ],
  )
  assert.equal(server.orders.length, 1, 'the three bureaus were asked for in one order')
})

for (const [what, behaviour] of Object.entries({ ...MISBEHAVIOURS, ...MORE_MISBEHAVIOURS })) {
  test(`${what}: the response is rejected in time and not sent again, and the next order succeeds`, async (t) => {
    const { bureau, server } = await vendor(t, behaviour)
    const started = performance.now()
    await assert.rejects(bureau.pull(order()))
    const tookMs = performance.now() - started
    assert.ok(tookMs < DEADLINE_MS + SLACK_MS, `ended after ${Math.round(tookMs)} ms`)
    assert.equal(server.orders.length, 1)
    server.behaviour = wellBehaved
    const next = await bureau.pull(order())
    assert.equal(next.score?.value, 700)
  })
}

test('each order and borrower is one order to the vendor, for exactly the requested bureaus', async (t) => {
  const { bureaus, server } = await vendor(t, wellBehaved)
  const [equifax, experian] = bureaus
  assert.ok(equifax && experian)
  const spouse = { ...MARISOL, ssn: '900441718' }
  const one = order()
  await Promise.all([
    equifax.pull(one),
    experian.pull(one),
    equifax.pull({ ...one, subject: spouse }),
    equifax.pull(order()),
  ])
  const asked = server.orders.map(({ body }) => {
    const wanted = [...body.matchAll(/_(\w+)Indicator="Y"/g)].map(([, name]) => name)
    return [askedIn({ head: '', body }).ssn, wanted.join(' ')]
  })
  assert.deepEqual(asked.toSorted(), [
    ['900441717', 'Equifax'],
    ['900441717', 'Equifax Experian'],
    ['900441718', 'Equifax'],
  ])
  const ids = server.orders.map((sent) => askedIn(sent).requestId)
  assert.equal(new Set(ids).size, 3)
})

test('a vendor that fails repeatedly is paused, and asked again after the pause', async (t) => {
  const restMs = 2_000
  const logged: string[] = []
  const { bureau, server } = await vendor(t, MISBEHAVIOURS['status 500'] as Behaviour, {
    failureCountMax: 3,
    restMs,
    log: (what) => logged.push(what.replace(/^the circuit breaker of vendor (.*): .*/, '$1')),
  })
  const kinds: string[] = []
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await bureau.pull(order()).catch((error) => kinds.push(error.kind))
  }
  assert.deepEqual(kinds, [
    ...['unavailable', 'unavailable', 'unavailable'],
    ...['resting', 'resting', 'resting'],
  ])
  assert.equal(server.orders.length, 3)
  await pause(restMs + 20)
  await assert.rejects(bureau.pull(order()), isKind('unavailable'))
  await assert.rejects(bureau.pull(order()), isKind('resting'), 'one failed probe is enough')
  server.behaviour = wellBehaved
  await pause(restMs + 20)
  assert.equal((await bureau.pull(order())).status, 'FileReturned')
  await Promise.all([bureau.pull(order()), bureau.pull(order()), bureau.pull(order())])
  assert.deepEqual(logged, [
    'opened after 3 consecutive failures (unavailable)',
    'is half-open',
    'opened again, because that order failed (unavailable)',
    'is half-open',
    'closed',
  ])
})

for (const [what, behaviour] of Object.entries(MISBEHAVIOURS)) {
  test(`${what} pauses a vendor after three failures in a row`, async (t) => {
    const { bureau, server } = await vendor(t, behaviour, { failureCountMax: 3, restMs: 60_000 })
    await Promise.allSettled([bureau.pull(order()), bureau.pull(order()), bureau.pull(order())])
    await assert.rejects(bureau.pull(order()), isKind('resting'))
    assert.equal(server.orders.length, 3)
  })
}

test('while one order tries a paused vendor, other orders fail at once', async (t) => {
  const { bureau, server } = await vendor(t, MISBEHAVIOURS['status 500'] as Behaviour, {
    failureCountMax: 1,
    restMs: 100,
  })
  await assert.rejects(bureau.pull(order()))
  server.behaviour = MISBEHAVIOURS.hang as Behaviour
  await pause(120)
  const ended: string[] = []
  const probe = bureau.pull(order()).finally(() => ended.push('probe'))
  const other = bureau.pull(order()).finally(() => ended.push('other'))
  await assert.rejects(other, isKind('resting'))
  await assert.rejects(probe, { name: 'TimeoutError' })
  assert.deepEqual(ended, ['other', 'probe'])
})

test('an order that the vendor rejects does not stop other orders', async (t) => {
  const wrong: Behaviour = (socket) => socket.write(answerBytes('', { status: '400 Bad Request' }))
  const { bureau } = await vendor(t, wrong, { failureCountMax: 2 })
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await assert.rejects(bureau.pull(order()), isKind('rejected'))
  }
})

test('a limited number of orders are sent, a limited number wait, and the rest fail at once', async (t) => {
  let open = 0
  let most = 0
  const slowly: Behaviour = (socket, sent) => {
    open += 1
    most = Math.max(most, open)
    setTimeout(() => {
      open -= 1
      socket.write(answerBytes(reportFor(askedIn(sent))))
    }, 100)
  }
  const { bureau } = await vendor(t, slowly, { connectionCountMax: 2, queueLengthMax: 3 })
  const ends = await Promise.allSettled(Array.from({ length: 8 }, () => bureau.pull(order())))
  const rejected = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason.kind)
  assert.deepEqual(rejected, ['crowded', 'crowded', 'crowded'])
  assert.equal(most, 2)
})

test('connections are reused', async (t) => {
  const { bureau, server } = await vendor(t, wellBehaved)
  for (let attempt = 0; attempt < 5; attempt += 1) await bureau.pull(order())
  assert.equal(server.connections(), 1)
})

test('an order is sent again only if it was certainly not sent before', async (t) => {
  const { bureau, server } = await vendor(t, wellBehaved, { answerTimeoutMs: 3_000 })
  const { port } = new URL(server.url)
  await server.close()
  const waiting = bureau.pull(order({ signal: AbortSignal.timeout(3_000) }))
  await pause(100)
  const back = await misbehavingServer(t, wellBehaved, undefined, Number(port))
  assert.equal((await waiting).status, 'FileReturned')
  back.behaviour = MORE_MISBEHAVIOURS['closed without a word'] as Behaviour
  await assert.rejects(bureau.pull(order()), isKind('broken'))
  assert.equal(back.orders.length, 2)
})

test('a vendor that deduplicates gets the same bytes again', async (t) => {
  const tries: Behaviour[] = [
    MISBEHAVIOURS['reset in the middle of the body'] as Behaviour,
    MISBEHAVIOURS['status 500'] as Behaviour,
    wellBehaved,
  ]
  const next: Behaviour = (socket, sent) => tries.shift()?.(socket, sent)
  const { bureau, server } = await vendor(t, next, { deduplicates: true, answerTimeoutMs: 5_000 })
  assert.equal(bureau.repeatable, true)
  const asked = order({ signal: AbortSignal.timeout(5_000) })
  assert.equal((await bureau.pull(asked)).status, 'FileReturned')
  assert.equal(server.orders.length, 3)
  assert.equal(new Set(server.orders.map(({ body }) => body)).size, 1)
})

test('an order that is repeated after an interruption has the same bytes at any time', async (t) => {
  const { bureau, server } = await vendor(t, wellBehaved)
  const intendedAt = new Date('2026-03-15T10:00:00Z')
  for (const askedAt of ['2026-03-15T10:00:01Z', '2026-03-15T11:00:00Z']) {
    await bureau.pull(order({ orderId: 'O-SAME', intendedAt, askedAt: new Date(askedAt) }))
  }
  assert.equal(server.orders[0]?.body, server.orders[1]?.body)
})

test('an exchange that no pull waits for is aborted', async (t) => {
  const { bureaus, server } = await vendor(t, MISBEHAVIOURS.hang as Behaviour)
  const closed = new Promise<void>((resolve) => {
    server.behaviour = (socket) => void socket.once('close', () => resolve())
  })
  const asked = order({ signal: AbortSignal.timeout(100) })
  await Promise.allSettled(bureaus.map((bureau) => bureau.pull(asked)))
  await closed
})

const LOGIN = { login: 'desk:one@example', password: 'p&ss w/ø=%' }

test('credentials are sent as Basic, as attributes of the order, or as parameters', async (t) => {
  const sentAs = async (as: 'basic' | 'attributes' | 'parameters') => {
    const { bureau, server } = await vendor(t, wellBehaved, { credentials: { as, ...LOGIN } })
    await bureau.pull(order())
    const [sent] = server.orders
    assert.ok(sent)
    return sent
  }
  const basic = await sentAs('basic')
  const token = Buffer.from(`${LOGIN.login}:${LOGIN.password}`).toString('base64')
  assert.ok(basic.head.includes(`authorization: Basic ${token}`))
  const attributes = await sentAs('attributes')
  assert.match(attributes.body, / LoginAccountIdentifier="desk:one@example"/)
  assert.match(attributes.body, / LoginAccountPassword="p&amp;ss /)
  const parameters = await sentAs('parameters')
  const [, path = ''] = /^POST (\S+) /.exec(parameters.head) ?? []
  const { searchParams } = new URL(path, 'http://vendor.example')
  assert.equal(searchParams.get('LoginAccountIdentifier'), LOGIN.login)
  assert.equal(searchParams.get('LoginAccountPassword'), LOGIN.password)
  for (const { head, body } of [basic, parameters]) {
    assert.doesNotMatch(body, /LoginAccount/)
    assert.doesNotMatch(head, /redirect/)
  }
})

test('no failure reveals credentials, the address or the person', async (t) => {
  const all = Object.values({ ...MISBEHAVIOURS, ...MORE_MISBEHAVIOURS })
  const ways = ['basic', 'attributes', 'parameters'] as const
  for (const [position, as] of ways.entries()) {
    // At short length, each misbehaviour is tried with one way of sending credentials.
    for (const behaviour of partOf(all, ways.length, position)) {
      const { bureau } = await vendor(t, behaviour, {
        credentials: { as, ...LOGIN },
        answerTimeoutMs: 200,
      })
      const asked = order({ signal: AbortSignal.timeout(200) })
      const error: Error = await bureau.pull(asked).then(
        () => assert.fail('it was accepted'),
        (reason) => reason,
      )
      const details = `${error.name} ${error.message} ${error.stack} ${JSON.stringify(error)}`
      assert.doesNotMatch(details, /desk|p&ss|p%26|LoginAccount|900441717|Ib..?ez|127\.0\.0\.1/)
      assert.equal(error.cause, undefined)
    }
  }
})

function isKind(kind: string) {
  return (error: unknown) => error instanceof UpstreamFailed && error.kind === kind
}
