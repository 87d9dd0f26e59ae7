/** Ports for servers that tests stop and start again. */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const PORT_MIN = 20_000
const PORT_MAX = 32_000

/**
 * The ports tried so far. No port is returned twice, because its server may be down at the time.
 */
const tried = new Set<number>()

/**
 * Returns a port that stays free while its server is down. The system takes the ports of outgoing
 * connections from a higher range. A client that retried a port in that range would eventually
 * connect to itself.
 */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORT_MIN, PORT_MAX)
    if (tried.has(port)) continue
    tried.add(port)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
