import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { backUp, holdingDraft } from '../../src/app/backup.ts'
import { lockData } from '../../src/app/data-folder.ts'
import { checkCopy, drillRestore, restore } from '../../src/app/restore.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { DatabaseUnavailable } from '../../src/store/engine/database.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { runningService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { assertEnded, run, serveHere } from './run.ts'

const settingsIn = (data: string) => readSettings({ flags: { data }, environment: {} })

/** Backs up a service with one report. */
async function backedUp(t: TestContext) {
  const service = await runningService(t)
  const answered = await service.post('credit_report', orderDocument('credit_report'))
  assert.equal(answered.status, 200)
  const file = join(temporaryFolder(), 'backup.db')
  const ended = await run(['backup', '--data', service.data, '--out', file])
  assertEnded(ended, 0, '1 order, 1 report, 1 charge', 'THE BACKUP DOES NOT CONTAIN THE MASTER KEY')
  return { service, answered, file }
}

test('a backup of a running service, restored with its key, answers a retry as before', async (t) => {
  const { service, answered, file } = await backedUp(t)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(`${file}.json`).mode & 0o777, 0o600)
  const key = readFileSync(join(service.data, 'master.key'))
  for (const one of [file, `${file}.json`]) {
    assert.ok(!readFileSync(one).includes(key.subarray(0, 40)), 'without the key')
  }

  const data = join(temporaryFolder(), 'restored')
  mkdirSync(data, { mode: 0o700 })
  for (const name of ['master.key', 'sandbox-credentials.json']) {
    copyFileSync(join(service.data, name), join(data, name))
  }
  assertEnded(await run(['restore', file, '--data', data]), 0, '1 of 1 sampled reports')
  assert.equal(statSync(join(data, 'trimerge.db')).mode & 0o777, 0o600)
  const again = await runningService(t, { flags: { data }, beside: { ...service, data } })
  const retried = await again.post('credit_report', orderDocument('credit_report'))
  assert.equal(retried.headers.get('trimerge-retry'), 'yes')
  assert.equal(retried.body, answered.body)
})

test('a backup removes what killed ones left in its folder, and no draft of a running one', async (t) => {
  const service = await runningService(t)
  const folder = temporaryFolder()
  const draftOf = (name: string) => join(folder, `${name}.db.0123456789ab.partial`)
  const namesOf = (name: string) => readdirSync(folder).filter((one) => one.startsWith(name))
  const leave = (name: string, lock: string) => {
    for (const end of ['', '-journal', lock, `${lock}-journal`])
      writeFileSync(draftOf(name) + end, '')
  }
  await holdingDraft(draftOf('running'), async () => {
    const [held = ''] = namesOf('running')
    const lock = held.slice('running.db.0123456789ab.partial'.length)
    const lockOfOther = lock === '-0000.held' ? '-1111.held' : '-0000.held'
    leave('killed', lock)
    writeFileSync(draftOf('running'), '')
    for (const name of ['other-host', 'killed-other-host']) leave(name, lockOfOther)
    utimesSync(draftOf('killed-other-host'), 1, 1)
    await backUp(settingsIn(service.data), join(folder, 'backup.db'), new Date())
    assert.deepEqual(
      ['killed', 'running', 'other-host', 'backup'].map((name) => namesOf(name).length),
      [0, 3, 4, 2],
    )
  })
})

test('a backup that is not there is an error, and leaves no data folder', async () => {
  const folder = temporaryFolder()
  const [file, data] = [join(folder, 'backup.db'), join(folder, 'data')]
  const ended = await run(['restore', file, '--data', data])
  assertEnded(ended, 1, `the backup ${file} cannot be restored: file not found`)
  assert.deepEqual(readdirSync(folder), [])
})

test('a backup restored without the key reports the missing key', async (t) => {
  const { file } = await backedUp(t)
  const data = temporaryFolder()
  assertEnded(await run(['restore', file, '--data', data]), 0, 'THE MASTER KEY IS MISSING')
  assertEnded(await run(['account', 'list', '--data', data]), 1, 'master key is missing')
})

test('neither a backup nor data is overwritten', async (t) => {
  const { service, file } = await backedUp(t)
  const there = /already exists and is not overwritten/
  await assert.rejects(backUp(settingsIn(service.data), file, new Date()), there)
  await assert.rejects(restore(settingsIn(service.data), file, new Date()), there)
  for (const left of ['trimerge.db-wal', 'trimerge.db-journal']) {
    const data = temporaryFolder()
    writeFileSync(join(data, left), 'of the old database')
    await assert.rejects(restore(settingsIn(data), file, new Date()), there, left)
    assert.deepEqual(readdirSync(data), [left])
  }
})

