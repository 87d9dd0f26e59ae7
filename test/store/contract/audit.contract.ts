/** The contract of the audit trail, for every database. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type AuditHead, NO_HASH } from '../../../src/store/audit/block.ts'
import {
  type AuditEntry,
  lineHash,
  type NewAuditEntry,
  SERVICE,
} from '../../../src/store/audit/entry.ts'
import {
  type Database,
  DatabaseUnavailable,
  type Unit,
} from '../../../src/store/engine/database.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { type AuditFilter, startTrailJob } from '../../../src/store/verification/trail.ts'
import type { AuditVerification } from '../../../src/store/verification/verify.ts'
import { MINUTE_MS } from '../../../src/time.ts'
import {
  bytes,
  completion,
  newOrder,
  newPull,
  type Opened,
  type OpenStore,
} from '../store.fixtures.ts'

/** A store of another process on the same database, with its own clock and anchors. */
function another({ database, vault }: Opened, aheadMs = 0) {
  const anchors: AuditHead[] = []
  const options = {
    now: () => Date.now() + aheadMs,
    anchor: (head: AuditHead) => void anchors.push(head),
  }
  return { store: openStore(database, vault, options), anchors }
}

async function verified(store: Store, anchors: readonly AuditHead[] = [], now = Date.now()) {
  return await store.audit.verify({ anchors, now })
}

function sound({ findings }: AuditVerification): void {
  assert.deepEqual(findings, [])
}

async function exported(store: Store, selection: Parameters<Store['audit']['export']>[0] = {}) {
  const lines: string[] = []
  for await (const line of store.audit.export(selection)) lines.push(line)
  return lines
}

/** Runs statements as an attacker with all rights in the database would. */
async function tampered(database: Database, ...statements: readonly string[]) {
  const drop =
    database.engine === 'sqlite'
      ? ['entries', 'blocks'].flatMap((table) =>
          ['update', 'delete'].map((change) => `drop trigger audit_${table}_no_${change}`),
        )
      : ['entries', 'blocks'].map(
          (table) => `alter table audit_${table} disable trigger audit_${table}_only_added_to`,
        )
  const grant =
    database.engine === 'sqlite'
      ? []
      : ['grant update, delete, truncate on audit_entries, audit_blocks to current_user']
  await database.commit([...drop, ...grant, ...statements].map((sql) => ({ sql, params: [] })))
}

const SECRET: NewAuditEntry = { actor: SERVICE, action: 'secret.added', account: 'lender' }

