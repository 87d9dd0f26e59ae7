/**
 * What operators do to the simulated world over HTTP: see its time and advance it. The routes are
 * there only while every bureau is simulated. Answers are JSON, faults included.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CODES, OrderError, type Reason } from '../errors.ts'
import { AdvanceRejected, advanceMs, type SandboxClock } from '../sandbox/clock.ts'
import type { Actor } from '../store/audit/entry.ts'
import { moment } from '../time.ts'
import { clientNetwork } from './auth/client-network.ts'
import type { AuthenticateOperator } from './auth/operator-login.ts'
import { rejectionOf, retryAfterOf } from './response/rejections.ts'

/** What the routes work on. */
export interface Sandbox {
  readonly clock: SandboxClock
  readonly authenticate: AuthenticateOperator
}

/** These calls have no body worth reading. */
const BODY_BYTES_MAX = 1024

type Advancing = FastifyRequest<{ Querystring: { advance?: string | string[] } }>

/** Adds `GET` and `POST /sandbox/clock`. */
export function sandboxRoutes(server: FastifyInstance, { clock, authenticate }: Sandbox): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (_request, _body, done) => done(null, undefined),
  )
  answerFaultsAsJson(server)
  server.addHook('onRequest', async (request, reply) => {
    if (isOfAnotherSite(request)) {
      return reply.code(403).send(faultOf('badRequest', 'Cross-site requests are not allowed.'))
    }
    const operator = await authenticate(request.headers.authorization, clientNetwork(request))
    if (operator === undefined) throw new OrderError('unauthenticated')
    request.outcome = { operator }
    await clock.refresh()
  })
  server.get('/sandbox/clock', () => shown(clock))
  server.post('/sandbox/clock', async (request: Advancing, reply) => {
    const { advance } = request.query
    try {
      const byMs = advanceMs(typeof advance === 'string' ? advance : '')
      await clock.advance(byMs, operatorOf(request))
      request.outcome = { ...request.outcome, advancedByMs: byMs }
      return shown(clock)
    } catch (error) {
      if (!(error instanceof AdvanceRejected)) throw error
      return reply
        .code(400)
        .send(faultOf('badRequest', 'The clock was not advanced.', [error.message]))
    }
  })
}

/**
 * Browsers add stored credentials to whatever any page posts; they also say where the page is from.
 * Programs say nothing of the kind.
 */
function isOfAnotherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

function operatorOf({ outcome }: FastifyRequest): Actor {
  return { kind: 'operator', name: String(outcome?.operator) }
}

/** The world's time, and how far it is ahead of the machines'. */
function shown(clock: SandboxClock): object {
  return { now: moment(clock.now()), advancedMs: clock.aheadMs() }
}

function faultOf(reason: Reason, text: string, details: readonly string[] = []): object {
  return { code: CODES[reason].code, text, details }
}

const CHALLENGE = 'Basic realm="trimerge operators", charset="UTF-8"'

function answerFaultsAsJson(server: FastifyInstance): void {
  server.setErrorHandler((error, request, reply) => {
    const { reason, texts } = rejectionOf(error)
    const { status, text } = CODES[reason]
    if (status === 500) request.log.error({ err: error }, 'failed')
    if (status === 401) reply.header('WWW-Authenticate', CHALLENGE)
    const retryAfter = retryAfterOf(status, error)
    if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
    return reply.code(status).send(faultOf(reason, text, texts))
  })
}
