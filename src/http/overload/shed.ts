/**
 * Shedding: a rejection for lack of time must cost next to nothing. A connection that has proved
 * whose it is, and asks again with the same credentials while its account's line is too long, is
 * answered before the request is routed, authenticated and logged. A client that then asks again at
 * once is read more slowly: a flood would otherwise take all of this thread for its rejections.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { type DocumentFormat, mediaTypeOf } from '../../documents/codec/parse-document.ts'
import { unknownRequest, writeErrorDocument } from '../../orders/fulfil/error-document.ts'
import { oncePerSecond } from '../response/bare-response.ts'
import { type Admission, overloaded, type Shed } from './admission.ts'

/** Sheds requests, and remembers connections for it. */
export interface Shedding {
  /** Answers a request that is not worth looking at; false where it is. */
  early(request: IncomingMessage, response: ServerResponse): boolean
  /** Notes whose connection it is, once the credentials of a request on it were found good. */
  proved(request: IncomingMessage, account: string): void
  /** Throws where a request of the account would not be served in time. */
  reject(response: ServerResponse, account: string): void
}

/** What is counted of requests that are rejected early; `Metrics` has it. */
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
  /** What every answer of the server says of itself. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether connections are those of a proxy, which has many clients on each. */
  readonly trustsProxy: boolean
  /** While a server ends, its own handling ends connections. */
  readonly isEnding: () => boolean
}

/** How many refusals a second are read at full speed. */
const SHEDS_PER_SECOND = 500
/** So many may come at once. */
const BURST_MS = 100
const LOG_EVERY_MS = 1_000

interface Proof {
  readonly authorization: string
  readonly url: string
  readonly account: string
}

/** Sheds for a server; `paths` are those that take orders. */
export function openShedding(paths: ReadonlySet<string>, options: SheddingOptions): Shedding {
  const { admission, metrics } = options
  const proofs = new WeakMap<Socket, Proof>()
  // On a connection that is not read, a proxy would send the order of another client, which then
  // waits. To close the connection would only add the cost of a new one to each rejection.
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
    const format = isJson(request) ? 'json' : 'xml'
    const body = bodies[format](options.now())
    // What follows must not be taken for the rest of a body that was not wanted.
    if (!request.complete) response.setHeader('Connection', 'close')
    response.writeHead(503, { ...options.headers, ...headersOf(body, why, format) }).end(body)
  }
  return {
    early: (request, response) => {
      const proof = proofs.get(request.socket)
      if (proof === undefined || !isSame(proof, request) || options.isEnding()) return false
      const why = admission.shedding(proof.account)
      if (why === undefined) return false
      const begunAt = performance.now()
      shed(response, why)
      // A body that came together with its head is only not looked at yet.
      setImmediate(() => {
        answer(request, response, why)
        const ms = performance.now() - begunAt
        metrics.answered({ method: 'POST', route: proof.url, status: 503, ms })
      })
      return true
    },
    proved: (request, account) => {
      const { url = '' } = request
      const { authorization } = request.headers
      if (authorization === undefined || !paths.has(url)) return
      proofs.set(request.socket, { authorization, url, account })
    },
    reject: (response, account) => {
      const why = admission.shedding(account)
      if (why === undefined) return
      shed(response, why)
      throw overloaded(why.retryAfterSeconds)
    },
  }
}

function isJson({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('application/json') === true
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

function isSame({ authorization, url }: Proof, { method, url: asked, headers }: IncomingMessage) {
  return method === 'POST' && asked === url && headers.authorization === authorization
}

/**
 * Above a rate of rejections, the connections that got them are read again only when they are due,
 * at most as late as their `Retry-After` said. A client that comes then does not notice.
 */
function slowing(): (response: ServerResponse, why: Shed) => void {
  let due = 0
  return (response, { retryAfterSeconds }) => {
    const now = performance.now()
    due = Math.max(now, due + 1000 / SHEDS_PER_SECOND)
    const waitMs = Math.min(due - now - BURST_MS, retryAfterSeconds * 1000)
    const { socket } = response
    if (waitMs <= 0 || socket === null) return
    // Node reads what is left of the request once the answer is written; the pause begins after that.
    const pause = () => {
      socket.pause()
      setTimeout(() => socket.resume(), waitMs).unref()
    }
    response.once('finish', () => setImmediate(pause))
  }
}

/** A line in the log for a second of refusals, not for each. */
function shedLog(logger: Pick<FastifyBaseLogger, 'warn'>): () => void {
  let count = 0
  return () => {
    count += 1
    if (count > 1) return
    setTimeout(() => {
      logger.warn({ count, status: 503 }, 'more work than can be done in time')
      count = 0
    }, LOG_EVERY_MS).unref()
  }
}
