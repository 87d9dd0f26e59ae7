/** Resets of a world, and snapshots under a name. */
import { setTimeout } from 'node:timers/promises'
import { MINUTE_MS } from '../../time.ts'
import type { Actor, NewAuditEntry } from '../audit/entry.ts'
import type { AuditWriter } from '../audit/writer.ts'
import { type Database, tryCommit, UnitRejected, type UnitStatement } from '../engine/database.ts'
import {
  addedSince,
  deletedCopies,
  emptyWorld,
  restoreWorld,
  savedCount,
  saveWorld,
} from '../engine/world-tables.ts'

/** How a world makes identifiers: the same ones in each run only if they are counted. */
export const ID_KINDS = ['random', 'counted'] as const

/** The start of a world. */
export interface WorldStart {
  /** The time from which the histories of simulated people are planned. */
  readonly epoch: number
  /**
   * Whether the clock changes only when it is advanced. Otherwise it follows the machine's clock.
   */
  readonly frozen: boolean
  readonly ids: (typeof ID_KINDS)[number]
}

/** A saved world. */
export interface Snapshot {
  readonly name: string
  /** By the machine's clock. */
  readonly savedAt: number
  /** By the clock of the world. */
  readonly sandboxAt: number
  /** The number of orders, of custom people, and of faults that can still affect orders. */
  readonly orders: number
  readonly people: number
  readonly faults: number
}

/** What the world has and a snapshot does not have. Restoring the snapshot loses it. */
export interface AddedSince {
  readonly orders: number
  /** Includes people that were changed. */
  readonly people: number
  /** The IDs of the injected faults. */
  readonly faults: readonly string[]
}

/** The result of a restore. `unusable`: sealed under a master key that is no longer in use. */
type Restored = 'restored' | 'unknown' | 'unusable'

/** Resets and snapshots. Orders that are running meanwhile end without a report. */
export interface Snapshots {
  /** Empties the world and starts it again. */
  reset(start: WorldStart, by: Actor): Promise<void>
  /** Saves the world, replacing a snapshot of this name. Returns false if an order is running. */
  saveSnapshot(name: string, now: number, by: Actor): Promise<boolean>
  restoreSnapshot(name: string, by: Actor): Promise<Restored>
  /** Deletes a snapshot. Returns false if there is none of that name. */
  deleteSnapshot(name: string, by: Actor): Promise<boolean>
  listSnapshots(): Promise<readonly Snapshot[]>
  /** Returns what was added since a snapshot, or undefined if there is none of that name. */
  addedSince(name: string): Promise<AddedSince | undefined>
  /** Counts the reports on legal hold that a restore of a snapshot, or a reset, would destroy. */
  countHeld(snapshot: string | undefined): Promise<number>
}

type SnapshotRow = {
  readonly name: string
  readonly saved_at: number
  readonly epoch: number
  readonly advanced_ms: number
  readonly frozen: number
  /** As JSON. */
  readonly faults: string
  readonly orders: number
  readonly people: number
}

/** Returns the snapshots of a database. */
export function snapshotsOver(database: Database, audit: AuditWriter): Snapshots {
  return {
    reset: (start, actor) =>
      endWorld(database, audit, { actor, action: 'world.reset' }, [
        ...ended(),
        {
          sql: `update world set epoch = $1, frozen = $2, ids = $3, advanced_ms = 0, faults = '[]',
            numbered = 0, last_fault = 0, generation = generation + 1
            where name = 'sandbox'`,
          params: [start.epoch, start.frozen ? 1 : 0, start.ids],
          rows: 1,
        },
      ]),
    saveSnapshot: (name, now, actor) => save(database, audit, name, now, actor),
    restoreSnapshot: (name, actor) => restore(database, audit, name, actor),
    deleteSnapshot: (name, actor) =>
      tryCommit(audit.recording({ actor, action: 'snapshot.deleted', object: name }), [
        { sql: 'delete from snapshots where name = $1', params: [name], rows: 1 },
        ...deletedCopies(name),
      ]),
    listSnapshots: () => listSnapshots(database),
    addedSince: (name) => readAddedSince(database, name),
    countHeld: (snapshot) => countHeld(database, snapshot),
  }
}

async function listSnapshots(database: Database): Promise<readonly Snapshot[]> {
  const sql = `select name, saved_at, epoch, advanced_ms, frozen, faults,
      ${savedCount('orders')} as orders, ${savedCount('people')} as people
    from snapshots order by name`
  const rows = await database.read<SnapshotRow>({ sql, params: [] })
  const uses = await database.read<FaultUses>({
    sql: `select snapshot, fault_id, count(*) as uses from saved_fault_uses
      group by snapshot, fault_id`,
    params: [],
  })
  return rows.map((row) => snapshotOf(row, uses))
}

/** The number of orders of a snapshot that a fault affected. */
type FaultUses = { readonly snapshot: string; readonly fault_id: string; readonly uses: number }

function snapshotOf(row: SnapshotRow, uses: readonly FaultUses[]): Snapshot {
  const { name, saved_at: savedAt, orders, people } = row
  return {
    name,
    savedAt,
    sandboxAt: (row.frozen === 1 ? row.epoch : savedAt) + row.advanced_ms,
    orders: Number(orders),
    people: Number(people),
    faults: faultsOf(row.faults).filter((fault) => {
      const use = uses.find((each) => each.snapshot === name && each.fault_id === fault.id)
      return isActiveFault(fault, Number(use?.uses ?? 0))
    }).length,
  }
}

/** Returns whether a fault that affected this many orders can affect more. */
export function isActiveFault(
  { orders = Number.POSITIVE_INFINITY }: { readonly orders?: number | undefined },
  uses: number,
): boolean {
  return uses < orders
}

