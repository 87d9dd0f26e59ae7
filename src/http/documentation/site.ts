/**
 * Documents that an instance publishes about itself: the documentation as HTML and Markdown,
 * schemas, sample orders and collections. All come from the files of the package. Each page is made
 * once, at the first request for it. All pages have the same frame and style.
 */
import { dirname, extname, posix } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OrderError } from '../../errors.ts'
import { OPERATIONS } from '../../orders/intake/operation.ts'
import { readPackageFile, readPackageFolder } from '../../package-files.ts'
import { acceptsHtml } from '../response/rejections.ts'
import { SECURITY_HEADERS } from '../response/security-headers.ts'
import { escaped, type Rendered, render } from './markdown.ts'
import { samples } from './samples.ts'

/** A file with its media type. */
interface SiteFile {
  readonly type: string
  readonly content: Buffer
}

/** The published folders of the package. Each is served under its own name. */
const FOLDERS = ['docs', 'schema', 'examples', 'collections'] as const

/** Pages of the documentation that are elsewhere in the package. */
const MORE_PAGES: Readonly<Record<string, string>> = {
  '/docs/security': 'SECURITY.md',
  '/docs/changelog': 'CHANGELOG.md',
}

/** The published files of an instance, by address below its base path. */
export interface Site {
  /** Returns the file at an address, or undefined if nothing is there. */
  find(address: string): SiteFile | undefined
  /** The addresses of all files and pages, as links use them. */
  readonly addresses: readonly string[]
}

/** Opens the site of an instance with this base path. */
export function openSite(basePath: string): Site {
  const files = packageFiles()
  const built = new Map<string, SiteFile>()
  const builders = buildersOf(files, basePath)
  return {
    addresses: [...builders.keys()],
    find: (address) => {
      const known = built.get(address)
      if (known !== undefined) return known
      const file = builders.get(address)?.()
      if (file !== undefined) built.set(address, file)
      return file
    },
  }
}

type Files = ReadonlyMap<string, Buffer>

/** Returns the published files, by path in the package. */
function packageFiles(): Files {
  const files = new Map<string, Buffer>()
  for (const folder of FOLDERS) {
    for (const [path, content] of readPackageFolder(folder)) {
      if (!path.includes('images/')) files.set(`${folder}/${path}`, content)
    }
  }
  for (const path of Object.values(MORE_PAGES)) {
    const content = readPackageFile(path)
    if (content !== undefined) files.set(path, content)
  }
  return files
}

function buildersOf(files: Files, basePath: string): ReadonlyMap<string, () => SiteFile> {
  const builders = new Map<string, () => SiteFile>()
  const addressOf = new Map<string, string>()
  for (const [path, content] of files) {
    const page = pageAddress(path)
    if (page !== undefined) {
      addressOf.set(path, page)
      builders.set(page, () => markdownPage(path, content, addressOf, basePath))
    }
    if (path in MORE_PAGES || Object.values(MORE_PAGES).includes(path)) continue
    builders.set(`/${path}`, () => ({ type: typeOf(path), content }))
    if (page === undefined) addressOf.set(path, `/${path}`)
  }
  for (const [address, build] of samples()) {
    builders.set(address, () => ({ type: typeOf(address), content: Buffer.from(build()) }))
  }
  for (const folder of foldersOf(files.keys())) {
    const address = `/${folder}`
    if (builders.has(address)) continue
    addressOf.set(folder, address)
    builders.set(address, () => listing(folder, files, addressOf, basePath))
  }
  return builders
}

/** Returns the address of a page. The address of a README is that of its folder. */
function pageAddress(path: string): string | undefined {
  for (const [address, file] of Object.entries(MORE_PAGES)) if (file === path) return address
  if (extname(path) !== '.md') return undefined
  return `/${path.replace(/(?:\/README)?\.md$/, '')}`
}

function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder)
  }
  return folders
}

