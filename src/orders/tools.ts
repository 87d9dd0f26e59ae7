/**
 * Everything that the ordering code needs from outside: time, identifiers, bureaus, store, printer.
 * With the same tools, the same order gives the same bytes, so tests compare whole responses.
 */
import type { Bureau, FileStatus } from '../bureaus/bureau.ts'
import type { BureauName } from '../documents/tables/enumerations.ts'
import type { PrintedForm } from '../documents/tables/printed-forms.ts'
import type { RespondingPartyValue } from '../documents/tables/response.ts'
import type { Report } from '../reports/report.ts'
import type { DUPLICATES } from '../settings/choices.ts'
import type { Vault } from '../store/sealing/vault.ts'
import type { Store } from '../store/store.ts'
import type { Trace } from '../trace.ts'
import type { OrderSteps } from './order-steps.ts'

/** The letter that an identifier begins with, by what it is for. */
export const ID_PREFIXES = { order: 'O', report: 'R', pull: 'P', charge: 'C', purge: 'D' } as const

/** What an identifier is for. */
export type IdPurpose = keyof typeof ID_PREFIXES

/** What happened that an operator should know; never with personal data. */
export interface LogEvent {
  /** Absent for events that concern the process and no single order. */
  readonly orderId?: string
  /** The event in words, as the log shows it. */
  readonly what: string
  /** The cause, which the log scrubs before it writes it. */
  readonly error?: unknown
}

/** A pull of a file, when it is over. */
export interface MadePull {
  readonly bureau: BureauName
  /** What the bureau answered, or `late` or `failed`. */
  readonly outcome: FileStatus | 'late' | 'failed'
  /** From the request to the bureau to its answer or its time-out, as the metrics count it. */
  readonly ms: number
}

/**
 * What an order may use of the world outside. One value serves all orders of a process, except for
 * `steps` and `trace`, which belong to one request. Tests build it by hand; `app` builds the real
 * one.
 */
export interface Tools {
  readonly store: Store
  /** Only what an order needs of the vault: it can index personal data but open nothing with it. */
  readonly vault: Pick<Vault, 'fingerprint' | 'blindIndex' | 'followMasterKey'>
  /** The source of each bureau's files: simulated, or a vendor. All three are always present. */
  readonly bureaus: Readonly<Record<BureauName, Bureau>>
  /** The time of the world that orders live in; in a sandbox it can be advanced. */
  readonly now: () => Date
  /** Learns by what others advanced that time: before each request and each settling of orders. */
  readonly refresh: () => Promise<void>
  /** The time of the machine: the day of a purge, sessions and secrets, whatever a sandbox says. */
  readonly realNow: () => Date
  /** Identifiers begin with their time, so what is made together is stored together. */
  readonly newId: (purpose: IdPurpose) => string
  /** Draws the printed report. */
  readonly print: (report: Report, form: PrintedForm) => Promise<Uint8Array>
  /** Below which the service is reached, for addresses in texts; empty for most. */
  readonly basePath: string
  /** Who answers. */
  readonly respondingParty: RespondingPartyValue
  /** The generation of the sandbox's world that an order began in: it is journaled in no other. */
  readonly world?: number | undefined
  /** This process, as the journal knows it. */
  readonly runner: string
  /**
   * The orders that this process works on, by id; see `runWithLease`. Only the leases of these are
   * renewed.
   */
  readonly runningOrders: Set<string>
  readonly limits: OrderLimits
  /**
   * Runs what only waits, for a bureau or for a copy of the order. The request gives up its slot of
   * admission meanwhile, so that others may work.
   */
  readonly yieldSlot: <T>(waiting: () => Promise<T>) => Promise<T>
  readonly log: (happening: LogEvent) => void
  /** Learns how each pull went. */
  readonly pulled: (pull: MadePull) => void
  /** Learns of each interrupted order that this process takes over. */
  readonly tookOver?: () => void
  /**
   * Learns how long the steps of the order take. Absent where no client waits: an order of a
   * process that died is settled without it.
   */
  readonly steps?: OrderSteps | undefined
  /** The trace of the request, which pulls pass on to vendors. Absent where no client waits. */
  readonly trace?: Trace | undefined
}

/** Times that bound an order. */
export interface OrderLimits {
  /** What an order may take beyond its longest pull. */
  readonly marginMs: number
  /** For how long an order is this process's own; it renews the lease while it works on it. */
  readonly leaseMs: number
  /** How many orders of an account run at once, where the account does not say. */
  readonly ordersInFlightMax: number
  /** What a retry gets, where the account does not say. */
  readonly duplicates: (typeof DUPLICATES)[number]
  /** For how long a byte-identical request is a retry. */
  readonly retryWindowMs: number
  /** For how long after its first issue a report is found, reissued, upgraded and unmerged. */
  readonly reportWindowMs: number
  /** For how long after its first issue a report can be refreshed. */
  readonly refreshWindowMs: number
}

/** Runs a piece of background work. A failure is logged and not thrown. */
export async function logErrors(
  tools: Pick<Tools, 'log'>,
  what: string,
  work: () => Promise<void>,
  orderId?: string,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    tools.log({ what: `${what} failed`, error, ...(orderId === undefined ? {} : { orderId }) })
  }
}
