/** The embedded sandbox, as the tests of integrators use it. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { postLocally } from '../../src/client/post-order.ts'
import {
  type OrderResult,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
  type WantedFault,
} from '../../src/sandbox/embedded/start-sandbox.ts'
import { detail } from '../support/detail.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

async function sandboxOf(t: TestContext, options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options)
  t.after(() => sandbox.close())
  return sandbox
}

function scoresOf(result: OrderResult<'credit_report'>): readonly string[] {
  assert.equal(result.kind, 'report')
  const { CREDIT_SCORE = [] } = result.document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE
  return CREDIT_SCORE.map(({ _Value }) => _Value)
}

function reportIdOf(result: OrderResult): string {
  assert.equal(result.kind, 'report')
  return result.document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE.CreditReportIdentifier
}

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('trimerge-sandbox-'))

test('an order for a persona has the stated outcome, and tests can assert on the order', async (t) => {
  const sandbox = await sandboxOf(t)
  const avery = sandbox.personas.find(({ id }) => id === 'avery')
  const result = await sandbox.order('credit_report', sandbox.orderXml('avery', 'credit_report'))
  const { Equifax, Experian, TransUnion } = avery?.outcome ?? assert.fail()
  assert.deepEqual(
    scoresOf(result),
    [Equifax, Experian, TransUnion].map(({ score }) => `${score}`),
  )
  const orders = await sandbox.orders()
  assert.equal(orders.length, 1)
  const [order] = orders
  assert.equal(order?.outcome, 'report')
  assert.equal(order.operation, 'credit_report')
  assert.equal(order.action, 'Submit')
  assert.equal(order.reportId, reportIdOf(result))
  assert.ok(order.chargedCents > 0)
  assert.match(order.sent ?? '', /_FirstName="Avery"/)
  assert.deepEqual(order.pulls, [
    { bureau: 'Equifax', borrower: 1, hard: true, outcome: 'FileReturned' },
    { bureau: 'Experian', borrower: 1, hard: true, outcome: 'FileReturned' },
    { bureau: 'TransUnion', borrower: 1, hard: true, outcome: 'FileReturned' },
  ])
})

test('url, account and secret work like those of any service', async (t) => {
  const { url, account, secret, orderXml } = await sandboxOf(t)
  const token = Buffer.from(`${account}:${secret}`).toString('base64')
  const response = await fetch(`${url}/credit_report`, {
    method: 'POST',
    headers: { Authorization: `Basic ${token}`, 'Content-Type': 'application/xml' },
    body: orderXml('avery', 'credit_report', { dialect: 'literal' }),
  })
  assert.equal(response.status, 200)
  assert.match(await response.text(), /_StandardVersionID="2\.3\.1"/)
})

test('bytes are read in their declared encoding, and a string ignores the declaration', async (t) => {
  const { order, orderXml, orders } = await sandboxOf(t)
  const text = orderXml('avery', 'credit_report')
    .replace(/^<\?xml.*?\?>\s*/, '<?xml version="1.0" encoding="ISO-8859-1"?>')
    .replaceAll('"Avery"', '"Zoé"')
  for (const document of [Buffer.from(text, 'latin1'), text]) {
    const result = await order('credit_report', document)
    assert.equal(result.kind, 'report', JSON.stringify(result.document))
    assert.match(result.xml, /_FirstName="Zoé"/)
  }
  assert.equal((await orders()).length, 2)
})

test('a fault affects every order at its bureau until it is cleared', async (t) => {
  const sandbox = await sandboxOf(t, { settings: { 'bureau-timeout-ms': 600 } })
  const order = async (id: string) =>
    scoresOf(await sandbox.order('credit_report', sandbox.orderXml(id, 'credit_report'))).length
  await sandbox.faults.set('Experian', 'TIMEOUT')
  assert.equal(await order('avery'), 2)
  await sandbox.faults.set('Equifax', 'NO HIT')
  assert.equal(await order('clean'), 1)
  await sandbox.faults.clear('Experian')
  assert.equal(await order('mover'), 2)
  await sandbox.faults.clear()
  assert.equal(await order('late30'), 3)
  const statuses = (await sandbox.orders()).map(({ pulls }) => pulls.map(({ outcome }) => outcome))
  assert.deepEqual(statuses[1], ['NoFileReturnedNoHit', 'NoFileReturnedError', 'FileReturned'])
})