function markdownPage(
  path: string,
  content: Buffer,
  addressOf: ReadonlyMap<string, string>,
  basePath: string,
): SiteFile {
  const { title, sections, html } = render(content.toString(), (target) => {
    if (/^https?:\/\//.test(target)) return target
    const [file = '', hash] = target.split('#', 2)
    const address = addressOf.get(posix.join(dirname(path), file).replace(/\/$/, ''))
    return address && `${basePath}${address}${hash === undefined ? '' : `#${hash}`}`
  })
  const markdown = path.startsWith('docs/') ? `/${path}` : undefined
  const whole = html.replace('</h1>\n', (end) => end + contentsOf(sections))
  return { type: HTML, content: Buffer.from(pageOf({ title, html: whole, basePath, markdown })) }
}

/** A page with fewer sections is short; a list of more would be long itself. */
const LISTED_SECTIONS = { min: 4, max: 12 }

/** Returns links to the sections of a page. */
function contentsOf(sections: Rendered['sections']): string {
  const { length } = sections
  if (length < LISTED_SECTIONS.min || length > LISTED_SECTIONS.max) return ''
  const links = sections.map(({ id, text }) => `<a href="#${id}">${escaped(text)}</a>`)
  return `<nav class="contents" aria-label="On this page">${links.join(' ')}</nav>\n`
}

/** Returns the page for an address at which there is none, for people who follow an old link. */
function missingPage(basePath: string): string {
  const title = 'Page not found'
  const html = `<h1>${title}</h1>\n<p>The <a href="${basePath}/docs">documentation</a> lists all pages.</p>`
  return pageOf({ title, html, basePath })
}

/** Returns the list of files of a folder that has no page of its own. */
function listing(
  folder: string,
  files: Files,
  addressOf: ReadonlyMap<string, string>,
  basePath: string,
): SiteFile {
  const rows = [...files.keys(), ...addressOf.keys()]
    .filter((path) => dirname(path) === folder)
    .toSorted()
    .map((path) => {
      const to = `${basePath}${addressOf.get(path) ?? `/${path}`}`
      return `<li><a href="${escaped(to)}">${escaped(path.slice(folder.length + 1))}</a></li>`
    })
  const html = `<h1>${escaped(folder)}</h1>\n<ul>\n${[...new Set(rows)].join('\n')}\n</ul>`
  return { type: HTML, content: Buffer.from(pageOf({ title: folder, html, basePath })) }
}

const HTML = 'text/html; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

/**
 * XML files have no charset here, because they declare their encoding themselves and some samples
 * are not UTF-8.
 */
const TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.xml': 'application/xml',
  '.xsd': 'application/xml',
}

function typeOf(path: string): string {
  if (path.endsWith('.schema.json')) return 'application/schema+json'
  return TYPES[extname(path)] ?? TEXT
}

// The frame of the documentation pages, and their style sheet.

interface PageParts {
  readonly title: string
  readonly html: string
  readonly basePath: string
  /** The address of the page's Markdown source, if it is published. */
  readonly markdown?: string | undefined
}

const LINKS = [
  ['/docs', 'Trimerge documentation'],
  ['/docs/tutorial', 'Tutorial'],
  ['/docs/fields', 'Fields'],
  ['/docs/errors', 'Errors'],
  ['/docs/personas', 'Personas'],
  ['/schema', 'Schemas'],
  ['/collections', 'Collections'],
  ['/openapi.json', 'OpenAPI'],
  ['/console', 'Console'],
] as const

/** The address of the style sheet. */
const STYLE_ADDRESS = '/docs/style.css'

