/**
 * The stream of events, as server-sent events. While anyone listens, the journal is queried by
 * index every second, so a page sees the work of all replicas. A page fetches its data while it
 * connects, so the stream begins with what has changed in the last seconds.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import { BUREAUS } from '../documents/tables/enumerations.ts'
import type { OrderChange } from '../store/records/orders/order-entry.ts'
import { bureauHealth } from './bureau-handlers.ts'
import { type Api, at, type Caller, type Handlers, maybeAt, onlyAccountOf } from './handler.ts'
import { ApiProblem } from './problems.ts'
import type { StreamEvent } from './schemas/order-schemas.ts'
import { isCallerActive } from './sessions.ts'

const POLL_EVERY_MS = 1_000
/**
 * An order may reach the journal a little after its time of receipt, so each query looks back this
 * far.
 */
const OVERLAP_MS = 10_000
/**
 * The most orders per query and watched account. A busier second is shown only in part; the list
 * has all orders.
 */
const ORDERS_PER_POLL_MAX = 25
/**
 * Proxies close silent connections, and pages consider them dead. The session is checked at the
 * same interval.
 */
const HEARTBEAT_MS = 15_000
const BUREAUS_EVERY_MS = 5_000
const LISTENERS_MAX = 64
const LISTENERS_PER_USER_MAX = 8
/**
 * The most bytes of a stream that its client has not read. Without this limit, a client that stops
 * reading would fill the memory until its session ends. A page connects again.
 */
const UNREAD_BYTES_MAX = 1_048_576

const MEDIA_TYPE = 'text/event-stream; charset=utf-8'

type Event = z.infer<typeof StreamEvent>

interface Listener {
  readonly caller: Caller
  readonly reply: FastifyReply
}

/** The listeners of one process, and the state of the events that they received. */
class EventStream {
  readonly #api: Api
  readonly #listeners = new Set<Listener>()
  /** Recent orders, in the state of their last event. */
  #sent = new Map<string, OrderChange>()
  #health = new Map<string, string>()
  /** The state of the sandbox at the last query. */
  #sandbox: string | undefined
  /** The generation of the world whose orders were sent. */
  #generation: number | undefined
  /** How often each fault had been used at the last query. */
  #faultUses: string | undefined
  #timers: NodeJS.Timeout[] = []
  #isPolling = false

  constructor(api: Api) {
    this.#api = api
  }

