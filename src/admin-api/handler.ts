/** The inputs and results of the handlers of the operator API. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { BureauName } from '../documents/tables/enumerations.ts'
import type { CheckPassword } from '../http/auth/operator-login.ts'
import type { OrderHandler } from '../orders/fulfil/order-handler.ts'
import { checkedProfile, type OrderingAccount } from '../orders/intake/ordering-account.ts'
import type { RetentionPeriods } from '../orders/jobs/retention-job.ts'
import type { Tools } from '../orders/tools.ts'
import type { SandboxClock } from '../sandbox/clock.ts'
import type { World } from '../sandbox/world.ts'
import type { Actor } from '../store/audit/entry.ts'
import type { Operator } from '../store/records/operators.ts'
import type { Vault } from '../store/sealing/vault.ts'
import { ApiProblem } from './problems.ts'
import type { Answer, Body, Params, Query, RouteName } from './routes.ts'
import { Id } from './schemas/common-schemas.ts'
import type { SignInLinks } from './sign-in-link.ts'

/** The console user behind a call, with the session of the call. */
export interface Caller {
  /** The current operator: a role that was removed has no effect on this call. */
  readonly operator: Operator
  /** The hash of the session token, for logging out and for proofs that belong to the session. */
  readonly tokenHash: Uint8Array
  /** The token that a changing call must send. */
  readonly csrfToken: string
  /** The time when the session ends, regardless of activity. */
  readonly expiresAt: number
}

/** The parts of the service that the operator API uses. */
export interface Api {
  readonly tools: Tools
  readonly vault: Vault
  readonly checkPassword: CheckPassword
  /** Fulfils orders that are placed in the console. It runs on the main thread. */
  readonly handleOrder: OrderHandler
  /** The clock of the sandbox, or undefined if any bureau is real. */
  readonly clock: SandboxClock | undefined
  /** The world of the sandbox, or undefined if the deployment is not a sandbox. */
  readonly world: World | undefined
  /** Whether users without a second factor must set one up before they can do anything else. */
  readonly requiresSecondFactor: boolean
  readonly retention: RetentionPeriods
  /** Returns the vendor of a bureau's files, or undefined if the bureau is simulated. */
  readonly vendorOf: (bureau: BureauName) => string | undefined
  /** One-time sign-in links of a sandbox, or undefined if links are not allowed. */
  readonly signInLinks: SignInLinks | undefined
  /** How long an order waits for a simulated bureau. */
  readonly bureauTimeoutMs: number
  /**
   * Returns the file with the credentials of the first start, or undefined if none of them is
   * active.
   */
  readonly credentialsFile: () => Promise<string | undefined>
  readonly basePath: string
  readonly version: string
}

/** A call of a route, with validated input. */
export interface Call<N extends RouteName> {
  /** The caller, whose role the route permits. */
  readonly caller: Caller
  readonly params: Params<N>
  readonly query: Query<N>
  readonly body: Body<N>
  /** The HTTP request, for network and request ID. Input is in the validated members. */
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A file that a route returns. */
export interface File {
  /** The name under which a browser saves it. */
  readonly name: string
  readonly content: string | Uint8Array
  /** Replaces the media type of the route. */
  readonly mediaType?: string
}

/**
 * Carries out a call. The handler of a route without response returns nothing, and the handler of a
 * route with an attachment returns a file.
 */
type Handler<N extends RouteName> = (
  call: Call<N>,
  api: Api,
) => Promise<Answer<N> extends undefined ? File | undefined : Answer<N>>

/** Handlers for some of the routes. */
export type Handlers<N extends RouteName> = { readonly [K in N]: Handler<K> }

/** Returns the actor of a call for the audit trail. */
export function actorOf({ operator }: Caller): Actor {
  return { kind: 'operator', name: operator.name }
}

/**
 * Returns the only account that a caller may see, or undefined for callers who see all accounts.
 */
export function onlyAccountOf({ operator }: Caller): string | undefined {
  return operator.role === 'integrator' ? operator.account : undefined
}

/** Returns the account of a query. If an integrator names another account, throws `not-found`. */
export function permittedAccount(
  caller: Caller,
  requested: string | undefined,
): string | undefined {
  const own = onlyAccountOf(caller)
  if (own !== undefined && requested !== undefined && requested !== own)
    throw new ApiProblem('not-found')
  return own ?? requested
}

/** Returns the account that places an order. Throws `rejected` if it is disabled. */
export async function orderingAccount(name: string, { tools }: Api): Promise<OrderingAccount> {
  const account = await tools.store.accounts.find(name, tools.now().getTime())
  if (account === undefined) throw new ApiProblem('not-found')
  if (account.disabledAt !== undefined)
    throw new ApiProblem('rejected', 'The account is disabled, so it cannot order.')
  return { name, profile: checkedProfile(account.profile) }
}

/**
 * Returns the value, or throws `not-found` if it is undefined. Missing records and records of other
 * accounts cause the same problem.
 */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new ApiProblem('not-found')
  return value
}

/** Returns the clock of the sandbox. Throws `not-found` outside a sandbox. */
export function clockOf({ clock }: Pick<Api, 'clock'>): SandboxClock {
  return found(clock)
}

/** Returns a time of the database in the format of the API. */
export function at(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** Returns a time in the format of the API, or undefined if there is none. */
export function maybeAt(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : at(milliseconds)
}

interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Returns the period of a query in epoch milliseconds, as the database stores times. */
export function periodOf({ from, to }: Period) {
  return { from: from ? Date.parse(from) : undefined, to: to ? Date.parse(to) : undefined }
}

// Cursors of lists: opaque text with the position of the last entry, without personal data.

/** Returns the cursor for the entries after this one. */
export function cursorAfter(at: number, id: string): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url')
}

/** Returns the entry that a cursor follows, by an ID of the form that the list has. */
export function cursorPosition(
  cursor: string,
  form: z.ZodType<string> = Id,
): { readonly at: number; readonly id: string } {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [at, id] = z.tuple([z.int(), form]).parse(position)
    return { at, id }
  } catch {
    throw new ApiProblem('bad-request', 'The cursor is not from this list; start again without it.')
  }
}
