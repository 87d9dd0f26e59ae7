import assert from 'node:assert/strict'
import { randomBytes, X509Certificate } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { ClockWrong, rejectClockBehind } from '../../src/app/clock-checks.ts'
import { databaseWarnings, postgresFindings, runChecks } from '../../src/app/doctor.ts'
import { openDatabase, openStorage } from '../../src/app/open-storage.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { SERVICE } from '../../src/store/audit/entry.ts'
import { grantService } from '../../src/store/engine/guards.ts'
import { MIGRATIONS, migrate } from '../../src/store/engine/migrate.ts'
import { openPostgres } from '../../src/store/engine/postgres.ts'
import { ANCHORS_FILE } from '../../src/store/verification/anchors.ts'
import { MINUTE_MS } from '../../src/time.ts'
import { certificates } from '../bureaus/upstream/certificates.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { detail } from '../support/detail.ts'
import { createDatabase, runSql } from '../support/postgres-server.ts'
import { runningService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { assertEnded, run, runProgram } from './run.ts'

const settingsOf = (flags: Record<string, unknown>) => readSettings({ flags, environment: {} })

async function verdicts(flags: Record<string, unknown>, now = new Date()) {
  const found = await runChecks(settingsOf(flags), now)
  return found
    .filter(({ verdict }) => verdict !== 'ok')
    .map(({ verdict, text }) => `${verdict}: ${text}`)
}

/** Creates the data folder of a program that has ended, with an entry in its audit trail. */
async function usedFolder(): Promise<string> {
  const data = temporaryFolder()
  const storage = await openStorage(settingsOf({ data }), new Date())
  await storage.store.audit.record({ actor: SERVICE, action: 'service.started' })
  await storage.store.close()
  return data
}

test('the doctor reports no problem for a running service', async (t) => {
  const service = await runningService(t)
  assert.equal((await service.post('credit_report', orderDocument('credit_report'))).status, 200)
  const ended = await run(['doctor', '--data', service.data])
  assertEnded(
    ended,
    0,
    /^ok {4}the database file passed the integrity check$/m,
    /^ok {4}the clock agrees with the recorded times$/m,
  )
  assert.doesNotMatch(ended.stdout, /^fail/m)
})

test('the doctor checks a database of every earlier schema before its migration', async () => {
  const folder = join(import.meta.dirname, '../store/schemas')
  const files = readdirSync(folder).filter((name) => name.endsWith('.db.gz'))
  assert.ok(files.length > 1)
  for (const name of files) {
    const data = temporaryFolder()
    const content = gunzipSync(readFileSync(join(folder, name)))
    writeFileSync(join(data, 'trimerge.db'), content, { mode: 0o600 })
    const ended = await run(['doctor', '--data', data, '--master-key', '11'.repeat(32)])
    assertEnded(ended, 0, /^ok {4}the audit trail is protected/m)
    const isOlder = !ended.stdout.includes('ok    schema')
    assert.equal(/^warn {2}the next start migrates schema/m.test(ended.stdout), isOlder, name)
  }
})

test('only a start and migrate change an earlier schema', async () => {
  const data = temporaryFolder()
  const path = join(import.meta.dirname, '../store/schemas/schema-6.db.gz')
  writeFileSync(join(data, 'trimerge.db'), gunzipSync(readFileSync(path)), { mode: 0o600 })
  const flags = ['--data', data, '--master-key', '11'.repeat(32)]
  const outdated = /the database has schema 6, and this release needs \d+: .* run trimerge migrate/
  for (const words of [
    ['audit', 'verify'],
    ['operator', 'list'],
    ['operator', 'add', 'mira'],
  ]) {
    assertEnded(await run([...words, ...flags]), 1, outdated)
  }
  assertEnded(await run(['migrate', '--data', data]), 0, /up to date/)
  assertEnded(await run(['operator', 'add', 'mira', ...flags]), 0, /mira/)
})

test('a command does not create the tables of an empty PostgreSQL database', async () => {
  const flags = ['--data', temporaryFolder(), '--database-url', await createDatabase()]
  const absent = /the database has no tables: set data and database-url/
  assertEnded(await run(['operator', 'list', ...flags]), 1, absent)
  assertEnded(await run(['operator', 'add', 'mira', ...flags]), 0, /mira/)
})

test('the doctor distinguishes a service that responds from one that does not', async (t) => {
  const service = await runningService(t)
  assertEnded(await run(['doctor', '--live', '--data', service.data]), 0, /the service responds/)
  const live = await run(['doctor', '--live', '--json', '--data', service.data])
  assert.deepEqual([live.code, JSON.parse(live.stdout)], [0, { live: true }])
  // A container may send all requests of its programs through a proxy.
  const environment = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9' }
  const proxied = await runProgram(['doctor', '--live', '--data', service.data], { environment })
  assertEnded(proxied, 0, /the service responds/)
  writeFileSync(join(service.data, 'address'), 'http://127.0.0.1:9\n')
  assertEnded(await run(['doctor', '--live', '--data', service.data]), 1, /does not respond/)
  const gone = await run(['doctor', '--live', '--json', '--data', service.data])
  assert.deepEqual([gone.code, JSON.parse(gone.stdout)], [1, { live: false }])
  const empty = temporaryFolder()
  const nowhere = await run(['doctor', '--live', '--data', empty])
  assertEnded(nowhere, 1, `the service of the data folder ${empty} does not respond`)
})

test('the doctor does not create a missing data folder', async () => {
  const data = join(temporaryFolder(), 'none')
  assertEnded(await run(['doctor', '--data', data]), 0, 'the first start creates it')
  assert.throws(() => renameSync(data, `${data}-moved`), /ENOENT/)
})

test('the doctor warns if a vendor may take longer than a stopping service waits', async () => {
  const upstreams = { harborline: { url: 'https://harborline.example' } }
  const bureaus = { Equifax: 'harborline' }
  const vendor = { data: join(temporaryFolder(), 'none'), upstreams, bureaus }
  assert.deepEqual(await verdicts(vendor), [
    'warn: a service that stops cuts off orders at harborline, which may take 75000 ms: set end-timeout-ms to more than that',
  ])
  assert.deepEqual(await verdicts({ ...vendor, 'end-timeout-ms': 90_000 }), [])
})

const DAMAGES: readonly [string, (data: string) => void, RegExp][] = [
  ['a folder that other users can read', (data) => chmodSync(data, 0o755), /^warn: .*chmod 700/],
  [
    'a database that other users can read',
    (data) => chmodSync(join(data, 'trimerge.db'), 0o644),
    /^fail: .*chmod 600/,
  ],
  [
    'a missing key',
    (data) => renameSync(join(data, 'master.key'), join(data, 'aside')),
    /^fail: master key [0-9a-f]{16} is missing/,
  ],
  [
    'the key of another database',
    (data) => writeFileSync(join(data, 'master.key'), '22'.repeat(32)),
    /^fail: master key [0-9a-f]{16} is missing/,
  ],
  [
    'a newer schema',
    (data) => inDatabase(data, 'insert into schema_version (version, applied_at) values (99, 1)'),
    /^fail: schema 99 is from a newer release/,
  ],
  [
    'a schema of another build',
    (data) => inDatabase(data, "update schema_version set hash = 'another' where version = 1"),
    /^fail: schema 1 was made by another build/,
  ],
  [
    'a truncated audit trail',
    (data) => inTrail(data, `delete from audit_blocks where number = (${NEWEST_BLOCK})`),
    /^fail: block 1 of the audit trail is missing: run trimerge audit verify; if you recovered the database to an earlier moment, then move .*audit-anchors.jsonl to another folder$/,
  ],
  [
    'an audit trail whose last block was changed',
    (data) =>
      inTrail(data, `update audit_blocks set closed_at = 1 where number = (${NEWEST_BLOCK})`),
    /^fail: block 1 of the audit trail differs from its anchor/,
  ],
  [
    'an audit trail without anchors',
    (data) => renameSync(anchorsOf(data), `${anchorsOf(data)}.aside`),
    /^warn: the end of the audit trail is not anchored/,
  ],
  [
    'an anchors file with invalid content',
    (data) => writeFileSync(anchorsOf(data), 'nothing\n'),
    /^fail: the anchors file .* is unusable: line 1 is not an anchor$/,
  ],
  [
    'a dropped trigger of the audit trail',
    (data) => inDatabase(data, 'drop trigger audit_entries_no_update'),
    /^fail: the audit trail is not protected: the trigger audit_entries_no_update is missing/,
  ],
  [
    'a trigger of the audit trail that was replaced',
    (data) =>
      inDatabase(
        data,
        `drop trigger audit_blocks_no_delete; create trigger audit_blocks_no_delete
          before delete on audit_blocks begin select 1; end`,
      ),
    /^fail: the audit trail is not protected: the trigger audit_blocks_no_delete was changed/,
  ],
  [
    'a console user who was inserted into the database',
    (data) =>
      inDatabase(
        data,
        "insert into operators values ('mallory', 'hash', 'operator', null, 1, null, 1, x'00', null)",
      ),
    /^fail: operators mallory was changed or inserted \(2 findings\): .*; the service rejects sign-ins with it$/,
  ],
  [
    'a legal hold that was inserted into the database, which grants no login',
    (data) =>
      inDatabase(data, "pragma foreign_keys = off; insert into holds values ('R1', 'matter 7', 1)"),
    /^fail: hold of report R1 was inserted \(1 finding\): run trimerge audit verify$/,
  ],
  [
    'a file that is not a database',
    (data) => writeFileSync(join(data, 'trimerge.db'), 'x'.repeat(9000)),
    /^fail: database: /,
  ],
]

const NEWEST_BLOCK = 'select max(number) from audit_blocks'
const anchorsOf = (data: string) => join(data, ANCHORS_FILE)

function inDatabase(data: string, sql: string): void {
  const database = new DatabaseSync(join(data, 'trimerge.db'))
  database.exec(sql)
  database.close()
}

/**
 * Changes the audit trail as the owner of the database can: drops the triggers that guard the
 * trail, and restores them afterwards.
 */
function inTrail(data: string, sql: string): void {
  const database = new DatabaseSync(join(data, 'trimerge.db'))
  const triggers =
    "select name, sql from sqlite_schema where type = 'trigger' and tbl_name like 'audit%'"
  const found = database.prepare(triggers).all()
  database.exec(found.map(({ name }) => `drop trigger ${name};`).join(''))
  database.exec(sql)
  database.exec(found.map(({ sql: made }) => `${made};`).join(''))
  database.close()
}

for (const [title, damage, expected] of DAMAGES) {
  test(`the doctor reports ${title}`, { skip: process.platform === 'win32' }, async () => {
    const data = await usedFolder()
    assert.deepEqual(await verdicts({ data }), [])
    damage(data)
    const found = await verdicts({ data })
    assert.equal(found.length, 1, found.join('\n'))
    assert.match(found[0] ?? '', expected)
  })
}

test('the doctor reports a disk that is nearly full', async () => {
  const data = await usedFolder()
  const found = await verdicts({ data, 'disk-reserve-bytes': 1_099_511_627_776 })
  assert.match(found.join('\n'), /fail: \d+ MiB are free .* orders are rejected until/)
})

test('a clock behind the newest order is reported, and rejected at the start', async (t) => {
  const service = await runningService(t)
  assert.equal((await service.post('credit_report', orderDocument('credit_report'))).status, 200)
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)
  const { store } = service.storage
  await rejectClockBehind(store, ago(4))
  assert.deepEqual(await verdicts({ data: service.data }, ago(4)), [])
  await assert.rejects(rejectClockBehind(store, ago(7)), ClockWrong)
  assert.match((await verdicts({ data: service.data }, ago(7))).join(), /fail: the clock is behind/)
  assert.match(
    (await verdicts({ data: service.data }, ago(-400 * 24 * 60))).join(),
    /warn: the clock is more than a week ahead: .* known to be right .* --accept-clock/,
  )
  // The time of the world may be any time ahead of the machine's.
  await store.sandbox.advanceClock(90 * MINUTE_MS, 900 * MINUTE_MS, SERVICE)
  const ahead = await service.post(
    'credit_report',
    orderDocument('credit_report', { requestId: 'x' }),
  )
  assert.equal(ahead.status, 200)
  await rejectClockBehind(store, new Date())
})

