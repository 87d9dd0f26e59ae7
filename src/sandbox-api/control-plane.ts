/**
 * The control plane over HTTP: each call of the table with its checks before its handler. First who
 * calls and from where, then whether they may, then what they send; then the handler.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiProblem } from '../admin-api/problems.ts'
import { answerProblems, checkedInput } from '../admin-api/route-server.ts'
import { mediaTypeOf } from '../documents/codec/parse-document.ts'
import { clientNetwork } from '../http/auth/client-network.ts'
import type { Controller } from '../http/auth/control-login.ts'
import { CONTROL_ROUTES, type ControlName, type ControlRoute } from './control-routes.ts'
import { CONTROL_HANDLERS, type ControlCall, type ControlPlane } from './handlers.ts'

/** Below the base path. */
export const CONTROL_PREFIX = '/sandbox'

/** A custom person with a long payment history, as JSON. */
const BODY_BYTES_MAX = 1_048_576

const CHALLENGE = 'Basic realm="trimerge sandbox", charset="UTF-8"'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls the control plane; set once the credentials were found good. */
    controller: Controller | undefined
  }
}

/** Adds every call of the table, below the prefix that the scope has. */
export function controlRoutes(server: FastifyInstance, plane: ControlPlane): void {
  server.decorateRequest('controller', undefined)
  server.removeAllContentTypeParsers()
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
    (request, body, done) => (body === '' ? done(null, undefined) : parse(request, body, done)),
  )
  const routes = Object.entries(CONTROL_ROUTES) as [ControlName, ControlRoute][]
  const taken = routes.map(([, { path, method }]) => ({ path: belowPrefix(path), method }))
  answerProblems(server, { routes: taken, challenge: CHALLENGE })
  server.addHook('onRequest', async (request) => {
    if (isOfAnotherSite(request)) throw new ApiProblem('cross-site')
  })
  for (const [name, route] of routes)
    addRoute(server, route, CONTROL_HANDLERS[name] as AnyHandler, plane)
}

type AnyHandler = (call: ControlCall<ControlName>, plane: ControlPlane) => Promise<unknown>

function addRoute(
  server: FastifyInstance,
  route: ControlRoute,
  handle: AnyHandler,
  plane: ControlPlane,
): void {
  server.route({
    method: route.method,
    url: belowPrefix(route.path),
    onRequest: async (request) => {
      request.controller = await controllerOf(request, plane)
      request.outcome = { [request.controller.actor.kind]: request.controller.actor.name }
      await plane.api.tools.refresh()
    },
    handler: async (request, reply) => {
      const answer = await handle(checkedCall(route, request), plane)
      if (route.document) return reply.type(documentType(request.query)).send(answer)
      return answer === undefined ? reply.code(204).send() : reply.send(answer)
    },
  })
}

function documentType(query: unknown): string {
  const { dialect } = query as { readonly dialect?: string }
  return mediaTypeOf(dialect === 'json' ? 'json' : 'xml')
}

function belowPrefix(path: string): string {
  return path.slice(CONTROL_PREFIX.length)
}

async function controllerOf(request: FastifyRequest, plane: ControlPlane): Promise<Controller> {
  const { authorization } = request.headers
  const controller = await plane.authenticate(authorization, clientNetwork(request))
  if (controller === undefined) throw new ApiProblem('wrong-basic')
  if (controller.mayControl) return controller
  throw new ApiProblem(
    'forbidden',
    'The account may not control the sandbox: set sandboxControl=yes in its profile.',
  )
}

/**
 * Browsers add stored credentials to whatever any page posts; they also say where the page is from.
 * Programs say nothing of the kind.
 */
function isOfAnotherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

function checkedCall(route: ControlRoute, request: FastifyRequest): ControlCall<ControlName> {
  const { controller: caller } = request
  if (caller === undefined) throw new ApiProblem('wrong-basic')
  const call = {
    ...checkedInput(route, request),
    caller,
    note: (facts: object) => {
      request.outcome = { ...request.outcome, ...facts }
    },
  }
  return call as unknown as ControlCall<ControlName>
}
