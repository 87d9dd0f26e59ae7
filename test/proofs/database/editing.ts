/**
 * An attacker with all rights in the database, but without the master key, makes one change at a
 * time to its records: edits a value, deletes a row, exchanges two rows, inserts a row, restores a
 * row from before its last change, or moves all data of an order to another account. After each
 * change, the proof tries to get unauthorized access, and checks whether verification finds the
 * change. Each change is then rolled back, so that it is the only one.
 */
import assert from 'node:assert/strict'
import { SERVICE } from '../../../src/store/audit/entry.ts'
import type { Database, Row, Value } from '../../../src/store/engine/database.ts'
import { rowGuard } from '../../../src/store/sealing/row-mac.ts'
import type { Vault } from '../../../src/store/sealing/vault.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { verifyTrail } from '../../../src/store/verification/verify.ts'
import {
  bytes,
  completion,
  NOW,
  newOrder,
  newPull,
  newReport,
  type Opened,
  openedStore,
  text,
} from '../../store/store.fixtures.ts'
import { type Random, randomOf } from '../support/random.ts'
import type { Attacker } from './tamper.ts'

const ACCOUNTS = ['lender', 'broker'] as const
const SECRETS = { lender: 'one', broker: 'two' } as const

/** The key of each table, and its idle columns, on which nothing depends. */
// biome-ignore format: a table
const TABLES: Readonly<Record<string, { readonly key: readonly string[]; readonly idle?: readonly string[] }>> = {
  accounts:         { key: ['name'] },
  // The last use of a secret is only shown.
  account_secrets:  { key: ['id'], idle: ['last_used_at'] },
  operators:        { key: ['name'] },
  // The last use of a session only determines when it ends.
  sessions:         { key: ['token_hash'], idle: ['seen_at'] },
  // The runner and the lease of an order have no effect after its end.
  orders:           { key: ['id'], idle: ['runner', 'lease_until', 'answers_retries', 'meaning'] },
  // Determines only the order of key rotation.
  order_keys:       { key: ['order_id'], idle: ['sealed_at'] },
  contents:         { key: ['order_id', 'part'] },
  pulls:            { key: ['order_id', 'id'] },
  reports:          { key: ['id'] },
  report_borrowers: { key: ['report_id', 'position'] },
  report_cases:     { key: ['report_id', 'lender_case'] },
  charges:          { key: ['order_id', 'kind'] },
  // The reason and the time are only information.
  holds:            { key: ['report_id'], idle: ['reason', 'held_at'] },
  purges:           { key: ['id'] },
  audit_entries:    { key: ['writer', 'number'] },
  audit_blocks:     { key: ['number'] },
}

/** A database with two accounts and orders of every kind. */
export interface WrittenRecords extends Opened {
  readonly tables: ReadonlyMap<string, readonly Row[]>
  /** Rows from before their last change. */
  readonly older: readonly { readonly table: string; readonly row: Row }[]
  /** Console users as the service created them, and the token hashes of their sessions. */
  readonly operators: ReadonlyMap<string, string>
  readonly sessions: ReadonlyMap<string, Uint8Array>
  readonly anchors: readonly { readonly block: number; readonly hash: string }[]
}

