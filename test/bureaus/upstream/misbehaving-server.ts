/** A vendor on a plain socket, which can violate every rule that a vendor must follow. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

/** A request as it was received over the socket. */
export interface SentOrder {
  readonly head: string
  readonly body: string
}

/** Handles a connection over which an order arrived. */
export type Behaviour = (socket: Socket, order: SentOrder) => void

/** A vendor for a test. */
export interface MisbehavingServer {
  readonly url: string
  /** How the vendor handles the next orders. */
  behaviour: Behaviour
  /** The orders received, in order of arrival. */
  readonly orders: SentOrder[]
  /** The number of connections made. */
  readonly connections: () => number
  close(): Promise<void>
}

/** Starts a vendor that stops with the test. */
export async function misbehavingServer(
  t: Pick<TestContext, 'after'>,
  behaviour: Behaviour,
  tls?: TlsOptions,
  atPort = 0,
): Promise<MisbehavingServer> {
  const sockets = new Set<Socket>()
  const orders: SentOrder[] = []
  let connections = 0
  const serve = (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    readOrders(socket, (order) => {
      orders.push(order)
      server.behaviour(socket, order)
    })
  }
  const listener = tls === undefined ? createServer(serve) : createTlsServer(tls, serve)
  listener.on('tlsClientError', () => {})
  listener.listen(atPort, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  const port = typeof address === 'object' ? address?.port : 0
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    if (!listener.listening) return
    listener.close()
    await once(listener, 'close')
  }
  t.after(close)
  const server: MisbehavingServer = {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    behaviour,
    orders,
    connections: () => connections,
    close,
  }
  return server
}

function readOrders(socket: Socket, taken: (order: SentOrder) => void): void {
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    const end = received.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
    if (end === -1 || received.length < end + 4 + length) return
    const body = Buffer.from(received.slice(end + 4, end + 4 + length), 'latin1').toString()
    const order = { head: received.slice(0, end), body }
    received = received.slice(end + 4 + length)
    taken(order)
  })
}

/** Returns a complete HTTP response with a body. */
export function answerBytes(
  body: string | Uint8Array,
  { status = '200 OK', type = 'application/xml', headers = '' } = {},
): Buffer {
  const bytes = Buffer.from(body)
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}

/** Returns the request ID, number and last name in the text of an order. */
export function askedIn({ body }: SentOrder) {
  const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(body)?.[1] ?? ''
  return { requestId: of('CreditRequestID'), ssn: of('_SSN'), lastName: of('_LastName') }
}

type Asked = ReturnType<typeof askedIn>

/**
 * Returns a report about the requested person: a file of each bureau, with an account and a score.
 */
export function reportFor({ requestId, ssn, lastName }: Asked): string {
  const bureaus = [
    ['Equifax', 'EquifaxBeacon5.0'],
    ['Experian', 'ExperianFairIsaac'],
    ['TransUnion', 'FICORiskScoreClassic04'],
  ]
  const person = `_FirstName="AVERY" _LastName="${lastName}" _SSN="${ssn}"`
  const parts = bureaus.map(
    ([bureau, model]) =>
      `<CREDIT_FILE CreditFileID="F${bureau}" CreditRepositorySourceType="${bureau}"><_BORROWER ${person}/></CREDIT_FILE>` +
      `<CREDIT_SCORE CreditRepositorySourceType="${bureau}" _ModelNameType="${model}" _Value="+700"/>`,
  )
  return (
    `<?xml version="1.0"?><RESPONSE_GROUP MISMOVersionID="2.3.1"><RESPONSE ResponseDateTime="2026-03-15T10:00:00"><RESPONSE_DATA>` +
    `<CREDIT_RESPONSE CreditReportIdentifier="77" CreditReportType="Merge"><CREDIT_REQUEST_DATA CreditRequestID="${requestId}"/>` +
    `<BORROWER BorrowerID="B1" ${person}/>${parts.join('')}</CREDIT_RESPONSE></RESPONSE_DATA></RESPONSE></RESPONSE_GROUP>`
  )
}

/** Responds as a vendor should. */
export const wellBehaved: Behaviour = (socket, order) => {
  socket.write(answerBytes(reportFor(askedIn(order))))
}

