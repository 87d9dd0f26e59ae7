/**
 * The client package: orders credit reports of a Trimerge service. It runs in browsers and in Node
 * from 20 on, and imports nothing but the files beside it.
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
import { type Rejection, rejectionOf, rowOf } from './rejection.ts'
import { type Answer, headersOf, type SendOptions, send } from './send.ts'

/** Orders in a batch: its progress and its results. */
export type { BatchProgress, BatchResult } from './batch.ts'
/** The documents of the interface as types, for callers that read more than `Report` offers. */
export type * as documents from './document-types.ts'
/** What an order consists of. */
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
/** What an order gives: the report with its files, scores and printed page. */
export type { MissingFile, PrintedReport, Report, ReportDocument, Score } from './ordered-report.ts'
/** Why an order was rejected, and whether to send it again. */
export type {
  ErrorCode,
  ErrorReason,
  OrderProblem,
  Rejection,
  RetryAdvice,
} from './rejection.ts'

/** Where to order, as whom, and how patiently. */
export interface ClientOptions {
  /** Address of the service with its base path, such as `https://credit.example.com`. */
  readonly url: string
  readonly account: string
  readonly secret: string
  /** The name on the reports; the name of the account by default. */
  readonly lender?: string | Lender | undefined
  /** Longest time that one attempt may take; 60 seconds by default. */
  readonly timeoutMs?: number | undefined
  /** Attempts for each order; 4 by default. All send the same bytes, and one is charged. */
  readonly attempts?: number | undefined
  /** Wait before the second attempt, doubled for each further one; 500 ms by default. */
  readonly backoffMs?: number | undefined
  /** Longest wait that is made for a `Retry-After`; 60 seconds by default. */
  readonly waitMsMax?: number | undefined
  /** The version in the documents; `2.3.1` by default. */
  readonly version?: string | undefined
  /** In place of the global `fetch`, such as one that goes through a proxy. */
  readonly fetch?: typeof fetch | undefined
}

/** For one call. */
export interface CallOptions {
  /** Ends the call, and its wait for another attempt. The order may have been carried out. */
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

/** What comes of an order. */
export type Result<O extends Operation = Operation> = Report<O> | Rejection

/** An order of a batch. */
export type BatchOrder =
  | ({ readonly operation: 'credit_report' } & Order<'credit_report'>)
  | ({ readonly operation: 'pre_qualification' } & Order<'pre_qualification'>)
  | ({ readonly operation: 'mortgage_only' } & MortgageOnlyOrder)
  | ({ readonly operation: 'refresh_report' } & Order<'refresh_report'>)

/** An order of a batch to which there was no answer. */
export interface Failure {
  readonly kind: 'failure'
  readonly error: unknown
}

/** How a batch is sent. */
export interface BatchOptions extends CallOptions {
  /** Orders at once; 4 by default. */
  readonly concurrency?: number | undefined
}

/** No attempt got an answer. The order may have been carried out: send the same request again. */
export class NoAnswerError extends Error {
  readonly attempts: number

