/** The page, files and headers of the console as the service sends them, without a browser. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { consoleRoutes } from '../../src/http/console-files.ts'

const SCRIPT = 'console.log("a script")\n'

/** A server with a small console under a base path. */
function serverWith(t: TestContext, basePath = '', built = true) {
  const files = new Map<string, Buffer>()
  if (built) {
    const page = '<meta name="base-path" content="" /><script src="./assets/main-1.js"></script>'
    files.set('index.html', Buffer.from(page))
    files.set('assets/main-1.js', Buffer.from(SCRIPT))
    files.set('assets/main-1.js.br', brotliCompressSync(SCRIPT))
    files.set('assets/main-1.js.gz', gzipSync(SCRIPT))
    files.set('assets/notes.txt', Buffer.from('not a file of a page'))
  }
  const server = Fastify()
  server.register(
    (scope, _, done) => {
      consoleRoutes(scope, basePath, () => files)
      done()
    },
    { prefix: basePath },
  )
  t.after(() => server.close())
  return server
}

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

test('a path that climbs out of the console gets 404', async (t) => {
  const server = serverWith(t)
  for (const path of ['..%2f..%2fetc%2fpasswd', '%2e%2e/%2e%2e/etc/passwd', '%5c..%5cx', 'a%00b']) {
    assert.equal((await server.inject(`/console/${path}`)).statusCode, 404, path)
  }
  assert.equal((await server.inject('/console/reports/R1?view=..%2f')).statusCode, 200)
})

for (const path of ['/console', '/console/', '/console/orders/O123', '/console/assets/none.js']) {
  test(`${path} has every security header`, async (t) => {
    const answer = await serverWith(t).inject(path)
    for (const [name, value] of Object.entries(HEADERS)) {
      assert.equal(answer.headers[name], value, name)
    }
    assert.match(String(answer.headers['permissions-policy']), /camera=\(\)/)
  })
}

test('a deep link gets the page, which refers to its files under the base path', async (t) => {
  const answer = await serverWith(t, '/credit').inject('/credit/console/reports/R123')
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
  assert.match(answer.body, /src="\/credit\/console\/assets\/main-1\.js"/)
  assert.match(answer.body, /name="base-path" content="\/credit"/)
})

const codings: [accepted: string | undefined, coding: string | undefined][] = [
  [undefined, undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.0', undefined],
  ['GZIP', 'gzip'],
]
const unpacked = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  none: (bytes: Buffer) => bytes,
}
for (const [accepted, coding] of codings) {
  test(`a file is sent with ${coding ?? 'no'} compression if Accept-Encoding is ${accepted ?? 'missing'}`, async (t) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
    const answer = await serverWith(t).inject({ url: '/console/assets/main-1.js', headers })
    assert.equal(answer.headers['content-encoding'], coding)
    assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(answer.headers.vary, 'Accept-Encoding')
    const unpack = unpacked[(coding ?? 'none') as keyof typeof unpacked]
    assert.equal(unpack(answer.rawPayload).toString(), SCRIPT)
  })
}

for (const path of [
  '/console/assets/none.js',
  '/console/assets/notes.txt',
  '/console/assets/main-1.js.br',
  '/console/assets/..%2findex.html',
  '/console/assets/%2e%2e%2findex.html',
]) {
  test(`${path} is not a file of the console and gets 404`, async (t) => {
    assert.equal((await serverWith(t).inject(path)).statusCode, 404)
  })
}

test('a console that is not built gets 503 with the command that builds it', async (t) => {
  const answer = await serverWith(t, '', false).inject('/console')
  assert.equal(answer.statusCode, 503)
  assert.match(answer.body, /npm run console/)
})
