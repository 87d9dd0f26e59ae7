/**
 * Slow clients beside honest ones: many connections that send nothing, or send their headers or
 * bodies very slowly, and never close. All are disconnected in time, their sockets are closed, and
 * honest orders are not affected.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { progress } from '../support/length.ts'
import { quantileOf } from './support/load.ts'
import { orderMaker, post } from './support/orders.ts'
import type { ServiceProcess } from './support/service-process.ts'

/** The numbers of clients and orders, and the time-outs of the service. */
export interface SlowClients {
  readonly service: ServiceProcess
  readonly authorization: string
  readonly clients: number
  readonly honestPerSecond: number
  readonly baselineMs: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
}

/** The results. Files and memory are those of the service's process, and known only on Linux. */
export interface SlowFigures {
  readonly clients: number
  readonly honestPerSecond: number
  /** Clients that could not connect, due to a limit of this machine or of the service. */
  readonly notConnected: number
  /** Clients that were still connected when they should have been disconnected. */
  readonly held: number
  readonly slowestDropSeconds: number
  /**
   * Open files of the service in addition to those before, when all slow clients should be
   * disconnected.
   */
  readonly filesLeft: number
  readonly memoryMibMax: number
  readonly honest: number
  readonly honestFailed: number
  /** The percentile that is compared: p99, or a lower one if there are too few orders for it. */
  readonly percentile: number
  readonly baselineMs: number
  readonly besideMs: number
}

/**
 * The rate of new connections. Node accepts one connection per turn of its event loop, so a busy
 * service accepts some hundred per second. A higher rate would measure the queue of the kernel and
 * not the service.
 */
const CONNECTS_AT_ONCE = 40
const CONNECTS_EVERY_MS = 100
const DRIP_EVERY_MS = 1000
/** The maximum delay after its time-out until a client is disconnected. */
const TOLERANCE_MS = 2000
const MEMORY_MIB_MAX = 400
/**
 * A difference between two percentiles below this value depends on the machine more than on the
 * service.
 */
const NOISE_MS = 150

/**
 * At least this many orders must be slower than the percentile. Fewer would only show other work on
 * the machine.
 */
const SLOWER_MIN = 3

const HEAD = 'POST /credit_report HTTP/1.1\r\nHost: x\r\nContent-Type: application/xml\r\n'

type Kind = 'silent' | 'stalledHeaders' | 'drippedHeaders' | 'stalledBody' | 'drippedBody'
const KINDS: readonly Kind[] = [
  'silent',
  'drippedBody',
  'stalledHeaders',
  'stalledBody',
  'drippedHeaders',
  'drippedBody',
]

interface SlowClient {
  readonly kind: Kind
  readonly socket: Socket
  readonly connectedAt: number
  endedAt?: number
}

/** Connects all slow clients beside honest orders, and returns the figures. */
export async function slowClients(how: SlowClients): Promise<SlowFigures> {
  const { service } = how
  // The first orders are slow, because V8 compiles the code of the service.
  await orders(how, how.baselineMs, () => false)
  const files = filesOf(service.pid)
  const baseline = await orders(how, how.baselineMs, () => false)
  progress(`baseline ${baseline.tookMs.length} orders`)
  const clients: SlowClient[] = []
  const dueMs = Math.max(how.headersTimeoutMs, how.requestTimeoutMs) + TOLERANCE_MS
  let memoryMibMax = 0
  let over = false
  const beside = orders(how, Number.POSITIVE_INFINITY, () => over)
  const watch = setInterval(() => {
    memoryMibMax = Math.max(memoryMibMax, memoryMibOf(service.pid))
    for (const client of clients) drip(client)
  }, DRIP_EVERY_MS)
  const notConnected = await connectAll(how, clients)
  progress(`${clients.length} slow clients`)
  await sleep(dueMs)
  over = true
  const honest = await beside
  clearInterval(watch)
  const filesLeft = Math.max(0, filesOf(service.pid) - files - AGENT_SOCKETS_MAX)
  const drops = clients.map(
    (client) => (client.endedAt ?? Number.POSITIVE_INFINITY) - client.connectedAt,
  )
  const part = Math.max(0.5, Math.min(0.99, 1 - SLOWER_MIN / baseline.tookMs.length))
  const figures = {
    clients: how.clients,
    honestPerSecond: how.honestPerSecond,
    notConnected,
    held: clients.filter((client, index) => (drops[index] ?? 0) > dueOf(client.kind, how)).length,
    slowestDropSeconds: Math.round(Math.max(...drops) / 100) / 10,
    filesLeft,
    memoryMibMax,
    honest: honest.tookMs.length,
    honestFailed: honest.failed + baseline.failed,
    percentile: Math.round(100 * part),
    baselineMs: Math.round(quantileOf(baseline.tookMs, part)),
    besideMs: Math.round(quantileOf(honest.tookMs, part)),
  }
  for (const { socket } of clients) socket.destroy()
  return figures
}

