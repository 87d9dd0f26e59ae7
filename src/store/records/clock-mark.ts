/**
 * The machine's time as the services of a database have followed it. A clock that is suddenly far
 * ahead would make everything old enough to be purged, and one that is behind would break windows
 * and leases. So the last time that was followed is kept, and an operator accepts a jump.
 */

import { DAY_MS } from '../../time.ts'
import type { Actor } from '../audit/entry.ts'
import type { AuditWriter } from '../audit/writer.ts'
import { newestMoment } from '../diagnostics.ts'
import type { Database } from '../engine/database.ts'

/** A service that was stopped for longer says nothing of the clock. */
export const CLOCK_JUMP_MS = 7 * DAY_MS

/** How the machine's clock stands to what was recorded by it. */
export interface ClockMark {
  /** The latest time that is known to be right: followed, or accepted by an operator. */
  readonly trustedAt: number
}

/** The followed time of a database. */
export interface ClockMarks {
  /** The mark; undefined in a database without records. */
  find(): Promise<ClockMark | undefined>
  /**
   * Follows the machine's time. False: it is further ahead of the mark than a clock runs by itself,
   * and the mark stays.
   */
  follow(now: number): Promise<boolean>
  /** Takes the machine's time for right, whatever was recorded. */
  accept(now: number, by: Actor): Promise<void>
}

/** The followed time over a database. */
export function clockMarksOver(database: Database, audit: AuditWriter): ClockMarks {
  return {
    find: () => findClockMark(database),
    follow: (now) => follow(database, now),
    accept: async (now, actor) => {
      // What a wrong clock has recorded until now says nothing any more.
      const newest = Math.max(now, (await newestMoment(database)) ?? 0)
      const entry = { actor, action: 'clock.accepted', object: `${now}` } as const
      await audit.recording(entry).commit([
        {
          sql: `insert into clock_marks (name, trusted_at, accepted_newest)
            values ('machine', $1, $2)
            on conflict (name) do update set trusted_at = $1, accepted_newest = $2`,
          params: [now, newest],
        },
      ])
    },
  }
}

/**
 * The mark: what was followed, or the newest record where that is later, unless an operator said
 * that it comes from a wrong clock.
 */
export async function findClockMark(database: Database): Promise<ClockMark | undefined> {
  const newest = await newestMoment(database)
  const [row] = await database.read<{ trusted_at: number; accepted_newest: number }>({
    sql: "select trusted_at, accepted_newest from clock_marks where name = 'machine'",
    params: [],
  })
  if (row === undefined) return newest === undefined ? undefined : { trustedAt: newest }
  const isKnown = newest === undefined || newest <= row.accepted_newest
  return { trustedAt: isKnown ? row.trusted_at : Math.max(row.trusted_at, newest) }
}

async function follow(database: Database, now: number): Promise<boolean> {
  const [row] = await database.read<{ trusted_at: number }>({
    sql: "select trusted_at from clock_marks where name = 'machine'",
    params: [],
  })
  const before = row?.trusted_at ?? (await newestMoment(database)) ?? now
  await database.commit([
    {
      sql: `insert into clock_marks (name, trusted_at, accepted_newest) values ('machine', $1, 0)
        on conflict do nothing`,
      params: [before],
    },
    {
      sql: `update clock_marks set trusted_at = $1
        where name = 'machine' and trusted_at < $1 and trusted_at >= $2`,
      params: [now, now - CLOCK_JUMP_MS],
    },
  ])
  return now - before <= CLOCK_JUMP_MS
}
