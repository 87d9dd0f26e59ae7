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
 * The signals that ask a command to end. On Windows these include Ctrl+Break and closing the
 * console window.
 */
const END_SIGNALS: readonly NodeJS.Signals[] = [
  'SIGTERM',
  'SIGINT',
  ...(IS_WINDOWS ? (['SIGBREAK', 'SIGHUP'] as const) : []),
]

/**
 * Resolves at the first signal that ends a command, or at one of the others given. A second one
 * ends the process at once.
 */
export function untilSignal(others: readonly NodeJS.Signals[] = []): Promise<void> {
  const { onceSignal, exit } = io()
  return new Promise((resolve) => {
    for (const signal of new Set([...END_SIGNALS, ...others])) {
      onceSignal(signal, () => {
        resolve()
        onceSignal(signal, () => exit(1))
      })
    }
  })
}
