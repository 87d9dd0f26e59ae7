/**
 * Sessions of the console: a random cookie, which the database holds only as a keyed hash. Every
 * replica can verify it, and a reader of the database cannot use it.
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { clientNetwork } from '../http/auth/client-network.ts'
import { SECURITY_HEADERS } from '../http/response/security-headers.ts'
import { DEAD_LINK } from '../sandbox/first-account.ts'
import type { SessionLife } from '../store/records/operator-logins.ts'
import type { Operator } from '../store/records/operators.ts'
import { newSecret, passwordHash } from '../store/sealing/secrets.ts'
import type { Vault } from '../store/sealing/vault.ts'
import type { Store } from '../store/store.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { type Api, actorOf, type Caller, type Handlers } from './handler.ts'
import { ApiProblem } from './problems.ts'
import type { Answer } from './routes.ts'
import type { LoginBody } from './schemas/session-schemas.ts'
import { codeChecker, factorState } from './second-factor.ts'
import { SIGN_IN_PATH } from './sign-in-link.ts'

/** A session ends after this however busy it is. */
const ABSOLUTE_MS = 12 * HOUR_MS
/** Without a request for so long, a session ends: with real data soon (PCI DSS 8.2.8). */
const IDLE_MS = { production: 15 * MINUTE_MS, sandbox: ABSOLUTE_MS }
/** Use is noted this often at most: a page asks more often than is worth a write. */
const TOUCH_EVERY_MS = MINUTE_MS

const COOKIE = '__Host-sid'

/** What sessions are kept with. */
export interface SessionTools {
  readonly store: Pick<Store, 'operators'>
  readonly vault: Pick<Vault, 'blindIndex'>
  /** The machine's time: advancing the clock of a sandbox ends no session. */
  readonly realNow: () => Date
  /** Whether all data is simulated: an idle session then lasts a working day. */
  readonly sandbox: boolean
}

function idleMsOf({ sandbox }: Pick<SessionTools, 'sandbox'>): number {
  return sandbox ? IDLE_MS.sandbox : IDLE_MS.production
}

function lifeAt(now: number, tools: Pick<SessionTools, 'sandbox'>): SessionLife {
  return { createdSince: now - ABSOLUTE_MS, seenSince: now - idleMsOf(tools) }
}

/** Begins a session: who calls from now on, and the cookie to set. */
async function beginSession(
  operator: Operator,
  tools: SessionTools,
): Promise<{ readonly caller: Caller; readonly cookie: string }> {
  const token = newSecret()
  const createdAt = tools.realNow().getTime()
  const caller = callerOf(token, operator, createdAt, tools)
  const { tokenHash } = caller
  await tools.store.operators.beginSession(
    { tokenHash, operator: operator.name, createdAt },
    lifeAt(createdAt, tools),
  )
  return { caller, cookie: `${COOKIE}=${token}; ${ATTRIBUTES}` }
}

// Strict, so no link of another site calls with the session; the `__Host-` name of the cookie makes
// browsers require `Secure` and this path, and accept no domain (RFC 6265bis).
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict'

/** The cookie that takes the session's away. */
const NO_COOKIE = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`

/** The header of a request that a page sends by itself: it happens with no person at the page. */
const BACKGROUND = 'trimerge-background'

/** Whether a request is a person's doing: a page that only polls, or listens, is not in use. */
function isUse({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET') return true
  return headers[BACKGROUND] === undefined && !/\/events(?:\?|$)/.test(url)
}

/** Who calls, by the cookie of a request; with the person's role as it is now. */
export async function callerBy(
  request: FastifyRequest,
  tools: SessionTools,
): Promise<Caller | undefined> {
  const { cookie: cookies } = request.headers
  const token = tokenIn(cookies)
  if (token === undefined) return undefined
  const now = tools.realNow().getTime()
  const tokenHash = tools.vault.blindIndex('session', token)
  const session = await tools.store.operators.findSession(tokenHash, lifeAt(now, tools))
  // One that begins later was left by a clock that was ahead.
  if (session === undefined || session.createdAt > now + TOUCH_EVERY_MS) return undefined
  if (now - session.seenAt > TOUCH_EVERY_MS && isUse(request))
    await tools.store.operators.touchSession(tokenHash, now)
  return callerOf(token, session.operator, session.createdAt, tools)
}

/** Whether a caller's session still lives, without using it. */
export async function callerAlive(
  { tokenHash, operator }: Caller,
  tools: Omit<SessionTools, 'vault'>,
): Promise<boolean> {
  const life = lifeAt(tools.realNow().getTime(), tools)
  const session = await tools.store.operators.findSession(tokenHash, life)
  const { role, account } = session?.operator ?? {}
  return role === operator.role && account === operator.account
}

function callerOf(
  token: string,
  operator: Operator,
  createdAt: number,
  { vault }: SessionTools,
): Caller {
  return {
    operator,
    tokenHash: vault.blindIndex('session', token),
    csrfToken: Buffer.from(vault.blindIndex('csrf', token)).toString('base64url'),
    expiresAt: createdAt + ABSOLUTE_MS,
  }
}

/** The one session cookie of a header; two of them are none, since readers could differ. */
function tokenIn(cookies: string | undefined): string | undefined {
  const values = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIE}=`))
    .map((pair) => pair.slice(COOKIE.length + 1))
  const [value = ''] = values
  return values.length === 1 && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined
}

