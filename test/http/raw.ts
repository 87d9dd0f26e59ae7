/** Sends requests byte by byte, including those that a well-behaved client cannot send. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A response on a socket, until the server closed it or was silent. */
export interface RawAnswer {
  readonly status: number
  /** All header fields, with names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Everything that was received on a socket. */
export interface Conversation {
  /** All responses in order, including interim ones such as `100 Continue`. */
  readonly answers: readonly RawAnswer[]
  /** How the connection ended: closed by the server after its responses, reset, or still open. */
  readonly end: 'closed' | 'reset' | 'open'
  /** The time from the first byte sent until the server closed the connection. */
  readonly ms: number
}

/** How long to wait for a server that keeps the socket open. */
const SILENCE_MS = 4000

/** Sends the bytes to the server and returns the first response. */
export async function sendRaw(url: string, sent: string | Uint8Array): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const received: Buffer[] = []
    const finish = () => {
      socket.destroy()
      const [first] = parsed(Buffer.concat(received))
      resolve(first ?? { status: 0, headers: new Map(), body: '' })
    }
    socket.setTimeout(SILENCE_MS, finish)
    socket.on('data', (chunk) => {
      received.push(Buffer.from(chunk))
      if (parsed(Buffer.concat(received)).length > 0) finish()
    })
    socket.on('end', finish)
    socket.on('error', (error) => (received.length > 0 ? finish() : reject(error)))
    socket.write(sent)
  })
}

/** One step of a client of `converse`: bytes to send, or milliseconds to wait. */
export type Step = string | Uint8Array | number

/** How long a connection must stay open after its last response to count as open. */
const OPEN_MS = 300

/** A connection that is open after this time counts as open. */
const LATE_MS = 15_000

/**
 * Performs the steps on one connection and reads until the server closes it, or until it stays open
 * after `answerCount` responses. The client never closes the connection first.
 */
export async function converse(
  url: string,
  steps: readonly Step[],
  answerCount = Number.POSITIVE_INFINITY,
): Promise<Conversation> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  const started = performance.now()
  const isHead = String(steps[0]).startsWith('HEAD ')
  const stepping = doSteps(socket, steps)
  const received: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<Conversation['end']>()
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk)
    if (parsed(Buffer.concat(received), isHead).length < answerCount) return
    void stepping.then(() => sleep(OPEN_MS)).then(() => resolve('open'))
  })
  socket.on('end', () => resolve('closed'))
  socket.on('error', () => resolve('reset'))
  const late = setTimeout(() => resolve('open'), LATE_MS)
  const end = await promise.finally(() => clearTimeout(late))
  const ms = performance.now() - started
  socket.destroy()
  return { answers: parsed(Buffer.concat(received), isHead), end, ms }
}

async function doSteps(socket: Socket, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'number') await sleep(step)
    else if (socket.writable) await new Promise<unknown>((resolve) => socket.write(step, resolve))
  }
}

/** Returns a request head and body as text, with the line ends of HTTP. */
export function requestText(lines: readonly string[], body = ''): string {
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Returns the complete responses among the bytes. A response to HEAD has a length, but no body. */
function parsed(bytes: Buffer, isHead = false): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = bytes
  for (let end = rest.indexOf('\r\n\r\n'); end !== -1; end = rest.indexOf('\r\n\r\n')) {
    const { status, headers } = headOf(rest.subarray(0, end).toString())
    const length = isHead ? 0 : Number(headers.get('content-length') ?? 0)
    if (rest.length < end + 4 + length) break
    answers.push({ status, headers, body: rest.subarray(end + 4, end + 4 + length).toString() })
    rest = rest.subarray(end + 4 + length)
  }
  return answers
}

function headOf(text: string): Pick<RawAnswer, 'status' | 'headers'> {
  const [first = '', ...fields] = text.split('\r\n')
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':')
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
  })
  return { status: Number(first.split(' ')[1] ?? 0), headers: new Map(headers) }
}
