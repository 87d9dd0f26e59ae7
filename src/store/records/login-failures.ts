/**
 * Failed logins by name and network. The key of a row is a keyed hash of both, because the text
 * typed as a name may be a secret in the wrong field. Rows expire by themselves. A login that
 * succeeds without earlier failures writes nothing.
 */

import { MINUTE_MS } from '../../time.ts'
import { type Database, type Row, tryCommit, type UnitStatement } from '../engine/database.ts'
import { placesOf } from '../engine/sql-values.ts'

/** How failures of one kind of login are counted, and the delays that follow. */
export interface FailurePolicy {
  /** The number of failures within the window that cause no delay. */
  readonly free: number
  /** The delay after the next failure. Each further failure doubles it, up to the longest delay. */
  readonly firstDelayMs: number
  /** The maximum delay. */
  readonly longestDelayMs: number
  /** How long failures are counted together, and how long they are remembered after a delay. */
  readonly windowMs: number
}

/** The remembered failures of a key. */
export interface LoginFailures {
  /** The number of failures in the current window. */
  readonly failures: number
  /** The time until when attempts are rejected unchecked. 0 if there was no delay yet. */
  readonly blockedUntil: number
  /** From this time, the row counts as absent. A sweep removes it. */
  readonly forgetAt: number
}

/** The store of failed logins. Times are those of the machine. */
export interface LoginFailureStore {
  /** Removes the failures of a key, after a successful login. */
  forget(who: Uint8Array): Promise<void>
  /** Finds the failures of each key, in the same order. */
  findAll(whos: readonly Uint8Array[]): Promise<readonly (LoginFailures | undefined)[]>
  /** Counts a failure of each key, with its own policy. Failures during a delay do not extend it. */
  recordAll(
    counting: readonly { readonly who: Uint8Array; readonly policy: FailurePolicy }[],
    at: number,
  ): Promise<void>
  /** Remembers a key until a time, without a failure. */
  remember(who: Uint8Array, forgetAt: number): Promise<void>
}

/** The number of failures between two sweeps of a process, and of rows that a sweep leaves. */
const SWEEP_EVERY = 1_000
const ROWS_MAX = 50_000

/** Returns the failed logins of a database. */
export function loginFailuresOver(database: Database, rowsMax = ROWS_MAX): LoginFailureStore {
  let recorded = 0
  const recordAll: LoginFailureStore['recordAll'] = (all, at) => {
    const sweeping = recorded % SWEEP_EVERY === 0
    recorded += 1
    const counting = all.flatMap(({ who, policy }) => [
      counted(who, at, policy),
      delayed(who, at, policy),
    ])
    return database.commit([...counting, ...(sweeping ? swept(at, rowsMax) : [])])
  }
  return {
    recordAll,
    findAll: async (whos) => {
      const rows = await database.read<FailuresRow & { who: Uint8Array }>({
        sql: `select who, failures, blocked_until, forget_at from login_failures
          where who in (${placesOf(whos)})`,
        params: whos,
      })
      const found = new Map(rows.map((row) => [row.who.toHex(), failuresOf(row)]))
      return whos.map((who) => found.get(who.toHex()))
    },
    remember: (who, forgetAt) =>
      database.commit([
        {
          sql: `insert into login_failures (who, failures, delay_ms, blocked_until, forget_at)
            values ($1, 0, 0, 0, $2) on conflict (who) do update set forget_at = $2`,
          params: [who, forgetAt],
        },
      ]),
    forget: (who) =>
      database.commit([{ sql: 'delete from login_failures where who = $1', params: [who] }]),
  }
}

/** The columns of a row, which a look-up of an account reads too. */
export interface FailuresRow extends Row {
  failures: number
  blocked_until: number
  forget_at: number
}

/** Returns the failures of a row. */
export function failuresOf(row: FailuresRow): LoginFailures {
  return {
    failures: row.failures,
    blockedUntil: row.blocked_until,
    forgetAt: row.forget_at,
  }
}

