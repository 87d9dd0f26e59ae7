/** Calls the control plane as a script does, with HTTP Basic and JSON. */
import type { RunningService } from '../support/running-service.ts'

/** The response to a call. */
interface Called {
  readonly status: number
  readonly type: string
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever JSON came back
  readonly json: any
}

/** Makes a call such as `GET /clock`, whose path is below `/sandbox`. */
export type Control = (call: string, body?: unknown) => Promise<Called>

/** Returns a function that makes calls with these credentials. */
export function controlOf({
  url,
  account,
  secret,
}: Pick<RunningService, 'url' | 'account' | 'secret'>): Control {
  const authorization = `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`
  return async (call, body) => {
    const [method = 'GET', path = ''] = call.split(' ')
    const response = await fetch(`${url}/sandbox${path}`, {
      method,
      headers: {
        Authorization: authorization,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    return { status: response.status, type, text, json: type.includes('json') && JSON.parse(text) }
  }
}
