/** The instance documents itself: pages, schemas, sample orders, collections and an index of them. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { OrderError } from '../../errors.ts'
import { OPERATIONS } from '../../orders/intake/operation.ts'
import { readPackageFile } from '../../package-files.ts'
import { SECURITY_HEADERS } from '../response/security-headers.ts'
import { STYLE, STYLE_ADDRESS } from './frame.ts'
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

/**
 * The index of this instance for programs that read, as llmstxt.org describes it, in Markdown: what the
 * service is, how to begin, and where everything else is.
 */
function llmsText(basePath: string): string {
  const operations = Object.values(OPERATIONS).map(
    ({ path, summary, actions }) =>
      `- POST ${basePath}${path}: ${summary} Actions: ${actions.join(', ')}.`,
  )
  return `# Trimerge

> A service that orders mortgage credit reports: an order in MISMO 2.x XML or the same in JSON is answered with a merged report of up to three bureaus, and the printed report inside it. In a sandbox the bureaus are simulated and test borrowers have known results.

Send HTTP Basic credentials of an account. Content-Type application/json takes and returns JSON, application/xml takes and returns XML. A rejected order is an error document with a code, the path of each error and what to do. The same bytes again within 24 hours return the stored response without a charge.

## Operations

${operations.join('\n')}

## Interface

- [OpenAPI](${basePath}/openapi.json): operations, schemas, samples and errors
- [JSON Schema](${basePath}/schema/json/trimerge.schema.json): all documents in JSON
- [XML Schema](${basePath}/schema/mismo/trimerge.xsd): all documents in XML
- [Sample orders](${basePath}/examples/README.md): orders in every dialect
- [Collections](${basePath}/collections/README.md): requests for Postman, Bruno and .http

${documentation(basePath)}
`
}

/** The index of the documentation, with its links as addresses of Markdown. */
function documentation(basePath: string): string {
  const index = readPackageFile('docs/README.md')?.toString() ?? ''
  return index
    .replace(/^# .*\n+/, '')
    .replace(/\]\(([\w-]+\.md)\)/g, `](${basePath}/docs/$1)`)
    .replace(/^.*\]\(\.\.\/.*\n/gm, '')
    .trimEnd()
}
