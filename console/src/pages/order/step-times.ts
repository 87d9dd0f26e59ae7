/** When the steps and the pulls of an order began, and how long they took. */
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

/** A step of the service itself. */
interface StepSpan extends Span {
  readonly name: string
  readonly ms: number
}

/** The steps one after the other. What the order took beyond them, it waited for the first. */
export function stepSpans({ steps, tookMs = 0 }: Detail): readonly StepSpan[] {
  const sum = steps.reduce((before, { ms }) => before + ms, 0)
  // Steps are measured in tenths of milliseconds, orders in whole ones.
  const waitedMs = tookMs - sum
  const all = waitedMs < 1 || sum === 0 ? steps : [{ name: 'wait', ms: waitedMs }, ...steps]
  let fromMs = 0
  return all.map(({ name, ms }) => {
    const span = { name, fromMs, ms }
    fromMs += ms
    return span
  })
}

/** A pull, within the step that waited for it: that one is measured more finely. */
export function pullSpan(order: Detail, { startedAt, finishedAt }: Pull): Span {
  const begin = Date.parse(order.receivedAt)
  const step = stepSpans(order).find(({ name }) => name === 'pull')
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
