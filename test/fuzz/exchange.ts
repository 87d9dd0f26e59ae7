/** Sends bytes to a server over a socket, and finds the responses in the bytes received. */
import { connect } from 'node:net'

/** The bytes received until the server closed the connection. */
export interface Exchange {
  readonly received: Buffer
  /** Whether the server closed the connection. */
  readonly closed: boolean
}

/** How long a server may keep a connection open after the client has sent everything. */
const CLOSES_WITHIN_MS = 20_000

/** Sends the bytes, ends the client's side, and reads until the server closes the connection. */
export async function exchange(url: string, sent: Uint8Array): Promise<Exchange> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const received: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const finish = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ received: Buffer.concat(received), closed })
    }
    const timer = setTimeout(() => finish(false), CLOSES_WITHIN_MS)
    socket.on('data', (chunk) => received.push(Buffer.from(chunk)))
    socket.on('end', () => finish(true))
    socket.on('error', () => finish(true))
    socket.on('connect', () => socket.end(sent))
  })
}

/**
 * Returns the statuses of the final responses in a stream, or undefined if the stream has anything
 * else.
 */
export function statusesIn(received: Buffer): number[] | undefined {
  const statuses: number[] = []
  let rest = received
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    const head = rest.subarray(0, end).toString('latin1')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    if (end === -1 || Number.isNaN(status)) return undefined
    if (status >= 200) statuses.push(status)
    rest = afterBody(head, status, rest.subarray(end + 4))
  }
  return statuses
}

/** Skips the body. A response to HEAD has a length, but no body. */
function afterBody(head: string, status: number, rest: Buffer): Buffer {
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  if (status < 200 || rest.subarray(0, 7).toString() === 'HTTP/1.') return rest
  if (!/^transfer-encoding: chunked/im.test(head)) return rest.subarray(length)
  const end = rest.indexOf('0\r\n\r\n')
  return end === -1 ? Buffer.alloc(0) : rest.subarray(end + 5)
}
