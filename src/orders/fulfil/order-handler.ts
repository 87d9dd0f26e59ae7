/** The types of an order handler's requests and responses, shared by HTTP, threads and jobs. */
import type { ShownFault } from '../../bureaus/bureau.ts'
import type { DocumentFormat } from '../../documents/codec/parse-document.ts'
import type { OrderError } from '../../errors.ts'
import type { PlacedBy } from '../../store/audit/entry.ts'
import type { RequestFacts } from '../../store/records/orders/order-entry.ts'
import type { Operation } from '../intake/operation.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import type { Tools } from '../tools.ts'

/** An authenticated request to one of the operations. */
export interface OrderRequest {
  readonly operation: Operation
  readonly account: OrderingAccount
  /** The bytes as received, by which retries are recognized. */
  readonly body: Uint8Array
  /**
   * The charset of the `Content-Type`. Undefined if it names none, and the document's own
   * declaration decides.
   */
  readonly charset: string | undefined
  /**
   * The format that the transport states. If it states none, the first character of the body
   * decides.
   */
  readonly format?: DocumentFormat | undefined
  /**
   * When the request arrived, in the time of the sandbox if there is one. The age of the order
   * counts from here.
   */
  readonly receivedAt: Date
  /** Facts about the request from the transport. */
  readonly facts?: RequestFacts | undefined
  /** The console user who places the order in the name of the account. */
  readonly placedBy?: PlacedBy | undefined
  /** The injected fault that ends the order as a restart in the middle of it does. */
  readonly interruptedBy?: ShownFault
}

/** A function that handles requests, on this thread or on another one. */
export type OrderHandler = (
  request: OrderRequest,
  context: Pick<Tools, 'trace' | 'yieldSlot' | 'world'>,
) => Promise<Answer>

/** The response to an order. */
export interface Answer {
  /** The HTTP status, from the error table; 200 for a report. */
  readonly status: number
  /** The document, in the dialect and format of the request. */
  readonly body: Uint8Array
  /** Whether this is the stored response to the same bytes, which costs nothing. */
  readonly retried: boolean
  /** The order that this response belongs to; for a retry, the order that it repeats. */
  readonly orderId: string
  /** The requested action, if it could be parsed. */
  readonly action?: string | undefined
  /** The report in the response. */
  readonly reportId?: string | undefined
  /** The reason why the order has no report. */
  readonly reason?: OrderError['reason']
  /** A text for each validation error, without values. */
  readonly texts?: readonly string[]
  /** Releases the memory of the body after it was sent. The body cannot be used after that. */
  readonly release?: () => void
  /** Whether the connection closes without sending the response, for an injected fault. */
  readonly isLost?: boolean
}
