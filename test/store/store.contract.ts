/** The contract of a database and of the store over it. It defines both, for every engine. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { SERVICE } from '../../src/store/audit/entry.ts'
import { abandonedOrders, recordedState } from '../../src/store/diagnostics.ts'
import {
  type Database,
  DatabaseUnavailable,
  StatementFailed,
  UnitRejected,
} from '../../src/store/engine/database.ts'
import {
  MIGRATIONS,
  migrate,
  SchemaDrifted,
  SchemaUnknown,
  schemaVersion,
} from '../../src/store/engine/migrate.ts'
import { rotateMasterKey } from '../../src/store/sealing/key-rotation.ts'
import { MasterKeyUnusable, masterKeyFromText } from '../../src/store/sealing/master-key.ts'
import { isSealed, openVault } from '../../src/store/sealing/open-vault.ts'
import { openStore } from '../../src/store/store.ts'
import { auditContract } from './contract/audit.contract.ts'
import { clockContract } from './contract/clock.contract.ts'
import { retentionContract } from './contract/retention.contract.ts'
import { rotationContract } from './contract/rotation.contract.ts'
import { figuresContract } from './contract/store-figures.contract.ts'
import { limitsContract } from './contract/store-limits.contract.ts'
import { listsContract } from './contract/store-lists.contract.ts'
import { operatorsContract } from './contract/store-operators.contract.ts'
import { resetContract } from './contract/store-world.contract.ts'
import {
  bytes,
  CANARY_SSN,
  completion,
  DAY_MS,
  masterKey,
  NOW,
  newOrder,
  newPull,
  newReport,
  type Opened,
  type OpenStore,
  openedStore,
  passTime,
  text,
} from './store.fixtures.ts'

/** Creates a place for a database, and returns a function that opens it any number of times. */
type NewPlace = (t: TestContext) => Promise<() => Promise<Database>>

/** Places for databases: empty ones, and ones that may already have the schema. */
interface Places {
  readonly empty: NewPlace
  readonly migrated: NewPlace
}

export function storeContract(engine: Database['engine'], places: Places): void {
  const openedAt = (newPlace: NewPlace) => async (t: TestContext) => {
    const open = await newPlace(t)
    const database = await open()
    t.after(() => database.close())
    return database
  }
  const empty = openedAt(places.empty)
  const migrated = openedAt(places.migrated)
  const opened = async (t: TestContext) => openedStore(await migrated(t))

  describe(`database contract: ${engine}`, () => databaseContract(engine, places.empty, empty))
  describe(`store contract, accounts: ${engine}`, () => accountsContract(opened))
  describe(`store contract, operators: ${engine}`, () => operatorsContract(opened))
  describe(`store contract, orders: ${engine}`, () => ordersContract(opened))
  describe(`store contract, lists: ${engine}`, () => listsContract(opened))
  describe(`store contract, figures: ${engine}`, () => figuresContract(opened))
  describe(`store contract, reports: ${engine}`, () => reportsContract(opened))
  describe(`store contract, rotation: ${engine}`, () => rotationContract(opened))
  describe(`store contract, retention: ${engine}`, () => retentionContract(opened))
  describe(`store contract, clock: ${engine}`, () => clockContract(opened))
  describe(`store contract, limits: ${engine}`, () => limitsContract(opened))
  describe(`store contract, world: ${engine}`, () => worldContract(opened))
  describe(`store contract, resets and snapshots: ${engine}`, () => resetContract(opened))
  describe(`store contract, audit trail: ${engine}`, () => auditContract(opened))
}

function sql(statement: string, ...params: (string | number | Uint8Array | null)[]) {
  return { sql: statement, params }
}

async function withTable(database: Database): Promise<Database> {
  const blob = database.engine === 'postgres' ? 'bytea' : 'blob'
  const bigint = database.engine === 'postgres' ? 'bigint' : 'integer'
  const strict = database.engine === 'postgres' ? '' : 'strict'
  await database.commit([
    sql(`create table things (id text not null primary key, n ${bigint}, b ${blob}) ${strict}`),
  ])
  return database
}

const insert = 'insert into things (id, n, b) values ($1, $2, $3)'

async function idsIn(database: Database): Promise<unknown[]> {
  return (await database.read(sql('select id from things order by id'))).map(({ id }) => id)
}

