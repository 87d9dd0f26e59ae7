/**
 * Shared by the servers of JSON routes: problems in place of errors, checked input, and the methods
 * that a path takes.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { retryAfterOf } from '../http/response/rejections.ts'
import { SECURITY_HEADERS } from '../http/response/security-headers.ts'
import { safeError } from '../log.ts'
import { ApiProblem, PROBLEMS, problemBody, problemOf } from './problems.ts'

const PROBLEM = 'application/problem+json; charset=utf-8'

/** What is answered in place of a problem, and which methods paths take. */
interface ProblemOptions {
  /** Of all routes, their paths below the prefix with `:name` for what varies. */
  readonly routes: readonly TakenRoute[]
  /** What a 401 asks for, if anything. */
  readonly challenge?: string
}

interface TakenRoute {
  readonly path: string
  readonly method: string
}

/**
 * Answers every error with a problem (RFC 9457). A path of the routes takes its own methods and no
 * other.
 */
export function answerProblems(
  server: FastifyInstance,
  { routes, challenge }: ProblemOptions,
): void {
  const methodsAt = methodsByPath(routes)
  server.setErrorHandler((error, request, reply) => {
    const taken = takenInstead(request, methodsAt, server.prefix)
    const problem = taken === undefined ? problemOf(error) : new ApiProblem('wrong-method')
    const { status } = PROBLEMS[problem.problem]
    if (status === 500) request.log.error({ err: safeError(error) }, 'failed')
    const retryAfter = retryAfterOf(status, error)
    if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
    if (status === 401 && challenge !== undefined) reply.header('WWW-Authenticate', challenge)
    // The rest of a body that was not wanted must not be taken for the next request.
    if (status === 413 || status === 415) reply.header('Connection', 'close')
    if (taken !== undefined) reply.headers({ ...SECURITY_HEADERS, Allow: taken })
    return reply
      .code(status)
      .type(PROBLEM)
      .send(JSON.stringify(problemBody(problem, request.id)))
  })
  server.setNotFoundHandler((_request, reply) => {
    reply.headers(SECURITY_HEADERS)
    throw new ApiProblem('not-found')
  })
}

/** The parts of a request that a row of a table of routes describes. */
interface InputSchemas {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
}

/** What a caller sent, checked. Throws `ApiProblem` or the complaint of the schema. */
export function checkedInput(schemas: InputSchemas, request: FastifyRequest) {
  const params = schemas.params?.safeParse(request.params)
  // What is no identifier names nothing.
  if (params?.success === false) throw new ApiProblem('not-found')
  return {
    params: params?.data,
    query: schemas.query?.parse(request.query),
    // A call whose body is optional takes none at all, too.
    body: schemas.body?.parse(request.body ?? undefined),
  }
}

/** The methods that the path of a request takes in place of its own; undefined where it takes none. */
function takenInstead(
  { is404, url, method }: FastifyRequest,
  methodsAt: (path: string) => readonly string[],
  prefix: string,
): string | undefined {
  const methods = is404 ? methodsAt((url.split('?', 1)[0] ?? '').slice(prefix.length)) : []
  return methods.length === 0 || methods.includes(method) ? undefined : methods.join(', ')
}

/**
 * The methods of a path; none of one that is unknown. A route for every other method of every path
 * took as long to add as half of all routes.
 */
function methodsByPath(routes: readonly TakenRoute[]): (path: string) => readonly string[] {
  const byPath = Map.groupBy(routes, ({ path }) => path)
  return (given) => {
    const segments = given.split('/')
    const [, like = []] = [...byPath].find(([path]) => isAt(path.split('/'), segments)) ?? []
    const methods = (byPath.get(given) ?? like).map(({ method }) => method)
    return methods.includes('GET') ? [...methods, 'HEAD'] : methods
  }
}

function isAt(path: readonly string[], given: readonly string[]): boolean {
  return (
    path.length === given.length &&
    path.every((part, index) => part === given[index] || (part.startsWith(':') && given[index]))
  )
}