test('if all bureaus fail, the order is an error and costs nothing', async (t) => {
  const sandbox = await sandboxOf(t)
  await sandbox.faults.set('all', 'UNREACHABLE')
  const result = await sandbox.order('credit_report', sandbox.orderXml('rowan', 'credit_report'))
  assert.equal(result.kind, 'rejection')
  const [order] = await sandbox.orders()
  assert.deepEqual([order?.outcome, order?.code, order?.chargedCents], ['error', 'E001', 0])
  assert.equal(order?.pulls.length, 6, 'three bureaus for each of two borrowers')
})

test('faults at all bureaus are cleared by the same word, and a misspelled bureau is rejected', async (t) => {
  const { faults, order, orderXml } = await sandboxOf(t)
  await faults.set('all', 'UNREACHABLE')
  await assert.rejects(faults.clear('equifax'), /^FaultRejected: which: all, one of Equifax, /)
  await faults.clear('all')
  assert.equal((await order('credit_report', orderXml('avery', 'credit_report'))).kind, 'report')
  const id = await faults.add({ fault: 'FROZEN', orders: 1 })
  await faults.clear(id)
  await faults.clear(id)
})

test('an unknown fault or persona is rejected at once', async (t) => {
  const { faults, orderXml } = await sandboxOf(t)
  assert.throws(() => faults.set('Equifax', 'EXPLODE'), RangeError)
  assert.throws(() => orderXml('nobody', 'credit_report'), RangeError)
})

test('a fault with a wrong scope is rejected by the same checks as over HTTP', async (t) => {
  const { faults } = await sandboxOf(t)
  const slips: readonly (readonly [WantedFault, RegExp])[] = [
    [{ fault: 'TIMEOUT', bureau: 'Exprian' as 'Experian' }, /bureau/],
    [{ fault: 'TIMEOUT', orders: 0 }, /orders: at least 1/],
    [{ fault: 'TIMEOUT', share: 2 }, /share: at most 1/],
    [{ fault: 'TIMEOUT', account: 'nobody' }, /account: the name of an existing account/],
    [{ fault: 'TIMEOUT', bureaus: 'Experian' } as WantedFault, /unknown property/],
    [{ fault: 'SLOW 0.5' }, /SLOW takes whole seconds, at most 120/],
    [{ fault: 'EXPLODE' }, /Unknown fault/],
  ]
  for (const [fault, message] of slips) {
    await assert.rejects(faults.add(fault), { name: 'FaultRejected', message })
  }
  assert.throws(() => faults.set('Exprian' as 'Experian', 'TIMEOUT'), /bureau: one of all/)
  assert.throws(() => faults.set('all', 'UNAVAILABLE'), /fault of the service: inject it without a/)
  await faults.add({ fault: 'TIMEOUT', bureau: 'Experian', account: 'sandbox', orders: 1 })
})

test('time passes: a report can be refreshed, and later it is too old', async (t) => {
  const sandbox = await sandboxOf(t)
  const { order, orderXml, clock } = sandbox
  await order('credit_report', orderXml('avery', 'credit_report'))
  const before = clock.now().getTime()
  const after = await clock.advance('65d')
  assert.ok(after.getTime() - before >= 65 * 86_400_000)
  const refresh = await order('refresh_report', orderXml('avery', 'refresh_report'))
  assert.match(refresh.xml, /_Name="NewAccounts" _Value="1"/)
  await clock.advance('61d')
  const options = { requestId: 'later' }
  const late = await order('refresh_report', orderXml('avery', 'refresh_report', options))
  assert.equal(late.kind, 'rejection')
  assert.equal((await sandbox.orders()).at(-1)?.code, 'E061')
})

