import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openPostgres } from '../../src/store/engine/postgres.ts'
import { createDatabase, runSql } from '../support/postgres-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { assertEnded, run, serveHere } from './run.ts'

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

test('a held report is not purged, and a purged report has evidence and cannot be reissued', async (t) => {
  const data = temporaryFolder()
  const at = ['--data', data]
  const service = await serveHere(t, data)
  const ordered = async (example: string) => {
    const order = [
      'order',
      example,
      '--operation',
      'credit_report',
      '--url',
      service.address,
      ...at,
    ]
    const ended = await run(order)
    assertEnded(ended, 0, /report R\w+/)
    return /report (R\w+)/.exec(ended.stdout)?.[1] ?? ''
  }
  const one = await ordered('examples/credit-report.xml')
  const two = await ordered('examples/joint.xml')
  const purge = (...args: string[]) => run(['purge', ...args, ...at])

  assertEnded(await purge(), 0, /destroyed the content of 0 orders/)
  const unknown = /no report has this ID.* purge --restore --report R0/
  assertEnded(await purge('--report', 'R0'), 1, unknown)
  assertEnded(await purge('--account', 'nobody'), 1, /account not found/)
  for (const day of ['yesterday', '2026-02-30', '2026-01-31T09:00:00Z'])
    assertEnded(await purge('--before', day), 2, /write an existing day as YYYY-MM-DD/)
  assertEnded(
    await purge('--before', '2999-01-31'),
    2,
    /--before must not be after today, 2\d\d\d-/,
  )
  assertEnded(await purge('--report', one, '--account', 'sandbox'), 2, /cannot be combined/)
  assertEnded(await purge('--dry-run', '--evidence', 'x'), 2, /--dry-run purges nothing/)

  const unheld = await run(['hold', 'add', 'R0', '--reason', 'x', ...at])
  assertEnded(unheld, 1, unknown)
  assertEnded(await run(['hold', 'add', one, ...at]), 2, /--reason/)
  const hold = (reason: string) => run(['hold', 'add', one, '--reason', reason, ...at])
  assert.equal((await hold('matter 6')).stdout, `report ${one} is on hold\n`)
  assertEnded(await hold('900-12-1234'), 2, /can be a social security or card number/)
  assertEnded(await hold('matter 7'), 0, /is on hold/, /replaces the earlier one: matter 6/)
  assertEnded(await run(['hold', 'list', ...at]), 0, `${one}  since `, 'matter 7')
  assertEnded(await purge('--report', one), 1, /on legal hold/)

  const wrongFiles = [
    [join(data, 'missing', 'evidence.json'), /cannot create .*; nothing was purged\. Set --evid/],
    [join(data, 'address'), /address exists; this run purged nothing\. Set --evidence to a new/],
  ] as const
  for (const [path, message] of wrongFiles) {
    const before = readIfThere(path)
    assertEnded(await purge('--account', 'sandbox', '--evidence', path), 2, message)
    assert.equal(readIfThere(path), before)
  }
  const ofPurges = [['--dry-run'], ['--before', '2026-01-31'], ['--evidence', `${data}/e.json`]]
  for (const more of [...ofPurges, ['--accept-clock']])
    assertEnded(await purge('--restore', ...more), 2, /--restore cannot be combined with/)
  assertEnded(await purge('--restore', '--account', 'absent'), 1, /account not found/)
  assertEnded(await purge('--restore', '--report', two), 1, /no report with this ID is set aside/)
  assertEnded(await purge('--restore'), 0, /restored the content of 0 orders/)

  const dry = await purge('--account', 'sandbox', '--dry-run')
  assertEnded(dry, 0, /would destroy the content of 1 order with 1 report/)
  const evidence = join(data, 'evidence.json')
  const purged = await purge('--account', 'sandbox', '--evidence', evidence)
  assertEnded(purged, 0, /1 order with 1/, /^1 report on legal hold in this database/m)
  const record = JSON.parse(readFileSync(evidence, 'utf8'))
  assert.deepEqual([record.orders, record.reports, record.scrubbed], [1, 1, true])
  assert.equal(record.scope.account, 'sandbox')
  assert.match(record.begunAt, /^\d{4}-\d\d-\d\dT/)
  assert.equal(record.by.kind, 'command')
  const listed = JSON.parse((await run(['purge', 'list', '--json', ...at])).stdout)
  const { restored, ...of } = listed[0]
  assert.deepEqual([{ ...of, scrubbed: true }, restored], [record, 0])
  assert.equal(listed.at(-1).by.kind, 'service')
  const [newest = ''] = (await run(['purge', 'list', ...at])).stdout.split('\n')
  assert.match(newest, /^D\S+ +\S+ \S+ UTC +command \S+ +account sandbox +ended +the content of 1 /)
  assertEnded(await purge('--scrub', '--report', one), 2, /--scrub purges nothing/)
  assertEnded(await purge('--report', two), 1, /or its content is purged/)
  assertEnded(await run(['report', 'show', two, ...at]), 1, /the content of the report was purged/)
  assertEnded(await run(['report', 'show', 'R0', ...at]), 1, /report not found/)

  // The same bytes are a new order now, and the report on hold still exists.
  assert.notEqual(await ordered('examples/joint.xml'), two)
  assert.equal(await ordered('examples/credit-report.xml'), one)
  assertEnded(await run(['hold', 'remove', one, ...at]), 0, /no longer on hold/)
  const reader = new DatabaseSync(join(data, 'trimerge.db'), { readOnly: true })
  reader.exec('begin; select count(*) from orders')
  const remains =
    /remains of .* could not be removed from the .*; run trimerge purge --scrub, which/
  assertEnded(await purge('--report', one), 0, /1 order with 1 report/, remains)
  assertEnded(await purge('--scrub'), 1, remains)
  reader.close()
  assertEnded(await purge('--scrub'), 0, /no remains of destroyed keys/)

  const month = new Date().toISOString().slice(0, 7)
  assertEnded(await run(['statement', 'sandbox', '--month', month, ...at]), 0, one, two)
  await service.stop()
})