  /** Adds a listener until it disconnects, its session ends or the service stops. */
  async add(caller: Caller, reply: FastifyReply): Promise<void> {
    const own = [...this.#listeners].filter(
      (listener) => listener.caller.operator.name === caller.operator.name,
    )
    if (this.#listeners.size >= LISTENERS_MAX || own.length >= LISTENERS_PER_USER_MAX) {
      throw new ApiProblem('too-many')
    }
    // Other listeners have received the other changes already.
    const changes = this.#listeners.size === 0 ? await this.#poll() : []
    const recent = [...this.#sent.values()].map(eventOf)
    const listener = { caller, reply }
    this.#listeners.add(listener)
    reply.type(MEDIA_TYPE).hijack()
    reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
    reply.raw.write(': listening\n\n')
    send([...changes.filter(({ type }) => type !== 'order'), ...recent], [listener])
    reply.raw.on('close', () => this.#remove(listener))
    if (this.#timers.length === 0) this.#start()
    // A page that left during the awaits above closed before the listener for `close` was added.
    if (reply.raw.closed) this.#remove(listener)
  }

  /** Ends every stream, so that the service can stop. */
  close(): void {
    for (const { reply } of this.#listeners) reply.raw.end()
    this.#listeners.clear()
    this.#stop()
  }

  #remove(listener: Listener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size === 0) this.#stop()
  }

  #start(): void {
    const every = (ms: number, work: () => Promise<void>) =>
      setInterval(() => {
        work().catch((error) => this.#api.tools.log({ what: 'the stream of events', error }))
      }, ms).unref()
    this.#timers = [
      every(POLL_EVERY_MS, async () => send(await this.#poll(), this.#listeners)),
      every(BUREAUS_EVERY_MS, () => this.#pollBureaus()),
      every(HEARTBEAT_MS, () => this.#sendHeartbeats()),
    ]
  }

  #stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    this.#sent.clear()
  }

  /**
   * Returns the events since the last query: changes of the sandbox, and every order that is new or
   * has another state than in its last event.
   */
  async #poll(): Promise<readonly Event[]> {
    // A query that takes longer than a second is not run twice: both would send the same orders.
    if (this.#isPolling) return []
    this.#isPolling = true
    try {
      const { tools } = this.#api
      await tools.refresh()
      const events = [...this.#pollSandbox(), ...(await this.#pollFaultUses())]
      const running = [...this.#sent.values()].filter(({ state }) => state === 'running')
      const scopes = new Set([...this.#listeners].map(({ caller }) => onlyAccountOf(caller)))
      const changed = await tools.store.orders.listChanges({
        scopes: scopes.size === 0 ? [undefined] : [...scopes],
        from: tools.now().getTime() - OVERLAP_MS,
        ordersMax: ORDERS_PER_POLL_MAX,
        ids: running.slice(-ORDERS_PER_POLL_MAX).map(({ id }) => id),
      })
      const newStates = changed.filter(({ id, state }) => this.#sent.get(id)?.state !== state)
      // Only the orders of this query are remembered, so the map stays as small as the overlap.
      this.#sent = new Map(changed.map((order) => [order.id, order]))
      return [...events, ...newStates.map(eventOf)]
    } finally {
      this.#isPolling = false
    }
  }

  /**
   * Reports changes of the sandbox: a script may have advanced the clock, injected a fault or reset
   * the world. A fault that was removed since the last query counts: a page may have shown it.
   */
  #pollSandbox(): readonly Event[] {
    const { generation, advancedMs, faults, lastFault } = this.#api.clock?.state() ?? {}
    const now = JSON.stringify([generation, advancedMs, faults, lastFault])
    const isChanged = this.#sandbox !== undefined && this.#sandbox !== now
    this.#sandbox = now
    // Counted identifiers are the same in the next world, where they are new orders.
    if (generation !== this.#generation) this.#sent.clear()
    this.#generation = generation
    return isChanged ? [{ type: 'sandbox' }] : []
  }

  /**
   * Reports uses of faults of the service. An order that meets such a fault is in no list, so it
   * has no event of its own.
   */
  async #pollFaultUses(): Promise<readonly Event[]> {
    const { faults = [] } = this.#api.clock?.state() ?? {}
    const uses = faults.length > 0 ? await this.#api.tools.store.sandbox.usesOfFaults() : []
    const now = JSON.stringify([...uses])
    const isChanged = this.#faultUses !== undefined && this.#faultUses !== now
    this.#faultUses = now
    return isChanged ? [{ type: 'faults' }] : []
  }

  /**
   * Reports changes of bureau health. The first known health is no event, because pages read it
   * when they open.
   */
  async #pollBureaus(): Promise<void> {
    for (const bureau of BUREAUS) {
      const health = await bureauHealth(bureau, this.#api)
      const before = this.#health.get(bureau)
      this.#health.set(bureau, health)
      if (before !== undefined && before !== health)
        send([{ type: 'bureau', bureau, health }], this.#listeners)
    }
  }

  /**
   * Sends a heartbeat to each listener whose session is still active, and ends the other streams. A
   * stream does not keep its session active.
   */
  async #sendHeartbeats(): Promise<void> {
    for (const { caller, reply } of this.#listeners) {
      const isActive = await isCallerActive(caller, this.#api)
      if (isActive) write(reply, 'event: heartbeat\ndata: {}\n\n')
      else reply.raw.end('event: end\ndata: {}\n\n')
    }
  }
}

/** Sends each listener the events that it may see, in one write. */
function send(events: readonly Event[], listeners: Iterable<Listener>): void {
  const texts = events.map((event) => ({
    account: event.type === 'order' ? event.account : undefined,
    text: `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  }))
  for (const { caller, reply } of listeners) {
    const own = onlyAccountOf(caller)
    const seen = texts.filter(
      ({ account }) => account === undefined || own === undefined || own === account,
    )
    if (seen.length > 0) write(reply, seen.map(({ text }) => text).join(''))
  }
}

/** Writes to a stream, or ends it if its client does not read. */
function write({ raw }: FastifyReply, text: string): void {
  if (raw.writableLength > UNREAD_BYTES_MAX) raw.destroy()
  else raw.write(text)
}

function eventOf(order: OrderChange): Event {
  return {
    type: 'order',
    id: order.id,
    account: order.account,
    operation: order.operation,
    action: order.action,
    state: order.state,
    receivedAt: at(order.receivedAt),
    finishedAt: maybeAt(order.finishedAt),
    code: order.code,
    reportId: order.reportId,
  }
}

/** Creates the event stream of a server. It ends when the server closes. */
export function eventHandlers(server: FastifyInstance, api: Api): Handlers<'streamEvents'> {
  const stream = new EventStream(api)
  server.addHook('preClose', (done) => {
    stream.close()
    done()
  })
  return {
    streamEvents: async ({ caller, request, reply }) => {
      // HEAD asks for the headers only. A stream would take a place and never end.
      if (request.method === 'HEAD') reply.type(MEDIA_TYPE).send()
      else await stream.add(caller, reply)
      return undefined
    },
  }
}