function answering(make: (asked: Asked) => Buffer): Behaviour {
  return (socket, order) => {
    socket.write(make(askedIn(order)))
  }
}

function changed(change: (report: string) => string): Behaviour {
  return answering((asked) => answerBytes(change(reportFor(asked))))
}

/** Writes the same bytes repeatedly, as fast as the client reads them, up to a total. */
function flood(socket: Socket, chunk: Buffer, total: number): void {
  let sent = 0
  const more = () => {
    while (sent < total && !socket.destroyed) {
      sent += chunk.length
      if (!socket.write(chunk)) {
        socket.once('drain', more)
        return
      }
    }
  }
  more()
}

const MEBIBYTE = Buffer.alloc(1024 * 1024, 'x')
const HUNDRED_MB = 100 * 1024 * 1024

/** An entity bomb: nine levels of ten entities would expand to a thousand million characters. */
const BOMB = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a0 "lol">${Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`,
).join('')}]><RESPONSE_GROUP MISMOVersionID="&a9;"/>`

/** The twelve misbehaviours of vendors that the issue lists, by name. */
export const MISBEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  'slow drip': (socket, order) => {
    const bytes = answerBytes(reportFor(askedIn(order)))
    let at = 0
    const timer = setInterval(() => {
      if (socket.destroyed || at >= bytes.length) clearInterval(timer)
      else socket.write(bytes.subarray(at, ++at))
    }, 25)
  },
  hang: () => {},
  'reset in the middle of the body': (socket, order) => {
    socket.write(answerBytes(reportFor(askedIn(order))).subarray(0, 400), () =>
      socket.resetAndDestroy(),
    )
  },
  'status 500': answering(() => answerBytes('<fault/>', { status: '500 Internal Server Error' })),
  'status 429': answering(() =>
    answerBytes('', { status: '429 Too Many Requests', headers: 'Retry-After: 1\r\n' }),
  ),
  'status 301': answering((asked) =>
    answerBytes(reportFor(asked), {
      status: '301 Moved Permanently',
      headers: 'Location: /elsewhere\r\n',
    }),
  ),
  'another order': changed((report) => report.replace(/CreditRequestID="/, '$&X')),
  'the file of another borrower': changed((report) =>
    report.replace(
      /<_BORROWER [^>]*>/,
      '<_BORROWER _FirstName="X" _LastName="Strange" _SSN="999000001"/>',
    ),
  ),
  'truncated document': changed((report) => report.slice(0, report.length / 2)),
  '100 MB': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\nConnection: close\r\n\r\n<a>')
    flood(socket, MEBIBYTE, HUNDRED_MB)
  },
  'bomb of entities': answering(() => answerBytes(BOMB)),
  'wrong charset': answering((asked) =>
    answerBytes(Buffer.from(reportFor(asked).replace('AVERY', 'AV\u00c9RY'), 'latin1'), {
      type: 'application/xml; charset=utf-8',
    }),
  ),
}

/** Further misbehaviours that are as likely as the twelve. */
export const MORE_MISBEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  'the report of another borrower': answering((asked) =>
    answerBytes(reportFor({ ...asked, ssn: '999000001', lastName: 'Strange' })),
  ),
  'a page': answering(() => answerBytes('<html></html>', { type: 'text/html' })),
  'a compressed answer': answering((asked) =>
    answerBytes(reportFor(asked), { headers: 'Content-Encoding: gzip\r\n' }),
  ),
  'status 204': (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
  'status 403': answering(() => answerBytes('', { status: '403 Forbidden' })),
  'closed without a word': (socket) => socket.end(),
  'no HTTP': (socket) => socket.write('220 mail.example.com ready\r\n'),
  'too large by its own word': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 104857600\r\n\r\n<a>'),
  'too many elements': answering(() => answerBytes(`<a>${'<b/>'.repeat(200_001)}</a>`)),
  'too deep': answering(() => answerBytes('<a>'.repeat(100_000))),
  'headers without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    flood(socket, Buffer.from(`X-Filler: ${'x'.repeat(1000)}\r\n`), 1024 * 1024)
  },
}
