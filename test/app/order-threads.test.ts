/**
 * Tests orders in separate threads: the responses are the same, the main thread does little for an
 * order, and little is cloned between threads. The bounds are counts, not times.
 */
import assert from 'node:assert/strict'
import { type Profiler, Session } from 'node:inspector/promises'
import { availableParallelism } from 'node:os'
import { before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { REAL_ENVIRONMENT } from '../../src/app/environment.ts'
import { Admission } from '../../src/http/overload/admission.ts'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { ordered, reported, reportIdOf } from '../orders/support/ordered.ts'
import { ordersInFlight } from '../support/metrics.ts'
import { type RunningService, runningService } from '../support/running-service.ts'

/**
 * The maximum number of functions of the project that the main thread enters for every order,
 * whatever jobs of the service run at the same moment. Usually about 135. Eight of them check that
 * the service itself wrote the rows of the account.
 */
const FUNCTIONS_MAX = 160
/**
 * The maximum number of bytes cloned for an order between the main thread and an order thread, in
 * both directions.
 */
const CLONED_BYTES_MAX = 1_500
/**
 * The maximum number of bytes cloned to the writing thread for an order. Its values move in
 * buffers.
 */
const CLONED_TO_WRITER_MAX = 400

/**
 * The maximum number of sealed bytes of an order, without its printed report. Usually about 8,700.
 */
const SEALED_BYTES_MAX = 9_500

/** The maximum number of work slots of the admission. */
const SLOTS_MAX = Math.max(16, 4 * availableParallelism())

const threaded = { surroundings: { ...REAL_ENVIRONMENT, orderThreads: 1 } }

/** Shared by the tests that change only their own orders, because a thread takes long to load. */
let service: RunningService
before(async (t) => {
  service = await runningService(t as TestContext, threaded)
})

let borrowers = 0

/** Orders a report for a new person. */
async function orderOne(service: RunningService): Promise<void> {
  borrowers += 1
  const body = orderDocument('credit_report', {
    people: [{ ...PEOPLE.avery, last: 'Guard', ssn: String(901_500_000 + borrowers) }],
    requestId: `GUARD${borrowers}`,
  })
  const { status } = await service.post('credit_report', body)
  assert.equal(status, 200)
}

test('an order thread responds to an order, its retry and a reissue', async () => {
  const body = orderDocument('credit_report')
  const [one, other] = await Promise.all([
    service.post('credit_report', body),
    service.post('credit_report', body),
  ])
  assert.equal(one.status, 200)
  assert.equal(one.body, other.body)
  const reportId = /CreditReportIdentifier="(R[^"]+)"/.exec(one.body)?.[1] ?? ''
  const again = await reported(service, 'credit_report', { action: 'Reissue', reportId })
  assert.equal(reportIdOf(again), reportId)
})

test('an order thread rejects orders like the main thread does', async () => {
  const cases = [
    [orderDocument('credit_report', { action: 'Reissue', reportId: 'R0' }), 200],
    ['<REQUEST_GROUP', 400],
  ] as const
  for (const [body, status] of cases) {
    const answered = await service.post('credit_report', body)
    assert.equal(answered.status, status)
    assert.match(answered.body, /E\d{3}/)
  }
})

test('an order thread uses the time of the sandbox and its injected faults', async (t) => {
  const service = await runningService(t, threaded)
  const { sandbox } = service.storage.store
  const by = { kind: 'command', name: 'test' } as const
  await sandbox.addFault({ bureau: 'Experian', word: 'FROZEN' }, 0, by)
  await sandbox.advanceClock(40 * 24 * 3_600_000, Number.MAX_SAFE_INTEGER, by)
  const answered = await service.post('credit_report', orderDocument('credit_report'))
  const issued = /CreditReportFirstIssuedDate="([^"]+)"/.exec(answered.body)?.[1] ?? ''
  assert.ok(Date.parse(issued) > Date.now() + 39 * 24 * 3_600_000, issued)
  assert.match(answered.body, /_ResultStatusType="NoFileReturnedCreditFreeze"/)
})