test('the doctor also compares the clock with the newest entry of the audit trail', async () => {
  const data = await usedFolder()
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)
  assert.deepEqual(await verdicts({ data }, ago(4)), [])
  assert.match(
    (await verdicts({ data }, ago(7))).join(),
    /fail: the clock is behind.*newest record/,
  )
})

test('the doctor distinguishes what a commit waits for, and names a narrow encoding', () => {
  const settings = {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_standby_names: 'FIRST 1 (one)',
    transaction_read_only: 'off',
    data_checksums: 'on',
    server_encoding: 'UTF8',
  }
  const levels = ['remote_apply', 'on', 'remote_write', 'local', 'off'].map((level) => {
    const [first] = postgresFindings({ ...settings, synchronous_commit: level })
    return `${first?.verdict}: ${first?.text}`
  })
  assert.match(levels[0] ?? '', /^ok: .*flushed and applied on the standby/)
  assert.match(levels[1] ?? '', /^ok: .*flushed on the standby/)
  assert.match(levels[2] ?? '', /^warn: .*a crash of both machines loses/)
  assert.match(levels[3] ?? '', /^warn: .*do not wait for the standby/)
  assert.match(levels[4] ?? '', /^fail: .*a crash loses acknowledged orders/)
  const latin = { ...settings, synchronous_commit: 'on', server_encoding: 'LATIN1' }
  const found = postgresFindings(latin).find(({ verdict }) => verdict === 'fail')
  assert.match(found?.text ?? '', /^the database has the encoding LATIN1, .* encoding UTF8$/)
})

