/** Work that one of several replicas does now and then: who has it, and when it is due again. */
import { DAY_MS } from '../../time.ts'
import { type Database, tryCommit } from '../engine/database.ts'

/** A job is due again within a day, and its lease is shorter. */
const AHEAD_MS_MAX = 7 * DAY_MS

/** A job that one of several replicas does; a replica is named by its runner. */
export interface JobLease {
  /** Takes the job if it is due, or if its holder died. False: another has it, or it is not due. */
  take(runner: string, now: number, leaseUntil: number): Promise<boolean>
  /** Extends the lease. False: another replica has taken the job. */
  keep(runner: string, leaseUntil: number): Promise<boolean>
  /** Gives the job back until it is due again. */
  end(runner: string, dueAt: number): Promise<void>
}

/** The lease of a job. */
export function jobLease(database: Database, name: string): JobLease {
  return {
    take: (runner, now, leaseUntil) => takeJob(database, { name, runner }, now, leaseUntil),
    keep: (runner, leaseUntil) => keepJob(database, { name, runner }, leaseUntil),
    end: (runner, dueAt) => endJob(database, { name, runner }, dueAt),
  }
}

/** Takes a job that is due, or one whose holder died. False: another has it, or it is not due. */
async function takeJob(
  database: Database,
  job: { readonly name: string; readonly runner: string },
  now: number,
  leaseUntil: number,
): Promise<boolean> {
  await database.commit([
    {
      sql: `insert into jobs (name, runner, lease_until, due_at) values ($1, '', 0, 0)
        on conflict do nothing`,
      params: [job.name],
    },
  ])
  // Nothing is due or leased so far ahead, unless a wrong clock has left it.
  const sql = `update jobs set runner = $2, lease_until = $3
    where name = $1 and (due_at <= $4 or due_at > $5) and (lease_until <= $4 or lease_until > $5)`
  const params = [job.name, job.runner, leaseUntil, now, now + AHEAD_MS_MAX]
  return tryCommit(database, [{ sql, params, rows: 1 }])
}

/** Keeps a job for longer. False: another has taken it meanwhile. */
function keepJob(
  database: Database,
  job: { readonly name: string; readonly runner: string },
  leaseUntil: number,
): Promise<boolean> {
  const sql = 'update jobs set lease_until = $3 where name = $1 and runner = $2'
  return tryCommit(database, [{ sql, params: [job.name, job.runner, leaseUntil], rows: 1 }])
}

/** Ends a job until it is due again. */
function endJob(
  database: Database,
  job: { readonly name: string; readonly runner: string },
  dueAt: number,
): Promise<void> {
  const sql = `update jobs set lease_until = 0, due_at = $3 where name = $1 and runner = $2`
  return database.commit([{ sql, params: [job.name, job.runner, dueAt] }])
}
