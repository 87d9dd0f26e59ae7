/** Probes for those who run the service: without credentials, without personal data. */
import type { FastifyInstance } from 'fastify'
import type { Store } from '../store/store.ts'

/** Adds the health routes. `live`: the process answers. `ready`: it can take orders. */
export function healthRoutes(server: FastifyInstance, store: Store): void {
  server.get('/health/live', () => ({ status: 'live' }))
  server.get('/health/ready', async (_request, reply) => {
    try {
      await store.ping()
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'the database does not answer' })
    }
  })
}