test('a folder without a database cannot be backed up, and the attempt creates no database', async () => {
  const data = temporaryFolder()
  const out = join(data, 'backup.db')
  await assert.rejects(backUp(settingsIn(data), out, new Date()), DatabaseUnavailable)
  assert.deepEqual(readdirSync(data), [])
})

const DAMAGED: readonly [string, (file: string) => void, RegExp][] = [
  ['whose bytes changed', (file) => damage(file), /checksum differs from that/],
  ['that is truncated', (file) => truncateSync(file, 8192), /checksum differs from that/],
  ['without a manifest', (file) => writeFileSync(`${file}.json`, ''), /manifest/],
  ['of a newer release', (file) => alter(file, { schemaVersion: 99 }), /schema 99/],
  [
    'with another number of rows',
    (file) => alter(file, { rows: { orders: 2 } }),
    /differs from its manifest/,
  ],
]

function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes[5000] = (bytes[5000] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

function alter(file: string, changes: object): void {
  const manifest = JSON.parse(readFileSync(`${file}.json`, 'utf8'))
  writeFileSync(`${file}.json`, JSON.stringify({ ...manifest, ...changes }))
}

test('the next restore or start removes what a killed restore left, and nothing else', async (t) => {
  const { file } = await backedUp(t)
  const left = ['', '-wal', '-shm', '-journal'].map(
    (end) => `trimerge.db.0123456789ab.partial${end}`,
  )
  const others = ['trimerge.db.old', 'trimerge.db.bak.0123456789ab.partial', 'notes.partial']
  const data = temporaryFolder()
  const leave = () => {
    for (const name of [...left, ...others]) writeFileSync(join(data, name), 'half')
  }
  const remains = () => readdirSync(data).filter((name) => /partial|old/.test(name))
  leave()
  await restore(settingsIn(data), file, new Date())
  assert.deepEqual(remains().toSorted(), others.toSorted())
  leave()
  lockData({ data, 'database-url': '' })()
  assert.deepEqual(remains().toSorted(), others.toSorted())
})

test('a damaged backup is not restored and leaves nothing behind', async (t) => {
  const { file } = await backedUp(t)
  for (const [title, change, reason] of DAMAGED) {
    const copy = join(temporaryFolder(), 'backup.db')
    copyFileSync(file, copy)
    copyFileSync(`${file}.json`, `${copy}.json`)
    change(copy)
    const data = join(temporaryFolder(), 'new')
    await assert.rejects(restore(settingsIn(data), copy, new Date()), reason, title)
    const left = existsSync(data) ? readdirSync(data) : []
    // The file of the lock stays, because another process may already hold it.
    assert.deepEqual(
      left.filter((name) => name !== 'trimerge.db.held'),
      [],
      title,
    )
  }
})

test('a command that restores a damaged backup names its file', async (t) => {
  const { file } = await backedUp(t)
  damage(file)
  const ended = await run(['restore', file, '--data', join(temporaryFolder(), 'new')])
  assertEnded(ended, 1, `the backup ${file} cannot be restored: its checksum differs`)
})

test('a file that another process locks is not called a damaged backup', async (t) => {
  const { file } = await backedUp(t)
  const other = new DatabaseSync(file)
  t.after(() => other.close())
  other.exec('begin exclusive')
  const content = { schemaVersion: 1, masterKeyIds: [], rows: {} }
  assert.throws(() => checkCopy(file, content), {
    name: 'DatabaseUnavailable',
    message: 'the copy cannot be checked: database is locked',
  })
})

test('a backup whose manifest cannot be written leaves nothing behind', async (t) => {
  const { service } = await backedUp(t)
  const folder = temporaryFolder()
  const file = join(folder, 'backup.db')
  symlinkSync('nowhere', `${file}.json`)
  await assert.rejects(backUp(settingsIn(service.data), file, new Date()), /json already exists/)
  assert.deepEqual(readdirSync(folder), ['backup.db.json'], 'only the link')
})

test('a backup that cannot be written states the reason', async (t) => {
  const { service } = await backedUp(t)
  const folder = join(temporaryFolder(), 'absent')
  const ended = await run(['backup', '--data', service.data, '--out', join(folder, 'backup.db')])
  assertEnded(ended, 2, `the folder ${folder} of --out does not exist`)
  const data = temporaryFolder()
  writeFileSync(join(data, 'trimerge.db'), 'this is no database'.repeat(50))
  await assert.rejects(backUp(settingsIn(data), join(data, 'backup.db'), new Date()), {
    name: 'DatabaseUnavailable',
    message: 'the database cannot be copied: file is not a database',
  })
})

test('a file that cannot be read is named, and is not called an invalid backup', async (t) => {
  const { file } = await backedUp(t)
  rmSync(`${file}.json`)
  mkdirSync(`${file}.json`)
  const restored = await run(['restore', file, '--data', temporaryFolder()])
  assertEnded(restored, 1, `its manifest ${file}.json cannot be read (EISDIR)`)
  const data = temporaryFolder()
  mkdirSync(join(data, 'trimerge.db'))
  const copied = await run(['backup', '--data', data, '--out', join(data, 'backup.db')])
  assertEnded(copied, 1, `the database ${join(data, 'trimerge.db')} cannot be copied: `)
})

test('a backup is not restored beside the key of another database', async (t) => {
  const { file } = await backedUp(t)
  const settings = readSettings({
    flags: { data: temporaryFolder(), 'master-key': '11'.repeat(32) },
    environment: {},
  })
  await assert.rejects(restore(settings, file, new Date()), /needs master key/)
})

test('of two restores into one folder at once, one succeeds and the other changes nothing', async (t) => {
  const { file, service } = await backedUp(t)
  const data = temporaryFolder()
  copyFileSync(join(service.data, 'master.key'), join(data, 'master.key'))
  const both = await Promise.all([1, 2].map(() => run(['restore', file, '--data', data])))
  const [first, second] = both.toSorted((a, b) => (a.code ?? 0) - (b.code ?? 0))
  assert.ok(first !== undefined && second !== undefined)
  assertEnded(first, 0, '1 order')
  assertEnded(second, 1, /another service or restore is using .*: stop it first/)
  assertEnded(await run(['account', 'list', '--data', data]), 0)
})

test('after an older backup was restored in the same folder, its trail is verified and backed up', async (t) => {
  const data = temporaryFolder()
  const [file, newer] = ['older.db', 'newer.db'].map((name) => join(temporaryFolder(), name))
  assert.ok(file !== undefined && newer !== undefined)
  const order = async (example: string) =>
    assertEnded(await run(['order', `examples/${example}.xml`, '--data', data]), 0, /report R/)
  const first = await serveHere(t, data)
  await order('joint')
  assertEnded(await run(['backup', '--data', data, '--out', file]), 0, '1 order')
  await order('credit-report')
  await first.stop()
  rmSync(join(data, 'trimerge.db'))
  const restored = await run(['restore', file, '--data', data])
  assertEnded(restored, 0, /later blocks, are now in .*audit-anchors\.jsonl\.\d{8}T\d{6}Z\n/)
  const aside = readdirSync(data).find((name) => name.startsWith('audit-anchors.jsonl.')) ?? ''
  const verify = ['audit', 'verify', '--data', data]
  assertEnded(await run([...verify, '--anchors', join(data, aside)]), 1, /is missing/)
  const second = await serveHere(t, data)
  await order('credit-report')
  await second.stop()
  assertEnded(await run(verify), 0, / entries /)
  assertEnded(await run(['backup', '--data', data, '--out', newer]), 0, '2 orders')
  const trial = await drillRestore(settingsIn(data), newer, temporaryFolder(), new Date())
  assert.equal(trial.sample?.tried, 2)
})

test('a start on an older database sets the anchors of its lost blocks aside, and says so', async (t) => {
  const data = temporaryFolder()
  const file = join(temporaryFolder(), 'older.db')
  const order = async (example: string) =>
    assertEnded(await run(['order', `examples/${example}.xml`, '--data', data]), 0, /report R/)
  const first = await serveHere(t, data)
  assertEnded(await run(['backup', '--data', data, '--out', file]), 0, '0 orders')
  await order('joint')
  await first.stop()
  // As a file system or a server that is set back to an earlier moment.
  copyFileSync(file, join(data, 'trimerge.db'))
  const second = await serveHere(t, data)
  const lines = second.lines.join('\n')
  const [, aside = ''] = /are now in (\S+\.jsonl\.\d{8}T\d{6}Z);/.exec(lines) ?? []
  assert.match(lines, /block \d+ of the audit trail is missing: the database was restored/)
  await order('credit-report')
  await second.stop()
  const verify = ['audit', 'verify', '--data', data]
  assertEnded(await run(verify), 0, / entries /)
  assertEnded(await run([...verify, '--anchors', aside]), 1, /is missing|differs from its anchor/)
  assertEnded(await run([...verify, '--anchors', '/dev/null']), 1, /has no anchor, so nothing/)
  const { stdout } = await run(['audit', 'export', '--data', data])
  assert.match(stdout, /"action":"trail\.shortened"/)
})

test('for PostgreSQL, the commands refer to its own backup tools', async () => {
  const url = ['--database-url', 'postgres://nobody@127.0.0.1:1/none']
  assertEnded(await run(['backup', '--out', 'x', ...url]), 2, 'docs/operations.md')
  assertEnded(await run(['restore', 'x', ...url]), 2, 'docs/operations.md')
})