/** Days from which the month after the next one is furthest, and others. */
const FIRST_DAYS = ['2026-07-01', '2026-11-30', '2026-12-01', '2026-12-02', '2027-01-01']
for (const start of FIRST_DAYS) {
  test(`after the days of the tutorial, a refresh of a report of ${start} shows the new account`, async (t) => {
    const { order, orderXml, clock } = await sandboxOf(t, { settings: { 'world-start': start } })
    await order('credit_report', orderXml('avery', 'credit_report'))
    const [, days = ''] =
      /clock advance (\d+d)/.exec(readFileSync('docs/tutorial.md', 'utf8')) ?? []
    await clock.advance(days)
    const refresh = await order('refresh_report', orderXml('avery', 'refresh_report'))
    assert.match(refresh.xml, /_Name="NewAccounts" _Value="1"/)
  })
}

test('a rejected request is among the orders, with its errors', async (t) => {
  const { order, orders, orderXml } = await sandboxOf(t)
  const xml = orderXml('avery', 'credit_report').replace('"Submit"', '"Guess"')
  await order('credit_report', xml)
  const [rejected] = await orders()
  assert.deepEqual([rejected?.outcome, rejected?.code, rejected?.pulls], ['error', 'E102', []])
  assert.match(rejected?.errors[0]?.path ?? '', /CreditReportRequestActionType/)
})

test('sandboxes are independent of each other, and leave no files behind', async (t) => {
  const before = folders()
  const first = await startSandbox()
  const second = await sandboxOf(t)
  await first.order('credit_report', first.orderXml('avery', 'credit_report'))
  assert.deepEqual(await second.orders(), [])
  assert.notEqual(first.url, second.url)
  const own = folders().filter((name) => !before.includes(name))
  assert.ok(own.length >= 2)
  await Promise.all([first.close(), first.close()])
  await first.close()
  await assert.rejects(fetch(`${first.url}/health/live`))
  assert.ok(own.some((name) => !existsSync(`${tmpdir()}/${name}`)))
})

detail(
  'the folder of a sandbox whose process was ended by a signal is removed by a later sandbox',
  async (t) => {
    const own = temporaryFolder()
    const before = process.env.TMPDIR
    process.env.TMPDIR = own
    t.after(() => {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    })
    await sandboxOf(t)
    const used = folders()
    const start = import.meta.resolve('../../src/sandbox/embedded/start-sandbox.ts')
    const script = `await (await import('${start}')).startSandbox(); process.kill(process.pid)`
    const env = { ...process.env, TMPDIR: own }
    const child = spawn(process.execPath, ['-e', script], { env, stdio: 'inherit' })
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGTERM'])
    const at = Date.now() / 1000 - 300
    for (const name of folders()) utimesSync(join(own, name), at, at)
    const left = folders().filter((name) => !used.includes(name))
    assert.equal(left.length, 1)
    await sandboxOf(t)
    assert.deepEqual(
      [...left, ...used].map((name) => existsSync(join(own, name))),
      [false, true],
    )
  },
)

test('an order gets its response, also if the service then reads no more of it', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.pause()
      socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n')
      socket.end(() => socket.resetAndDestroy())
    })
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // The test fails if the request emits an error for which no one listens.
  const { status } = await postLocally(`http://127.0.0.1:${port}/`, {}, ' '.repeat(50_000_000))
  assert.equal(status, 413)
})

test('a start with invalid settings leaves no files behind', async () => {
  const before = folders()
  await assert.rejects(startSandbox({ settings: { 'bureau-timeout-ms': 'soon' } }))
  assert.deepEqual(
    folders().filter((name) => !before.includes(name)),
    [],
  )
})

test('each ForceNew order of a persona or person asks the bureaus', async (t) => {
  const { order, orderXml, people, personas } = await sandboxOf(t)
  const [persona] = personas
  assert.ok(persona)
  await people.put('copy', { name: { first: 'Ada', last: 'Copy' } })
  const forced = { action: 'ForceNew' } as const
  for (const xml of [
    orderXml('avery', 'credit_report', forced),
    orderXml('avery', 'credit_report', forced),
    await people.orderXml('copy', 'credit_report', forced),
    await people.orderXml('copy', 'credit_report', forced),
  ]) {
    const result = await order('credit_report', xml)
    assert.deepEqual([result.kind, result.retried], ['report', false])
  }
  const named = { ...forced, requestId: 'Q-1' }
  const same = () => orderXml('avery', 'credit_report', named)
  assert.equal((await order('credit_report', same())).retried, false)
  assert.equal((await order('credit_report', same())).retried, true)
})

