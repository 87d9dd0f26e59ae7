/** The network of a client, as logs and throttling use it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import {
  clientNetwork,
  decorateTrustsProxy,
  networkOf,
} from '../../src/http/auth/client-network.ts'
import { requestText, sendRaw } from './raw.ts'

const NETWORKS: readonly (readonly [string, string])[] = [
  ['203.0.113.77', '203.0.113.0/24'],
  ['127.0.0.1', '127.0.0.0/24'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0001::5', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['::ffff:cb00:714d', '203.0.113.0/24'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
  ['example.com', 'unknown'],
]

for (const [address, network] of NETWORKS) {
  test(`the network of ${address || 'an empty address'} is ${network}`, () => {
    assert.equal(networkOf(address), network)
  })
}

const own = '127.0.0.0/24'
const seen = '198.51.100.0/24'

/**
 * Lines of `X-Forwarded-For`, and the network behind a trusted proxy. Without a trusted proxy it is
 * the network of the socket.
 */
const FORWARDED: readonly (readonly [string, readonly string[], string])[] = [
  ['no header', [], own],
  ['one address', ['198.51.100.7'], seen],
  ['an address that the client claims before it', ['10.0.0.1, 198.51.100.7'], seen],
  ['no space after the comma', ['10.0.0.1,198.51.100.7'], seen],
  ['two lines', ['10.0.0.1', '198.51.100.7'], seen],
  ['an IPv6 address', ['2001:db8:0:1::9'], '2001:db8:0:1::/64'],
  ['an empty header', [''], own],
  ['nothing after the comma', ['198.51.100.7,'], own],
  ['an address with a port', ['198.51.100.7:4711'], seen],
  ['an IPv6 address with a port', ['[2001:db8:0:1::9]:4711'], '2001:db8:0:1::/64'],
  ['an address with more than a port', ['198.51.100.7:4711:1'], own],
  ['an address in brackets', ['[2001:db8::9]'], own],
  ['an address with a zone', ['fe80::1%eth0'], own],
  ['a name', ['unknown'], own],
  ['a number above 255', ['198.51.100.256'], own],
  ['leading zeros', ['198.051.100.007'], own],
]

for (const trustsProxy of [true, false]) {
  test(`X-Forwarded-For is ${trustsProxy ? 'used with' : 'ignored without'} a trusted proxy`, async (t) => {
    const server = Fastify()
    t.after(() => server.close())
    decorateTrustsProxy(server, trustsProxy)
    server.get('/', (request, reply) => reply.send(clientNetwork(request)))
    const url = await server.listen({ port: 0, host: '127.0.0.1' })
    for (const [title, lines, network] of FORWARDED) {
      const fields = lines.map((line) => `X-Forwarded-For: ${line}`)
      const answer = await sendRaw(url, requestText(['GET / HTTP/1.1', 'Host: x', ...fields]))
      assert.equal(answer.body, trustsProxy ? network : own, title)
    }
  })
}
