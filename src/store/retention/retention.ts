/**
 * Purges, which destroy stored data one unit at a time. Reports on legal hold are skipped. Each
 * destroying unit also adds its counts to the record of its purge.
 */

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DAY_MS } from '../../time.ts'
import type { Actor } from '../audit/entry.ts'
import type { AuditWriter } from '../audit/writer.ts'
import {
  type Database,
  exclusively,
  type LeaseTime,
  type Row,
  tryScrub,
  UnitRejected,
} from '../engine/database.ts'
import { type JobLease, jobLease } from '../records/job-lease.ts'
import { accountOfReport } from '../records/reports/reports.ts'
import {
  addHold,
  begun,
  CONFLICTS_MAX,
  counted,
  endedPurgeRecords,
  type Hold,
  listHolds,
  listPurges,
  type NewPurge,
  NOTHING,
  type PurgeCounts,
  type PurgeScope,
  purgeRecords,
  type RestorablePurge,
  removeHold,
  sum,
} from './purge-records.ts'
import {
  classesOf,
  type Due,
  type DueRow,
  KINDS,
  KINDS_AFTER_GRACE,
  KINDS_SET_ASIDE,
  type Kind,
  selectDue,
} from './retention-kinds.ts'
import {
  amounts,
  type Restored,
  restoredCounts,
  restoreSetAside,
  type SetAsideFilter,
} from './set-aside.ts'

/** Counts the data that a purge would destroy. */
async function countDue(database: Database, scope: PurgeScope): Promise<DueCounts> {
  let counts = NOTHING
  let failedOrders = 0
  for (const kind of KINDS) {
    const due = kind.due(scope)
    if (due === undefined) continue
    const sql = `select o.state, count(distinct r.id) as made, count(*) as n
      from ${due.from} group by o.state`
    const rows = await database.read<{ state: string; made: number; n: number }>({
      sql,
      params: due.params,
    })
    for (const { state, n, made } of rows) {
      counts = sum(counts, kind.counts(state, n, made))
      if (state === 'failed') failedOrders += n
    }
  }
  return { ...counts, failedOrders }
}

/** The pace of a purge. */
interface PurgePace {
  /** Number of rows that one unit destroys. */
  readonly batch: number
  /** Called between units, to pause or to renew a lease. Returning false ends the purge early. */
  readonly between: () => Promise<boolean>
  /** Returns the machine's time. */
  readonly now: () => number
}

/** A phase of a purge: the kinds and scope to destroy, and the maximum number of orders. */
interface Phase {
  readonly kinds: readonly Kind[]
  readonly scope: PurgeScope
  /** Absent if all due data is destroyed. */
  readonly ordersMax?: number
}

/** Carries out a purge and closes its record. Destroyed content can never be opened again. */
async function carryOutPurge(
  database: Database,
  audit: AuditWriter,
  purge: NewPurge,
  phases: readonly Phase[],
  pace: PurgePace,
): Promise<EndedPurge> {
  const { id: object, by: actor, begunAt, scope } = purge
  const about = await subjectOf(database, scope)
  const fields = classesOf(scope)
  const records = purgeRecords(object, begunAt, JSON.stringify(scope))
  // The trail records the purge before anything is destroyed, so that an interrupted purge is
  // recorded too.
  await audit
    .recording({ actor, action: 'purge.begun', ...about, object, fields, records })
    .commit([begun(purge)])
  let counts = NOTHING
  for (const phase of phases) {
    for await (const ended of endPhase(database, phase, purge, pace.batch)) {
      counts = sum(counts, ended)
      // If the purge ends early, its record has no end, as after a crash of the process.
      if (!(await pace.between())) return { ...counts, endedAt: undefined }
    }
  }
  const endedAt = pace.now()
  const end = {
    fields: amounts(Object.entries(counts)),
    records: endedPurgeRecords(purge, endedAt, counts),
  }
  await audit.recording({ actor, action: 'purge.ended', ...about, object, ...end }).commit([
    {
      sql: 'update purges set ended_at = $2 where id = $1',
      params: [purge.id, endedAt],
      rows: 1,
    },
  ])
  return { ...counts, endedAt }
}

/**
 * Returns the report and the account that an entry is about. Without an account, that of the report:
 * the entries of an account must include the holds and purges of its reports.
 */
async function subjectOf(
  database: Database,
  { account, reportId }: SetAsideFilter,
): Promise<SetAsideFilter> {
  if (account !== undefined || reportId === undefined) return { account, reportId }
  return { account: await accountOfReport(database, reportId), reportId }
}

