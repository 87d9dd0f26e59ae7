/**
 * The simulated world of a sandbox: when it began, how far its time was advanced, and what its
 * bureaus do wrong. All replicas live in the same one.
 */
import type { Actor } from '../audit/entry.ts'
import type { AuditWriter, Committing } from '../audit/writer.ts'
import {
  type Database,
  exclusively,
  type Row,
  tryCommit,
  type UnitStatement,
} from '../engine/database.ts'
import { type Snapshots, snapshotsOver, type WorldStart } from './snapshots.ts'

/** What is kept of the simulated world. */
interface SandboxWorld {
  readonly epoch: number
  /** How far the time was advanced; it never shrinks but by a reset. */
  readonly advancedMs: number
}

/** What a simulated bureau or the service does wrong, for whom and for how long. All of what is named must fit. */
export interface FaultRule {
  /** In the words of magic streets or of the service; without one the bureau is only late. */
  readonly word?: string | undefined
  /** Whether it is a fault of the service, which no bureau has. */
  readonly service?: true | undefined
  /** How late files are: half of them by less than the median, 19 of 20 by less than p95. */
  readonly latency?: { readonly medianMs: number; readonly p95Ms: number } | undefined
  /** One bureau; all of them where none is named. */
  readonly bureau?: string | undefined
  readonly account?: string | undefined
  /** One borrower: the keyed hash of the number, and how lists show them. */
  readonly borrower?: { readonly ssnIndex: string; readonly shown: string } | undefined
  /** How many orders meet it, from now on. */
  readonly orders?: number | undefined
  /** Which share of the orders meets it, from 0 to 1. */
  readonly share?: number | undefined
}

/** A fault that was injected. */
export interface InjectedFault extends FaultRule {
  readonly id: string
  /** Since when, in the time of the world. */
  readonly since: number
}

/** What of the world changes: read for each request, because any process may have changed it. */
export interface SandboxState extends WorldStart, SandboxWorld {
  /** Counts resets and restored snapshots. */
  readonly generation: number
  /** In the order in which they were injected. */
  readonly faults: readonly InjectedFault[]
  /** Whether there are custom people: where there are none, no order looks for its borrower there. */
  readonly peopled: boolean
}

/** The simulated world, which every process of a database shares. */
export interface SandboxStore extends Snapshots {
  /** The simulated world, which begins now, or as `start` says, where there is none yet. */
  begin(now: number, start?: Partial<WorldStart>): Promise<SandboxWorld>
  state(): Promise<SandboxState>
  /** Injects a fault. */
  addFault(rule: FaultRule, since: number, by: Actor): Promise<InjectedFault>
  /** Removes every fault that fits; how many there were. */
  removeFaults(fits: (fault: InjectedFault) => boolean, by: Actor): Promise<number>
  /** Whether a fault meets an order, which counts: one of the first that ask, where it has a maximum. */
  meets(faultId: string, orderId: string, ordersMax: number | undefined): Promise<boolean>
  /** How many orders met each fault. */
  usesOfFaults(): Promise<ReadonlyMap<string, number>>
  /** Advances the world's time, up to a maximum in total. False: that would exceed it. */
  advanceClock(byMs: number, mostMs: number, by: Actor): Promise<boolean>
  /**
   * Takes numbers for counted identifiers: the one before the first of them. Nothing where the
   * world has been reset since.
   */
  takeNumbers(count: number, generation: number): Promise<number | undefined>
  /** Gives back the numbers after the last used, unless others were taken since. */
  returnNumbers(lastUsed: number, lastTaken: number, generation: number): Promise<void>
}

/** The sandbox over a database. */
export function sandboxOver(database: Database, audit: AuditWriter): SandboxStore {
  return {
    ...snapshotsOver(database, audit),
    begin: (now, start) =>
      beginWorld(database, { epoch: now, frozen: false, ids: 'random', ...start }),
    state: () => readSandboxState(database),
    addFault: (rule, since, by) => addFault(database, audit, rule, since, by),
    removeFaults: (fits, by) => removeFaults(database, audit, fits, by),
    meets: (faultId, orderId, ordersMax) => meets(database, faultId, orderId, ordersMax),
    usesOfFaults: () => usesOfFaults(database),
    advanceClock: (byMs, mostMs, actor) =>
      advanceClock(
        audit.recording({ actor, action: 'clock.advanced', object: `${byMs}` }),
        byMs,
        mostMs,
      ),
    takeNumbers: (count, generation) => takeNumbers(database, count, generation),
    returnNumbers: async (lastUsed, lastTaken, generation) => {
      const sql = `update world set numbered = $1
        where name = 'sandbox' and numbered = $2 and generation = $3`
      await database.commit([{ sql, params: [lastUsed, lastTaken, generation] }])
    },
  }
}

/** The world of this database; it begins where there is none yet. */
async function beginWorld(
  database: Database,
  { epoch, frozen, ids }: WorldStart,
): Promise<SandboxWorld> {
  await database.commit([
    {
      sql: `insert into world (name, epoch, advanced_ms, faults, frozen, ids)
        values ('sandbox', $1, 0, '[]', $2, $3) on conflict do nothing`,
      params: [epoch, frozen ? 1 : 0, ids],
    },
  ])
  const row = await worldRow(database)
  if (row === undefined) throw new Error('the world was kept and is not there')
  return { epoch: row.epoch, advancedMs: row.advanced_ms }
}

interface WorldRow extends Row {
  epoch: number
  /** How far the clock was advanced in all. */
  advanced_ms: number
  /** The injected faults, as JSON. */
  faults: string
  frozen: number
  ids: string
  /** Rises with each reset and restore, so that caches of the world before are dropped. */
  generation: number
  /** The last number that was taken, where identifiers are counted. */
  numbered: number
  peopled: number
}