test('the doctor reports a PostgreSQL server that can lose acknowledged orders', async (t) => {
  const url = await createDatabase()
  const flags = { data: temporaryFolder(), 'database-url': url }
  // The server of the tests does not survive a crash, and the doctor must report that.
  const unsafe = ['fsync is off', 'full_page_writes is off']
  const found = (await verdicts(flags)).join('\n')
  for (const text of unsafe) assert.ok(found.includes(`fail: ${text}`), found)
  const database = await openDatabase(settingsOf(flags))
  t.after(() => database.close())
  assert.equal((await databaseWarnings(database, settingsOf(flags))).length, unsafe.length)

  const name = new URL(url).pathname.slice(1)
  await runSql(`alter database ${name} set default_transaction_read_only = on`)
  assert.match((await verdicts(flags)).join('\n'), /fail: PostgreSQL is read-only: point/)
  await runSql(`alter database ${name} set synchronous_commit = off`)
  assert.match((await verdicts(flags)).join('\n'), /fail: database: .*synchronous_commit = off/)
})

test('a replica writes its address again if another one removed it from their common folder', async (t) => {
  const service = await runningService(t)
  const file = join(service.data, 'address')
  const written = readFileSync(file, 'utf8')
  rmSync(file)
  for (let waits = 0; waits < 100 && !existsSync(file); waits++) await sleep(100)
  assert.equal(readFileSync(file, 'utf8'), written)
})