/** Destroys the data of a phase, one unit at a time. Yields the counts of each unit. */
async function* endPhase(
  database: Database,
  { kinds, scope, ordersMax = Number.POSITIVE_INFINITY }: Phase,
  purge: NewPurge,
  batch: number,
): AsyncGenerator<Partial<PurgeCounts>> {
  let orders = 0
  for (const kind of kinds) {
    const due = kind.due(scope)
    if (due === undefined || orders >= ordersMax) continue
    for await (const ended of endAll(database, kind, due, purge, batch)) {
      yield ended
      orders += ended.orders ?? 0
      if (orders >= ordersMax) break
    }
  }
}

/** Destroys all due data of a kind, one unit at a time. Yields the counts of each unit. */
async function* endAll(
  database: Database,
  kind: Kind,
  due: Due,
  { id, begunAt }: NewPurge,
  batch: number,
): AsyncGenerator<Partial<PurgeCounts>> {
  let last: DueRow | undefined
  let conflicted = ''
  for (let conflicts = 0; ; ) {
    const found = await database.read<DueRow>(selectDue(due, batch, last))
    if (found.length === 0) return
    const ids = found.map((row) => row.id).join(' ')
    if (ids !== conflicted) conflicts = 0
    const ended = found.reduce(
      (total, { state, report_id }) =>
        sum(total, kind.counts(state, 1, report_id === null ? 0 : 1)),
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
      // A hold or another purge changed some of these rows first. Reads the remaining due rows
      // again.
      conflicts += 1
      if (!(error instanceof UnitRejected) || conflicts === CONFLICTS_MAX) throw error
      conflicted = ids
      continue
    }
    last = found.at(-1)
    yield ended
  }
}

/**
 * Unattended purges set aside at most a tenth of all content per day, or this number of orders if
 * it is greater.
 */
const SHARE_OF_ALL = 0.1
const ORDERS_A_DAY_MIN = 1_000

/**
 * Returns the phases of an unattended purge. The first destroys the data in the scope of the purge
 * before the grace period, if it is still due. The second sets aside the data that is due now. Data
 * without a key to set aside waits for the end of the grace period. Orders that were set aside by
 * the purges of the last day count towards the share, because a failed purge is repeated within
 * minutes.
 */
async function unattendedPhases(
  database: Database,
  { scope, begunAt }: NewPurge,
  graceMs: number,
): Promise<readonly Phase[]> {
  const setAsideBefore = begunAt - graceMs
  const purges = (await listPurges(database, PURGES_READ_MAX)).filter(
    (one) => one.by.kind === 'service',
  )
  const earlier = purges.find((one) => one.begunAt < setAsideBefore && one.endedAt !== undefined)
  const lately = purges
    .filter((one) => Math.abs(one.begunAt - begunAt) < DAY_MS)
    .reduce((orders, one) => orders + one.orders, 0)
  const all = lately + (await countAvailable(database))
  const ordersMax = Math.max(ORDERS_A_DAY_MIN, Math.ceil(all * SHARE_OF_ALL)) - lately
  const finishing = earlier && {
    kinds: KINDS_AFTER_GRACE,
    scope: { ...narrowed(scope, earlier.scope), setAsideBefore },
  }
  return [...(finishing ? [finishing] : []), { kinds: KINDS_SET_ASIDE, scope, ordersMax }]
}

/**
 * Returns what both scopes contain. Data that was due before the grace period is no longer due if
 * an operator has corrected a setting since, or if a sandbox was reset to an earlier time.
 */
function narrowed(one: PurgeScope, other: PurgeScope): PurgeScope {
  return {
    reportsBefore: Math.min(one.reportsBefore, other.reportsBefore),
    refusalsBefore: Math.min(one.refusalsBefore, other.refusalsBefore),
    inquiriesBefore: Math.min(one.inquiriesBefore, other.inquiriesBefore),
  }
}

/** The number of keys that one read counts. Millions at once would occupy the reading thread. */
const COUNTED_AT_ONCE = 20_000

interface KeyPlace extends Row {
  sealed_at: number
  order_id: string
}

/** Counts the orders whose content is available, along the index of each master key. */
async function countAvailable(database: Database): Promise<number> {
  const sql = 'select id from master_keys'
  const keys = await database.read<{ id: string }>({ sql, params: [] })
  let count = 0
  for (const { id } of keys) {
    const start: KeyPlace = { sealed_at: Number.MIN_SAFE_INTEGER, order_id: '' }
    for (let after: KeyPlace | undefined = start; after !== undefined; ) {
      const [last]: readonly KeyPlace[] = await database.read<KeyPlace>({
        sql: `select sealed_at, order_id ${KEYS_AFTER} order by sealed_at, order_id
          limit 1 offset ${COUNTED_AT_ONCE - 1}`,
        params: [id, after.sealed_at, after.order_id],
      })
      count += last === undefined ? await countAfter(database, id, after) : COUNTED_AT_ONCE
      after = last
      await yieldToEventLoop()
    }
  }
  return count
}

