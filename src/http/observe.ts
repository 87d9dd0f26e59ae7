/** Observing requests: trace, log line and metrics of each, for the operator of the service. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Trace, traceOfRequest } from '../trace.ts'
import { clientNetwork } from './auth/client-network.ts'
import type { Metrics } from './metrics.ts'

import type { ServerOptions } from './server-options.ts'

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace | undefined
    /** What the request's log line says of its order; without personal data. */
    outcome: Readonly<Record<string, unknown>> | undefined
  }
}

/** Gives each request its place in a trace, and counts it and writes one line when it is answered. */
export function observeRequests(server: FastifyInstance, metrics: Metrics): void {
  server.decorateRequest('trace', undefined)
  server.decorateRequest('outcome', undefined)
  server.addHook('onRequest', async (request) => {
    const { traceparent, tracestate } = request.headers
    request.trace = traceOfRequest(one(traceparent), one(tracestate))
  })
  server.addHook('onResponse', async (request, reply) => {
    const answered = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    metrics.answered(answered)
    const { traceId, spanId } = request.trace ?? {}
    const network = clientNetwork(request)
    request.log.info({ ...answered, network, traceId, spanId, ...request.outcome }, 'answered')
  })
}

/** A header that came twice counts as absent. */
function one(field: string | readonly string[] | undefined): string | undefined {
  return typeof field === 'string' ? field : undefined
}

interface MetricsAccess {
  readonly metrics: Metrics
  readonly metricsToken: string
}

/** Adds `/metrics`, behind a bearer token where there is one. */
export function metricsRoute(
  server: FastifyInstance,
  { metrics, metricsToken }: MetricsAccess,
): void {
  // Digests have equal lengths, which the comparison in constant time needs.
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

// Probes for those who run the service: without credentials, without personal data.

/** Adds the health routes. `live`: the process answers. `ready`: it can take orders. */
export function healthRoutes(
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
