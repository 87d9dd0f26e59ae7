/**
 * How many requests accounts with a rate have sent: one row an account, whose minute begins with
 * the first request after the last minute was over. Replicas count in the same row.
 */
import { MINUTE_MS } from '../../time.ts'
import { type Database, type Row, tryCommit } from '../engine/database.ts'

/** What the store does with rates. */
export interface RequestRates {
  /**
   * Counts a request of the account, and gives 0; or counts nothing and gives the milliseconds
   * until the account may send again.
   */
  count(account: string, at: number, perMinute: number): Promise<number>
}

/** The part of the store about rates. */
export function requestRatesOver(database: Database): RequestRates {
  return {
    count: async (account, at, perMinute) => {
      if (await tryCommit(database, [counted(account, at, perMinute)])) return 0
      const sql = 'select since from request_rates where account = $1'
      const [row] = await database.read<RateRow>({ sql, params: [account] })
      return Math.max(1, (row?.since ?? at) + MINUTE_MS - at)
    },
  }
}

interface RateRow extends Row {
  since: number
}

/** A minute that is over begins anew, and one of the future, which only a clock set back leaves. */
function counted(account: string, at: number, perMinute: number) {
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
