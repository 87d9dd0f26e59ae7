/**
 * The simulated world of a sandbox: when it began, and how far its time was advanced beyond that of
 * the machines. All replicas live in the same one.
 */

import type { Actor } from '../audit/entry.ts'
import type { AuditWriter, Committing } from '../audit/writer.ts'
import { type Database, tryCommit } from '../engine/database.ts'

/** What is kept of the simulated world. */
export interface SandboxWorld {
  /** The moment of the first start, from which the lives of simulated people are told. */
  readonly epoch: number
  /** How far the world is ahead of the machines' time; it never shrinks. */
  readonly advancedMs: number
}

/** The simulated world, which every process of a database shares. */
export interface SandboxStore {
  /** The simulated world, which begins now where there is none yet. */
  begin(now: number): Promise<SandboxWorld>
  state(): Promise<SandboxState>
  /** Sets the fault of a simulated bureau, or clears it. */
  setFault(bureau: string, fault: InjectedFault | undefined, by: Actor): Promise<void>
  /** Advances the world's time, up to a maximum in total. False: that would exceed it. */
  advanceClock(byMs: number, mostMs: number, by: Actor): Promise<boolean>
}

/** The sandbox over a database. */
export function sandboxOver(database: Database, audit: AuditWriter): SandboxStore {
  return {
    begin: (now) => beginWorld(database, now),
    state: () => readSandboxState(database),
    setFault: (bureau, fault, actor) => {
      const object = `${bureau} ${fault?.word ?? 'none'}`
      const committing = audit.recording({ actor, action: 'fault.set', object })
      return setFault(database, committing, bureau, fault)
    },
    advanceClock: (byMs, mostMs, actor) =>
      advanceClock(
        audit.recording({ actor, action: 'clock.advanced', object: `${byMs}` }),
        byMs,
        mostMs,
      ),
  }
}

/** The world of this database; it begins now where there is none yet. */
async function beginWorld(database: Database, now: number): Promise<SandboxWorld> {
  await database.commit([
    {
      sql: `insert into world (name, epoch, advanced_ms, faults) values ('sandbox', $1, 0, '{}')
        on conflict do nothing`,
      params: [now],
    },
  ])
  const [row] = await database.read<{ epoch: number; advanced_ms: number }>({
    sql: "select epoch, advanced_ms from world where name = 'sandbox'",
    params: [],
  })
  if (row === undefined) throw new Error('the world was kept and is not there')
  return { epoch: row.epoch, advancedMs: row.advanced_ms }
}

/** What a simulated bureau is told to do wrong, in the words of magic streets, and since when. */
export interface InjectedFault {
  readonly word: string
  readonly since: number
}

/** What of the world changes: read for each request, because any process may have changed it. */
export interface SandboxState {
  readonly advancedMs: number
  /** By bureau. */
  readonly faults: Readonly<Record<string, InjectedFault>>
}

const NOW = "select advanced_ms, faults from world where name = 'sandbox'"

/** The world as it is now; as it began where there is none. */
async function readSandboxState(database: Database): Promise<SandboxState> {
  const sql = NOW
  const [row] = await database.read<{ advanced_ms: number; faults: string }>({ sql, params: [] })
  if (row === undefined) return { advancedMs: 0, faults: {} }
  return { advancedMs: row.advanced_ms, faults: JSON.parse(row.faults) }
}

/** How often a change that met another is tried again. */
const TELL_TRIES_MAX = 20

/** Tells a bureau to do wrong, or right again; of changes at once to different bureaus each counts. */
async function setFault(
  database: Pick<Database, 'read'>,
  committing: Committing,
  bureau: string,
  fault: InjectedFault | undefined,
): Promise<void> {
  for (let tries = 0; tries < TELL_TRIES_MAX; tries++) {
    const [row] = await database.read<{ faults: string }>({ sql: NOW, params: [] })
    if (row === undefined) throw new Error('the sandbox state is missing')
    const { [bureau]: _, ...others } = JSON.parse(row.faults) as Record<string, InjectedFault>
    const faults = JSON.stringify(fault === undefined ? others : { ...others, [bureau]: fault })
    const sql = "update world set faults = $2 where name = 'sandbox' and faults = $1"
    if (await tryCommit(committing, [{ sql, params: [row.faults, faults], rows: 1 }])) return
  }
  throw new Error('too many concurrent changes of injected faults')
}

/** Adds to the advance in one statement, so that of several at once each counts. */
async function advanceClock(database: Committing, byMs: number, mostMs: number): Promise<boolean> {
  if (byMs < 0) throw new RangeError('the sandbox clock only goes forward')
  const sql = `update world set advanced_ms = advanced_ms + $1
    where name = 'sandbox' and advanced_ms + $1 <= $2`
  return tryCommit(database, [{ sql, params: [byMs, mostMs], rows: 1 }])
}
