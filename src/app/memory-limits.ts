/**
 * How much memory V8 takes before it collects garbage. Without limits it waits as long as the
 * machine has memory to spare, and a service at full load takes half as much again.
 */
import { setFlagsFromString } from 'node:v8'
import { processEnvironment } from '../settings/settings.ts'

/**
 * In MiB, of each thread: how much room short-lived objects have at the start, and the most that all
 * others may take. To grow the room from one MiB takes a tenth of the work of a start. What it may
 * grow to is no flag, because a flag would win over the limits that threads are started with.
 */
export const V8_FLAGS: readonly string[] = ['--min-semi-space-size=8', '--max-old-space-size=1024']

/** The limits that are not among options given to Node, which win. */
export function missingFlags(nodeOptions: string): readonly string[] {
  const given = nodeOptions.replaceAll('_', '-')
  return V8_FLAGS.filter((flag) => !given.includes(flag.slice(0, flag.indexOf('='))))
}

/**
 * Limits the memory of all threads that start from now on. V8 has made the heap of the main thread
 * by then, which only Node's own options limit.
 */
export function limitMemory(): void {
  const given = [...process.execArgv, processEnvironment().NODE_OPTIONS ?? ''].join(' ')
  for (const flag of missingFlags(given)) setFlagsFromString(flag)
}