/**
 * Refuses what a page of another site had the browser send. Browsers tell where a request is from;
 * what changes something must come from this very origin, or it is refused.
 */
export function rejectOtherSites({ method, headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  const changes = method !== 'GET' && method !== 'HEAD'
  if (site !== undefined && site !== 'same-origin' && (changes || site !== 'none')) {
    throw new ApiProblem('cross-site')
  }
  if (!changes) return
  const { origin, host } = headers
  if (origin === undefined ? site === undefined : hostOf(origin) !== host) {
    throw new ApiProblem('cross-site')
  }
}

/**
 * Undefined for `null`, which browsers send as the origin of a sandboxed frame: no host equals it.
 */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/** Refuses a change without the token of its session, which no other page can read. */
export function requireToken({ headers }: FastifyRequest, { csrfToken }: Caller): void {
  const sent = Buffer.from(String(headers['x-csrf-token'] ?? ''))
  const expected = Buffer.from(csrfToken)
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) {
    throw new ApiProblem('cross-site')
  }
}

// Logging in and out.

/** The calls of a session that exists; logging in is apart, because it has no session yet. */
export const sessionHandlers: Handlers<'readSession' | 'logOut' | 'changePassword'> = {
  readSession: async ({ caller }, api) => sessionOf(caller, api),
  logOut: async ({ caller, reply }, { tools }) => {
    await tools.store.operators.endSession(caller.tokenHash)
    reply.header('Set-Cookie', NO_COOKIE)
    // What the browser kept of responses goes too. Its storage has the user's settings and views, and
    // cookies are cleared for the whole domain, with those of other services.
    reply.header('Clear-Site-Data', '"cache"')
    return undefined
  },
  changePassword: async ({ caller, body, request }, { tools, checkPassword }) => {
    // The current password is asked for again: a page left open is no right to take the user over.
    const { name } = caller.operator
    const known = await checkPassword(name, body.current, clientNetwork(request))
    if (known === undefined) throw new ApiProblem('rejected', 'The current password is wrong.')
    await tools.store.operators.changePassword(
      name,
      passwordHash(body.next),
      caller.tokenHash,
      actorOf(caller),
    )
    return undefined
  },
}

/** Logs a person in: their session, and the cookie to set. The browser's session before ends. */
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
  const { caller, cookie } = await beginSession(operator, sessionTools(api))
  return { answer: await sessionOf(caller, api), cookie }
}

/** Logs a user in by a link instead of a password: the cookie to set; no disabled user. */
async function logInByName(
  name: string,
  cookies: string | undefined,
  api: Api,
): Promise<string | undefined> {
  const operator = await api.tools.store.operators.find(name)
  if (operator === undefined || operator.disabledAt !== undefined) return undefined
  await endSessionOf(cookies, api)
  return (await beginSession(operator, sessionTools(api))).cookie
}

/** Ends the session of a browser that begins another one. */
async function endSessionOf(cookies: string | undefined, { tools, vault }: Api): Promise<void> {
  const token = tokenIn(cookies)
  if (token === undefined) return
  await tools.store.operators.endSession(vault.blindIndex('session', token))
}

/** What sessions are kept with. */
export function sessionTools({ tools, vault, clock }: Api): SessionTools {
  return { store: tools.store, vault, realNow: tools.realNow, sandbox: clock !== undefined }
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
    idleTimeoutMs: idleMsOf({ sandbox: clock !== undefined }),
    sandbox: clock !== undefined,
    secondFactor: factorState(operator, api),
    ...(role === 'operator' && { credentialsFile: await credentialsFile() }),
    version,
    basePath,
  }
}

// The path that a sign-in link leads to.

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
