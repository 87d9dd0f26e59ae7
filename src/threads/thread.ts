/**
 * Threads that answer requests (`requests.ts`). A thread that dies rejects what it was asked and is
 * replaced; closing settles everything. The thread's end is `program.ts`.
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
import { keepWorker, takeKept } from './kept-workers.ts'
import {
  type FromProgram,
  type Numbered,
  type Reply,
  Requests,
  ThreadEnded,
  type ToProgram,
} from './requests.ts'

/** Which thread is started, and how. */
export interface ThreadOptions {
  /** The thread's program, found by `threadFile`. */
  readonly file: URL
  /** What tools of the system and debuggers call it; at most 15 characters. */
  readonly name: string
  /** The thread's `workerData`; a function gives it, with what moves there, for each start. */
  readonly data?: unknown | (() => ThreadData)
  readonly limits?: ResourceLimits
  /** How many threads share the requests; each request goes to the least busy one. */
  readonly count?: number
  /** Starts the threads at once, and again after they die, instead of with the next request. */
  readonly eager?: boolean
  /**
   * How many requests keep a thread busy. With it, a pool begins with one thread, and another starts
   * whenever all that run are busy: each costs memory and the loading of its program. Without it, all
   * threads share the requests from the first.
   */
  readonly busyAt?: number
  /**
   * A thread that closes is kept for the next one of the same program, by the whole process: it
   * begins anew, without the start of a thread and the loading of its program, which take longer than
   * opening a small database. Its program is one of `answerGroups`.
   */
  readonly isKept?: true
}

/** What a thread begins with. */
interface ThreadData {
  readonly data: unknown
  /** Ports that move to the thread. */
  readonly transfer: readonly Transferable[]
}

/** Threads that answer requests of one type. */
export interface Threads<Request, Answer> {
  /**
   * The answer. Buffers in `transfer` move to the thread and cannot be used here any more. Rejects
   * with `ThreadEnded` or `ThreadFailed`.
   */
  ask(request: Request, transfer?: readonly Transferable[]): Promise<Answer>
  /**
   * Resolves when the threads that a pool begins with have loaded their program for the first time;
   * rejects where one cannot.
   */
  ready(): Promise<void>
  /**
   * Lets the holder of the other end of a port ask the first thread too, for as long as it lives.
   */
  connect(port: MessagePort): void
  /** How busy the threads were since this was last asked, from 0 to 1. */
  utilization(): number
  /** Lets the threads finish what they were asked; further requests are rejected. */
  close(): Promise<void>
  /** Ends the threads at once; what they were asked is rejected. */
  terminate(): Promise<void>
}

/**
 * A thread's program beside a module: TypeScript in a checkout, JavaScript when compiled. The single
 * executable holds the programs of threads as files of the package.
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
 * The least busy thread that runs. Where that is busy too, the next one starts, one at a time, and
 * takes part once it has loaded its program: what it was given before would wait longer there.
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

/** After a thread that could not load its program, requests are rejected for so long. */
const REST_MS = 1_000

class Thread<Request, Answer> {
  readonly #options: ThreadOptions
  readonly #isEager: boolean
  readonly #requests: Requests<Request, Answer>
  #worker: Worker | undefined
  #isReady = false
  readonly #firstReady = Promise.withResolvers<void>()
  #restsUntil = 0
  #isClosed = false
  readonly #ended = Promise.withResolvers<void>()
  #used: ReturnType<Worker['performance']['eventLoopUtilization']> | undefined

  constructor(options: ThreadOptions, isEager: boolean) {
    this.#options = options
    this.#isEager = isEager
    this.#requests = new Requests((requests, transfer) => this.#post(requests, transfer))
    // Of interest only to those who ask.
    this.#firstReady.promise.catch(() => undefined)
    if (isEager) this.#start()
  }

  /** Whether it has loaded its program, loads it, or has not started or ended. */
  get state(): 'running' | 'loading' | 'ended' {
    if (this.#worker === undefined) return 'ended'
    return this.#isReady ? 'running' : 'loading'
  }

  /** Starts it before its first request, unless it could not load its program just now. */
  startAgain(): void {
    if (!this.#isClosed && performance.now() >= this.#restsUntil) this.#start()
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
    const last: ToProgram<Request> = this.#options.isKept ? 'rest' : 'close'
    // Told once: by the second time a thread that rests may be another owner's.
    const isFirst = !this.#isClosed
    await this.#end((worker) => isFirst && worker.postMessage(last))
  }

  async terminate(): Promise<void> {
    await this.#end((worker) => {
      // One that says now that it rests is kept no more.
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

  #post(requests: readonly Numbered<Request>[], transfer: readonly Transferable[]): void {
    if (this.#worker === undefined && performance.now() < this.#restsUntil) {
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
      if (message === 'ready') this.#loaded()
      else if (message === 'resting') this.#handOver(worker)
      else this.#settle(message)
    })
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => this.#lost(worker, cause))
    return worker
  }

  /** A new thread, or one that was kept, which begins anew. */
  #newWorker(): Worker {
    const { file, name, data, limits } = this.#options
    const { data: workerData, transfer } = isGiven(data) ? data() : { data, transfer: [] }
    const transferList = transfer as Transferable[]
    const kept = takeKept(file)
    this.#used = kept?.performance.eventLoopUtilization()
    if (kept !== undefined) {
      kept.postMessage({ begin: workerData } satisfies ToProgram<Request>, transferList)
      kept.ref()
      return kept
    }
    const resourceLimits = limits === undefined ? {} : { resourceLimits: limits }
    return new Worker(file, { name, workerData, transferList, ...resourceLimits })
  }

  /** Leaves a thread that rests to the next one of its program. */
  #handOver(worker: Worker): void {
    this.#worker = undefined
    this.#requests.rejectAll(new ThreadEnded('the thread is closed'))
    keepWorker(this.#options.file, worker)
    this.#ended.resolve()
  }

  #loaded(): void {
    this.#isReady = true
    this.#firstReady.resolve()
    this.#rest()
  }

  /** Only loading and what it was asked keep the process alive. */
  #rest(): void {
    if (this.#requests.pending === 0 && !this.#isClosed) this.#worker?.unref()
  }

  #settle(replies: readonly Reply<Answer>[]): void {
    this.#requests.settle(replies)
    this.#rest()
  }

  /** A thread that ended takes what it was asked with it; the next requests go to a new one. */
  #lost(worker: Worker, cause: unknown): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    this.#firstReady.reject(new ThreadEnded('the thread could not start', { cause }))
    if (!this.#isReady) this.#restsUntil = performance.now() + REST_MS
    this.#requests.rejectAll(new ThreadEnded('the thread ended', { cause }))
    if (this.#isEager && this.#isReady && !this.#isClosed) this.#start()
  }
}

function isGiven(data: unknown): data is () => ThreadData {
  return typeof data === 'function'
}
