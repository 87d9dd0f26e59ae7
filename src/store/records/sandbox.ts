/**
 * The simulated world of a sandbox: when it began, how far its clock was advanced, and the injected
 * faults. All replicas share it.
 */
import { serialQueue } from '../../serial-queue.ts'
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

/** The stored state of the simulated world. */
interface SandboxWorld {
  readonly epoch: number
  /** How far the clock was advanced. Only a reset or a restored snapshot can decrease it. */
  readonly advancedMs: number
}

/**
 * A fault of a simulated bureau or of the service, with its conditions and limits. An order must
 * match all conditions that are set.
 */
export interface FaultRule {
  /** A word of a magic street or a fault of the service. Without it, the bureau is only slow. */
  readonly word?: string | undefined
  /** Set for a fault of the service, which concerns no bureau. */
  readonly service?: true | undefined
  /** The delay of files: half of them take less than the median, 19 of 20 less than p95. */
  readonly latency?: { readonly medianMs: number; readonly p95Ms: number } | undefined
  /** The affected bureau. Absent if all bureaus are affected. */
  readonly bureau?: string | undefined
  readonly account?: string | undefined
  /** The affected borrower: the keyed hash of the number, and the form that lists show. */
  readonly borrower?: { readonly ssnIndex: string; readonly shown: string } | undefined
  /** How many orders are affected, from now on. */
  readonly orders?: number | undefined
  /** The share of orders that are affected, from 0 to 1. */
  readonly share?: number | undefined
}

/** An injected fault. */
export interface InjectedFault extends FaultRule {
  readonly id: string
  /** The time of the injection, by the clock of the world. */
  readonly since: number
}

/** The changing state of the world. Read for each request, because any process may change it. */
export interface SandboxState extends WorldStart, SandboxWorld {
  /** Counts resets and restored snapshots. */
  readonly generation: number
  /** In the order of their injection. */
  readonly faults: readonly InjectedFault[]
  /** The number of the last injected fault, also if it was removed. */
  readonly lastFault: number
  /** Whether there are custom people. If not, orders do not look for their borrowers there. */
  readonly peopled: boolean
}

/** The simulated world, which all processes of a database share. */
export interface SandboxStore extends Snapshots {
  /** Returns the simulated world. If there is none, it begins now or as `start` says. */
  begin(now: number, start?: Partial<WorldStart>): Promise<SandboxWorld>
  state(): Promise<SandboxState>
  /** Counts the orders of the world. Statistics do not have those of earlier months. */
  countOrders(): Promise<number>
  /** Injects a fault. */
  addFault(rule: FaultRule, since: number, by: Actor): Promise<InjectedFault>
  /** Removes every fault that fits, and returns their number. */
  removeFaults(fits: (fault: InjectedFault) => boolean, by: Actor): Promise<number>
  /**
   * Returns whether a fault affects an order, and counts the order. A fault with a maximum affects
   * the first orders that ask. An order of an earlier generation is not counted: after a reset, the
   * IDs of faults repeat.
   */
  meets(fault: CountedFault, orderId: string, generation: number): Promise<boolean>
  /** Returns how many orders each fault affected. */
  usesOfFaults(): Promise<ReadonlyMap<string, number>>
  /**
   * Advances the clock of the world. Returns false if the total would exceed the maximum or if, with
   * `known`, the clock was advanced or the world was reset since that state.
   */
  advanceClock(
    byMs: number,
    mostMs: number,
    by: Actor,
    known?: Pick<SandboxState, 'advancedMs' | 'generation'>,
  ): Promise<boolean>
  /**
   * Reserves numbers for counted IDs, and returns the number before the first of them. Returns
   * undefined if the world has been reset since.
   */
  takeNumbers(count: number, generation: number): Promise<number | undefined>
  /** Gives back the numbers after the last used one, unless others were reserved since. */
  returnNumbers(lastUsed: number, lastTaken: number, generation: number): Promise<void>
}

/** A fault that counts its orders, up to `orders` if it is set. */
type CountedFault = Pick<InjectedFault, 'id' | 'orders'>

