/** The HTTP routes of the four operations. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bufferOf } from '../bytes.ts'
import { formatOf, mediaTypeOf } from '../documents/codec/parse-document.ts'
import { OrderError } from '../errors.ts'
import { rejectBeyondRate } from '../orders/fulfil/account-limits.ts'
import type { OrderHandler } from '../orders/fulfil/order-handler.ts'
import { OPERATIONS, type Operation } from '../orders/intake/operation.ts'
import type { OrderingAccount } from '../orders/intake/ordering-account.ts'
import { basicCredentials, isAmbiguous } from './auth/basic.ts'
import { clientNetwork } from './auth/client-network.ts'
import { requestFacts, STORED_HEADERS } from './auth/request-facts.ts'
import { charsetOf, rejectUnreadableBody, wipe, wipeBodies } from './body.ts'
import { isFailure } from './metrics.ts'
import { Admission } from './overload/admission.ts'
import { openShedding, type Shedding } from './overload/shed.ts'
import { formatOfType, rejectionOf } from './response/rejections.ts'
import type { ServerOptions } from './server-options.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the request. Set once its credentials have been verified. */
    account: OrderingAccount | undefined
  }
}

/**
 * The maximum number of requests in progress. An order that waits for slow bureaus stays in
 * progress for a long time and uses about 50 KB.
 */
const IN_PROGRESS_MAX = 2_000

/** The entrance that every order passes: shedding, then admission. */
export interface Entrance {
  readonly admission: Admission
  readonly shedding: Shedding
}

/** Creates the entrance of a server. */
export function openEntrance(
  options: ServerOptions,
  headers: Readonly<Record<string, string>>,
  isShuttingDown: () => boolean,
): Entrance {
  const { basePath, waitingMsMax, metrics, logger, tools, utilization, trustsProxy } = options
  const admission = new Admission({ waitingMsMax, requestsMax: IN_PROGRESS_MAX, utilization })
  const paths = new Set(Object.values(OPERATIONS).map(({ path }) => `${basePath}${path}`))
  const { now } = tools
  const sheddingOptions = {
    admission,
    metrics,
    logger,
    now,
    basePath,
    headers,
    trustsProxy,
    isShuttingDown,
  }
  return { admission, shedding: openShedding(paths, sheddingOptions) }
}

/** Returns a handler whose orders wait in the queue of their account, like those over HTTP. */
export function inQueue(handle: OrderHandler, admission: Admission): OrderHandler {
  return async (request, context) => {
    const permit = await admission.enter(request.account.name, () => false)
    try {
      return await handle(request, { ...context, yieldSlot: permit.yieldSlot })
    } finally {
      permit.end()
    }
  }
}

/**
 * Adds a route for each operation. A request is authenticated before any byte of its body is read.
 */
export function orderRoutes(
  server: FastifyInstance,
  entrance: Entrance,
  options: ServerOptions,
): void {
  server.decorateRequest('account', undefined)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    ['application/xml', 'text/xml', 'application/json'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )
  wipeBodies(server)
  server.addHook('onClose', async () => entrance.admission.close())
  for (const operation of Object.values(OPERATIONS)) {
    orderRoute(server, operation, entrance, options)
  }
}

function orderRoute(
  server: FastifyInstance,
  operation: Operation,
  { admission, shedding }: Entrance,
  options: ServerOptions,
): void {
  server.post(operation.path, {
    onRequest: async (request, reply) => {
      request.account = await accepted(request, options).catch((error: unknown) => {
        const { reason } = rejectionOf(error)
        if (isFailure(reason)) options.metrics.orderFailed(operation.name, reason)
        throw error
      })
      rejectUnreadableBody(request, options.limits.bodyBytesMax)
      shedding.rememberLogin(request.raw, request.account.name)
      shedding.reject(reply.raw, request.account.name)
    },
    handler: async (request, reply) => {
      if (request.account === undefined) throw new OrderError('unauthenticated')
      const { name } = request.account
      const body = request.body instanceof Uint8Array ? request.body : new Uint8Array()
      // The slot is taken after the body has been read, because a slow client must not hold one.
      const entered = admission.enter(name, () => request.raw.socket.destroyed)
      entered.catch(() => wipe(body))
      const permit = await entered
      const ends = options.metrics.orderBegins(operation.name)
      const placed = options.handleOrder(
        {
          operation,
          account: request.account,
          body,
          charset: charsetOf(request.headers['content-type']),
          format: formatOfType(request.headers['content-type']),
          receivedAt: options.tools.now(),
          facts: requestFacts(request, STORED_HEADERS),
        },
        { trace: request.trace, yieldSlot: permit.yieldSlot },
      )
      placed
        .then(ends, (error) => ends(rejectionOf(error)))
        .finally(() => {
          wipe(body)
          permit.end()
        })
      const answer = await placed
      request.outcome = {
        account: request.account.name,
        action: answer.action,
        orderId: answer.orderId,
        reportId: answer.reportId,
        reason: answer.reason ?? 'answered',
        retried: answer.retried,
      }
      // The memory is released only after the response has left, because its bytes are sent from
      // it.
      if (answer.release !== undefined) reply.raw.once('close', answer.release)
      if (answer.isLost === true) request.raw.socket.destroy()
      if (answer.retried) reply.header('Trimerge-Retry', 'yes')
      return reply
        .code(answer.status)
        .header('Content-Type', mediaTypeOf(formatOf(answer.body)))
        .send(bufferOf(answer.body))
    },
  })
}

/** Returns the account of a request, unless its login fails or it exceeds its rate. */
async function accepted(request: FastifyRequest, options: ServerOptions): Promise<OrderingAccount> {
  await options.tools.refresh()
  const account = await authenticated(request, options)
  // The rate is checked after the login, because it is set per account, and before the body is
  // read, which costs most.
  await rejectBeyondRate(account, options.tools)
  return account
}

async function authenticated(
  request: FastifyRequest,
  { authenticate }: ServerOptions,
): Promise<OrderingAccount> {
  const { authorization } = request.headers
  if (isAmbiguous(authorization)) throw new OrderError('badRequest')
  // The log names the account of a failed login, too. An unknown name can be a secret.
  const named = (account: string) => {
    request.outcome = { account }
  }
  const account = await authenticate(authorization, clientNetwork(request), named)
  if (account === undefined) throw new OrderError('unauthenticated', [loginText(authorization)])
  return account
}

/** Describes the problem with the credentials, but never which part of them is wrong. */
function loginText(authorization: string | undefined): string {
  if (!authorization) return 'The Authorization header is missing'
  if (!/^basic\b/i.test(authorization))
    return 'The Authorization header has a scheme other than Basic'
  if (basicCredentials(authorization) === undefined)
    return 'The Authorization header must be Basic, a space, and the base64 of name, colon and secret, without a line break'
  return 'The account name or the secret in the Authorization header is wrong'
}
