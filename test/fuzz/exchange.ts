/** What a server does with bytes on a socket: the answers in what came back. */
import { connect } from 'node:net'

/** What came back until the server closed. */
export interface Exchange {
  readonly received: Buffer
  /** Whether the server closed the connection. */
  readonly closed: boolean
}

/** How long a server may leave a connection open whose client has said all. */
const CLOSES_WITHIN_MS = 20_000

/** Sends bytes, says that no more will come, and reads until the server closes. */
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

/** The statuses of the final answers in a stream; undefined where it is none of answers. */
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

/** Answers to HEAD tell the length of a body that does not come. */
function afterBody(head: string, status: number, rest: Buffer): Buffer {
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  if (status < 200 || rest.subarray(0, 7).toString() === 'HTTP/1.') return rest
  if (!/^transfer-encoding: chunked/im.test(head)) return rest.subarray(length)
  const end = rest.indexOf('0\r\n\r\n')
  return end === -1 ? Buffer.alloc(0) : rest.subarray(end + 5)
}