test('when a thread dies while its orders wait for a bureau, the number of work slots stays the same', async (t) => {
  const { gate, orderThread } = watched(t)
  const service = await runningService(t, {
    ...threaded,
    flags: { 'log-level': 'silent' },
  })
  const slow = Array.from({ length: SLOTS_MAX }, (_, number) => {
    const ssn = `900-76-${String(number).padStart(4, '0')}`
    const people = [{ ...PEOPLE.avery, ssn, street: 'MAGIC ALL SLOW 15' }]
    return service.post('credit_report', orderDocument('credit_report', { people }))
  })
  await ordersInFlight(service.url, slow.length)
  await sleep(500)
  await orderThread().terminate()
  for (const { status } of await Promise.all(slow)) assert.equal(status, 503)
  let begun = 0
  for (let number = 0; number < 100; number++) {
    const turn = gate().enter('other', () => false)
    turn.then(() => (begun += 1)).catch(() => undefined)
  }
  await sleep(1)
  t.diagnostic(`${begun} begin at once`)
  assert.ok(begun <= SLOTS_MAX, `${begun} begin at once`)
})

/** Captures the admission of the next service and its order thread. */
function watched(t: { after(work: () => void): void }) {
  const seen: { gate?: Admission; orderThread?: Worker } = {}
  const { enter } = Admission.prototype
  const { postMessage } = Worker.prototype
  t.after(() => {
    Admission.prototype.enter = enter
    Worker.prototype.postMessage = postMessage
  })
  Admission.prototype.enter = function watched(this: Admission, ...args) {
    seen.gate = this
    return enter.apply(this, args)
  }
  Worker.prototype.postMessage = function watched(this: Worker, ...args) {
    if (JSON.stringify(args[0]).includes('"slot"')) seen.orderThread = this
    return postMessage.apply(this, args)
  }
  return {
    gate: () => seen.gate ?? assert.fail('no order came'),
    orderThread: () => seen.orderThread ?? assert.fail('no order was given to a thread'),
  }
}

test('the metrics include the work of an order thread', async () => {
  // No other order of the shared service has this outcome.
  const people = [PEOPLE.frozenAll]
  const { code } = await ordered(service, 'credit_report', { people })
  assert.equal(code, 'E001')
  const counted =
    /^trimerge_bureau_pull_duration_seconds_count\{.*"NoFileReturnedCreditFreeze".*\} 1$/gm
  for (let tries = 0; ; tries++) {
    const text = await (await fetch(`${service.url}/metrics`)).text()
    if (text.match(counted)?.length === 3) break
    assert.ok(tries < 100, text)
    await sleep(50)
  }
})

test('the main thread does little for an order in an order thread', async (t) => {
  const service = await runningService(t, threaded)
  for (let warm = 0; warm < 5; warm++) await orderOne(service)
  const entered = (await functionsOfEach(FUNCTIONS_MAX, () => orderOne(service))).size
  t.diagnostic(`${entered} functions of the project`)
  assert.ok(entered <= FUNCTIONS_MAX, `${entered} functions`)
  assert.ok(entered > 20, 'the count sees the service')
})

test('little is cloned between threads for an order', async (t) => {
  const bytes = await fewest(CLONED_BYTES_MAX, () => clonedBytes(t, () => orderOne(service)))
  t.diagnostic(`${bytes} bytes with an order thread`)
  assert.ok(bytes > 0 && bytes <= CLONED_BYTES_MAX, `${bytes} bytes`)
})

test('the written values of an order move to the writing thread without being cloned', async (t) => {
  const service = await runningService(t)
  for (let warm = 0; warm < 5; warm++) await orderOne(service)
  const isPrinted = (message: unknown) => JSON.stringify(message).includes('"form"')
  // The sealed bytes are an average, so all tries run.
  const bytes = await fewest(0, () => clonedBytes(t, () => orderOne(service), isPrinted))
  t.diagnostic(`${bytes} bytes to the writing thread`)
  assert.ok(bytes > 0 && bytes <= CLONED_TO_WRITER_MAX, `${bytes} bytes`)
  const sealed = await sealedBytes(service)
  t.diagnostic(`${sealed} bytes sealed`)
  assert.ok(sealed > 4_000 && sealed <= SEALED_BYTES_MAX, `${sealed} bytes`)
})

