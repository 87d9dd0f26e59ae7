/**
 * Limits that keep a failing vendor from harming other orders. A queue limits how many orders
 * are at the vendor or wait for it, and a circuit breaker pauses the vendor after consecutive
 * failures. An order is sent again only if that certainly costs nothing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IBackoff,
  type IBackoffFactory,
} from 'cockatiel'
import type { BreakerState } from '../bureau.ts'
import { TEMPORARY, UpstreamFailed } from './failure.ts'
import type { UpstreamOptions } from './options.ts'

/** The pause before each further attempt. An order is attempted at most three times. */
const PAUSES_MS = [200, 1_000]

/** Limits the requests to a vendor. */
export interface Guard {
  /**
   * Sends a request within the limits. Rejects with `resting` or `crowded` if the request was not
   * sent.
   */
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

/** The pause of a vendor that failed repeatedly. */
interface Rest {
  /** The backoff of the circuit breaker. Each call of `next` starts a pause. */
  readonly backoff: IBackoffFactory<unknown>
  readonly isOver: () => boolean
}

/**
 * Creates a pause that ignores changes of the system clock. The breaker compares the elapsed system
 * time with the duration, so the duration is either always over or never over.
 */
function restOf(restMs: number): Rest {
  let restsUntil = Number.NEGATIVE_INFINITY
  const isOver = () => performance.now() >= restsUntil
  const next = (): IBackoff<unknown> => {
    restsUntil = performance.now() + restMs
    return {
      get duration() {
        return isOver() ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
      },
      next,
    }
  }
  return { backoff: { next }, isOver }
}

/**
 * The fraction of its time that an order may wait for a connection. If the vendor needs less than
 * the rest, the response arrives in time. If it needs more, an order that waited would leave an
 * inquiry and a charge without a report.
 */
const WAIT_FRACTION = 0.5

/** Creates the guard of one vendor. */
export function guard(options: UpstreamOptions): Guard {
  const { name, restMs, failureCountMax } = options
  const whenFree = limitConnections(options)
  const rest = restOf(restMs)
  const breaker = circuitBreaker(
    handleWhen((error) => countsAgainst(error)),
    { halfOpenAfter: rest.backoff, breaker: new ConsecutiveBreaker(failureCountMax) },
  )
  logChanges(breaker, options)
  const rejectDuringPause = () => {
    const { state } = breaker
    // While one order tests whether the vendor has recovered, other orders do not wait for the
    // result.
    const isProbing = state === CircuitState.HalfOpen
    if (isProbing || (state === CircuitState.Open && !rest.isOver())) throw resting(name)
  }
  const attempt = async <T>(ask: () => Promise<T>, wait: Wait): Promise<T> => {
    wait.signal.throwIfAborted()
    rejectDuringPause()
    return whenFree(wait, async () => {
      // The breaker may have opened while the order waited, and counts only orders that are sent.
      rejectDuringPause()
      return breaker.execute(ask)
    })
  }
  const attempts = async <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    const until = performance.now() + options.answerTimeoutMs * WAIT_FRACTION
    let failed = resting(name)
    for (const pauseMs of [...PAUSES_MS, undefined]) {
      try {
        return await attempt(ask, { signal, until })
      } catch (error) {
        if (!(error instanceof UpstreamFailed)) throw error
        failed = failureOf(failed, error)
        const isLast = pauseMs === undefined || !maySendAgain(error, options)
        if (isLast || !(await pauseUnlessAborted(pauseMs, signal))) break
      }
    }
    throw failed
  }
  const ask: Guarded = async (asking, isFailure, signal) => {
    const sending = async () => {
      const result = await asking()
      if (isFailure(result)) throw new VendorReportedFailure(result)
      return result
    }
    try {
      return await attempts(sending, signal)
    } catch (error) {
      if (!(error instanceof VendorReportedFailure)) throw error
      return error.result as Awaited<ReturnType<typeof asking>>
    }
  }
  return { ask, breaker: () => BREAKER_STATE_OF[breaker.state] }
}

