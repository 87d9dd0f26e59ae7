/** The ledger: inquiry records and charges. They are retained longer than their reports. */

import type { Database, Row, Value } from '../engine/database.ts'
import { placesOf } from '../engine/sql-values.ts'
import { listIn } from './list-column.ts'
import type { LedgerCharge, StatementLine } from './orders/order-charges.ts'
import type { Pull, RecordedInquiry, ShownPull } from './orders/order-pulls.ts'

/** The columns of a pull without the data that identifies requester and borrower. */
interface ShownPullRow extends Row {
  id: string
  order_id: string
  bureau: string
  /** From 1, in the order of the request. */
  borrower_position: number
  /** 1 for a hard inquiry. */
  hard: number
  state: Pull['state']
  /** The status of the file; null until the pull has ended. */
  outcome: string | null
  failure: string | null
  /** 1 if the bureau may have been asked without a usable response. */
  may_have_asked: number | null
  /** The time when the order intended the pull, before the bureau was asked. */
  started_at: number
  finished_at: number | null
}

interface PullRow extends ShownPullRow {
  account: string
  /** The certified permissible purpose (FCRA 604). */
  purpose: string
  /** The end user on whose behalf the file was requested (FCRA 607(e)). */
  end_user: string
  /** The keyed hash of the consumer's number, the same in all accounts. */
  ssn_index: Uint8Array
}

interface ChargeRow extends Row {
  id: string
  order_id: string
  /** The origin of the report, such as `new` or `unmerged`, or `reissue` for the reissue fee. */
  kind: string
  account: string
  amount_cents: number
  /** The lines of the amount, as JSON. */
  items: string
  charged_at: number
}

/** The data of a pull that the health of its bureau is computed from. */
export interface RecentPull {
  readonly account: string
  readonly state: 'intended' | 'answered' | 'failed'
  /** Undefined while the pull is in progress. */
  readonly outcome: string | undefined
  readonly startedAt: number
  readonly finishedAt: number | undefined
}

/** Inquiry records and charges. Inquiries are read across all accounts, newest first. */
export interface Ledger {
  /** Lists the requests for a consumer's file since a time. */
  pulls(ssnIndex: Uint8Array, since: number): Promise<readonly Pull[]>
  /**
   * Lists the answered hard pulls of a consumer's file since a time, because the bureau's later
   * files show them. Excludes one order, and is limited to a few hundred.
   */
  inquiries(
    ssnIndex: Uint8Array,
    since: number,
    exceptOrderId: string,
  ): Promise<readonly RecordedInquiry[]>
  /** Lists the pulls of some orders, in their order. */
  pullsOf(orderIds: readonly string[]): Promise<readonly ShownPull[]>
  /** Lists the pulls of a bureau for orders received since a time, newest first. */
  recentPulls(bureau: string, since: number, limit: number): Promise<readonly RecentPull[]>
  /** Lists the same pulls without those that are still in progress. */
  endedPulls(bureau: string, since: number, limit: number): Promise<readonly RecentPull[]>
  /** Lists an account's charges from a time (inclusive) to another (exclusive), in their order. */
  charges(account: string, from: number, to: number): Promise<readonly LedgerCharge[]>
  /** Lists the charges of some orders. */
  chargesOf(orderIds: readonly string[]): Promise<readonly LedgerCharge[]>
  /** Lists the same charges as `charges`, each with its order, for an account's statement. */
  statement(account: string, from: number, to: number): Promise<readonly StatementLine[]>
}

/** Returns the ledger of a database. */
export function ledgerOver(database: Database): Ledger {
  const charges = async (condition: string, params: readonly Value[]) => {
    const sql = `select * from charges where ${condition} order by charged_at, id`
    return (await database.read<ChargeRow>({ sql, params })).map(chargeOf)
  }
  return {
    pulls: async (ssnIndex, since) => {
      const sql = `select * from pulls where ssn_index = $1 and started_at >= $2
        order by started_at desc, id desc`
      return (await database.read<PullRow>({ sql, params: [ssnIndex, since] })).map(pullOf)
    },
    inquiries: (...which) => listInquiries(database, ...which),
    pullsOf: (orderIds) => pullsOf(database, orderIds),
    recentPulls: (...which) => recentPulls(database, '', ...which),
    endedPulls: (...which) => recentPulls(database, "and state <> 'intended'", ...which),
    charges: (...which) => charges('account = $1 and charged_at >= $2 and charged_at < $3', which),
    chargesOf: async (ids) =>
      ids.length === 0 ? [] : charges(`order_id in (${placesOf(ids)})`, ids),
    statement: (...which) => listStatement(database, which),
  }
}

