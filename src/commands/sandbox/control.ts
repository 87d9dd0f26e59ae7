/** Calls of the control plane of a running service, which the commands of the sandbox share. */
import type { Command } from 'commander'
import { commandWithSettings, Rejected, settingsOf } from '../command.ts'
import {
  noServiceAt,
  type ServiceAccess,
  type ServiceOptions,
  serviceAccess,
  withServiceOptions,
} from '../service-access.ts'

/** Returns a command that calls the control plane of a running service. */
export function controlCommand(name: string): Command {
  return withServiceOptions(commandWithSettings(name, ['data', 'base-path']))
}

/** Returns a command that calls the control plane and can print its result as JSON. */
export function readingCommand(name: string): Command {
  return controlCommand(name).option('--json', 'print JSON')
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Any JSON value. Each command knows the shape of the response to its call. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the call, described in OpenAPI
export type Json = any

/** The fields of a problem of the control plane (RFC 9457) that commands show. */
interface Problem {
  readonly title?: string
  readonly detail?: string
  readonly errors?: readonly { readonly path: string; readonly expected: string }[]
}

/**
 * Calls the control plane under `/sandbox`. Throws {@link Rejected} with the reason if the call
 * fails.
 */
export async function callControl(
  command: Command,
  method: Method,
  path: string,
  body?: unknown,
): Promise<Json> {
  const access = serviceAccess(command.optsWithGlobals<ServiceOptions>(), settingsOf(command))
  const response = await responseOf(access, method, path, body)
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  if (response.ok) return /json/.test(type) ? JSON.parse(text) : text
  if (/problem\+json/.test(type)) {
    const problem = JSON.parse(text)
    throw new Rejected(response.status === 404 ? notFoundAt(path) : reasonOf(problem))
  }
  if (response.status !== 404)
    throw new Rejected(`the service responded with status ${response.status}`)
  throw new Rejected(`no sandbox at ${access.url}: check --url and --base-path`)
}

async function responseOf(
  { url, account, secret }: ServiceAccess,
  method: Method,
  path: string,
  body: unknown,
) {
  const token = Buffer.from(`${account}:${secret}`).toString('base64')
  const content =
    body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  try {
    return await fetch(`${url}/sandbox${path}`, {
      method,
      ...content,
      headers: { Authorization: `Basic ${token}`, ...content.headers },
    })
  } catch (error) {
    throw noServiceAt(url, error)
  }
}

/** What a path that is not found names, and the command that lists what there is. */
const LISTED_BY: Readonly<Record<string, readonly [name: string, command: string]>> = {
  faults: ['fault', 'trimerge faults'],
  orders: ['order', 'trimerge orders'],
  people: ['person', 'trimerge people list'],
  reports: ['report', 'trimerge orders'],
  snapshots: ['snapshot', 'trimerge snapshot list'],
}

function notFoundAt(path: string): string {
  const [, collection = ''] = path.split(/[/?]/)
  const [name, command] = LISTED_BY[collection] ?? []
  return name === undefined ? 'not found' : `${name} not found; list all with ${command}`
}

function reasonOf({ title = '', detail = title, errors = [] }: Problem): string {
  // The error of a whole body has no path.
  const found = errors.map(({ path, expected }) =>
    path === '' ? expected : `${path}: ${expected}`,
  )
  return [detail, ...found.map((error) => `  ${error}`)].join('\n')
}
