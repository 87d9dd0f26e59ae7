/** Shared by the commands that run until they are stopped: their log, and the signals. */
import type { FastifyBaseLogger } from 'fastify'
import { openLog, prettyDestination } from '../log.ts'
import type { Settings } from '../settings/settings.ts'
import { io } from './io.ts'

/** The log of a command. People read a terminal, programs read everything else. */
export function openCommandLog(settings: Settings): FastifyBaseLogger {
  const { log, isLogTerminal } = io()
  const format = settings['log-format']
  const isPretty = format === 'pretty' || (format === 'auto' && isLogTerminal)
  return openLog(settings['log-level'], isPretty ? prettyDestination(log) : log)
}

/** Signals differ on Windows. */
export const IS_WINDOWS = process.platform === 'win32'

/**
 * The signals that ask a command to end: on Windows also Ctrl+Break, and a console window that is
 * closed.
 */
const END_SIGNALS: readonly NodeJS.Signals[] = [
  'SIGTERM',
  'SIGINT',
  ...(IS_WINDOWS ? (['SIGBREAK', 'SIGHUP'] as const) : []),
]

/** Resolves at the first signal; a second one ends the process at once. */
export function untilSignal(): Promise<void> {
  const { onceSignal, exit } = io()
  return new Promise((resolve) => {
    for (const signal of END_SIGNALS) {
      onceSignal(signal, () => {
        resolve()
        onceSignal(signal, () => exit(1))
      })
    }
  })
}
