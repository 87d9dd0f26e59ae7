/**
 * Limits on connections: how many exist, how much time a client has, and how each connection ends.
 * Requests of one connection are handled one after the other. Therefore a request that is dropped
 * with its connection was never started, and each response belongs to the oldest open request.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContextOptions, TlsOptions } from 'node:tls'
import { OrderError, type Reason } from '../../errors.ts'
import type { Settings } from '../../settings/settings.ts'
import { type BareResponse, bareResponse, responseText } from '../response/bare-response.ts'
import { errorFormat } from '../response/rejections.ts'
import {
  type BodyLimits,
  bodyError,
  EXTRA_SPACES,
  framingError,
  HEADERS_COUNT_MAX,
  hasExtraSpaces,
  LATE_BODY,
  type Measurement,
  measure,
  openIncompleteRequests,
  parserError,
  watchHeads,
} from './incomplete-requests.ts'

/** The limits that apply to clients. */
export interface ConnectionLimits extends BodyLimits {
  readonly connectionsMax: number
  /** The time for all headers of a request. */
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly keepAliveTimeoutMs: number
}

/** Returns the limits of connections from the settings. */
export function connectionLimits(settings: Settings): ConnectionLimits {
  return {
    connectionsMax: settings['connections-max'],
    headersTimeoutMs: settings['headers-timeout-ms'],
    requestTimeoutMs: settings['request-timeout-ms'],
    keepAliveTimeoutMs: settings['keep-alive-timeout-ms'],
    bodyBytesMax: settings['body-bytes-max'],
    bodyBytesPerSecondMin: settings['body-bytes-per-second-min'],
  }
}

/** The dependencies of connections. */
export interface ConnectionOptions {
  readonly limits: ConnectionLimits
  /** Certificate, key and TLS rules, if the service terminates TLS itself. */
  readonly tls: (SecureContextOptions & TlsOptions) | undefined
  readonly now: () => Date
  readonly basePath: string
  /** The headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** Called for each rejection before routing. `address` is the address of the socket. */
  readonly rejected: (reason: Reason, address: string) => void
  /**
   * Returns the response to a rejected request whose target belongs to an API with other errors.
   * Undefined for any other target.
   */
  readonly otherRejection?: (error: OrderError, target: string) => BareResponse | undefined
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly hasExtraSpaces: boolean
  measured: Measurement
  /** When the response was first seen waiting for the client to receive it. */
  respondedAtMs?: number
}

interface Connection {
  readonly socket: Socket
  /** Requests in their order of arrival. The first is in progress. */
  readonly exchanges: Exchange[]
  /** The bytes that had been read from the socket when its last request began. */
  readAtRequest?: number
  /** Whether no further request is accepted on it. */
  isLast: boolean
  /** Whether it is not read because too many of its requests wait. */
  isPaused: boolean
  /** Ends the connection once all written bytes have left, without reading further bytes. */
  readonly destroySoon: () => void
}

/** Requests of this interface have few and short headers. */
export const HEADERS_BYTES_MAX = 16_384
const REQUESTS_A_CONNECTION_MAX = 1000
/**
 * The maximum number of requests of a connection that wait for the first one. Node buffers up to 64
 * KiB of the body of each, and no known client sends a request before it has the previous response.
 */
const WAITING_MAX = 4
const CHECK_EVERY_MS = 1000
/** Cheap, because Node checks only the connections whose time-out is due. */
const TIMEOUTS_EVERY_MS = 250
/** The share of all connections that may wait for their clients to send. */
const INCOMPLETE_PART = 1 / 12
/**
 * How long the rest of a rejected request is read, so that the client sees the response and not a
 * reset.
 */
const LINGER_MS = 1000

/**
 * Creates a server whose connections observe the limits. `handle` receives requests with valid
 * framing.
 */
