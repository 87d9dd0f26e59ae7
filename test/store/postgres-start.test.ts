/** Tests what a start says about a PostgreSQL server that it cannot use. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { migrate } from '../../src/store/engine/migrate.ts'
import { openPostgres } from '../../src/store/engine/postgres.ts'
import { connectionProblem } from '../../src/store/engine/postgres-errors.ts'
import { createDatabase, runSql } from '../support/postgres-server.ts'

/** Opens and migrates a database, as a start does. */
async function opened(url: string): Promise<void> {
  const database = await openPostgres(url)
  await migrate(database, 0).finally(() => database.close())
}

test('a start says why it gets no connection, and what to do', async (t) => {
  const silent = createServer((socket) => socket.once('data', () => socket.end()))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const errors: [string, RegExp][] = [
    ['postgres://lender@127.0.0.1:99999/trimerge', /^database-url is not a valid URL: write/],
    [`postgres://lender@127.0.0.1:${port}/trimerge`, /ended the connection: check host and port/],
  ]
  for (const [url, message] of errors) {
    await assert.rejects(opened(url), { name: 'DatabaseUnavailable', message })
  }
})

test('each rejection by the server has its remedy', () => {
  const remedies = {
    '08P01': /docs\/operations\.md/,
    '25006': /read-only.*primary/,
    '25P04': /transaction_timeout/,
    '3F000': /search_path/,
    '42501': /grant connect/,
    '53100': /disk/,
    '53300': /max_connections/,
    '55P03': /lock_timeout/,
    '57014': /locks.*standby/,
    '57P03': /starting/,
  }
  for (const [code, remedy] of Object.entries(remedies)) {
    const error = Object.assign(new Error('for user "lender"'), { code })
    assert.match(connectionProblem(error) ?? '', remedy, code)
  }
})

test('a start on a read-only database says so', async () => {
  const url = new URL(await createDatabase())
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const message = /read-only.*primary/
  await assert.rejects(opened(url.href), { name: 'DatabaseUnavailable', message })
})

test('a database is found under a name with characters that a URL encodes', async () => {
  const { pathname, href } = new URL(await createDatabase())
  const name = `${pathname.slice(1)} a/b:c,d;e=f&g+h@i$j%2F`
  await runSql(`create database "${name}"`)
  await opened(href.replace(pathname.slice(1), encodeURIComponent(name)))
})

test('a database whose encoding lacks characters is not used', async () => {
  const { pathname, href } = new URL(await createDatabase())
  const name = `ascii_${pathname.slice(1)}`
  await runSql(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
  const message = /encoding SQL_ASCII, and UTF8 is required: create the database with encoding/
  await assert.rejects(opened(href.replace(pathname.slice(1), name)), {
    name: 'DatabaseUnsafe',
    message,
  })
})

test('bytes are the same with each setting of their output', async () => {
  const url = new URL(await createDatabase())
  url.searchParams.set('options', '-c bytea_output=escape')
  const database = await openPostgres(url.href)
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const rows = await database.read({ sql: 'select $1::bytea as bytes', params: [bytes] })
  await database.close()
  assert.deepEqual(rows, [{ bytes }])
})

test('units at once do not conflict if the server isolates transactions more strictly', async () => {
  const url = new URL(await createDatabase())
  url.searchParams.set('options', '-c default_transaction_isolation=serializable')
  const database = await openPostgres(url.href)
  const commit = (sql: string) => database.commit([{ sql, params: [] }])
  await commit('create table counts (n bigint not null)')
  await commit('insert into counts values (0)')
  const count = () => commit('update counts set n = n + 1')
  await Promise.all(Array.from({ length: 20 }, count))
  const rows = await database.read({ sql: 'select n from counts', params: [] })
  await database.close()
  assert.deepEqual(rows, [{ n: 20 }])
})

test('a role that may not change the schema is sent to the migration', async () => {
  const url = await createDatabase()
  const role = `reader_${Date.now()}`
  const owner = await openPostgres(url)
  const run = (sql: string) => owner.commit([{ sql, params: [] }])
  await run(`create role ${role} login`)
  await run('revoke create on schema public from public')
  const service = new URL(url)
  service.username = role
  const message = /^the role of database-url may not .* run trimerge migrate --grant ROLE/
  await assert.rejects(opened(service.href), { name: 'SchemaNotAllowed', message })
  await opened(url)
  await run(`grant select on schema_version to ${role}`)
  await run("insert into schema_version values (99, 0, '')")
  await assert.rejects(opened(service.href), { name: 'SchemaUnknown' })
  await run(`drop owned by ${role}`)
  await run(`drop role ${role}`)
  await owner.close()
})
