/** The error of a call to the operator API, and which calls are retried after it. */
import type { z } from 'zod'
import type { ProblemName } from '../../../src/admin-api/problems.ts'
import type { Problem } from '../../../src/admin-api/schemas/common-schemas.ts'

/** The error of a call that failed or that the API rejected. Its message is shown to the user. */
export class ApiError extends Error {
  /** The HTTP status, or 0 if the service could not be reached. */
  readonly status: number
  readonly problem: z.output<typeof Problem> | undefined

  constructor(status: number, message: string, problem?: z.output<typeof Problem>) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
  }
}

/** Returns whether the API responded with the named problem. */
export function isProblem(error: unknown, name: ProblemName): boolean {
  return error instanceof ApiError && error.problem?.type === `urn:trimerge:problem:${name}`
}

/**
 * Returns whether a call got no response of the service itself: the connection was lost, or a proxy
 * responded. The service may have carried out the call.
 */
export function isUnanswered(error: Error | null): boolean {
  if (!(error instanceof ApiError)) return error !== null
  return error.status === 0 || (error.status >= 500 && error.problem === undefined)
}

/** The maximum number of retries of a query. */
const RETRIES_MAX = 2

/**
 * Returns whether a query is retried: if the service could not be reached or was overloaded. Any
 * other rejection would be repeated.
 */
export function isRetried(failures: number, error: Error): boolean {
  if (failures >= RETRIES_MAX) return false
  return !(error instanceof ApiError) || error.status === 0 || error.status === 503
}
