/**
 * Tests that the cost of lists, searches, figures and purges does not grow with the number of
 * orders: each of their statements finds its rows by an index. The test asserts the plans of the
 * database, so it measures no time. It also asserts that lists decrypt nothing that is sealed under
 * the key of an order.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Database, Row, Statement } from '../../src/store/engine/database.ts'
import { openPostgres, POSTGRES_LIMITS } from '../../src/store/engine/postgres.ts'
import { openSqlite } from '../../src/store/engine/sqlite.ts'
import type { OrderFilter } from '../../src/store/records/orders/order-filter.ts'
import type { IssuedFilter } from '../../src/store/records/reports/report-lists.ts'
import type { PurgeScope } from '../../src/store/retention/purge-records.ts'
import { openVault } from '../../src/store/sealing/open-vault.ts'
import type { Vault } from '../../src/store/sealing/vault.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { Findings } from '../../src/store/verification/findings.ts'
import { checkStrays } from '../../src/store/verification/strays.ts'
import { MINUTE_MS } from '../../src/time.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { completion, masterKey, NOW, newOrder, newPull, openedStore } from './store.fixtures.ts'

const PAGE = { limit: 26, before: { id: 'O00001000', receivedAt: NOW } }
const REPORT_PAGE = { limit: 26, before: { id: 'R00001000', lastUpdatedAt: NOW } }
const FOUND_PAGE = { limit: 26, before: { orderId: 'O00001000', receivedAt: NOW } }
const TOKEN = new Uint8Array(16)

/** A filter of the order list, and the index that finds its orders in SQLite. */
const FILTERS: readonly (readonly [OrderFilter, index: string])[] = [
  [{}, 'orders_received'],
  [{ from: 1, to: NOW }, 'orders_received'],
  [{ account: 'lender' }, 'orders_account'],
  [{ state: 'failed' }, 'orders_state'],
  [{ state: 'failed', account: 'lender' }, 'orders_account_state'],
  [{ state: 'rejected', bureau: 'Equifax' }, 'orders_state'],
  [{ state: 'running' }, 'orders_meaning'],
  [{ state: 'running', account: 'lender' }, 'orders_meaning'],
  [{ state: 'done' }, 'orders_received'],
  [{ code: 'E001' }, 'orders_code'],
  [{ code: 'E001', account: 'lender' }, 'orders_account_code'],
  [{ action: 'Unmerge' }, 'orders_action'],
  [{ action: 'Unmerge', account: 'lender' }, 'orders_account_action'],
  [{ operation: 'refresh_report' }, 'orders_operation'],
  [{ operation: 'refresh_report', account: 'lender' }, 'orders_account_operation'],
  [{ outcome: 'NoFileReturnedNoHit' }, 'pulls_outcome'],
  [{ outcome: 'NoFileReturnedNoHit', account: 'lender' }, 'pulls_account_outcome'],
  [{ outcome: 'NoFileReturnedNoHit', bureau: 'Equifax' }, 'pulls_outcome'],
  [{ outcome: 'FileReturned', account: 'lender' }, 'orders_account'],
  [{ bureau: 'Equifax' }, 'pulls_bureau'],
  [{ bureau: 'Equifax', account: 'lender' }, 'orders_account'],
]

const REPORT_FILTERS: readonly (readonly [IssuedFilter, index: string])[] = [
  [{}, 'reports_issued'],
  [{ account: 'lender', firstIssuedFrom: 1 }, 'reports_account'],
  [{ operation: 'refresh_report' }, 'reports_operation'],
  [{ operation: 'refresh_report', account: 'lender' }, 'reports_account_operation'],
]

/** The number of orders, one a minute until now. PostgreSQL needs this many to plan for many. */
const FILLED = 2_000
/** Orders before this time are due; they are few. */
const DUE = NOW - (FILLED - 20) * MINUTE_MS

