/**
 * The control plane over HTTP. Each call passes its checks before its handler runs: first the site
 * and the credentials of the caller, then the caller's permission, then the input.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Api, found } from '../admin-api/handler.ts'
import { documentsOf, orderDetail, viewEntry } from '../admin-api/order-detail.ts'
import { ordersPage } from '../admin-api/order-list.ts'
import { ApiProblem } from '../admin-api/problems.ts'
import { acceptJson, answerProblems, checkedInput } from '../admin-api/route-server.ts'
import { faultsView, injectFault } from '../admin-api/sandbox/faults-view.ts'
import {
  checkedPerson,
  peopleOf,
  peopleView,
  personView,
} from '../admin-api/sandbox/people-view.ts'
import {
  advanceClock,
  clockView,
  orConflict,
  presentWorldView,
  snapshotsView,
  worldView,
} from '../admin-api/sandbox/world-view.ts'
import { isOfOtherOrigin } from '../admin-api/sessions.ts'
import { identityOfCustom } from '../bureaus/simulator/people/custom-person.ts'
import { PERSONAS, PERSONAS_VERSION } from '../bureaus/simulator/personas.ts'
import { mediaTypeOf } from '../documents/codec/parse-document.ts'
import { clientNetwork } from '../http/auth/client-network.ts'
import type { AuthenticateController, Controller } from '../http/auth/control-login.ts'
import { openReport } from '../orders/stored-report.ts'
import type { SandboxClock } from '../sandbox/clock.ts'
import { personFromReport } from '../sandbox/person-from-report.ts'
import { personaOf, personaOrder } from '../sandbox/persona-order.ts'
import { type SampleOrderOptions, sampleOrder } from '../sandbox/sample-order.ts'
import type { World } from '../sandbox/world.ts'
import type { InjectedFault } from '../store/records/sandbox.ts'
import {
  CONTROL_ROUTES,
  type ControlAnswer,
  type ControlBody,
  type ControlName,
  type ControlParams,
  type ControlQuery,
  type ControlRoute,
} from './control-routes.ts'

/** The path prefix of the control plane, after the base path. */
export const CONTROL_PREFIX = '/sandbox'

/** The largest body; enough for a custom person with a long payment history, as JSON. */
const BODY_BYTES_MAX = 1_048_576

const CHALLENGE = 'Basic realm="trimerge sandbox", charset="UTF-8"'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of the control plane; set after the credentials were verified. */
    controller: Controller | undefined
  }
}

