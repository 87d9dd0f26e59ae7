/** Maps errors to the reasons of the error table. */
import { OrderError, type Reason } from '../../errors.ts'

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
  if (error instanceof Error && error.name === 'DatabaseUnavailable') {
    return new OrderError('unavailable')
  }
  const code = (error as { code?: unknown } | undefined)?.code
  const reason = typeof code === 'string' ? REASON_OF_FASTIFY[code] : undefined
  return new OrderError(reason ?? 'internal')
}

/** Returns the `Retry-After` header for a status, or undefined if a retry would not help. */
export function retryAfterOf(status: number, error: unknown): string | undefined {
  if (status !== 429 && status !== 503) return undefined
  const known = error instanceof OrderError ? error.retryAfterSeconds : undefined
  return String(Math.max(1, Math.ceil(known ?? RETRY_AFTER_SECONDS)))
}
