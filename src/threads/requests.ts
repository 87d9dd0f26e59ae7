/**
 * Requests to another thread, and their answers as promises. Expected errors are part of the
 * answer. Of an unexpected error, only the name is sent to the other thread, because a message may
 * contain personal data. `thread.ts` starts threads and sends them requests; `openPortClient` sends
 * requests through a port.
 */
import type { MessagePort, Transferable } from 'node:worker_threads'

/** The thread ended before it answered, could not start, or was closed. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
}

/** The thread's program threw an unexpected error. The message is the name of that error. */
export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed'
}

// The messages between the two sides.

/** A request with its number. */
export interface NumberedRequest<Request> {
  readonly id: number
  readonly request: Request
}

/** The result of a request: an answer, or the name of an error. */
export type Reply<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly failed: string }

/**
 * A message to the answering program. An idle program has ended its work and can begin again.
 */
export type ToProgram<Request> =
  | readonly NumberedRequest<Request>[]
  | 'close'
  | 'become idle'
  | { readonly begin: unknown }
  | { readonly connect: MessagePort }

/**
 * A message from the answering program. `ready` comes first: if a thread ends without it, its
 * program could not be loaded. `idle` comes last.
 */
export type FromProgram<Answer> = readonly Reply<Answer>[] | 'ready' | 'idle'

// Requests without an answer yet.

/** Sends requests. Throws if they cannot be cloned. */
type Post<Request> = (
  requests: readonly NumberedRequest<Request>[],
  transfer: readonly Transferable[],
) => void

/** How long requests wait so that others can be sent with them; see `Batching`. */
const BATCH_MS_MAX = 10

/**
 * When requests are sent: `soon` after the current work, or, with `batched`, after the thread has
 * done all work that is ready, so that requests from several pieces of work are sent together. The
 * other side can then share work that costs the same for one request as for many.
 */
type Batching = 'soon' | 'batched'

/** The requests of one side, by number. */
export class Requests<Request, Answer> {
  readonly #post: Post<Request>
  readonly #batching: Batching
  readonly #waiters = new Map<number, PromiseWithResolvers<Answer>>()
  #outbox: NumberedRequest<Request>[] = []
  #transfer = new Set<Transferable>()
  #nextId = 0
  #batchStartedAt = 0

  constructor(post: Post<Request>, batching: Batching = 'soon') {
    this.#post = post
    this.#batching = batching
  }

  get pending(): number {
    return this.#waiters.size
  }

  ask(request: Request, transfer: readonly Transferable[]): Promise<Answer> {
    const waiter = Promise.withResolvers<Answer>()
    const id = this.#nextId++
    this.#waiters.set(id, waiter)
    // Requests are sent together, because a message costs more than its content.
    if (this.#outbox.length === 0) this.#sendLater()
    this.#outbox.push({ id, request })
    for (const item of transfer) this.#transfer.add(item)
    if (this.#batching === 'batched' && performance.now() > this.#batchStartedAt + BATCH_MS_MAX) {
      this.send()
    }
    return waiter.promise
  }

  #sendLater(): void {
    if (this.#batching === 'soon') {
      queueMicrotask(() => this.send())
      return
    }
    this.#batchStartedAt = performance.now()
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

/** Sends requests to the program at the other end of a port. */
export interface PortClient<Request, Answer> {
  /** Returns the answer. Rejects with `ThreadEnded` or `ThreadFailed`. */
  ask(request: Request, transfer?: readonly Transferable[]): Promise<Answer>
  /** Rejects all requests and closes the port. */
  close(): void
}

/**
 * Sends requests through a port. The port keeps the thread alive only while a request waits for its
 * answer.
 */
export function openPortClient<Request, Answer>(
  port: MessagePort,
  batching: Batching = 'soon',
): PortClient<Request, Answer> {
  let isClosed = false
  const requests = new Requests<Request, Answer>((numbered, transfer) => {
    port.postMessage(numbered satisfies ToProgram<Request>, transfer as Transferable[])
    port.ref()
  }, batching)
  port.on('message', (message: FromProgram<Answer>) => {
    if (typeof message !== 'string') requests.settle(message)
    if (requests.pending === 0) port.unref()
  })
  port.on('close', () => {
    isClosed = true
    requests.rejectAll(new ThreadEnded('the port is closed'))
  })
  port.unref()
  return {
    ask: (request, transfer = []) =>
      isClosed
        ? Promise.reject(new ThreadEnded('the port is closed'))
        : requests.ask(request, transfer),
    close: () => port.close(),
  }
}

/**
 * Returns the same bytes in their own buffer. A view that is sent to a thread includes its entire
 * buffer, and Node's small views share a buffer with other recent data.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  const isWhole = bytes.byteLength === bytes.buffer.byteLength
  return isWhole ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
}
