/** Tests links that sign in once: who can use them, and who cannot. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import type { Api } from '../../src/admin-api/handler.ts'
import { signInRoute } from '../../src/admin-api/sessions.ts'
import { signInLinks } from '../../src/admin-api/sign-in-link.ts'
import { MINUTE_MS } from '../../src/time.ts'
import { runningService } from '../support/running-service.ts'

const vault = { blindIndex: (label: string, text: string) => Buffer.from(`${label} ${text}`) }

test('a link works once, and only for some minutes', () => {
  let now = 0
  const links = signInLinks(vault, () => new Date(now))
  const tokenOf = (path: string) => path.split('/').at(-1) ?? ''
  const used = tokenOf(links.create('admin'))
  const late = tokenOf(links.create('admin'))
  assert.equal(links.take(used), 'admin')
  assert.equal(links.take(used), undefined)
  assert.equal(links.take('guessed'), undefined)
  now += 15 * MINUTE_MS
  assert.equal(links.take(late), undefined)
})

const DENIED: readonly (readonly [what: string, headers: Record<string, string>, from: string])[] =
  [
    ['another machine', {}, '192.0.2.7'],
    ['a client behind a proxy', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, '127.0.0.1'],
  ]

for (const [what, headers, remoteAddress] of DENIED) {
  test(`${what} cannot use a link, and does not use it up`, async () => {
    const links = signInLinks(vault, () => new Date())
    const server = Fastify()
    signInRoute(server, { signInLinks: links, basePath: '' } as unknown as Api)
    const url = links.create('admin')
    const answer = await server.inject({ url, headers, remoteAddress })
    const { location, 'set-cookie': cookie } = answer.headers
    assert.deepEqual([answer.statusCode, location, cookie], [303, '/console?link=ended', undefined])
    assert.equal(links.take(url.split('/').at(-1) ?? ''), 'admin')
  })
}

test('a link does not replace the second factor of a user who has one', async () => {
  const links = signInLinks(vault, () => new Date())
  const server = Fastify()
  const find = async () => ({ name: 'admin', hasSecondFactor: true })
  const api = { signInLinks: links, basePath: '', tools: { store: { operators: { find } } } }
  signInRoute(server, api as unknown as Api)
  const answer = await server.inject({ url: links.create('admin') })
  assert.equal(answer.headers['set-cookie'], undefined)
  assert.equal(answer.headers.location, '/console?link=ended')
})

test('a service that others can reach creates no links', async (t) => {
  const service = await runningService(t, { flags: { 'trusted-proxy': true } })
  const answer = await fetch(`${service.url}/console/sign-in/${'x'.repeat(43)}`)
  // The response is the page of the console, as for any path below it.
  assert.equal(answer.headers.get('set-cookie'), null)
  assert.notEqual(answer.status, 303)
})
