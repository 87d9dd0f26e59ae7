/**
 * Keyed hashes of the rows that grant access. Each covers every column that matters. Write access
 * to the database is then not enough to grant access: a row that was inserted, edited or moved
 * outside the service does not match its hash, and is treated as absent. Rows that only describe
 * past events are covered by the audit trail instead (`audit/record-digest.ts`).
 */
import { timingSafeEqual } from 'node:crypto'
import type { Database, Row, Statement, Value } from '../engine/database.ts'
import type { Vault } from './vault.ts'

/** The columns of each table that the hash covers. The first column identifies the row. */
// biome-ignore format: a table
const COVERED = {
  accounts:        ['name', 'profile', 'created_at', 'disabled_at', 'active_secrets', 'revision'],
  account_secrets: ['id', 'account', 'hash', 'created_at', 'expires_at', 'retired_at'],
  operators:       ['name', 'password_hash', 'role', 'account', 'created_at', 'disabled_at', 'revision', 'second_factor'],
  sessions:        ['operator', 'token_hash', 'created_at'],
  report_cases:    ['report_id', 'lender_case'],
} as const

/** Columns that later schemas added. Empty ones are omitted, as in the earlier schema. */
const ADDED: ReadonlySet<string> = new Set(['second_factor'])

/** A table whose rows have a keyed hash. */
export type GuardedTable = keyof typeof COVERED
/** The guarded tables. Each has its own metric, and is checked when the trail is verified. */
export const GUARDED_TABLES = Object.keys(COVERED) as readonly GuardedTable[]

/** The columns that the hash of a table's rows covers. */
export type GuardedColumns<T extends GuardedTable> = Readonly<
  Record<(typeof COVERED)[T][number], Value>
>

/**
 * A row that does not match its hash, or sealed data that is not in the place it was sealed for.
 */
export interface TamperedRow {
  readonly table: string
  /** The name or ID in the row. Never personal data. */
  readonly row: string
}

/** The key of the hashes. */
type RowKey = Pick<Vault, 'rowMac'>

/** Tables whose rows count their changes. An earlier version of a row has a lower revision. */
type RevisedTable = 'accounts' | 'operators'

/** Computes the hashes of rows, and reports rows that do not match. */
export interface RowGuard {
  mac<T extends GuardedTable>(table: T, row: GuardedColumns<T>): Uint8Array
  /**
   * Returns whether a row is unchanged since the service wrote it, and no older than a version
   * seen before. Reports the row if not.
   */
  isGenuine(table: GuardedTable, row: Row): boolean
  /** Returns whether a later revision of a row was seen before. */
  isOlder(table: RevisedTable, row: Row): boolean
  /** Learns the current revision of a row. From then on, older revisions are rejected. */
  learn(table: RevisedTable, name: string, revision: number): void
  /** Reports a change that no hash of a row would reveal. */
  report(tampered: TamperedRow): void
}

/** Returns the guard of a store. Calls `report` for each row that does not match. */
export function rowGuard(key: RowKey, report: (tampered: TamperedRow) => void): RowGuard {
  const revisions = { accounts: new Map<string, number>(), operators: new Map<string, number>() }
  const knownOf = (table: RevisedTable, name: string) => revisions[table].get(name) ?? 0
  const isOlder = (table: RevisedTable, { name, revision }: Row) =>
    Number(revision) < knownOf(table, String(name))
  const learn = (table: RevisedTable, name: string, revision: number) => {
    const known = knownOf(table, name)
    if (revision > known) revisions[table].set(name, revision)
    return revision >= known
  }
  return {
    mac: (table, row) => key.rowMac(rowLine(table, row)),
    isGenuine: (table, row) => {
      const genuine =
        isGenuineRow(key, table, row) &&
        (!isRevised(table) || learn(table, String(row.name), Number(row.revision)))
      if (!genuine) report({ table, row: String(row[COVERED[table][0]]) })
      return genuine
    },
    isOlder,
    learn,
    report,
  }
}

/**
 * Reads rows of a table whose rows count their changes. Concurrent reads may return in another
 * order than they saw changes. A row that is older than a version seen before is therefore read
 * again before it is rejected.
 */
export async function readRevised<R extends Row>(
  database: Database,
  guard: RowGuard,
  table: RevisedTable,
  statement: Statement,
): Promise<readonly R[]> {
  const rows = await database.read<R>(statement)
  const isOvertaken = rows.some((row) => guard.isOlder(table, row))
  return isOvertaken ? await database.read<R>(statement) : rows
}

function isRevised(table: GuardedTable): table is RevisedTable {
  return table === 'accounts' || table === 'operators'
}

/** Returns whether a row matches its hash. The row is not trusted and may contain anything. */
export function isGenuineRow(key: RowKey, table: GuardedTable, row: Row): boolean {
  const { mac } = row
  if (!(mac instanceof Uint8Array)) return false
  const expected = key.rowMac(rowLine(table, row))
  return mac.length === expected.length && timingSafeEqual(mac, expected)
}

/** Returns a row as a line: its table and its columns, with bytes in hexadecimal. */
export function rowLine(table: GuardedTable, row: Row): string {
  const columns = COVERED[table].filter((column) => !ADDED.has(column) || row[column] != null)
  return columnsLine(table, columns, row)
}

/** Returns some columns of a row as a line, for a hash: their table and their values. */
export function columnsLine(table: string, columns: readonly string[], row: Row): string {
  return JSON.stringify([table, ...columns.map((column) => hashedValue(row[column] ?? null))])
}

function hashedValue(value: Value): Value | readonly [string] {
  // In a list, so that bytes are never confused with the text of their digits.
  return value instanceof Uint8Array ? [value.toHex()] : value
}