test('the doctor fails a data folder that its user may not create', async () => {
  // Root may write in any folder, but not below a file.
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const found = await verdicts({ data: join(file, 'data') })
  assert.match(found.join('\n'), /fail: the data folder \S+ does not exist, and this user may not/)
})

test('the doctor reports a PostgreSQL role with fewer or more rights than a service needs', async () => {
  const ownerUrl = await createDatabase()
  const role = `service_${randomBytes(4).toString('hex')}`
  await runSql(`create role ${role} login`)
  const url = ownerUrl.replace('://postgres@', `://${role}@`)
  const owner = await openPostgres(ownerUrl)
  const found = async () =>
    (await verdicts({ data: temporaryFolder(), 'database-url': url })).join('\n')
  try {
    await runSql(`alter role ${role} set search_path = absent`)
    assert.match(await found(), /fail: .*search_path of the role .* has no schema: create the/)
    await runSql(`alter role ${role} reset search_path`)
    assert.match(await found(), /fail: the database is empty, and the role .* may not migrate it/)
    await migrate(owner, Date.now(), MIGRATIONS.slice(0, -1))
    assert.match(await found(), /fail: the role of database-url lacks rights on the table account/)
    await grantService(owner, role)
    assert.match(
      await found(),
      /fail: schema \d+ is older than \d+, and the role .* may not migrate/,
    )
    await migrate(owner, Date.now())
    assert.doesNotMatch(await found(), /rights|migrate/)
    assert.match(
      (await verdicts({ data: temporaryFolder(), 'database-url': ownerUrl })).join('\n'),
      /warn: the role of database-url owns the tables, .* trimerge migrate --grant ROLE/,
    )
    await owner.commit([{ sql: `revoke delete on charges from ${role}`, params: [] }])
    assert.match(await found(), /lacks rights on the table charges: run trimerge migrate --grant/)
    const start = ['serve', '--port', '0', '--data', temporaryFolder(), '--database-url', url]
    const ended = await run([...start, '--master-key', '11'.repeat(32)])
    assertEnded(ended, 1, /lacks rights on the table charges: run trimerge migrate --grant/)
  } finally {
    await owner.close()
  }
})