/** Adds a route for every call of the table, under the prefix of the server's scope. */
export function controlRoutes(server: FastifyInstance, plane: ControlPlane): void {
  server.decorateRequest('controller', undefined)
  acceptJson(server, BODY_BYTES_MAX)
  const routes = Object.entries(CONTROL_ROUTES) as [ControlName, ControlRoute][]
  const taken = routes.map(([, { path, method }]) => ({ path: withoutPrefix(path), method }))
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
    url: withoutPrefix(route.path),
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

function withoutPrefix(path: string): string {
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
 * Whether a browser sent the request from another site. Browsers add stored credentials to requests
 * from any page, but they also state the site of the page: over TLS and to the machine itself with
 * each request, otherwise only the origin of a change. Programs send neither header.
 */
function isOfAnotherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site === undefined) return isOfOtherOrigin(headers)
  return site !== 'same-origin' && site !== 'none'
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

// The calls: their input, handlers and responses.

/** The parts that the control plane uses. Exists only while every bureau is simulated. */
export interface ControlPlane {
  readonly api: Api
  readonly clock: SandboxClock
  readonly world: World
  readonly authenticate: AuthenticateController
}

/** A call that has passed its checks. */
interface ControlCall<N extends ControlName> {
  /** An account with `sandboxControl`, or an operator. The audit trail names it. */
  readonly caller: Controller
  readonly params: ControlParams<N>
  readonly query: ControlQuery<N>
  readonly body: ControlBody<N>
  /** Adds fields to the log line of the request, without personal data. */
  readonly note: (facts: Readonly<Record<string, unknown>>) => void
}

type ControlHandler<N extends ControlName> = (
  call: ControlCall<N>,
  plane: ControlPlane,
) => Promise<ControlAnswer<N>>

/** The handler of each call of the table. */
const CONTROL_HANDLERS: { readonly [N in ControlName]: ControlHandler<N> } = {
  // The clock of the sandbox: reads it, and advances it by a length of time or to a time.
  readClock: async (_call, { clock }) => clockView(clock),
  advanceClock: async ({ caller, body, note }, { clock }) => {
    note({ advancedByMs: await advanceClock(body, caller.actor, clock) })
    return clockView(clock)
  },

  // Test borrowers with known results, and ready orders for them.
  listPersonas: async () => {
    return { version: PERSONAS_VERSION, items: PERSONAS.map((persona) => ({ ...persona })) }
  },
  readPersonaOrder: async ({ params, query: { operation, ...options } }) =>
    personaOrder(found(personaOf(params.id)), operation, options as SampleOrderOptions),

  // Faults: injected, listed and removed.
  listFaults: async (_call, { api }) => faultsView(api),
  addFault: async ({ caller, body }, { api }) => injectFault(body, caller.actor, api),
  removeFaults: async ({ caller, query }, { clock }) => {
    const fits = ({ bureau }: InjectedFault) =>
      query.bureau === undefined || query.bureau === bureau
    return { removed: await clock.removeFaults(fits, caller.actor) }
  },
  removeFault: async ({ caller, params }, { clock }) => {
    const removed = await clock.removeFaults(({ id }) => id === params.id, caller.actor)
    found(removed === 0 ? undefined : removed)
    return undefined
  },

  // Orders and their request log, for tests that assert on them.
  listOrders: async ({ caller, query }, { api }) => {
    // For an account, orders of other accounts do not exist.
    const asked = query.account ?? caller.account
    if (caller.account !== undefined && asked !== caller.account) throw new ApiProblem('not-found')
    return ordersPage(query, asked, api)
  },
  readOrder: async ({ caller, params }, { api }) => {
    const { orders, audit } = api.tools.store
    const account = caller.account ?? found(await orders.accountOf(params.id))
    const order = found(await orders.find(account, params.id))
    await audit.record(viewEntry(order, caller.actor, 'order.viewed'))
    return { ...(await orderDetail(order, api)), documents: await documentsOf(order, false, api) }
  },

  // Custom test people: added as a file, listed, ordered for and deleted.
  listPeople: async (_call, { api }) => peopleView(api),
  readPerson: async ({ params }, { api }) =>
    personView(found(await peopleOf(api).find(params.id)), api),
  putPerson: async ({ caller, params, body }, { api }) =>
    personView(await checkedPerson(peopleOf(api).put(params.id, body, caller.actor)), api),
  deletePerson: async ({ caller, params }, { api }) => {
    if (!(await peopleOf(api).delete(params.id, caller.actor))) throw new ApiProblem('not-found')
    return undefined
  },
  readPersonOrder: async ({ params, query: { operation, with: partner, ...options } }, { api }) => {
    const people = peopleOf(api)
    const ids = partner === undefined ? [params.id] : [params.id, partner]
    const borrowers = []
    for (const id of ids) borrowers.push(identityOfCustom(found(await people.find(id)).custom))
    return sampleOrder(operation, borrowers, options as SampleOrderOptions)
  },
  readReportPerson: async ({ caller, params, query }, { api: { tools } }) => {
    const { reports, audit } = tools.store
    const name = caller.account ?? found(await reports.accountOf(params.id))
    const report = found(await openReport({ name }, params.id, tools))
    await audit.record({
      actor: caller.actor,
      action: 'report.viewed',
      account: name,
      orderId: report.orderId,
      reportId: report.id,
      fields: ['person'],
    })
    const { file, notes } = found(personFromReport(report.content, query.borrower))
    return { file, notes: [...notes] }
  },

  // The world of the sandbox as a whole: shown, reset, saved and restored.
  readWorld: async (_call, { api }) => presentWorldView(api),
  resetWorld: async ({ caller, body = {} }, { world, api }) => {
    const { start, ids } = body
    const options = { start: typeof start === 'string' ? new Date(start) : start, ids }
    await orConflict(world.reset(options, caller.actor))
    return worldView(api)
  },
  listSnapshots: async (_call, { world }) => snapshotsView(world),
  saveSnapshot: async ({ caller, params }, { world }) => {
    await orConflict(world.save(params.name, caller.actor))
    return undefined
  },
  restoreSnapshot: async ({ caller, params }, { world, api }) => {
    found((await orConflict(world.restore(params.name, caller.actor))) || undefined)
    return worldView(api)
  },
  deleteSnapshot: async ({ caller, params }, { world }) => {
    found((await world.forget(params.name, caller.actor)) || undefined)
    return undefined
  },
}
