/**
 * Recurring jobs that only one of several replicas does: who has the job, and when it is due again.
 */
import { DAY_MS } from '../../time.ts'
import { type Database, type LeaseTime, tryCommit } from '../engine/database.ts'

/** An upper limit of due times and leases: jobs are due within a day, and leases are shorter. */
const AHEAD_MS_MAX = 7 * DAY_MS

/** A job that only one of several replicas does. A replica is identified by its runner. */
export interface JobLease {
  /** Takes the job if it is due or its holder died. Returns false if it is taken or not due. */
  take(runner: string, leaseMs: number): Promise<boolean>
  /** Extends the lease. Returns false if another replica has taken the job. */
  renew(runner: string, leaseMs: number): Promise<boolean>
  /** Ends the job until it is due again. */
  end(runner: string, dueInMs: number): Promise<void>
  /** Takes the job away from the replica that does it, if any, until it is due again. */
  interrupt(dueInMs: number): Promise<void>
}

/** Returns the lease of a job. */
export function jobLease(database: Database, lease: LeaseTime, name: string): JobLease {
  return {
    take: async (runner, leaseMs) => {
      await database.commit([{ sql: NEW_JOB, params: [name] }])
      // Only a wrong clock can have left a due time or a lease so far ahead.
      const [now, ahead] = [lease.sql('$4'), lease.sql('$5')]
      const sql = `update jobs set runner = $2, lease_until = ${lease.sql('$3')} where name = $1
        and (due_at <= ${now} or due_at > ${ahead})
        and (lease_until <= ${now} or lease_until > ${ahead})`
      const moments = [leaseMs, 0, AHEAD_MS_MAX].map(lease.valueOf)
      return tryCommit(database, [{ sql, params: [name, runner, ...moments], rows: 1 }])
    },
    renew: (runner, leaseMs) => {
      const sql = `update jobs set lease_until = ${lease.sql('$3')} where name = $1 and runner = $2`
      return tryCommit(database, [{ sql, params: [name, runner, lease.valueOf(leaseMs)], rows: 1 }])
    },
    end: (runner, dueInMs) => {
      const sql = `update jobs set lease_until = 0, due_at = ${lease.sql('$3')}
        where name = $1 and runner = $2`
      return database.commit([{ sql, params: [name, runner, lease.valueOf(dueInMs)] }])
    },
    interrupt: (dueInMs) => {
      const sql = `update jobs set runner = '', lease_until = 0, due_at = ${lease.sql('$2')}
        where name = $1 and lease_until > ${lease.sql('$3')}`
      return database.commit([{ sql, params: [name, ...[dueInMs, 0].map(lease.valueOf)] }])
    },
  }
}

const NEW_JOB = `insert into jobs (name, runner, lease_until, due_at) values ($1, '', 0, 0)
  on conflict do nothing`