/** Returns the promises that the figures break. */
export function brokenSlowClientPromises(figures: SlowFigures): readonly string[] {
  const { notConnected, held, filesLeft, memoryMibMax, honestFailed, honest } = figures
  const msMax = Math.max(2 * figures.baselineMs, figures.baselineMs + NOISE_MS)
  return [
    ...(notConnected > 0 ? [`not connected: ${notConnected}`] : []),
    ...(held > 0 ? [`held: ${held}`] : []),
    ...(filesLeft > 0 ? [`files left: ${filesLeft}`] : []),
    ...(memoryMibMax > MEMORY_MIB_MAX ? [`memory: ${memoryMibMax} MiB`] : []),
    ...(honest === 0 || honestFailed > 0 ? [`honest failed: ${honestFailed} of ${honest}`] : []),
    ...(figures.besideMs > msMax ? [`p${figures.percentile}: ${figures.besideMs} ms`] : []),
  ]
}

function dueOf(kind: Kind, { headersTimeoutMs, requestTimeoutMs }: SlowClients): number {
  const isBody = kind === 'stalledBody' || kind === 'drippedBody'
  return (isBody ? requestTimeoutMs : headersTimeoutMs) + TOLERANCE_MS
}

/** Connects the clients a few at a time. Returns the number that could not connect. */
async function connectAll(how: SlowClients, clients: SlowClient[]): Promise<number> {
  let refused = 0
  for (let begun = 0; begun < how.clients; begun += CONNECTS_AT_ONCE) {
    const some = Math.min(CONNECTS_AT_ONCE, how.clients - begun)
    const [connected] = await Promise.all([
      Promise.all(Array.from({ length: some }, (_, index) => connectOne(how, begun + index))),
      sleep(CONNECTS_EVERY_MS),
    ])
    for (const client of connected) {
      if (client === undefined) refused += 1
      else clients.push(client)
    }
  }
  return refused
}

function connectOne(how: SlowClients, index: number): Promise<SlowClient | undefined> {
  const { hostname, port } = new URL(how.service.address)
  const kind = KINDS[index % KINDS.length] ?? 'silent'
  const { promise, resolve } = Promise.withResolvers<SlowClient | undefined>()
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => resolve(undefined))
  socket.on('connect', () => {
    const client: SlowClient = { kind, socket, connectedAt: performance.now() }
    const ended = () => {
      client.endedAt ??= performance.now()
    }
    socket.on('end', ended).on('close', ended).resume()
    const begin = beginOf(kind, how.authorization)
    if (begin !== '') socket.write(begin)
    resolve(client)
  })
  return promise
}

function beginOf(kind: Kind, authorization: string): string {
  if (kind === 'silent') return ''
  if (kind === 'stalledHeaders' || kind === 'drippedHeaders') return `${HEAD}X-Slow: `
  return `${HEAD}Authorization: ${authorization}\r\nContent-Length: 5000\r\n\r\n<REQUEST_GROUP`
}

/**
 * Sends a byte if the client is of a slow-sending kind and still connected. It is called every
 * second.
 */
function drip({ kind, socket, endedAt }: SlowClient): void {
  if (endedAt === undefined && kind.startsWith('dripped') && socket.writable) socket.write('x')
}

const AGENT_SOCKETS_MAX = 32

/** Places honest orders at a steady rate, regardless of the results of earlier ones. */
async function orders(how: SlowClients, forMs: number, isOver: () => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: AGENT_SOCKETS_MAX })
  const service = { address: how.service.address, authorization: how.authorization, agent }
  const tookMs: number[] = []
  let failed = 0
  const newOrder = makers(how.service.pid)
  const order = async () => {
    const begun = performance.now()
    const heard = await post(newOrder(), service)
    tookMs.push(performance.now() - begun)
    if (heard.kind !== 'report' && heard.kind !== 'noFile') failed += 1
  }
  const begun = performance.now()
  const sent: Promise<void>[] = []
  while (performance.now() - begun < forMs && !isOver()) {
    const due = Math.floor(((performance.now() - begun) * how.honestPerSecond) / 1000)
    while (sent.length < due) sent.push(order())
    await sleep(5)
  }
  await Promise.all(sent)
  agent.destroy()
  return { tookMs, failed }
}

const MAKERS = new Map<number, ReturnType<typeof orderMaker>>()

/**
 * Returns one maker of orders per service, so that every order of a proof has a different borrower.
 */
function makers(pid: number): ReturnType<typeof orderMaker> {
  const maker = MAKERS.get(pid) ?? orderMaker()
  MAKERS.set(pid, maker)
  return maker
}

function filesOf(pid: number): number {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0
}

function memoryMibOf(pid: number): number {
  if (process.platform !== 'linux') return 0
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kib ?? 0) / 1024)
}