const KEYS_AFTER = 'from order_keys where key_id = $1 and (sealed_at, order_id) > ($2, $3)'

async function countAfter(database: Database, keyId: string, after: KeyPlace): Promise<number> {
  const [row] = await database.read<{ n: number }>({
    sql: `select count(*) as n ${KEYS_AFTER}`,
    params: [keyId, after.sealed_at, after.order_id],
  })
  return row?.n ?? 0
}

/** Enough for one purge a day and the purges that operators requested. */
const PURGES_READ_MAX = 1_000

/** The amount of data that a purge would destroy. */
interface DueCounts extends PurgeCounts {
  /** Orders without a report among `orders`. */
  readonly failedOrders: number
}

/** What a purge destroyed, and when it ended. */
interface EndedPurge extends PurgeCounts {
  /** Undefined if the purge ended early. */
  readonly endedAt: number | undefined
}

/** The operations on retention. */
export interface Retention {
  /** Counts the data that a purge would destroy. */
  count(scope: PurgeScope): Promise<DueCounts>
  /** Carries out a purge, and removes the destroyed data from the database's own files. */
  purge(purge: NewPurge, pace: PurgePace): Promise<PurgeEvidence>
  /**
   * Carries out the daily purge of the service: sets keys aside, at most a share of all keys per
   * day, and destroys those that were set aside before the grace period. Call `scrub` afterwards.
   */
  purgeUnattended(purge: NewPurge, graceMs: number, pace: PurgePace): Promise<PurgeCounts>
  /** Removes destroyed data from the database's own files. Returns false if some may remain. */
  scrub(): Promise<boolean>
  /**
   * Restores set-aside orders, all or those of an account or report, and ends a running daily purge.
   * Returns their number.
   */
  restore(which: SetAsideFilter, by: Actor): Promise<number>
  /** Lists the records of purges, newest first, with how many of their orders were restored. */
  purges(limit: number): Promise<readonly RestorablePurge[]>
  addHold(hold: Hold, by: Actor): Promise<boolean>
  removeHold(reportId: string, by: Actor): Promise<boolean>
  holds(): Promise<readonly Hold[]>
  readonly job: JobLease
}

/** The provable result of a purge. */
interface PurgeEvidence extends EndedPurge {
  readonly id: string
  /** Whether the database's own files are free of destroyed data. If false, some may remain. */
  readonly scrubbed: boolean
}

/** Returns the retention of a database. */
export function retentionOver(database: Database, audit: AuditWriter, lease: LeaseTime): Retention {
  const job = jobLease(database, lease, 'retention')
  return {
    count: (scope) => countDue(database, scope),
    purge: async (purge, pace) => {
      const phases = [{ kinds: KINDS, scope: purge.scope }]
      const ended = await carryOutPurge(database, audit, purge, phases, pace)
      return { id: purge.id, ...ended, scrubbed: await tryScrub(database) }
    },
    purgeUnattended: async (purge, graceMs, pace) => {
      const phases = await unattendedPhases(database, purge, graceMs)
      return await carryOutPurge(database, audit, purge, phases, pace)
    },
    scrub: () => tryScrub(database),
    restore: async (which, by) => {
      const about = await subjectOf(database, which)
      const recording = (restored: Restored) =>
        audit.recording({ actor: by, action: 'purge.restored', ...about, ...restored })
      return await restoreSetAside(database, job, which, recording)
    },
    purges: async (limit) => {
      const restored = await restoredCounts(database)
      const purges = await listPurges(database, limit)
      return purges.map((purge) => ({ ...purge, restored: restored.get(purge.id) ?? 0 }))
    },
    addHold: async (hold, by) => {
      const about = await subjectOf(database, hold)
      const entry = { actor: by, action: 'report.held', ...about, purpose: hold.reason } as const
      return await addHold(database.engine, audit.recording(entry), hold)
    },
    removeHold: async (reportId, by) => {
      const about = await subjectOf(database, { reportId })
      const entry = { actor: by, action: 'report.released', ...about } as const
      return await removeHold(audit.recording(entry), reportId)
    },
    holds: () => listHolds(database),
    job,
  }
}
