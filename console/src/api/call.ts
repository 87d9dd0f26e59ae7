/**
 * Calls to the operator API. A call is named by its method and path, as in the service's route
 * table. Request and response types are inferred from that table, and no part of the table is
 * bundled.
 */
import type { z } from 'zod'
import type { ROUTES } from '../../../src/admin-api/routes.ts'
import type { Problem } from '../../../src/admin-api/schemas/common-schemas.ts'
import { BASE_PATH } from '../base-path.ts'
import { ApiError, isProblem } from './api-error.ts'

type Routes = typeof ROUTES

/** The name of a call, such as `GET /orders/:id`. */
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

type InputOf<R, K extends string> = Part<R, K> extends z.ZodType ? z.input<Part<R, K>> : undefined

/** The response of a call. */
export type ApiResponse<C extends Call> =
  Part<RouteOf<C>, 'answer'> extends z.ZodType ? z.output<Part<RouteOf<C>, 'answer'>> : undefined

/** The request body of a call. */
export type ApiBody<C extends Call> = InputOf<RouteOf<C>, 'body'>

/** The parameters, query and body of a call. */
export interface ApiRequest<C extends Call> {
  readonly params?: InputOf<RouteOf<C>, 'params'>
  readonly query?: Partial<NonNullable<InputOf<RouteOf<C>, 'query'>>>
  readonly body?: ApiBody<C>
  readonly signal?: AbortSignal
}

// Whether a person is using the page. Background requests do not extend the session.

/** How long after a key, a click or a scroll a request counts as caused by a person. */
const ACTIVE_MS = 30_000

let lastInputAt = Date.now()

for (const type of ['keydown', 'pointerdown', 'wheel', 'touchmove']) {
  const options = { capture: true, passive: true }
  window.addEventListener(type, () => (lastInputAt = Date.now()), options)
}

/** Returns whether the page has had no input for longer than `ACTIVE_MS`. */
function isUnattended(): boolean {
  return Date.now() - lastInputAt > ACTIVE_MS
}

// The session of the page.

let csrfToken = ''
/** When the service last accepted a request that was not a background request. */
let acceptedAt = Date.now()
let onSessionExpired: (acceptedAt: number) => void = () => {}

/** Sets the CSRF token that every changing request carries. Only the page's memory holds it. */
export function setCsrfToken(token: string): void {
  csrfToken = token
}

/** Sets the function to call when the service no longer accepts the session. */
export function setSessionExpiredHandler(handler: (acceptedAt: number) => void): void {
  onSessionExpired = handler
}

let renewSession: () => Promise<boolean> = async () => false

/**
 * Sets the function that fetches the session again after a CSRF token was rejected. It returns
 * whether the session belongs to the same operator.
 */
export function setSessionRenewal(renew: () => Promise<boolean>): void {
  renewSession = renew
}

/** Calls the API and returns the response. Throws an `ApiError` unless the call is successful. */
export async function call<C extends Call>(
  name: C,
  request: ApiRequest<C> = {},
): Promise<ApiResponse<C>> {
  const isBackground = name.startsWith('GET ') && isUnattended()
  const response = await send(name, request, isBackground)
  if (!isBackground) acceptedAt = Date.now()
  return (response.status === 204 ? undefined : await response.json()) as ApiResponse<C>
}

/** Calls the API for a file, and lets the browser save the file. */
export async function download<C extends Call>(name: C, request: ApiRequest<C>): Promise<void> {
  const response = await send(name, request)
  const [, file = 'download'] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = file
  link.click()
  URL.revokeObjectURL(address)
}

/** Returns the URL of a call, for example for a download link. */
export function addressOf<C extends Call>(name: C, { params, query }: ApiRequest<C> = {}): string {
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[key] ?? '')),
    )
  const given = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return `${BASE_PATH}/api/v1${path}${text === '' ? '' : `?${text}`}`
}

/**
 * Sends a call. If the operator has signed in again in another window, the browser sends the cookie
 * of that session, which does not fit the token of this page; the call is then sent once more.
 */
async function send<C extends Call>(
  name: C,
  request: ApiRequest<C>,
  isBackground = false,
): Promise<Response> {
  const response = await sendOnce(name, request, isBackground)
  if (response.ok) return response
  const error = await apiErrorOf(response, name)
  if (!isProblem(error, 'cross-site') || !(await renewSession())) throw error
  const second = await sendOnce(name, request, isBackground)
  if (!second.ok) throw await apiErrorOf(second, name)
  return second
}

function sendOnce<C extends Call>(
  name: C,
  request: ApiRequest<C>,
  isBackground: boolean,
): Promise<Response> {
  const method = name.slice(0, name.indexOf(' '))
  return fetchOrFail(addressOf(name, request), {
    method,
    headers: {
      ...headersOf(method, request.body !== undefined),
      ...(isBackground && { 'Trimerge-Background': 'yes' }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  })
}

function headersOf(method: string, hasBody: boolean): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
    ...(method === 'GET' ? {} : { 'X-CSRF-Token': csrfToken }),
  }
}

async function fetchOrFail(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, credentials: 'same-origin', cache: 'no-store' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'Cannot reach the service. Check your connection and try again.')
  }
}

async function apiErrorOf(response: Response, name: Call): Promise<ApiError> {
  const problem = await problemOf(response)
  if (response.status === 401 && name !== 'POST /session') onSessionExpired(acceptedAt)
  const message =
    problem?.detail ?? problem?.title ?? `The service returned HTTP ${response.status}.`
  return new ApiError(response.status, message, problem)
}

async function problemOf(response: Response): Promise<z.output<typeof Problem> | undefined> {
  try {
    return (await response.json()) as z.output<typeof Problem>
  } catch {
    return undefined
  }
}
