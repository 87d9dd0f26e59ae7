/** The instance documents itself: pages, schemas, sample orders, collections and an index of them. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { OrderError } from '../../errors.ts'
import { SECURITY_HEADERS } from '../response/security-headers.ts'
import { STYLE, STYLE_ADDRESS } from './frame.ts'
import { llmsText } from './llms.ts'
import { openSite, type Served, type Site } from './site.ts'

/** Adds `/docs`, `/schema`, `/examples`, `/collections` and `/llms.txt`; they need no credentials. */
export function documentationRoutes(server: FastifyInstance, basePath: string): void {
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS)
  })
  let site: Site | undefined
  const find = (address: string) => {
    site ??= openSite(basePath)
    return site.find(address)
  }
  for (const folder of ['/docs', '/schema', '/examples', '/collections']) {
    server.get(folder, (_request, reply) => sent(find(folder), reply))
    server.get<{ Params: { '*': string } }>(`${folder}/*`, (request, reply) =>
      sent(find(`${folder}/${request.params['*']}`), reply),
    )
  }
  server.get(STYLE_ADDRESS, (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE))
  server.get('/llms.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText(basePath)),
  )
}

function sent(served: Served | undefined, reply: FastifyReply): FastifyReply {
  if (served === undefined) throw new OrderError('unknownPath')
  return reply.type(served.type).send(served.content)
}