/** Writes the records through the store of the service. */
export async function writtenRecords(database: Database): Promise<WrittenRecords> {
  const opened = await openedStore(database)
  const anchors: { block: number; hash: string }[] = []
  const { vault } = opened
  const options = {
    now: Date.now,
    anchor: (head: { block: number; hash: string }) => void anchors.push(head),
  }
  await opened.store.audit.seal()
  const store = openStore(database, vault, options)
  await store.accounts.create(
    { name: 'broker', profile: { products: ['Merge'] }, createdAt: NOW },
    { id: 'secret-2', hash: vault.secretHash(SECRETS.broker), createdAt: NOW },
    SERVICE,
  )
  await writePeople(store)
  for (const account of ACCOUNTS) {
    for (let index = 0; index < 4; index++) await writeOrder(store, vault, account, index)
    await writeReissue(store, vault, account)
  }
  const listed = { borrowers: listedOf('broker') }
  const failing = newOrder(vault, 'failing', { account: 'broker', listed })
  await store.orders.begin(failing, [newPull(vault, 'failing-pull')])
  const answer = bytes('of broker')
  await store.orders.fail({
    id: 'failing',
    runner: 'runner-1',
    finishedAt: NOW + 5,
    code: 'E001',
    answer,
  })
  await store.retention.addHold(
    { reportId: 'report-lender-0', reason: 'dispute', heldAt: NOW },
    SERVICE,
  )
  const scope = { reportsBefore: 1, refusalsBefore: 1, inquiriesBefore: 1 }
  const pace = { batch: 9, between: async () => true, now: () => NOW }
  await store.retention.purge({ id: 'purge-1', begunAt: NOW, by: SERVICE, scope }, pace)
  await addRetiring(store, vault)
  const before = await tablesOf(database)
  await changeAccess(store)
  const sessions = new Map<string, Uint8Array>()
  const life = { createdSince: 0, seenSince: 0 }
  for (const name of ['admin', 'broker-user']) {
    const tokenHash = vault.blindIndex('session', name)
    const operator = await store.operators.find(name)
    assert.ok(operator !== undefined)
    await store.operators.beginSession({ tokenHash, operator, createdAt: NOW }, life)
    sessions.set(name, tokenHash)
  }
  await store.audit.seal()
  const tables = await tablesOf(database)
  const operators = (await store.operators.list()).map(
    (one) => [one.name, JSON.stringify(one)] as const,
  )
  return {
    ...opened,
    store,
    tables,
    older: changedRows(before, tables),
    operators: new Map(operators),
    sessions,
    anchors,
  }
}

async function writePeople(store: Store): Promise<void> {
  const made = { passwordHash: 'of-argon2', createdAt: NOW }
  await store.operators.create({ ...made, name: 'admin', role: 'operator' }, SERVICE)
  await store.operators.create({ ...made, name: 'second', role: 'operator' }, SERVICE)
  const user = { ...made, name: 'broker-user', role: 'integrator', account: 'broker' } as const
  await store.operators.create(user, SERVICE)
}

/** Makes changes after which the earlier rows would give too much access. */
async function changeAccess(store: Store): Promise<void> {
  await store.operators.change('second', () => ({ role: 'auditor', disabledAt: NOW + 9 }), SERVICE)
  await store.operators.changePassword('admin', 'of-argon2-again', undefined, SERVICE)
  const factor = { secret: new Uint8Array(20), recoveryHashes: [new Uint8Array(32)] }
  await store.operators.addFactor('admin', factor, new Uint8Array(), SERVICE)
  await store.accounts.retireSecret('lender', 'secret-3', NOW + 2, SERVICE)
  await store.accounts.writeProfile('broker', { products: [] }, SERVICE)
}

/** Adds the secret that `changeAccess` retires later. */
async function addRetiring(store: Store, vault: Vault): Promise<void> {
  const secret = { id: 'secret-3', hash: vault.secretHash('three'), createdAt: NOW + 1 }
  await store.accounts.addSecret('lender', secret, SERVICE)
}

async function writeOrder(
  store: Store,
  vault: Vault,
  account: string,
  index: number,
): Promise<void> {
  const id = `${account}-${index}`
  const ssn = vault.blindIndex('ssn', id)
  const pulls = ['equifax', 'experian'].map((bureau) =>
    newPull(vault, `${id}-${bureau}`, { bureau, ssnIndex: ssn }),
  )
  const sent = bytes(`of ${account}`)
  const listed = { borrowers: listedOf(account) }
  await store.orders.begin(newOrder(vault, id, { account, sent, listed }), pulls)
  const report = newReport(vault, `report-${id}`, {
    content: { of: account, report: `report-${id}` },
    meaning: vault.blindIndex('meaning', id),
    lenderCase: vault.blindIndex('case', id),
    borrowers: [{ ssn, identity: vault.blindIndex('identity', id) }],
    printed: { PDF: bytes(`of ${account}`) },
  })
  const ended = completion(vault, id)
  const outcomes = pulls.map((pull) => ({
    id: pull.id,
    state: 'answered' as const,
    outcome: 'FileReturned',
    finishedAt: NOW + 3,
  }))
  await store.orders.complete({ ...ended, answer: bytes(`of ${account}`), report, pulls: outcomes })
}

