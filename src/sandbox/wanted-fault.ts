/** Faults as the console, the control plane and embedding tests request them. */
import type { BureauName } from '../documents/tables/enumerations.ts'

/** A requested fault. It applies to an order only if all given conditions match. */
export interface WantedFault {
  /**
   * A fault of a bureau in the words of docs/magic.md, such as `TIMEOUT` or `SLOW 5`, or a fault of
   * the service in the words of docs/sandbox-api.md, such as `UNAVAILABLE`. Absent if only
   * `latency` is given.
   */
  readonly fault?: string | undefined
  /** The delay of files: a log-normal distribution, by its median and p95. */
  readonly latency?: { readonly medianMs: number; readonly p95Ms: number } | undefined
  /** Only this bureau; every bureau if absent. */
  readonly bureau?: BureauName | undefined
  /** Only orders of this account. */
  readonly account?: string | undefined
  /** Only files of this borrower: the ID of a custom person or a persona, or a social security number. */
  readonly borrower?: string | undefined
  /** Only this number of orders, from now on. */
  readonly orders?: number | undefined
  /** Only this share of the orders, from 0 to 1. */
  readonly share?: number | undefined
}
