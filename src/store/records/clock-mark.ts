/**
 * The time of the machine's clock, as the services of a database have observed it. A clock that
 * jumps far ahead would make all data old enough to be purged, and a clock that is behind would
 * break windows and leases. The last observed time is therefore stored, and an operator must accept
 * a jump.
 */
import { DAY_MS, MINUTE_MS } from '../../time.ts'
import type { Actor } from '../audit/entry.ts'
import type { AuditWriter } from '../audit/writer.ts'
import type { Database } from '../engine/database.ts'

/** A week. A service that was stopped for longer cannot tell a jump from the passing of time. */
const CLOCK_JUMP_MS = 7 * DAY_MS
/** The clocks of machines differ by less. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS

/** The machine's clock, compared with the times that it recorded. */
export interface ClockMark {
  /** The latest time that is known to be correct: it was observed, or accepted by an operator. */
  readonly trustedAt: number
  /** The time of the newest record if later, unless an operator attributed it to a wrong clock. */
  readonly newestAt: number
}

/**
 * Returns what is wrong with the time of a machine and what to do, or undefined if nothing is.
 * Records do not prove that a clock is correct: a clock that is ahead records its own time.
 */
export function clockProblem(
  now: number,
  { trustedAt, newestAt }: ClockMark,
): { readonly isBehind: boolean; readonly text: string } | undefined {
  const shown = `it shows ${iso(now)}`
  if (now < newestAt - CLOCK_TOLERANCE_MS) {
    const text = `the clock is behind: ${shown}, but the newest record is from ${iso(newestAt)}; set the clock. If the clock is right and the records come from a wrong one, start with --accept-clock`
    return { isBehind: true, text }
  }
  if (now <= trustedAt + CLOCK_JUMP_MS) return undefined
  const text = `the clock is more than a week ahead: ${shown}, but the last time that is known to be right is ${iso(trustedAt)}; nothing is purged until you set the clock or run a command with --accept-clock`
  return { isBehind: false, text }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

/** The observed time of a database. */
export interface ClockMarks {
  /** Reads the mark. Returns undefined in a database without records. */
  find(): Promise<ClockMark | undefined>
  /**
   * Records the machine's time. Returns false, and leaves the mark unchanged, if the time is
   * further ahead of the mark than a clock runs by itself.
   */
  follow(now: number): Promise<boolean>
  /** Accepts the machine's time as correct, whatever was recorded. */
  accept(now: number, by: Actor): Promise<void>
}

/** Returns the observed time of a database. */
export function clockMarksOver(database: Database, audit: AuditWriter): ClockMarks {
  return {
    find: () => findClockMark(database),
    follow: (now) => follow(database, now),
    accept: async (now, actor) => {
      // Times that a wrong clock has recorded until now are ignored from now on.
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
 * Reads the mark. In a database that no service has observed yet, it comes from the records only.
 */
export async function findClockMark(database: Database): Promise<ClockMark | undefined> {
  const newest = await newestMoment(database)
  const [row] = await database.read<{ trusted_at: number; accepted_newest: number }>({
    sql: "select trusted_at, accepted_newest from clock_marks where name = 'machine'",
    params: [],
  })
  if (row === undefined) {
    return newest === undefined ? undefined : { trustedAt: newest, newestAt: newest }
  }
  const { trusted_at: trustedAt, accepted_newest: acceptedNewest } = row
  const isKnown = newest === undefined || newest <= acceptedNewest
  return { trustedAt, newestAt: isKnown ? trustedAt : Math.max(trustedAt, newest) }
}

/** Returns whether the machine's time is further ahead of the mark than a clock runs by itself. */
export async function isFarAhead(database: Database, now: number): Promise<boolean> {
  const [row] = await database.read({
    sql: "select 1 from clock_marks where name = 'machine' and trusted_at < $1",
    params: [now - CLOCK_JUMP_MS],
  })
  return row !== undefined
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

/**
 * Returns the newest recorded time, as time of the machine. Returns undefined if there is none.
 * Orders of a world whose clock is frozen do not reveal the time of the machine.
 */
async function newestMoment(database: Database): Promise<number | undefined> {
  const orders = `select max(received_at) - coalesce((select max(advanced_ms) from world), 0) as newest
    from orders where not exists (select 1 from world where frozen = 1)`
  // Audit entries have the time of the machine, whatever the clock of the world.
  const entries = 'select max(at) as newest from audit_entries'
  const found = await Promise.all(
    [orders, entries].map((sql) => database.read<{ newest: number | null }>({ sql, params: [] })),
  )
  const moments = found.flatMap(([row]) => (row?.newest == null ? [] : [Number(row.newest)]))
  return moments.length === 0 ? undefined : Math.max(...moments)
}
