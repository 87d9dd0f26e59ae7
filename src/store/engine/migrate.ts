/** Migrates the schema of a database. */
import { hash } from 'node:crypto'
import {
  type Database,
  DatabaseUnsafe,
  exclusively,
  StatementFailed,
  UnitRejected,
} from './database.ts'
import { first } from './migrations/0001-first.ts'
import { world } from './migrations/0002-world.ts'
import { secondFactor } from './migrations/0003-second-factor.ts'
import { unusualOrders } from './migrations/0004-unusual-orders.ts'
import { secretUse } from './migrations/0005-secret-use.ts'
import { ordersOfReports } from './migrations/0006-orders-of-reports.ts'
import { faultNumbers } from './migrations/0007-fault-numbers.ts'
import type { Migration } from './migrations/migration.ts'

/**
 * All steps, in order. Released steps are never changed or removed: a database stores the hash of
 * each step's text, and a program whose text differs does not use that database.
 */
export const MIGRATIONS: readonly Migration[] = [
  first,
  world,
  secondFactor,
  unusualOrders,
  secretUse,
  ordersOfReports,
  faultNumbers,
]

/** The schema version of this program. */
export const NEWEST_SCHEMA = MIGRATIONS.length

/** Thrown for the schema of a newer program, because this one could break its data. */
export class SchemaUnknown extends Error {
  override readonly name = 'SchemaUnknown'
}

/** Thrown for a schema that has this program's version but was created by other statements. */
export class SchemaDrifted extends Error {
  override readonly name = 'SchemaDrifted'
}

/** Thrown if the role of a service may not bring the schema to this program's version. */
class SchemaNotAllowed extends Error {
  override readonly name = 'SchemaNotAllowed'
}

/** Thrown if the schema is of an earlier program, or none, where it must not be migrated. */
class SchemaOutdated extends Error {
  override readonly name = 'SchemaOutdated'
}

/** Returns the hash of a step's text. */
export function migrationHash({ version, statements, only }: Migration): string {
  return hash('sha256', JSON.stringify([version, statements, only ?? null]))
}

/**
 * Applies the missing steps, each as one unit. Replicas may do this at the same time: a step begins
 * by claiming its number, so one replica applies it and the others find that it has been applied.
 */
export async function migrate(
  database: Database,
  now: number,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const newest = migrations.length
  // A role that may not change the schema can still use a current schema.
  const known = await usableVersion(database, migrations)
  if (known === newest) return
  if (known === 0) await rejectEncoding(database)
  // Two replicas that create the same table at once would both fail.
  const alone = exclusively(database.engine, 'migrations')
  await database
    .commit([...alone, { sql: versionTable(database), params: [] }])
    .catch((error: unknown) => {
      throw schemaNotAllowed(error) ?? error
    })
  const found = await schemaVersion(database)
  rejectNewer(found, newest)
  await rejectDrift(database, migrations)
  for (const migration of migrations.slice(found)) await apply(database, migration, now)
}

/**
 * Throws if the schema is not of this program's version. A command that only works on the data does
 * not migrate it: services of the earlier release could not start again.
 */
export async function requireNewest(database: Database): Promise<void> {
  const found = await usableVersion(database, MIGRATIONS)
  if (found === NEWEST_SCHEMA) return
  throw new SchemaOutdated(
    found === 0
      ? 'the database has no tables: set data and database-url to those of the service'
      : `the database has schema ${found}, and this release needs ${NEWEST_SCHEMA}: make a backup, and run trimerge migrate, on PostgreSQL with --grant ROLE if services have a role of their own`,
  )
}

/** Creates the schema in an empty database. Throws if the database has an earlier schema. */
export async function createSchema(database: Database, now: number): Promise<void> {
  const found = await usableVersion(database, MIGRATIONS)
  await (found === 0 ? migrate(database, now) : requireNewest(database))
}

/** Returns the schema version, or 0 without tables. Throws if another program made the schema. */
async function usableVersion(
  database: Database,
  migrations: readonly Migration[],
): Promise<number> {
  const found = (await versionIfAny(database)) ?? 0
  rejectNewer(found, migrations.length)
  if (found === migrations.length) await rejectDrift(database, migrations)
  return found
}

/** Throws if the schema is that of a newer program. */
function rejectNewer(found: number, newest: number): void {
  if (found <= newest) return
  throw new SchemaUnknown(
    `the database has schema ${found}, but this release supports up to ${newest}: run a newer release`,
  )
}

