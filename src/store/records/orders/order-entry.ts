/**
 * Orders as they are journaled.
 *
 * States: `running` from the moment the order is journaled, before any bureau is called; then
 * `done` (a report was answered) or `failed` (none could be). `rejected` is written at once, for a
 * request that never became an order. Only `running` ever changes.
 */
import type { DataKey } from '../../sealing/vault.ts'
import type { NewReport, ReportLookUp } from '../reports/report-entry.ts'
import type { OrderRecords } from './order-records.ts'

/** The states of an order. */
export const ORDER_STATES = ['running', 'done', 'failed', 'rejected'] as const
/** The state of an order; only `running` ever changes. */
export type OrderState = (typeof ORDER_STATES)[number]

/** A validation error of a request as the journal keeps it: path and rule, never the value. */
export interface RecordedError {
  /** In the dialect of the request. */
  readonly path: string
  readonly rule: string
  readonly expected?: string | undefined
}

/** A borrower as lists show one: initials, and the last digits of the number. */
interface ListedBorrower {
  /** Masked: initials. */
  readonly name: string
  /** Masked: the last four digits; empty where none was read. */
  readonly ssn: string
}

/** What the transport said of a request; nothing of its document. */
export interface RequestFacts {
  /** The request ID of the log and of `X-Request-Id`. */
  readonly id: string
  /** Absent where the request had no trace. */
  readonly traceId?: string | undefined
  /** The network that it came from; never an address. */
  readonly network: string
  /** The header fields that decide how the document is read, and who sent it. */
  readonly headers: Readonly<Record<string, string>>
}

/** How long a step of an order took, in milliseconds of the machine. */
export type OrderStep = readonly [name: string, ms: number]

/** The representative score of a borrower, who is named by the position in the order, from 1. */
export interface ListedScore {
  readonly borrower: number
  /** The family's title, since representative scores are of a family. */
  readonly model: string
  readonly score: number
}

/** A score of one bureau's file, by the model that the bureau names, or why the file has none. */
export interface BureauScore extends Omit<ListedScore, 'score'> {
  readonly bureau: string
  readonly score?: number | undefined
  readonly exclusionReason?: string | undefined
}

/** How often the same request came again and was answered with the stored response. */
interface ListedRetries {
  readonly count: number
  /** When the last of them came. */
  readonly lastAt: number
}

/** A pull, named by its bureau and by the position of the borrower in the order, from 1. */
export interface ListedPull {
  readonly bureau: string
  readonly borrower: number
  /** The fault that it met, in plain words, and its ID where it was injected into the sandbox. */
  readonly fault?: string | undefined
  readonly faultId?: string | undefined
}

/**
 * What lists and pages show of an order beside its rows. It is sealed apart from the content, so that
 * a list opens nothing else, and is destroyed with the order's key.
 */
export interface ListedOrder {
  /** Empty where the request could not be read. */
  readonly borrowers: readonly ListedBorrower[]
  /** Absent where the order names none. */
  readonly lenderCase?: string | undefined
  readonly request?: RequestFacts | undefined
  /** The row of the error table. */
  readonly reason?: string | undefined
  /** Absent until the order has ended, and where it was settled after a crash. */
  readonly steps?: readonly OrderStep[] | undefined
  /** Of the report that the order made. */
  readonly scores?: readonly ListedScore[] | undefined
  /** Of each file of that report, in the order of the report. */
  readonly bureauScores?: readonly BureauScore[] | undefined
  /** The pulls whose result is that of an injected fault. */
  readonly injected?: readonly ListedPull[] | undefined
  /** Counted as they come, after the order has ended. */
  readonly retries?: ListedRetries | undefined
}

/** What the end of an order adds. */
export type ListedEnd = Pick<
  ListedOrder,
  'reason' | 'steps' | 'scores' | 'bureauScores' | 'injected'
>

/** An authenticated request as it arrived, and what was understood of it. */
export interface OrderEntry {
  readonly id: string
  readonly account: string
  /** A name of the interface (section 1). */
  readonly operation: string
  /** Absent where the request has none of the interface's. */
  readonly action?: string | undefined
  /** Epoch milliseconds, in sandbox time where all is simulated. */
  readonly receivedAt: number
  /** The keyed fingerprint of the bytes as sent: equal bytes are a retry. */
  readonly fingerprint: Uint8Array
  /** The size of the body as received. */
  readonly bodyBytes: number
  /** The generation of the sandbox that it came in: it is kept in no other. */
  readonly world?: number | undefined
  /** The request as sent, card number and security code cut out. None of an unreadable body. */
  readonly sent?: Uint8Array | undefined
  readonly listed?: ListedOrder | undefined
  /** Empty or absent for a valid request. */
  readonly errors?: readonly RecordedError[]
  /** Names of attributes and elements that were ignored, and other remarks without values. */
  readonly notes?: readonly string[]
  /** The keyed words that the order is searched by; none may be there twice. */
  readonly searchTokens?: readonly Uint8Array[]
}

