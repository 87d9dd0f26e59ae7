/**
 * Tests the commands that control a running sandbox: people, faults, orders, reports, reset and
 * snapshots.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommandLine } from '../../src/commands/command-line.ts'
import { type CommandIo, withIo } from '../../src/commands/io.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { assertEnded, run, serveHere } from './run.ts'

async function waitUntil(isTrue: () => boolean): Promise<void> {
  const until = Date.now() + 20_000
  while (!isTrue() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
}

/**
 * Runs `trimerge orders --follow`. Returns its output and a function that stops it, as closing its
 * terminal does.
 */
function following(data: string) {
  const lines: string[] = []
  let stop = () => {}
  const io = {
    environment: {},
    print: (line: string) => void lines.push(line),
    write: async (text: string) => void lines.push(text.trimEnd()),
    writeError: () => undefined,
    onceSignal: (signal: string, callback: () => void) => {
      if (signal === 'SIGHUP') stop = callback
    },
    isTerminal: false,
  } as unknown as CommandIo
  const followed = withIo(io, () => runCommandLine(['orders', '--follow', '--data', data]))
  return { lines, stop: () => stop(), followed }
}

test('following continues in a new world that uses the same identifiers again', async (t) => {
  const data = temporaryFolder()
  await serveHere(t, data, ['--world-start', '2026-01-15'])
  const trimerge = (...args: readonly string[]) => run([...args, '--data', data])
  const order = join(data, 'avery.xml')
  writeFileSync(order, (await run(['personas', 'avery', '--xml', 'credit_report'])).stdout)
  const { lines, stop, followed } = following(data)
  t.after(stop)
  await waitUntil(() => lines.length > 0)
  await trimerge('order', order)
  await waitUntil(() => lines.length > 1)
  await trimerge('snapshot', 'save', 'one-order')
  await trimerge('reset')
  await trimerge('order', order)
  await waitUntil(() => lines.length > 2)
  await trimerge('snapshot', 'restore', 'one-order')
  await waitUntil(() => lines.length > 3)
  stop()
  assert.equal(await followed, 0)
  const ids = lines.slice(1).map((line) => /\bO\w+/.exec(line)?.[0])
  assert.equal(ids.length, 3)
  assert.equal(new Set(ids).size, 1, 'the same ID in each world')
})

