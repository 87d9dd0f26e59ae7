/**
 * The types of journaled orders.
 *
 * States: an order is `running` from the moment it is journaled, before any bureau is called. Then
 * it is `done` if its response has a report, or `failed` if not. `rejected` is written at once, for
 * a request that never became an order. Only `running` ever changes.
 */
import type { PlacedBy } from '../../audit/entry.ts'
import type { DataKey } from '../../sealing/vault.ts'
import type { NewReport, ReportLookUp } from '../reports/report-entry.ts'
import type { Charge } from './order-charges.ts'
import type { Pull, PullOutcome } from './order-pulls.ts'
import type { OrderRecords } from './order-records.ts'

/** The states of an order. */
export const ORDER_STATES = ['running', 'done', 'failed', 'rejected'] as const
/** The state of an order. Only `running` ever changes. */
export type OrderState = (typeof ORDER_STATES)[number]

/** A validation error of a request, as the journal stores it: path and rule, never the value. */
interface RecordedError {
  /** In the dialect of the request. */
  readonly path: string
  readonly rule: string
  readonly expected?: string | undefined
}

/** A borrower as lists show them. */
interface ListedBorrower {
  /** Masked: only the initials. */
  readonly name: string
  /** Masked: only the last four digits. Empty if no number was read. */
  readonly ssn: string
}

/** Facts about a request from the transport. They contain nothing of its document. */
export interface RequestFacts {
  /** The request ID, as in the log and in `X-Request-Id`. */
  readonly id: string
  /** Absent if the request had no trace. */
  readonly traceId?: string | undefined
  /** The network that the request came from, never an address. */
  readonly network: string
  /**
   * The headers that decide how the document is read, and those that identify the client software.
   */
  readonly headers: Readonly<Record<string, string>>
}

/** The duration of a step of an order, in milliseconds by the machine's clock. */
export type OrderStep = readonly [name: string, ms: number]

/** The representative score of a borrower. `borrower` is the position in the order, from 1. */
export interface ListedScore {
  readonly borrower: number
  /** The title of the model family, because representative scores belong to a family. */
  readonly model: string
  readonly score: number
}

/** A score of one bureau's file, by the model that the bureau names, or why there is none. */
export interface BureauScore extends Omit<ListedScore, 'score'> {
  readonly bureau: string
  readonly score?: number | undefined
  readonly exclusionReason?: string | undefined
}

/** How often the same request was repeated and got the stored response. */
interface ListedRetries {
  readonly count: number
  /** The time of the last retry. */
  readonly lastAt: number
}

/** A pull, identified by its bureau and by the position of the borrower in the order, from 1. */
export interface ListedPull {
  readonly bureau: string
  readonly borrower: number
  /**
   * The fault that affected the pull, in plain words, and its ID if it was injected in the sandbox.
   */
  readonly fault?: string | undefined
  readonly faultId?: string | undefined
}

/**
 * The data that lists and pages show of an order, besides its rows, and what was decided when it
 * began. It is sealed separately from the content, so that a list opens nothing else, and is
 * destroyed with the order's key.
 */
export interface ListedOrder {
  /** Empty if the request could not be read. */
  readonly borrowers: readonly ListedBorrower[]
  /** Absent if the order names none. */
  readonly lenderCase?: string | undefined
  readonly request?: RequestFacts | undefined
  /**
   * Absent if the account sent the order. Kept until the order ends, because the audit trail names
   * the user then, whichever process ends it.
   */
  readonly placedBy?: PlacedBy | undefined
  /**
   * What was ignored in the request, if anything. Sealed, because the names of unknown elements come
   * from the client.
   */
  readonly notes?: readonly string[] | undefined
  /**
   * The default score models of the account when the order began, by which another process resumes
   * it. Absent for a rejected request.
   */
  readonly defaultScoreModels?: readonly string[] | undefined
  /** The ID of the row in the error table. */
  readonly reason?: string | undefined
  /** Absent until the order has ended, and if it was settled after a crash. */
  readonly steps?: readonly OrderStep[] | undefined
  /** The scores of the report that the order made. */
  readonly scores?: readonly ListedScore[] | undefined
  /** The scores of each file of that report, in the order of the report. */
  readonly bureauScores?: readonly BureauScore[] | undefined
  /** The pulls whose result was caused by an injected fault. */
  readonly injected?: readonly ListedPull[] | undefined
  /** Counted as they arrive, after the order has ended. */
  readonly retries?: ListedRetries | undefined
}

