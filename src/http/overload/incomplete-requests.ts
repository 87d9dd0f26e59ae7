/**
 * Framing of requests, so that every program on the way reads the same request: one host, one
 * length, one way of framing, one value of each field that has one (RFC 9110, RFC 9112). Node's
 * parser has rejected the rest before; these are the rules that it lets through.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Reason } from '../../errors.ts'

/** Most fields of a request. */
export const HEADERS_COUNT_MAX = 64

/**
 * Fields that a request has at most once. Of some, Node would keep the first and ignore the others.
 */
const SINGLE = [
  'authorization',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'expect',
  'from',
  'host',
  'max-forwards',
  'origin',
  'proxy-authorization',
  'range',
  'referer',
  'transfer-encoding',
  'user-agent',
] as const

type Fields = ReadonlyMap<string, readonly string[]>

/** Why a request is not accepted at all; undefined where its framing is clear. */
export function framingError(request: IncomingMessage): Reason | undefined {
  const fields = fieldsOf(request)
  const is11 = request.httpVersion === '1.1'
  if (!is11 && request.httpVersion !== '1.0') return 'badRequest'
  if (SINGLE.some((name) => (fields.get(name)?.length ?? 0) > 1)) return 'badRequest'
  if (!isTarget(request.url ?? '') || !isHost(fields, is11)) return 'badRequest'
  if (!isFramed(fields, is11)) return 'badRequest'
  const [expectation = '100-continue'] = fields.get('expect') ?? []
  return expectation.toLowerCase() === '100-continue' ? undefined : 'wrongExpectation'
}

/** Node's parser, as far as its undocumented parts are used here, and maybe are not there. */
interface Parser {
  readonly constructor: { readonly kOnMessageBegin?: number; readonly kOnExecute?: number }
  /** The bytes that are being read. */
  getCurrentBuffer?(): Uint8Array | undefined
  [callback: number]: unknown
}

/** The head of a request that has begun and has not ended, as far as reads before brought it. */
interface HeadUnderWay {
  isUnderWay: boolean
  earlier: Buffer
}

const NOTHING = Buffer.alloc(0)
const headsUnderWay = new WeakMap<Socket, HeadUnderWay>()

function parserOf(socket: Socket): Parser | undefined {
  return (socket as { readonly parser?: Parser | null }).parser ?? undefined
}

/** Keeps what comes of a head before the read that ends it; most heads come in one. */
export function watchHeads(socket: Socket): void {
  const parser = parserOf(socket)
  const { kOnMessageBegin, kOnExecute } = parser?.constructor ?? {}
  if (parser === undefined || kOnMessageBegin === undefined || kOnExecute === undefined) return
  const executed = parser[kOnExecute]
  if (typeof executed !== 'function') return
  const head: HeadUnderWay = { isUnderWay: false, earlier: NOTHING }
  headsUnderWay.set(socket, head)
  parser[kOnMessageBegin] = () => {
    head.isUnderWay = true
  }
  parser[kOnExecute] = (parsed: unknown) => {
    if (head.isUnderWay) {
      head.earlier = Buffer.concat([head.earlier, parser.getCurrentBuffer?.() ?? NOTHING])
    }
    return executed(parsed)
  }
}

/** What reads before brought of the head that has just ended. */
function earlierPart(socket: Socket): Buffer {
  const head = headsUnderWay.get(socket)
  if (head === undefined) return NOTHING
  const { earlier } = head
  head.isUnderWay = false
  head.earlier = NOTHING
  return earlier
}

/**
 * Whether more than one space separates the parts of the request line, which Node's parser lets
 * through. It is known only while the parser reports the request. `isFirstOfRead`: no other request
 * came with these bytes.
 */
