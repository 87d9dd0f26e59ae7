/**
 * Where accounts, orders and reports are kept. Written once over the `Database` seam, so SQLite
 * and PostgreSQL behave the same; `test/store.contract.ts` is its definition. Personal content is
 * sealed before it reaches the database. Ids and moments are given by the caller.
 */
import type { Accounts } from './accounts.ts'
import type { Database } from './database.ts'
import type {
  Begun,
  Charge,
  LedgerCharge,
  NewOrder,
  Order,
  OrderSummary,
  Pull,
  PullIntent,
  PullOutcome,
  Refusal,
  RunningOrder,
} from './orders.ts'
import type { NewReport, Report, ReportLookUp, ReportSummary } from './reports.ts'
import type { Vault } from './vault.ts'

/** An order that ends with a report, new or one that was there. */
export interface Completion {
  readonly id: string
  readonly runner: string
  readonly finishedAt: number
  readonly answer: Uint8Array
  /** The report that was answered. */
  readonly reportId: string
  /** The report itself when this order made it. */
  readonly report?: NewReport | undefined
  readonly charge?: Charge | undefined
  readonly pulls?: readonly PullOutcome[] | undefined
}

/** An order that ends without a report. */
export interface Failure {
  readonly id: string
  readonly runner: string
  readonly finishedAt: number
  readonly code: string
  readonly answer: Uint8Array
  readonly pulls?: readonly PullOutcome[] | undefined
}

/** A part of a list, newest first. */
export interface Page {
  /** The last entry of the page before. */
  readonly before?: { readonly id: string; readonly receivedAt: number } | undefined
  readonly limit: number
}

/** Everything that is kept. */
export interface Store extends Accounts {
  /** Journals a request that is answered with an error and never was an order. */
  journalRefusal(refusal: Refusal): Promise<void>
  /**
   * Journals an order and its intended pulls, durably, before any bureau is called; or says which
   * order stands for it. Two replicas that try at once do not both begin.
   */
  beginOrder(order: NewOrder, pulls: readonly PullIntent[]): Promise<Begun>
  /** Ends a running order with a report: report, charge and inquiry outcomes in one unit. */
  completeOrder(completion: Completion): Promise<boolean>
  /** Ends a running order without a report; nothing is charged. */
  failOrder(failure: Failure): Promise<boolean>
  /** Keeps the orders of a runner its own for longer. */
  renewLeases(runner: string, until: number): Promise<void>
  /** Makes an order whose lease has run out the runner's own. False: somebody was faster. */
  takeOver(
    order: Pick<RunningOrder, 'id' | 'runner'>,
    runner: string,
    until: number,
  ): Promise<boolean>
  /** Running orders whose lease ran out before then, oldest first. */
  runningOrders(leaseBefore: number): Promise<readonly RunningOrder[]>
  findOrder(account: string, id: string): Promise<Order | undefined>
  findOrderSummary(account: string, id: string): Promise<OrderSummary | undefined>
  /** The order that a request of these bytes would be a retry of. */
  findRetried(retry: RetryLookUp): Promise<OrderSummary | undefined>
  /** The journal, newest first; of every account where none is named. */
  listOrders(account: string | undefined, page: Page): Promise<readonly OrderSummary[]>
  findReport(account: string, id: string): Promise<Report | undefined>
  /** The account's reports first issued since then that a look-up finds, newest first. */
  listReports(
    account: string,
    by: ReportLookUp,
    issuedSince: number,
    limit: number,
  ): Promise<readonly ReportSummary[]>
  /** Who asked for a consumer's file since then, over all accounts, newest first. */
  listPulls(ssnIndex: Uint8Array, since: number): Promise<readonly Pull[]>
  /** An account's charges from a moment up to another, in their order. */
  listCharges(account: string, from: number, to: number): Promise<readonly LedgerCharge[]>
  /** Whether the database answers, for the readiness probe. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** What tells a retry. */
export interface RetryLookUp {
  readonly account: string
  readonly operation: string
  readonly fingerprint: Uint8Array
  readonly since: number
}

/** The store over an open database whose schema is current. */
export function openStore(_database: Database, _vault: Vault): Store {
  throw new Error('not written yet')
}
