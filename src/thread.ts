/**
 * Work in threads. A request goes to a worker thread, and its answer comes back as a promise.
 * Errors cross as data: what a request can come to is part of its answer, and of an unexpected
 * error only the name crosses, because a message may hold personal data. A thread that dies
 * rejects what it was asked and is replaced; closing settles everything.
 */
import {
  parentPort,
  type ResourceLimits,
  receiveMessageOnPort,
  type Transferable,
  Worker,
} from 'node:worker_threads'

/** Which thread is started, and how. */
export interface ThreadOptions {
  /** The thread's program, found by `threadFile`. */
  readonly file: URL
  /** The thread's `workerData`. */
  readonly data?: unknown
  readonly limits?: ResourceLimits
  /** How many threads share the requests; each request goes to the least busy one. */
  readonly count?: number
  /** Starts the threads at once, and again after they die, instead of with the next request. */
  readonly eager?: boolean
}

/** Threads that answer requests of one type. */
export interface Threads<Request, Answer> {
  /**
   * The answer. Buffers in `transfer` move to the thread and cannot be used here any more. Rejects
   * with `ThreadEnded` or `ThreadFailed`.
   */
  ask(request: Request, transfer?: readonly Transferable[]): Promise<Answer>
  /** Lets the threads finish what they were asked; further requests are rejected. */
  close(): Promise<void>
  /** Ends the threads at once; what they were asked is rejected. */
  terminate(): Promise<void>
}

/** The thread ended before it answered, or could not start, or was closed. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
}

/** The thread's program threw an error that it does not answer with; this is the error's name. */
export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed'
}

/** A thread's program beside a module: TypeScript in a checkout, JavaScript when compiled. */
export function threadFile(name: string, beside: string): URL {
  return new URL(`${name}.${beside.endsWith('.ts') ? 'ts' : 'js'}`, beside)
}

/** Opens threads that share requests. */
export function openThreads<Request, Answer>(options: ThreadOptions): Threads<Request, Answer> {
  const threads = Array.from(
    { length: options.count ?? 1 },
    () => new Thread<Request, Answer>(options),
  )
  const leastBusy = () =>
    threads.reduce((best, each) => (each.pending < best.pending ? each : best))
  return {
    ask: (request, transfer = []) => leastBusy().ask(request, transfer),
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()))
    },
    terminate: async () => {
      await Promise.all(threads.map((thread) => thread.terminate()))
    },
  }
}

interface Numbered<Request> {
  readonly id: number
  readonly request: Request
}
type Reply<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly failed: string }
type ToThread<Request> = readonly Numbered<Request>[] | 'close'
/** `ready` comes first: a thread that ends without it could not load its program. */
type FromThread<Answer> = readonly Reply<Answer>[] | 'ready'

/** After a thread that could not load its program, requests are rejected for so long. */
const REST_MS = 1_000

class Thread<Request, Answer> {
  readonly #options: ThreadOptions
  readonly #waiters = new Map<number, PromiseWithResolvers<Answer>>()
  #worker: Worker | undefined
  #isReady = false
  #restsUntil = 0
  #outbox: Numbered<Request>[] = []
  #transfer = new Set<Transferable>()
  #nextId = 0
  #isClosed = false

  constructor(options: ThreadOptions) {
    this.#options = options
    if (options.eager === true) this.#start()
  }

  get pending(): number {
    return this.#waiters.size
  }

  ask(request: Request, transfer: readonly Transferable[]): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(new ThreadEnded('the thread is closed'))
    const waiter = Promise.withResolvers<Answer>()
    const id = this.#nextId++
    this.#waiters.set(id, waiter)
    // Requests of one turn travel together: a message costs more than what is in it.
    if (this.#outbox.length === 0) queueMicrotask(() => this.#send())
    this.#outbox.push({ id, request })
    for (const buffer of transfer) this.#transfer.add(buffer)
    return waiter.promise
  }

  async close(): Promise<void> {
    this.#send()
    await this.#end((worker) => worker.postMessage('close' satisfies ToThread<Request>))
  }

  async terminate(): Promise<void> {
    await this.#end((worker) => void worker.terminate())
  }

