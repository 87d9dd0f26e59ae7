/**
 * Rules for the framing of requests and for the rate of their bodies, and a limit on connections
 * with incomplete requests. The rules make every program on the path read the same request: one
 * host, one length, one kind of framing, one value of each field that may have only one (RFC 9110,
 * RFC 9112). Node's parser rejects other errors before; these are errors that it accepts.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { OrderError, type Reason } from '../../errors.ts'

/** The most header fields of a request. */
export const HEADERS_COUNT_MAX = 64

/**
 * The header fields that a request may have only once. For some of them, Node would use the first
 * value and ignore the others.
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

// Rules that either the parser or this file finds broken.
const VERSIONS = 'The request line must end with HTTP/1.1 or HTTP/1.0, and CR LF'
const LINE_END = 'Each line of HTTP must end with CR LF'
const CHUNKED_ONLY = 'Transfer-Encoding must be chunked, in lower case and without Content-Length'

type Fields = ReadonlyMap<string, readonly string[]>

/**
 * Returns why a request is rejected because of its framing, or undefined if its framing is clear.
 */
export function framingError(request: IncomingMessage): OrderError | undefined {
  const fields = fieldsOf(request)
  const text = brokenRule(request, fields)
  if (text !== undefined) return new OrderError('badRequest', [text])
  const [expectation = '100-continue'] = fields.get('expect') ?? []
  return expectation.toLowerCase() === '100-continue'
    ? undefined
    : new OrderError('wrongExpectation')
}

/** Returns the rule of framing that a request breaks, never its value. */
function brokenRule({ httpVersion, url = '' }: IncomingMessage, fields: Fields) {
  const isHttp11 = httpVersion === '1.1'
  if (!isHttp11 && httpVersion !== '1.0') return VERSIONS
  const repeated = SINGLE.find((name) => (fields.get(name)?.length ?? 0) > 1)
  if (repeated !== undefined) return `The header field ${repeated} must occur only once`
  return brokenTarget(url) ?? brokenHost(fields, isHttp11) ?? brokenLength(fields, isHttp11)
}

const REASON_OF_PARSER: Readonly<Record<string, Reason>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'tooSlow',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'tooLarge',
}

/** The rules that Node's parser applies and that clients break by mistake. */
const RULE_OF_PARSER: Readonly<Record<string, string>> = {
  HPE_INVALID_VERSION: VERSIONS,
  HPE_INVALID_CONSTANT: 'The request line must be a method, a path without spaces, and HTTP/1.1',
  HPE_INVALID_URL: 'The request target must be a path in ASCII; percent-encode other characters',
  HPE_INVALID_HEADER_TOKEN: 'A header field must be a name, a colon and a value in one line',
  HPE_CR_EXPECTED: LINE_END,
  HPE_LF_EXPECTED: LINE_END,
  HPE_INVALID_METHOD: 'The request line must begin with a method of HTTP in capitals',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'The request must have only one Content-Length',
  HPE_INVALID_CONTENT_LENGTH: 'Content-Length must be a whole number, without Transfer-Encoding',
  HPE_INVALID_TRANSFER_ENCODING: CHUNKED_ONLY,
  HPE_INVALID_CHUNK_SIZE: 'Each chunk must begin with its length in hexadecimal',
  HPE_INVALID_EOF_STATE: 'The request ended before it was complete',
}

/**
 * Returns why a request could not be read, or undefined for errors of the connection itself, such
 * as resets.
 */
export function parserError(code: string): OrderError | undefined {
  const reason = REASON_OF_PARSER[code] ?? (/^HPE_/.test(code) ? 'badRequest' : undefined)
  const rule = RULE_OF_PARSER[code]
  return reason && new OrderError(reason, rule === undefined ? [] : [rule])
}

/** A client that counts characters instead of bytes waits for a response that cannot come. */
export const LATE_BODY = new OrderError('tooSlow', [
  'The body did not arrive completely in time: it may have fewer bytes than Content-Length',
])

export const EXTRA_SPACES = new OrderError('badRequest', [
  'The request line must have one space before and after the path',
])

/** The undocumented parts of Node's parser that are used here. A version of Node may lack them. */
interface Parser {
  readonly constructor: { readonly kOnMessageBegin?: number; readonly kOnExecute?: number }
  /** Returns the bytes that are being parsed. */
  getCurrentBuffer?(): Uint8Array | undefined
  [callback: number]: unknown
}

/** The head of a request that has begun but not ended, with the bytes of earlier reads. */
interface PartialHead {
  isPartial: boolean
  earlier: Buffer
}

const NO_BYTES = Buffer.alloc(0)
const partialHeads = new WeakMap<Socket, PartialHead>()

function parserOf(socket: Socket): Parser | undefined {
  return (socket as { readonly parser?: Parser | null }).parser ?? undefined
}

/**
 * Collects the bytes of a head that arrive before the read that ends it. Most heads arrive in one
 * read.
 */
export function watchHeads(socket: Socket): void {
  const parser = parserOf(socket)
  const { kOnMessageBegin, kOnExecute } = parser?.constructor ?? {}
  if (parser === undefined || kOnMessageBegin === undefined || kOnExecute === undefined) return
  const executed = parser[kOnExecute]
  if (typeof executed !== 'function') return
  const head: PartialHead = { isPartial: false, earlier: NO_BYTES }
  partialHeads.set(socket, head)
  parser[kOnMessageBegin] = () => {
    head.isPartial = true
  }
  parser[kOnExecute] = (parsed: unknown) => {
    if (head.isPartial) {
      head.earlier = Buffer.concat([head.earlier, parser.getCurrentBuffer?.() ?? NO_BYTES])
    }
    return executed(parsed)
  }
}

