/** The index of this instance for programs that read: `/llms.txt`, as llmstxt.org describes it. */
import { OPERATIONS } from '../../orders/intake/operation.ts'
import { readPackageFile } from '../../package-files.ts'

/** Markdown: what the service is, how to begin, and where everything else is. */
export function llmsText(basePath: string): string {
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
