/**
 * The HTTP server: order routes, health, API description, and one error document for every error.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createTcpServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { API_PREFIX, apiRoutes } from '../admin-api/plugin.ts'
import { rejectionBeforeRouting } from '../admin-api/route-server.ts'
import { signInRoute } from '../admin-api/sessions.ts'
import { mediaTypeOf } from '../documents/codec/parse-document.ts'
import { CODES, OrderError } from '../errors.ts'
import { unknownRequest, writeErrorDocument } from '../orders/fulfil/error-document.ts'
import { CONTROL_PREFIX, controlRoutes } from '../sandbox-api/control-plane.ts'
import type { Settings } from '../settings/settings.ts'
import { decorateTrustsProxy, networkOf } from './auth/client-network.ts'
import { sendContinue } from './body.ts'
import { consoleRoutes } from './console-files.ts'
import { documentationRoutes } from './documentation/site.ts'
import { metricsRoute, observeRequests } from './metrics.ts'
import { openApi } from './openapi.ts'
import { inQueue, openEntrance, orderRoutes } from './orders.ts'
import {
  type ConnectionOptions,
  createConnections,
  HEADERS_BYTES_MAX,
} from './overload/connections.ts'
import { commonHeaders } from './response/bare-response.ts'
import {
  acceptsHtml,
  errorFormat,
  isCutShort,
  logFailure,
  rejectionOf,
  retryAfterOf,
} from './response/rejections.ts'
import type { ServerOptions } from './server-options.ts'

// Start of listening, and the end of connections at shutdown.

/** Connections that may wait to be accepted. The kernel has its own limit too. */
const BACKLOG = 4096

/** Where a service listens. */
type ListenAddress = Pick<Settings, 'host' | 'port'>

/**
 * Starts the server and returns its address as a URL. Listens on one address; `localhost` is the
 * IPv4 one.
 */
export async function listenOn(
  server: FastifyInstance,
  { host, port }: ListenAddress,
  isTls: boolean,
): Promise<string> {
  const urlOf = (address: string) => (isTls ? address.replace('http:', 'https:') : address)
  const address = await server.listen({
    host: addressOf(host),
    port,
    backlog: BACKLOG,
    // Fastify does not know of the TLS in front of it.
    listenTextResolver: (logged) => `listening at ${urlOf(logged)}`,
  })
  return urlOf(address)
}

function addressOf(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host
}

/**
 * Listens for a moment and stops again. Throws if the address cannot be used, before anything else
 * is opened or created.
 */
export async function tryListening({ host, port }: ListenAddress): Promise<void> {
  const server = createTcpServer((socket) => socket.destroy())
  server.listen({ host: addressOf(host), port })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** Interval at which idle connections are closed during shutdown. */
const SWEEP_EVERY_MS = 50

/**
 * Makes each response the last on its connection during shutdown. Otherwise a client that keeps its
 * connections open could hold up the shutdown for as long as it likes.
 */
function endConnections(server: FastifyInstance, isDraining: () => boolean): void {
  let sweep: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    // A server that never listened has no connections, and never emits `close`.
    if (server.server.listening) {
      sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_EVERY_MS)
    }
    done()
  })
  server.addHook('onSend', async (_request, reply) => {
    // The header is also set during the drain delay, while the server still listens, so that a
    // client's next request does not meet a closing connection.
    if (sweep !== undefined || isDraining()) reply.header('Connection', 'close')
  })
  server.server.on('close', () => clearInterval(sweep))
}

