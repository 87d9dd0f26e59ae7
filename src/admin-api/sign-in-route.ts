/** The path that a sign-in link leads to. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SECURITY_HEADERS } from '../http/response/security-headers.ts'
import { DEAD_LINK } from '../sandbox/first-account.ts'
import type { Api } from './handler.ts'
import { logInByName, rejectOtherSites } from './sessions.ts'
import { SIGN_IN_PATH } from './sign-in-link.ts'

type LinkRequest = FastifyRequest<{ Params: { token: string } }>

/** Adds the path of links. Without the header of a proxy, the socket's address is the client's. */
export function signInRoute(server: FastifyInstance, api: Api): void {
  const { basePath, signInLinks: links } = api
  if (links === undefined) return
  server.route({
    method: 'GET',
    url: `${SIGN_IN_PATH}/:token`,
    // A program that only looks whether there is a page must not use the link up.
    exposeHeadRoute: false,
    handler: async (request: LinkRequest, reply) => {
      reply.headers(SECURITY_HEADERS)
      const operator = isFromHere(request) ? links.take(request.params.token) : undefined
      const cookie = operator && (await logInByName(operator, request.headers.cookie, api))
      if (cookie === undefined) return reply.redirect(`${basePath}/console?${DEAD_LINK}`, 303)
      request.outcome = { operator: String(operator) }
      return reply.header('Set-Cookie', cookie).redirect(`${basePath}/console`, 303)
    },
  })
}

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/

/** A link is for the machine that printed it, and no page of another site may open it. */
function isFromHere(request: FastifyRequest): boolean {
  try {
    rejectOtherSites(request)
  } catch {
    return false
  }
  const isForwarded = request.headers['x-forwarded-for'] !== undefined
  return !isForwarded && LOOPBACK.test(request.socket.remoteAddress ?? '')
}