/** Returns the sandbox of a database. */
export function sandboxOver(database: Database, audit: AuditWriter): SandboxStore {
  // Changes of the same row would otherwise conflict with each other again and again.
  const inTurn = serialQueue()
  return {
    ...snapshotsOver(database, audit),
    begin: (now, start) =>
      beginWorld(database, { epoch: now, frozen: false, ids: 'random', ...start }),
    state: () => readSandboxState(database),
    countOrders: () => countOrders(database),
    addFault: (rule, since, by) => inTurn(() => addFault(database, audit, rule, since, by)),
    removeFaults: (fits, by) => inTurn(() => removeFaults(database, audit, fits, by)),
    meets: (fault, orderId, generation) => meets(database, fault, orderId, generation),
    usesOfFaults: () => usesOfFaults(database),
    advanceClock: (byMs, mostMs, actor, known) =>
      advanceClock(
        audit.recording({ actor, action: 'clock.advanced', object: `${byMs}` }),
        byMs,
        mostMs,
        known,
      ),
    takeNumbers: (count, generation) => takeNumbers(database, count, generation),
    returnNumbers: async (lastUsed, lastTaken, generation) => {
      const sql = `update world set numbered = $1
        where name = 'sandbox' and numbered = $2 and generation = $3`
      await database.commit([{ sql, params: [lastUsed, lastTaken, generation] }])
    },
  }
}

/** Returns the world of this database. If there is none, it begins. */
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
  if (row === undefined) throw new Error('the world was stored but cannot be found')
  return { epoch: row.epoch, advancedMs: row.advanced_ms }
}

interface WorldRow extends Row {
  epoch: number
  /** How far the clock was advanced in total. */
  advanced_ms: number
  /** The injected faults, as JSON. */
  faults: string
  /** The number of the last injected fault, also if it was removed. */
  last_fault: number
  frozen: number
  ids: string
  /** Rises with each reset and restore, so that caches of the earlier world are dropped. */
  generation: number
  /** The last number that was reserved, if IDs are counted. */
  numbered: number
  peopled: number
}

async function worldRow(database: Pick<Database, 'read'>): Promise<WorldRow | undefined> {
  const sql = `select epoch, advanced_ms, faults, last_fault, frozen, ids, generation, numbered,
      case when exists (select 1 from people) then 1 else 0 end as peopled
    from world where name = 'sandbox'`
  const [row] = await database.read<WorldRow>({ sql, params: [] })
  return row
}

/** Returns the current world, or its default state if there is none. */
async function readSandboxState(database: Database): Promise<SandboxState> {
  const row = await worldRow(database)
  return {
    epoch: row?.epoch ?? 0,
    frozen: row?.frozen === 1,
    ids: row?.ids === 'counted' ? 'counted' : 'random',
    generation: row?.generation ?? 0,
    advancedMs: row?.advanced_ms ?? 0,
    faults: JSON.parse(row?.faults ?? '[]'),
    lastFault: row?.last_fault ?? 0,
    peopled: row?.peopled === 1,
  }
}

/** How often a change that conflicts with one of another process is tried again. */
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
  const recording = () => audit.recording({ actor, action: 'fault.set', object })
  let added: InjectedFault | undefined
  await changeFaults(database, recording, (faults, lastNumber) => {
    added = { id: `F${lastNumber + 1}`, since, ...rule }
    return [...faults, added]
  })
  return added as unknown as InjectedFault
}

/** The most IDs that fit into the object of an audit entry, which would be cut within an ID. */
const IDS_OF_OBJECT_MAX = 30

async function removeFaults(
  database: Database,
  audit: AuditWriter,
  fits: (fault: InjectedFault) => boolean,
  actor: Actor,
): Promise<number> {
  let count = 0
  const recording = (removed: readonly InjectedFault[]) => {
    const ids = removed.map(({ id }) => id)
    const object = ids.slice(0, IDS_OF_OBJECT_MAX).join(' ')
    const fields = ids.slice(IDS_OF_OBJECT_MAX)
    return audit.recording({ actor, action: 'fault.removed', object, fields })
  }
  await changeFaults(database, recording, (faults) => {
    const left = faults.filter((fault) => !fits(fault))
    count = faults.length - left.length
    return count === 0 ? undefined : left
  })
  return count
}

