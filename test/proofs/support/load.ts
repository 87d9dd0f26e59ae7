/** Loads that a proof puts on a service, and their results. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The plan of a load. */
export interface LoadPlan {
  readonly address: string
  readonly authorization: string
  readonly seconds: number
  /** The maximum number of orders, after which the load ends early. */
  readonly ordersMax?: number
  /** Whether orders request no printed report. */
  readonly withoutDocument?: boolean
  /**
   * The number of connections, each of which sends its next order after a response. With
   * `perSecond`, the maximum number.
   */
  readonly connections: number
  /** The number of orders that arrive each second, regardless of pending responses. */
  readonly perSecond?: number
  /** The number of the first borrower. Two loads on the same service must not share borrowers. */
  readonly firstBorrower: number
}

/**
 * The status of a response, the time of the request (ms after the start of the load), and the
 * duration (ms).
 */
export type Heard = readonly [status: number, sentMs: number, tookMs: number]

/** The result of a load. */
export interface LoadHeard {
  readonly heard: readonly Heard[]
  /**
   * The start of the load, in milliseconds since 1970, so that loads of several processes can be
   * compared.
   */
  readonly begunAtMs: number
  /** Arrivals for which the generator had no connection left. */
  readonly unsent: number
  /** Requests without a response. */
  readonly silent: number
  /** The mean size of the bodies of responses with status 200, in bytes. */
  readonly answerBytes: number
  /** The CPU time of the generator itself. */
  readonly cpuMs: number
}

const GENERATOR = join(import.meta.dirname, 'load-generator.ts')

/** Runs a load in a separate process until its end, or until `ended` is aborted. */
export async function generateLoad(plan: LoadPlan, ended?: AbortSignal): Promise<LoadHeard> {
  const child = fork(GENERATOR, [JSON.stringify(plan)])
  ended?.addEventListener('abort', () => child.send('end'), { once: true })
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  try {
    const exited = once(child, 'exit').then(() => {
      throw new Error('the load ended without figures')
    })
    const [message] = await Promise.race([once(child, 'message'), exited])
    return message as LoadHeard
  } finally {
    process.off('exit', stop)
    child.kill()
  }
}

/** Returns a quantile of numbers in any order. */
export function quantileOf(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
