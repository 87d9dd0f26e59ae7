/** The rights of a PostgreSQL role that services use. Read-only, for the doctor. */
import type { Database } from './database.ts'
import { ADDED_TO } from './migrate.ts'

/** Returns the tables on which the role of the connection lacks a right that a service needs. */
export async function tablesWithoutRights(database: Database): Promise<readonly string[]> {
  if (database.engine === 'sqlite') return []
  const addedTo = ADDED_TO.map((name) => `'${name}'`).join(', ')
  const rows = await database.read<{ name: string }>({
    sql: `select relname::text as name from pg_class
      where relnamespace = to_regnamespace(current_schema()) and relkind = 'r'
        and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
          and (relname in (${addedTo})
            or has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')))
      order by relname`,
    params: [],
  })
  return rows.map(({ name }) => name)
}

/** Returns whether the role of the connection may create the tables, or change those it finds. */
export async function mayMigrate(database: Database): Promise<boolean> {
  if (database.engine === 'sqlite') return true
  const [row] = await database.read<{ allowed: number | null }>({
    sql: `select (has_schema_privilege(current_schema(), 'create') and coalesce(
        (select pg_has_role(relowner, 'usage') from pg_class
          where oid = to_regclass('schema_version')), true))::int as allowed`,
    params: [],
  })
  return row?.allowed === 1
}
