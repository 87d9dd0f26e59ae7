/** The log and the signals of commands that run until they are stopped. */
import type { FastifyBaseLogger } from 'fastify'
import { openLog } from '../log.ts'
import type { Settings } from '../settings/settings.ts'
import { io } from './io.ts'

/**
 * Opens the log of a command. By default, it is readable text on a terminal, and JSON for programs
 * otherwise.
 */
export function openCommandLog(settings: Settings): FastifyBaseLogger {
  const { log: destination, isLogTerminal } = io()
  const format = settings['log-format']
  const isPretty = format === 'pretty' || (format === 'auto' && isLogTerminal)
  return openLog(settings['log-level'], { destination, isPretty })
}

/** Whether the system is Windows, which has other signals. */
export const IS_WINDOWS = process.platform === 'win32'

/**
 * The signals that ask a command to end. A terminal that closes sends SIGHUP, and Ctrl+Break on
 * Windows sends SIGBREAK.
 */
const END_SIGNALS: readonly NodeJS.Signals[] = [
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  ...(IS_WINDOWS ? (['SIGBREAK'] as const) : []),
]

/**
 * Resolves at the first signal that ends a command, except one that has another meaning. The same
 * signal again ends the process at once, but not SIGHUP: a terminal that closes can send it twice.
 */
export function untilSignal(except?: NodeJS.Signals): Promise<void> {
  const { onceSignal, exit } = io()
  return new Promise((resolve) => {
    for (const signal of END_SIGNALS) {
      if (signal === except) continue
      const again = (): void => {
        if (signal !== 'SIGHUP') exit(1)
        onceSignal(signal, again)
      }
      onceSignal(signal, () => {
        resolve()
        onceSignal(signal, again)
      })
    }
  })
}