/**
 * The maximum number of hard pulls to read. Repeated orders for one person must not slow the next.
 */
const INQUIRY_COUNT_MAX = 500

async function listInquiries(
  database: Database,
  ssnIndex: Uint8Array,
  since: number,
  exceptOrderId: string,
): Promise<readonly RecordedInquiry[]> {
  const rows = await database.read<{ bureau: string; end_user: string; started_at: number }>({
    sql: `select bureau, end_user, started_at from pulls
      where ssn_index = $1 and started_at >= $2 and hard = 1 and state = 'answered'
        and order_id <> $3
      order by started_at desc, id desc limit ${INQUIRY_COUNT_MAX}`,
    params: [ssnIndex, since, exceptOrderId],
  })
  return rows.map((row) => ({
    bureau: row.bureau,
    endUser: row.end_user,
    startedAt: row.started_at,
  }))
}

/** Lists the pulls of one order. */
export async function pullsOfOrder(database: Database, orderId: string): Promise<readonly Pull[]> {
  const sql = 'select * from pulls where order_id = $1 order by started_at, id'
  return (await database.read<PullRow>({ sql, params: [orderId] })).map(pullOf)
}

async function pullsOf(
  database: Database,
  orderIds: readonly string[],
): Promise<readonly ShownPull[]> {
  if (orderIds.length === 0) return []
  const sql = `select id, order_id, bureau, borrower_position, hard, state, outcome, failure,
      may_have_asked, started_at, finished_at from pulls
    where order_id in (${placesOf(orderIds)}) order by borrower_position, bureau, started_at, id`
  return (await database.read<ShownPullRow>({ sql, params: orderIds })).map(shownPullOf)
}

interface StatementRow extends ChargeRow {
  operation: string
  action: string | null
  /** The report that the response contained. It may be purged by now. */
  report_id: string | null
}

async function listStatement(
  database: Database,
  params: Parameters<Ledger['statement']>,
): Promise<readonly StatementLine[]> {
  const sql = `select charges.*, orders.operation, orders.action, orders.report_id
    from charges join orders on orders.id = charges.order_id
    where charges.account = $1 and charges.charged_at >= $2 and charges.charged_at < $3
    order by charges.charged_at, charges.id`
  const rows = await database.read<StatementRow>({ sql, params })
  return rows.map((row) => ({
    ...chargeOf(row),
    operation: row.operation,
    action: row.action ?? undefined,
    reportId: row.report_id ?? undefined,
  }))
}

interface RecentRow extends Row {
  account: string
  state: RecentPull['state']
  outcome: string | null
  started_at: number
  finished_at: number | null
}

async function recentPulls(
  database: Database,
  condition: string,
  bureau: string,
  since: number,
  limit: number,
): Promise<readonly RecentPull[]> {
  const rows = await database.read<RecentRow>({
    sql: `select account, state, outcome, started_at, finished_at from pulls
      where bureau = $1 and received_at >= $2 ${condition}
      order by received_at desc, order_id desc limit $3`,
    params: [bureau, since, limit],
  })
  return rows.map((row) => ({
    account: row.account,
    state: row.state,
    outcome: row.outcome ?? undefined,
    startedAt: row.started_at,
    finishedAt: row.finished_at ?? undefined,
  }))
}

function pullOf(row: PullRow): Pull {
  return {
    ...shownPullOf(row),
    account: row.account,
    purpose: row.purpose,
    endUser: row.end_user,
    ssnIndex: row.ssn_index,
  }
}

function shownPullOf(row: ShownPullRow): ShownPull {
  return {
    id: row.id,
    orderId: row.order_id,
    bureau: row.bureau,
    borrowerPosition: row.borrower_position,
    hard: row.hard === 1,
    state: row.state,
    outcome: row.outcome ?? undefined,
    failed:
      row.failure === null
        ? undefined
        : { failure: row.failure, mayHaveAsked: row.may_have_asked === 1 },
    startedAt: row.started_at,
    finishedAt: row.finished_at ?? undefined,
  }
}

function chargeOf(row: ChargeRow): LedgerCharge {
  return {
    id: row.id,
    orderId: row.order_id,
    kind: row.kind,
    account: row.account,
    amountCents: row.amount_cents,
    items: listIn(row.items),
    chargedAt: row.charged_at,
  }
}
