/** Loads that a proof puts on a service, and what is read off them. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What a load generator does. */
export interface LoadPlan {
  readonly address: string
  readonly authorization: string
  readonly seconds: number
  /** Ends sooner, after so many. */
  readonly ordersMax?: number
  /** Orders without the printed report. */
  readonly withoutDocument?: boolean
  /** So many at once, each with its next order when it has its answer; open loops: at most. */
  readonly connections: number
  /** Orders that arrive each second, whether others have their answers or not. */
  readonly perSecond?: number
  /** Where borrowers are counted from: no two loads on one service share any. */
  readonly firstBorrower: number
}

/** Status, when it was sent (ms after the load began), and how long the answer took (ms). */
export type Heard = readonly [status: number, sentMs: number, tookMs: number]

/** What a load heard. */
export interface LoadHeard {
  readonly heard: readonly Heard[]
  /** When it began, in milliseconds since 1970: loads of several processes have one time. */
  readonly begunAtMs: number
  /** Arrivals for which the generator had no connection left. */
  readonly unsent: number
  /** Requests without any answer. */
  readonly silent: number
  /** Bytes of an answer's body, the mean of those with status 200. */
  readonly answerBytes: number
  /** What the generator itself needed of the processor. */
  readonly cpuMs: number
}

const GENERATOR = join(import.meta.dirname, 'load-generator.ts')

/** Runs a load in a process of its own to its end. */
export async function generateLoad(plan: LoadPlan): Promise<LoadHeard> {
  const child = fork(GENERATOR, [JSON.stringify(plan)])
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  try {
    const ended = once(child, 'exit').then(() => {
      throw new Error('the load ended without figures')
    })
    const [message] = await Promise.race([once(child, 'message'), ended])
    return message as LoadHeard
  } finally {
    process.off('exit', stop)
    child.kill()
  }
}

/** A quantile of numbers in any order. */
export function quantileOf(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
