import { logErrors, type Tools } from '../tools.ts'

/**
 * Runs work that a service repeats besides its orders: settling interrupted orders, retention,
 * keys, statistics. An error in a round never ends the process.
 */

/** A job that runs until it is stopped. */
export interface Job {
  /** Waits for the current round and starts no other one. Call it before the store is closed. */
  stop(): Promise<void>
}

/**
 * Starts a job. Its first round starts at once, and each later one `everyMs` after the previous one
 * has ended. A failed round is logged, and the job continues with the next one.
 */
export function startJob(
  tools: Pick<Tools, 'log'>,
  what: string,
  everyMs: number,
  work: (stopped: AbortSignal) => Promise<void>,
): Job {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()
  const next = () => {
    round = logErrors(tools, what, () => work(stopping.signal)).then(() => {
      // The time counts from the end of a round, so that slow rounds never overlap. The timer does
      // not keep an otherwise idle process alive.
      if (!stopping.signal.aborted) timer = setTimeout(next, everyMs).unref()
    })
  }
  next()
  return {
    stop: () => {
      stopping.abort()
      clearTimeout(timer)
      return round
    },
  }
}