async function worldRow(database: Pick<Database, 'read'>): Promise<WorldRow | undefined> {
  const sql = `select epoch, advanced_ms, faults, frozen, ids, generation, numbered,
      case when exists (select 1 from people) then 1 else 0 end as peopled
    from world where name = 'sandbox'`
  const [row] = await database.read<WorldRow>({ sql, params: [] })
  return row
}

/** The world as it is now; as it began where there is none. */
async function readSandboxState(database: Database): Promise<SandboxState> {
  const row = await worldRow(database)
  const { epoch = 0, advanced_ms: advancedMs = 0, generation = 0, faults = '[]' } = row ?? {}
  const frozen = row?.frozen === 1
  const ids = row?.ids === 'counted' ? 'counted' : 'random'
  const peopled = row?.peopled === 1
  return { epoch, frozen, ids, generation, advancedMs, faults: JSON.parse(faults), peopled }
}

/** How often a change that met another is tried again. */
const TRIES_MAX = 20

async function addFault(
  database: Database,
  audit: AuditWriter,
  rule: FaultRule,
  since: number,
  actor: Actor,
): Promise<InjectedFault> {
  const whose = rule.service ? 'service' : (rule.bureau ?? 'all bureaus')
  const object = `${whose} ${rule.word ?? 'late'}`
  const committing = audit.recording({ actor, action: 'fault.set', object })
  let added: InjectedFault | undefined
  await changeFaults(database, committing, (faults) => {
    const numbers = faults.map(({ id }) => Number(id.slice(1)))
    added = { id: `F${Math.max(0, ...numbers) + 1}`, since, ...rule }
    return [...faults, added]
  })
  return added as unknown as InjectedFault
}

async function removeFaults(
  database: Database,
  audit: AuditWriter,
  fits: (fault: InjectedFault) => boolean,
  actor: Actor,
): Promise<number> {
  let count = 0
  const committing = audit.recording({ actor, action: 'fault.set', object: 'none' })
  await changeFaults(database, committing, (faults) => {
    const left = faults.filter((fault) => !fits(fault))
    count = faults.length - left.length
    return count === 0 ? undefined : left
  })
  return count
}

/** Changes the list of faults; of changes at once each counts. */
async function changeFaults(
  database: Pick<Database, 'read'>,
  committing: Committing,
  change: (faults: readonly InjectedFault[]) => readonly InjectedFault[] | undefined,
): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const row = await worldRow(database)
    if (row === undefined) throw new Error('the sandbox state is missing')
    const before: readonly InjectedFault[] = JSON.parse(row.faults)
    const faults = change(before)
    if (faults === undefined) return
    const sql = "update world set faults = $2 where name = 'sandbox' and faults = $1"
    const params = [row.faults, JSON.stringify(faults)]
    const removed = before.filter(({ id }) => !faults.some((fault) => fault.id === id))
    if (await tryCommit(committing, [{ sql, params, rows: 1 }, ...removed.map(unused)])) return
  }
  throw new Error('too many concurrent changes of injected faults')
}

/** A later fault can have the same ID, and counts its orders from the beginning. */
function unused({ id }: InjectedFault): UnitStatement {
  return { sql: 'delete from fault_uses where fault_id = $1', params: [id] }
}

async function usesOfFaults(database: Pick<Database, 'read'>) {
  const rows = await database.read<{ fault_id: string; uses: number }>({
    sql: 'select fault_id, count(*) as uses from fault_uses group by fault_id',
    params: [],
  })
  return new Map(rows.map(({ fault_id, uses }) => [fault_id, Number(uses)]))
}

/** Counts an order among those that a fault meets, unless there are enough of them. */
async function meets(
  database: Database,
  faultId: string,
  orderId: string,
  ordersMax: number | undefined,
): Promise<boolean> {
  if (ordersMax === undefined) {
    const sql = 'insert into fault_uses (fault_id, order_id) values ($1, $2) on conflict do nothing'
    await database.commit([{ sql, params: [faultId, orderId] }])
    return true
  }
  await database.commit([
    ...exclusively(database.engine, 'fault uses'),
    {
      sql: `insert into fault_uses (fault_id, order_id)
        select $1, $2 from (select count(*) as uses from fault_uses where fault_id = $1) as used
        where used.uses < $3 on conflict do nothing`,
      params: [faultId, orderId, ordersMax],
    },
  ])
  const sql = 'select 1 as met from fault_uses where fault_id = $1 and order_id = $2'
  return (await database.read({ sql, params: [faultId, orderId] })).length > 0
}

/** Adds to the advance in one statement, so that of several at once each counts. */
async function advanceClock(database: Committing, byMs: number, mostMs: number): Promise<boolean> {
  if (byMs < 0) throw new RangeError('the sandbox clock only goes forward')
  const sql = `update world set advanced_ms = advanced_ms + $1
    where name = 'sandbox' and advanced_ms + $1 <= $2`
  return tryCommit(database, [{ sql, params: [byMs, mostMs], rows: 1 }])
}

async function takeNumbers(
  database: Database,
  count: number,
  generation: number,
): Promise<number | undefined> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const row = await worldRow(database)
    if (row === undefined || row.generation !== generation) return undefined
    const sql = `update world set numbered = $2 + $1
      where name = 'sandbox' and numbered = $2 and generation = $3`
    const params = [count, row.numbered, generation]
    if (await tryCommit(database, [{ sql, params, rows: 1 }])) return row.numbered
  }
  throw new Error('too many processes take numbers at once')
}
