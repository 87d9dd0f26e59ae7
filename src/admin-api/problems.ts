/** The errors of the operator API, as problem details (RFC 9457). */
import type { z } from 'zod'
import { CODES, OrderError } from '../errors.ts'
import { rejectionOf } from '../http/response/rejections.ts'
import type { DocumentError, Problem } from './schemas/common-schemas.ts'

interface ProblemRow {
  readonly status: number
  readonly title: string
}

/** Every problem. Programs branch on the names, which are stable; rows are only ever added. */
// biome-ignore format: a table
export const PROBLEMS = {
  'bad-request':          { status: 400, title: 'Invalid request: correct it at each path in errors.' },
  'rejected':             { status: 400, title: 'The request cannot be carried out; see detail for the reason.' },
  'unauthenticated':      { status: 401, title: 'No active session. Sign in.' },
  'wrong-credentials':    { status: 401, title: 'Wrong user name or password.' },
  'code-needed':          { status: 401, title: 'This user has a second factor. Sign in with a code.' },
  'wrong-basic':          { status: 401, title: 'The credentials are missing or wrong. Send an account name and secret, or an operator name and password, as HTTP Basic.' },
  'cross-site':           { status: 403, title: 'Cross-site request. Send the header Origin with the address of the service and, after signing in, X-CSRF-Token.' },
  'forbidden':            { status: 403, title: 'Your role does not permit this.' },
  'second-factor-needed': { status: 403, title: 'This service requires a second factor. Set it up first.' },
  'not-found':            { status: 404, title: 'Not found.' },
  'wrong-method':         { status: 405, title: 'Method not allowed for this path.' },
  'conflict':             { status: 409, title: 'Conflict: already in this state, or the last operator would be removed.' },
  'gone':                 { status: 410, title: 'The content was purged and is no longer available.' },
  'too-large':            { status: 413, title: 'The request body is too large.' },
  'wrong-media-type':     { status: 415, title: 'Send the body as application/json, without content encoding.' },
  'too-many':             { status: 429, title: 'Too many requests. Retry later.' },
  'internal':             { status: 500, title: 'Internal error. Retry; if it fails again, look up the request ID in the log.' },
  'unavailable':          { status: 503, title: 'Temporarily unavailable. Retry later.' },
} as const satisfies Record<string, ProblemRow>

/** The name of a problem, the last part of its type URN. */
export type ProblemName = keyof typeof PROBLEMS

/** An error that is returned as a problem. It contains no value of the request. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly problem: ProblemName
  readonly detail: string | undefined
  readonly errors: readonly z.infer<typeof DocumentError>[]

  constructor(
    problem: ProblemName,
    detail?: string,
    errors: readonly z.infer<typeof DocumentError>[] = [],
  ) {
    super(PROBLEMS[problem].title)
    this.problem = problem
    this.detail = detail
    this.errors = errors
  }
}

/** The first problem of each status. An error with another status is an internal one. */
const PROBLEM_OF_STATUS = new Map(
  Object.entries(PROBLEMS)
    .toReversed()
    .map(([name, { status }]): [number, ProblemName] => [status, name as ProblemName]),
)

/** Returns the problem for an error of any origin. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  if (isUnreadableJson(error)) return new ApiProblem('bad-request', 'The body is not valid JSON.')
  const problem = PROBLEM_OF_STATUS.get(CODES[rejectionOf(error).reason].status) ?? 'internal'
  return new ApiProblem(problem, detailOf(error, problem))
}

/**
 * Returns the message of a failed order, such as the injected fault that it met, and the remedy.
 */
function detailOf(error: unknown, problem: ProblemName): string | undefined {
  if (!(error instanceof OrderError) || error.texts.length === 0) return undefined
  return `${error.texts.join(' ')}. ${PROBLEMS[problem].title}`
}

/**
 * Returns whether the body is not valid JSON. Any other JSON that cannot be read, such as a damaged
 * row of the database, is an internal error.
 */
function isUnreadableJson(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === 'FST_ERR_CTP_INVALID_JSON_BODY'
}

/**
 * Returns the problem for a request that was rejected before routing. Undefined if no problem has
 * the status of the error.
 */
export function problemBeforeRouting({ reason, texts }: OrderError): ApiProblem | undefined {
  const { status, text, remedy } = CODES[reason]
  const problem = PROBLEM_OF_STATUS.get(status)
  const [rule] = texts
  return problem && new ApiProblem(problem, `${rule === undefined ? text : `${rule}.`} ${remedy}`)
}

/** Returns the response body for a problem. */
export function problemBody(
  { problem, detail, errors }: ApiProblem,
  requestId?: string,
): z.infer<typeof Problem> {
  const { status, title } = PROBLEMS[problem]
  return {
    type: `urn:trimerge:problem:${problem}`,
    title,
    status,
    detail,
    requestId,
    errors: errors.length === 0 ? undefined : [...errors],
  }
}
