/**
 * An attacker with all rights in the database makes one change at a time to the audit trail: edits
 * a value, deletes a row, exchanges two rows, inserts a row, or cuts off the end. Each change is
 * checked and rolled back, so that it is the only one.
 */
import pg from 'pg'
import { type AuditHead, blockLine, blocksAfter } from '../../../src/store/audit/block.ts'
import { type AuditKey, type EntryRow, entryLine, entryOf } from '../../../src/store/audit/entry.ts'
import type { Database, Row, Value } from '../../../src/store/engine/database.ts'
import { openConnection, readRows } from '../../../src/store/engine/sqlite-connection.ts'
import { openStore } from '../../../src/store/store.ts'
import { verifyTrail } from '../../../src/store/verification/verify.ts'
import { type Opened, openedStore } from '../../store/store.fixtures.ts'
import { randomOf } from '../support/random.ts'

/** A connection of an attacker, and the database as seen through it. */
export interface Attacker {
  readonly database: Database
  /** Begins a transaction that is rolled back later, without the triggers that reject changes. */
  begin(): Promise<void>
  run(sql: string, params?: readonly Value[]): Promise<void>
  rollback(): Promise<void>
  close(): Promise<void>
}

/** Returns an attacker with the file of the embedded database. */
export function sqliteAttacker(path: string): Attacker {
  const connection = openConnection({ path, busyTimeoutMs: 1_000 }, false)
  const run = async (sql: string, params: readonly Value[] = []) => {
    connection.database.prepare(sql.replace(/\$(\d+)/g, '?$1')).run(...params)
  }
  return {
    database: onlyRead('sqlite', async ({ sql, params }) => readRows(connection, { sql, params })),
    begin: async () => {
      connection.database.exec('begin')
      for (const { name } of readRows(connection, TRIGGERS)) await run(`drop trigger ${name}`)
    },
    run,
    rollback: async () => connection.database.exec('rollback'),
    close: async () => connection.database.close(),
  }
}

const TRIGGERS = {
  sql: "select name from sqlite_master where type = 'trigger' and tbl_name like 'audit_%'",
  params: [],
}

/** Returns an attacker with the rights of the owner of the PostgreSQL server. */
export async function postgresAttacker(url: string): Promise<Attacker> {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === 20 ? Number : pg.types.getTypeParser(oid, format),
  }
  const client = new pg.Client({ connectionString: url, types: types as pg.CustomTypesConfig })
  await client.connect()
  const run = async (sql: string, params: readonly Value[] = []) => {
    await client.query(sql, [...params])
  }
  return {
    database: onlyRead('postgres', async ({ sql, params }) => {
      return (await client.query(sql, [...params])).rows.map(plainBytes)
    }),
    begin: async () => {
      await run('begin')
      await run('set local session_replication_role = replica')
    },
    run,
    rollback: () => run('rollback'),
    close: () => client.end(),
  }
}

function plainBytes(row: Row): Row {
  const plain = (value: Value) => (value instanceof Uint8Array ? new Uint8Array(value) : value)
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))
}

function onlyRead(
  engine: Database['engine'],
  read: (statement: Parameters<Database['read']>[0]) => Promise<readonly Row[]>,
): Database {
  return {
    engine,
    read: read as Database['read'],
    commit: () => Promise.reject(new Error('an attacker commits nothing')),
    scrub: async () => true,
    close: async () => {},
  }
}

/** A trail written by several processes, and its anchors, which are stored elsewhere. */
export interface WrittenTrail extends Opened {
  readonly anchors: readonly AuditHead[]
}

/** Writes a trail of some hundred entries in some dozen blocks. */
export async function writtenTrail(database: Database): Promise<WrittenTrail> {
  const opened = await openedStore(database)
  const anchors: AuditHead[] = []
  const options = { now: Date.now, anchor: (head: AuditHead) => void anchors.push(head) }
  const writers = [1, 2, 3].map(() => openStore(database, opened.vault, options).audit)
  await opened.store.audit.seal()
  for (let round = 0; round < 12; round++) {
    for (const [index, audit] of writers.entries()) {
      for (let count = 0; count < 5; count++) {
        await audit.record({
          actor: { kind: 'account', name: `lender-${index}` },
          action: 'order.new',
          account: `lender-${index}`,
          orderId: `O${round}-${index}-${count}`,
          reportId: `R${round}-${index}-${count}`,
          purpose: 'FCRA 604(a)(3)(A)',
          fields: ['report', 'charge', 'pulls'],
        })
      }
      await audit.seal()
    }
  }
  return { ...opened, anchors }
}