/** The data that is added when an order ends. */
export type ListedEnd = Pick<
  ListedOrder,
  'reason' | 'steps' | 'scores' | 'bureauScores' | 'injected'
>

/** An authenticated request as it arrived, and what was parsed from it. */
export interface OrderEntry {
  readonly id: string
  readonly account: string
  /** The name of the operation in the interface (section 1). */
  readonly operation: string
  /** Absent if the request names no action of the interface. */
  readonly action?: string | undefined
  /** Epoch milliseconds, in sandbox time if all bureaus are simulated. */
  readonly receivedAt: number
  /** The keyed hash of the bytes as sent. A request with equal bytes is a retry. */
  readonly fingerprint: Uint8Array
  /** The size of the body as received. */
  readonly bodyBytes: number
  /**
   * The generation of the sandbox in which the request arrived. The order is stored in no other.
   */
  readonly world?: number | undefined
  /** The request as sent, without card number and security code. Absent for an unreadable body. */
  readonly sent?: Uint8Array | undefined
  readonly listed?: ListedOrder | undefined
  /** Empty or absent for a valid request. */
  readonly errors?: readonly RecordedError[]
  /** Keyed hashes of the words by which the order can be found. They must be distinct. */
  readonly searchTokens?: readonly Uint8Array[]
}

/** A request that got an error response before it became an order. */
export interface RejectedRequest extends OrderEntry {
  readonly finishedAt: number
  /** The code of the error table. */
  readonly code: string
  readonly answer?: Uint8Array | undefined
  readonly purpose?: string | undefined
}

/** An order that is about to be fulfilled. */
export interface NewOrder extends OrderEntry {
  /** The process that fulfills the order. Only the holder of the lease can complete it. */
  readonly runner: string
  /** How long no other runner may take over the order. */
  readonly leaseMs: number
  /** This is a retry if an order with a report and the same bytes was received since this time. */
  readonly retriesSince: number
  /**
   * A blind index of the meaning of the order. Set if two such orders at once must not both pull.
   */
  readonly meaning?: Uint8Array | undefined
  /** The reports that the plan is based on. The order does not begin if they have changed. */
  readonly seenReports?: SeenReports | undefined
  /**
   * How many orders of the account may run at once, across all replicas. Unlimited if undefined.
   */
  readonly inFlightMax?: number | undefined
  /** How many orders with a hard pull on one consumer the account may place since a time. */
  readonly consumer?: ConsumerLimit | undefined
}

/** The number of reports that a look-up found when an order was planned. */
export interface SeenReports {
  readonly by: Extract<
    ReportLookUp,
    { readonly meaning: Uint8Array } | { readonly derivation: Uint8Array }
  >
  /** The start of the window of the look-up, in sandbox time. */
  readonly issuedSince: number
  /** At most the limit of the look-up, which counts no further. */
  readonly count: number
  readonly countMax: number
}

/** A running order, as its runner holds it: its account, the key of its content, and its rows. */
export interface HeldOrder {
  readonly account: string
  readonly key: DataKey
  /** The rows as they were inserted, for the digest when the order ends. */
  readonly rows: Pick<OrderRecords, 'order' | 'pulls'>
  /** Undefined if it was changed outside the service. */
  readonly listed: ListedOrder | undefined
}

/** A limit on an account's hard pulls on one consumer, counted in orders. */
export interface ConsumerLimit {
  readonly ordersMax: number
  /** Orders that began earlier are not counted. */
  readonly since: number
}

