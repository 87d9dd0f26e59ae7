/** The documentation that an instance serves: every page renders, and every link has a target. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { XmlDocument } from 'libxml2-wasm'
import { RESPONSE_BOUNDS } from '../../src/documents/codec/parse.ts'
import { parseText } from '../../src/documents/codec/parse-document.ts'
import { read } from '../../src/documents/codec/read.ts'
import { ErrorResponse } from '../../src/documents/tables/error-response.ts'
import { CODES, descriptionOf, OrderError, type Reason } from '../../src/errors.ts'
import { render } from '../../src/http/documentation/markdown.ts'
import { openSite } from '../../src/http/documentation/site.ts'
import { writeErrorDocument } from '../../src/orders/fulfil/error-document.ts'
import { SETTINGS } from '../../src/settings/settings.ts'
import { runningService } from '../support/running-service.ts'

const BASE = '/credit'
const site = openSite(BASE)
/** The `Accept` header with which browsers open an address. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
/** Addresses of the service that are not files of the site. */
const OTHERS = ['/console', '/openapi.json', '/docs/style.css', '/llms.txt']

function htmlAt(address: string): string {
  const served = site.find(address) ?? assert.fail(address)
  assert.equal(served.type, 'text/html; charset=utf-8', address)
  return served.content.toString()
}

/** Whether a link on a page leads to an existing page, and to an existing heading or row on it. */
function leads(page: string, to: string): boolean {
  const [address = '', hash] = to.split('#', 2)
  if (address !== '' && !address.startsWith(`${BASE}/`)) return false
  const own = address === '' ? page : address.slice(BASE.length)
  if (OTHERS.includes(own)) return true
  const served = site.find(own)?.content.toString()
  return served !== undefined && (hash === undefined || served.includes(` id="${hash}"`))
}

const pages = site.addresses.filter((address) => site.find(address)?.type.startsWith('text/html'))

