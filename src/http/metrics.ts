/**
 * Counters and durations of the service for Prometheus, and the observation of requests: trace, log
 * line and metrics of each request. Labels come from short lists and never from a person, so a
 * client cannot create an unlimited number of series.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { BUREAUS } from '../documents/tables/enumerations.ts'
import type { Reason } from '../errors.ts'
import type { Answer } from '../orders/fulfil/order-handler.ts'
import { OPERATIONS } from '../orders/intake/operation.ts'
import type { EndedPull } from '../orders/tools.ts'
import type { DatabaseCall } from '../store/engine/instrumented-database.ts'
import { GUARDED_TABLES } from '../store/sealing/row-mac.ts'
import { type Trace, traceOfRequest } from '../trace.ts'
import { clientNetwork } from './auth/client-network.ts'
import { GUESSING_LIMITS, type LoginObserver } from './auth/guessing.ts'
import type { AccountLoginObserver } from './auth/throttle.ts'
import { SHED_REASONS, type Shed } from './overload/overloaded.ts'
import { type ServerState, type ServiceState, stateGauges } from './state-metrics.ts'

/** Counts events. `text` returns the metrics for Prometheus. */
export interface Metrics {
  /** Counts a response, on any route. */
  answered(request: {
    readonly method: string
    readonly route: string
    readonly status: number
    readonly ms: number
  }): void
  /**
   * Counts the start of an order. The caller calls the result when the order ends, with its
   * response or its rejection.
   */
  orderBegins(operation: string): (end: OrderEnd) => void
  /** Counts an order that failed before it began. Without the database, each does at its login. */
  orderFailed(operation: string, failure: Failure): void
  /** Counts an order that admission rejected. */
  shed(reason: Shed['reason']): void
  /**
   * Sets the function that returns the state of the server. It is called whenever metrics are read.
   */
  watchServer(read: () => Promise<ServerState>): void
  /**
   * Sets the function that returns the rest of the state. It is called whenever metrics are read.
   */
  watchState(read: () => Promise<Omit<ServiceState, keyof ServerState>>): void
  pulled(pull: EndedPull): void
  databaseCalled(call: DatabaseCall): void
  /** Counts an interrupted order that the process has taken over. */
  tookOver(): void
  /** Count failed and throttled logins: of operators (`logins`) and of accounts. */
  readonly logins: LoginObserver
  readonly accountLogins: AccountLoginObserver
  /** Counts a row of this table that was changed outside the service. */
  tampered(table: string): void
  readonly contentType: string
  /** Returns all metrics, in the format that `contentType` names. */
  text(): Promise<string>
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 75]
const SHORT_SECONDS = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5, 20]

/** The reasons of failed orders for which the service or its database is responsible. */
const FAILURES = ['internal', 'unavailable'] as const satisfies readonly Reason[]

type Failure = (typeof FAILURES)[number]

/** Returns whether the service or its database is responsible for a rejection. */
export function isFailure(reason: Reason): reason is Failure {
  return FAILURES.some((failure) => failure === reason)
}

/** What the metrics need of the response of an order, or of its rejection. */
type OrderEnd = Partial<Pick<Answer, 'action' | 'reason' | 'retried'>>

/** The label of an order whose action could not be read. */
const NO_ACTION = 'none'

/** Returns the labels of every failure that an order can end with. */
function failureLabels() {
  return Object.values(OPERATIONS).flatMap(({ name: operation, actions }) =>
    [...actions, NO_ACTION].flatMap((action) =>
      FAILURES.map((outcome) => ({ operation, action, outcome })),
    ),
  )
}

let ofProcess: Registry | undefined

/**
 * Returns the metrics of the process: CPU time, memory, event loop, garbage collection. They are
 * collected once for all services of the process, because nothing can end their observers.
 */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/**
 * Creates the metrics of one service. Several services in one process have separate metrics, except
 * for those of the process.
 */
