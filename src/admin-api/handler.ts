/** What the handlers of the operator API are given, and what they give back. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { BureauName } from '../documents/tables/enumerations.ts'
import type { CheckPassword } from '../http/auth/operator-login.ts'
import type { OrderHandler } from '../orders/fulfil/handle-order.ts'
import { AccountProfile, type OrderingAccount } from '../orders/intake/ordering-account.ts'
import type { RetentionPeriods } from '../orders/jobs/retention-job.ts'

import type { Tools } from '../orders/tools.ts'
import type { SandboxClock } from '../sandbox/clock.ts'
import type { World } from '../sandbox/world.ts'
import type { Actor } from '../store/audit/entry.ts'
import type { Operator } from '../store/records/operators.ts'
import type { Vault } from '../store/sealing/vault.ts'
import { ApiProblem } from './problems.ts'
import type { Answer, Body, Params, Query, RouteName } from './routes.ts'
import type { SignInLinks } from './sign-in-link.ts'

/** The console user behind a call, with the session of the call. */
export interface Caller {
  /** As they are now: a role that was taken away has no effect any more. */
  readonly operator: Operator
  /** The session, for logging out and for proofs that belong to it. */
  readonly tokenHash: Uint8Array
  /** What a changing call must send along. */
  readonly csrfToken: string
  /** The end of the session, however much it is used. */
  readonly expiresAt: number
}

/** The parts of the service that the operator API works with. */
export interface Api {
  readonly tools: Tools
  readonly vault: Vault
  readonly checkPassword: CheckPassword
  /** Fulfils orders that are placed in the console, on the main thread. */
  readonly handleOrder: OrderHandler
  /** The clock of the sandbox; undefined where any bureau is a real one. */
  readonly clock: SandboxClock | undefined
  /** The world of the sandbox; undefined where the deployment is no sandbox. */
  readonly world: World | undefined
  /** Whether a user without a second factor must set one up before anything else. */
  readonly requiresSecondFactor: boolean
  readonly retention: RetentionPeriods
  /** The vendor that a bureau's files come from; undefined where it is simulated. */
  readonly vendorOf: (bureau: BureauName) => string | undefined
  /** Links of a sandbox that sign in once; undefined where none may. */
  readonly signInLinks: SignInLinks | undefined
  /** How long an order waits for a simulated bureau. */
  readonly bureauTimeoutMs: number
  /** The file with the credentials of the first start; undefined where none has an active secret. */
  readonly credentialsFile: () => Promise<string | undefined>
  readonly basePath: string
  readonly version: string
}

/** One call of a route, checked. */
export interface Call<N extends RouteName> {
  /** Already checked against the roles of the route. */
  readonly caller: Caller
  readonly params: Params<N>
  readonly query: Query<N>
  readonly body: Body<N>
  /** For the network and the request ID; input comes from the checked members. */
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A file that a route answers with. */
export interface File {
  /** The name under which a browser saves it. */
  readonly name: string
  readonly content: string | Uint8Array
  /** In the place of the one that the route states. */
  readonly mediaType?: string
}

/** Carries a call out. A route without answer gives nothing; one with an attachment gives a file. */
type Handler<N extends RouteName> = (
  call: Call<N>,
  api: Api,
) => Promise<Answer<N> extends undefined ? File | undefined : Answer<N>>

/** A handler for each of some routes. */
export type Handlers<N extends RouteName> = { readonly [K in N]: Handler<K> }

/** The actor of a call, for the audit trail. */
export function actorOf({ operator }: Caller): Actor {
  return { kind: 'operator', name: operator.name }
}

/** The account that a caller is confined to; undefined for those who see all. */
export function confinedTo({ operator }: Caller): string | undefined {
  return operator.role === 'integrator' ? operator.account : undefined
}

/** The account of a look-up. For an integrator, another account's name is not found. */
export function accountFor(caller: Caller, asked: string | undefined): string | undefined {
  const own = confinedTo(caller)
  if (own !== undefined && asked !== undefined && asked !== own) throw new ApiProblem('not-found')
  return own ?? asked
}

/** An account as orders are placed with it; rejected where it is disabled. */
export async function orderingAccount(name: string, { tools }: Api): Promise<OrderingAccount> {
  const account = await tools.store.accounts.find(name, tools.now().getTime())
  if (account === undefined) throw new ApiProblem('not-found')
  if (account.disabledAt !== undefined)
    throw new ApiProblem('rejected', 'The account is disabled, so it cannot order.')
  return { name, profile: AccountProfile.parse(account.profile) }
}

/**
 * The value, or the problem `not-found`: the same for what does not exist and for what is another
 * account's.
 */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new ApiProblem('not-found')
  return value
}

/** The clock of the sandbox, which is not found where there is none. */
export function clockOf({ clock }: Pick<Api, 'clock'>): SandboxClock {
  return found(clock)
}

/** A moment of the database as the API tells it. */
export function at(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** The same where there is one. */
export function maybeAt(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : at(milliseconds)
}

interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The period that a query asks for, as the database has it: epoch milliseconds. */
export function periodOf({ from, to }: Period) {
  return { from: from ? Date.parse(from) : undefined, to: to ? Date.parse(to) : undefined }
}

// Where a list goes on: opaque text that holds the last entry's place, and no personal data.

const Place = z.tuple([z.int(), z.string().max(100)])

/** The cursor after an entry. */
export function cursorAfter(at: number, id: string): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url')
}

/** The entry that a cursor points after. */
export function cursorPlaceOf(cursor: string): { readonly at: number; readonly id: string } {
  try {
    const [at, id] = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { at, id }
  } catch {
    throw new ApiProblem('bad-request', 'The cursor is not from this list; start again without it.')
  }
}
