/**
 * Tests `trimerge order --batch`: which orders are sent, which are sent again, and the messages
 * about them.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import { runCommandLine } from '../../src/commands/command-line.ts'
import { type CommandIo, withIo } from '../../src/commands/io.ts'
import { openProgressBar, progressLine } from '../../src/commands/output.ts'
import { HOUR_MS } from '../../src/time.ts'
import { chargesOf } from '../orders/support/ledger-of.ts'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { detail } from '../support/detail.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { assertEnded, type Ended, run } from './run.ts'

let service: RunningService
before(async (t) => {
  service = await runningService(t as TestContext)
})

interface Batch {
  readonly path: string
  readonly out: string
  readonly journal: string
}

/** Creates a folder of orders by their file names. */
function folderOf(files: Readonly<Record<string, string>>): Batch {
  const path = join(temporaryFolder(), 'orders')
  mkdirSync(path)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  const out = `${path}-reports`
  return { path, out, journal: join(out, 'batch.jsonl') }
}

function order(batch: Batch, ...more: readonly string[]): Promise<Ended> {
  const to = ['--url', service.url, '--account', service.account]
  const args = ['order', '--batch', batch.path, '--operation', 'credit_report', ...to, ...more]
  return run(args, { environment: { TRIMERGE_SECRET: service.secret } })
}

