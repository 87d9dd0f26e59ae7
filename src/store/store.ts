/**
 * Where accounts, orders and reports are kept. Written once over the `Database` seam, so SQLite
 * and PostgreSQL behave the same; `test/store/store.contract.ts` is its definition. Personal content is
 * sealed before it reaches the database. Ids and moments are given by the caller.
 */
import type { PrintedForm } from '../documents/tables/printed-forms.ts'
import type { Actor } from './audit/entry.ts'
import { type AuditTrail, auditTrail } from './audit/trail.ts'
import { type AuditOptions, AuditWriter } from './audit/writer.ts'
import type { Database } from './engine/database.ts'
import { probed } from './engine/instrumented-database.ts'
import { type Accounts, accountsOver } from './records/accounts.ts'
import {
  chargesOf,
  listCharges,
  listInquiries,
  listPulls,
  listStatement,
  pullsOf,
} from './records/ledger.ts'
import { type LoginFailureStore, loginFailuresOver } from './records/login-failures.ts'
import type {
  Begun,
  Completion,
  Failure,
  LeasedOrder,
  LedgerCharge,
  NewOrder,
  Order,
  OrderSummary,
  Page,
  Pull,
  PullIntent,
  RecordedInquiry,
  RejectedRequest,
  RetryLookUp,
  StatementLine,
} from './records/order-entry.ts'
import { beginOrder, journalRejection, renewLeases, takeOver } from './records/order-journal.ts'
import {
  accountOfOrder,
  listFiltered,
  type OrderFilter,
  type OrderListPage,
  ordersOfReport,
  searchFiltered,
} from './records/order-lists.ts'
import {
  findOrder,
  findOrderSummary,
  findRetried,
  leasedOrders,
  listOrders,
} from './records/order-rows.ts'
import { completeOrder, failOrder } from './records/order-settlement.ts'
import type { Report, ReportLookUp, ReportSummary } from './records/report-entry.ts'
import {
  accountOfReport,
  findReport,
  type IssuedFilter,
  keepPrinted,
  listIssued,
  listReports,
  type ReportPage,
} from './records/report-rows.ts'
import { type RequestRates, requestRatesOver } from './records/request-rates.ts'
import {
  advanceClock,
  beginWorld,
  type InjectedFault,
  readSandboxState,
  type SandboxState,
  type SandboxWorld,
  setFault,
} from './records/sandbox-state.ts'
import { type Retention, retentionOver } from './retention/retention.ts'
import type { Vault } from './sealing/vault.ts'
import {
  type HourRange,
  type RecentPull,
  recentPulls,
  type Statistics,
} from './statistics/counts.ts'
import { KeptStatistics } from './statistics/statistics.ts'

