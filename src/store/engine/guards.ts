/**
 * The protection of the database against its own service: triggers that keep the audit trail, and
 * on PostgreSQL the rights of the role that services use, if another role owns the tables. Such a
 * service can change neither the schema nor anything in the audit trail.
 */
import type { Database, UnitStatement } from './database.ts'
import { first } from './migrations/0001-first.ts'

/** A role name that needs no quotes. Other roles get no rights. */
export const ROLE = /^[a-z_][a-z0-9_]{0,62}$/

/** Tables whose rows are only inserted, never changed. */
const ADDED_TO: readonly string[] = ['audit_entries', 'audit_blocks']

/** The result of a grant: whether the role exists, and the tables on which it still lacks rights. */
export interface Granted {
  readonly isRole: boolean
  readonly lacking: readonly string[]
}

/**
 * Grants a role the rights that a service needs on every table, and revokes all others. PostgreSQL
 * only warns if the role of the connection may not grant, so the rights are read again.
 */
export async function grantService(database: Database, role: string): Promise<Granted> {
  if (!ROLE.test(role))
    throw new RangeError('a role name may contain only lower-case letters, digits and _')
  const [server] = await database.read<{ schema: string; version: number; roles: number }>({
    sql: `select current_schema() as schema,
      current_setting('server_version_num')::bigint as version,
      (select count(*) from pg_roles where rolname = $1) as roles`,
    params: [role],
  })
  if (server?.roles === 0) return { isRole: false, lacking: [] }
  const tables = await database.read<{ name: string }>({
    sql: 'select tablename as name from pg_tables where schemaname = current_schema()',
    params: [],
  })
  const statements = tables.flatMap(({ name }) => rightsOn(name, role))
  // Vacuuming wrapped keys needs its own right, which exists since PostgreSQL 17.
  if ((server?.version ?? 0) >= 170_000) {
    statements.push(`grant maintain on order_keys, set_aside_keys, keys to ${role}`)
  }
  const schema = JSON.stringify(server?.schema ?? 'public')
  await database.commit(
    [`grant usage on schema ${schema} to ${role}`, ...statements].map(
      (sql): UnitStatement => ({ sql, params: [] }),
    ),
  )
  return { isRole: true, lacking: await tablesWithoutRights(database, role) }
}

/** Returns the tables on which a role, or that of the connection, lacks a right of a service. */
export async function tablesWithoutRights(
  database: Database,
  role?: string,
): Promise<readonly string[]> {
  if (database.engine === 'sqlite') return []
  const addedTo = ADDED_TO.map((name) => `'${name}'`).join(', ')
  const may = (right: string) => `has_table_privilege(coalesce($1, current_user), oid, '${right}')`
  const rows = await database.read<{ name: string }>({
    sql: `select relname::text as name from pg_class
      where relnamespace = to_regnamespace(current_schema()) and relkind = 'r'
        and not (${may('select')} and ${may('insert')}
          and (relname in (${addedTo}) or ${may('update')} and ${may('delete')}))
      order by relname`,
    params: [role ?? null],
  })
  return rows.map(({ name }) => name)
}

/**
 * Revokes all rights first, so that a right granted by an earlier release is removed. A database that
 * was restored without its privileges has those of the owner again.
 */
function rightsOn(table: string, role: string): string[] {
  const isAddedTo = ADDED_TO.includes(table)
  const rights = isAddedTo ? 'select, insert' : 'select, insert, update, delete'
  return [
    ...(isAddedTo ? [`revoke update, delete, truncate on ${table} from current_user, public`] : []),
    `revoke all on ${table} from ${role}`,
    `grant ${rights} on ${table} to ${role}`,
  ]
}

/** Returns a sentence for each guard that is missing or weakened. Empty if all are intact. */
export function guardProblems(database: Database): Promise<readonly string[]> {
  return database.engine === 'sqlite'
    ? sqliteGuardProblems(database)
    : postgresGuardProblems(database)
}

// SQLite stores the text of a statement with its first words in capitals.
const normalized = (sql: string) =>
  sql
    .replace(/\s+/g, ' ')
    .replace(/^create trigger/i, 'create trigger')
    .trim()
const nameOf = (sql: string) => /^create trigger (\w+)/.exec(sql)?.[1] ?? ''

async function sqliteGuardProblems(database: Database): Promise<readonly string[]> {
  const found = await database.read<{ name: string; sql: string }>({
    sql: "select name, sql from sqlite_schema where type = 'trigger'",
    params: [],
  })
  const triggers = new Map(found.map(({ name, sql }) => [name, normalized(sql)]))
  return (first.only?.sqlite ?? []).flatMap((sql) => {
    const name = nameOf(sql)
    const trigger = triggers.get(name)
    if (trigger === undefined) return [`the trigger ${name} is missing`]
    return trigger === normalized(sql) ? [] : [`the trigger ${name} was changed`]
  })
}

interface TriggerRow {
  readonly [column: string]: string
  readonly place: string
  readonly enabled: string
  readonly fires: string
  readonly body: string
}

/**
 * Triggers that fire in a session like the service's. Triggers for replication only (`R`) do not.
 */
const ENABLED: readonly string[] = ['O', 'A']

/**
 * The value for a trigger that fires before each update, delete and truncate, once per statement
 * and unconditionally: the bits of `tgtype`, the columns and the condition. Unlike the text of a
 * definition, these are the same in all releases.
 */
const FIRES_ALWAYS = `${2 + 8 + 16 + 32}  `

async function postgresGuardProblems(database: Database): Promise<readonly string[]> {
  const found = await database.read<TriggerRow>({
    sql: `select c.relname || ' ' || t.tgname as place, t.tgenabled::text as enabled,
        t.tgtype || ' ' || t.tgattr::text || ' ' || coalesce(t.tgqual::text, '') as fires,
        p.prosrc as body
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where c.oid in (to_regclass('audit_entries'), to_regclass('audit_blocks'))
        and not t.tgisinternal`,
    params: [],
  })
  const made = first.only?.postgres ?? []
  const body = /\$\$(.*)\$\$/s.exec(
    made.find((sql) => sql.startsWith('create function')) ?? '',
  )?.[1]
  const weak = ADDED_TO.flatMap((table) => {
    const name = `${table}_only_added_to`
    const trigger = found.find(({ place }) => place === `${table} ${name}`)
    if (trigger === undefined) return [`the trigger ${name} is missing`]
    if (!ENABLED.includes(trigger.enabled)) return [`the trigger ${name} is disabled`]
    if (trigger.fires !== FIRES_ALWAYS) return [`the trigger ${name} was changed`]
    return trigger.body === body ? [] : [`the function of the trigger ${name} was changed`]
  })
  const rights = await database.read<{ name: string; right: string }>({
    sql: `select c.relname::text as name, acl.privilege_type::text as right
      from pg_class c cross join lateral aclexplode(c.relacl) acl
      where c.oid in (to_regclass('audit_entries'), to_regclass('audit_blocks'))
        and acl.privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')`,
    params: [],
  })
  return [...weak, ...rights.map(({ name, right }) => `${right} on ${name} is granted`)]
}
