/**
 * Calls of the operator API. A call is named by method and path as in the service's table of routes;
 * what it takes and gives is inferred from that table, and nothing of it is in the bundle.
 */
import type { z } from 'zod'
import type { ROUTES } from '../../../src/admin-api/routes.ts'
import type { Problem } from '../../../src/admin-api/schemas.ts'
import { BASE_PATH } from '../base-path.ts'

type Routes = typeof ROUTES

/** Such as `GET /orders/:id`. */
export type Call = { [N in keyof Routes]: NameOf<Routes[N]> }[keyof Routes]

type NameOf<R> = R extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never

type RouteOf<C extends Call> = {
  [N in keyof Routes]: NameOf<Routes[N]> extends C ? Routes[N] : never
}[keyof Routes]

type Part<R, K extends string> = R extends { readonly [Key in K]: infer S extends z.ZodType }
  ? S
  : undefined

type Taken<R, K extends string> = Part<R, K> extends z.ZodType ? z.input<Part<R, K>> : undefined

/** What a call answers. */
export type Answer<C extends Call> =
  Part<RouteOf<C>, 'answer'> extends z.ZodType ? z.output<Part<RouteOf<C>, 'answer'>> : undefined

/** The body that a call takes. */
export type Body<C extends Call> = Taken<RouteOf<C>, 'body'>

/** What goes with a call. */
export interface Sent<C extends Call> {
  readonly params?: Taken<RouteOf<C>, 'params'>
  readonly query?: Partial<NonNullable<Taken<RouteOf<C>, 'query'>>>
  readonly body?: Body<C>
  readonly signal?: AbortSignal
}

/** The API said no, or could not be reached. The message is for people. */
export class Refused extends Error {
  readonly status: number
  readonly problem: z.output<typeof Problem> | undefined

  constructor(status: number, message: string, problem?: z.output<typeof Problem>) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.problem = problem
  }
}

let csrfToken = ''
let onSessionEnd = () => {}

/** Keeps what every change must be sent with, for as long as the page lives. */
export function keepCsrfToken(token: string): void {
  csrfToken = token
}

/** Says what to do when the service no longer knows the session. */
export function whenSessionEnds(act: () => void): void {
  onSessionEnd = act
}

/** Calls the API; throws a `Refused` where it says no. */
export async function call<C extends Call>(name: C, sent: Sent<C> = {}): Promise<Answer<C>> {
  const method = name.slice(0, name.indexOf(' '))
  const response = await fetched(addressOf(name, sent), {
    method,
    headers: headersOf(method, sent.body !== undefined),
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    ...(sent.signal === undefined ? {} : { signal: sent.signal }),
  })
  if (!response.ok) throw await refusalOf(response, name)
  return (response.status === 204 ? undefined : await response.json()) as Answer<C>
}

/** Where a call goes, for links that download. */
export function addressOf<C extends Call>(name: C, { params, query }: Sent<C> = {}): string {
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[key] ?? '')),
    )
  const told = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  const text = new URLSearchParams(told.map(([key, value]) => [key, String(value)])).toString()
  return `${BASE_PATH}/api/v1${path}${text === '' ? '' : `?${text}`}`
}

function headersOf(method: string, hasBody: boolean): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
    ...(method === 'GET' ? {} : { 'X-CSRF-Token': csrfToken }),
  }
}

async function fetched(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, credentials: 'same-origin', cache: 'no-store' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Refused(0, 'The service cannot be reached.')
  }
}

async function refusalOf(response: Response, name: Call): Promise<Refused> {
  const problem = await problemOf(response)
  if (response.status === 401 && name !== 'POST /session') onSessionEnd()
  const message = problem?.detail ?? problem?.title ?? `The service answered ${response.status}.`
  return new Refused(response.status, message, problem)
}

async function problemOf(response: Response): Promise<z.output<typeof Problem> | undefined> {
  try {
    return (await response.json()) as z.output<typeof Problem>
  } catch {
    return undefined
  }
}
