/** Ports for servers that tests end and start again. */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const PORT_MIN = 20_000
const PORT_MAX = 32_000

/** Those that were tried: none is given twice, for its server may be down. */
const tried = new Set<number>()

/**
 * A port that stays free while its server is down: outgoing connections get theirs from above these,
 * and one that is tried again and again would in the end connect to itself.
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