  constructor(attempts: number, cause: unknown) {
    super(`no answer after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`, { cause })
    this.name = 'NoAnswerError'
    this.attempts = attempts
  }
}

/** The answer is no document of the interface, such as the page of a proxy. */
export class UnexpectedAnswerError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the answer with status ${status} is no document of the interface`)
    this.name = 'UnexpectedAnswerError'
    this.status = status
  }
}

/** Orders of one account at one service. */
export interface Client {
  /** Orders a credit report: a hard inquiry. */
  creditReport(
    order: Order<'credit_report'>,
    options?: CallOptions,
  ): Promise<Result<'credit_report'>>
  /** Orders a pre-qualification report: a soft inquiry. */
  preQualification(
    order: Order<'pre_qualification'>,
    options?: CallOptions,
  ): Promise<Result<'pre_qualification'>>
  /** Orders a report of the mortgages only. */
  mortgageOnly(order: MortgageOnlyOrder, options?: CallOptions): Promise<Result<'mortgage_only'>>
  /** Requests what has changed since an earlier report. */
  refreshReport(
    order: Order<'refresh_report'>,
    options?: CallOptions,
  ): Promise<Result<'refresh_report'>>
  /** The text of an order, to keep before it is sent: `send` of the same text is charged once. */
  requestOf(order: BatchOrder): string
  /** Sends the text of an order. */
  send<O extends Operation>(
    operation: O,
    request: string,
    options?: CallOptions,
  ): Promise<Result<O>>
  /** Sends many orders, and yields each result as it comes. */
  batch(
    orders: BatchItems<BatchOrder>,
    options?: BatchOptions,
  ): AsyncGenerator<BatchResult<BatchOrder, Result | Failure>>
}

const MEDIA_TYPE = 'application/json'
const DEFAULTS = { timeoutMs: 60_000, attempts: 4, backoffMs: 500, waitMsMax: 60_000 }
const CONCURRENCY = 4

/** A client of one account at one service. */
export function createClient(options: ClientOptions): Client {
  const { account, secret, fetch = globalThis.fetch.bind(globalThis) } = options
  const url = options.url.replace(/\/+$/, '')
  const headers = headersOf(account, secret, MEDIA_TYPE)
  const patience = { ...DEFAULTS, ...definedOf(options), fetch }
  const requestOf = (order: BatchOrder) => requestText(order, options)
  const sendText = async <O extends Operation>(
    operation: O,
    request: string,
    call: CallOptions = {},
  ): Promise<Result<O>> => {
    const message = { url: `${url}/${operation}`, headers, body: request }
    const { signal } = call
    const answer = await send(message, { ...patience, ...definedOf(call), signal }, isInterrupted)
    if (!('status' in answer)) throw new NoAnswerError(answer.attempts, answer.cause)
    return resultOf(operation, request, answer)
  }
  const order = <O extends Operation>(
    operation: O,
    given: Order<O> | MortgageOnlyOrder,
    call?: CallOptions,
  ) => sendText(operation, requestOf({ ...given, operation } as BatchOrder), call)
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

/** The settings of an object that are about patience and are there. */
function definedOf(
  given: CallOptions | ClientOptions,
): Partial<Pick<SendOptions, keyof typeof DEFAULTS>> {
  const names = Object.keys(DEFAULTS).filter(
    (name) => (given as Record<string, unknown>)[name] !== undefined,
  )
  return Object.fromEntries(
    names.map((name) => [name, (given as Record<string, unknown>)[name]]),
  ) as Partial<Pick<SendOptions, keyof typeof DEFAULTS>>
}

function requestText({ operation, ...order }: BatchOrder, options: ClientOptions): string {
  const { account, lender = account, version = '2.3.1' } = options
  return JSON.stringify(
    orderDocument(operation, order, {
      lender: typeof lender === 'string' ? { name: lender } : lender,
      version,
      now: new Date(),
      newId: randomId,
    }),
  )
}

const ID_BYTES = 16

/** A page without TLS has no `crypto.randomUUID`. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function resultOf<O extends Operation>(operation: O, request: string, answer: Answer): Result<O> {
  const { status, headers } = answer
  const document = documentOf(answer)
  if (document === undefined) throw new UnexpectedAnswerError(status)
  if (isError(document)) return rejectionOf(document, { status, headers, request })
  return reportOf<typeof operation>(document as ReportDocument<O>, {
    retried: headers.get('Trimerge-Retry') === 'yes',
    request,
    bureaus: requestedBureaus(request),
  })
}

type AnyDocument = ErrorDocument | ReportDocument

function documentOf({ body }: Answer): AnyDocument | undefined {
  try {
    const parsed = JSON.parse(new TextDecoder().decode(body)) as Partial<AnyDocument> | null
    const response = parsed?.RESPONSE_GROUP?.RESPONSE?.RESPONSE_DATA?.CREDIT_RESPONSE
    return response === undefined ? undefined : (parsed as AnyDocument)
  } catch {
    return undefined
  }
}

function isError(document: AnyDocument): document is ErrorDocument {
  return (
    document.RESPONSE_GROUP.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE._CreditReportType === 'Error'
  )
}

/** Reports are longer. */
const INTERRUPTED_BYTES_MAX = 16_384

/** The service ended while it worked on the order; nothing was charged, and nothing is remembered. */
function isInterrupted(answer: Answer): boolean {
  if (answer.status !== 200 || answer.body.length > INTERRUPTED_BYTES_MAX) return false
  const document = documentOf(answer)
  return document !== undefined && isError(document) && rowOf(document)?.reason === 'interrupted'
}
