/**
 * Reads a vendor's answers in a thread of the vendor's own: what takes long to read, by accident or
 * on purpose, holds up no order but those of the same vendor, and takes no memory but the thread's.
 */
import { Worker } from 'node:worker_threads'
import { type FailureKind, UpstreamFailed } from './failure.ts'
import type { Expected, Received, UpstreamAnswered } from './vendor-answer.ts'

/** What the thread is asked and answers. */
export interface ReadRequest {
  readonly id: number
  readonly received: Received
  readonly expected: Expected
  readonly upstream: string
}
export type ReadAnswer =
  | { readonly id: number; readonly answer: string }
  | { readonly id: number; readonly kind: FailureKind; readonly detail: string }

/** Reads the answers of one vendor. */
export interface AnswerReader {
  /** Rejects with `UpstreamFailed` where the answer cannot be used. */
  read(received: Received, expected: Expected): Promise<UpstreamAnswered>
  close(): Promise<void>
}

/** Makes the reader of a vendor's answers; its thread starts with the first of them. */
export function openReader(upstream: string): AnswerReader {
  return new ThreadReader(upstream)
}

/** Room for an answer at its bounds, as text and as tree. */
const HEAP_MB = 512

class ThreadReader implements AnswerReader {
  readonly #upstream: string
  readonly #waiters = new Map<number, PromiseWithResolvers<UpstreamAnswered>>()
  #worker: Worker | undefined
  #nextId = 0

  constructor(upstream: string) {
    this.#upstream = upstream
  }

  read(received: Received, { orderId, subject, askedAt }: Expected): Promise<UpstreamAnswered> {
    const waiter = Promise.withResolvers<UpstreamAnswered>()
    const id = this.#nextId
    this.#nextId += 1
    this.#waiters.set(id, waiter)
    this.#worker ??= this.#started()
    const expected = { orderId, subject, askedAt }
    const request: ReadRequest = { id, received, expected, upstream: this.#upstream }
    this.#worker.postMessage(request)
    return waiter.promise
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #started(): Worker {
    const file = import.meta.url.endsWith('.ts') ? './reader-worker.ts' : './reader-worker.js'
    const worker = new Worker(new URL(file, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.on('message', (answer: ReadAnswer) => this.#settle(answer))
    worker.on('error', () => undefined)
    worker.on('exit', () => this.#lost(worker))
    worker.unref()
    return worker
  }

  #settle(answer: ReadAnswer): void {
    const waiter = this.#waiters.get(answer.id)
    this.#waiters.delete(answer.id)
    if ('answer' in answer) waiter?.resolve(JSON.parse(answer.answer) as UpstreamAnswered)
    else waiter?.reject(new UpstreamFailed(answer.kind, this.#upstream, answer.detail))
  }

  /** A thread that ended takes its answers with it; the next one starts another. */
  #lost(worker: Worker): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    for (const waiter of this.#waiters.values()) {
      waiter.reject(new UpstreamFailed('unreadable', this.#upstream, 'the reader ended'))
    }
    this.#waiters.clear()
  }
}
