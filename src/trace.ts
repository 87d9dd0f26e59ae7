/**
 * Traces, which follow an order from the client through this service to a vendor. The header fields
 * follow W3C Trace Context, version 00.
 */
import { randomBytes } from 'node:crypto'

/** One step (span) of a trace. */
export interface Trace {
  /** 32 hexadecimal digits; all steps share it. */
  readonly traceId: string
  /** 16 hexadecimal digits: this step. */
  readonly spanId: string
  /** Two hexadecimal digits: whether the caller that began the trace records it. */
  readonly flags: string
  /** Data that other systems added for themselves; passed on unchanged. */
  readonly state?: string | undefined
}

const STATE_LENGTH_MAX = 512
const NOT_RECORDED = '00'

/** Returns a new step for a request: in the trace of its header fields, or in a new trace. */
export function traceOfRequest(parent: string | undefined, state: string | undefined): Trace {
  const found = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(
    parent ?? '',
  )
  const [, version = '', traceId = '', parentId = '', flags = '', more] = found ?? []
  const readable = version !== '' && (version !== '00' || more === undefined)
  if (!readable || /^0+$/.test(traceId) || /^0+$/.test(parentId)) {
    const drawn = digits(24)
    return { traceId: drawn.slice(16), spanId: drawn.slice(0, 16), flags: NOT_RECORDED }
  }
  return { traceId, spanId: digits(8), flags, state: validState(state) }
}

/** Returns the header fields for a request that this step makes. */
export function traceHeaders({
  traceId,
  spanId,
  flags,
  state,
}: Trace): Readonly<Record<string, string>> {
  const traceparent = `00-${traceId}-${spanId}-${flags}`
  return state === undefined ? { traceparent } : { traceparent, tracestate: state }
}

function validState(state: string | undefined): string | undefined {
  const printable = state !== undefined && /^[ -~]+$/.test(state)
  return printable && state.length <= STATE_LENGTH_MAX ? state : undefined
}

function digits(byteCount: number): string {
  return randomBytes(byteCount).toString('hex')
}
