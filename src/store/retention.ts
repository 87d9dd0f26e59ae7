/**
 * Ending what is kept: the data key of an order is destroyed, and with it everything sealed about
 * the order; what remains says that there was an order, and what it cost. A report on legal hold is
 * passed over. Each unit that destroys also counts itself into its purge's record.
 */

import type { Actor } from './audit/entry.ts'
import type { AuditWriter } from './audit/writer.ts'
import { type Database, type Row, UnitRefused, type UnitStatement, type Value } from './database.ts'
import { addHold, type Hold, listHolds, removeHold } from './holds.ts'
import { endJob, keepJob, takeJob } from './jobs.ts'
import { forgetTokens } from './order-lists.ts'
import { alone } from './units.ts'

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

/** One kind of thing that is ended: which are due, and the statements that end one. */
interface Kind {
  readonly due: (scope: PurgeScope) => Due | undefined
  readonly end: (row: DueRow, at: number) => UnitStatement[]
  /** What so many of them in one state, with so many reports, count as. */
  readonly counts: (state: string, count: number, reports: number) => Partial<PurgeCounts>
}

interface Due {
  readonly from: string
  readonly params: readonly Value[]
  /** By which the oldest come first, where an index has them so. */
  readonly order?: string
}

interface DueRow extends Row {
  id: string
  state: string
  report_id: string | null
}

const NOT_HELD = 'not exists (select 1 from holds h where h.report_id = o.report_id)'
const WITH_KEY = 'join order_keys k on k.order_id = o.id left join reports r on r.order_id = o.id'

/** Orders with a report: by their age where all are meant, else by account or report. */
const reports: Kind = {
  due: ({ reportsBefore, account, reportId }) => {
    const rest = `o.state = 'done' and ${NOT_HELD}`
    if (reportId !== undefined) {
      const from = `orders o ${WITH_KEY} where o.report_id = $1 and o.received_at < $2 and ${rest}`
      return { from, params: [reportId, reportsBefore] }
    }
    if (account !== undefined) {
      const from = `orders o ${WITH_KEY} where o.account = $1 and o.received_at < $2 and ${rest}`
      return { from, params: [account, reportsBefore], order: 'o.received_at, o.id' }
    }
    const from = `order_keys k join orders o on o.id = k.order_id
      left join reports r on r.order_id = o.id
      where k.key_id in (select id from master_keys) and k.sealed_at < $1 and ${rest}`
    // Each master key's orders in turn: to have the oldest of all first, all would be read.
    return { from, params: [reportsBefore] }
  },
  end: ({ id }, at) => destroyed(id, at),
  counts: (_state, orders, made) => ({ orders, reports: made }),
}

/** Orders without a report. What was refused never was an order, so nothing of it need remain. */
const refusals: Kind = {
  due: ({ refusalsBefore, account, reportId }) => {
    if (reportId !== undefined) return undefined
    const own = account === undefined ? '' : 'and o.account = $2'
    return {
      from: `orders o left join reports r on r.order_id = o.id
        where o.state in ('failed', 'refused') and o.purged_at is null
          and o.received_at < $1 ${own}`,
      params: account === undefined ? [refusalsBefore] : [refusalsBefore, account],
      order: 'o.received_at, o.id',
    }
  },
  end: ({ id, state }, at) => {
    if (state === 'failed') return destroyed(id, at, false)
    return [
      { sql: 'delete from order_keys where order_id = $1', params: [id] },
      forgetTokens(id),
      { sql: "delete from orders where id = $1 and state = 'refused'", params: [id], rows: 1 },
    ]
  },
  counts: (state, count) => (state === 'refused' ? { refusals: count } : { orders: count }),
}

/** Who asked for whose file: keyed hashes only, and kept longest. */
const inquiries: Kind = {
  due: ({ inquiriesBefore, account, reportId }) => {
    if (account !== undefined || reportId !== undefined) return undefined
    return {
      from: `orders o join pulls p on p.order_id = o.id left join reports r on r.order_id = o.id
        where o.received_at < $1 and o.state <> 'running' and ${NOT_HELD}`,
      params: [inquiriesBefore],
      order: 'o.received_at, o.id',
    }
  },
  end: ({ id }) => [{ sql: 'delete from pulls where id = $1', params: [id], rows: 1 }],
  counts: (_state, count) => ({ inquiries: count }),
}

