/** A client of the service: orders over HTTP, answers read with the same tables that wrote them. */
import { ANSWER_BOUNDS } from '../documents/codec/parse.ts'
import { decodeAs, formatOf, mediaTypeOf, parseText } from '../documents/codec/parse-document.ts'
import { read } from '../documents/codec/read.ts'
import type { Dialect } from '../documents/dialects.ts'
import { type ErrorDocument, ErrorResponse } from '../documents/tables/error-response.ts'
import {
  CreditReportResponse,
  MortgageOnlyResponse,
  RefreshResponse,
  type ResponseDocument,
} from '../documents/tables/response.ts'

/** The paths of the four operations. */
const RESPONSES = {
  credit_report: CreditReportResponse,
  pre_qualification: CreditReportResponse,
  mortgage_only: MortgageOnlyResponse,
  refresh_report: RefreshResponse,
} as const

/** An operation by the last part of its path. */
export type ClientOperation = keyof typeof RESPONSES

/** Where to order, and as whom. */
export interface ClientOptions {
  /** Address of the service with its base path, without a slash at the end. */
  readonly url: string
  readonly account: string
  readonly secret: string
}

/** What came back for an order. */
export type OrderResult = OrderedReport | RejectedOrder

interface Received {
  readonly status: number
  /** The answer as received, in the format of the order. */
  readonly xml: string
  readonly dialect: Dialect
  /** Whether it is the stored answer of the same bytes. */
  readonly retried: boolean
}

/** A report. Fields that the operation's answer does not have are absent. */
export interface OrderedReport extends Received {
  readonly kind: 'report'
  readonly document: ResponseDocument
  /** The printed report. */
  readonly printed: Uint8Array
}

/** An error document. */
export interface RejectedOrder extends Received {
  readonly kind: 'rejected'
  readonly document: ErrorDocument
}

/** The answer is neither a report nor an error document of this interface. */
class AnswerNotUnderstood extends Error {
  constructor(status: number) {
    super(`the answer with status ${status} is no document of the interface`)
    this.name = 'AnswerNotUnderstood'
  }
}

/** Posts an order and reads the answer. */
export async function postOrder(
  { url, account, secret }: ClientOptions,
  operation: ClientOperation,
  order: string | Uint8Array,
): Promise<OrderResult> {
  const token = Buffer.from(`${account}:${secret}`, 'utf8').toString('base64')
  const response = await fetch(`${url}/${operation}`, {
    method: 'POST',
    headers: { Authorization: `Basic ${token}`, 'Content-Type': orderMediaType(order) },
    body: typeof order === 'string' ? order : new Uint8Array(order),
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const retried = response.headers.get('Trimerge-Retry') === 'yes'
  return { ...readAnswer(operation, bytes, response.status), retried }
}

/**
 * The media type of an order. That of bytes has no charset, which would win over the encoding that
 * the document declares; a text is sent in UTF-8, whatever it declares.
 */
export function orderMediaType(order: string | Uint8Array): string {
  const format = formatOf(order)
  return format === 'xml' && typeof order !== 'string' ? 'application/xml' : mediaTypeOf(format)
}

/** Reads an answer; throws `AnswerNotUnderstood` where it is none of this interface. */
export function readAnswer(operation: ClientOperation, bytes: Uint8Array, status: number) {
  const xml = decodeAs(formatOf(bytes), bytes)
  const tree = parseText(xml, ANSWER_BOUNDS)
  const refusal = read(ErrorResponse, tree)
  if (refusal.value !== undefined) {
    const { dialect, value: document } = refusal
    return { kind: 'rejected' as const, status, xml, dialect, document }
  }
  const { value, dialect } = read(RESPONSES[operation], tree)
  if (value === undefined) throw new AnswerNotUnderstood(status)
  const document = value as unknown as ResponseDocument
  const { DOCUMENT } = document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE.EMBEDDED_FILE
  const printed = new Uint8Array(Buffer.from(DOCUMENT, 'base64'))
  return { kind: 'report' as const, status, xml, dialect, document, printed }
}
