/** Legal holds: reports that no purge may end, whatever their age. */
import type { Committing } from '../audit/writer.ts'
import { type Database, exclusively, tryCommit } from '../engine/database.ts'

/** A report that must be kept. */
export interface Hold {
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
