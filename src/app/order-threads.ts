/**
 * Threads that handle orders, so that orders use every core while the main thread serves
 * connections. A thread that dies is like a replica that died: the leases of its orders expire, and
 * other threads or processes settle them.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Bureau, CreditFile, FileRequest } from '../bureaus/bureau.ts'
import { PullFailed } from '../bureaus/pull-failure.ts'
import type { BureauName } from '../documents/tables/enumerations.ts'
import { OrderError, type Reason } from '../errors.ts'
import type { Answer, OrderHandler, OrderRequest } from '../orders/fulfil/order-handler.ts'
import { startTimeout } from '../orders/fulfil/pull.ts'
import type { OperationName } from '../orders/intake/products.ts'
import type { EndedPull, LogEvent, Tools } from '../orders/tools.ts'
import type { PrintOptions } from '../print/print-report.ts'
import type { SandboxClock } from '../sandbox/clock.ts'
import type { OrderNumbers } from '../sandbox/order-numbers.ts'
import type { Settings } from '../settings/settings.ts'
import type { AuditState } from '../store/audit/writer.ts'
import { type ConnectionCounts, DatabaseUnavailable } from '../store/engine/database.ts'
import type { DatabaseCall } from '../store/engine/instrumented-database.ts'
import type { SandboxState } from '../store/records/sandbox.ts'
import type { MasterKeys } from '../store/sealing/master-key.ts'
import type { TamperedRow } from '../store/sealing/row-mac.ts'
import { answerRequests } from '../threads/program.ts'
import { ownBytes, ThreadEnded } from '../threads/requests.ts'
import { openThreads, threadFile } from '../threads/thread.ts'
import type { Trace } from '../trace.ts'
import type { Storage } from './open-storage.ts'
import { withinOneWorld } from './world-orders.ts'

/** The start data of an order thread. */
export interface OrderThreadData {
  readonly settings: Settings
  readonly printing: PrintOptions
  readonly masterKeys: MasterKeys
  /** The bureaus that only the main thread can ask. */
  readonly vendors: readonly VendorFacts[]
  /** The port through which the thread sends requests to the main thread. */
  readonly main: MessagePort
}

/** The data that a thread needs about a bureau from which the main thread requests the files. */
export type VendorFacts = Pick<Bureau, 'name' | 'repeatable' | 'timeoutMs'>

/** A request as it is sent to a thread. */
export interface ThreadRequest extends Omit<OrderRequest, 'operation'> {
  readonly operation: OperationName
  /** The work slot that the request holds in the main thread. */
  readonly slot: number
  readonly trace: Trace | undefined
  /** The number of the request, if identifiers are counted. */
  readonly number: number | undefined
  /** The state of the sandbox as the main thread last read it. */
  readonly sandbox: SandboxState | undefined
  /** The generation of the world in which the request began. */
  readonly world: number | undefined
}

/** The result of a request, or the error that ended it. */
export type ThreadAnswer = { readonly answer: Answer } | { readonly failure: FailureData }

/** Events in a thread that the metrics count. */
export interface CountedEvents {
  readonly pulls: EndedPull[]
  readonly calls: DatabaseCall[]
}

/** The current state of a thread, for the metrics. */
export interface ThreadState extends Pick<AuditState, 'unsealed' | 'unsealedSince'> {
  /** Undefined on SQLite. */
  readonly connections: ConnectionCounts | undefined
}

/** An error as data, without a message that could hold a value. */
export interface FailureData {
  readonly name: string
  /** The stack without its first line, which is the message. */
  readonly stack: string
  /** Present for a failed pull at a vendor. */
  readonly pull?: Pick<PullFailed, 'failure' | 'mayHaveAsked'>
  /** The message of a database that fails, which has no values. */
  readonly database?: string
  /** Present for an `OrderError`, whose texts name no values. */
  readonly rejection?: {
    readonly reason: Reason
    readonly texts: readonly string[]
    readonly retryAfterSeconds: number | undefined
  }
}

/** A request from a thread to the main thread. */
export type MainRequest =
  | { readonly type: 'connect writer' }
  | { readonly type: 'yield slot' | 'take slot'; readonly slot: number }
  | { readonly type: 'count'; readonly counted: CountedEvents; readonly state: ThreadState }
  | { readonly type: 'report tampering'; readonly row: TamperedRow }
  | { readonly type: 'pull'; readonly bureau: BureauName; readonly request: VendorRequest }
  | (Omit<LogEvent, 'error'> & {
      readonly type: 'log'
      readonly error?: FailureData | undefined
    })

