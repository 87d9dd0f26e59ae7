/** Which bodies are read, decided before a byte of them is. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isKnownCharset } from '../documents/codec/decode.ts'
import { OrderError } from '../errors.ts'

/**
 * Refuses a body that is no document in a known charset without compression, or that says it is too
 * large. Whoever waits for `100 Continue` then never sends it.
 */
export function rejectBody({ headers }: FastifyRequest, bodyBytesMax: number): void {
  const isThere = headers['transfer-encoding'] !== undefined || lengthOf(headers) > 0
  const type = headers['content-type']
  if (type === undefined ? isThere : !isDocument(type)) throw new OrderError('wrongMediaType')
  if (!isPlain(headers['content-encoding'])) throw new OrderError('wrongMediaType')
  if (lengthOf(headers) > bodyBytesMax) throw new OrderError('tooLarge')
}

function lengthOf(headers: FastifyRequest['headers']): number {
  return Number(headers['content-length'] ?? 0)
}

function isDocument(type: string): boolean {
  const charset = charsetOf(type)
  return /^(?:application|text)\/xml *(?:;|$)/i.test(type) && (!charset || isKnownCharset(charset))
}

function isPlain(coding: string | undefined): boolean {
  return coding === undefined || coding.trim().toLowerCase() === 'identity'
}

/** The charset of a `Content-Type`. */
export function charsetOf(type: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type ?? '')?.[1]
}

/** Tells a client that asks to go on, once nothing is left to refuse its body for. */
export function continueWanted(server: FastifyInstance): void {
  server.addHook('preParsing', (request, reply, _payload, done) => {
    const { expect } = request.headers
    if (expect !== undefined && request.raw.httpVersion === '1.1') reply.raw.writeContinue()
    done()
  })
}