/** Logs each change of a circuit breaker for the operator, with its reason and what follows. */
function logChanges(
  breaker: CircuitBreakerPolicy,
  { name, restMs, failureCountMax, log = () => {} }: UpstreamOptions,
): void {
  let isProbing = false
  breaker.onBreak((reason) => {
    const cause = isProbing
      ? 'again, because that order failed'
      : `after ${failureCountMax} consecutive failures`
    const last = 'error' in reason ? causeOf(reason.error) : ''
    isProbing = false
    log(
      `the circuit breaker of ${name} opened ${cause} (${last}): no order is sent for ${restMs / 1000} s, then one order tries the vendor`,
    )
  })
  breaker.onHalfOpen(() => {
    isProbing = true
    log(`the circuit breaker of ${name} is half-open: one order tries the vendor`)
  })
  breaker.onReset(() => {
    isProbing = false
    log(`the circuit breaker of ${name} closed: the vendor responds, and all orders are sent again`)
  })
}

/** Returns the kind of a failure, in the words of the documentation. */
function causeOf(error: Error): string {
  if (error instanceof UpstreamFailed) return error.kind
  return error instanceof VendorReportedFailure ? error.message : 'no response in time'
}

/** The limits of an order's wait for a connection. */
interface Wait {
  readonly signal: AbortSignal
  /** By the monotonic clock. An order that does not have to wait is sent even after this time. */
  readonly until: number
}

/**
 * Returns a function that sends an order when a connection is free, in the order of arrival. An
 * order that waits for too long or is aborted was not sent, ends at once, and leaves the queue.
 */
function limitConnections({ name, connectionCountMax, queueLengthMax }: UpstreamOptions) {
  const waiting = new Set<() => void>()
  let freeCount = connectionCountMax
  const release = () => {
    const [next] = waiting
    if (next === undefined) freeCount += 1
    else next()
  }
  const wait = async ({ signal, until }: Wait): Promise<void> => {
    if (waiting.size >= queueLengthMax) throw crowded(name)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const take = () => {
      waiting.delete(take)
      resolve()
    }
    const giveUp = () => {
      if (waiting.delete(take)) reject(crowded(name))
    }
    waiting.add(take)
    const timer = setTimeout(giveUp, Math.max(0, until - performance.now()))
    signal.addEventListener('abort', giveUp)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    }
  }
  return async <T>(limits: Wait, send: () => Promise<T>): Promise<T> => {
    const mustWait = freeCount === 0
    if (mustWait) await wait(limits)
    else freeCount -= 1
    try {
      // A busy process may be late to end the wait.
      if (mustWait && performance.now() >= limits.until) throw crowded(name)
      return await send()
    } finally {
      release()
    }
  }
}

/**
 * Thrown inside the breaker, so that it counts a response in which the vendor reports a failure.
 * The caller still gets this response.
 */
class VendorReportedFailure extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('the vendor reported a failure')
    this.result = result
  }
}

/** Waits for a pause. Returns false if the order is aborted meanwhile. */
async function pauseUnlessAborted(pauseMs: number, signal: AbortSignal): Promise<boolean> {
  return pause(pauseMs, true, { signal }).catch(() => false)
}

/**
 * Returns the failure to report. If the last attempt was not sent, an earlier one may still have
 * reached the vendor.
 */
function failureOf(earlier: UpstreamFailed, latest: UpstreamFailed): UpstreamFailed {
  return earlier.mayHaveAsked && !latest.mayHaveAsked ? earlier : latest
}

function resting(name: string): UpstreamFailed {
  return new UpstreamFailed('resting', name, 'it failed repeatedly and is paused')
}

function crowded(name: string): UpstreamFailed {
  return new UpstreamFailed('crowded', name, 'too many orders are waiting for it')
}

/**
 * Reports whether an error indicates a problem of the vendor, such as a time-out. An invalid order
 * does not count: a client that repeats it must not stop the orders of other clients. An order that
 * was not sent because too many orders wait does not count either.
 */
function countsAgainst(error: Error): boolean {
  if (!(error instanceof UpstreamFailed)) return true
  return error.kind !== 'rejected' && error.kind !== 'crowded'
}

/**
 * Reports whether an order may be sent again: only if it was not sent, or if the vendor recognizes
 * it by its bytes. Any other second order leaves a second inquiry on the consumer's file, and a
 * second charge.
 */
function maySendAgain({ kind }: UpstreamFailed, { deduplicates }: UpstreamOptions): boolean {
  return kind === 'not sent' || (deduplicates && TEMPORARY.has(kind))
}