/** The request for a file, without the signal, which cannot be sent to another thread. */
type VendorRequest = Omit<FileRequest, 'signal'>

/** The answer of the main thread. */
export type MainAnswer = MessagePort | PulledFile | undefined

/** The result of a pull at a vendor. */
export type PulledFile = { readonly file: CreditFile } | { readonly failure: FailureData }

/** Threads that handle orders. */
export interface OrderThreads {
  readonly handle: OrderHandler
  /** Resolves when the threads can start work. Rejects if a thread cannot. */
  ready(): Promise<void>
  /**
   * The share of time in which the threads were busy since the last call, from 0 to 1, for
   * admission.
   */
  utilization(): number
  /** Returns the states that the threads last sent. */
  states(): Iterable<ThreadState>
  /** Ends the threads after their current orders. */
  close(): Promise<void>
}

/** The parts of the main thread that serve its order threads. */
export interface OrderThreadsHost {
  readonly settings: Settings
  readonly printing: PrintOptions
  readonly storage: Pick<Storage, 'database' | 'store' | 'masterKeys'>
  readonly tools: Pick<Tools, 'bureaus' | 'pulled' | 'log'>
  /** Undefined if a bureau is real. */
  readonly clock: SandboxClock | undefined
  /** Undefined if identifiers are random. */
  readonly numbers: Pick<OrderNumbers, 'take'> | undefined
  readonly databaseCalled: (call: DatabaseCall) => void
  readonly tampered: (row: TamperedRow) => void
}

/**
 * In MiB: three times the space for new short-lived objects. With half of it, an order costs a
 * tenth more.
 */
const YOUNG_GENERATION_MIB_MAX = 48

/** The number of simultaneous orders that keep a thread busy while each also waits for the disk. */
const BUSY_AT_ORDERS = 4

/**
 * Opens up to `count` threads. One starts at once, the others when orders keep it busy. A thread
 * that dies is replaced, and its orders are settled as after a crash.
 */
export function openOrderThreads(count: number, host: OrderThreadsHost): OrderThreads {
  const slots = new Map<number, Slot>()
  const states = new Map<MessagePort, ThreadState>()
  const threads = openThreads<ThreadRequest, ThreadAnswer>({
    file: threadFile('./order-worker', import.meta.url),
    name: 'orders',
    data: () => threadData(host, slots, states),
    limits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB_MAX },
    count,
    eager: true,
    busyAt: BUSY_AT_ORDERS,
  })
  let lastSlot = 0
  const handle: OrderHandler = async (request, { trace, yieldSlot, world }) => {
    lastSlot += 1
    const slot = lastSlot
    // A function cannot be sent to a thread, so a number represents it.
    slots.set(slot, { yieldSlot })
    // The bytes are transferred to the thread and not copied, so they must have their own buffer.
    const body = ownBytes(request.body)
    const operation = request.operation.name
    try {
      const counts = host.clock?.state().ids === 'counted'
      const number = counts ? await host.numbers?.take() : undefined
      const sandbox = host.clock?.state()
      const threadRequest = { ...request, operation, body, slot, trace, number, sandbox, world }
      const outcome = await threads.ask(threadRequest, [body.buffer as ArrayBuffer])
      if ('failure' in outcome) {
        // The main thread decides about readiness, and its own units may all have succeeded.
        const { failure } = outcome
        if (failure.database !== undefined) host.storage.store.doubt(failure.database)
        throw errorOf(failure)
      }
      return withRelease(outcome.answer)
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error
      // It is unknown how far the thread got. Its order is settled when the lease expires.
      host.tools.log({
        what: 'an order thread ended unexpectedly; its orders are settled when their leases expire',
        error: error.cause ?? error,
      })
      throw new OrderError('unavailable')
    } finally {
      // A thread that died does not report the end of a wait.
      void slots.get(slot)?.reacquire?.()
      slots.delete(slot)
    }
  }
  const { ready, utilization, close } = threads
  const handleInWorld = withinOneWorld(handle, host.clock)
  return { handle: handleInWorld, ready, utilization, states: () => states.values(), close }
}

/**
 * Adds a function to a response that releases its body at once. In a busy process, bodies that wait
 * for a garbage collection would double the memory.
 */
function withRelease(answer: Answer): Answer {
  const { buffer } = answer.body
  return { ...answer, release: () => void (buffer as ArrayBuffer).transfer(0) }
}