/** Everything that is kept. */
export interface Store extends Accounts, LoginFailureStore, RequestRates {
  /** Journals a request that is answered with an error and never was an order. */
  journalRejection(refusal: RejectedRequest): Promise<void>
  /**
   * Journals an order and its intended pulls, durably, before any bureau is called; or says which
   * order stands for it, or which limit of the account it meets. Two replicas that try at once do
   * not both begin.
   */
  beginOrder(order: NewOrder, pulls: readonly PullIntent[]): Promise<Begun>
  /** Ends a running order with a report: report, charge and inquiry outcomes in one unit. */
  completeOrder(completion: Completion): Promise<boolean>
  /** Ends a running order without a report; nothing is charged. */
  failOrder(failure: Failure): Promise<boolean>
  /**
   * Keeps the orders that a runner works on its own for longer. It names them: one that it gave up,
   * because the database failed, is not kept from being settled.
   */
  renewLeases(runner: string, ids: readonly string[], until: number): Promise<void>
  /**
   * Makes an order whose lease has run out the runner's own. False: somebody was faster, be it the
   * one who holds it and has renewed its lease.
   */
  takeOver(
    order: Pick<LeasedOrder, 'id' | 'runner' | 'leaseUntil'>,
    runner: string,
    until: number,
  ): Promise<boolean>
  /** Running orders whose lease ran out before then, oldest first. */
  leasedOrders(leaseBefore: number): Promise<readonly LeasedOrder[]>
  findOrder(account: string, id: string): Promise<Order | undefined>
  findOrderSummary(account: string, id: string): Promise<OrderSummary | undefined>
  /** The order that a request of these bytes would be a retry of. */
  findRetried(retry: RetryLookUp): Promise<OrderSummary | undefined>
  /** The journal, newest first; of every account where none is named. */
  listOrders(account: string | undefined, page: Page): Promise<readonly OrderSummary[]>
  /** The journal with filters, newest first. */
  listFiltered(filter: OrderFilter, page: OrderListPage): Promise<readonly OrderSummary[]>
  /** Orders that left any of these keyed words, newest first. */
  searchOrders(
    tokens: readonly Uint8Array[],
    filter: OrderFilter,
    page: OrderListPage,
  ): Promise<readonly OrderSummary[]>
  /** The orders that were answered with a report, newest first; of every account where none is named. */
  ordersOfReport(
    account: string | undefined,
    reportId: string,
    limit: number,
  ): Promise<readonly OrderSummary[]>
  /** The account of an order, for those who may see all. */
  accountOfOrder(id: string): Promise<string | undefined>
  /** The account of a report, for those who may see all. */
  accountOfReport(id: string): Promise<string | undefined>
  /** The pulls of some orders, in their order. */
  pullsOf(orderIds: readonly string[]): Promise<readonly Pull[]>
  /** The charges of some orders. */
  chargesOf(orderIds: readonly string[]): Promise<readonly LedgerCharge[]>
  /** Reports, the last issued first; of every account where none is named. */
  listIssued(filter: IssuedFilter, page: ReportPage): Promise<readonly ReportSummary[]>
  findReport(account: string, id: string): Promise<Report | undefined>
  /** Keeps a form of the printed report beside those drawn before; the first kept stays. */
  keepPrinted(
    account: string,
    reportId: string,
    form: PrintedForm,
    printed: Uint8Array,
  ): Promise<void>
  /** The account's reports first issued since then that a look-up finds, newest first. */
  listReports(
    account: string,
    by: ReportLookUp,
    issuedSince: number,
    limit: number,
  ): Promise<readonly ReportSummary[]>
  /** Who asked for a consumer's file since then, over all accounts, newest first. */
  listPulls(ssnIndex: Uint8Array, since: number): Promise<readonly Pull[]>
  /**
   * The hard pulls of a consumer's file since then that a bureau answered, over all accounts, newest
   * first: what its later files show. Without those of one order, and at most some hundreds.
   */
  listInquiries(
    ssnIndex: Uint8Array,
    since: number,
    exceptOrderId: string,
  ): Promise<readonly RecordedInquiry[]>
  /** An account's charges from a moment up to another, in their order. */
  listCharges(account: string, from: number, to: number): Promise<readonly LedgerCharge[]>
  /** The same with the order of each charge, for an account's statement. */
  listStatement(account: string, from: number, to: number): Promise<readonly StatementLine[]>
  /** The simulated world, which begins now where there is none yet. */
  beginWorld(now: number): Promise<SandboxWorld>
  /** How far the simulated world's time was advanced, by whichever process; 0 without a world. */
  advancedMs(): Promise<number>
  /** The simulated world as it is now, by whichever process. */
  sandboxState(): Promise<SandboxState>
  /** Tells a simulated bureau to do wrong, or right again. */
  setFault(bureau: string, fault: InjectedFault | undefined, by: Actor): Promise<void>
  /**
   * Orders, pulls and charges of whole hours as they are now, counted; of every account where none
   * is named. Several rows may be alike: what is counted is added up, not overwritten.
   */
  statistics(range: HourRange, account: string | undefined, now: number): Promise<Statistics>
  /** Counts a part of what figures will be asked for, and keeps it; false where all is kept. */
  updateStatistics(now: number): Promise<boolean>
  /** The pulls of a bureau since then, newest first. */
  recentPulls(bureau: string, since: number, limit: number): Promise<readonly RecentPull[]>
  /** Advances the world's time further, up to a most in all. False: that would be beyond it. */
  advanceClock(byMs: number, mostMs: number, by: Actor): Promise<boolean>
  /** The audit trail. What the functions above change is recorded by them. */
  readonly audit: AuditTrail
  /** How long things are kept, and ending them. */
  readonly retention: Retention
  /** Whether the database answers and takes what it is given, for the readiness probe. */
  ping(): Promise<void>
  /** Resolves once all that was read up to now would survive the loss of a database server. */
  confirm(): Promise<void>
  close(): Promise<void>
}