describe('the documentation of an instance', () => {
  test('has all the main pages', () => {
    for (const name of [
      'tutorial',
      'errors',
      'dialects',
      'personas',
      'fields',
      'schemas',
      'security',
    ]) {
      assert.match(htmlAt(`/docs/${name}`), /<h1 id="/, name)
    }
    assert.match(htmlAt('/docs'), /href="\/credit\/docs\/tutorial"/)
    assert.match(htmlAt('/schema'), /href="\/credit\/schema\/mismo"/)
    assert.match(htmlAt('/schema/mismo'), /href="\/credit\/schema\/mismo\/trimerge.xsd"/)
    assert.match(htmlAt('/collections'), /postman/i)
    assert.ok(pages.length > 35, `${pages.length} pages`)
  })

  test('has only links whose page and heading exist', () => {
    const links = pages.flatMap((page) =>
      Array.from(htmlAt(page).matchAll(/ href="([^"]*)"/g), ([, to = '']) => ({ page, to })),
    )
    const own = links.filter(({ to }) => !/^https?:/.test(to))
    for (const { page, to } of own) assert.ok(leads(page, to), `${page}: ${to}`)
    assert.ok(own.length > 500, `${own.length} links`)
  })

  test('lists the sections of long pages at their top', () => {
    const contents = /<\/h1>\n<nav class="contents" aria-label="On this page">(.*)<\/nav>\n/
    const [, links = ''] = contents.exec(htmlAt('/docs/operations')) ?? []
    assert.match(
      links,
      /^<a href="#before-production">Before production<\/a> <a href="#transport">/,
    )
    for (const other of ['errors', 'personas']) {
      assert.doesNotMatch(htmlAt(`/docs/${other}`), contents, other)
    }
  })

  test('renders all Markdown to well-formed HTML', () => {
    for (const page of pages) {
      const html = htmlAt(page)
      const shown = html.replace(/<pre>[\s\S]*?<\/pre>|<code>.*?<\/code>/g, '')
      assert.doesNotMatch(shown, /\]\(|\*\*|```|^\|/m, page)
      const body = html.slice(html.indexOf('<body>'), html.indexOf('</html>'))
      XmlDocument.fromString(body).dispose()
    }
  })

  test('has the page and heading that the description of each error refers to', () => {
    for (const reason of Object.keys(CODES) as Reason[]) {
      const places: readonly string[] =
        descriptionOf(reason).match(/\/docs\/[\w-]+(?:#[\w-]+)?/g) ?? []
      assert.ok(places.includes(`/docs/errors#${reason}`), reason)
      for (const place of places) assert.ok(leads('/docs/errors', BASE + place), place)
    }
  })
})

test('the description of each error fits into its field, with the longest base path', () => {
  const basePath = '/'.padEnd(100, 'a')
  const isAllowed = (path: string) => SETTINGS['base-path'].schema.safeParse(path).success
  assert.deepEqual([basePath, `${basePath}a`].map(isAllowed), [true, false])
  for (const reason of Object.keys(CODES) as Reason[]) {
    const xml = writeErrorDocument(new OrderError(reason), new Date(0), basePath)
    assert.deepEqual(read(ErrorResponse, parseText(xml, RESPONSE_BOUNDS)).issues, [], reason)
  }
})

describe('Markdown', () => {
  const cases: readonly [title: string, markdown: string, html: string][] = [
    [
      'markup in text is escaped',
      'a <b onclick="x">&amp;',
      '<p>a &lt;b onclick=&quot;x&quot;&gt;&amp;</p>',
    ],
    ['markup in code is escaped', '`<b>**x**`', '<p><code>&lt;b&gt;**x**</code></p>'],
    ['a link to a page that is not served becomes text', '[a](b.md)', '<p>a</p>'],
    ['a link with code', '[`a`](#b)', '<p><a href="#b"><code>a</code></a></p>'],
    ['asterisks of a product are not emphasis', '3 * 4 * 5', '<p>3 * 4 * 5</p>'],
    [
      'a list with a paragraph',
      '- a\n  b\n- *c*',
      '<ul>\n<li>a\nb</li>\n<li><em>c</em></li>\n</ul>',
    ],
    [
      'a list item with code',
      '1. a\n\n   ```sh\n   b\n   ```\n2. c',
      '<ol>\n<li><p>a</p>\n<pre><code>b</code></pre>\n</li>\n<li><p>c</p>\n</li>\n</ol>',
    ],
    [
      'headings with the same name get distinct ids',
      '# a\n## A',
      '<h1 id="a">a</h1>\n<h2 id="a-1">A</h2>',
    ],
    [
      'a table',
      '| a | b |\n|---|---|\n| `c` | d\\|e |',
      '<div class="table"><table>\n<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>\n<tbody>\n<tr id="c"><td><code>c</code></td><td>d|e</td></tr>\n</tbody></table></div>',
    ],
  ]
  for (const [title, markdown, html] of cases) {
    test(title, () => assert.equal(render(markdown, () => undefined).html, html))
  }
})

test('an instance serves the documentation below its base path, without credentials', async (t) => {
  const service = await runningService(t, { flags: { 'base-path': BASE } })
  const get = async (address: string) => {
    const response = await fetch(`${service.url}${address}`)
    return { status: response.status, type: response.headers.get('content-type'), response }
  }
  const root = join(import.meta.dirname, '../..')
  for (const [address, type, file] of [
    ['/schema/mismo/trimerge.xsd', 'application/xml', 'schema/mismo/trimerge.xsd'],
    [
      '/schema/json/trimerge.schema.json',
      'application/schema+json',
      'schema/json/trimerge.schema.json',
    ],
    ['/examples/utf-16.xml', 'application/xml', 'examples/utf-16.xml'],
    ['/docs/tutorial.md', 'text/markdown; charset=utf-8', 'docs/tutorial.md'],
    ['/collections/trimerge.http', 'text/plain; charset=utf-8', 'collections/trimerge.http'],
  ] as const) {
    const answered = await get(address)
    assert.deepEqual([answered.status, answered.type], [200, type], address)
    const content = Buffer.from(await answered.response.arrayBuffer())
    assert.ok(content.equals(readFileSync(join(root, file))), address)
  }
  const order = readFileSync(join(root, 'examples/credit-report.xml'), 'utf8')
  const manyHeaders = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`x-${at}`, 'x']))
  const rejected = [
    await service.post('credit_report', order.replace('_SSN="', '_SSN="none')),
    await service.post('credit_report', order.slice(0, 99)),
    await service.post('credit_reports', order),
    await service.post('credit_report', order, manyHeaders),
  ]
  for (const { body } of rejected) {
    const description = / _Description="([^"]*)"/.exec(body)?.[1] ?? ''
    const pages = description.match(/\/[\w/-]*docs\/[\w-]+/g) ?? []
    assert.ok(pages.length > 0, body)
    assert.doesNotMatch(description, / \/(?!credit\/)/, 'paths begin with the base path')
    for (const address of pages) {
      assert.ok(address.startsWith(`${BASE}/docs/`), address)
      assert.equal((await fetch(new URL(address, service.url))).status, 200, address)
    }
  }
  for (const folder of ['docs', 'schema', 'examples', 'collections']) {
    const plain = await get(`/${folder}`)
    const slashed = await get(`/${folder}/`)
    assert.deepEqual([slashed.status, slashed.type], [200, 'text/html; charset=utf-8'], folder)
    assert.equal(await slashed.response.text(), await plain.response.text(), folder)
  }
  const page = await get('/docs/errors')
  assert.equal(page.type, 'text/html; charset=utf-8')
  assert.match(page.response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  const index = await (await get('/llms.txt')).response.text()
  assert.match(index, /mostly with HTTP status 200: read STATUS in the response/)
  for (const [, address = ''] of index.matchAll(/\]\((\/credit\/[^)]*)\)/g)) {
    const answered = await fetch(new URL(address, service.url))
    assert.equal(answered.status, 200, address)
    await answered.body?.cancel()
  }
  for (const address of [
    '/docs/nothing',
    '/schema/../package.json',
    '/schema/%2e%2e/package.json',
    '/examples/index.json/',
    '/docs/__proto__',
  ]) {
    const answered = await get(address)
    assert.equal(answered.status, 404, address)
    await answered.response.body?.cancel()
  }
  const lost = await fetch(`${service.url}/docs/nothing`, { headers: { Accept: BROWSER } })
  assert.equal(lost.status, 404)
  assert.match(await lost.text(), /<h1>Page not found<\/h1>\n<p>The <a href="\/credit\/docs">/)
})

test('a browser at the bare address of an instance is sent to the console, and a program is not', async (t) => {
  for (const base of ['', BASE]) {
    const { url } = await runningService(t, { flags: { 'base-path': base } })
    const accept = (Accept: string, method = 'GET'): RequestInit => ({
      method,
      headers: { Accept },
      redirect: 'manual',
    })
    for (const address of [url, `${url}/`]) {
      const browser = await fetch(address, accept(BROWSER))
      assert.equal(browser.status, 302)
      assert.equal(browser.headers.get('location'), `${base}/console`)
      for (const other of [accept('*/*'), accept('application/xml'), accept(BROWSER, 'POST')]) {
        const answered = await fetch(address, other)
        assert.equal(answered.status, 404)
        assert.match(await answered.text(), /Post to one of the four operations/)
      }
    }
  }
})