test('a script can control a sandbox with commands', async (t) => {
  const data = temporaryFolder()
  const { address } = await serveHere(t, data)
  const trimerge = (...args: readonly string[]) => run([...args, '--data', data])
  const json = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await trimerge(...args, '--json')
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const file = (name: string, text: string) => {
    const path = join(data, name)
    writeFileSync(path, text)
    return path
  }
  let report = ''

  await t.test('a slash at the end of the URL makes no difference', async () => {
    const to = ['--url', `${address}/`]
    assertEnded(await trimerge('people', 'list', ...to), 0, /no custom people/)
    assertEnded(await trimerge('order', 'examples/joint.xml', ...to), 0, /report R/)
    assertEnded(await trimerge('snapshot', 'list', '--url', `${address}//`), 0, /no snapshots/)
    assertEnded(await trimerge('reset', ...to), 0, /world began/)
  })

  await t.test('people can be checked, put, listed, ordered and deleted', async () => {
    const casey = 'examples/people/casey.yaml'
    assertEnded(await run(['people', 'check', casey]), 0, /valid: 4 accounts, 1 collection/)
    assertEnded(await run(['people', 'check', 'examples/people/outcome.yaml']), 0, /^valid/)
    const wrong = file(
      'wrong.yaml',
      'ssn: 123-45-6789\naccounts: [{ id: a, kind: boat, opened: 2020-01 }]\n',
    )
    assertEnded(await run(['people', 'check', wrong]), 1, /ssn: nine digits/, /accounts\.0\.kind: /)
    assertEnded(await trimerge('people', 'put', 'casey', wrong), 1, /ssn: nine digits/)
    assertEnded(
      await trimerge('people', 'put', 'casey', casey),
      0,
      /Casey J Whitlock/,
      /Experian +\d{3} +5 accounts/,
    )
    assertEnded(await trimerge('people', 'list'), 0, /casey +Casey Whitlock +930-21-4471/)
    assert.deepEqual((await json('people', 'get', 'casey')).file.ssn, '930-21-4471')
    assertEnded(await trimerge('people', 'get', 'casey'), 0, /name:\n {2}first: Casey/)
    const order = await trimerge('people', 'order', 'casey')
    const placed = await trimerge('order', file('order.xml', order.stdout))
    assertEnded(placed, 0, /^operation credit_report/m, /report R\w+, new, issued .*\$\d+\.\d\d/)
    report = /report (R\w+)/.exec(placed.stdout)?.[1] ?? ''
    const again = await trimerge('order', join(data, 'order.xml'))
    assertEnded(again, 0, /stored response of the same bytes, .*no charge/)
    const same = file(
      'same.xml',
      order.stdout.replace(/CreditRequestID="[^"]*"/, 'CreditRequestID="OTHER"'),
    )
    assertEnded(
      await trimerge('order', same),
      0,
      new RegExp(`report ${report}, existing report of the same request`),
    )
  })

  await t.test(
    'reports can be shown, printed, and turned into a file without personal data',
    async () => {
      assertEnded(
        await trimerge('report', 'show', report),
        0,
        /Casey J Whitlock/,
        /Equifax +\d{3}/,
        /balance \$\d+,\d{3}/,
      )
      assert.equal((await json('report', 'show', report)).id, report)
      const out = join(data, 'report.pdf')
      assertEnded(await trimerge('report', 'pdf', report, '--out', out), 0, /wrote/)
      assert.equal(readFileSync(out).subarray(0, 5).toString(), '%PDF-')
      assertEnded(await trimerge('report', 'show', 'R1'), 1, /report not found/)
      const made = await trimerge('people', 'from-report', report)
      assertEnded(made, 0, /accounts:/, /kind: conventionalMortgage/)
      assert.doesNotMatch(made.stdout, /casey|whitlock|4471|TIDEWATER/i)
      assertEnded(await run(['people', 'check', '-'], { input: made.stdout }), 0, /^valid/)
    },
  )

  await t.test('faults can be injected, listed and removed', async () => {
    assertEnded(await trimerge('faults'), 0, /no injected faults/)
    const args = [
      'faults',
      'set',
      'NO HIT',
      '--bureau',
      'Experian',
      '--borrower',
      'avery',
      '--orders',
      '2',
    ]
    assertEnded(await trimerge(...args), 0, /Experian +NO HIT +borrower avery, next 2 orders/)
    assertEnded(
      await trimerge('faults', 'set', '--median-ms', '2', '--share', '0.5'),
      0,
      /50 % of orders/,
    )
    assert.equal((await json('faults', 'list')).length, 2)
    assertEnded(
      await trimerge('faults', 'set', 'SLOW 0', '--share', '0.29'),
      0,
      /SLOW 0 +29 % of orders/,
    )
    assertEnded(await trimerge('faults', 'clear', 'F3'), 0, /removed F3/)
    assertEnded(await trimerge('faults', 'list', '--available'), 0, /TIMEOUT +Never responds/)
    assertEnded(
      await trimerge('faults', 'set', 'lost response', '--orders', '1'),
      0,
      /service +LOST RESPONSE/,
    )
    assertEnded(await trimerge('faults', 'set', 'NAP'), 1, /./)
    assertEnded(await trimerge('faults', 'set'), 2, /set a fault/)
    assertEnded(await trimerge('faults', 'set', 'TIMEOUT', '--p95-ms', '5'), 2, /--median-ms and/)
    assertEnded(await trimerge('faults', 'clear', '--bureau', 'Experian'), 0, /removed 1 fault/)
    assertEnded(await trimerge('faults', 'clear'), 0, /removed 2 faults/)
  })

  await t.test('orders can be listed and shown', async () => {
    const [newest, first] = await json('orders')
    assert.equal(newest.reportId, report)
    assertEnded(
      await trimerge('orders', '--limit', '5'),
      0,
      new RegExp(`credit_report Submit +done +${report}`),
    )
    assertEnded(
      await trimerge('order', 'show', first.id),
      0,
      /response sent/,
      /TransUnion +borrower 1 +hard inquiry +FileReturned/,
    )
    assertEnded(
      await trimerge('order', 'show', 'O1'),
      1,
      /^order not found; list all with trimerge orders$/m,
    )
  })

  await t.test('orders can be followed as they end', async () => {
    const { lines, stop, followed } = following(data)
    await waitUntil(() => lines.length > 0)
    const persona = await run(['personas', 'avery', '--xml', 'credit_report'])
    const placed = await trimerge('order', file('avery.xml', persona.stdout))
    const number = /report (R\w+)/.exec(placed.stdout)?.[1]
    await waitUntil(() => lines.length > 1)
    stop()
    assert.equal(await followed, 0)
    assert.match(lines.at(-1) ?? '', new RegExp(`credit_report Submit  done  ${number}  \\$`))
  })

  await t.test('accounts, operators, holds and statements are listed as JSON', async () => {
    assert.equal((await json('account', 'list'))[0].name, 'sandbox')
    assert.equal((await json('operator', 'list'))[0].role, 'operator')
    assert.deepEqual(await json('hold', 'list'), [])
    const month = new Date().toISOString().slice(0, 7)
    assert.ok((await json('statement', 'sandbox', '--month', month)).charges.length >= 1)
    const { items } = JSON.parse((await run(['personas', '--json'])).stdout)
    assert.equal(items[0].id, 'avery')
  })

  await t.test('an error names what is missing or wrong', async () => {
    assertEnded(
      await trimerge('snapshot', 'delete', 'absent'),
      1,
      /^snapshot not found; list all with trimerge snapshot list$/m,
    )
    const url = `${readFileSync(join(data, 'address'), 'utf8').trim()}/sandbox-of-none`
    const elsewhere = await trimerge('snapshot', 'list', '--url', url)
    assertEnded(
      elsewhere,
      1,
      /^no sandbox at http:\S+\/sandbox-of-none: check --url and --base-path$/m,
    )
    const path = join(temporaryFolder(), 'person.yaml')
    writeFileSync(path, 'a text')
    assertEnded(await trimerge('people', 'put', 'casey', path), 1, /^ {2}an object$/m)
    const out = temporaryFolder()
    const pdf = await run(['report', 'pdf', report, '--data', data, '--out', out])
    assertEnded(pdf, 1, `cannot write ${out} (EISDIR)`)
  })

  await t.test('the clock, snapshots and a reset change the world', async () => {
    assertEnded(await trimerge('snapshot', 'save', 'one-order'), 0, /saved one-order/)
    assertEnded(await trimerge('clock', 'advance', '45d'), 0, /45 days and 0 hours ahead/)
    const { now } = await json('clock')
    const to = new Date(Date.parse(now) + 86_400_000).toISOString().slice(0, 10)
    assertEnded(await trimerge('clock', 'to', to), 0, new RegExp(`sandbox time ${to} 00:00 UTC`))
    for (const time of ['soon', '2027-02-29', '2027-03-01T09:00', '2027-03-01T24:00:00Z'])
      assertEnded(await trimerge('clock', 'to', time), 2, /write an existing day or time in UTC/)
    assertEnded(await trimerge('reset'), 0, /sandbox time/, /random identifiers/)
    assertEnded(await trimerge('orders'), 0, /no orders/)
    assertEnded(await trimerge('people', 'list'), 0, /no custom people/)
    assertEnded(await trimerge('snapshot'), 0, /one-order +saved/)
    assertEnded(await trimerge('snapshot', 'restore', 'one-order'), 0, /sandbox time/)
    assertEnded(await trimerge('people', 'list'), 0, /casey/)
    assertEnded(await trimerge('snapshot', 'delete', 'one-order'), 0, /deleted/)
    assertEnded(await trimerge('people', 'delete', 'casey'), 0, /deleted casey/)
    assertEnded(await trimerge('people', 'delete', 'casey'), 1, /^person not found; list/m)
    assert.ok(existsSync(data))
  })

  await t.test('a report on legal hold outlives a reset, and a restore that lacks it', async () => {
    await trimerge('snapshot', 'save', 'without')
    const { reportId } = await json('order', 'examples/joint.xml')
    await trimerge('snapshot', 'save', 'with')
    const hold = (...args: string[]) => run(['hold', ...args, '--data', data])
    assertEnded(await hold('add', reportId, '--reason', 'matter 7'), 0)
    const rejected = /^1 report that this would destroy is on legal hold: trimerge hold list shows/m
    assertEnded(await trimerge('reset'), 1, rejected)
    assertEnded(await trimerge('snapshot', 'restore', 'without'), 1, rejected)
    assertEnded(await trimerge('snapshot', 'restore', 'none'), 1, /snapshot not found/)
    assertEnded(await trimerge('report', 'show', reportId), 0, reportId)
    assertEnded(await trimerge('snapshot', 'restore', 'with'), 0, /sandbox time/)
    assertEnded(await hold('add', reportId, '--reason', 'matter 7'), 0)
    assertEnded(await hold('remove', reportId), 0)
    assertEnded(await trimerge('snapshot', 'restore', 'without'), 0, /sandbox time/)
  })

  await t.test('the list of faults says how many orders met them', async () => {
    assertEnded(await trimerge('reset'), 0, /world began/)
    assertEnded(await trimerge('faults', 'set', 'NO HIT', '--orders', '2'), 0, /not met yet/)
    await trimerge('order', 'examples/joint.xml')
    assertEnded(await trimerge('faults'), 0, /next 2 orders .* met 1 of 2 orders\n/)
    await trimerge('faults', 'clear')
  })

  await t.test('without a service, the commands say how to start one', async () => {
    const args = ['--url', 'http://127.0.0.1:9', '--data', data]
    assertEnded(await run(['people', 'list', ...args]), 1, /start it with trimerge serve/)
  })

  await t.test('every command that reads can print JSON', async () => {
    const order = await json('order', 'examples/credit-report.xml')
    assert.equal(order.operation, 'credit_report')
    assert.match(order.reportId, /^R/)
    assert.equal(order.borrowers[0].scores.length, 3)
    const rejected = await trimerge(
      'order',
      file('bad.xml', '<REQUEST_GROUP/>'),
      '--operation',
      'credit_report',
      '--json',
    )
    assert.equal(rejected.code, 1)
    assert.equal(JSON.parse(rejected.stdout).code, 'E102')
    const checked = await run(['check', 'examples/credit-report.xml', '--json'])
    assert.ok(JSON.parse(checked.stdout).fields.length > 10, checked.stderr)
    const person = await run(['people', 'check', 'examples/people/casey.yaml', '--json'])
    assert.deepEqual(JSON.parse(person.stdout), {
      valid: true,
      accounts: 4,
      collections: 1,
      publicRecords: 0,
    })
    assert.equal((await json('config')).data, data)
    const findings = JSON.parse((await trimerge('doctor', '--json')).stdout)
    assert.ok(
      findings.every(({ verdict }: { verdict: string }) => /^(?:ok|warn|fail)$/.test(verdict)),
    )
    assert.equal((await json('audit', 'verify')).findingCount, 0)
  })
})