const KINDS: readonly Kind[] = [reports, refusals, inquiries]
const CLASSES = [
  ['reports', reports],
  ['refusals', refusals],
  ['inquiries', inquiries],
] as const

/** The statements that leave nothing of an order that could be opened, or found by a person. */
function destroyed(id: string, at: number, hasKey = true): UnitStatement[] {
  const key = { sql: 'delete from order_keys where order_id = $1', params: [id] }
  return [
    {
      sql: `update orders as o set purged_at = $2, sent = null, understood = null, answer = null,
          answers_retries = null, meaning = null
        where o.id = $1 and o.state <> 'running' and o.purged_at is null and ${NOT_HELD}`,
      params: [id, at],
      rows: 1,
    },
    hasKey ? { ...key, rows: 1 } : key,
    forgetTokens(id),
    {
      sql: `update reports set content = null, printed_pdf = null, printed_html = null,
          meaning = null, derivation = null, lender_case = null
        where order_id = $1`,
      params: [id],
    },
    {
      sql: `delete from report_borrowers
        where report_id in (select id from reports where order_id = $1)`,
      params: [id],
    },
  ]
}

function selectDue({ from, order }: Due, limit: number): string {
  const id = from.includes('join pulls') ? 'p.id' : 'o.id'
  const sorted = order === undefined ? '' : `order by ${order}`
  return `select ${id} as id, o.state, r.id as report_id from ${from} ${sorted} limit ${limit}`
}

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

const NOTHING: PurgeCounts = { orders: 0, reports: 0, refusals: 0, inquiries: 0 }

function sum(one: PurgeCounts, other: Partial<PurgeCounts>): PurgeCounts {
  return {
    orders: one.orders + (other.orders ?? 0),
    reports: one.reports + (other.reports ?? 0),
    refusals: one.refusals + (other.refusals ?? 0),
    inquiries: one.inquiries + (other.inquiries ?? 0),
  }
}

/** How a purge goes about it. */
export interface PurgePace {
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
  await audit.recording({ actor, action: 'purge.begun', object, fields }).commit([begun(purge)])
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
        ...alone(database.engine, 'holds and purges'),
        counted(id, ended),
        ...ending,
      ])
    } catch (error) {
      refused += 1
      if (!(error instanceof UnitRefused) || refused === REFUSALS_MAX) throw error
      continue
    }
    refused = 0
    yield ended
  }
}

/** The classes that a purge ends, by name. */
function classesOf(scope: PurgeScope): string[] {
  return CLASSES.filter(([, kind]) => (kind.due(scope)?.params[0] ?? 0) !== 0).map(([name]) => name)
}

function begun({ id, begunAt, by, scope }: NewPurge): UnitStatement {
  return {
    sql: `insert into purges
        (id, begun_at, begun_by_kind, begun_by, scope, orders, reports, refusals, inquiries)
      values ($1, $2, $3, $4, $5, 0, 0, 0, 0)`,
    params: [id, begunAt, by.kind, by.name, JSON.stringify(scope)],
    rows: 1,
  }
}

function counted(id: string, ended: Partial<PurgeCounts>): UnitStatement {
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
  ended_at: number | null
  begun_by_kind: Actor['kind']
  begun_by: string
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
  readonly job: {
    take(runner: string, now: number, leaseUntil: number): Promise<boolean>
    keep(runner: string, leaseUntil: number): Promise<boolean>
    end(runner: string, dueAt: number): Promise<void>
  }
}

/** What a purge can be shown to have done. */
export interface PurgeEvidence extends PurgeCounts {
  readonly id: string
  /** The database's own files hold nothing of what was ended; false: a reader stood in the way. */
  readonly scrubbed: boolean
}

const JOB = 'retention'

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
    job: {
      take: (runner, now, leaseUntil) => takeJob(database, { name: JOB, runner }, now, leaseUntil),
      keep: (runner, leaseUntil) => keepJob(database, { name: JOB, runner }, leaseUntil),
      end: (runner, dueAt) => endJob(database, { name: JOB, runner }, dueAt),
    },
  }
}
