/**
 * Decides which bodies are read. The decision depends on the headers only, so a rejected body is
 * never read.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isKnownCharset } from '../documents/codec/decode.ts'
import { OrderError } from '../errors.ts'
import { formatOfType } from './response/rejections.ts'

/**
 * Rejects a body that is not an uncompressed document in a known charset, or whose stated length is
 * too large. A client that waits for `100 Continue` then never sends the body.
 */
export function rejectUnreadableBody({ headers }: FastifyRequest, bodyBytesMax: number): void {
  const isFramed = 'transfer-encoding' in headers || 'content-length' in headers
  const hasBody = 'transfer-encoding' in headers || lengthOf(headers) > 0
  const type = headers['content-type']
  if (type === undefined ? hasBody : !isDocument(type)) {
    throw new OrderError('wrongMediaType', [wrongTypeText(type)])
  }
  // A client that writes to a socket and omits the length did send a document.
  if (!isFramed) throw new OrderError('unreadable', [NO_LENGTH])
  const coding = headers['content-encoding']
  if (!isPlain(coding))
    throw new OrderError('wrongEncoding', [unsupportedText('Content-Encoding', coding)])
  if (lengthOf(headers) > bodyBytesMax) {
    throw new OrderError('tooLarge', [`The body can have at most ${bodyBytesMax} bytes`])
  }
}

const NO_LENGTH =
  'The request has no body, because it has no Content-Length; send the length of the document in bytes'

function lengthOf(headers: FastifyRequest['headers']): number {
  return Number(headers['content-length'] ?? 0)
}

/** JSON is always UTF-8, so a document with another charset is not accepted as JSON. */
function isDocument(type: string): boolean {
  const format = formatOfType(type)
  const charset = charsetOf(type)
  if (format === undefined || !charset) return format !== undefined
  return format === 'json' ? /^utf-?8$/i.test(charset) : isKnownCharset(charset)
}

/** Describes what is wrong with a media type. */
function wrongTypeText(type: string | undefined): string {
  if (type === undefined) return 'The request has a body and no Content-Type'
  const charset = charsetOf(type)
  if (formatOfType(type) !== undefined && charset !== undefined)
    return unsupportedText('charset', charset)
  return unsupportedText('Content-Type', type.split(';')[0])
}

/**
 * Reports an unsupported header value. The value is repeated only if it is a plain protocol word.
 */
function unsupportedText(name: string, value: string | undefined): string {
  const word = value?.trim() ?? ''
  return /^[\w.+/-]{1,80}$/.test(word)
    ? `The ${name} ${word} is not supported`
    : `This ${name} is not supported`
}

function isPlain(coding: string | undefined): boolean {
  return coding === undefined || coding.trim().toLowerCase() === 'identity'
}

/** Returns the charset of a `Content-Type`. */
export function charsetOf(type: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type ?? '')?.[1]
}

/**
 * The chunks in which a body arrived. They are collected so that they can be overwritten; otherwise
 * they would stay in the buffers of the network.
 */
declare module 'fastify' {
  interface FastifyRequest {
    pieces: Uint8Array[] | undefined
  }
}

/**
 * Overwrites bodies with zeros: the chunks once they are joined, and the joined body when its order
 * is fulfilled. After that, no buffer of the service holds card data. Strings and the internal
 * memory of Node are out of reach.
 */
export function wipeBodies(server: FastifyInstance): void {
  server.decorateRequest('pieces', undefined)
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const pieces: Uint8Array[] = []
    request.pieces = pieces
    payload.on('data', (piece: Uint8Array) => pieces.push(piece))
    // Wipes the pieces even if the client disconnects in the middle of its body.
    payload.once('close', () => wipePieces(request))
    done()
  })
  server.addHook('preValidation', (request, _reply, done) => {
    wipePieces(request)
    done()
  })
}

function wipePieces(request: FastifyRequest): void {
  request.pieces?.forEach(wipe)
  request.pieces = undefined
}

/**
 * Overwrites bytes with zeros, unless they were moved to another thread, which then overwrites
 * them.
 */
export function wipe(bytes: Uint8Array): void {
  if (bytes.byteLength > 0) bytes.fill(0)
}

/**
 * Sends `100 Continue` to clients that ask for it, once the body can no longer be rejected by its
 * headers.
 */
export function sendContinue(server: FastifyInstance): void {
  server.addHook('preParsing', (request, reply, _payload, done) => {
    const { expect } = request.headers
    if (expect !== undefined && request.raw.httpVersion === '1.1') reply.raw.writeContinue()
    done()
  })
}
