/** The start and the duration of an order's pulls, measured from the arrival of the order. */
import type { ApiResponse } from '../../api/call.ts'
import { durationText } from '../../format.ts'

type Detail = ApiResponse<'GET /orders/:id'>
type Pull = Detail['pulls'][number]

/** A time span of an order, relative to its arrival. */
interface Span {
  readonly fromMs: number
  /** Undefined while the span has not ended. */
  readonly ms: number | undefined
}

/**
 * Returns the span of a pull, limited to the step that waited for it, because steps are measured
 * more precisely.
 */
export function pullSpan({ steps, receivedAt }: Detail, { startedAt, finishedAt }: Pull): Span {
  const begin = Date.parse(receivedAt)
  const step = steps.find(({ name }) => name === 'pull')
  const fromMs = step?.fromMs ?? Math.max(0, Date.parse(startedAt) - begin)
  if (finishedAt === undefined) return { fromMs, ms: undefined }
  const ms = Math.max(0, Date.parse(finishedAt) - begin - fromMs)
  return { fromMs, ms: Math.min(ms, step?.ms ?? ms) }
}

/**
 * Returns the duration of a span. Below 10 ms it has a decimal, because a step can be shorter than
 * a millisecond.
 */
export function spanText({ ms }: Span): string {
  if (ms === undefined) return 'pending'
  return ms < 10 ? `${ms.toFixed(1)} ms` : durationText(ms)
}
