/**
 * Preloaded into services under test. The clock of their machine is ahead (or behind, if negative)
 * by the milliseconds in a file, which can change while they run.
 */
import { openSync, readSync } from 'node:fs'

/** The environment variable with the name of the file, and the size of its content. */
export const AHEAD_VARIABLE = 'TEST_CLOCK_AHEAD_FILE'
export const AHEAD_BYTES = 20

const file = process.env[AHEAD_VARIABLE]
if (file !== undefined) globalThis.Date = shiftedDate(aheadBy(file))

function aheadBy(path: string): () => number {
  const descriptor = openSync(path, 'r')
  const bytes = Buffer.alloc(AHEAD_BYTES)
  return () => {
    readSync(descriptor, bytes, 0, AHEAD_BYTES, 0)
    return Number(bytes.toString())
  }
}

/** Returns a `Date` class that is ahead of the real time. */
export function shiftedDate(aheadMs: () => number): DateConstructor {
  const RealDate = Date
  class ShiftedDate extends RealDate {
    constructor(...args: [] | [string | number | Date]) {
      if (args.length === 0) super(ShiftedDate.now())
      else super(...args)
    }

    static override now(): number {
      return RealDate.now() + aheadMs()
    }
  }
  return ShiftedDate as DateConstructor
}
