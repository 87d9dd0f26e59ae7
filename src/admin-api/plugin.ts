/**
 * The operator API over HTTP. Adds each route of the table. Checks run before the handler of a
 * route: first the caller and the origin of the request, then the permission, then the input.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientNetwork } from '../http/auth/client-network.ts'
import { SECURITY_HEADERS } from '../http/response/security-headers.ts'
import { accountHandlers, operatorHandlers } from './administration-handlers.ts'
import { apiDescription } from './api-description.ts'
import { bureauHandlers } from './bureau-handlers.ts'
import { callTurns } from './call-turns.ts'
import { orderComparisonHandlers, reportComparisonHandlers } from './comparison-handlers.ts'
import {
  type Api,
  type Call,
  type Caller,
  type File,
  type Handlers,
  onlyAccountOf,
} from './handler.ts'
import { eventHandlers } from './live-events.ts'
import { lookupHandlers } from './lookups.ts'
import { manualOrderHandlers, resendHandlers } from './manual-order.ts'
import { orderDetailHandlers } from './order-detail.ts'
import { orderListHandlers } from './order-list.ts'
import { overviewHandlers } from './overview.ts'
import { ApiProblem } from './problems.ts'
import { reportHandlers } from './reports/report-handlers.ts'
import { acceptJson, answerProblems, checked, checkedInput } from './route-server.ts'
import { ROUTES, type Route, type RouteName } from './routes.ts'
import { sandboxHandlers } from './sandbox/sandbox-handlers.ts'
import { LoginBody } from './schemas/session-schemas.ts'
import { factorState, secondFactorHandlers } from './second-factor.ts'
import {
  callerOfRequest,
  logIn,
  rejectOtherSites,
  requireToken,
  sessionHandlers,
} from './sessions.ts'

/** The path of the API, below the base path. */
export const API_PREFIX = '/api/v1'

/** The description of the API, which is not part of itself. */
const DESCRIPTION = { method: 'GET', path: '/openapi.json' } as const

/** Enough for an order of one megabyte as a JSON string. */
const BODY_BYTES_MAX = 2_621_440
const LOGIN_BYTES_MAX = 4_096

/**
 * All handlers except the login, which has no caller yet, and the event stream, which needs the
 * server.
 */
const HANDLERS: Handlers<Exclude<RouteName, 'logIn' | 'streamEvents'>> = {
  ...sessionHandlers,
  ...secondFactorHandlers,
  ...orderListHandlers,
  ...orderDetailHandlers,
  ...orderComparisonHandlers,
  ...reportComparisonHandlers,
  ...reportHandlers,
  ...manualOrderHandlers,
  ...resendHandlers,
  ...accountHandlers,
  ...operatorHandlers,
  ...sandboxHandlers,
  ...overviewHandlers,
  ...bureauHandlers,
  ...lookupHandlers,
}

/** Adds every route of the table below the prefix of the scope. */
export function apiRoutes(server: FastifyInstance, api: Api): void {
  server.decorateRequest('caller', undefined)
  server.decorateRequest('endTurn', undefined)
  acceptJson(server, BODY_BYTES_MAX)
  answerProblems(server, { routes: [...Object.values(ROUTES), DESCRIPTION] })
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS)
    rejectOtherSites(request)
  })
  limitCalls(server)
  loginRoute(server, api)
  const handlers = { ...HANDLERS, ...eventHandlers(server, api) }
  for (const name of Object.keys(handlers) as (keyof typeof handlers)[]) {
    const route: Route = ROUTES[name]
    if (route.sandboxOnly && api.clock === undefined) continue
    addRoute(server, route, handlers[name] as AnyHandler, api)
  }
  const prefix = `${api.basePath}${API_PREFIX}`
  // Created at the first request, to keep the start of the service short.
  let description: Buffer | undefined
  server.get(DESCRIPTION.path, (_request, reply) => {
    description ??= Buffer.from(
      JSON.stringify(apiDescription(api.version, prefix, api.clock !== undefined)),
    )
    return reply.type('application/json; charset=utf-8').send(description)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of the operator API. Set once the session has been verified. */
    caller: Caller | undefined
    /** Ends the turn of a call before its response, for a call that waits for something else. */
    endTurn: (() => void) | undefined
  }
}