test('a closed sandbox says so', async () => {
  const sandbox = await startSandbox()
  await sandbox.close()
  const { order, orderXml, clock, faults, people } = sandbox
  const calls = [
    () => order('credit_report', orderXml('avery', 'credit_report')),
    () => clock.advance('1d'),
    () => faults.clear(),
    () => people.list(),
    sandbox.orders,
    sandbox.reset,
    () => sandbox.snapshot('a'),
  ]
  for (const call of calls) await assert.rejects(call, /^Error: the sandbox is closed$/)
})

test('times and names of a wrong type are named', async (t) => {
  await using sandbox = await startSandbox({
    settings: { 'world-start': new Date('2026-01-15T00:00:00Z') },
  })
  t.after(() => sandbox.close())
  const { clock, orderXml } = sandbox
  assert.equal(clock.now().toISOString().slice(0, 10), '2026-01-15')
  const wrong = 1_800_000_000_000 as unknown as Date
  await assert.rejects(clock.advanceTo(wrong), /^RangeError: to: give an existing day or time/)
  await assert.rejects(sandbox.reset({ start: wrong }), /^RangeError: start: give an existing day/)
  await assert.rejects(sandbox.snapshot('a b'), /^RangeError: name: /)
  const options = { requestedAt: '2026-01-01' as unknown as Date }
  assert.throws(() => orderXml('avery', 'credit_report', options), /requestedAt: give a Date/)
})

test('people have only IDs that the control plane can find', async (t) => {
  const { people } = await sandboxOf(t)
  for (const id of ['', '..', 'a/b', 'a b', 'A', 'a'.repeat(65)]) {
    const person = { name: { first: 'Casey', last: 'Whitlock' } }
    const error = { name: 'RangeError', message: /^id: lower-case letters/ }
    await assert.rejects(people.put(id, person), error)
  }
  assert.deepEqual(await people.list(), [])
})

test('a setting that would have no effect is rejected, and one without a value is none', async () => {
  for (const name of ['bureau-timeout', 'toString', 'data']) {
    const settings = { [name]: '100' }
    await assert.rejects(startSandbox({ settings }), { name: 'RangeError', message: RegExp(name) })
  }
  const settings = { port: undefined } as unknown as { port: number }
  await using sandbox = await startSandbox({ settings })
  assert.notEqual(new URL(sandbox.url).port, '8080')
})

test('the clock advances to a day or time', async (t) => {
  const { clock } = await sandboxOf(t, { settings: { 'world-start': '2026-01-15' } })
  assert.deepEqual(await clock.advanceTo('2028-02-29'), new Date('2028-02-29'))
  await clock.advanceTo(new Date('2028-02-29T12:00:00Z'))
  assert.equal(clock.now().toISOString(), '2028-02-29T12:00:00.000Z')
  await assert.rejects(clock.advanceTo('2028-02-29'), { name: 'AdvanceRejected' })
  await assert.rejects(clock.advanceTo('2028-02-30'), /^RangeError: to: give an existing day/)
})

test('two custom people order jointly', async (t) => {
  const { order, people } = await sandboxOf(t)
  await people.put('casey', { outcome: { middleScore: 640 } })
  await people.put('drew', { outcome: { middleScore: 720 } })
  const xml = await people.orderXml('casey', 'credit_report', { with: 'drew' })
  const { kind, document } = await order('credit_report', xml)
  assert.equal(kind, 'report')
  assert.equal(document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE.BORROWER?.length, 2)
  await assert.rejects(people.orderXml('casey', 'credit_report', { with: 'nobody' }), RangeError)
  const notAwaited = people.orderXml('casey', 'credit_report') as unknown as string
  await assert.rejects(
    order('credit_report', notAwaited),
    /^TypeError: xml: .*await people.orderXml/,
  )
})

