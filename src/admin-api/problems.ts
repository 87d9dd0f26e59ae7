/** What goes wrong in the operator API, as problem details (RFC 9457). */
import { z } from 'zod'
import type { Reason } from '../errors.ts'
import { rejectionOf } from '../http/response/rejections.ts'
import type { Fault, Problem } from './schemas.ts'

interface ProblemRow {
  readonly status: number
  readonly title: string
}

/** Every kind of problem. Programs go by the name, which stays; rows are only ever added. */
// biome-ignore format: a table
export const PROBLEMS = {
  'bad-request':          { status: 400, title: 'The request is not as it has to be; the faults name place and rule.' },
  'refused':              { status: 400, title: 'What was asked for cannot be done; the detail says why.' },
  'unauthenticated':      { status: 401, title: 'There is no living session. Log in.' },
  'wrong-credentials':    { status: 401, title: 'Name or password is wrong.' },
  'cross-site':           { status: 403, title: 'A page of another site may not call this, and a change needs the token of its session.' },
  'forbidden':            { status: 403, title: 'The role does not allow this.' },
  'not-found':            { status: 404, title: 'There is no such thing here.' },
  'wrong-method':         { status: 405, title: 'This path takes another method.' },
  'conflict':             { status: 409, title: 'That is so already, or would leave nobody who may change anything.' },
  'gone':                 { status: 410, title: 'The content was purged.' },
  'too-large':            { status: 413, title: 'The body is larger than is read.' },
  'wrong-media-type':     { status: 415, title: 'The body must be JSON.' },
  'too-many':             { status: 429, title: 'Too much at once, or too often in vain. Come back later.' },
  'internal':             { status: 500, title: 'The service failed to carry out the request.' },
  'unavailable':          { status: 503, title: 'The service cannot do this at the moment.' },
} as const satisfies Record<string, ProblemRow>

export type ProblemName = keyof typeof PROBLEMS

/** A request that is answered with a problem. It holds no value of the request. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly problem: ProblemName
  readonly detail: string | undefined
  readonly faults: readonly z.infer<typeof Fault>[]

  constructor(
    problem: ProblemName,
    detail?: string,
    faults: readonly z.infer<typeof Fault>[] = [],
  ) {
    super(PROBLEMS[problem].title)
    this.problem = problem
    this.detail = detail
    this.faults = faults
  }
}

const OF_REASON: Partial<Readonly<Record<Reason, ProblemName>>> = {
  unknownPath: 'not-found',
  wrongMethod: 'wrong-method',
  unauthenticated: 'unauthenticated',
  wrongMediaType: 'wrong-media-type',
  tooLarge: 'too-large',
  badRequest: 'bad-request',
  tooManyRequests: 'too-many',
  unavailable: 'unavailable',
}

/** The problem that an error of any origin is answered with. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  if (error instanceof z.ZodError) return new ApiProblem('bad-request', undefined, faultsOf(error))
  if (isUnreadableJson(error)) return new ApiProblem('bad-request', 'The body is no JSON.')
  return new ApiProblem(OF_REASON[rejectionOf(error).reason] ?? 'internal')
}

/** The parser's message quotes the body, so nothing of it is repeated. */
function isUnreadableJson(error: unknown): boolean {
  if (error instanceof SyntaxError) return true
  const code = (error as { code?: unknown } | undefined)?.code
  return code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || code === 'FST_ERR_CTP_INVALID_JSON_BODY'
}

/** Place and rule of each fault. Only codes and bounds of the schema are told, never the input. */
function faultsOf(error: z.ZodError): z.infer<typeof Fault>[] {
  return error.issues.map((issue) => ({
    path: issue.path.map(String).join('.'),
    rule: issue.code,
    expected: issue.code === 'unrecognized_keys' ? 'no members but those known' : issue.message,
  }))
}

/** The body of a problem. */
export function problemBody(
  { problem, detail, faults }: ApiProblem,
  requestId: string,
): z.infer<typeof Problem> {
  const { status, title } = PROBLEMS[problem]
  return {
    type: `urn:trimerge:problem:${problem}`,
    title,
    status,
    detail,
    requestId,
    faults: faults.length === 0 ? undefined : [...faults],
  }
}
