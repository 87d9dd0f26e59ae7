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
  if (type === undefined ? isThere : !isDocument(type)) {
    throw new OrderError('wrongMediaType', [wrongTypeText(type)])
  }
  const coding = headers['content-encoding']
  if (!isPlain(coding)) throw new OrderError('wrongEncoding', [sentAs('Content-Encoding', coding)])
  if (lengthOf(headers) > bodyBytesMax) {
    throw new OrderError('tooLarge', [`The body can have at most ${bodyBytesMax} bytes`])
  }
}

function lengthOf(headers: FastifyRequest['headers']): number {
  return Number(headers['content-length'] ?? 0)
}

const XML_TYPE = /^(?:application|text)\/xml *(?:;|$)/i

function isDocument(type: string): boolean {
  const charset = charsetOf(type)
  return XML_TYPE.test(type) && (!charset || isKnownCharset(charset))
}

/** What is wrong with a media type. */
function wrongTypeText(type: string | undefined): string {
  if (type === undefined) return 'The request has a body and no Content-Type'
  const charset = charsetOf(type)
  const isXml = XML_TYPE.test(type)
  if (isXml && charset !== undefined) return sentAs('charset', charset)
  return sentAs('Content-Type', type.split(';')[0])
}

/** A value of a header, repeated only if it is a plain word of the protocol. */
function sentAs(name: string, value: string | undefined): string {
  const word = value?.trim() ?? ''
  return /^[\w.+/-]{1,80}$/.test(word)
    ? `The ${name} ${word} is not supported`
    : `This ${name} is not supported`
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
