/** Returning a world to its start, and keeping it under a name. */
import type { Actor } from '../audit/entry.ts'
import type { AuditWriter } from '../audit/writer.ts'
import { type Database, tryCommit, UnitRejected, type UnitStatement } from '../engine/database.ts'
import { emptied, forgotten, restored, saved } from './world-tables.ts'

/** How a world begins. */
export interface WorldStart {
  /** The moment from which the histories of simulated people are planned. */
  readonly epoch: number
  /** Whether the clock only changes when it is advanced; else it follows the machine's. */
  readonly frozen: boolean
  readonly ids: 'random' | 'counted'
}

/** A world that was kept. */
export interface Snapshot {
  readonly name: string
  /** By the machine's clock. */
  readonly savedAt: number
  /** By the clock of the world. */
  readonly sandboxAt: number
}

/** How restoring ended; `unusable`: sealed under a master key that is not in use any more. */
type Restored = 'restored' | 'unknown' | 'unusable'

/** Resets and snapshots. What is running meanwhile ends without a report. */
export interface Snapshots {
  /** Empties the world and begins it again. */
  reset(start: WorldStart, by: Actor): Promise<void>
  /** Keeps the world under a name, in place of what had it. False: an order is running. */
  saveSnapshot(name: string, now: number, by: Actor): Promise<boolean>
  restoreSnapshot(name: string, by: Actor): Promise<Restored>
  /** False: there is none of that name. */
  deleteSnapshot(name: string, by: Actor): Promise<boolean>
  listSnapshots(): Promise<readonly Snapshot[]>
}

type SnapshotRow = {
  readonly name: string
  readonly saved_at: number
  readonly epoch: number
  readonly advanced_ms: number
  readonly frozen: number
}

/** Snapshots over a database. */
export function snapshotsOver(database: Database, audit: AuditWriter): Snapshots {
  return {
    reset: (start, actor) =>
      audit.recording({ actor, action: 'world.reset' }).commit([
        ...lockedOrders(database),
        ...ended(),
        {
          sql: `update world set epoch = $1, frozen = $2, ids = $3, advanced_ms = 0, faults = '[]',
            numbered = 0, generation = generation + 1 where name = 'sandbox'`,
          params: [start.epoch, start.frozen ? 1 : 0, start.ids],
          rows: 1,
        },
      ]),
    saveSnapshot: (name, now, actor) => save(database, audit, name, now, actor),
    restoreSnapshot: (name, actor) => restore(database, audit, name, actor),
    deleteSnapshot: (name, actor) =>
      tryCommit(audit.recording({ actor, action: 'snapshot.deleted', object: name }), [
        { sql: 'delete from snapshots where name = $1', params: [name], rows: 1 },
        ...forgotten(name),
      ]),
    listSnapshots: async () => {
      const rows = await database.read<SnapshotRow>({
        sql: 'select name, saved_at, epoch, advanced_ms, frozen from snapshots order by name',
        params: [],
      })
      return rows.map(({ name, saved_at: savedAt, epoch, frozen, advanced_ms: advancedMs }) => ({
        name,
        savedAt,
        sandboxAt: (frozen === 1 ? epoch : savedAt) + advancedMs,
      }))
    },
  }
}

/** Empties the world, and the counts of requests that were made in it. */
function ended(): UnitStatement[] {
  return [...emptied(), { sql: 'delete from request_rates', params: [] }]
}

/** Orders wait until the unit ends, so none comes between two of its statements. */
function lockedOrders({ engine }: Database): UnitStatement[] {
  return engine === 'sqlite' ? [] : [{ sql: 'lock table orders in exclusive mode', params: [] }]
}

async function save(
  database: Database,
  audit: AuditWriter,
  name: string,
  now: number,
  actor: Actor,
): Promise<boolean> {
  const before = [
    ...lockedOrders(database),
    ...forgotten(name),
    { sql: 'delete from snapshots where name = $1', params: [name] },
  ]
  const keep = {
    sql: `insert into snapshots
        (name, saved_at, epoch, advanced_ms, faults, frozen, ids, numbered)
      select $1, $2, epoch, advanced_ms, faults, frozen, ids, numbered from world
      where not exists (select 1 from orders where state = 'running')`,
    params: [name, now],
    rows: 1,
  }
  const unit = [...before, keep, ...(await saved(database, name))]
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
  const take = ['epoch', 'advanced_ms', 'faults', 'frozen', 'ids', 'numbered'].map(
    (column) => `${column} = (select s.${column} from snapshots s where s.name = $1)`,
  )
  try {
    await audit.recording({ actor, action: 'snapshot.restored', object: name }).commit([
      ...lockedOrders(database),
      ...ended(),
      ...(await restored(database, name)),
      {
        sql: `update world set generation = generation + 1, ${take.join(', ')}
          where name = 'sandbox' and exists (select 1 from snapshots s where s.name = $1)`,
        params: [name],
        rows: 1,
      },
    ])
    return 'restored'
  } catch (error) {
    // The keys of orders refer to the master key that they are sealed under.
    if (error instanceof UnitRejected && error.reason === 'constraint') return 'unusable'
    throw error
  }
}
