/** The records of purges: what each was to end, and how much it has ended so far. */
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

/** What a purge ends; moments are of the time that orders are received in. */
export interface PurgeScope {
  /** Content of orders with a report, received before. */
  readonly reportsBefore: number
  /** Refused and failed orders received before. */
  readonly refusalsBefore: number
  /** Inquiry records of orders received before. */
  readonly inquiriesBefore: number
  /** Of one account alone. */
  readonly account?: string | undefined
  /** Of what was set aside only what was set aside before, by the machine's time. */
  readonly setAsideBefore?: number | undefined
  /** Of one report alone: the order that made it, and those that were answered with it. */
  readonly reportId?: string | undefined
}

/** How much a purge ended. */
export interface PurgeCounts {
  /** Orders whose content was destroyed. */
  readonly orders: number
  /** Reports among what was destroyed. */
  readonly reports: number
  /** Journal entries of requests that were refused, removed. */
  readonly refusals: number
  /** Inquiry records removed. */
  readonly inquiries: number
}

/** The record of a purge, kept for good. */
export interface Purge extends PurgeCounts {
  readonly id: string
  readonly begunAt: number
  /** Nothing while it runs, and of one that was cut off. */
  readonly endedAt: number | undefined
  /** The service itself, or who ran the command. */
  readonly by: Actor
  readonly scope: PurgeScope
}

/** A purge about to begin. */
export type NewPurge = Pick<Purge, 'id' | 'begunAt' | 'by' | 'scope'>

/** Nothing yet. */
export const NOTHING: PurgeCounts = { orders: 0, reports: 0, refusals: 0, inquiries: 0 }

/** Both together. */
export function sum(one: PurgeCounts, other: Partial<PurgeCounts>): PurgeCounts {
  return {
    orders: one.orders + (other.orders ?? 0),
    reports: one.reports + (other.reports ?? 0),
    refusals: one.refusals + (other.refusals ?? 0),
    inquiries: one.inquiries + (other.inquiries ?? 0),
  }
}

/** Begins the record of a purge. */
export function begun({ id, begunAt, by, scope }: NewPurge): UnitStatement {
  return {
    sql: `insert into purges
        (id, begun_at, begun_by_kind, begun_by, scope, orders, reports, refusals, inquiries)
      values ($1, $2, $3, $4, $5, 0, 0, 0, 0)`,
    params: [id, begunAt, by.kind, by.name, JSON.stringify(scope)],
    rows: 1,
  }
}

/** What the audit trail says of a purge: what is missing later was in its scope. */
export function purgeRecords(id: string, begunAt: number, scope: string): Uint8Array {
  return recordsDigest([JSON.stringify(['purges', id, begunAt, scope])])
}

/** Adds what a unit ends to the record of its purge. */
export function counted(id: string, ended: Partial<PurgeCounts>): UnitStatement {
  const { orders, reports, refusals, inquiries } = sum(NOTHING, ended)
  return {
    sql: `update purges set orders = orders + $2, reports = reports + $3,
        refusals = refusals + $4, inquiries = inquiries + $5 where id = $1`,
    params: [id, orders, reports, refusals, inquiries],
    rows: 1,
  }
}

interface PurgeRow extends Row {
  id: string
  begun_at: number
  /** Null while it runs, or where its process died. */
  ended_at: number | null
  begun_by_kind: Actor['kind']
  begun_by: string
  /** What it was to end, as JSON. */
  scope: string
  orders: number
  reports: number
  refusals: number
  inquiries: number
}

/** The records of purges, newest first. */
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

// Legal holds: reports that no purge may end, whatever their age.

/** A report that must be kept. */
export interface Hold {
  /** The held report; everything of its order stays too. */
  readonly reportId: string
  /** Why, in the operator's words; not for names of persons. */
  readonly reason: string
  readonly heldAt: number
}

/** Holds a report, or changes why. False: there is no such report, or it is purged. */
export function addHold(
  engine: Database['engine'],
  committing: Committing,
  { reportId, reason, heldAt }: Hold,
): Promise<boolean> {
  // A unit of a purge that began before the hold must not end after it: the operator would have
  // read that the report is held, and the report would be destroyed.
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

/** Lets a report go again. False: it was not held. */
export function removeHold(committing: Committing, reportId: string): Promise<boolean> {
  const sql = 'delete from holds where report_id = $1'
  return tryCommit(committing, [{ sql, params: [reportId], rows: 1 }])
}

/** All reports on hold, the first held first. */
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
