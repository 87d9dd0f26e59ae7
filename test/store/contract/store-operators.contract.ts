/** The contract of operators and their sessions, for every database. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { SERVICE } from '../../../src/store/audit/entry.ts'
import type { Database, Row, Statement } from '../../../src/store/engine/database.ts'
import type { Operator } from '../../../src/store/records/operators.ts'
import type { TamperedRow } from '../../../src/store/sealing/row-mac.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { bytes, NOW, type OpenStore, overDatabase } from '../store.fixtures.ts'

const admin: Operator = {
  name: 'admin',
  passwordHash: '$argon2id$…',
  role: 'operator',
  account: undefined,
  createdAt: NOW,
  disabledAt: undefined,
  hasSecondFactor: false,
}
const integrator: Operator = { ...admin, name: 'ines', role: 'integrator', account: 'lender' }

/** A lifetime in which every session counts as active, however old it is. */
const EVER = { createdSince: 0, seenSince: 0 }

export function operatorsContract(open: OpenStore): void {
  it('stores operators with role and account', async (t) => {
    const { store } = await open(t)
    assert.equal(await store.operators.create(admin, SERVICE), true)
    assert.equal(await store.operators.create(admin, SERVICE), false)
    assert.equal(await store.operators.create(integrator, SERVICE), true)
    assert.deepEqual(await store.operators.list(), [admin, integrator])
    assert.deepEqual(await store.operators.find('admin'), admin)
    assert.equal(await store.operators.find('nobody'), undefined)
  })

  it('rejects an integrator without an account, and an account for any other role', async (t) => {
    const { store } = await open(t)
    assert.equal(
      await store.operators.create({ ...integrator, account: undefined }, SERVICE),
      false,
    )
    assert.equal(await store.operators.create({ ...admin, account: 'lender' }, SERVICE), false)
  })

  it('changes operators, but never the last one who may change anything', async (t) => {
    const { store } = await open(t)
    await store.operators.create(admin, SERVICE)
    await store.operators.create(integrator, SERVICE)
    const auditor = { role: 'auditor' } as const
    assert.equal(await store.operators.change('admin', () => auditor, SERVICE), false)
    assert.equal(
      await store.operators.change('admin', () => ({ role: 'operator', disabledAt: NOW }), SERVICE),
      false,
    )
    assert.equal(await store.operators.change('nobody', () => auditor, SERVICE), false)
    assert.equal(await store.operators.change('ines', () => ({ role: 'operator' }), SERVICE), true)
    assert.equal(await store.operators.change('admin', () => auditor, SERVICE), true)
    assert.deepEqual(await store.operators.find('admin'), { ...admin, role: 'auditor' })
  })

  it('makes each of many changes of one user at once', async (t) => {
    const { store } = await open(t)
    const { operators } = store
    const user = { passwordHash: 'of-argon2', createdAt: NOW, role: 'operator' } as const
    await operators.create({ ...user, name: 'admin' }, SERVICE)
    await operators.create({ ...user, name: 'second' }, SERVICE)
    const roles = Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0 ? 'auditor' : 'operator',
    )
    const changed = await Promise.all(
      roles.map((role) => operators.change('second', () => ({ role }), SERVICE)),
    )
    assert.deepEqual(new Set(changed), new Set([true]))
    assert.deepEqual((await store.audit.verify({ anchors: [], now: Date.now() })).findings, [])
  })

  it('keeps one of two operators who disable each other at the same time', async (t) => {
    const { store } = await open(t)
    await store.operators.create(admin, SERVICE)
    await store.operators.create({ ...admin, name: 'berta' }, SERVICE)
    const disabled = { role: 'operator', disabledAt: NOW } as const
    const both = ['admin', 'berta'].map((name) =>
      store.operators.change(name, () => disabled, SERVICE),
    )
    assert.deepEqual((await Promise.all(both)).sort(), [false, true])
  })

  it('finds an active session, with the operator as they are now', async (t) => {
    const { store } = await open(t)
    await store.operators.create(admin, SERVICE)
    await store.operators.create(integrator, SERVICE)
    const token = bytes('token')
    const before = Date.now()
    const session = { tokenHash: token, operator: integrator, createdAt: NOW }
    assert.equal(await store.operators.beginSession(session, EVER), true)
    const logins = await store.audit.lastLogins()
    assert.deepEqual([...logins.keys()], ['ines'], 'who logged in')
    assert.ok((logins.get('ines') ?? 0) >= before)
    assert.deepEqual(await store.operators.findSession(token, EVER), {
      operator: integrator,
      createdAt: NOW,
      seenAt: NOW,
    })
    await store.operators.touchSession(token, NOW + 9)
    assert.equal((await store.operators.findSession(token, EVER))?.seenAt, NOW + 9)
    assert.equal(await store.operators.findSession(bytes('other'), EVER), undefined)
    const asks = (createdSince: number, seenSince: number) =>
      store.operators.findSession(token, { createdSince, seenSince })
    assert.notEqual(await asks(NOW, NOW + 9), undefined)
    assert.equal(await asks(NOW + 1, 0), undefined)
    assert.equal(await asks(0, NOW + 10), undefined)

    await store.operators.change('ines', () => ({ role: 'auditor' }), SERVICE)
    assert.equal((await store.operators.findSession(token, EVER))?.operator.role, 'auditor')
    await store.operators.change('ines', () => ({ role: 'auditor', disabledAt: NOW }), SERVICE)
    await store.operators.change('ines', () => ({ role: 'auditor' }), SERVICE)
    assert.equal(
      await store.operators.findSession(token, EVER),
      undefined,
      'disabling ends sessions',
    )
  })

  it('ends one session, all of an operator, all but one, and expired ones', async (t) => {
    const { store } = await open(t)
    await store.operators.create(admin, SERVICE)
    const begin = async (name: string, createdAt = NOW, life = EVER) => {
      const operator = (await store.operators.find('admin')) ?? admin
      const session = { tokenHash: bytes(name), operator, createdAt }
      assert.equal(await store.operators.beginSession(session, life), true)
    }
    const activeSessions = async () => {
      const found = await Promise.all(
        ['a', 'b', 'c'].map(async (name) =>
          (await store.operators.findSession(bytes(name), EVER)) === undefined ? '' : name,
        ),
      )
      return found.join('')
    }
    for (const name of ['a', 'b', 'c']) await begin(name)
    await store.operators.endSession(bytes('b'))
    assert.equal(await activeSessions(), 'ac')
    assert.equal(await store.operators.changePassword('admin', 'new', bytes('c'), SERVICE), true)
    assert.equal(await activeSessions(), 'c')
    assert.equal((await store.operators.find('admin'))?.passwordHash, 'new')
    assert.equal(await store.operators.changePassword('nobody', 'new', undefined, SERVICE), false)
    await store.operators.endSessionsOf('admin', SERVICE)
    assert.equal(await activeSessions(), '')
    await begin('a', NOW - 10)
    await begin('b', NOW, { createdSince: NOW - 5, seenSince: 0 })
    assert.equal(await activeSessions(), 'b')
  })

  it('begins no session for a login that a change of the operator overtook', async (t) => {
    const { store } = await open(t)
    const { operators } = store
    await operators.create(admin, SERVICE)
    await operators.create({ ...admin, name: 'berta' }, SERVICE)
    const begin = (operator: Operator) =>
      operators.beginSession({ tokenHash: bytes('late'), operator, createdAt: NOW }, EVER)
    const factor = { secret: bytes('secret'), recoveryHashes: [] }
    const changes: readonly (() => Promise<unknown>)[] = [
      () => operators.changePassword('berta', 'new', undefined, SERVICE),
      () => operators.addFactor('berta', factor, new Uint8Array(), SERVICE),
      () => operators.change('berta', () => ({ role: 'operator', disabledAt: NOW }), SERVICE),
    ]
    for (const change of changes) {
      const checked = await operators.find('berta')
      await change()
      assert.equal(await begin(checked ?? admin), false, String(change))
    }
    await operators.change('berta', () => ({ role: 'operator' }), SERVICE)
    assert.equal(await operators.findSession(bytes('late'), EVER), undefined)
    assert.equal((await store.audit.lastLogins()).size, 0)
    // At the same time, the change comes first and no session begins, or it ends the session.
    const checked = (await operators.find('berta')) ?? admin
    await Promise.all([
      begin(checked),
      operators.changePassword('berta', 'newer', undefined, SERVICE),
    ])
    assert.equal(await operators.findSession(bytes('late'), EVER), undefined)
  })

  it('changes no password and no second factor for a session that has ended', async (t) => {
    const { store } = await open(t)
    const { operators } = store
    await operators.create(admin, SERVICE)
    const kept = bytes('kept')
    const factor = { secret: bytes('secret'), recoveryHashes: [] }
    const begin = () =>
      operators.beginSession({ tokenHash: kept, operator: admin, createdAt: NOW }, EVER)
    const add = () => operators.addFactor('admin', factor, kept, SERVICE)
    assert.equal(await operators.changePassword('admin', 'new', kept, SERVICE), false)
    assert.equal(await add(), false)
    assert.deepEqual(await operators.find('admin'), admin)
    await begin()
    assert.equal(await add(), true)
    assert.equal(await operators.removeFactor('admin', bytes('other'), SERVICE), false)
    assert.equal(await operators.removeFactor('admin', kept, SERVICE), true)
    // A reset at the same time has the last word, whichever comes first.
    await Promise.all([
      operators.changePassword('admin', 'of-the-user', kept, SERVICE),
      operators.changePassword('admin', 'reset', undefined, SERVICE),
    ])
    assert.equal((await operators.find('admin'))?.passwordHash, 'reset')
    assert.deepEqual((await store.audit.verify({ anchors: [], now: Date.now() })).findings, [])
  })

  it('returns the current row if another read overtook this one, and does not report tampering', async (t) => {
    const { store, database, vault } = await open(t)
    await store.operators.create(admin, SERVICE)
    const tokenHash = bytes('token')
    await store.operators.beginSession({ tokenHash, operator: admin, createdAt: NOW }, EVER)
    const reads: readonly ((from: Store) => Promise<unknown>)[] = [
      (from) => from.accounts.find('lender', NOW),
      async (from) => (await from.accounts.list())[0],
      async (from) => (await from.accounts.writeProfile('lender', {}, SERVICE)) || undefined,
      (from) => from.operators.find('admin'),
      async (from) => (await from.operators.list())[0],
      (from) => from.operators.findSession(tokenHash, EVER),
    ]
    for (const [index, read] of reads.entries()) {
      const reported: TamperedRow[] = []
      const tampered = (row: TamperedRow) => void reported.push(row)
      const late = lateReads(database)
      const options = { now: Date.now, anchor: () => undefined, tampered }
      const other = openStore(late.database, vault, options)
      const overtaken = read(other)
      await late.read
      await store.accounts.writeProfile('lender', { products: [`${index}`] }, SERVICE)
      await store.operators.change('admin', () => ({ role: 'operator' }), SERVICE)
      assert.ok(await other.accounts.find('lender', NOW))
      assert.ok(await other.operators.find('admin'))
      late.answer()
      assert.ok(await overtaken, `read ${index}`)
      assert.deepEqual(reported, [], `read ${index}`)
    }
  })

  it('rejects and reports a row that was reset to an earlier state', async (t) => {
    const { store, database, vault } = await open(t)
    await store.operators.create(admin, SERVICE)
    const sql = "select role, revision, mac from operators where name = 'admin'"
    const [before] = await database.read<{ role: string; revision: number; mac: Uint8Array }>({
      sql,
      params: [],
    })
    assert.ok(before)
    const reported: TamperedRow[] = []
    const tampered = (row: TamperedRow) => void reported.push(row)
    const other = openStore(database, vault, { now: Date.now, anchor: () => undefined, tampered })
    await store.operators.change('admin', () => ({ role: 'operator' }), SERVICE)
    assert.ok(await other.operators.find('admin'))
    const back = "update operators set role = $1, revision = $2, mac = $3 where name = 'admin'"
    const params = [before.role, before.revision, before.mac]
    await database.commit([{ sql: back, params }])
    assert.equal(await other.operators.find('admin'), undefined)
    assert.deepEqual(reported, [{ table: 'operators', row: 'admin' }])
  })
}

/** A database that delays the result of its first read. */
function lateReads(database: Database) {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const { promise: read, resolve: isRead } = Promise.withResolvers<void>()
  let reads = 0
  const late: Database = {
    ...overDatabase(database),
    read: async <R extends Row>(statement: Statement) => {
      reads += 1
      const isLate = reads === 1
      const rows = await database.read<R>(statement)
      isRead()
      if (isLate) await answered
      return rows
    },
  }
  return { database: late, read, answer }
}