/** Returns a report of the account again, under another lender case. */
async function writeReissue(store: Store, vault: Vault, account: string): Promise<void> {
  const id = `${account}-again`
  const sent = bytes(`of ${account}`)
  const listed = { borrowers: listedOf(account) }
  await store.orders.begin(newOrder(vault, id, { account, sent, listed }), [])
  await store.orders.complete({
    ...completion(vault, id),
    answer: bytes(`of ${account}`),
    reportId: `report-${account}-0`,
    report: undefined,
    lenderCase: vault.blindIndex('case', id),
  })
}

function listedOf(account: string) {
  return [{ name: `of ${account}`, ssn: '•••-••-1234' }]
}

async function tablesOf(database: Database): Promise<ReadonlyMap<string, readonly Row[]>> {
  const tables = new Map<string, readonly Row[]>()
  for (const [table, { key }] of Object.entries(TABLES)) {
    const sql = `select * from ${table} order by ${key.join(', ')}`
    tables.set(table, await database.read({ sql, params: [] }))
  }
  return tables
}

function changedRows(
  before: ReadonlyMap<string, readonly Row[]>,
  after: ReadonlyMap<string, readonly Row[]>,
): { readonly table: string; readonly row: Row }[] {
  return ['accounts', 'account_secrets', 'operators'].flatMap((table) => {
    const now = new Map((after.get(table) ?? []).map((row) => [keyText(table, row), lineOf(row)]))
    return (before.get(table) ?? [])
      .filter((row) => now.get(keyText(table, row)) !== lineOf(row))
      .map((row) => ({ table, row }))
  })
}

function lineOf(row: Row): string {
  return JSON.stringify(
    Object.values(row).map((value) => (value instanceof Uint8Array ? value.toHex() : value)),
  )
}

function keyText(table: string, row: Row): string {
  return JSON.stringify(keyOf(table, row).map(String))
}

function keyOf(table: string, row: Row): Value[] {
  return (TABLES[table]?.key ?? []).map((name) => row[name] ?? null)
}

function where(table: string, used: number): string {
  const terms = (TABLES[table]?.key ?? []).map((name, index) => `${name} = $${used + index + 1}`)
  return `where ${terms.join(' and ')}`
}

// The kinds of changes.

/** A change, with its description. */
interface Change {
  readonly what: string
  readonly make: (attacker: Attacker) => Promise<void>
}

type Kind = (records: WrittenRecords, random: Random) => Change | undefined

function one<T>(list: readonly T[], random: Random): T | undefined {
  return list[random(list.length)]
}

function someRow({ tables }: WrittenRecords, random: Random) {
  const table =
    one(
      [...tables.keys()].filter((name) => tables.get(name)?.length),
      random,
    ) ?? ''
  return { table, row: one(tables.get(table) ?? [], random) as Row, rows: tables.get(table) ?? [] }
}

function activeColumns(table: string, row: Row): string[] {
  const idle = TABLES[table]?.idle ?? []
  return Object.keys(row).filter((column) => !idle.includes(column))
}

function setting(table: string, columns: readonly string[], from: Row, to: Row) {
  const sets = columns.map((name, index) => `${name} = $${index + 1}`)
  const sql = `update ${table} set ${sets.join(', ')} ${where(table, columns.length)}`
  return { sql, params: [...columns.map((name) => from[name] ?? null), ...keyOf(table, to)] }
}

