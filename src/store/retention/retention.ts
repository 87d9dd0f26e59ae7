/**
 * Ending what is kept, a unit at a time. A report on legal hold is passed over. Each unit that
 * destroys also counts itself into its purge's record.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DAY_MS } from '../../time.ts'
import type { Actor, NewAuditEntry } from '../audit/entry.ts'
import type { AuditWriter } from '../audit/writer.ts'
import {
  type Database,
  DatabaseUnavailable,
  exclusively,
  type LeaseTime,
  type Row,
  UnitRejected,
} from '../engine/database.ts'
import { type JobLease, jobLease } from '../records/job-lease.ts'
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

import {
  classesOf,
  type Due,
  type DueRow,
  KINDS,
  KINDS_AFTER_GRACE,
  KINDS_SET_ASIDE,
  type Kind,
  restored,
  selectDue,
} from './retention-kinds.ts'

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

/** A part of a purge: what it ends of which scope, and how many orders of it at most. */
interface Phase {
  readonly kinds: readonly Kind[]
  readonly scope: PurgeScope
  /** Absent where all that is due ends. */
  readonly ordersMax?: number
}

/** Carries a purge out and closes its record. Destroyed content cannot be opened any more. */
async function carryOutPurge(
  database: Database,
  audit: AuditWriter,
  purge: NewPurge,
  phases: readonly Phase[],
  pace: PurgePace,
): Promise<PurgeCounts> {
  const { id: object, by: actor } = purge
  const fields = classesOf(purge.scope)
  const records = purgeRecords(purge.id, purge.begunAt, JSON.stringify(purge.scope))
  // The trail has the purge before anything ends, so that one that was cut off is recorded too.
  await audit
    .recording({ actor, action: 'purge.begun', object, fields, records })
    .commit([begun(purge)])
  let counts = NOTHING
  for (const phase of phases) {
    for await (const ended of endPhase(database, phase, purge, pace.batch)) {
      counts = sum(counts, ended)
      // Ended early, the record stays without an end, as one of a process that died.
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

/** Ends what a phase is to end, a unit at a time: how much each unit ended. */
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

/** Ends everything of a kind that is due, a unit at a time: how much each unit ended. */
async function* endAll(
  database: Database,
  kind: Kind,
  due: Due,
  { id, begunAt }: NewPurge,
  batch: number,
): AsyncGenerator<Partial<PurgeCounts>> {
  let last: DueRow | undefined
  for (let refused = 0; ; ) {
    const found = await database.read<DueRow>(selectDue(due, batch, last))
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
      // A hold or another purge was first: what is due is read again, without what they changed.
      refused += 1
      if (!(error instanceof UnitRejected) || refused === REFUSALS_MAX) throw error
      continue
    }
    refused = 0
    last = found.at(-1)
    yield ended
  }
}

/** Unattended purges set aside a tenth of all content a day at most, or this many orders. */
const SHARE_OF_ALL = 0.1
const ORDERS_A_DAY_MIN = 1_000

/**
 * First what the purges before the grace period were to end, then what is due by now, set aside.
 * What leaves no key to set aside waits for the end of the grace period instead. What the purges of
 * the last day have set aside counts towards the share: one that failed is repeated within minutes.
 */
async function unattendedPhases(
  database: Database,
  { scope, begunAt }: NewPurge,
  graceMs: number,
): Promise<readonly Phase[]> {
  const setAsideBefore = begunAt - graceMs
  const purges = (await listPurges(database, PURGES_LOOKED_AT)).filter(
    (one) => one.by.kind === 'service',
  )
  const earlier = purges.find((one) => one.begunAt < setAsideBefore && one.endedAt !== undefined)
  const lately = purges
    .filter((one) => Math.abs(one.begunAt - begunAt) < DAY_MS)
    .reduce((orders, one) => orders + one.orders, 0)
  const kept = lately + (await countKept(database))
  const ordersMax = Math.max(ORDERS_A_DAY_MIN, Math.ceil(kept * SHARE_OF_ALL)) - lately
  const finishing = earlier && {
    kinds: KINDS_AFTER_GRACE,
    scope: { ...earlier.scope, setAsideBefore },
  }
  return [...(finishing ? [finishing] : []), { kinds: KINDS_SET_ASIDE, scope, ordersMax }]
}

/** Keys counted in one read: millions at once would occupy the thread that reads. */
const COUNTED_AT_ONCE = 20_000

interface KeyPlace extends Row {
  sealed_at: number
  order_id: string
}

/** How many orders have their content, counted along the index of each master key. */
async function countKept(database: Database): Promise<number> {
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

/** One purge a day, and those that operators asked for. */
const PURGES_LOOKED_AT = 1_000

/** Which orders are restored; all that were set aside where nothing is named. */
interface SetAsideFilter {
  readonly account?: string | undefined
  readonly reportId?: string | undefined
}

const RESTORED_AT_ONCE = 100

/** Gives orders their keys back. */
async function restoreSetAside(
  database: Database,
  audit: AuditWriter,
  { account, reportId }: SetAsideFilter,
  actor: Actor,
): Promise<number> {
  const params: string[] = []
  const only = (column: string, value: string | undefined) =>
    value === undefined ? '' : `and ${column} = $${params.push(value)}`
  const sql = `select k.order_id from set_aside_keys k join orders o on o.id = k.order_id
    where 1 = 1 ${only('o.account', account)} ${only('o.report_id', reportId)}`
  const found = await database.read<{ order_id: string }>({ sql, params })
  for (let first = 0; first < found.length; first += RESTORED_AT_ONCE) {
    const some = found.slice(first, first + RESTORED_AT_ONCE)
    const entry = { actor, action: 'purge.restored', account, reportId, object: `${some.length}` }
    await audit
      .recording(entry as NewAuditEntry)
      .commit([
        ...exclusively(database.engine, 'holds and purges'),
        ...some.flatMap(({ order_id: id }) => restored(id)),
      ])
  }
  return found.length
}

/** What can be done about how long things are kept. */
export interface Retention {
  /** What a purge would end. */
  count(scope: PurgeScope): Promise<PurgeCounts>
  /** Carries a purge out, and sees to it that what it ended is in no file of the database any more. */
  purge(purge: NewPurge, pace: PurgePace): Promise<PurgeEvidence>
  /**
   * The daily purge of the service sets keys aside, a bounded share of all a day, and destroys what
   * was set aside before the grace period. `scrub` is to follow.
   */
  purgeUnattended(purge: NewPurge, graceMs: number, pace: PurgePace): Promise<PurgeCounts>
  /** Sees to it that what was ended is in no file of the database any more. False: it may be. */
  scrub(): Promise<boolean>
  /** Restores what was set aside; of one account or report where one is named: how many orders. */
  restore(which: SetAsideFilter, by: Actor): Promise<number>
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
  /** The database's own files hold nothing of what was ended; false: they may. */
  readonly scrubbed: boolean
}

/** False also where the database does not answer: the purge has ended, whatever is left of it. */
async function scrub(database: Database): Promise<boolean> {
  try {
    return await database.scrub()
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return false
    throw error
  }
}

/** Retention over a database. */
export function retentionOver(database: Database, audit: AuditWriter, lease: LeaseTime): Retention {
  return {
    count: (scope) => countDue(database, scope),
    purge: async (purge, pace) => {
      const phases = [{ kinds: KINDS, scope: purge.scope }]
      const counts = await carryOutPurge(database, audit, purge, phases, pace)
      return { id: purge.id, ...counts, scrubbed: await scrub(database) }
    },
    purgeUnattended: async (purge, graceMs, pace) => {
      const phases = await unattendedPhases(database, purge, graceMs)
      return await carryOutPurge(database, audit, purge, phases, pace)
    },
    scrub: () => scrub(database),
    restore: (which, by) => restoreSetAside(database, audit, which, by),
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
    job: jobLease(database, lease, 'retention'),
  }
}
