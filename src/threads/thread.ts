/**
 * Threads that answer requests (`requests.ts`). If a thread dies, its requests are rejected and it
 * is replaced. Closing settles all requests. The other side of a thread is `program.ts`.
 */
import { posix } from 'node:path'
import { isSea } from 'node:sea'
import {
  type MessagePort,
  type ResourceLimits,
  type Transferable,
  Worker,
} from 'node:worker_threads'
import { readPackageFile } from '../package-files.ts'
import { addIdleWorker, takeIdleWorker } from './idle-workers.ts'
import {
  type FromProgram,
  type NumberedRequest,
  type Reply,
  Requests,
  ThreadEnded,
  type ToProgram,
} from './requests.ts'

/** The thread to start, and its options. */
export interface ThreadOptions {
  /** The thread's program, located by `threadFile`. */
  readonly file: URL
  /** The name of the thread in debuggers and system tools; at most 15 characters. */
  readonly name: string
  /**
   * The thread's `workerData`. A function returns it, with the objects to transfer, for each start.
   */
  readonly data?: unknown | (() => ThreadData)
  readonly limits?: ResourceLimits
  /** How many threads share the requests. Each request goes to the least busy thread. */
  readonly count?: number
  /**
   * Starts the threads at once, and restarts them at once after they die, instead of with the next
   * request.
   */
  readonly eager?: boolean
  /**
   * How many requests keep a thread busy. If set, a pool starts with one thread, and starts another
   * whenever all running threads are busy, because each costs memory and the time to load its
   * program. If absent, all threads share the requests from the start.
   */
  readonly busyAt?: number
  /**
   * Keeps a closed thread for the next owner of the same program in this process. The owner then
   * neither starts a thread nor loads the program, which takes longer than to open a small
   * database. The program must use `answerGroups`.
   */
  readonly isReused?: true
}

/** The start data of a thread. */
interface ThreadData {
  readonly data: unknown
  /** Objects that are transferred to the thread. */
  readonly transfer: readonly Transferable[]
}

/** Threads that answer requests of one type. */
export interface Threads<Request, Answer> {
  /**
   * Returns the answer. Buffers in `transfer` are transferred to the thread and cannot be used here
   * any more. Rejects with `ThreadEnded` or `ThreadFailed`.
   */
  ask(request: Request, transfer?: readonly Transferable[]): Promise<Answer>
  /**
   * Resolves when the initial threads of the pool have loaded their program for the first time.
   * Rejects if one cannot.
   */
  ready(): Promise<void>
  /**
   * Lets the holder of the other end of a port send requests to the first thread too, as long as
   * the thread lives.
   */
  connect(port: MessagePort): void
  /** Returns how busy the threads were since the last call, from 0 to 1. */
  utilization(): number
  /** Ends the threads after their current requests. Rejects new requests. */
  close(): Promise<void>
  /** Ends the threads at once and rejects their requests. */
  terminate(): Promise<void>
}

/**
 * Returns the URL of a thread's program beside a module: TypeScript in a checkout, JavaScript when
 * compiled. The single executable contains the programs of threads as files of the package.
 */
export function threadFile(name: string, beside: string): URL {
  const inside = isSea() ? readPackageFile(posix.join('dist', `${name}.js`)) : undefined
  if (inside !== undefined) {
    return new URL(`data:text/javascript;base64,${inside.toString('base64')}`)
  }
  return new URL(`${name}.${beside.endsWith('.ts') ? 'ts' : 'js'}`, beside)
}

/** Opens threads that share requests. */
export function openThreads<Request, Answer>(options: ThreadOptions): Threads<Request, Answer> {
  const { count = 1, busyAt, eager = false } = options
  const threads = Array.from(
    { length: count },
    (_, index) =>
      new Thread<Request, Answer>(options, eager && (busyAt === undefined || index === 0)),
  )
  const first = busyAt === undefined ? threads : threads.slice(0, 1)
  const nextThread = () =>
    busyAt === undefined ? leastBusy(threads) : leastBusyOrNext(threads, busyAt)
  return {
    ask: (request, transfer = []) => nextThread().ask(request, transfer),
    ready: async () => void (await Promise.all(first.map((thread) => thread.ready))),
    connect: (port) => threads[0]?.connect(port),
    utilization: () =>
      threads.reduce((sum, thread) => sum + thread.utilization(), 0) / threads.length,
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()))
    },
    terminate: async () => {
      await Promise.all(threads.map((thread) => thread.terminate()))
    },
  }
}

function leastBusy<T extends { readonly pending: number }>(threads: readonly T[]): T {
  return threads.reduce((best, each) => (each.pending < best.pending ? each : best))
}

/**
 * Returns the least busy running thread. If it is busy too, starts the next thread, only one at a
 * time. A new thread gets requests only after it has loaded its program, because earlier ones would
 * wait longer there.
 */
function leastBusyOrNext<Request, Answer>(
  threads: readonly Thread<Request, Answer>[],
  busyAt: number,
): Thread<Request, Answer> {
  const running = threads.filter(({ state }) => state === 'running')
  const best = leastBusy(running.length === 0 ? threads.slice(0, 1) : running)
  const isAnyLoading = threads.some(({ state }) => state === 'loading')
  if (best.pending >= busyAt && !isAnyLoading) {
    threads.find(({ state }) => state === 'ended')?.startAgain()
  }
  return best
}

/** How long requests are rejected after a thread could not load its program, in milliseconds. */
const RESTART_DELAY_MS = 1_000

