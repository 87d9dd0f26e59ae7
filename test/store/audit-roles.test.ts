/**
 * Tests that the PostgreSQL role of services cannot change the audit trail or the triggers that
 * guard it.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { REAL_ENVIRONMENT } from '../../src/app/environment.ts'
import { SERVICE } from '../../src/store/audit/entry.ts'
import { StatementFailed } from '../../src/store/engine/database.ts'
import { grantService, guardProblems } from '../../src/store/engine/guards.ts'
import { migrate } from '../../src/store/engine/migrate.ts'
import { openPostgres } from '../../src/store/engine/postgres.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { createDatabase, runSql } from '../support/postgres-server.ts'
import { runningService } from '../support/running-service.ts'
import { completion, NOW, newOrder, newPull, openedStore } from './store.fixtures.ts'

const FORBIDDEN = [
  "update audit_entries set outcome = 'x'",
  'delete from audit_entries',
  'truncate audit_entries',
  "update audit_blocks set missing = '1'",
  'delete from audit_blocks',
  'truncate audit_blocks',
  'alter table audit_entries disable trigger all',
  'drop trigger audit_entries_only_added_to on audit_entries',
  'drop table audit_blocks',
]

/** Opens a database as the owner of its tables, with a new role that has no privileges yet. */
async function migratedWithRole(t: TestContext) {
  const ownerUrl = await createDatabase()
  const role = `service_${randomBytes(4).toString('hex')}`
  await runSql(`create role ${role} login`)
  const owner = await openPostgres(ownerUrl)
  t.after(() => owner.close())
  await migrate(owner, NOW)
  const serviceUrl = ownerUrl.replace('postgres://postgres@', `postgres://${role}@`)
  return { owner, role, serviceUrl }
}

test('a service role processes orders but cannot change the audit trail', async (t) => {
  const { owner, role, serviceUrl } = await migratedWithRole(t)
  await grantService(owner, role)
  await grantService(owner, role)
  const service = await openPostgres(serviceUrl)
  const { store, vault } = await openedStore(service)
  t.after(() => store.close())
  await store.orders.begin(newOrder(vault, 'o1'), [newPull(vault, 'p1')])
  assert.equal(await store.orders.complete(completion(vault, 'o1')), true)
  await store.sandbox.begin(NOW)
  await store.sandbox.advanceClock(1, 10, SERVICE)
  await store.ping()
  await store.audit.seal()
  // PostgreSQL only warns that this statement has no effect.
  const grant = 'grant update, delete, truncate on audit_entries to current_user'
  await service.commit([{ sql: grant, params: [] }])
  for (const sql of FORBIDDEN) {
    await assert.rejects(service.commit([{ sql, params: [] }]), (error) => {
      // 42501: the role lacks the privilege.
      assert.ok(error instanceof StatementFailed, sql)
      assert.match(error.message, /42501/, sql)
      return true
    })
  }
  const { findingCount, entries } = await store.audit.verify({ anchors: [], now: Date.now() })
  assert.deepEqual([findingCount, entries], [0, 3])
})

for (const orderThreads of [0, 1]) {
  test(`a service with ${orderThreads} order threads is not ready while its role lacks a revoked right`, async (t) => {
    const { owner, role, serviceUrl } = await migratedWithRole(t)
    await grantService(owner, role)
    const flags = { 'database-url': serviceUrl, 'master-key': '11'.repeat(32) }
    const surroundings = { ...REAL_ENVIRONMENT, orderThreads }
    const service = await runningService(t, { flags, surroundings })
    let orders = 0
    const order = async () => {
      orders += 1
      return await service.post(
        'credit_report',
        `${orderDocument('credit_report')}<!--${orders}-->`,
      )
    }
    const statuses = async () => [
      (await order()).status,
      (await fetch(`${service.url}/health/ready`)).status,
    ]
    for (const right of ['select', 'insert']) {
      await owner.commit([{ sql: `revoke ${right} on orders from ${role}`, params: [] }])
      assert.deepEqual(await statuses(), [503, 503], right)
      await service.storage.store.audit.seal()
      assert.deepEqual(await statuses(), [503, 503], right)
      await grantService(owner, role)
      const ready = await fetch(`${service.url}/health/ready`)
      assert.deepEqual([ready.status, ...(await statuses())], [200, 200, 200], right)
    }
    const lacking = /lacks rights on a table: run trimerge migrate --grant ROLE/
    assert.match(service.logged.join(''), lacking)
  })
}

