/**
 * What an instance serves about itself: the documentation as pages and as Markdown, schemas, sample
 * orders and collections, from the files of the package. Each is made once, when it is first asked for.
 */
import { dirname, extname, posix } from 'node:path'
import { readPackageFile, readPackageFolder } from '../../package-files.ts'
import { pageOf } from './frame.ts'
import { escaped, render } from './markdown.ts'
import { samples } from './samples.ts'

/** A file as it is served. */
export interface Served {
  readonly type: string
  readonly content: Buffer
}

/** The folders of the package that are served, each under its own name. */
const FOLDERS = ['docs', 'schema', 'examples', 'collections'] as const

/** Pages of the documentation that lie elsewhere in the package. */
const MORE_PAGES: Readonly<Record<string, string>> = {
  '/docs/security': 'SECURITY.md',
  '/docs/changelog': 'CHANGELOG.md',
}

/** The addresses of this instance's files, below its base path. */
export interface Site {
  /** What is served at an address; undefined where nothing is. */
  find(address: string): Served | undefined
  /** The addresses of the files and pages, as they are linked to. */
  readonly addresses: readonly string[]
}

/** The site of an instance with this base path. */
export function openSite(basePath: string): Site {
  const files = packageFiles()
  const made = new Map<string, Served>()
  const makers = makersOf(files, basePath)
  return {
    addresses: [...makers.keys()],
    find: (address) => {
      const known = made.get(address)
      if (known !== undefined) return known
      const served = makers.get(address)?.()
      if (served !== undefined) made.set(address, served)
      return served
    },
  }
}

type Files = ReadonlyMap<string, Buffer>

/** The files that are served, by their paths in the package. */
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

function makersOf(files: Files, basePath: string): ReadonlyMap<string, () => Served> {
  const makers = new Map<string, () => Served>()
  const addressOf = new Map<string, string>()
  for (const [path, content] of files) {
    const page = pageAddress(path)
    if (page !== undefined) {
      addressOf.set(path, page)
      makers.set(page, () => markdownPage(path, content, addressOf, basePath))
    }
    if (path in MORE_PAGES || Object.values(MORE_PAGES).includes(path)) continue
    makers.set(`/${path}`, () => ({ type: typeOf(path), content }))
    if (page === undefined) addressOf.set(path, `/${path}`)
  }
  for (const [address, make] of samples()) {
    makers.set(address, () => ({ type: typeOf(address), content: Buffer.from(make()) }))
  }
  for (const folder of foldersOf(files.keys())) {
    const address = `/${folder}`
    if (makers.has(address)) continue
    addressOf.set(folder, address)
    makers.set(address, () => listing(folder, files, addressOf, basePath))
  }
  return makers
}

/** The address of a page; a README is that of its folder. */
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
): Served {
  const { title, html } = render(content.toString(), (target) => {
    if (/^https?:\/\//.test(target)) return target
    const [file = '', hash] = target.split('#', 2)
    const address = addressOf.get(posix.join(dirname(path), file).replace(/\/$/, ''))
    return address && `${basePath}${address}${hash === undefined ? '' : `#${hash}`}`
  })
  const markdown = path.startsWith('docs/') ? `/${path}` : undefined
  return { type: HTML, content: Buffer.from(pageOf({ title, html, basePath, markdown })) }
}

/** A folder without a page of its own, as a list of what is in it. */
function listing(
  folder: string,
  files: Files,
  addressOf: ReadonlyMap<string, string>,
  basePath: string,
): Served {
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

/** XML says its encoding itself: some of the samples are not UTF-8. */
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
