/**
 * Preloaded into services under proof: their machine's clock is ahead, or behind, by as many
 * milliseconds as the file says, which may change while they run.
 */
import { openSync, readSync } from 'node:fs'

/** Names the file; what is written to it fills these bytes. */
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

/** A date that is ahead of the real one. */
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