test('a grant guards the trail again in a database that was restored without privileges', async (t) => {
  const { owner, role } = await migratedWithRole(t)
  const regained = 'grant update, delete, truncate on audit_entries, audit_blocks to current_user'
  await owner.commit([{ sql: regained, params: [] }])
  assert.equal((await guardProblems(owner)).length, 6)
  await grantService(owner, role)
  assert.deepEqual(await guardProblems(owner), [])
})

test('scrubbing reports failure if the service role may not vacuum the keys', async (t) => {
  const { owner, role, serviceUrl } = await migratedWithRole(t)
  await grantService(owner, role)
  const service = await openPostgres(serviceUrl)
  t.after(() => service.close())
  assert.equal(await service.scrub(), true)
  // A rotation leaves old wrappings of the index key in `keys`.
  for (const table of ['order_keys', 'set_aside_keys', 'keys']) {
    await owner.commit([{ sql: `revoke maintain on ${table} from ${role}`, params: [] }])
    assert.equal(await service.scrub(), false, table)
    await grantService(owner, role)
    assert.equal(await service.scrub(), true, table)
  }
})

const ENTRIES = 'audit_entries_only_added_to'
const BLOCKS = 'audit_blocks_only_added_to'
const made = (name: string, when: string, table: string) =>
  `create trigger ${name} before ${when} execute function audit_only_added_to()`.replace('$', table)

/** Changes that an owner of the tables can make to the triggers, and the findings about them. */
// biome-ignore format: a table
const WEAKENED: readonly (readonly [statements: string, said: string])[] = [
  [`alter table audit_entries disable trigger ${ENTRIES}`, `the trigger ${ENTRIES} is disabled`],
  [`alter table audit_entries enable replica trigger ${ENTRIES}`, `the trigger ${ENTRIES} is disabled`],
  [`drop trigger ${BLOCKS} on audit_blocks`, `the trigger ${BLOCKS} is missing`],
  [
    `drop trigger ${ENTRIES} on audit_entries; ${made(ENTRIES, 'update or delete or truncate on $ for each statement', 'audit_blocks')}`,
    `the trigger ${ENTRIES} is missing`,
  ],
  [
    `drop trigger ${ENTRIES} on audit_entries; ${made(ENTRIES, 'update or truncate on $ for each statement', 'audit_entries')}`,
    `the trigger ${ENTRIES} was changed`,
  ],
  [
    `drop trigger ${ENTRIES} on audit_entries; ${made(ENTRIES, 'update of mac or delete or truncate on $ for each statement', 'audit_entries')}`,
    `the trigger ${ENTRIES} was changed`,
  ],
  [
    `drop trigger ${BLOCKS} on audit_blocks; ${made(BLOCKS, 'update or delete or truncate on $ for each statement when (false)', 'audit_blocks')}`,
    `the trigger ${BLOCKS} was changed`,
  ],
  [
    'create or replace function audit_only_added_to() returns trigger language plpgsql as $$ begin return null; end $$',
    `the function of the trigger ${ENTRIES} was changed; the function of the trigger ${BLOCKS} was changed`,
  ],
]

test('every change that keeps a trigger of the audit trail from firing is found', async (t) => {
  const owner = await openPostgres(await createDatabase())
  t.after(() => owner.close())
  await migrate(owner, NOW)
  assert.deepEqual(await guardProblems(owner), [])
  const always = `alter table audit_entries enable always trigger ${ENTRIES}`
  await owner.commit([{ sql: always, params: [] }])
  assert.deepEqual(await guardProblems(owner), [])
  for (const [statements, said] of WEAKENED) {
    const database = await openPostgres(await createDatabase())
    t.after(() => database.close())
    await migrate(database, NOW)
    const unit = statements.split(/; (?=create)/).map((sql) => ({ sql, params: [] }))
    await database.commit(unit)
    assert.equal((await guardProblems(database)).join('; '), said, statements)
  }
})
