/** Maps errors to the reasons of the error table, and decides the format of their documents. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { DocumentFormat } from '../../documents/codec/parse-document.ts'
import { OrderError, type Reason } from '../../errors.ts'
import { DatabaseUnavailable, failureText } from '../../store/engine/database.ts'

/** The value of `Retry-After` if no better one is known. */
const RETRY_AFTER_SECONDS = 5

const REASON_OF_FASTIFY: Readonly<Record<string, Reason>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrongMediaType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'badRequest',
  FST_ERR_CTP_EMPTY_TYPE: 'wrongMediaType',
}

/** Returns the rejection for an error of any origin. */
export function rejectionOf(error: unknown): OrderError {
  if (error instanceof OrderError) return error
  if (error instanceof DatabaseUnavailable) return new OrderError('unavailable')
  const code = (error as { code?: unknown } | undefined)?.code
  const reason = typeof code === 'string' ? REASON_OF_FASTIFY[code] : undefined
  return new OrderError(reason ?? 'internal')
}

/**
 * Logs an error that the client cannot mend. While a database rejects orders, the background work
 * may still succeed and log nothing.
 */
export function logFailure(error: unknown, status: number, log: FastifyBaseLogger): void {
  if (status === 500) log.error({ err: error }, 'failed')
  if (error instanceof DatabaseUnavailable) log.warn(failureText('the database', error))
}

/** Returns whether the client disconnected, or was disconnected, in the middle of its body. */
export function isCutShort({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

/** Returns the `Retry-After` header for a status, or undefined if a retry would not help. */
export function retryAfterOf(status: number, error: unknown): string | undefined {
  if (status !== 429 && status !== 503) return undefined
  const known = error instanceof OrderError ? error.retryAfterSeconds : undefined
  return String(Math.max(1, Math.ceil(known ?? RETRY_AFTER_SECONDS)))
}

const XML_TYPE = /^(?:application|text)\/xml *(?:;|$)/i
const JSON_TYPE = /^application\/json *(?:;|$)/i

/** Returns the format that a media type names, or undefined for any other media type. */
export function formatOfType(type: string | undefined): DocumentFormat | undefined {
  if (type === undefined) return undefined
  if (JSON_TYPE.test(type)) return 'json'
  return XML_TYPE.test(type) ? 'xml' : undefined
}

/** Returns whether the client is a browser in which a person opens an address. */
export function acceptsHtml({ accept = '' }: IncomingHttpHeaders): boolean {
  return /\btext\/html\b/i.test(accept)
}

/**
 * Returns the format of an error for a request whose document was not read: the format of the
 * document or, without a known one, JSON if the client accepts JSON and not XML.
 */
export function errorFormat(headers: IncomingHttpHeaders): DocumentFormat {
  const format = formatOfType(headers['content-type'])
  if (format !== undefined) return format
  const { accept = '' } = headers
  return /\bjson\b/i.test(accept) && !/\bxml\b/i.test(accept) ? 'json' : 'xml'
}
