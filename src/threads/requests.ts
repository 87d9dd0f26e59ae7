/**
 * Requests to another thread, and their answers as promises. Errors cross as data: what a request can
 * come to is part of its answer, and of an unexpected error only the name crosses, because a message
 * may hold personal data. `thread.ts` starts threads and asks them; `askThrough` asks by a port.
 */
import type { MessagePort, Transferable } from 'node:worker_threads'

/** The thread ended before it answered, or could not start, or was closed. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
}

/** The thread's program threw an error that it does not answer with; this is the error's name. */
export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed'
}

// What crosses between the ends.

/** A request under its number. */
export interface Numbered<Request> {
  readonly id: number
  readonly request: Request
}

/** What a request came to: an answer, or the name of an error. */
export type Reply<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly failed: string }

/** What is sent to the end that answers. A program that rests has ended its work, and may begin anew. */
export type ToProgram<Request> =
  | readonly Numbered<Request>[]
  | 'close'
  | 'rest'
  | { readonly begin: unknown }
  | { readonly connect: MessagePort }

/**
 * What it sends. `ready` comes first: a thread that ends without it could not load its program.
 * `resting` comes last.
 */
export type FromProgram<Answer> = readonly Reply<Answer>[] | 'ready' | 'resting'

// Requests that wait for their answers.

/** Where requests are sent; throws where they cannot be cloned. */
type Post<Request> = (
  requests: readonly Numbered<Request>[],
  transfer: readonly Transferable[],
) => void

/** How long requests wait for others to travel with; see `Gathering`. */
const GATHERED_FOR_MS = 10

/**
 * When requests are sent: `soon` after the work that asked, or once the thread has done all that
 * `waits` for it, so that what several pieces of work ask travels together. The answering end then
 * does together what costs it the same for one as for many.
 */
type Gathering = 'soon' | 'waits'

/** Requests of one end, by number. */
export class Requests<Request, Answer> {
  readonly #post: Post<Request>
  readonly #gathering: Gathering
  readonly #waiters = new Map<number, PromiseWithResolvers<Answer>>()
  #outbox: Numbered<Request>[] = []
  #transfer = new Set<Transferable>()
  #nextId = 0
  #gatheredSince = 0

  constructor(post: Post<Request>, gathering: Gathering = 'soon') {
    this.#post = post
    this.#gathering = gathering
  }

  get pending(): number {
    return this.#waiters.size
  }

  ask(request: Request, transfer: readonly Transferable[]): Promise<Answer> {
    const waiter = Promise.withResolvers<Answer>()
    const id = this.#nextId++
    this.#waiters.set(id, waiter)
    // A message costs more than what is in it.
    if (this.#outbox.length === 0) this.#sendLater()
    this.#outbox.push({ id, request })
    for (const item of transfer) this.#transfer.add(item)
    if (this.#gathering === 'waits' && performance.now() > this.#gatheredSince + GATHERED_FOR_MS) {
      this.send()
    }
    return waiter.promise
  }

  #sendLater(): void {
    if (this.#gathering === 'soon') {
      queueMicrotask(() => this.send())
      return
    }
    this.#gatheredSince = performance.now()
    setImmediate(() => this.send())
  }

  send(): void {
    const requests = this.#outbox
    const transfer = [...this.#transfer]
    this.#outbox = []
    this.#transfer.clear()
    if (requests.length === 0) return
    try {
      this.#post(requests, transfer)
    } catch (error) {
      for (const { id } of requests) this.#take(id)?.reject(error)
    }
  }

  settle(replies: readonly Reply<Answer>[]): void {
    for (const reply of replies) {
      const waiter = this.#take(reply.id)
      if ('failed' in reply) waiter?.reject(new ThreadFailed(reply.failed))
      else waiter?.resolve(reply.answer)
    }
  }

  rejectAll(error: Error): void {
    for (const waiter of this.#waiters.values()) waiter.reject(error)
    this.#waiters.clear()
    this.#outbox = []
    this.#transfer.clear()
  }

  #take(id: number): PromiseWithResolvers<Answer> | undefined {
    const waiter = this.#waiters.get(id)
    this.#waiters.delete(id)
    return waiter
  }
}

/** Asks the program at the other end of a port. */
export interface Asking<Request, Answer> {
  /** The answer. Rejects with `ThreadEnded` or `ThreadFailed`. */
  ask(request: Request, transfer?: readonly Transferable[]): Promise<Answer>
  /** Rejects what is asked, and lets go of the port. */
  close(): void
}

/** Asks through a port, which keeps the thread alive only while it waits for an answer. */
export function askThrough<Request, Answer>(
  port: MessagePort,
  gathering: Gathering = 'soon',
): Asking<Request, Answer> {
  let isClosed = false
  const requests = new Requests<Request, Answer>((numbered, transfer) => {
    port.postMessage(numbered satisfies ToProgram<Request>, transfer as Transferable[])
    port.ref()
  }, gathering)
  port.on('message', (message: FromProgram<Answer>) => {
    if (typeof message !== 'string') requests.settle(message)
    if (requests.pending === 0) port.unref()
  })
  port.on('close', () => {
    isClosed = true
    requests.rejectAll(new ThreadEnded('the other end is closed'))
  })
  port.unref()
  return {
    ask: (request, transfer = []) =>
      isClosed
        ? Promise.reject(new ThreadEnded('the other end is closed'))
        : requests.ask(request, transfer),
    close: () => port.close(),
  }
}

/**
 * The same bytes in a buffer of their own. A view sent to a thread takes along all of the buffer it
 * looks into, and Node's small buffers share one with what else was handled lately.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  const isWhole = bytes.byteLength === bytes.buffer.byteLength
  return isWhole ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
}