/** Returns the bytes that earlier reads brought of the head that has just ended. */
function earlierPart(socket: Socket): Buffer {
  const head = partialHeads.get(socket)
  if (head === undefined) return NO_BYTES
  const { earlier } = head
  head.isPartial = false
  head.earlier = NO_BYTES
  return earlier
}

/**
 * Returns whether more than one space separates the parts of the request line, which Node's parser
 * accepts. This can be determined only while the parser reports the request. `isFirstOfRead`: no
 * other request arrived with these bytes.
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
  // Several requests may have arrived together, so any matching line with extra spaces is rejected.
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

/** Whole URLs, authorities and `*` as targets are for proxies, and this service is not one. */
function brokenTarget(target: string): string | undefined {
  if (!target.startsWith('/'))
    return 'The request target must be a path, not a whole URL: this service is not a proxy'
  if (target.includes('#')) return 'The request target must be a path without a fragment'
  return isDecodable(target)
    ? undefined
    : 'The percent-encoding of the request target must be valid UTF-8'
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

function brokenHost(fields: Fields, needed: boolean): string | undefined {
  const [host] = fields.get('host') ?? []
  if (host === undefined) return needed ? 'HTTP/1.1 needs the header field Host' : undefined
  return HOST.test(host) ? undefined : 'Host must be a name or an address, with an optional port'
}

/** A body has a length in its canonical spelling, or only chunks. */
function brokenLength(fields: Fields, isHttp11: boolean): string | undefined {
  const [length] = fields.get('content-length') ?? []
  const [coding] = fields.get('transfer-encoding') ?? []
  if (length !== undefined && !/^(?:0|[1-9][0-9]*)$/.test(length))
    return 'Content-Length must be a whole number without a sign or leading zeros'
  if (coding === undefined) return undefined
  if (coding !== 'chunked' || length !== undefined) return CHUNKED_ONLY
  return isHttp11 ? undefined : 'HTTP/1.0 has no Transfer-Encoding: send Content-Length'
}

// The size and the rate of a body.

/** The limits of a body. */
export interface BodyLimits {
  readonly bodyBytesMax: number
  /** The lowest average rate after a grace period, so that a slow start is no error. */
  readonly bodyBytesPerSecondMin: number
}

/** The start of a measurement of a body: the time, and the bytes read from the socket until then. */
export interface Measurement {
  readonly sinceMs: number
  readonly bytes: number
}

/** The grace period at the start of a body. */
const GRACE_MS = 5000
/**
 * The most bytes on the wire per byte of the body limit. A chunk of one byte takes six bytes, so a
 * body with more overhead than this is not a real one.
 */
const FRAMING_FACTOR_MAX = 8

/** Begins a measurement. */
export function measure(socket: Socket): Measurement {
  return { sinceMs: performance.now(), bytes: socket.bytesRead }
}

/** Returns the error of a body that is too large or too slow; undefined if it is neither. */
export function bodyError(
  measured: Measurement,
  socket: Socket,
  limits: BodyLimits,
): OrderError | undefined {
  const ms = performance.now() - measured.sinceMs
  const bytes = socket.bytesRead - measured.bytes
  if (bytes > limits.bodyBytesMax * FRAMING_FACTOR_MAX) return new OrderError('tooLarge')
  const isSlow = ms >= GRACE_MS && bytes < (limits.bodyBytesPerSecondMin * ms) / 1000
  return isSlow ? new OrderError('tooSlow') : undefined
}

// Connections with incomplete requests. Their number is limited. Beyond the limit, the connections
// that have waited longest are dropped before their time-out. Silent or slow clients therefore cost
// bounded memory and never use up all connections.

/** The connections with incomplete requests, in the order in which they began to wait. */
export interface IncompleteRequests {
  /** Adds a connection that waits for a request, or for the rest of one. */
  add(socket: Socket): void
  /** Removes a connection whose request has arrived completely, or that has closed. */
  remove(socket: Socket): void
  close(): void
}

const SWEEP_EVERY_MS = 100
/**
 * The lowest number of sweeps before a connection is dropped. Between them, everything that its
 * client sent at once is read, even if this thread is late.
 */
const SWEEPS_MIN = 4

/**
 * Creates the limit. It drops the connections that have waited longest; `isWaitingForUs` returns
 * whether a connection waits for this service and not for its client.
 */
export function openIncompleteRequests(
  max: () => number,
  isWaitingForUs: (socket: Socket) => boolean,
  drop: (socket: Socket) => void,
): IncompleteRequests {
  const sinceSweep = new Map<Socket, number>()
  let sweep = 0
  const timer = setInterval(() => {
    sweep += 1
    let tooMany = sinceSweep.size - max()
    for (const [socket, since] of sinceSweep) {
      if (tooMany <= 0 || sweep - since < SWEEPS_MIN) return
      if (isWaitingForUs(socket)) continue
      tooMany -= 1
      sinceSweep.delete(socket)
      drop(socket)
    }
  }, SWEEP_EVERY_MS).unref()
  return {
    add: (socket) => {
      if (!sinceSweep.has(socket)) sinceSweep.set(socket, sweep)
    },
    remove: (socket) => void sinceSweep.delete(socket),
    close: () => clearInterval(timer),
  }
}
