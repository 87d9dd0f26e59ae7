/** Raw requests with a damaged request line, headers or framing. */
import { between, chance, type Draw } from '../../src/bureaus/simulator/random.ts'
import { oneOf } from './mutate.ts'

/** A request before it is damaged: the lines of its head, and its body. */
interface Draft {
  readonly lines: readonly string[]
  readonly body: string
}

const METHODS = ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT', 'PRI']
const METHODS_UNKNOWN = ['post', 'POST\t', '', 'P OST', 'POST\0', 'QUERY', 'x'.repeat(300)]
const TARGETS = ['/health/live', '/openapi.json', '/metrics', '/nothing', '/', '*', '//', '/../x']
const TARGETS_ODD = [
  ...['http://other/credit_report', 'credit_report', '/credit_report?a=b', '/credit_report#x', ''],
  ...[
    '/%',
    '/%00',
    '/%ff',
    '/credit%5freport',
    `/${'a'.repeat(9_000)}`,
    '/é',
    '/a b',
    '/\0',
    '/\r',
  ],
]
const VERSIONS = [
  'HTTP/1.0',
  'HTTP/1.2',
  'HTTP/2.0',
  'HTTP/0.9',
  'HTTP/11',
  'http/1.1',
  'HTTP/1.1 x',
]
const HEADERS = [
  ...['Content-Length: 0', 'Content-Length: 5', 'Content-Length: 99999', 'Content-Length: -1'],
  ...['Content-Length: +5', 'Content-Length: 0x5', 'Content-Length: 5, 5', 'Content-Length: 5 5'],
  ...['Content-Length:', 'Content-Length: 99999999999999999999', 'Content-Length : 5'],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'Transfer-Encoding: x'],
  ...['Transfer-Encoding: chunked, chunked', 'Transfer-Encoding:\tchunked', 'Transfer-Encoding: '],
  ...['Transfer_Encoding: chunked', ' Transfer-Encoding: chunked', 'Transfer-Encoding : chunked'],
  ...['Host: a', 'Host:', 'Host: a, b', 'Host: a@b', 'Host: a/b', 'Host: [', 'Host: a:99999'],
  ...['Authorization: Basic', 'Authorization: Basic Og==', 'Authorization: Bearer x'],
  ...['Expect: 100-continue', 'Expect: 200-maybe', 'Upgrade: websocket', 'Upgrade: h2c'],
  ...['Connection: upgrade', 'Connection: keep-alive', 'Connection: close, upgrade', 'Connection:'],
  ...['Content-Type: text/plain', 'Content-Type:', 'Content-Type: application/xml; charset=utf-7'],
  ...[
    'Content-Type: application/xml; charset="',
    'Content-Type: application/json',
    'Content-Type: ;',
  ],
  ...['Content-Encoding: gzip', 'Content-Encoding: identity', 'Accept: text/html', 'TE: trailers'],
  ...[
    '__proto__: x',
    'constructor: y',
    ': empty',
    'no colon',
    'a\0b: c',
    'a: b\0c',
    'a: \x7f',
    'é: é',
  ],
  ...[
    ' folded',
    '\tfolded',
    'X: a\rY: b',
    'X: a\nY: b',
    `X: ${'y'.repeat(20_000)}`,
    'Range: bytes=0-',
  ],
  ...[
    'X-Forwarded-For: 1',
    'Forwarded: for=x',
    'Origin: null',
    'Cookie: __Host-sid=x',
    'Trailer: X',
  ],
]
const CHUNKS = [
  ...[
    '0\r\n\r\n',
    '5\r\nhello\r\n0\r\n\r\n',
    '5;x=y\r\nhello\r\n0\r\n\r\n',
    '5\nhello\n0\n\n',
    'x\r\n',
  ],
  ...[
    '-1\r\n\r\n',
    'ffffffffffffffff\r\n',
    '5\r\nhello0\r\n\r\n',
    '5\r\nhel',
    '0\r\nX: y\r\n\r\n',
    '00000\r\n',
  ],
  ...[
    `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
    '5 \r\nhello\r\n0\r\n\r\n',
    '+5\r\nhello\r\n0\r\n\r\n',
  ],
]

type Change = (draft: Draft, draw: Draw) => Draft

function lineAt(lines: readonly string[], draw: Draw): number {
  return lines.length < 2 ? 0 : between(draw, [1, lines.length - 1])
}

function withLine(draft: Draft, at: number, removed: number, ...added: string[]): Draft {
  return { ...draft, lines: draft.lines.toSpliced(at, removed, ...added) }
}

function withPart(draft: Draft, index: number, value: string): Draft {
  const parts = (draft.lines[0] ?? '').split(' ')
  // After an earlier change, the line may have fewer parts.
  return withLine(draft, 0, 1, parts.toSpliced(index, 1, value).join(' '))
}

const CHANGES: readonly Change[] = [
  (draft, draw) => withPart(draft, 0, oneOf(draw, chance(draw, 0.7) ? METHODS : METHODS_UNKNOWN)),
  (draft, draw) => withPart(draft, 1, oneOf(draw, chance(draw, 0.6) ? TARGETS : TARGETS_ODD)),
  (draft, draw) => withPart(draft, 2, oneOf(draw, VERSIONS)),
  (draft, draw) => withLine(draft, lineAt(draft.lines, draw), 0, oneOf(draw, HEADERS)),
  (draft, draw) => withLine(draft, lineAt(draft.lines, draw), 1, oneOf(draw, HEADERS)),
  (draft, draw) => withLine(draft, lineAt(draft.lines, draw), 1),
  (draft, draw) => {
    const at = lineAt(draft.lines, draw)
    return withLine(draft, at, 0, draft.lines[at] ?? '')
  },
  (draft, draw) => ({ ...draft, body: oneOf(draw, CHUNKS) }),
  (draft, draw) => ({ ...draft, body: draft.body.slice(0, between(draw, [0, draft.body.length])) }),
  (draft) => ({ ...draft, body: `${draft.body}${bytesOfDraft(draft)}` }),
  (draft, draw) => {
    const count = between(draw, [10, 300])
    const many = Array.from({ length: count }, (_, index) => `X-${index}: ${index}`)
    return withLine(draft, lineAt(draft.lines, draw), 0, ...many)
  },
]

function bytesOfDraft({ lines, body }: Draft, lineEnd = '\r\n'): string {
  return `${lines.join(lineEnd)}${lineEnd}${lineEnd}${body}`
}

/** The recipient of requests: its host, the credentials, and a valid order. */
export interface Recipient {
  readonly host: string
  readonly authorization: string
  readonly order: string
}

function draftOf({ host, authorization, order }: Recipient, draw: Draw): Draft {
  const common = [`Host: ${host}`, 'Connection: close']
  if (chance(draw, 0.2)) return { lines: ['GET /health/live HTTP/1.1', ...common], body: '' }
  const body = chance(draw, 0.5) ? order : '<REQUEST_GROUP/>'
  const chunked = chance(draw, 0.3)
  const length = Buffer.byteLength(body)
  return {
    lines: [
      'POST /credit_report HTTP/1.1',
      ...common,
      `Authorization: ${authorization}`,
      'Content-Type: application/xml',
      chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    ],
    body: chunked ? `${length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body,
  }
}

/** Returns a damaged request. */
export function mutatedRequest(draw: Draw, recipient: Recipient): Buffer {
  let draft = draftOf(recipient, draw)
  do {
    draft = oneOf(draw, CHANGES)(draft, draw)
  } while (chance(draw, 0.4))
  const bytes = Buffer.from(bytesOfDraft(draft, chance(draw, 0.95) ? '\r\n' : '\n'), 'latin1')
  if (chance(draw, 0.15) && bytes.length > 0) {
    bytes[Math.floor(draw() * Math.min(bytes.length, 300))] = between(draw, [0, 255])
  }
  return chance(draw, 0.1) ? bytes.subarray(0, Math.floor(draw() * bytes.length)) : bytes
}
