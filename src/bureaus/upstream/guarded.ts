/**
 * What keeps a failing vendor from harming others: at most so many orders are with it or wait for it
 * (bulkhead), and after failures in a row it is left alone for a while (circuit breaker). An order
 * is sent again only where that surely costs nothing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel'
import type { BreakerState } from '../bureau.ts'
import { UpstreamFailed } from './failure.ts'
import type { UpstreamOptions } from './options.ts'

/** How long to wait before each further attempt. */
const PAUSES_MS = [200, 1_000]

/** The guard of a vendor. */
export interface Guard {
  /** Asks the vendor within what it is trusted with. */
  readonly ask: Guarded
  readonly breaker: () => BreakerState
}

type Guarded = <T>(
  ask: () => Promise<T>,
  isFailure: (result: T) => boolean,
  signal: AbortSignal,
) => Promise<T>

const BREAKER_STATE_OF: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
}

/** The guard of one vendor. */
export function guard(options: UpstreamOptions): Guard {
  const { name, connectionCountMax, queueLengthMax } = options
  const lanes = bulkhead(connectionCountMax, queueLengthMax)
  const breaker = circuitBreaker(
    handleWhen((error) => countsAgainst(error)),
    { halfOpenAfter: options.restMs, breaker: new ConsecutiveBreaker(options.failureCountMax) },
  )
  const attempt: Guarded = async (ask, isFailure, signal) => {
    // While one order tries whether the vendor is back, the others do not wait for its outcome.
    if (breaker.state === CircuitState.HalfOpen) throw resting(name)
    try {
      return await breaker.execute(() =>
        lanes.execute(async () => {
          signal.throwIfAborted()
          const result = await ask()
          if (isFailure(result)) throw new Told(result)
          return result
        }, signal),
      )
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw resting(name)
      if (error instanceof BulkheadRejectedError) {
        throw new UpstreamFailed('crowded', name, 'too many orders are waiting for it')
      }
      throw error
    }
  }
  const ask: Guarded = async (asking, isFailure, signal) => {
    for (const pauseMs of [...PAUSES_MS, undefined]) {
      try {
        return await attempt(asking, isFailure, signal)
      } catch (error) {
        if (error instanceof Told) return error.result as Awaited<ReturnType<typeof asking>>
        if (pauseMs === undefined || !mayAskAgain(error, options)) throw error
        await pause(pauseMs, undefined, { signal })
      }
    }
    throw resting(name)
  }
  return { ask, breaker: () => BREAKER_STATE_OF[breaker.state] }
}

/** An answer that says that the vendor failed; it is the answer all the same. */
class Told extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('the vendor says that it failed')
    this.result = result
  }
}

function resting(name: string): UpstreamFailed {
  return new UpstreamFailed('resting', name, 'it failed repeatedly and is paused')
}

/**
 * Whether an error is a sign that the vendor is not well, as the end of an order's time is. An order
 * that is wrong says nothing of the vendor: whoever repeats it would stop the orders of others.
 */
function countsAgainst(error: Error): boolean {
  if (error instanceof UpstreamFailed) return error.kind !== 'rejected'
  return !(error instanceof BulkheadRejectedError)
}

/**
 * Whether an order may be sent again: where it was not sent, or where the vendor knows it by its
 * bytes. A second order is a second inquiry on the consumer's file, and a second charge.
 */
function mayAskAgain(error: unknown, { deduplicates }: UpstreamOptions): boolean {
  if (!(error instanceof UpstreamFailed)) return false
  if (error.kind === 'not sent') return true
  return deduplicates && (error.kind === 'broken' || error.kind === 'unavailable')
}
