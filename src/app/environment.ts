/** The inputs of the program from outside: time, identifiers, sources of files. */
import type { Bureau } from '../bureaus/bureau.ts'
import type { Tools } from '../orders/tools.ts'
import type { Printer } from '../print/printer.ts'
import { newId } from './identifiers.ts'
import { machineNow } from './service-options.ts'

/**
 * The inputs of the program from outside. Tests provide their own, so that responses are the same
 * bytes each time.
 */
export interface Environment extends Pick<Tools, 'now' | 'newId'> {
  /** Sources of files that replace the simulated ones. */
  readonly bureaus?: readonly Bureau[]
  /** A printer that several services of a process share, instead of a printer for each. */
  readonly printer?: Printer | undefined
  /** Whether the printing thread starts with the first report instead of at once. */
  readonly isPrinterLazy?: boolean
  /**
   * How many threads handle orders; with 0, the main thread does. These threads do not use this
   * environment.
   */
  readonly orderThreads?: number
}

/** The machine's time, and identifiers that cannot be guessed. */
export const REAL_ENVIRONMENT: Environment = { now: machineNow, newId }