export function createConnections(options: ConnectionOptions, handle: Handle): Server {
  const server = serverOf(options)
  const connections = new WeakMap<Socket, Connection>()
  const busy = new Set<Connection>()
  const connectionOf = (socket: Socket) => {
    const connection = connections.get(socket) ?? lingeringConnection(socket)
    connections.set(socket, connection)
    return connection
  }
  const begin = (connection: Connection) => {
    const [exchange] = connection.exchanges
    if (exchange === undefined) return void busy.delete(connection)
    busy.add(connection)
    const { request, response } = exchange
    exchange.measured = measure(connection.socket)
    incomplete.add(connection.socket)
    request.once('end', () => incomplete.remove(connection.socket))
    response.once('close', () => {
      incomplete.remove(connection.socket)
      connection.exchanges.shift()
      resumeIfReady(connection)
      if (connection.isLast || connection.socket.destroyed) busy.delete(connection)
      else begin(connection)
    })
    const error = exchange.hasExtraSpaces ? EXTRA_SPACES : framingError(request)
    if (error === undefined) return handle(request, response)
    connection.isLast = true
    options.rejected(error.reason, connection.socket.remoteAddress ?? '')
    const { status, headers, body } = rejection(error, request, options)
    response.writeHead(status, headers).end(body)
  }
  const enqueue = (request: IncomingMessage, response: ServerResponse) => {
    const connection = connectionOf(request.socket)
    const measured = measure(connection.socket)
    const isFirstOfRead = connection.readAtRequest !== measured.bytes
    connection.readAtRequest = measured.bytes
    const isWidelySpaced = hasExtraSpaces(request, isFirstOfRead)
    if (connection.isLast) return
    connection.exchanges.push({ request, response, hasExtraSpaces: isWidelySpaced, measured })
    pauseIfCrowded(connection)
    if (connection.exchanges.length === 1) begin(connection)
  }
  // Does not send `100 Continue` yet: the server first decides whether it wants the body.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, enqueue)
  const reject = (socket: Socket, error: OrderError) =>
    rejectSocket(connectionOf(socket), error, options)
  const incompleteMax = Math.ceil(options.limits.connectionsMax * INCOMPLETE_PART)
  const incomplete = openIncompleteRequests(
    // A server that shuts down does not wait for clients that have not sent their request.
    () => (server.listening ? incompleteMax : 0),
    (socket) => isWaitingForUs(connections.get(socket)),
    (socket) => reject(socket, new OrderError('tooSlow')),
  )
  server.on(options.tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    watchHeads(socket)
    incomplete.add(socket)
    socket.once('close', () => incomplete.remove(socket))
  })
  server.on('connect', (_request, socket) =>
    reject(socket as Socket, new OrderError('wrongMethod')),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const rejection = parserError(error.code ?? '')
    if (rejection === undefined) socket.destroy()
    else reject(socket as Socket, rejection)
  })
  const sweep = setInterval(() => {
    for (const connection of busy) check(connection, options)
  }, CHECK_EVERY_MS).unref()
  server.on('close', () => {
    clearInterval(sweep)
    incomplete.close()
  })
  return server
}

function serverOf({ limits, tls }: ConnectionOptions): Server {
  const http = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: TIMEOUTS_EVERY_MS,
    maxHeaderSize: HEADERS_BYTES_MAX,
    insecureHTTPParser: false,
    // `framingError` has a stricter rule, and its response has a body.
    requireHostHeader: false,
  }
  const server =
    tls === undefined
      ? createServer(http)
      : (createTlsServer({
          ...http,
          ...tls,
          handshakeTimeout: limits.headersTimeoutMs,
        }) as unknown as Server)
  server.maxConnections = limits.connectionsMax
  server.maxHeadersCount = HEADERS_COUNT_MAX
  server.maxRequestsPerSocket = REQUESTS_A_CONNECTION_MAX
  server.timeout = 0
  return server
}

/** Returns the response to a rejected request, of which the head may be unknown. */
function rejection(
  error: OrderError,
  { headers = {}, url = '' }: Partial<IncomingMessage> = {},
  options: ConnectionOptions,
): BareResponse {
  return options.otherRejection?.(error, url) ?? bareResponse(error, errorFormat(headers), options)
}

