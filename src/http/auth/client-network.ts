/**
 * The network that a request comes from. Throttling counts by network, and the log contains the
 * network instead of the address.
 */
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether a trusted proxy in front of the service names the client. */
    readonly trustsProxy: boolean
  }
}

/** Records on the server whether a proxy is in front of it. `clientNetwork` depends on this. */
export function decorateTrustsProxy(server: FastifyInstance, trustsProxy: boolean): void {
  server.decorate('trustsProxy', trustsProxy)
}

/**
 * Returns the network of the client: the /24 of an IPv4 address or the /64 of an IPv6 address, such
 * as `203.0.113.0/24` and `2001:db8:0:1::/64`, or `unknown` if the socket has closed. A network and
 * not an address, because one client can have many addresses of its network, especially with IPv6.
 */
export function clientNetwork(request: FastifyRequest): string {
  const forwarded = request.server.trustsProxy
    ? lastHop(request.headers['x-forwarded-for'])
    : undefined
  return networkOf(forwarded ?? request.socket.remoteAddress ?? '')
}

/**
 * Returns the address that the proxy itself saw and appended. Clients can forge the addresses
 * before it. Text that is not a plain address is ignored, so that a client cannot choose its
 * network.
 */
function lastHop(header: string | string[] | undefined): string | undefined {
  const last = String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim()
    .replace(WITH_PORT, '$1$2')
  return last !== undefined && !last.includes('%') && isIP(last) !== 0 ? last : undefined
}

/** An address with a port, as some proxies write it: `203.0.113.7:4711`, `[2001:db8::7]:4711`. */
const WITH_PORT = /^(?:([\d.]+)|\[([^\]]+)\]):\d{1,5}$/

/**
 * Returns the site of an IPv6 network: the /48 that is assigned to its owner. IPv4 networks have
 * none.
 */
export function siteOf(network: string): string | undefined {
  if (!network.endsWith('::/64')) return undefined
  return `${network.split(':').slice(0, 3).join(':')}::/48`
}

/** Returns the network of an address. */
export function networkOf(address: string): string {
  const plain = address.split('%', 1)[0] ?? ''
  const version = isIP(plain)
  if (version === 0) return 'unknown'
  if (version === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  const groups = groupsOf(plain)
  const mapped = groups.slice(0, 6).join() === MAPPED
  if (mapped) return networkOf(groups.slice(6).flatMap(bytesOf).join('.'))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The first six groups of an IPv4 address that is mapped to IPv6 (RFC 4291 section 2.5.5.2). */
const MAPPED = '0,0,0,0,0,ffff'

/** Returns the eight groups of an IPv6 address in any spelling. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after] = canonical.split('::')
  const first = before === '' ? [] : before.split(':')
  const last = after === undefined || after === '' ? [] : after.split(':')
  return [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
