/**
 * Reads and verifies a vendor's response. A response is rejected if it names another request or
 * another person (`vendor-identity.ts`).
 */
import { createHash } from 'node:crypto'
import { decode } from '../../documents/codec/decode.ts'
import { parse, RESPONSE_BOUNDS, type XmlNode } from '../../documents/codec/parse.ts'
import { readTolerantly } from '../../documents/codec/read-tolerantly.ts'
import { UnreadableDocument } from '../../documents/codec/unreadable.ts'
import type { FileEvidence, FileRequest } from '../bureau.ts'
import {
  ANSWER_DEFAULTS,
  UpstreamAnswer,
  type UpstreamErrorMessage,
  type UpstreamKey,
  type UpstreamResponse,
  type UpstreamStatus,
} from './answer-document.ts'
import { combineResponses } from './combine-responses.ts'
import { type MakeFailure, UpstreamFailed } from './failure.ts'
import type { IdentityRule } from './options.ts'
import { requestIdOf } from './order-document.ts'
import { allItems, identityMismatch } from './vendor-identity.ts'
import { isError, pendingIn, type UpstreamPending, withStatusErrors } from './vendor-status.ts'

/** The body of a response, and its charset if the HTTP headers state one. */
export interface Received {
  readonly bytes: Uint8Array
  /** Undefined if the headers state none. The document's declaration then decides. */
  readonly charset: string | undefined
}

/** The parts of a request against which its response is checked. */
export interface Expected extends Pick<FileRequest, 'orderId' | 'subject' | 'askedAt'> {
  /** The vendor's number of the order, if the request is a status query. */
  readonly pendingId?: string | undefined
}

/** A report about the requested person and order. */
export interface UpstreamReport {
  readonly kind: 'report'
  readonly response: UpstreamResponse
  readonly keys: readonly UpstreamKey[]
  readonly evidence: FileEvidence
  /** YYYY-MM-DD. */
  readonly answeredOn: string
  /**
   * The number of items that were omitted because they lack required data. The report states that
   * they are missing.
   */
  readonly itemsLeftOut: number
}

/** An error document. */
export interface UpstreamErrorDocument {
  readonly kind: 'error'
  /** The vendor's messages, which may name bureaus. */
  readonly errors: readonly UpstreamErrorMessage[]
  /** For vendors that describe the error only in `STATUS`. */
  readonly statuses: readonly UpstreamStatus[]
  /**
   * Whether the document repeats the identifier of the request, and is therefore about this order.
   */
  readonly aboutThis: boolean
  readonly evidence: FileEvidence
}

/** A response that ends the order at the vendor. */
export type UpstreamAnswered = UpstreamReport | UpstreamErrorDocument
/** Any response of a vendor. `pending` is followed by a status query. */
export type UpstreamRead = UpstreamAnswered | UpstreamPending

/** Reads a vendor's response to a request. Throws `UpstreamFailed` if it cannot be used. */
export function readAnswer(
  received: Received,
  request: Expected,
  upstream: string,
  identity: IdentityRule = 'strict',
): UpstreamRead {
  const failure: MakeFailure = (kind, detail) => new UpstreamFailed(kind, upstream, detail)
  const { value, omitted } = readDocument(received, failure)
  const envelopes = value?.RESPONSE ?? []
  const responses = envelopes.flatMap(({ RESPONSE_DATA: all = [] }) =>
    all.flatMap(({ CREDIT_RESPONSE: own = [] }) => own),
  )
  const response = combineResponses(responses)
  const statuses = envelopes.flatMap(({ STATUS: own = [] }) => own)
  const keys = envelopes.flatMap(({ KEY: own = [] }) => own)
  const evidence = {
    source: upstream,
    sha256: createHash('sha256').update(received.bytes).digest('hex'),
    requestId: requestIdOf(request),
    reportId: response?.CreditReportIdentifier,
    ...(keys.some(isSimulated) && { simulated: true }),
  }
  const repeated = responses.flatMap(({ CREDIT_REQUEST_DATA: own }) => own?.CreditRequestID || [])
  const aboutThis = repeated.includes(evidence.requestId)
  const isOfAnother = repeated.some((id) => id !== evidence.requestId)
  if (isError(response, statuses)) {
    if (isOfAnother) throw failure('of another', 'it names another order')
    const errors = response?.CREDIT_ERROR_MESSAGE ?? []
    return { kind: 'error', errors, statuses, aboutThis, evidence }
  }
  const pending = pendingIn(response, statuses, request.pendingId)
  if (pending !== undefined && !isOfAnother) return pending
  if (response === undefined) throw failure('unreadable', 'it contains no report')
  // The response on a request's connection cannot belong to another request, but it can name
  // another.
  if (isOfAnother) throw failure('of another', 'it names another order')
  if (allItems(response).length > ITEM_COUNT_MAX) throw failure('too large', TOO_MANY_ITEMS)
  if ((response.BORROWER ?? []).length === 0) throw failure('unreadable', 'it names no borrower')
  const mismatch = identityMismatch(response, request.subject, identity)
  if (mismatch !== undefined) throw failure('of another', mismatch)
  return {
    kind: 'report',
    response: withStatusErrors(response, statuses),
    keys,
    evidence,
    answeredOn: dayOf(envelopes[0]?.ResponseDateTime, request.askedAt),
    itemsLeftOut: omitted.filter((name) => ITEMS.has(name)).length,
  }
}

/** The `KEY` of a vendor whose own bureaus are simulated, such as a second Trimerge. */
function isSimulated({ _Name, _Value }: UpstreamKey): boolean {
  return _Name === 'Simulated' && _Value.trim() === 'Y'
}

const ITEMS: ReadonlySet<string> = new Set([
  'CREDIT_LIABILITY',
  'CREDIT_PUBLIC_RECORD',
  'CREDIT_INQUIRY',
  'CREDIT_FILE',
  'CREDIT_SCORE',
])

function readDocument({ bytes, charset }: Received, failure: MakeFailure) {
  try {
    const reading = readTolerantly(
      UpstreamAnswer,
      withoutPrefix(parse(decode(bytes, charset), RESPONSE_BOUNDS, 'mismo')),
      ANSWER_DEFAULTS,
    )
    if (reading.value === undefined) throw failure('unreadable', 'it is not a MISMO 2.x response')
    return reading
  } catch (error) {
    if (error instanceof UnreadableDocument) throw failure('unreadable', error.rule)
    throw error
  }
}

/**
 * Removes the namespace prefix of the root from all elements. MISMO 2.x has no namespaces, but some
 * serializers write them.
 */
function withoutPrefix(root: XmlNode): XmlNode {
  const [prefix] = /^[^:]+:/.exec(root.name) ?? []
  if (prefix === undefined) return root
  const renamed = (node: XmlNode): XmlNode => ({
    ...node,
    name: node.name.startsWith(prefix) ? node.name.slice(prefix.length) : node.name,
    children: node.children.map(renamed),
  })
  return renamed(root)
}

/**
 * The most items of a response. Real responses have a few hundred, and merging thousands would delay
 * other orders.
 */
const ITEM_COUNT_MAX = 2_000
const TOO_MANY_ITEMS = `over ${ITEM_COUNT_MAX} files, accounts, public records, inquiries and scores`

function dayOf(answered: string | undefined, askedAt: Date): string {
  return answered?.length === 'YYYY-MM-DD'.length ? answered : askedAt.toISOString().slice(0, 10)
}