const MACHINE: AuditOptions = { now: Date.now, anchor: () => undefined }

/** The store over an open database whose schema is current. */
export function openStore(unwatched: Database, vault: Vault, options = MACHINE): Store {
  const database = probed(unwatched)
  const audit = new AuditWriter(database, vault, options)
  const kept = new KeptStatistics(database)
  return {
    ...accountsOver(database, audit),
    retention: retentionOver(database, audit),
    ...loginFailuresOver(database),
    ...requestRatesOver(database),
    audit: auditTrail(database, vault, audit, options),
    journalRejection: (refusal) => journalRejection(database, vault, audit, refusal),
    beginOrder: (order, pulls) => beginOrder(database, vault, order, pulls),
    completeOrder: (completion) => completeOrder(database, vault, audit, completion),
    failOrder: (failure) => failOrder(database, vault, audit, failure),
    renewLeases: (runner, ids, until) => renewLeases(database, runner, ids, until),
    takeOver: (order, runner, until) => takeOver(database, order, runner, until),
    leasedOrders: (leaseBefore) => leasedOrders(database, vault, leaseBefore),
    findOrder: (account, id) => findOrder(database, vault, account, id),
    findOrderSummary: (account, id) => findOrderSummary(database, account, id),
    findRetried: (retry) => findRetried(database, retry),
    listOrders: (account, page) => listOrders(database, account, page),
    listFiltered: (filter, page) => listFiltered(database, filter, page),
    searchOrders: (tokens, filter, page) => searchFiltered(database, tokens, filter, page),
    ordersOfReport: (account, reportId, limit) =>
      ordersOfReport(database, account, reportId, limit),
    accountOfOrder: (id) => accountOfOrder(database, id),
    accountOfReport: (id) => accountOfReport(database, id),
    pullsOf: (orderIds) => pullsOf(database, orderIds),
    chargesOf: (orderIds) => chargesOf(database, orderIds),
    listIssued: (filter, page) => listIssued(database, filter, page),
    findReport: (account, id) => findReport(database, vault, account, id),
    keepPrinted: (account, id, form, printed) =>
      keepPrinted(database, vault, { account, id }, form, printed),
    listReports: (account, by, issuedSince, limit) =>
      listReports(database, account, by, issuedSince, limit),
    listPulls: (ssnIndex, since) => listPulls(database, ssnIndex, since),
    listInquiries: (ssnIndex, since, exceptOrderId) =>
      listInquiries(database, ssnIndex, since, exceptOrderId),
    listCharges: (account, from, to) => listCharges(database, account, from, to),
    listStatement: (account, from, to) => listStatement(database, account, from, to),
    beginWorld: (now) => beginWorld(database, now),
    advancedMs: async () => (await readSandboxState(database)).advancedMs,
    sandboxState: () => readSandboxState(database),
    setFault: (bureau, fault, by) =>
      setFault(
        database,
        audit.recording({
          actor: by,
          action: 'fault.set',
          object: `${bureau} ${fault?.word ?? 'none'}`,
        }),
        bureau,
        fault,
      ),
    statistics: (range, account, now) => kept.between(range, account, now),
    updateStatistics: (now) => kept.keep(now),
    recentPulls: (bureau, since, limit) => recentPulls(database, bureau, since, limit),
    advanceClock: (byMs, mostMs, by) =>
      advanceClock(
        audit.recording({ actor: by, action: 'clock.advanced', object: `${byMs}` }),
        byMs,
        mostMs,
      ),
    ping: () => database.probe(),
    confirm: () => database.confirm(),
    close: async () => {
      await audit.close()
      await database.close()
    },
  }
}