export function createMetrics(version: string): Metrics {
  const registry = new Registry()
  const registers = [registry]
  // biome-ignore format: a table
  const collectors = {
    build:     new Gauge({ registers, name: 'trimerge_build_info', help: 'Always 1; the version is a label.', labelNames: ['version'] }),
    requests:  new Histogram({ registers, name: 'trimerge_http_request_duration_seconds', help: 'Duration of HTTP requests, by route, method and status.', labelNames: ['method', 'route', 'status'], buckets: SECONDS }),
    orders:    new Counter({ registers, name: 'trimerge_orders_total', help: 'Orders, by operation, action and outcome: answered, retried, or the reason of the error.', labelNames: ['operation', 'action', 'outcome'] }),
    durations: new Histogram({ registers, name: 'trimerge_order_duration_seconds', help: 'Time from the complete request to the response, by operation and outcome.', labelNames: ['operation', 'outcome'], buckets: SECONDS }),
    inFlight:  new Gauge({ registers, name: 'trimerge_orders_in_flight', help: 'Orders in progress, by operation.', labelNames: ['operation'] }),
    shed:      new Counter({ registers, name: 'trimerge_orders_shed_total', help: 'Orders rejected with 503 because of overload, by reason: the queueing time would be too long (`wait`), or too many orders are in progress (`full`).', labelNames: ['reason'] }),
    pulls:     new Histogram({ registers, name: 'trimerge_bureau_pull_duration_seconds', help: 'Duration of credit file pulls, by bureau and outcome.', labelNames: ['bureau', 'outcome'], buckets: SECONDS }),
    database:  new Histogram({ registers, name: 'trimerge_database_call_duration_seconds', help: 'Duration of database calls: reads, and commits until they are durable.', labelNames: ['call'], buckets: SHORT_SECONDS }),
    logins:    new Counter({ registers, name: 'trimerge_operator_login_failures_total', help: 'Failed sign-ins of console users.' }),
    throttled: new Counter({ registers, name: 'trimerge_operator_logins_throttled_total', help: 'Sign-ins of console users rejected because of earlier failures, by limit.', labelNames: ['limit'] }),
    accountLogins:    new Counter({ registers, name: 'trimerge_account_login_failures_total', help: 'Failed sign-ins of accounts.' }),
    accountThrottled: new Counter({ registers, name: 'trimerge_account_logins_throttled_total', help: 'Sign-ins of accounts rejected because of earlier failures.' }),
    takenOver: new Counter({ registers, name: 'trimerge_orders_taken_over_total', help: 'Interrupted orders that the process has taken over.' }),
    tampered:  new Counter({ registers, name: 'trimerge_tampered_rows_total', help: 'Rows that were changed outside the service and rejected, by table.', labelNames: ['table'] }),
    failures:  new Counter({ registers, name: 'trimerge_database_failures_total', help: 'Failed database calls, by call.', labelNames: ['call'] }),
  }
  collectors.build.set({ version }, 1)
  // Every counter of an alert starts at 0, so that its rate works from the first event.
  for (const call of ['read', 'commit']) collectors.failures.inc({ call }, 0)
  for (const limit of GUESSING_LIMITS) collectors.throttled.inc({ limit }, 0)
  for (const table of [...GUARDED_TABLES, 'orders', 'reports'])
    collectors.tampered.inc({ table }, 0)
  for (const reason of SHED_REASONS) collectors.shed.inc({ reason }, 0)
  for (const labels of failureLabels()) collectors.orders.inc(labels, 0)
  for (const bureau of BUREAUS)
    for (const outcome of ['failed', 'late', 'NoFileReturnedError'] as const)
      collectors.pulls.zero({ bureau, outcome })
  const showState = stateGauges(registry)
  const all = Registry.merge([processMetrics(), registry])
  let readServer = async (): Promise<ServerState> => ({ waitingOrders: 0, isReady: true })
  let readState: Parameters<Metrics['watchState']>[0] | undefined
  return {
    answered: ({ method, route, status, ms }) =>
      collectors.requests.observe({ method, route, status }, ms / 1000),
    orderBegins: (operation) => {
      const startedAt = performance.now()
      collectors.inFlight.inc({ operation })
      return ({ action = NO_ACTION, reason, retried }) => {
        const outcome = reason ?? (retried ? 'retried' : 'answered')
        collectors.inFlight.dec({ operation })
        collectors.orders.inc({ operation, action, outcome })
        collectors.durations.observe({ operation, outcome }, (performance.now() - startedAt) / 1000)
      }
    },
    orderFailed: (operation, outcome) =>
      collectors.orders.inc({ operation, action: NO_ACTION, outcome }),
    shed: (reason) => collectors.shed.inc({ reason }),
    watchServer: (read) => {
      readServer = read
    },
    watchState: (read) => {
      readState = read
    },
    tookOver: () => collectors.takenOver.inc(),
    accountLogins: {
      failed: () => collectors.accountLogins.inc(),
      throttled: () => collectors.accountThrottled.inc(),
    },
    pulled: ({ bureau, outcome, ms }) => collectors.pulls.observe({ bureau, outcome }, ms / 1000),
    databaseCalled: ({ what, ms, failed }) => {
      collectors.database.observe({ call: what }, ms / 1000)
      if (failed) collectors.failures.inc({ call: what })
    },
    logins: {
      failed: () => collectors.logins.inc(),
      throttled: (limit) => collectors.throttled.inc({ limit }),
    },
    tampered: (table) => collectors.tampered.inc({ table }),
    contentType: all.contentType,
    text: async () => {
      if (readState !== undefined) {
        const [state, server] = await Promise.all([readState(), readServer()])
        showState({ ...state, ...server })
      }
      return await all.metrics()
    },
  }
}

