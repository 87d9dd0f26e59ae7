/** The inputs of the program from outside: time, identifiers, sources. */
import type { Bureau } from '../bureaus/bureau.ts'
import type { Tools } from '../orders/tools.ts'
import type { Printer } from '../print/printer.ts'
import { newId } from './identifiers.ts'
import { machineNow } from './service-options.ts'

/**
 * The inputs of the program from outside. A test gives its own, so that responses are the same
 * bytes each time.
 */
export interface Environment extends Pick<Tools, 'now' | 'newId'> {
  /** Sources of files in place of the simulated ones. */
  readonly bureaus?: readonly Bureau[]
  /** A printer that several services of a process share, in place of one of its own. */
  readonly printer?: Printer | undefined
  /** Starts the printing thread with the first report in place of at once. */
  readonly printsSeldom?: boolean
  /** How many threads carry out orders; 0: the main thread does. They take nothing from here. */
  readonly orderThreads?: number
}

/** The machine's time, and identifiers that cannot be guessed. */
export const REAL_ENVIRONMENT: Environment = { now: machineNow, newId }
