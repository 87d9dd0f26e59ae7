/** When the pulls of an order began, and how long they and the steps took. */
import type { ApiResponse } from '../../api/call.ts'
import { durationText } from '../../format.ts'

type Detail = ApiResponse<'GET /orders/:id'>
type Pull = Detail['pulls'][number]

/** A part of an order's time, from its arrival. */
interface Span {
  readonly fromMs: number
  /** Undefined as long as it lasts. */
  readonly ms: number | undefined
}

/** A pull, within the step that waited for it: that one is measured more finely. */
export function pullSpan({ steps, receivedAt }: Detail, { startedAt, finishedAt }: Pull): Span {
  const begin = Date.parse(receivedAt)
  const step = steps.find(({ name }) => name === 'pull')
  const fromMs = step?.fromMs ?? Math.max(0, Date.parse(startedAt) - begin)
  if (finishedAt === undefined) return { fromMs, ms: undefined }
  const ms = Math.max(0, Date.parse(finishedAt) - begin - fromMs)
  return { fromMs, ms: Math.min(ms, step?.ms ?? ms) }
}

/** A step can be shorter than a millisecond. */
export function spanText({ ms }: Span): string {
  if (ms === undefined) return 'pending'
  return ms < 10 ? `${ms.toFixed(1)} ms` : durationText(ms)
}