function databaseContract(
  engine: Database['engine'],
  newPlace: NewPlace,
  empty: (t: TestContext) => Promise<Database>,
): void {
  it('names its engine', async (t) => assert.equal((await empty(t)).engine, engine))

  it('returns every kind of value unchanged', async (t) => {
    const database = await withTable(await empty(t))
    const content = Uint8Array.from({ length: 256 }, (_, index) => index)
    await database.commit([
      sql(insert, "O'Brien 🏠", 9_007_199_254_740_991, content),
      sql(insert, '', -1, new Uint8Array()),
      sql(insert, 'nothing', null, null),
    ])
    const rows = await database.read(sql('select id, n, b from things order by n desc'))
    const found = rows.map((row) => ({ ...row })).sort((a, b) => Number(b.n) - Number(a.n))
    assert.deepEqual(found, [
      { id: "O'Brien 🏠", n: 9_007_199_254_740_991, b: content },
      { id: 'nothing', n: null, b: null },
      { id: '', n: -1, b: new Uint8Array() },
    ])
  })

  it('stores a view of bytes and not the buffer around it', async (t) => {
    const database = await withTable(await empty(t))
    const view = bytes('before-inside-after').subarray(7, 13)
    await database.commit([sql(insert, 'view', 1, view), sql(insert, 'node', 1, Buffer.from('ab'))])
    const rows = await database.read<{ b: Uint8Array }>(sql('select b from things order by id'))
    assert.deepEqual(rows.map(({ b }) => text(b)).sort(), ['ab', 'inside'])
  })

  it('accepts a parameter that is used twice', async (t) => {
    const database = await withTable(await empty(t))
    await database.commit([sql(insert, 'a', 1, null)])
    const rows = await database.read(sql('select n from things where id = $1 or id = $1', 'a'))
    assert.equal(rows[0]?.n, 1)
  })

  it('rolls a whole unit back if a row count differs', async (t) => {
    const database = await withTable(await empty(t))
    const unit = [
      sql(insert, 'a', 1, null),
      { ...sql('update things set n = 2 where id = $1', 'absent'), rows: 1 },
    ]
    await assert.rejects(database.commit(unit), (error) => {
      assert.ok(error instanceof UnitRejected)
      assert.deepEqual([error.statement, error.reason], [1, 'rows'])
      return true
    })
    assert.deepEqual(await idsIn(database), [])
  })

  it('rolls a unit back if it violates a constraint, and never repeats a value in the error', async (t) => {
    const database = await withTable(await empty(t))
    await database.commit([sql(insert, CANARY_SSN, 1, null)])
    const unit = [sql(insert, 'a', 1, null), sql(insert, CANARY_SSN, 1, null)]
    await assert.rejects(database.commit(unit), (error) => {
      assert.ok(error instanceof UnitRejected)
      assert.deepEqual([error.statement, error.reason], [1, 'constraint'])
      assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)} ${error.cause}`, /900991234/)
      return true
    })
    assert.deepEqual(await idsIn(database), [CANARY_SSN])
  })

  it('enforces a row count of zero', async (t) => {
    const database = await withTable(await empty(t))
    const none = { ...sql('delete from things where id = $1', 'a'), rows: 0 }
    await database.commit([none, sql(insert, 'a', 1, null)])
    await assert.rejects(database.commit([none]), UnitRejected)
    assert.deepEqual(await idsIn(database), ['a'])
  })

  it('distinguishes a statement that cannot run from a rejected unit, without revealing a value', async (t) => {
    const database = await withTable(await empty(t))
    const wrong = [
      sql('insert into nowhere values ($1)', CANARY_SSN),
      sql(insert, 'a', CANARY_SSN.concat('x'), null),
    ]
    for (const statement of wrong) {
      await assert.rejects(database.commit([statement]), (error) => {
        assert.ok(error instanceof StatementFailed, String(error))
        assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)} ${error.cause}`, /900991234/)
        return true
      })
    }
    await assert.rejects(database.read(sql('select * from nowhere')), StatementFailed)
    assert.deepEqual(await idsIn(database), [])
  })

  it('commits a thousand units at once, and rejects only the bad ones', async (t) => {
    const database = await withTable(await empty(t))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 1_000 }, (_, index) => {
        const missing = { ...sql('update things set n = 1 where id = $1', 'absent'), rows: 1 }
        const good = sql(insert, `thing-${index}`, index, null)
        return database.commit(index % 100 === 7 ? [good, missing] : [good])
      }),
    )
    const rejected = outcomes.flatMap((outcome, index) =>
      outcome.status === 'rejected' ? [index] : [],
    )
    assert.deepEqual(rejected, [7, 107, 207, 307, 407, 507, 607, 707, 807, 907])
    const [row] = await database.read(sql('select count(*) as total from things'))
    assert.equal(row?.total, 990)
  })

  it('lets exactly one of several units take the same row', async (t) => {
    const database = await withTable(await empty(t))
    await database.commit([sql(insert, 'a', 0, null)])
    const take = (n: number) =>
      database.commit([
        { ...sql('update things set n = $1 where id = $2 and n = 0', n, 'a'), rows: 1 },
      ])
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(take))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  it('keeps acknowledged rows after it is closed and opened again', async (t) => {
    const open = await newPlace(t)
    const before = await withTable(await open())
    await before.commit([sql(insert, 'a', 1, null)])
    await before.close()
    const after = await open()
    assert.deepEqual(await idsIn(after), ['a'])
    await after.close()
  })

  it('finishes work in progress when it is closed, and rejects later work', async (t) => {
    const open = await newPlace(t)
    const database = await withTable(await open())
    const last = database.commit([sql(insert, 'last', 1, null)])
    await database.close()
    await last
    await assert.rejects(database.commit([sql(insert, 'late', 1, null)]), DatabaseUnavailable)
    await assert.rejects(database.read(sql('select id from things')), DatabaseUnavailable)
    const after = await open()
    assert.deepEqual(await idsIn(after), ['last'])
    await after.close()
  })

  it('migrates an empty database to the newest schema once, even with several replicas', async (t) => {
    const open = await newPlace(t)
    const replicas = await Promise.all([open(), open(), open()])
    await Promise.all(replicas.map((database) => migrate(database, NOW)))
    for (const database of replicas) {
      assert.equal(await schemaVersion(database), MIGRATIONS.length)
      await database.close()
    }
  })

  it('rejects a schema that is newer than it knows', async (t) => {
    const database = await empty(t)
    await migrate(database, NOW)
    await database.commit([sql('insert into schema_version (version, applied_at) values (99, 0)')])
    await assert.rejects(migrate(database, NOW), SchemaUnknown)
  })

  it('rejects a schema with a known version that other statements created', async (t) => {
    const database = await empty(t)
    const [step] = MIGRATIONS
    assert.ok(step)
    const other = { ...step, statements: [...step.statements, 'create table extra (id text)'] }
    await migrate(database, NOW, [other])
    await assert.rejects(migrate(database, NOW), SchemaDrifted)
    await migrate(database, NOW, [other])
    // A further step does not hide the difference.
    const next = { version: 2, statements: ['create table next (id text)'] }
    await assert.rejects(migrate(database, NOW, [step, next]), SchemaDrifted)
    assert.equal(await schemaVersion(database), 1)
  })

  it('leaves nothing behind of a migration step that fails half-way', async (t) => {
    const database = await empty(t)
    const broken = { version: 1, statements: ['create table half (id text)', 'create nonsense'] }
    await assert.rejects(migrate(database, NOW, [broken]), StatementFailed)
    assert.equal(await schemaVersion(database), 0)
    await assert.rejects(database.read(sql('select * from half')), StatementFailed)
  })

  it('opens its vault only with the right master key', async (t) => {
    const database = await empty(t)
    await migrate(database, NOW)
    assert.equal(await isSealed(database), false)
    const other = masterKeyFromText('22'.repeat(32))
    const first = await openVault(database, [masterKey], NOW)
    assert.equal(await isSealed(database), true)
    await assert.rejects(openVault(database, [other], NOW), (error) => {
      assert.ok(error instanceof MasterKeyUnusable)
      assert.match(error.message, new RegExp(`${masterKey.id}.*${other.id}`))
      return true
    })
    const again = await openVault(database, [masterKey], NOW)
    assert.deepEqual(again.blindIndex('ssn', CANARY_SSN), first.blindIndex('ssn', CANARY_SSN))
  })

  it('rejects a vault if a master key that seals some data is missing', async (t) => {
    const database = await empty(t)
    await migrate(database, NOW)
    const next = masterKeyFromText('22'.repeat(32))
    await openVault(database, [masterKey], NOW)
    const keys = [next, masterKey] as const
    await openVault(database, keys, NOW)
    await openVault(database, [masterKey], NOW)
    await rotateMasterKey(database, keys, { now: NOW, onWrapped: () => undefined })
    await assert.rejects(openVault(database, [masterKey], NOW), MasterKeyUnusable)
  })

  it('creates one vault when replicas start at the same time', async (t) => {
    const open = await newPlace(t)
    const replicas = await Promise.all([open(), open()])
    await Promise.all(replicas.map((database) => migrate(database, NOW)))
    const vaults = await Promise.all(
      replicas.map((database) => openVault(database, [masterKey], NOW)),
    )
    const [one, two] = vaults.map((vault) => vault.secretHash('x'))
    assert.deepEqual(one, two)
    for (const database of replicas) await database.close()
  })
}