test('an order for a persona names a misspelled option', async (t) => {
  const { orderXml } = await sandboxOf(t)
  const slips: [operation: string, options: object, message: RegExp][] = [
    ['refresh', {}, /^operation: one of credit_report, /],
    ['credit_report', { action: 'submit' }, /^action: one of Submit, /],
    ['mortgage_only', { product: 'Soft' }, /^product: one of CreditReport, /],
    ['credit_report', { bureaus: ['Experian', 'equifax'] }, /^bureaus: one of Equifax, /],
    ['credit_report', { dialect: 'xml' }, /^dialect: one of mismo, /],
    ['credit_report', { bureau: 'Experian' }, /^bureau: unknown option; known are action, /],
  ]
  for (const [operation, options, message] of slips) {
    const write = () => orderXml('avery', operation as 'credit_report', options)
    assert.throws(write, { name: 'RangeError', message })
  }
})

test('a reset starts the same world again, and a snapshot restores its state', async (t) => {
  const sandbox = await sandboxOf(t, { settings: { 'world-start': '2026-01-15' } })
  const { order, orderXml, orders, clock, faults, people } = sandbox
  const xml = orderXml('avery', 'credit_report')
  const first = await order('credit_report', xml)
  await sandbox.snapshot('one-report')
  await faults.add({ fault: 'FROZEN', borrower: 'rowan', orders: 1 })
  await clock.advance('40d')
  await order('credit_report', orderXml('rowan', 'credit_report'))
  assert.equal(
    (await orders()).at(-1)?.pulls.filter(({ borrower }) => borrower === 1)[0]?.outcome,
    'NoFileReturnedCreditFreeze',
  )
  await sandbox.restore('one-report')
  assert.equal(clock.now().toISOString(), '2026-01-15T00:00:00.000Z')
  assert.deepEqual(
    (await orders()).map(({ id }) => id),
    ['O0000000000001001'],
  )
  await sandbox.reset()
  assert.deepEqual(await orders(), [])
  assert.deepEqual(await people.list(), [])
  assert.equal((await order('credit_report', xml)).xml, first.xml)
  const before = sandbox.clock.now()
  for (const start of ['garbage', '', '2026-02-30', '2026-01-15T09:00', new Date(Number.NaN)]) {
    await assert.rejects(
      sandbox.reset({ start }),
      /^RangeError: start: give an existing day or time/,
    )
  }
  for (const start of ['1999-12-31', new Date('+012345-01-01T00:00:00Z')]) {
    await assert.rejects(sandbox.reset({ start }), /^RangeError: start: .* from 2000 to 2099$/)
  }
  assert.deepEqual(sandbox.clock.now(), before)
  await sandbox.reset({ start: '2027-06-01T12:00:00Z', ids: 'random' })
  const later = await order('credit_report', xml)
  assert.match(later.xml, /CreditReportFirstIssuedDate="2027-06-01/)
  await assert.rejects(sandbox.restore('another'), /^RangeError: unknown snapshot another: save it/)
})

test('a misspelled option of a start or a reset is rejected', async (t) => {
  const wrong = { 'world-start': '2026-01-15' } as object
  await assert.rejects(startSandbox(wrong), /^RangeError: world-start: unknown option; known are/)
  const { reset } = await sandboxOf(t)
  await assert.rejects(reset({ begin: '2026-01-15' } as object), /^RangeError: begin: unknown opt/)
  await assert.rejects(reset({ ids: 'count' as 'counted' }), /^RangeError: ids: one of random, /)
})

test('a program that ends without closing its sandboxes leaves no files behind', () => {
  const temporary = temporaryFolder()
  const program = join(temporaryFolder(), 'program.mjs')
  // Node warns of a third listener, so a listener for each sandbox would print a warning.
  const text = `import { startSandbox } from '${import.meta.resolve('../../src/sandbox/embedded/start-sandbox.ts')}'
    process.setMaxListeners(2)
    for (let count = 0; count < 3; count += 1) await startSandbox()
    const last = await startSandbox()
    await last.order('credit_report', last.orderXml('avery', 'credit_report'))
    process.exit(3)`
  writeFileSync(program, text)
  const { status, stderr } = spawnSync(process.execPath, [program], {
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary },
    encoding: 'utf8',
  })
  assert.deepEqual([status, stderr], [3, ''])
  assert.deepEqual(readdirSync(temporary), [])
})