class Thread<Request, Answer> {
  readonly #options: ThreadOptions
  readonly #isEager: boolean
  readonly #requests: Requests<Request, Answer>
  #worker: Worker | undefined
  #isReady = false
  readonly #firstReady = Promise.withResolvers<void>()
  #retryStartAt = 0
  #isClosed = false
  readonly #ended = Promise.withResolvers<void>()
  #used: ReturnType<Worker['performance']['eventLoopUtilization']> | undefined

  constructor(options: ThreadOptions, isEager: boolean) {
    this.#options = options
    this.#isEager = isEager
    this.#requests = new Requests((requests, transfer) => this.#post(requests, transfer))
    // Only callers of `ready` need to handle the rejection.
    this.#firstReady.promise.catch(() => undefined)
    if (isEager) this.#start()
  }

  /**
   * `running` after the thread has loaded its program, `loading` before, and `ended` if it has
   * ended or was not started.
   */
  get state(): 'running' | 'loading' | 'ended' {
    if (this.#worker === undefined) return 'ended'
    return this.#isReady ? 'running' : 'loading'
  }

  /** Starts the thread before its first request, unless it recently failed to load its program. */
  startAgain(): void {
    if (!this.#isClosed && performance.now() >= this.#retryStartAt) this.#start()
  }

  get ready(): Promise<void> {
    return this.#firstReady.promise
  }

  get pending(): number {
    return this.#requests.pending
  }

  ask(request: Request, transfer: readonly Transferable[]): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(new ThreadEnded('the thread is closed'))
    return this.#requests.ask(request, transfer)
  }

  connect(port: MessagePort): void {
    const worker = this.#worker ?? this.#start()
    worker.postMessage({ connect: port } satisfies ToProgram<Request>, [port])
  }

  utilization(): number {
    const worker = this.#worker
    if (worker === undefined) return 0
    const used = worker.performance.eventLoopUtilization()
    const { utilization } = worker.performance.eventLoopUtilization(used, this.#used)
    this.#used = used
    return utilization
  }

  async close(): Promise<void> {
    this.#requests.send()
    const last: ToProgram<Request> = this.#options.isReused ? 'become idle' : 'close'
    // Sent only once: by a second call, an idle thread may have another owner.
    const isFirst = !this.#isClosed
    await this.#end((worker) => isFirst && worker.postMessage(last))
  }

  async terminate(): Promise<void> {
    await this.#end((worker) => {
      // A thread that reports now that it is idle is no longer reused.
      worker.removeAllListeners('message')
      void worker.terminate()
    })
  }

  async #end(stop: (worker: Worker) => void): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    if (worker === undefined) {
      this.#requests.rejectAll(new ThreadEnded('the thread is closed'))
      return
    }
    worker.once('exit', () => this.#ended.resolve())
    worker.ref()
    stop(worker)
    await this.#ended.promise
  }

  #post(requests: readonly NumberedRequest<Request>[], transfer: readonly Transferable[]): void {
    if (this.#worker === undefined && performance.now() < this.#retryStartAt) {
      throw new ThreadEnded('the thread could not start')
    }
    const worker = this.#worker ?? this.#start()
    worker.postMessage(requests satisfies ToProgram<Request>, transfer as Transferable[])
    worker.ref()
  }

  #start(): Worker {
    const worker = this.#newWorker()
    this.#worker = worker
    this.#isReady = false
    let cause: unknown
    worker.on('message', (message: FromProgram<Answer>) => {
      if (message === 'ready') this.#handleReady()
      else if (message === 'idle') this.#addToIdle(worker)
      else this.#settle(message)
    })
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => this.#handleExit(worker, cause))
    return worker
  }

  /** Returns a new thread, or an idle one, which is initialized again. */
  #newWorker(): Worker {
    const { file, name, data, limits } = this.#options
    const { data: workerData, transfer } = isDataFactory(data) ? data() : { data, transfer: [] }
    const transferList = transfer as Transferable[]
    const idle = takeIdleWorker(file)
    this.#used = idle?.performance.eventLoopUtilization()
    if (idle !== undefined) {
      idle.postMessage({ begin: workerData } satisfies ToProgram<Request>, transferList)
      idle.ref()
      return idle
    }
    const resourceLimits = limits === undefined ? {} : { resourceLimits: limits }
    return new Worker(file, { name, workerData, transferList, ...resourceLimits })
  }

  /** Stores an idle thread for the next one of its program. */
  #addToIdle(worker: Worker): void {
    this.#worker = undefined
    this.#requests.rejectAll(new ThreadEnded('the thread is closed'))
    addIdleWorker(this.#options.file, worker)
    this.#ended.resolve()
  }

  #handleReady(): void {
    this.#isReady = true
    this.#firstReady.resolve()
    this.#unrefIfIdle()
  }

  /** Lets the process end unless the thread is loading or has requests. */
  #unrefIfIdle(): void {
    if (this.#requests.pending === 0 && !this.#isClosed) this.#worker?.unref()
  }

  #settle(replies: readonly Reply<Answer>[]): void {
    this.#requests.settle(replies)
    this.#unrefIfIdle()
  }

  /** Rejects the requests of a thread that ended. The next requests go to a new thread. */
  #handleExit(worker: Worker, cause: unknown): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    // A thread that starts has no data of an order yet, so the message of its error has none.
    const reason = cause instanceof Error ? `: ${cause.message}` : ''
    this.#firstReady.reject(new ThreadEnded(`the thread could not start${reason}`, { cause }))
    if (!this.#isReady) this.#retryStartAt = performance.now() + RESTART_DELAY_MS
    this.#requests.rejectAll(new ThreadEnded('the thread ended', { cause }))
    if (this.#isEager && this.#isReady && !this.#isClosed) this.#start()
  }
}

function isDataFactory(data: unknown): data is () => ThreadData {
  return typeof data === 'function'
}
