/** Whether the service of a data folder answers, for health checks of containers without a shell. */
import { readFileSync } from 'node:fs'
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { join } from 'node:path'
import type { Settings } from '../settings/settings.ts'

const TIMEOUT_MS = 5_000

/** Asks the service for its liveness, at the address that it has written. */
export async function isLive(settings: Settings): Promise<boolean> {
  try {
    const address = new URL(readFileSync(join(settings.data, 'address'), 'utf8').trim())
    // A service on all addresses is on the loopback address too.
    if (address.hostname === '0.0.0.0') address.hostname = '127.0.0.1'
    if (address.hostname === '[::]') address.hostname = '[::1]'
    address.pathname = `${settings['base-path']}/health/live`
    return (await statusOf(address)) === 200
  } catch {
    return false
  }
}

/** The certificate names another host; nothing secret is sent or believed here. */
function statusOf(url: URL): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const options = { rejectUnauthorized: false, timeout: TIMEOUT_MS }
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const request = get(url, options, (response) => {
    response.resume()
    resolve(response.statusCode)
  })
  request.on('timeout', () => request.destroy(new Error('no answer')))
  request.on('error', reject)
  return promise
}