test('every document in a folder is ordered, and each error is reported once', async () => {
  const plain = orderDocument('credit_report', { action: 'ForceNew' })
  const batch = folderOf({
    'avery.xml': plain,
    'copy-of-avery.xml': plain,
    'frozen.xml': orderDocument('credit_report', { people: [PEOPLE.frozenAll] }),
    'wrong.xml': orderDocument('credit_report', { bureaus: 'YYZ' }),
    '.hidden.xml': 'no order',
    'notes.txt': 'no order',
  })
  const charged = (await chargesOf(service)).length
  const first = await order(batch)
  assertEnded(
    first,
    1,
    /^wrong: rejected with E102: REQUEST_GROUP\S+\/@_TransUnionIndicator must be Y or N/m,
    /^frozen: rejected with E001: /m,
    /^1 report for \$42\.00, 2 rejected, 1 with the same bytes as another order; results in /m,
    /^\[#{24}\] 4\/4 {2}1 report {2}2 rejected/m,
  )
  assert.deepEqual(
    readdirSync(batch.out).map((name) => name.replace(/R\w+/, 'R')),
    ['avery-R.pdf', 'avery-R.xml', 'batch.jsonl'],
  )
  assert.equal((await chargesOf(service)).length, charged + 1)

  // Only two orders are sent again: one whose cause may have passed, and the corrected one.
  const corrected = orderDocument('credit_report', { requestId: 'corrected' })
  writeFileSync(join(batch.path, 'wrong.xml'), corrected)
  const sentBefore = sentNames(batch).length
  assertEnded(
    await order(batch),
    1,
    /^2 reports for \$42\.00, 1 rejected, 1 with the same bytes as another order; /m,
  )
  assert.deepEqual(sentNames(batch).slice(sentBefore), ['frozen', 'wrong'])
})

test('with --json, the output is the counts of the batch as JSON', async () => {
  const batch = folderOf({
    'avery.xml': orderDocument('credit_report', { action: 'ForceNew', requestId: 'json' }),
    'wrong.xml': orderDocument('credit_report', { bureaus: 'YYZ' }),
  })
  const { code, stdout, stderr } = await order(batch, '--json')
  assert.equal(code, 1)
  const none = { unanswered: 0, uncertain: 0, skipped: 0, stopped: 0 }
  const counts = { reports: 1, rejected: 1, ...none, price: '42.00', out: batch.out }
  assert.deepEqual(JSON.parse(stdout), counts)
  assert.match(stderr, /1 order was rejected/)
})

function sentNames({ journal }: Batch): readonly string[] {
  const lines = readFileSync(journal, 'utf8').trimEnd().split('\n')
  return lines.flatMap((line) => JSON.parse(line).sent ?? [])
}

test('a file can have one document on each line, in XML or JSON', async () => {
  const path = join(temporaryFolder(), 'orders.jsonl')
  const xml = orderDocument('credit_report').replaceAll(/\s*\n\s*/g, ' ')
  const json = JSON.stringify(JSON.parse(readFileSync('examples/credit-report.json', 'utf8')))
  writeFileSync(path, `${xml}\n\n${json}\r\n`)
  const out = path.replace('.jsonl', '-reports')
  assertEnded(await order({ path, out, journal: '' }), 0, /^2 reports for /m)
  assert.deepEqual(
    readdirSync(out).map((name) => name.replace(/R\w+/, 'R')),
    [
      'batch.jsonl',
      'line-000001-R.pdf',
      'line-000001-R.xml',
      'line-000003-R.json',
      'line-000003-R.pdf',
    ],
  )
})

test('an order sent more than a day ago without a response is resent only with --resend', async () => {
  const batch = folderOf({ 'avery.xml': orderDocument('credit_report', { action: 'Submit' }) })
  assertEnded(await order(batch), 0)
  const [identity = '', sent = ''] = readFileSync(batch.journal, 'utf8').split('\n')
  const at = Date.now() - 25 * HOUR_MS
  // A run that was killed while it wrote leaves a journal like this.
  writeFileSync(batch.journal, `${identity}\n${JSON.stringify({ ...JSON.parse(sent), at })}\n{"na`)
  assertEnded(await order(batch), 1, /1 sent about 24 hours ago or earlier/, /--resend/)
  assert.deepEqual(readFileSync(batch.journal, 'utf8').split('\n').slice(2), ['{"na', ''])
  assertEnded(await order(batch, '--resend'), 0, /^1 report/m)
})

test('a batch whose journal ends in its first line can be continued', async () => {
  const batch = folderOf({ 'avery.xml': orderDocument('credit_report', { action: 'Submit' }) })
  mkdirSync(batch.out)
  // A run that was killed while it wrote, or a full disk, leaves a journal like this.
  writeFileSync(batch.journal, '{"url":"http')
  assertEnded(await order(batch), 0, /^1 report/m)
  assertEnded(await order(batch), 0, /^1 report/m)
  const [torn, identity = ''] = readFileSync(batch.journal, 'utf8').split('\n')
  assert.deepEqual([torn, JSON.parse(identity).operation], ['{"url":"http', 'credit_report'])
})

test('the age of an order is checked when its turn comes, and leaves time for all attempts', async (t) => {
  const requests: string[] = []
  const begun = Date.now()
  // The response is not a document of the interface, so the order counts as unanswered.
  const slow = createServer((request, response) => {
    requests.push(String(request.url))
    t.mock.timers.setTime(begun + 2 * HOUR_MS)
    request.resume().on('end', () => response.end('<html></html>'))
  }).listen(0, '127.0.0.1')
  t.after(() => slow.close())
  await once(slow, 'listening')
  const files = ['a.xml', 'b.xml', 'c.xml'].map((name) => [
    name,
    orderDocument('credit_report', { requestId: name }),
  ])
  const batch = folderOf(Object.fromEntries(files))
  const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  const ages = { 'a.xml': 23.8, 'b.xml': 0, 'c.xml': 23 }
  const sent = Object.entries(ages).map(([name, hours]) => ({
    sent: name,
    digest: createHash('sha256')
      .update(readFileSync(join(batch.path, name)))
      .digest('hex'),
    at: begun - hours * HOUR_MS,
  }))
  const identity = { url, account: service.account, operation: 'credit_report' }
  mkdirSync(batch.out)
  writeFileSync(
    batch.journal,
    [identity, ...sent].map((line) => `${JSON.stringify(line)}\n`).join(''),
  )
  t.mock.timers.enable({ apis: ['Date'], now: begun })
  assertEnded(
    await order(batch, '--url', url, '--concurrency', '1'),
    1,
    /1 without a response, 2 sent/,
  )
  assert.equal(requests.length, 1)
})

/** Starts a service whose reports have another ID. Returns its address. */
async function serviceWithId(t: TestContext, document: string, id: string): Promise<string> {
  const { body } = await service.post('credit_report', document)
  const answer = body.replaceAll(/CreditReportIdentifier="\w+"/g, `CreditReportIdentifier="${id}"`)
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/xml; charset=utf-8')
    request.resume().on('end', () => response.end(answer))
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('files of a report whose ID is a path stay in the folder of the reports', async (t) => {
  const document = orderDocument('credit_report', { requestId: 'path' })
  const url = await serviceWithId(t, document, '../R1')
  const batch = folderOf({ 'a.xml': document })
  assertEnded(await order(batch, '--url', url), 0, /^1 report/m)
  const file = join(batch.path, 'a.xml')
  const args = ['order', file, '--out', batch.out, '--url', url, '--account', service.account]
  assertEnded(await run(args, { environment: { TRIMERGE_SECRET: 'any' } }), 0, /wrote /)
  const files = ['.._R1.pdf', '.._R1.xml', 'a-.._R1.pdf', 'a-.._R1.xml', 'batch.jsonl']
  assert.deepEqual(readdirSync(batch.out).toSorted(), files)
})

test('control characters of a response are printed as escapes, which a terminal ignores', async (t) => {
  const document = orderDocument('credit_report', { requestId: 'controls' })
  const url = await serviceWithId(t, document, 'R\u009b2J')
  const args = ['order', '-', '--url', url, '--account', service.account]
  const options = { environment: { TRIMERGE_SECRET: 'any' }, input: document }
  const shown = await run(args, options)
  assertEnded(shown, 0, /report R\\u009b2J/)
  assert.doesNotMatch(shown.stdout, /[\u007f-\u009f]/)
  const json = await run([...args, '--json'], options)
  assertEnded(json, 0, /\\u009b/)
  assert.equal(JSON.parse(json.stdout).reportId, 'R\u009b2J')
})

test('a batch does not mix results of different services, accounts or operations', async () => {
  const batch = folderOf({ 'avery.xml': orderDocument('credit_report') })
  assertEnded(await order(batch), 0)
  assertEnded(
    await order(batch, '--operation', 'pre_qualification'),
    2,
    /another operation; set another --out/,
  )
})

detail('wrong credentials end a batch at once, and the next run sends everything', async () => {
  const orders = Array.from({ length: 16 }, (_, index) => [
    `order-${index}.xml`,
    orderDocument('credit_report', { requestId: `Q${index}`, printed: false }),
  ])
  const batch = folderOf(Object.fromEntries(orders))
  const to = ['--url', service.url, '--account', service.account, '--concurrency', '2']
  const args = ['order', '--batch', batch.path, '--operation', 'credit_report', ...to]
  const wrong = await run(args, { environment: { TRIMERGE_SECRET: 'wrong' } })
  assertEnded(wrong, 1, /E036/)
  assert.ok(sentNames(batch).length <= 4, `${sentNames(batch)}`)
  const counted = await run([...args, '--json'], { environment: { TRIMERGE_SECRET: 'wrong' } })
  assertEnded(counted, 1, /E036/)
  const { reports, rejected, stopped } = JSON.parse(counted.stdout)
  assert.ok(reports === 0 && rejected > 0 && rejected + stopped === 16, counted.stdout)
  assertEnded(await order(batch), 0, /^16 reports/m)
})

for (const [what, signal] of [
  ['Ctrl+C', 'SIGINT'],
  ['closing the terminal', 'SIGHUP'],
] as const) {
  test(`${what} ends a batch at once, and the same command continues it`, async () => {
    await endAndContinue(signal)
  })
}

/** Ends a batch of 16 orders by a signal after the first ones, and runs the same command again. */
async function endAndContinue(endSignal: NodeJS.Signals): Promise<void> {
  const orders = Array.from({ length: 16 }, (_, index) => [
    `order-${index}.xml`,
    orderDocument('credit_report', {
      action: 'ForceNew',
      requestId: `${endSignal}${index}`,
      printed: false,
    }),
  ])
  const batch = folderOf(Object.fromEntries(orders))
  const charged = (await chargesOf(service)).length
  let interrupt = () => {}
  let said = ''
  const surroundings: CommandIo = {
    environment: { TRIMERGE_SECRET: service.secret },
    print: (line) => {
      said += `${line}\n`
    },
    write: async () => undefined,
    // The bar prints its first line after a tenth of the orders.
    writeError: (text) => {
      said += text
      interrupt()
      interrupt = () => {}
    },
    input: async () => new Uint8Array(),
    isTerminal: false,
    isLogTerminal: false,
    onceSignal: (signal, callback) => {
      if (signal === endSignal) interrupt = callback
    },
    exit: () => assert.fail('it ends by itself'),
  }
  const to = ['--url', service.url, '--account', service.account, '--concurrency', '2']
  const args = ['order', '--batch', batch.path, '--operation', 'credit_report', ...to]
  assert.equal(await withIo(surroundings, () => runCommandLine(args)), 1)
  assert.match(said, /Not all orders got a response\. Run the same command to continue /)
  assert.ok(sentNames(batch).length < 10, `${sentNames(batch)}`)
  assertEnded(await order(batch), 0, /^16 reports/m)
  assert.equal((await chargesOf(service)).length, charged + 16)
}

test('a batch writes the report of an order whose name is as long as a name can be', async () => {
  const batch = folderOf({ [`${'n'.repeat(240)}.xml`]: orderDocument('credit_report') })
  assertEnded(await order(batch), 0, /^1 report/m)
  assert.match(readdirSync(batch.out).join(' '), /^R\w+\.pdf R\w+\.xml batch\.jsonl$/)
})

test('a file that cannot be read or written ends a batch, and the error names it', async () => {
  const batch = folderOf({ 'avery.xml': orderDocument('credit_report') })
  mkdirSync(join(batch.path, 'folder.xml'))
  assertEnded(await order(batch), 2, `cannot read ${join(batch.path, 'folder.xml')} (EISDIR)`)
  rmdirSync(join(batch.path, 'folder.xml'))

  const written = join(
    batch.out,
    readdirSync(batch.out).find((name) => name.endsWith('.xml')) ?? '',
  )
  rmSync(batch.journal)
  rmSync(written)
  mkdirSync(written)
  assertEnded(await order(batch), 1, `cannot write ${written} (EISDIR): correct this`)
  assert.deepEqual(
    readdirSync(batch.out).filter((name) => name.endsWith('.part')),
    [],
  )
})

test('without orders or with wrong options, the command states what it needs', async () => {
  assertEnded(await order(folderOf({})), 2, /it needs files that end with \.xml or \.json/)
  const missing = { path: join(temporaryFolder(), 'missing'), out: '', journal: '' }
  assertEnded(await order(missing), 2, /cannot read/)
  const batch = folderOf({ 'avery.xml': orderDocument('credit_report') })
  assertEnded(await order(batch, '--concurrency', 'many'), 2, /a number from 1 to 256/)
  assertEnded(await order(batch, 'examples/joint.xml'), 2, /either a file or --batch/)
  assertEnded(await run(['order', '--operation', 'credit_report']), 2, /either a file or --batch/)
})

test('the bar shows counts, rate and remaining time, and prints a line per tenth without a terminal', () => {
  const counts = { done: 250, total: 1000, reports: 247, rejected: 2, unanswered: 1 }
  assert.equal(
    progressLine(counts, 10, 100),
    '[######------------------] 250/1,000  247 reports  2 rejected  1 without a response  10/s  1m 15s left',
  )
  const shown = (isLogTerminal: boolean) => {
    const written: string[] = []
    let now = 0
    const writeError = (text: string) => void written.push(text)
    const bar = openProgressBar({ isLogTerminal, writeError }, () => now)
    for (let done = 1; done <= 100; done += 1) {
      now += 20
      bar.show({ done, total: 100, reports: done, rejected: 0, unanswered: 0 })
    }
    bar.end()
    return written
  }
  const inTerminal = shown(true)
  assert.equal(inTerminal.length, 22)
  assert.match(inTerminal.at(-2) ?? '', /^\r\[#{24}\] 100\/100 {2}100 reports/)
  assert.equal(shown(false).length, 10)
})
