/**
 * Ending what is kept, a unit at a time. A report on legal hold is passed over. Each unit that
 * destroys also counts itself into its purge's record.
 */

import type { Actor } from '../audit/entry.ts'
import type { AuditWriter } from '../audit/writer.ts'
import { type Database, exclusively, UnitRejected } from '../engine/database.ts'
import { type JobLease, jobLease } from './job-lease.ts'
import {
  addHold,
  begun,
  counted,
  type Hold,
  listHolds,
  listPurges,
  type NewPurge,
  NOTHING,
  type Purge,
  type PurgeCounts,
  type PurgeScope,
  purgeRecords,
  removeHold,
  sum,
} from './purge-records.ts'

import { classesOf, type Due, type DueRow, KINDS, type Kind, selectDue } from './retention-kinds.ts'

/** What a purge would end. */
async function countDue(database: Database, scope: PurgeScope): Promise<PurgeCounts> {
  let counts = NOTHING
  for (const kind of KINDS) {
    const due = kind.due(scope)
    if (due === undefined) continue
    const sql = `select o.state, count(distinct r.id) as made, count(*) as n
      from ${due.from} group by o.state`
    const rows = await database.read<{ state: string; made: number; n: number }>({
      sql,
      params: due.params,
    })
    for (const { state, n, made } of rows) counts = sum(counts, kind.counts(state, n, made))
  }
  return counts
}

/** How a purge goes about it. */
interface PurgePace {
  /** Orders ended in one unit. */
  readonly batch: number
  /** Called between units: a rest, a lease renewed. False ends the purge early. */
  readonly between: () => Promise<boolean>
  /** The machine's time. */
  readonly now: () => number
}

// Units that met another purge, or a hold, in a row, before it is no coincidence any more.
const REFUSALS_MAX = 10

/** Carries a purge out and closes its record; what it ended can be opened by nobody. */
async function carryOutPurge(
  database: Database,
  audit: AuditWriter,
  purge: NewPurge,
  pace: PurgePace,
): Promise<PurgeCounts> {
  const { id: object, by: actor } = purge
  const fields = classesOf(purge.scope)
  const records = purgeRecords(purge.id, purge.begunAt, JSON.stringify(purge.scope))
  await audit
    .recording({ actor, action: 'purge.begun', object, fields, records })
    .commit([begun(purge)])
  let counts = NOTHING
  for (const kind of KINDS) {
    const due = kind.due(purge.scope)
    if (due === undefined) continue
    for await (const ended of endAll(database, kind, due, purge, pace.batch)) {
      counts = sum(counts, ended)
      if (!(await pace.between())) return counts
    }
  }
  await audit.recording({ actor, action: 'purge.ended', object }).commit([
    {
      sql: 'update purges set ended_at = $2 where id = $1',
      params: [purge.id, pace.now()],
      rows: 1,
    },
  ])
  return counts
}

/** Ends everything of a kind that is due, a unit at a time: how much each unit ended. */
async function* endAll(
  database: Database,
  kind: Kind,
  due: Due,
  { id, begunAt }: NewPurge,
  batch: number,
): AsyncGenerator<Partial<PurgeCounts>> {
  for (let refused = 0; ; ) {
    const found = await database.read<DueRow>({ sql: selectDue(due, batch), params: due.params })
    if (found.length === 0) return
    const ended = found.reduce(
      (so, { state, report_id }) => sum(so, kind.counts(state, 1, report_id === null ? 0 : 1)),
      NOTHING,
    )
    const ending = found.flatMap((row) => kind.end(row, begunAt))
    try {
      await database.commit([
        ...exclusively(database.engine, 'holds and purges'),
        counted(id, ended),
        ...kind.uncount(database.engine, found),
        ...ending,
      ])
    } catch (error) {
      refused += 1
      if (!(error instanceof UnitRejected) || refused === REFUSALS_MAX) throw error
      continue
    }
    refused = 0
    yield ended
  }
}

/** What can be done about how long things are kept. */
export interface Retention {
  /** What a purge would end. */
  count(scope: PurgeScope): Promise<PurgeCounts>
  /** Carries a purge out, and sees to it that what it ended is in no file of the database any more. */
  purge(purge: NewPurge, pace: PurgePace): Promise<PurgeEvidence>
  /** The records of purges, newest first. */
  purges(limit: number): Promise<readonly Purge[]>
  addHold(hold: Hold, by: Actor): Promise<boolean>
  removeHold(reportId: string, by: Actor): Promise<boolean>
  holds(): Promise<readonly Hold[]>
  readonly job: JobLease
}

/** What a purge can be shown to have done. */
export interface PurgeEvidence extends PurgeCounts {
  readonly id: string
  /** The database's own files hold nothing of what was ended; false: a reader stood in the way. */
  readonly scrubbed: boolean
}

/** Retention over a database. */
export function retentionOver(database: Database, audit: AuditWriter): Retention {
  return {
    count: (scope) => countDue(database, scope),
    purge: async (purge, pace) => {
      const counts = await carryOutPurge(database, audit, purge, pace)
      return { id: purge.id, ...counts, scrubbed: await database.scrub() }
    },
    purges: (limit) => listPurges(database, limit),
    addHold: (hold, by) =>
      addHold(
        database.engine,
        audit.recording({ actor: by, action: 'report.held', reportId: hold.reportId }),
        hold,
      ),
    removeHold: (reportId, by) =>
      removeHold(audit.recording({ actor: by, action: 'report.released', reportId }), reportId),
    holds: () => listHolds(database),
    job: jobLease(database, 'retention'),
  }
}
