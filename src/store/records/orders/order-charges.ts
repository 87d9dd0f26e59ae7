/** The types of the charges of orders, from which ledgers and statements are made. */

/** The charge of an order. An order has at most one charge of each kind. */
export interface Charge {
  readonly id: string
  /** The origin of the report, or the kind of fee. */
  readonly kind: string
  readonly amountCents: number
  /** The lines of the amount, as JSON. */
  readonly items: unknown
  /** In sandbox time, which also determines the month of the statement. */
  readonly chargedAt: number
}

/** A charge in an account's ledger. */
export interface LedgerCharge extends Charge {
  readonly orderId: string
  readonly account: string
}

/** A charge with its order. */
export interface StatementLine extends LedgerCharge {
  readonly operation: string
  /** Undefined if the request named no action of the interface. */
  readonly action: string | undefined
  /** The report that the response contained. */
  readonly reportId: string | undefined
}
