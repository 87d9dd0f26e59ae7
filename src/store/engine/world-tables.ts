/**
 * The tables that hold what happened in a sandbox: a reset empties them, and a snapshot copies them.
 * Accounts, operators, keys, the audit trail and the records of purges, which it vouches for, are
 * not among them.
 */
import type { Database, UnitStatement } from './database.ts'

/** From those that others refer to, to those that refer to them. */
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

/** The table that holds the copies of a table in snapshots. */
function savedTable(table: WorldTable): string {
  return `saved_${table}`
}

/** Makes the tables for the copies of some tables: the same columns after the snapshot's name. */
export function savedTables(tables: readonly WorldTable[]): string[] {
  return tables.flatMap((table) => [
    `create table ${savedTable(table)} as
      select cast('' as text) as snapshot, t.* from ${table} t where 1 = 0`,
    `create index ${savedTable(table)}_snapshot on ${savedTable(table)} (snapshot)`,
  ])
}

/** Empties every table of the world; one that refers to another goes first. */
export function emptied(): UnitStatement[] {
  return WORLD_TABLES.toReversed().map((table) => ({ sql: `delete from ${table}`, params: [] }))
}

/** Copies the world under the name of a snapshot. */
export async function saved(database: Database, snapshot: string): Promise<UnitStatement[]> {
  return Promise.all(
    WORLD_TABLES.map(async (table) => {
      const columns = (await columnsOf(database, table)).join(', ')
      const sql = `insert into ${savedTable(table)} (snapshot, ${columns})
        select $1, ${columns} from ${table}`
      return { sql, params: [snapshot] }
    }),
  )
}

/** Copies a snapshot into the world, whose tables are empty. */
export async function restored(database: Database, snapshot: string): Promise<UnitStatement[]> {
  return Promise.all(
    WORLD_TABLES.map(async (table) => {
      const columns = (await columnsOf(database, table)).join(', ')
      const sql = `insert into ${table} (${columns})
        select ${columns} from ${savedTable(table)} where snapshot = $1`
      return { sql, params: [snapshot] }
    }),
  )
}

/** Counts the copies of a table in the snapshot of a row of `snapshots`. */
export function savedCount(table: WorldTable): string {
  return `(select count(*) from ${savedTable(table)} where snapshot = snapshots.name)`
}

/** Counts the rows of a table that the snapshot `$1` has not, by the columns that tell them apart. */
export function addedSince(table: WorldTable, columns: readonly string[]): string {
  const rows = `select ${columns.join(', ')} from`
  return `select count(*) from
    (${rows} ${table} except ${rows} ${savedTable(table)} where snapshot = $1) as added`
}

/** Removes the copies of a snapshot. */
export function forgotten(snapshot: string): UnitStatement[] {
  return WORLD_TABLES.map((table) => ({
    sql: `delete from ${savedTable(table)} where snapshot = $1`,
    params: [snapshot],
  }))
}

/** The columns of a table, by name: later steps of the schema may add some to the end. */
async function columnsOf(database: Database, table: WorldTable): Promise<readonly string[]> {
  const sql =
    database.engine === 'sqlite'
      ? 'select name from pragma_table_info($1)'
      : `select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = $1`
  const rows = await database.read<{ name: string }>({ sql, params: [table] })
  return rows.map(({ name }) => name)
}
