/**
 * Shared parts of the servers of JSON routes: problem responses, validated input, and the allowed
 * methods of a path.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { OrderError } from '../errors.ts'
import type { BareResponse } from '../http/response/bare-response.ts'
import { isCutShort, logFailure, retryAfterOf } from '../http/response/rejections.ts'
import { SECURITY_HEADERS } from '../http/response/security-headers.ts'
import { inputProblems, readInput } from '../issue-text.ts'
import { ApiProblem, PROBLEMS, problemBeforeRouting, problemBody, problemOf } from './problems.ts'

const PROBLEM = 'application/problem+json; charset=utf-8'

/**
 * Accepts only JSON, and no encoded body. An empty body counts as none, because some clients state
 * a type with every request.
 */
export function acceptJson(server: FastifyInstance, bodyLimit: number): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit },
    (request, body, done) => {
      if (body === '') return done(null, undefined)
      return parse(request, body, (error, value) => {
        const isTwice = !error && nameCountIn(body) > nameCountOf(value)
        done(isTwice ? new ApiProblem('bad-request', TWICE) : error, value)
      })
    },
  )
  server.addHook('preParsing', async ({ headers }) => {
    // A compressed body would be read as if it were text.
    const { 'content-encoding': coding = 'identity' } = headers
    if (coding.trim().toLowerCase() !== 'identity') throw new ApiProblem('wrong-media-type')
  })
}

/** `JSON.parse` keeps only the last of them, so an object would silently lose the others. */
const TWICE = 'An object of the body gives the same name twice.'

/** Returns the number of names in a valid JSON text: the strings that a colon follows. */
function nameCountIn(json: string): number {
  return json.match(/"(?:[^"\\]|\\.)*"(?:\s*:)?/g)?.filter((one) => one.endsWith(':')).length ?? 0
}

/** Returns the number of names in a value, which may be too deep for recursion. */
function nameCountOf(value: unknown): number {
  let count = 0
  const open = [value]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue
    const parts = Object.values(one)
    if (!Array.isArray(one)) count += parts.length
    for (const part of parts) open.push(part)
  }
  return count
}

/** The routes of a server, and the challenge of its 401 responses. */
interface ProblemOptions {
  /** All routes. Their paths are below the prefix, with `:name` for variable segments. */
  readonly routes: readonly AcceptedRoute[]
  /** The value of `WWW-Authenticate` on 401 responses, if any. */
  readonly challenge?: string
}

interface AcceptedRoute {
  readonly path: string
  readonly method: string
}

/**
 * Answers every error with a problem (RFC 9457). A path of the routes accepts only its own methods.
 */
export function answerProblems(
  server: FastifyInstance,
  { routes, challenge }: ProblemOptions,
): void {
  const methodsAt = methodsByPath(routes)
  server.setErrorHandler((error, request, reply) => {
    const allowed = otherMethods(request, methodsAt, server.prefix)
    const problem =
      allowed === undefined ? problemOfCall(error, request) : new ApiProblem('wrong-method')
    const { status } = PROBLEMS[problem.problem]
    logFailure(error, status, request.log)
    const retryAfter = retryAfterOf(status, error)
    if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
    if (status === 401 && challenge !== undefined) reply.header('WWW-Authenticate', challenge)
    // Ends the connection, so that the rest of an unread body is not taken for the next request.
    if (status === 413 || status === 415) reply.header('Connection', 'close')
    if (allowed !== undefined) reply.headers({ ...SECURITY_HEADERS, Allow: allowed })
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

/**
 * Returns the response to a request that was rejected before routing. It is the last on its
 * connection. Undefined if there is no problem for the error.
 */
export function rejectionBeforeRouting(
  error: OrderError,
  headers: Readonly<Record<string, string>>,
): BareResponse | undefined {
  const problem = problemBeforeRouting(error)
  if (problem === undefined) return undefined
  const body = JSON.stringify(problemBody(problem))
  return {
    status: PROBLEMS[problem.problem].status,
    headers: {
      ...headers,
      ...SECURITY_HEADERS,
      'Content-Type': PROBLEM,
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    },
    body,
  }
}

/** An end in the middle of the body is the end of the client, and no error of the service. */
function problemOfCall(error: unknown, request: FastifyRequest): ApiProblem {
  return isCutShort(request) ? new ApiProblem('bad-request') : problemOf(error)
}

/** The schemas of a request's input, as in a row of a route table. */
interface InputSchemas {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
}

/** The query of a call that has no parameters. */
const NO_QUERY = z.strictObject({})

/** Returns the validated input of a request. Throws an `ApiProblem` with every error. */
export function checkedInput(schemas: InputSchemas, request: FastifyRequest) {
  const { query = NO_QUERY, body } = schemas
  const params = schemas.params?.safeParse(request.params)
  // Text that is not a valid identifier names nothing, and cannot name anything new.
  if (request.method !== 'PUT' && params?.success === false) throw new ApiProblem('not-found')
  return {
    params: params && inputOf(params),
    query: checked(query, request.query),
    // A call with an optional body may also have none at all.
    body: body && checked(body, request.body ?? undefined),
  }
}

/** Returns an input as its schema reads it. Throws an `ApiProblem` with every error. */
export function checked<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  return inputOf(readInput(schema, input))
}

function inputOf<T>(read: z.ZodSafeParseResult<T>): T {
  if (read.success) return read.data
  throw new ApiProblem('bad-request', undefined, inputProblems(read.error))
}

/**
 * Returns the methods that a path accepts instead of the method of the request, or undefined if
 * there are none.
 */
function otherMethods(
  { is404, url, method }: FastifyRequest,
  methodsAt: (path: string) => readonly string[],
  prefix: string,
): string | undefined {
  const methods = is404 ? methodsAt((url.split('?', 1)[0] ?? '').slice(prefix.length)) : []
  return methods.length === 0 || methods.includes(method) ? undefined : methods.join(', ')
}

/**
 * Returns a function that returns the methods of a path, or none for an unknown path. Routes for
 * every other method of every path would take half as long to add as all real routes.
 */
function methodsByPath(routes: readonly AcceptedRoute[]): (path: string) => readonly string[] {
  const byPath = Map.groupBy(routes, ({ path }) => path)
  return (given) => {
    const segments = given.split('/')
    const [, matching = []] =
      [...byPath].find(([path]) => matchesPath(path.split('/'), segments)) ?? []
    const methods = (byPath.get(given) ?? matching).map(({ method }) => method)
    return methods.includes('GET') ? [...methods, 'HEAD'] : methods
  }
}

function matchesPath(path: readonly string[], given: readonly string[]): boolean {
  return (
    path.length === given.length &&
    path.every((part, index) => part === given[index] || (part.startsWith(':') && given[index]))
  )
}