function accountsContract(open: OpenStore): void {
  it('finds an account with its active secrets', async (t) => {
    const { store, vault } = await open(t)
    assert.deepEqual(await store.accounts.find('lender', NOW), {
      name: 'lender',
      profile: { products: ['Merge'] },
      createdAt: NOW,
      disabledAt: undefined,
      secrets: [
        {
          id: 'secret-1',
          hash: vault.secretHash('one'),
          createdAt: NOW,
          expiresAt: undefined,
          lastUsedAt: undefined,
        },
      ],
    })
    assert.equal(await store.accounts.find('nobody', NOW), undefined)
  })

  it('does not use a name twice', async (t) => {
    const { store, vault } = await open(t)
    const secret = { id: 'secret-2', hash: vault.secretHash('two'), createdAt: NOW }
    const again = { name: 'lender', profile: {}, createdAt: NOW }
    assert.equal(await store.accounts.create(again, secret, SERVICE), false)
    assert.equal((await store.accounts.find('lender', NOW))?.secrets.length, 1)
    assert.deepEqual(
      (await store.accounts.list()).map(({ name }) => name),
      ['lender'],
    )
  })

  it('allows two active secrets during a rotation', async (t) => {
    const { store, vault } = await open(t)
    const live = async () =>
      (await store.accounts.find('lender', NOW + 9))?.secrets.map(({ id }) => id)
    const secret = (id: string, createdAt: number) => ({
      id,
      hash: vault.secretHash(id),
      createdAt,
    })
    assert.equal(
      await store.accounts.addSecret('lender', secret('secret-2', NOW + 1), SERVICE),
      true,
    )
    assert.deepEqual(await live(), ['secret-1', 'secret-2'])
    assert.equal(
      await store.accounts.addSecret('lender', secret('secret-3', NOW + 2), SERVICE),
      true,
    )
    assert.deepEqual(await live(), ['secret-2', 'secret-3'])
    await store.accounts.retireOlderSecrets('lender', 'secret-3', NOW + 3, SERVICE)
    assert.deepEqual(await live(), ['secret-3'])
    assert.equal(await store.accounts.addSecret('nobody', secret('secret-4', NOW), SERVICE), false)
  })

  it('keeps the secret in use beside a new one, and not a newer one that has expired', async (t) => {
    const { store, vault } = await open(t)
    const add = (id: string, createdAt: number, expiresAt?: number) => {
      const secret = { id, hash: vault.secretHash(id), createdAt, expiresAt }
      return store.accounts.addSecret('lender', secret, SERVICE)
    }
    await add('brief', NOW + 1, NOW + 5)
    await add('next', NOW + 5)
    const { secrets } = (await store.accounts.find('lender', NOW + 2)) ?? {}
    assert.deepEqual(
      secrets?.map(({ id }) => id),
      ['secret-1', 'next'],
    )
  })

  it('keeps two active secrets when several are added at once', async (t) => {
    const { store, vault } = await open(t)
    await Promise.all(
      [1, 2, 3, 4].map((n) =>
        store.accounts.addSecret(
          'lender',
          { id: `added-${n}`, hash: vault.secretHash(`${n}`), createdAt: NOW + n },
          SERVICE,
        ),
      ),
    )
    assert.equal((await store.accounts.find('lender', NOW + 9))?.secrets.length, 2)
  })

  it('makes each of many changes of one account at once', async (t) => {
    const { store } = await open(t)
    const changes = Array.from({ length: MANY }, (_, index) =>
      index % 2 === 0
        ? store.accounts.writeProfile('lender', { endUser: `user ${index}` }, SERVICE)
        : store.accounts.disable('lender', NOW, SERVICE),
    )
    assert.deepEqual(new Set(await Promise.all(changes)), new Set([true]))
    const entries = await store.audit.list({ account: 'lender' }, { limit: 2 * MANY })
    assert.equal(entries.filter(({ action }) => action === 'account.changed').length, MANY / 2)
    assert.equal(entries.filter(({ action }) => action === 'account.disabled').length, MANY / 2)
  })

  it('ignores an expired secret', async (t) => {
    const { store, vault } = await open(t)
    const secret = { id: 'brief', hash: vault.secretHash('b'), createdAt: NOW, expiresAt: NOW + 5 }
    await store.accounts.addSecret('lender', secret, SERVICE)
    const idsAt = async (now: number) =>
      (await store.accounts.find('lender', now))?.secrets.map(({ id }) => id).sort()
    assert.deepEqual(await idsAt(NOW + 4), ['brief', 'secret-1'])
    assert.deepEqual(await idsAt(NOW + 5), ['secret-1'])
  })

  it('stores the latest use of each secret, whichever replica writes it', async (t) => {
    const { store, vault, database } = await open(t)
    const replica = openStore(database, vault)
    const secret = { id: 'secret-2', hash: vault.secretHash('two'), createdAt: NOW + 1 }
    await store.accounts.addSecret('lender', secret, SERVICE)
    const usesIn = async ({ accounts }: typeof store) =>
      (await accounts.find('lender', NOW))?.secrets.map(({ lastUsedAt }) => lastUsedAt)
    store.accounts.noteSecretUse('secret-1', NOW + 7)
    assert.deepEqual(await usesIn(store), [NOW + 7, undefined], 'before it is written')
    assert.deepEqual(await usesIn(replica), [undefined, undefined])
    replica.accounts.noteSecretUse('secret-1', NOW + 5)
    replica.accounts.noteSecretUse('secret-2', NOW + 6)
    await store.accounts.writeSecretUses()
    await replica.accounts.writeSecretUses()
    for (const one of [store, replica]) assert.deepEqual(await usesIn(one), [NOW + 7, NOW + 6])
    // Recording a use does not change access, so it does not affect the integrity of the row.
    await store.accounts.retireSecret('lender', 'secret-1', NOW + 9, SERVICE)
    assert.deepEqual(await usesIn(replica), [NOW + 6])
    assert.deepEqual((await store.audit.verify({ anchors: [], now: NOW })).findings, [])
  })

  it('changes a profile, and disables and enables an account', async (t) => {
    const { store } = await open(t)
    assert.equal(await store.accounts.writeProfile('lender', { products: [] }, SERVICE), true)
    assert.equal(await store.accounts.disable('lender', NOW, SERVICE), true)
    const found = await store.accounts.find('lender', NOW)
    assert.deepEqual([found?.profile, found?.disabledAt], [{ products: [] }, NOW])
    assert.equal(await store.accounts.disable('lender', undefined, SERVICE), true)
    assert.equal((await store.accounts.find('lender', NOW))?.disabledAt, undefined)
    assert.equal(await store.accounts.writeProfile('nobody', {}, SERVICE), false)
    assert.equal(await store.accounts.disable('nobody', NOW, SERVICE), false)
  })

  it('retires one secret of an account, and none of another account', async (t) => {
    const { store, vault } = await open(t)
    const hash = vault.secretHash('two')
    await store.accounts.addSecret('lender', { id: 'secret-2', hash, createdAt: NOW }, SERVICE)
    assert.equal(await store.accounts.retireSecret('other', 'secret-2', NOW, SERVICE), false)
    assert.equal(await store.accounts.retireSecret('lender', 'secret-1', NOW, SERVICE), true)
    assert.equal(await store.accounts.retireSecret('lender', 'secret-1', NOW, SERVICE), false)
    const left = (await store.accounts.find('lender', NOW))?.secrets.map(({ id }) => id)
    assert.deepEqual(left, ['secret-2'])
  })
}