/** Builds the server. `listenOn` starts it. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { basePath, sandbox } = options
  const headers = commonHeaders(options.tls !== undefined || options.trustsProxy)
  const entrance = openEntrance(options, headers, () => !server.server.listening)
  options.metrics.watchServer(async () => ({
    waitingOrders: entrance.admission.waiting,
    isReady: (await hindranceOf(options)) === undefined,
  }))
  const server = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    bodyLimit: options.limits.bodyBytesMax,
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      // The headers have a limit, so no part of a path is longer. Otherwise the router would answer
      // a long one itself, with a body that repeats it.
      maxParamLength: HEADERS_BYTES_MAX,
    },
    schemaController: { compilersFactory: WITHOUT_SCHEMAS },
    forceCloseConnections: 'idle',
    // Requests that arrive on open connections during shutdown still get a response, which is the
    // last on its connection.
    return503OnClosing: false,
    serverFactory: (handle) =>
      createConnections(connectionOptions(options, headers), (request, response) => {
        if (!entrance.shedding.rejectEarly(request, response)) handle(request, response)
      }),
    // `createConnections` answers errors of connections.
    clientErrorHandler: () => {},
  })
  decorateTrustsProxy(server, options.trustsProxy)
  answerErrors(server, options, headers)
  sendContinue(server)
  observeRequests(server, options.metrics)
  endConnections(server, options.isDraining)
  const registerBelow = (prefix: string, add: (scope: FastifyInstance) => void) =>
    server.register(
      (scope, _, done) => {
        add(scope)
        done()
      },
      { prefix: `${basePath}${prefix}` },
    )
  registerBelow('', (scope) => orderRoutes(scope, entrance, options))
  registerBelow('', (scope) => {
    healthRoutes(scope, options)
    metricsRoute(scope, options)
    let description: Buffer | undefined
    scope.get('/openapi.json', (_request, reply) => {
      description ??= Buffer.from(
        JSON.stringify(openApi(options.version, basePath, sandbox !== undefined)),
      )
      return reply.type('application/json').send(description)
    })
  })
  registerBelow('', (scope) => {
    consoleRoutes(scope, basePath)
    signInRoute(scope, options.api)
  })
  registerBelow('', (scope) => documentationRoutes(scope, basePath))
  const handleOrder = inQueue(options.api.handleOrder, entrance.admission)
  registerBelow(API_PREFIX, (scope) => apiRoutes(scope, { ...options.api, handleOrder }))
  if (sandbox !== undefined) registerBelow(CONTROL_PREFIX, (scope) => controlRoutes(scope, sandbox))
  return server
}

// Health probes for operators. They need no credentials and contain no personal data.

/** Adds the health routes. `live`: the process responds. `ready`: it accepts orders. */
function healthRoutes(server: FastifyInstance, options: ServerOptions): void {
  server.get('/health/live', () => ({ status: 'live' }))
  server.get('/health/ready', async (_request, reply) => {
    const status = await hindranceOf(options)
    if (status === undefined) return { status: 'ready' }
    return reply.code(503).header('Retry-After', retryAfterOf(503, undefined)).send({ status })
  })
}

/** Returns why the service accepts no orders, or undefined if it does. */
async function hindranceOf({ tools, isDraining }: ServerOptions): Promise<string | undefined> {
  if (isDraining()) return 'the service is shutting down'
  try {
    await tools.store.ping()
  } catch {
    return 'the database is not writable'
  }
  // After a rotation, a service without the new key can store no order, but others can.
  return tools.vault.knowsMasterKey() ? undefined : 'the service lacks the current master key'
}

/**
 * Requests are validated with our own tables. Without this, each start would load two schema
 * compilers.
 */
const WITHOUT_SCHEMAS = { buildValidator: noSchemas, buildSerializer: noSchemas }

function noSchemas(): never {
  throw new TypeError('routes have no JSON schemas')
}

function connectionOptions(
  { limits, tls, tools, logger, sandbox }: ServerOptions,
  headers: ConnectionOptions['headers'],
): ConnectionOptions {
  const jsonApis = sandbox === undefined ? [API_PREFIX] : [API_PREFIX, CONTROL_PREFIX]
  return {
    limits,
    tls,
    now: tools.now,
    basePath: tools.basePath,
    headers,
    rejected: (reason, address) =>
      logger.info(
        { status: CODES[reason].status, reason, network: networkOf(address) },
        'rejected before routing',
      ),
    otherRejection: (error, target) =>
      jsonApis.some((prefix) => target.startsWith(`${tools.basePath}${prefix}/`))
        ? rejectionBeforeRouting(error, headers)
        : undefined,
  }
}

