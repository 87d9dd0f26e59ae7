/**
 * The HTTP server: order routes, health, API description, and one error document for every error.
 */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { API_PREFIX, apiRoutes } from '../admin-api/plugin.ts'
import { signInRoute } from '../admin-api/sessions.ts'
import { mediaTypeOf } from '../documents/codec/parse-document.ts'
import { CODES, OrderError } from '../errors.ts'
import { unknownRequest, writeErrorDocument } from '../orders/fulfil/error-document.ts'
import { CONTROL_PREFIX, controlRoutes } from '../sandbox-api/control-plane.ts'
import { networkOf, noteProxy } from './auth/client-network.ts'
import { continueWanted, wantedFormat } from './body.ts'
import { consoleRoutes } from './console-files.ts'
import { documentationRoutes } from './documentation/site.ts'
import { metricsRoute, observeRequests } from './metrics.ts'
import { openApi } from './openapi.ts'
import { openEntrance, orderRoutes } from './orders.ts'
import { type ConnectionOptions, createConnections } from './overload/connections.ts'
import { everywhere } from './response/bare-response.ts'
import { rejectionOf, retryAfterOf } from './response/rejections.ts'
import type { ServerOptions } from './server-options.ts'

// How the server begins to listen, and how its connections end with it.

/** Connections that may wait to be accepted; the kernel has a bound of its own. */
const BACKLOG = 4096

/** Starts the server: its address as a URL. One address is listened on, `localhost` is IPv4's. */
export async function listenOn(
  server: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
  isTls: boolean,
): Promise<string> {
  const own = host === 'localhost' ? '127.0.0.1' : host
  const address = await server.listen({ host: own, port, backlog: BACKLOG })
  return isTls ? address.replace('http:', 'https:') : address
}

/** How often connections that fell idle while the service ends are closed. */
const SWEEP_EVERY_MS = 50

/**
 * While the service ends, each answer is the last on its connection. Without this a client that
 * keeps its connections open would hold the service for as long as it likes to.
 */
function endConnections(server: FastifyInstance, isLeaving: () => boolean): void {
  let sweep: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    // A server that never listened has nothing to end, and never tells that it has closed.
    if (server.server.listening) {
      sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_EVERY_MS)
    }
    done()
  })
  server.addHook('onSend', async (_request, reply) => {
    // While it still listens, too: a client that sends again must not meet a closing connection.
    if (sweep !== undefined || isLeaving()) reply.header('Connection', 'close')
  })
  server.server.on('close', () => clearInterval(sweep))
}

/** Builds the server; `listenOn` starts it. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { basePath, sandbox } = options
  const headers = everywhere(options.tls !== undefined || options.trustsProxy)
  const entrance = openEntrance(options, headers, () => !server.server.listening)
  const server = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    bodyLimit: options.limits.bodyBytesMax,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false },
    schemaController: { compilersFactory: WITHOUT_SCHEMAS },
    forceCloseConnections: 'idle',
    // What comes on an open connection while the service ends is still answered, and the last there.
    return503OnClosing: false,
    serverFactory: (handle) =>
      createConnections(connectionOptions(options), (request, response) => {
        if (!entrance.shedding.early(request, response)) handle(request, response)
      }),
    // Connections answer their own errors.
    clientErrorHandler: () => {},
  })
  noteProxy(server, options.trustsProxy)
  answerFaults(server, options, headers)
  continueWanted(server)
  observeRequests(server, options.metrics)
  endConnections(server, options.isLeaving)
  const below = (prefix: string, add: (scope: FastifyInstance) => void) =>
    server.register(
      (scope, _, done) => {
        add(scope)
        done()
      },
      { prefix: `${basePath}${prefix}` },
    )
  below('', (scope) => orderRoutes(scope, entrance, options))
  below('', (scope) => {
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
  below('', (scope) => {
    consoleRoutes(scope, basePath)
    signInRoute(scope, options.api)
  })
  below('', (scope) => documentationRoutes(scope, basePath))
  below(API_PREFIX, (scope) => apiRoutes(scope, options.api))
  if (sandbox !== undefined) below(CONTROL_PREFIX, (scope) => controlRoutes(scope, sandbox))
  return server
}

// Probes for those who run the service: without credentials, without personal data.

/** Adds the health routes. `live`: the process answers. `ready`: it can take orders. */
function healthRoutes(
  server: FastifyInstance,
  { tools, isLeaving }: Pick<ServerOptions, 'tools' | 'isLeaving'>,
): void {
  server.get('/health/live', () => ({ status: 'live' }))
  server.get('/health/ready', async (_request, reply) => {
    if (isLeaving()) return reply.code(503).send({ status: 'the service is shutting down' })
    try {
      await tools.store.ping()
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'the database is not writable' })
    }
  })
}