function ordersContract(open: OpenStore): void {
  it('stores an order and its intended pulls before it is fulfilled', async (t) => {
    const { store, vault, database } = await open(t)
    const begun = await store.orders.begin(newOrder(vault, 'o1'), [newPull(vault, 'p1')])
    assert.equal(begun.begun, true)
    const order = await store.orders.find('lender', 'o1')
    assert.equal(order?.state, 'running')
    assert.match(text(order?.sent), /REQUEST_GROUP/)
    assert.equal(order?.answer, undefined)
    await passTime(database, 60_001)
    const [running] = await store.orders.listLeased()
    assert.deepEqual([running?.id, running?.runner], ['o1', 'runner-1'])
    assert.deepEqual(running?.pulls, [
      {
        ...newPull(vault, 'p1'),
        orderId: 'o1',
        account: 'lender',
        state: 'intended',
        outcome: undefined,
        failed: undefined,
        finishedAt: undefined,
      },
    ])
  })

  it('ends an order with report, charge and inquiry outcomes in one unit', async (t) => {
    const { store, vault, database } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1'), [newPull(vault, 'p1')])
    const outcome = { id: 'p1', state: 'answered', outcome: 'file', finishedAt: NOW + 5 } as const
    const ended = await store.orders.complete({ ...completion(vault, 'o1'), pulls: [outcome] })
    assert.equal(ended, true)
    const order = await store.orders.find('lender', 'o1')
    assert.deepEqual(
      [order?.state, order?.finishedAt, order?.reportId],
      ['done', NOW + 900, 'report-o1'],
    )
    assert.match(text(order?.answer), /RESPONSE_GROUP/)
    await passTime(database, 60_001)
    assert.deepEqual(await store.orders.listLeased(), [])
    const [pull] = await store.ledger.pulls(vault.blindIndex('ssn', CANARY_SSN), NOW)
    assert.deepEqual([pull?.state, pull?.outcome, pull?.hard], ['answered', 'file', true])
    const charge = completion(vault, 'o1').charge
    const expected = [{ ...charge, orderId: 'o1', account: 'lender' }]
    assert.deepEqual(await store.ledger.charges('lender', NOW, NOW + 901), expected)
    assert.deepEqual(await store.ledger.charges('lender', NOW, NOW + 900), [])
    assert.deepEqual(await store.ledger.charges('other', NOW, NOW + 901), [])
  })

  it('lists the answered hard pulls of a person over all accounts, newest first', async (t) => {
    const { store, vault } = await open(t)
    const other = { ssnIndex: vault.blindIndex('ssn', 'another') }
    const intents: readonly [id: string, changes: Parameters<typeof newPull>[2]][] = [
      ['old', { startedAt: NOW - 9 }],
      ['new', { startedAt: NOW + 1, bureau: 'experian', endUser: 'B Lender' }],
      ['soft', { hard: false }],
      ['failed', {}],
      ['unanswered', {}],
      ['foreign', other],
      ['aged', { startedAt: NOW - 10 }],
    ]
    const pulls = intents.map(([id, changes]) => newPull(vault, id, changes))
    await store.orders.begin(newOrder(vault, 'o1'), pulls)
    await store.orders.begin(newOrder(vault, 'o2'), [newPull(vault, 'own')])
    const answered = (id: string) =>
      ({ id, state: 'answered', outcome: 'file', finishedAt: NOW }) as const
    const outcomes = ['old', 'new', 'soft', 'foreign', 'aged'].map(answered)
    const failed = { id: 'failed', state: 'failed', outcome: 'late', finishedAt: NOW } as const
    await store.orders.complete({ ...completion(vault, 'o1'), pulls: [...outcomes, failed] })
    await store.orders.complete({ ...completion(vault, 'o2'), pulls: [answered('own')] })
    const index = vault.blindIndex('ssn', CANARY_SSN)
    assert.deepEqual(await store.ledger.inquiries(index, NOW - 9, 'o2'), [
      { bureau: 'experian', endUser: 'B Lender', startedAt: NOW + 1 },
      { bureau: 'equifax', endUser: 'A Lender', startedAt: NOW - 9 },
    ])
    assert.equal((await store.ledger.inquiries(index, NOW - 9, 'o1')).length, 1)
    assert.equal((await store.ledger.inquiries(index, 0, '')).length, 4)
  })

  it('lists the charges of one account with their orders, from one time up to another', async (t) => {
    const { store, vault } = await open(t)
    for (const [id, chargedAt] of [
      ['o1', NOW],
      ['o2', NOW + 5],
      ['o3', NOW + 9],
    ] as const) {
      await store.orders.begin(newOrder(vault, id), [])
      const { charge, ...end } = completion(vault, id)
      assert.ok(charge)
      await store.orders.complete({ ...end, charge: { ...charge, chargedAt } })
    }
    const lines = await store.ledger.statement('lender', NOW, NOW + 9)
    assert.deepEqual(lines, [
      {
        ...(await store.ledger.charges('lender', NOW, NOW + 1))[0],
        operation: 'credit_report',
        action: 'Submit',
        reportId: 'report-o1',
      },
      {
        ...(await store.ledger.charges('lender', NOW + 1, NOW + 9))[0],
        operation: 'credit_report',
        action: 'Submit',
        reportId: 'report-o2',
      },
    ])
    assert.deepEqual(await store.ledger.statement('other', 0, NOW * 2), [])
  })

  it('leaves an order running if any part of its completion is rejected', async (t) => {
    const { store, vault } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1'), [])
    const outcome = { id: 'absent', state: 'failed', outcome: 'late', finishedAt: NOW } as const
    const wrong = { ...completion(vault, 'o1'), pulls: [outcome] }
    await assert.rejects(store.orders.complete(wrong), UnitRejected)
    assert.equal((await store.orders.findSummary('lender', 'o1'))?.state, 'running')
    assert.equal(await store.reports.find('lender', 'report-o1'), undefined)
    assert.deepEqual(await store.ledger.charges('lender', 0, NOW * 2), [])
  })

  it('ends an order once, and only for the runner that holds it', async (t) => {
    const { store, vault } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1'), [])
    const end = completion(vault, 'o1')
    assert.equal(await store.orders.complete({ ...end, runner: 'runner-2' }), false)
    const outcomes = await Promise.all([store.orders.complete(end), store.orders.complete(end)])
    assert.deepEqual(outcomes.sort(), [false, true])
    assert.equal((await store.ledger.charges('lender', 0, NOW * 2)).length, 1)
    assert.equal(await store.orders.complete({ ...end, id: 'absent' }), false)
  })

  it('charges an order once for each kind of charge', async (t) => {
    const { store, database, vault } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1'), [])
    await store.orders.complete(completion(vault, 'o1'))
    const twice = sql(
      `insert into charges (id, order_id, kind, account, amount_cents, items, charged_at)
        values ('c2', 'o1', 'order', 'lender', 1, '[]', 0)`,
    )
    await assert.rejects(database.commit([twice]), UnitRejected)
  })

  it('ends an order with an existing report', async (t) => {
    const { store, vault } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1'), [])
    await store.orders.complete(completion(vault, 'o1'))
    await store.orders.begin(newOrder(vault, 'o2'), [])
    const { report: _, charge: __, ...end } = completion(vault, 'o2')
    assert.equal(await store.orders.complete({ ...end, reportId: 'report-o1' }), true)
    assert.equal((await store.orders.find('lender', 'o2'))?.reportId, 'report-o1')
  })

  it('ends a failed order without a report and without a charge', async (t) => {
    const { store, vault } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1'), [newPull(vault, 'p1')])
    const reason = { failure: 'broken', mayHaveAsked: true }
    const outcome = {
      id: 'p1',
      state: 'failed',
      outcome: 'NoFileReturnedError',
      failed: reason,
      finishedAt: NOW + 5,
    } as const
    const failure = { id: 'o1', runner: 'runner-1', finishedAt: NOW + 5, code: 'E001' }
    const failed = { ...failure, answer: bytes('<error/>'), pulls: [outcome] }
    assert.equal(await store.orders.fail(failed), true)
    assert.equal(await store.orders.fail(failed), false)
    const order = await store.orders.find('lender', 'o1')
    assert.deepEqual([order?.state, order?.code], ['failed', 'E001'])
    assert.equal(text(order?.answer), '<error/>')
    assert.deepEqual(await store.ledger.charges('lender', 0, NOW * 2), [])
    const [pull] = await store.ledger.pullsOf(['o1'])
    assert.deepEqual([pull?.state, pull?.failed], ['failed', reason])
  })

  it('stores a rejected request with paths and rules but no values', async (t) => {
    const { store, vault } = await open(t)
    const fault = {
      path: 'BORROWER@_SSN',
      rule: 'kind',
      expected: 'nine digits',
      value: CANARY_SSN,
    }
    const { runner: _, leaseMs: __, retriesSince: ___, ...entry } = newOrder(vault, 'o1')
    const refusal = { ...entry, errors: [fault], finishedAt: NOW + 1, code: 'E102' }
    await store.orders.journalRejection({ ...refusal, answer: bytes('<error/>') })
    const order = await store.orders.find('lender', 'o1')
    assert.deepEqual(
      [order?.state, order?.code, text(order?.answer)],
      ['rejected', 'E102', '<error/>'],
    )
    assert.deepEqual(order?.errors, [
      { path: 'BORROWER@_SSN', rule: 'kind', expected: 'nine digits' },
    ])
  })

  it('stores only the length and fingerprint of an unreadable body', async (t) => {
    const { store, vault } = await open(t)
    await store.orders.journalRejection({
      id: 'o1',
      account: 'lender',
      operation: 'credit_report',
      receivedAt: NOW,
      fingerprint: vault.fingerprint(bytes('<<')),
      bodyBytes: 2,
      finishedAt: NOW,
      code: 'E101',
    })
    const order = await store.orders.find('lender', 'o1')
    assert.deepEqual([order?.bodyBytes, order?.sent], [2, undefined])
    assert.equal(order?.purgedAt, undefined)
  })

  it('begins one of many orders with the same bytes, and names it to the others', async (t) => {
    const { store, vault } = await open(t)
    const fingerprint = vault.fingerprint(bytes('same'))
    const begun = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        store.orders.begin(newOrder(vault, `o${index}`, { fingerprint }), []),
      ),
    )
    assert.equal(begun.filter((each) => each.begun).length, 1)
    const first = begun.findIndex((each) => each.begun)
    for (const each of begun) {
      if (each.begun) continue
      assert.deepEqual([each.because, 'order' in each && each.order.id], ['retry', `o${first}`])
    }
  })

  it('finds a completed order for retries until its time is over', async (t) => {
    const { store, vault } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1'), [])
    await store.orders.complete(completion(vault, 'o1'))
    const { fingerprint } = newOrder(vault, 'o1')
    const look = { account: 'lender', operation: 'credit_report', fingerprint, since: NOW }
    assert.equal((await store.orders.findRetried(look))?.id, 'o1')
    assert.equal(await store.orders.findRetried({ ...look, since: NOW + 1 }), undefined)
    assert.equal(await store.orders.findRetried({ ...look, account: 'other' }), undefined)
    assert.equal(await store.orders.findRetried({ ...look, operation: 'mortgage_only' }), undefined)
    const soon = newOrder(vault, 'o2', { fingerprint, retriesSince: NOW })
    assert.equal((await store.orders.begin(soon, [])).begun, false)
    const later = newOrder(vault, 'o3', { fingerprint, retriesSince: NOW + 1 })
    assert.equal((await store.orders.begin(later, [])).begun, true)
    assert.equal((await store.orders.findRetried(look))?.id, 'o3')
  })

  it('begins a new order for the bytes of a failed one', async (t) => {
    const { store, vault } = await open(t)
    const { fingerprint } = newOrder(vault, 'o1')
    await store.orders.begin(newOrder(vault, 'o1'), [])
    const failure = { id: 'o1', runner: 'runner-1', finishedAt: NOW, code: 'E001' }
    await store.orders.fail({ ...failure, answer: bytes('<error/>') })
    assert.equal((await store.orders.begin(newOrder(vault, 'o2', { fingerprint }), [])).begun, true)
  })

  it('rejects an order whose plan missed a report that another order created', async (t) => {
    const { store, vault } = await open(t)
    const { meaning } = newReport(vault, 'x')
    assert.ok(meaning)
    const by = { meaning }
    const seen = (count: number, countMax = 9) => ({
      seenReports: { by, issuedSince: 0, count, countMax },
    })
    await store.orders.begin(newOrder(vault, 'o1', { meaning, ...seen(0) }), [])
    await store.orders.complete(completion(vault, 'o1'))
    const late = await store.orders.begin(newOrder(vault, 'o2', { meaning, ...seen(0) }), [])
    assert.deepEqual(late, { begun: false, because: 'report' })
    assert.equal(await store.orders.find('lender', 'o2'), undefined, 'no part of it is stored')
    const planned = newOrder(vault, 'o3', { meaning, ...seen(1) })
    assert.equal((await store.orders.begin(planned, [])).begun, true)
    await store.orders.complete(completion(vault, 'o3'))
    const beyond = newOrder(vault, 'o4', { meaning, ...seen(1, 1) })
    assert.equal((await store.orders.begin(beyond, [])).begun, true, 'a plan counts no further')
  })

  it('runs one order with the same meaning at a time in each account', async (t) => {
    const { store, vault } = await open(t)
    const meaning = vault.blindIndex('meaning', 'Merge AVERY')
    await store.accounts.create(
      { name: 'other', profile: {}, createdAt: NOW },
      { id: 'secret-o', hash: vault.secretHash('o'), createdAt: NOW },
      SERVICE,
    )
    await store.orders.begin(newOrder(vault, 'o1', { meaning }), [])
    const second = await store.orders.begin(newOrder(vault, 'o2', { meaning }), [])
    assert.ok(!second.begun && second.because === 'meaning' && second.order.id === 'o1')
    const foreign = newOrder(vault, 'o3', { meaning, account: 'other' })
    assert.equal((await store.orders.begin(foreign, [])).begun, true)
    await store.orders.complete(completion(vault, 'o1'))
    assert.equal((await store.orders.begin(newOrder(vault, 'o4', { meaning }), [])).begun, true)
  })

  it('rejects an order ID that is used twice', async (t) => {
    const { store, vault } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1'), [])
    const fingerprint = vault.fingerprint(bytes('other bytes'))
    await assert.rejects(
      store.orders.begin(newOrder(vault, 'o1', { fingerprint }), []),
      /its ID used twice/,
    )
  })

  it('gives an order with an expired lease to only one other runner', async (t) => {
    const { store, vault, database } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1'), [])
    assert.deepEqual(await store.orders.listLeased(), [])
    await passTime(database, 60_001)
    const [early] = await store.orders.listLeased()
    assert.ok(early)
    await store.orders.renewLeases('runner-2', ['o1'], 500_000)
    await store.orders.renewLeases('runner-1', ['o1'], 90_000)
    assert.equal(await store.orders.takeOver(early, 'runner-2', 120_000), false)
    assert.deepEqual(await store.orders.listLeased(), [])
    await passTime(database, 90_001)
    const [order] = await store.orders.listLeased()
    assert.ok(order)
    const taken = await Promise.all(
      ['runner-2', 'runner-3'].map((runner) => store.orders.takeOver(order, runner, 120_000)),
    )
    assert.deepEqual(taken.toSorted(), [false, true])
    assert.equal(await store.orders.complete(completion(vault, 'o1')), false)
    const runner = taken[0] ? 'runner-2' : 'runner-3'
    assert.equal(await store.orders.complete({ ...completion(vault, 'o1'), runner }), true)
  })

  it('records who placed an order in the console, whichever process ends it, and if it is rejected', async (t) => {
    const { store, vault, database } = await open(t)
    const placedBy = { operator: 'ann', from: 'manual order' }
    const listed = { borrowers: [{ name: 'A. A.', ssn: '•••-••-1234' }], placedBy }
    const ids = ['here', 'there', 'failing']
    for (const id of ids) await store.orders.begin(newOrder(vault, id, { listed }), [])
    await store.orders.begin(newOrder(vault, 'of account'), [])
    const rejected = { ...newOrder(vault, 'rejected', { listed }), finishedAt: NOW }
    await store.orders.journalRejection({ ...rejected, code: 'E102', answer: bytes('<A/>') })
    await store.orders.complete(completion(vault, 'here'))
    await passTime(database, 60_001)
    for (const order of await store.orders.listLeased()) {
      assert.equal(await store.orders.takeOver(order, 'runner-2', 60_000), true)
    }
    const runner = 'runner-2'
    const other = { ...completion(vault, 'there'), runner, reportId: 'report-there' }
    const report = { ...newReport(vault, 'report-there'), meaning: undefined }
    await store.orders.complete({ ...other, report })
    const answer = bytes('<A/>')
    const failure = { runner, finishedAt: NOW + 9, code: 'E001', answer }
    for (const id of ['failing', 'of account']) await store.orders.fail({ id, ...failure })
    const entries = await store.audit.list({ action: 'order.placed' }, { limit: 9 })
    const facts = entries.map(({ actor, orderId, reportId, object, outcome }) =>
      [`${actor.kind} ${actor.name}`, orderId, reportId, object, outcome].join(),
    )
    assert.deepEqual(facts.toSorted(), [
      'operator ann,failing,,manual order,E001',
      'operator ann,here,report-here,manual order,done',
      'operator ann,rejected,,manual order,E102',
      'operator ann,there,report-there,manual order,done',
    ])
  })

  it('an order whose lease a wrong clock left far ahead counts as interrupted', async (t) => {
    const { database, store, vault } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1', { leaseMs: 2 * DAY_MS }), [])
    await store.orders.begin(newOrder(vault, 'o2'), [])
    const listed = await store.orders.listLeased()
    const { interruptedOrders } = await recordedState(database)
    assert.deepEqual([listed.map(({ id }) => id), interruptedOrders], [['o1'], 1])
    assert.equal(await abandonedOrders(database, 20_000), 1)
  })

  it('counts the interrupted orders, and describes the last daily purge', async (t) => {
    const { database, store, vault } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1'), [])
    await store.orders.begin(newOrder(vault, 'o2', { leaseMs: 90_000 }), [])
    assert.deepEqual(await recordedState(database), {
      interruptedOrders: 0,
      lastPurge: undefined,
      clockTrustedAt: undefined,
    })
    await store.orders.begin(newOrder(vault, 'old', { receivedAt: NOW - DAY_MS }), [])
    await store.orders.complete(completion(vault, 'old'))
    const scope = { reportsBefore: NOW, refusalsBefore: NOW, inquiriesBefore: NOW }
    const pace = { batch: 10, between: async () => true, now: () => NOW + 5 }
    await store.retention.purgeUnattended({ id: 'd1', begunAt: NOW, by: SERVICE, scope }, 0, pace)
    const byHand = { id: 'd2', begunAt: NOW + 1, by: { kind: 'command', name: 'root' } } as const
    await store.retention.purge({ ...byHand, scope }, pace)
    await passTime(database, 60_001)
    const { interruptedOrders, lastPurge } = await recordedState(database)
    assert.equal(interruptedOrders, 1)
    assert.equal(lastPurge?.endedAt, NOW + 5)
    assert.equal(lastPurge?.orders, 1)
  })

  it('completes no order with a report that was purged meanwhile', async (t) => {
    const { store, vault } = await open(t)
    await store.orders.begin(newOrder(vault, 'first'), [])
    const made = completion(vault, 'first')
    await store.orders.complete(made)
    await store.orders.begin(newOrder(vault, 'before'), [])
    await store.orders.begin(newOrder(vault, 'after'), [])
    const again = { ...made, report: undefined, charge: undefined, pulls: [] }
    assert.equal(await store.orders.complete({ ...again, id: 'before', held: undefined }), true)
    const before = { reportsBefore: NOW + 1, refusalsBefore: 0, inquiriesBefore: 0 }
    const scope = { reportId: made.reportId, ...before }
    const pace = { batch: 10, between: async () => true, now: () => NOW }
    await store.retention.purge({ id: 'd1', begunAt: NOW, by: SERVICE, scope }, pace)
    assert.equal(await store.orders.complete({ ...again, id: 'after', held: undefined }), false)
  })

  it('lists orders newest first, page by page, of one account or of all', async (t) => {
    const { store, vault } = await open(t)
    for (const [id, receivedAt] of [
      ['a', 1],
      ['b', 2],
      ['c', 2],
      ['d', 3],
    ] as const) {
      await store.orders.begin(newOrder(vault, id, { receivedAt: NOW + receivedAt }), [])
    }
    const page = await store.orders.list({ account: 'lender' }, { limit: 2 })
    assert.deepEqual(
      page.map(({ id }) => id),
      ['d', 'c'],
    )
    const next = await store.orders.list({}, { before: page[1], limit: 9 })
    assert.deepEqual(
      next.map(({ id }) => id),
      ['b', 'a'],
    )
    assert.deepEqual(await store.orders.list({ account: 'other' }, { limit: 9 }), [])
    assert.ok(!('sent' in (page[0] ?? {})))
  })

  it('does not find an order of another account', async (t) => {
    const { store, vault } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1'), [])
    assert.equal(await store.orders.find('other', 'o1'), undefined)
    assert.equal(await store.orders.findSummary('other', 'o1'), undefined)
    assert.equal((await store.orders.findSummary('lender', 'o1'))?.id, 'o1')
  })

  it('responds to a ping', async (t) => {
    const { store } = await open(t)
    await store.ping()
  })
}

