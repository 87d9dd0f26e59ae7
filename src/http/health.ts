/** Probes for those who run the service: without credentials, without personal data. */
import type { FastifyInstance } from 'fastify'
import type { ServerOptions } from './server.ts'

/** Adds the health routes. `live`: the process answers. `ready`: it can take orders. */
export function healthRoutes(
  server: FastifyInstance,
  { tools, isLeaving }: Pick<ServerOptions, 'tools' | 'isLeaving'>,
): void {
  server.get('/health/live', () => ({ status: 'live' }))
  server.get('/health/ready', async (_request, reply) => {
    if (isLeaving()) return reply.code(503).send({ status: 'the service is about to end' })
    try {
      await tools.store.ping()
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'the database does not take orders' })
    }
  })
}
