/** Complete responses to requests that never reach a route, with the reason and the remedy. */
import { STATUS_CODES } from 'node:http'
import { CODES, OrderError, type Reason } from '../../errors.ts'
import { writeErrorDocument } from '../../orders/fulfil/error-document.ts'

/** Headers of every response: it is not cached, and its type is not guessed. */
export const SAFE_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const

/** Two years, as browsers want it of those who mean it. */
const ONLY_TLS = { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } as const

/** The headers of every answer; those that go over TLS tell browsers to stay with it. */
export function everywhere(isTls: boolean): Readonly<Record<string, string>> {
  return { ...SAFE_HEADERS, ...(isTls && ONLY_TLS) }
}

/** The media type of documents. */
const XML = 'application/xml; charset=utf-8'

/** An answer that is the last of its connection. */
export interface BareResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Writes once in a second what names that second: thousands may be refused within it. */
export function oncePerSecond<T>(write: (now: Date) => T): (now: Date) => T {
  let last: { readonly second: number; readonly written: T } | undefined
  return (now) => {
    const second = Math.floor(now.getTime() / 1000)
    if (last?.second !== second) last = { second, written: write(now) }
    return last.written
  }
}

/** By base path and reason. */
const writers = new Map<string, (now: Date) => string>()

function documentOf(reason: Reason, now: Date, basePath: string): string {
  const key = `${basePath} ${reason}`
  const write = (at: Date) => writeErrorDocument(new OrderError(reason), at, basePath)
  const writer = writers.get(key) ?? oncePerSecond(write)
  writers.set(key, writer)
  return writer(now)
}

/** The service that answers. */
interface Answering {
  readonly now: () => Date
  readonly basePath: string
  /** Defined where TLS is ours. */
  readonly tls: unknown
}

/** The error document of a reason, with all its headers. */
export function bareResponse(reason: Reason, { now, basePath, tls }: Answering): BareResponse {
  const body = documentOf(reason, now(), basePath)
  return {
    status: CODES[reason].status,
    headers: {
      ...everywhere(tls !== undefined),
      ...(reason === 'wrongMethod' && { Allow: 'GET, HEAD, POST' }),
      'Content-Type': XML,
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    },
    body,
  }
}

/** The answer as it goes over the wire, for sockets that no response belongs to. */
export function answerText({ status, headers, body }: BareResponse): string {
  const all = { Date: new Date().toUTCString(), ...headers }
  const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields.join('')}\r\n${body}`
}
