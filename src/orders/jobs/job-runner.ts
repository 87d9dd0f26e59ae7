import { logErrors, type Tools } from '../tools.ts'

/**
 * Work that a service repeats beside its orders: settling, retention, keys, statistics. A job never
 * ends the process, whatever goes wrong in a round.
 */

/** A job that runs until it is stopped. */
export interface Job {
  /** Lets the present round end and begins no other. Call it before the store is closed. */
  stop(): Promise<void>
}

/**
 * Starts a job: rounds of work, the first at once and each some while after the last has ended. A
 * round that fails is logged, and the next one comes all the same.
 */
export function startJob(
  tools: Pick<Tools, 'log'>,
  what: string,
  everyMs: number,
  work: (stopped: AbortSignal) => Promise<void>,
): Job {
  const stopping = new AbortController()
  const round = repeat(everyMs, stopping.signal, () =>
    logErrors(tools, what, () => work(stopping.signal)),
  )
  return {
    stop: async () => {
      stopping.abort()
      await round.ended()
    },
  }
}

/** Does work again and again, each time some while after the last has ended. */
function repeat(everyMs: number, stopped: AbortSignal, work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()
  const next = () => {
    round = work().then(() => {
      // From the end of a round to the next, so that slow rounds never overlap. The timer does not
      // keep a process alive that has nothing else to do.
      if (!stopped.aborted) timer = setTimeout(next, everyMs).unref()
    })
  }
  next()
  return {
    ended: () => {
      clearTimeout(timer)
      return round
    },
  }
}