/** Answers every error with an error document, which never contains the error's own message. */
function answerErrors(
  server: FastifyInstance,
  { tools }: ServerOptions,
  headers: Readonly<Record<string, string>>,
): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'X-Request-Id': request.id })
    if (!request.is404) return undefined
    if (isBrowserAtRoot(request, tools.basePath)) return reply.redirect(`${tools.basePath}/console`)
    throw unknownPath(server, request)
  })
  server.setErrorHandler((error, request, reply) => {
    const rejection = isCutShort(request) ? new OrderError('badRequest') : rejectionOf(error)
    const { status } = CODES[rejection.reason]
    logFailure(error, status, request.log)
    request.outcome = { ...request.outcome, reason: rejection.reason }
    const format = errorFormat(request.headers)
    reply.header('Content-Type', mediaTypeOf(format)).code(status)
    if (status === 401) reply.header('WWW-Authenticate', CHALLENGE)
    const retryAfter = retryAfterOf(status, error)
    if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
    if (status === 415) reply.headers(ACCEPTED_HEADERS)
    if (rejection.reason === 'wrongMethod') reply.header('Allow', rejection.texts[0] ?? 'POST')
    const texts = rejection.reason === 'wrongMethod' ? [] : rejection.texts
    const answered = new OrderError(rejection.reason, texts)
    // A buffer, because Fastify adds a charset to the media type of a string, and JSON has none.
    const document = writeErrorDocument(
      answered,
      tools.now(),
      tools.basePath,
      unknownRequest(format),
    )
    return reply.send(Buffer.from(document))
  })
  server.setNotFoundHandler((request) => {
    throw unknownPath(server, request)
  })
  // Ends the connection if the body was not read, so that the client's next request is not taken
  // for the rest of the body.
  server.addHook('onSend', async (request, reply) => {
    // If the body arrived together with its head, the parser may simply not have reached it yet.
    if (!request.raw.complete) await setImmediate()
    if (!request.raw.complete) reply.header('Connection', 'close')
  })
}

/** Returns whether a person opens the bare address of the service, which each start prints. */
function isBrowserAtRoot({ method, url, headers }: FastifyRequest, basePath: string): boolean {
  const path = (url.split('?', 1)[0] ?? '').replace(/\/$/, '')
  return method === 'GET' && path === basePath && acceptsHtml(headers)
}

const ACCEPTED_HEADERS = {
  Accept: 'application/xml, text/xml, application/json',
  'Accept-Encoding': 'identity',
}

const CHALLENGE = 'Basic realm="trimerge", charset="UTF-8"'

/** Slips in the path of an order, and the error of a path that is right without the slip. */
const SLIPS = [
  {
    mend: (path: string) => path.replace(/\/$/, ''),
    text: 'Remove the slash at the end of the path',
  },
  {
    mend: (path: string) => path.replaceAll(/\/{2,}/g, '/'),
    text: 'Remove one of the two slashes: the address of the service may already end with one',
  },
  {
    mend: (path: string) => path.toLowerCase().replaceAll('-', '_'),
    text: 'Write the path in lower case, with an underscore between the words',
  },
] as const

/**
 * Returns the error for a path without this route. If the path exists for other methods, the
 * error's text lists them.
 */
function unknownPath(server: FastifyInstance, request: FastifyRequest): OrderError {
  const path = request.url.split('?', 1)[0] ?? ''
  const hasRoute = (method: 'GET' | 'POST', url: string) =>
    server.findRoute({ method, url }) !== null
  const methods = (['GET', 'POST'] as const).filter((method) => hasRoute(method, path))
  if (methods.length === 0) {
    const slip = SLIPS.find(({ mend }) => hasRoute('POST', mend(path)))
    return new OrderError('unknownPath', slip ? [slip.text] : [])
  }
  const allowed = methods.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ')
  return new OrderError('wrongMethod', [allowed])
}