/**
 * Lets the calls of one user wait for each other, and those of all integrators of one account,
 * before their body is read. An event stream has no turn, because it never ends.
 */
function limitCalls(server: FastifyInstance): void {
  const takeTurn = callTurns()
  server.addHook('preParsing', async (request, reply) => {
    const { caller, routeOptions } = request
    if (caller === undefined || routeOptions.url?.endsWith(ROUTES.streamEvents.path)) return
    const account = onlyAccountOf(caller)
    const user = account === undefined ? `user ${caller.operator.name}` : `account ${account}`
    request.endTurn = await takeTurn(user, reply.raw)
  })
  // A client that reads slowly does not keep the turn.
  server.addHook('onSend', ({ endTurn }, _reply, payload, done) => {
    endTurn?.()
    done(null, payload)
  })
}

type AnyHandler = (call: Call<RouteName>, api: Api) => Promise<unknown>

function loginRoute(server: FastifyInstance, api: Api): void {
  const { method, path } = ROUTES.logIn
  server.route({
    method,
    url: path,
    bodyLimit: LOGIN_BYTES_MAX,
    handler: async (request, reply) => {
      const body = checked(LoginBody, request.body)
      const from = { network: clientNetwork(request), cookies: request.headers.cookie }
      // The log names the user of a failed login, too. An unknown name can be a password.
      const named = await api.tools.store.operators.find(body.name.normalize('NFC'))
      request.outcome = { operator: named?.name }
      const { answer, cookie } = await logIn(body, from, api)
      return reply.header('Set-Cookie', cookie).send(answer)
    },
  })
}

function addRoute(server: FastifyInstance, route: Route, handle: AnyHandler, api: Api): void {
  server.route({
    method: route.method,
    url: route.path,
    onRequest: async (request) => {
      const caller = await callerOfRequest(request, api)
      if (caller === undefined) throw new ApiProblem('unauthenticated')
      request.caller = caller
      request.outcome = { operator: caller.operator.name }
      if (route.method !== 'GET') requireToken(request, caller)
      if (!isOpenTo(route, caller)) throw new ApiProblem('forbidden')
      // Routes of the session stay open, because they set up a second factor or log out.
      if (!route.path.startsWith('/session') && factorState(caller.operator, api) === 'required') {
        throw new ApiProblem('second-factor-needed')
      }
      await api.tools.refresh()
    },
    handler: async (request, reply) => {
      const call = checkedCall(route, request, reply)
      const answer = await handle(call, api)
      if (reply.sent || reply.raw.headersSent) return reply
      if (route.attachment !== undefined) return sendFile(reply, route, answer as File)
      return reply.code(route.status ?? 200).send(answer)
    },
  })
}

function isOpenTo({ roles }: Route, { operator }: Caller): boolean {
  return roles === 'anyone' || roles.includes(operator.role)
}

function checkedCall(route: Route, request: FastifyRequest, reply: FastifyReply): Call<RouteName> {
  const { caller } = request
  if (caller === undefined) throw new ApiProblem('unauthenticated')
  const call = { ...checkedInput(route, request), caller, request, reply }
  return call as unknown as Call<RouteName>
}

/**
 * Sends a file as a download, so that it never replaces the console. The policy `sandbox` keeps an
 * opened file from running anything.
 */
function sendFile(reply: FastifyReply, { attachment }: Route, { name, content, mediaType }: File) {
  return reply
    .header('Content-Type', mediaType ?? attachment?.mediaType)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Content-Security-Policy', 'sandbox')
    .send(content)
}
