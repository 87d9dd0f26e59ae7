/**
 * The network that a request comes from: throttling counts by it, and the log has it in place of an
 * address.
 */
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestFacts } from '../../store/records/orders/order-entry.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether a proxy of ours is in front and names the client. */
    readonly trustsProxy: boolean
  }
}

/** Notes on the server whether a proxy is in front of it; `clientNetwork` depends on that. */
export function noteProxy(server: FastifyInstance, trustsProxy: boolean): void {
  server.decorate('trustsProxy', trustsProxy)
}

/**
 * The network of the client: the /24 of an IPv4 address, the /64 of an IPv6 address, as
 * `203.0.113.0/24` and `2001:db8:0:1::/64`; `unknown` where the socket has closed. One client has
 * many addresses of its network, IPv6 ones in particular.
 */
export function clientNetwork(request: FastifyRequest): string {
  const forwarded = request.server.trustsProxy
    ? lastHop(request.headers['x-forwarded-for'])
    : undefined
  return networkOf(forwarded ?? request.socket.remoteAddress ?? '')
}

/**
 * The address that the proxy itself saw and appended. Everything before it is the client's claim. A
 * text that is no plain address counts as none, so that a client cannot choose its network.
 */
function lastHop(header: string | string[] | undefined): string | undefined {
  const last = String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return last !== undefined && !last.includes('%') && isIP(last) !== 0 ? last : undefined
}

const HEADER_LENGTH_MAX = 200

/** What is kept of a request beside its document: no address, and only the header fields named. */
export function requestFacts(
  request: FastifyRequest,
  names: readonly ('content-type' | 'accept' | 'user-agent')[] = [],
): RequestFacts {
  const headers = names.flatMap((name) => {
    const value = request.headers[name]
    return value === undefined ? [] : [[name, value.slice(0, HEADER_LENGTH_MAX)] as const]
  })
  return {
    id: request.id,
    traceId: request.trace?.traceId,
    network: clientNetwork(request),
    headers: Object.fromEntries(headers),
  }
}

/** The site of an IPv6 network, as its owner is given it: its /48. IPv4 networks have none. */
export function siteOf(network: string): string | undefined {
  if (!network.endsWith('::/64')) return undefined
  return `${network.split(':').slice(0, 3).join(':')}::/48`
}

/** The network of an address. */
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

/** How IPv4 addresses begin as IPv6 ones (RFC 4291 section 2.5.5.2). */
const MAPPED = '0,0,0,0,0,ffff'

/** The eight groups of an IPv6 address, in whichever of its spellings it came. */
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
