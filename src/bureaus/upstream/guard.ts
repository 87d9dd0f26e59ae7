/**
 * Limits that keep a failing vendor from harming others: only a number of orders are with it or
 * wait for it (bulkhead), and after failures in a row it is paused for a while (circuit breaker).
 * An order is sent again only where that surely costs nothing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type BulkheadPolicy,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IBackoff,
  type IBackoffFactory,
} from 'cockatiel'
import type { BreakerState } from '../bureau.ts'
import { UpstreamFailed } from './failure.ts'
import type { UpstreamOptions } from './options.ts'

/** The pause before each further attempt; an order is attempted three times at most. */
const PAUSES_MS = [200, 1_000]

/** The guard of a vendor. */
export interface Guard {
  /** Asks the vendor within its limits; rejects with `resting` or `crowded` without asking. */
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

/** The rest of a vendor that failed repeatedly. */
interface Rest {
  /** For the breaker: each call of `next` begins a rest. */
  readonly backoff: IBackoffFactory<unknown>
  readonly isOver: () => boolean
}

/**
 * A rest that a clock which is set does not change: the breaker itself asks the machine's time how
 * long it has rested, so it is answered with a duration that is over, or never is.
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
 * The part of its time that an order may wait for a connection. Where the vendor takes less than
 * the rest, the answer comes in time; where it takes more, an order that waited would be an inquiry
 * and a charge without a report.
 */
const WAITING_PART = 0.5

/** The guard of one vendor. */
export function guard(options: UpstreamOptions): Guard {
  const { name, connectionCountMax, queueLengthMax, restMs, failureCountMax } = options
  const lanes = bulkhead(connectionCountMax, queueLengthMax)
  const rest = restOf(restMs)
  const breaker = circuitBreaker(
    handleWhen((error) => countsAgainst(error)),
    { halfOpenAfter: rest.backoff, breaker: new ConsecutiveBreaker(failureCountMax) },
  )
  const rejectAtRest = () => {
    const { state } = breaker
    // While one order tries whether the vendor is back, the others do not wait for its outcome.
    const isTried = state === CircuitState.HalfOpen
    if (isTried || (state === CircuitState.Open && !rest.isOver())) throw resting(name)
  }
  const attempt = async <T>(ask: () => Promise<T>, wait: Wait): Promise<T> => {
    wait.signal.throwIfAborted()
    rejectAtRest()
    return whenFree(lanes, wait, name, async () => {
      // The breaker may have opened while the order waited; it learns only of orders that are sent.
      rejectAtRest()
      return breaker.execute(ask)
    })
  }
  const attempts = async <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    const until = performance.now() + options.answerTimeoutMs * WAITING_PART
    let failed = resting(name)
    for (const pauseMs of [...PAUSES_MS, undefined]) {
      try {
        return await attempt(ask, { signal, until })
      } catch (error) {
        if (!(error instanceof UpstreamFailed)) throw error
        failed = failureOf(failed, error)
        const isLast = pauseMs === undefined || !mayAskAgain(error, options)
        if (isLast || !(await isTimeLeft(pauseMs, signal))) break
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

/** What ends the wait of an order for a connection. */
interface Wait {
  readonly signal: AbortSignal
  /** By the monotonic clock; an order that need not wait is sent later, too. */
  readonly until: number
}

/**
 * Sends an order when a connection is free for it. One that waits for too long, or is given up, was
 * not sent, and ends at once. The bulkhead is not given the signal: when it meets an order that was
 * given up, it would not go on to the next.
 */
async function whenFree<T>(
  lanes: BulkheadPolicy,
  { signal, until }: Wait,
  name: string,
  send: () => Promise<T>,
): Promise<T> {
  const { promise: givenUp, reject } = Promise.withResolvers<never>()
  let place: 'free' | 'waiting' | 'sent' | 'given up' = 'free'
  const sent = lanes.execute(() => {
    const isLate = place === 'waiting' && performance.now() >= until
    if (place === 'given up' || isLate) throw crowded(name)
    place = 'sent'
    return send()
  })
  const giveUp = () => {
    if (place !== 'waiting') return
    place = 'given up'
    reject(crowded(name))
  }
  if (place === 'free') place = 'waiting'
  const timer = setTimeout(giveUp, until - performance.now())
  signal.addEventListener('abort', giveUp)
  try {
    return await Promise.race([sent, givenUp])
  } catch (error) {
    throw error instanceof BulkheadRejectedError ? crowded(name) : error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

/**
 * Thrown inside the breaker so that it counts an answer in which the vendor reports a failure. It
 * is the answer all the same and is returned.
 */
class VendorReportedFailure extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('the vendor says that it failed')
    this.result = result
  }
}

/** Waits; whether the order was not given up meanwhile. */
async function isTimeLeft(pauseMs: number, signal: AbortSignal): Promise<boolean> {
  return pause(pauseMs, true, { signal }).catch(() => false)
}

/** Where an order is not sent again, an earlier attempt may still have reached the vendor. */
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
 * Whether an error is a sign that the vendor is not well, as the end of an order's time is. An
 * order that is wrong says nothing about the vendor: a client that repeats it must not stop the
 * orders of others. Neither does one that was not sent because others are.
 */
function countsAgainst(error: Error): boolean {
  if (!(error instanceof UpstreamFailed)) return true
  return error.kind !== 'rejected' && error.kind !== 'crowded'
}

/**
 * Whether an order may be sent again: where it was not sent, or where the vendor knows it by its
 * bytes. A second order is a second inquiry on the consumer's file, and a second charge.
 */
function mayAskAgain({ kind }: UpstreamFailed, { deduplicates }: UpstreamOptions): boolean {
  return kind === 'not sent' || (deduplicates && (kind === 'broken' || kind === 'unavailable'))
}
