/**
 * The client package orders credit reports from a Trimerge service. It runs in browsers and in Node
 * 20 and later, and has no dependencies.
 */
import { type BatchItems, type BatchResult, inParallel } from './batch.ts'
import type { ErrorDocument } from './document-types.ts'
import {
  type Lender,
  type MortgageOnlyOrder,
  type Operation,
  type Order,
  orderDocument,
} from './order-request.ts'
import { type Report, type ReportDocument, reportOf, requestedBureaus } from './ordered-report.ts'
import { type Rejection, readRejection, rowOf } from './rejection.ts'
import { type Answer, addressOf, headersOf, LIMITS, limitsOf, send } from './send.ts'

/** The progress and the results of a batch. */
export type { BatchProgress, BatchResult } from './batch.ts'
/** The documents of the interface as types, for callers that need more than `Report` offers. */
export type * as documents from './document-types.ts'
/** The parts of an order. */
export type {
  Action,
  Address,
  Borrower,
  Bureau,
  Lender,
  MortgageOnlyOrder,
  Operation,
  Order,
  ScoreModel,
} from './order-request.ts'
/** A report, with its missing files, scores and printed form. */
export type { MissingFile, PrintedReport, Report, ReportDocument, Score } from './ordered-report.ts'
/** A rejection: why an order was rejected, and whether to retry it. */
export type {
  ErrorCode,
  ErrorReason,
  OrderProblem,
  Rejection,
  RetryAdvice,
} from './rejection.ts'

/** Options of a client: the service, the account, and the limits of retries. */
export interface ClientOptions {
  /**
   * The address of the service with its base path, such as `https://credit.example.com`. In a page,
   * it can be relative to the page.
   */
  readonly url: string
  /** The name of the account. */
  readonly account: string
  /** An active secret of the account. */
  readonly secret: string
  /** The name of the lender on the reports; by default the name of the account. */
  readonly lender?: string | Lender | undefined
  /** The longest time of one attempt, in milliseconds; 60,000 by default. */
  readonly timeoutMs?: number | undefined
  /**
   * The number of attempts for each order; 4 by default. All attempts send the same bytes, so only
   * one is charged.
   */
  readonly attempts?: number | undefined
  /**
   * The longest wait before the second attempt, in milliseconds, doubled for each further attempt;
   * 500 by default.
   */
  readonly backoffMs?: number | undefined
  /**
   * The longest wait between two attempts, in milliseconds; 60,000 by default. A longer
   * `Retry-After` interval ends the call with the last response.
   */
  readonly waitMsMax?: number | undefined
  /** The MISMO version in the documents; `2.3.1` by default. */
  readonly version?: string | undefined
  /** Replaces the global `fetch`, for example with one that uses a proxy. */
  readonly fetch?: typeof fetch | undefined
  /**
   * Returns the time that a document states; by default that of the machine. With a fixed time and
   * a `requestId`, the same order is written with the same bytes.
   */
  readonly now?: (() => Date) | undefined
}

/** Options of one call. */
export interface CallOptions {
  /**
   * Cancels the call and its wait for the next attempt. The order may still have been carried out.
   */
  readonly signal?: AbortSignal | undefined
  /** The longest time of one attempt, in milliseconds. Overrides `timeoutMs` of the client. */
  readonly timeoutMs?: number | undefined
}

/** The result of an order: a report or a rejection. */
export type Result<O extends Operation = Operation> = Report<O> | Rejection

/** An order in a batch, with its operation. */
export type BatchOrder =
  | ({ readonly operation: 'credit_report' } & Order<'credit_report'>)
  | ({ readonly operation: 'pre_qualification' } & Order<'pre_qualification'>)
  | ({ readonly operation: 'mortgage_only' } & MortgageOnlyOrder)
  | ({ readonly operation: 'refresh_report' } & Order<'refresh_report'>)

/** The result of an order in a batch that got no usable response. */
export interface Failure {
  readonly kind: 'failure'
  /** The error, such as a {@link NoAnswerError}. */
  readonly error: unknown
}

/** Options of a batch. */
export interface BatchOptions extends CallOptions {
  /** The most orders in progress at the same time; 4 by default. */
  readonly concurrency?: number | undefined
}

/**
 * Thrown if no attempt got a response. The order may still have been carried out: send the same
 * request again, which is charged only once.
 */
export class NoAnswerError extends Error {
  /** The number of attempts that were made. */
  readonly attempts: number

  constructor(attempts: number, cause: unknown) {
    super(`no response after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`, { cause })
    this.name = 'NoAnswerError'
    this.attempts = attempts
  }
}

/**
 * Thrown if the response is not a document of the interface, for example the error page of a proxy.
 */
export class UnexpectedAnswerError extends Error {
  /** The HTTP status of the response. */
  readonly status: number

  constructor(status: number) {
    super(`the response with status ${status} is not a document of the interface`)
    this.name = 'UnexpectedAnswerError'
    this.status = status
  }
}

/**
 * Orders reports for one account at one service. A rejected order is a result, not an exception.
 */
