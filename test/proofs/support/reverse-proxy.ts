/**
 * A reverse proxy as in front of production services, with the rules of docs/operations.md: it
 * checks the readiness of each service, sends each request to the service with the fewest requests
 * in flight, and tries another service only if no connection was made. If it cannot forward a
 * request, it responds with 502, or with 503 if no service is up.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** `inter`, `fall`, `rise` and `timeout check` of HAProxy. */
const CHECK_EVERY_MS = 1_000
const CHECKS_TO_FALL = 2
const CHECKS_TO_RISE = 1
const CHECK_TIMEOUT_MS = 5_000
/** Shorter than the time after which services close idle connections. */
const KEEP_ALIVE_MS = 60_000

/** A running proxy. */
export interface ReverseProxy {
  readonly address: string
  /** The errors of requests that could not be forwarded. */
  readonly failures: readonly string[]
  /** Resolves when the proxy sends requests to the service. */
  untilUp(service: string): Promise<void>
  close(): Promise<void>
}

interface Backend {
  readonly url: string
  readonly agent: Agent
  isUp: boolean
  /** The number of consecutive checks that contradict `isUp`. */
  contrary: number
  inFlight: number
}

/** Starts a proxy in front of services at these addresses. */
export async function startReverseProxy(services: readonly string[]): Promise<ReverseProxy> {
  const backends = services.map((url) => ({
    url,
    agent: new Agent({ keepAlive: true, timeout: KEEP_ALIVE_MS }),
    isUp: false,
    contrary: 0,
    inFlight: 0,
  }))
  const failures: string[] = []
  const server = createServer((incoming, outgoing) => {
    void passOn(incoming, outgoing, backends).catch((error: NodeJS.ErrnoException) => {
      failures.push(error.code ?? error.message)
      outgoing.writeHead(error.message === NO_SERVICE ? 503 : 502).end()
    })
  })
  const checking = new AbortController()
  const checks = backends.map((backend) => checkOn(backend, checking.signal))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    failures,
    untilUp: async (service) => {
      while (!backends.some(({ url, isUp }) => url === service && isUp)) await sleep(20)
    },
    close: async () => {
      checking.abort()
      server.closeAllConnections()
      server.close()
      for (const { agent } of backends) agent.destroy()
      await Promise.all(checks)
    },
  }
}

async function checkOn(backend: Backend, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    const isReady = await isServiceReady(backend.url, ended)
    backend.contrary = isReady === backend.isUp ? 0 : backend.contrary + 1
    if (backend.contrary >= (backend.isUp ? CHECKS_TO_FALL : CHECKS_TO_RISE)) {
      backend.isUp = isReady
      backend.contrary = 0
    }
    await sleep(CHECK_EVERY_MS, undefined, { signal: ended }).catch(() => undefined)
  }
}

/** Whether a service is ready. Each check uses a new connection. */
async function isServiceReady(url: string, ended: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const signal = AbortSignal.any([ended, AbortSignal.timeout(CHECK_TIMEOUT_MS)])
  const asked = request(`${url}/health/ready`, { agent: false, signal }, (response) => {
    response.resume()
    resolve(response.statusCode === 200)
  })
  asked.on('error', () => resolve(false))
  asked.end()
  return await promise
}

const NO_SERVICE = 'no service is up'

/** Forwards a request to one service after the other, until a connection is made. */
async function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  backends: readonly Backend[],
): Promise<void> {
  const body = await buffer(incoming)
  const tried = new Set<Backend>()
  for (;;) {
    const [backend] = backends
      .filter((one) => one.isUp && !tried.has(one))
      .toSorted((one, other) => one.inFlight - other.inFlight)
    if (backend === undefined) throw new Error(NO_SERVICE)
    tried.add(backend)
    backend.inFlight += 1
    try {
      return await exchange(incoming, body, outgoing, backend)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall !== 'connect') throw error
    } finally {
      backend.inFlight -= 1
    }
  }
}

/** Forwards a request to a service and returns its response. Nothing is sent twice. */
async function exchange(
  { method, url, headers, socket }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  { url: service, agent }: Backend,
): Promise<void> {
  const { connection: _, ...passed } = headers
  const forwarded = { ...passed, 'x-forwarded-for': socket.remoteAddress ?? '' }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = request(`${service}${url}`, { method, headers: forwarded, agent }, resolve)
  sent.on('error', reject)
  sent.end(body)
  const response = await promise
  const answer = await buffer(response)
  const { connection: __, 'keep-alive': ___, ...answered } = response.headers
  outgoing.writeHead(response.statusCode ?? 502, answered).end(answer)
}
