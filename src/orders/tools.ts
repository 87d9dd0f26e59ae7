/**
 * Everything that the ordering code needs from outside: time, identifiers, bureaus, the store, the
 * printer. With the same tools, the same order gives the same bytes, so tests can compare whole
 * responses.
 */
import type { Bureau, FileStatus } from '../bureaus/bureau.ts'
import type { BureauName } from '../documents/tables/enumerations.ts'
import type { PrintedForm } from '../documents/tables/printed-forms.ts'
import type { RespondingPartyValue } from '../documents/tables/response.ts'
import type { Report } from '../reports/report.ts'
import type { DUPLICATES } from '../settings/choices.ts'
import { failureText } from '../store/engine/database.ts'
import type { Vault } from '../store/sealing/vault.ts'
import type { Store } from '../store/store.ts'
import type { Trace } from '../trace.ts'
import type { OrderSteps } from './order-steps.ts'

/** The first letter of an identifier, by purpose. */
export const ID_PREFIXES = { order: 'O', report: 'R', pull: 'P', charge: 'C', purge: 'D' } as const

/** The purpose of an identifier. */
export type IdPurpose = keyof typeof ID_PREFIXES

/** An event that an operator should know about. It never contains personal data. */
export interface LogEvent {
  /** Absent for events of the process that do not concern a single order. */
  readonly orderId?: string
  /** The trace of the request that the event belongs to. Absent if no client waits. */
  readonly traceId?: string | undefined
  /** The event in words, as the log shows it. */
  readonly what: string
  /** The cause. The log writes its kind and its stack frames, but not its message. */
  readonly error?: unknown
}

/** A pull that has ended, for the metrics. */
export interface EndedPull {
  readonly bureau: BureauName
  /** The status of the bureau's file, or `late` or `failed`. */
  readonly outcome: FileStatus | 'late' | 'failed'
  /** The time from the request to the bureau until its response or its time-out. */
  readonly ms: number
}

/**
 * The tools that an order may use. One value serves all orders of a process, except for `steps` and
 * `trace`, which belong to one request. Tests build it by hand; `app` builds the real one.
 */
export interface Tools {
  readonly store: Store
  /**
   * The part of the vault that orders need. It can index personal data but cannot decrypt anything.
   */
  readonly vault: Pick<Vault, 'fingerprint' | 'blindIndex' | 'followMasterKey' | 'knowsMasterKey'>
  /** The source of each bureau's files: simulated, or a vendor. All three are always present. */
  readonly bureaus: Readonly<Record<BureauName, Bureau>>
  /** The time that orders use. In a sandbox, it can be advanced. */
  readonly now: () => Date
  /**
   * Reads how far other processes have advanced this time. Called before each request, and before
   * each round of settling and of retention.
   */
  readonly refresh: () => Promise<void>
  /** The machine's time, which a sandbox cannot change. Purges, sessions and secrets use it. */
  readonly machineNow: () => Date
  /**
   * Creates an identifier. Identifiers begin with their time, so records created together are
   * stored together.
   */
  readonly newId: (purpose: IdPurpose) => string
  /** Draws the printed report. */
  readonly print: (report: Report, form: PrintedForm) => Promise<Uint8Array>
  /** The path prefix under which clients reach the service, for URLs in texts; usually empty. */
  readonly basePath: string
  /** The party that responses name as their sender. */
  readonly respondingParty: RespondingPartyValue
  /**
   * The generation of the sandbox's world in which the order began. The store rejects the order in
   * any other generation.
   */
  readonly world?: number | undefined
  /** The name of this process in the journal. */
  readonly runner: string
  /**
   * The IDs of the orders that this process works on; see `runWithLease`. Only the leases of these
   * orders are renewed.
   */
  readonly runningOrders: Set<string>
  readonly limits: OrderLimits
  /**
   * Runs a function that only waits: for a bureau, or for the end of an order with the same bytes
   * or the same meaning. Meanwhile the request gives up its work slot, so that other requests can
   * use it.
   */
  readonly yieldSlot: <T>(waiting: () => Promise<T>) => Promise<T>
  readonly log: (event: LogEvent) => void
  /** Called at the end of each pull. */
  readonly pulled: (pull: EndedPull) => void
  /** Called for each interrupted order that this process takes over. */
  readonly tookOver?: () => void
  /**
   * Times the steps of the order. Absent if no client waits, as when an order of a process that
   * died is settled.
   */
  readonly steps?: OrderSteps | undefined
  /** The trace of the request, which pulls pass on to vendors. Absent if no client waits. */
  readonly trace?: Trace | undefined
}

/** The limits of an order. */
export interface OrderLimits {
  /** The time that an order may take beyond its longest pull. */
  readonly marginMs: number
  /** How long a lease on an order lasts. The process renews it while it works on the order. */
  readonly leaseMs: number
  /**
   * How many orders of an account may run at once, unless the account's profile sets another
   * number.
   */
  readonly ordersInFlightMax: number
  /** The response to a retry, unless the account's profile sets another one. */
  readonly duplicates: (typeof DUPLICATES)[number]
  /** How long after the first request a byte-identical request counts as a retry. */
  readonly retryWindowMs: number
  /** How long after its first issue a report can be found, reissued, upgraded and unmerged. */
  readonly reportWindowMs: number
  /** How long after its first issue a report can be refreshed. */
  readonly refreshWindowMs: number
}

/** Runs background work. Logs an error instead of throwing it. */
export async function logErrors(
  tools: Pick<Tools, 'log'>,
  what: string,
  work: () => Promise<void>,
  orderId?: string,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    tools.log({
      what: failureText(what, error),
      error,
      ...(orderId === undefined ? {} : { orderId }),
    })
  }
}
