/**
 * The simulated world of a sandbox: when it began, and how far its time was advanced beyond that of
 * the machines. All replicas live in the same one.
 */

import type { Committing } from './audit/writer.ts'
import type { Database } from './database.ts'
import { took } from './units.ts'

/** What is kept of the simulated world. */
export interface World {
  /** The moment of the first start, from which the lives of simulated people are told. */
  readonly epoch: number
  /** How far the world is ahead of the machines' time; it never shrinks. */
  readonly advancedMs: number
}

/** The world of this database; it begins now where there is none yet. */
export async function worldOf(database: Database, now: number): Promise<World> {
  await database.commit([
    {
      sql: `insert into world (name, epoch, advanced_ms) values ('sandbox', $1, 0)
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

/** How far the world was advanced, by whichever process: read for each request. */
export async function advancedMs(database: Database): Promise<number> {
  const [row] = await database.read<{ advanced_ms: number }>({
    sql: "select advanced_ms from world where name = 'sandbox'",
    params: [],
  })
  return row?.advanced_ms ?? 0
}

/** Adds to the advance in one statement, so that of several at once each counts. */
export async function advanceWorld(
  database: Committing,
  byMs: number,
  mostMs: number,
): Promise<boolean> {
  if (byMs < 0) throw new RangeError("the world's time only goes forward")
  const sql = `update world set advanced_ms = advanced_ms + $1
    where name = 'sandbox' and advanced_ms + $1 <= $2`
  return took(database, [{ sql, params: [byMs, mostMs], rows: 1 }])
}