  async #end(tell: (worker: Worker) => void): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    if (worker === undefined) {
      this.#rejectAll(new ThreadEnded('the thread is closed'))
      return
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    worker.once('exit', () => resolve())
    worker.ref()
    tell(worker)
    await promise
  }

  #send(): void {
    const requests = this.#outbox
    const transfer = [...this.#transfer]
    this.#outbox = []
    this.#transfer.clear()
    if (requests.length === 0) return
    if (this.#worker === undefined && performance.now() < this.#restsUntil) {
      this.#rejectAll(new ThreadEnded('the thread could not start'))
      return
    }
    const worker = this.#worker ?? this.#start()
    try {
      worker.postMessage(requests satisfies ToThread<Request>, transfer)
      worker.ref()
    } catch (error) {
      for (const { id } of requests) this.#settle(id)?.reject(error)
    }
  }

  #start(): Worker {
    const { file, data, limits } = this.#options
    const resourceLimits = limits === undefined ? {} : { resourceLimits: limits }
    const worker = new Worker(file, { workerData: data, ...resourceLimits })
    this.#worker = worker
    this.#isReady = false
    let cause: unknown
    worker.on('message', (message: FromThread<Answer>) => {
      if (message === 'ready') this.#isReady = true
      else this.#settleAll(message)
    })
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => this.#lost(worker, cause))
    // Only what it was asked keeps the process alive.
    worker.unref()
    return worker
  }

  #settleAll(replies: readonly Reply<Answer>[]): void {
    for (const reply of replies) {
      const waiter = this.#settle(reply.id)
      if ('failed' in reply) waiter?.reject(new ThreadFailed(reply.failed))
      else waiter?.resolve(reply.answer)
    }
    if (this.#waiters.size === 0 && !this.#isClosed) this.#worker?.unref()
  }

  #settle(id: number): PromiseWithResolvers<Answer> | undefined {
    const waiter = this.#waiters.get(id)
    this.#waiters.delete(id)
    return waiter
  }

  /** A thread that ended takes what it was asked with it; the next requests go to a new one. */
  #lost(worker: Worker, cause: unknown): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    if (!this.#isReady) this.#restsUntil = performance.now() + REST_MS
    this.#rejectAll(new ThreadEnded('the thread ended', { cause }))
    if (this.#options.eager === true && this.#isReady && !this.#isClosed) this.#start()
  }

  #rejectAll(error: Error): void {
    for (const waiter of this.#waiters.values()) waiter.reject(error)
    this.#waiters.clear()
    this.#outbox = []
    this.#transfer.clear()
  }
}

// The thread's end.

/** Moves a buffer to the asking thread with the answer; it cannot be used here any more. */
export type Transfer = (buffer: ArrayBufferLike) => void

/** Answers each request by itself; of an asynchronous program, several at once. */
export function answerRequests<Request, Answer>(
  answer: (request: Request, transfer: Transfer) => Answer | Promise<Answer>,
): void {
  const port = ownPort()
  const running = new Set<Promise<void>>()
  const run = async ({ id, request }: Numbered<Request>) => {
    const transfer: Transferable[] = []
    const add: Transfer = (buffer) => {
      if (buffer instanceof ArrayBuffer) transfer.push(buffer)
    }
    try {
      const given = answer(request, add)
      const reply = { id, answer: given instanceof Promise ? await given : given }
      port.postMessage([reply] satisfies FromThread<Answer>, transfer)
    } catch (error) {
      port.postMessage([{ id, failed: nameOf(error) }] satisfies FromThread<Answer>)
    }
  }
  port.on('message', (message: ToThread<Request>) => {
    if (message === 'close') {
      void Promise.all(running).then(() => port.close())
      return
    }
    for (const numbered of message) {
      const work = run(numbered).finally(() => running.delete(work))
      running.add(work)
    }
  })
  port.postMessage('ready' satisfies FromThread<Answer>)
}

/** Answers all requests that wait together, in their order; `end` runs when the thread closes. */
export function answerGroups<Request, Answer>(
  answer: (requests: readonly Request[]) => readonly Answer[],
  groupMax: number,
  end: () => void,
): void {
  const port = ownPort()
  const waiting: Numbered<Request>[] = []
  let isClosing = false
  const take = (message: ToThread<Request>) => {
    if (message === 'close') isClosing = true
    else waiting.push(...message)
  }
  port.on('message', (first: ToThread<Request>) => {
    take(first)
    for (;;) {
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
        take(next.message)
      }
      const group = waiting.splice(0, groupMax)
      if (group.length === 0) break
      port.postMessage(repliesTo(group, answer))
    }
    if (!isClosing) return
    end()
    port.close()
  })
  port.postMessage('ready' satisfies FromThread<Answer>)
}

function repliesTo<Request, Answer>(
  group: readonly Numbered<Request>[],
  answer: (requests: readonly Request[]) => readonly Answer[],
): FromThread<Answer> {
  try {
    const answers = answer(group.map(({ request }) => request))
    return group.map(({ id }, index) => ({ id, answer: answers[index] as Answer }))
  } catch (error) {
    return group.map(({ id }) => ({ id, failed: nameOf(error) }))
  }
}

function ownPort() {
  if (parentPort === null) throw new Error('this program runs in a thread only')
  return parentPort
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}

/**
 * The same bytes in a buffer of their own. A view sent to a thread takes along all of the buffer it
 * looks into, and Node's small buffers share one with what else was handled lately.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  const isWhole = bytes.byteLength === bytes.buffer.byteLength
  return isWhole ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
}
