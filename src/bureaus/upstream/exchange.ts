/**
 * Exchanges with a vendor over HTTP. The bytes of an order are sent once, and the result is a whole
 * response or a failure. Redirects are not followed (ASVS 15.3.2), compressed responses are
 * rejected, and the size of a response is counted while it is received.
 */
import { Pool } from 'undici'
import { isKnownCharset } from '../../documents/codec/decode.ts'
import { type Trace, traceHeaders } from '../../trace.ts'
import { type MakeFailure, UpstreamFailed } from './failure.ts'
import type { UpstreamOptions, UpstreamProduct } from './options.ts'
import type { Received } from './vendor-answer.ts'

/**
 * The maximum size of a response. A response is held in memory as a whole; our own for one borrower
 * has about 140 KB with its PDF.
 */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024

/** A vendor's connections. */
export interface Exchange {
  /** Posts an order once. Rejects with `UpstreamFailed` or the reason of the signal. */
  post(
    order: Buffer,
    product: UpstreamProduct,
    signal: AbortSignal,
    trace?: Trace | undefined,
  ): Promise<Received>
  close(): Promise<void>
}

/** Creates the connection pool of a vendor. Connections are opened when needed. */
export function openExchange(options: UpstreamOptions): Exchange {
  const url = new URL(options.url)
  const pool = new Pool(url.origin, {
    connections: options.connectionCountMax,
    // One order at a time on a connection, so that a response always belongs to the order before
    // it.
    pipelining: 1,
    headersTimeout: options.headersTimeoutMs,
    bodyTimeout: options.answerTimeoutMs,
    connect: {
      timeout: options.connectTimeoutMs,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    },
  })
  // Includes TLS: without a trusted certificate there is no connection, and nothing was sent.
  const unconnected = new WeakSet<Error>()
  pool.on('connectionError', (_origin, _targets, error) => unconnected.add(error))
  const failure: MakeFailure = (kind, detail) => new UpstreamFailed(kind, options.name, detail)
  const headers = headersOf(options)
  return {
    post: async (order, product, signal, trace) => {
      signal.throwIfAborted()
      try {
        const response = await pool.request({
          path: pathOf(url, product, options),
          method: 'POST',
          headers: trace === undefined ? headers : { ...headers, ...traceHeaders(trace) },
          body: order,
          signal,
        })
        return await readResponse(response, failure)
      } catch (error) {
        if (error instanceof UpstreamFailed) throw error
        signal.throwIfAborted()
        const isUnsent = unconnected.has(error as Error)
        throw failure(isUnsent ? 'not sent' : 'broken', codeOf(error))
      }
    },
    close: () => pool.destroy(),
  }
}

function headersOf({ credentials }: UpstreamOptions): Record<string, string> {
  const headers = {
    'content-type': 'application/xml; charset=utf-8',
    accept: 'application/xml, text/xml',
    // Compressed responses are not accepted, so that the counted bytes are the parsed bytes.
    'accept-encoding': 'identity',
  }
  if (credentials?.as !== 'basic') return headers
  const { login, password } = credentials
  const token = Buffer.from(`${login}:${password}`).toString('base64')
  return { ...headers, authorization: `Basic ${token}` }
}

function pathOf(url: URL, product: UpstreamProduct, { credentials }: UpstreamOptions): string {
  const path = `${url.pathname.replace(/\/$/, '')}${product.path}` || '/'
  if (credentials?.as !== 'parameters') return path
  const { login, password } = credentials
  const encoded = (text: string) => encodeURIComponent(text)
  return `${path}?LoginAccountIdentifier=${encoded(login)}&LoginAccountPassword=${encoded(password)}`
}

type Response = Awaited<ReturnType<Pool['request']>>

async function readResponse(response: Response, failure: MakeFailure): Promise<Received> {
  try {
    checkStatus(response.statusCode, failure)
    const charset = charsetOf(response, failure)
    return { bytes: await bytesOf(response, failure), charset }
  } catch (error) {
    // The rest of the body is not needed and must not keep the connection busy.
    response.body.on('error', () => {}).destroy()
    throw error
  }
}

/** Statuses that blame the order itself. They do not indicate that the vendor has a problem. */
const ABOUT_THE_ORDER = new Set([400, 413, 422])

function checkStatus(status: number, failure: MakeFailure): void {
  if (status === 200) return
  const detail = `status ${status}`
  if (status >= 300 && status < 400) throw failure('redirected', detail)
  if (status === 429 || status >= 500) throw failure('unavailable', detail)
  throw failure(ABOUT_THE_ORDER.has(status) ? 'rejected' : 'not accepted', detail)
}

function headerOf({ headers }: Response, name: string): string {
  const value = headers[name]
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim()
}

/**
 * XML types, and types that servers send if they do not know the content. The parser decides
 * whether the body is XML.
 */
const XML_OR_ANY =
  /^(?:(?:application|text)\/(?:[a-z0-9.-]+\+)?xml|text\/(?:html|plain)|application\/octet-stream)$/i

/**
 * Returns the charset in the response headers. A vendor may omit the media type, but not state a
 * different one.
 */
function charsetOf(response: Response, failure: MakeFailure): string | undefined {
  const encoding = headerOf(response, 'content-encoding').toLowerCase()
  if (encoding !== '' && encoding !== 'identity') throw failure('unreadable', 'it is compressed')
  const [type = '', ...parameters] = headerOf(response, 'content-type').split(';')
  if (type !== '' && !XML_OR_ANY.test(type.trim())) {
    throw failure('unreadable', 'it is not of an XML media type')
  }
  const found = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(one)?.[1])
  const charset = found.find((name) => name !== undefined)
  if (charset !== undefined && !isKnownCharset(charset)) {
    throw failure('unreadable', 'its charset is not supported')
  }
  return charset
}

async function bytesOf(response: Response, failure: MakeFailure): Promise<Uint8Array> {
  // The stated length can only save reading the body. The counted length decides.
  const stated = headerOf(response, 'content-length')
  if (Number(stated) > ANSWER_BYTES_MAX)
    throw failure('too large', `over ${ANSWER_BYTES_MAX} bytes`)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > ANSWER_BYTES_MAX) throw failure('too large', `over ${ANSWER_BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Returns the system's code of an error. The message could contain the address and its parameters.
 */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : 'unknown error'
}