export function auditContract(open: OpenStore): void {
  it('records who did what in the same unit as the change', async (t) => {
    const { store, vault } = await open(t)
    const before = Date.now()
    await store.orders.begin(newOrder(vault, 'o1'), [newPull(vault, 'p1')])
    const outcome = { id: 'p1', state: 'answered', outcome: 'file', finishedAt: 1 } as const
    await store.orders.complete({
      ...completion(vault, 'o1'),
      pulls: [outcome],
      purpose: 'FCRA 604(a)(3)(A)',
    })
    const [entry] = await store.audit.list({ orderId: 'o1' }, { limit: 9 })
    const { writer: _, number, at, ...said } = entry as AuditEntry
    assert.deepEqual(said, {
      actor: { kind: 'account', name: 'lender' },
      action: 'order.new',
      account: 'lender',
      orderId: 'o1',
      reportId: 'report-o1',
      object: undefined,
      purpose: 'FCRA 604(a)(3)(A)',
      outcome: 'done',
      fields: ['report', 'charge', 'pulls'],
    })
    assert.equal(number, 2)
    assert.ok(at >= before && at <= Date.now())
  })

  it('records nothing about a rejected unit', async (t) => {
    const { store, vault } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1'), [])
    const end = completion(vault, 'o1')
    assert.equal(await store.orders.complete({ ...end, runner: 'other' }), false)
    assert.deepEqual(await store.audit.list({ orderId: 'o1' }, { limit: 9 }), [])
    assert.equal(await store.orders.complete(end), true)
    await store.audit.seal()
    const [entry] = await store.audit.list({ orderId: 'o1' }, { limit: 9 })
    assert.equal(entry?.number, 3)
    sound(await verified(store))
  })

  it('names each way in which an order can end', async (t) => {
    const { store, vault } = await open(t)
    const actions = async (orderId: string) =>
      (await store.audit.list({ orderId }, { limit: 9 })).map(({ action, outcome, fields }) =>
        `${action} ${outcome} ${fields.join(' ')}`.trim(),
      )
    for (const id of ['o1', 'o2', 'o3', 'o4']) await store.orders.begin(newOrder(vault, id), [])
    const { charge, report, ...end } = completion(vault, 'o1')
    assert.ok(report && charge)
    await store.orders.complete({ ...end, charge, report })
    await store.orders.complete({ ...end, id: 'o2', charge: { ...charge, id: 'c2' } })
    await store.orders.complete({ ...end, id: 'o3' })
    await store.orders.fail({ ...end, id: 'o4', code: 'E001' })
    for (const [id, code] of [
      ['o5', 'E051'],
      ['o6', 'E061'],
      ['o7', 'E102'],
    ] as const) {
      const { runner: _, leaseMs: __, retriesSince: ___, ...entry } = newOrder(vault, id)
      await store.orders.journalRejection({
        ...entry,
        finishedAt: 1,
        code,
        answer: bytes('<error/>'),
      })
    }
    assert.deepEqual(await Promise.all(['o1', 'o2', 'o3', 'o4', 'o5', 'o6', 'o7'].map(actions)), [
      ['order.new done report charge'],
      ['order.reissued done charge'],
      ['order.existing done'],
      ['order.failed E001'],
      ['order.rejected E051'],
      ['order.rejected E061'],
      [],
    ])
  })

  it('records changes of accounts and operators, and who made them', async (t) => {
    const { store, vault } = await open(t)
    const ann = { kind: 'operator', name: 'ann' } as const
    const secret = { id: 's2', hash: vault.secretHash('2'), createdAt: 1 }
    await store.accounts.addSecret('lender', secret, ann)
    await store.accounts.addSecret('nobody', { ...secret, id: 's3' }, ann)
    await store.accounts.retireOlderSecrets('lender', 's2', 2, ann)
    for (const id of ['s4', 's5']) {
      await store.accounts.addSecret(
        'lender',
        { id, hash: vault.secretHash(id), createdAt: 3 },
        ann,
      )
    }
    await store.operators.create(
      { name: 'bob', passwordHash: 'x', role: 'operator', createdAt: 1 },
      ann,
    )
    await store.sandbox.begin(1)
    await store.sandbox.advanceClock(5, 10, ann)
    await store.sandbox.advanceClock(50, 10, ann)
    const entries = await store.audit.list({}, { limit: 9 })
    assert.deepEqual(
      entries.map(({ actor, action, account, object, fields }) => [
        `${actor.kind} ${actor.name}`,
        action,
        account,
        object,
        ...fields.filter((field) => field.startsWith('retired')),
      ]),
      [
        ['operator ann', 'clock.advanced', undefined, '5'],
        ['operator ann', 'operator.created', undefined, 'bob'],
        ['operator ann', 'secret.added', 'lender', 's5', 'retired-s2'],
        ['operator ann', 'secret.added', 'lender', 's4'],
        ['operator ann', 'secret.kept', 'lender', 's2'],
        ['operator ann', 'secret.added', 'lender', 's2'],
        ['service trimerge', 'account.created', 'lender', undefined],
      ],
    )
  })

  it('records the access that a change gives or takes, and the changed parts of a profile', async (t) => {
    const { store } = await open(t)
    const { accounts, operators } = store
    const user = { name: 'bob', passwordHash: 'x', role: 'auditor', createdAt: 1 } as const
    await operators.create({ ...user, name: 'ann', role: 'operator' }, SERVICE)
    await operators.create(user, SERVICE)
    const change = (next: Parameters<typeof operators.change>[1]) =>
      operators.change('bob', next, SERVICE)
    await change(() => ({ role: 'operator' }))
    await change((one) => ({ ...one, disabledAt: 5 }))
    await change(() => ({ role: 'integrator', account: 'lender' }))
    await accounts.writeProfile('lender', { purpose: 'a', prices: { reissue: 1 } }, SERVICE)
    await accounts.writeProfile('lender', { purpose: 'a', prices: { reissue: 2 } }, SERVICE)
    const entries = await store.audit.list({}, { limit: 7 })
    const facts = entries.map(({ action, account = '-', fields }) =>
      [action, account, ...fields].join(' '),
    )
    assert.deepEqual(facts, [
      'account.changed lender prices',
      'account.changed lender products purpose prices',
      'operator.changed lender role-integrator account enabled',
      'operator.changed - disabled',
      'operator.changed - role-operator',
      'operator.created - role-auditor',
      'operator.created - role-operator',
    ])
  })

  it('lists entries newest first, page by page', async (t) => {
    const { store } = await open(t)
    for (const object of ['1', '2', '3', '4']) await store.audit.record({ ...SECRET, object })
    const objects = (entries: readonly AuditEntry[]) => entries.map(({ object }) => object)
    const page = await store.audit.list({ account: 'lender' }, { limit: 2 })
    assert.deepEqual(objects(page), ['4', '3'])
    const next = await store.audit.list({ account: 'lender' }, { before: page[1], limit: 9 })
    assert.deepEqual(objects(next), ['2', '1', undefined])
    assert.deepEqual(await store.audit.list({ account: 'other' }, { limit: 9 }), [])
    assert.deepEqual(await store.audit.list({ reportId: 'r' }, { limit: 9 }), [])
  })

  it('lists the entries that match all parts of a filter', async (t) => {
    const { store } = await open(t)
    const ann = { kind: 'operator', name: 'ann' } as const
    const lender = { kind: 'account', name: 'lender' } as const
    const all = [
      { ...SECRET, object: '1' },
      { ...SECRET, actor: ann, object: '2' },
      { ...SECRET, actor: ann, action: 'secret.retired', object: '3' },
      { actor: ann, action: 'login.succeeded', object: '4' },
      { actor: ann, action: 'order.viewed', account: 'lender', orderId: 'o1', object: '5' },
      { actor: lender, action: 'order.new', account: 'lender', object: '6' },
      { actor: { ...ann, name: 'lender' }, action: 'login.succeeded', object: '7' },
    ] as const satisfies readonly NewAuditEntry[]
    for (const entry of all) await store.audit.record(entry)
    // biome-ignore format: a table
    const cases: readonly (readonly [AuditFilter, string])[] = [
      [{ actor: 'ann' }, '5 4 3 2'],
      [{ actor: 'ann', account: 'lender' }, '5 3 2'],
      [{ actor: 'ann', action: 'secret.added' }, '2'],
      [{ account: 'lender', action: 'secret.added' }, '2 1'],
      [{ account: 'lender', action: 'secret.retired', actor: 'ann' }, '3'],
      [{ orderId: 'o1', actor: 'ann' }, '5'],
      [{ orderId: 'o1', actor: 'bob' }, ''],
      [{ action: 'login.succeeded' }, '7 4'],
      [{ actor: 'lender' }, '7 6'],
      [{ actor: 'lender', account: 'lender' }, '6'],
      [{ actor: 'lender', account: 'other' }, ''],
      [{ action: 'order.new' }, '6'],
      [{ action: 'order.new', actor: 'lender' }, '6'],
      [{ action: 'key.rotated' }, ''],
    ]
    for (const [filter, expected] of cases) {
      const entries = await store.audit.list(filter, { limit: 9 })
      assert.equal(entries.map(({ object }) => object).join(' '), expected, JSON.stringify(filter))
    }
    const [newest, ...older] = await store.audit.list({ actor: 'ann' }, { limit: 9 })
    const after = await store.audit.list({ actor: 'ann' }, { before: newest, limit: 9 })
    assert.deepEqual(after, older)
  })

  it('returns texts as they were sealed, whatever characters they contain', async (t) => {
    const { store } = await open(t)
    const object = `O'Brien 🏠 \0 \ud800 "\\ ${'x'.repeat(300)}`
    await store.audit.record({ ...SECRET, object, fields: ['one two', 'three'] })
    const cut = `${'x'.repeat(249)}🏠`
    await store.audit.record({ ...SECRET, account: 'other', object: cut })
    await store.audit.seal()
    sound(await verified(store))
    const [entry] = await store.audit.list({ account: 'lender' }, { limit: 1 })
    assert.equal(entry?.object?.length, 250)
  })

  it('seals entries that several processes write at once in one chain', async (t) => {
    const opened = await open(t)
    const replicas = [another(opened), another(opened), another(opened)]
    await Promise.all(
      replicas.flatMap(({ store }) =>
        Array.from({ length: 40 }, async (_, index) => {
          await store.audit.record(SECRET)
          if (index % 10 === 9) await store.audit.seal()
        }),
      ),
    )
    await Promise.all(
      [opened.store, ...replicas.map(({ store }) => store)].map((one) => one.audit.seal()),
    )
    const anchors = replicas.flatMap((one) => one.anchors)
    const found = await verified(opened.store, anchors)
    sound(found)
    assert.equal(found.entries, 121)
    assert.equal(found.unsealed, 0)
    assert.equal(found.anchors, anchors.length)
    assert.equal(new Set(anchors.map(({ block }) => block)).size, anchors.length)
  })

  it('closes a block by itself a moment after an entry was written', async (t) => {
    const opened = await open(t)
    await opened.store.audit.record(SECRET)
    assert.equal(opened.store.audit.state().unsealed, 2)
    while (opened.store.audit.state().unsealed > 0)
      await new Promise((done) => setTimeout(done, 20))
    assert.equal((await opened.store.audit.head())?.block, 1)
    sound(await verified(opened.store))
  })

  it('reports the newest block as its head, whichever process or thread sealed it', async (t) => {
    const opened = await open(t)
    const heads: number[] = []
    const events = { head: ({ block }: AuditHead) => void heads.push(block), problem: assert.fail }
    await opened.store.audit.record(SECRET)
    const job = startTrailJob(opened.store.audit, events)
    const other = another(opened)
    for (let blocks = 0; blocks < 2; blocks += 1) {
      await other.store.audit.record(SECRET)
      await other.store.audit.seal()
    }
    await job.stop()
    const newest = await opened.store.audit.head()
    assert.equal(heads.at(-1), newest?.block)
    assert.equal(newest?.block, (await verified(opened.store)).blocks)
  })

  it('seals the entries of a process that died, but not too early', async (t) => {
    const opened = await open(t)
    const dead = another(opened)
    await dead.store.audit.record(SECRET, SECRET)
    await opened.store.audit.seal()
    const [early, late] = [another(opened, MINUTE_MS / 2), another(opened, 2 * MINUTE_MS)]
    await early.store.audit.sealAbandoned()
    assert.equal((await verified(opened.store)).unsealed, 2)
    await Promise.all([late.store.audit.sealAbandoned(), late.store.audit.sealAbandoned()])
    assert.equal((await verified(opened.store)).unsealed, 0)
    // The process was not dead after all. It continues after the blocks that the other one sealed.
    await dead.store.audit.record(SECRET)
    await dead.store.audit.seal()
    const found = await verified(opened.store, [...late.anchors, ...dead.anchors])
    sound(found)
    assert.equal(found.entries, 4)
    assert.equal(found.unsealed, 0)
  })

  it('seals the entries of a process that died while its clock was ahead', async (t) => {
    const opened = await open(t)
    const dead = another(opened, 400 * 24 * 60 * MINUTE_MS)
    await dead.store.audit.record(SECRET)
    await opened.store.audit.seal()
    await opened.store.audit.sealAbandoned()
    const found = await verified(opened.store)
    sound(found)
    assert.equal(found.unsealed, 0)
  })

  it('seals units of unknown outcome once the outcome is known', async (t) => {
    const opened = await open(t)
    let failing: 'before' | 'after' | undefined
    const unsure: Database = {
      ...opened.database,
      engine: opened.database.engine,
      read: (statement) => opened.database.read(statement),
      close: () => opened.database.close(),
      commit: async (unit) => {
        if (failing === 'before') throw new DatabaseUnavailable('cut off')
        await opened.database.commit(unit)
        if (failing === 'after') throw new DatabaseUnavailable('cut off')
      },
    }
    const { store } = another({ ...opened, database: unsure })
    for (failing of ['before', 'after'] as const) {
      await assert.rejects(store.audit.record(SECRET), DatabaseUnavailable)
    }
    failing = undefined
    await store.audit.record(SECRET)
    await store.audit.seal()
    assert.equal(store.audit.state().unsealed, 3, 'the first may still take effect')
    const later = another(opened, 2 * MINUTE_MS)
    await later.store.audit.sealAbandoned()
    await store.audit.seal()
    await opened.store.audit.seal()
    const found = await verified(opened.store)
    sound(found)
    assert.deepEqual([found.entries, found.unsealed], [3, 0])
  })

  it('gives up an entry whose unit did not take effect after a minute and another round', async (t) => {
    const opened = await open(t)
    let given: Unit = []
    const unsure: Database = {
      ...opened.database,
      engine: opened.database.engine,
      read: (statement) => opened.database.read(statement),
      close: () => opened.database.close(),
      commit: async (unit) => {
        if (given.length > 0) return opened.database.commit(unit)
        given = unit
        throw new DatabaseUnavailable('cut off')
      },
    }
    const unsealedAfter = async (isThereAfterAll: boolean) => {
      given = []
      let aheadMs = 0
      const now = () => Date.now() + aheadMs
      const store = openStore(unsure, opened.vault, { now, anchor: () => undefined })
      await assert.rejects(store.audit.record(SECRET), DatabaseUnavailable)
      aheadMs = 2 * MINUTE_MS
      await store.audit.seal()
      const unsealed = store.audit.state().unsealed
      if (isThereAfterAll) await opened.database.commit(given)
      await store.audit.record(SECRET)
      await store.audit.seal()
      return [unsealed, store.audit.state().unsealed]
    }
    assert.deepEqual(await unsealedAfter(false), [1, 0])
    assert.deepEqual(await unsealedAfter(true), [1, 0])
    await opened.store.audit.seal()
    const found = await verified(opened.store)
    sound(found)
    assert.deepEqual([found.entries, found.unsealed], [4, 0])
  })

  it('finds an entry that was removed or changed before its block was closed', async (t) => {
    for (const statement of [
      "delete from audit_entries where action = 'secret.added'",
      "update audit_entries set object = 'another' where action = 'secret.added'",
    ]) {
      const { store, database } = await open(t)
      await store.audit.record(SECRET)
      await tampered(database, statement)
      await store.audit.seal()
      assert.ok((await verified(store)).findingCount > 0, statement)
    }
  })

  it('finds changed content of a rejected request and of a running order', async (t) => {
    const { store, vault, database } = await open(t)
    const { runner: _, leaseMs: __, retriesSince: ___, ...entry } = newOrder(vault, 'rejected')
    const rejection = { finishedAt: 1, code: 'E102', answer: bytes('<error/>') }
    await store.orders.journalRejection({ ...entry, ...rejection })
    await store.orders.begin(newOrder(vault, 'running'), [])
    sound(await verified(store))
    const parts = [
      ['rejected', 'sent'],
      ['rejected', 'answer'],
      ['running', 'sent'],
    ]
    for (const params of parts) {
      const where = 'where order_id = $1 and part = $2'
      const [row] = await database.read<{ content: Uint8Array }>({
        sql: `select content from contents ${where}`,
        params,
      })
      assert.ok(row)
      const write = (content: Uint8Array) =>
        database.commit([
          { sql: `update contents set content = $3 ${where}`, params: [...params, content] },
        ])
      await write(row.content.with(-1, 1 ^ (row.content.at(-1) ?? 0)))
      const { findings } = await verified(store)
      const what = 'its sealed content was changed or moved'
      assert.deepEqual(findings, [{ place: `order ${params[0]}`, what }], params.join(' '))
      await write(row.content)
    }
    sound(await verified(store))
  })

  it('finds deleted data that lists show of an order, and a deleted case of a report', async (t) => {
    const { store, vault, database } = await open(t)
    await store.orders.begin(newOrder(vault, 'o1'), [])
    await store.orders.complete(completion(vault, 'o1'))
    const again = { reportId: 'report-o1', report: undefined, charge: undefined }
    const other = vault.blindIndex('lender case', 'case 8')
    const own = vault.blindIndex('lender case', 'case 7')
    for (const [id, lenderCase] of [
      ['o2', own],
      ['o3', other],
      ['o4', 'none'],
    ] as const) {
      await store.orders.begin(newOrder(vault, id), [])
      await store.orders.complete({ ...completion(vault, id), ...again, lenderCase })
    }
    sound(await verified(store))
    const cases = 'the search indexes of its report were changed'
    for (const [table, change, params, order, what] of [
      ['report_cases', 'delete from report_cases where lender_case = $1', [other], 'o3', cases],
      ['report_cases', 'delete from report_cases where lender_case <> $1', [other], 'o4', cases],
      [
        'order_keys',
        'update order_keys set who = null where order_id = $1',
        ['o3'],
        'o3',
        'the data that lists show of it was deleted',
      ],
    ] as const) {
      const before = await database.read({ sql: `select * from ${table}`, params: [] })
      await database.commit([{ sql: change, params }])
      const { findings } = await verified(store)
      assert.deepEqual(findings, [{ place: `order ${order}`, what }], change)
      const names = Object.keys(before[0] ?? {})
      const places = names.map((_, index) => `$${index + 1}`).join(', ')
      const put = `insert into ${table} (${names.join(', ')}) values (${places})`
      await database.commit([
        { sql: `delete from ${table}`, params: [] },
        ...before.map((row) => ({ sql: put, params: Object.values(row) })),
      ])
    }
    sound(await verified(store))
  })

  it('rejects every change of an entry or a block', async (t) => {
    const { store, database } = await open(t)
    await store.audit.seal()
    for (const table of ['audit_entries', 'audit_blocks']) {
      const statements = [`update ${table} set number = 9`, `delete from ${table}`]
      if (database.engine === 'postgres') statements.push(`truncate ${table}`)
      for (const sql of statements) {
        await assert.rejects(database.commit([{ sql, params: [] }]), sql)
      }
    }
    sound(await verified(store))
  })

  it('an anchor reveals that the end of the trail was cut off', async (t) => {
    const opened = await open(t)
    const { store, anchors } = another(opened)
    await store.audit.record(SECRET)
    await store.audit.seal()
    await tampered(
      opened.database,
      'delete from audit_entries where number = 1 and writer = (select writer from audit_blocks)',
      'delete from audit_blocks',
    )
    sound(await verified(store))
    const { findings } = await verified(store, anchors)
    assert.deepEqual(findings, [{ place: 'block 1', what: 'was anchored and is missing' }])
  })

  it('finds entries that have been without a block for too long', async (t) => {
    const { store } = await open(t)
    sound(await verified(store, [], Date.now() + 5 * MINUTE_MS))
    const { findings } = await verified(store, [], Date.now() + 11 * MINUTE_MS)
    assert.match(findings[0]?.what ?? '', /in no block/)
  })

  it('exports lines whose hashes match the chain, for all or selected entries', async (t) => {
    const opened = await open(t)
    const { store } = opened
    await store.audit.record({ ...SECRET, account: 'other' }, SECRET, {
      ...SECRET,
      account: 'other',
    })
    await store.audit.seal()
    await store.audit.record({ ...SECRET, account: 'other' })
    await store.audit.seal()
    await store.audit.record(SECRET)
    const all = await exported(store)
    assert.equal(all.length, 8)
    assert.deepEqual(checkedByAnOutsider(all), { entries: 6, hidden: 0, blocks: 2 })
    const own = await exported(store, { account: 'lender' })
    assert.ok(!own.join('').includes('other'))
    assert.deepEqual(checkedByAnOutsider(own), { entries: 3, hidden: 2, blocks: 2 })
    assert.deepEqual(checkedByAnOutsider(await exported(store, { from: Date.now() + 1 })), {
      entries: 0,
      hidden: 0,
      blocks: 2,
    })
    const changed = own.map((line) => line.replace('secret.added', 'secret.lost'))
    assert.throws(() => checkedByAnOutsider(changed))
    assert.throws(() => checkedByAnOutsider(all.toSpliced(1, 1)))
    assert.throws(() => checkedByAnOutsider(all.toSpliced(4, 1)))
  })
}

/** Verifies exported lines as docs/audit.md tells an outsider to. */
function checkedByAnOutsider(lines: readonly string[]) {
  let previous = NO_HASH
  let hashes: string[] = []
  const counts = { entries: 0, hidden: 0, blocks: 0 }
  for (const line of lines) {
    const said = JSON.parse(line)
    if (said.omitted) {
      hashes.push(...said.omitted)
      counts.hidden += said.omitted.length
    } else if (said.entry) {
      hashes.push(lineHash(line))
      counts.entries += 1
    } else {
      assert.equal(said.previous, previous)
      if (hashes.length > 0) assert.equal(lineHash(hashes.join('')), said.content)
      previous = lineHash(line)
      hashes = []
      counts.blocks += 1
    }
  }
  return counts
}
