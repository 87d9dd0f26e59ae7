/**
 * The stream of what happens, as server-sent events. The journal is the source, looked at by index
 * every second while anybody listens: so a page sees what every replica does. What it missed while
 * it was not connected is in the list of orders.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import { BUREAUS } from '../documents/tables/enumerations.ts'
import type { OrderChange } from '../store/records/orders/order-changes.ts'
import { bureauHealth } from './bureau-handlers.ts'
import { type Api, at, type Caller, confinedTo, type Handlers, maybeAt } from './handler.ts'
import { ApiProblem } from './problems.ts'
import type { StreamEvent } from './schemas/order-schemas.ts'
import { callerAlive, sessionTools } from './sessions.ts'

const LOOK_EVERY_MS = 1_000
/** Between two looks an order may be journaled a little after the moment of its receipt. */
const OVERLAP_MS = 10_000
/** A busier second is shown in part, for each account that is watched; the list has all of it. */
const ORDERS_A_LOOK_MAX = 25
/** Proxies close what is silent, pages take it for dead; and the session is looked at as often. */
const HEARTBEAT_MS = 15_000
const BUREAUS_EVERY_MS = 5_000
const LISTENERS_MAX = 64
const LISTENERS_A_PERSON_MAX = 8

type Event = z.infer<typeof StreamEvent>

interface Listener {
  readonly caller: Caller
  readonly reply: FastifyReply
}

/** The listeners of one process, and the events that they got. */
class EventStream {
  readonly #api: Api
  readonly #listeners = new Set<Listener>()
  /** The state of each recent order in its last event. */
  #sent = new Map<string, OrderChange>()
  #health = new Map<string, string>()
  /** The sandbox as it was last seen. */
  #sandbox: string | undefined
  /** How many orders had met each fault, when it was last looked. */
  #faultsMet: string | undefined
  #timers: NodeJS.Timeout[] = []
  #looking = false

  constructor(api: Api) {
    this.#api = api
  }

  /** Adds a listener until it disconnects, its session ends or the service does. */
  async add(caller: Caller, reply: FastifyReply): Promise<void> {
    const own = [...this.#listeners].filter(
      (listener) => listener.caller.operator.name === caller.operator.name,
    )
    if (this.#listeners.size >= LISTENERS_MAX || own.length >= LISTENERS_A_PERSON_MAX) {
      throw new ApiProblem('too-many')
    }
    // Existing orders are no news.
    if (this.#listeners.size === 0) await this.#look()
    const listener = { caller, reply }
    this.#listeners.add(listener)
    reply.type('text/event-stream; charset=utf-8').hijack()
    reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
    reply.raw.write(': listening\n\n')
    reply.raw.on('close', () => this.#remove(listener))
    if (this.#timers.length === 0) this.#start()
    // A page that left during the awaits above closed before anything listened to that.
    if (reply.raw.closed) this.#remove(listener)
  }

  /** Ends every stream, so that the service can. */
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
      every(LOOK_EVERY_MS, async () => this.#send(await this.#look())),
      every(BUREAUS_EVERY_MS, () => this.#lookAtBureaus()),
      every(HEARTBEAT_MS, () => this.#beat()),
    ]
  }

  #stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    this.#sent.clear()
  }

  /** Sends each listener what it may see, in one write. */
  #send(events: readonly Event[]): void {
    const texts = events.map((event) => ({
      account: event.type === 'order' ? event.account : undefined,
      text: `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    }))
    for (const { caller, reply } of this.#listeners) {
      const own = confinedTo(caller)
      const seen = texts.filter(
        ({ account }) => account === undefined || own === undefined || own === account,
      )
      if (seen.length > 0) reply.raw.write(seen.map(({ text }) => text).join(''))
    }
  }

  /** Every order that is new, or in another state than in its last event. */
  async #look(): Promise<readonly Event[]> {
    // A slow look is not overtaken by the next second's: both would send the same orders.
    if (this.#looking) return []
    this.#looking = true
    try {
      const { tools } = this.#api
      await tools.refresh()
      this.#lookAtSandbox()
      await this.#lookAtFaultsMet()
      const running = [...this.#sent.values()].filter(({ state }) => state === 'running')
      const scopes = new Set([...this.#listeners].map(({ caller }) => confinedTo(caller)))
      const changed = await tools.store.orders.listChanges({
        scopes: scopes.size === 0 ? [undefined] : [...scopes],
        from: tools.now().getTime() - OVERLAP_MS,
        ordersMax: ORDERS_A_LOOK_MAX,
        ids: running.slice(-ORDERS_A_LOOK_MAX).map(({ id }) => id),
      })
      const news = changed.filter(({ id, state }) => this.#sent.get(id)?.state !== state)
      // Only what this look found is kept, so the map stays as small as the overlap.
      this.#sent = new Map(changed.map((order) => [order.id, order]))
      return news.map(eventOf)
    } finally {
      this.#looking = false
    }
  }

  /** A script may have advanced the clock, injected a fault, or reset the world. */
  #lookAtSandbox(): void {
    const { generation, advancedMs, faults } = this.#api.clock?.state() ?? {}
    const now = JSON.stringify([generation, advancedMs, faults])
    if (this.#sandbox !== undefined && this.#sandbox !== now) this.#send([{ type: 'sandbox' }])
    this.#sandbox = now
  }

  /** An order that meets a fault of the service is in no list, so its own event does not exist. */
  async #lookAtFaultsMet(): Promise<void> {
    const { faults = [] } = this.#api.clock?.state() ?? {}
    const uses = faults.length > 0 ? await this.#api.tools.store.sandbox.usesOfFaults() : []
    const now = JSON.stringify([...uses])
    if (this.#faultsMet !== undefined && this.#faultsMet !== now) this.#send([{ type: 'faults' }])
    this.#faultsMet = now
  }

  /** A bureau's first health is no event: a page reads it when it opens. */
  async #lookAtBureaus(): Promise<void> {
    for (const bureau of BUREAUS) {
      const health = await bureauHealth(bureau, this.#api)
      const before = this.#health.get(bureau)
      this.#health.set(bureau, health)
      if (before !== undefined && before !== health)
        this.#send([{ type: 'bureau', bureau, health }])
    }
  }

  /** A stream ends with its session, and keeps none alive. */
  async #beat(): Promise<void> {
    for (const { caller, reply } of this.#listeners) {
      const alive = await callerAlive(caller, sessionTools(this.#api))
      if (alive) reply.raw.write('event: heartbeat\ndata: {}\n\n')
      else reply.raw.end('event: end\ndata: {}\n\n')
    }
  }
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

/** The stream of a server, which ends with it. */
export function eventHandlers(server: FastifyInstance, api: Api): Handlers<'streamEvents'> {
  const stream = new EventStream(api)
  server.addHook('preClose', (done) => {
    stream.close()
    done()
  })
  return {
    streamEvents: async ({ caller, reply }) => {
      await stream.add(caller, reply)
      return undefined
    },
  }
}