/** Changes the list of faults. Concurrent changes do not overwrite each other. */
async function changeFaults(
  database: Pick<Database, 'read'>,
  recording: (removed: readonly InjectedFault[]) => Committing,
  change: (
    faults: readonly InjectedFault[],
    lastNumber: number,
  ) => readonly InjectedFault[] | undefined,
): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const row = await worldRow(database)
    if (row === undefined) throw new Error('the sandbox state is missing')
    const before: readonly InjectedFault[] = JSON.parse(row.faults)
    const lastNumber = Math.max(row.last_fault, ...before.map(numberOf))
    const faults = change(before, lastNumber)
    if (faults === undefined) return
    const sql = `update world set faults = $2, last_fault = $4
      where name = 'sandbox' and faults = $1 and last_fault = $3`
    const last = Math.max(lastNumber, ...faults.map(numberOf))
    const params = [row.faults, JSON.stringify(faults), row.last_fault, last]
    const removed = before.filter(({ id }) => !faults.some((fault) => fault.id === id))
    if (await tryCommit(recording(removed), [{ sql, params, rows: 1 }, ...removed.map(unused)]))
      return
  }
  throw new Error('too many concurrent changes to the injected faults')
}

function numberOf({ id }: InjectedFault): number {
  return Number(id.slice(1))
}

/** Deletes the counts of a removed fault. */
function unused({ id }: InjectedFault): UnitStatement {
  return { sql: 'delete from fault_uses where fault_id = $1', params: [id] }
}

async function countOrders(database: Database): Promise<number> {
  const sql = 'select count(*) as orders from orders'
  const [row] = await database.read<{ orders: number }>({ sql, params: [] })
  return Number(row?.orders ?? 0)
}

async function usesOfFaults(database: Pick<Database, 'read'>) {
  const rows = await database.read<{ fault_id: string; uses: number }>({
    sql: 'select fault_id, count(*) as uses from fault_uses group by fault_id',
    params: [],
  })
  return new Map(rows.map(({ fault_id, uses }) => [fault_id, Number(uses)]))
}

/** Counts an order among those that a fault affects, unless the maximum is reached. */
async function meets(
  database: Database,
  { id: faultId, orders: ordersMax }: CountedFault,
  orderId: string,
  generation: number,
): Promise<boolean> {
  if (ordersMax === undefined) {
    const sql = `insert into fault_uses (fault_id, order_id)
      select $1, $2 from world where name = 'sandbox' and generation = $3 on conflict do nothing`
    await database.commit([{ sql, params: [faultId, orderId, generation] }])
    return true
  }
  await database.commit([
    ...exclusively(database.engine, 'fault uses'),
    {
      sql: `insert into fault_uses (fault_id, order_id)
        select $1, $2 from (select count(*) as uses from fault_uses where fault_id = $1) as used
        join world on name = 'sandbox' and generation = $4
        where used.uses < $3 on conflict do nothing`,
      params: [faultId, orderId, ordersMax, generation],
    },
  ])
  const sql = 'select 1 as met from fault_uses where fault_id = $1 and order_id = $2'
  return (await database.read({ sql, params: [faultId, orderId] })).length > 0
}

/** Advances the clock in one statement, so that concurrent advances add up. */
async function advanceClock(
  database: Committing,
  byMs: number,
  mostMs: number,
  known: Parameters<SandboxStore['advanceClock']>[3],
): Promise<boolean> {
  if (byMs < 0) throw new RangeError('the sandbox clock only goes forward')
  const sql = `update world set advanced_ms = advanced_ms + $1
    where name = 'sandbox' and advanced_ms + $1 <= $2
      ${known === undefined ? '' : 'and advanced_ms = $3 and generation = $4'}`
  const since = known === undefined ? [] : [known.advancedMs, known.generation]
  return tryCommit(database, [{ sql, params: [byMs, mostMs, ...since], rows: 1 }])
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
  throw new Error('too many processes reserve numbers for IDs at the same time')
}
