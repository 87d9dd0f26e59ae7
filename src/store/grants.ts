/**
 * PostgreSQL: the rights of the role that services run as, where another role owns the tables. Such
 * a service can neither change the schema nor anything that the audit trail holds.
 */
import type { Database, UnitStatement } from './engine/database.ts'

/** A role whose name needs no quotes; others are not granted to. */
export const ROLE = /^[a-z_][a-z0-9_]{0,62}$/

/** Tables that are only added to. */
const ADDED_TO: readonly string[] = ['audit_entries', 'audit_blocks']

/** Gives a role what a service needs of every table, and takes back what it does not. */
export async function grantService(database: Database, role: string): Promise<void> {
  if (!ROLE.test(role)) throw new RangeError('a role is of small letters, digits and _')
  const [server] = await database.read<{ schema: string; version: number }>({
    sql: `select current_schema() as schema,
      current_setting('server_version_num')::bigint as version`,
    params: [],
  })
  const tables = await database.read<{ name: string }>({
    sql: 'select tablename as name from pg_tables where schemaname = current_schema()',
    params: [],
  })
  const statements = tables.flatMap(({ name }) => rightsOn(name, role))
  // Vacuuming wrapped keys away needs a right of its own, which there is since PostgreSQL 17.
  if ((server?.version ?? 0) >= 170_000) statements.push(`grant maintain on order_keys to ${role}`)
  const schema = JSON.stringify(server?.schema ?? 'public')
  await database.commit(
    [`grant usage on schema ${schema} to ${role}`, ...statements].map(
      (sql): UnitStatement => ({ sql, params: [] }),
    ),
  )
}

function rightsOn(table: string, role: string): string[] {
  const rights = ADDED_TO.includes(table) ? 'select, insert' : 'select, insert, update, delete'
  return [`revoke all on ${table} from ${role}`, `grant ${rights} on ${table} to ${role}`]
}
