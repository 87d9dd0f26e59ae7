/** An operator for tests: logs in, keeps the cookie, and checks the responses. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { problemsOf } from '../../src/admin-api/route-problems.ts'
import {
  type Answer,
  ROUTES,
  type Route,
  type RouteName,
  type Sent,
} from '../../src/admin-api/routes.ts'
import { Problem } from '../../src/admin-api/schemas/common-schemas.ts'
import type { Actor } from '../../src/store/audit/entry.ts'
import type { Role } from '../../src/store/records/operators.ts'
import { secretPasswordHash } from '../../src/store/sealing/secrets.ts'
import type { RunningService } from '../support/running-service.ts'

/** A response. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly json: unknown
}

interface CallOptions<N extends RouteName> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: Sent<N>
  readonly headers?: Readonly<Record<string, string | undefined>>
}

/** An operator with a session, or a visitor without one. */
export interface Person {
  /** Calls a route and returns any response. */
  reply<N extends RouteName>(name: N, options?: CallOptions<N>): Promise<Reply>
  /** Calls a route that must succeed, and returns the response as the table types it. */
  call<N extends RouteName>(name: N, options?: CallOptions<N>): Promise<Answer<N>>
  /** Calls a route that must be rejected, and returns the type of the problem. */
  refused<N extends RouteName>(name: N, options?: CallOptions<N>): Promise<string>
  readonly cookie: string
  readonly csrfToken: string
}

const BY: Actor = { kind: 'command', name: 'test' }

/**
 * Adds an operator to a running service and logs them in. The password hash is fast to verify: a
 * hash of the service would take the time of several calls for each login.
 */
export async function person(
  service: RunningService,
  role: Role,
  { name = role as string, account = role === 'integrator' ? service.account : undefined } = {},
): Promise<Person> {
  const password = 'a password of more than fifteen'
  const hash = secretPasswordHash(password)
  const operator = { name, passwordHash: hash, role, account, createdAt: Date.now() }
  assert.equal(await service.storage.store.operators.create(operator, BY), true)
  return loggedIn(service, name, password)
}

/** Logs in an existing operator. */
export async function loggedIn(
  service: RunningService,
  name: string,
  password: string,
): Promise<Person> {
  const visitor = personOf(service, '', '')
  const reply = await visitor.reply('logIn', { body: { name, password } })
  assert.equal(reply.status, 200, reply.text)
  const session = ROUTES.logIn.answer.parse(reply.json)
  return personOf(service, cookieOf(reply), session.csrfToken)
}

/** Returns the cookie that a response sets, as a browser sends it back. */
export function cookieOf({ headers }: Reply): string {
  return (headers['set-cookie'] ?? '').split(';', 1)[0] ?? ''
}

/** Returns an operator who sends this cookie and token. */
export function personOf(service: RunningService, cookie: string, csrfToken: string): Person {
  const reply: Person['reply'] = async (
    name,
    { params = {}, query = {}, body, headers = {} } = {},
  ) => {
    const route: Route = ROUTES[name]
    const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? 'none')
    const url = new URL(`${service.url}/api/v1${path}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value))
    const answered = await send(url, route.method, body, {
      Origin: new URL(service.url).origin,
      'Sec-Fetch-Site': 'same-origin',
      Cookie: cookie === '' ? undefined : cookie,
      'X-CSRF-Token': csrfToken === '' ? undefined : csrfToken,
      ...headers,
    })
    if (answered.status >= 400 && answered.status < 500) {
      assert.ok(isDescribed(answered, route), `${name} ${answered.text}`)
    }
    return answered
  }
  return {
    reply,
    cookie,
    csrfToken,
    call: async (name, options) => {
      const route: Route = ROUTES[name]
      const answered = await reply(name, options)
      assert.equal(answered.status, route.status ?? 200, answered.text)
      if (route.answer === undefined) return undefined as never
      return route.answer.parse(answered.json) as never
    },
    refused: async (name, options) => {
      const answered = await reply(name, options)
      assert.match(answered.headers['content-type'] ?? '', /^application\/problem\+json/)
      const problem = Problem.parse(answered.json)
      assert.equal(problem.status, answered.status)
      return problem.type.replace('urn:trimerge:problem:', '')
    },
  }
}

/** Whether the OpenAPI description of a route has the problem of a response. */
function isDescribed({ json }: Reply, route: Route): boolean {
  const { type = '' } = json as { readonly type?: string }
  return problemsOf(route).some((name) => type === `urn:trimerge:problem:${name}`)
}

/** Sends any headers, as a browser does and `fetch` does not allow. */
export function send(
  url: URL,
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<Reply> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const sent = Object.entries({
    ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  }).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: Object.fromEntries(sent) }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const answered = Buffer.concat(chunks).toString('utf8')
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
          ),
          text: answered,
          json: jsonOf(answered),
        })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(text)
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
