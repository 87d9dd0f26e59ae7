/**
 * Sessions of the console. A session is a random cookie, of which the database stores only a keyed
 * hash. Every replica can therefore verify it, and a reader of the database cannot use it.
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { clientNetwork } from '../http/auth/client-network.ts'
import { SECURITY_HEADERS } from '../http/response/security-headers.ts'
import { EXPIRED_LINK } from '../sandbox/first-account.ts'
import type { SessionLife } from '../store/records/operator-logins.ts'
import type { Operator } from '../store/records/operators.ts'
import { newSecret, passwordHash } from '../store/sealing/secrets.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { isEasyToGuess } from './easy-password.ts'
import { type Api, actorOf, type Caller, type Handlers } from './handler.ts'
import { ApiProblem } from './problems.ts'
import type { Answer } from './routes.ts'
import type { LoginBody } from './schemas/session-schemas.ts'
import { codeChecker, factorState } from './second-factor.ts'
import { SIGN_IN_PATH } from './sign-in-link.ts'

/** A session ends after this time, even if it is in use. */
const ABSOLUTE_MS = 12 * HOUR_MS
/** A session without a request ends after this time: with real data soon (PCI DSS 8.2.8). */
const IDLE_MS = { production: 15 * MINUTE_MS, sandbox: ABSOLUTE_MS }
/**
 * The use of a session is recorded at most this often, because pages send requests more often than
 * is worth a write.
 */
const TOUCH_EVERY_MS = MINUTE_MS

const COOKIE = '__Host-sid'

/** If all data is simulated, an idle session lasts a working day. */
function idleMsOf({ clock }: Api): number {
  return clock === undefined ? IDLE_MS.production : IDLE_MS.sandbox
}

function lifeAt(now: number, api: Api): SessionLife {
  return { createdSince: now - ABSOLUTE_MS, seenSince: now - idleMsOf(api) }
}

/** Advancing the clock of a sandbox must not end sessions, so they use the machine's time. */
function timeOf({ tools }: Api): number {
  return tools.machineNow().getTime()
}

/**
 * Begins a session. Returns its caller and the cookie to set, or undefined if the operator was
 * changed meanwhile so that the login no longer counts.
 */
async function beginSession(
  operator: Operator,
  api: Api,
): Promise<{ readonly caller: Caller; readonly cookie: string } | undefined> {
  const token = newSecret()
  const createdAt = timeOf(api)
  const caller = callerOf(token, operator, createdAt, api)
  const { tokenHash } = caller
  const session = { tokenHash, operator, createdAt }
  const hasBegun = await api.tools.store.operators.beginSession(session, lifeAt(createdAt, api))
  return hasBegun ? { caller, cookie: `${COOKIE}=${token}; ${ATTRIBUTES}` } : undefined
}

// SameSite=Strict keeps links on other sites from using the session. The name prefix `__Host-`
// makes browsers require `Secure` and this path, and reject a domain (RFC 6265bis).
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict'