const edited: Kind = (records, random) => {
  const { table, row } = someRow(records, random)
  const column = one(activeColumns(table, row), random) ?? ''
  const changed = { ...row, [column]: another(row[column] ?? null, random) }
  const { sql, params } = setting(table, [column], changed, row)
  return { what: `${table}.${column} edited`, make: ({ run }) => run(sql, params) }
}

/** Returns another value of the same type. */
function another(value: Value, random: Random): Value {
  if (value === null) return 7
  if (typeof value === 'number') return value + 1 + random(1_000)
  if (typeof value === 'string') {
    const at = random(value.length + 1)
    return `${value.slice(0, at)}#${value.slice(at)}`
  }
  const changed = value.length === 0 ? new Uint8Array(1) : new Uint8Array(value)
  const at = random(changed.length)
  changed[at] = (changed[at] ?? 0) ^ (1 << random(8))
  return changed
}

const deleted: Kind = (records, random) => {
  const { table, row } = someRow(records, random)
  const sql = `delete from ${table} ${where(table, 0)}`
  // Without a session, the user only has to sign in again.
  if (table === 'sessions') return undefined
  // A printed form is rendered again from the report.
  if (table === 'contents' && row.part === 'PDF') return undefined
  return { what: `${table} row deleted`, make: ({ run }) => run(sql, keyOf(table, row)) }
}

/** Exchanges all columns, or one column, of two rows. */
const exchanged: Kind = (records, random) => {
  const { table, row, rows } = someRow(records, random)
  const key = TABLES[table]?.key ?? []
  const other = one(rows, random) as Row
  const columns = activeColumns(table, row).filter((name) => !key.includes(name))
  const some = random(2) === 0 ? columns : [one(columns, random) ?? '']
  if (
    some.every((name) => lineOf({ v: row[name] ?? null }) === lineOf({ v: other[name] ?? null }))
  ) {
    return undefined
  }
  return {
    what: `${table} rows exchanged: ${some.length === 1 ? some[0] : 'all'}`,
    make: async ({ run }) => {
      const [to, from] = [setting(table, some, row, other), setting(table, some, other, row)]
      await run(to.sql, to.params)
      await run(from.sql, from.params)
    },
  }
}

/** Inserts a copy of a row under another key, sometimes combined with columns of another row. */
const inserted: Kind = (records, random) => {
  const { table, row } = someRow(records, random)
  const column = TABLES[table]?.key.at(random(TABLES[table]?.key.length ?? 1)) ?? ''
  const other = random(2) === 0 ? row : (one(records.tables.get(table) ?? [], random) as Row)
  const copy: Row = { ...other, ...row, [column]: another(row[column] ?? null, random) }
  const names = Object.keys(copy)
  const places = names.map((_, index) => `$${index + 1}`)
  const sql = `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`
  // A key or content without an order gives no access and is not shown anywhere.
  if (['order_keys', 'contents'].includes(table)) return undefined
  return { what: `${table} row put in`, make: ({ run }) => run(sql, Object.values(copy)) }
}

/** Restores a row from before its last change, with its MAC of that time. */
const replayed: Kind = ({ older }, random) => {
  const found = one(older, random)
  if (found === undefined) return undefined
  const { table, row } = found
  const { sql, params } = setting(table, Object.keys(row), row, row)
  return { what: `${table} row replayed`, make: ({ run }) => run(sql, params) }
}

/** Moves all rows of an order, or some of them, to another account. */
const moved: Kind = ({ tables }, random) => {
  const order = one(
    (tables.get('orders') ?? []).filter(({ state }) => state === 'done'),
    random,
  )
  const to = order?.account === 'lender' ? 'broker' : 'lender'
  const id = order?.id ?? null
  const report = order?.report_id ?? null
  const moves = [
    { sql: 'update orders set account = $1 where id = $2', params: [to, id] },
    { sql: 'update pulls set account = $1 where order_id = $2', params: [to, id] },
    { sql: 'update charges set account = $1 where order_id = $2', params: [to, id] },
    { sql: 'update order_search set account = $1 where order_id = $2', params: [to, id] },
    { sql: 'update reports set account = $1 where id = $2', params: [to, report] },
    { sql: 'update report_borrowers set account = $1 where report_id = $2', params: [to, report] },
  ]
  // All rows, or the order with any of the other rows.
  const chosen =
    random(2) === 0 ? moves : moves.filter((_, index) => index === 0 || random(2) === 0)
  return {
    what: `order moved to another account (${chosen.length})`,
    make: async ({ run }) => {
      for (const { sql, params } of chosen) await run(sql, params)
    },
  }
}