async function keep(opened: Opened, id: string, changes: Parameters<typeof newReport>[2]) {
  const { store, vault } = opened
  await store.orders.begin(newOrder(vault, id), [])
  const report = newReport(vault, `report-${id}`, changes)
  assert.equal(await store.orders.complete({ ...completion(vault, id), report }), true)
}

function reportsContract(open: OpenStore): void {
  it('returns a report with its content and its printed page', async (t) => {
    const opened = await open(t)
    const { store, vault } = opened
    const joint = [
      { ssn: vault.blindIndex('ssn', '1'), identity: vault.blindIndex('identity', '1') },
      { ssn: vault.blindIndex('ssn', '2'), identity: vault.blindIndex('identity', '2') },
    ]
    await keep(opened, 'o1', { borrowers: joint })
    const { meaning: _, ...expected } = newReport(vault, 'report-o1')
    assert.deepEqual(await store.reports.find('lender', 'report-o1'), {
      ...expected,
      account: 'lender',
      orderId: 'o1',
      answer: completion(vault, 'o1').answer,
      baseReportId: undefined,
      borrowers: joint,
    })
  })

  it('stores each printed form of a report once, beside the others', async (t) => {
    const opened = await open(t)
    const { store } = opened
    await keep(opened, 'o1', { printed: {} })
    const kept = async () => {
      const { printed } = (await store.reports.find('lender', 'report-o1')) ?? {}
      return Object.entries(printed ?? {}).map(([form, page]) => `${form} ${Buffer.from(page)}`)
    }
    assert.deepEqual(await kept(), [])
    await store.reports.storePrinted('lender', 'report-o1', 'HTML', Buffer.from('<p>first</p>'))
    await store.reports.storePrinted('lender', 'report-o1', 'HTML', Buffer.from('<p>second</p>'))
    await store.reports.storePrinted('other', 'report-o1', 'PDF', Buffer.from('%PDF of a stranger'))
    assert.deepEqual(await kept(), ['HTML <p>first</p>'])
    await store.reports.storePrinted('lender', 'report-o1', 'PDF', Buffer.from('%PDF'))
    assert.deepEqual(await kept(), ['PDF %PDF', 'HTML <p>first</p>'])
  })

  it('finds a printed form without the report, but not with the key of another order', async (t) => {
    const opened = await open(t)
    const { store, database } = opened
    await keep(opened, 'o1', { printed: { PDF: Buffer.from('%PDF one') } })
    await keep(opened, 'o2', { printed: { PDF: Buffer.from('%PDF two') } })
    const found = async (account: string, form: 'PDF' | 'HTML') => {
      const bytes = await store.reports.findPrinted(account, 'report-o1', form)
      return bytes && Buffer.from(bytes).toString()
    }
    assert.equal(await found('lender', 'PDF'), '%PDF one')
    assert.equal(await found('lender', 'HTML'), undefined)
    assert.equal(await found('other', 'PDF'), undefined)
    const sql = `update contents set content =
      (select content from contents where order_id = 'o2' and part = 'PDF')
      where order_id = 'o1' and part = 'PDF'`
    await database.commit([{ sql, params: [] }])
    assert.equal(await found('lender', 'PDF'), undefined)
  })

  it('does not find a report of another account', async (t) => {
    const opened = await open(t)
    await keep(opened, 'o1', {})
    const { store, vault } = opened
    assert.equal(await store.reports.find('other', 'report-o1'), undefined)
    const { meaning } = newReport(vault, 'x')
    assert.ok(meaning)
    assert.deepEqual(await store.reports.lookUp('other', { meaning }, 0, 9), [])
  })

  it('finds reports by each index, newest first, within a time', async (t) => {
    const opened = await open(t)
    const { store, vault } = opened
    const derivation = vault.blindIndex('derivation', 'report-o1 + transunion')
    await keep(opened, 'o1', { firstIssuedAt: NOW - 2 })
    await keep(opened, 'o2', { firstIssuedAt: NOW - 1 })
    await keep(opened, 'o3', {
      firstIssuedAt: NOW,
      origin: 'upgraded',
      baseReportId: 'report-o1',
      derivation,
      meaning: undefined,
    })
    const { meaning, borrowers } = newReport(vault, 'x')
    assert.ok(meaning && borrowers[0])
    const found = async (by: Parameters<typeof store.reports.lookUp>[1], since = 0, limit = 9) =>
      (await store.reports.lookUp('lender', by, since, limit)).map(({ orderId }) => orderId)
    assert.deepEqual(await found({ meaning }), ['o2', 'o1'])
    assert.deepEqual(await found({ meaning }, NOW - 1), ['o2'])
    assert.deepEqual(await found({ meaning }, 0, 1), ['o2'])
    const byBorrower = { borrowerIdentity: borrowers[0].identity }
    assert.deepEqual(await found(byBorrower), ['o3', 'o2', 'o1'])
    assert.deepEqual(await found(byBorrower, NOW - 1), ['o3', 'o2'])
    const { lenderCase } = newReport(vault, 'x')
    assert.ok(lenderCase)
    assert.deepEqual(await found({ ...byBorrower, lenderCase }), ['o3', 'o2', 'o1'])
    assert.deepEqual(await found({ ...byBorrower, lenderCase: derivation }), [])
    assert.deepEqual(await found({ ...byBorrower, lenderCase: 'none' }), [])
    assert.deepEqual(await found({ derivation }), ['o3'])
    assert.deepEqual(await found({ baseReportId: 'report-o1' }), ['o3'])
  })

  it('finds a report by each lender case under which it was returned', async (t) => {
    const opened = await open(t)
    const { store, vault } = opened
    await keep(opened, 'o1', {})
    const { borrowers, lenderCase: own } = newReport(vault, 'x')
    assert.ok(borrowers[0] && own)
    const { identity: borrowerIdentity } = borrowers[0]
    const other = vault.blindIndex('lender case', 'case 8')
    const found = async (lenderCase: Uint8Array | 'none') =>
      (await store.reports.lookUp('lender', { borrowerIdentity, lenderCase }, 0, 9)).length
    const answer = async (id: string, lenderCase: Uint8Array | 'none') => {
      await store.orders.begin(newOrder(vault, id), [])
      const again = { reportId: 'report-o1', report: undefined, charge: undefined, lenderCase }
      assert.equal(await store.orders.complete({ ...completion(vault, id), ...again }), true)
    }
    assert.deepEqual([await found(own), await found(other), await found('none')], [1, 0, 0])
    await answer('o2', own)
    await answer('o3', other)
    await answer('o4', other)
    assert.deepEqual([await found(own), await found(other), await found('none')], [1, 1, 0])
    await answer('o5', 'none')
    assert.deepEqual([await found(own), await found(other), await found('none')], [1, 1, 1])
  })

  it('leaves no pull open when its order ends', async (t) => {
    const { store, vault } = await open(t)
    const pull = newPull(vault, 'p1')
    await store.orders.begin(newOrder(vault, 'o1'), [pull, newPull(vault, 'p2')])
    const answered = {
      id: 'p1',
      state: 'answered',
      outcome: 'FileReturned',
      finishedAt: NOW,
    } as const
    await store.orders.complete({ ...completion(vault, 'o1'), pulls: [answered] })
    const pulls = await store.ledger.pulls(pull.ssnIndex, 0)
    const outcomes = pulls.map(({ id, state, outcome }) => [id, state, outcome]).sort()
    assert.deepEqual(outcomes, [
      ['p1', 'answered', 'FileReturned'],
      ['p2', 'failed', 'Unanswered'],
    ])
  })

  it('cannot read a report whose key was destroyed, but keeps its inquiry record', async (t) => {
    const { store, database, vault } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1'), [newPull(vault, 'p1')])
    await store.orders.complete(completion(vault, 'o1'))
    await database.commit([
      sql('delete from order_keys'),
      sql('update orders set purged_at = $1', NOW),
    ])
    assert.equal(await store.reports.find('lender', 'report-o1'), undefined)
    const { meaning } = newReport(vault, 'x')
    assert.ok(meaning)
    assert.deepEqual(await store.reports.lookUp('lender', { meaning }, 0, 9), [])
    const order = await store.orders.find('lender', 'o1')
    assert.deepEqual([order?.purgedAt, order?.sent, order?.answer], [NOW, undefined, undefined])
    assert.equal((await store.ledger.pulls(vault.blindIndex('ssn', CANARY_SSN), 0)).length, 1)
  })

  it('lists the other orders even if the lists of one were edited into something else', async (t) => {
    const { store, database, vault } = await open(t)
    for (const id of ['o1', 'o2']) {
      await store.orders.begin(newOrder(vault, id), [newPull(vault, `p${id}`)])
      await store.orders.complete(completion(vault, id))
    }
    for (const edited of ['#[]', '{}', '']) {
      await database.commit([
        sql("update orders set faults = $1 where id = 'o1'", edited),
        sql("update reports set bureaus = $1 where order_id = 'o1'", edited),
      ])
      const listed = await store.orders.list({ account: 'lender' }, { limit: 9 })
      assert.deepEqual(listed.map(({ id }) => id).sort(), ['o1', 'o2'])
      const order = await store.orders.find('lender', 'o1')
      assert.deepEqual(order?.errors, [])
      assert.equal((await store.reports.findSummary('lender', 'report-o1'))?.bureaus.length, 0)
    }
  })
}

