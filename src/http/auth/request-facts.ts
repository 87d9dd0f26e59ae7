/** What an order stores about its request in addition to the document. */
import type { FastifyRequest } from 'fastify'
import type { RequestFacts } from '../../store/records/orders/order-entry.ts'
import { clientNetwork } from './client-network.ts'

/** The stored header fields: two that decide how a document is read, and the client's program. */
export const STORED_HEADERS = ['content-type', 'accept', 'user-agent'] as const

const HEADER_LENGTH_MAX = 200

/**
 * Returns the facts that are stored about a request: only the named header fields, and no address.
 */
export function requestFacts(
  request: FastifyRequest,
  names: readonly (typeof STORED_HEADERS)[number][] = [],
): RequestFacts {
  const headers = names.flatMap((name) => {
    const value = request.headers[name]
    return value === undefined ? [] : [[name, value.slice(0, HEADER_LENGTH_MAX)] as const]
  })
  return {
    id: request.id,
    traceId: request.trace?.traceId,
    network: clientNetwork(request),
    headers: Object.fromEntries(headers),
  }
}
