/**
 * Shedding: a rejection because of overload must cost next to nothing. A connection whose
 * credentials were verified, and that sends the same credentials again while the queue of its
 * account is too long, gets its response before the request is routed, authenticated or logged. If
 * the client then retries at once, its connection is read more slowly. Otherwise the rejections of
 * a flood would take all the time of this thread.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { type DocumentFormat, mediaTypeOf } from '../../documents/codec/parse-document.ts'
import { unknownRequest, writeErrorDocument } from '../../orders/fulfil/error-document.ts'
import { oncePerSecond } from '../response/bare-response.ts'
import { errorFormat } from '../response/rejections.ts'
import type { Admission } from './admission.ts'
import { overloaded, type Shed } from './overloaded.ts'

/** Sheds requests, and remembers verified connections. */
export interface Shedding {
  /**
   * Rejects a request that would not be served in time. Returns false if the request is to be
   * handled.
   */
  rejectEarly(request: IncomingMessage, response: ServerResponse): boolean
  /**
   * Remembers the account of a connection, once the credentials of a request on it were verified.
   */
  rememberLogin(request: IncomingMessage, account: string): void
  /** Throws if a request of the account would not be served in time. */
  reject(response: ServerResponse, account: string): void
}

/** The part of `Metrics` that counts requests that are rejected early. */
interface SheddingMetrics {
  answered(request: {
    readonly method: string
    readonly route: string
    readonly status: number
    readonly ms: number
  }): void
  shed(reason: Shed['reason']): void
}

interface SheddingOptions {
  readonly admission: Admission
  readonly metrics: SheddingMetrics
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  readonly now: () => Date
  readonly basePath: string
  /** The headers of every response of the server. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether connections come from a proxy, which sends requests of many clients on each. */
  readonly trustsProxy: boolean
  /**
   * Returns whether the server is shutting down. It then ends connections itself, so nothing is
   * shed early.
   */
  readonly isShuttingDown: () => boolean
}

/** The rate of rejections up to which connections are read at full speed. */
const SHEDS_PER_SECOND = 500
/** The burst above that rate, in milliseconds of rejections at the rate. */
const BURST_MS = 100
const LOG_EVERY_MS = 1_000

interface VerifiedLogin {
  readonly authorization: string
  readonly url: string
  readonly account: string
}

/** Creates the shedding of a server. `paths` are the paths that accept orders. */
export function openShedding(paths: ReadonlySet<string>, options: SheddingOptions): Shedding {
  const { admission, metrics } = options
  const logins = new WeakMap<Socket, VerifiedLogin>()
  // Connections from a proxy are never slowed down: the proxy would send the orders of other
  // clients on the unread connection, and they would wait. Closing the connection instead would
  // only add the cost of a new connection to each rejection.
  const slowDown = options.trustsProxy ? () => {} : slowing()
  const logShed = shedLog(options.logger)
  const bodies = {
    xml: bodyWriter('xml', options.basePath),
    json: bodyWriter('json', options.basePath),
  }
  const shed = (response: ServerResponse, why: Shed) => {
    metrics.shed(why.reason)
    logShed()
    slowDown(response, why)
  }
  const answer = (request: IncomingMessage, response: ServerResponse, why: Shed) => {
    const format = errorFormat(request.headers)
    const body = bodies[format](options.now())
    // Ends the connection if the body was not read, so that the client's next request is not taken
    // for the rest of the body.
    if (!request.complete) response.setHeader('Connection', 'close')
    response.writeHead(503, { ...options.headers, ...headersOf(body, why, format) }).end(body)
  }
  return {
    rejectEarly: (request, response) => {
      const login = logins.get(request.socket)
      if (login === undefined || !isSame(login, request) || options.isShuttingDown()) return false
      const why = admission.shedding(login.account)
      if (why === undefined) return false
      const begunAt = performance.now()
      shed(response, why)
      // If the body arrived together with its head, the parser may simply not have reached it yet.
      setImmediate(() => {
        answer(request, response, why)
        const ms = performance.now() - begunAt
        metrics.answered({ method: 'POST', route: login.url, status: 503, ms })
      })
      return true
    },
    rememberLogin: (request, account) => {
      const { url = '' } = request
      const { authorization } = request.headers
      if (authorization === undefined || !paths.has(url)) return
      logins.set(request.socket, { authorization, url, account })
    },
    reject: (response, account) => {
      const why = admission.shedding(account)
      if (why === undefined) return
      shed(response, why)
      throw overloaded(why.retryAfterSeconds)
    },
  }
}

function bodyWriter(format: DocumentFormat, basePath: string): (now: Date) => Buffer {
  const request = unknownRequest(format)
  return oncePerSecond((now) =>
    Buffer.from(writeErrorDocument(overloaded(1), now, basePath, request)),
  )
}

function headersOf(body: Buffer, { retryAfterSeconds }: Shed, format: DocumentFormat) {
  return {
    'Content-Type': mediaTypeOf(format),
    'X-Request-Id': randomUUID(),
    'Retry-After': String(retryAfterSeconds),
    'Content-Length': body.length,
  }
}

function isSame(
  { authorization, url }: VerifiedLogin,
  { method, url: requested, headers }: IncomingMessage,
) {
  return method === 'POST' && requested === url && headers.authorization === authorization
}

/**
 * Slows down clients above a rate of rejections: their connections are not read until their turn,
 * but at most as long as the `Retry-After` interval. A client that waits for this interval does not
 * notice.
 */
function slowing(): (response: ServerResponse, why: Shed) => void {
  let due = 0
  return (response, { retryAfterSeconds }) => {
    const now = performance.now()
    due = Math.max(now, due + 1000 / SHEDS_PER_SECOND)
    const waitMs = Math.min(due - now - BURST_MS, retryAfterSeconds * 1000)
    const { socket } = response
    if (waitMs <= 0 || socket === null) return
    // Node reads the rest of the request once the response is written, so the pause begins after
    // that.
    const pause = () => {
      socket.pause()
      setTimeout(() => socket.resume(), waitMs).unref()
    }
    response.once('finish', () => setImmediate(pause))
  }
}

/** Logs one line per second of rejections, not one per rejection. */
function shedLog(logger: Pick<FastifyBaseLogger, 'warn'>): () => void {
  let count = 0
  return () => {
    count += 1
    if (count > 1) return
    setTimeout(() => {
      logger.warn({ count, status: 503 }, 'overloaded: rejected orders')
      count = 0
    }, LOG_EVERY_MS).unref()
  }
}
