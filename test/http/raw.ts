/** Requests byte by byte, for what a well-behaved client cannot send. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What came back on the socket before the server closed it or fell silent. */
export interface RawAnswer {
  readonly status: number
  /** All header fields, names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Everything that came back on a socket. */
export interface Conversation {
  /** All answers, interim ones such as `100 Continue` included, in the order they came. */
  readonly answers: readonly RawAnswer[]
  /** How the connection ended: by the server, with its answers whole or by a reset; or not. */
  readonly end: 'closed' | 'reset' | 'open'
  /** From the first byte sent until the server closed. */
  readonly ms: number
}

/** How long a server that keeps the socket open is listened to. */
const SILENCE_MS = 4000

/** Writes the bytes to the server and reads the first answer. */
export async function sendRaw(
  url: string,
  sent: string | Uint8Array,
  silenceMs = SILENCE_MS,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const received: Buffer[] = []
    const finish = () => {
      socket.destroy()
      const [first] = parsed(Buffer.concat(received))
      resolve(first ?? { status: 0, headers: new Map(), body: '' })
    }
    socket.setTimeout(silenceMs, finish)
    socket.on('data', (chunk) => {
      received.push(Buffer.from(chunk))
      if (parsed(Buffer.concat(received)).length > 0) finish()
    })
    socket.on('end', finish)
    socket.on('error', (error) => (received.length > 0 ? finish() : reject(error)))
    socket.write(sent)
  })
}

/** What a client of `converse` does: bytes to send, or milliseconds to wait. */
export type Step = string | Uint8Array | number

/** So long an answered connection must stay as it is to count as open. */
const OPEN_MS = 300

/** What is open after this is open. */
const LATE_MS = 15_000

/**
 * Does the steps on one connection and listens until the server closes it, or until that many
 * answers came and it stays open. The client never closes first.
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

/** A request head and body as text, lines ended as HTTP ends them. */
export function requestText(lines: readonly string[], body = ''): string {
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** The whole answers among the bytes; those to HEAD have lengths, but no bodies. */
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