/** Adds a console user of the attacker, with a hash made elsewhere. */
const invited: Kind = ({ tables }, random) => {
  const like = one(tables.get('operators') ?? [], random) as Row
  const row: Row = {
    ...like,
    name: 'mallory',
    role: 'operator',
    account: null,
    password_hash: 'mine',
  }
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  const sql = `insert into operators (${names.join(', ')}) values (${places.join(', ')})`
  return { what: 'operators row of a stranger', make: ({ run }) => run(sql, Object.values(row)) }
}

/** Moves a secret to another account. */
const redirected: Kind = (_, random) => {
  const [from, to] = random(2) === 0 ? ['secret-1', 'broker'] : ['secret-2', 'lender']
  const sql = 'update account_secrets set account = $1 where id = $2'
  return { what: 'secret of another account', make: ({ run }) => run(sql, [to ?? '', from ?? '']) }
}

const KINDS: readonly Kind[] = [
  edited,
  edited,
  edited,
  deleted,
  exchanged,
  exchanged,
  inserted,
  replayed,
  moved,
  invited,
  redirected,
]

// Attempts to get access after each change.

/**
 * Tries everything that gives access through the store of the service. Returns the unauthorized
 * accesses that succeeded.
 */
async function triedAccess(
  database: Database,
  records: WrittenRecords,
): Promise<readonly string[]> {
  const { vault } = records
  const store = openStore(database, vault)
  await store.learnRevisions()
  return [
    ...(await openedAccounts(store, vault)),
    ...(await openedOrders(store, records)),
    ...(await openedConsole(store, records)),
  ]
}

async function openedAccounts(store: Store, vault: Vault): Promise<string[]> {
  const got: string[] = []
  const wrong = { lender: [SECRETS.broker, 'three'], broker: [SECRETS.lender, 'three'] }
  for (const name of ACCOUNTS) {
    const account = await store.accounts.find(name, NOW + 10)
    if (account !== undefined && JSON.stringify(account.profile) !== PROFILES[name]) {
      got.push(`${name} with another profile`)
    }
    for (const secret of wrong[name]) {
      const hash = vault.secretHash(secret)
      if (account?.secrets.some((each) => Buffer.compare(each.hash, hash) === 0)) {
        got.push(`${name} by the secret ${secret}`)
      }
    }
  }
  return got
}

const PROFILES = {
  lender: JSON.stringify({ products: ['Merge'] }),
  broker: JSON.stringify({ products: [] }),
}

async function openedOrders(store: Store, records: WrittenRecords): Promise<string[]> {
  const got: string[] = []
  for (const account of ACCOUNTS) {
    for (const { id } of records.tables.get('orders') ?? []) {
      const order = await store.orders.find(account, String(id))
      const parts = [order?.sent, order?.answer].map(text)
      const others = parts.filter((part) => /^of /.test(part) && part !== `of ${account}`)
      if (others.length > 0) got.push(`order ${id} by ${account}`)
    }
    got.push(...(await openedReports(store, account, records)))
    got.push(...(await listedBorrowers(store, account)))
  }
  return got
}

async function openedReports(store: Store, account: string, { tables }: WrittenRecords) {
  const got: string[] = []
  for (const { id } of tables.get('reports') ?? []) {
    const report = await store.reports.find(account, String(id))
    const content = report?.content as { of: string; report: string } | undefined
    if (content === undefined || (content.of === account && content.report === id)) continue
    got.push(`report ${id} by ${account}`)
  }
  return got
}

