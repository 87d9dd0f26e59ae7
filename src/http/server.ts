/** The HTTP server: order routes, health, API description, and one error document for every fault. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { CODES, OrderError } from '../errors.ts'
import { writeRefusal } from '../ordering/refusal.ts'
import type { Tools } from '../ordering/tools.ts'
import { API_PREFIX, apiRoutes } from './api/api.ts'
import type { Api } from './api/handlers.ts'
import type { Authenticate } from './authenticate.ts'
import { noteProxy } from './client-network.ts'
import { consoleRoutes } from './console-routes.ts'
import { refusalOf, retryAfterOf } from './faults.ts'
import { healthRoutes } from './health.ts'
import type { Metrics } from './metrics.ts'
import { metricsRoute, observeRequests } from './observe.ts'
import { openApi } from './openapi.ts'
import { orderRoutes } from './order-routes.ts'
import { type Sandbox, sandboxRoutes } from './sandbox-routes.ts'

/** What a server is made of. */
export interface ServerOptions {
  readonly tools: Tools
  readonly authenticate: Authenticate
  /** What operators do to the simulated world; undefined where any bureau is a real one. */
  readonly sandbox: Sandbox | undefined
  /** What people do in the console. */
  readonly api: Api
  readonly basePath: string
  readonly bodyBytesMax: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  /** How long an order may wait for its turn; see `Admission`. */
  readonly waitingMsMax: number
  /** Whether a proxy stands in front and appends the client's address to `X-Forwarded-For`. */
  readonly trustsProxy: boolean
  readonly logger: FastifyBaseLogger
  readonly metrics: Metrics
  /** What a reader of `/metrics` must present; empty: nothing. */
  readonly metricsToken: string
  readonly version: string
  /** Whether the service is about to end, and should be sent no more orders. */
  readonly isLeaving: () => boolean
}

/** Builds the server; `listen` starts it. */
export function createServer(options: ServerOptions): FastifyInstance {
  const server = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    bodyLimit: options.bodyBytesMax,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // What comes on an open connection while the service ends is still answered, and the last there.
    return503OnClosing: false,
    requestTimeout: options.requestTimeoutMs,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    clientErrorHandler,
    http: {
      headersTimeout: options.headersTimeoutMs,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16_384,
    },
  })
  server.server.maxHeadersCount = 64
  noteProxy(server, options.trustsProxy)
  answerFaults(server, options)
  observeRequests(server, options.metrics)
  endConnections(server)
  server.register(
    (scope, _, done) => {
      orderRoutes(scope, options)
      done()
    },
    { prefix: options.basePath },
  )
  server.register(
    (scope, _, done) => {
      healthRoutes(scope, options)
      metricsRoute(scope, options)
      const description = openApi(options.version, options.basePath, options.sandbox !== undefined)
      scope.get('/openapi.json', (_request, reply) => reply.send(description))
      done()
    },
    { prefix: options.basePath },
  )
  server.register(
    (scope, _, done) => {
      consoleRoutes(scope, options.basePath)
      done()
    },
    { prefix: options.basePath },
  )
  server.register(
    (scope, _, done) => {
      apiRoutes(scope, options.api)
      done()
    },
    { prefix: `${options.basePath}${API_PREFIX}` },
  )
  if (options.sandbox !== undefined) {
    const { sandbox } = options
    server.register(
      (scope, _, done) => {
        sandboxRoutes(scope, sandbox)
        done()
      },
      { prefix: options.basePath },
    )
  }
  return server
}

const SOCKET_FAULTS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** A socket with the answer that is being sent on it, as Node's own handler of such errors asks it. */
interface AnsweringSocket extends Socket {
  readonly _httpMessage?: { readonly headersSent: boolean } | null
}

/**
 * A socket whose request could not even be framed: answered shortly and really closed. An answer that
 * was begun is not followed by another; after the last request of a connection comes no request.
 */
function clientErrorHandler(error: NodeJS.ErrnoException, socket: AnsweringSocket): void {
  if (error.code === 'HPE_CLOSED_CONNECTION') return
  const status = SOCKET_FAULTS[error.code ?? ''] ?? '400 Bad Request'
  if (socket.writable && socket._httpMessage?.headersSent !== true) {
    socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  }
  socket.destroySoon()
}

/** Answers whatever goes wrong with an error document, and never with what it was. */
function answerFaults(server: FastifyInstance, { tools }: ServerOptions): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': request.id,
    })
    if (request.is404) throw unknownPath(server, request)
  })
  server.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    const { status } = CODES[refusal.reason]
    if (status === 500) request.log.error({ err: error }, 'failed')
    reply.header('Content-Type', XML).code(status)
    if (status === 401) reply.header('WWW-Authenticate', CHALLENGE)
    const retryAfter = retryAfterOf(status, error)
    if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
    if (status === 413 || status === 415) reply.header('Connection', 'close')
    if (refusal.reason === 'wrongMethod') reply.header('Allow', refusal.texts[0] ?? 'POST')
    const texts = refusal.reason === 'wrongMethod' ? [] : refusal.texts
    return reply.send(writeRefusal(new OrderError(refusal.reason, texts), tools.now()))
  })
  server.setNotFoundHandler((request) => {
    throw unknownPath(server, request)
  })
}

const XML = 'application/xml; charset=utf-8'
const CHALLENGE = 'Basic realm="trimerge", charset="UTF-8"'

/** A path that is known takes other methods; the texts of the error carry them. */
function unknownPath(server: FastifyInstance, request: FastifyRequest): OrderError {
  const path = request.url.split('?', 1)[0] ?? ''
  const methods = (['GET', 'POST'] as const).filter((method) =>
    server.hasRoute({ method, url: path }),
  )
  if (methods.length === 0) return new OrderError('unknownPath')
  const allowed = methods.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ')
  return new OrderError('wrongMethod', [allowed])
}

/** How often connections that fell idle while the service ends are closed. */
const SWEEP_EVERY_MS = 50

/**
 * While the service ends, each answer is the last on its connection. Without this a client that
 * keeps its connections open would hold the service for as long as it likes to.
 */
function endConnections(server: FastifyInstance): void {
  let sweep: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_EVERY_MS)
    done()
  })
  server.addHook('onSend', async (_request, reply) => {
    if (sweep !== undefined) reply.header('Connection', 'close')
  })
  server.server.on('close', () => clearInterval(sweep))
}
