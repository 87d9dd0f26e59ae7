/** Read-only diagnostics of a database, for the doctor and the metrics. */
import { type Database, leaseTime, type Row } from './engine/database.ts'
import { interruptedCondition } from './records/orders/order-rows.ts'
import { findReport } from './records/reports/reports.ts'
import type { PurgeCounts } from './retention/purge-records.ts'
import type { Vault } from './sealing/vault.ts'

/** The PostgreSQL settings that decide what is stored, and whether it survives a crash. */
const DURABILITY_SETTINGS = [
  'synchronous_commit',
  'fsync',
  'full_page_writes',
  'synchronous_standby_names',
  'transaction_read_only',
  'data_checksums',
  'server_encoding',
] as const

/** The values of these settings, by name. */
export type ServerSettings = Readonly<Record<(typeof DURABILITY_SETTINGS)[number], string>>

/** Reads these settings from a PostgreSQL server. */
export async function serverSettings(database: Database): Promise<ServerSettings> {
  const columns = DURABILITY_SETTINGS.map((name) => `current_setting('${name}') as ${name}`)
  const [row] = await database.read({ sql: `select ${columns.join(', ')}`, params: [] })
  const values = DURABILITY_SETTINGS.map((name) => [name, String(row?.[name] ?? '')])
  return Object.fromEntries(values) as ServerSettings
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

/** Returns whether data leaves this machine unencrypted on its way to the PostgreSQL server. */
export async function isUnencrypted(database: Database): Promise<boolean> {
  const [row] = await database.read<{ unencrypted: number }>({
    sql: `select (not s.ssl and inet_server_addr() is not null
        and not inet_server_addr() <<= '127.0.0.0/8' and inet_server_addr() <> '::1')::int
        as unencrypted
      from pg_stat_ssl s where s.pid = pg_backend_pid()`,
    params: [],
  })
  return row?.unencrypted === 1
}

/** Returns the damaged pages that SQLite's quick check reports. Empty if there are none. */
export async function damageOf(database: Database): Promise<readonly string[]> {
  const rows = await database.read({ sql: 'pragma quick_check(10)', params: [] })
  return rows.map(({ quick_check }) => String(quick_check)).filter((text) => text !== 'ok')
}

/** Returns whether no schema of the search_path exists, so that nothing can be found or created. */
export async function isSearchPathEmpty(database: Database): Promise<boolean> {
  if (database.engine === 'sqlite') return false
  const sql = 'select count(current_schema())::int as n'
  const [row] = await database.read<{ n: number }>({ sql, params: [] })
  return row?.n === 0
}

/** Returns whether the database has none of this program's tables. */
export async function hasNoSchema(database: Database): Promise<boolean> {
  const sql =
    database.engine === 'sqlite'
      ? "select count(*) as n from sqlite_schema where name = 'schema_version'"
      : "select count(*) as n from pg_class where oid = to_regclass('schema_version')"
  const [row] = await database.read<{ n: number }>({ sql, params: [] })
  return Number(row?.n ?? 0) === 0
}

/** Returns the IDs of the master keys that encrypt something in the database. */
export async function masterKeyIdsInUse(database: Database): Promise<readonly string[]> {
  const sql = 'select id from master_keys order by id'
  return (await database.read<{ id: string }>({ sql, params: [] })).map(({ id }) => id)
}

/**
 * Counts the running orders whose lease expired at least `forMs` ago, or was set by a wrong clock. A
 * running service renews its leases, so no process is working on such an order or settling it.
 */
export async function abandonedOrders(database: Database, forMs: number): Promise<number> {
  const { condition, params } = interruptedCondition(leaseTime(database.engine), forMs)
  const sql = `select count(*) as n from orders where ${condition}`
  const [row] = await database.read<{ n: number }>({ sql, params })
  return Number(row?.n ?? 0)
}

/** The state of a database that the metrics report. */
export interface RecordedState {
  /** Running orders whose lease has expired, or was set by a wrong clock. */
  readonly interruptedOrders: number
  /** The last purge that the service itself completed, in the machine's time. */
  readonly lastPurge: (PurgeCounts & { readonly endedAt: number }) | undefined
  /** The latest time of the machine that is known to be correct. */
  readonly clockTrustedAt: number | undefined
}

/** Reads the state in one query, which uses only indexes with few rows. */
export async function recordedState(database: Database): Promise<RecordedState> {
  const { condition, params } = interruptedCondition(leaseTime(database.engine))
  const [row] = await database.read<StateRow>({
    sql: `select i.interrupted, m.trusted_at, p.ended_at, p.orders, p.reports, p.refusals, p.inquiries
      from (select count(*) as interrupted from orders
        where ${condition}) i
      left join clock_marks m on m.name = 'machine'
      left join (select * from purges where begun_by_kind = 'service' and ended_at is not null
        order by begun_at desc, id desc limit 1) p on 1 = 1`,
    params,
  })
  if (row === undefined) {
    return { interruptedOrders: 0, lastPurge: undefined, clockTrustedAt: undefined }
  }
  const { interrupted, ended_at: endedAt, orders, reports, refusals, inquiries } = row
  const lastPurge = endedAt === null ? undefined : { endedAt, orders, reports, refusals, inquiries }
  return { interruptedOrders: interrupted, lastPurge, clockTrustedAt: row.trusted_at ?? undefined }
}

interface StateRow extends Row {
  interrupted: number
  trusted_at: number | null
  ended_at: number | null
  orders: number
  reports: number
  refusals: number
  inquiries: number
}

// Opening a sample of the reports, to try the keys on a database before relying on it.

/** The number of reports that were tried, and of those that opened. */
export interface Sample {
  readonly tried: number
  /** Reports that opened. The others were purged meanwhile, which is not an error. */
  readonly opened: number
}

/** Half from each end, because the oldest reports may be sealed under an older master key. */
const SAMPLE_MAX = 50

/**
 * Opens the reports of the oldest and the newest orders that are not purged. Throws `SealBroken` if
 * one does not open.
 */
export async function sampleReports(database: Database, vault: Vault): Promise<Sample> {
  const ends = await Promise.all(
    ['asc', 'desc'].map((direction) =>
      database.read<{ account: string; report_id: string }>({
        sql: `select o.account, r.id as report_id
          from order_keys k join orders o on o.id = k.order_id join reports r on r.order_id = o.id
          order by o.received_at ${direction}, o.id ${direction} limit $1`,
        params: [SAMPLE_MAX / 2],
      }),
    ),
  )
  const ids = new Map(ends.flat().map(({ report_id, account }) => [report_id, account]))
  let opened = 0
  for (const [id, account] of ids) {
    if ((await findReport(database, vault, account, id)) !== undefined) opened += 1
  }
  return { tried: ids.size, opened }
}