export function hasExtraSpaces(request: IncomingMessage, isFirstOfRead: boolean): boolean {
  const { socket, method, url, httpVersion } = request
  const earlier = earlierPart(socket)
  const bytes = parserOf(socket)?.getCurrentBuffer?.()
  if (bytes === undefined) return false
  const line = `${method} ${url} HTTP/${httpVersion}\r`
  const own = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isWhole = isFirstOfRead && earlier.length === 0
  if (isWhole && own.toString('latin1', 0, line.length) === line) return false
  // Several requests may have come at once: any line of this request with more spaces is refused.
  const text = Buffer.concat([earlier, own])
  const [before, after] = [escaped(`${method}`), `HTTP/${escaped(httpVersion)}\r?\n`]
  const spaced = `${before}(?: {2,}${escaped(`${url}`)} +| +${escaped(`${url}`)} {2,})${after}`
  return new RegExp(spaced).test(text.toString('latin1'))
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

function fieldsOf({ rawHeaders }: IncomingMessage): Fields {
  const fields = new Map<string, string[]>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    const values = fields.get(name)
    if (values === undefined) fields.set(name, [rawHeaders[index + 1] ?? ''])
    else values.push(rawHeaders[index + 1] ?? '')
  }
  return fields
}

/** A path. Whole URLs, authorities and `*` are for proxies, and this is none. */
function isTarget(target: string): boolean {
  return target.startsWith('/') && !target.includes('#') && isDecodable(target)
}

function isDecodable(target: string): boolean {
  if (!target.includes('%')) return true
  try {
    decodeURIComponent(target)
    return true
  } catch {
    return false
  }
}

const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/

/** A name or address with or without a port, and nothing about users and paths. */
function isHost(fields: Fields, needed: boolean): boolean {
  const [host] = fields.get('host') ?? []
  return host === undefined ? !needed : HOST.test(host)
}

/** Framed by a length in its one spelling, or in chunks and by nothing else; or without a body. */
function isFramed(fields: Fields, is11: boolean): boolean {
  const [length] = fields.get('content-length') ?? []
  const [coding] = fields.get('transfer-encoding') ?? []
  if (length !== undefined && !/^(?:0|[1-9][0-9]*)$/.test(length)) return false
  return coding === undefined || (is11 && length === undefined && coding === 'chunked')
}

// Connections whose request has not wholly come. There may be a certain number of them; beyond it
// those that wait longest go before their time, so that any number of silent or dripping clients
// cost bounded memory and never have all the connections there are.

/** Keeps the connections that have not said all yet, in the order in which they began to wait. */
export interface IncompleteRequests {
  /** A request is awaited on the connection, or has only begun to come. */
  awaited(socket: Socket): void
  /** Its request has wholly come, or it is gone. */
  heard(socket: Socket): void
  close(): void
}

const SWEEP_EVERY_MS = 100
/**
 * The number of sweeps that a connection has at least: everything that its client sent at once was
 * read between them, however late this thread came to it.
 */
const SWEEPS_MIN = 4

/**
 * Drops the longest waiting connections beyond a number; `isOurs` says which of them wait for this
 * service and not for their client.
 */
export function openIncompleteRequests(
  max: () => number,
  isOurs: (socket: Socket) => boolean,
  drop: (socket: Socket) => void,
): IncompleteRequests {
  const sinceSweep = new Map<Socket, number>()
  let sweep = 0
  const timer = setInterval(() => {
    sweep += 1
    let tooMany = sinceSweep.size - max()
    for (const [socket, since] of sinceSweep) {
      if (tooMany <= 0 || sweep - since < SWEEPS_MIN) return
      if (isOurs(socket)) continue
      tooMany -= 1
      sinceSweep.delete(socket)
      drop(socket)
    }
  }, SWEEP_EVERY_MS).unref()
  return {
    awaited: (socket) => {
      if (!sinceSweep.has(socket)) sinceSweep.set(socket, sweep)
    },
    heard: (socket) => void sinceSweep.delete(socket),
    close: () => clearInterval(timer),
  }
}