/** The work slot of a request. The thread gives it up while the request only waits. */
interface Slot {
  readonly yieldSlot: Tools['yieldSlot']
  /** Ends the wait. Resolves when the request has a slot again. */
  reacquire?: () => Promise<void>
}

function threadData(
  host: OrderThreadsHost,
  slots: ReadonlyMap<number, Slot>,
  states: Map<MessagePort, ThreadState>,
) {
  const { port1, port2 } = new MessageChannel()
  answerRequests<MainRequest, MainAnswer>(
    async (request, transfer) => {
      if (request.type === 'count') states.set(port1, request.state)
      const answer = await handleMainRequest(request, host, slots)
      if (request.type === 'connect writer') transfer(answer as MessagePort)
      return answer
    },
    { port: port1 },
  )
  port1.unref()
  port1.once('close', () => states.delete(port1))
  const { settings, printing, storage, tools } = host
  const vendors = Object.values(tools.bureaus)
    .filter(({ simulated }) => !simulated)
    .map(({ name, repeatable, timeoutMs }) => ({ name, repeatable, timeoutMs }))
  const { masterKeys } = storage
  const data: OrderThreadData = { settings, printing, masterKeys, vendors, main: port2 }
  return { data, transfer: [port2] }
}

async function handleMainRequest(
  request: MainRequest,
  { storage, tools, databaseCalled, tampered }: OrderThreadsHost,
  slots: ReadonlyMap<number, Slot>,
): Promise<MainAnswer> {
  switch (request.type) {
    case 'connect writer':
      return storage.database.writerPort?.()
    case 'yield slot':
      return yieldSlotOf(slots.get(request.slot))
    case 'take slot':
      await slots.get(request.slot)?.reacquire?.()
      return undefined
    case 'count':
      request.counted.pulls.forEach(tools.pulled)
      request.counted.calls.forEach(databaseCalled)
      return undefined
    case 'report tampering':
      tampered(request.row)
      return undefined
    case 'pull':
      return await pullFor(request.bureau, request.request, tools)
    case 'log': {
      const { type: _type, error, ...event } = request
      tools.log({ ...event, ...(error && { error: errorOf(error) }) })
      return undefined
    }
  }
}

function yieldSlotOf(slot: Slot | undefined): undefined {
  if (slot === undefined) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const reacquired = slot.yieldSlot(() => promise)
  slot.reacquire = () => {
    resolve()
    return reacquired
  }
}

/** Asks a vendor on behalf of a thread. The thread records and logs errors. */
async function pullFor(
  bureau: BureauName,
  request: VendorRequest,
  { bureaus }: OrderThreadsHost['tools'],
): Promise<PulledFile> {
  const source = bureaus[bureau]
  const timeout = startTimeout(source.timeoutMs)
  try {
    return { file: await source.pull({ ...request, signal: timeout.signal }) }
  } catch (error) {
    const failure = failureOf(error)
    if (!timeout.signal.aborted) return { failure }
    return { failure: { pull: { failure: 'late', mayHaveAsked: true }, ...failure } }
  } finally {
    timeout.clear()
  }
}

/** Converts an error to data. */
export function failureOf(error: unknown): FailureData {
  if (!(error instanceof Error)) return { name: typeof error, stack: '' }
  const { name } = error
  const stack = (error.stack ?? '').slice((error.stack ?? '').indexOf('\n    at '))
  if (error instanceof PullFailed) {
    const { failure, mayHaveAsked } = error
    return { name, stack, pull: { failure, mayHaveAsked } }
  }
  if (error instanceof DatabaseUnavailable) return { name, stack, database: error.message }
  if (!(error instanceof OrderError)) return { name, stack }
  const { reason, texts, retryAfterSeconds } = error
  return { name, stack, rejection: { reason, texts, retryAfterSeconds } }
}

/** Converts data back to an error. Other messages than those in the data stay in their thread. */
export function errorOf({ name, stack, rejection, pull, database }: FailureData): Error {
  if (rejection !== undefined) {
    const { reason, texts, retryAfterSeconds } = rejection
    return new OrderError(reason, texts, retryAfterSeconds)
  }
  const known = pull && new PullFailed(pull.failure, pull.mayHaveAsked, name)
  const unavailable = database === undefined ? undefined : new DatabaseUnavailable(database)
  const error: Error = known ?? unavailable ?? new Error(name)
  error.name = name
  error.stack = `${name}${stack}`
  return error
}
