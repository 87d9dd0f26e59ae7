/** Many orders at a time, few of them at once. */

/** How far a batch is. */
export interface BatchProgress {
  readonly done: number
  /** Undefined where the orders come from a source that does not say how many it has. */
  readonly total: number | undefined
}

/** What was done with one order of a batch, in the order in which they end. */
export interface BatchResult<T, R> {
  /** Position among the orders, from 0. */
  readonly index: number
  readonly item: T
  readonly result: R
  readonly progress: BatchProgress
}

/** Orders of a batch, or where they come from. */
export type BatchItems<T> = Iterable<T> | AsyncIterable<T>

/**
 * Does the work for each item, at most `concurrency` at once, and yields what ends. The next item is
 * taken when the reader wants more, so that no results pile up. The work must not throw. After an
 * abort no further item is taken, and the signal's reason is thrown once all that began has ended.
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
  const begin = async () => {
    const taken = await source.next()
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
    if (!isOver) signal?.throwIfAborted()
  } finally {
    if (!isOver) await source.return?.()
    await Promise.allSettled(running.values())
  }
}

function iteratorOf<T>(items: BatchItems<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
}