/**
 * The columns that distinguish orders. After a reset, another order can have the same counted
 * identifier and, while the clock is frozen, the same time.
 */
const ORDER_COLUMNS = ['id', 'received_at', 'fingerprint', 'code']

async function readAddedSince(database: Database, name: string): Promise<AddedSince | undefined> {
  const sql = `select s.faults as saved, w.faults as present,
      (${addedSince('orders', ORDER_COLUMNS)}) as orders,
      (${addedSince('people', ['id', 'content'])}) as people
    from snapshots s, world w where s.name = $1 and w.name = 'sandbox'`
  type AddedRow = Pick<SnapshotRow, 'orders' | 'people'> & { saved: string; present: string }
  const [row] = await database.read<AddedRow>({ sql, params: [name] })
  if (row === undefined) return undefined
  const known = new Set(faultsOf(row.saved).map((fault) => JSON.stringify(fault)))
  const added = faultsOf(row.present).filter((fault) => !known.has(JSON.stringify(fault)))
  return {
    orders: Number(row.orders),
    people: Number(row.people),
    faults: added.map(({ id }) => id),
  }
}

async function countHeld(database: Database, snapshot: string | undefined): Promise<number> {
  const sql = `select count(*) as n from holds h where not exists (
      select 1 from saved_reports s where s.snapshot = $1 and s.id = h.report_id)
    and ($1 = '' or exists (select 1 from snapshots where name = $1))`
  const [row] = await database.read<{ n: number }>({ sql, params: [snapshot ?? ''] })
  return row?.n ?? 0
}

type StoredFault = { readonly id: string; readonly orders?: number }

const faultsOf = (json: string): readonly StoredFault[] => JSON.parse(json)

/** Returns statements that empty the world and the request counts of its accounts. */
function ended(): UnitStatement[] {
  return [...emptyWorld(), { sql: 'delete from request_rates', params: [] }]
}

/**
 * Returns statements that make orders wait until the unit ends, so that no order changes the world
 * between two of its statements.
 */
function lockedOrders({ engine }: Database): UnitStatement[] {
  return engine === 'sqlite' ? [] : [{ sql: 'lock table orders in exclusive mode', params: [] }]
}

/** How often a world tries to end later than its last order, and the pause between two tries. */
const END_TRIES_MAX = 20
const END_PAUSE_MS = 50

/**
 * Ends a world. The audit trail distinguishes the records of two worlds by the time of their
 * entries. While this unit waits for its lock, another process can end an order with a later entry,
 * and its clock can be ahead. `audit verify` would then report the order as missing from the next
 * world. The unit is therefore repeated with a new time. If the clocks differ by more than the tries
 * take, the world ends nevertheless.
 */
async function endWorld(
  database: Database,
  audit: AuditWriter,
  entry: NewAuditEntry,
  unit: readonly UnitStatement[],
): Promise<void> {
  const locked = lockedOrders(database)
  for (let tries = 1; tries < END_TRIES_MAX; tries++) {
    const later = noLaterEntry(audit.now())
    if (await tryCommit(audit.recording(entry), [...locked, later, ...unit], locked.length)) return
    await setTimeout(END_PAUSE_MS)
  }
  await audit.recording(entry).commit([...locked, ...unit])
}

/**
 * Returns a statement that affects a row only if no order or report has an entry after a time. An
 * entry that is minutes ahead is of a wrong clock, and waiting does not help.
 */
function noLaterEntry(at: number): UnitStatement {
  return {
    sql: `update world set generation = generation where name = 'sandbox' and not exists (
      select 1 from audit_entries where at > $1 and at < $2
        and (order_id is not null or report_id is not null))`,
    params: [at, at + MINUTE_MS],
    rows: 1,
  }
}

/** The columns of a world that a snapshot keeps. */
const KEPT = ['epoch', 'advanced_ms', 'faults', 'last_fault', 'frozen', 'ids', 'numbered']

async function save(
  database: Database,
  audit: AuditWriter,
  name: string,
  now: number,
  actor: Actor,
): Promise<boolean> {
  const before = [
    ...lockedOrders(database),
    ...deletedCopies(name),
    { sql: 'delete from snapshots where name = $1', params: [name] },
  ]
  const keep = {
    sql: `insert into snapshots
        (name, saved_at, ${KEPT.join(', ')})
      select $1, $2, ${KEPT.join(', ')} from world
      where not exists (select 1 from orders where state = 'running')`,
    params: [name, now],
    rows: 1,
  }
  const unit = [...before, keep, ...(await saveWorld(database, name))]
  const committing = audit.recording({ actor, action: 'snapshot.saved', object: name })
  return tryCommit(committing, unit, before.length)
}

async function restore(
  database: Database,
  audit: AuditWriter,
  name: string,
  actor: Actor,
): Promise<Restored> {
  const sql = 'select name from snapshots where name = $1'
  if ((await database.read({ sql, params: [name] })).length === 0) return 'unknown'
  const take = KEPT.map(
    (column) => `${column} = (select s.${column} from snapshots s where s.name = $1)`,
  )
  try {
    await endWorld(database, audit, { actor, action: 'snapshot.restored', object: name }, [
      ...ended(),
      ...(await restoreWorld(database, name)),
      {
        sql: `update world set generation = generation + 1, ${take.join(', ')}
          where name = 'sandbox' and exists (select 1 from snapshots s where s.name = $1)`,
        params: [name],
        rows: 1,
      },
    ])
    return 'restored'
  } catch (error) {
    if (!(error instanceof UnitRejected)) throw error
    // The keys of orders refer to the master key that they are sealed under. If no row changed, the
    // snapshot was deleted meanwhile.
    return error.reason === 'constraint' ? 'unusable' : 'unknown'
  }
}