/**
 * Counts a failure. A row starts again if it has expired, or if its expiry is later than any
 * failure sets. Only a clock that was set back leaves such a row.
 */
function counted(who: Uint8Array, at: number, policy: FailurePolicy): UnitStatement {
  const over = '(login_failures.forget_at <= $2 or login_failures.forget_at > $7)'
  return {
    sql: `insert into login_failures (who, failures, delay_ms, blocked_until, forget_at)
      values ($1, 1, 0, 0, $3)
      on conflict (who) do update set
        failures = case when ${over} then 1 else login_failures.failures + 1 end,
        delay_ms = case
          when ${over} or login_failures.failures < $4 then 0
          when login_failures.blocked_until > $2 then login_failures.delay_ms
          when login_failures.delay_ms = 0 then $5
          when login_failures.delay_ms * 2 > $6 then $6
          else login_failures.delay_ms * 2 end,
        blocked_until = case when ${over} then 0 else login_failures.blocked_until end,
        forget_at = case when ${over} then $3 else login_failures.forget_at end`,
    params: [
      who,
      at,
      at + policy.windowMs,
      policy.free,
      policy.firstDelayMs,
      policy.longestDelayMs,
      at + rememberedMsMax(policy),
    ],
    rows: 1,
  }
}

/** Returns the longest time that a failure is remembered. Clocks differ by less than a window. */
function rememberedMsMax({ longestDelayMs, windowMs }: FailurePolicy): number {
  return longestDelayMs + 2 * windowMs
}

/** Starts the delay, unless one is running. It is remembered for a window after its end. */
function delayed(who: Uint8Array, at: number, { windowMs }: FailurePolicy): UnitStatement {
  return {
    sql: `update login_failures set blocked_until = delay_ms + $2, forget_at = delay_ms + $3
      where who = $1 and delay_ms > 0 and blocked_until <= $2`,
    params: [who, at, at + windowMs],
  }
}

/**
 * Deletes expired rows and, if there are too many rows, the rows with the fewest failures. An
 * attacker who tries many new names therefore fills the table with single failures, but does not
 * cancel any delay.
 */
function swept(at: number, rowsMax: number): UnitStatement[] {
  return [
    { sql: 'delete from login_failures where forget_at <= $1', params: [at] },
    {
      sql: `delete from login_failures where who in (
        select who from login_failures order by failures desc, forget_at desc
        limit 1000000000 offset $1)`,
      params: [rowsMax],
    },
  ]
}

// Request rates: how many requests the accounts with a rate have sent. Each account has one row,
// whose minute starts with the first request after the previous minute. All replicas count in the
// same row.

/** The store of request rates. */
export interface RequestRates {
  /**
   * Counts a request of the account and returns 0. If the rate is exceeded, counts nothing and
   * returns the milliseconds until the account may send again.
   */
  count(account: string, at: number, perMinute: number): Promise<number>
}

/** Returns the request rates of a database. */
export function requestRatesOver(database: Database): RequestRates {
  return {
    count: async (account, at, perMinute) => {
      if (await tryCommit(database, [countedRequests(account, at, perMinute)])) return 0
      const sql = 'select since from request_rates where account = $1'
      const [row] = await database.read<RateRow>({ sql, params: [account] })
      return Math.max(1, (row?.since ?? at) + MINUTE_MS - at)
    },
  }
}

interface RateRow extends Row {
  since: number
}

/**
 * Counts a request. The minute starts again if it is over, or if it starts in the future, which
 * only happens after a clock was set back.
 */
function countedRequests(account: string, at: number, perMinute: number) {
  const over = '(request_rates.since <= $3 or request_rates.since > $2)'
  return {
    sql: `insert into request_rates (account, since, requests) values ($1, $2, 1)
      on conflict (account) do update set
        requests = case when ${over} then 1 else request_rates.requests + 1 end,
        since = case when ${over} then $2 else request_rates.since end
      where ${over} or request_rates.requests < $4`,
    params: [account, at, at - MINUTE_MS, perMinute],
    rows: 1,
  }
}
