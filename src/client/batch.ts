/** Processes many orders, a few of them at the same time. */

/** The progress of a batch. */
export interface BatchProgress {
  /** The number of orders that have ended. */
  readonly done: number
  /** The number of orders, or undefined if the orders do not come from an array. */
  readonly total: number | undefined
}

/** The result of one order of a batch. Results come in the order in which they end. */
export interface BatchResult<T, R> {
  /** The position of the order in the batch, from 0. */
  readonly index: number
  /** The order, as passed to the batch. */
  readonly item: T
  readonly result: R
  /** The progress of the batch after this order. */
  readonly progress: BatchProgress
}

/** The orders of a batch: an array, or another iterable. */
export type BatchItems<T> = Iterable<T> | AsyncIterable<T>

/**
 * Does the work for each item, at most `concurrency` at the same time, and yields each result as
 * soon as it exists, even while the source is slow to give its next item. It takes the next item
 * when the reader asks for the next result, so results do not pile up. After an abort it begins no
 * further item, and throws the signal's reason once all started work has ended. If the items or the
 * work fail, it throws the error after the results of all started work.
 */
export async function* inParallel<T, R>(
  items: BatchItems<T>,
  work: (item: T, index: number) => Promise<R>,
  concurrency: number,
  signal?: AbortSignal,
): AsyncGenerator<BatchResult<T, R>> {
  if (!(concurrency >= 1)) throw new RangeError('concurrency must be at least 1')
  const total = Array.isArray(items) ? items.length : undefined
  const run = new Run(items, work)
  const wake = () => run.wake()
  signal?.addEventListener('abort', wake)
  try {
    for (let done = 1; ; done += 1) {
      const ended = await run.next(concurrency, signal)
      if (ended === undefined) break
      yield { ...ended, progress: { done, total } }
    }
    run.throwError(signal)
  } finally {
    signal?.removeEventListener('abort', wake)
    await run.close()
  }
}

interface Ended<T, R> {
  readonly index: number
  readonly item: T
  readonly result: R
}

/** The work in progress of a batch: the item that is being taken, and the items that have begun. */
class Run<T, R> {
  /** Ends the present wait for a change. */
  wake: () => void = () => {}
  readonly #source: AsyncIterator<T> | Iterator<T>
  readonly #work: (item: T, index: number) => Promise<R>
  readonly #begun = new Set<Promise<void>>()
  readonly #ended: Ended<T, R>[] = []
  #count = 0
  #isTaking = false
  #isExhausted = false
  #isClosed = false
  #failure: { readonly error: unknown } | undefined

  constructor(items: BatchItems<T>, work: (item: T, index: number) => Promise<R>) {
    this.#source = iteratorOf(items)
    this.#work = work
  }

  /** Returns the next result, or undefined if no work is left and no further item may be taken. */
  async next(concurrency: number, signal: AbortSignal | undefined) {
    for (;;) {
      const mayTake = !this.#isExhausted && this.#failure === undefined && !signal?.aborted
      const size = this.#begun.size + this.#ended.length
      if (mayTake && !this.#isTaking && size < concurrency) void this.#take(signal)
      const ended = this.#ended.shift()
      if (ended !== undefined || (size === 0 && !mayTake)) return ended
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
  }

  async #take(signal: AbortSignal | undefined): Promise<void> {
    this.#isTaking = true
    try {
      const taken = await this.#source.next()
      if (taken.done === true) this.#isExhausted = true
      else if (!this.#isClosed && !signal?.aborted) this.#begin(taken.value)
    } catch (error) {
      this.#isExhausted = true
      this.#failure ??= { error }
    }
    this.#isTaking = false
    this.wake()
  }

  #begin(item: T): void {
    const index = this.#count
    this.#count += 1
    const begun = this.#work(item, index)
      .then(
        (result) => void this.#ended.push({ index, item, result }),
        (error: unknown) => {
          this.#failure ??= { error }
        },
      )
      .finally(() => {
        this.#begun.delete(begun)
        this.wake()
      })
    this.#begun.add(begun)
  }

  /** Throws what ended the batch before all its items were done. */
  throwError(signal: AbortSignal | undefined): void {
    if (this.#failure !== undefined) throw this.#failure.error
    if (!this.#isExhausted) signal?.throwIfAborted()
  }

  /** Ends the source, and waits for the work that has begun. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (!this.#isExhausted) {
      const returned = this.#source.return?.()
      // A source that is still waiting for its next item ends only after that.
      if (this.#isTaking) Promise.resolve(returned).catch(() => {})
      else await returned
    }
    await Promise.allSettled(this.#begun)
  }
}

function iteratorOf<T>(items: BatchItems<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
}
