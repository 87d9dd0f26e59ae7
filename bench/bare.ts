/** Measures the cost of HTTP itself: a bare server that responds with a body of a given size. */
import Fastify from 'fastify'

const body = Buffer.alloc(Number(process.argv[2] ?? 1024), 'x')
const server = Fastify({ logger: false })
server.removeAllContentTypeParsers()
server.addContentTypeParser('application/xml', { parseAs: 'buffer' }, (_request, bytes, done) =>
  done(null, bytes),
)
server.post('/credit_report', (_request, reply) =>
  reply.header('Content-Type', 'application/xml; charset=utf-8').send(body),
)
console.log(`listening on ${await server.listen({ host: '127.0.0.1', port: 0 })}`)
