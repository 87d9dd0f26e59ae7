/** Runs pieces of work of this process one after another. */

/** Runs a piece of work after those that were given before. Resolves with its result. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Returns a queue of its own. Work that fails does not stop the work after it. */
export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const own = last.then(work)
    last = own.catch(() => undefined)
    return own
  }
}