/** A request that is answered with an error before it became an order. */
export interface RejectedRequest extends OrderEntry {
  readonly finishedAt: number
  /** The code of the error table. */
  readonly code: string
  readonly answer?: Uint8Array | undefined
  readonly purpose?: string | undefined
}

/** An order about to be carried out. */
export interface NewOrder extends OrderEntry {
  /** The process that carries the order out; only the holder can finish it. */
  readonly runner: string
  /** For how long no other runner may take the order over. */
  readonly leaseMs: number
  /** Orders with a report and these same bytes, received since then, make this one a retry. */
  readonly retriesSince: number
  /** A blind index of what the order asks, where two at once must not both pull. */
  readonly meaning?: Uint8Array | undefined
  /** The live reports that the plan has seen; an order does not begin where there are others. */
  readonly seenReports?: SeenReports | undefined
  /** How many orders of the account may run at once, over all replicas; no bound where undefined. */
  readonly inFlightMax?: number | undefined
  /** How many orders with a hard pull on one consumer the account may place since then. */
  readonly consumer?: ConsumerLimit | undefined
}

/** How many reports a look-up found when an order was planned. */
export interface SeenReports {
  readonly by: Extract<
    ReportLookUp,
    { readonly meaning: Uint8Array } | { readonly derivation: Uint8Array }
  >
  /** The window of the look-up, in sandbox time. */
  readonly issuedSince: number
  /** At most as many as the look-up gives, which counts no further. */
  readonly count: number
  readonly countMax: number
}

/** A running order as its runner holds it: its account, the key of its content, and its rows. */
export interface HeldOrder {
  readonly account: string
  readonly key: DataKey
  /** As they were inserted, for the digest of the order's end. */
  readonly rows: Pick<OrderRecords, 'order' | 'pulls'>
  /** Undefined where it was changed past the service. */
  readonly listed: ListedOrder | undefined
}

/** A bound of an account's hard pulls on one consumer, counted in orders. */
export interface ConsumerLimit {
  readonly ordersMax: number
  /** Orders that began earlier do not count. */
  readonly since: number
}

/** Whether an order began, which other answers for it, or which limit of its account it meets. */
export type Begun =
  | { readonly begun: true; readonly held: HeldOrder }
  | {
      readonly begun: false
      /** Equal bytes, or the same meaning. */
      readonly because: 'retry' | 'meaning'
      readonly order: OrderSummary
    }
  /** The sandbox was reset since the order came. */
  | { readonly begun: false; readonly because: 'world' }
  /** Another order has made a report that the plan has not seen. */
  | { readonly begun: false; readonly because: 'report' }
  | { readonly begun: false; readonly because: 'inFlight' }
  | {
      readonly begun: false
      readonly because: 'consumer'
      /** When the first of the orders that count was placed: with it the room comes back. */
      readonly oldestAt: number
    }

/**
 * One pull of a consumer's file: the inquiry record. It is written before the bureau is called
 * and kept longest, so that a consumer can learn who asked.
 */
export interface PullIntent {
  /** Also the reference under which the bureau is asked. */
  readonly id: string
  readonly bureau: string
  /** From 1, in the order of the request. */
  readonly borrowerPosition: number
  /** Whether it leaves a hard inquiry. */
  readonly hard: boolean
  /** The permissible purpose that the account has certified (FCRA 604). */
  readonly purpose: string
  /** On whose behalf the file is requested (FCRA 607(e)). */
  readonly endUser: string
  /** The keyed hash of the number, the same in all accounts. */
  readonly ssnIndex: Uint8Array
  /** When the order intended it, in sandbox time. */
  readonly startedAt: number
}

/** How a pull ended. */
export interface PullOutcome {
  readonly id: string
  /** `answered` also where the bureau has no file. */
  readonly state: 'answered' | 'failed'
  /** The result in one word: file, no file, frozen, late and the like. */
  readonly outcome: string
  /** Present where no answer could be used. */
  readonly failed?: FailedPull | undefined
  readonly finishedAt: number
}

/** A failed pull: a word of our own, never one of the bureau's. */
export interface FailedPull {
  /** A kind of `bureaus/pull-failure.ts`. */
  readonly failure: string
  /** Whether the bureau may have been asked, with an inquiry and a charge that no report shows. */
  readonly mayHaveAsked: boolean
}

