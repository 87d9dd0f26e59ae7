/** Requests byte by byte, for what a well-behaved client cannot send. */
import { connect } from 'node:net'

/** What came back on the socket before the server closed it or fell silent. */
export interface RawAnswer {
  readonly status: number
  /** All header fields, names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** How long a server that keeps the socket open is listened to. */
const SILENCE_MS = 4000

/** Writes the bytes to the server and reads the first answer. */
export async function sendRaw(url: string, sent: string | Uint8Array): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const received: Buffer[] = []
    const finish = () => {
      socket.destroy()
      resolve(parsed(Buffer.concat(received).toString('utf8')))
    }
    socket.setTimeout(SILENCE_MS, finish)
    socket.on('data', (chunk) => {
      received.push(Buffer.from(chunk))
      if (isComplete(Buffer.concat(received))) finish()
    })
    socket.on('end', finish)
    socket.on('error', (error) => (received.length > 0 ? finish() : reject(error)))
    socket.write(sent)
  })
}

/** A request head and body as text, lines ended as HTTP ends them. */
export function requestText(lines: readonly string[], body = ''): string {
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

function isComplete(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = /^content-length: (\d+)/im.exec(bytes.subarray(0, end).toString())?.[1]
  return length !== undefined && bytes.length >= end + 4 + Number(length)
}

function parsed(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...fields] = text.slice(0, end === -1 ? undefined : end).split('\r\n')
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':')
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
  })
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: new Map(headers),
    body: end === -1 ? '' : text.slice(end + 4),
  }
}