/** Returns the average number of sealed bytes of an order, without its printed report. */
async function sealedBytes({ storage }: RunningService): Promise<number> {
  const sql = `select cast(sum(length(content)) / count(distinct order_id) as bigint) as bytes
    from contents where part <> 'PDF'`
  const [row] = await storage.database.read<{ bytes: number }>({ sql, params: [] })
  return row?.bytes ?? 0
}

/** Background work falls into some tries, and on a busy machine into all. */
const TRIES = 15
/** Long enough for every job of the service that runs several times a second. */
const IDLE_MS = 1_000

/** Returns the first of several counts that is at most `enough`, else the lowest. */
async function fewest(enough: number, count: () => Promise<number>): Promise<number> {
  const counts: number[] = []
  for (let tries = 0; tries < TRIES && counts.every((each) => each > enough); tries++) {
    counts.push(await count())
  }
  return Math.min(...counts)
}

/**
 * Returns the functions of `src` that this thread enters for each run of the work, but not while
 * idle. Stops when at most `max` are left.
 */
async function functionsOfEach(
  max: number,
  work: () => Promise<void>,
): Promise<ReadonlySet<string>> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    const entered = async () => {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      return new Set(result.flatMap(ownFunctions))
    }
    await entered()
    await sleep(IDLE_MS)
    const idle = await entered()
    let always: Set<string> | undefined
    for (let tries = 0; tries < TRIES && (always === undefined || always.size > max); tries++) {
      await entered()
      await work()
      const each = (await entered()).difference(idle)
      always = always?.intersection(each) ?? each
    }
    return always ?? new Set()
  } finally {
    session.disconnect()
  }
}

/** Returns the entered functions of a file of the project, by their start. */
function ownFunctions({ url, functions }: Profiler.ScriptCoverage): string[] {
  if (!/\/(?:src|dist)\//.test(url) || url.includes('node_modules')) return []
  return functions.flatMap(({ ranges: [whole] }) =>
    whole !== undefined && whole.count > 0 ? [`${url}:${whole.startOffset}`] : [],
  )
}

/**
 * Returns the number of bytes cloned to and from threads during the work. Moved buffers do not
 * count.
 */
async function clonedBytes(
  t: { after(work: () => void): void },
  work: () => Promise<void>,
  isOther: (message: unknown) => boolean = () => false,
): Promise<number> {
  let bytes = 0
  const count = (message: unknown, isMoved: (array: Uint8Array) => boolean) => {
    if (!isOther(message)) bytes += serialize(clonedPart(message, isMoved)).length
  }
  const { postMessage, emit } = Worker.prototype
  const restore = () => Object.assign(Worker.prototype, { postMessage, emit })
  t.after(restore)
  Worker.prototype.postMessage = function counted(this: Worker, ...args) {
    const [message, moved] = args
    count(message, ({ buffer }) => Array.isArray(moved) && moved.includes(buffer))
    return postMessage.apply(this, args)
  }
  Worker.prototype.emit = function counted(this: Worker, name: string, ...rest: unknown[]) {
    // On this side, moved and cloned data look the same. Only the body is large enough to be moved.
    if (name === 'message') count(rest[0], ({ length }) => length >= BODY_BYTES_MIN)
    return emit.call(this, name, ...rest)
  }
  try {
    await work()
  } finally {
    restore()
  }
  return bytes
}

const BODY_BYTES_MIN = 10_000

/** Returns a message without the arrays that move. */
function clonedPart(message: unknown, isMoved: (array: Uint8Array) => boolean): unknown {
  if (message instanceof Uint8Array) return isMoved(message) ? null : message
  if (Array.isArray(message)) return message.map((each) => clonedPart(each, isMoved))
  if (typeof message !== 'object' || message === null || message instanceof Date) return message
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => [name, clonedPart(value, isMoved)]),
  )
}