/** More changes at once than a change is tried again. */
const MANY = 60
const MOST_MS = 1_000 * DAY_MS

function worldContract(open: OpenStore): void {
  it('begins one world for replicas that start at once, and keeps its start time', async (t) => {
    const { store } = await open(t)
    const worlds = await Promise.all([NOW, NOW + 1, NOW + 2].map((now) => store.sandbox.begin(now)))
    assert.equal(new Set(worlds.map(({ epoch }) => epoch)).size, 1)
    assert.deepEqual(await store.sandbox.begin(NOW + 9), worlds[0])
    assert.deepEqual(worlds[0]?.advancedMs, 0)
  })

  it('adds up all advances of the clock, even when they arrive at once', async (t) => {
    const { store } = await open(t)
    const { epoch } = await store.sandbox.begin(NOW)
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        store.sandbox.advanceClock((index + 1) * DAY_MS, MOST_MS, SERVICE),
      ),
    )
    assert.deepEqual(taken, Array(10).fill(true))
    assert.equal((await store.sandbox.state()).advancedMs, 55 * DAY_MS)
    assert.deepEqual(await store.sandbox.begin(NOW), { epoch, advancedMs: 55 * DAY_MS })
  })

  it('adds and removes each of many faults at once', async (t) => {
    const { store } = await open(t)
    await store.sandbox.begin(NOW)
    const added = await Promise.all(
      Array.from({ length: MANY }, () =>
        store.sandbox.addFault({ word: 'TIMEOUT', bureau: 'Experian' }, NOW, SERVICE),
      ),
    )
    assert.equal(new Set(added.map(({ id }) => id)).size, MANY)
    assert.equal((await store.sandbox.state()).faults.length, MANY)
    const removed = await Promise.all(
      added.map(({ id }) => store.sandbox.removeFaults((fault) => fault.id === id, SERVICE)),
    )
    assert.deepEqual(removed, Array(MANY).fill(1))
    assert.deepEqual((await store.sandbox.state()).faults, [])
  })

  it('advances the clock up to its limit and no further, and never back', async (t) => {
    const { store } = await open(t)
    await store.sandbox.begin(NOW)
    assert.equal(await store.sandbox.advanceClock(MOST_MS - 1, MOST_MS, SERVICE), true)
    assert.equal(await store.sandbox.advanceClock(2, MOST_MS, SERVICE), false)
    assert.equal(await store.sandbox.advanceClock(1, MOST_MS, SERVICE), true)
    assert.equal((await store.sandbox.state()).advancedMs, MOST_MS)
    await assert.rejects(store.sandbox.advanceClock(-1, MOST_MS, SERVICE), RangeError)
    assert.equal((await store.sandbox.state()).advancedMs, MOST_MS)
  })

  it('has no advance, and accepts none, before a world exists', async (t) => {
    const { store } = await open(t)
    assert.equal((await store.sandbox.state()).advancedMs, 0)
    assert.equal(await store.sandbox.advanceClock(DAY_MS, MOST_MS, SERVICE), false)
  })
}
