/**
 * The tables that hold the state of a sandbox. A reset empties them, and a snapshot copies them.
 * Accounts, operators, keys, the audit trail, and the records of purges, which the trail covers,
 * are not among them.
 */
import type { Database, UnitStatement } from './database.ts'

/** Ordered by reference: each table comes after the tables that it refers to. */
export const WORLD_TABLES = [
  'orders',
  'order_keys',
  'set_aside_keys',
  'contents',
  'order_search',
  'pulls',
  'reports',
  'report_borrowers',
  'report_cases',
  'charges',
  'statistics',
  'uncounted',
  'holds',
  'people',
  'fault_uses',
] as const

type WorldTable = (typeof WORLD_TABLES)[number]

/** Returns the name of the table that holds the copies of a table in snapshots. */
function savedTable(table: WorldTable): string {
  return `saved_${table}`
}

/** Returns statements that create the tables of copies: the snapshot's name and the columns. */
export function savedTables(tables: readonly WorldTable[]): string[] {
  return tables.flatMap((table) => [
    `create table ${savedTable(table)} as
      select cast('' as text) as snapshot, t.* from ${table} t where 1 = 0`,
    `create index ${savedTable(table)}_snapshot on ${savedTable(table)} (snapshot)`,
  ])
}

/** Returns statements that empty all tables of the world, referring tables first. */
export function emptyWorld(): UnitStatement[] {
  return WORLD_TABLES.toReversed().map((table) => ({ sql: `delete from ${table}`, params: [] }))
}

/** Returns statements that copy the world under the name of a snapshot. */
export async function saveWorld(database: Database, snapshot: string): Promise<UnitStatement[]> {
  return Promise.all(
    WORLD_TABLES.map(async (table) => {
      const columns = (await columnsOf(database, table)).join(', ')
      const sql = `insert into ${savedTable(table)} (snapshot, ${columns})
        select $1, ${columns} from ${table}`
      return { sql, params: [snapshot] }
    }),
  )
}

/** Returns statements that copy a snapshot into the world, whose tables must be empty. */
export async function restoreWorld(database: Database, snapshot: string): Promise<UnitStatement[]> {
  return Promise.all(
    WORLD_TABLES.map(async (table) => {
      const columns = (await columnsOf(database, table)).join(', ')
      const sql = `insert into ${table} (${columns})
        select ${columns} from ${savedTable(table)} where snapshot = $1`
      return { sql, params: [snapshot] }
    }),
  )
}

/** Returns SQL that counts the copies of a table in the snapshot of a row of `snapshots`. */
export function savedCount(table: WorldTable): string {
  return `(select count(*) from ${savedTable(table)} where snapshot = snapshots.name)`
}

/** Returns SQL that counts a table's rows that are not in snapshot `$1`, by some columns. */
export function addedSince(table: WorldTable, columns: readonly string[]): string {
  const rows = `select ${columns.join(', ')} from`
  return `select count(*) from
    (${rows} ${table} except ${rows} ${savedTable(table)} where snapshot = $1) as added`
}

/** Returns statements that delete the copies of a snapshot. */
export function deletedCopies(snapshot: string): UnitStatement[] {
  return WORLD_TABLES.map((table) => ({
    sql: `delete from ${savedTable(table)} where snapshot = $1`,
    params: [snapshot],
  }))
}

/** Returns the names of a table's columns. Later steps of the schema may append columns. */
async function columnsOf(database: Database, table: WorldTable): Promise<readonly string[]> {
  const sql =
    database.engine === 'sqlite'
      ? 'select name from pragma_table_info($1)'
      : `select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = $1`
  const rows = await database.read<{ name: string }>({ sql, params: [table] })
  return rows.map(({ name }) => name)
}