/** Whether an order began. If not, which order is returned instead, or which limit was reached. */
export type Begun =
  | { readonly begun: true; readonly held: HeldOrder }
  | {
      readonly begun: false
      /** Equal bytes, or the same meaning. */
      readonly because: 'retry' | 'meaning'
      readonly order: OrderSummary
    }
  /** The sandbox was reset since the request arrived. */
  | { readonly begun: false; readonly because: 'world' }
  /** Another order has made a report that the plan does not consider. */
  | { readonly begun: false; readonly because: 'report' }
  | { readonly begun: false; readonly because: 'inFlight' }
  | {
      readonly begun: false
      readonly because: 'consumer'
      /**
       * When the oldest counted order was placed. Once it no longer counts, there is room again.
       */
      readonly oldestAt: number
    }

/** The data of an order that can change while a page is open, with what identifies the order. */
export interface OrderChange {
  readonly id: string
  readonly account: string
  readonly operation: string
  readonly action: string | undefined
  readonly state: OrderState
  readonly receivedAt: number
  /** Undefined while the order is running. */
  readonly finishedAt: number | undefined
  readonly code: string | undefined
  /** Undefined if there is no report. */
  readonly reportId: string | undefined
}

/** An order without its sealed content, as lists show it. */
export interface OrderSummary extends OrderChange {
  readonly bodyBytes: number
  /** Paths and rules for a rejected request. Empty for others. */
  readonly errors: readonly RecordedError[]
  /**
   * When the purge began that destroyed or set aside the key of the sealed content, by the clock of
   * the machine. Undefined while the content can be opened.
   */
  readonly purgedAt: number | undefined
}

/** An order with its decrypted content, unless it has none or was purged. */
export interface Order extends OrderSummary {
  /** Undefined if the body was unreadable or the order was purged. */
  readonly sent: Uint8Array | undefined
  /** Undefined while the order is running, and if it was purged. */
  readonly answer: Uint8Array | undefined
}

/** An order under a lease, with the data that recovery needs. */
export interface LeasedOrder extends Order {
  /** The process that began the order or took it over last. */
  readonly runner: string
  /** By the clock of leases, which on PostgreSQL is the server's. */
  readonly leaseUntil: number
  /** Undefined if it was changed outside the service. */
  readonly listed: ListedOrder | undefined
  /** The intended pulls, which recovery compares with those of its plan. */
  readonly pulls: readonly Pull[]
}

/** The end of an order with a report, either a new or an existing one. */
export interface Completion {
  readonly id: string
  /** Only the holder of the lease can complete the order. */
  readonly runner: string
  /** As `begin` returned it. If the order was taken over, it is read from the database. */
  readonly held?: HeldOrder | undefined
  readonly finishedAt: number
  readonly answer: Uint8Array
  /** The report that the response contains. The order is not completed if it was purged meanwhile. */
  readonly reportId: string
  /** The report itself, if this order made it. */
  readonly report?: NewReport | undefined
  /** The blind index of the lender case, or `none`, if the report is of another order. */
  readonly lenderCase?: Uint8Array | 'none' | undefined
  /** Absent if there is no charge. */
  readonly charge?: Charge | undefined
  /** The result of each pull. Absent if there were none. */
  readonly pulls?: readonly PullOutcome[] | undefined
  readonly listed?: ListedEnd | undefined
  /** The permissible purpose that the account certified, for the audit trail. */
  readonly purpose?: string | undefined
}

/** The end of an order without a report. */
export interface Failure {
  readonly id: string
  readonly runner: string
  /** As `begin` returned it. If the order was taken over, it is read from the database. */
  readonly held?: HeldOrder | undefined
  readonly finishedAt: number
  /** The code of the error table, as in the error document. */
  readonly code: string
  readonly answer: Uint8Array
  /** Recorded even though they led to no report. */
  readonly pulls?: readonly PullOutcome[] | undefined
  readonly listed?: ListedEnd | undefined
  readonly purpose?: string | undefined
}

/** The key that identifies a retry. */
export interface RetryLookUp {
  readonly account: string
  readonly operation: string
  readonly fingerprint: Uint8Array
  /** The start of the retry window. */
  readonly since: number
}