/**
 * Purges only a few of the due orders, which runs the statements of a purge but takes little time.
 */
const PACE = { batch: 2, between: async () => false, now: () => NOW }
const NOTHING_DUE = { reportsBefore: 0, refusalsBefore: 0, inquiriesBefore: 0 }
let purges = 0

function newPurge(scope: Partial<PurgeScope>) {
  purges += 1
  const by = { kind: 'service', name: 'service' } as const
  return { id: `purge-${purges}`, begunAt: NOW + purges, by, scope: { ...NOTHING_DUE, ...scope } }
}

interface Call {
  readonly title: string
  readonly run: (store: Store, database: Database) => Promise<unknown>
  /** The index that finds the rows in SQLite, if it matters which. */
  readonly index?: string
  /** Whether rows are sorted. They must be few: those of one report, or running orders. */
  readonly sorts?: boolean
}

const LISTS: readonly Call[] = [
  ...FILTERS.map(([filter, index]) => ({
    title: `orders ${JSON.stringify(filter)}`,
    run: (store: Store) => store.orders.list(filter, PAGE),
    index,
    sorts: filter.state === 'running',
  })),
  ...REPORT_FILTERS.map(([filter, index]) => ({
    title: `reports ${JSON.stringify(filter)}`,
    run: (store: Store) => store.reports.list(filter, REPORT_PAGE),
    index,
  })),
  ...[{}, { account: 'lender' }, { account: 'lender', state: 'failed' } as const].map((filter) => ({
    title: `search ${JSON.stringify(filter)}`,
    run: (store: Store) => store.orders.search([TOKEN], filter, PAGE),
    index: 'order_search_token',
  })),
  {
    title: 'search of reports',
    run: (store) => store.reports.search([TOKEN], { account: 'lender' }, FOUND_PAGE),
    index: 'order_search_token',
  },
  {
    title: 'a report by its ID',
    run: (store) => store.reports.findSummary('lender', 'R00000001'),
  },
  {
    title: 'files of reports',
    run: (store) => store.reports.filesOf(['R00000001', 'R00000002']),
    sorts: true,
  },
  {
    title: 'orders of a report',
    run: (store) => store.orders.listOfReport('R00000001', {}, { limit: 26 }),
    index: 'orders_report',
    sorts: true,
  },
  {
    title: 'orders of a report, with filters that have indexes of their own',
    run: (store) => {
      const filter = { account: 'lender', code: 'E001', action: 'Upgrade', from: NOW }
      return store.orders.listOfReport('R00000001', filter, PAGE)
    },
    index: 'orders_report',
    sorts: true,
  },
  {
    title: 'changes',
    run: (store) =>
      store.orders.listChanges({
        scopes: [undefined, 'lender'],
        from: NOW,
        ordersMax: 25,
        ids: ['O00000001'],
      }),
  },
  { title: 'listed', run: (store) => store.orders.listedOf(['O00000001', 'O00000002']) },
  { title: 'pulls', run: (store) => store.ledger.pullsOf(['O00000001']), sorts: true },
  { title: 'charges', run: (store) => store.ledger.chargesOf(['O00000001']), sorts: true },
  { title: 'recent pulls', run: (store) => store.ledger.recentPulls('Equifax', NOW, 500) },
  { title: 'ended pulls', run: (store) => store.ledger.endedPulls('Equifax', NOW, 3) },
]