/** The cookie that removes the session cookie. */
const REMOVED_COOKIE = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`

/** The header of requests that a page sends by itself, without any action of the user. */
const BACKGROUND_HEADER = 'trimerge-background'

/**
 * Returns whether a request shows that the user is active. Polling and listening to events do not
 * count.
 */
function isUserActivity({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET') return true
  return headers[BACKGROUND_HEADER] === undefined && !/\/events(?:\?|$)/.test(url)
}

/** Returns the caller for the cookie of a request, with the current role of the operator. */
export async function callerOfRequest(
  request: FastifyRequest,
  api: Api,
): Promise<Caller | undefined> {
  const { operators } = api.tools.store
  const token = sessionTokenIn(request.headers.cookie)
  if (token === undefined) return undefined
  const now = timeOf(api)
  const tokenHash = api.vault.blindIndex('session', token)
  const session = await operators.findSession(tokenHash, lifeAt(now, api))
  // A session from the future was created while the clock was ahead.
  if (session === undefined || session.createdAt > now + TOUCH_EVERY_MS) return undefined
  if (now - session.seenAt > TOUCH_EVERY_MS && isUserActivity(request))
    await operators.touchSession(tokenHash, now)
  return callerOf(token, session.operator, session.createdAt, api)
}

/**
 * Returns whether a caller's session is still active, with the same role and account. The check
 * does not count as use.
 */
export async function isCallerActive({ tokenHash, operator }: Caller, api: Api): Promise<boolean> {
  const life = lifeAt(timeOf(api), api)
  const session = await api.tools.store.operators.findSession(tokenHash, life)
  const { role, account } = session?.operator ?? {}
  return role === operator.role && account === operator.account
}

function callerOf(token: string, operator: Operator, createdAt: number, { vault }: Api): Caller {
  return {
    operator,
    tokenHash: vault.blindIndex('session', token),
    csrfToken: Buffer.from(vault.blindIndex('csrf', token)).toString('base64url'),
    expiresAt: createdAt + ABSOLUTE_MS,
  }
}

/**
 * Returns the session cookie of a header. Two session cookies count as none, because readers could
 * choose different ones.
 */
function sessionTokenIn(cookies: string | undefined): string | undefined {
  const values = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIE}=`))
    .map((pair) => pair.slice(COOKIE.length + 1))
  const [value = ''] = values
  return values.length === 1 && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined
}

/**
 * Rejects requests that a page of another site made the browser send. Browsers state the site that
 * a request comes from. A request that changes something must come from exactly this origin.
 */
export function rejectOtherSites({ method, headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  const changes = method !== 'GET' && method !== 'HEAD'
  if (site !== undefined && site !== 'same-origin' && (changes || site !== 'none')) {
    throw new ApiProblem('cross-site')
  }
  if (!changes) return
  if (headers.origin === undefined ? site === undefined : isOfOtherOrigin(headers)) {
    throw new ApiProblem('cross-site')
  }
}

/** Returns whether a request states an origin other than the host that it was sent to. */
export function isOfOtherOrigin({ origin, host }: FastifyRequest['headers']): boolean {
  return origin !== undefined && hostOf(origin) !== host
}

/**
 * Returns the host of an origin. Undefined for `null`, which browsers send from sandboxed frames,
 * so that it equals no host.
 */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/**
 * Rejects a change without the token of its session. Pages of other sites cannot read the token.
 */
export function requireToken({ headers }: FastifyRequest, { csrfToken }: Caller): void {
  const sent = Buffer.from(String(headers['x-csrf-token'] ?? ''))
  const expected = Buffer.from(csrfToken)
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) {
    throw new ApiProblem('cross-site')
  }
}

const EASY = 'The new password is easy to guess. Choose several words that do not belong together.'

// Log in and log out.

/** The handlers for existing sessions. Login is separate, because it has no session yet. */
export const sessionHandlers: Handlers<'readSession' | 'logOut' | 'changePassword'> = {
  readSession: async ({ caller }, api) => sessionOf(caller, api),
  logOut: async ({ caller, reply }, { tools }) => {
    await tools.store.operators.endSession(caller.tokenHash)
    reply.header('Set-Cookie', REMOVED_COOKIE)
    // Clears the browser's cache of responses. Storage stays, because it holds the user's settings
    // and views. Cookies stay, because clearing them would clear those of other services on the
    // domain too.
    reply.header('Clear-Site-Data', '"cache"')
    return undefined
  },
  changePassword: async ({ caller, body, request }, { tools, checkPassword }) => {
    // Asks for the current password, so that someone at an unattended page cannot take over the
    // user.
    const { name } = caller.operator
    if (isEasyToGuess(body.next, name)) throw new ApiProblem('bad-request', EASY)
    const known = await checkPassword(name, body.current, clientNetwork(request))
    if (known === undefined) throw new ApiProblem('rejected', 'The current password is wrong.')
    if (body.next === body.current)
      throw new ApiProblem('bad-request', 'The new password must differ from the current one.')
    const changed = await tools.store.operators.changePassword(
      name,
      passwordHash(body.next),
      caller.tokenHash,
      actorOf(caller),
    )
    if (!changed) throw new ApiProblem('unauthenticated')
    return undefined
  },
}