/** A change, with its description. */
interface Change {
  readonly what: string
  readonly make: (attacker: Attacker) => Promise<void>
}

/** The rows of the trail before any change. */
interface Trail {
  readonly entries: readonly Row[]
  readonly blocks: readonly Row[]
}

async function trailIn(database: Database): Promise<Trail> {
  const rows = (sql: string) => database.read({ sql, params: [] })
  return {
    entries: await rows('select * from audit_entries order by writer, number'),
    blocks: await rows('select * from audit_blocks order by number'),
  }
}

type Random = (below: number) => number

function one<T>(list: readonly T[], random: Random): T {
  const found = list[random(list.length)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  audit_entries: ['writer', 'number'],
  audit_blocks: ['number'],
}

const KINDS: readonly ((trail: Trail, random: Random) => Change)[] = [
  editOf,
  editOf,
  editOf,
  deletion,
  deletion,
  exchange,
  insertion,
  truncation,
]

function tableOf({ entries, blocks }: Trail, random: Random) {
  return random(2) === 0
    ? { table: 'audit_entries', rows: entries }
    : { table: 'audit_blocks', rows: blocks }
}

function editOf(trail: Trail, random: Random): Change {
  const { table, rows } = tableOf(trail, random)
  const row = one(rows, random)
  const column = one(Object.keys(row), random)
  const value = changed(row[column] ?? null, column, random)
  return {
    what: `${table}.${column} edited`,
    make: ({ run }) =>
      run(`update ${table} set ${column} = $1 ${where(table, row, 1)}`, [
        value,
        ...keyOf(table, row),
      ]),
  }
}

/** Returns another value of the same type. */
function changed(value: Value, column: string, random: Random): Value {
  // SQLite rejects a text in a column of bytes.
  if (value === null) return column === 'records' ? new Uint8Array([1]) : 'x'
  if (typeof value === 'number') return value + 1_000_000 + random(1_000)
  if (value instanceof Uint8Array) {
    const bytes = new Uint8Array(value)
    const at = random(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
    return bytes
  }
  // `missing` gets a gap that the block did not have; other texts get an additional character
  // somewhere.
  if (column === 'missing') return `${value},2`
  const at = random(value.length + 1)
  return `${value.slice(0, at)}#${value.slice(at)}`
}

function keyOf(table: string, row: Row): Value[] {
  return (KEYS[table] ?? []).map((name) => row[name] ?? null)
}

function where(table: string, _row: Row, used: number): string {
  const terms = (KEYS[table] ?? []).map((name, index) => `${name} = $${used + index + 1}`)
  return `where ${terms.join(' and ')}`
}

const END_CUT_OFF = 'the end cut off'

function deletion(trail: Trail, random: Random): Change {
  const { table, rows } = tableOf(trail, random)
  const row = one(rows, random)
  // Without the newest block, its entries look as if they were not sealed yet.
  const isEnd = row === trail.blocks.at(-1)
  return {
    what: isEnd ? END_CUT_OFF : `${table} row deleted`,
    make: ({ run }) => run(`delete from ${table} ${where(table, row, 0)}`, keyOf(table, row)),
  }
}

/** Exchanges all columns of two rows except the key. */
function exchange(trail: Trail, random: Random): Change {
  const { table, rows } = tableOf(trail, random)
  const first = one(rows, random)
  const second = one(
    rows.filter((row) => row !== first),
    random,
  )
  // The turns of a writer are unique, so they are not exchanged.
  const fixed = [...(KEYS[table] ?? []), 'writer', 'turn']
  const columns = Object.keys(first).filter((name) => !fixed.includes(name))
  const put = async ({ run }: Attacker, from: Row, to: Row) => {
    const sets = columns.map((name, index) => `${name} = $${index + 1}`)
    await run(`update ${table} set ${sets.join(', ')} ${where(table, to, columns.length)}`, [
      ...columns.map((name) => from[name] ?? null),
      ...keyOf(table, to),
    ])
  }
  return {
    what: `${table} rows exchanged`,
    make: async (attacker) => {
      await put(attacker, first, second)
      await put(attacker, second, first)
    },
  }
}

/** Inserts a copy of a row under another key, where it would be the next or the first. */
function insertion(trail: Trail, random: Random): Change {
  const { table, rows } = tableOf(trail, random)
  const row = one(rows, random)
  const highest = Math.max(...rows.map(({ number }) => Number(number)))
  const turns = trail.blocks.filter(({ writer }) => writer === row.writer).length
  const copy =
    table === 'audit_entries'
      ? { ...row, number: one([0, highest + 1, highest + 50], random) }
      : { ...row, number: one([0, highest + 1], random), turn: turns + 1 }
  const names = Object.keys(copy)
  const places = names.map((_, index) => `$${index + 1}`)
  return {
    what: `${table} row put in`,
    make: ({ run }) =>
      run(
        `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
        Object.values(copy),
      ),
  }
}

/** Cuts off the trail from some block on, with the entries of the blocks, or the complete trail. */
function truncation({ blocks }: Trail, random: Random): Change {
  const from = random(blocks.length) + 1
  return {
    what: END_CUT_OFF,
    make: async ({ run }) => {
      await run(
        `delete from audit_entries where exists (select 1 from audit_blocks b
          where b.number >= $1 and b.writer = audit_entries.writer
            and audit_entries.number between b.first and b.last)`,
        [from],
      )
      await run('delete from audit_blocks where number >= $1', [from])
    },
  }
}

/** Returns whether a check finds a problem. */
export type Check = (database: Database, trail: WrittenTrail) => Promise<boolean>

/** The complete verification of the program. */
export const wholeCheck: Check = async (database, { vault, anchors }) =>
  (await verifyTrail(database, vault, { anchors, now: Date.now() })).findingCount > 0

/** A check that is not sufficient, for comparison: only the MAC of each row, without the chain. */
export const rowsAlone: Check = async (database, { vault }) => {
  const rows = await database.read<EntryRow>({ sql: 'select * from audit_entries', params: [] })
  const blocks = await blocksAfter(database, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  const sealed = [
    ...rows.map(entryOf).map((entry) => ({ line: entryLine(entry), mac: entry.mac })),
    ...blocks.map((block) => ({ line: blockLine(block), mac: block.mac })),
  ]
  return sealed.some(({ line, mac }) => !vouched(vault, line, mac))
}

function vouched(key: AuditKey, line: string, mac: Uint8Array): boolean {
  return Buffer.compare(key.auditMac(line), mac) === 0
}

/** The numbers of changes, and the changes that were not found. */
export interface TamperFigures {
  readonly changes: number
  readonly found: number
  readonly missed: readonly string[]
  /** Whether the unchanged trail is valid before and after all changes. */
  readonly soundUntouched: boolean
}

/** Makes changes one at a time, and tests whether the check finds each. */
export async function tamper(
  attacker: Attacker,
  trail: WrittenTrail,
  {
    changes,
    seed,
    check,
  }: { readonly changes: number; readonly seed: number; readonly check: Check },
): Promise<TamperFigures> {
  const random = randomOf(seed)
  const { database } = attacker
  const before = !(await check(database, trail))
  const rows = await trailIn(database)
  const missed: string[] = []
  for (let count = 0; count < changes; count++) {
    const { what, make } = one(KINDS, random)(rows, random)
    await attacker.begin()
    await make(attacker)
    if (!(await check(database, trail))) missed.push(what)
    await attacker.rollback()
  }
  const soundUntouched = before && !(await check(database, trail))
  return { changes, found: changes - missed.length, missed, soundUntouched }
}
