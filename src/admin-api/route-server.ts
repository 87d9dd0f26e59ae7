/**
 * What servers of JSON routes share: problems in place of errors, checked input, and which methods a
 * path takes.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { retryAfterOf } from '../http/response/rejections.ts'
import { SECURITY_HEADERS } from '../http/response/security-headers.ts'
import { safeError } from '../log.ts'
import { ApiProblem, PROBLEMS, problemBody, problemOf } from './problems.ts'

const PROBLEM = 'application/problem+json; charset=utf-8'

/** Answers whatever goes wrong with a problem; `challenge` is what a 401 asks for, if anything. */
export function answerProblems(server: FastifyInstance, challenge?: string): void {
  server.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error)
    const { status } = PROBLEMS[problem.problem]
    if (status === 500) request.log.error({ err: safeError(error) }, 'failed')
    const retryAfter = retryAfterOf(status, error)
    if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
    if (status === 401 && challenge !== undefined) reply.header('WWW-Authenticate', challenge)
    if (status === 413 || status === 415) reply.header('Connection', 'close')
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

/** A path of the routes takes its methods and no other. */
export function refuseOtherMethods(
  server: FastifyInstance,
  routes: readonly { readonly path: string; readonly method: string }[],
): void {
  const paths = new Map<string, string[]>()
  for (const { path, method } of routes) {
    paths.set(path, [...(paths.get(path) ?? []), method])
  }
  for (const [url, methods] of paths) {
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (method) => !allowed.includes(method) && !server.hasRoute({ method: method as 'GET', url }),
    )
    server.route({
      method: others as 'GET'[],
      url,
      handler: async (_request, reply) => {
        reply.header('Allow', allowed.join(', '))
        throw new ApiProblem('wrong-method')
      },
    })
  }
}