const OTHERS: readonly Call[] = [
  {
    title: 'statistics of an account',
    run: (store) => store.statistics.between({ from: 1, to: 2 }, 'lender'),
  },
  {
    title: 'statistics',
    run: (store) => store.statistics.between({ from: 1, to: 2 }, undefined),
  },
  { title: 'orders by account', run: (store) => store.statistics.ordersByAccount(1) },
  {
    title: 'the last order of each account',
    run: (store) => store.orders.lastReceived(),
    index: 'orders_account',
  },
  {
    title: 'the last login of each user',
    run: (store) => store.audit.lastLogins(),
    index: 'audit_entries_actor',
  },
  {
    title: 'audit of an account in a time',
    run: (store) => store.audit.list({ account: 'lender', from: 1, to: NOW }, { limit: 26 }),
    index: 'audit_entries_account',
  },
  { title: 'running orders at a start', run: (store) => store.orders.endLeases() },
  { title: 'revisions at a start', run: (store) => store.learnRevisions() },
  { title: 'clock', run: (store) => store.clockMarks.find() },
  {
    title: 'records that the audit trail does not know',
    run: (_store, database) => checkStrays(database, new Findings()),
  },
  {
    title: 'audit of an account',
    run: (store) => store.audit.list({ account: 'lender' }, { limit: 26 }),
    index: 'audit_entries_account',
  },
  {
    title: 'audit of an action of an account',
    run: (store) => store.audit.list({ account: 'lender', action: 'order.failed' }, { limit: 26 }),
    index: 'audit_entries_account_action',
  },
  ...[{ reportsBefore: DUE }, { refusalsBefore: DUE }, { inquiriesBefore: DUE }].flatMap(
    (scope) => [
      {
        title: `purge ${JSON.stringify(scope)}`,
        run: (store: Store) => store.retention.purge(newPurge(scope), PACE),
      },
      {
        title: `purge of an account ${JSON.stringify(scope)}`,
        run: (store: Store) =>
          store.retention.purge(newPurge({ ...scope, account: 'lender-3' }), PACE),
      },
    ],
  ),
  {
    title: 'daily purge',
    run: (store) => store.retention.purgeUnattended(newPurge({}), 0, PACE),
  },
  {
    title: 'daily purge after the grace period of the one before',
    run: (store) => store.retention.purgeUnattended(newPurge({ refusalsBefore: DUE }), 0, PACE),
  },
]

/** Wraps the database and records every statement that goes through it. */
function recorded(database: Database) {
  const reads: Statement[] = []
  const writes: Statement[] = []
  const watched: Database = {
    engine: database.engine,
    read: <R extends Row>(statement: Statement) => {
      reads.push(statement)
      return database.read<R>(statement)
    },
    commit: (unit) => {
      writes.push(...unit)
      return database.commit(unit)
    },
    scrub: async () => true,
    close: () => database.close(),
  }
  return { database: watched, reads, writes }
}

/** Wraps a vault and counts the keys of orders that it opens. */
function counted(vault: Vault): { vault: Vault; opened: () => number } {
  let opened = 0
  const openDataKey: Vault['openDataKey'] = (...key) => {
    opened += 1
    return vault.openDataKey(...key)
  }
  return { vault: { ...vault, openDataKey }, opened: () => opened }
}

async function watchedStore(raw: Database) {
  await openedStore(raw)
  const { database, reads, writes } = recorded(raw)
  const { vault, opened } = counted(await openVault(database, [masterKey], NOW))
  const store = openStore(database, vault, { now: () => NOW, anchor: () => undefined })
  return { store, database, vault, reads, writes, opened }
}

/** Tables that hold few rows however many orders exist, and results of statements. */
const SMALL =
  /^SCAN (page|uncounted|master_keys|world|purges|holds|newest|bureaus|writers|ends|running|made|counted|clock_marks|accounts|operators|scope)\b/
/** The whole index of running orders is small. */
const RUNNING = /^SCAN orders USING (COVERING )?INDEX orders_meaning$/