/** Returns a complete HTML page. */
function pageOf({ title, html, basePath, markdown }: PageParts): string {
  const links = LINKS.map(([address, text]) => `<a href="${basePath}${address}">${text}</a>`)
  const source =
    markdown === undefined
      ? ''
      : `<p class="source"><a href="${basePath}${markdown}">Markdown</a></p>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Trimerge</title>
<link rel="stylesheet" href="${basePath}${STYLE_ADDRESS}">
</head>
<body>
<header><nav aria-label="Documentation">${links.join(' ')}</nav></header>
<main>
${html}
${source}
</main>
</body>
</html>
`
}

/** The style sheet: a few rules for light and dark mode. */
const STYLE = `:root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: light-dark(#0b5cad, #7db7ff); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; }
header { border-bottom: 1px solid var(--line); }
nav { display: flex; flex-wrap: wrap; gap: 0 1.2rem; padding: .7rem 1.5rem; }
.contents { padding: 0; font-size: .92em; }
main { max-width: 62rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.25; margin: 2rem 0 .7rem; }
h1 { margin-top: 1rem; }
code, pre { font: .87em/1.5 ui-monospace, monospace; }
code { background: var(--soft); padding: .1em .3em; border-radius: 3px; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: .8rem 1rem; overflow-x: auto; border-radius: 5px; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92em; }
th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; }
tr:target, :target { background: light-dark(#fff3c4, #4a3f10); }
.source { margin-top: 3rem; font-size: .87em; }
`

// The routes of the site, and its index for programs.

/**
 * Adds `/docs`, `/schema`, `/examples`, `/collections` and `/llms.txt`. They need no credentials.
 */
export function documentationRoutes(server: FastifyInstance, basePath: string): void {
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS)
  })
  const send = (file: SiteFile | undefined, { headers }: FastifyRequest, reply: FastifyReply) => {
    if (file !== undefined) return reply.type(file.type).send(file.content)
    if (!acceptsHtml(headers)) throw new OrderError('unknownPath')
    return reply.code(404).type(HTML).send(missingPage(basePath))
  }
  let site: Site | undefined
  const find = (address: string) => {
    site ??= openSite(basePath)
    return site.find(address)
  }
  for (const folder of ['/docs', '/schema', '/examples', '/collections']) {
    for (const address of [folder, `${folder}/`]) {
      server.get(address, (request, reply) => send(find(folder), request, reply))
    }
    server.get<{ Params: { '*': string } }>(`${folder}/*`, (request, reply) =>
      send(find(`${folder}/${request.params['*']}`), request, reply),
    )
  }
  server.get(STYLE_ADDRESS, (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE))
  server.get('/llms.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText(basePath)),
  )
}

/**
 * Returns the index of this instance for language models, in the Markdown format of llmstxt.org:
 * what the service does, how to begin, and links to everything else.
 */
function llmsText(basePath: string): string {
  const operations = Object.values(OPERATIONS).map(
    ({ path, summary, actions }) =>
      `- POST ${basePath}${path}: ${summary} Actions: ${actions.join(', ')}.`,
  )
  return `# Trimerge

> Self-hosted sandbox and gateway for ordering mortgage credit reports: post an order as MISMO 2.x XML or JSON, and get one merged report from up to three bureaus, with the printed report embedded. In a sandbox the bureaus are simulated, and test borrowers have known results.

Send HTTP Basic credentials of an account. Content-Type application/json takes and returns JSON, application/xml takes and returns XML. A rejected order gets an error document with a code, the path of each error and what to do, mostly with HTTP status 200: read STATUS in the response. Even a report can lack files: read _ResultStatusType of each CREDIT_FILE. After a lost response, send the same bytes again: within 24 hours they return the stored response without a charge.

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

/** Returns the index of the documentation, with links to the Markdown addresses. */
function documentation(basePath: string): string {
  const index = readPackageFile('docs/README.md')?.toString() ?? ''
  return index
    .replace(/^# .*\n+/, '')
    .replace(/\]\(([\w-]+\.md)\)/g, `](${basePath}/docs/$1)`)
    .replace(/^.*\]\(\.\.\/.*\n/gm, '')
    .trimEnd()
}
