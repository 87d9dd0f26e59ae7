/**
 * The fuzzer of requests: it sends raw bytes to a service, which must respond once or close the
 * connection.
 */
import { seedOf, streamOf } from '../../src/bureaus/simulator/random.ts'
import { exchange, statusesIn } from './exchange.ts'
import { minimised } from './minimise.ts'
import { mutatedRequest, type Recipient } from './request-mutate.ts'

/** A request whose response was wrong. */
export interface RequestFind {
  readonly detail: string
  readonly bytes: Buffer
}

/** The options of a run. */
export interface RequestRun {
  readonly url: string
  readonly seed: number
  readonly cases: number
  readonly recipient: Recipient
  /** The number of simultaneous connections. */
  readonly atOnce: number
  readonly isOver?: () => boolean
}

/** The results of a run. */
export interface RequestFigures {
  cases: number
  /** The number of responses by status. Status 0 counts connections closed without a response. */
  readonly statuses: Record<number, number>
  readonly finds: RequestFind[]
}

/** Sends numbered damaged requests. */
export async function fuzzRequests(run: RequestRun): Promise<RequestFigures> {
  const figures: RequestFigures = { cases: 0, statuses: {}, finds: [] }
  let next = 0
  const seed = seedOf(`requests ${run.seed}`)
  const client = async () => {
    while (next < run.cases && run.isOver?.() !== true) {
      const bytes = mutatedRequest(streamOf(seed, String(next)), run.recipient)
      next += 1
      figures.cases += 1
      const detail = await problemOf(run.url, bytes, figures.statuses)
      if (detail === undefined || figures.finds.some((find) => find.detail === detail)) continue
      const shows = async (smaller: Buffer) => (await problemOf(run.url, smaller)) === detail
      figures.finds.push({ detail, bytes: await minimised(bytes, shows) })
    }
  }
  await Promise.all(Array.from({ length: run.atOnce }, client))
  return figures
}

/** Returns what is wrong with the response to a request, or undefined if it is right. */
export async function problemOf(
  url: string,
  sent: Buffer,
  counts: Record<number, number> = {},
): Promise<string | undefined> {
  const { received, closed } = await exchange(url, sent)
  if (!closed) return 'left open'
  const statuses = statusesIn(received)
  if (statuses === undefined) return 'no proper answer'
  for (const status of statuses.length === 0 ? [0] : statuses) {
    counts[status] = (counts[status] ?? 0) + 1
    if (status >= 500 && status !== 503) return `status ${status}`
  }
  return statuses.length > answersMax(sent) ? 'more answers than requests' : undefined
}

/**
 * Returns the maximum number of responses to these bytes: one for each request line, and one for
 * trailing bytes that are no request. If every request has `Connection: close`, only the first gets
 * a response.
 */
function answersMax(sent: Buffer): number {
  const text = sent.toString('latin1')
  const requests = text.split('HTTP/1.').length - 1
  const last = text.split(/\r\nconnection: close\r\n/i).length - 1
  return last >= requests ? 1 : requests + 1
}
