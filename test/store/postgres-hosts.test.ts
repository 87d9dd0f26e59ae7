/**
 * Tests a cluster of PostgreSQL servers: only its primary is used, and a replaced primary is
 * recognized.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { hostUrls } from '../../src/settings/database-url.ts'
import { openPostgres, POSTGRES_LIMITS } from '../../src/store/engine/postgres.ts'
import { type HostRole, NotPrimary, PostgresHosts } from '../../src/store/engine/postgres-hosts.ts'
import { createDatabase, runSql } from '../support/postgres-server.ts'

test('a URL can name several hosts with the same user, database and settings', () => {
  assert.deepEqual(hostUrls('postgres://u:p@one:5432,two:5433/name?sslmode=require'), [
    'postgres://u:p@one:5432/name?sslmode=require',
    'postgres://u:p@two:5433/name?sslmode=require',
  ])
  assert.deepEqual(hostUrls('postgres://one,two/name'), [
    'postgres://one/name',
    'postgres://two/name',
  ])
  for (const url of ['postgres://u:a,b@one/name', 'postgresql:///name?host=/run/a,/run/b']) {
    assert.deepEqual(hostUrls(url), [url])
  }
})

/** A connection to a server that reports this role and timeline. */
function serverThat(standby: boolean, timeline?: string) {
  return {
    query: async (sql: string) => {
      if (/recovery/.test(sql)) return { rows: [{ standby }] }
      if (timeline === undefined) throw new Error('not supported')
      return { rows: [{ timeline }] }
    },
  } as unknown as Parameters<PostgresHosts['verify']>[0]
}

test('a standby or a replaced primary is not used', async () => {
  const hosts = new PostgresHosts('postgres://one,two/name')
  await assert.rejects(hosts.verify(serverThat(true)), NotPrimary)
  const before = serverThat(false, '00000001')
  await hosts.verify(before)
  assert.equal(hosts.isStale(before), false)
  const promoted = serverThat(false, '00000002')
  await hosts.verify(promoted)
  assert.deepEqual([hosts.isStale(before), hosts.isStale(promoted)], [true, false])
  // The replaced server still reports itself as the primary.
  await assert.rejects(hosts.verify(serverThat(false, '00000001')), NotPrimary)
  const managed = serverThat(false)
  await hosts.verify(managed)
  assert.equal(hosts.isStale(managed), false, 'a server that does not report its timeline')
  hosts.doubt()
  assert.deepEqual([hosts.isStale(promoted), hosts.isStale(managed)], [true, true])
})

test('the newest primary of several hosts is used, and connections to other hosts are cut', async () => {
  // A frozen host does not respond at all.
  const roles: (HostRole | undefined | 'frozen')[] = [{ isPrimary: true, timeline: 1 }, undefined]
  const frozen = new Promise<undefined>(() => undefined)
  const hosts = new PostgresHosts('postgres://one,two/name', (url) => ({
    ask: async () => {
      const role = roles[url.includes('one') ? 0 : 1]
      return role === 'frozen' ? frozen : role
    },
    close: () => undefined,
  }))
  let replaced = 0
  hosts.onReplaced = () => {
    replaced += 1
  }
  assert.equal(await hosts.look(), true)
  assert.match(hosts.url, /one/)
  roles[0] = undefined
  roles[1] = { isPrimary: false, timeline: 0 }
  assert.equal(await hosts.look(), false, 'a standby is not promoted yet')
  hosts.suspect()
  await assert.rejects(hosts.settle(), NotPrimary)
  roles[0] = 'frozen'
  roles[1] = { isPrimary: true, timeline: 2 }
  await hosts.settle()
  assert.match(hosts.url, /two/)
  const seen = replaced
  assert.ok(seen > 0)
  // The replaced server returns and reports itself as the primary.
  roles[0] = { isPrimary: true, timeline: 1 }
  assert.equal(await hosts.look(), true)
  assert.match(hosts.url, /two/)
  roles[1] = undefined
  assert.equal(await hosts.look(), false, 'the zombie is not used where it is the only one either')
  assert.equal(replaced, seen)
})

test('a new process finds the newest of two hosts that both report themselves as primary', async () => {
  const hosts = new PostgresHosts('postgres://one,two/name', (url) => ({
    ask: async () => ({ isPrimary: true, timeline: url.includes('one') ? 1 : 2 }),
    close: () => undefined,
  }))
  await hosts.settle()
  assert.match(hosts.url, /two/)
})

test('the host that responds is used and remembered', async (t) => {
  const url = await createDatabase()
  // This server hangs up on everything. Only the watch, which asks all hosts, may connect to it.
  let asked = 0
  const silent = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (startup) => {
      if (!startup.includes('trimerge watch')) asked += 1
      socket.destroy()
    })
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  t.after(() => silent.close())
  const { port } = silent.address() as { port: number }
  const database = await openPostgres(url.replace('@', `@127.0.0.1:${port},`))
  t.after(() => database.close())
  await database.commit([{ sql: 'create table things (id text)', params: [] }])
  const reads = Array.from({ length: 8 }, () =>
    database.read({ sql: 'select pg_sleep(0.05) as x', params: [] }),
  )
  await Promise.all(reads)
  assert.equal(asked, 0, 'new connections go to the primary at once')
  // A server that terminates a connection reports 57P01. The next call gets a new connection.
  const name = new URL(url).pathname.slice(1)
  await runSql(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await database.read({ sql: 'select 1 as one', params: [] }).catch(() => undefined)
  assert.deepEqual(await database.read({ sql: 'select 1 as one', params: [] }), [{ one: 1 }])
})

test('if no host is a primary, the wait is bounded and the database is unavailable', async () => {
  const limits = { ...POSTGRES_LIMITS, connectTimeoutMs: 200 }
  await assert.rejects(openPostgres('postgres://127.0.0.1:9,127.0.0.1:10/none', limits), {
    name: 'DatabaseUnavailable',
  })
})