test('SQLite finds the rows of every list by an index', async (t) => {
  const raw = await openSqlite(join(temporaryFolder(), 'trimerge.db'))
  t.after(() => raw.close())
  const { store, database, reads } = await watchedStore(raw)
  for (const { title, run, index, sorts = false } of [...LISTS, ...OTHERS]) {
    reads.length = 0
    await run(store, database)
    assert.ok(reads.length > 0 || title.startsWith('running'), `${title}: something is read`)
    const plans: string[] = []
    for (const { sql, params } of reads) {
      const plan = await raw.read<{ detail: string }>({ sql: `explain query plan ${sql}`, params })
      plans.push(...plan.map(({ detail }) => detail))
    }
    const scans = plans.filter((line) => /^SCAN /.test(line))
    const wrong = scans.filter((line) => !SMALL.test(line) && !RUNNING.test(line))
    assert.deepEqual(wrong, [], `${title}: nothing is read as a whole`)
    const sorted = plans.filter((line) => line === 'USE TEMP B-TREE FOR ORDER BY')
    if (!sorts) assert.deepEqual(sorted, [], `${title}: nothing is sorted`)
    if (index === undefined) continue
    const found = plans.some((line) => line.includes(` INDEX ${index}`))
    assert.ok(found, `${title}: found by ${index}, not by\n${plans.join('\n')}`)
  }
})

/** Changes orders as a service and its purge do. */
async function changeOrders(store: Store, vault: Vault): Promise<void> {
  const consumer = { ordersMax: 9, since: NOW - MINUTE_MS }
  const limits = { consumer, inFlightMax: 1 }
  await store.orders.begin(newOrder(vault, 'o1', limits), [newPull(vault, 'p1')])
  await store.orders.complete(completion(vault, 'o1'))
  await store.orders.begin(newOrder(vault, 'o2', limits), [newPull(vault, 'p2')])
  const end = { finishedAt: NOW, code: 'E001', answer: new Uint8Array(9) }
  await store.orders.fail({ id: 'o2', runner: 'runner-1', ...end })
  await store.orders.journalRejection({ ...newOrder(vault, 'o3'), ...end })
  await store.orders.renewLeases('runner-1', ['o1'], 1)
  const later = NOW + 9 * MINUTE_MS
  const scope = { reportsBefore: later, refusalsBefore: later, inquiriesBefore: later }
  await store.retention.purge(newPurge(scope), { ...PACE, between: async () => true })
}

/** The reads that foreign keys cause appear in no statement, only in its plan. */
test('SQLite changes orders without scanning a whole table', async (t) => {
  const raw = await openSqlite(join(temporaryFolder(), 'trimerge.db'))
  t.after(() => raw.close())
  const { store, vault, writes } = await watchedStore(raw)
  await changeOrders(store, vault)
  const deleted = writes.filter(({ sql }) => sql.includes('delete from orders'))
  assert.ok(deleted.length > 0, 'the rejected order is removed')
  for (const { sql, params } of writes) {
    const plan = await raw.read<{ detail: string }>({ sql: `explain query plan ${sql}`, params })
    const wrong = plan
      .map(({ detail }) => detail)
      .filter((line) => /^SCAN (?!\d+-ROW VALUES|CONSTANT ROW)/.test(line))
      .filter((line) => !SMALL.test(line) && !RUNNING.test(line))
    assert.deepEqual(wrong, [], sql)
    // A search by account finds every order of an account, and an account may have millions.
    const ofAccount = plan.filter(({ detail }) => detail.endsWith('orders_account (account=?)'))
    assert.deepEqual(ofAccount, [], sql)
  }
})

test('a list decrypts nothing that is sealed under the key of an order', async (t) => {
  const raw = await openSqlite(join(temporaryFolder(), 'trimerge.db'))
  t.after(() => raw.close())
  const { store, vault, reads, opened } = await watchedStore(raw)
  await store.orders.begin(newOrder(vault, 'o1'), [newPull(vault, 'p1')])
  await store.orders.complete(completion(vault, 'o1'))
  reads.length = 0
  const before = opened()
  for (const { run } of LISTS) await run(store, raw)
  const contents = reads.filter(({ sql }) => /\bcontents\b|\bwrapped\b/.test(sql))
  assert.deepEqual(contents, [])
  assert.equal(opened(), before)
  // The control: opening an order is counted and reads its contents.
  await store.orders.find('lender', 'o1')
  assert.equal(opened(), before + 1)
  assert.ok(reads.some(({ sql }) => /\bcontents\b/.test(sql)))
})

