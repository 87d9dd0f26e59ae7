/**
 * A small client for the commands and the embedded sandbox. It posts orders over HTTP, and reads
 * responses with the same tables that the service writes them with.
 */
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { RESPONSE_BOUNDS } from '../documents/codec/parse.ts'
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

import type { Bytes } from './ordered-report.ts'

/**
 * An operation, named by the last part of its path. Spelled out, because the published declaration
 * would otherwise repeat every response document.
 */
export type ClientOperation =
  | 'credit_report'
  | 'pre_qualification'
  | 'mortgage_only'
  | 'refresh_report'

/** The response documents of the four operations. */
const RESPONSE_ELEMENTS = {
  credit_report: CreditReportResponse,
  pre_qualification: CreditReportResponse,
  mortgage_only: MortgageOnlyResponse,
  refresh_report: RefreshResponse,
} as const satisfies Readonly<Record<ClientOperation, unknown>>

/** The service and the account of an order. */
export interface ClientOptions {
  /** The address of the service with its base path, without a slash at the end. */
  readonly url: string
  readonly account: string
  readonly secret: string
}

/** The result of an order. */
export type OrderResult = OrderedReport | RejectedOrder

interface Received {
  readonly status: number
  /** The response as received, in the format and dialect of the order. */
  readonly xml: string
  readonly dialect: Dialect
  /** Whether this is the stored response to an earlier request with the same bytes. */
  readonly retried: boolean
}

/** A report. Fields that the response of the operation does not have are absent. */
export interface OrderedReport extends Received {
  readonly kind: 'report'
  readonly document: ResponseDocument
  /** The printed report. */
  readonly printed: Bytes
}

/** An error document, which rejects the order. */
export interface RejectedOrder extends Received {
  readonly kind: 'rejection'
  readonly document: ErrorDocument
}

/** Thrown if a response is neither a report nor an error document of this interface. */
class AnswerNotUnderstood extends Error {
  constructor(status: number) {
    super(`the response with status ${status} is not a document of the interface`)
    this.name = 'AnswerNotUnderstood'
  }
}

/** Posts an order and reads the response. */
export async function postOrder(
  { url, account, secret }: ClientOptions,
  operation: ClientOperation,
  order: string | Uint8Array,
  post: Post = postByFetch,
): Promise<OrderResult> {
  const token = Buffer.from(`${account}:${secret}`, 'utf8').toString('base64')
  const headers = { Authorization: `Basic ${token}`, 'Content-Type': orderMediaType(order) }
  const { bytes, status, retry } = await post(`${url}/${operation}`, headers, order)
  return { ...readAnswer(operation, bytes, status), retried: retry === 'yes' }
}

/** Posts a body, and returns the response with its header `Trimerge-Retry`. */
type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
) => Promise<{
  readonly bytes: Uint8Array
  readonly status: number
  readonly retry: unknown
}>

const postByFetch: Post = async (url, headers, order) => {
  const body = typeof order === 'string' ? order : new Uint8Array(order)
  const response = await fetch(url, { method: 'POST', headers, body })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { bytes, status: response.status, retry: response.headers.get('Trimerge-Retry') }
}

/**
 * Posts to a service of the same machine. Tests replace `fetch`, fake the timers that its
 * connections need, and set proxies for it. None of them reaches a request of `node:http` with an
 * agent of its own.
 */
export const postLocally: Post = async (url, headers, body) => {
  if (url.startsWith('https:')) return await postByFetch(url, headers, body)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent: false }, resolve)
    // The listener stays: a rejected order may still fail to send its rest after its response.
    sent.on('error', reject).end(body)
  })
  const { statusCode: status = 0, headers: received } = response
  return { bytes: await buffer(response), status, retry: received['trimerge-retry'] }
}

/**
 * Returns the media type of an order. For bytes it has no charset, because a charset would override
 * the encoding that the document declares. A string is always sent in UTF-8, whatever encoding it
 * declares.
 */
export function orderMediaType(order: string | Uint8Array): string {
  const format = formatOf(order)
  return format === 'xml' && typeof order !== 'string' ? 'application/xml' : mediaTypeOf(format)
}

/** Reads a response. Throws `AnswerNotUnderstood` if it is not a document of this interface. */
export function readAnswer(
  operation: ClientOperation,
  bytes: Uint8Array,
  status: number,
): Omit<OrderedReport, 'retried'> | Omit<RejectedOrder, 'retried'> {
  const xml = decodeAs(formatOf(bytes), bytes)
  const tree = parseText(xml, RESPONSE_BOUNDS)
  const rejection = read(ErrorResponse, tree)
  if (rejection.value !== undefined) {
    const { dialect, value: document } = rejection
    return { kind: 'rejection' as const, status, xml, dialect, document }
  }
  const { value, dialect } = read(RESPONSE_ELEMENTS[operation], tree)
  if (value === undefined) throw new AnswerNotUnderstood(status)
  const document = value as unknown as ResponseDocument
  const { DOCUMENT } = document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE.EMBEDDED_FILE
  const printed = new Uint8Array(Buffer.from(DOCUMENT, 'base64'))
  return { kind: 'report' as const, status, xml, dialect, document, printed }
}