test('the purge counts ages in the time of the simulated world', async (t) => {
  const data = temporaryFolder()
  const at = ['--data', data]
  const first = await serveHere(t, data)
  const order = ['order', 'examples/credit-report.xml', '--operation', 'credit_report', ...at]
  assertEnded(await run([...order, '--url', first.address]), 0, /report R/)
  await first.stop()
  const periods = ['--report-retention-months', '1']
  assertEnded(await run(['clock', 'advance', '40d', ...at]), 0)
  const dry = await run(['purge', '--dry-run', ...periods, ...at])
  assertEnded(dry, 0, /would destroy the content of 1 order with 1 report/)
  assertEnded(await run(['purge', '--dry-run', ...at]), 0, /content of 0 orders/)
  assertEnded(await run(['purge', ...periods, ...at]), 0, /content of 1 order with 1 report/)
})

test('a purge and a rotation say which right a PostgreSQL role lacks to remove remains', async () => {
  const ownerUrl = await createDatabase()
  const role = `service_${randomBytes(4).toString('hex')}`
  const grant = ['migrate', '--database-url', ownerUrl, '--grant', role]
  assertEnded(await run(grant), 1, new RegExp(`PostgreSQL has no role ${role}: create the role`))
  await runSql(`create role ${role} login`)
  assertEnded(await run(grant), 0, new RegExp(`the role ${role} has the rights`))
  const url = ownerUrl.replace('://postgres@', `://${role}@`)
  await runSql(`create role ${role}_2 login`)
  const byOther = await run(['migrate', '--database-url', url, '--grant', `${role}_2`])
  assertEnded(byOther, 1, /_2 still lacks rights on \d+ tables, .* with the URL of the owner/)
  const at = ['--data', temporaryFolder(), '--database-url', url, '--master-key', '11'.repeat(32)]
  for (const command of ['purge', 'rotate-key']) {
    const whole = await run([command, ...at])
    assertEnded(whole, 0)
    assert.doesNotMatch(whole.stdout, /remains/)
  }
  const owner = await openPostgres(ownerUrl)
  await owner.commit([{ sql: `revoke maintain on order_keys from ${role}`, params: [] }])
  await owner.close()
  for (const command of ['purge', 'rotate-key'])
    assertEnded(
      await run([command, ...at]),
      0,
      /remains of .* trimerge purge --scrub.* URL of the owner .* 17 on, .* --grant ROLE/,
    )
})