/** A pull as recorded. */
export interface Pull extends PullIntent {
  readonly orderId: string
  readonly account: string
  /** `intended` until the order has ended; after a crash it may stay so. */
  readonly state: 'intended' | 'answered' | 'failed'
  readonly outcome: string | undefined
  /** Undefined where the bureau answered. */
  readonly failed: FailedPull | undefined
  readonly finishedAt: number | undefined
}

/** A pull as it is shown with its order: without who asked for whose file. */
export type ShownPull = Omit<Pull, 'account' | 'purpose' | 'endUser' | 'ssnIndex'>

/** A hard pull as it shows on the consumer's later files. */
export type RecordedInquiry = Pick<Pull, 'bureau' | 'endUser' | 'startedAt'>

/** What an order costs; one of a kind for each order. */
export interface Charge {
  readonly id: string
  /** The origin of the report, or the fee that was charged. */
  readonly kind: string
  readonly amountCents: number
  /** The lines of the amount, as JSON. */
  readonly items: unknown
  /** In sandbox time; statements are by month of it. */
  readonly chargedAt: number
}

/** A charge in an account's ledger. */
export interface LedgerCharge extends Charge {
  readonly orderId: string
  readonly account: string
}

/** A charge with the order that it is for. */
export interface StatementLine extends LedgerCharge {
  readonly operation: string
  /** Undefined where the request named none of the interface. */
  readonly action: string | undefined
  /** The report that was answered. */
  readonly reportId: string | undefined
}

/** An order without its sealed content: what lists show. */
export interface OrderSummary {
  readonly id: string
  readonly account: string
  readonly operation: string
  readonly action: string | undefined
  readonly state: OrderState
  readonly receivedAt: number
  /** Undefined while it runs. */
  readonly finishedAt: number | undefined
  readonly bodyBytes: number
  readonly code: string | undefined
  /** Undefined without a report. */
  readonly reportId: string | undefined
  /** Paths and rules of a rejected request; empty for others. */
  readonly errors: readonly RecordedError[]
  /** Remarks without values, such as unknown names. */
  readonly notes: readonly string[]
  /** The sealed content cannot be opened any more: its key was destroyed. */
  readonly purged: boolean
}

/** An order with its content opened, as far as it has any and was not purged. */
export interface Order extends OrderSummary {
  /** Undefined where the body was unreadable or the order was purged. */
  readonly sent: Uint8Array | undefined
  /** Undefined while it runs, and where it was purged. */
  readonly answer: Uint8Array | undefined
}

/** An order under a lease, as recovery needs it. */
export interface LeasedOrder extends Order {
  /** The process that began it or took it over last. */
  readonly runner: string
  /** By the clock of leases, which is the database's on PostgreSQL. */
  readonly leaseUntil: number
  /** The intended pulls, which recovery compares with those of its plan. */
  readonly pulls: readonly Pull[]
}

/** An order that ends with a report, new or one that was there. */
export interface Completion {
  readonly id: string
  /** Only the holder of the lease can complete the order. */
  readonly runner: string
  /** As `begin` gave it; it is read where the order was taken over. */
  readonly held?: HeldOrder | undefined
  readonly finishedAt: number
  readonly answer: Uint8Array
  /** The report that was answered. */
  readonly reportId: string
  /** The report itself when this order made it. */
  readonly report?: NewReport | undefined
  /** Of an order answered with a report of another: a blind index of its case; `none` without one. */
  readonly lenderCase?: Uint8Array | 'none' | undefined
  /** Absent where the report costs nothing. */
  readonly charge?: Charge | undefined
  /** How each pull ended; absent where none was made. */
  readonly pulls?: readonly PullOutcome[] | undefined
  readonly listed?: ListedEnd | undefined
  /** The permissible purpose that the account has certified, for the audit trail. */
  readonly purpose?: string | undefined
}

/** An order that ends without a report. */
export interface Failure {
  readonly id: string
  readonly runner: string
  /** As `begin` gave it; it is read where the order was taken over. */
  readonly held?: HeldOrder | undefined
  readonly finishedAt: number
  /** The code of the error table, as in the error document. */
  readonly code: string
  readonly answer: Uint8Array
  /** Recorded although no report came of them. */
  readonly pulls?: readonly PullOutcome[] | undefined
  readonly listed?: ListedEnd | undefined
  readonly purpose?: string | undefined
}

/** The key by which a retry is recognized. */
export interface RetryLookUp {
  readonly account: string
  readonly operation: string
  readonly fingerprint: Uint8Array
  /** The beginning of the retry window. */
  readonly since: number
}