const N = `from generate_series(1, ${FILLED}) as n`
const ORDER_ID = "'O' || lpad(n::text, 8, '0')"
const BYTES = 'sha256(n::text::bytea)'
const AT = `${NOW} - (${FILLED} - n) * ${MINUTE_MS}`

// biome-ignore format: a table each
const FILL: readonly string[] = [
  `insert into accounts select 'lender-' || n, '{}', 1, null, '', 1, '' from generate_series(1, 20) as n`,
  `insert into orders (id, account, operation, action, state, received_at, finished_at, fingerprint, body_bytes, code, report_id, faults, notes)
    select ${ORDER_ID}, 'lender-' || n % 20 + 1, case n % 5 when 0 then 'mortgage_only' else 'credit_report' end,
      case n % 7 when 0 then 'ForceNew' else 'Submit' end, case n % 50 when 0 then 'failed' else 'done' end, ${AT}, ${AT} + 20,
      ${BYTES}, 1000, case n % 50 when 0 then 'E001' end, case n % 50 when 0 then null else 'R' || lpad(n::text, 8, '0') end, '[]', '[]' ${N}`,
  `insert into order_keys select ${ORDER_ID}, (select id from master_keys), ${BYTES}, ${AT}, null ${N}`,
  `insert into order_search select ${ORDER_ID}, 'lender-' || n % 20 + 1, ${AT}, sha256((n % 300)::text::bytea) ${N}`,
  `insert into pulls (order_id, id, account, received_at, bureau, borrower_position, hard, purpose, end_user, ssn_index, state, outcome, started_at, finished_at)
    select ${ORDER_ID}, 'P' || b || lpad(n::text, 8, '0'), 'lender-' || n % 20 + 1, ${AT}, b, 1, 1, '', '', ${BYTES}, 'answered',
      case n % 40 when 0 then 'NoFileReturnedCreditFreeze' else 'FileReturned' end, ${AT}, ${AT} ${N}, unnest(array['Equifax', 'Experian', 'TransUnion']) as b`,
  `insert into reports (id, account, order_id, operation, product, origin, first_issued_at, last_updated_at, bureaus)
    select 'R' || lpad(n::text, 8, '0'), 'lender-' || n % 20 + 1, ${ORDER_ID}, case n % 5 when 0 then 'mortgage_only' else 'credit_report' end,
      'Merge', 'new', ${AT}, ${AT}, '[]' ${N} where n % 50 > 0`,
  `insert into report_borrowers select 'R' || lpad(n::text, 8, '0'), 1, 'lender-' || n % 20 + 1, ${BYTES}, ${BYTES}, ${AT} ${N} where n % 50 > 0`,
  `insert into charges select ${ORDER_ID}, 'C' || lpad(n::text, 8, '0'), 'new', 'lender-' || n % 20 + 1, 4200, '[]', ${AT} ${N}`,
  `insert into audit_entries (writer, number, at, actor_kind, actor, action, account, order_id, outcome, fields, mac)
    select 'w', n, ${AT}, 'account', 'lender-' || n % 20 + 1, case n % 50 when 0 then 'order.failed' else 'order.new' end, 'lender-' || n % 20 + 1, ${ORDER_ID}, 'done', '', '' ${N}`,
  'analyze',
]

const LARGE = new Set([
  'orders',
  'order_keys',
  'contents',
  'order_search',
  'pulls',
  'reports',
  'report_borrowers',
  'charges',
  'audit_entries',
])

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

