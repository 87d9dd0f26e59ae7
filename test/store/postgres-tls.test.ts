/**
 * Tests TLS to a PostgreSQL server that accepts nothing else: which certificates are trusted, and
 * the errors.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runChecks } from '../../src/app/doctor.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { openPostgres } from '../../src/store/engine/postgres.ts'
import { isUnverified } from '../../src/store/engine/postgres-connection.ts'
import { connectionProblem } from '../../src/store/engine/postgres-errors.ts'
import { certificates } from '../bureaus/upstream/certificates.ts'
import { startPostgres } from '../support/postgres-program.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const { ca, good } = certificates()
const server = await startPostgres({
  settings: { ssl: 'on', ssl_cert_file: 'server.crt', ssl_key_file: 'server.key' },
  files: {
    'server.crt': good.cert,
    'server.key': good.key,
    'pg_hba.conf': 'hostssl all all 127.0.0.1/32 trust\n',
  },
})
after(() => server.stop())

const folder = temporaryFolder()
const caFile = join(folder, 'ca.pem')
const otherFile = join(folder, 'other.pem')
writeFileSync(caFile, ca)
writeFileSync(otherFile, certificates().ca)
const address = `${server.url}/postgres`
const VERIFIED = `?sslmode=verify-full&sslrootcert=${caFile}`

async function isEncrypted(url: string): Promise<boolean> {
  const database = await openPostgres(url)
  try {
    const sql = 'select ssl::int as ssl from pg_stat_ssl where pid = pg_backend_pid()'
    const [row] = await database.read({ sql, params: [] })
    return row?.ssl === 1
  } finally {
    await database.close()
  }
}

test('a server with a trusted certificate is used, also among several hosts', async () => {
  assert.equal(await isEncrypted(address + VERIFIED), true)
  // The URL as pg_auto_failover writes it.
  const several = `${address.replace('@', '@127.0.0.1:9,')}${VERIFIED}&target_session_attrs=read-write`
  assert.equal(await isEncrypted(several), true)
  assert.equal(await isEncrypted(`${address}?sslmode=verify-ca&sslrootcert=${caFile}`), true)
  assert.equal(await isEncrypted(`${address}?sslmode=require`), true)
})

test('connection errors name the problem and the remedy, but nothing of the URL', async () => {
  const named = address.replace('127.0.0.1', 'localhost')
  const errors: [string, RegExp][] = [
    [address, /rejected the connection: check user and sslmode/],
    [`${address}?sslmode=verify-full`, /is not trusted \([A-Z_]+\): set sslrootcert/],
    [`${address}?sslmode=verify-full&sslrootcert=${otherFile}`, /is not trusted/],
    [`${address.replace('@', '@127.0.0.1:9,')}?sslmode=verify-full`, /is not trusted/],
    [`${address}?sslmode=require&sslrootcert=${otherFile}`, /is not trusted/],
    [`${address}?sslmode=verify-ca`, /sslmode=verify-ca needs sslrootcert/],
    [named + VERIFIED, /is not for the host in database-url/],
    [`${address}?sslmode=verify-full&sslrootcert=${folder}/gone.pem`, /cannot be read \(ENOENT\)/],
    [`${server.url}/absent${VERIFIED}`, /has no database of the name/],
    [`${await createDatabase()}?sslmode=require`, /does not offer TLS/],
  ]
  for (const [url, expected] of errors) {
    await assert.rejects(openPostgres(url), (error: Error) => {
      assert.equal(error.name, 'DatabaseUnavailable')
      assert.match(error.message, expected)
      assert.doesNotMatch(error.message, /127\.0\.0\.1|postgres:\/\/|trimerge/)
      return true
    })
  }
  assert.match(connectionProblem({ ...new Error('x'), code: '28P01' }) ?? 'none', /none/)
  const rejected = Object.assign(new Error('for user "lender"'), { code: '28P01' })
  assert.match(connectionProblem(rejected) ?? '', /user or the password/)
  assert.equal(connectionProblem(new Error('connect ECONNREFUSED')), undefined)
})

test('the doctor warns about a certificate that is not verified', async () => {
  const warnings = async (url: string) => {
    const flags = { data: folder, 'database-url': url }
    const found = await runChecks(readSettings({ flags, environment: {} }), new Date())
    return found.filter(({ verdict }) => verdict === 'warn').map(({ text }) => text)
  }
  const text = (await warnings(`${address}?sslmode=require`)).join()
  assert.match(text, /certificate of PostgreSQL is not verified: set sslmode=verify-full/)
  assert.doesNotMatch((await warnings(address + VERIFIED)).join(), /certificate/)
  assert.equal(isUnverified(`${address}?sslmode=require&sslrootcert=${caFile}`), false)
  assert.equal(isUnverified(address), false)
})
