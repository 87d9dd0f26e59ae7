/**
 * Generates a load in a separate process, at little cost compared with the service that it
 * measures: orders are made from one template, connections are plain sockets that stay open, and
 * only status and length of responses are read. `generateLoad` starts it with a plan as its
 * argument, can end it early with a message, and gets one message at the end.
 */
import { connect, type Socket } from 'node:net'
import type { Heard, LoadPlan } from './load.ts'
import { TEMPLATE, UNPRINTED } from './orders.ts'

const plan: LoadPlan = JSON.parse(process.argv[2] ?? '')
const { hostname, port } = new URL(plan.address)
const SSN_START = 900_000_000
const SSN_MAX = 999_999_999
const ORDER = plan.withoutDocument ? UNPRINTED : TEMPLATE

const heard: Heard[] = []
let unsent = 0
let answeredBytes = 0
let next = plan.firstBorrower

/** Returns the next order, for a borrower that no other order of the proof has. */
function nextRequest(): Buffer {
  const number = next++
  if (SSN_START + number > SSN_MAX) throw new Error('there are no more SSNs that are never issued')
  const letters = [...String(number)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')
  const body = ORDER.replace(/900-?12-?1234/, String(SSN_START + number))
    .replaceAll('Sandford', `Load${letters}`)
    .replace('"Submit"', '"ForceNew"')
  const head = `POST /credit_report HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${plan.authorization}\r\nContent-Type: application/xml\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
  return Buffer.from(head + body)
}

/** A connection with one request at a time. */
interface Line {
  readonly socket: Socket
  sentAt: number
  /** The missing bytes of the response; undefined until its head is complete. */
  missing: number | undefined
  head: string
  status: number
  closes: boolean
}

const idle: Line[] = []
const open = new Set<Line>()
const begun = performance.now()
const begunAtMs = performance.timeOrigin + begun
let end = begun + plan.seconds * 1000
process.once('message', () => {
  end = Math.min(end, performance.now())
})
const isClosedLoop = plan.perSecond === undefined
const { ordersMax = Number.POSITIVE_INFINITY } = plan
const isOver = () => performance.now() >= end || next - plan.firstBorrower >= ordersMax

function opened(): Line {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const line: Line = { socket, sentAt: 0, missing: undefined, head: '', status: 0, closes: false }
  open.add(line)
  socket.on('data', (chunk: Buffer) => take(line, chunk))
  socket.on('error', () => undefined)
  socket.on('close', () => lost(line))
  return line
}

function send(line: Line): void {
  line.sentAt = performance.now()
  line.missing = undefined
  line.head = ''
  line.socket.write(nextRequest())
}

function take(line: Line, chunk: Buffer): void {
  if (line.missing !== undefined) {
    line.missing -= chunk.length
  } else {
    line.head += chunk.toString('latin1')
    const headEnd = line.head.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const length = /\r\ncontent-length: (\d+)/i.exec(line.head)?.[1] ?? '0'
    line.status = Number(line.head.slice(9, 12))
    line.closes = /\r\nconnection: close/i.test(line.head)
    const bytes = Number(length)
    if (line.status === 200) answeredBytes += bytes
    line.missing = bytes - (line.head.length - headEnd - 4)
  }
  if (line.missing <= 0) answered(line)
}

function answered(line: Line): void {
  const now = performance.now()
  heard.push([line.status, Math.round(line.sentAt - begun), now - line.sentAt])
  line.sentAt = 0
  if (line.closes) line.socket.destroy()
  else if (!isClosedLoop) idle.push(line)
  else if (!isOver()) send(line)
}

/** Records a connection that ended during a request as a response with status 0. */
function lost(line: Line): void {
  open.delete(line)
  const at = idle.indexOf(line)
  if (at !== -1) idle.splice(at, 1)
  if (line.sentAt > 0)
    heard.push([0, Math.round(line.sentAt - begun), performance.now() - line.sentAt])
  if (isClosedLoop && !isOver()) send(opened())
}

/**
 * Sends requests at a fixed rate, without waiting for responses. Each uses the connection that has
 * been idle for longest.
 */
function arrive(perSecond: number): void {
  let due = 0
  const timer = setInterval(() => {
    const now = performance.now()
    if (now >= end) return clearInterval(timer)
    for (; due < ((now - begun) / 1000) * perSecond; due++) {
      const line = idle.shift() ?? (open.size < plan.connections ? opened() : undefined)
      if (line === undefined) unsent += 1
      else send(line)
    }
  }, 5)
}

if (plan.perSecond === undefined)
  for (let count = 0; count < plan.connections; count++) send(opened())
else arrive(plan.perSecond)

/**
 * Ends the process when every request has its response, or 30 seconds after the end of the plan.
 */
const watch = setInterval(() => {
  const now = performance.now()
  const busy = [...open].filter(({ sentAt }) => sentAt > 0)
  if (!isOver() || (busy.length > 0 && now < end + 30_000)) return
  clearInterval(watch)
  const { user, system } = process.cpuUsage()
  const cpuMs = (user + system) / 1_000
  const silent = busy.length
  const answers = heard.filter(([status]) => status === 200).length
  const answerBytes = Math.round(answeredBytes / Math.max(1, answers))
  process.send?.({ heard, begunAtMs, unsent, silent, answerBytes, cpuMs }, () => process.exit())
}, 20)
