/** How the server begins to listen, and how its connections end with it. */
import type { FastifyInstance } from 'fastify'

/** Connections that may wait to be accepted; the kernel has a bound of its own. */
const BACKLOG = 4096

/** Starts the server: its address as a URL. One address is listened on, `localhost` is IPv4's. */
export async function listenOn(
  server: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
  isTls: boolean,
): Promise<string> {
  const own = host === 'localhost' ? '127.0.0.1' : host
  const address = await server.listen({ host: own, port, backlog: BACKLOG })
  return isTls ? address.replace('http:', 'https:') : address
}

/** How often connections that fell idle while the service ends are closed. */
const SWEEP_EVERY_MS = 50

/**
 * While the service ends, each answer is the last on its connection. Without this a client that
 * keeps its connections open would hold the service for as long as it likes to.
 */
export function endConnections(server: FastifyInstance): void {
  let sweep: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    // A server that never listened has nothing to end, and never tells that it has closed.
    if (server.server.listening) {
      sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_EVERY_MS)
    }
    done()
  })
  server.addHook('onSend', async (_request, reply) => {
    if (sweep !== undefined) reply.header('Connection', 'close')
  })
  server.server.on('close', () => clearInterval(sweep))
}