/** Throws if a new PostgreSQL database could not store every text of a request. */
async function rejectEncoding(database: Database): Promise<void> {
  if (database.engine === 'sqlite') return
  const sql = "select current_setting('server_encoding') as encoding"
  const [row] = await database.read<{ encoding: string }>({ sql, params: [] })
  if (row?.encoding === 'UTF8') return
  throw new DatabaseUnsafe(
    `PostgreSQL reports the encoding ${row?.encoding}, and UTF8 is required: create the database with encoding 'UTF8' template template0`,
  )
}

/** Returns the remedy if a statement failed because the role has no right to it. */
function schemaNotAllowed(error: unknown): SchemaNotAllowed | undefined {
  if (!(error instanceof StatementFailed) || !error.message.startsWith('SQLSTATE 42501')) return
  return new SchemaNotAllowed(
    'the role of database-url may not create the tables of this release: run trimerge migrate --grant ROLE with the URL of their owner',
    { cause: error },
  )
}

/** Throws if the text of an applied step differs from this program's. */
async function rejectDrift(database: Database, migrations: readonly Migration[]): Promise<void> {
  const drifted = await driftedSteps(database, migrations)
  if (drifted.length === 0) return
  throw new SchemaDrifted(
    `schema ${drifted.join(', ')} of the database was made by another build: run the release that made it, or restore a backup of this one`,
  )
}

/** Returns the numbers of the applied steps whose text differs from this program's. */
export async function driftedSteps(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly number[]> {
  const applied = await hashesOf(database)
  return migrations
    .filter((step) => applied.has(step.version))
    .filter((step) => applied.get(step.version) !== migrationHash(step))
    .map(({ version }) => version)
}

async function hashesOf(database: Database): Promise<ReadonlyMap<number, string | null>> {
  const read = async (columns: string) => {
    const sql = `select ${columns} from schema_version`
    const rows = await database.read<{ version: number; hash: string | null }>({ sql, params: [] })
    return new Map(rows.map(({ version, hash: text }) => [version, text ?? null]))
  }
  try {
    return await read('version, hash')
  } catch (error) {
    // The database is from a build before hashes were introduced.
    if (error instanceof StatementFailed) return await read('version, null as hash')
    throw error
  }
}

async function versionIfAny(database: Database): Promise<number | undefined> {
  try {
    return await schemaVersion(database)
  } catch (error) {
    if (error instanceof StatementFailed) return undefined
    throw error
  }
}

/** Returns the number of the last applied step, or 0 for an empty database. */
export async function schemaVersion(database: Database): Promise<number> {
  const sql = 'select coalesce(max(version), 0) as version from schema_version'
  const [row] = await database.read<{ version: number }>({ sql, params: [] })
  return row?.version ?? 0
}

async function apply(database: Database, migration: Migration, now: number): Promise<void> {
  const claim = {
    sql: `insert into schema_version (version, applied_at, hash) values ($1, $2, $3)
      on conflict do nothing`,
    params: [migration.version, now, migrationHash(migration)],
    rows: 1,
  }
  const steps = [
    ...migration.statements.map((sql) => inDialect(database, sql)),
    ...(migration.only?.[database.engine] ?? []),
  ].map((sql) => ({ sql, params: [] }))
  try {
    await database.commit([...exclusively(database.engine, 'migrations'), claim, ...steps])
  } catch (error) {
    const applied = error instanceof UnitRejected && (await schemaVersion(database))
    if (applied === false || applied < migration.version) throw error
  }
}

function versionTable(database: Database): string {
  return inDialect(
    database,
    `create table if not exists schema_version (
      version bigint not null primary key,
      applied_at bigint not null,
      hash text
    )`,
  )
}

/** Returns the statement with the types of the engine. */
function inDialect({ engine }: Database, sql: string): string {
  if (engine === 'postgres') {
    return sql.replace(/\bbytes\b/g, 'bytea').replace(/ without rowid$/, '')
  }
  const typed = sql.replace(/\bbytes\b/g, 'blob').replace(/\bbigint\b/g, 'integer')
  const isTable = typed.startsWith('create table') && !/ as\s+select /.test(typed)
  if (!isTable) return typed
  // A strict table rejects values of another type, as PostgreSQL always does.
  return typed.endsWith('without rowid') ? `${typed}, strict` : `${typed} strict`
}