test('the doctor checks the TLS certificate as a start does, and when it expires', async () => {
  const { good, expired } = certificates()
  const folder = temporaryFolder()
  const flags = { data: folder, 'tls-cert': join(folder, 'cert'), 'tls-key': join(folder, 'key') }
  const found = (now = new Date()) => verdicts(flags, now)
  const write = (cert: string, key: string) => {
    writeFileSync(flags['tls-cert'], cert)
    writeFileSync(flags['tls-key'], key, { mode: 0o600 })
  }
  assert.deepEqual(await found(), ['fail: tls-cert: the file cannot be read'])
  write(good.cert, expired.key)
  assert.deepEqual(await found(), ['fail: tls-key: the file does not belong to the certificate'])
  write(expired.cert, expired.key)
  assert.match((await found()).join(), /^fail: the TLS certificate is valid .*: replace the file$/)
  write(good.cert, good.key)
  const end = new X509Certificate(good.cert).validToDate.getTime()
  assert.match((await found(new Date(end - 1))).join(), /^warn: .*: renew it soon$/)
  assert.deepEqual(await found(new Date(end - 20 * 86_400_000)), [])
})

test('a data folder that cannot be opened is no folder without a database', async () => {
  // Permissions do not restrict root, but nobody can follow a link to itself.
  const data = join(temporaryFolder(), 'data')
  symlinkSync(data, data)
  const expected = /cannot open the data folder \S+: .* \(ELOOP\); run the command as the user of/
  const doctor = await run(['doctor', '--data', data])
  assert.equal(doctor.code, 1)
  assert.match(doctor.stdout, expected)
  const list = await run(['account', 'list', '--data', data])
  assert.equal(list.code, 1)
  assert.match(list.stderr, expected)
  const order = await run(['order', 'examples/credit-report.xml', '--data', data])
  assert.equal(order.code, 1)
  assert.match(order.stderr, /cannot read \S+address \(ELOOP\): run the command as the user of/)
})

test('a file is no data folder, and no one lacks the right to open it', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  assertEnded(await run(['account', 'list', '--data', file]), 2, /no database at .*: set --data/)
})

test('a damaged database file is named, with what to do', async () => {
  const data = temporaryFolder()
  writeFileSync(join(data, 'trimerge.db'), 'no database'.repeat(1_000))
  const expected = /the database file \S+trimerge.db cannot be opened: .*; it is damaged: move it/
  const list = await run(['account', 'list', '--data', data])
  assert.equal(list.code, 1)
  assert.match(list.stderr, expected)
  assert.match((await run(['doctor', '--data', data])).stdout, expected)
})

test('a lost database is no database that the first start creates', async () => {
  const data = temporaryFolder()
  writeFileSync(join(data, 'sandbox-credentials.json'), '{}', { mode: 0o600 })
  const expected = /trimerge.db is missing, but sandbox-credentials.json .*restore a backup/
  assert.match((await run(['doctor', '--data', data])).stdout, expected)
  assertEnded(await run(['account', 'list', '--data', data]), 1, expected)
  const out = join(temporaryFolder(), 'backup.db')
  assertEnded(await run(['backup', '--data', data, '--out', out]), 1, expected)
})

detail('a damaged file of credentials is named, and ends a start', async () => {
  const data = temporaryFolder()
  assertEnded(await run(['account', 'add', 'lender', '--data', data]), 0)
  const expected = /sandbox-credentials.json is damaged: restore the file/
  for (const damaged of ['', '{}']) {
    writeFileSync(join(data, 'sandbox-credentials.json'), damaged)
    writeFileSync(join(data, 'address'), 'http://127.0.0.1:1')
    assertEnded(await run(['order', 'examples/joint.xml', '--data', data]), 1, expected)
  }
  const args = ['serve', '--port', '0', '--data', data]
  assertEnded(await runProgram(args, { timeoutMs: 20_000 }), 1, expected)
})

test('a file of the service that cannot be read is named', async () => {
  // Permissions do not restrict root, but nobody can read a folder as a file.
  const data = temporaryFolder()
  writeFileSync(join(data, 'address'), 'http://127.0.0.1:1')
  mkdirSync(join(data, 'sandbox-credentials.json'))
  mkdirSync(join(data, 'trimerge.db'))
  const order = await run(['order', 'examples/credit-report.xml', '--data', data])
  assert.equal(order.code, 1)
  assert.match(order.stderr, /cannot read \S+credentials.json \(EISDIR\): .*, or set --account/)
  const list = await run(['account', 'list', '--data', data])
  assert.equal(list.code, 1)
  assert.match(list.stderr, /the database file \S+trimerge.db cannot be opened \(EISDIR\)/)
})