async function listedBorrowers(store: Store, account: string): Promise<string[]> {
  const listed = await store.orders.list({ account }, { limit: 99 })
  const borrowers = await store.orders.listedOf(listed.map(({ id }) => id))
  const others = [...borrowers].filter(
    ([
      ,
      {
        borrowers: [first],
      },
    ]) => first?.name !== `of ${account}`,
  )
  return others.map(([id]) => `borrowers of ${id} by ${account}`)
}

async function openedConsole(store: Store, records: WrittenRecords): Promise<string[]> {
  const got: string[] = []
  for (const operator of await store.operators.list()) {
    if (records.operators.get(operator.name) !== JSON.stringify(operator)) {
      got.push(`operator ${operator.name}`)
    }
  }
  const life = { createdSince: 0, seenSince: 0 }
  for (const [name, tokenHash] of records.sessions) {
    const session = await store.operators.findSession(tokenHash, life)
    if (session && JSON.stringify(session.operator) !== records.operators.get(name)) {
      got.push(`session of ${name} as ${session.operator.name}`)
    }
  }
  return got
}

/** Returns whether a check finds a problem. */
export type Check = (database: Database, records: WrittenRecords) => Promise<boolean>

/** The complete verification of the program. */
const wholeCheck: Check = async (database, { vault, anchors }) =>
  (await verifyTrail(database, vault, { anchors, now: Date.now() })).findingCount > 0

/** The figures of the proof. */
export interface EditFigures {
  readonly changes: number
  /** Changes that the database itself rejected. */
  readonly impossible: number
  readonly missed: readonly string[]
  readonly access: readonly string[]
  readonly soundUntouched: boolean
}

/**
 * Makes changes one at a time, tries to get access, and checks whether verification finds each
 * change.
 */
export async function edit(
  attacker: Attacker,
  records: WrittenRecords,
  options: {
    readonly changes: number
    readonly seed: number
    readonly check?: Check
  },
): Promise<EditFigures> {
  const { changes, seed, check = wholeCheck } = options
  const random = randomOf(seed)
  const { database } = attacker
  const soundUntouched =
    !(await check(database, records)) && (await triedAccess(database, records)).length === 0
  const missed: string[] = []
  const got: string[] = []
  let impossible = 0
  for (let made = 0; made < changes; ) {
    const change = one(KINDS, random)?.(records, random)
    if (change === undefined) continue
    await attacker.begin()
    try {
      await change.make(attacker).then(
        async () => {
          made += 1
          got.push(
            ...(await triedAccess(database, records)).map((each) => `${change.what}: ${each}`),
          )
          if (!(await check(database, records))) missed.push(change.what)
        },
        () => {
          impossible += 1
        },
      )
    } finally {
      await attacker.rollback()
    }
  }
  return { changes, impossible, missed, access: got, soundUntouched }
}

/**
 * Makes a change with the master key, which the attacker of this proof does not have. Returns the
 * accesses that it gives.
 */
export async function editWithKey(
  attacker: Attacker,
  records: WrittenRecords,
): Promise<readonly string[]> {
  const guard = rowGuard(records.vault, () => undefined)
  const secret = (records.tables.get('account_secrets') ?? []).find(({ id }) => id === 'secret-1')
  const account = (records.tables.get('accounts') ?? []).find(({ name }) => name === 'broker')
  const movedSecret = { ...secret, account: 'broker' } as never
  const opened = { ...account, active_secrets: '["secret-1"]' } as never
  await attacker.begin()
  await attacker.run('update account_secrets set account = $1, mac = $2 where id = $3', [
    'broker',
    guard.mac('account_secrets', movedSecret),
    'secret-1',
  ])
  await attacker.run('update accounts set active_secrets = $1, mac = $2 where name = $3', [
    '["secret-1"]',
    guard.mac('accounts', opened),
    'broker',
  ])
  const got = await triedAccess(attacker.database, records)
  await attacker.rollback()
  return got
}
