import type { Tools } from '../tools.ts'

/** Work that a service does beside its orders, again and again. */

/** Upkeep that runs until it is stopped. */
export interface Job {
  /** Resolves when what is under way is done. */
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

// Work in the background must not end the process: what goes wrong is told.

/** Runs a piece of background work; a failure is told and otherwise forgotten. */
export async function logErrors(
  tools: Pick<Tools, 'log'>,
  what: string,
  work: () => Promise<void>,
  orderId?: string,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    tools.log({ what: `${what} failed`, error, ...(orderId === undefined ? {} : { orderId }) })
  }
}