/**
 * Logs a user in. Returns the session and the cookie to set. The previous session of the browser
 * ends.
 */
export async function logIn(
  { name, password, code }: z.infer<typeof LoginBody>,
  { network, cookies }: { readonly network: string; readonly cookies: string | undefined },
  api: Api,
): Promise<{ readonly answer: Answer<'logIn'>; readonly cookie: string }> {
  const operator = await api.checkPassword(
    name.normalize('NFC'),
    password,
    network,
    codeChecker(code, api),
  )
  if (operator === undefined) throw new ApiProblem('wrong-credentials')
  await endSessionOf(cookies, api)
  const begun = await beginSession(operator, api)
  if (begun === undefined) throw new ApiProblem('wrong-credentials')
  return { answer: await sessionOf(begun.caller, api), cookie: begun.cookie }
}

/**
 * Logs a user in by a link instead of a password, unless the user is disabled. Returns the cookie
 * to set.
 */
async function logInByName(
  name: string,
  cookies: string | undefined,
  api: Api,
): Promise<string | undefined> {
  const operator = await api.tools.store.operators.find(name)
  if (operator === undefined || operator.disabledAt !== undefined) return undefined
  // The link stands for the password only.
  if (operator.hasSecondFactor) return undefined
  await endSessionOf(cookies, api)
  return (await beginSession(operator, api))?.cookie
}

/** Ends the previous session of a browser. */
async function endSessionOf(cookies: string | undefined, { tools, vault }: Api): Promise<void> {
  const token = sessionTokenIn(cookies)
  if (token === undefined) return
  await tools.store.operators.endSession(vault.blindIndex('session', token))
}

async function sessionOf(
  { operator, csrfToken, expiresAt }: Caller,
  api: Api,
): Promise<Answer<'readSession'>> {
  const { clock, version, basePath, credentialsFile } = api
  const { name, role, account } = operator
  return {
    operator: { name, role, account },
    csrfToken,
    expiresAt: new Date(expiresAt).toISOString(),
    idleTimeoutMs: idleMsOf(api),
    sandbox: clock !== undefined,
    secondFactor: factorState(operator, api),
    ...(role === 'operator' && { credentialsFile: await credentialsFile() }),
    version,
    basePath,
  }
}

// The path of sign-in links.

type LinkRequest = FastifyRequest<{ Params: { token: string } }>

/** Adds the path of sign-in links, if the service has links. */
export function signInRoute(server: FastifyInstance, api: Api): void {
  const { basePath, signInLinks: links } = api
  if (links === undefined) return
  server.route({
    method: 'GET',
    url: `${SIGN_IN_PATH}/:token`,
    // A program that only checks whether the page exists must not use up the link.
    exposeHeadRoute: false,
    handler: async (request: LinkRequest, reply) => {
      reply.headers(SECURITY_HEADERS)
      const operator = isFromThisMachine(request) ? links.take(request.params.token) : undefined
      const cookie = operator && (await logInByName(operator, request.headers.cookie, api))
      if (cookie === undefined) return reply.redirect(`${basePath}/console?${EXPIRED_LINK}`, 303)
      request.outcome = { operator: String(operator) }
      return reply.header('Set-Cookie', cookie).redirect(`${basePath}/console`, 303)
    },
  })
}

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/

/**
 * Returns whether a request comes from this machine, which printed the link, and not from a page of
 * another site. A forwarded request does not count.
 */
function isFromThisMachine(request: FastifyRequest): boolean {
  try {
    rejectOtherSites(request)
  } catch {
    return false
  }
  const isForwarded = request.headers['x-forwarded-for'] !== undefined
  return !isForwarded && LOOPBACK.test(request.socket.remoteAddress ?? '')
}
