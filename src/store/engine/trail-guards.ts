/** What keeps the audit trail from being changed in the database itself: its triggers and rights. */
import type { Database } from './database.ts'
import { first } from './migrations/0001-first.ts'

/** What is missing or weakened, a sentence each; empty where all is as the schema made it. */
export function weakenedGuards(database: Database): Promise<readonly string[]> {
  return database.engine === 'sqlite' ? weakenedOnSqlite(database) : weakenedOnPostgres(database)
}

// SQLite keeps the text of a statement, with its first words in capitals.
const squeezed = (sql: string) =>
  sql
    .replace(/\s+/g, ' ')
    .replace(/^create trigger/i, 'create trigger')
    .trim()
const nameOf = (sql: string) => /^create (?:trigger|function) (\w+)/.exec(sql)?.[1] ?? ''

async function weakenedOnSqlite(database: Database): Promise<readonly string[]> {
  const found = await database.read<{ name: string; sql: string }>({
    sql: "select name, sql from sqlite_schema where type = 'trigger'",
    params: [],
  })
  const triggers = new Map(found.map(({ name, sql }) => [name, squeezed(sql)]))
  return (first.only?.sqlite ?? []).flatMap((sql) => {
    const name = nameOf(sql)
    const there = triggers.get(name)
    if (there === undefined) return [`the trigger ${name} is missing`]
    return there === squeezed(sql) ? [] : [`the trigger ${name} was changed`]
  })
}

interface TriggerRow {
  readonly [column: string]: string
  readonly name: string
  readonly enabled: string
  readonly body: string
}

async function weakenedOnPostgres(database: Database): Promise<readonly string[]> {
  const found = await database.read<TriggerRow>({
    sql: `select t.tgname::text as name, t.tgenabled::text as enabled, p.prosrc as body
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where c.oid in (to_regclass('audit_entries'), to_regclass('audit_blocks'))
        and not t.tgisinternal`,
    params: [],
  })
  const made = first.only?.postgres ?? []
  const body = /\$\$(.*)\$\$/s.exec(
    made.find((sql) => sql.startsWith('create function')) ?? '',
  )?.[1]
  const missing = made.map(nameOf).filter((name) => name.endsWith('_only_added_to'))
  const weak = missing
    .filter((name) => name !== 'audit_only_added_to')
    .flatMap((name) => {
      const trigger = found.find((one) => one.name === name)
      if (trigger === undefined) return [`the trigger ${name} is missing`]
      if (trigger.enabled === 'D') return [`the trigger ${name} is disabled`]
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
