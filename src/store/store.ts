/**
 * The store: one object for each aggregate, written once over the `Database` interface, so that
 * SQLite and PostgreSQL behave the same. `test/store/store.contract.ts` defines that behavior.
 * Personal content is encrypted before it reaches the database. The caller supplies IDs and times.
 */
import { serialQueue } from '../serial-queue.ts'
import { type AuditOptions, AuditWriter } from './audit/writer.ts'
import { type Database, type LeaseTime, leaseTime } from './engine/database.ts'
import { probed } from './engine/instrumented-database.ts'
import { type Accounts, accountsOver } from './records/accounts.ts'
import { type ClockMarks, clockMarksOver } from './records/clock-mark.ts'
import { type Ledger, ledgerOver } from './records/ledger.ts'
import {
  type LoginFailureStore,
  loginFailuresOver,
  type RequestRates,
  requestRatesOver,
} from './records/login-failures.ts'
import {
  type OperatorSessions,
  operatorSessionsOver,
  type SecondFactors,
  secondFactorsOver,
} from './records/operator-logins.ts'
import { type Operators, operatorsOver } from './records/operators.ts'
import { type OrderJournal, orderJournalOver } from './records/orders/order-journal.ts'
import { type OrderLists, orderListsOver } from './records/orders/order-lists.ts'
import { type OrderReads, orderReadsOver } from './records/orders/order-rows.ts'
import { type OrderSettlement, orderSettlementOver } from './records/orders/order-settlement.ts'
import { type PeopleStore, peopleOver } from './records/people.ts'
import { type ReportStore, reportsOver } from './records/reports/reports.ts'
import { type SandboxStore, sandboxOver } from './records/sandbox.ts'
import { type Retention, retentionOver } from './retention/retention.ts'
import { type RowGuard, rowGuard } from './sealing/row-mac.ts'
import type { Vault } from './sealing/vault.ts'
import { type Statistics, statisticsOver } from './statistics/statistics.ts'
import { type AuditTrail, auditTrail } from './verification/trail.ts'
import { learnRevisions } from './verification/verify-access.ts'

// Orders: recorded in the journal before a bureau is called, completed exactly once, read by their
// account, and listed.

/** The orders. The caller supplies their IDs and times. */
interface OrderStore extends OrderJournal, OrderSettlement, OrderReads, OrderLists {}

/** Returns the orders of a database. */
function ordersOver(
  database: Database,
  vault: Vault,
  audit: AuditWriter,
  guard: RowGuard,
  lease: LeaseTime,
): OrderStore {
  return {
    ...orderJournalOver(database, vault, audit, lease),
    ...orderSettlementOver(database, vault, audit, guard),
    ...orderReadsOver(database, vault, guard, lease),
    ...orderListsOver(database, vault, guard),
  }
}

/** The store: one object for each aggregate. */
export interface Store {
  readonly orders: OrderStore
  readonly reports: ReportStore
  readonly ledger: Ledger
  readonly accounts: Accounts
  readonly operators: Operators & OperatorSessions & SecondFactors
  /** Failed logins, counted across all replicas. */
  readonly loginFailures: LoginFailureStore
  readonly requestRates: RequestRates
  readonly sandbox: SandboxStore
  readonly people: PeopleStore
  readonly statistics: Statistics
  /** The audit trail. The other objects record their own changes in it. */
  readonly audit: AuditTrail
  /** The latest times of the machine's clock that services have observed. */
  readonly clockMarks: ClockMarks
  /** How long data is retained, and the purges that destroy it. */
  readonly retention: Retention
  /**
   * Learns the latest revision of each account and operator from the audit trail, before the first
   * login. An older row that was restored outside the service is then detected.
   */
  learnRevisions(): Promise<void>
  /** Resolves if the database responds and accepts writes. For the readiness probe. */
  ping(): Promise<void>
  /**
   * Makes the next `ping` attempt a write, because another thread's database failed with an error of
   * this message.
   */
  doubt(message: string): void
  /** Resolves once everything read so far would survive the loss of a database server. */
  confirm(): Promise<void>
  close(): Promise<void>
}

/** The machine's clock and no anchors: the default options. */
const MACHINE: AuditOptions = { now: Date.now, anchor: () => undefined }

/** Opens the store over an open database whose schema is current. */
export function openStore(unwatched: Database, vault: Vault, options = MACHINE): Store {
  const database = probed(unwatched)
  const audit = new AuditWriter(database, vault, options)
  const lease = leaseTime(database.engine)
  const guard = rowGuard(vault, options.tampered ?? (() => undefined))
  const operatorRecords = { database, audit, guard, inTurn: serialQueue() }
  return {
    orders: ordersOver(database, vault, audit, guard, lease),
    reports: reportsOver(database, vault, guard),
    ledger: ledgerOver(database),
    accounts: accountsOver(database, audit, guard),
    operators: {
      ...operatorsOver(operatorRecords),
      ...operatorSessionsOver(database, audit, guard),
      ...secondFactorsOver(operatorRecords, vault),
    },
    loginFailures: loginFailuresOver(database),
    requestRates: requestRatesOver(database),
    sandbox: sandboxOver(database, audit),
    people: peopleOver(database, audit),
    statistics: statisticsOver(database, lease),
    audit: auditTrail(database, vault, audit, options),
    clockMarks: clockMarksOver(database, audit),
    retention: retentionOver(database, audit, lease),
    learnRevisions: () => learnRevisions(database, vault, guard),
    ping: () => database.probe(),
    doubt: (message) => database.doubt(message),
    confirm: () => database.confirm(),
    close: async () => {
      await audit.close()
      await database.close()
    },
  }
}
