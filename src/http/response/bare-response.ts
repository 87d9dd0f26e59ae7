/** Complete error responses for requests that never reach a route, with reason and remedy. */
import { STATUS_CODES } from 'node:http'
import { type DocumentFormat, mediaTypeOf } from '../../documents/codec/parse-document.ts'
import { CODES, type OrderError } from '../../errors.ts'
import { unknownRequest, writeErrorDocument } from '../../orders/fulfil/error-document.ts'

/** Headers of every response: it must not be cached, and its media type must not be guessed. */
export const SAFE_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const

/** Two years, the duration that browser vendors recommend. */
const TLS_ONLY = { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } as const

/** Returns the headers of every response. Responses over TLS tell browsers to use only TLS. */
export function commonHeaders(isTls: boolean): Readonly<Record<string, string>> {
  return { ...SAFE_HEADERS, ...(isTls && TLS_ONLY) }
}

/** A response that is the last on its connection. */
export interface BareResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Caches the result of `write` for a second, because thousands of requests may be rejected within
 * it. The result may contain the time to the second.
 */
export function oncePerSecond<T>(write: (now: Date) => T): (now: Date) => T {
  let last: { readonly second: number; readonly written: T } | undefined
  return (now) => {
    const second = Math.floor(now.getTime() / 1000)
    if (last?.second !== second) last = { second, written: write(now) }
    return last.written
  }
}

/** Writers of error documents, by base path, format, reason and text. */
const writers = new Map<string, (now: Date) => string>()

function documentOf(
  error: OrderError,
  format: DocumentFormat,
  now: Date,
  basePath: string,
): string {
  const key = [basePath, format, error.reason, ...error.texts].join(' ')
  const write = (at: Date) => writeErrorDocument(error, at, basePath, unknownRequest(format))
  const writer = writers.get(key) ?? oncePerSecond(write)
  writers.set(key, writer)
  return writer(now)
}

/** The service that responds. */
interface Responder {
  readonly now: () => Date
  readonly basePath: string
  /** The headers of every response. */
  readonly headers: Readonly<Record<string, string>>
}

/** Returns the error document for an error, with all its headers. */
export function bareResponse(
  error: OrderError,
  format: DocumentFormat,
  { now, basePath, headers }: Responder,
): BareResponse {
  const body = documentOf(error, format, now(), basePath)
  const { reason } = error
  return {
    status: CODES[reason].status,
    headers: {
      ...headers,
      ...(reason === 'wrongMethod' && { Allow: 'GET, HEAD, POST' }),
      'Content-Type': mediaTypeOf(format),
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    },
    body,
  }
}

/** Returns the bytes of a response as text, for sockets without a Node response object. */
export function responseText({ status, headers, body }: BareResponse): string {
  const all = { Date: new Date().toUTCString(), ...headers }
  const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields.join('')}\r\n${body}`
}
