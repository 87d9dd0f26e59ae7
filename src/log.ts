/**
 * The log: one JSON line for each event. Only listed fields are logged, and for an error only its
 * kind and its stack frames. Data that is not on the list therefore cannot leak by an oversight.
 */
import { writeSync } from 'node:fs'
import { type Bindings, type DestinationStream, type Logger, pino } from 'pino'
import { withoutNumbers } from './person-number.ts'

/** Every field of a log line besides pino's own `level`, `time`, `pid`, `hostname` and `msg`. */
export const LOG_FIELDS = {
  requestId: 'The request ID, as in the response header `X-Request-Id`.',
  traceId: 'The trace ID (W3C Trace Context).',
  spanId: 'The span ID of this service in the trace.',
  method: 'The HTTP method.',
  route: 'The matched route, or `none`; never the path as sent.',
  network: 'The client network: the /24 of an IPv4 address, the /64 of an IPv6 address.',
  status: 'The HTTP status.',
  ms: 'The response time in milliseconds.',
  account: 'The account that sent the request, or as which a sign-in failed.',
  operator: 'The console user who sent the request, or as whom a sign-in failed.',
  orderId: 'The order ID.',
  reportId: 'The ID of the returned report.',
  action: 'The requested action.',
  reason: 'The reason of the error, as in docs/errors.md; otherwise `answered`.',
  retried: 'Whether it was the stored response to a duplicate request.',
  bureau: 'The bureau.',
  count: 'The number of items.',
  advancedByMs: 'The advance of the sandbox clock in milliseconds.',
  block: 'The number of a block of the audit trail.',
  hash: 'The hash of a block of the audit trail.',
  table: 'The table of a row that was changed outside the service.',
  row: 'The name or ID in that row.',
  err: 'An exception: `kind` and `at`, its stack frames; without its message.',
} as const satisfies Record<string, string>

/**
 * The fields that the service draws at random. One in about a thousand looks like a card number, and
 * without it, the line of an order cannot be found by the ID that the client has.
 */
const DRAWN_FIELDS: ReadonlySet<string> = new Set(['requestId', 'spanId'])

/**
 * Returns the loggable part of an internal error: its kind and its stack frames, but not its
 * message.
 */
function safeError(error: unknown): { kind: string; at: string } {
  if (!(error instanceof Error)) return { kind: typeof error, at: '' }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return {
    kind: error.name,
    at: frames
      .slice(0, 5)
      .map((line) => line.trim())
      .join(' | '),
  }
}

/** The formats of log lines: JSON for programs, or readable on a terminal. */
export const LOG_FORMATS = ['auto', 'json', 'pretty'] as const

/** The log goes to standard error, because standard output is for the result of a command. */
const STANDARD_ERROR = 2

/** How long to wait for a reader that is slower than the log, before the next attempt. */
const BUSY_MS = 10
/**
 * How long the service waits in total for a slow reader. Each line that is written at once adds a
 * millisecond again, and a lost line does not. A program that starts the service and never reads its
 * log would stop it.
 */
const PATIENCE_MAX_MS = 1_000

/**
 * Returns a destination that writes to standard error. A line that cannot be written, for example
 * because the disk of the log is full, is lost: no caller fails because of it. The destination of
 * pino would throw the error once, and would try to write for ever when the process ends. `onLost`
 * gets the number of lost lines as soon as a line could be written again.
 */
function standardError(onLost: (count: number) => void): DestinationStream {
  let isBroken = false
  let patienceMs = PATIENCE_MAX_MS
  let lost = 0
  return {
    write: (line) => {
      // The part of an earlier line that was written does not spoil this one.
      const bytes = Buffer.from(isBroken ? `\n${line}` : line)
      const { written, waitedMs } = writeAll(bytes, patienceMs)
      const isLost = written < bytes.length
      const earnedMs = isLost || waitedMs > 0 ? 0 : 1
      patienceMs = Math.min(patienceMs - waitedMs + earnedMs, PATIENCE_MAX_MS)
      if (written > 0) isBroken = isLost
      if (isLost) lost += 1
      else if (lost > 0) {
        const count = lost
        lost = 0
        onLost(count)
      }
    },
  }
}

/**
 * Writes to standard error, and waits for its reader at most for the given time. Returns the number
 * of written bytes.
 */
function writeAll(bytes: Uint8Array, patienceMs: number) {
  let written = 0
  let waitedMs = 0
  while (written < bytes.length) {
    try {
      written += writeSync(STANDARD_ERROR, bytes, written)
    } catch (error) {
      const isBusy = (error as NodeJS.ErrnoException).code === 'EAGAIN'
      if (!isBusy || waitedMs >= patienceMs) break
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS)
      waitedMs += BUSY_MS
    }
  }
  return { written, waitedMs }
}

const LOST = 'lines of the log were lost: its reader was too slow, or its disk was full'

/** Where the log goes, and in which form. */
interface LogOutput {
  /** Standard error if undefined. */
  readonly destination?: DestinationStream | undefined
  /** Whether lines are text for people instead of JSON. */
  readonly isPretty?: boolean
}

/** Opens the log. */
export function openLog(level: string, { destination, isPretty = false }: LogOutput = {}): Logger {
  const options = {
    level,
    formatters: { log: allowedFields },
    serializers: { err: safeError, error: safeError },
    hooks: {
      logMethod(this: Logger, parts: Parameters<LogMethod>, method: LogMethod) {
        const [first, ...rest] = parts as [unknown, ...unknown[]]
        // pino would use the message of a bare error as the text of the line, and that message may
        // quote the request.
        const line = first instanceof Error ? [{ err: first }, 'failed'] : [first, ...rest]
        method.apply(this, line.map(scrubbedText) as Parameters<LogMethod>)
      },
    },
  }
  const target = destination ?? standardError((count) => log.warn({ count }, LOST))
  const log = pino(options, isPretty ? prettyDestination(target) : target)
  // pino does not format the bindings of a child logger. A child of a child inherits this function.
  const { child } = log
  log.child = function childOf(this: Logger, bindings: Bindings, childOptions) {
    return child.call(this, allowedFields(bindings), childOptions)
  } as typeof child
  return log
}

/**
 * Writes lines for people: time, level, message, and the other fields except process ID and host
 * name.
 */
export function prettyDestination(destination: DestinationStream): DestinationStream {
  return { write: (line) => destination.write(prettyLine(line)) }
}

function prettyLine(line: string): string {
  const { level, time, msg, pid: _pid, hostname: _hostname, ...fields } = JSON.parse(line)
  const at = new Date(time).toTimeString().slice(0, 8)
  const shown = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  const severity = (pino.levels.labels[level] ?? '').padEnd(5)
  return `${[at, severity, msg, ...shown].join(' ')}\n`
}

type LogMethod = (this: Logger, object: unknown, message?: string, ...rest: unknown[]) => void

function allowedFields(fields: Record<string, unknown>): Record<string, unknown> {
  const listed = Object.entries(fields).filter(([name]) => Object.hasOwn(LOG_FIELDS, name))
  return Object.fromEntries(
    listed.map(([name, value]) => [name, DRAWN_FIELDS.has(name) ? value : scrubbedText(value)]),
  )
}

/**
 * Removes numbers that look like a social security number or a card number from any text, as the
 * last safeguard.
 */
function scrubbedText(value: unknown): unknown {
  return typeof value === 'string' ? withoutNumbers(value) : value
}