// Observation of requests: traces, metrics and log lines.

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace | undefined
    /** The part of the request's log line that describes the order, without personal data. */
    outcome: Readonly<Record<string, unknown>> | undefined
  }
}

/**
 * Gives each request its place in a trace. When the response is sent, counts it and logs one line.
 * A response that its client does not get is only logged.
 */
export function observeRequests(server: FastifyInstance, metrics: Metrics): void {
  server.decorateRequest('trace', undefined)
  server.decorateRequest('outcome', undefined)
  server.addHook('onRequest', async (request) => {
    const { traceparent, tracestate } = request.headers
    request.trace = traceOfRequest(one(traceparent), one(tracestate))
  })
  server.addHook('onResponse', async (request, reply) => {
    metrics.answered(responseOf(request, reply))
    logRequest(request, reply, 'answered')
  })
  // A response on a closed connection never finishes, so `onResponse` is not called for it. The hook
  // is synchronous, because handlers expect that `send` has sent when it returns.
  server.addHook('onSend', (request, reply, payload, done) => {
    const lost = () =>
      logRequest(request, reply, 'the client closed the connection before its response')
    if (request.raw.socket.destroyed) lost()
    else reply.raw.once('close', () => reply.raw.writableFinished || lost())
    done(null, payload)
  })
}

function responseOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  }
}

function logRequest(request: FastifyRequest, reply: FastifyReply, text: string): void {
  const { traceId, spanId } = request.trace ?? {}
  const network = clientNetwork(request)
  const response = responseOf(request, reply)
  request.log.info({ ...response, network, traceId, spanId, ...request.outcome }, text)
}

/** Returns the value of a header. A repeated header counts as absent. */
function one(field: string | readonly string[] | undefined): string | undefined {
  return typeof field === 'string' ? field : undefined
}

interface MetricsAccess {
  readonly metrics: Metrics
  readonly metricsToken: string
}

/** Adds `/metrics`, which requires a bearer token if one is set. */
export function metricsRoute(
  server: FastifyInstance,
  { metrics, metricsToken }: MetricsAccess,
): void {
  // `timingSafeEqual` needs inputs of equal length, and digests have it.
  const expected = digest(`Bearer ${metricsToken}`)
  server.get('/metrics', async (request, reply) => {
    const presented = digest(request.headers.authorization ?? '')
    if (metricsToken !== '' && !timingSafeEqual(expected, presented)) {
      return reply.code(401).header('WWW-Authenticate', 'Bearer').send()
    }
    return reply.header('Content-Type', metrics.contentType).send(await metrics.text())
  })
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