/** Our own tables check what comes in; without this each start would load two compilers of schemas. */
const WITHOUT_SCHEMAS = { buildValidator: noSchemas, buildSerializer: noSchemas }

function noSchemas(): never {
  throw new TypeError('routes have no JSON schemas')
}

function connectionOptions({ limits, tls, tools, logger }: ServerOptions): ConnectionOptions {
  return {
    limits,
    tls,
    now: tools.now,
    basePath: tools.basePath,
    rejected: (reason, address) =>
      logger.info(
        { status: CODES[reason].status, reason, network: networkOf(address) },
        'rejected before routing',
      ),
  }
}

/** Answers whatever goes wrong with an error document, and never with what it was. */
function answerFaults(
  server: FastifyInstance,
  { tools }: ServerOptions,
  headers: Readonly<Record<string, string>>,
): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'X-Request-Id': request.id })
    if (request.is404) throw unknownPath(server, request)
  })
  server.setErrorHandler((error, request, reply) => {
    const rejection = isCutShort(request) ? new OrderError('badRequest') : rejectionOf(error)
    const { status } = CODES[rejection.reason]
    if (status === 500) request.log.error({ err: error }, 'failed')
    const format = wantedFormat(request.headers)
    reply.header('Content-Type', mediaTypeOf(format)).code(status)
    if (status === 401) reply.header('WWW-Authenticate', CHALLENGE)
    const retryAfter = retryAfterOf(status, error)
    if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
    if (status === 415) reply.headers(WHAT_IS_READ)
    if (rejection.reason === 'wrongMethod') reply.header('Allow', rejection.texts[0] ?? 'POST')
    const texts = rejection.reason === 'wrongMethod' ? [] : rejection.texts
    const answered = new OrderError(rejection.reason, texts)
    // Of a string, a charset would be added to the type of JSON, which has none.
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
  // What follows an answer must not be taken for the rest of a body that was not wanted.
  server.addHook('onSend', async (request, reply) => {
    // A body that came together with its head is only not looked at yet.
    if (!request.raw.complete) await setImmediate()
    if (!request.raw.complete) reply.header('Connection', 'close')
  })
}

/** The client is gone, or was dropped, amid its body. */
function isCutShort({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

const WHAT_IS_READ = {
  Accept: 'application/xml, text/xml, application/json',
  'Accept-Encoding': 'identity',
}

const CHALLENGE = 'Basic realm="trimerge", charset="UTF-8"'

/** A path that is known takes other methods; the texts of the error carry them. */
function unknownPath(server: FastifyInstance, request: FastifyRequest): OrderError {
  const path = request.url.split('?', 1)[0] ?? ''
  const methods = (['GET', 'POST'] as const).filter((method) =>
    server.hasRoute({ method, url: path }),
  )
  if (methods.length === 0) {
    const isNearly =
      path.endsWith('/') && server.hasRoute({ method: 'POST', url: path.slice(0, -1) })
    return new OrderError(
      'unknownPath',
      isNearly ? ['Remove the slash at the end of the path'] : [],
    )
  }
  const allowed = methods.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ')
  return new OrderError('wrongMethod', [allowed])
}
