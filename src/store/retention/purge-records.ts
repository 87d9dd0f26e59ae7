/**
 * The records of purges: the scope of each, and how much it has destroyed so far. Also legal holds.
 */
import type { Actor } from '../audit/entry.ts'
import { recordsDigest } from '../audit/record-digest.ts'
import type { Committing } from '../audit/writer.ts'
import {
  type Database,
  exclusively,
  type Row,
  tryCommit,
  type UnitStatement,
} from '../engine/database.ts'

/**
 * The scope of a purge. Times are of the clock by which orders are received. It is stored as JSON
 * with these names.
 */
export interface PurgeScope {
  /** Destroys the content of orders with a report that were received before this time. */
  readonly reportsBefore: number
  /** Destroys rejected requests and failed orders that were received before this time. */
  readonly refusalsBefore: number
  /** Deletes the inquiry records of orders that were received before this time. */
  readonly inquiriesBefore: number
  /** If set, only data of this account. */
  readonly account?: string | undefined
  /** Of the keys that were set aside, only those set aside before this time of the machine. */
  readonly setAsideBefore?: number | undefined
  /** If set, only this report: the order that made it, and the orders that returned it. */
  readonly reportId?: string | undefined
}

/** The amount of data that a purge destroyed. Its evidence has the counts under these names. */
export interface PurgeCounts {
  /** Orders whose content was destroyed. */
  readonly orders: number
  /** Reports among these orders. */
  readonly reports: number
  /** Deleted journal entries of rejected requests. */
  readonly refusals: number
  /** Deleted inquiry records. */
  readonly inquiries: number
}

/** The record of a purge, which is retained forever. */
export interface Purge extends PurgeCounts {
  readonly id: string
  readonly begunAt: number
  /** Undefined while the purge runs, and if it was interrupted. */
  readonly endedAt: number | undefined
  /** The service itself, or the person who ran the command. */
  readonly by: Actor
  readonly scope: PurgeScope
}

/** A purge, some of whose orders may have been restored while their keys were set aside. */
export interface RestorablePurge extends Purge {
  /** How many orders of this purge were restored since. A later purge may have destroyed them. */
  readonly restored: number
}

/** A purge that is about to begin. */
export type NewPurge = Pick<Purge, 'id' | 'begunAt' | 'by' | 'scope'>

/**
 * After a conflict with another purge or a hold, other rows are due. If a unit with the same rows is
 * rejected this often, it is no conflict.
 */
export const CONFLICTS_MAX = 10

/** The counts of a purge that has destroyed nothing. */
export const NOTHING: PurgeCounts = { orders: 0, reports: 0, refusals: 0, inquiries: 0 }

/** Returns the sum of two counts. */
export function sum(one: PurgeCounts, other: Partial<PurgeCounts>): PurgeCounts {
  return {
    orders: one.orders + (other.orders ?? 0),
    reports: one.reports + (other.reports ?? 0),
    refusals: one.refusals + (other.refusals ?? 0),
    inquiries: one.inquiries + (other.inquiries ?? 0),
  }
}

/** Returns the statement that begins the record of a purge. */
export function begun({ id, begunAt, by, scope }: NewPurge): UnitStatement {
  return {
    sql: `insert into purges
        (id, begun_at, begun_by_kind, begun_by, scope, orders, reports, refusals, inquiries)
      values ($1, $2, $3, $4, $5, 0, 0, 0, 0)`,
    params: [id, begunAt, by.kind, by.name, JSON.stringify(scope)],
    rows: 1,
  }
}

/** Returns the digest of a purge for the audit trail, which proves later what its scope was. */
export function purgeRecords(id: string, begunAt: number, scope: string): Uint8Array {
  return recordsDigest([JSON.stringify(['purges', id, begunAt, scope])])
}

/**
 * Returns the digest of an ended purge for the audit trail, which proves later when it ended, who ran
 * it and how much it destroyed.
 */
export function endedPurgeRecords(
  { id, by }: Pick<Purge, 'id' | 'by'>,
  endedAt: number | null,
  { orders, reports, refusals, inquiries }: PurgeCounts,
): Uint8Array {
  const end = ['purges', id, by.kind, by.name, endedAt, orders, reports, refusals, inquiries]
  return recordsDigest([JSON.stringify(end)])
}

/** Returns the statement that adds the counts of a unit to the record of its purge. */
export function counted(id: string, ended: Partial<PurgeCounts>): UnitStatement {
  const { orders, reports, refusals, inquiries } = sum(NOTHING, ended)
  return {
    sql: `update purges set orders = orders + $2, reports = reports + $3,
        refusals = refusals + $4, inquiries = inquiries + $5 where id = $1`,
    params: [id, orders, reports, refusals, inquiries],
    rows: 1,
  }
}

/** The row of a purge. */
export interface PurgeRow extends Row {
  id: string
  begun_at: number
  /** Null while the purge runs, or if its process died. */
  ended_at: number | null
  begun_by_kind: Actor['kind']
  begun_by: string
  /** The scope as JSON. */
  scope: string
  orders: number
  reports: number
  refusals: number
  inquiries: number
}

/** Lists the records of purges, newest first. */
export async function listPurges(database: Database, limit: number): Promise<readonly Purge[]> {
  const sql = 'select * from purges order by begun_at desc, id desc limit $1'
  const rows = await database.read<PurgeRow>({ sql, params: [limit] })
  return rows.map((row) => ({
    id: row.id,
    begunAt: row.begun_at,
    endedAt: row.ended_at ?? undefined,
    by: { kind: row.begun_by_kind, name: row.begun_by },
    scope: JSON.parse(row.scope),
    orders: row.orders,
    reports: row.reports,
    refusals: row.refusals,
    inquiries: row.inquiries,
  }))
}

// Legal holds: reports that no purge may destroy, whatever their age.

/** A report that must be retained. */
export interface Hold {
  /** The report on hold. All other data of its order is retained too. */
  readonly reportId: string
  /** The reason, in the operator's words. It must not contain names of persons. */
  readonly reason: string
  readonly heldAt: number
}

/** Puts a report on hold, or changes the reason. Returns false if it is unknown or purged. */
export function addHold(
  engine: Database['engine'],
  committing: Committing,
  { reportId, reason, heldAt }: Hold,
): Promise<boolean> {
  // Excludes purges, so that no purge unit that began before the hold ends after it. Otherwise the
  // operator would see that the report is on hold, but it would be destroyed.
  const exclusion = exclusively(engine, 'holds and purges')
  return tryCommit(
    committing,
    [
      ...exclusion,
      {
        sql: `insert into holds (report_id, reason, held_at)
          select r.id, $2, $3 from reports r join order_keys k on k.order_id = r.order_id
          where r.id = $1
          on conflict (report_id) do update set reason = excluded.reason`,
        params: [reportId, reason, heldAt],
        rows: 1,
      },
    ],
    exclusion.length,
  )
}

/** Releases a report from legal hold. Returns false if it was not on hold. */
export function removeHold(committing: Committing, reportId: string): Promise<boolean> {
  const sql = 'delete from holds where report_id = $1'
  return tryCommit(committing, [{ sql, params: [reportId], rows: 1 }])
}

/** Lists all reports on hold, the earliest hold first. */
export async function listHolds(database: Database): Promise<readonly Hold[]> {
  const rows = await database.read<{ report_id: string; reason: string; held_at: number }>({
    sql: 'select report_id, reason, held_at from holds order by held_at, report_id',
    params: [],
  })
  return rows.map((row) => ({
    reportId: row.report_id,
    reason: row.reason,
    heldAt: row.held_at,
  }))
}