export interface Client {
  /** Orders a credit report with a hard inquiry. */
  creditReport(
    order: Order<'credit_report'>,
    options?: CallOptions,
  ): Promise<Result<'credit_report'>>
  /** Orders a pre-qualification report with a soft inquiry. */
  preQualification(
    order: Order<'pre_qualification'>,
    options?: CallOptions,
  ): Promise<Result<'pre_qualification'>>
  /** Orders a report that contains only mortgages. The inquiry is hard by default. */
  mortgageOnly(order: MortgageOnlyOrder, options?: CallOptions): Promise<Result<'mortgage_only'>>
  /** Orders the changes since an earlier report, with a soft inquiry. */
  refreshReport(
    order: Order<'refresh_report'>,
    options?: CallOptions,
  ): Promise<Result<'refresh_report'>>
  /**
   * Returns the text of an order. Store the text before you pass it to {@link Client.send | send}:
   * if your process ends, you can send the same text again within 24 hours, and it is charged only
   * once.
   */
  requestOf(order: BatchOrder): string
  /** Sends the text of an order, as returned by {@link Client.requestOf | requestOf}. */
  send<O extends Operation>(
    operation: O,
    request: string,
    options?: CallOptions,
  ): Promise<Result<O>>
  /**
   * Sends many orders and yields each result as soon as it arrives, even while `orders` is slow to
   * give the next one. It takes the next order when you ask for the next result, so a batch of any
   * size needs little memory. An order without a usable response yields a `failure` and does not end
   * the batch.
   */
  batch(
    orders: BatchItems<BatchOrder>,
    options?: BatchOptions,
  ): AsyncGenerator<BatchResult<BatchOrder, Result | Failure>>
}

const MEDIA_TYPE = 'application/json'
const CONCURRENCY = 4

/**
 * Creates a client for one account at one service. Throws if no order can be sent to the address.
 */
export function createClient(options: ClientOptions): Client {
  const { account, secret, fetch = globalThis.fetch.bind(globalThis) } = options
  requireText('account', account)
  requireText('secret', secret)
  const url = addressOf(options.url)
  const headers = headersOf(account, secret, MEDIA_TYPE)
  const sendDefaults = { ...LIMITS, ...limitsOf(options), fetch }
  const requestOf = (order: BatchOrder) => requestText(order, options)
  const sendText = async <O extends Operation>(
    operation: O,
    request: string,
    call: CallOptions = {},
  ): Promise<Result<O>> => {
    const message = { url: `${url}/${operation}`, headers, body: request }
    const { signal } = call
    const answer = await send(
      message,
      { ...sendDefaults, ...limitsOf(call), signal },
      isInterrupted,
    )
    if (!('status' in answer)) throw new NoAnswerError(answer.attempts, answer.cause)
    return resultOf(request, answer)
  }
  // Async, so that an order that cannot be written rejects the promise too.
  const order = async <O extends Operation>(
    operation: O,
    given: Order<O> | MortgageOnlyOrder,
    call?: CallOptions,
  ) => await sendText(operation, requestOf({ ...given, operation } as BatchOrder), call)
  return {
    creditReport: (given, call) => order('credit_report', given, call),
    preQualification: (given, call) => order('pre_qualification', given, call),
    mortgageOnly: (given, call) => order('mortgage_only', given, call),
    refreshReport: (given, call) => order('refresh_report', given, call),
    requestOf,
    send: sendText,
    batch: (orders, { concurrency = CONCURRENCY, ...call } = {}) =>
      inParallel(
        orders,
        async (each) => {
          try {
            return await sendText<Operation>(each.operation, requestOf(each), call)
          } catch (error) {
            return { kind: 'failure', error } as const
          }
        },
        concurrency,
        call.signal,
      ),
  }
}

function requireText(name: string, text: unknown): void {
  if (typeof text !== 'string' || text === '') throw new TypeError(`${name}: must be a text`)
}

function requestText({ operation, ...order }: BatchOrder, options: ClientOptions): string {
  const { account, lender = account, version = '2.3.1', now = () => new Date() } = options
  return JSON.stringify(
    orderDocument(operation, order, {
      lender: typeof lender === 'string' ? { name: lender } : lender,
      version,
      now: now(),
      newId: randomId,
    }),
  )
}

const ID_BYTES = 16

/** Pages without TLS have no `crypto.randomUUID`. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function resultOf<O extends Operation>(request: string, answer: Answer): Result<O> {
  const { status } = answer
  const document = documentOf(answer)
  if (document === undefined) throw new UnexpectedAnswerError(status)
  try {
    return readResult<O>(document, request, answer)
  } catch {
    // A document without a member that every document has, for example of a stub of the service.
    throw new UnexpectedAnswerError(status)
  }
}

function readResult<O extends Operation>(
  document: AnyDocument,
  request: string,
  { status, headers }: Answer,
): Result<O> {
  if (isError(document)) return readRejection(document, { status, headers, request })
  return reportOf<O>(document as ReportDocument<O>, {
    retried: headers.get('Trimerge-Retry') === 'yes',
    request,
    bureaus: requestedBureaus(request),
  })
}

type AnyDocument = ErrorDocument | ReportDocument

function documentOf({ body }: Answer): AnyDocument | undefined {
  try {
    const parsed = JSON.parse(new TextDecoder().decode(body)) as Partial<AnyDocument> | null
    const response = parsed?.RESPONSE_GROUP?.RESPONSE
    const isDocument = response?.RESPONSE_DATA?.CREDIT_RESPONSE != null
    return isDocument ? (parsed as AnyDocument) : undefined
  } catch {
    return undefined
  }
}

function isError(document: AnyDocument): document is ErrorDocument {
  return (
    document.RESPONSE_GROUP.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE._CreditReportType === 'Error'
  )
}

/** The longest body that is checked for an interruption. Reports are longer than this. */
const INTERRUPTED_BYTES_MAX = 16_384

/**
 * Returns whether the service stopped while it worked on the order. The order was not charged and
 * no response was stored, so it is sent again.
 */
function isInterrupted(answer: Answer): boolean {
  if (answer.status !== 200 || answer.body.length > INTERRUPTED_BYTES_MAX) return false
  const document = documentOf(answer)
  return document !== undefined && isError(document) && rowOf(document)?.reason === 'interrupted'
}