/** The nodes of a plan, except an index walk that ends as soon as it has found the first rows. */
function nodesOf(node: PlanNode, isLimited = false): readonly PlanNode[] {
  const below = (node.Plans ?? []).flatMap((each) =>
    nodesOf(each, node['Node Type'] === 'Limit' || (isLimited && node['Node Type'] === 'Result')),
  )
  const endsSoon = isLimited && node.Filter === undefined && node['Node Type'].startsWith('Index')
  return endsSoon ? below : [node, ...below]
}

test('PostgreSQL finds the rows of every list by an index', async (t) => {
  const raw = await openPostgres(await createDatabase(), { ...POSTGRES_LIMITS, connectionsMax: 1 })
  t.after(() => raw.close())
  const { store, database, reads } = await watchedStore(raw)
  for (const sql of FILL) await raw.commit([{ sql, params: [] }])
  // In a table of a few thousand rows, PostgreSQL may prefer to scan the whole table.
  await raw.read({ sql: 'set enable_seqscan = off', params: [] })
  for (const { title, run } of [...LISTS, ...OTHERS]) {
    reads.length = 0
    await run(store, database)
    for (const { sql, params } of [...reads]) {
      const [row] = await raw.read<Row>({ sql: `explain (format json) ${sql}`, params })
      const explained = row?.['QUERY PLAN'] as unknown as readonly { Plan: PlanNode }[]
      const nodes = explained.flatMap(({ Plan }) => nodesOf(Plan))
      const whole = nodes.filter(
        (node) => node['Node Type'] === 'Seq Scan' && LARGE.has(node['Relation Name'] ?? ''),
      )
      assert.deepEqual(whole, [], `${title}: nothing is read as a whole\n${sql}`)
      const unbounded = nodes.filter(
        (node) =>
          LARGE.has(node['Relation Name'] ?? '') &&
          node['Node Type'].startsWith('Index') &&
          node['Index Cond'] === undefined &&
          // The whole index of running orders is small.
          node['Index Name'] !== 'orders_meaning',
      )
      assert.deepEqual(unbounded, [], `${title}: no index is read as a whole\n${sql}`)
    }
  }
})

/**
 * The first and the last orders, and the orders on both sides of a page boundary. All have a
 * report.
 */
const ON_PAGES = [1, 999, 1_001, FILLED - 1]
const padded = (kind: string) => ON_PAGES.map((n) => `${kind}${String(n).padStart(8, '0')}`)
const THEIRS = `in (${padded('O').map((id) => `'${id}'`)})`

/** Changes that add records without the service, and the findings about them. */
const STRAYS: readonly (readonly [changes: readonly string[], places: readonly string[]])[] = [
  [[`update orders set state = 'running' where id ${THEIRS}`], padded('charge C')],
  [
    [
      `update audit_entries set records = null where order_id ${THEIRS}`,
      `update orders set state = 'done', report_id = null where id ${THEIRS}`,
    ],
    [...padded('order O'), ...padded('report R')],
  ],
  [
    [
      'delete from charges',
      `update orders set state = 'rejected', report_id = replace(id, 'O', 'R') where id ${THEIRS}`,
    ],
    ['Equifax', 'Experian', 'TransUnion'].flatMap((bureau) => padded(`pull P${bureau}`)),
  ],
]

test('records that the audit trail does not know are found on every page', async (t) => {
  const raw = await openPostgres(await createDatabase())
  t.after(() => raw.close())
  await openedStore(raw)
  const change = (sql: string) => raw.commit([{ sql, params: [] }])
  const vouched = [
    'alter table audit_entries disable trigger all',
    'grant update on audit_entries to current_user',
    "update audit_entries set records = ''",
  ]
  for (const sql of [...FILL, ...vouched]) await change(sql)
  for (const [changes, places] of [[[], []] as const, ...STRAYS]) {
    for (const sql of changes) await change(sql)
    const findings = new Findings()
    await checkStrays(raw, findings)
    const found = findings.named.map(({ place }) => place)
    assert.deepEqual(found.toSorted(), places.toSorted())
  }
})