/**
 * Rejects the request on a socket, and ends the socket. An order in progress gets its response
 * first, because a client must be able to trust a rejection.
 */
function rejectSocket(connection: Connection, error: OrderError, options: ConnectionOptions): void {
  if (connection.isLast) return
  connection.isLast = true
  const { socket } = connection
  options.rejected(error.reason, socket.remoteAddress ?? '')
  const [exchange] = connection.exchanges
  if (exchange?.request.complete) {
    if (!exchange.response.headersSent) exchange.response.setHeader('Connection', 'close')
    exchange.response.once('close', () => endSoon(socket))
    return
  }
  if (socket.writable && !exchange?.response.headersSent) {
    const isBodyLate = error.reason === 'tooSlow' && exchange !== undefined
    const shown = isBodyLate ? LATE_BODY : error
    socket.write(responseText(rejection(shown, exchange?.request, options)))
  }
  if (error.reason === 'tooSlow') connection.destroySoon()
  endSoon(socket)
}

/**
 * Sends the response, reads a little longer, and then closes the socket whatever the client does.
 */
function endSoon(socket: Socket): void {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Returns the state of a connection, and changes two methods of its socket. Node closes a socket as
 * soon as its last response is written. If more of the request arrives then, the client gets a
 * reset instead of the response, so the socket is read a little longer. Node also resumes a socket
 * whenever a waiting body has room, so `resume` does nothing while the connection is paused.
 */
function lingeringConnection(socket: Socket): Connection {
  const destroySoon = socket.destroySoon.bind(socket)
  const connection: Connection = {
    socket,
    exchanges: [],
    isLast: false,
    isPaused: false,
    destroySoon,
  }
  const resume = socket.resume.bind(socket)
  socket.resume = () => (connection.isPaused ? socket : resume())
  socket.destroySoon = () => {
    connection.isLast = true
    const [exchange] = connection.exchanges
    if (exchange === undefined || exchange.request.complete) return destroySoon()
    exchange.request.resume()
    endSoon(socket)
  }
  return connection
}

/** Pauses reading while too many requests wait. */
function pauseIfCrowded(connection: Connection): void {
  if (connection.exchanges.length <= 1 + WAITING_MAX) return
  connection.isPaused = true
  connection.socket.pause()
}

/**
 * Resumes reading if few requests wait, or if no further request is accepted, so that the response
 * arrives.
 */
function resumeIfReady(connection: Connection): void {
  const isCrowded = connection.exchanges.length > 1 + WAITING_MAX
  if (!connection.isPaused || (isCrowded && !connection.isLast)) return
  connection.isPaused = false
  connection.socket.resume()
}

/** Closes or rejects a connection whose client sends or receives too slowly. */
function check(connection: Connection, options: ConnectionOptions): void {
  const [exchange] = connection.exchanges
  if (exchange === undefined) return
  const { request, response } = exchange
  const { limits } = options
  if (response.writableEnded) {
    exchange.respondedAtMs ??= performance.now()
    const waitedMs = performance.now() - exchange.respondedAtMs
    if (waitedMs > limits.requestTimeoutMs) connection.socket.destroy()
  } else if (isReadPaused(connection)) {
    exchange.measured = measure(connection.socket)
  } else if (!request.complete) {
    const error = bodyError(exchange.measured, connection.socket, limits)
    if (error !== undefined) rejectSocket(connection, error, options)
  }
}

/**
 * Returns whether the request has arrived completely, or is held up by this service rather than by
 * its client.
 */
function isWaitingForUs(connection: Connection | undefined): boolean {
  return connection?.exchanges[0]?.request.complete === true || isReadPaused(connection)
}

/**
 * Returns whether the service is not reading the request at the moment. The client is not
 * responsible for that delay.
 */
function isReadPaused(connection: Connection | undefined): boolean {
  const request = connection?.exchanges[0]?.request
  return request !== undefined && !request.complete && request.readableFlowing !== true
}
