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
 * Does the work for each item, at most `concurrency` at the same time, and yields each result. It
 * takes the next item when the reader asks for the next result, so results do not pile up. The work
 * must not throw. After an abort it takes no further item, and throws the signal's reason once all
 * started work has ended. If the items end with an error, it throws the error at the same point, so
 * that no result of started work is lost.
 */
export async function* inParallel<T, R>(
  items: BatchItems<T>,
  work: (item: T, index: number) => Promise<R>,
  concurrency: number,
  signal?: AbortSignal,
): AsyncGenerator<BatchResult<T, R>> {
  if (!(concurrency >= 1)) throw new RangeError('concurrency must be at least 1')
  const total = Array.isArray(items) ? items.length : undefined
  const running = new Map<number, Promise<{ index: number; item: T; result: R }>>()
  const source = iteratorOf(items)
  let next = 0
  let isOver = false
  let failure: { readonly error: unknown } | undefined
  const take = async () => {
    try {
      return await source.next()
    } catch (error) {
      failure = { error }
      return { done: true } as const
    }
  }
  const begin = async () => {
    const taken = await take()
    if (taken.done === true) {
      isOver = true
      return
    }
    const [index, item] = [next, taken.value]
    next += 1
    running.set(
      index,
      work(item, index).then((result) => ({ index, item, result })),
    )
  }
  try {
    for (let done = 1; ; done += 1) {
      while (!isOver && signal?.aborted !== true && running.size < concurrency) await begin()
      if (running.size === 0) break
      const ended = await Promise.race(running.values())
      running.delete(ended.index)
      yield { ...ended, progress: { done, total } }
    }
    if (failure !== undefined) throw failure.error
    if (!isOver) signal?.throwIfAborted()
  } finally {
    if (!isOver) await source.return?.()
    await Promise.allSettled(running.values())
  }
}

function iteratorOf<T>(items: BatchItems<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
}
